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
use super::search::Search;
use super::spectra::{CONCORDANT, TIES, Transform};
use crate::grouping::Groups;
use crate::objective::{Objective, Value};

/// One cell of the interval for so many rows,
const ROWS_PER_CELL: usize = 16;
/// within these limits: longer transforms leave the cache.
const FEW_CELLS: usize = 1 << 10;
const MANY_CELLS: usize = 1 << 13;
/// Where such a grid was laid in vain, there may be so many,
const MOST_CELLS: usize = 1 << 16;
/// and fewer where it would take too long.
const FEWEST_CELLS: usize = 1 << 8;
/// A grid is so many times as fine as the one before it, if it can be, and
const FINER: f64 = 8.0;
/// not worth it if it is less than so many times as fine.
const LITTLE_FINER: f64 = 4.0;
/// Stretches end at a gap of this part of all cells.
const WIDE_GAP: usize = 64;
/// Cell numbers of thresholds stay below 2^50, those of scores below 2^61: they
/// and their sums are exact.
const LARGEST_THRESHOLD: f64 = (1u64 << 50) as f64;
const LARGEST_CELL: f64 = (1u64 << 61) as f64;
/// Pairs counted in one step, or what takes as long: about 20 ms.
const PAIRS_AT_ONCE: u64 = 1 << 23;

/// An interval whose pairs are being counted on a grid.
pub struct Grid {
    span: Interval,
    /// Cells in a unit of score: a power of two.
    scale: f64,
    /// The cells in which the interval begins and ends.
    cells: Range<i64>,
    /// For each size of group and each difference in cells, from `cells.start`
    /// on: pairs tied by the human, and pairs the human orders as the metric.
    counts: Vec<Vec<[i64; 2]>>,
    group: usize,
    blocks: Option<Blocks>,
    transform: Transform,
    window: Window,
    /// What it takes, in pairs counted one by one.
    cost: u64,
}

/// What is known of the candidates in a cell.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    RuledOut,
    /// They are all as good.
    Flat,
    Open,
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Grid").field("cells", &self.cells).finish_non_exhaustive()
    }
}

impl Grid {
    /// A grid for the interval, or nothing if it would take as long as to count
    /// more than `limit` pairs one by one, be hardly finer than the last one
    /// there, or if scores are too large for the cells.
    pub fn new(
        groups: &Groups,
        objective: &Objective,
        span: &Interval,
        pairs_per_number: u64,
        limit: u64,
    ) -> Option<Self> {
        let (from, to) = (span.from.epsilon, span.to.epsilon);
        let scale = |cells: usize| power_of_two_below((cells - 4) as f64 / (to - from));
        let mut cells = (groups.rows() / ROWS_PER_CELL).next_power_of_two();
        cells = cells.clamp(FEW_CELLS, MANY_CELLS);
        let most = MANY_CELLS.max(MOST_CELLS / objective.sizes().next_power_of_two());
        while cells < most && scale(cells)? < FINER * span.scale {
            cells *= 2;
        }
        loop {
            let scale = scale(cells)?;
            if scale < LITTLE_FINER * span.scale || to * scale >= LARGEST_THRESHOLD {
                return None;
            }
            let cell = |threshold: f64| (threshold * scale).floor() as i64;
            let within = cell(from)..cell(to) + 1;
            let window = Window { scale, nearest: within.start, cells, pairs_per_number };
            if let Some(cost) = cost(groups, window, limit) {
                let pairs_per_cell = span.pairs() / within.clone().count() as u64;
                let mut span = span.clone();
                (span.scale, span.pairs_per_cell) = (scale, pairs_per_cell);
                return Some(Grid {
                    span,
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

    /// The stretches of the interval that can hold a maximiser; gaps between
    /// them hold at least `gap` pairs, or are wide. One in which acc_eq stays the
    /// same is a stretch of its own, so that a finer grid need not cover it.
    pub fn open(&self, objective: &Objective, search: &Search, gap: u64) -> Vec<(f64, f64)> {
        if !self.transform.is_exact() {
            return vec![(self.span.from.epsilon, self.span.to.epsilon)];
        }
        let mut kinds = self.kinds(objective, search);
        self.fill_gaps(&mut kinds, gap);
        let mut cell = self.cells.start;
        let mut stretches = Vec::new();
        for same in kinds.chunk_by(|a, b| a == b) {
            let end = cell + same.len() as i64;
            if same[0] != Kind::RuledOut {
                stretches.push((self.threshold(cell), self.threshold(end)));
            }
            cell = end;
        }
        stretches
    }

    /// What the bound says of the candidates in each cell.
    ///
    /// Pairs whose side of an end of the interval is uncertain are bounded twice:
    /// counted on from the other end, or back from this one.
    fn kinds(&self, objective: &Objective, search: &Search) -> Vec<Kind> {
        let mut concordant = [self.span.from.concordant.clone(), self.span.to.concordant.clone()];
        let mut both_ties = [self.before(objective), self.span.from.both_ties.clone()];
        for cell in self.cells.start..=self.cells.end {
            self.add(objective, &mut concordant[1], cell, CONCORDANT, 1);
        }
        self.add(objective, &mut both_ties[1], self.cells.start, TIES, 1);
        self.add(objective, &mut both_ties[1], self.cells.start + 1, TIES, 1);
        let mut kinds = Vec::with_capacity(self.cells.clone().count());
        for cell in self.cells.clone() {
            let ruled_out = concordant.iter().any(|concordant| {
                both_ties.iter().any(|both_ties| search.rules_out(objective, concordant, both_ties))
            });
            let is_known = self.known().contains(&cell) && self.known().contains(&(cell + 1));
            kinds.push(match ruled_out {
                true => Kind::RuledOut,
                false if is_known && self.pairs(cell) + self.pairs(cell + 1) == 0 => Kind::Flat,
                false => Kind::Open,
            });
            if self.known().contains(&(cell + 2)) {
                self.add(objective, &mut both_ties[0], cell + 2, TIES, 1);
            }
            if cell + 2 <= self.cells.end {
                self.add(objective, &mut both_ties[1], cell + 2, TIES, 1);
            }
            if self.known().contains(&cell) {
                self.add(objective, &mut concordant[0], cell, CONCORDANT, -1);
            }
            self.add(objective, &mut concordant[1], cell, CONCORDANT, -1);
        }
        kinds
    }

    /// Opens the gaps between open cells that are narrow and hold few pairs.
    fn fill_gaps(&self, kinds: &mut [Kind], gap: u64) {
        let wide = kinds.len() / WIDE_GAP;
        let open = kinds.iter().enumerate().filter(|(_, kind)| **kind == Kind::Open);
        let open: Vec<usize> = open.map(|(index, _)| index).collect();
        for ends in open.windows(2) {
            let between = ends[0] + 1..ends[1];
            let cells = between.clone().map(|index| self.cells.start + index as i64);
            if between.len() <= wide && cells.map(|cell| self.pairs(cell)).sum::<u64>() < gap {
                kinds[between].fill(Kind::Open);
            }
        }
    }

    /// The interval that was counted.
    pub fn span(&self) -> &Interval {
        &self.span
    }

    /// The greatest number below the cell's left end, or an end of the
    /// interval. Candidates above the threshold of a cell and up to that of the
    /// next differ by at least as many cells, and by less than one more.
    fn threshold(&self, cell: i64) -> f64 {
        let left = (cell as f64 / self.scale).next_down();
        left.clamp(self.span.from.epsilon, self.span.to.epsilon)
    }

    /// Differences in cells that only pairs within the interval can have.
    fn known(&self) -> Range<i64> {
        self.cells.start + 2..self.cells.end - 1
    }

    /// Pairs tied by both before any of the known differences.
    fn before(&self, objective: &Objective) -> Value {
        let mut value = self.span.to.both_ties.clone();
        self.known().for_each(|cell| self.add(objective, &mut value, cell, TIES, -1));
        value
    }

    /// Adds a difference's pairs to a value.
    fn add(&self, objective: &Objective, value: &mut Value, cell: i64, kind: usize, sign: i64) {
        for (size, counts) in self.counts.iter().enumerate() {
            let pairs = counts[(cell - self.cells.start) as usize][kind];
            objective.add(value, size as u32, sign * pairs);
        }
    }

    /// Pairs of a difference in cells, but for those the two disagree on.
    fn pairs(&self, cell: i64) -> u64 {
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
        let mut grid = Grid::new(groups, objective, &span, pairs_per_number, u64::MAX).unwrap();
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
                let holds = |&(from, to): &(f64, f64)| from < edge.epsilon && edge.epsilon <= to;
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
        assert!(Grid::new(&groups, &objective, &span, 1, u64::MAX).is_none());
    }
}
