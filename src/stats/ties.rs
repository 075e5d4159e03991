//! How many pairs one column of scores ties, and where (the paper's Tables 3, 4 and 10).
//!
//! The report on a column reads it: equal scores only, no epsilon, no second column.

use super::grouping::pairs_of;
use crate::sorting::sort_by;

/// Pairs of rows of a group, summed over groups.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Ties {
    /// All pairs.
    pub pairs: u64,
    /// Pairs of equal scores.
    pub tied: u64,
    /// Those among them that have the greatest score of all rows.
    pub tied_at_top: u64,
}

/// The scores of one column in order, to be counted in any groups.
#[derive(Debug, Clone)]
pub struct Levels {
    /// Rows with a score, ascending by score.
    rows: Vec<u32>,
    /// Where each run of equal scores ends in `rows`.
    ends: Vec<usize>,
}

impl Levels {
    /// Sorts the scores; `NaN` marks a missing one.
    pub fn new(scores: &[f64]) -> Self {
        let mut rows: Vec<u32> =
            (0..scores.len() as u32).filter(|&row| !scores[row as usize].is_nan()).collect();
        let score = |row: u32| scores[row as usize] + 0.0; // -0.0 becomes 0.0
        sort_by(&mut rows, |&a, &b| score(a).total_cmp(&score(b)));
        let ends = (1..=rows.len())
            .filter(|&end| rows.get(end).is_none_or(|&row| score(row) != score(rows[end - 1])))
            .collect();
        Self { rows, ends }
    }

    /// Rows with a score.
    pub fn scores(&self) -> usize {
        self.rows.len()
    }

    /// Different scores.
    pub fn distinct(&self) -> usize {
        self.ends.len()
    }

    /// Rows that have the greatest score.
    pub fn at_top(&self) -> usize {
        self.runs().next_back().map_or(0, <[u32]>::len)
    }

    /// Counts pairs within groups: rows with the same key, or all rows if `None`.
    ///
    /// # Panics
    /// When there are fewer keys than scores.
    pub fn ties(&self, keys: Option<&[u32]>) -> Ties {
        let mut keys_of_run = Vec::new();
        let mut tied_in = |run: &[u32]| match keys {
            None => pairs_of(run.len() as u64),
            Some(keys) => {
                keys_of_run.clear();
                keys_of_run.extend(run.iter().map(|&row| keys[row as usize]));
                keys_of_run.sort_unstable();
                keys_of_run.chunk_by(|a, b| a == b).map(|rows| pairs_of(rows.len() as u64)).sum()
            }
        };
        Ties {
            pairs: tied_in(&self.rows),
            tied: self.runs().map(&mut tied_in).sum(),
            tied_at_top: self.runs().next_back().map_or(0, &mut tied_in),
        }
    }

    /// The rows of each score, ascending by score.
    fn runs(&self) -> impl DoubleEndedIterator<Item = &[u32]> {
        let start = |run: usize| if run == 0 { 0 } else { self.ends[run - 1] };
        (0..self.ends.len()).map(move |run| &self.rows[start(run)..self.ends[run]])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_are_counted_within_groups() {
        let scores = [0.0, -0.0, -1.0, -1.0, -1.0, f64::NAN, 0.0];
        let levels = Levels::new(&scores);
        assert_eq!((levels.scores(), levels.distinct(), levels.at_top()), (6, 2, 3));
        assert_eq!(levels.ties(None), Ties { pairs: 15, tied: 6, tied_at_top: 3 });
        let keys = [0, 0, 0, 1, 1, 1, 1];
        assert_eq!(levels.ties(Some(&keys)), Ties { pairs: 6, tied: 2, tied_at_top: 1 });
    }

    #[test]
    fn without_scores_there_is_nothing() {
        let levels = Levels::new(&[f64::NAN]);
        assert_eq!((levels.scores(), levels.distinct(), levels.at_top()), (0, 0, 0));
        assert_eq!(levels.ties(None), Ties::default());
    }
}
