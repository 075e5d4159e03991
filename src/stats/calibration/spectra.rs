//! Rows counted by cell and rank, correlated by Fourier transforms.

use rustfft::algorithm::Radix4;
use rustfft::num_complex::Complex64;
use rustfft::{Fft, FftDirection};

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

/// Correlates rows, rank after rank, by transforms of one length.
pub struct Transform {
    cells: usize,
    fft: Radix4<f64>,
    scratch: Vec<Complex64>,
    /// A rank's rows before the block as real parts, those in it as imaginary
    /// parts: one transform serves both.
    rows: Vec<Complex64>,
    spectra: Vec<Spectra>,
    /// Norms of the lower ranks of this block, summed.
    lower_norm: f64,
    /// Sum of the products of norms that the error is a small part of.
    norms: f64,
    /// Whether anything was correlated since the last time it was taken.
    is_used: bool,
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
            lower_norm: 0.0,
            norms: 0.0,
            is_used: false,
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

    /// Begins with the lowest rank of another block.
    pub fn begin(&mut self) {
        self.spectra.iter_mut().for_each(|at| at.lower = Complex64::default());
        self.lower_norm = 0.0;
    }

    /// Correlates the rows of the next rank in a block with those of this rank
    /// and of lower ones before: rows are given by their cells, both counted
    /// from where `before` begins and the block does.
    pub fn add(&mut self, before: impl Iterator<Item = usize>, block: impl Iterator<Item = usize>) {
        self.rows.fill(Complex64::default());
        before.for_each(|cell| self.rows[cell].re += 1.0);
        block.for_each(|cell| self.rows[cell].im += 1.0);
        let norm = norm(&self.rows);
        self.norms += norm * (norm + self.lower_norm);
        self.lower_norm += norm;
        self.fft.process_with_scratch(&mut self.rows, &mut self.scratch);
        self.add_products();
        self.is_used = true;
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
        if !std::mem::take(&mut self.is_used) {
            return;
        }
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
