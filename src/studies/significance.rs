//! "Is the difference real?": every metric tested against every other, each with its own epsilon*.
//!
//! The test itself, and why its p-values are exact, is in [`pair_test`](crate::stats::pair_test).

use super::measure::{StudyError, keys};
use super::{Progress, Study};
use crate::scores::ScoreSet;
use crate::stats::{Grouping, PairTest, PairTests};

/// The study as a job.
#[derive(Debug)]
pub struct TestPairs(PairTests);

impl TestPairs {
    /// Prepares the tests of these metrics, each an index of [`ScoreSet::metrics`] with its threshold.
    /// Places in the result are those in `metrics`.
    ///
    /// # Errors
    ///
    /// There is no such metric, or no column to group by.
    pub fn new(
        scores: &ScoreSet,
        metrics: &[(usize, f64)],
        grouping: Grouping,
    ) -> Result<Self, StudyError> {
        let column = |&(metric, epsilon): &(usize, f64)| {
            let column = scores.metrics.get(metric).ok_or(StudyError::NoSuchMetric(metric))?;
            Ok((column.values.as_slice(), epsilon))
        };
        let columns = metrics.iter().map(column).collect::<Result<Vec<_>, _>>()?;
        Ok(Self(PairTests::new(keys(scores, grouping)?, &scores.human.values, &columns)))
    }
}

impl Study for TestPairs {
    type Result = Vec<PairTest>;

    fn step(&mut self) -> Option<Vec<PairTest>> {
        self.0.step()
    }

    fn progress(&self) -> Progress {
        Progress { doing: "testing differences", share: self.0.progress() }
    }
}
