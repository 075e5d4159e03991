//! "How does this metric treat ties?": one metric, one grouping.

use super::Progress;
use crate::scores::ScoreSet;
use crate::stats::{
    Average, Calibration, Calibrator, Curve, CurveTracer, Evaluation, Grouping, Groups, PairCounts,
    averages_of_counts, count_groups, evaluate_counts,
};

/// Everything the explore page shows of a metric, but the cursor.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Explored {
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
    /// The class statistics along epsilon.
    pub curve: Curve,
}

/// What acc_eq metrics without knowledge have on the same human scores.
///
/// (Not from the paper: with t the share of pairs that the human ties, a
/// constant metric is right about the ties, and a metric of random distinct
/// scores about half of the rest.)
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
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
    fn new(human_tied: f64) -> Self {
        let random = (1.0 - human_tied) / 2.0;
        Chance { constant: human_tied, random, calibrated: human_tied.max(random) }
    }
}

/// Why a metric cannot be explored as asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExploreError {
    #[error("there is no metric number {0}")]
    NoSuchMetric(usize),
    #[error("the data has no {0} column: choose another grouping, or give a column the role “{0}”")]
    NoKeys(&'static str),
}

/// Three discordant pairs for two concordant ones: no metric that is only bad
/// has so many.
fn runs_against(counts: &PairCounts) -> bool {
    counts.discordant / 3 > counts.concordant / 2
}

/// The study as a job.
#[derive(Debug)]
pub struct Explore {
    metric: String,
    grouping: Grouping,
    groups: Groups,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    Calibrating(Box<Calibrator>),
    Tracing(Calibration, Box<CurveTracer>),
    Reading(Box<Reading>),
}

/// What is known so far, at 0 and at epsilon* in this order.
#[derive(Debug)]
struct Reading {
    calibration: Calibration,
    curve: Curve,
    counts: Vec<Vec<PairCounts>>,
    statistics: Vec<Vec<Average>>,
}

/// Shares of the work, roughly: a progress bar moves at an even pace.
const CALIBRATING_SHARE: f64 = 0.5;

/// The complete rows of a metric, in groups.
pub fn groups(
    scores: &ScoreSet,
    metric: usize,
    grouping: Grouping,
) -> Result<Groups, ExploreError> {
    let column = scores.metrics.get(metric).ok_or(ExploreError::NoSuchMetric(metric))?;
    let keys = match grouping {
        Grouping::None => None,
        Grouping::Item => Some(scores.item.as_ref().ok_or(ExploreError::NoKeys("item"))?),
        Grouping::System => Some(scores.system.as_ref().ok_or(ExploreError::NoKeys("system"))?),
    };
    Ok(Groups::new(keys.map(Vec::as_slice), &scores.human.values, &column.values))
}

impl Explore {
    /// Groups the rows; `metric` is an index of [`ScoreSet::metrics`].
    pub fn new(scores: &ScoreSet, metric: usize, grouping: Grouping) -> Result<Self, ExploreError> {
        let groups = groups(scores, metric, grouping)?;
        let stage = Stage::Calibrating(Box::new(Calibrator::new(&groups)));
        Ok(Explore { metric: scores.metrics[metric].name.clone(), grouping, groups, stage })
    }

    /// Does a little of the work; returns the result once all is done.
    pub fn step(&mut self) -> Option<Explored> {
        match &mut self.stage {
            Stage::Calibrating(calibrator) => {
                let calibration = calibrator.step(&self.groups)?;
                let including = [calibration.epsilon, calibration.last_epsilon];
                let tracer = CurveTracer::new(&self.groups, &including);
                self.stage = Stage::Tracing(calibration, Box::new(tracer));
                None
            }
            Stage::Tracing(calibration, tracer) => {
                let (calibration, curve) = (*calibration, tracer.step(&self.groups)?);
                let (counts, statistics) = (Vec::new(), Vec::new());
                let reading = Reading { calibration, curve, counts, statistics };
                self.stage = Stage::Reading(Box::new(reading));
                None
            }
            Stage::Reading(reading) => {
                let epsilons = [0.0, reading.calibration.epsilon];
                let (counted, done) = (reading.counts.len(), reading.statistics.len());
                if let Some(&epsilon) = epsilons.get(counted) {
                    reading.counts.push(count_groups(&self.groups, epsilon));
                } else if let Some(&epsilon) = epsilons.get(done) {
                    let counts = &reading.counts[done];
                    reading.statistics.push(averages_of_counts(&self.groups, counts, epsilon));
                } else {
                    return self.result();
                }
                None
            }
        }
    }

    /// Runs all steps.
    pub fn run(mut self) -> Explored {
        loop {
            if let Some(result) = self.step() {
                return result;
            }
        }
    }

    /// What is being done, and how much of the whole is.
    pub fn progress(&self) -> Progress {
        match &self.stage {
            Stage::Calibrating(calibrator) => Progress {
                doing: "searching for epsilon*",
                share: CALIBRATING_SHARE * calibrator.progress(),
            },
            Stage::Tracing(_, tracer) => {
                let rest = (1.0 - CALIBRATING_SHARE) * tracer.progress(&self.groups);
                Progress { doing: "drawing the curve", share: CALIBRATING_SHARE + rest }
            }
            Stage::Reading(_) => Progress { doing: "reading the statistics", share: 1.0 },
        }
    }

    /// The groups, for readings at other thresholds.
    pub fn into_groups(self) -> Groups {
        self.groups
    }

    fn result(&mut self) -> Option<Explored> {
        let Stage::Reading(reading) = &mut self.stage else { return None };
        let groups = &self.groups;
        let at_star = evaluate_counts(&reading.counts.pop()?, reading.calibration.epsilon);
        let at_zero = evaluate_counts(&reading.counts.pop()?, 0.0);
        let statistics_at_star = reading.statistics.pop()?;
        let statistics_at_zero = reading.statistics.pop()?;
        Some(Explored {
            metric: self.metric.clone(),
            grouping: self.grouping,
            rows: groups.rows(),
            groups_found: groups.found(),
            groups_used: groups.len(),
            pairs: groups.pairs(),
            human_tied_pairs: at_zero.counts.tied_by_human(),
            calibration: reading.calibration,
            chance: at_zero.human_tied.map(Chance::new),
            runs_against_human: runs_against(&at_zero.counts),
            at_zero,
            at_star,
            statistics_at_zero,
            statistics_at_star,
            curve: std::mem::take(&mut reading.curve),
        })
    }
}
