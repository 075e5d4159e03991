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
//! First the open intervals are narrowed down (`narrow`): on grids, where
//! Fourier transforms count the pairs of thousands of intervals at once, or by
//! counting at thresholds inside, whichever takes fewer steps. Then they are
//! gone through from left to right: some of their pairs at a time are counted
//! in fine bins, to which the same bound applies, and only the candidates in
//! bins that are still open are listed, sorted and tried. Where too many differ,
//! bins are made finer.

mod axis;
mod bins;
mod blocks;
mod edge;
mod grid;
mod list;
mod narrow;
mod pass;
mod sample;
mod search;
mod spectra;
mod stretches;
mod walk;

#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use bins::Bins;
use edge::{Edge, EdgeCounter, Interval};
use grid::Grid;
use list::Lister;
use search::Search;
use stretches::Stretch;

use super::candidates;
use super::grouping::Groups;
use super::objective::Objective;
use super::statistic::Entry;

/// Differences of distinct scores that are sorted at once: 6 MiB of them.
const SORTED_AT_ONCE: usize = 1 << 18;
/// A metric is coarse if its distinct scores make so many times fewer
/// differences than there are pairs.
const COARSE: u64 = 4;
/// Intervals are cut until they hold so many pairs a row: counting at another
/// threshold then costs as much as counting the pairs in bins.
const PAIRS_PER_ROW: u64 = 12;
/// But not below this, where cutting costs more than it saves.
const FEW_PAIRS: u64 = 1 << 18;
/// The share of the work that is narrowing down, roughly.
const NARROWED: f64 = 0.3;

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
    Stretches(Box<Interval>, Vec<Stretch>, EdgeCounter),
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
}

/// Rows looked at to list one difference of distinct scores: two runs of equal
/// ones.
fn rows_per_difference(groups: &Groups) -> u64 {
    let runs: usize = groups.iter().map(|group| group.metric_levels()).sum();
    2 * groups.rows().div_ceil(runs.max(1)) as u64
}
