//! Which of two metrics get a pair of rows right, counted 64 pairs at a time.
//!
//! Each pair of rows of a group is one bit. For every metric there is a bit
//! set of the pairs it gets right, a block of pairs at a time, so that memory
//! does not grow with the pairs. Two metrics are compared by counting the bits
//! that their sets have in common.

use super::super::grouping::pairs_of;
use super::rows::Group;

/// Words of a block: 4 KiB for each metric.
const WORDS: usize = 512;
const PAIRS: usize = 64 * WORDS;

type Block = [u64; WORDS];

/// How often exactly one of two metrics gets a pair of a group right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Compared {
    /// Pairs of rows that have scores of both.
    pub pairs: u64,
    /// Those that only the first metric gets right.
    pub plus: u64,
    /// Those that only the second metric gets right.
    pub minus: u64,
}

/// Counts one group after another, in steps, keeping its working memory.
#[derive(Debug)]
pub struct Counter {
    /// For each metric, the pairs of the block that it gets right,
    right: Vec<Block>,
    /// and, in groups where scores are missing, those that have both scores.
    complete: Vec<Block>,
    /// Whether scores of the group are missing.
    incomplete: bool,
    /// The next pair: a row, and an earlier row. At row 0 a group begins.
    upper: usize,
    lower: usize,
    /// For every two metrics, pairs that the first gets right and of which the
    /// second has both scores,
    right_if_complete: Vec<u64>,
    /// and, for the smaller index first, pairs that both get right.
    both_right: Vec<u64>,
}

impl Counter {
    /// For so many metrics.
    pub fn new(metrics: usize) -> Self {
        Counter {
            right: vec![[0; WORDS]; metrics],
            complete: vec![[0; WORDS]; metrics],
            incomplete: false,
            upper: 0,
            lower: 0,
            right_if_complete: vec![0; metrics * metrics],
            both_right: vec![0; metrics * metrics],
        }
    }

    /// Counts up to a block of pairs of a group. Returns how many: 0 once
    /// there are no more; the next step then begins with another group.
    pub fn step(&mut self, group: &Group) -> u64 {
        if self.upper == 0 {
            self.start(group);
        }
        let mut used = 0;
        while used < PAIRS && self.upper < group.rows() {
            let end = self.upper.min(self.lower + PAIRS - used);
            self.fill(group, used, end);
            used += end - self.lower;
            self.lower = end;
            if end == self.upper {
                (self.upper, self.lower) = (self.upper + 1, 0);
            }
        }
        if used == 0 {
            self.upper = 0;
        }
        self.count_bits(used.div_ceil(64));
        used as u64
    }

    fn start(&mut self, group: &Group) {
        self.incomplete = group.is_incomplete();
        (self.upper, self.lower) = (1, 0);
        self.right_if_complete.fill(0);
        self.both_right.fill(0);
    }

    /// Puts the pairs of the upper row and those up to `end` into the block.
    fn fill(&mut self, group: &Group, used: usize, end: usize) {
        let tied_from = group.tied_from(self.upper).clamp(self.lower, end);
        for (metric, (epsilon, scores)) in group.metrics().enumerate() {
            let upper = scores[self.upper];
            let mut bits = Bits { block: &mut self.right[metric], used };
            // Comparisons with NaN are false: such a pair is not right.
            bits.extend(&scores[self.lower..tied_from], |lower| upper - lower > epsilon);
            bits.extend(&scores[tied_from..end], |lower| (upper - lower).abs() <= epsilon);
            if self.incomplete && !upper.is_nan() {
                let mut bits = Bits { block: &mut self.complete[metric], used };
                bits.extend(&scores[self.lower..end], |lower| !lower.is_nan());
            }
        }
    }

    /// Counts the bits in so many words of the block, and clears it.
    fn count_bits(&mut self, words: usize) {
        let metrics = self.right.len();
        for (a, right) in self.right.iter().enumerate() {
            let all = common(right, right, words);
            for b in 0..metrics {
                self.right_if_complete[a * metrics + b] +=
                    if self.incomplete { common(right, &self.complete[b], words) } else { all };
                if a < b {
                    self.both_right[a * metrics + b] += common(right, &self.right[b], words);
                }
            }
        }
        for block in self.right.iter_mut().chain(&mut self.complete) {
            block[..words].fill(0);
        }
    }

    /// Compares two metrics, `a` < `b`, in the group that was counted.
    pub fn compare(&self, group: &Group, a: usize, b: usize) -> Compared {
        let metrics = self.right.len();
        let both = self.both_right[a * metrics + b];
        let rows = if self.incomplete {
            let rows = group.scores(a).iter().zip(group.scores(b));
            rows.filter(|(a, b)| !a.is_nan() && !b.is_nan()).count()
        } else {
            group.rows()
        };
        Compared {
            pairs: pairs_of(rows as u64),
            plus: self.right_if_complete[a * metrics + b] - both,
            minus: self.right_if_complete[b * metrics + a] - both,
        }
    }
}

/// A bit set that grows in a block of zeros.
struct Bits<'a> {
    block: &'a mut Block,
    used: usize,
}

impl Bits<'_> {
    /// Adds a bit for each score.
    fn extend(&mut self, scores: &[f64], is_set: impl Fn(f64) -> bool) {
        let mut rest = scores;
        while !rest.is_empty() {
            let (now, later) = rest.split_at(rest.len().min(64 - self.used % 64));
            let word = now
                .iter()
                .enumerate()
                .fold(0, |word, (bit, &score)| word | u64::from(is_set(score)) << bit);
            self.block[self.used / 64] |= word << (self.used % 64);
            self.used += now.len();
            rest = later;
        }
    }
}

/// How many bits two sets have in common in their first words.
fn common(a: &Block, b: &Block, words: usize) -> u64 {
    a[..words].iter().zip(&b[..words]).map(|(a, b)| u64::from((a & b).count_ones())).sum()
}
