//! What is known at a threshold, and between two of them.

use crate::candidates;
use crate::grouping::Groups;
use crate::objective::{Objective, Value};
use crate::pairs::PairCounts;
use crate::thresholds::ThresholdCounter;

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
    /// Whether it is known to hold no maximiser.
    pub ruled_out: bool,
    /// Cells in a unit of score, and pairs in the fullest cell, of the finest grid
    /// that was laid along it.
    pub scale: f64,
    pub pairs_per_cell: u64,
    /// Work when a grid was found to take too long.
    pub work_without_grid: u64,
}

/// Counts at many thresholds, a little at a time.
#[derive(Debug)]
pub struct EdgeCounter {
    edges: Vec<Edge>,
    epsilons: Vec<f64>,
    /// Whether differences are counted too.
    coarse: bool,
    counter: ThresholdCounter,
    /// The group and the first of its thresholds that are being counted.
    group: usize,
    first: usize,
    started: bool,
}

/// Rows times thresholds dealt with in one step, in small groups.
const ROWS_AT_ONCE: usize = 1 << 20;

impl EdgeCounter {
    /// Prepares to count at some thresholds; differences only if `coarse`.
    pub fn new(objective: &Objective, epsilons: Vec<f64>, coarse: bool) -> Self {
        let nothing = |&epsilon: &f64| {
            let (concordant, both_ties) = (objective.nothing(), objective.nothing());
            Edge { epsilon, concordant, both_ties, tied: 0, differences: 0 }
        };
        EdgeCounter {
            edges: epsilons.iter().map(nothing).collect(),
            epsilons,
            coarse,
            counter: ThresholdCounter::default(),
            group: 0,
            first: 0,
            started: false,
        }
    }

    /// Does a little of the work; returns whether all is done.
    pub fn step(&mut self, groups: &Groups, objective: &Objective) -> bool {
        let mut spent = 0;
        while self.group < groups.len() {
            let group = groups.get(self.group);
            let batch = ThresholdCounter::batch(group.rows());
            let here = self.first..self.epsilons.len().min(self.first + batch);
            if !self.started {
                self.counter.start(&group, &self.epsilons[here.clone()]);
                self.started = true;
            }
            if self.counter.step(&group) {
                let size = objective.size_of(self.group);
                let edges = &mut self.edges[here.clone()];
                for (edge, counts) in edges.iter_mut().zip(self.counter.counts()) {
                    edge.add(objective, size, counts);
                    if self.coarse {
                        edge.differences += candidates::count_up_to(&group, edge.epsilon);
                    }
                }
                self.started = false;
                self.first = here.end;
            }
            if self.first == self.epsilons.len() {
                (self.group, self.first) = (self.group + 1, 0);
            }
            spent += group.rows() * here.len();
            if spent > ROWS_AT_ONCE {
                break;
            }
        }
        self.group == groups.len()
    }

    /// Counts at all thresholds at once.
    pub fn run(mut self, groups: &Groups, objective: &Objective) -> Vec<Edge> {
        while !self.step(groups, objective) {}
        self.edges
    }

    /// What was counted, once all is done.
    pub fn into_edges(self) -> Vec<Edge> {
        self.edges
    }
}

impl Edge {
    fn add(&mut self, objective: &Objective, size: u32, counts: &PairCounts) {
        objective.add(&mut self.concordant, size, counts.concordant as i64);
        objective.add(&mut self.both_ties, size, counts.both_ties as i64);
        self.tied += counts.tied_by_metric();
    }

    /// Pairs judged right.
    pub fn correct(&self) -> Value {
        &self.concordant + &self.both_ties
    }
}

impl Interval {
    pub fn new(from: Edge, to: Edge) -> Self {
        Interval {
            from,
            to,
            cuts: 0,
            alone: false,
            ruled_out: false,
            scale: 0.0,
            pairs_per_cell: u64::MAX,
            work_without_grid: u64::MAX,
        }
    }

    /// The same with a grid of so many cells in a unit of score along it.
    pub fn on_grid(&self, scale: f64) -> Self {
        Interval { scale, ..self.clone() }
    }

    /// Pairs whose difference lies in the interval.
    pub fn pairs(&self) -> u64 {
        self.to.tied - self.from.tied
    }

    /// Differences of distinct scores that lie in the interval.
    pub fn differences(&self) -> u64 {
        self.to.differences - self.from.differences
    }

    /// Whether a threshold lies between the ends.
    pub fn is_inside(&self, epsilon: f64) -> bool {
        self.from.epsilon < epsilon && epsilon < self.to.epsilon
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
        candidates::cuts_between(self.from.epsilon, self.to.epsilon, self.cuts, count)
    }

    /// Cuts the interval at these edges.
    pub fn cut(mut self, edges: impl IntoIterator<Item = Edge>) -> Vec<Interval> {
        self.cuts += 1;
        let mut pieces = Vec::new();
        for edge in edges {
            let (piece, rest) = self.split(edge);
            pieces.push(piece);
            self = rest;
        }
        pieces.push(self);
        pieces
    }

    /// Cuts the interval at one edge.
    pub fn split(self, at: Edge) -> (Interval, Interval) {
        let left = Interval { from: self.from, to: at.clone(), ..self };
        (left, Interval { from: at, to: self.to, ..self })
    }
}
