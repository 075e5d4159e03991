//! What can be said of all groups at one epsilon from counts alone.
//!
//! [`evaluate`] is acc_eq, ties-F1 and correct-rank-F1 (the paper's Table 5) at any epsilon: what a reading under a
//! cursor needs. Coefficients are in [`statistic`](super::statistic).

use super::grouping::Groups;
use super::mean::Mean;
use super::pairs::{PairCounts, count_groups};
use super::statistic::Entry;

/// The catalogue entry of ties-F1.
pub const TIES_F1: Entry = Entry {
    name: "ties_f1",
    formula: "2 × T_hm / ((T_hm + T_m) + (T_hm + T_h))",
    least: 0.0,
    undefined: "there is no pair; without a tied pair it is 1",
    source: "Deutsch, Foster and Freitag (2023)",
    uses_epsilon: true,
};

/// The catalogue entry of correct-rank-F1.
pub const CORRECT_RANK_F1: Entry = Entry {
    name: "correct_rank_f1",
    formula: "2 × C / ((C + D + T_h) + (C + D + T_m))",
    undefined: "there is no pair; without an ordered pair it is 1",
    ..TIES_F1
};

/// The catalogue entry of the precision of ties.
pub const TIES_PRECISION: Entry = Entry {
    name: "ties_precision",
    formula: "T_hm / (T_hm + T_m)",
    undefined: "there is no pair; where the metric ties none it is 1",
    ..TIES_F1
};

/// The catalogue entry of the recall of ties.
pub const TIES_RECALL: Entry = Entry {
    name: "ties_recall",
    formula: "T_hm / (T_hm + T_h)",
    undefined: "there is no pair; where the human ties none it is 1",
    ..TIES_F1
};

/// The catalogue entry of the precision of correct rank.
pub const CORRECT_RANK_PRECISION: Entry = Entry {
    name: "correct_rank_precision",
    formula: "C / (C + D + T_h)",
    undefined: "there is no pair; where the metric orders none it is 1",
    ..TIES_F1
};

/// The catalogue entry of the recall of correct rank.
pub const CORRECT_RANK_RECALL: Entry = Entry {
    name: "correct_rank_recall",
    formula: "C / (C + D + T_m)",
    undefined: "there is no pair; where the human orders none it is 1",
    ..TIES_F1
};

/// The catalogue entry of the share of pairs that the human ties.
pub const HUMAN_TIED: Entry = Entry {
    name: "human_tied",
    formula: "(T_h + T_hm) / P",
    undefined: "there is no pair",
    uses_epsilon: false,
    ..TIES_F1
};

/// The catalogue entry of the share of pairs that the metric ties.
pub const METRIC_TIED: Entry = Entry {
    name: "metric_tied",
    formula: "(T_m + T_hm) / P",
    undefined: "there is no pair",
    ..TIES_F1
};

/// The catalogue entry of what a calibrated metric of random scores reaches.
pub const CHANCE: Entry = Entry {
    name: "chance",
    formula: "max(t, (1 − t) / 2), t = (T_h + T_hm) / P",
    undefined: "there is no pair",
    source: "Tiescope; about what random scores reach after calibration",
    uses_epsilon: false,
    ..TIES_F1
};

/// Precision, recall and F1 of one class of pairs, each from 0 to 1.
///
/// A precision or recall with denominator 0 is 1; F1 is 0 when both are 0
/// (the conventions of the reference implementation).
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ClassStatistics {
    /// Right among the pairs the metric puts in the class.
    pub precision: f64,
    /// Right among the pairs the human puts in the class.
    pub recall: f64,
    /// Harmonic mean of the two.
    pub f1: f64,
}

impl ClassStatistics {
    /// The class of tied pairs.
    pub fn ties(counts: &PairCounts) -> Self {
        Self::new(counts.both_ties, counts.tied_by_metric(), counts.tied_by_human())
    }

    /// The class of correctly ranked pairs.
    pub fn correct_rank(counts: &PairCounts) -> Self {
        let ordered = counts.ordered_by_both();
        Self::new(counts.concordant, ordered + counts.human_ties, ordered + counts.metric_ties)
    }

    fn new(right: u64, by_metric: u64, by_human: u64) -> Self {
        let share = |of: u64| if of == 0 { 1.0 } else { right as f64 / of as f64 };
        let (precision, recall) = (share(by_metric), share(by_human));
        let sum = precision + recall;
        let f1 = if sum == 0.0 { 0.0 } else { 2.0 * precision * recall / sum };
        ClassStatistics { precision, recall, f1 }
    }
}

/// Pair counts and class statistics at one epsilon.
///
/// Counts are summed over groups; all else is averaged over them. Without a
/// group there is no average: `None`.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Evaluation {
    /// The tie threshold.
    pub epsilon: f64,
    /// Counts summed over groups.
    pub counts: PairCounts,
    /// Share of pairs the metric gets right.
    pub acc_eq: Option<f64>,
    /// How well the metric predicts ties.
    pub ties: Option<ClassStatistics>,
    /// How well the metric orders what the human orders.
    pub correct_rank: Option<ClassStatistics>,
    /// Share of pairs that the human ties.
    pub human_tied: Option<f64>,
    /// Share of pairs that the metric ties.
    pub metric_tied: Option<f64>,
}

/// Counts every pair at `epsilon` >= 0.
pub fn evaluate(groups: &Groups, epsilon: f64) -> Evaluation {
    evaluate_counts(&count_groups(groups, epsilon), epsilon)
}

/// The same, given the counts of each group at `epsilon`.
pub fn evaluate_counts(counts: &[PairCounts], epsilon: f64) -> Evaluation {
    let mean = |value: &dyn Fn(&PairCounts) -> f64| {
        let mut mean = Mean::default();
        counts.iter().for_each(|counts| mean.add(value(counts)));
        mean.value()
    };
    let share = |of: fn(&PairCounts) -> u64| mean(&|c| of(c) as f64 / c.pairs() as f64);
    let class = |of: fn(&PairCounts) -> ClassStatistics| {
        Some(ClassStatistics {
            precision: mean(&|counts| of(counts).precision)?,
            recall: mean(&|counts| of(counts).recall)?,
            f1: mean(&|counts| of(counts).f1)?,
        })
    };
    Evaluation {
        epsilon,
        counts: counts.iter().copied().sum(),
        acc_eq: share(PairCounts::correct),
        ties: class(ClassStatistics::ties),
        correct_rank: class(ClassStatistics::correct_rank),
        human_tied: share(PairCounts::tied_by_human),
        metric_tied: share(PairCounts::tied_by_metric),
    }
}
