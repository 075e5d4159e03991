//! The rows that are compared, sorted so that the human's order is known.

use std::ops::Range;

use super::super::grouping::pairs_of;
use crate::sorting::sort_by;

/// Rows with a human score, in groups, each ascending by human score.
#[derive(Debug)]
pub struct Rows {
    /// Where each group begins, and the end.
    starts: Vec<usize>,
    /// For each row, the first row of its group with the same human score,
    /// counted from where the group begins.
    tied_from: Vec<u32>,
    /// Scores of each metric, `NaN` where missing.
    metrics: Vec<Vec<f64>>,
    /// Each metric's tie threshold.
    epsilons: Vec<f64>,
}

/// One group, borrowed.
#[derive(Debug, Clone)]
pub struct Group<'a> {
    all: &'a Rows,
    rows: Range<usize>,
}

impl Rows {
    /// Divides rows by `keys` (one group if `None`).
    pub fn new(keys: Option<&[u32]>, human: &[f64], metrics: &[(&[f64], f64)]) -> Self {
        assert!(keys.is_none_or(|keys| keys.len() == human.len()));
        let key = |row: usize| keys.map_or(0, |keys| keys[row]);
        // + 0.0 makes a plain zero of -0.0.
        let score = |row: usize| human[row] + 0.0;
        let mut order: Vec<usize> = (0..human.len()).filter(|&row| !score(row).is_nan()).collect();
        sort_by(&mut order, |&a, &b| key(a).cmp(&key(b)).then(score(a).total_cmp(&score(b))));
        let mut starts = vec![0];
        let mut tied_from = Vec::with_capacity(order.len());
        for group in order.chunk_by(|&a, &b| key(a) == key(b)) {
            for tied in group.chunk_by(|&a, &b| score(a) == score(b)) {
                let first = tied_from.len() - starts[starts.len() - 1];
                tied_from.extend(std::iter::repeat_n(first as u32, tied.len()));
            }
            starts.push(tied_from.len());
        }
        let sorted = |scores: &[f64]| order.iter().map(|&row| scores[row]).collect();
        Rows {
            starts,
            tied_from,
            metrics: metrics.iter().map(|(scores, _)| sorted(scores)).collect(),
            epsilons: metrics.iter().map(|&(_, epsilon)| epsilon).collect(),
        }
    }

    /// How many metrics there are.
    pub fn metrics(&self) -> usize {
        self.metrics.len()
    }

    /// The group at `index`, if there are so many.
    pub fn group(&self, index: usize) -> Option<Group<'_>> {
        let end = *self.starts.get(index + 1)?;
        Some(Group { all: self, rows: self.starts[index]..end })
    }

    /// Pairs of rows in all groups.
    pub fn pairs(&self) -> u64 {
        self.starts.windows(2).map(|ends| pairs_of((ends[1] - ends[0]) as u64)).sum()
    }
}

impl Group<'_> {
    /// Rows of the group, at least 1.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// The first row with the human score of the row at `index`.
    pub fn tied_from(&self, index: usize) -> usize {
        self.all.tied_from[self.rows.start + index] as usize
    }

    /// The tie threshold and the scores of each metric.
    pub fn metrics(&self) -> impl Iterator<Item = (f64, &[f64])> {
        let scores = self.all.metrics.iter().map(|scores| &scores[self.rows.clone()]);
        self.all.epsilons.iter().copied().zip(scores)
    }

    /// The scores of a metric.
    pub fn scores(&self, metric: usize) -> &[f64] {
        &self.all.metrics[metric][self.rows.clone()]
    }

    /// Whether a score of any metric is missing.
    pub fn is_incomplete(&self) -> bool {
        self.metrics().any(|(_, scores)| scores.iter().any(|score| score.is_nan()))
    }
}
