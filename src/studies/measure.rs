//! Every number of one metric in one grouping: calibrated, with exact ties and at epsilon*.
//!
//! Most other studies begin here: with the [`groups`] of a metric, and the epsilon\* of its [`Measured`] numbers.

use super::{Progress, Study};
use crate::scores::ScoreSet;
use crate::stats::{
    Average, Calibration, Calibrator, Evaluation, Grouping, Groups, PairCounts, Statistic,
    count_groups, evaluate_counts,
};

/// What one metric reaches in one grouping.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Measured {
    /// The metric's name.
    pub metric: String,
    /// How rows are grouped.
    pub grouping: Grouping,
    /// Rows with both scores, in the groups used.
    pub rows: usize,
    /// Groups in the data.
    pub groups_found: usize,
    /// Groups with at least two complete rows.
    pub groups_used: usize,
    /// Pairs in the groups used.
    pub pairs: u64,
    /// Pairs among them that the human ties.
    pub human_tied_pairs: u64,
    /// Where acc_eq is greatest.
    pub calibration: Calibration,
    /// Counts and class statistics with exact ties.
    pub at_zero: Evaluation,
    /// The same at epsilon*.
    pub at_star: Evaluation,
    /// Every statistic with exact ties.
    pub statistics_at_zero: Vec<Average>,
    /// Every statistic at epsilon*.
    pub statistics_at_star: Vec<Average>,
    /// What metrics that know nothing reach.
    pub chance: Option<Chance>,
    /// Whether the metric orders so many pairs the other way that a lower score
    /// may be a better one.
    pub runs_against_human: bool,
}

/// What acc_eq metrics without knowledge have on the same human scores.
///
/// (Not from the paper: with t the share of pairs that the human ties, a
/// constant metric is right about the ties, and a metric of random distinct
/// scores about half of the rest.)
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Chance {
    /// t: a constant metric, or any metric at an epsilon that ties all pairs.
    pub constant: f64,
    /// (1 - t) / 2: random distinct scores, not calibrated.
    pub random: f64,
    /// The greater of the two: random scores, calibrated.
    pub calibrated: f64,
}

impl Chance {
    /// Given the share of pairs that the human ties.
    pub fn new(human_tied: f64) -> Self {
        let random = (1.0 - human_tied) / 2.0;
        Chance { constant: human_tied, random, calibrated: human_tied.max(random) }
    }
}

/// Why a metric cannot be measured as asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StudyError {
    /// Beyond the last of [`ScoreSet::metrics`].
    #[error("there is no metric number {0}")]
    NoSuchMetric(usize),
    /// Without a system or an item column there are no such groups.
    #[error("the data has no {0} column: choose another grouping, or give a column the role “{0}”")]
    NoKeys(&'static str),
    /// The metric of this name has no two complete rows in any group.
    #[error(
        "no group has two rows with a human score and one of “{0}”: there is no pair to compare"
    )]
    NoPairs(String),
    /// Fewer than two folds, or some would be empty.
    #[error("there are too few items for {folds} folds: {units}, of at least two rows each")]
    Folds {
        /// How many were asked for.
        folds: usize,
        /// Items that could be dealt to them, or rows where there are no items.
        units: usize,
    },
}

/// Three discordant pairs for two concordant ones: no metric that is only bad
/// has so many.
fn runs_against(counts: &PairCounts) -> bool {
    counts.discordant / 3 > counts.concordant / 2
}

/// The complete rows of the metric at an index of [`ScoreSet::metrics`], in groups.
///
/// # Errors
///
/// There is no such metric, or no column to group by.
pub fn groups(scores: &ScoreSet, metric: usize, grouping: Grouping) -> Result<Groups, StudyError> {
    let column = scores.metrics.get(metric).ok_or(StudyError::NoSuchMetric(metric))?;
    Ok(Groups::new(keys(scores, grouping)?, &scores.human.values, &column.values))
}

/// The group of each row; nothing where all rows are one group.
///
/// # Errors
///
/// There is no column to group by.
pub fn keys(scores: &ScoreSet, grouping: Grouping) -> Result<Option<&[u32]>, StudyError> {
    let (keys, column) = match grouping {
        Grouping::None => return Ok(None),
        Grouping::Item => (&scores.item, "item"),
        Grouping::System => (&scores.system, "system"),
    };
    keys.as_deref().map(Some).ok_or(StudyError::NoKeys(column))
}

/// The study as a job.
#[derive(Debug)]
pub struct Measure {
    metric: String,
    grouping: Grouping,
    calibrator: Calibrator,
    calibration: Option<Calibration>,
    /// What is known so far, at 0 and at epsilon* in this order.
    counts: Vec<Vec<PairCounts>>,
    statistics: Vec<Vec<Average>>,
}

/// Shares of the work, roughly: a progress bar moves at an even pace.
const CALIBRATING_SHARE: f64 = 0.8;

impl Measure {
    /// Prepares to measure groups of the metric at an index of [`ScoreSet::metrics`].
    pub fn new(scores: &ScoreSet, metric: usize, grouping: Grouping, groups: &Groups) -> Self {
        Measure {
            metric: scores.metrics.get(metric).map(|m| m.name.clone()).unwrap_or_default(),
            grouping,
            calibrator: Calibrator::new(groups),
            calibration: None,
            counts: Vec::new(),
            statistics: Vec::new(),
        }
    }

    /// Does a little of the work; returns the result once all is done. `groups` are always the same.
    pub fn step(&mut self, groups: &Groups) -> Option<Measured> {
        let Some(calibration) = self.calibration else {
            self.calibration = self.calibrator.step(groups);
            return None;
        };
        let epsilons = [0.0, calibration.epsilon];
        let (counted, done) = (self.counts.len(), self.statistics.len());
        if let Some(&epsilon) = epsilons.get(counted) {
            self.counts.push(count_groups(groups, epsilon));
        } else if let Some(&epsilon) = epsilons.get(done) {
            let averages = self.averages(groups, done, epsilon);
            self.statistics.push(averages);
        } else {
            return self.result(groups, calibration);
        }
        None
    }

    /// What is being done, and how much of the whole is.
    pub fn progress(&self) -> Progress {
        match self.calibration {
            None => Progress {
                doing: "searching for epsilon*",
                share: CALIBRATING_SHARE * self.calibrator.progress(),
            },
            Some(_) => {
                let done = (self.counts.len() + self.statistics.len()) as f64 / 4.0;
                let share = CALIBRATING_SHARE + (1.0 - CALIBRATING_SHARE) * done;
                Progress { doing: "reading the statistics", share }
            }
        }
    }

    /// Every statistic at the epsilon whose counts are at an index. What ignores the counts is the same as
    /// at 0, and takes longest.
    fn averages(&self, groups: &Groups, index: usize, epsilon: f64) -> Vec<Average> {
        let read = |(place, statistic): (usize, Statistic)| {
            let at_zero = self.statistics.first().filter(|_| statistic.ignores_counts());
            at_zero
                .and_then(|averages| averages.get(place).cloned())
                .unwrap_or_else(|| statistic.average(groups, &self.counts[index], epsilon))
        };
        Statistic::ALL.into_iter().enumerate().map(read).collect()
    }

    fn result(&mut self, groups: &Groups, calibration: Calibration) -> Option<Measured> {
        let at_star = evaluate_counts(&self.counts.pop()?, calibration.epsilon);
        let at_zero = evaluate_counts(&self.counts.pop()?, 0.0);
        let statistics_at_star = self.statistics.pop()?;
        let statistics_at_zero = self.statistics.pop()?;
        Some(Measured {
            metric: std::mem::take(&mut self.metric),
            grouping: self.grouping,
            rows: groups.rows(),
            groups_found: groups.found(),
            groups_used: groups.len(),
            pairs: groups.pairs(),
            human_tied_pairs: at_zero.counts.tied_by_human(),
            calibration,
            chance: at_zero.human_tied.map(Chance::new),
            runs_against_human: runs_against(&at_zero.counts),
            at_zero,
            at_star,
            statistics_at_zero,
            statistics_at_star,
        })
    }
}

/// Measuring with groups of its own.
#[derive(Debug)]
pub struct MeasureAlone {
    groups: Groups,
    measure: Measure,
}

impl MeasureAlone {
    /// Groups the rows of the metric at an index of [`ScoreSet::metrics`].
    ///
    /// # Errors
    ///
    /// There is no such metric, or no column to group by.
    pub fn new(scores: &ScoreSet, metric: usize, grouping: Grouping) -> Result<Self, StudyError> {
        let groups = groups(scores, metric, grouping)?;
        let measure = Measure::new(scores, metric, grouping, &groups);
        Ok(MeasureAlone { groups, measure })
    }
}

impl Study for MeasureAlone {
    type Result = Measured;

    fn step(&mut self) -> Option<Measured> {
        self.measure.step(&self.groups)
    }

    fn progress(&self) -> Progress {
        self.measure.progress()
    }
}
