//! The best two thresholds of groups whose pairs can be listed.
//!
//! Let d be the difference of a pair's scores and mu the lower one. A pair that becomes a tie gains its
//! weight if the human ties it and loses it if it is concordant: g. Then
//!
//! > acc_eq(theta, epsilon) = C + the sum of g over all pairs with d <= epsilon or mu >= theta,
//!
//! with C the concordant pairs at epsilon = 0. At theta = infinity that is a prefix sum of gains in the
//! order of their differences. As theta goes down through the scores, pairs become ties whatever epsilon
//! is: their gains leave the place of their difference and go to all sums alike. Each step down asks for
//! the greatest prefix sum, so all pairs of thresholds are tried in O(P log P).

use super::tree::PrefixSums;
use crate::experiments::run_pairs::RunPair;
use crate::stats::Groups;
use crate::stats::objective::Objective;
use crate::stats::sorting::sort_by;

/// Rows looked at for pairs in one step: some milliseconds.
const ROWS_AT_ONCE: usize = 1 << 17;

/// The best of all pairs of thresholds.
///
/// Where several are best, the one that changes least of the plain calibration: without theta if that is
/// one of them; otherwise the one with the largest theta, and of those the smallest epsilon.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Found {
    /// epsilon*, without theta.
    pub alone: f64,
    /// Scores from here up count as perfect; `None` if no score does.
    pub theta: Option<f64>,
    /// The threshold for all other pairs.
    pub epsilon: f64,
    /// Whether averages were compared without rounding. They are unless groups of very many different
    /// sizes have no common denominator below 2^60.
    pub exact: bool,
}

/// The search, in steps of some milliseconds; `groups` are always the same.
#[derive(Debug)]
pub struct Sweep {
    objective: Objective,
    /// Every run of equal scores, descending.
    lowers: Vec<Lower>,
    /// The first of them that is to be looked at.
    next: usize,
    /// Epsilons that can be the smallest maximiser: 0 and the differences whose ties gain something.
    candidates: Vec<f64>,
    stage: Stage,
    found: Found,
}

/// A run of equal scores, as the lower one of pairs, and where those above it are.
#[derive(Debug, Clone, Copy)]
struct Lower {
    score: f64,
    group: u32,
    run: u32,
}

#[derive(Debug)]
enum Stage {
    /// Listing the candidates.
    List,
    /// Adding up the gains at each candidate.
    Fill(Vec<i128>),
    /// Moving theta down.
    Descend(Descent),
}

#[derive(Debug)]
struct Descent {
    sums: PrefixSums,
    /// Gains of the pairs whose scores are both at or above theta.
    perfect: i128,
    /// The best value so far.
    best: i128,
}

impl Sweep {
    /// Prepares the search.
    pub fn new(groups: &Groups) -> Self {
        let objective = Objective::new(groups);
        let lowers = groups.iter().enumerate().flat_map(|(index, group)| {
            let score = move |run| (group.run_score(run), run as u32);
            (0..group.metric_levels()).map(score).map(move |(score, run)| Lower {
                score,
                group: index as u32,
                run,
            })
        });
        let mut lowers: Vec<Lower> = lowers.collect();
        sort_by(&mut lowers, |a, b| b.score.total_cmp(&a.score));
        let found = Found { alone: 0.0, theta: None, epsilon: 0.0, exact: objective.is_whole() };
        let candidates = vec![0.0];
        Sweep { objective, lowers, next: 0, candidates, stage: Stage::List, found }
    }

    /// Does a little of the work; returns the result once all is done.
    pub fn step(&mut self, groups: &Groups) -> Option<Found> {
        match std::mem::replace(&mut self.stage, Stage::List) {
            Stage::List => self.list(groups),
            Stage::Fill(terms) => self.fill(groups, terms),
            Stage::Descend(descent) => return self.descend(groups, descent),
        }
        None
    }

    /// The share of the work that is done, from 0 to 1.
    pub fn progress(&self) -> f64 {
        let before = match self.stage {
            Stage::List => 0.0,
            Stage::Fill(_) => 1.0,
            Stage::Descend(_) => 2.0,
        };
        (before + self.next as f64 / self.lowers.len().max(1) as f64) / 3.0
    }

    fn list(&mut self, groups: &Groups) {
        let start = self.candidates.len();
        let mut rows = 0;
        while let Some(&lower) = self.lowers.get(self.next)
            && rows < ROWS_AT_ONCE
        {
            let candidates = &mut self.candidates;
            rows += each_gain(groups, lower, |difference, gain| {
                if gain > 0 && difference > 0.0 && difference.is_finite() {
                    candidates.push(difference);
                }
            });
            self.next += 1;
        }
        self.candidates[start..].sort_unstable_by(f64::total_cmp);
        if self.next == self.lowers.len() {
            // Merges the runs that are sorted already.
            self.candidates.sort_by(f64::total_cmp);
            self.candidates.dedup();
            self.next = 0;
            self.stage = Stage::Fill(vec![0; self.candidates.len()]);
        }
    }

    fn fill(&mut self, groups: &Groups, mut terms: Vec<i128>) {
        let mut rows = 0;
        while let Some(&lower) = self.lowers.get(self.next)
            && rows < ROWS_AT_ONCE
        {
            let weight = self.objective.weight(self.objective.size_of(lower.group as usize));
            rows += each_gain(groups, lower, |difference, gain| {
                if let Some(term) = terms.get_mut(place(&self.candidates, difference)) {
                    *term += i128::from(gain) * weight;
                }
            });
            self.next += 1;
        }
        if self.next < self.lowers.len() {
            self.stage = Stage::Fill(terms);
            return;
        }
        self.next = 0;
        let sums = PrefixSums::new(terms);
        let epsilon = self.candidates[sums.first_greatest()];
        (self.found.alone, self.found.epsilon) = (epsilon, epsilon);
        let best = sums.greatest();
        self.stage = Stage::Descend(Descent { sums, perfect: 0, best });
    }

    fn descend(&mut self, groups: &Groups, mut descent: Descent) -> Option<Found> {
        let mut rows = 0;
        while let Some(&Lower { score: theta, .. }) = self.lowers.get(self.next)
            && rows < ROWS_AT_ONCE
        {
            while let Some(&lower) = self.lowers.get(self.next)
                && lower.score == theta
            {
                let weight = self.objective.weight(self.objective.size_of(lower.group as usize));
                rows += each_gain(groups, lower, |difference, gain| {
                    let gain = i128::from(gain) * weight;
                    descent.perfect += gain;
                    let place = place(&self.candidates, difference);
                    if place < self.candidates.len() {
                        descent.sums.add(place, -gain);
                    }
                });
                self.next += 1;
            }
            let value = descent.perfect + descent.sums.greatest();
            if value > descent.best {
                descent.best = value;
                self.found.theta = Some(theta);
                self.found.epsilon = self.candidates[descent.sums.first_greatest()];
            }
        }
        if self.next == self.lowers.len() {
            return Some(self.found);
        }
        self.stage = Stage::Descend(descent);
        None
    }
}

/// The first candidate that ties a pair of this difference; the end if none does.
fn place(candidates: &[f64], difference: f64) -> usize {
    candidates.partition_point(|&candidate| candidate < difference)
}

/// Calls for a run's own pairs, and for those with each run above it, with the difference of the scores and
/// what is gained when they become ties, unless it is nothing. Returns how many rows were looked at.
fn each_gain(groups: &Groups, lower: Lower, mut call: impl FnMut(f64, i64)) -> usize {
    let group = groups.get(lower.group as usize);
    let run = lower.run as usize;
    let ranks = group.run_ranks(run);
    let mut rows = 0;
    let mut tell = |difference: f64, pair: RunPair| {
        if pair.gain() != 0 {
            call(difference, pair.gain());
        }
    };
    tell(0.0, RunPair::within(ranks));
    for upper in run + 1..group.metric_levels() {
        let others = group.run_ranks(upper);
        rows += ranks.len() + others.len();
        tell(group.run_score(upper) - lower.score, RunPair::between(ranks, others));
    }
    rows
}
