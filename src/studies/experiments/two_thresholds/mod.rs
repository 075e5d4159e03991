//! "Would a second threshold help?": outputs at or above a score theta count as perfect and tie with one
//! another; all other pairs tie if they differ by at most epsilon.
//!
//! Proposed at the end of the paper's section 8.3, and not tried there. Many ties are pairs of perfect
//! translations, whose metric scores differ by more than those of equally flawed ones.

mod axes;
mod grid;
mod held_out;
mod surface;
mod sweep;
#[cfg(test)]
pub(super) mod tests;
mod tree;

use axes::Scores;
use grid::GridSearch;
use held_out::HoldOut;
use surface::{SurfaceCounter, acc_eq_at};
use sweep::{Found, Sweep};

use crate::experiments::run_pairs;
use crate::measure::{StudyError, groups};
use crate::scores::ScoreSet;
use crate::stats::{Grouping, Groups};
use crate::{Progress, Study};

/// Steps of theta and of epsilon on the surface.
const THETA_STEPS: usize = 39;
const EPSILON_STEPS: usize = 59;

/// The best two thresholds beside the best epsilon alone.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TwoThresholds {
    /// The metric's name.
    pub metric: String,
    /// How rows are grouped.
    pub grouping: Grouping,
    /// Complete rows in the groups used.
    pub rows: usize,
    /// Groups with at least two complete rows.
    pub groups_used: usize,
    /// Pairs in the groups used.
    pub pairs: u64,
    /// Whether all pairs (of distinct scores) were listed; else the best point of a grid is given, and
    /// nothing is held out.
    pub listed: bool,
    /// The plain calibration, exact.
    pub alone: OneThreshold,
    /// Both thresholds; never worse than epsilon alone. Where several are best: without theta if that is
    /// one of them, else with the largest theta, and then the smallest epsilon.
    pub best: BothThresholds,
    /// acc_eq at many pairs of thresholds.
    pub surface: Surface,
    /// Whether the gain lasts; `None` where pairs are not listed, or fewer than two folds have pairs.
    pub held_out: Option<HeldOut>,
}

/// epsilon* without theta.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OneThreshold {
    /// The smallest epsilon where acc_eq is greatest.
    pub epsilon: f64,
    /// acc_eq there, averaged over groups, from 0 to 1; `None` without a group.
    pub acc_eq: Option<f64>,
}

/// theta and epsilon.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct BothThresholds {
    /// Outputs with this score or a higher one count as perfect; `None` if it is best that none does.
    pub theta: Option<f64>,
    /// The threshold for all other pairs.
    pub epsilon: f64,
    /// acc_eq with both, averaged over groups, from 0 to 1; `None` without a group.
    pub acc_eq: Option<f64>,
    /// The share of outputs at or above theta, from 0 to 1.
    pub share_perfect: f64,
    /// Whether no other pair of thresholds has a greater acc_eq.
    pub exact: bool,
}

/// acc_eq along theta and epsilon; each value is exact.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Surface {
    /// Thetas at quantiles of the scores, descending from infinity (`None`) to the lowest score.
    pub thetas: Vec<Option<f64>>,
    /// The share of outputs at or above each theta, ascending from 0 to 1.
    pub shares_perfect: Vec<f64>,
    /// Epsilons at equal distances, ascending from 0 to where most pairs are tied.
    pub epsilons: Vec<f64>,
    /// For each theta and, within, each epsilon; empty rows without a group.
    pub acc_eq: Vec<Vec<f64>>,
}

/// What is left of the gain on items (rows, if there are no items) that were not calibrated on.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct HeldOut {
    /// acc_eq with both thresholds minus acc_eq with epsilon alone where they were calibrated; never
    /// negative. The mean over folds.
    pub gain_in_sample: f64,
    /// The same on the fold that was held out.
    pub gain_held_out: f64,
    /// Each fold that has pairs.
    pub folds: Vec<HeldOutFold>,
}

/// One fold, held out.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct HeldOutFold {
    /// The best two thresholds on the other folds.
    pub theta: Option<f64>,
    /// In units of the metric.
    pub epsilon: f64,
    /// The best epsilon alone on the other folds.
    pub epsilon_alone: f64,
    /// Complete rows in groups of this fold.
    pub rows: usize,
    /// acc_eq on this fold with epsilon alone.
    pub acc_eq_alone: f64,
    /// acc_eq on this fold with both thresholds.
    pub acc_eq: f64,
    /// The gain of the second threshold on the other folds.
    pub gain_in_sample: f64,
    /// The gain on this fold.
    pub gain_held_out: f64,
}

/// The study as a job.
#[derive(Debug)]
pub struct FindTwoThresholds {
    metric: String,
    grouping: Grouping,
    groups: Groups,
    scores: Scores,
    hold_out: Option<HoldOut>,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    Sweep(Box<Sweep>),
    Grid(Box<GridSearch>),
    Surface(Found, Box<SurfaceCounter>),
    HoldOut(Box<TwoThresholds>, Box<HoldOut>),
}

impl FindTwoThresholds {
    /// Groups the rows; `metric` is an index of [`ScoreSet::metrics`], and `seed` divides the items (or the
    /// rows, if there are no items) into five folds.
    ///
    /// # Errors
    ///
    /// There is no such metric, or no column to group by.
    pub fn new(
        scores: &ScoreSet,
        metric: usize,
        grouping: Grouping,
        seed: u64,
    ) -> Result<Self, StudyError> {
        let groups = groups(scores, metric, grouping)?;
        let hold_out = HoldOut::new(scores, metric, grouping, seed)?;
        let hold_out = run_pairs::are_few(&groups).then_some(hold_out);
        Ok(Self::with(groups, scores.metrics[metric].name.clone(), grouping, hold_out))
    }

    /// Lists pairs if there is something to hold out.
    fn with(groups: Groups, metric: String, grouping: Grouping, hold_out: Option<HoldOut>) -> Self {
        FindTwoThresholds {
            metric,
            grouping,
            scores: Scores::new(&groups),
            stage: if hold_out.is_some() {
                Stage::Sweep(Box::new(Sweep::new(&groups)))
            } else {
                Stage::Grid(Box::new(GridSearch::new(&groups)))
            },
            hold_out,
            groups,
        }
    }

    /// What is found, without what is held out.
    fn result(&self, found: Found, counter: &SurfaceCounter) -> TwoThresholds {
        let groups = &self.groups;
        let share = |theta| match self.scores.count_from(theta) {
            0 => 0.0,
            count => count as f64 / self.scores.len() as f64,
        };
        let (thetas, epsilons) = counter.axes();
        TwoThresholds {
            metric: self.metric.clone(),
            grouping: self.grouping,
            rows: groups.rows(),
            groups_used: groups.len(),
            pairs: groups.pairs(),
            listed: self.hold_out.is_some(),
            alone: OneThreshold {
                epsilon: found.alone,
                acc_eq: acc_eq_at(groups, None, found.alone),
            },
            best: BothThresholds {
                theta: found.theta,
                epsilon: found.epsilon,
                acc_eq: acc_eq_at(groups, found.theta, found.epsilon),
                share_perfect: share(found.theta),
                exact: found.exact,
            },
            surface: Surface {
                thetas: thetas.to_vec(),
                shares_perfect: thetas.iter().map(|&theta| share(theta)).collect(),
                epsilons: epsilons.to_vec(),
                acc_eq: counter.acc_eq(groups),
            },
            held_out: None,
        }
    }

    fn begin_surface(&mut self, found: Found) {
        let thetas = self.scores.thetas(0, self.scores.len(), THETA_STEPS);
        let end = axes::axis_end(&self.groups, &[found.alone, found.epsilon]);
        let counter = SurfaceCounter::new(thetas, axes::epsilons(0.0, end, EPSILON_STEPS));
        self.stage = Stage::Surface(found, Box::new(counter));
    }
}

impl Study for FindTwoThresholds {
    type Result = TwoThresholds;

    fn step(&mut self) -> Option<TwoThresholds> {
        match &mut self.stage {
            Stage::Sweep(sweep) => {
                let found = sweep.step(&self.groups)?;
                self.begin_surface(found);
            }
            Stage::Grid(search) => {
                let found = search.step(&self.groups)?;
                self.begin_surface(found);
            }
            Stage::Surface(found, counter) => {
                if !counter.step(&self.groups) {
                    return None;
                }
                let found = *found;
                let Stage::Surface(_, counter) = &self.stage else { return None };
                let result = self.result(found, counter);
                let Some(hold_out) = self.hold_out.take() else { return Some(result) };
                self.stage = Stage::HoldOut(Box::new(result), Box::new(hold_out));
            }
            Stage::HoldOut(result, hold_out) => {
                let held_out = hold_out.step()?;
                return Some(TwoThresholds { held_out, ..TwoThresholds::clone(result) });
            }
        }
        None
    }

    fn progress(&self) -> Progress {
        // Where pairs are listed, searching the folds takes longest.
        let (before, after) = if self.hold_out.is_some() { (0.2, 0.3) } else { (0.8, 1.0) };
        let (doing, share) = match &self.stage {
            Stage::Sweep(sweep) => ("searching for both thresholds", before * sweep.progress()),
            Stage::Grid(search) => {
                ("searching for both thresholds", before * search.progress(&self.groups))
            }
            Stage::Surface(_, counter) => {
                let within = counter.progress(&self.groups);
                ("drawing the surface", before + (after - before) * within)
            }
            Stage::HoldOut(_, hold_out) => {
                ("calibrating on other items", 0.3 + 0.7 * hold_out.progress())
            }
        };
        Progress { doing, share }
    }
}
