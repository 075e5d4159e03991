//! "Does epsilon carry over?" (the paper's Figure 4, section 8.2): an epsilon* found on some scores, applied
//! to others.

mod folds;
mod parts;

pub use folds::{FOLDS, Fold, Folded, Folds, Variation};
pub use parts::Units;

use crate::measure::{StudyError, groups};
use crate::scores::ScoreSet;
use crate::stats::{
    Calibration, Calibrator, Curve, CurveTracer, Evaluation, Grouping, Groups, evaluate,
};
use crate::{Progress, Study};
use parts::Parts;

/// Two sets of scores, each calibrated and measured at the epsilon* of the other.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Transferred {
    /// The scores given first, or the first half.
    pub a: Side,
    /// The others.
    pub b: Side,
}

/// One of the two.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Side {
    /// The metric's name here.
    pub metric: String,
    /// Rows with both scores, in the groups used.
    pub rows: usize,
    /// Groups with at least two complete rows.
    pub groups_used: usize,
    /// Pairs in the groups used.
    pub pairs: u64,
    /// Share of pairs that the human ties, averaged over groups, 0 to 1: where it differs between the two,
    /// their acc_eq cannot be compared.
    pub human_tied: f64,
    /// Its own epsilon*.
    pub calibration: Calibration,
    /// acc_eq there, 0 to 1.
    pub acc_eq_star: f64,
    /// acc_eq with exact ties.
    pub acc_eq_at_zero: f64,
    /// The other's epsilon*, applied here.
    pub applied: Applied,
    /// The class statistics along epsilon; both epsilon* are points of it.
    pub curve: Curve,
}

/// What an epsilon from elsewhere reaches.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Applied {
    /// In units of the metric that it was found on.
    pub epsilon: f64,
    /// acc_eq there, 0 to 1.
    pub acc_eq: f64,
    /// acc_eq* less that: at least 0.
    pub loss: f64,
    /// The loss as a share of acc_eq*, 0 to 1; `None` where acc_eq* is 0.
    pub relative_loss: Option<f64>,
}

impl Applied {
    fn new(epsilon: f64, acc_eq: f64, star: f64) -> Self {
        // Averages that are equal may differ in their last bit.
        let loss = (star - acc_eq).max(0.0);
        Applied { epsilon, acc_eq, loss, relative_loss: (star > 0.0).then(|| loss / star) }
    }
}

/// The study as a job.
#[derive(Debug)]
pub struct Transfer {
    metrics: [String; 2],
    groups: [Groups; 2],
    stage: Stage,
    stars: Vec<(Calibration, Evaluation)>,
    curves: Vec<Curve>,
}

#[derive(Debug)]
enum Stage {
    Calibrating(Box<Calibrator>),
    Tracing(Box<CurveTracer>),
}

/// Shares of the work, roughly: a progress bar moves at an even pace.
const CALIBRATING_SHARE: f64 = 0.6;

impl Transfer {
    /// Between two sets of scores, from two files or with two names of a category; each metric is an index
    /// of its own [`ScoreSet::metrics`].
    ///
    /// # Errors
    ///
    /// There is no such metric, no column to group by, or no pair in one of them.
    pub fn new(
        (a, metric_a): (&ScoreSet, usize),
        (b, metric_b): (&ScoreSet, usize),
        grouping: Grouping,
    ) -> Result<Self, StudyError> {
        let groups = [groups(a, metric_a, grouping)?, groups(b, metric_b, grouping)?];
        let name = |scores: &ScoreSet, metric: usize| scores.metrics[metric].name.clone();
        Self::of_groups(groups, [name(a, metric_a), name(b, metric_b)])
    }

    /// Between two random halves of the items of one set (of its rows, if it has no items).
    ///
    /// # Errors
    ///
    /// There is no such metric, no column to group by, or no pair in one of the halves.
    pub fn between_halves(
        scores: &ScoreSet,
        metric: usize,
        grouping: Grouping,
        seed: u64,
    ) -> Result<Self, StudyError> {
        let parts = Parts::new(scores, metric, grouping, 2, seed)?;
        let groups = [0, 1].map(|half| parts.groups(|part| part == half));
        let name = &scores.metrics[metric].name;
        Self::of_groups(groups, [name.clone(), name.clone()])
    }

    fn of_groups(groups: [Groups; 2], metrics: [String; 2]) -> Result<Self, StudyError> {
        if let Some(empty) = groups.iter().position(Groups::is_empty) {
            return Err(StudyError::NoPairs(metrics[empty].clone()));
        }
        Ok(Transfer {
            stage: Stage::Calibrating(Box::new(Calibrator::new(&groups[0]))),
            metrics,
            groups,
            stars: Vec::new(),
            curves: Vec::new(),
        })
    }

    fn tracer(&self, side: usize) -> Stage {
        let [own, other] = [side, 1 - side].map(|side| self.stars[side].0);
        let including = [own.epsilon, own.last_epsilon, other.epsilon];
        Stage::Tracing(Box::new(CurveTracer::new(&self.groups[side], &including)))
    }

    fn result(&mut self) -> Transferred {
        let mut side = |index: usize| {
            let groups = &self.groups[index];
            let (calibration, at_star) = self.stars[index];
            let acc_eq = |epsilon| evaluate(groups, epsilon).acc_eq.unwrap_or_default();
            let star = at_star.acc_eq.unwrap_or_default();
            let other = self.stars[1 - index].0.epsilon;
            Side {
                metric: self.metrics[index].clone(),
                rows: groups.rows(),
                groups_used: groups.len(),
                pairs: groups.pairs(),
                human_tied: at_star.human_tied.unwrap_or_default(),
                calibration,
                acc_eq_star: star,
                acc_eq_at_zero: acc_eq(0.0),
                applied: Applied::new(other, acc_eq(other), star),
                curve: std::mem::take(&mut self.curves[index]),
            }
        };
        Transferred { a: side(0), b: side(1) }
    }
}

impl Study for Transfer {
    type Result = Transferred;

    fn step(&mut self) -> Option<Transferred> {
        match &mut self.stage {
            Stage::Calibrating(calibrator) => {
                let groups = &self.groups[self.stars.len()];
                let calibration = calibrator.step(groups)?;
                self.stars.push((calibration, evaluate(groups, calibration.epsilon)));
                self.stage = match self.groups.get(self.stars.len()) {
                    Some(next) => Stage::Calibrating(Box::new(Calibrator::new(next))),
                    None => self.tracer(0),
                };
            }
            Stage::Tracing(tracer) => {
                let curve = tracer.step(&self.groups[self.curves.len()])?;
                self.curves.push(curve);
                if self.curves.len() == self.groups.len() {
                    return Some(self.result());
                }
                self.stage = self.tracer(self.curves.len());
            }
        }
        None
    }

    fn progress(&self) -> Progress {
        let halves = |done: usize, of_this: f64| (done as f64 + of_this) / 2.0;
        match &self.stage {
            Stage::Calibrating(calibrator) => Progress {
                doing: "searching for epsilon*",
                share: CALIBRATING_SHARE * halves(self.stars.len(), calibrator.progress()),
            },
            Stage::Tracing(tracer) => {
                // The last result is returned with the last curve, so there is one not traced yet.
                let side = self.curves.len().min(1);
                let traced = halves(side, tracer.progress(&self.groups[side]));
                let share = CALIBRATING_SHARE + (1.0 - CALIBRATING_SHARE) * traced;
                Progress { doing: "drawing the curves", share }
            }
        }
    }
}

#[cfg(test)]
mod tests;
