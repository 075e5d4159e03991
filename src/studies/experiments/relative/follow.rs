//! Calibration and curve without listing pairs.

use super::{AlongThreshold, Optimum, SearchMethod, TiePoint};
use crate::stats::{Calibration, Calibrator, CurveTracer, Groups};

/// Points of the curve are at least this share of pairs apart.
const STEP: f64 = 1.0 / 200.0;
/// The share of the work that is calibrating, roughly.
const CALIBRATING: f64 = 0.6;

/// The work, in short steps.
#[derive(Debug)]
pub struct Follow {
    groups: Groups,
    /// Whether the scores are logarithms, and epsilon is a ratio of scores.
    logarithms: bool,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    Calibrate(Box<Calibrator>),
    Trace(Calibration, Box<CurveTracer>),
}

impl Follow {
    /// AlongThreshold epsilon as it is.
    pub fn absolute(groups: &Groups) -> Self {
        Self::new(groups.clone(), false)
    }

    /// AlongThreshold a relative epsilon; `None` unless all scores are positive, or all negative.
    ///
    /// For scores of one sign a pair's relative difference is 1 - min / max of their sizes, and so it grows
    /// with the difference of the logarithms of these: the relative threshold is an absolute one on them.
    pub fn relative(groups: &Groups) -> Option<Self> {
        let all = |is: fn(f64) -> bool| {
            groups.iter().all(|group| group.metric.iter().all(|&score| is(score)))
        };
        // Larger sizes are lower scores where all are negative.
        let sign = match (all(|score| score > 0.0), all(|score| score < 0.0)) {
            (true, _) => 1.0,
            (_, true) => -1.0,
            _ => return None,
        };
        let (mut keys, mut human, mut metric) = (Vec::new(), Vec::new(), Vec::new());
        for (&key, group) in groups.keys().iter().zip(groups.iter()) {
            keys.resize(keys.len() + group.rows(), key);
            human.extend_from_slice(group.human);
            metric.extend(group.metric.iter().map(|score| sign * libm::log(score.abs())));
        }
        Some(Self::new(Groups::new(Some(&keys), &human, &metric), true))
    }

    fn new(groups: Groups, logarithms: bool) -> Self {
        let stage = Stage::Calibrate(Box::new(Calibrator::new(&groups)));
        Follow { groups, logarithms, stage }
    }

    /// Does a little of the work; returns the result once all is done.
    pub fn step(&mut self) -> Option<AlongThreshold> {
        match &mut self.stage {
            Stage::Calibrate(calibrator) => {
                let calibration = calibrator.step(&self.groups)?;
                let including = [calibration.epsilon, calibration.last_epsilon];
                let tracer = CurveTracer::new(&self.groups, &including);
                self.stage = Stage::Trace(calibration, Box::new(tracer));
                None
            }
            Stage::Trace(calibration, tracer) => {
                let curve = tracer.step(&self.groups)?;
                let points = curve.epsilon.iter().zip(&curve.metric_tied).zip(&curve.acc_eq);
                let points: Vec<TiePoint> = points
                    .map(|((&epsilon, &share_tied), &acc_eq)| TiePoint {
                        epsilon,
                        share_tied,
                        acc_eq,
                    })
                    .collect();
                let calibration = *calibration;
                Some(self.result(calibration, points))
            }
        }
    }

    /// The share of the work that is done, from 0 to 1.
    pub fn progress(&self) -> f64 {
        match &self.stage {
            Stage::Calibrate(calibrator) => CALIBRATING * calibrator.progress(),
            Stage::Trace(_, tracer) => {
                CALIBRATING + (1.0 - CALIBRATING) * tracer.progress(&self.groups)
            }
        }
    }

    /// Thins the points out and reads the optimum among them.
    fn result(&self, calibration: Calibration, points: Vec<TiePoint>) -> AlongThreshold {
        let epsilon = |epsilon: f64| if self.logarithms { -libm::expm1(-epsilon) } else { epsilon };
        let (mut curve, mut best) = (Vec::<TiePoint>::new(), None);
        for (index, &point) in points.iter().enumerate() {
            let is_best = point.epsilon == calibration.epsilon;
            let is_far = curve.last().is_none_or(|last| point.share_tied >= last.share_tied + STEP);
            let point = TiePoint { epsilon: epsilon(point.epsilon), ..point };
            if is_best {
                best = Some(Optimum::new(point, epsilon(calibration.last_epsilon)));
            }
            if is_best || is_far || index + 1 == points.len() {
                curve.push(point);
            }
        }
        let method = if self.logarithms { SearchMethod::Logarithms } else { SearchMethod::Counted };
        AlongThreshold { best, curve, method, exact: !self.logarithms }
    }
}
