//! Every number of a lab: pairs, statistics with their formulas worked out, curves along epsilon.

use super::Lab;
use crate::stats::ranking::ranks;
use crate::stats::{
    CORRECT_RANK_F1, Calibration, Calibrator, ClassStatistics, Coefficients, Curve, CurveTracer,
    Entry, Group, Groups, Mean, Numbers, PairCounts, PairKind, Statistic, TIES_F1, Term, Undefined,
    count_groups, formula,
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
    pub metrics: Vec<WorkedMetric>,
    pub statistics: Vec<WorkedStatistic>,
}

/// One metric at its epsilon.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct WorkedMetric {
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
    pub entry: Entry,
    /// Its table in WMT's notation, if it has one.
    pub coefficients: Option<Coefficients>,
    /// One for each metric.
    pub values: Vec<WorkedValue>,
    /// The metrics with the greatest value, in their order.
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
    pub value: Option<f64>,
    /// Why it has no value.
    pub reason: Option<String>,
    /// Its formula with the numbers put in.
    pub terms: Vec<Term>,
}

/// How a class of pairs is judged.
type Class = fn(&PairCounts) -> ClassStatistics;

/// Works everything out. A handful of outputs takes far less than a frame.
pub fn work(lab: &Lab) -> Worked {
    let (human, items) = (lab.human(), lab.items());
    let pairs: Vec<(usize, usize)> = (0..human.len())
        .flat_map(|second| (0..second).map(move |first| (first, second)))
        .filter(|&(first, second)| items[first] == items[second])
        .collect();
    let groups: Vec<Groups> = (0..lab.metrics.len())
        .map(|metric| Groups::new(Some(&items), &human, &lab.scores(metric)))
        .collect();
    let counts: Vec<Vec<PairCounts>> = groups
        .iter()
        .zip(&lab.metrics)
        .map(|(groups, metric)| count_groups(groups, metric.epsilon))
        .collect();
    let of_counts = Statistic::ALL.map(|statistic| {
        let values =
            groups.iter().zip(&counts).zip(&lab.metrics).map(|((groups, counts), metric)| {
                statistic_of(statistic, groups, counts, metric.epsilon)
            });
        worked(statistic.entry(), statistic.coefficients(), values.collect())
    });
    let classes: [(Entry, Class); 2] =
        [(TIES_F1, ClassStatistics::ties), (CORRECT_RANK_F1, ClassStatistics::correct_rank)];
    let of_classes = classes.map(|(entry, class)| {
        let values = groups.iter().zip(&counts).map(|(groups, counts)| {
            let values = counts.iter().map(|counts| Ok(class(counts).f1)).collect();
            value(&entry, groups, counts, values)
        });
        worked(entry, None, values.collect())
    });
    let metrics = (0..lab.metrics.len()).map(|metric| {
        let (scores, epsilon) = (lab.scores(metric), lab.metrics[metric].epsilon);
        let kind = |&(a, b): &(usize, usize)| {
            PairKind::of((human[a], human[b]), (scores[a], scores[b]), epsilon)
        };
        let groups = &groups[metric];
        let calibration = (!groups.is_empty()).then(|| Calibrator::new(groups).run(groups));
        let including: Vec<f64> = calibration.iter().map(|found| found.epsilon).collect();
        WorkedMetric {
            name: lab.metric_name(metric),
            kinds: pairs.iter().map(kind).collect(),
            counts: counts[metric].iter().copied().sum(),
            calibration,
            curve: CurveTracer::new(groups, &including).run(groups),
        }
    });
    Worked {
        outputs: (0..human.len()).map(|row| lab.output_name(row)).collect(),
        items: groups.first().map_or_else(Vec::new, |groups| groups.keys().to_vec()),
        metrics: metrics.collect(),
        statistics: of_counts.into_iter().chain(of_classes).collect(),
        pairs,
    }
}

fn worked(
    entry: Entry,
    coefficients: Option<Coefficients>,
    values: Vec<WorkedValue>,
) -> WorkedStatistic {
    let all: Vec<Option<f64>> = values.iter().map(|value| value.value).collect();
    let ranks = ranks(&all);
    let best = (0..ranks.len()).filter(|&metric| ranks[metric] == Some(1)).collect();
    WorkedStatistic { entry, coefficients, values, best }
}

fn statistic_of(
    statistic: Statistic,
    groups: &Groups,
    counts: &[PairCounts],
    epsilon: f64,
) -> WorkedValue {
    let pairs = groups.iter().zip(counts);
    let values = pairs.map(|(group, counts)| statistic.of(&group, counts, epsilon)).collect();
    value(&statistic.entry(), groups, counts, values)
}

fn value(
    entry: &Entry,
    groups: &Groups,
    counts: &[PairCounts],
    values: Vec<Result<f64, Undefined>>,
) -> WorkedValue {
    let mut mean = Mean::default();
    values.iter().flatten().for_each(|&value| mean.add(value));
    let items = groups.iter().zip(counts).zip(values).map(|((group, counts), value)| WorkedItem {
        value: value.ok(),
        reason: value.err().map(|reason| reason.to_string()),
        terms: terms(entry, &group, *counts),
    });
    WorkedValue { items: items.collect(), value: mean.value(), defined: mean.terms() }
}

/// The formula worked out.
fn terms(entry: &Entry, group: &Group, counts: PairCounts) -> Vec<Term> {
    if entry.name == Statistic::Pearson.entry().name {
        return differences(("Δh", group.human), ("Δm", group.metric));
    }
    if entry.name == Statistic::Spearman.entry().name {
        let (human, metric) = (mid_ranks(group.human), mid_ranks(group.metric));
        return differences(("Δr_h", &human), ("Δr_m", &metric));
    }
    let levels = group.human_levels().min(group.metric_levels());
    formula::work_out(entry.formula, &Numbers { counts, rows: group.rows(), levels })
}

/// Pearson's r as a formula of pairs: with the differences of all pairs it is the same as with those from
/// the means.
fn differences(human: (&str, &[f64]), metric: (&str, &[f64])) -> Vec<Term> {
    let sum = |a: &[f64], b: &[f64]| -> f64 {
        let row = |second: usize| (0..second).map(move |first| (first, second));
        let pairs = (0..a.len()).flat_map(row);
        pairs.map(|(first, second)| (a[second] - a[first]) * (b[second] - b[first])).sum()
    };
    let term = |symbol: String, value: f64| Term {
        symbol,
        number: short(value),
        kinds: PairKind::ALL.to_vec(),
    };
    let ((h, human), (m, metric)) = (human, metric);
    vec![
        term(format!("Σ {h} {m}"), sum(human, metric)),
        Term::text(" / √(", " / √("),
        term(format!("Σ {h}²"), sum(human, human)),
        Term::text(" ", " × "),
        term(format!("Σ {m}²"), sum(metric, metric)),
        Term::text(")", ")"),
    ]
}

/// The rank of each score from 1 for the least, equal scores sharing the mean of theirs.
fn mid_ranks(scores: &[f64]) -> Vec<f64> {
    let rank = |score: &f64| {
        let below = scores.iter().filter(|other| *other < score).count();
        let equal = scores.iter().filter(|other| *other == score).count();
        below as f64 + (equal as f64 + 1.0) / 2.0
    };
    scores.iter().map(rank).collect()
}

/// Four significant digits.
fn short(value: f64) -> String {
    let size = value.abs();
    if size != 0.0 && !(1e-4..1e7).contains(&size) {
        return format!("{value:.3e}").replace('-', "−");
    }
    let digits = if size > 0.0 { size.log10().floor() as i32 + 1 } else { 1 };
    let text = format!("{value:.*}", (4 - digits).max(0) as usize);
    let text =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    text.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::super::presets::{preset, presets};
    use super::super::tour::steps;
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

    /// What a formula comes to when it is calculated, brackets first.
    fn calculated(text: &str) -> f64 {
        let mut reader = Reader { text, position: 0 };
        reader.sum()
    }

    struct Reader<'a> {
        text: &'a str,
        position: usize,
    }

    impl Reader<'_> {
        fn next(&mut self) -> Option<char> {
            let rest = &self.text[self.position..];
            let blank = rest.len() - rest.trim_start().len();
            self.position += blank;
            self.text[self.position..].chars().next()
        }

        fn eat(&mut self, sign: char) -> bool {
            let is_next = self.next() == Some(sign);
            self.position += if is_next { sign.len_utf8() } else { 0 };
            is_next
        }

        fn sum(&mut self) -> f64 {
            let mut value = self.product();
            loop {
                if self.eat('+') {
                    value += self.product();
                } else if self.eat('−') {
                    value -= self.product();
                } else {
                    return value;
                }
            }
        }

        fn product(&mut self) -> f64 {
            let mut value = self.factor();
            loop {
                if self.eat('/') {
                    value /= self.factor();
                } else if self.eat('×') || matches!(self.next(), Some('(' | '√')) {
                    value *= self.factor();
                } else {
                    return value;
                }
            }
        }

        fn factor(&mut self) -> f64 {
            let value = if self.eat('√') {
                self.factor().sqrt()
            } else if self.eat('−') {
                -self.factor()
            } else if self.eat('(') {
                let value = self.sum();
                assert!(self.eat(')'), "{}", self.text);
                value
            } else {
                let rest = &self.text[self.position..];
                let end =
                    rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
                self.position += end;
                rest[..end].parse().unwrap_or_else(|_| panic!("{rest} in {}", self.text))
            };
            if self.eat('²') { value * value } else { value }
        }
    }

    #[test]
    fn a_formula_comes_to_its_value() {
        let presets = presets().into_iter().map(|preset| preset.lab);
        for lab in presets.chain(steps().into_iter().map(|step| step.lab)) {
            for statistic in work(&lab).statistics {
                for item in statistic.values.iter().flat_map(|value| &value.items) {
                    let text = number_in(&item.terms);
                    if let Some(value) = item.value {
                        let found = calculated(&text);
                        // Where nothing ties, ties-F1 is 0/0 and counts as 1, by convention.
                        let is_same =
                            (found - value).abs() < 1e-3 || found.is_nan() && value == 1.0;
                        assert!(is_same, "{}: {text} is not {value}", statistic.entry.name);
                    }
                }
            }
        }
    }

    #[test]
    fn items_are_averaged_and_pairs_stay_within_them() {
        let worked = worked_of("hard-items");
        assert_eq!(worked.pairs.len(), 18);
        assert_eq!(worked.items, [1, 2, 3]);
        let tau_b = row(&worked, "tau_b");
        assert_eq!(tau_b.values.iter().map(|value| value.defined).collect::<Vec<_>>(), [3, 1]);
        assert_eq!(tau_b.values[1].items[1].reason.as_deref(), Some("the metric ties every pair"));
        assert_eq!(tau_b.best, [1]);
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
