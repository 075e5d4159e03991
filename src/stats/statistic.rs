//! Every coefficient: its formula, its range, when it is undefined, its source.
//!
//! Tables, tooltips and documents read all of that from [`Statistic::entry`];
//! it stands nowhere else.

use super::correlation;
use super::grouping::{Group, Groups};
use super::mean::Mean;
use super::pairs::{PairCounts, count_groups};

/// A statistic of one group of scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum Statistic {
    /// Kendall (1938): a tie counts as half right.
    TauA,
    /// Kendall (1945): corrected for the ties of either side.
    TauB,
    /// Stuart (1953): corrected for how many distinct scores there are.
    TauC,
    /// WMT 2010: a tie of the metric is an error, those of the human are left out.
    #[serde(rename = "tau_10")]
    Tau10,
    /// WMT 2013: every tie is left out.
    #[serde(rename = "tau_13")]
    Tau13,
    /// WMT 2014: a tie of the metric counts as half right, those of the human are left out.
    #[serde(rename = "tau_14")]
    Tau14,
    /// acc_eq from -1 to 1.
    TauEq,
    /// Pairwise accuracy with ties: the share of pairs that the metric orders or ties as the human does.
    AccEq,
    /// Correlation of the scores.
    Pearson,
    /// Correlation of the mid-ranks.
    Spearman,
}

/// What a reader needs to know of a statistic.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Entry {
    /// The name in files and data, such as `tau_b`.
    pub name: &'static str,
    /// The formula over C, D, T_h, T_m, T_hm and P, as plain text.
    pub formula: &'static str,
    /// Least possible value; the largest is 1.
    pub least: f64,
    /// When it has no value.
    pub undefined: &'static str,
    /// Where it comes from, and what else it is called.
    pub source: &'static str,
    /// Whether the tie threshold changes it.
    pub uses_epsilon: bool,
}

/// Why a statistic has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Undefined {
    /// No group has two complete rows.
    #[error("no group has two rows with both scores")]
    NoPairs,
    /// T_h + T_hm = P.
    #[error("the human scores tie every pair")]
    HumanTiesAll,
    /// T_m + T_hm = P.
    #[error("the metric ties every pair")]
    MetricTiesAll,
    /// C + D = 0.
    #[error("no pair is ordered by both the human and the metric")]
    NothingOrdered,
    /// A constant side.
    #[error("the human or the metric scores are all equal")]
    Constant,
    /// tau_c rests on distinct scores, which a threshold does not change.
    #[error("defined for exact ties only (epsilon = 0)")]
    ExactTiesOnly,
}

impl Statistic {
    /// Every statistic, in the order of the tables.
    pub const ALL: [Statistic; 10] = [
        Statistic::TauA,
        Statistic::TauB,
        Statistic::TauC,
        Statistic::Tau10,
        Statistic::Tau13,
        Statistic::Tau14,
        Statistic::TauEq,
        Statistic::AccEq,
        Statistic::Pearson,
        Statistic::Spearman,
    ];

    /// The catalogue entry.
    pub fn entry(self) -> Entry {
        let tau = Entry {
            name: "",
            formula: "",
            least: -1.0,
            undefined: "the human scores tie every pair",
            source: "",
            uses_epsilon: true,
        };
        match self {
            Statistic::TauA => Entry {
                name: "tau_a",
                formula: "(C − D) / P",
                undefined: "there is no pair",
                source: "Kendall (1938)",
                ..tau
            },
            Statistic::TauB => Entry {
                name: "tau_b",
                formula: "(C − D) / √((C + D + T_h)(C + D + T_m))",
                undefined: "the human scores or the metric tie every pair",
                source: "Kendall (1945)",
                ..tau
            },
            Statistic::TauC => Entry {
                name: "tau_c",
                formula: "2(C − D) / (n²(k − 1)/k), k the fewer distinct scores of the two",
                undefined: "the human or the metric scores are all equal, or epsilon > 0",
                source: "Stuart (1953)",
                uses_epsilon: false,
                ..tau
            },
            Statistic::Tau10 => Entry {
                name: "tau_10",
                formula: "(C − D − T_m) / (C + D + T_m)",
                source: "WMT 2010 (Callison-Burch et al.)",
                ..tau
            },
            Statistic::Tau13 => Entry {
                name: "tau_13",
                formula: "(C − D) / (C + D)",
                undefined: "no pair is ordered by both",
                source: "WMT 2013 (Macháček and Bojar); Goodman and Kruskal's gamma, \
                         which some libraries print as tau_a",
                ..tau
            },
            Statistic::Tau14 => Entry {
                name: "tau_14",
                formula: "(C − D) / (C + D + T_m)",
                source: "WMT 2014 (Macháček and Bojar)",
                ..tau
            },
            Statistic::TauEq => Entry {
                name: "tau_eq",
                formula: "(C + T_hm − D − T_h − T_m) / P",
                undefined: "there is no pair",
                source: "Deutsch, Foster and Freitag (2023); equals 2 acc_eq − 1",
                ..tau
            },
            Statistic::AccEq => Entry {
                name: "acc_eq",
                formula: "(C + T_hm) / P",
                least: 0.0,
                undefined: "there is no pair",
                source: "Deutsch, Foster and Freitag (2023)",
                ..tau
            },
            Statistic::Pearson => Entry {
                name: "pearson",
                formula: "r of the scores",
                undefined: "the human or the metric scores are all equal",
                source: "Pearson (1895)",
                uses_epsilon: false,
                ..tau
            },
            Statistic::Spearman => Entry {
                name: "spearman",
                formula: "r of the mid-ranks",
                undefined: "the human or the metric scores are all equal",
                source: "Spearman (1904)",
                uses_epsilon: false,
                ..tau
            },
        }
    }

    /// The value for one group, given its counts at `epsilon`; between [`Entry::least`] and 1.
    ///
    /// # Errors
    ///
    /// The statistic is undefined there, for the reason returned.
    pub fn of(self, group: &Group, counts: &PairCounts, epsilon: f64) -> Result<f64, Undefined> {
        let pairs = counts.pairs();
        let ordered = counts.ordered_by_both();
        let human_orders = ordered + counts.metric_ties;
        let lead = counts.concordant as f64 - counts.discordant as f64;
        match self {
            Statistic::TauA => ratio(lead, pairs, Undefined::NoPairs),
            Statistic::TauB => {
                let metric_orders = ordered + counts.human_ties;
                let all = Undefined::HumanTiesAll;
                ratio(lead, human_orders, all)?;
                ratio(lead, metric_orders, Undefined::MetricTiesAll)?;
                Ok(lead / (human_orders as f64 * metric_orders as f64).sqrt())
            }
            Statistic::TauC => tau_c(group, lead, epsilon),
            Statistic::Tau10 => {
                ratio(lead - counts.metric_ties as f64, human_orders, Undefined::HumanTiesAll)
            }
            Statistic::Tau13 => ratio(lead, ordered, Undefined::NothingOrdered),
            Statistic::Tau14 => ratio(lead, human_orders, Undefined::HumanTiesAll),
            Statistic::TauEq => {
                let correct = counts.correct();
                ratio(correct as f64 - (pairs - correct) as f64, pairs, Undefined::NoPairs)
            }
            Statistic::AccEq => ratio(counts.correct() as f64, pairs, Undefined::NoPairs),
            Statistic::Pearson => correlation::pearson(group).ok_or(Undefined::Constant),
            Statistic::Spearman => correlation::spearman(group).ok_or(Undefined::Constant),
        }
    }
}

fn tau_c(group: &Group, lead: f64, epsilon: f64) -> Result<f64, Undefined> {
    if epsilon > 0.0 {
        return Err(Undefined::ExactTiesOnly);
    }
    let n = group.rows() as f64;
    let k = group.human_levels().min(group.metric_levels()) as f64;
    if k < 2.0 {
        return Err(Undefined::Constant);
    }
    Ok(2.0 * lead / (n * n * (k - 1.0) / k))
}

fn ratio(numerator: f64, denominator: u64, otherwise: Undefined) -> Result<f64, Undefined> {
    if denominator == 0 { Err(otherwise) } else { Ok(numerator / denominator as f64) }
}

/// A mean over groups, with how many groups it was taken over.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Average {
    /// Of what.
    pub statistic: Statistic,
    /// The plain mean over the groups in which the statistic is defined.
    pub value: Option<f64>,
    /// How many groups those are.
    pub groups: u64,
    /// Why the other groups, or all of them, have no value.
    pub reason: Option<String>,
}

/// Every statistic at `epsilon` >= 0, averaged over groups, in the order of
/// [`Statistic::ALL`].
pub fn averages(groups: &Groups, epsilon: f64) -> Vec<Average> {
    averages_of_counts(groups, &count_groups(groups, epsilon), epsilon)
}

/// The same, given the counts of each group at `epsilon`.
pub fn averages_of_counts(groups: &Groups, counts: &[PairCounts], epsilon: f64) -> Vec<Average> {
    Statistic::ALL.map(|statistic| statistic.average(groups, counts, epsilon)).to_vec()
}

impl Statistic {
    /// The average over groups, given the counts of each at `epsilon`.
    pub fn average(self, groups: &Groups, counts: &[PairCounts], epsilon: f64) -> Average {
        let groups = groups.iter().zip(counts);
        average(self, groups.map(|(group, counts)| self.of(&group, counts, epsilon)))
    }

    /// Whether it is of the scores alone, whatever the counts at any epsilon.
    pub fn ignores_counts(self) -> bool {
        matches!(self, Statistic::Pearson | Statistic::Spearman)
    }
}

/// The mean of the defined values; the reason that most others give.
fn average(statistic: Statistic, values: impl Iterator<Item = Result<f64, Undefined>>) -> Average {
    let mut mean = Mean::default();
    let mut reasons: Vec<(Undefined, usize)> = Vec::new();
    let mut groups = 0;
    for value in values {
        groups += 1;
        match value {
            Ok(value) => mean.add(value),
            Err(reason) => match reasons.iter_mut().find(|(known, _)| *known == reason) {
                Some((_, count)) => *count += 1,
                None => reasons.push((reason, 1)),
            },
        }
    }
    // Among equals the one declared last: a reason must not depend on the
    // order of groups.
    let reason = reasons.iter().max_by_key(|(reason, count)| (*count, *reason as usize));
    let reason =
        if groups == 0 { Some(Undefined::NoPairs) } else { reason.map(|(reason, _)| *reason) };
    Average {
        statistic,
        value: mean.value(),
        groups: mean.terms(),
        reason: reason.map(|reason| reason.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statistic_has_one_name_everywhere() {
        for statistic in Statistic::ALL {
            assert_eq!(serde_json::to_value(statistic).unwrap(), statistic.entry().name);
        }
    }
}
