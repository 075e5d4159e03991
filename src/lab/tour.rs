//! The guided tour: seven steps from counting pairs to calibration, each a state of the lab.

use super::presets::{LITTLE, preset};
use super::{Lab, Part, View};

/// A step.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Step {
    pub title: &'static str,
    /// Paragraphs.
    pub text: Vec<&'static str>,
    /// Something to try.
    pub task: &'static str,
    /// The statistics that have been explained by now.
    pub statistics: &'static [&'static str],
    pub lab: Lab,
}

const TAUS: [&str; 5] = ["tau_a", "tau_b", "tau_10", "tau_13", "tau_14"];

/// The step of a number, from 1.
pub fn step(number: usize) -> Option<Step> {
    number.checked_sub(1).and_then(|index| steps().into_iter().nth(index))
}

/// All steps in their order.
pub fn steps() -> Vec<Step> {
    let mut steps =
        vec![pairs(), ties(), variants(), no_credit(), undefined(), accuracy(), calibration()];
    for (index, step) in steps.iter_mut().enumerate() {
        step.lab.step = Some(index + 1);
        step.lab.preset = None;
    }
    steps
}

fn pairs() -> Step {
    let mut lab = Lab::of_scores(&[1.0, 2.0, 3.0, 4.0], &[&[10.0, 30.0, 20.0, 40.0]]);
    lab.hidden = LITTLE.to_vec();
    Step {
        title: "What does tau count?",
        text: vec![
            "A system’s outputs, say four translations A to D, have been scored twice: by a human, whose scores we \
             trust, and by an automatic metric, m1. Higher is better for both. Do the two agree?",
            "Kendall’s tau looks at every pair of outputs. A pair is concordant (C) if the human and the metric \
             order it the same way, and discordant (D) if they order it opposite ways. tau in its first form, \
             tau_a, is concordant minus discordant, divided by P, the number of all pairs: 1 is perfect agreement, \
             −1 the perfect opposite.",
        ],
        task: "One pair of the six is discordant: find it in the triangle of pairs. Then drag its points until tau_a is 1.",
        statistics: &TAUS[..1],
        lab,
    }
}

fn ties() -> Step {
    let mut lab = Lab::of_scores(&[0.0, 0.0, 1.0, 2.0, 3.0], &[&[1.0, 1.0, 1.0, 3.0, 2.0]]);
    lab.view = View::Ladders;
    lab.hidden = LITTLE.to_vec();
    Step {
        title: "What if two scores are equal?",
        text: vec![
            "Then the pair is a tie, and neither concordant nor discordant. Three kinds of ties are possible: the \
             human ties a pair that the metric orders (T_h), the metric ties a pair that the human orders (T_m), \
             or both tie it (T_hm). On ladders, ties are points of equal height.",
            "Human scores have many ties today. Annotators who count errors find none in most translations, and so \
             all of these are equally good. In the Chinese-English data of WMT 2022, a yearly contest of translation \
             systems and of metrics, the human ties 42 % of all pairs of translations of one sentence.",
        ],
        task: "Which pairs does the metric get right? Move points until there is at least one pair of each kind.",
        statistics: &TAUS[..1],
        lab,
    }
}

fn variants() -> Step {
    let mut lab = preset_lab("broken-ties");
    lab.hidden = vec![LITTLE[0]];
    Step {
        title: "One idea, many taus",
        text: vec![
            "What is a tie worth? Every variant of tau answers in its own way. tau_b, the usual one, divides by the \
             geometric mean of the pairs that the human orders and those that the metric orders. WMT has used \
             others: tau_10 counts a tie of the metric (T_m) as an error, \
             tau_13 leaves it out, tau_14 puts it into the denominator only. The small tables below the statistics \
             show what each pair counts: +1, 0, −1, or nothing at all (×).",
            "Here m2 is m1 with random noise: it knows nothing more, but it has no ties.",
        ],
        task: "Which variant rewards the noise, which one punishes it? In all of the three WMT tables the middle row, \
               pairs that the human ties, is crossed out. Why could that matter?",
        statistics: &TAUS,
        lab,
    }
}

fn no_credit() -> Step {
    let mut lab = preset_lab("figure-2");
    lab.hidden = LITTLE.to_vec();
    Step {
        title: "Right about ties, and no credit for it",
        text: vec![
            "Six outputs; the human ties four of them. m1 predicts every one of the six ties and gets one pair \
             of fifteen wrong. m2 predicts no tie: it has six pairs wrong.",
            "Yet tau_b sees hardly a difference, and tau_10, tau_13 and tau_14 prefer m2. These three leave out every \
             pair that the human ties, so that there is nothing to be won by predicting a tie. Metrics that do \
             predict ties, as many do today, are judged by the remaining pairs.",
        ],
        task: "Count for yourself: which pairs does each metric get right? Point at pairs, and see which terms of the \
               formulas they enter.",
        statistics: &TAUS,
        lab,
    }
}

fn undefined() -> Step {
    let mut lab = preset_lab("hard-items");
    lab.hidden = LITTLE.to_vec();
    Step {
        title: "When tau has no value",
        text: vec![
            "Scores are often compared item by item: an item is one text that was translated, and only its own \
             translations form pairs. A statistic is then averaged over items (group-by-item). Here are three items.",
            "If the metric ties all outputs of an item, tau_b is 0/0: undefined, or NaN for “not a number”. Such items \
             are left out of the average, silently. m2 ties everything that is hard, and is judged on the easy \
             item alone.",
        ],
        task: "Look at tau_b: over how many items is each average taken? Give one output of item 2 another m2 score \
               and watch.",
        statistics: &TAUS,
        lab,
    }
}

fn accuracy() -> Step {
    let mut lab = preset_lab("hard-items");
    lab.hidden = vec![LITTLE[0]];
    lab.view = View::Ladders;
    Step {
        title: "Why accuracy?",
        text: vec![
            "Pairwise accuracy with ties, acc_eq, asks one question of each pair: does the metric say what the human \
             says, better, worse, or equal? It is the share of pairs that are right: concordant ones and ties of both, \
             (C + T_hm) / P, where P is all pairs.",
            "It gives credit for a correct tie, is defined whenever there is a pair, and cannot be raised by leaving \
             something out. Its table has no crossed-out cell.",
        ],
        task: "Compare the two metrics by acc_eq and by tau_b. Then change m2’s scores of items 2 and 3: can you raise its \
               acc_eq without a larger share of pairs that are right?",
        statistics: &["tau_b", "tau_13", "acc_eq"],
        lab,
    }
}

fn calibration() -> Step {
    let human = [0.0, 0.0, 0.0, 0.0, -1.0, -1.0, -5.0, -6.0];
    let fine = [0.91, 0.88, 0.93, 0.86, 0.74, 0.78, 0.31, 0.2];
    let coarse = [5.0, 5.0, 5.0, 5.0, 4.0, 4.0, 4.0, 2.0];
    let mut lab = Lab::of_scores(&human, &[&fine, &coarse]);
    lab.view = View::Ladders;
    lab.hidden = vec![Part::Tables];
    Step {
        title: "Why calibrate?",
        text: vec![
            "Here the human scores are minus the weight of the errors found: 0 is without error. A metric with many \
             digits, like m1, hardly ever gives two outputs the same score. It orders the outputs well, but acc_eq \
             calls it wrong about every tie. m2 gives whole numbers and ties often.",
            "To be fair to both, scores count as tied if they differ by at most a threshold, epsilon. Tie calibration \
             chooses for each metric the epsilon with the greatest acc_eq: epsilon*. The value there, acc_eq*, is \
             the best that the metric can do on these scores, whatever its scale.",
        ],
        task: "Move the slider of m1 and watch pairs turn into ties. Where is the curve highest? Then press \
               “Calibrate”. Is m1 better than m2, or worse?",
        statistics: &["tau_b", "acc_eq"],
        lab,
    }
}

fn preset_lab(id: &str) -> Lab {
    preset(id).expect("a preset of this name").lab
}
