//! Tie calibration: the epsilon that maximises acc_eq, exactly.
//!
//! Candidates are 0 and every difference |m_i - m_j| within a group; the
//! answer is the smallest that reaches the maximum. Pairs are never listed all
//! at once. The axis of epsilon is cut into intervals (a, b]; within one,
//!
//! > acc_eq(e) x P = C(e) + T_hm(e) <= C(a) + T_hm(b),
//!
//! because raising epsilon can only turn ordered pairs into ties: concordant
//! pairs disappear and ties that the human shares appear. Both counts cost a
//! sort and a window ([`PairCounter`]). An interval whose bound is below a
//! value that is reached elsewhere is passed over; others are halved until
//! their differences are few enough to sort, and then every candidate in them
//! is tried in ascending order.

use std::cmp::Ordering;

use super::candidates;
use super::grouping::{Group, Groups};
use super::objective::{Objective, Value};
use super::pairs::PairCounter;

/// An interval with at most this many differences is sorted: 6 MiB of them.
const SORTED_AT_ONCE: u64 = 1 << 18;
/// Where differences are too many to sort, the axis is first cut into so many
/// intervals: the best value at their ends rules out most of them.
const FIRST_CUTS: usize = 32;
/// Halvings of the value before halving the binary representation instead,
/// which needs at most 64 more even when differences span 600 decades.
const ARITHMETIC_HALVINGS: u32 = 40;

/// The calibrated threshold.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Calibration {
    /// epsilon*: the smallest candidate that maximises acc_eq.
    pub epsilon: f64,
    /// The largest candidate that does.
    pub last_epsilon: f64,
    /// Whether no candidate between the two falls short of the maximum.
    pub contiguous: bool,
}

/// Finds the [`Calibration`] of groups in steps of a few milliseconds.
///
/// The result does not depend on how the steps are spread in time.
#[derive(Debug)]
pub struct Calibrator {
    objective: Objective,
    counter: PairCounter,
    /// Ends of the first cuts, as far as they are counted.
    edges: Vec<Edge>,
    /// Intervals still to be searched, the leftmost last.
    intervals: Vec<Interval>,
    search: Search,
    differences: Vec<Difference>,
    total: u64,
}

/// Candidates above `from.epsilon` and up to `to.epsilon`.
#[derive(Debug)]
struct Interval {
    from: Edge,
    to: Edge,
    halvings: u32,
}

/// What is known at one epsilon.
#[derive(Debug, Clone)]
struct Edge {
    epsilon: f64,
    concordant: Value,
    both_ties: Value,
    /// Differences of distinct scores up to epsilon.
    differences: u64,
}

/// What all pairs with one metric difference change when they turn into ties.
#[derive(Debug, Clone, Copy)]
struct Difference {
    /// Bits of the difference: non-negative floats sort as their bits do.
    bits: u64,
    /// Human ties among the pairs, less concordant ones.
    gain: i64,
    /// Size of the group, as an index of the objective.
    size: u32,
}

impl Calibrator {
    /// Prepares the search, which takes as long as two counts of all pairs.
    pub fn new(groups: &Groups) -> Self {
        let objective = Objective::new(groups);
        let mut counter = PairCounter::default();
        let mut edge = |epsilon| Edge::at(groups, &objective, &mut counter, epsilon);
        // A difference beyond the range of an f64 is never a tie.
        let (zero, last) = (edge(0.0), edge(groups.largest_difference().min(f64::MAX)));
        let mut search = Search::new(zero.correct());
        search.raise_floor(&objective, &last);
        let total = last.differences;
        let mut calibrator = Calibrator {
            objective,
            counter,
            edges: vec![zero, last],
            intervals: Vec::new(),
            search,
            differences: Vec::new(),
            total,
        };
        if total <= SORTED_AT_ONCE {
            calibrator.cut();
        }
        calibrator
    }

    /// Does a little of the work; `groups` must be those it was made for.
    /// Returns the result once all is done.
    pub fn step(&mut self, groups: &Groups) -> Option<Calibration> {
        if !self.edges.is_empty() {
            self.survey(groups);
            return None;
        }
        let Some(interval) = self.intervals.pop() else {
            return Some(self.search.result());
        };
        let inside = interval.to.differences - interval.from.differences;
        if inside > 0 {
            if self.search.rules_out(&self.objective, &interval) {
                self.search.pass_over();
            } else if inside <= SORTED_AT_ONCE {
                self.sort(groups, &interval);
            } else {
                self.halve(groups, interval);
            }
        }
        None
    }

    /// Runs all steps.
    pub fn run(mut self, groups: &Groups) -> Calibration {
        loop {
            if let Some(result) = self.step(groups) {
                return result;
            }
        }
    }

    /// The share of differences dealt with, from 0 to 1; it never goes back.
    pub fn progress(&self) -> f64 {
        match self.intervals.last() {
            _ if !self.edges.is_empty() => 0.0,
            Some(interval) => interval.from.differences as f64 / self.total.max(1) as f64,
            None => 1.0,
        }
    }

    /// Counts at the next of the first cuts.
    fn survey(&mut self, groups: &Groups) {
        let last = self.edges.len() - 1;
        let epsilon = self.edges[last].epsilon * (last as f64 / FIRST_CUTS as f64);
        let edge = Edge::at(groups, &self.objective, &mut self.counter, epsilon);
        self.search.raise_floor(&self.objective, &edge);
        self.edges.insert(last, edge);
        if last + 1 == FIRST_CUTS {
            self.cut();
        }
    }

    /// Turns the ends of intervals into intervals.
    fn cut(&mut self) {
        let edges = std::mem::take(&mut self.edges);
        let pairs = edges.windows(2).rev();
        self.intervals = pairs
            .map(|pair| Interval { from: pair[0].clone(), to: pair[1].clone(), halvings: 0 })
            .collect();
    }

    fn halve(&mut self, groups: &Groups, Interval { from, to, halvings }: Interval) {
        let (low, high) = (from.epsilon, to.epsilon);
        let middle = if halvings < ARITHMETIC_HALVINGS {
            low + (high - low) / 2.0
        } else {
            f64::from_bits(low.to_bits().midpoint(high.to_bits()))
        };
        if middle <= low || middle >= high {
            // No number lies between: one candidate makes all the differences.
            return self.search.candidate(&self.objective, high, &to.correct());
        }
        let middle = Edge::at(groups, &self.objective, &mut self.counter, middle);
        self.search.raise_floor(&self.objective, &middle);
        let halvings = halvings + 1;
        self.intervals.push(Interval { from: middle.clone(), to, halvings });
        self.intervals.push(Interval { from, to: middle, halvings });
    }

    /// Tries every candidate of the interval.
    fn sort(&mut self, groups: &Groups, interval: &Interval) {
        self.differences.clear();
        for (index, group) in groups.iter().enumerate() {
            let size = self.objective.size_of(index);
            let range = (interval.from.epsilon, interval.to.epsilon);
            list_differences(&group, range, size, &mut self.differences);
        }
        self.differences.sort_unstable_by_key(|difference| difference.bits);
        let mut correct = interval.from.correct();
        for equal in self.differences.chunk_by(|a, b| a.bits == b.bits) {
            for difference in equal {
                self.objective.add(&mut correct, difference.size, difference.gain);
            }
            self.search.candidate(&self.objective, f64::from_bits(equal[0].bits), &correct);
        }
    }
}

/// Lists the differences above `low` and up to `high` within a group, one for
/// each two distinct metric scores.
fn list_differences(group: &Group, (low, high): (f64, f64), size: u32, list: &mut Vec<Difference>) {
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

impl Edge {
    fn at(groups: &Groups, objective: &Objective, counter: &mut PairCounter, epsilon: f64) -> Self {
        let (mut concordant, mut both_ties) = (objective.nothing(), objective.nothing());
        let mut differences = 0;
        for (index, group) in groups.iter().enumerate() {
            let size = objective.size_of(index);
            let counts = counter.count(&group, epsilon);
            objective.add(&mut concordant, size, counts.concordant as i64);
            objective.add(&mut both_ties, size, counts.both_ties as i64);
            differences += candidates::count_up_to(&group, epsilon);
        }
        Edge { epsilon, concordant, both_ties, differences }
    }

    fn correct(&self) -> Value {
        &self.concordant + &self.both_ties
    }
}

/// The best candidates so far, found from left to right.
#[derive(Debug)]
struct Search {
    /// A value that some candidate reaches.
    best: Value,
    /// The first and the last candidate that were seen to reach it.
    plateau: Option<(f64, f64)>,
    contiguous: bool,
    /// Whether a lesser candidate followed the last maximiser.
    left_plateau: bool,
}

impl Search {
    /// A search that begins with the candidate 0.
    fn new(at_zero: Value) -> Self {
        let plateau = Some((0.0, 0.0));
        Search { best: at_zero, plateau, contiguous: true, left_plateau: false }
    }

    /// Learns a value that is reached at a candidate not yet tried: the
    /// greatest one up to the edge.
    fn raise_floor(&mut self, objective: &Objective, edge: &Edge) {
        let value = edge.correct();
        if objective.compare(&value, &self.best) == Ordering::Greater {
            self.best = value;
            self.plateau = None;
        }
    }

    /// Whether no candidate in the interval can reach the best value.
    fn rules_out(&self, objective: &Objective, interval: &Interval) -> bool {
        objective.sum_is_less(&interval.from.concordant, &interval.to.both_ties, &self.best)
    }

    /// Tries the next candidate, which must be greater than all before.
    fn candidate(&mut self, objective: &Objective, epsilon: f64, value: &Value) {
        match (objective.compare(value, &self.best), &mut self.plateau) {
            (Ordering::Less, _) => self.left_plateau = true,
            (Ordering::Equal, Some((_, last))) => {
                *last = epsilon;
                self.contiguous &= !self.left_plateau;
            }
            (Ordering::Equal, None) | (Ordering::Greater, _) => {
                self.best = value.clone();
                self.plateau = Some((epsilon, epsilon));
                (self.contiguous, self.left_plateau) = (true, false);
            }
        }
    }

    /// Skips candidates that are all less than the best.
    fn pass_over(&mut self) {
        self.left_plateau = true;
    }

    fn result(&self) -> Calibration {
        let (epsilon, last_epsilon) =
            self.plateau.expect("the candidate that reaches a known value is never passed over");
        Calibration { epsilon, last_epsilon, contiguous: self.contiguous }
    }
}
