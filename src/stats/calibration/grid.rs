//! The pairs of an interval counted by difference, all at once, on a grid.
//!
//! Cut the axis of metric scores into cells of equal width. With h(c) rows of
//! one human rank in cell c and g(c) rows of another, the pairs of such rows
//! that lie D cells apart number the sum over c of h(c) g(c + D): a
//! correlation, which Fourier transforms find for all D together. It takes
//! one transform for each rank, however many pairs there are.
//!
//! The cell is a power of two wide, so that a score's cell, floor(m / width),
//! is found without rounding. Two scores D cells apart then differ by more
//! than D - 1 and less than D + 1 cells: each pair's difference is known to
//! within a cell on either side, and the bound of the module above holds with
//! that much more room.

use std::fmt;
use std::ops::Range;

use super::blocks::{Blocks, Window};
use super::edge::Interval;
use super::spectra::{CONCORDANT, TIES, Transform};
use crate::grouping::Groups;
use crate::objective::{Objective, Value};

/// One cell of the interval for so many rows,
const ROWS_PER_CELL: usize = 16;
/// within these limits: longer transforms leave the cache.
const FEW_CELLS: usize = 1 << 10;
const MANY_CELLS: usize = 1 << 13;
/// Where such a grid was laid in vain, there may be so many,
const MOST_CELLS: usize = 1 << 20;
/// and fewer where it would take too long.
const FEWEST_CELLS: usize = 1 << 8;
/// A grid is so many times as fine as the one before it, if it can be, and
const FINER: f64 = 8.0;
/// not worth it if it is less than so many times as fine.
const LITTLE_FINER: f64 = 4.0;
/// Cell numbers of thresholds stay below 2^50, those of scores below 2^61: they
/// and their sums are exact.
const LARGEST_THRESHOLD: f64 = (1u64 << 50) as f64;
const LARGEST_CELL: f64 = (1u64 << 61) as f64;
/// Pairs counted in one step, or what takes as long: about 20 ms.
const PAIRS_AT_ONCE: u64 = 1 << 23;

/// An interval whose pairs are being counted on a grid.
pub struct Grid {
    pub(super) span: Interval,
    /// Cells in a unit of score: a power of two.
    scale: f64,
    /// The cells in which the interval begins and ends.
    pub(super) cells: Range<i64>,
    /// For each size of group and each difference in cells, from `cells.start`
    /// on: pairs tied by the human, and pairs the human orders as the metric.
    counts: Vec<Vec<[i64; 2]>>,
    group: usize,
    blocks: Option<Blocks>,
    pub(super) transform: Transform,
    window: Window,
    /// What it takes, in pairs counted one by one.
    cost: u64,
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Grid").field("cells", &self.cells).finish_non_exhaustive()
    }
}

impl Grid {
    /// A grid for the interval, or nothing if it would take as long as to count
    /// more than `limit` pairs one by one, be hardly finer than the last one
    /// there or not divide what that one left together, or if scores are too
    /// large for the cells.
    pub fn new(
        groups: &Groups,
        objective: &Objective,
        span: &Interval,
        pairs_per_number: u64,
        limit: u64,
        is_divided: impl Fn(f64) -> bool,
    ) -> Option<Self> {
        let (from, to) = (span.from.epsilon, span.to.epsilon);
        let scale = |cells: usize| power_of_two_below((cells - 4) as f64 / (to - from));
        let mut cells = (groups.rows() / ROWS_PER_CELL).next_power_of_two();
        cells = cells.clamp(FEW_CELLS, MANY_CELLS);
        let most = MANY_CELLS.max(MOST_CELLS / objective.sizes().next_power_of_two());
        let is_fine = |scale: f64| scale >= FINER * span.scale && is_divided(scale);
        while cells < most && !is_fine(scale(cells)?) {
            cells *= 2;
        }
        loop {
            let scale = scale(cells)?;
            let is_too_coarse = scale < LITTLE_FINER * span.scale || !is_divided(scale);
            if is_too_coarse || to * scale >= LARGEST_THRESHOLD {
                return None;
            }
            let cell = |threshold: f64| (threshold * scale).floor() as i64;
            let within = cell(from)..cell(to) + 1;
            let window = Window { scale, nearest: within.start, cells, pairs_per_number };
            if let Some(cost) = cost(groups, window, limit) {
                return Some(Grid {
                    span: span.on_grid(scale),
                    scale,
                    cells: within,
                    counts: vec![vec![[0; 2]; cells]; objective.sizes()],
                    group: 0,
                    blocks: None,
                    transform: Transform::new(cells),
                    window,
                    cost,
                });
            }
            if cells == FEWEST_CELLS {
                return None;
            }
            cells /= 2;
        }
    }

    /// Counts some of the pairs; returns whether all are counted.
    pub fn step(&mut self, groups: &Groups, objective: &Objective) -> bool {
        let mut spent = 0;
        while self.group < groups.len() && spent < PAIRS_AT_ONCE {
            let group = groups.get(self.group);
            let size = objective.size_of(self.group) as usize;
            let window = self.window;
            let blocks = self.blocks.get_or_insert_with(|| Blocks::new(&group, window));
            spent += 1;
            match blocks.step(&group, &mut self.transform, &mut self.counts[size]) {
                Some(cost) => spent += cost,
                None => {
                    self.transform.take(&mut self.counts[size]);
                    self.blocks = None;
                    self.group += 1;
                }
            }
        }
        self.group == groups.len()
    }

    /// How many steps there are, about.
    pub fn steps(&self) -> u64 {
        self.cost / PAIRS_AT_ONCE + 1
    }

    /// Thresholds around the cell that looks best.
    pub fn best(&self, objective: &Objective) -> Vec<f64> {
        let mut value = &self.span.from.concordant + &self.before(objective);
        let (mut best, mut at) = (value.clone(), self.cells.start);
        for cell in self.known() {
            self.add(objective, &mut value, cell, TIES, 1);
            self.add(objective, &mut value, cell, CONCORDANT, -1);
            if objective.compare(&value, &best).is_gt() {
                (best, at) = (value.clone(), cell + 1);
            }
        }
        let mut thresholds: Vec<f64> = (at - 1..=at + 2).map(|cell| self.threshold(cell)).collect();
        thresholds.dedup();
        thresholds
    }

    /// The interval that was counted.
    pub fn span(&self) -> &Interval {
        &self.span
    }

    /// The greatest number below the cell's left end, or an end of the
    /// interval. Candidates above the threshold of a cell and up to that of the
    /// next differ by at least as many cells, and by less than one more.
    pub(super) fn threshold(&self, cell: i64) -> f64 {
        let left = (cell as f64 / self.scale).next_down();
        left.clamp(self.span.from.epsilon, self.span.to.epsilon)
    }

    /// Differences in cells that only pairs within the interval can have.
    pub(super) fn known(&self) -> Range<i64> {
        self.cells.start + 2..self.cells.end - 1
    }

    /// Pairs tied by both before any of the known differences.
    pub(super) fn before(&self, objective: &Objective) -> Value {
        let mut value = self.span.to.both_ties.clone();
        self.known().for_each(|cell| self.add(objective, &mut value, cell, TIES, -1));
        value
    }

    /// Adds a difference's pairs to a value.
    pub(super) fn add(
        &self,
        objective: &Objective,
        value: &mut Value,
        cell: i64,
        kind: usize,
        sign: i64,
    ) {
        for (size, counts) in self.counts.iter().enumerate() {
            let pairs = counts[(cell - self.cells.start) as usize][kind];
            objective.add(value, size as u32, sign * pairs);
        }
    }

    /// Pairs of a difference in cells, but for those the two disagree on.
    pub(super) fn pairs(&self, cell: i64) -> u64 {
        let index = (cell - self.cells.start) as usize;
        self.counts.iter().map(|counts| counts[index].iter().sum::<i64>() as u64).sum()
    }
}

/// What it takes to count all pairs on a grid, in pairs counted one by one;
/// nothing if it is more than `limit`, or if scores are too large for the cells.
fn cost(groups: &Groups, window: Window, limit: u64) -> Option<u64> {
    let mut sum = 0;
    for group in groups.iter() {
        let largest = group.metric[0].abs().max(group.metric[group.rows() - 1].abs());
        if largest * window.scale >= LARGEST_CELL {
            return None;
        }
        sum += Blocks::cost(&group, window, limit - sum)?;
    }
    Some(sum)
}

/// The greatest power of two up to a positive number; nothing where dividing by
/// it or multiplying with it could leave the range of an f64.
///
/// Scores times such a number are exact, or so tiny that rounding them moves no
/// difference by a cell.
fn power_of_two_below(value: f64) -> Option<f64> {
    let power = f64::from_bits(value.to_bits() & f64::INFINITY.to_bits());
    (2f64.powi(-900)..=2f64.powi(900)).contains(&power).then_some(power)
}

#[cfg(test)]
mod tests {
    use super::super::edge::EdgeCounter;
    use super::super::search::Search;
    use super::super::stretches::Stretch;
    use super::*;

    /// Scores on the edges of cells, next to them and between, in three groups
    /// of two sizes.
    fn groups() -> Groups {
        let mut random = oorandom::Rand64::new(11);
        let (mut keys, mut human, mut metric) = (Vec::new(), Vec::new(), Vec::new());
        for row in 0..90 {
            keys.push([0, 1, 1, 2, 2][row % 5]);
            let level = random.rand_range(0..3) as f64;
            human.push(level);
            let step = random.rand_range(0..500) as f64 / 256.0;
            metric.push(match row % 3 {
                0 => level - 1.0 + step,
                1 => (level - 1.0 + step).next_down(),
                _ => level - 1.0 + random.rand_float(),
            });
        }
        Groups::new(Some(&keys), &human, &metric)
    }

    /// A grid on which all pairs are counted by transforms, or one by one.
    fn grid(
        groups: &Groups,
        objective: &Objective,
        (from, to): (f64, f64),
        transforms: bool,
    ) -> Grid {
        let mut edges = EdgeCounter::new(objective, vec![from, to], false).run(groups, objective);
        let (to, from) = (edges.pop().unwrap(), edges.pop().unwrap());
        let span = Interval::new(from, to);
        let pairs_per_number = if transforms { 0 } else { 1 << 20 };
        let mut grid =
            Grid::new(groups, objective, &span, pairs_per_number, u64::MAX, |_| true).unwrap();
        while !grid.step(groups, objective) {}
        grid
    }

    /// Every difference within a group above one threshold and up to another.
    fn differences(groups: &Groups, from: f64, to: f64) -> Vec<f64> {
        let within = groups.iter().flat_map(|group| {
            let scores = group.metric;
            let pairs = (0..scores.len()).flat_map(move |i| (0..i).map(move |j| (i, j)));
            pairs.map(|(i, j)| scores[i] - scores[j]).collect::<Vec<f64>>()
        });
        within.filter(|&difference| from < difference && difference <= to).collect()
    }

    #[test]
    fn counts_equal_counting_each_pair() {
        let groups = groups();
        let objective = Objective::new(&groups);
        let spans = [(0.0, 3.0), (0.2503, 1.4997), (0.7, 0.71)];
        for (span, transforms) in spans.iter().flat_map(|&span| [(span, true), (span, false)]) {
            let grid = grid(&groups, &objective, span, transforms);
            let mut counts = vec![vec![[0; 2]; grid.counts[0].len()]; objective.sizes()];
            for (index, group) in groups.iter().enumerate() {
                let cell = |row: usize| (group.metric[row] * grid.scale).floor() as i64;
                for (i, j) in (0..group.rows()).flat_map(|i| (0..i).map(move |j| (i, j))) {
                    let (upper, lower) = (group.human_rank[i], group.human_rank[j]);
                    let apart = cell(i) - cell(j);
                    if grid.known().contains(&apart) {
                        let size = objective.size_of(index) as usize;
                        let counts = &mut counts[size][(apart - grid.cells.start) as usize];
                        counts[TIES] += i64::from(lower == upper);
                        counts[CONCORDANT] += i64::from(lower < upper);
                    }
                }
            }
            for apart in grid.known() {
                let index = (apart - grid.cells.start) as usize;
                for (found, expected) in grid.counts.iter().zip(&counts) {
                    assert_eq!(found[index], expected[index], "{apart} cells");
                }
            }
            assert!(grid.transform.is_exact());
        }
    }

    #[test]
    fn a_candidate_is_not_ruled_out_by_its_own_value() {
        let groups = groups();
        let objective = Objective::new(&groups);
        // Ends anywhere in a cell.
        for (from, to) in (0..60).map(|step| (0.2503, 0.4 + 0.0313 * f64::from(step))) {
            let grid = grid(&groups, &objective, (from, to), true);
            let candidates = differences(&groups, from, to);
            assert!(candidates.len() > 10);
            let edges = EdgeCounter::new(&objective, candidates, false).run(&groups, &objective);
            for edge in edges {
                let search = Search::new(edge.correct());
                let stretches = grid.open(&objective, &search, 1);
                let holds = |of: &Stretch| of.from < edge.epsilon && edge.epsilon <= of.to;
                assert!(stretches.iter().any(holds), "{} in {stretches:?}", edge.epsilon);
            }
        }
    }

    #[test]
    fn a_value_out_of_reach_rules_out_everything() {
        let groups = groups();
        let objective = Objective::new(&groups);
        let grid = grid(&groups, &objective, (0.25, 1.5), false);
        let mut value = objective.nothing();
        (0..objective.sizes()).for_each(|size| objective.add(&mut value, size as u32, 10_000));
        assert_eq!(grid.open(&objective, &Search::new(value), 1), []);
    }

    #[test]
    fn scores_beyond_the_cells_have_no_grid() {
        let metric = [1e18, 1e18 + 128.0, 1e18 + 256.0];
        let groups = Groups::new(None, &[1.0, 2.0, 3.0], &metric);
        let objective = Objective::new(&groups);
        let ends = vec![0.0, 2.0];
        let mut edges = EdgeCounter::new(&objective, ends, false).run(&groups, &objective);
        let (to, from) = (edges.pop().unwrap(), edges.pop().unwrap());
        let span = Interval::new(from, to);
        assert!(Grid::new(&groups, &objective, &span, 1, u64::MAX, |_| true).is_none());
    }
}
