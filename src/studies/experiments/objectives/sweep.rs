//! Every candidate of an interval, one after another.

use super::edge::Interval;
use super::exact::Average;
use super::formula::{Formula, STATISTICS};
use super::search::Best;
use super::{Made, Objective};
use crate::stats::{Group, Groups, PairCounts};

/// Differences tried in one step: about 10 ms.
const AT_ONCE: usize = 1 << 16;

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

/// Goes through the candidates of an interval from left to right. Only the group whose pairs become ties has
/// other values then.
#[derive(Debug)]
pub struct Sweep {
    interval: Interval,
    /// Whether each statistic is part of an open objective.
    needed: [bool; STATISTICS],
    /// Ascending.
    differences: Vec<Difference>,
    next: usize,
    counts: Vec<PairCounts>,
    values: Vec<[Option<i128>; STATISTICS]>,
    averages: [Average; STATISTICS],
}

impl Sweep {
    /// Lists the differences in the interval.
    pub fn new(interval: Interval, objectives: &[Objective], groups: &Groups) -> Self {
        let mut needed = [false; STATISTICS];
        for open in &interval.open {
            match objectives[open.objective].made() {
                Made::Of(formula) => needed[formula as usize] = true,
                Made::Weighted(_) => {
                    needed[Formula::TiesF1 as usize] = true;
                    needed[Formula::CorrectRankF1 as usize] = true;
                }
            }
        }
        let counts = interval.from.counts.clone();
        let mut averages = [Average::default(); STATISTICS];
        let values = counts.iter().map(|counts| {
            let mut values = [None; STATISTICS];
            for formula in Formula::ALL.into_iter().filter(|&formula| needed[formula as usize]) {
                let value = formula.of(counts);
                value.into_iter().for_each(|value| averages[formula as usize].add(value));
                values[formula as usize] = value;
            }
            values
        });
        let values = values.collect();
        let differences = list(&interval, groups);
        Sweep { interval, needed, differences, next: 0, counts, values, averages }
    }

    /// Tries some candidates; returns whether all are tried.
    pub fn step(&mut self, objectives: &[Objective], best: &mut [Best]) -> bool {
        let end = self.next + AT_ONCE;
        while let Some(&Difference { bits, .. }) = self.differences.get(self.next)
            && self.next < end
        {
            while let Some(&Difference { bits: here, group, .. }) = self.differences.get(self.next)
                && here == bits
            {
                self.tie(bits, group);
            }
            let epsilon = f64::from_bits(bits);
            for open in &self.interval.open {
                let average = objectives[open.objective].average(&self.averages);
                best[open.objective].try_candidate(epsilon, &average);
            }
        }
        self.next >= self.differences.len()
    }

    /// All pairs of a group with the next difference become ties.
    fn tie(&mut self, bits: u64, group: u32) {
        let counts = &mut self.counts[group as usize];
        for Difference { pairs, .. } in self.differences[self.next..]
            .iter()
            .take_while(|next| next.bits == bits && next.group == group)
        {
            counts.concordant -= pairs.concordant;
            counts.discordant -= pairs.discordant;
            counts.human_ties -= pairs.tied;
            counts.metric_ties += pairs.concordant + pairs.discordant;
            counts.both_ties += pairs.tied;
            self.next += 1;
        }
        for formula in Formula::ALL.into_iter().filter(|&formula| self.needed[formula as usize]) {
            let average = &mut self.averages[formula as usize];
            let value = &mut self.values[group as usize][formula as usize];
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
