//! The pairs of an interval, counted in fine bins; the differences in those bins
//! that can still hold the maximum, listed.

use std::ops::Range;

use super::axis::{self, Axis};
use super::edge::{Edge, Interval};
use super::list::{self, Difference, Lister};
use super::search::Search;
use super::walk::Walk;
use crate::candidates;
use crate::grouping::{Group, Groups};
use crate::objective::{Objective, Value};

/// Counting a piece anew makes bins so many times as fine, at least.
const FINER: usize = 16;
/// Pairs counted in one step: about 20 ms.
const PAIRS_AT_ONCE: usize = 1 << 23;

/// The pairs above one threshold and up to another, counted by bin.
#[derive(Debug)]
pub struct Bins {
    from: Edge,
    to: f64,
    axis: Axis,
    /// For each size of group and bin: human ties in the low half, concordant
    /// pairs in the high half.
    counts: Vec<Vec<u64>>,
    /// Whether each bin can hold a maximiser.
    open: Vec<bool>,
    walk: Walk,
}

impl Bins {
    /// Prepares to count the pairs between two thresholds; they must be fewer
    /// than 2^32.
    pub fn new(objective: &Objective, from: &Edge, to: f64) -> Self {
        Bins::along(Axis::even(from.epsilon, to), objective, from, to)
    }

    fn along(axis: Axis, objective: &Objective, from: &Edge, to: f64) -> Self {
        Bins {
            from: from.clone(),
            to,
            counts: vec![vec![0; axis.bins()]; objective.sizes()],
            open: vec![false; axis.bins()],
            axis,
            walk: Walk::new(from.epsilon, to),
        }
    }

    /// Counts some pairs; returns whether all are counted.
    pub fn step(&mut self, groups: &Groups, objective: &Objective) -> bool {
        let (axis, counts) = (&self.axis, &mut self.counts);
        let is_even = axis.is_even();
        self.walk.step(groups, PAIRS_AT_ONCE, |index, group, row, others| {
            let counts = &mut counts[objective.size_of(index) as usize];
            match is_even {
                true => count(group, row, others, counts, |difference| axis.even_bin(difference)),
                false => count(group, row, others, counts, |difference| axis.part(difference)),
            }
            true
        })
    }

    /// What is known at the upper threshold, once all pairs are counted.
    pub fn end(&self, objective: &Objective) -> Edge {
        let mut at = At::start(self);
        for bin in 0..self.open.len() {
            at.tie(self, objective, bin);
            at.lose(self, objective, bin);
        }
        at.edge(self.to, self.from.tied + self.walk.pairs())
    }

    fn bin(&self, difference: f64) -> usize {
        self.axis.bin(difference)
    }

    /// Opens the bins that can hold a maximiser.
    pub fn open(&mut self, objective: &Objective, search: &mut Search) {
        self.raise_floor(objective, search);
        let mut at = At::start(self);
        for bin in 0..self.open.len() {
            at.tie(self, objective, bin);
            self.open[bin] = !search.rules_out(objective, &at.concordant, &at.both_ties);
            at.lose(self, objective, bin);
        }
    }

    /// The value behind each bin is reached, at the last candidate before.
    pub fn raise_floor(&self, objective: &Objective, search: &mut Search) {
        let mut at = At::start(self);
        for bin in 0..self.open.len() {
            at.tie(self, objective, bin);
            at.lose(self, objective, bin);
            search.raise_floor(objective, &at.concordant, &at.both_ties);
        }
    }

    /// The same interval, to be counted anew, with the open bins split, if they
    /// can be.
    pub fn finer(&self, objective: &Objective) -> Option<Self> {
        let wanted = |bin| self.open[bin] && self.pairs(bin) > 0;
        let axis = self.axis.split(wanted, objective.sizes())?;
        Some(Bins::along(axis, objective, &self.from, self.to))
    }

    /// Pairs in open bins, but for those the two disagree on.
    pub fn open_pairs(&self) -> u64 {
        (0..self.open.len()).filter(|&bin| self.open[bin]).map(|bin| self.pairs(bin)).sum()
    }

    /// Prepares to list the differences in open bins.
    pub fn lister(&self, limit: usize) -> Lister {
        let from = self.from.epsilon;
        let (low, high) = match self.open.iter().position(|&open| open) {
            None => (from, from),
            Some(first) => {
                let last = self.open.iter().rposition(|&open| open).unwrap_or(first);
                (first.checked_sub(1).map_or(from, |bin| self.last_of(bin)), self.last_of(last))
            }
        };
        Lister::new(low, high, limit)
    }

    /// Whether a difference lies in a bin that can hold a maximiser.
    pub fn is_open(&self, difference: f64) -> bool {
        self.open[self.bin(difference)]
    }

    /// Cuts the interval that was counted between bins: into pieces of up to so
    /// many pairs, or of a single bin, and of a small part of it in any case. A
    /// piece without an open bin is ruled out.
    pub fn cut(
        &self,
        groups: &Groups,
        objective: &Objective,
        interval: Interval,
        most: u64,
    ) -> Vec<Interval> {
        let mut at = At::start(self);
        let mut edges: Vec<Edge> = Vec::new();
        let (mut open, mut is_open) = (Vec::new(), false);
        let (mut first, mut pairs) = (0, 0);
        for bin in 0..self.open.len() {
            let here = self.pairs(bin);
            let is_wide = self.axis.even_bin_of(bin) >= first + axis::BINS / FINER;
            if bin > 0 && (is_wide || pairs + here > most) {
                let end = self.last_of(bin - 1);
                if interval.is_inside(end) && edges.last().is_none_or(|edge| edge.epsilon < end) {
                    edges.push(at.clone().edge(end, candidates::pairs_up_to(groups, end)));
                    open.push(is_open);
                    (first, pairs, is_open) = (self.axis.even_bin_of(bin), 0, false);
                }
            }
            pairs += here;
            is_open |= self.open[bin];
            at.tie(self, objective, bin);
            at.lose(self, objective, bin);
        }
        open.push(is_open);
        let mut pieces = interval.cut(edges);
        pieces.iter_mut().zip(open).for_each(|(piece, open)| piece.ruled_out = !open);
        pieces
    }

    /// The greatest difference that falls into a bin or one before it.
    fn last_of(&self, bin: usize) -> f64 {
        let (mut inside, mut outside) = (self.from.epsilon.to_bits(), self.to.to_bits() + 1);
        while inside + 1 < outside {
            let middle = inside.midpoint(outside);
            match self.bin(f64::from_bits(middle)) <= bin {
                true => inside = middle,
                false => outside = middle,
            }
        }
        f64::from_bits(inside)
    }

    /// Pairs in a bin, but for those the two disagree on.
    fn pairs(&self, bin: usize) -> u64 {
        self.counts
            .iter()
            .map(|counts| (counts[bin] & u64::from(u32::MAX)) + (counts[bin] >> 32))
            .sum()
    }

    /// Tries the listed candidates, in the order of the bins.
    pub fn sweep(&self, list: &[Difference], objective: &Objective, search: &mut Search) {
        let mut at = At::start(self);
        let mut rest = list;
        for bin in 0..self.open.len() {
            let before = self.open[bin].then(|| at.correct());
            at.tie(self, objective, bin);
            at.lose(self, objective, bin);
            let Some(before) = before else {
                search.pass_over();
                continue;
            };
            let inside =
                rest.partition_point(|difference| self.bin(f64::from_bits(difference.bits)) <= bin);
            list::sweep(&rest[..inside], before, objective, search);
            rest = &rest[inside..];
        }
    }
}

/// Counts the pairs of a row with others in their bins.
#[inline]
fn count(
    group: &Group,
    row: usize,
    others: Range<usize>,
    counts: &mut [u64],
    bin: impl Fn(f64) -> usize,
) {
    let (score, rank) = (group.metric[row], group.human_rank[row]);
    let others = group.metric[others.clone()].iter().zip(&group.human_rank[others]);
    for (&other, &other_rank) in others {
        let tie = u64::from(other_rank == rank);
        let concordant = u64::from(other_rank < rank);
        counts[bin(score - other)] += tie | concordant << 32;
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

    fn edge(self, epsilon: f64, tied: u64) -> Edge {
        Edge {
            epsilon,
            concordant: self.concordant,
            both_ties: self.both_ties,
            tied,
            differences: 0,
        }
    }
}
