//! Do two thresholds gain on outputs that they were not chosen on?

use oorandom::Rand64;

use super::surface::acc_eq_at;
use super::sweep::Sweep;
use super::{HeldOut, HeldOutFold};
use crate::measure::{StudyError, keys};
use crate::scores::ScoreSet;
use crate::stats::sorting::sort_by;
use crate::stats::{Grouping, Groups, Mean};

/// Parts that the items are divided into.
const FOLDS: usize = 5;

/// Calibrates on all folds but one and evaluates on that one, in short steps.
#[derive(Debug)]
pub struct HoldOut {
    /// Group, human score and metric score of each row, and its fold.
    keys: Option<Vec<u32>>,
    human: Vec<f64>,
    metric: Vec<f64>,
    fold_of: Vec<usize>,
    fold: usize,
    /// The fold's own groups, those of the others, and the search there.
    searching: Option<(Groups, Groups, Sweep)>,
    folds: Vec<HeldOutFold>,
}

impl HoldOut {
    /// Divides the items, or else the rows, into folds of nearly equal size, at random.
    pub fn new(
        scores: &ScoreSet,
        metric: usize,
        grouping: Grouping,
        seed: u64,
    ) -> Result<Self, StudyError> {
        let column = scores.metrics.get(metric).ok_or(StudyError::NoSuchMetric(metric))?;
        let fold_of = match &scores.item {
            Some(item) => {
                let folds =
                    folds(scores.items.len(), seed, |a, b| scores.items[a].cmp(&scores.items[b]));
                item.iter().map(|&item| folds[item as usize]).collect()
            }
            None => {
                let system = |row: usize| {
                    scores.system.as_ref().map(|system| &scores.systems[system[row] as usize])
                };
                let (human, metric) = (&scores.human.values, &column.values);
                folds(scores.rows(), seed, |a, b| {
                    let by_scores = metric[a].total_cmp(&metric[b]);
                    system(a).cmp(&system(b)).then(by_scores).then(human[a].total_cmp(&human[b]))
                })
            }
        };
        Ok(HoldOut {
            keys: keys(scores, grouping)?.map(<[u32]>::to_vec),
            human: scores.human.values.clone(),
            metric: column.values.clone(),
            fold_of,
            fold: 0,
            searching: None,
            folds: Vec::new(),
        })
    }

    /// Does a little of the work; returns the result once all is done: `None` if there are fewer than two
    /// folds that have pairs inside and outside.
    pub fn step(&mut self) -> Option<Option<HeldOut>> {
        if self.fold == FOLDS {
            return Some(self.result());
        }
        let Some((inside, outside, sweep)) = &mut self.searching else {
            let inside = self.rows(|fold| fold == self.fold);
            let outside = self.rows(|fold| fold != self.fold);
            if inside.is_empty() || outside.is_empty() {
                self.fold += 1;
            } else {
                let sweep = Sweep::new(&outside);
                self.searching = Some((inside, outside, sweep));
            }
            return None;
        };
        let found = sweep.step(outside)?;
        let gain = |groups: &Groups| {
            let alone = acc_eq_at(groups, None, found.alone)?;
            Some((alone, acc_eq_at(groups, found.theta, found.epsilon)?))
        };
        if let (Some((alone_inside, both_inside)), Some((alone_outside, both_outside))) =
            (gain(inside), gain(outside))
        {
            self.folds.push(HeldOutFold {
                theta: found.theta,
                epsilon: found.epsilon,
                epsilon_alone: found.alone,
                rows: inside.rows(),
                acc_eq_alone: alone_inside,
                acc_eq: both_inside,
                gain_in_sample: both_outside - alone_outside,
                gain_held_out: both_inside - alone_inside,
            });
        }
        self.searching = None;
        self.fold += 1;
        None
    }

    /// The fold of each row.
    #[cfg(test)]
    pub fn folds(&self) -> &[usize] {
        &self.fold_of
    }

    /// The share of the work that is done, from 0 to 1.
    pub fn progress(&self) -> f64 {
        let within = self.searching.as_ref().map_or(0.0, |(_, _, sweep)| sweep.progress());
        (self.fold as f64 + within) / FOLDS as f64
    }

    /// The rows of some folds, in groups.
    fn rows(&self, wanted: impl Fn(usize) -> bool) -> Groups {
        let score = |(&score, &fold): (&f64, &usize)| if wanted(fold) { score } else { f64::NAN };
        let metric: Vec<f64> = self.metric.iter().zip(&self.fold_of).map(score).collect();
        Groups::new(self.keys.as_deref(), &self.human, &metric)
    }

    fn result(&mut self) -> Option<HeldOut> {
        let folds = std::mem::take(&mut self.folds);
        let mean = |gain: fn(&HeldOutFold) -> f64| {
            let mut mean = Mean::default();
            folds.iter().for_each(|fold| mean.add(gain(fold)));
            mean.value()
        };
        let gain_in_sample = mean(|fold| fold.gain_in_sample)?;
        let gain_held_out = mean(|fold| fold.gain_held_out)?;
        (folds.len() > 1).then_some(HeldOut { gain_in_sample, gain_held_out, folds })
    }
}

/// The fold of each thing of so many: dealt out one by one, in random order. Things are compared by what
/// they are, so that their order in the file does not matter.
fn folds(
    count: usize,
    seed: u64,
    compare: impl Fn(usize, usize) -> std::cmp::Ordering,
) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    sort_by(&mut order, |&a, &b| compare(a, b));
    let mut random = Rand64::new(seed.into());
    for last in (1..count).rev() {
        order.swap(last, random.rand_range(0..last as u64 + 1) as usize);
    }
    let mut folds = vec![0; count];
    order.into_iter().enumerate().for_each(|(place, thing)| folds[thing] = place % FOLDS);
    folds
}
