//! "Which epsilon is best for what?" (the paper's Figure 6, section 8.4): ties-F1 and correct-rank-F1 have
//! their maxima at other epsilons than acc_eq, which trades one for the other.
//!
//! Any statistic may be maximised. Those that mishandle ties then reward nonsense (the end of the paper's
//! section 7): tau_13 rises when a discordant pair becomes a tie, tau_10 is greatest at 0, and tau_b can drop
//! whole groups; how many groups are left is told.

mod edge;
mod exact;
mod formula;
mod search;
mod sweep;

use crate::measure::{StudyError, groups};
use crate::scores::ScoreSet;
use crate::stats::glossary::{CORRECT_RANK_F1, TIES_F1};
use crate::stats::{Evaluation, Grouping, Groups, Statistic, evaluate};
use crate::{Progress, Study};
use exact::Average;
use formula::{Formula, STATISTICS};
use search::{Best, Search};

/// What is maximised, averaged over the groups in which it is defined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "name", rename_all = "snake_case")]
pub enum Objective {
    /// How well the metric predicts ties.
    TiesF1,
    /// How well it orders what the human orders.
    CorrectRankF1,
    /// What tie calibration maximises; tau_eq has the same maximum.
    AccEq,
    /// Drops the groups in which all pairs tie.
    TauB,
    /// Greatest at 0: it counts every tie of the metric as an error.
    #[serde(rename = "tau_10")]
    Tau10,
    /// Rises when a discordant pair becomes a tie.
    #[serde(rename = "tau_13")]
    Tau13,
    /// Rises when a discordant pair becomes a tie, and falls when a concordant one does.
    #[serde(rename = "tau_14")]
    Tau14,
    /// w x ties-F1 + (1 - w) x correct-rank-F1.
    WeightedF1 {
        /// w in hundredths, 0 to 100; whole, so that equal values are equal.
        percent: u8,
    },
}

/// What an objective is made of.
enum Made {
    Of(Formula),
    /// So many hundredths of ties-F1, and the rest of correct-rank-F1.
    Weighted(u8),
}

impl Objective {
    /// Every one without a weight.
    pub const ALL: [Objective; STATISTICS] = [
        Objective::TiesF1,
        Objective::CorrectRankF1,
        Objective::AccEq,
        Objective::TauB,
        Objective::Tau10,
        Objective::Tau13,
        Objective::Tau14,
    ];

    /// The F1s weighted with w = 0, 0.1 and so on up to 1.
    pub fn weights() -> impl Iterator<Item = Objective> {
        (0..=10).map(|tenth| Objective::WeightedF1 { percent: 10 * tenth })
    }

    /// The name in files and data, such as `ties_f1`.
    pub fn name(self) -> &'static str {
        match self {
            Objective::TiesF1 => TIES_F1.name,
            Objective::CorrectRankF1 => CORRECT_RANK_F1.name,
            Objective::AccEq => Statistic::AccEq.entry().name,
            Objective::TauB => Statistic::TauB.entry().name,
            Objective::Tau10 => Statistic::Tau10.entry().name,
            Objective::Tau13 => Statistic::Tau13.entry().name,
            Objective::Tau14 => Statistic::Tau14.entry().name,
            Objective::WeightedF1 { .. } => "weighted_f1",
        }
    }

    fn made(self) -> Made {
        Made::Of(match self {
            Objective::TiesF1 => Formula::TiesF1,
            Objective::CorrectRankF1 => Formula::CorrectRankF1,
            Objective::AccEq => Formula::AccEq,
            Objective::TauB => Formula::TauB,
            Objective::Tau10 => Formula::Tau10,
            Objective::Tau13 => Formula::Tau13,
            Objective::Tau14 => Formula::Tau14,
            Objective::WeightedF1 { percent } => return Made::Weighted(percent.min(100)),
        })
    }

    /// How much a group adds to the number of parts of an average.
    fn parts_per_group(self) -> u64 {
        match self.made() {
            Made::Of(_) => 1,
            Made::Weighted(_) => 100,
        }
    }

    fn average(self, averages: &[Average; STATISTICS]) -> Average {
        let of = |formula: Formula| averages[formula as usize];
        match self.made() {
            Made::Of(formula) => of(formula),
            Made::Weighted(percent) => {
                Average::weighted(percent, of(Formula::TiesF1), of(Formula::CorrectRankF1))
            }
        }
    }
}

/// The best epsilons of a metric.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Objectives {
    /// The metric's name.
    pub metric: String,
    /// Groups with at least two complete rows, and their pairs.
    pub groups_used: usize,
    /// Pairs in the groups used.
    pub pairs: u64,
    /// One for each objective, in the order asked for.
    pub found: Vec<Found>,
}

/// Where an objective is greatest.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Found {
    /// What is maximised.
    pub objective: Objective,
    /// `None` where it is undefined in every group.
    pub maximum: Option<Maximum>,
}

/// The exact maximum over the candidates: 0 and every difference within a group. One at which the objective
/// is undefined in every group is none.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Maximum {
    /// The smallest candidate that maximises it.
    pub epsilon: f64,
    /// The largest that does.
    pub last_epsilon: f64,
    /// The average over groups there, -1 to 1.
    pub value: f64,
    /// How many groups it was taken over, at `epsilon`.
    pub groups: u64,
    /// What the metric then reaches in all else.
    pub at: Evaluation,
}

/// The study as a job.
#[derive(Debug)]
pub struct FindObjectives {
    metric: String,
    groups: Groups,
    objectives: Vec<Objective>,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    Searching(Box<Search>),
    /// What was found, and what of it has been read.
    Reading(Vec<Best>, Vec<Found>),
}

/// Shares of the work, roughly: a progress bar moves at an even pace.
const SEARCHING_SHARE: f64 = 0.9;

impl FindObjectives {
    /// Maximises some objectives for the metric at an index of [`ScoreSet::metrics`], all in one pass.
    ///
    /// # Errors
    ///
    /// There is no such metric, no column to group by, or no pair.
    pub fn new(
        scores: &ScoreSet,
        metric: usize,
        grouping: Grouping,
        objectives: &[Objective],
    ) -> Result<Self, StudyError> {
        let groups = groups(scores, metric, grouping)?;
        let metric = scores.metrics[metric].name.clone();
        if groups.is_empty() {
            return Err(StudyError::NoPairs(metric));
        }
        let objectives = objectives.to_vec();
        let stage = Stage::Searching(Box::new(Search::new(&groups, objectives.clone())));
        Ok(FindObjectives { metric, groups, objectives, stage })
    }
}

impl Study for FindObjectives {
    type Result = Objectives;

    fn step(&mut self) -> Option<Objectives> {
        match &mut self.stage {
            Stage::Searching(search) => {
                let best = search.step(&self.groups)?;
                self.stage = Stage::Reading(best, Vec::new());
                None
            }
            Stage::Reading(best, found) if found.len() < self.objectives.len() => {
                let objective = self.objectives[found.len()];
                let maximum = read(&self.groups, objective, &best[found.len()], found);
                found.push(Found { objective, maximum });
                None
            }
            Stage::Reading(_, found) => Some(Objectives {
                metric: std::mem::take(&mut self.metric),
                groups_used: self.groups.len(),
                pairs: self.groups.pairs(),
                found: std::mem::take(found),
            }),
        }
    }

    fn progress(&self) -> Progress {
        match &self.stage {
            Stage::Searching(search) => Progress {
                doing: "searching for the best epsilons",
                share: SEARCHING_SHARE * search.progress(),
            },
            Stage::Reading(_, found) => {
                let read = found.len() as f64 / self.objectives.len().max(1) as f64;
                let share = SEARCHING_SHARE + (1.0 - SEARCHING_SHARE) * read;
                Progress { doing: "reading the statistics", share }
            }
        }
    }
}

/// Where each objective is greatest, all steps at once.
pub fn maximise(groups: &Groups, objectives: &[Objective]) -> Vec<Found> {
    let mut search = Search::new(groups, objectives.to_vec());
    let best = loop {
        if let Some(best) = search.step(groups) {
            break best;
        }
    };
    let mut found = Vec::new();
    for (&objective, best) in objectives.iter().zip(&best) {
        let maximum = read(groups, objective, best, &found);
        found.push(Found { objective, maximum });
    }
    found
}

/// Completes a maximum. Neighbouring weights often share one epsilon, at which all is read once.
fn read(groups: &Groups, objective: Objective, best: &Best, before: &[Found]) -> Option<Maximum> {
    let (epsilon, last_epsilon, average) = best.found()?;
    let known = before.iter().filter_map(|found| found.maximum);
    let known = known.map(|maximum| maximum.at).find(|at| at.epsilon == epsilon);
    Some(Maximum {
        epsilon,
        last_epsilon,
        value: average.value(),
        groups: average.parts() / objective.parts_per_group(),
        at: known.unwrap_or_else(|| evaluate(groups, epsilon)),
    })
}

#[cfg(test)]
mod tests;
