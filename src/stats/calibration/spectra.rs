//! Rows counted by cell and rank, correlated by Fourier transforms.

use std::ops::Range;

use rustfft::algorithm::Radix4;
use rustfft::num_complex::Complex64;
use rustfft::{Fft, FftDirection};

use crate::grouping::Group;

/// Index of the pairs tied by the human, and of those ordered the same way.
pub const TIES: usize = 0;
pub const CONCORDANT: usize = 1;

/// Transforms are so many times as long as the cells of the interval: what lies
/// beyond these is the block of cells whose rows are paired with those before.
const LENGTHS: usize = 4;
/// A transform is off by less than this part of its input's norm, and so a
/// correlation by less than a few times that part of both norms. (N. J. Higham,
/// "Accuracy and Stability of Numerical Algorithms", chapter 24, has a tenth of
/// this for the longest transform here.)
const TRANSFORM_ERROR: f64 = 1e-13;

/// The rows of one group, as cells.
pub struct Rows {
    /// Cells of each human rank's rows, ascending, rank after rank.
    by_rank: Vec<i64>,
    /// Where each rank begins, and the end.
    ranks: Vec<usize>,
    /// First cell of the next block, and the last cell of all.
    pub block: i64,
    pub last: i64,
}

/// Correlates rows, rank after rank, by transforms of one length.
pub struct Transform {
    cells: usize,
    fft: Radix4<f64>,
    scratch: Vec<Complex64>,
    /// A rank's rows before the block as real parts, those in it as imaginary
    /// parts: one transform serves both.
    rows: Vec<Complex64>,
    spectra: Vec<Spectra>,
    /// Sum of the products of norms that the error is a small part of.
    norms: f64,
}

/// One frequency of what has been transformed.
#[derive(Clone, Copy, Default)]
struct Spectra {
    /// Rows of all lower ranks before the block.
    lower: Complex64,
    /// Sums of products, over ranks and blocks.
    ties: Complex64,
    concordant: Complex64,
}

impl Rows {
    /// The rows of a group, in so many cells a unit of score.
    pub fn new(group: &Group, scale: f64) -> Self {
        let (mut rows, mut ranks) = (Vec::new(), Vec::new());
        group.rows_by_rank(&mut rows, &mut ranks);
        let cell = |score: f64| (score * scale).floor() as i64;
        let by_rank = rows.iter().map(|&row| cell(group.metric[row as usize])).collect();
        let (block, last) = (cell(group.metric[0]), cell(group.metric[group.rows() - 1]));
        Rows { by_rank, ranks, block, last }
    }

    /// The cells of a rank's rows that lie in a range.
    fn within(&self, rank: usize, cells: Range<i64>) -> &[i64] {
        let of_rank = &self.by_rank[self.ranks[rank]..self.ranks[rank + 1]];
        let from = of_rank.partition_point(|&cell| cell < cells.start);
        let to = of_rank.partition_point(|&cell| cell < cells.end);
        &of_rank[from..to]
    }
}

impl Transform {
    /// Transforms for an interval of so many cells.
    pub fn new(cells: usize) -> Self {
        let length = Transform::length(cells);
        let fft = Radix4::new(length, FftDirection::Forward);
        Transform {
            cells,
            scratch: vec![Complex64::default(); fft.get_inplace_scratch_len()],
            rows: vec![Complex64::default(); length],
            spectra: vec![Spectra::default(); length / 2 + 1],
            norms: 0.0,
            fft,
        }
    }

    /// Numbers that are transformed together.
    pub fn length(cells: usize) -> usize {
        LENGTHS * cells
    }

    /// Cells whose rows are correlated at a time.
    pub fn block(cells: usize) -> usize {
        (LENGTHS - 1) * cells
    }

    /// Whether rounding to whole numbers made up for all errors.
    pub fn is_exact(&self) -> bool {
        self.norms * TRANSFORM_ERROR < 0.25
    }

    /// Correlates the rows of the next block with the rows up to so many cells
    /// before them, but `nearest` at least.
    pub fn add_block(&mut self, rows: &mut Rows, nearest: i64) {
        let block = rows.block..rows.block + Transform::block(self.cells) as i64;
        let first = block.start - nearest - self.cells as i64;
        let before = first..first + Transform::length(self.cells) as i64;
        rows.block = block.end;
        self.spectra.iter_mut().for_each(|at| at.lower = Complex64::default());
        let mut lower_norm = 0.0;
        for rank in 0..rows.ranks.len() - 1 {
            let left = rows.within(rank, before.clone());
            let right = rows.within(rank, block.clone());
            if left.is_empty() && right.is_empty() {
                continue;
            }
            self.rows.fill(Complex64::default());
            left.iter().for_each(|cell| self.rows[(cell - before.start) as usize].re += 1.0);
            right.iter().for_each(|cell| self.rows[(cell - block.start) as usize].im += 1.0);
            let norm = norm(&self.rows);
            self.norms += norm * (norm + lower_norm);
            lower_norm += norm;
            self.fft.process_with_scratch(&mut self.rows, &mut self.scratch);
            self.add_products();
        }
    }

    /// Takes the two spectra of a rank apart and adds their products.
    fn add_products(&mut self) {
        let length = self.rows.len();
        for (frequency, at) in self.spectra.iter_mut().enumerate() {
            let value = self.rows[frequency];
            let mirrored = self.rows[(length - frequency) % length].conj();
            // Twice the spectra of the real and of the imaginary parts.
            let left = value + mirrored;
            let difference = value - mirrored;
            let right = Complex64::new(difference.im, -difference.re);
            at.ties += left.conj() * right;
            at.concordant += at.lower.conj() * right;
            at.lower += left;
        }
    }

    /// Adds what was correlated since the last time: for each difference in
    /// cells from the nearest on, the pairs of each kind.
    pub fn take(&mut self, counts: &mut [[i64; 2]]) {
        let length = self.rows.len();
        let i = Complex64::i();
        for (frequency, at) in self.spectra.iter_mut().enumerate() {
            self.rows[(length - frequency) % length] = at.ties.conj() + i * at.concordant.conj();
            self.rows[frequency] = at.ties + i * at.concordant;
            *at = Spectra::default();
        }
        self.fft.process_with_scratch(&mut self.rows, &mut self.scratch);
        // Forth twice is back, in reverse. Each factor was doubled before.
        let scale = 1.0 / (4 * length) as f64;
        for (counts, sums) in counts.iter_mut().zip(self.rows[1..=self.cells].iter().rev()) {
            counts[TIES] += (sums.re * scale).round() as i64;
            counts[CONCORDANT] += (sums.im * scale).round() as i64;
        }
        self.norms += norm(&self.rows) * scale;
    }
}

fn norm(values: &[Complex64]) -> f64 {
    values.iter().map(|value| value.norm_sqr()).sum::<f64>().sqrt()
}
