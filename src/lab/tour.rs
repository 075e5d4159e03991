//! The guided tour: seven steps from counting pairs to calibration, each a state of the lab.
//!
//! Each step has a text, a task and an answer, and says which statistics have been explained by then.

use super::presets::{LITTLE, preset};
use super::{Lab, Part, View};

/// A step.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Step {
    /// A few words, mostly a question.
    pub title: &'static str,
    /// Paragraphs.
    pub text: Vec<&'static str>,
    /// Something to try.
    pub task: &'static str,
    /// What one finds.
    pub answer: &'static str,
    /// The statistics that have been explained by now.
    pub statistics: &'static [&'static str],
    /// The state that it opens with.
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
             order it the same way, and discordant (D) if they order it opposite ways. Its simplest form, tau_a, is concordant minus discordant, divided by P, the number of all pairs: 1 is perfect agreement, \
             −1 the perfect opposite.",
        ],
        task: "One pair of the six is discordant: find it in the triangle of pairs below, whose rows and columns are A to D. Then drag its points until tau_a is 1.",
        answer: "B and C: to the human C is better, to the metric B. Once the metric has C above B, all six \
                 pairs are concordant, and tau_a is 6/6 = 1.",
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
             or both tie it (T_hm). Each ladder below has the scores of one of them, as heights; lines join the same output. Ties are points of equal height, held together; how far to the right they lie means nothing.",
            "Human scores today contain many ties. Annotators who count errors find none in most translations, which then all get the same score. In the Chinese-English data of WMT 2022, a yearly contest of translation \
             systems and of metrics, the human ties 42 % of all pairs of translations of one sentence.",
        ],
        task: "Which pairs does the metric get right? Then move a point until some pair is tied by the human only.",
        answer: "Seven of ten: six concordant pairs, and A and B, which both tie. No pair is tied by the \
                 human only, until you move A or B on m1’s ladder.",
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
             geometric mean (the root of the product) of two numbers, the pairs that the human orders and those that the metric orders. WMT has used others, named after the years 2010, 2013 and 2014: tau_10 counts a tie of the metric (T_m) as an error, \
             tau_13 leaves it out, tau_14 only counts it among the pairs that one divides by. The small tables below the statistics \
             show what each pair counts: +1, 0, −1, or nothing at all (×); rows are what the human says (<, =, >), columns what the metric says, and right answers are shaded. tau_a and tau_b have no such table.",
            "Here m2 is m1 with random noise: it knows nothing more, but it has no ties.",
        ],
        task: "Which variants reward the noise, which punish it, which do not notice? In all three tables the middle row, pairs that the human ties, is crossed out. Why could that matter?",
        answer: "tau_10 rewards the noise, tau_b and tau_13 punish it, tau_a and tau_14 do not notice. As \
                 pairs that the human ties are crossed out, the seven ties that m1 predicts rightly count for \
                 nothing in them, and to lose them costs m2 nothing.",
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
            "Yet tau_b sees hardly a difference, and tau_a, tau_10, tau_13 and tau_14 prefer m2. The last three leave out every pair that the human ties, so that there is nothing to be won by predicting a tie. A metric that predicts ties well, as many do today, is judged only by the other pairs.",
        ],
        task: "Count for yourself: which pairs does each metric get right? Point at pairs, and see which terms of the \
               formulas they enter.",
        answer: "m1 has eight concordant pairs and the six ties, 14 of 15. m2 has nine concordant pairs; the \
                 six ties that it breaks are wrong.",
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
             translations form pairs. A statistic is then averaged over items, which is called group-by-item. Here are three items, told apart by colour.",
            "If the metric, or the human, ties all outputs of an item, tau_b is 0/0: undefined, or NaN for “not a number”; so is tau_13. Such items \
             are left out of the average, silently. m2 ties everything in items 2 and 3, and is judged on item 1 alone.",
        ],
        task: "Look at tau_b: over how many items is each average taken? Give G, in item 2, the m2 score 3, and watch.",
        answer: "Over three items for m1, over one for m2. With G at 3, m2 has a tau_b in item 2 as well, and \
                 its average falls from 1.00 to 0.63: to say something was a mistake.",
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
            "Pairwise accuracy with ties, acc_eq (eq for equal), asks one question of each pair: does the metric say what the human \
             says, better, worse, or equal? It is the share of pairs that are right: concordant ones and ties of both, \
             (C + T_hm) / P, where P is all pairs.",
            "It gives credit for a correct tie, is defined whenever there is a pair, and cannot be raised by leaving \
             something out. Its table has no crossed-out cell.",
        ],
        task: "Compare the two metrics by acc_eq and by tau_b. Then give E the m2 score 1. What becomes of m2’s tau_b and of its acc_eq, and which of the two is fair?",
        answer: "m2 orders two more pairs rightly and loses one tie: acc_eq rises from 0.44 to 0.50. tau_b \
                 falls from 1.00 to 0.76, for item 2 had not been counted, and now it is.",
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
            "Here a human score of 0 means no error, and each error subtracts points, more if it is serious. A metric with many \
             digits, like m1, hardly ever gives two outputs the same score. It orders the outputs well, but acc_eq \
             calls it wrong about every tie. m2 gives whole numbers and ties often.",
            "To be fair to both, scores count as tied if they differ by at most a threshold, epsilon. Tie calibration \
             chooses for each metric the epsilon with the greatest acc_eq: epsilon*. The value there, acc_eq*, is \
             the best that the metric can do on these scores, whatever its scale.",
        ],
        task: "Move the slider of m1 and watch pairs turn into ties in its triangle. Where is the curve of acc_eq highest? Then press “Calibrate” below it. Is m1 better than m2, or worse?",
        answer: "At epsilon* = 0.07 m1 has acc_eq* 1.00: it ties and orders every pair as the human does. m2 \
                 has 0.93 at epsilon 0, and no epsilon makes it better: it cannot tell G from E and F.",
        statistics: &["tau_b", "acc_eq"],
        lab,
    }
}

fn preset_lab(id: &str) -> Lab {
    preset(id).expect("a preset of this name").lab
}

#[cfg(test)]
mod tests {
    use super::super::work::{Worked, work};
    use super::*;

    fn value(worked: &Worked, name: &str, metric: usize) -> f64 {
        let row = worked.statistics.iter().find(|row| row.entry.name == name).unwrap();
        row.values[metric].value.unwrap()
    }

    /// Two decimals, as in answers.
    fn of(step: usize, name: &str, metric: usize, edit: impl Fn(&mut Lab)) -> String {
        let mut lab = super::step(step).unwrap().lab;
        edit(&mut lab);
        format!("{:.2}", value(&work(&lab), name, metric))
    }

    #[test]
    fn answers_are_what_one_finds() {
        let same = |_: &mut Lab| ();
        assert_eq!(of(1, "tau_a", 0, |lab| lab.outputs[2].scores[0] = 35.0), "1.00");
        let ties = work(&step(2).unwrap().lab);
        let counts = ties.metrics[0].counts;
        assert_eq!((counts.concordant, counts.both_ties, counts.human_ties), (6, 1, 0));
        assert_eq!(counts.pairs(), 10);
        for (name, before, after) in [
            ("tau_a", "0.68", "0.68"),
            ("tau_b", "0.95", "0.78"),
            ("tau_10", "0.81", "0.90"),
            ("tau_13", "1.00", "0.90"),
            ("tau_14", "0.90", "0.90"),
        ] {
            assert_eq!((of(3, name, 0, same), of(3, name, 1, same)), (before.into(), after.into()));
        }
        assert_eq!(of(5, "tau_b", 1, same), "1.00");
        assert_eq!(of(5, "tau_b", 1, |lab| lab.outputs[6].scores[1] = 3.0), "0.63");
        let edit = |lab: &mut Lab| lab.outputs[4].scores[1] = 1.0;
        assert_eq!(
            (of(6, "acc_eq", 1, same), of(6, "acc_eq", 1, edit)),
            ("0.44".into(), "0.50".into())
        );
        assert_eq!(of(6, "tau_b", 1, edit), "0.76");
        let last = work(&step(7).unwrap().lab);
        let [fine, coarse] = [0, 1].map(|metric| last.metrics[metric].calibration.unwrap());
        assert!((fine.epsilon - 0.07).abs() < 1e-9 && coarse.epsilon == 0.0);
        assert_eq!(of(7, "acc_eq", 0, |lab| lab.metrics[0].epsilon = fine.epsilon), "1.00");
        assert_eq!(of(7, "acc_eq", 1, same), "0.93");
    }
}
