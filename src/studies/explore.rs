//! "How does this metric treat ties?": one metric, one grouping.
//!
//! [`MeasureAlone`](super::measure::MeasureAlone) has the same numbers without the curve.

use super::measure::{Measure, Measured, StudyError, groups};
use super::{Progress, Study};
use crate::scores::ScoreSet;
use crate::stats::{Curve, CurveTracer, Grouping, Groups};

/// Everything the explore page shows of a metric, but the cursor.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Explored {
    /// Every number that does not depend on the cursor.
    pub measured: Measured,
    /// The class statistics along epsilon.
    pub curve: Curve,
}

/// The study as a job.
#[derive(Debug)]
pub struct Explore {
    groups: Groups,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    Measuring(Box<Measure>),
    Tracing(Box<Measured>, Box<CurveTracer>),
}

/// Shares of the work, roughly: a progress bar moves at an even pace.
const MEASURING_SHARE: f64 = 0.6;

impl Explore {
    /// Groups the rows; `metric` is an index of [`ScoreSet::metrics`].
    ///
    /// # Errors
    ///
    /// There is no such metric, or no column to group by.
    pub fn new(scores: &ScoreSet, metric: usize, grouping: Grouping) -> Result<Self, StudyError> {
        let groups = groups(scores, metric, grouping)?;
        let stage = Stage::Measuring(Box::new(Measure::new(scores, metric, grouping, &groups)));
        Ok(Explore { groups, stage })
    }

    /// The groups, for readings at other thresholds.
    pub fn into_groups(self) -> Groups {
        self.groups
    }
}

impl Study for Explore {
    type Result = Explored;

    fn step(&mut self) -> Option<Explored> {
        match &mut self.stage {
            Stage::Measuring(measure) => {
                let measured = measure.step(&self.groups)?;
                let including = [measured.calibration.epsilon, measured.calibration.last_epsilon];
                let tracer = CurveTracer::new(&self.groups, &including);
                self.stage = Stage::Tracing(Box::new(measured), Box::new(tracer));
                None
            }
            Stage::Tracing(measured, tracer) => {
                let curve = tracer.step(&self.groups)?;
                Some(Explored { measured: Measured::clone(measured), curve })
            }
        }
    }

    fn progress(&self) -> Progress {
        match &self.stage {
            Stage::Measuring(measure) => {
                let Progress { doing, share } = measure.progress();
                Progress { doing, share: MEASURING_SHARE * share }
            }
            Stage::Tracing(_, tracer) => {
                let rest = (1.0 - MEASURING_SHARE) * tracer.progress(&self.groups);
                Progress { doing: "drawing the curve", share: MEASURING_SHARE + rest }
            }
        }
    }
}
