//! "How far would acc_eq* and epsilon* vary?": bootstrap intervals of one metric.
//!
//! What is drawn, and what an interval does not say, is in [`bootstrap`](crate::stats::bootstrap).

use super::measure::StudyError;
use super::{Progress, Study};
use crate::scores::ScoreSet;
use crate::stats::bootstrap::BootstrapError;
use crate::stats::{Bootstrap, Bootstrapped, Grouping, Outputs, Resampling};

/// The study as a job.
#[derive(Debug)]
pub struct FindIntervals(Bootstrap);

/// Why there are no intervals.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IntervalsError {
    /// The data has no such metric, or no such column.
    #[error(transparent)]
    Study(#[from] StudyError),
    /// There are too many pairs.
    #[error(transparent)]
    Bootstrap(#[from] BootstrapError),
}

impl FindIntervals {
    /// Prepares so many resamples of the metric at an index of [`ScoreSet::metrics`].
    ///
    /// # Errors
    ///
    /// There is no such metric, no column to group by or to draw from, or there are too many pairs.
    pub fn new(
        scores: &ScoreSet,
        metric: usize,
        grouping: Grouping,
        resampling: Resampling,
        resamples: u32,
        seed: u64,
    ) -> Result<Self, IntervalsError> {
        let column = scores.metrics.get(metric).ok_or(StudyError::NoSuchMetric(metric))?;
        let needs_items = grouping == Grouping::Item || resampling != Resampling::Systems;
        let needs_systems = grouping == Grouping::System || resampling != Resampling::Items;
        // An axis that is not looked at may be numbered anyhow.
        let nothing = vec![0; scores.rows()];
        let axis = |index: &'_ Option<Vec<u32>>, is_needed, name| match index {
            Some(index) => Ok(index.clone()),
            None if is_needed => Err(StudyError::NoKeys(name)),
            None => Ok(nothing.clone()),
        };
        let system = axis(&scores.system, needs_systems, "system")?;
        let item = axis(&scores.item, needs_items, "item")?;
        let (human, metric) = (&scores.human.values, &column.values);
        let outputs = Outputs { system: &system, item: &item, human, metric };
        Ok(Self(Bootstrap::new(&outputs, grouping, resampling, resamples, seed)?))
    }
}

impl Study for FindIntervals {
    type Result = Bootstrapped;

    fn step(&mut self) -> Option<Bootstrapped> {
        self.0.step()
    }

    fn progress(&self) -> Progress {
        Progress { doing: "drawing resamples", share: self.0.progress() }
    }
}
