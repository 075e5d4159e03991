//! "Does the metric order systems as the human does?": the statistics of system means, and that of all
//! differences within items.
//!
//! There is no grouping to choose. Means are over the items that all systems have, so that one missing score takes an
//! item from all of them.

use super::measure::{StudyError, groups};
use super::{Progress, Study};
use crate::scores::ScoreSet;
use crate::stats::system_level::{FLIPS, Method};
use crate::stats::{Grouping, Outputs, SystemComparer, pairwise_difference_pearson};

/// The flips of all metrics are drawn alike, so that they compare.
const SEED: u64 = 1;

/// What one metric reaches where systems are compared.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SystemsCompared {
    /// Means of systems; nothing where they cannot be compared.
    pub means: Option<MeansCompared>,
    /// Why they cannot.
    pub reason: Option<String>,
    /// Pairwise difference Pearson, of all pairs within items.
    pub pairwise_difference_pearson: Option<f64>,
}

/// How a metric compares the means of systems; see
/// [`SystemLevel`](crate::stats::SystemLevel).
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct MeansCompared {
    /// Systems compared, at least 2.
    pub systems: usize,
    /// Items that all of them have.
    pub items: usize,
    /// Pairs of systems.
    pub pairs: usize,
    /// Pairs that the metric orders, or ties, as the human does.
    pub agreeing_pairs: usize,
    /// Pearson's r of the means; `None` when all human or all metric means are equal.
    pub pearson: Option<f64>,
    /// Agreeing pairs / pairs, 0 to 1.
    pub pairwise_accuracy: f64,
    /// Soft pairwise accuracy, if it was asked for.
    pub soft: Option<SoftAccuracy>,
}

/// Soft pairwise accuracy, and how its p-values were found.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SoftAccuracy {
    /// 0 to 1.
    pub value: f64,
    /// How the human p-values were found.
    pub human_method: Method,
    /// How the metric's were.
    pub metric_method: Method,
}

/// The study as a job.
#[derive(Debug)]
pub struct CompareSystems {
    comparer: Result<Box<SystemComparer>, String>,
    /// Whether soft pairwise accuracy is wanted, which takes several times as long as the rest.
    is_soft: bool,
    pairwise_difference_pearson: Option<f64>,
}

impl CompareSystems {
    /// Prepares the metric at an index of [`ScoreSet::metrics`], with soft pairwise accuracy or without.
    ///
    /// # Errors
    ///
    /// There is no such metric, or no system or item column.
    pub fn new(scores: &ScoreSet, metric: usize, is_soft: bool) -> Result<Self, StudyError> {
        let groups = groups(scores, metric, Grouping::Item)?;
        let system = scores.system.as_deref().ok_or(StudyError::NoKeys("system"))?;
        let item = scores.item.as_deref().ok_or(StudyError::NoKeys("item"))?;
        let (human, metric) = (&scores.human.values, &scores.metrics[metric].values);
        let outputs = Outputs { system, item, human, metric };
        let comparer = SystemComparer::new(&outputs, FLIPS, SEED);
        Ok(Self {
            is_soft,
            comparer: comparer.map(Box::new).map_err(|error| error.to_string()),
            pairwise_difference_pearson: pairwise_difference_pearson(&groups),
        })
    }
}

impl Study for CompareSystems {
    type Result = SystemsCompared;

    fn step(&mut self) -> Option<SystemsCompared> {
        let (means, reason) = match &mut self.comparer {
            Ok(comparer) => {
                let soft = if self.is_soft {
                    let found = comparer.step()?;
                    Some(SoftAccuracy {
                        value: found.soft_pairwise_accuracy,
                        human_method: found.human_method,
                        metric_method: found.metric_method,
                    })
                } else {
                    None
                };
                let found = comparer.compare_means();
                let means = MeansCompared {
                    systems: found.systems.len(),
                    items: found.items,
                    pairs: found.pairs,
                    agreeing_pairs: found.agreeing_pairs,
                    pearson: found.pearson,
                    pairwise_accuracy: found.pairwise_accuracy,
                    soft,
                };
                (Some(means), None)
            }
            Err(reason) => (None, Some(std::mem::take(reason))),
        };
        let pairwise_difference_pearson = self.pairwise_difference_pearson;
        Some(SystemsCompared { means, reason, pairwise_difference_pearson })
    }

    fn progress(&self) -> Progress {
        let share = self.comparer.as_ref().map_or(1.0, |comparer| comparer.progress());
        Progress { doing: "comparing systems", share }
    }
}
