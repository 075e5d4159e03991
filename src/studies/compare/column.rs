//! The columns of the table: every statistic, and what belongs to it.

use crate::stats::glossary::{
    ACC_EQ_STAR, EPSILON_STAR, PAIRWISE_ACCURACY, PAIRWISE_DIFFERENCE_PEARSON, PEARSON_OF_MEANS,
    SOFT_PAIRWISE_ACCURACY,
};
use crate::stats::{Entry, Statistic};

/// A number that every metric has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Column {
    /// With exact ties, averaged over groups.
    Statistic(Statistic),
    /// acc_eq at epsilon*.
    AccEqStar,
    /// The threshold at which acc_eq is greatest.
    EpsilonStar,
    /// The share of pairs that the metric ties exactly.
    TiedAtZero,
    /// The share of pairs that the metric ties at epsilon*.
    TiedAtStar,
    /// Of systems, by their means (Kocmi et al. 2021).
    PairwiseAccuracy,
    /// The same with p-values (Thompson et al. 2024).
    SoftPairwiseAccuracy,
    /// Pearson's r of the systems' means.
    PearsonOfMeans,
    /// Pearson of the differences of all pairs within items.
    PairwiseDifferencePearson,
}

/// How the numbers of a column are written, and whether they rank metrics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Kind {
    /// A statistic: the greater the better.
    Statistic,
    /// A threshold in units of the metric.
    Threshold,
    /// A share of pairs.
    Share,
}

/// The share of pairs that a metric ties (Table 4).
const TIED_AT_ZERO: Entry = Entry {
    name: "ties at 0",
    formula: "(T_m + T_hm) / P at epsilon 0, averaged over groups",
    least: 0.0,
    undefined: "there is no pair",
    source: "share of pairs with equal metric scores",
    uses_epsilon: false,
};

/// The same once the metric is calibrated.
const TIED_AT_STAR: Entry = Entry {
    name: "ties at epsilon*",
    formula: "(T_m + T_hm) / P at epsilon*, averaged over groups",
    source: "share of pairs that the calibrated metric ties",
    uses_epsilon: true,
    ..TIED_AT_ZERO
};

impl Column {
    /// Every column, in the order of the table.
    pub const ALL: [Column; 18] = [
        Column::Statistic(Statistic::TauA),
        Column::Statistic(Statistic::TauB),
        Column::Statistic(Statistic::TauC),
        Column::Statistic(Statistic::Tau10),
        Column::Statistic(Statistic::Tau13),
        Column::Statistic(Statistic::Tau14),
        Column::Statistic(Statistic::TauEq),
        Column::Statistic(Statistic::AccEq),
        Column::AccEqStar,
        Column::EpsilonStar,
        Column::TiedAtStar,
        Column::TiedAtZero,
        Column::Statistic(Statistic::Pearson),
        Column::Statistic(Statistic::Spearman),
        Column::PairwiseAccuracy,
        Column::PearsonOfMeans,
        Column::SoftPairwiseAccuracy,
        Column::PairwiseDifferencePearson,
    ];

    /// What a reader needs to know of it.
    pub fn entry(self) -> Entry {
        match self {
            Column::Statistic(statistic) => statistic.entry(),
            Column::AccEqStar => ACC_EQ_STAR,
            Column::EpsilonStar => EPSILON_STAR,
            Column::TiedAtZero => TIED_AT_ZERO,
            Column::TiedAtStar => TIED_AT_STAR,
            Column::PairwiseAccuracy => PAIRWISE_ACCURACY,
            Column::SoftPairwiseAccuracy => SOFT_PAIRWISE_ACCURACY,
            Column::PearsonOfMeans => PEARSON_OF_MEANS,
            Column::PairwiseDifferencePearson => PAIRWISE_DIFFERENCE_PEARSON,
        }
    }

    /// How it is written.
    pub fn kind(self) -> Kind {
        match self {
            Column::EpsilonStar => Kind::Threshold,
            Column::TiedAtZero | Column::TiedAtStar => Kind::Share,
            _ => Kind::Statistic,
        }
    }

    /// Whether it compares systems or items whatever the grouping.
    pub fn ignores_grouping(self) -> bool {
        matches!(
            self,
            Column::PairwiseAccuracy
                | Column::SoftPairwiseAccuracy
                | Column::PearsonOfMeans
                | Column::PairwiseDifferencePearson
        )
    }

    /// Whether it is newer than the paper, and hidden until it is asked for.
    pub fn is_newer(self) -> bool {
        matches!(self, Column::SoftPairwiseAccuracy | Column::PairwiseDifferencePearson)
    }
}
