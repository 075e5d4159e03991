//! The whole comparison at once, where nobody waits for a first number.

use super::baselines::baselines;
use super::table::Compared;
use crate::Study;
use crate::measure::{MeasureAlone, StudyError};
use crate::same_groups::CompareOnSameGroups;
use crate::scores::ScoreSet;
use crate::significance::TestPairs;
use crate::stats::Grouping;
use crate::systems::{CompareSystems, SystemsCompared};

impl Compared {
    /// Runs every study of every metric to its end. In the pair tests each metric has the threshold of
    /// its own complete rows, also on the same groups.
    ///
    /// # Errors
    ///
    /// There is no column to group by.
    pub fn run(
        scores: &ScoreSet,
        grouping: Grouping,
        on_same_groups: bool,
    ) -> Result<Self, StudyError> {
        let metrics: Vec<usize> = (0..scores.metrics.len()).collect();
        let measured = metrics
            .iter()
            .map(|&metric| Ok(MeasureAlone::new(scores, metric, grouping)?.run()))
            .collect::<Result<Vec<_>, StudyError>>()?;
        let same_groups = on_same_groups
            .then(|| Ok(CompareOnSameGroups::new(scores, &metrics, grouping)?.run()))
            .transpose()?;
        let thresholds = measured.iter().map(|measured| measured.calibration.epsilon);
        let tested: Vec<(usize, f64)> = metrics.iter().copied().zip(thresholds).collect();
        Ok(Compared {
            grouping,
            names: scores.metrics.iter().map(|metric| metric.name.clone()).collect(),
            measured: measured.into_iter().map(Some).collect(),
            systems: metrics.iter().map(|&metric| Some(systems(scores, metric))).collect(),
            baselines: baselines(scores, grouping)?,
            same_groups,
            tests: Some(TestPairs::new(scores, &tested, grouping)?.run()),
        })
    }
}

/// Where the data have no systems or items, that is the reason why there is no value.
fn systems(scores: &ScoreSet, metric: usize) -> SystemsCompared {
    let study = CompareSystems::new(scores, metric, true);
    study.map(Study::run).unwrap_or_else(|error| SystemsCompared {
        means: None,
        reason: Some(error.to_string()),
        pairwise_difference_pearson: None,
    })
}
