//! The differences of an interval, sorted into fine bins; those of the bins
//! that can still hold the maximum, listed.

use super::edge::Interval;
use super::search::Search;
use crate::stats::grouping::{Group, Groups};
use crate::stats::objective::{Objective, Value};

/// Bins of an interval: 64 KiB of counts for each size of group.
const BINS: usize = 1 << 13;
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

/// An interval whose pairs are counted by bin.
#[derive(Debug)]
pub struct Bins<'a> {
    groups: &'a Groups,
    objective: &'a Objective,
    interval: &'a Interval,
    scale: f64,
    /// For each size of group and bin: human ties in the low half, concordant
    /// pairs in the high half.
    counts: Vec<[u64; BINS]>,
    /// Whether each bin can hold a maximiser.
    open: Vec<bool>,
}

impl<'a> Bins<'a> {
    /// Counts the pairs of the interval, fewer than 2^32.
    pub fn new(groups: &'a Groups, objective: &'a Objective, interval: &'a Interval) -> Self {
        let scale = (BINS - 1) as f64 / (interval.to.epsilon - interval.from.epsilon);
        let mut bins = Bins {
            groups,
            objective,
            interval,
            // An interval shorter than 1e-304 is a single bin.
            scale: if scale.is_finite() { scale } else { 0.0 },
            counts: vec![[0; BINS]; objective.sizes()],
            open: vec![false; BINS],
        };
        for (index, group) in groups.iter().enumerate() {
            bins.count(&group, objective.size_of(index) as usize);
        }
        bins
    }

    fn count(&mut self, group: &Group, size: usize) {
        let (low, high) = (self.interval.from.epsilon, self.interval.to.epsilon);
        let (counts, scale) = (&mut self.counts[size], self.scale);
        let (mut start, mut end) = (0, 0);
        for (&score, &rank) in group.metric.iter().zip(group.human_rank) {
            while score - group.metric[start] > high {
                start += 1;
            }
            while score - group.metric[end] > low {
                end += 1;
            }
            if end <= start {
                continue;
            }
            let others = group.metric[start..end].iter().zip(&group.human_rank[start..end]);
            for (&other, &other_rank) in others {
                let bin = ((score - other - low) * scale + ROUNDING).to_bits() as usize % BINS;
                let tie = u64::from(other_rank == rank);
                let concordant = u64::from(other_rank < rank);
                counts[bin] += tie | concordant << 32;
            }
        }
    }

    fn bin(&self, difference: f64) -> usize {
        let offset = difference - self.interval.from.epsilon;
        (offset * self.scale + ROUNDING).to_bits() as usize % BINS
    }

    /// Opens the bins that can hold a maximiser.
    pub fn open(&mut self, search: &mut Search) {
        // The value behind each bin is reached, at the last candidate before.
        let mut at = At::start(self.interval);
        for bin in 0..BINS {
            at.tie(self, bin);
            at.lose(self, bin);
            search.raise_floor(self.objective, &at.concordant, &at.both_ties);
        }
        let mut at = At::start(self.interval);
        for bin in 0..BINS {
            at.tie(self, bin);
            self.open[bin] = !search.rules_out(self.objective, &at.concordant, &at.both_ties);
            at.lose(self, bin);
        }
    }

    /// Lists the differences in open bins, ascending; nothing if they are more
    /// than `limit`.
    pub fn list(&self, limit: usize) -> Option<Vec<Difference>> {
        let Some(first) = self.open.iter().position(|&open| open) else {
            return Some(Vec::new());
        };
        let last = self.open.iter().rposition(|&open| open).unwrap_or(first);
        // Two bins more on either side make up for rounding.
        let edge = |bin: f64| self.interval.from.epsilon + bin / self.scale;
        let (from, to) = (self.interval.from.epsilon, self.interval.to.epsilon);
        let range = if self.scale > 0.0 {
            (edge(first as f64 - 2.0).max(from), edge(last as f64 + 2.0).min(to))
        } else {
            (from, to)
        };
        let mut list = Vec::new();
        for (index, group) in self.groups.iter().enumerate() {
            let size = self.objective.size_of(index);
            let wanted = |difference| self.open[self.bin(difference)];
            list_differences(&group, range, size, wanted, limit, &mut list);
            if list.len() > limit {
                return None;
            }
        }
        list.sort_unstable_by_key(|difference| difference.bits);
        Some(list)
    }

    /// Tries the listed candidates, in the order of the bins.
    pub fn sweep(&self, list: &[Difference], search: &mut Search) {
        let mut at = At::start(self.interval);
        let mut rest = list;
        for bin in 0..BINS {
            let before = self.open[bin].then(|| at.correct());
            at.tie(self, bin);
            at.lose(self, bin);
            let Some(before) = before else {
                search.pass_over();
                continue;
            };
            let inside =
                rest.partition_point(|difference| self.bin(f64::from_bits(difference.bits)) <= bin);
            sweep(&rest[..inside], before, self.objective, search);
            rest = &rest[inside..];
        }
    }
}

/// Counts at some point of the interval.
#[derive(Debug, Clone)]
struct At {
    concordant: Value,
    both_ties: Value,
}

impl At {
    fn start(interval: &Interval) -> Self {
        At {
            concordant: interval.from.concordant.clone(),
            both_ties: interval.from.both_ties.clone(),
        }
    }

    /// Turns those pairs of a bin into ties that the human ties too.
    fn tie(&mut self, bins: &Bins, bin: usize) {
        for (size, counts) in bins.counts.iter().enumerate() {
            let ties = (counts[bin] & u64::from(u32::MAX)) as i64;
            bins.objective.add(&mut self.both_ties, size as u32, ties);
        }
    }

    /// Turns the concordant pairs of a bin into ties.
    fn lose(&mut self, bins: &Bins, bin: usize) {
        for (size, counts) in bins.counts.iter().enumerate() {
            let concordant = (counts[bin] >> 32) as i64;
            bins.objective.add(&mut self.concordant, size as u32, -concordant);
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
    list.sort_unstable_by_key(|difference| difference.bits);
    list
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
