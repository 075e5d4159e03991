//! "Does dividing by length matter?" (the paper's Appendix F): every metric against the human scores as they are
//! and divided by a length.

use crate::measure::{MeasureAlone, Measured, StudyError};
use crate::scores::ScoreSet;
use crate::stats::ranking::ranks;
use crate::stats::{Grouping, Statistic};
use crate::{Progress, Study};

/// Both analyses of every metric.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Normalisation {
    /// What the human scores are called, as they are and divided.
    pub human: (String, String),
    /// The share of pairs that they tie, averaged over groups.
    pub human_tied: (Option<f64>, Option<f64>),
    /// In the order of [`ScoreSet::metrics`].
    pub metrics: Vec<Normalised>,
}

/// One metric against both.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Normalised {
    /// The metric's name.
    pub name: String,
    /// Against the human scores as they are.
    pub original: Against,
    /// Against those divided by a length.
    pub divided: Against,
}

/// One metric against one column of human scores.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Against {
    /// epsilon* there.
    pub epsilon: f64,
    /// acc_eq at epsilon*, 0 to 1; `None` without a pair.
    pub acc_eq_star: Option<f64>,
    /// Among all metrics, by acc_eq*.
    pub rank: Option<u32>,
    /// With exact ties.
    pub tau_b: Option<f64>,
}

/// The study as a job: metric by metric, first against the scores as they are.
#[derive(Debug)]
pub struct Normalise {
    human: (String, String),
    names: Vec<String>,
    /// In the order in which they are measured; those done are gone.
    open: Vec<MeasureAlone>,
    all: usize,
    done: Vec<Measured>,
}

impl Normalise {
    /// `divided` are the same rows and metrics with other human scores.
    ///
    /// # Errors
    ///
    /// There is no column to group by.
    pub fn new(
        original: &ScoreSet,
        divided: &ScoreSet,
        grouping: Grouping,
    ) -> Result<Self, StudyError> {
        let metrics = 0..original.metrics.len().min(divided.metrics.len());
        let both = metrics.flat_map(|metric| [(original, metric), (divided, metric)]);
        let open: Result<Vec<MeasureAlone>, StudyError> = both
            .rev()
            .map(|(scores, metric)| MeasureAlone::new(scores, metric, grouping))
            .collect();
        let open = open?;
        Ok(Normalise {
            human: (original.human.name.clone(), divided.human.name.clone()),
            names: original.metrics.iter().map(|metric| metric.name.clone()).collect(),
            all: open.len(),
            open,
            done: Vec::new(),
        })
    }

    fn result(&self) -> Normalisation {
        let against: Vec<Against> = self.done.iter().map(against).collect();
        let side = |side: usize| {
            let values: Vec<Option<f64>> =
                against.iter().skip(side).step_by(2).map(|one| one.acc_eq_star).collect();
            ranks(&values)
        };
        let (original, divided) = (side(0), side(1));
        let metrics = self.names.iter().enumerate().map(|(metric, name)| Normalised {
            name: name.clone(),
            original: Against { rank: original[metric], ..against[2 * metric] },
            divided: Against { rank: divided[metric], ..against[2 * metric + 1] },
        });
        let tied =
            |place: usize| self.done.get(place).and_then(|measured| measured.at_zero.human_tied);
        Normalisation {
            human: self.human.clone(),
            human_tied: (tied(0), tied(1)),
            metrics: metrics.collect(),
        }
    }
}

fn against(measured: &Measured) -> Against {
    let tau_b = measured.statistics_at_zero.iter().find(|one| one.statistic == Statistic::TauB);
    Against {
        epsilon: measured.calibration.epsilon,
        acc_eq_star: measured.at_star.acc_eq,
        rank: None,
        tau_b: tau_b.and_then(|one| one.value),
    }
}

impl Study for Normalise {
    type Result = Normalisation;

    fn step(&mut self) -> Option<Normalisation> {
        let Some(measure) = self.open.last_mut() else { return Some(self.result()) };
        if let Some(measured) = measure.step() {
            self.done.push(measured);
            self.open.pop();
        }
        None
    }

    fn progress(&self) -> Progress {
        let within = self.open.last().map_or(0.0, |measure| measure.progress().share);
        let share = (self.done.len() as f64 + within) / self.all.max(1) as f64;
        Progress { doing: "measuring metrics", share }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scores::{Roles, ScoreFile, Settings};

    #[test]
    fn both_analyses_are_those_of_their_own_human_scores() {
        let text = "item,human,words,a,b\n1,-2,4,3,1\n1,-4,8,2,2\n1,0,5,1,3\n2,-1,1,5,4\n2,-1,2,4,4\n2,-3,9,6,1\n";
        let file = ScoreFile::read(text.as_bytes(), &Settings::default()).unwrap();
        let roles = Roles { item: vec![0], ..Roles::of_columns(1, [3, 4]) };
        let original = file.score_set(&roles).unwrap();
        let divided = file.score_set(&Roles { divide_human_by: Some(2), ..roles }).unwrap();
        let found = Normalise::new(&original, &divided, Grouping::Item).unwrap().run();
        assert_eq!(found.human.1, "human / words");
        // -2/4 and -4/8 are equal; -1 and -1 are not any more.
        assert_eq!(found.human_tied, (Some(1.0 / 6.0), Some(1.0 / 6.0)));
        for (metric, row) in found.metrics.iter().enumerate() {
            for (scores, one) in [(&original, row.original), (&divided, row.divided)] {
                let measured = MeasureAlone::new(scores, metric, Grouping::Item).unwrap().run();
                assert_eq!(one.acc_eq_star, measured.at_star.acc_eq, "{}", row.name);
                assert_eq!(one.epsilon, measured.calibration.epsilon);
            }
        }
        let ranks: Vec<_> = found.metrics.iter().map(|row| row.original.rank.unwrap()).collect();
        let better = found.metrics[0].original.acc_eq_star > found.metrics[1].original.acc_eq_star;
        assert_eq!(ranks[0] < ranks[1], better);
    }
}
