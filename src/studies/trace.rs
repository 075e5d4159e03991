//! "How do metrics compare along epsilon?": the class statistics of one metric along its thresholds.
//!
//! For several metrics in one chart, when each has been calibrated already.

use super::measure::{StudyError, groups};
use super::{Progress, Study};
use crate::scores::ScoreSet;
use crate::stats::{Curve, CurveTracer, Grouping, Groups};

/// The study as a job.
#[derive(Debug)]
pub struct TraceCurve {
    groups: Groups,
    tracer: CurveTracer,
}

impl TraceCurve {
    /// Groups the rows of the metric at an index of [`ScoreSet::metrics`]; the thresholds in `including`,
    /// such as epsilon*, will be points of the curve.
    ///
    /// # Errors
    ///
    /// There is no such metric, or no column to group by.
    pub fn new(
        scores: &ScoreSet,
        metric: usize,
        grouping: Grouping,
        including: &[f64],
    ) -> Result<Self, StudyError> {
        let groups = groups(scores, metric, grouping)?;
        let tracer = CurveTracer::new(&groups, including);
        Ok(Self { groups, tracer })
    }
}

impl Study for TraceCurve {
    type Result = Curve;

    fn step(&mut self) -> Option<Curve> {
        self.tracer.step(&self.groups)
    }

    fn progress(&self) -> Progress {
        Progress { doing: "drawing the curve", share: self.tracer.progress(&self.groups) }
    }
}
