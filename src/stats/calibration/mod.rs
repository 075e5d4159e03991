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
//! bound is below a value that is reached elsewhere is passed over.
//!
//! First the open intervals are narrowed down (`narrow`): on a grid, where
//! Fourier transforms count the pairs of thousands of intervals at once, or by
//! counting at thresholds inside, whichever takes fewer steps. Then they are
//! gone through from left to right: some of their pairs at a time are counted
//! in fine bins, to which the same bound applies, and only the candidates in
//! bins that are still open are listed, sorted and tried.

mod bins;
mod blocks;
mod edge;
mod grid;
mod list;
mod narrow;
mod search;
mod spectra;
mod walk;

#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use bins::Bins;
use edge::{Edge, EdgeCounter, Interval};
use grid::Grid;
use list::Lister;
use search::Search;

use super::candidates;
use super::grouping::Groups;
use super::objective::Objective;
use super::statistic::Entry;

/// Differences of distinct scores that are sorted at once: 6 MiB of them.
const SORTED_AT_ONCE: usize = 1 << 18;
/// Rows looked at in one step to list them, but at least for 1024 of them.
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
/// pairs, or four times as many as in one: one pass over the rows serves them all.
const PAIRS_TOGETHER: u64 = 1 << 23;
/// The share of the work that is narrowing down, roughly.
const NARROWED: f64 = 0.3;
/// Bins hold fewer pairs than this.
const PAIRS_IN_BINS: u64 = 1 << 32;

/// acc_eq with its own threshold.
pub const ACC_EQ_STAR: Entry = Entry {
    name: "acc_eq*",
    formula: "acc_eq at epsilon*, its greatest value",
    least: 0.0,
    undefined: "there is no pair",
    source: "Deutsch, Foster and Freitag (2023)",
    uses_epsilon: true,
};

/// The threshold itself.
pub const EPSILON_STAR: Entry = Entry {
    name: "epsilon*",
    formula: "the smallest difference of scores that maximises acc_eq when it is called a tie",
    least: 0.0,
    undefined: "there is no pair",
    source: "Deutsch, Foster and Freitag (2023)",
    uses_epsilon: true,
};

/// The calibrated threshold.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
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
    search: Search,
    /// From left to right; those before the first to be searched are gone.
    intervals: VecDeque<Interval>,
    stage: Stage,
    /// Whether differences are counted and listed rather than pairs.
    coarse: bool,
    limits: Limits,
    /// Whether there were more differences in open bins than can be listed.
    differ: bool,
    /// Rows to look at for each difference.
    rows_per_difference: u64,
    /// Pairs tied where the first open interval begins and the last one ends.
    searched: (u64, u64),
    progress: f64,
}

/// From where on one way of counting takes over from another. The result does
/// not depend on it.
#[derive(Debug, Clone, Copy)]
struct Limits {
    /// Intervals of so many pairs are not cut further.
    few_pairs: u64,
    /// Differences listed at once.
    listed: usize,
    /// Intervals with too many of them are cut into pieces of so many pairs.
    pairs_of_a_piece: u64,
    /// A grid that takes no longer than counting so many pairs is always laid.
    any_grid: u64,
    /// Transforming a number takes as long as counting so many pairs.
    pairs_per_number: u64,
}

impl Limits {
    fn new(groups: &Groups) -> Self {
        let rows = groups.rows() as u64;
        Limits {
            few_pairs: FEW_PAIRS.max(PAIRS_PER_ROW * rows),
            listed: SORTED_AT_ONCE,
            pairs_of_a_piece: (SORTED_AT_ONCE as u64).max(2 * rows),
            any_grid: 0,
            pairs_per_number: blocks::PAIRS_PER_NUMBER,
        }
    }
}

/// What the next step goes on with.
#[derive(Debug)]
enum Stage {
    /// Counting at 0 and where all pairs are tied.
    Ends(EdgeCounter),
    /// Choosing how to narrow down the open intervals.
    Choose,
    /// Counting pairs on a grid along all of them.
    Grid(Box<Grid>),
    /// Counting where the grid looks best.
    Best(Box<Grid>, EdgeCounter),
    /// Counting where stretches that the grid left open begin and end.
    Stretches(Box<Interval>, Vec<(f64, f64)>, EdgeCounter),
    /// Counting inside the intervals, at so many thresholds in each.
    Cut(Vec<usize>, EdgeCounter),
    /// Going through the intervals.
    Search,
    /// Counting the first pairs of an interval.
    Bins(Box<Bins>, Box<Interval>),
    /// Listing the candidates in those bins that are open.
    List(Box<Bins>, Box<Interval>, Lister),
}

impl Calibrator {
    /// Prepares the search.
    pub fn new(groups: &Groups) -> Self {
        let objective = Objective::new(groups);
        let pairs = groups.pairs();
        let coarse = candidates::count_all(groups) < pairs / COARSE;
        // A difference beyond the range of an f64 is never a tie.
        let last = groups.largest_difference().min(f64::MAX);
        let ends = EdgeCounter::new(&objective, vec![0.0, last], coarse);
        Calibrator {
            search: Search::new(objective.nothing()),
            objective,
            intervals: VecDeque::new(),
            stage: Stage::Ends(ends),
            coarse,
            limits: Limits::new(groups),
            differ: false,
            rows_per_difference: rows_per_difference(groups),
            searched: (0, 0),
            progress: 0.0,
        }
    }

    /// Does a little of the work; `groups` must be those it was made for.
    /// Returns the result once all is done.
    pub fn step(&mut self, groups: &Groups) -> Option<Calibration> {
        let done = match &mut self.stage {
            Stage::Choose | Stage::Search => true,
            Stage::Grid(grid) => {
                let done = grid.step(groups, &self.objective);
                self.progress += (NARROWED - self.progress) / (2 * grid.steps()) as f64;
                done
            }
            Stage::Ends(edges)
            | Stage::Best(_, edges)
            | Stage::Stretches(_, _, edges)
            | Stage::Cut(_, edges) => edges.step(groups, &self.objective),
            Stage::Bins(bins, _) => bins.step(groups, &self.objective),
            Stage::List(bins, _, lister) => {
                lister.step(groups, &self.objective, |difference| bins.is_open(difference))
            }
        };
        if !done {
            return None;
        }
        self.stage = match std::mem::replace(&mut self.stage, Stage::Search) {
            Stage::Ends(edges) => self.begin(edges.into_edges()),
            Stage::Choose => self.choose(groups),
            Stage::Grid(grid) => {
                let edges = self.edges(grid.best(&self.objective));
                Stage::Best(grid, edges)
            }
            Stage::Best(grid, edges) => self.leave_stretches(&grid, &edges.into_edges()),
            Stage::Stretches(span, stretches, edges) => {
                self.keep(&span, &stretches, edges.into_edges())
            }
            Stage::Cut(inside, edges) => self.cut(&inside, edges.into_edges()),
            Stage::Bins(bins, interval) => self.open_bins(groups, bins, *interval),
            Stage::List(bins, part, lister) => self.search_bins(groups, &bins, *part, lister),
            Stage::Search => match self.intervals.pop_front() {
                None => return Some(self.search.result()),
                Some(interval) => self.search_within(groups, interval),
            },
        };
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

    /// The share of the work that is done, from 0 to 1; it never goes back.
    pub fn progress(&self) -> f64 {
        self.progress
    }

    fn edges(&self, epsilons: Vec<f64>) -> EdgeCounter {
        EdgeCounter::new(&self.objective, epsilons, self.coarse)
    }

    fn is_open(&self, interval: &Interval) -> bool {
        !interval.ruled_out
            && interval.pairs() > 0
            && !self.search.rules_out(
                &self.objective,
                &interval.from.concordant,
                &interval.to.both_ties,
            )
    }

    /// Steps to deal with all pairs of an interval.
    fn work(&self, interval: &Interval) -> u64 {
        if self.coarse {
            interval.differences() * self.rows_per_difference
        } else {
            interval.pairs()
        }
    }

    /// Whether cutting the interval further costs more than it saves.
    fn is_small(&self, interval: &Interval) -> bool {
        if self.coarse {
            interval.differences() <= self.few_differences()
        } else {
            interval.pairs() <= self.limits.few_pairs
        }
    }

    /// All candidates lie between the two edges.
    fn begin(&mut self, ends: Vec<Edge>) -> Stage {
        self.search = Search::new(ends[0].correct());
        self.raise_floor(&ends);
        let mut ends = ends.into_iter();
        let whole = ends.next().zip(ends.next()).map(|(zero, last)| Interval::new(zero, last));
        self.intervals = whole.into_iter().collect();
        Stage::Choose
    }

    /// The values at edges are reached, at the last candidates before them.
    fn raise_floor(&mut self, edges: &[Edge]) {
        for edge in edges {
            self.search.raise_floor(&self.objective, &edge.concordant, &edge.both_ties);
        }
    }

    /// Begins to go through the intervals from left to right.
    fn begin_search(&mut self) -> Stage {
        let open = || self.intervals.iter().filter(|interval| self.is_open(interval));
        let first = open().next().map_or(0, |interval| interval.from.tied);
        let last = open().next_back().map_or(0, |interval| interval.to.tied);
        self.searched = (first, last);
        Stage::Search
    }

    /// Finds the maximisers among the candidates of an interval and of the
    /// open ones after it.
    fn search_within(&mut self, groups: &Groups, interval: Interval) -> Stage {
        self.advance(interval.from.tied);
        if interval.pairs() == 0 {
            // No candidate, not even a lesser one.
        } else if !self.is_open(&interval) {
            self.search.pass_over();
        } else if interval.is_flat(&self.objective) {
            self.try_flat(groups, &interval);
        } else if !self.fits(&interval) {
            self.halve(groups, interval);
        } else if self.coarse {
            let interval = self.join(interval);
            let list = list::list_all(groups, &self.objective, &interval);
            list::sweep(&list, interval.from.correct(), &self.objective, &mut self.search);
        } else {
            let interval = self.join(interval);
            let bins = Bins::new(&self.objective, &interval.from, self.end_of_part(&interval));
            return Stage::Bins(Box::new(bins), Box::new(interval));
        }
        Stage::Search
    }

    /// Whether the interval can be listed, or its pairs counted in bins.
    fn fits(&self, interval: &Interval) -> bool {
        if self.coarse { self.is_small(interval) } else { interval.pairs() < PAIRS_IN_BINS }
    }

    /// Finds the bins that can hold a maximiser.
    fn open_bins(&mut self, groups: &Groups, mut bins: Box<Bins>, interval: Interval) -> Stage {
        let (part, rest) = interval.split(bins.end(&self.objective));
        if rest.pairs() > 0 {
            self.intervals.push_front(rest);
        }
        bins.open(&self.objective, &mut self.search);
        if self.differ && bins.open_pairs() > self.limits.listed as u64 / 2 {
            return self.refine(groups, &bins, part);
        }
        let lister = bins.lister(self.limits.listed);
        Stage::List(bins, Box::new(part), lister)
    }

    /// Tries the candidates in open bins, unless they are too many.
    fn search_bins(
        &mut self,
        groups: &Groups,
        bins: &Bins,
        part: Interval,
        lister: Lister,
    ) -> Stage {
        let Some(list) = lister.into_sorted() else {
            self.differ = true;
            return self.refine(groups, bins, part);
        };
        bins.sweep(&list, &self.objective, &mut self.search);
        Stage::Search
    }

    /// Too many candidates are open: counts the pairs of the interval in more
    /// bins, or of pieces of it, cut between the bins there are.
    fn refine(&mut self, groups: &Groups, bins: &Bins, interval: Interval) -> Stage {
        if let Some(finer) = bins.finer(&self.objective) {
            return Stage::Bins(Box::new(finer), Box::new(interval));
        }
        let mut pieces = bins.cut(groups, &self.objective, interval, self.limits.pairs_of_a_piece);
        match pieces.pop() {
            Some(whole) if pieces.is_empty() => self.halve(groups, whole),
            last => pieces.extend(last),
        }
        for mut piece in pieces.into_iter().rev() {
            piece.alone = true;
            self.intervals.push_front(piece);
        }
        Stage::Search
    }

    /// Joins an interval with the open ones that follow.
    fn join(&mut self, mut interval: Interval) -> Interval {
        while let Some(next) = self.intervals.front() {
            let fits = if self.coarse {
                next.to.differences - interval.from.differences <= self.few_differences()
            } else {
                next.to.tied - interval.from.tied <= self.pairs_together()
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

    fn few_differences(&self) -> u64 {
        (ROWS_AT_ONCE / self.rows_per_difference.max(1)).clamp(1024, SORTED_AT_ONCE as u64)
    }

    fn pairs_together(&self) -> u64 {
        PAIRS_TOGETHER.max(4 * self.limits.few_pairs)
    }

    /// Up to where the pairs of an interval are counted in bins together.
    fn end_of_part(&self, interval: &Interval) -> f64 {
        let (from, to) = (interval.from.epsilon, interval.to.epsilon);
        let share = self.pairs_together() as f64 / interval.pairs() as f64;
        let end = from + (to - from) * share;
        if share < 1.0 && from < end && end < to { end } else { to }
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
        let edges = self.edges(middle).run(groups, &self.objective);
        for piece in interval.cut(edges).into_iter().rev() {
            self.intervals.push_front(piece);
        }
    }

    /// All pairs up to so many tied ones are dealt with.
    fn advance(&mut self, tied: u64) {
        let (from, to) = self.searched;
        let share = tied.saturating_sub(from) as f64 / to.saturating_sub(from).max(1) as f64;
        self.progress = self.progress.max(NARROWED + (1.0 - NARROWED) * share.min(1.0));
    }
}

/// Rows looked at to list one difference of distinct scores: two runs of equal
/// ones.
fn rows_per_difference(groups: &Groups) -> u64 {
    let runs: usize = groups.iter().map(|group| group.metric_levels()).sum();
    2 * groups.rows().div_ceil(runs.max(1)) as u64
}
