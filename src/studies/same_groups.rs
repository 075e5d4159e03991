//! "Do the metrics compare on the same groups?": every statistic over the groups in which it is defined
//! for all metrics.
//!
//! A statistic that is undefined in the groups in which a metric ties everything is averaged over other
//! groups for each metric, and a metric can gain by tying in hard groups (the paper's sections 5.2 and
//! 8.1). Restricted to the groups that all metrics have, the averages can be compared.

use super::compare::baselines::{Baseline, constant_groups, of_constant};
use super::measure::{StudyError, groups};
use super::{Progress, Study};
use crate::scores::ScoreSet;
use crate::stats::{
    Calibration, Calibrator, Grouping, Groups, Mean, Statistic, count_groups, evaluate,
};

/// The averages of all metrics over the same groups.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SameGroups {
    /// For each statistic, in the order of [`Statistic::ALL`], the groups in which it is defined for every
    /// metric that has it in any.
    pub groups: Vec<u64>,
    /// For each metric, in the order asked for, what it reaches there.
    pub metrics: Vec<OnSameGroups>,
    /// Metrics that know nothing, on the groups of acc_eq.
    pub baselines: Vec<Baseline>,
}

/// What one metric reaches on the groups of all.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OnSameGroups {
    /// Averages with exact ties, in the order of [`Statistic::ALL`]; `None` without a common group.
    pub statistics: Vec<Option<f64>>,
    /// Calibrated on the groups of acc_eq.
    pub calibration: Calibration,
    /// acc_eq there.
    pub acc_eq_star: Option<f64>,
}

/// The study as a job.
#[derive(Debug)]
pub struct CompareOnSameGroups {
    groups: Vec<Groups>,
    constant: Groups,
    /// For each metric read so far and each statistic, the groups in which it is defined and its values.
    values: Vec<Vec<(Vec<u32>, Vec<f64>)>>,
    /// For each statistic, the keys of the groups that all metrics have.
    common: Vec<Vec<u32>>,
    calibrating: Option<(Groups, Calibrator)>,
    found: Vec<OnSameGroups>,
}

impl CompareOnSameGroups {
    /// Groups the rows of these metrics, each an index of [`ScoreSet::metrics`].
    ///
    /// # Errors
    ///
    /// There is no such metric, or no column to group by.
    pub fn new(
        scores: &ScoreSet,
        metrics: &[usize],
        grouping: Grouping,
    ) -> Result<Self, StudyError> {
        let groups = metrics.iter().map(|&metric| groups(scores, metric, grouping));
        Ok(Self {
            groups: groups.collect::<Result<_, _>>()?,
            constant: constant_groups(scores, grouping)?,
            values: Vec::new(),
            common: Vec::new(),
            calibrating: None,
            found: Vec::new(),
        })
    }

    /// Reads every statistic of every group of one metric.
    fn read(groups: &Groups) -> Vec<(Vec<u32>, Vec<f64>)> {
        let counts = count_groups(groups, 0.0);
        let read = |statistic: Statistic| {
            let groups = groups.keys().iter().zip(groups.iter().zip(&counts));
            groups
                .filter_map(|(&key, (group, counts))| {
                    Some((key, statistic.of(&group, counts, 0.0).ok()?))
                })
                .unzip()
        };
        Statistic::ALL.map(read).to_vec()
    }

    /// The keys that every metric has, for each statistic. A metric that has none, such as a constant one,
    /// compares with no other and leaves theirs as they are.
    fn intersect(&self) -> Vec<Vec<u32>> {
        let common = |statistic: usize| {
            let keys = self.values.iter().map(|values| &values[statistic].0);
            let mut keys = keys.filter(|keys| !keys.is_empty());
            let mut common = keys.next().cloned().unwrap_or_default();
            keys.for_each(|keys| common.retain(|key| keys.binary_search(key).is_ok()));
            common
        };
        (0..Statistic::ALL.len()).map(common).collect()
    }

    /// The averages of one metric over the common groups.
    fn averages(&self, metric: usize) -> Vec<Option<f64>> {
        let average = |((keys, values), common): (&(Vec<u32>, Vec<f64>), &Vec<u32>)| {
            let mut mean = Mean::default();
            for (key, &value) in keys.iter().zip(values) {
                if common.binary_search(key).is_ok() {
                    mean.add(value);
                }
            }
            mean.value()
        };
        self.values[metric].iter().zip(&self.common).map(average).collect()
    }
}

/// Where acc_eq stands among the statistics.
fn acc_eq_index() -> usize {
    Statistic::ALL.iter().position(|&statistic| statistic == Statistic::AccEq).unwrap_or_default()
}

impl Study for CompareOnSameGroups {
    type Result = SameGroups;

    fn step(&mut self) -> Option<SameGroups> {
        if let Some(groups) = self.groups.get(self.values.len()) {
            self.values.push(Self::read(groups));
            return None;
        }
        if self.common.is_empty() {
            self.common = self.intersect();
        }
        let metric = self.found.len();
        let Some(groups) = self.groups.get(metric) else {
            let groups = self.common.iter().map(|keys| keys.len() as u64).collect();
            let baselines = of_constant(&self.constant.with_keys(&self.common[acc_eq_index()]));
            let metrics = std::mem::take(&mut self.found);
            return Some(SameGroups { groups, metrics, baselines });
        };
        let common = &self.common[acc_eq_index()];
        let (groups, calibrator) = self.calibrating.get_or_insert_with(|| {
            let groups = groups.with_keys(common);
            let calibrator = Calibrator::new(&groups);
            (groups, calibrator)
        });
        let calibration = calibrator.step(groups)?;
        let acc_eq_star = evaluate(groups, calibration.epsilon).acc_eq;
        self.calibrating = None;
        let statistics = self.averages(metric);
        self.found.push(OnSameGroups { statistics, calibration, acc_eq_star });
        None
    }

    fn progress(&self) -> Progress {
        let done = (self.values.len() + self.found.len()) as f64;
        let share = done / (2 * self.groups.len().max(1)) as f64;
        Progress { doing: "comparing on the same groups", share }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scores::load;

    /// Two items; `flat` ties all of the second, `holed` lacks it.
    const TEXT: &str = "system,item,human,plain,flat,holed\n\
        A,1,0,1,1,1\nB,1,1,2,2,2\nC,1,2,3,3,3\nA,2,0,3,5,\nB,2,1,2,5,\nC,2,2,1,5,1\n";

    fn compared(metrics: &[usize]) -> SameGroups {
        let scores = load(TEXT.as_bytes()).unwrap();
        CompareOnSameGroups::new(&scores, metrics, Grouping::Item).unwrap().run()
    }

    fn index(statistic: Statistic) -> usize {
        Statistic::ALL.iter().position(|&other| other == statistic).unwrap()
    }

    #[test]
    fn a_metric_loses_the_groups_in_which_another_is_undefined() {
        let found = compared(&[0, 1]);
        let (tau_b, acc_eq) = (index(Statistic::TauB), index(Statistic::AccEq));
        assert_eq!((found.groups[tau_b], found.groups[acc_eq]), (1, 2));
        // Alone, plain has tau_b 1 in the first and -1 in the second item.
        assert_eq!(compared(&[0]).metrics[0].statistics[tau_b], Some(0.0));
        assert_eq!(found.metrics[0].statistics[tau_b], Some(1.0));
        assert_eq!(found.metrics[1].statistics[tau_b], Some(1.0));
        assert_eq!(found.metrics[0].statistics[acc_eq], Some(0.5));
        assert_eq!(found.metrics[0].acc_eq_star, Some(0.5));
    }

    #[test]
    fn a_metric_that_is_undefined_everywhere_leaves_the_others_alone() {
        let rows = TEXT.lines().map(|line| line.split(',').take(5).collect::<Vec<_>>().join(","));
        let constant = rows.enumerate().map(|(row, line)| {
            if row == 0 { format!("{line},constant\n") } else { format!("{line},7\n") }
        });
        let scores = load(constant.collect::<String>().as_bytes()).unwrap();
        let found = CompareOnSameGroups::new(&scores, &[0, 1, 2], Grouping::Item).unwrap().run();
        let tau_b = index(Statistic::TauB);
        assert_eq!(found.groups[tau_b], 1);
        assert_eq!(found.metrics[0].statistics[tau_b], Some(1.0));
        assert_eq!(found.metrics[2].statistics[tau_b], None);
    }

    #[test]
    fn a_group_that_one_metric_lacks_counts_for_none() {
        let found = compared(&[0, 2]);
        assert_eq!(found.groups[index(Statistic::AccEq)], 1);
        assert_eq!(found.metrics[0].acc_eq_star, Some(1.0));
        assert_eq!(found.metrics[0].statistics, found.metrics[1].statistics);
        // The human ties nothing in the first item.
        assert_eq!(found.baselines[0].acc_eq_star, Some(0.0));
    }
}
