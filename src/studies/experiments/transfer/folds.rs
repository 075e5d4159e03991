//! Held-out acc_eq: epsilon* of all folds but one, applied to that one.

use super::parts::{Parts, Units};
use crate::measure::StudyError;
use crate::scores::ScoreSet;
use crate::stats::{Calibrator, Grouping, Groups, evaluate};
use crate::{Progress, Study};

/// How many folds are usual.
pub const FOLDS: usize = 5;

/// Cross-validation of epsilon*.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Folded {
    /// What the folds are made of.
    pub units: Units,
    /// One for each part that is held out.
    pub folds: Vec<Fold>,
    /// epsilon* of all data.
    pub epsilon: f64,
    /// acc_eq* of all data, 0 to 1: in sample, since its epsilon has seen the pairs that it is judged by.
    pub in_sample: f64,
    /// The plain mean over folds of `held_out`, 0 to 1; `None` where no fold has it.
    ///
    /// Grouped by item, its pairs are those of `in_sample`. Otherwise pairs of rows in different folds are in
    /// neither, and it compares with `own`.
    pub held_out: Option<f64>,
    /// The plain mean over the same folds of `own`.
    pub own: Option<f64>,
    /// Their difference: what an epsilon from other items loses on average.
    pub loss: Option<f64>,
    /// epsilon* of the folds.
    pub epsilons: Option<Variation>,
}

/// One fold.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Fold {
    /// Items or rows in it.
    pub size: usize,
    /// Groups in it with at least two rows, and their pairs.
    pub groups_used: usize,
    /// Pairs within those groups.
    pub pairs: u64,
    /// epsilon* of all other folds; `None`, as what depends on it, where they have no pair.
    pub epsilon: Option<f64>,
    /// acc_eq* of all other folds, 0 to 1.
    pub others: Option<f64>,
    /// acc_eq of this fold at their epsilon*, 0 to 1; `None` where this fold has no pair.
    pub held_out: Option<f64>,
    /// acc_eq* of this fold, with an epsilon of its own: at least `held_out`.
    pub own: Option<f64>,
}

/// How values vary.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Variation {
    /// The plain mean.
    pub mean: f64,
    /// The smallest.
    pub least: f64,
    /// The largest.
    pub greatest: f64,
    /// Standard deviation (n - 1); `None` for fewer than two values.
    pub deviation: Option<f64>,
}

impl Variation {
    /// Of some values; `None` of none.
    fn new(mut values: Vec<f64>) -> Option<Self> {
        values.sort_unstable_by(f64::total_cmp);
        let (&least, &greatest) = values.first().zip(values.last())?;
        let n = values.len() as f64;
        // Divided first: a sum of large values may leave the range.
        let mean = values.iter().map(|value| value / n).sum::<f64>();
        let variance = values.iter().map(|value| (value - mean).powi(2) / (n - 1.0)).sum::<f64>();
        let deviation = (n > 1.0).then(|| variance.sqrt());
        Some(Variation { mean: mean.clamp(least, greatest), least, greatest, deviation })
    }
}

/// epsilon* and acc_eq* of some groups; `None` without a pair.
type Star = Option<(f64, f64)>;

/// The study as a job: all data is calibrated, then for each fold the others and the fold itself.
#[derive(Debug)]
pub struct Folds {
    parts: Parts,
    groups: Groups,
    calibrator: Calibrator,
    stars: Vec<Star>,
    /// For each fold dealt with, its groups, its pairs, and its acc_eq at the epsilon of the others.
    applied: Vec<(usize, u64, Option<f64>)>,
}

impl Folds {
    /// Divides the items of a metric, an index of [`ScoreSet::metrics`], into so many folds ([`FOLDS`] is
    /// usual); the rows, if there are no items.
    ///
    /// # Errors
    ///
    /// There is no such metric, no column to group by, no pair, fewer than two folds, or more than items.
    pub fn new(
        scores: &ScoreSet,
        metric: usize,
        grouping: Grouping,
        folds: usize,
        seed: u64,
    ) -> Result<Self, StudyError> {
        let parts = Parts::new(scores, metric, grouping, folds, seed)?;
        let groups = parts.groups(|_| true);
        let calibrator = Calibrator::new(&groups);
        Ok(Folds { parts, groups, calibrator, stars: Vec::new(), applied: Vec::new() })
    }

    fn calibrations(&self) -> usize {
        1 + 2 * self.parts.sizes().len()
    }

    /// Goes on with the groups after those calibrated last.
    fn begin_next(&mut self) {
        let fold = (self.stars.len() - 1) / 2;
        self.groups = if self.stars.len() % 2 == 1 {
            self.parts.groups(|part| part != fold)
        } else {
            self.parts.groups(|part| part == fold)
        };
        self.calibrator = Calibrator::new(&self.groups);
    }

    fn finish(&mut self, star: Star) {
        self.stars.push(star);
        if let [_, .., others, _] = self.stars[..]
            && self.stars.len() % 2 == 1
        {
            let applied = others.and_then(|(epsilon, _)| evaluate(&self.groups, epsilon).acc_eq);
            self.applied.push((self.groups.len(), self.groups.pairs(), applied));
        }
    }

    fn result(&self) -> Folded {
        let (epsilon, in_sample) = self.stars[0].unwrap_or_default();
        let fold = |(index, &(groups_used, pairs, held_out)): (usize, &(usize, u64, _))| {
            let (others, own) = (self.stars[1 + 2 * index], self.stars[2 + 2 * index]);
            Fold {
                size: self.parts.sizes()[index],
                groups_used,
                pairs,
                epsilon: others.map(|star| star.0),
                others: others.map(|star| star.1),
                held_out,
                own: own.map(|star| star.1),
            }
        };
        let folds: Vec<Fold> = self.applied.iter().enumerate().map(fold).collect();
        let both = folds.iter().filter_map(|fold| fold.held_out.zip(fold.own));
        let (held_out, own): (Vec<f64>, Vec<f64>) = both.unzip();
        let mean = |values| Variation::new(values).map(|spread| spread.mean);
        let (held_out, own) = (mean(held_out), mean(own));
        Folded {
            units: self.parts.units(),
            epsilon,
            in_sample,
            loss: own.zip(held_out).map(|(own, held_out)| (own - held_out).max(0.0)),
            held_out,
            own,
            epsilons: Variation::new(folds.iter().filter_map(|fold| fold.epsilon).collect()),
            folds,
        }
    }
}

impl Study for Folds {
    type Result = Folded;

    fn step(&mut self) -> Option<Folded> {
        let calibration = self.calibrator.step(&self.groups)?;
        let acc_eq = evaluate(&self.groups, calibration.epsilon).acc_eq;
        self.finish(acc_eq.map(|acc_eq| (calibration.epsilon, acc_eq)));
        if self.stars.len() == self.calibrations() {
            return Some(self.result());
        }
        self.begin_next();
        None
    }

    fn progress(&self) -> Progress {
        // All data and all folds but one take about as long; a fold alone next to nothing.
        let done = self.stars.len();
        let long = done.min(1) + done / 2;
        let now = if done == 0 || done % 2 == 1 { self.calibrator.progress() } else { 0.0 };
        let share = (long as f64 + now) / (self.parts.sizes().len() + 1) as f64;
        Progress { doing: "searching for epsilon* of all folds but one", share: share.min(1.0) }
    }
}
