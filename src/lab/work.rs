//! Every number of a lab: pairs, statistics with their formulas worked out, curves along epsilon.
//!
//! Nothing here counts on its own: numbers come from [`stats`](crate::stats), as for data of any size.

use super::Lab;
use super::terms::terms;
use crate::stats::glossary::{CORRECT_RANK_F1, TIES_F1};
use crate::stats::ranking::ranks;
use crate::stats::{
    Calibration, Calibrator, ClassStatistics, Coefficients, Curve, CurveTracer, Entry, Group,
    Groups, Mean, PairCounts, PairKind, Statistic, Term, Undefined, count_groups,
};

/// Everything that follows from the scores and thresholds of a [`Lab`].
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Worked {
    /// What each output is called.
    pub outputs: Vec<String>,
    /// The items with at least two outputs, ascending: those that are averaged over.
    pub items: Vec<u32>,
    /// Every pair within an item: the places of its outputs, the first one first.
    pub pairs: Vec<(usize, usize)>,
    /// In the order of [`Lab::metrics`].
    pub metrics: Vec<WorkedMetric>,
    /// Those of [`Statistic::ALL`], then ties-F1 and correct-rank-F1.
    pub statistics: Vec<WorkedStatistic>,
}

/// One metric at its epsilon.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct WorkedMetric {
    /// What it is called.
    pub name: String,
    /// What each of [`Worked::pairs`] is.
    pub kinds: Vec<PairKind>,
    /// Summed over items.
    pub counts: PairCounts,
    /// The epsilon at which acc_eq is greatest; nothing without a pair.
    pub calibration: Option<Calibration>,
    /// The class statistics at every epsilon that matters.
    pub curve: Curve,
}

/// One statistic of every metric.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct WorkedStatistic {
    /// Its formula, range and source.
    pub entry: Entry,
    /// Its table in WMT's notation, if it has one.
    pub coefficients: Option<Coefficients>,
    /// One for each metric.
    pub values: Vec<WorkedValue>,
    /// Whether all averages are over the same items: others cannot be compared.
    pub comparable: bool,
    /// The metrics with the greatest value, in their order; none unless they can be compared.
    pub best: Vec<usize>,
}

/// One statistic of one metric.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct WorkedValue {
    /// The mean over the items where it is defined.
    pub value: Option<f64>,
    /// How many items those are.
    pub defined: u64,
    /// The same for each item.
    pub items: Vec<WorkedItem>,
}

/// One statistic of one metric in one item.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct WorkedItem {
    /// Nothing where it is undefined.
    pub value: Option<f64>,
    /// Why it has no value, or which convention gives it one.
    pub reason: Option<String>,
    /// Its formula with the numbers put in.
    pub terms: Vec<Term>,
}

/// Works everything out. A handful of outputs takes far less than a frame.
pub fn work(lab: &Lab) -> Worked {
    let measured: Vec<Measured> =
        (0..lab.metrics.len()).map(|metric| Measured::new(lab, metric)).collect();
    let items = lab.items();
    let pairs: Vec<(usize, usize)> = (0..items.len())
        .flat_map(|second| (0..second).map(move |first| (first, second)))
        .filter(|&(first, second)| items[first] == items[second])
        .collect();
    let of_counts = Statistic::ALL.map(|statistic| {
        let values = measured.iter().map(|metric| metric.statistic(statistic));
        worked(statistic.entry(), statistic.coefficients(), values.collect())
    });
    let ties = measured.iter().map(|metric| metric.f1(&TIES_F1, ClassStatistics::ties));
    let ranks =
        measured.iter().map(|metric| metric.f1(&CORRECT_RANK_F1, ClassStatistics::correct_rank));
    let of_classes =
        [worked(TIES_F1, None, ties.collect()), worked(CORRECT_RANK_F1, None, ranks.collect())];
    Worked {
        outputs: (0..items.len()).map(|row| lab.output_name(row)).collect(),
        items: measured.first().map_or_else(Vec::new, |metric| metric.groups.keys().to_vec()),
        metrics: measured.iter().map(|metric| metric.work(lab, &pairs)).collect(),
        statistics: of_counts.into_iter().chain(of_classes).collect(),
        pairs,
    }
}

/// One metric of a lab, its pairs counted.
struct Measured {
    metric: usize,
    epsilon: f64,
    groups: Groups,
    /// One for each group.
    counts: Vec<PairCounts>,
}

impl Measured {
    fn new(lab: &Lab, metric: usize) -> Self {
        let groups = Groups::new(Some(&lab.items()), &lab.human(), &lab.scores(metric));
        let epsilon = lab.metrics[metric].epsilon;
        let counts = count_groups(&groups, epsilon);
        Measured { metric, epsilon, groups, counts }
    }

    fn work(&self, lab: &Lab, pairs: &[(usize, usize)]) -> WorkedMetric {
        let Measured { metric, epsilon, groups, counts } = self;
        let (human, scores) = (lab.human(), lab.scores(*metric));
        let kind = |&(a, b): &(usize, usize)| {
            PairKind::of((human[a], human[b]), (scores[a], scores[b]), *epsilon)
        };
        let calibration = (!groups.is_empty()).then(|| Calibrator::new(groups).run(groups));
        let including: Vec<f64> = calibration.iter().map(|found| found.epsilon).collect();
        WorkedMetric {
            name: lab.metric_name(*metric),
            kinds: pairs.iter().map(kind).collect(),
            counts: counts.iter().copied().sum(),
            calibration,
            curve: CurveTracer::new(groups, &including).run(groups),
        }
    }

    fn statistic(&self, statistic: Statistic) -> WorkedValue {
        self.value(&statistic.entry(), |group, counts| statistic.of(group, counts, self.epsilon))
    }

    fn f1(&self, entry: &Entry, class: fn(&PairCounts) -> ClassStatistics) -> WorkedValue {
        self.value(entry, |_, counts| Ok(class(counts).f1))
    }

    /// The mean over groups of what `of` says of each, formulas worked out.
    fn value(
        &self,
        entry: &Entry,
        of: impl Fn(&Group, &PairCounts) -> Result<f64, Undefined>,
    ) -> WorkedValue {
        let mut mean = Mean::default();
        let items = self.groups.iter().zip(&self.counts).map(|(group, counts)| {
            let value = of(&group, counts);
            if let Ok(value) = value {
                mean.add(value);
            }
            let terms = terms(entry, &group, *counts);
            let is_nothing = terms.iter().all(|term| term.kinds.is_empty() || term.number == "0");
            let convention = (value.is_ok() && is_nothing).then(|| "0/0 counts as 1".to_owned());
            let reason = value.err().map(|reason| reason.to_string());
            WorkedItem { value: value.ok(), reason: reason.or(convention), terms }
        });
        WorkedValue { items: items.collect(), value: mean.value(), defined: mean.terms() }
    }
}

fn worked(
    entry: Entry,
    coefficients: Option<Coefficients>,
    values: Vec<WorkedValue>,
) -> WorkedStatistic {
    let all: Vec<Option<f64>> = values.iter().map(|value| value.value).collect();
    let ranks = ranks(&all);
    let is_best = |metric: &usize| ranks[*metric] == Some(1);
    // A metric without any value takes no part.
    let mut defined = values
        .iter()
        .filter(|value| value.value.is_some())
        .map(|value| value.items.iter().map(|item| item.value.is_some()).collect::<Vec<bool>>());
    let first = defined.next();
    let comparable = defined.all(|items| Some(items) == first);
    let best = (0..ranks.len()).filter(|metric| comparable && is_best(metric)).collect();
    WorkedStatistic { entry, coefficients, values, comparable, best }
}

#[cfg(test)]
mod tests {
    use super::super::presets::preset;
    use super::*;

    fn worked_of(id: &str) -> Worked {
        work(&preset(id).unwrap().lab)
    }

    fn row<'a>(worked: &'a Worked, name: &str) -> &'a WorkedStatistic {
        worked.statistics.iter().find(|found| found.entry.name == name).unwrap()
    }

    fn number_in(terms: &[Term]) -> String {
        terms.iter().map(|term| term.number.as_str()).collect()
    }

    #[test]
    fn pairs_of_figure_2_are_counted_one_by_one() {
        let worked = worked_of("figure-2");
        assert_eq!(worked.pairs.len(), 15);
        let [m1, m2] = &worked.metrics[..] else { panic!() };
        assert_eq!((m1.counts.concordant, m1.counts.discordant, m1.counts.both_ties), (8, 1, 6));
        assert_eq!((m2.counts.concordant, m2.counts.human_ties), (9, 6));
        let wrong = m1.kinds.iter().position(|kind| *kind == PairKind::Discordant).unwrap();
        assert_eq!(worked.pairs[wrong], (4, 5));
        for metric in &worked.metrics {
            for kind in PairKind::ALL {
                let listed = metric.kinds.iter().filter(|found| **found == kind).count();
                assert_eq!(listed as u64, metric.counts.of(kind), "{kind:?}");
            }
        }
    }

    #[test]
    fn formulas_have_the_numbers_put_in() {
        let worked = worked_of("figure-2");
        let of = |name: &str, metric: usize| {
            number_in(&row(&worked, name).values[metric].items[0].terms)
        };
        assert_eq!(of("tau_b", 0), "(8 − 1) / √(9 × 9)");
        assert_eq!(of("acc_eq", 1), "9 / 15");
        assert_eq!(of("pearson", 0), "15 / √(21 × 21)");
        assert_eq!(of("ties_f1", 0), "2 × 6 / (6 + 6)");
        assert_eq!(row(&worked, "acc_eq").best, [0]);
        assert_eq!(row(&worked, "tau_13").best, [1]);
    }

    #[test]
    fn items_are_averaged_and_pairs_stay_within_them() {
        let worked = worked_of("hard-items");
        assert_eq!(worked.pairs.len(), 18);
        assert_eq!(worked.items, [1, 2, 3]);
        let tau_b = row(&worked, "tau_b");
        assert_eq!(tau_b.values.iter().map(|value| value.defined).collect::<Vec<_>>(), [3, 1]);
        assert_eq!(tau_b.values[1].items[1].reason.as_deref(), Some("the metric ties every pair"));
        // An average over one item and one over three are no comparison.
        assert!(!tau_b.comparable && tau_b.best.is_empty());
        assert_eq!(row(&worked, "acc_eq").best, [0]);
    }

    #[test]
    fn one_output_in_each_item_has_no_pair() {
        let mut lab = Lab::of_scores(&[0.0, 1.0], &[&[1.0, 2.0]]);
        lab.outputs[1].item = 2;
        let worked = work(&lab);
        assert_eq!((worked.pairs.len(), worked.items.len()), (0, 0));
        assert_eq!(worked.metrics[0].calibration, None);
        assert!(worked.statistics.iter().all(|row| row.values[0].value.is_none()));
        assert!(worked.statistics.iter().all(|row| row.best.is_empty()));
    }
}
