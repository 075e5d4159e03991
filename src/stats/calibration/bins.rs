//! The differences of an interval, sorted into fine bins; those of the bins
//! that can still hold the maximum, listed.

use super::edge::{Edge, Interval};
use super::search::Search;
use crate::grouping::{Group, Groups};
use crate::objective::{Objective, Value};

/// Bins of an interval: 64 KiB of counts for each size of group.
const BINS: usize = 1 << 13;
/// Pairs counted in one step: about 20 ms.
const PAIRS_AT_ONCE: usize = 1 << 23;
/// Adding 2^52 to a small number leaves it, rounded, in the low bits.
const ROUNDING: f64 = (1u64 << 52) as f64;

/// What all pairs of one difference, in groups of one size, change when they
/// turn into ties.
#[derive(Debug, Clone, Copy)]
pub struct Difference {
    /// Bits of the difference: non-negative floats sort as their bits do.
    bits: u64,
    /// Human ties among the pairs, less concordant ones.
    gain: i64,
    /// Size of the group, as an index of the objective.
    size: u32,
}

/// The pairs above one threshold and up to another, counted by bin.
#[derive(Debug)]
pub struct Bins {
    from: Edge,
    to: f64,
    scale: f64,
    /// For each size of group and bin: human ties in the low half, concordant
    /// pairs in the high half.
    counts: Vec<[u64; BINS]>,
    /// Whether each bin can hold a maximiser.
    open: Vec<bool>,
    /// All pairs counted so far.
    pairs: u64,
    next: Place,
}

/// Where counting goes on: a row of a group, and the rows it is paired with.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    group: usize,
    row: usize,
    start: usize,
    end: usize,
}

impl Bins {
    /// Prepares to count the pairs between two thresholds; they must be fewer
    /// than 2^32.
    pub fn new(objective: &Objective, from: &Edge, to: f64) -> Self {
        let scale = (BINS - 1) as f64 / (to - from.epsilon);
        Bins {
            from: from.clone(),
            to,
            // A distance shorter than 1e-304 is a single bin.
            scale: if scale.is_finite() { scale } else { 0.0 },
            counts: vec![[0; BINS]; objective.sizes()],
            open: vec![false; BINS],
            pairs: 0,
            next: Place::default(),
        }
    }

    /// Counts some pairs; returns whether all are counted.
    pub fn step(&mut self, groups: &Groups, objective: &Objective) -> bool {
        let mut left = PAIRS_AT_ONCE;
        while self.next.group < groups.len() && left > 0 {
            let group = groups.get(self.next.group);
            let size = objective.size_of(self.next.group) as usize;
            left = self.count(&group, size, left);
            if self.next.row == group.rows() {
                self.next = Place { group: self.next.group + 1, ..Place::default() };
            }
        }
        self.next.group == groups.len()
    }

    /// Counts about so many pairs of a group, from the next row on; returns how
    /// many are left of them.
    fn count(&mut self, group: &Group, size: usize, mut left: usize) -> usize {
        let (low, high) = (self.from.epsilon, self.to);
        let (counts, scale) = (&mut self.counts[size], self.scale);
        let Place { row, mut start, mut end, .. } = self.next;
        let mut pairs = 0;
        self.next.row = group.rows();
        for (next, (&score, &rank)) in
            group.metric.iter().zip(group.human_rank).enumerate().skip(row)
        {
            if left == 0 {
                self.next.row = next;
                break;
            }
            while score - group.metric[start] > high {
                start += 1;
            }
            while score - group.metric[end] > low {
                end += 1;
            }
            left = left.saturating_sub(1 + end.saturating_sub(start));
            if end <= start {
                continue;
            }
            pairs += end - start;
            let others = group.metric[start..end].iter().zip(&group.human_rank[start..end]);
            for (&other, &other_rank) in others {
                let bin = ((score - other - low) * scale + ROUNDING).to_bits() as usize % BINS;
                let tie = u64::from(other_rank == rank);
                let concordant = u64::from(other_rank < rank);
                counts[bin] += tie | concordant << 32;
            }
        }
        (self.next.start, self.next.end) = (start, end);
        self.pairs += pairs as u64;
        left
    }

    /// What is known at the upper threshold, once all pairs are counted.
    pub fn end(&self, objective: &Objective) -> Edge {
        let mut at = At::start(self);
        for bin in 0..BINS {
            at.tie(self, objective, bin);
            at.lose(self, objective, bin);
        }
        Edge {
            epsilon: self.to,
            concordant: at.concordant,
            both_ties: at.both_ties,
            tied: self.from.tied + self.pairs,
            differences: 0,
        }
    }

    fn bin(&self, difference: f64) -> usize {
        let offset = difference - self.from.epsilon;
        (offset * self.scale + ROUNDING).to_bits() as usize % BINS
    }

    /// Opens the bins that can hold a maximiser.
    pub fn open(&mut self, objective: &Objective, search: &mut Search) {
        self.raise_floor(objective, search);
        let mut at = At::start(self);
        for bin in 0..BINS {
            at.tie(self, objective, bin);
            self.open[bin] = !search.rules_out(objective, &at.concordant, &at.both_ties);
            at.lose(self, objective, bin);
        }
    }

    /// The value behind each bin is reached, at the last candidate before.
    pub fn raise_floor(&self, objective: &Objective, search: &mut Search) {
        let mut at = At::start(self);
        for bin in 0..BINS {
            at.tie(self, objective, bin);
            at.lose(self, objective, bin);
            search.raise_floor(objective, &at.concordant, &at.both_ties);
        }
    }

    /// Lists the differences in open bins, ascending; nothing if they are more
    /// than `limit`.
    pub fn list(
        &self,
        groups: &Groups,
        objective: &Objective,
        limit: usize,
    ) -> Option<Vec<Difference>> {
        let Some(first) = self.open.iter().position(|&open| open) else {
            return Some(Vec::new());
        };
        let last = self.open.iter().rposition(|&open| open).unwrap_or(first);
        // Two bins more on either side make up for rounding.
        let edge = |bin: f64| self.from.epsilon + bin / self.scale;
        let (from, to) = (self.from.epsilon, self.to);
        let range = if self.scale > 0.0 {
            (edge(first as f64 - 2.0).max(from), edge(last as f64 + 2.0).min(to))
        } else {
            (from, to)
        };
        let mut list = Vec::new();
        for (index, group) in groups.iter().enumerate() {
            let size = objective.size_of(index);
            let wanted = |difference| self.open[self.bin(difference)];
            list_differences(&group, range, size, wanted, limit, &mut list);
            if list.len() > limit {
                return None;
            }
        }
        ascend(&mut list);
        Some(list)
    }

    /// Tries the listed candidates, in the order of the bins.
    pub fn sweep(&self, list: &[Difference], objective: &Objective, search: &mut Search) {
        let mut at = At::start(self);
        let mut rest = list;
        for bin in 0..BINS {
            let before = self.open[bin].then(|| at.correct());
            at.tie(self, objective, bin);
            at.lose(self, objective, bin);
            let Some(before) = before else {
                search.pass_over();
                continue;
            };
            let inside =
                rest.partition_point(|difference| self.bin(f64::from_bits(difference.bits)) <= bin);
            sweep(&rest[..inside], before, objective, search);
            rest = &rest[inside..];
        }
    }
}

/// Counts at some point between the thresholds.
#[derive(Debug, Clone)]
struct At {
    concordant: Value,
    both_ties: Value,
}

impl At {
    fn start(bins: &Bins) -> Self {
        At { concordant: bins.from.concordant.clone(), both_ties: bins.from.both_ties.clone() }
    }

    /// Turns those pairs of a bin into ties that the human ties too.
    fn tie(&mut self, bins: &Bins, objective: &Objective, bin: usize) {
        for (size, counts) in bins.counts.iter().enumerate() {
            let ties = (counts[bin] & u64::from(u32::MAX)) as i64;
            objective.add(&mut self.both_ties, size as u32, ties);
        }
    }

    /// Turns the concordant pairs of a bin into ties.
    fn lose(&mut self, bins: &Bins, objective: &Objective, bin: usize) {
        for (size, counts) in bins.counts.iter().enumerate() {
            let concordant = (counts[bin] >> 32) as i64;
            objective.add(&mut self.concordant, size as u32, -concordant);
        }
    }

    fn correct(&self) -> Value {
        &self.concordant + &self.both_ties
    }
}

/// Tries every difference of a sorted list, beginning at a value.
pub fn sweep(list: &[Difference], from: Value, objective: &Objective, search: &mut Search) {
    let mut correct = from;
    for equal in list.chunk_by(|a, b| a.bits == b.bits) {
        for difference in equal {
            objective.add(&mut correct, difference.size, difference.gain);
        }
        search.candidate(objective, f64::from_bits(equal[0].bits), &correct);
    }
}

/// All differences of distinct scores in an interval, ascending.
pub fn list_all(groups: &Groups, objective: &Objective, interval: &Interval) -> Vec<Difference> {
    let range = (interval.from.epsilon, interval.to.epsilon);
    let mut list = Vec::new();
    for (index, group) in groups.iter().enumerate() {
        let size = objective.size_of(index);
        list_differences(&group, range, size, |_| true, usize::MAX, &mut list);
    }
    ascend(&mut list);
    list
}

fn ascend(list: &mut [Difference]) {
    list.sort_unstable_by_key(|difference| difference.bits);
}

/// Lists the wanted differences above `low` and up to `high` within a group,
/// one for each two distinct metric scores, until there are too many.
fn list_differences(
    group: &Group,
    (low, high): (f64, f64),
    size: u32,
    wanted: impl Fn(f64) -> bool,
    limit: usize,
    list: &mut Vec<Difference>,
) {
    let mut start = 0;
    for upper in 1..group.metric_levels() {
        let score = group.run_score(upper);
        while start < upper && score - group.run_score(start) > high {
            start += 1;
        }
        for lower in start..upper {
            let difference = score - group.run_score(lower);
            if difference <= low {
                break;
            }
            if wanted(difference) {
                let gain = gain_of_tie(group.run_ranks(lower), group.run_ranks(upper));
                list.push(Difference { bits: difference.to_bits(), gain, size });
            }
        }
        if list.len() > limit {
            return;
        }
    }
}

/// Human ties less concordant pairs between two runs of equal metric scores,
/// given their ascending human ranks.
fn gain_of_tie(lower: &[u32], upper: &[u32]) -> i64 {
    if let (&[lower], &[upper]) = (lower, upper) {
        return i64::from(lower == upper) - i64::from(lower < upper);
    }
    let (mut below, mut up_to, mut gain) = (0, 0, 0);
    for &rank in upper {
        while below < lower.len() && lower[below] < rank {
            below += 1;
        }
        up_to = up_to.max(below);
        while up_to < lower.len() && lower[up_to] <= rank {
            up_to += 1;
        }
        gain += (up_to - below) as i64 - below as i64;
    }
    gain
}
