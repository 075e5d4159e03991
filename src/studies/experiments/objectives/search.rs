//! The exact maximisers of many objectives at once.
//!
//! Candidates are 0 and every difference within a group. The axis is cut into intervals until each holds few
//! differences; an interval in which no objective can reach its best value so far is dropped, whatever is
//! left is listed and tried. An objective that is the same all over an interval has its first and last
//! candidate there.

use std::cmp::Ordering;
use std::rc::Rc;

use super::Objective;
use super::edge::{Edge, EdgeCounter, Interval};
use super::exact::Average;
use super::sweep::Sweep;
use crate::stats::Groups;

/// Intervals of so few differences, or so few for each row, are not cut: listing them takes about as long as
/// counting at a few more thresholds.
const FEW: u64 = 1 << 12;
const FEW_PER_ROW: u64 = 4;
/// Thresholds at which pairs are counted before intervals are looked at again.
const AT_ONCE: usize = 256;
/// An interval is cut into so many at most.
const PIECES: usize = 32;
/// The share of the work that is narrowing down, roughly.
const NARROWED: f64 = 0.4;

/// The maximisers of one objective so far, in whatever order they were tried.
#[derive(Debug, Clone, Default)]
pub struct Best {
    /// A value that some candidate reaches.
    value: Option<Average>,
    /// The candidates tried that do: the first, the last, and the value at the first.
    tried: Option<(f64, f64, Average)>,
}

impl Best {
    /// Learns a value that is reached by some candidate; nothing where the objective is undefined.
    pub fn reach(&mut self, value: &Average) {
        if value.parts() > 0 && self.value.is_none_or(|best| value.compare(&best).is_gt()) {
            *self = Best { value: Some(*value), tried: None };
        }
    }

    /// Tries a candidate.
    pub fn try_candidate(&mut self, epsilon: f64, value: &Average) {
        self.reach(value);
        if value.parts() == 0 || self.value.is_none_or(|best| value.compare(&best).is_lt()) {
            return;
        }
        let (first, last, at_first) = self.tried.get_or_insert((epsilon, epsilon, *value));
        if epsilon < *first {
            (*first, *at_first) = (epsilon, *value);
        }
        *last = last.max(epsilon);
    }

    /// Whether a candidate with a value up to this may be a maximiser.
    pub fn may_be(&self, greatest: &Average) -> bool {
        self.value.is_none_or(|best| greatest.compare(&best) != Ordering::Less)
    }

    /// The first and the last maximiser, and the value at the first; `None` where the objective is nowhere
    /// defined.
    pub fn found(&self) -> Option<(f64, f64, Average)> {
        self.tried
    }
}

/// Finds the maximisers in steps of some 10 ms.
#[derive(Debug)]
pub struct Search {
    objectives: Vec<Objective>,
    best: Vec<Best>,
    /// With something open, from left to right.
    intervals: Vec<Interval>,
    /// Intervals of so many differences are not cut.
    few: u64,
    stage: Stage,
    /// Differences in the first interval, and in those that were open when all were narrowed down.
    differences: u64,
    narrowed: u64,
    progress: f64,
}

#[derive(Debug)]
enum Stage {
    /// Counting at 0 and where all pairs are tied.
    Ends(EdgeCounter),
    /// Counting inside the intervals, at so many thresholds in each.
    Cut(Vec<usize>, EdgeCounter),
    /// Choosing what to try next.
    Choose,
    /// Trying the candidates of an interval.
    Sweep(Box<Sweep>),
}

impl Search {
    pub fn new(groups: &Groups, objectives: Vec<Objective>) -> Self {
        Self::with_few(groups, objectives, FEW.max(FEW_PER_ROW * groups.rows() as u64))
    }

    /// The same, but with intervals of another size.
    pub fn with_few(groups: &Groups, objectives: Vec<Objective>, few: u64) -> Self {
        // A difference beyond the range of an f64 is never a tie.
        let last = groups.largest_difference().min(f64::MAX);
        Search {
            best: vec![Best::default(); objectives.len()],
            objectives,
            intervals: Vec::new(),
            few,
            stage: Stage::Ends(EdgeCounter::new(groups, vec![0.0, last])),
            differences: 0,
            narrowed: 0,
            progress: 0.0,
        }
    }

    /// Does a little of the work, on the groups it was made for; returns the best of each objective once
    /// all is done.
    pub fn step(&mut self, groups: &Groups) -> Option<Vec<Best>> {
        let done = match &mut self.stage {
            Stage::Ends(edges) | Stage::Cut(_, edges) => edges.step(groups),
            Stage::Choose => true,
            Stage::Sweep(sweep) => sweep.step(&self.objectives, &mut self.best),
        };
        if !done {
            return None;
        }
        self.stage = match std::mem::replace(&mut self.stage, Stage::Choose) {
            Stage::Ends(edges) => {
                self.begin(groups, edges.into_edges());
                self.narrow(groups)
            }
            Stage::Cut(inside, edges) => {
                self.cut(groups, &inside, edges.into_edges());
                self.narrow(groups)
            }
            Stage::Choose | Stage::Sweep(_) => match self.next_interval() {
                Some(interval) => Stage::Sweep(Box::new(Sweep::new(interval, groups))),
                None => return Some(std::mem::take(&mut self.best)),
            },
        };
        None
    }

    /// The share of the work that is done, from 0 to 1; it never goes back.
    pub fn progress(&self) -> f64 {
        self.progress
    }

    fn begin(&mut self, groups: &Groups, ends: Vec<Edge>) {
        for (edge, is_zero) in ends.iter().zip([true, false]) {
            let averages = edge.averages();
            for (objective, best) in self.objectives.iter().zip(&mut self.best) {
                let average = objective.average(&averages);
                if is_zero {
                    best.try_candidate(0.0, &average);
                } else {
                    best.reach(&average);
                }
            }
        }
        let mut ends = ends.into_iter().map(Rc::new);
        if let Some((zero, last)) = ends.next().zip(ends.next()) {
            let known = (&self.objectives[..], &mut self.best[..]);
            let whole = Interval::whole(zero, last, known, groups);
            self.differences = whole.differences();
            self.intervals = vec![whole];
        }
    }

    /// Cuts the intervals at edges, of which so many lie inside each. The values at edges are reached, at the
    /// last candidates before them.
    fn cut(&mut self, groups: &Groups, inside: &[usize], edges: Vec<Edge>) {
        for edge in &edges {
            let averages = edge.averages();
            for (objective, best) in self.objectives.iter().zip(&mut self.best) {
                best.reach(&objective.average(&averages));
            }
        }
        let mut edges = edges.into_iter().map(Rc::new);
        let intervals = std::mem::take(&mut self.intervals);
        for (interval, &inside) in intervals.into_iter().zip(inside) {
            if inside == 0 {
                self.intervals.push(interval);
            } else {
                let known = (&self.objectives[..], &mut self.best[..]);
                let pieces = interval.cut(edges.by_ref().take(inside), known, groups);
                self.intervals.extend(pieces);
            }
        }
    }

    /// Drops intervals and cuts those with many differences, or goes on to try what is left.
    fn narrow(&mut self, groups: &Groups) -> Stage {
        self.intervals.retain_mut(|interval| interval.close(&self.best));
        let open = self.open_differences();
        let wide = |interval: &Interval| interval.differences() > self.few;
        let share = AT_ONCE / self.intervals.iter().filter(|i| wide(i)).count().max(1);
        let mut inside = Vec::with_capacity(self.intervals.len());
        let mut thresholds = Vec::new();
        for interval in &self.intervals {
            let pieces = interval.differences().div_ceil(self.few).min(PIECES as u64) as usize;
            let here = match wide(interval) && thresholds.len() < AT_ONCE {
                true => interval.thresholds_inside((pieces - 1).min(share).max(1)),
                false => Vec::new(),
            };
            inside.push(here.len());
            thresholds.extend(here);
        }
        if thresholds.is_empty() {
            self.narrowed = open;
            return Stage::Choose;
        }
        let share = 1.0 - open as f64 / self.differences.max(1) as f64;
        self.progress = self.progress.max(NARROWED * share);
        Stage::Cut(inside, EdgeCounter::new(groups, thresholds))
    }

    fn open_differences(&self) -> u64 {
        self.intervals.iter().map(Interval::differences).sum()
    }

    /// The next interval that is still open.
    fn next_interval(&mut self) -> Option<Interval> {
        loop {
            let share = 1.0 - self.open_differences() as f64 / self.narrowed.max(1) as f64;
            self.progress = self.progress.max(NARROWED + (1.0 - NARROWED) * share);
            let mut interval = self.intervals.pop()?;
            if interval.close(&self.best) {
                return Some(interval);
            }
        }
    }
}
