//! Every candidate of an interval, one after another.

use super::edge::{Interval, Open, Reaches};
use super::exact::Average;
use super::formula::{Formula, STATISTICS};
use super::search::Best;
use super::{Made, Objective};
use crate::stats::{Group, Groups, PairCounts};

/// Differences tried in one step: about 10 ms.
const AT_ONCE: usize = 1 << 16;
/// Differences in a chunk, for each group: what bounds a chunk costs as much as to try a few for each group.
const PER_GROUP: usize = 32;

/// What becomes a tie at one difference of two distinct scores of a group.
#[derive(Debug, Clone, Copy)]
struct Difference {
    /// Bits of the difference: non-negative floats sort as their bits do.
    bits: u64,
    group: u32,
    pairs: Pairs,
}

/// What the human says of the pairs between two runs of equal metric scores.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Pairs {
    concordant: u64,
    tied: u64,
    discordant: u64,
}

/// Goes through the candidates of an interval from left to right, a chunk at a time. A chunk in which no
/// objective can reach its best is passed over.
#[derive(Debug)]
pub struct Sweep {
    interval: Interval,
    /// Ascending.
    differences: Vec<Difference>,
    next: usize,
    counts: Vec<PairCounts>,
    /// The counts after the chunk.
    after: Vec<PairCounts>,
}

impl Sweep {
    /// Lists the differences in the interval.
    pub fn new(interval: Interval, groups: &Groups) -> Self {
        let counts = interval.from.counts.clone();
        let differences = list(&interval, groups);
        Sweep { interval, differences, next: 0, after: counts.clone(), counts }
    }

    /// Tries some candidates; returns whether all are tried.
    pub fn step(&mut self, objectives: &[Objective], best: &mut [Best]) -> bool {
        let last = self.next + AT_ONCE;
        while self.next < self.differences.len().min(last) {
            let end = self.end_of_chunk();
            for difference in &self.differences[self.next..end] {
                difference.tie(&mut self.after);
            }
            let mut reaches = Reaches::new(&self.counts, &self.after);
            let may_be = |open: &&Open| {
                let reach = reaches.of(objectives[open.objective]);
                reach.is_some_and(|reach| best[open.objective].may_be(&reach.greatest))
            };
            let open: Vec<usize> =
                self.interval.open.iter().filter(may_be).map(|open| open.objective).collect();
            if !open.is_empty() {
                self.try_each(end, &open, objectives, best);
            }
            self.counts.copy_from_slice(&self.after);
            self.next = end;
        }
        self.next >= self.differences.len()
    }

    /// Where the next chunk ends, behind all pairs of one difference.
    fn end_of_chunk(&self) -> usize {
        let size = PER_GROUP * self.counts.len();
        let Some(last) = self.differences.get(self.next + size) else {
            return self.differences.len();
        };
        let rest = &self.differences[self.next + size..];
        self.next + size + rest.partition_point(|difference| difference.bits == last.bits)
    }

    /// Tries the candidates of a chunk.
    fn try_each(
        &mut self,
        end: usize,
        open: &[usize],
        objectives: &[Objective],
        best: &mut [Best],
    ) {
        let mut values = Values::new(&self.counts, open.iter().map(|&open| objectives[open]));
        let chunk = &self.differences[self.next..end];
        for equal in chunk.chunk_by(|a, b| a.bits == b.bits) {
            for of_group in equal.chunk_by(|a, b| a.group == b.group) {
                of_group.iter().for_each(|difference| difference.tie(&mut self.counts));
                let group = of_group[0].group as usize;
                values.change(group, &self.counts[group]);
            }
            let epsilon = f64::from_bits(equal[0].bits);
            for &open in open {
                best[open].try_candidate(epsilon, &objectives[open].average(&values.averages));
            }
        }
    }
}

impl Difference {
    /// Its pairs become ties.
    fn tie(&self, counts: &mut [PairCounts]) {
        let (counts, pairs) = (&mut counts[self.group as usize], &self.pairs);
        counts.concordant -= pairs.concordant;
        counts.discordant -= pairs.discordant;
        counts.human_ties -= pairs.tied;
        counts.metric_ties += pairs.concordant + pairs.discordant;
        counts.both_ties += pairs.tied;
    }
}

/// The statistics that some objectives are made of, and their averages.
#[derive(Debug)]
struct Values {
    needed: Vec<Formula>,
    /// Of each group; `None` where one is undefined or not needed.
    values: Vec<[Option<i128>; STATISTICS]>,
    averages: [Average; STATISTICS],
}

impl Values {
    fn new(counts: &[PairCounts], objectives: impl Iterator<Item = Objective>) -> Self {
        let made: Vec<Made> = objectives.map(Objective::made).collect();
        let is_needed = |formula: &Formula| {
            made.iter().any(|made| match made {
                Made::Of(of) => of == formula,
                Made::Weighted(_) => matches!(formula, Formula::TiesF1 | Formula::CorrectRankF1),
            })
        };
        let needed = Formula::ALL.into_iter().filter(is_needed).collect();
        let values = vec![[None; STATISTICS]; counts.len()];
        let mut values = Values { needed, values, averages: Default::default() };
        counts.iter().enumerate().for_each(|(group, counts)| values.change(group, counts));
        values
    }

    /// A group has other counts.
    fn change(&mut self, group: usize, counts: &PairCounts) {
        for &formula in &self.needed {
            let average = &mut self.averages[formula as usize];
            let value = &mut self.values[group][formula as usize];
            if let Some(before) = *value {
                average.remove(before);
            }
            *value = formula.of(counts);
            if let Some(after) = *value {
                average.add(after);
            }
        }
    }
}

/// All differences of distinct scores in an interval, ascending, those of a group together.
fn list(interval: &Interval, groups: &Groups) -> Vec<Difference> {
    let (low, high) = (interval.from.epsilon, interval.to.epsilon);
    let mut list = Vec::with_capacity(interval.differences() as usize);
    for (index, group) in groups.iter().enumerate() {
        list_differences(&group, index as u32, (low, high), &mut list);
    }
    list.sort_unstable_by_key(|difference| (difference.bits, difference.group));
    list
}

/// Lists the differences above `low` and up to `high` within a group, one for each two distinct scores.
fn list_differences(
    group: &Group,
    index: u32,
    (low, high): (f64, f64),
    list: &mut Vec<Difference>,
) {
    let (mut start, mut end) = (0, 0);
    for upper in 1..group.metric_levels() {
        let score = group.run_score(upper);
        while score - group.run_score(start) > high {
            start += 1;
        }
        while score - group.run_score(end) > low {
            end += 1;
        }
        for lower in start..end {
            let bits = (score - group.run_score(lower)).to_bits();
            let pairs = Pairs::between(group.run_ranks(lower), group.run_ranks(upper));
            list.push(Difference { bits, group: index, pairs });
        }
    }
}

impl Pairs {
    /// Between two runs of equal metric scores, given their ascending human ranks.
    fn between(lower: &[u32], upper: &[u32]) -> Self {
        let (mut below, mut up_to) = (0, 0);
        let mut pairs = Pairs::default();
        for &rank in upper {
            while below < lower.len() && lower[below] < rank {
                below += 1;
            }
            up_to = up_to.max(below);
            while up_to < lower.len() && lower[up_to] <= rank {
                up_to += 1;
            }
            pairs.concordant += below as u64;
            pairs.tied += (up_to - below) as u64;
            pairs.discordant += (lower.len() - up_to) as u64;
        }
        pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_between_runs_are_those_of_each_two_rows() {
        let mut random = oorandom::Rand32::new(1);
        for _ in 0..200 {
            let mut run = || {
                let rows = 1 + random.rand_range(0..6);
                let mut run: Vec<u32> = (0..rows).map(|_| random.rand_range(0..5)).collect();
                run.sort_unstable();
                run
            };
            let (lower, upper) = (run(), run());
            let mut expected = Pairs::default();
            for (low, up) in lower.iter().flat_map(|low| upper.iter().map(move |up| (low, up))) {
                match low.cmp(up) {
                    std::cmp::Ordering::Less => expected.concordant += 1,
                    std::cmp::Ordering::Equal => expected.tied += 1,
                    std::cmp::Ordering::Greater => expected.discordant += 1,
                }
            }
            assert_eq!(Pairs::between(&lower, &upper), expected);
        }
    }
}
