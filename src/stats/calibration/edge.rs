//! What is known at a threshold, and between two of them.

use crate::stats::candidates;
use crate::stats::grouping::Groups;
use crate::stats::objective::{Objective, Value};
use crate::stats::thresholds::ThresholdCounter;

/// Halvings of the value before halving the binary representation instead,
/// which needs at most 64 more even when differences span 600 decades.
const ARITHMETIC_HALVINGS: u32 = 40;

/// What is known at one epsilon.
#[derive(Debug, Clone)]
pub struct Edge {
    pub epsilon: f64,
    /// Concordant pairs.
    pub concordant: Value,
    /// Pairs tied by human and metric.
    pub both_ties: Value,
    /// Pairs tied by the metric.
    pub tied: u64,
    /// Differences of distinct scores up to epsilon, where that was asked for.
    pub differences: u64,
}

/// Candidates above `from.epsilon` and up to `to.epsilon`.
#[derive(Debug, Clone)]
pub struct Interval {
    pub from: Edge,
    pub to: Edge,
    /// How often an interval was cut to get this one.
    cuts: u32,
    /// Whether it must not be joined to others again.
    pub alone: bool,
}

impl Edge {
    /// Counts at each of the thresholds; differences only if `coarse`.
    pub fn at(
        groups: &Groups,
        objective: &Objective,
        counter: &mut ThresholdCounter,
        epsilons: &[f64],
        coarse: bool,
    ) -> Vec<Edge> {
        let nothing = |&epsilon: &f64| {
            let (concordant, both_ties) = (objective.nothing(), objective.nothing());
            Edge { epsilon, concordant, both_ties, tied: 0, differences: 0 }
        };
        let mut edges: Vec<Edge> = epsilons.iter().map(nothing).collect();
        for (index, group) in groups.iter().enumerate() {
            let size = objective.size_of(index);
            for (edge, counts) in edges.iter_mut().zip(counter.count(&group, epsilons)) {
                objective.add(&mut edge.concordant, size, counts.concordant as i64);
                objective.add(&mut edge.both_ties, size, counts.both_ties as i64);
                edge.tied += counts.tied_by_metric();
                if coarse {
                    edge.differences += candidates::count_up_to(&group, edge.epsilon);
                }
            }
        }
        edges
    }

    /// Pairs judged right.
    pub fn correct(&self) -> Value {
        &self.concordant + &self.both_ties
    }
}

impl Interval {
    pub fn new(from: Edge, to: Edge) -> Self {
        Interval { from, to, cuts: 0, alone: false }
    }

    /// Pairs whose difference lies in the interval.
    pub fn pairs(&self) -> u64 {
        self.to.tied - self.from.tied
    }

    /// Differences of distinct scores that lie in the interval.
    pub fn differences(&self) -> u64 {
        self.to.differences - self.from.differences
    }

    /// Whether nothing that counts happens inside: acc_eq is the same at all
    /// candidates.
    pub fn is_flat(&self, objective: &Objective) -> bool {
        // Both only move one way, so equal sums at the ends mean no move.
        objective.is_same(&self.from.concordant, &self.to.concordant)
            && objective.is_same(&self.from.both_ties, &self.to.both_ties)
    }

    /// Up to `count` thresholds strictly inside, ascending. None where no
    /// number lies between the ends.
    pub fn thresholds_inside(&self, count: usize) -> Vec<f64> {
        let (low, high) = (self.from.epsilon, self.to.epsilon);
        let mut inside: Vec<f64> = if self.cuts < ARITHMETIC_HALVINGS {
            let share = |cut: usize| cut as f64 / (count + 1) as f64;
            (1..=count).map(|cut| low + (high - low) * share(cut)).collect()
        } else {
            vec![f64::from_bits(low.to_bits().midpoint(high.to_bits()))]
        };
        inside.retain(|&epsilon| low < epsilon && epsilon < high);
        inside.dedup();
        inside
    }

    /// Cuts the interval at these edges.
    pub fn cut(self, edges: impl IntoIterator<Item = Edge>) -> Vec<Interval> {
        let cuts = self.cuts + 1;
        let mut from = self.from;
        let mut pieces = Vec::new();
        for to in edges.into_iter().chain([self.to]) {
            pieces.push(Interval { from, to: to.clone(), cuts, alone: self.alone });
            from = to;
        }
        pieces
    }
}
