//! Small examples, each with a question to answer before one reveals what it shows.
//!
//! Most make an argument of the paper with made-up scores ([`Preset::section`]).

use super::work::{Worked, work};
use super::{Lab, Part, View};

/// The preset that the lab opens with.
pub const FIRST: &str = "figure-2";

/// An example.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Preset {
    /// Its name in links.
    pub id: &'static str,
    /// A few words.
    pub title: &'static str,
    /// Where the paper makes the argument.
    pub section: &'static str,
    /// What there is to see.
    pub text: &'static str,
    /// To be thought about before the answer is shown.
    pub question: &'static str,
    /// With the values that the statistics have.
    pub answer: String,
    /// The state that it opens with.
    pub lab: Lab,
}

/// What is written down of a preset. In the answer `{tau_b m2}` is the value of a statistic, `{tau_b m2 at 0.5}`
/// at another epsilon, `{tau_b m2 without L}` without an output.
struct Draft {
    id: &'static str,
    title: &'static str,
    section: &'static str,
    text: &'static str,
    question: &'static str,
    answer: &'static str,
    human: &'static [f64],
    metrics: &'static [&'static [f64]],
}

/// Twelve outputs in three items of four.
const THREE_ITEMS: [u32; 12] = [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3];

const DRAFTS: [Draft; 11] = [
    Draft {
        id: "figure-1",
        title: "Straight, or in order?",
        section: "Figure 1",
        text: "Metric m1 follows the human scores along a straight line, with some noise. Metric m2 puts every \
               output in the right order, but along a curve.",
        question: "Which metric does Pearson’s r prefer? Which one do Spearman’s rho and Kendall’s tau prefer?",
        answer: "Pearson’s r prefers m1, {pearson m1} to {pearson m2}: it rewards a straight line. Spearman’s rho \
                 and Kendall’s tau prefer m2, which has {spearman m2} and {tau_b m2} where m1 has {spearman m1} and \
                 {tau_b m1}: they look at the order alone.",
        human: &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0],
        metrics: &[
            &[2.0, 1.0, 4.0, 3.0, 6.0, 5.0, 8.0, 7.0],
            &[1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 10.0, 24.0],
        ],
    },
    Draft {
        id: "outlier",
        title: "One outlier",
        section: "Figure 1",
        text: "Eleven outputs form a cloud. The twelfth, L, lies at (100, 100), far from all of them.",
        question: "How much does each coefficient owe to L? Remove it (× in its row of the table), look, and \
               undo.",
        answer: "With L, Pearson’s r is {pearson m1}; without it, {pearson m1 without L}. Kendall’s tau \
               only rises from {tau_b m1 without L} to {tau_b m1}: to it, L is eleven more pairs in the \
               right order, however far away it lies. (The paper’s own example has Pearson .99 and \
               Kendall .82.)",
        human: &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 100.0],
        metrics: &[&[0.0, 1.0, 3.0, 4.0, 5.0, 6.0, 2.0, 7.0, 11.0, 17.0, 8.0, 100.0]],
    },
    Draft {
        id: FIRST,
        title: "Wrong once, or wrong six times",
        section: "Figure 2",
        text: "The human gives four outputs the same score and ranks the other two above them. m1 \
               predicts all six ties between the four, and has the best two the wrong way round. m2 has \
               the right order wherever the human has one, but it orders the six tied pairs, too.",
        question: "Of the fifteen pairs m1 gets one wrong and m2 six. Which statistics say that m1 is better?",
        answer: "acc_eq does, {acc_eq m1} to {acc_eq m2} (14/15 and 9/15), and so do tau_eq, which is acc_eq \
               on another scale, both F1s, and Spearman’s rho. To tau_b the two are all but equal, {tau_b \
               m1} and {tau_b m2}. tau_10, tau_13 and tau_14 even prefer m2, {tau_13 m1} to {tau_13 m2}: \
               they leave out every pair that the human ties. tau_a and tau_c, to which a correct tie is \
               worth nothing, and Pearson’s r prefer it as well.",
        human: &[0.0, 0.0, 0.0, 0.0, 1.0, 2.0],
        metrics: &[&[0.0, 0.0, 0.0, 0.0, 2.0, 1.0], &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]],
    },
    Draft {
        id: "constant-human",
        title: "All outputs are equally good",
        section: "Section 5.2",
        text: "The human gives every output the same score. m1 orders them nevertheless; m2 calls them all equal.",
        question: "Which metric agrees with the human, and which statistics can say so?",
        answer: "m2 does, in every pair: its acc_eq is {acc_eq m2}, that of m1 is {acc_eq m1}; tau_eq and \
               both F1s agree. tau_a is {tau_a m1} for both. tau_b, tau_c, tau_10, tau_13, tau_14 and both \
               correlations are 0/0, undefined (NaN, “not a number”), for m1 and m2 alike: their averages \
               over items leave an item like this one out.",
        human: &[0.0, 0.0, 0.0, 0.0],
        metrics: &[&[0.1, 0.2, 0.3, 0.4], &[0.2, 0.2, 0.2, 0.2]],
    },
    Draft {
        id: "constant-metric",
        title: "A metric that says nothing",
        section: "Section 5.2",
        text: "m1 gives every output the same score. m2 gives four different scores.",
        question: "What is m1 worth to each statistic?",
        answer: "tau_b, tau_c, tau_13 and both correlations are undefined (NaN): they have nothing to say of \
               m1, not even that it is useless. tau_10 counts each tie of a pair that the human orders as \
               an error, {tau_10 m1}; tau_14 counts it as half right, {tau_14 m1}. acc_eq gives credit for \
               the one pair that the human ties too: 1/6, {acc_eq m1}. Only ties-F1 prefers m1, {ties_f1 \
               m1} to {ties_f1 m2}, for that one pair.",
        human: &[0.0, -1.0, -1.0, -5.0],
        metrics: &[&[1.0, 1.0, 1.0, 1.0], &[0.8, 0.9, 0.5, 0.1]],
    },
    Draft {
        id: "hard-items",
        title: "Tie what is hard",
        section: "Section 5.2",
        text: "Three items with four outputs each; pairs are formed within an item, and a statistic is \
               averaged over items. Both metrics are right about item 1 (A to D). On items 2 and 3 m1 \
               tries, with little success on the last; m2 gives all outputs one score.",
        question: "Whose tau_b is higher?",
        answer: "That of m2: {tau_b m2}, averaged over the only item where it is defined. m1 has {tau_b m1} over \
                 all three. By tying whole items, a metric chooses on what it is judged. acc_eq is defined \
                 everywhere: {acc_eq m1} for m1, {acc_eq m2} for m2.",
        human: &[0.0, 1.0, 2.0, 3.0, 0.0, 0.0, 1.0, 2.0, 0.0, 1.0, 1.0, 3.0],
        metrics: &[
            &[1.0, 2.0, 3.0, 4.0, 2.0, 1.0, 3.0, 2.5, 3.0, 1.0, 2.0, 2.5],
            &[1.0, 2.0, 3.0, 4.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0],
        ],
    },
    Draft {
        id: "broken-ties",
        title: "Ties broken by chance",
        section: "Section 8.1",
        text: "m2 is m1 with a little random noise: it knows nothing more, but no two scores are equal.",
        question: "tau_10 counts a tie of the metric as an error if the human has an order. Does the noise help?",
        answer: "tau_10 rises from {tau_10 m1} to {tau_10 m2}: a tie was surely wrong, a guess is right half of the \
                 time. acc_eq falls from {acc_eq m1} to {acc_eq m2}, for the ties that the human shares are gone.",
        human: &[0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 2.0, 3.0],
        metrics: &[
            &[1.0, 1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 3.0],
            &[1.1, 1.3, 1.2, 1.4, 2.1, 2.3, 2.2, 3.0],
        ],
    },
    Draft {
        id: "tau-13",
        title: "An error turned into a tie",
        section: "End of section 7",
        text: "The metric has one pair the wrong way round: B and C, whose scores are only 0.5 apart. With a \
               threshold epsilon, scores that differ by no more count as tied.",
        question: "Raise epsilon to 0.5. Is the metric better for it?",
        answer: "tau_13 says so: it rises from {tau_13 m1} to {tau_13 m1 at 0.5}, because the wrong pair is a \
               tie now, and tau_13 leaves ties out. tau_a, tau_b, tau_14 and correct-rank-F1 rise too, but \
               less; tau_10, tau_eq and acc_eq do not, acc_eq stays {acc_eq m1 at 0.5}: a wrong order has \
               become a wrong tie. To choose epsilon by tau_13 would reward this.",
        human: &[0.0, 1.0, 2.0, 3.0, 4.0],
        metrics: &[&[1.0, 3.0, 2.5, 6.0, 8.0]],
    },
    Draft {
        id: "no-order",
        title: "A threshold does not sort",
        section: "Limitations",
        text: "Three outputs score 1, 2 and 3, and epsilon is set to 1: scores that differ by at most 1 \
               count as tied.",
        question: "Which outputs tie? Can the three be put in an order?",
        answer: "A ties with B and B with C, but A does not tie with C. A threshold decides about pairs; it does not \
                 sort outputs into classes. If A = B and B = C, then A < C cannot be part of one order.",
        human: &[1.0, 2.0, 3.0],
        metrics: &[&[1.0, 2.0, 3.0]],
    },
    Draft {
        id: "scale",
        title: "The same difference",
        section: "Limitations",
        text: "A and B score 0.25 and 0.5, C and D 100 and 100.25; epsilon is set to 0.25. The human has B \
               above A, and C and D equal.",
        question: "Is there an epsilon that is right about both pairs?",
        answer: "No: both pairs differ by 0.25, so both are ties or neither is; acc_eq is {acc_eq m1 at \
               0} at epsilon 0 and {acc_eq m1} at 0.25. But 0.25 is half of 0.5, and a four-hundredth \
               of 100. A threshold relative to the size of the scores could tell the pairs apart.",
        human: &[0.0, 1.0, 5.0, 5.0],
        metrics: &[&[0.25, 0.5, 100.0, 100.25]],
    },
    Draft {
        id: "two-f1",
        title: "Good at ties, or good at order",
        section: "Section 8.4",
        text: "ties-F1 asks how well the metric predicts which pairs tie, correct-rank-F1 how well it \
               orders the pairs that the human orders. Both change with epsilon.",
        question: "Where is each greatest? Where is acc_eq?",
        answer: "correct-rank-F1 is greatest at epsilon 0 ({correct_rank_f1 m1}), ties-F1 at 5 ({ties_f1 \
               m1 at 5}). acc_eq, which counts both kinds of pairs, is greatest in between, at 3 \
               ({acc_eq m1 at 3}). Which epsilon is best depends on what is wanted.",
        human: &[0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 3.0],
        metrics: &[&[1.0, 4.0, 1.0, 6.0, 1.0, 6.0, 8.0]],
    },
];

/// All presets, in the order of the paper.
pub fn presets() -> Vec<Preset> {
    DRAFTS.iter().map(Draft::finish).collect()
}

/// The preset of a name.
pub fn preset(id: &str) -> Option<Preset> {
    DRAFTS.iter().find(|draft| draft.id == id).map(Draft::finish)
}

impl Draft {
    fn finish(&self) -> Preset {
        let lab = self.lab();
        let Draft { id, title, section, text, question, .. } = *self;
        Preset { id, title, section, text, question, answer: fill(self.answer, &lab), lab }
    }

    fn lab(&self) -> Lab {
        let mut lab = Lab::of_scores(self.human, self.metrics);
        lab.preset = Some(self.id.to_owned());
        match self.id {
            "hard-items" => {
                lab.outputs
                    .iter_mut()
                    .zip(THREE_ITEMS)
                    .for_each(|(output, item)| output.item = item);
            }
            "no-order" => lab.metrics[0].epsilon = 1.0,
            "scale" => lab.metrics[0].epsilon = 0.25,
            _ => {}
        }
        // Where heights say more than a cloud does.
        let ladders = ["constant-human", "constant-metric", "broken-ties", "no-order", FIRST];
        if ladders.contains(&self.id) {
            lab.view = View::Ladders;
        }
        lab
    }
}

/// Puts values in the places of `{…}`.
fn fill(text: &str, lab: &Lab) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let (place, after) = after.split_once('}').expect("a place ends");
        filled.push_str(before);
        filled.push_str(&value(place, lab));
        rest = after;
    }
    filled + rest
}

fn value(place: &str, lab: &Lab) -> String {
    let words: Vec<&str> = place.split(' ').collect();
    let metric = (0..lab.metrics.len()).find(|&metric| lab.metric_name(metric) == words[1]);
    let metric = metric.expect("a metric of the preset");
    let mut lab = lab.clone();
    match words[2..] {
        [] => {}
        ["at", epsilon] => lab.metrics[metric].epsilon = epsilon.parse().expect("a number"),
        ["without", name] => {
            let row = (0..lab.outputs.len()).find(|&row| lab.output_name(row) == name);
            lab.outputs.remove(row.expect("an output of the preset"));
        }
        _ => panic!("{place}"),
    }
    in_words(&work(&lab), words[0], metric)
}

/// A statistic with two decimals.
fn in_words(worked: &Worked, statistic: &str, metric: usize) -> String {
    let found = worked.statistics.iter().find(|found| found.entry.name == statistic);
    let value = found.and_then(|found| found.values[metric].value);
    value.map_or("undefined".to_owned(), |value| format!("{value:.2}").replace('-', "−"))
}

/// Parts of the page that only disturb while one looks at something else.
pub(super) const LITTLE: [Part; 2] = [Part::Epsilon, Part::Tables];

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of a statistic, as in answers.
    fn of(id: &str, place: &str) -> f64 {
        let text = value(place, &preset(id).unwrap().lab).replace('−', "-");
        text.parse().unwrap_or(f64::NAN)
    }

    #[test]
    fn answers_name_values_that_exist() {
        for Preset { id, answer, lab, .. } in presets() {
            assert!(
                !answer.contains(['{', '}']) && !answer.contains("undefined,"),
                "{id}: {answer}"
            );
            assert_eq!(lab.preset.as_deref(), Some(id));
        }
    }

    #[test]
    fn figure_1_divides_pearson_from_the_others() {
        assert!(of("figure-1", "pearson m1") > of("figure-1", "pearson m2"));
        for statistic in ["spearman", "tau_b"] {
            assert_eq!(of("figure-1", &format!("{statistic} m2")), 1.0);
            assert!(of("figure-1", &format!("{statistic} m1")) < 0.95);
        }
    }

    #[test]
    fn an_outlier_lifts_pearson_and_hardly_moves_kendall() {
        assert_eq!(of("outlier", "pearson m1"), 0.99);
        assert!(of("outlier", "pearson m1 without L") < 0.85);
        assert_eq!(of("outlier", "tau_b m1"), 0.82);
        assert!((of("outlier", "tau_b m1 without L") - 0.78).abs() < 0.01);
    }

    #[test]
    fn figure_2_has_the_winners_that_its_answer_names() {
        let worked = work(&preset(FIRST).unwrap().lab);
        let of = |metric: usize| -> Vec<&str> {
            let rows = worked.statistics.iter().filter(|row| row.best == [metric]);
            rows.map(|row| row.entry.name).collect()
        };
        let first = ["tau_b", "tau_eq", "acc_eq", "spearman", "ties_f1", "correct_rank_f1"];
        assert_eq!(of(0), first);
        assert_eq!(of(1), ["tau_a", "tau_c", "tau_10", "tau_13", "tau_14", "pearson"]);
    }

    #[test]
    fn figure_2_is_wrong_once_or_six_times() {
        // 14/15 and 9/15.
        assert_eq!((of(FIRST, "acc_eq m1"), of(FIRST, "acc_eq m2")), (0.93, 0.6));
        assert!((of(FIRST, "tau_b m1") - of(FIRST, "tau_b m2")).abs() < 0.015);
        for tau in ["tau_10", "tau_13", "tau_14"] {
            assert!(of(FIRST, &format!("{tau} m2")) > of(FIRST, &format!("{tau} m1")), "{tau}");
        }
        assert!(of(FIRST, "tau_eq m1") > of(FIRST, "tau_eq m2"));
    }

    #[test]
    fn constant_scores_are_undefined_for_tau_b() {
        for metric in ["m1", "m2"] {
            for statistic in ["tau_b", "tau_10", "tau_13", "tau_14", "pearson", "spearman"] {
                assert!(
                    of("constant-human", &format!("{statistic} {metric}")).is_nan(),
                    "{statistic}"
                );
            }
        }
        assert_eq!(
            (of("constant-human", "acc_eq m1"), of("constant-human", "acc_eq m2")),
            (0.0, 1.0)
        );
        assert!(
            of("constant-metric", "tau_b m1").is_nan()
                && of("constant-metric", "tau_13 m1").is_nan()
        );
        assert_eq!(of("constant-metric", "tau_10 m1"), -1.0);
        assert_eq!(of("constant-metric", "tau_14 m1"), 0.0);
        assert_eq!(of("constant-metric", "acc_eq m1"), 0.17);
    }

    #[test]
    fn tying_hard_items_pays_for_tau_b_only() {
        assert_eq!(of("hard-items", "tau_b m2"), 1.0);
        assert!(of("hard-items", "tau_b m1") < 0.5);
        assert!(of("hard-items", "acc_eq m1") > of("hard-items", "acc_eq m2") + 0.2);
    }

    #[test]
    fn chance_pays_for_tau_10_only() {
        assert!(of("broken-ties", "tau_10 m2") > of("broken-ties", "tau_10 m1") + 0.05);
        assert!(of("broken-ties", "acc_eq m2") < of("broken-ties", "acc_eq m1") - 0.2);
    }

    #[test]
    fn tau_13_rewards_a_tied_error() {
        assert_eq!(of("tau-13", "tau_13 m1 at 0.5"), 1.0);
        assert_eq!(of("tau-13", "tau_13 m1"), 0.8);
        assert_eq!(of("tau-13", "acc_eq m1"), of("tau-13", "acc_eq m1 at 0.5"));
        // Every other epsilon is worse by acc_eq.
        assert!(of("tau-13", "acc_eq m1 at 2") < of("tau-13", "acc_eq m1"));
    }

    #[test]
    fn a_threshold_neither_sorts_nor_scales() {
        let worked = work(&preset("no-order").unwrap().lab);
        let kinds: Vec<&str> = worked.metrics[0].kinds.iter().map(|kind| kind.symbol()).collect();
        assert_eq!(worked.pairs, [(0, 1), (0, 2), (1, 2)]);
        assert_eq!(kinds, ["T_m", "C", "T_m"]);
        assert_eq!(of("scale", "acc_eq m1 at 0"), of("scale", "acc_eq m1"));
        let kinds = work(&preset("scale").unwrap().lab).metrics[0].kinds.clone();
        assert_eq!((kinds[0].symbol(), kinds[5].symbol()), ("T_m", "T_hm"));
        // Nothing is better than either.
        let calibration = work(&preset("scale").unwrap().lab).metrics[0].calibration.unwrap();
        assert_eq!((calibration.epsilon, calibration.last_epsilon), (0.0, 0.25));
    }

    #[test]
    fn each_class_has_its_own_best_epsilon() {
        let curve = &work(&preset("two-f1").unwrap().lab).metrics[0].curve;
        let best = |values: &[f64]| {
            let greatest = values.iter().copied().fold(0.0, f64::max);
            let places = |value: &f64| *value > greatest - 1e-9;
            assert_eq!(values.iter().filter(|value| places(value)).count(), 1);
            curve.epsilon[values.iter().position(places).unwrap()]
        };
        assert_eq!(best(&curve.correct_rank_f1), 0.0);
        assert_eq!(best(&curve.acc_eq), 3.0);
        assert_eq!(best(&curve.ties_f1), 5.0);
    }
}
