//! The pairs of an interval, counted in fine bins; the differences in those bins
//! that can still hold the maximum, listed.

use super::edge::{Edge, Interval};
use super::list::{self, Difference, Lister};
use super::search::Search;
use super::walk::Walk;
use crate::candidates;
use crate::grouping::Groups;
use crate::objective::{Objective, Value};

/// Bins of an interval: 64 KiB of counts for each size of group.
const BINS: usize = 1 << 13;
/// Where too many differences are open there are more, so many times as many of
/// them for those that hold a pair.
const FINER_BINS: usize = 1 << 4;
/// Few enough of these are better counted piece by piece.
const FEW_BINS: usize = 1 << 5;
/// 8 MiB of counts at most.
const MOST_BINS: usize = 1 << 20;
/// Counting a piece anew makes bins so many times as fine, at least.
const FINER: usize = 16;
/// Pairs counted in one step: about 20 ms.
const PAIRS_AT_ONCE: usize = 1 << 23;
/// Adding 2^52 to a small number leaves it, rounded, in the low bits.
const ROUNDING: f64 = (1u64 << 52) as f64;

/// The pairs above one threshold and up to another, counted by bin.
#[derive(Debug)]
pub struct Bins {
    from: Edge,
    to: f64,
    scale: f64,
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
        Bins::with(objective, from, to, BINS)
    }

    fn with(objective: &Objective, from: &Edge, to: f64, bins: usize) -> Self {
        let scale = (bins - 1) as f64 / (to - from.epsilon);
        Bins {
            from: from.clone(),
            to,
            // A distance shorter than 1e-304 is a single bin.
            scale: if scale.is_finite() { scale } else { 0.0 },
            counts: vec![vec![0; bins]; objective.sizes()],
            open: vec![false; bins],
            walk: Walk::new(from.epsilon, to),
        }
    }

    /// Counts some pairs; returns whether all are counted.
    pub fn step(&mut self, groups: &Groups, objective: &Objective) -> bool {
        let (low, scale) = (self.from.epsilon, self.scale);
        let (counts, last) = (&mut self.counts, self.open.len() - 1);
        self.walk.step(groups, PAIRS_AT_ONCE, |index, group, row, others| {
            let counts = &mut counts[objective.size_of(index) as usize];
            let (score, rank) = (group.metric[row], group.human_rank[row]);
            let others = group.metric[others.clone()].iter().zip(&group.human_rank[others]);
            for (&other, &other_rank) in others {
                let bin = ((score - other - low) * scale + ROUNDING).to_bits() as usize & last;
                let tie = u64::from(other_rank == rank);
                let concordant = u64::from(other_rank < rank);
                counts[bin] += tie | concordant << 32;
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
        let offset = difference - self.from.epsilon;
        (offset * self.scale + ROUNDING).to_bits() as usize & (self.open.len() - 1)
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

    /// The same interval in more bins, to be counted anew, unless it had them.
    pub fn finer(&self, objective: &Objective) -> Option<Self> {
        let occupied = (0..self.open.len()).filter(|&bin| self.pairs(bin) > 0).count();
        let bins = (FINER_BINS * BINS * BINS / occupied.max(1)).next_power_of_two();
        let bins = bins.min(MOST_BINS / objective.sizes().next_power_of_two());
        let is_finer = bins > BINS && self.open.len() == BINS && occupied > FEW_BINS;
        is_finer.then(|| Bins::with(objective, &self.from, self.to, bins))
    }

    /// Pairs in open bins, but for those the two disagree on.
    pub fn open_pairs(&self) -> u64 {
        (0..self.open.len()).filter(|&bin| self.open[bin]).map(|bin| self.pairs(bin)).sum()
    }

    /// Prepares to list the differences in open bins.
    pub fn lister(&self, limit: usize) -> Lister {
        let first = self.open.iter().position(|&open| open).unwrap_or(self.open.len());
        let last = self.open.iter().rposition(|&open| open).unwrap_or(0);
        // Two bins more on either side make up for rounding, and where they are
        // closer than numbers, a number more: a difference must be above `low`.
        let edge = |bin: f64| self.from.epsilon + bin / self.scale;
        let (from, to) = (self.from.epsilon, self.to);
        let (low, high) = match self.scale > 0.0 {
            true => {
                (edge(first as f64 - 2.0).next_down().max(from), edge(last as f64 + 2.0).min(to))
            }
            false => (from, to),
        };
        Lister::new(low, high.max(low), limit)
    }

    /// Whether a difference lies in a bin that can hold a maximiser.
    pub fn is_open(&self, difference: f64) -> bool {
        self.open[self.bin(difference)]
    }

    /// Cuts the interval that was counted between bins: into pieces of up to so
    /// many pairs, or of a single bin, and of few bins in any case. A piece
    /// without an open bin is ruled out.
    pub fn cut(
        &self,
        groups: &Groups,
        objective: &Objective,
        interval: Interval,
        pairs: u64,
    ) -> Vec<Interval> {
        let mut at = At::start(self);
        let (mut edges, mut open) = (Vec::new(), Vec::new());
        let mut piece = (0, 0, false);
        for bin in 0..self.open.len() {
            let here = self.pairs(bin);
            if piece.0 > 0 && (piece.0 >= self.open.len() / FINER || piece.1 + here > pairs) {
                let end = self.last_of(bin - 1);
                if interval.is_inside(end)
                    && edges.last().is_none_or(|edge: &Edge| edge.epsilon < end)
                {
                    edges.push(at.clone().edge(end, candidates::pairs_up_to(groups, end)));
                    open.push(piece.2);
                    piece = (0, 0, false);
                }
            }
            piece = (piece.0 + 1, piece.1 + here, piece.2 || self.open[bin]);
            at.tie(self, objective, bin);
            at.lose(self, objective, bin);
        }
        open.push(piece.2);
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
