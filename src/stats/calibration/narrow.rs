//! Narrowing down the intervals that can hold a maximiser.

use std::ops::Range;

use super::edge::{Edge, Interval};
use super::grid::Grid;
use super::sample::{self, Crowding};
use super::stretches::Stretch;
use super::{Calibrator, Stage};
use crate::grouping::Groups;
use crate::thresholds::ThresholdCounter;

/// A grid may take as long as counting one pair for so many that may be saved,
const WORK_PER_PAIR: u64 = 3;
/// less what it takes to count where it leaves stretches open, for each row,
const EDGES_OF_GRID: u64 = 16;
/// but not more than so many for each row: cutting is quicker then.
const PAIRS_PER_ROW: u64 = 2048;

impl Calibrator {
    /// Narrows down the open intervals by grids, where that is worth it, and by
    /// cutting the others that have many pairs, as many as are counted together.
    pub(super) fn choose(&mut self, groups: &Groups) -> Stage {
        if let Some(grid) = self.lay_grid(groups) {
            return Stage::Grid(grid);
        }
        // Within a cell that holds few pairs there is nothing to gain.
        let is_coarse = |interval: &Interval| interval.pairs_per_cell > self.limits.few_pairs / 4;
        let wide = |interval: &Interval| {
            !self.is_small(interval)
                && (self.coarse || is_coarse(interval))
                && self.is_open(interval)
                && !interval.is_flat(&self.objective)
        };
        let count = self.intervals.iter().filter(|interval| wide(interval)).count();
        let batch = ThresholdCounter::batch(groups.rows());
        let cuts = (batch / count.max(1)).max(1);
        let mut thresholds = Vec::new();
        let mut inside = Vec::with_capacity(self.intervals.len());
        for interval in &self.intervals {
            let here = match thresholds.len() < batch && wide(interval) {
                true => self.thresholds_inside(groups, interval, cuts),
                false => Vec::new(),
            };
            inside.push(here.len());
            thresholds.extend(here);
        }
        match thresholds.is_empty() {
            true => self.begin_search(),
            false => Stage::Cut(inside, self.edges(thresholds)),
        }
    }

    /// Up to `count` thresholds strictly inside an interval, ascending. None where
    /// no number lies between its ends.
    pub(super) fn thresholds_inside(
        &self,
        groups: &Groups,
        interval: &Interval,
        count: usize,
    ) -> Vec<f64> {
        // A sample shows where pairs lie, not differences.
        let cuts = match self.coarse {
            true => Vec::new(),
            false => sample::cuts(groups, interval, count),
        };
        if cuts.is_empty() { interval.thresholds_inside(count) } else { cuts }
    }

    /// Lays a grid along the first open intervals, side by side, for which it
    /// takes little time for the work that it may save.
    fn lay_grid(&mut self, groups: &Groups) -> Option<Box<Grid>> {
        let mut next = 0;
        while let Some(run) = self.open_run(next) {
            next = run.end;
            let work = self.intervals.range(run.clone()).map(|i| self.work(i)).sum::<u64>();
            let span = self.join_all(run.clone());
            if self.is_small(&span) || work > span.work_without_grid / 2 {
                continue;
            }
            let edges = EDGES_OF_GRID * groups.rows() as u64;
            let limit = (work / WORK_PER_PAIR).saturating_sub(edges);
            let limit = limit.min(PAIRS_PER_ROW * groups.rows() as u64).max(self.limits.any_grid);
            let pairs_per_number = self.limits.pairs_per_number;
            // A sample shows where pairs lie, not differences.
            let crowding = (!self.coarse).then(|| Crowding::new(groups, &span));
            let is_divided =
                |cells| crowding.as_ref().is_none_or(|crowding| crowding.is_divided(cells));
            let grid =
                Grid::new(groups, &self.objective, &span, pairs_per_number, limit, is_divided);
            if let Some(grid) = grid {
                self.intervals.drain(run.clone());
                self.intervals.insert(run.start, grid.span().clone());
                return Some(Box::new(grid));
            }
            for interval in self.intervals.range_mut(run) {
                interval.work_without_grid = work;
            }
        }
        None
    }

    /// The next open intervals without a closed or a flat one between them.
    fn open_run(&self, from: usize) -> Option<Range<usize>> {
        let open = |&index: &usize| {
            let interval = &self.intervals[index];
            self.is_open(interval) && !interval.is_flat(&self.objective)
        };
        let mut rest = from..self.intervals.len();
        let first = rest.find(open)?;
        Some(first..rest.find(|index| !open(index)).unwrap_or(self.intervals.len()))
    }

    /// Neighbours as one interval.
    fn join_all(&self, run: Range<usize>) -> Interval {
        let mut joined = self.intervals[run.start].clone();
        for next in self.intervals.range(run).skip(1) {
            joined.to = next.to.clone();
            joined.scale = joined.scale.max(next.scale);
            joined.work_without_grid = joined.work_without_grid.min(next.work_without_grid);
        }
        joined
    }

    /// Learns what is reached where the grid looked best, and chooses what the
    /// bound does not rule out then.
    pub(super) fn leave_stretches(&mut self, grid: &Grid, edges: &[Edge]) -> Stage {
        self.raise_floor(edges);
        // A gap must save more work than counting at its ends costs.
        let pairs_per_step = grid.span().pairs() / self.work(grid.span()).max(1);
        let gap = self.limits.few_pairs * pairs_per_step.max(1);
        let stretches = grid.open(&self.objective, &self.search, gap);
        let ends = stretches.iter().flat_map(|stretch| [stretch.from, stretch.to]);
        let mut ends: Vec<f64> = ends.filter(|&end| grid.span().is_inside(end)).collect();
        ends.dedup();
        Stage::Stretches(Box::new(grid.span().clone()), stretches, self.edges(ends))
    }

    /// Cuts a span at the ends of its stretches, and rules out what lies
    /// between them.
    pub(super) fn keep(
        &mut self,
        span: &Interval,
        stretches: &[Stretch],
        edges: Vec<Edge>,
    ) -> Stage {
        let is_span = |interval: &Interval| interval.from.epsilon == span.from.epsilon;
        let ends = edges.len();
        let inside: Vec<usize> = self
            .intervals
            .iter()
            .map(|interval| if is_span(interval) { ends } else { 0 })
            .collect();
        let stage = self.cut(&inside, edges);
        for interval in &mut self.intervals {
            if span.from.epsilon <= interval.from.epsilon && interval.to.epsilon <= span.to.epsilon
            {
                match stretches.iter().find(|stretch| stretch.covers(interval)) {
                    Some(stretch) => interval.pairs_per_cell = stretch.pairs_per_cell,
                    None => interval.ruled_out = true,
                }
            }
        }
        stage
    }

    /// Cuts the intervals at edges, of which so many lie inside each.
    pub(super) fn cut(&mut self, inside: &[usize], edges: Vec<Edge>) -> Stage {
        self.raise_floor(&edges);
        let mut edges = edges.into_iter();
        let intervals = std::mem::take(&mut self.intervals);
        self.intervals = intervals
            .into_iter()
            .zip(inside)
            .flat_map(|(interval, &inside)| match inside {
                0 => vec![interval],
                _ => interval.cut(edges.by_ref().take(inside)),
            })
            .collect();
        Stage::Choose
    }
}
