//! What metrics that know nothing reach: rows to compare the others with.

use crate::measure::{Chance, StudyError, keys};
use crate::scores::ScoreSet;
use crate::stats::{Grouping, Groups, Statistic, averages, evaluate};

/// A metric that knows nothing, on the rows with a human score.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Baseline {
    /// Its name.
    pub name: String,
    /// Averages with exact ties, in the order of [`Statistic::ALL`].
    pub statistics: Vec<Option<f64>>,
    /// Calibrated.
    pub acc_eq_star: Option<f64>,
    /// The share of pairs that it ties exactly.
    pub metric_tied: Option<f64>,
    /// The share of pairs that it ties once it is calibrated.
    pub metric_tied_at_star: Option<f64>,
}

/// A constant metric, and what random distinct scores reach on average.
///
/// # Errors
///
/// There is no column to group by.
pub fn baselines(scores: &ScoreSet, grouping: Grouping) -> Result<Vec<Baseline>, StudyError> {
    Ok(of_constant(&constant_groups(scores, grouping)?))
}

/// The groups of a metric that gives every row the same score.
///
/// # Errors
///
/// There is no column to group by.
pub fn constant_groups(scores: &ScoreSet, grouping: Grouping) -> Result<Groups, StudyError> {
    let human = &scores.human.values;
    Ok(Groups::new(keys(scores, grouping)?, human, &vec![0.0; human.len()]))
}

/// The baselines, given the groups of a constant metric.
pub fn of_constant(groups: &Groups) -> Vec<Baseline> {
    let constant = averages(groups, 0.0);
    let chance = evaluate(groups, 0.0).human_tied.map(Chance::new);
    // With distinct scores, only the human can leave tau undefined.
    let has_order = |statistic| {
        let index = Statistic::ALL.iter().position(|&other| other == statistic)?;
        constant[index].value
    };
    let zero = has_order(Statistic::Tau10).map(|_| 0.0);
    let expected = |statistic: Statistic| match statistic {
        Statistic::AccEq => chance.map(|chance| chance.random),
        Statistic::TauEq => chance.map(|chance| 2.0 * chance.random - 1.0),
        _ => zero,
    };
    vec![
        Baseline {
            name: "constant metric".into(),
            statistics: constant.iter().map(|average| average.value).collect(),
            acc_eq_star: chance.map(|chance| chance.constant),
            metric_tied: chance.map(|_| 1.0),
            metric_tied_at_star: chance.map(|_| 1.0),
        },
        Baseline {
            name: "random scores".into(),
            statistics: Statistic::ALL.map(expected).to_vec(),
            acc_eq_star: chance.map(|chance| chance.calibrated),
            metric_tied: chance.map(|_| 0.0),
            // Either nothing is gained by ties, or all that can be is.
            metric_tied_at_star: chance.map(|chance| f64::from(chance.constant > chance.random)),
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scores::load;

    #[test]
    fn a_constant_metric_is_right_about_ties_only() {
        let text = "item,human,m\n1,0,1\n1,0,2\n1,1,3\n2,0,1\n2,1,3\n";
        let scores = load(text.as_bytes()).unwrap();
        let found = baselines(&scores, Grouping::Item).unwrap();
        let value = |row: usize, statistic| {
            let index = Statistic::ALL.iter().position(|&other| other == statistic).unwrap();
            found[row].statistics[index]
        };
        // Human ties: 1 of 3 pairs and 0 of 1, 1/6 on average.
        let close = |value: Option<f64>, expected: f64| (value.unwrap() - expected).abs() < 1e-12;
        assert!(close(value(0, Statistic::AccEq), 1.0 / 6.0));
        assert_eq!(value(0, Statistic::TauB), None);
        assert_eq!(value(0, Statistic::Tau10), Some(-1.0));
        assert!(close(value(1, Statistic::AccEq), 5.0 / 12.0));
        assert!(close(value(1, Statistic::TauEq), -1.0 / 6.0));
        assert_eq!(value(1, Statistic::TauB), Some(0.0));
        assert!(close(found[1].acc_eq_star, 5.0 / 12.0));
        assert!(baselines(&scores, Grouping::System).is_err());
    }
}
