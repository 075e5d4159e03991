//! Differences of an interval, listed, sorted and tried one after another.
//!
//! Pairs of the same difference are one entry. Scores of a few decimals make
//! hardly any others: millions of pairs lie within a few neighbouring numbers.

use super::edge::Interval;
use super::search::Search;
use super::walk::Walk;
use crate::grouping::{Group, Groups};
use crate::objective::{Objective, Value};

/// Entries of the table in which differences meet those just listed: 128 KiB.
const RECENT: usize = 1 << 12;
/// Pairs looked at in one step: about 20 ms.
const PAIRS_AT_ONCE: usize = 1 << 22;

/// What all pairs of one difference, in groups of one size, change when they
/// turn into ties.
#[derive(Debug, Clone, Copy)]
pub struct Difference {
    /// Bits of the difference: non-negative floats sort as their bits do.
    pub bits: u64,
    /// Human ties among the pairs, less concordant ones.
    gain: i64,
    /// Size of the group, as an index of the objective.
    size: u32,
}

/// Differences that are being listed, equal ones added up.
#[derive(Debug)]
struct List {
    differences: Vec<Difference>,
    /// The last difference of each hash, not in the list yet.
    recent: Vec<Option<Difference>>,
    /// The list is sorted, and equal differences in it added up, at this length.
    limit: usize,
}

impl List {
    fn new(limit: usize) -> Self {
        List { differences: Vec::new(), recent: vec![None; RECENT], limit }
    }

    fn push(&mut self, difference: Difference) {
        let hash = difference.bits.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - RECENT.ilog2());
        let recent = &mut self.recent[hash as usize];
        match recent {
            Some(same) if (same.bits, same.size) == (difference.bits, difference.size) => {
                same.gain += difference.gain;
            }
            _ => self.differences.extend(recent.replace(difference)),
        }
    }

    /// Makes room, if there are too many; returns whether that is not enough.
    fn is_full(&mut self) -> bool {
        if self.differences.len() <= self.limit {
            return false;
        }
        self.ascend();
        self.differences.len() > self.limit / 2
    }

    /// Sorts the list, and adds up equal differences.
    fn ascend(&mut self) {
        self.differences.sort_unstable_by_key(|difference| (difference.bits, difference.size));
        self.differences.dedup_by(|next, kept| {
            let same = (next.bits, next.size) == (kept.bits, kept.size);
            kept.gain += if same { next.gain } else { 0 };
            same
        });
    }

    fn into_sorted(mut self) -> Vec<Difference> {
        self.differences.extend(self.recent.drain(..).flatten());
        self.ascend();
        self.differences
    }
}

/// Lists the wanted differences of an interval, some pairs at a time.
#[derive(Debug)]
pub struct Lister {
    list: List,
    walk: Walk,
    is_full: bool,
}

impl Lister {
    /// Prepares to list the differences above one threshold and up to another,
    /// of which about `limit` may differ.
    pub fn new(low: f64, high: f64, limit: usize) -> Self {
        Lister { list: List::new(limit), walk: Walk::new(low, high), is_full: false }
    }

    /// Lists some of the wanted differences; returns whether all are listed, or
    /// too many.
    pub fn step(
        &mut self,
        groups: &Groups,
        objective: &Objective,
        wanted: impl Fn(f64) -> bool,
    ) -> bool {
        let (list, is_full) = (&mut self.list, &mut self.is_full);
        self.walk.step(groups, PAIRS_AT_ONCE, |index, group, row, others| {
            let size = objective.size_of(index);
            let (score, rank) = (group.metric[row], group.human_rank[row]);
            let others = group.metric[others.clone()].iter().zip(&group.human_rank[others]);
            for (&other, &other_rank) in others {
                let difference = score - other;
                if wanted(difference) {
                    let gain = i64::from(other_rank == rank) - i64::from(other_rank < rank);
                    list.push(Difference { bits: difference.to_bits(), gain, size });
                }
            }
            *is_full = list.is_full();
            !*is_full
        })
    }

    /// The listed differences, ascending; nothing if they were too many.
    pub fn into_sorted(self) -> Option<Vec<Difference>> {
        (!self.is_full).then(|| self.list.into_sorted())
    }
}

/// All differences of distinct scores in an interval, ascending.
pub fn list_all(groups: &Groups, objective: &Objective, interval: &Interval) -> Vec<Difference> {
    let range = (interval.from.epsilon, interval.to.epsilon);
    let mut list = List::new(usize::MAX);
    for (index, group) in groups.iter().enumerate() {
        list_group(&group, range, objective.size_of(index), &mut list);
    }
    list.into_sorted()
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

/// Lists the differences of distinct scores within a group.
fn list_group(group: &Group, (low, high): (f64, f64), size: u32, list: &mut List) {
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
            let gain = gain_of_tie(group.run_ranks(lower), group.run_ranks(upper));
            list.push(Difference { bits: difference.to_bits(), gain, size });
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
