//! Tie calibration: the epsilon that maximises acc_eq, exactly.
//!
//! Candidates are 0 and every difference |m_i - m_j| within a group; the
//! answer is the smallest that reaches the maximum. Pairs are never listed all
//! at once. The axis of epsilon is cut into intervals (a, b]; within one,
//!
//! > acc_eq(e) x P = C(e) + T_hm(e) <= C(a) + T_hm(b),
//!
//! because raising epsilon can only turn ordered pairs into ties: concordant
//! pairs disappear and ties that the human shares appear. An interval whose
//! bound is below a value that is reached elsewhere is passed over. The others
//! are cut further, counting at the cuts, until they hold few pairs for the
//! rows there are; then their pairs are counted in fine bins, to which the same
//! bound applies, and only the candidates in bins that are still open are
//! listed, sorted and tried.

mod bins;
mod edge;
mod search;

use std::collections::VecDeque;

use bins::Bins;
use edge::{Edge, Interval};
use search::Search;

use super::candidates;
use super::grouping::Groups;
use super::objective::Objective;
use super::thresholds::ThresholdCounter;

/// Differences of distinct scores that are sorted at once: 6 MiB of them.
const SORTED_AT_ONCE: usize = 1 << 18;
/// Rows looked at in one step to list them.
const ROWS_AT_ONCE: u64 = 1 << 22;
/// A metric is coarse if its distinct scores make so many times fewer
/// differences than there are pairs.
const COARSE: u64 = 4;
/// Intervals are cut until they hold so many pairs a row: counting at another
/// threshold then costs as much as counting the pairs in bins.
const PAIRS_PER_ROW: u64 = 12;
/// But not below this, where cutting costs more than it saves.
const FEW_PAIRS: u64 = 1 << 18;
/// Neighbours that are still open are counted in bins together up to so many
/// pairs, or twice as many as in one: one pass over the rows serves them all.
const PAIRS_TOGETHER: u64 = 1 << 23;

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

/// Finds the [`Calibration`] of groups in short steps.
///
/// The result does not depend on how the steps are spread in time.
#[derive(Debug)]
pub struct Calibrator {
    objective: Objective,
    counter: ThresholdCounter,
    search: Search,
    /// From left to right; those before the first to be searched are gone.
    intervals: VecDeque<Interval>,
    narrowing: bool,
    /// Whether differences are counted and listed rather than pairs.
    coarse: bool,
    /// Intervals of so many pairs are not cut further.
    few_pairs: u64,
    /// Nor, if the metric is coarse, intervals of so many differences.
    few_differences: u64,
    /// All pairs that the metric can tie.
    pairs: u64,
    progress: f64,
}

impl Calibrator {
    /// Prepares the search, which takes as long as two counts of all pairs.
    pub fn new(groups: &Groups) -> Self {
        let objective = Objective::new(groups);
        let mut counter = ThresholdCounter::default();
        let pairs = groups.pairs();
        let coarse = candidates::count_all(groups) < pairs / COARSE;
        // A difference beyond the range of an f64 is never a tie.
        let last = groups.largest_difference().min(f64::MAX);
        let mut edge =
            |epsilon| Edge::at(groups, &objective, &mut counter, &[epsilon], coarse).remove(0);
        let (zero, last) = (edge(0.0), edge(last));
        let mut search = Search::new(zero.correct());
        search.raise_floor(&objective, &last.concordant, &last.both_ties);
        Calibrator {
            objective,
            counter,
            search,
            pairs: last.tied,
            intervals: VecDeque::from([Interval::new(zero, last)]),
            narrowing: true,
            coarse,
            few_pairs: FEW_PAIRS.max(PAIRS_PER_ROW * groups.rows() as u64),
            few_differences: few_differences(groups),
            progress: 0.0,
        }
    }

    /// Does a little of the work; `groups` must be those it was made for.
    /// Returns the result once all is done.
    pub fn step(&mut self, groups: &Groups) -> Option<Calibration> {
        if self.narrowing {
            self.narrowing = self.narrow(groups);
            if !self.narrowing {
                self.look_around_best(groups);
            }
        } else if let Some(interval) = self.intervals.pop_front() {
            self.search_within(groups, interval);
            let left = self.intervals.front().map_or(self.pairs, |next| next.from.tied);
            self.progress = self.progress.max(left as f64 / self.pairs.max(1) as f64);
        } else {
            return Some(self.search.result());
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

    /// The share of pairs dealt with, from 0 to 1; it never goes back.
    pub fn progress(&self) -> f64 {
        self.progress
    }

    fn is_open(&self, interval: &Interval) -> bool {
        interval.pairs() > 0
            && !self.search.rules_out(
                &self.objective,
                &interval.from.concordant,
                &interval.to.both_ties,
            )
    }

    /// Whether an interval can be searched as it is.
    fn is_small(&self, interval: &Interval) -> bool {
        if self.coarse {
            interval.differences() <= self.few_differences
        } else {
            interval.pairs() <= self.few_pairs
        }
    }

    /// Cuts open intervals with many pairs, as many as are counted together.
    /// Returns whether there were any.
    fn narrow(&mut self, groups: &Groups) -> bool {
        let wide = |this: &Self, interval: &Interval| {
            !this.is_small(interval) && this.is_open(interval) && !interval.is_flat(&this.objective)
        };
        let count = self.intervals.iter().filter(|interval| wide(self, interval)).count();
        let batch = ThresholdCounter::batch(groups.rows());
        let cuts = (batch / count.max(1)).max(1);
        let mut thresholds = Vec::new();
        let mut inside = Vec::with_capacity(self.intervals.len());
        for interval in &self.intervals {
            let here = match thresholds.len() < batch && wide(self, interval) {
                true => interval.thresholds_inside(cuts),
                false => Vec::new(),
            };
            inside.push(here.len());
            thresholds.extend(here);
        }
        if thresholds.is_empty() {
            return false;
        }
        let edges = Edge::at(groups, &self.objective, &mut self.counter, &thresholds, self.coarse);
        for edge in &edges {
            self.search.raise_floor(&self.objective, &edge.concordant, &edge.both_ties);
        }
        let mut edges = edges.into_iter();
        let intervals = std::mem::take(&mut self.intervals);
        self.intervals = intervals
            .into_iter()
            .zip(inside)
            .flat_map(|(interval, inside)| match inside {
                0 => vec![interval],
                _ => interval.cut(edges.by_ref().take(inside)),
            })
            .collect();
        true
    }

    /// Learns what is reached in the intervals on both sides of the best edge:
    /// the better the floor, the fewer candidates are listed elsewhere.
    fn look_around_best(&mut self, groups: &Groups) {
        let better = |&a: &usize, &b: &usize| {
            let value = |index: usize| self.intervals[index].from.correct();
            self.objective.compare(&value(a), &value(b))
        };
        let Some(best) = (0..self.intervals.len()).max_by(better) else { return };
        for index in best.saturating_sub(1)..=best {
            let interval = &self.intervals[index];
            if !self.coarse && self.is_small(interval) {
                Bins::new(groups, &self.objective, interval).open(&mut self.search);
            }
        }
    }

    /// Finds the maximisers among the candidates of an interval and of the
    /// open ones after it.
    fn search_within(&mut self, groups: &Groups, interval: Interval) {
        if !self.is_open(&interval) {
            return self.search.pass_over();
        }
        if interval.is_flat(&self.objective) {
            return self.try_flat(groups, &interval);
        }
        if !self.is_small(&interval) {
            return self.halve(groups, interval);
        }
        let interval = self.join(interval);
        if self.coarse {
            let list = bins::list_all(groups, &self.objective, &interval);
            let from = interval.from.correct();
            return bins::sweep(&list, from, &self.objective, &mut self.search);
        }
        let mut bins = Bins::new(groups, &self.objective, &interval);
        bins.open(&mut self.search);
        match bins.list(SORTED_AT_ONCE) {
            Some(list) => bins.sweep(&list, &mut self.search),
            None => self.halve(groups, interval),
        }
    }

    /// Joins an interval with the open ones that follow.
    fn join(&mut self, mut interval: Interval) -> Interval {
        while let Some(next) = self.intervals.front() {
            let fits = if self.coarse {
                next.to.differences - interval.from.differences <= self.few_differences
            } else {
                let limit = PAIRS_TOGETHER.max(2 * self.few_pairs);
                next.to.tied - interval.from.tied <= limit
            };
            if !fits || interval.alone || next.alone || !self.is_open(next) {
                break;
            }
            if let Some(next) = self.intervals.pop_front() {
                interval.to = next.to;
            }
        }
        interval
    }

    /// acc_eq is the same at all candidates of the interval.
    fn try_flat(&mut self, groups: &Groups, interval: &Interval) {
        let value = interval.from.correct();
        let first = candidates::next_above(groups, interval.from.epsilon);
        let last = candidates::last_below(groups, interval.to.epsilon.next_up());
        for epsilon in first.into_iter().chain(last) {
            self.search.candidate(&self.objective, epsilon, &value);
        }
    }

    /// Too many candidates are open, or more than can be cut away: halves the
    /// interval.
    fn halve(&mut self, groups: &Groups, mut interval: Interval) {
        interval.alone = true;
        let middle = interval.thresholds_inside(1);
        if middle.is_empty() {
            // No number lies between: one candidate has all the pairs.
            let value = interval.to.correct();
            return self.search.candidate(&self.objective, interval.to.epsilon, &value);
        }
        let edges = Edge::at(groups, &self.objective, &mut self.counter, &middle, self.coarse);
        for piece in interval.cut(edges).into_iter().rev() {
            self.intervals.push_front(piece);
        }
    }
}

/// Differences of distinct scores that are listed in one step: each takes as
/// long as its two runs of equal scores.
fn few_differences(groups: &Groups) -> u64 {
    let runs: usize = groups.iter().map(|group| group.metric_levels()).sum();
    let rows_each = 2 * groups.rows().div_ceil(runs.max(1)) as u64;
    (ROWS_AT_ONCE / rows_each.max(1)).clamp(1024, SORTED_AT_ONCE as u64)
}
