//! What the bound leaves open of an interval that was counted on a grid.

use super::edge::Interval;
use super::grid::Grid;
use super::search::Search;
use super::spectra::{CONCORDANT, TIES};
use crate::objective::Objective;

/// Stretches end at a gap of this part of all cells.
const WIDE_GAP: usize = 64;

/// A part of the interval that can hold a maximiser.
#[derive(Debug, Clone, PartialEq)]
pub struct Stretch {
    pub from: f64,
    pub to: f64,
    /// Pairs in the fullest of its cells.
    pub pairs_per_cell: u64,
}

impl Stretch {
    /// Whether it covers an interval.
    pub fn covers(&self, interval: &Interval) -> bool {
        self.from <= interval.from.epsilon && interval.to.epsilon <= self.to
    }
}

/// What is known of the candidates in a cell.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    RuledOut,
    /// They are all as good.
    Flat,
    Open,
}

impl Grid {
    /// The stretches of the interval that can hold a maximiser; gaps between
    /// them hold at least `gap` pairs, or are wide. One in which acc_eq stays the
    /// same is a stretch of its own, so that a finer grid need not cover it.
    pub fn open(&self, objective: &Objective, search: &Search, gap: u64) -> Vec<Stretch> {
        if !self.transform.is_exact() {
            let (from, to) = (self.span.from.epsilon, self.span.to.epsilon);
            return vec![Stretch { from, to, pairs_per_cell: u64::MAX }];
        }
        let mut kinds = self.kinds(objective, search);
        self.fill_gaps(&mut kinds, gap);
        let mut cell = self.cells.start;
        let mut stretches = Vec::new();
        for same in kinds.chunk_by(|a, b| a == b) {
            let end = cell + same.len() as i64;
            if same[0] != Kind::RuledOut {
                let (from, to) = (self.threshold(cell), self.threshold(end));
                let pairs_per_cell = (cell..end).map(|cell| self.pairs(cell)).max().unwrap_or(0);
                stretches.push(Stretch { from, to, pairs_per_cell });
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
}
