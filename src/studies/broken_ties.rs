//! "What if a metric broke its ties at random?" (the paper's section 8.1): tau_10 and others may rise,
//! although nothing was learnt.

use super::compare::Kind;
use super::compare::export::written;
use super::measure::{StudyError, groups};
use super::{Progress, Study};
use crate::scores::ScoreSet;
use crate::stats::{Average, Grouping, Groups, Statistic, averages};

/// How a statistic changes when ties are broken.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Broken {
    /// Which one.
    pub statistic: Statistic,
    /// The average over groups with the ties as they are.
    pub before: Option<f64>,
    /// The mean of that average over the seeds.
    pub mean: Option<f64>,
    /// Its standard deviation over the seeds (n - 1); `None` for fewer than two.
    pub deviation: Option<f64>,
    /// Whether the mean is higher than before by more than the deviation, and is so as they are written.
    pub gains: bool,
}

/// The study as a job.
#[derive(Debug)]
pub struct BreakTies {
    groups: Groups,
    before: Vec<Average>,
    seeds: u64,
    /// For each seed done, the value of each statistic.
    after: Vec<Vec<Option<f64>>>,
}

impl BreakTies {
    /// Groups the rows of the metric at an index of [`ScoreSet::metrics`]; its ties will be broken with
    /// the seeds 1 to `seeds`.
    ///
    /// # Errors
    ///
    /// There is no such metric, or no column to group by.
    pub fn new(
        scores: &ScoreSet,
        metric: usize,
        grouping: Grouping,
        seeds: u64,
    ) -> Result<Self, StudyError> {
        let groups = groups(scores, metric, grouping)?;
        let before = averages(&groups, 0.0);
        Ok(Self { groups, before, seeds, after: Vec::new() })
    }

    fn result(&self) -> Vec<Broken> {
        let broken = |(index, before): (usize, &Average)| {
            let values: Vec<f64> = self.after.iter().filter_map(|values| values[index]).collect();
            let n = values.len() as f64;
            let mean = (n > 0.0).then(|| values.iter().sum::<f64>() / n);
            let squares =
                |mean: f64| values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
            let deviation = mean.filter(|_| n > 1.0).map(|mean| (squares(mean) / (n - 1.0)).sqrt());
            let gains = mean.is_some_and(|mean| is_gain(before.value, mean, deviation));
            Broken { statistic: before.statistic, before: before.value, mean, deviation, gains }
        };
        // Pearson's r is of the scores, and those of broken ties mean nothing.
        let all = self.before.iter().enumerate().map(broken);
        all.filter(|broken| broken.statistic != Statistic::Pearson).collect()
    }
}

/// A gain that nobody can see in the numbers is none.
fn is_gain(before: Option<f64>, mean: f64, deviation: Option<f64>) -> bool {
    let written = |value| written(value, Kind::Statistic);
    before.is_none_or(|before| {
        mean > before + deviation.unwrap_or(0.0) && written(mean) != written(before)
    })
}

impl Study for BreakTies {
    type Result = Vec<Broken>;

    fn step(&mut self) -> Option<Vec<Broken>> {
        let seed = self.after.len() as u64 + 1;
        if seed > self.seeds {
            return Some(self.result());
        }
        let broken = averages(&self.groups.with_ties_broken(seed), 0.0);
        self.after.push(broken.into_iter().map(|average| average.value).collect());
        None
    }

    fn progress(&self) -> Progress {
        let share = self.after.len() as f64 / self.seeds.max(1) as f64;
        Progress { doing: "breaking ties", share }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scores::load;

    #[test]
    fn a_gain_can_be_seen() {
        assert!(is_gain(Some(0.1234), 0.1236, Some(0.0001)));
        assert!(!is_gain(Some(0.1234), 0.1236, Some(0.0003)));
        assert!(!is_gain(Some(0.12341), 0.12344, Some(0.00001)), "both are written 0.1234");
        assert!(is_gain(None, 0.1, None));
    }

    #[test]
    fn tau_10_gains_by_guessing_and_acc_eq_does_not() {
        // A constant metric: tau_10 is -1, and 0 on average when its ties are broken.
        let rows: String = (0..40).map(|row| format!("{},{row},7\n", row / 8)).collect();
        let scores = load(format!("item,human,m\n{rows}").as_bytes()).unwrap();
        let found = BreakTies::new(&scores, 0, Grouping::Item, 400).unwrap().run();
        let of = |statistic| *found.iter().find(|broken| broken.statistic == statistic).unwrap();
        let tau_10 = of(Statistic::Tau10);
        assert_eq!(tau_10.before, Some(-1.0));
        assert!(tau_10.mean.unwrap().abs() < 0.05, "{tau_10:?}");
        assert!((0.05..0.3).contains(&tau_10.deviation.unwrap()), "{tau_10:?}");
        assert_eq!(of(Statistic::TauB).before, None);
        assert!(found.iter().all(|broken| broken.statistic != Statistic::Pearson));
        assert!(tau_10.gains);
        let none = BreakTies::new(&scores, 0, Grouping::Item, 0).unwrap().run();
        assert_eq!((none[0].mean, none[0].deviation), (None, None));
    }
}
