//! What is known at a threshold, and between two of them.

use std::rc::Rc;

use super::exact::Average;
use super::formula::{Formula, Reach, STATISTICS};
use super::search::Best;
use super::{Made, Objective};
use crate::stats::thresholds::ThresholdCounter;
use crate::stats::{Groups, PairCounts, candidates};

/// Rows times thresholds dealt with in one step, in small groups.
const ROWS_AT_ONCE: usize = 1 << 20;

/// What is known at one epsilon.
#[derive(Debug)]
pub struct Edge {
    pub epsilon: f64,
    /// Of each group.
    pub counts: Vec<PairCounts>,
    /// Differences of distinct scores up to epsilon.
    pub differences: u64,
}

impl Edge {
    /// The average of every statistic here.
    pub fn averages(&self) -> [Average; STATISTICS] {
        Formula::ALL.map(|formula| formula.average(&self.counts))
    }
}

/// Counts at many thresholds, a little at a time.
#[derive(Debug)]
pub struct EdgeCounter {
    epsilons: Vec<f64>,
    edges: Vec<Edge>,
    counter: ThresholdCounter,
    /// The group and the first of its thresholds that are being counted.
    group: usize,
    first: usize,
    started: bool,
}

impl EdgeCounter {
    pub fn new(groups: &Groups, epsilons: Vec<f64>) -> Self {
        let edge = |&epsilon: &f64| {
            let counts = Vec::with_capacity(groups.len());
            Edge { epsilon, counts, differences: 0 }
        };
        let edges = epsilons.iter().map(edge).collect();
        let counter = ThresholdCounter::default();
        EdgeCounter { epsilons, edges, counter, group: 0, first: 0, started: false }
    }

    /// Does a little of the work; returns whether all is done.
    pub fn step(&mut self, groups: &Groups) -> bool {
        let mut spent = 0;
        while self.group < groups.len() && spent < ROWS_AT_ONCE {
            let group = groups.get(self.group);
            let batch = ThresholdCounter::batch(group.rows());
            let here = self.first..self.epsilons.len().min(self.first + batch);
            if !self.started {
                self.counter.start(&group, &self.epsilons[here.clone()]);
                self.started = true;
            }
            spent += group.rows() * here.len();
            if !self.counter.step(&group) {
                continue;
            }
            for (edge, &counts) in self.edges[here.clone()].iter_mut().zip(self.counter.counts()) {
                edge.counts.push(counts);
                edge.differences += candidates::count_up_to(&group, edge.epsilon);
            }
            self.started = false;
            self.first = here.end;
            if self.first == self.epsilons.len() {
                (self.group, self.first) = (self.group + 1, 0);
            }
        }
        self.group == groups.len()
    }

    /// What was counted, once all is done.
    pub fn into_edges(self) -> Vec<Edge> {
        self.edges
    }
}

/// How far objectives reach between two thresholds, each statistic worked out once.
#[derive(Debug)]
pub struct Reaches<'a> {
    from: &'a [PairCounts],
    to: &'a [PairCounts],
    known: [Option<Option<Reach>>; STATISTICS],
}

impl<'a> Reaches<'a> {
    /// Given the counts of each group at both.
    pub fn new(from: &'a [PairCounts], to: &'a [PairCounts]) -> Self {
        Reaches { from, to, known: [None; STATISTICS] }
    }

    /// The reach of an objective; `None` if no group is defined there.
    pub fn of(&mut self, objective: Objective) -> Option<Reach> {
        match objective.made() {
            Made::Of(formula) => self.of_formula(formula),
            Made::Weighted(percent) => {
                let ties = self.of_formula(Formula::TiesF1)?;
                let ranks = self.of_formula(Formula::CorrectRankF1)?;
                Some(Reach {
                    least: Average::weighted(percent, ties.least, ranks.least),
                    greatest: Average::weighted(percent, ties.greatest, ranks.greatest),
                    all: true,
                })
            }
        }
    }

    fn of_formula(&mut self, formula: Formula) -> Option<Reach> {
        let known = &mut self.known[formula as usize];
        *known.get_or_insert_with(|| formula.reach(self.from, self.to))
    }
}

/// Candidates above `from.epsilon` and up to `to.epsilon`.
#[derive(Debug)]
pub struct Interval {
    pub from: Rc<Edge>,
    pub to: Rc<Edge>,
    /// Objectives that may have a maximiser inside, by index; the others are settled.
    pub open: Vec<Open>,
    /// How often an interval was cut to get this one.
    cuts: u32,
}

/// An objective that may have a maximiser in an interval.
#[derive(Debug, Clone, Copy)]
pub struct Open {
    pub objective: usize,
    /// No average is greater inside.
    pub greatest: Average,
}

impl Interval {
    /// All candidates between two edges, for some objectives, whose best values so far are known: tries those
    /// that are the same everywhere inside, leaves out those that cannot reach the best.
    fn new(
        (from, to): (Rc<Edge>, Rc<Edge>),
        cuts: u32,
        asked: impl Iterator<Item = usize>,
        (objectives, best): (&[Objective], &mut [Best]),
        groups: &Groups,
    ) -> Self {
        let mut interval = Interval { from, to, open: Vec::new(), cuts };
        if interval.differences() == 0 {
            return interval;
        }
        let (from, to) = (Rc::clone(&interval.from), Rc::clone(&interval.to));
        let mut reaches = Reaches::new(&from.counts, &to.counts);
        let mut ends = None;
        for objective in asked {
            let Some(reach) = reaches.of(objectives[objective]) else { continue };
            let best = &mut best[objective];
            if !best.may_be(&reach.greatest) {
                continue;
            }
            if reach.all && reach.least.compare(&reach.greatest).is_eq() {
                let (first, last) = *ends.get_or_insert_with(|| interval.ends(groups));
                best.try_candidate(first, &reach.greatest);
                best.try_candidate(last, &reach.greatest);
            } else {
                interval.open.push(Open { objective, greatest: reach.greatest });
            }
        }
        interval
    }

    /// All candidates but 0.
    pub fn whole(
        from: Rc<Edge>,
        to: Rc<Edge>,
        (objectives, best): (&[Objective], &mut [Best]),
        groups: &Groups,
    ) -> Self {
        Self::new((from, to), 0, 0..objectives.len(), (objectives, best), groups)
    }

    /// Differences of distinct scores that lie in the interval.
    pub fn differences(&self) -> u64 {
        self.to.differences - self.from.differences
    }

    /// The first and the last candidate inside, of which there is one.
    fn ends(&self, groups: &Groups) -> (f64, f64) {
        let first = candidates::next_above(groups, self.from.epsilon);
        let last = candidates::last_below(groups, self.to.epsilon.next_up());
        (first.unwrap_or(self.to.epsilon), last.unwrap_or(self.to.epsilon))
    }

    /// Closes objectives that cannot reach the best any more; returns whether any is open.
    pub fn close(&mut self, best: &[Best]) -> bool {
        self.open.retain(|open| best[open.objective].may_be(&open.greatest));
        !self.open.is_empty()
    }

    /// Up to `count` thresholds strictly inside, ascending. None where no number lies between the ends.
    pub fn thresholds_inside(&self, count: usize) -> Vec<f64> {
        candidates::cuts_between(self.from.epsilon, self.to.epsilon, self.cuts, count)
    }

    /// Cuts the interval at these edges; pieces with nothing open are left out.
    pub fn cut(
        self,
        edges: impl Iterator<Item = Rc<Edge>>,
        (objectives, best): (&[Objective], &mut [Best]),
        groups: &Groups,
    ) -> Vec<Interval> {
        let mut from = self.from;
        let mut pieces = Vec::new();
        for to in edges.chain([self.to]) {
            let ends = (from, Rc::clone(&to));
            let asked = self.open.iter().map(|open| open.objective);
            let piece = Interval::new(ends, self.cuts + 1, asked, (objectives, &mut *best), groups);
            if !piece.open.is_empty() {
                pieces.push(piece);
            }
            from = to;
        }
        pieces
    }
}
