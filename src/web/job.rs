//! The studies that a session may have under way.

use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;

use super::{plain, to_js};
use crate::exhibits::{self, ExperimentRequest, Source};
use crate::stats::{Grouping, Groups, Resampling};
use crate::studies::broken_ties::BreakTies;
use crate::studies::explore::Explore;
use crate::studies::intervals::FindIntervals;
use crate::studies::measure::MeasureAlone;
use crate::studies::same_groups::CompareOnSameGroups;
use crate::studies::significance::TestPairs;
use crate::studies::systems::CompareSystems;
use crate::studies::trace::TraceCurve;
use crate::studies::{Progress, Study};

/// What is to be computed. Metrics are indices of [`ScoreSet::metrics`](crate::scores::ScoreSet::metrics).
#[derive(Debug, Deserialize)]
#[serde(tag = "study", rename_all = "snake_case")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub(super) enum Task {
    /// [`Explored`](crate::studies::explore::Explored)
    Explore { metric: usize, grouping: Grouping },
    /// [`Measured`](crate::studies::measure::Measured)
    Measure { metric: usize, grouping: Grouping },
    /// [`SystemsCompared`](crate::studies::systems::SystemsCompared)
    Systems { metric: usize, soft: bool },
    /// [`SameGroups`](crate::studies::same_groups::SameGroups)
    SameGroups { metrics: Vec<usize>, grouping: Grouping },
    /// [`PairTest`](crate::stats::PairTest)s; each metric has its epsilon.
    Tests { metrics: Vec<(usize, f64)>, grouping: Grouping },
    /// [`Broken`](crate::studies::broken_ties::Broken) statistics.
    BreakTies { metric: usize, grouping: Grouping, seeds: u32 },
    /// [`Curve`](crate::stats::Curve) with these thresholds among its points.
    Curve { metric: usize, grouping: Grouping, including: Vec<f64> },
    /// [`Bootstrapped`](crate::stats::Bootstrapped)
    Intervals {
        metric: usize,
        grouping: Grouping,
        resampling: Resampling,
        resamples: u32,
        seed: u32,
    },
    /// [`Exhibit`](crate::exhibits::Exhibit)
    Experiment { request: ExperimentRequest },
}

/// A study under way.
pub(super) enum Job {
    Explore(Box<Explore>),
    Other(Box<dyn Steps>),
}

/// What a turn of work on a job came to.
#[derive(Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub(super) struct Turn {
    pub(super) progress: Progress,
    /// The study's result, at its end.
    #[serde(with = "preserve")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "any"))]
    pub(super) result: Option<JsValue>,
}

impl Job {
    /// Prepares a study.
    pub(super) fn new(source: &Source, task: Task) -> Result<Self, JsValue> {
        let scores = source.scores;
        Ok(match task {
            Task::Explore { metric, grouping } => {
                Job::Explore(Box::new(Explore::new(scores, metric, grouping).map_err(fault)?))
            }
            Task::Measure { metric, grouping } => {
                other(MeasureAlone::new(scores, metric, grouping))?
            }
            Task::Systems { metric, soft } => other(CompareSystems::new(scores, metric, soft))?,
            Task::SameGroups { metrics, grouping } => {
                other(CompareOnSameGroups::new(scores, &metrics, grouping))?
            }
            Task::Tests { metrics, grouping } => other(TestPairs::new(scores, &metrics, grouping))?,
            Task::BreakTies { metric, grouping, seeds } => {
                other(BreakTies::new(scores, metric, grouping, seeds.into()))?
            }
            Task::Curve { metric, grouping, including } => {
                other(TraceCurve::new(scores, metric, grouping, &including))?
            }
            Task::Intervals { metric, grouping, resampling, resamples, seed } => {
                let seed = seed.into();
                other(FindIntervals::new(scores, metric, grouping, resampling, resamples, seed))?
            }
            Task::Experiment { request } => {
                Job::Other(Box::new(exhibits::start(&request, source).map_err(fault)?))
            }
        })
    }

    /// Does a little of the work; returns the result once all is done.
    pub(super) fn step(&mut self) -> Result<Option<JsValue>, JsValue> {
        match self {
            Job::Explore(study) => study.turn(),
            Job::Other(study) => study.turn(),
        }
    }

    pub(super) fn progress(&self) -> Progress {
        match self {
            Job::Explore(study) => study.progress(),
            Job::Other(study) => study.done(),
        }
    }

    /// The groups that were explored.
    pub(super) fn into_groups(self) -> Option<Groups> {
        match self {
            Job::Explore(study) => Some(study.into_groups()),
            Job::Other(_) => None,
        }
    }
}

/// A study whose result is JavaScript's.
pub(super) trait Steps {
    fn turn(&mut self) -> Result<Option<JsValue>, JsValue>;
    fn done(&self) -> Progress;
}

impl<S: Study<Result: Serialize>> Steps for S {
    fn turn(&mut self) -> Result<Option<JsValue>, JsValue> {
        self.step().map(|result| to_js(&result)).transpose()
    }

    fn done(&self) -> Progress {
        self.progress()
    }
}

fn other<S, E>(study: Result<S, E>) -> Result<Job, JsValue>
where
    S: Study<Result: Serialize> + 'static,
    E: std::fmt::Display,
{
    Ok(Job::Other(Box::new(study.map_err(fault)?)))
}

fn fault(error: impl std::fmt::Display) -> JsValue {
    plain(&error.to_string())
}

/// A value that is JavaScript's already.
mod preserve {
    use serde::{Serialize, Serializer};
    use wasm_bindgen::JsValue;

    pub(super) fn serialize<S: Serializer>(
        value: &Option<JsValue>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => serde_wasm_bindgen::preserve::serialize(value, serializer),
            None => ().serialize(serializer),
        }
    }
}
