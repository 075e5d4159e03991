//! acc_eq at many pairs of thresholds.

use crate::stats::mean::Fixed;
use crate::stats::thresholds::ThresholdCounter;
use crate::stats::{Group, Groups, Mean, PairCounter};

/// In groups of fewer rows, pairs are listed.
const FEW_ROWS: usize = 128;
/// Pairs and points dealt with in one step, in small groups.
const WORK_AT_ONCE: usize = 1 << 18;

/// acc_eq averaged over groups at one pair of thresholds; `None` without a group.
pub fn acc_eq_at(groups: &Groups, theta: Option<f64>, epsilon: f64) -> Option<f64> {
    let mut counter = PairCounter::default();
    let mut mean = Mean::default();
    for group in groups.iter() {
        let mut correct = counter.count(&group, epsilon).correct();
        if let Some(top) = theta.and_then(|theta| group.at_or_above(theta)) {
            let counts = counter.count(&top, epsilon);
            correct = correct + counts.tied_by_human() - counts.correct();
        }
        mean.add(correct as f64 / group.pairs() as f64);
    }
    mean.value()
}

/// Counts at each of some thetas and epsilons, in short steps.
#[derive(Debug)]
pub struct SurfaceCounter {
    /// Descending; `None`, infinity, comes first if it is there.
    thetas: Vec<Option<f64>>,
    epsilons: Vec<f64>,
    /// For each theta and epsilon, the sum of acc_eq over groups.
    sums: Vec<Fixed>,
    group: usize,
    counter: ThresholdCounter,
    /// Whether the counter is at work.
    counting: bool,
    /// What is counted next in a large group: all its rows, then those at or above each theta.
    part: usize,
    /// Correct pairs of that part at the epsilons counted so far, and pairs the human ties.
    correct: Vec<u64>,
    human_ties: u64,
    /// Correct pairs of all rows at each epsilon.
    correct_of_all: Vec<u64>,
}

impl SurfaceCounter {
    /// Prepares to count at thetas, descending from `None` (infinity) if that is among them, and at
    /// epsilons from 0 up, ascending; one of each at least.
    pub fn new(thetas: Vec<Option<f64>>, epsilons: Vec<f64>) -> Self {
        SurfaceCounter {
            sums: vec![Fixed::default(); thetas.len() * epsilons.len()],
            thetas,
            epsilons,
            group: 0,
            counter: ThresholdCounter::default(),
            counting: false,
            part: 0,
            correct: Vec::new(),
            human_ties: 0,
            correct_of_all: Vec::new(),
        }
    }

    /// The thetas and epsilons.
    pub fn axes(&self) -> (&[Option<f64>], &[f64]) {
        (&self.thetas, &self.epsilons)
    }

    /// Does a little of the work; `groups` are always the same. Returns whether all is done.
    pub fn step(&mut self, groups: &Groups) -> bool {
        let mut work = 0;
        while self.group < groups.len() && work < WORK_AT_ONCE {
            let group = groups.get(self.group);
            if group.rows() < FEW_ROWS {
                self.list_pairs(&group);
                self.group += 1;
                work += group.pairs() as usize + self.sums.len();
            } else {
                self.count_part(&group);
                work = WORK_AT_ONCE;
            }
        }
        self.group == groups.len()
    }

    /// The share of the work that is done, from 0 to 1.
    pub fn progress(&self, groups: &Groups) -> f64 {
        let within = self.part as f64 / (self.thetas.len() + 1) as f64;
        ((self.group as f64 + within) / groups.len().max(1) as f64).min(1.0)
    }

    /// acc_eq for each theta and, within, each epsilon, once all is done; nothing without a group.
    pub fn acc_eq(&self, groups: &Groups) -> Vec<Vec<f64>> {
        let value = |&sum: &Fixed| Mean::of_sum(sum, groups.len() as u64).value();
        self.sums
            .chunks(self.epsilons.len())
            .map(|row| row.iter().filter_map(value).collect())
            .collect()
    }

    /// The first of the thetas that ties a pair with this lower score.
    fn place_of(&self, lower: f64) -> usize {
        self.thetas.partition_point(|theta| theta.is_none_or(|theta| theta > lower))
    }

    fn set(&mut self, theta: usize, epsilon: usize, correct: u64, group: &Group) {
        let share = Fixed::new(correct as f64 / group.pairs() as f64);
        self.sums[theta * self.epsilons.len() + epsilon] += share;
    }

    /// Sorts the pairs into cells between thetas and epsilons, then sums those that are ordered still: were
    /// all pairs tied, the human's ties would be right.
    fn list_pairs(&mut self, group: &Group) {
        let (thetas, epsilons) = (self.thetas.len(), self.epsilons.len());
        let mut cells = vec![0i64; (thetas + 1) * (epsilons + 1)];
        let mut human_ties = 0;
        for lower in 0..group.rows() {
            let theta = self.place_of(group.metric[lower]);
            let rank = group.human_rank[lower];
            let mut epsilon = 0;
            for upper in lower + 1..group.rows() {
                let difference = group.metric[upper] - group.metric[lower];
                epsilon += self.epsilons[epsilon..].partition_point(|&e| e < difference);
                let cell = &mut cells[theta * (epsilons + 1) + epsilon];
                if group.human_rank[upper] == rank {
                    *cell -= 1;
                    human_ties += 1;
                } else if group.human_rank[upper] > rank {
                    *cell += 1;
                }
            }
        }
        // Ordered by the metric at this theta, by the first epsilon that ties them.
        let mut ordered = vec![0; epsilons + 1];
        for theta in (0..thetas).rev() {
            let row = &cells[(theta + 1) * (epsilons + 1)..];
            ordered.iter_mut().zip(row).for_each(|(sum, cell)| *sum += cell);
            let mut right = human_ties;
            for epsilon in (0..epsilons).rev() {
                right += ordered[epsilon + 1];
                self.set(theta, epsilon, right as u64, group);
            }
        }
    }

    /// Counts some epsilons of one part of a large group.
    fn count_part(&mut self, group: &Group) {
        let theta = self.part.checked_sub(1).map(|index| self.thetas[index]);
        let rows = match theta {
            None => Some(*group),
            Some(theta) => theta.and_then(|theta| group.at_or_above(theta)),
        };
        if let Some(rows) = rows {
            let from = self.correct.len();
            let to = self.epsilons.len().min(from + ThresholdCounter::batch(rows.rows()));
            if !self.counting {
                self.counter.start(&rows, &self.epsilons[from..to]);
            }
            self.counting = !self.counter.step(&rows);
            if self.counting {
                return;
            }
            let counts = self.counter.counts();
            self.correct.extend(counts.iter().map(|counts| counts.correct()));
            self.human_ties = counts.first().map_or(0, |counts| counts.tied_by_human());
            if to < self.epsilons.len() {
                return;
            }
        } else {
            self.correct.resize(self.epsilons.len(), 0);
            self.human_ties = 0;
        }
        self.finish_part(group);
    }

    fn finish_part(&mut self, group: &Group) {
        let correct = std::mem::take(&mut self.correct);
        match self.part.checked_sub(1) {
            None => self.correct_of_all = correct,
            Some(theta) => {
                for (epsilon, correct) in correct.into_iter().enumerate() {
                    let right = self.correct_of_all[epsilon] + self.human_ties - correct;
                    self.set(theta, epsilon, right, group);
                }
            }
        }
        self.part += 1;
        if self.part > self.thetas.len() {
            self.part = 0;
            self.group += 1;
        }
    }
}
