//! The rows of a group in blocks of cells, each counted together with the cells
//! before it that matter.
//!
//! A block with many rows is transformed, rank after rank; where they are few,
//! in the tails, each pair is counted by itself. What lies between blocks
//! is skipped.

use std::ops::Range;

use super::spectra::{CONCORDANT, TIES, Transform};
use crate::grouping::Group;

/// Transforming a number takes as long as counting so many pairs.
pub const PAIRS_PER_NUMBER: u64 = 8;
/// Pairs counted in one step: about 10 ms.
const PAIRS_AT_ONCE: u64 = 1 << 22;

/// The rows of one group, block after block.
pub struct Blocks {
    cells: Vec<i64>,
    /// Rows of each human rank, ascending, rank after rank.
    by_rank: Vec<u32>,
    /// Where each rank begins, and the end.
    ranks: Vec<usize>,
    window: Window,
    /// The first row of the next block.
    next: usize,
    current: Option<Block>,
}

/// The differences that are counted: so many cells from the nearest on.
#[derive(Debug, Clone, Copy)]
pub struct Window {
    /// Cells in a unit of score.
    pub scale: f64,
    pub nearest: i64,
    pub cells: usize,
    /// As many pairs are counted in the time that it takes to transform a number.
    pub pairs_per_number: u64,
}

/// Rows that lie in one block of cells.
struct Block {
    rows: Range<usize>,
    /// The rows before them, and some among them, that may matter.
    before: Range<usize>,
    /// The cells in which the block and what is before it begin.
    first: i64,
    first_before: i64,
    /// Whether each pair is counted by itself.
    alone: bool,
    rank: usize,
}

impl Blocks {
    /// The rows of a group.
    pub fn new(group: &Group, window: Window) -> Self {
        let (mut by_rank, mut ranks) = (Vec::new(), Vec::new());
        group.rows_by_rank(&mut by_rank, &mut ranks);
        Blocks { cells: window.cells_of(group), by_rank, ranks, window, next: 0, current: None }
    }

    /// What it takes to count a group's pairs, in pairs counted one by one;
    /// nothing if it is more than `limit`.
    pub fn cost(group: &Group, window: Window, limit: u64) -> Option<u64> {
        let cells = window.cells_of(group);
        let ranks = group.human_levels();
        let (mut row, mut sum) = (0, 0);
        while row < cells.len() {
            let (block, cost) = window.block(&cells, row, ranks);
            row = block.rows.end;
            sum += cost;
            if sum > limit {
                return None;
            }
        }
        Some(sum)
    }

    /// Counts some pairs of a block; returns what it took, or nothing if there
    /// is no block left.
    pub fn step(
        &mut self,
        group: &Group,
        transform: &mut Transform,
        counts: &mut [[i64; 2]],
    ) -> Option<u64> {
        let Some(mut block) = self.current.take() else {
            if self.next == self.cells.len() {
                return None;
            }
            let (block, _) = self.window.block(&self.cells, self.next, self.ranks.len() - 1);
            self.next = block.rows.end;
            if !block.alone {
                transform.begin();
            }
            let rows = block.rows.len() + block.before.len();
            self.current = Some(block);
            return Some(rows as u64);
        };
        let cost = match block.alone {
            true => self.count(group, &mut block, counts),
            false => self.transform(&mut block, transform),
        };
        if !block.rows.is_empty() && block.rank + 1 < self.ranks.len() {
            self.current = Some(block);
        }
        Some(cost)
    }

    /// Counts pairs of the next rows of a block, one by one.
    fn count(&self, group: &Group, block: &mut Block, counts: &mut [[i64; 2]]) -> u64 {
        let mut pairs = 0;
        let mut others = block.before.start..block.before.start;
        while pairs < PAIRS_AT_ONCE && !block.rows.is_empty() {
            let row = block.rows.start;
            let (cell, rank) = (self.cells[row] - self.window.nearest, group.human_rank[row]);
            self.window.move_to(&self.cells, row, &mut others);
            let before = self.cells[others.clone()].iter().zip(&group.human_rank[others.clone()]);
            for (&other, &other_rank) in before {
                let counts = &mut counts[(cell - other) as usize];
                counts[TIES] += i64::from(other_rank == rank);
                counts[CONCORDANT] += i64::from(other_rank < rank);
            }
            pairs += 1 + others.len() as u64;
            block.rows.start += 1;
        }
        block.before.start = others.start;
        pairs
    }

    /// Transforms the next rank of a block that has rows in it or before.
    fn transform(&self, block: &mut Block, transform: &mut Transform) -> u64 {
        let of_rank = &self.by_rank[self.ranks[block.rank]..self.ranks[block.rank + 1]];
        block.rank += 1;
        let within = |rows: &Range<usize>, first: i64| {
            let from = of_rank.partition_point(|&row| (row as usize) < rows.start);
            let to = of_rank.partition_point(|&row| (row as usize) < rows.end);
            of_rank[from..to].iter().map(move |&row| (self.cells[row as usize] - first) as usize)
        };
        let before = within(&block.before, block.first_before);
        let rows = within(&block.rows, block.first);
        if before.len() == 0 && rows.len() == 0 {
            return 1;
        }
        transform.add(before, rows);
        PAIRS_PER_NUMBER * Transform::length(self.window.cells) as u64
    }
}

impl Window {
    /// The block that begins with a row, and what it takes to count its pairs.
    fn block(&self, cells: &[i64], row: usize, ranks: usize) -> (Block, u64) {
        let first = cells[row];
        let first_before = first - self.nearest - self.cells as i64;
        let up_to = |cell: i64| cells.partition_point(|&other| other < cell);
        let rows = row..up_to(first + Transform::block(self.cells) as i64);
        let before =
            up_to(first_before)..up_to(first_before + Transform::length(self.cells) as i64);
        let numbers = (ranks * Transform::length(self.cells)) as u64;
        let transformed = numbers * self.pairs_per_number;
        let mut others = before.start..before.start;
        let pairs = rows.clone().map(|row| {
            self.move_to(cells, row, &mut others);
            1 + others.len() as u64
        });
        let pairs = pairs.sum::<u64>();
        let alone = pairs < transformed;
        let block = Block { rows, before, first, first_before, alone, rank: 0 };
        (block, pairs.min(transformed))
    }

    /// Moves the rows that make a pair with a row on to the next one.
    fn move_to(&self, cells: &[i64], row: usize, others: &mut Range<usize>) {
        let last = cells[row] - self.nearest;
        while cells[others.start] <= last - self.cells as i64 {
            others.start += 1;
        }
        others.end = others.end.max(others.start);
        while others.end < row && cells[others.end] <= last {
            others.end += 1;
        }
    }

    /// The cell of each row.
    fn cells_of(&self, group: &Group) -> Vec<i64> {
        group.metric.iter().map(|&score| (score * self.scale).floor() as i64).collect()
    }
}
