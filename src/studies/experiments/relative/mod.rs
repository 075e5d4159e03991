//! "Should a tie depend on the size of the scores?": a pair is tied iff |m_i - m_j| <= epsilon times the
//! larger of |m_i| and |m_j|.
//!
//! The paper's Limitations mention relative differences without a formula; this one is ours. The quotient
//! of the two is taken in f64, and equal scores always tie.

mod follow;
#[cfg(test)]
mod tests;
mod walk;

use std::collections::VecDeque;

use follow::Follow;
use walk::{Distance, Walk};

use crate::experiments::run_pairs;
use crate::measure::{StudyError, groups};
use crate::scores::ScoreSet;
use crate::stats::{Grouping, Groups};
use crate::{Progress, Study};

/// So many are drawn where they cannot be listed and scores differ in sign.
const SAMPLED_PAIRS: u64 = 2_000_000;

/// Relative beside absolute thresholds.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RelativeEpsilon {
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
    /// Tied iff |m_i - m_j| <= epsilon.
    pub absolute: AlongThreshold,
    /// Tied iff |m_i - m_j| / max(|m_i|, |m_j|) <= epsilon.
    pub relative: AlongThreshold,
    /// Where the relative threshold is found on a sample, the absolute one on the same pairs.
    pub absolute_on_sample: Option<AlongThreshold>,
}

/// acc_eq along one kind of threshold.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct AlongThreshold {
    /// Where acc_eq is greatest; `None` without a group.
    pub best: Option<Optimum>,
    /// Ascending by epsilon, from 0 on, at about 200 equal shares of pairs tied; the best is among them.
    pub curve: Vec<TiePoint>,
    /// How these were found.
    pub method: SearchMethod,
    /// Whether they are exact for all pairs.
    pub exact: bool,
}

/// The best threshold.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Optimum {
    /// The smallest candidate that maximises acc_eq.
    pub epsilon: f64,
    /// The largest one that does.
    pub last_epsilon: f64,
    /// acc_eq there, averaged over groups, from 0 to 1.
    pub acc_eq: f64,
    /// The share of pairs tied at the smallest, averaged over groups, from 0 to 1.
    pub share_tied: f64,
}

impl Optimum {
    fn new(point: TiePoint, last_epsilon: f64) -> Self {
        let TiePoint { epsilon, share_tied, acc_eq } = point;
        Optimum { epsilon, last_epsilon, acc_eq, share_tied }
    }
}

/// What a threshold reaches.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TiePoint {
    /// The threshold.
    pub epsilon: f64,
    /// The share of pairs it ties, averaged over groups, from 0 to 1.
    pub share_tied: f64,
    /// acc_eq, averaged over groups, from 0 to 1.
    pub acc_eq: f64,
}

/// How a threshold was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum SearchMethod {
    /// All pairs were listed in the order of their distances.
    Listed,
    /// Pairs were counted without listing them.
    Counted,
    /// The same on the logarithms of scores of one sign: right but for the rounding of these.
    Logarithms,
    /// On some of the pairs, drawn at random.
    Sample,
}

/// The study as a job.
#[derive(Debug)]
pub struct CompareRelative {
    metric: String,
    grouping: Grouping,
    groups: Groups,
    /// For absolute and relative thresholds, and perhaps absolute ones on a sample.
    tasks: VecDeque<Task>,
    found: Vec<AlongThreshold>,
}

#[derive(Debug)]
enum Task {
    Walk(Box<Walk>),
    Follow(Box<Follow>),
}

impl CompareRelative {
    /// Groups the rows; `metric` is an index of [`ScoreSet::metrics`], and `seed` draws a sample where one is
    /// needed: for more than 3 million pairs of distinct scores of both signs.
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
        let (name, listed) = (scores.metrics[metric].name.clone(), run_pairs::are_few(&groups));
        Ok(Self::with(groups, name, grouping, listed, SAMPLED_PAIRS, seed))
    }

    /// Lists pairs, or may draw so many.
    fn with(
        groups: Groups,
        metric: String,
        grouping: Grouping,
        listed: bool,
        drawn: u64,
        seed: u64,
    ) -> Self {
        let walk = |walk| Task::Walk(Box::new(walk));
        let follow = |follow| Task::Follow(Box::new(follow));
        let tasks = if listed {
            let distances = [Distance::Absolute, Distance::Relative];
            distances.map(|distance| walk(Walk::all(&groups, distance))).into()
        } else if let Some(relative) = Follow::relative(&groups) {
            [follow(Follow::absolute(&groups)), follow(relative)].into()
        } else {
            let sample = |distance| walk(Walk::drawn(&groups, distance, drawn, seed));
            let (relative, absolute) = (sample(Distance::Relative), sample(Distance::Absolute));
            [follow(Follow::absolute(&groups)), relative, absolute].into()
        };
        CompareRelative { metric, grouping, groups, tasks, found: Vec::new() }
    }

    fn result(&mut self) -> Option<RelativeEpsilon> {
        let mut found = std::mem::take(&mut self.found).into_iter();
        Some(RelativeEpsilon {
            metric: std::mem::take(&mut self.metric),
            grouping: self.grouping,
            rows: self.groups.rows(),
            groups_used: self.groups.len(),
            pairs: self.groups.pairs(),
            absolute: found.next()?,
            relative: found.next()?,
            absolute_on_sample: found.next(),
        })
    }
}

impl Study for CompareRelative {
    type Result = RelativeEpsilon;

    fn step(&mut self) -> Option<RelativeEpsilon> {
        let Some(task) = self.tasks.front_mut() else { return self.result() };
        let found = match task {
            Task::Walk(walk) => walk.step(&self.groups),
            Task::Follow(follow) => follow.step(),
        }?;
        self.found.push(found);
        self.tasks.pop_front();
        None
    }

    fn progress(&self) -> Progress {
        let within = match self.tasks.front() {
            Some(Task::Walk(walk)) => walk.progress(&self.groups),
            Some(Task::Follow(follow)) => follow.progress(),
            None => 1.0,
        };
        let done = self.found.len() as f64;
        let share = (done + within) / (done + self.tasks.len().max(1) as f64);
        Progress { doing: "comparing absolute and relative thresholds", share }
    }
}
