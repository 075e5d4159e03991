//! Sign-flip tests by random flips.

use oorandom::Rand64;

use super::common::CommonItems;
use super::units::Units;

/// Flips summed together, with fewer than about 250 systems.
const FLIPS_TOGETHER: usize = 1024;
/// Comparisons of sums after each batch of flips: about 30 ms.
const MOST_COMPARISONS: usize = 1 << 25;
/// Items whose signs are one byte.
const BLOCK: usize = 8;
/// Additions in one step: about 5 ms.
const ADDITIONS_AT_ONCE: usize = 1 << 23;

/// Sums under random flips, in steps.
///
/// A flip gives each item a sign, the same for all systems and for every column
/// of scores, so the sum of differences of two systems is the difference of
/// their flipped sums. Eight items at a time, the sums for all 256 sign
/// patterns are tabled; a flip then looks up one of them for each eight items.
#[derive(Debug)]
pub struct Flips {
    random: Rand64,
    systems: usize,
    /// Scores of all columns and systems, item after item.
    scores: Vec<i64>,
    /// Scores of one item: columns times systems.
    width: usize,
    /// For each pair of systems, column after column, the least sum that counts.
    least: Vec<i64>,
    /// How many flips reached it.
    reached: Vec<u32>,
    /// Flips in all, and those of finished batches.
    flips: usize,
    done: usize,
    batch: usize,
    /// The item with which this batch goes on.
    next_item: usize,
    /// Sums of the flips in this batch, flip after flip.
    sums: Vec<i64>,
    table: Vec<i64>,
}

impl Flips {
    /// There is at least one column and one flip.
    pub fn new(items: &CommonItems, columns: &[&Units], flips: u32, seed: u64) -> Self {
        let systems = items.systems();
        let width = columns.len() * systems;
        let mut scores = Vec::with_capacity(items.len() * width);
        for item in 0..items.len() {
            for column in columns {
                scores.extend(&column.scores[item * systems..(item + 1) * systems]);
            }
        }
        let mut least = Vec::new();
        for column in columns {
            let sums = items.sums(&column.scores);
            // A flip and the observed sum may each be off by one rounding of
            // each of the two scores of an item.
            let slack = 4 * column.rounding * items.len() as i64;
            least.extend(items.pairs().map(|(first, second)| sums[first] - sums[second] - slack));
        }
        let batch = FLIPS_TOGETHER.min(MOST_COMPARISONS / least.len());
        Flips {
            random: Rand64::new(seed.into()),
            systems,
            scores,
            width,
            reached: vec![0; least.len()],
            least,
            flips: flips as usize,
            done: 0,
            batch,
            next_item: 0,
            sums: vec![0; batch.min(flips as usize) * width],
            table: vec![0; 256 * width],
        }
    }

    /// Does some of the work; returns whether all is done.
    pub fn step(&mut self) -> bool {
        let items = self.scores.len() / self.width;
        let flips = self.batch.min(self.flips - self.done);
        let blocks = (ADDITIONS_AT_ONCE / ((256 + flips) * self.width)).max(1);
        for _ in 0..blocks {
            if self.next_item < items {
                self.add_block(flips);
                self.next_item += BLOCK;
            }
        }
        if self.next_item >= items {
            self.compare(flips);
            self.sums.fill(0);
            self.next_item = 0;
            self.done += flips;
        }
        self.done >= self.flips
    }

    /// The share of the work that is done, from 0 to 1.
    pub fn progress(&self) -> f64 {
        let items = self.scores.len() / self.width;
        let flips = self.batch.min(self.flips - self.done) as f64;
        let share = self.next_item.min(items) as f64 / items as f64;
        (self.done as f64 + share * flips) / self.flips as f64
    }

    /// For each pair of systems, column after column, the share of flips whose
    /// sum is at least the observed one.
    pub fn p_values(&self) -> Vec<f64> {
        self.reached.iter().map(|&reached| f64::from(reached) / self.flips as f64).collect()
    }

    /// Adds the next items to the sums of the batch, with random signs.
    fn add_block(&mut self, flips: usize) {
        let (first, width) = (self.next_item * self.width, self.width);
        let end = self.scores.len().min(first + BLOCK * width);
        tabulate(&self.scores[first..end], width, &mut self.table);
        for sums in self.sums[..flips * width].chunks_mut(8 * width) {
            let signs = self.random.rand_u64().to_le_bytes();
            for (sums, sign) in sums.chunks_exact_mut(width).zip(signs) {
                let flipped = &self.table[usize::from(sign) * width..][..width];
                sums.iter_mut().zip(flipped).for_each(|(sum, flipped)| *sum += flipped);
            }
        }
    }

    fn compare(&mut self, flips: usize) {
        for sums in self.sums[..flips * self.width].chunks_exact(self.width) {
            let mut pair = 0;
            for sums in sums.chunks_exact(self.systems) {
                for (first, &sum) in sums.iter().enumerate() {
                    let others = &sums[first + 1..];
                    let end = pair + others.len();
                    let least = self.least[pair..end].iter();
                    let reached = self.reached[pair..end].iter_mut();
                    for ((reached, least), other) in reached.zip(least).zip(others) {
                        *reached += u32::from(sum - other >= *least);
                    }
                    pair = end;
                }
            }
        }
    }
}

/// The sums of up to eight items under all patterns of signs: bit k of the
/// pattern says whether item k is added or subtracted.
fn tabulate(items: &[i64], width: usize, table: &mut [i64]) {
    let (none, _) = table.split_at_mut(width);
    none.fill(0);
    for item in items.chunks_exact(width) {
        none.iter_mut().zip(item).for_each(|(sum, score)| *sum -= score);
    }
    for pattern in 1..256usize {
        let (before, sums) = table.split_at_mut(pattern * width);
        let without = &before[(pattern & (pattern - 1)) * width..][..width];
        sums[..width].copy_from_slice(without);
        let item = pattern.trailing_zeros() as usize * width;
        if let Some(item) = items.get(item..item + width) {
            sums.iter_mut().zip(item).for_each(|(sum, score)| *sum += 2 * score);
        }
    }
}
