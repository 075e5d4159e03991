//! Narrowing down the intervals that can hold a maximiser.

use super::edge::{Edge, Interval};
use super::grid::Grid;
use super::{Calibrator, Stage};
use crate::grouping::Groups;
use crate::thresholds::ThresholdCounter;

/// A grid may transform one number for so many steps that may be saved.
const WORK_PER_NUMBER: u64 = 24;

impl Calibrator {
    /// Narrows down the open intervals by a grid, if that is worth it, or by
    /// cutting those with many pairs, as many as are counted together.
    pub(super) fn choose(&mut self, groups: &Groups) -> Stage {
        if let Some(grid) = self.lay_grid(groups) {
            return Stage::Grid(grid);
        }
        if !self.coarse && self.pairs_per_cell <= self.few_pairs / 4 {
            return self.begin_search();
        }
        let wide = |interval: &Interval| {
            !self.is_small(interval) && self.is_open(interval) && !interval.is_flat(&self.objective)
        };
        let count = self.intervals.iter().filter(|interval| wide(interval)).count();
        let batch = ThresholdCounter::batch(groups.rows());
        let cuts = (batch / count.max(1)).max(1);
        let mut thresholds = Vec::new();
        let mut inside = Vec::with_capacity(self.intervals.len());
        for interval in &self.intervals {
            let here = match thresholds.len() < batch && wide(interval) {
                true => interval.thresholds_inside(cuts),
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

    /// Joins all intervals from the first that is open to the last, and lays a
    /// grid along them, unless counting their pairs is cheaper.
    fn lay_grid(&mut self, groups: &Groups) -> Option<Box<Grid>> {
        let open = |interval: &Interval| self.is_open(interval);
        let work = self.intervals.iter().filter(|i| open(i)).map(|i| self.work(i)).sum::<u64>();
        // Without much progress since the last grid, another is no use.
        if work > self.work_at_grid / 2 {
            return None;
        }
        let first = self.intervals.iter().position(open)?;
        let last = self.intervals.iter().rposition(open)?;
        let span =
            Interval::new(self.intervals[first].from.clone(), self.intervals[last].to.clone());
        let grid = Grid::new(groups, &self.objective, &span, work / WORK_PER_NUMBER)?;
        (self.work_at_grid, self.pairs_per_cell) = (work, grid.pairs_per_cell());
        self.intervals.drain(first..=last);
        self.intervals.insert(first, span);
        Some(Box::new(grid))
    }

    /// Learns what is reached where the grid looked best, and chooses what the
    /// bound does not rule out then.
    pub(super) fn leave_stretches(&mut self, grid: &Grid, edges: &[Edge]) -> Stage {
        self.raise_floor(edges);
        // A gap must save more work than counting at its ends costs.
        let pairs_per_step = grid.span().pairs() / self.work(grid.span()).max(1);
        let gap = self.few_pairs * pairs_per_step.max(1);
        let stretches = grid.open(&self.objective, &self.search, gap);
        let ends = stretches.iter().flat_map(|&(from, to)| [from, to]);
        let ends = ends.filter(|&end| grid.span().is_inside(end)).collect();
        Stage::Stretches(Box::new(grid.span().clone()), stretches, self.edges(ends))
    }

    /// Cuts a span at the ends of its stretches, and rules out what lies
    /// between them.
    pub(super) fn keep(
        &mut self,
        span: &Interval,
        stretches: &[(f64, f64)],
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
            let within =
                |from: f64, to: f64| from <= interval.from.epsilon && interval.to.epsilon <= to;
            if within(span.from.epsilon, span.to.epsilon) {
                interval.ruled_out = !stretches.iter().any(|&(from, to)| within(from, to));
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
