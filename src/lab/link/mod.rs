//! A lab as the fragment of an address, short and readable, and back.
//!
//! `lab?h=0,0,0,1&m1=0,1,2,3&e=0.5` has the human scores, the first metric's and its epsilon. A fragment may
//! come from anywhere: what cannot be used is left out, with a note for the reader.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::scores::number;

use super::presets::preset;
use super::tour::step;
use super::{Lab, View};

mod read;

pub use read::from_link;

/// The name of the page in fragments.
const PAGE: &str = "lab";
/// What stays readable in a name.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.');

/// A lab from a fragment, and what a reader should know of it.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Linked {
    /// What could be read; the rest is as in the preset that the lab opens with.
    pub lab: Lab,
    /// What was left out, and why.
    pub notes: Vec<String>,
}

/// The fragment of a lab, without `#`. A lab that is as its preset or its step of the tour left it needs no
/// scores.
pub fn to_link(lab: &Lab) -> String {
    let mut parts = Vec::new();
    let origin = match (lab.step, &lab.preset) {
        (Some(number), _) => {
            parts.push(format!("step={number}"));
            step(number).map(|step| step.lab)
        }
        (None, Some(id)) => {
            parts.push(format!("preset={id}"));
            preset(id).map(|preset| preset.lab)
        }
        (None, None) => None,
    };
    let is_as_it_was =
        origin.as_ref().is_some_and(|it| it.outputs == lab.outputs && it.metrics == lab.metrics);
    if !is_as_it_was {
        parts.extend(scores_in_words(lab));
    }
    if lab.view != origin.as_ref().map_or(View::default(), |it| it.view) {
        let name = if lab.view == View::Ladders { "ladders" } else { "plot" };
        parts.push(format!("view={name}"));
    }
    if lab.hidden != origin.as_ref().map_or(Vec::new(), |it| it.hidden.clone()) {
        let names: Vec<&str> = lab.hidden.iter().map(|part| part.name()).collect();
        parts.push(format!("hide={}", names.join(",")));
    }
    if lab.embed {
        parts.push("embed".to_owned());
    }
    if parts.is_empty() { PAGE.to_owned() } else { format!("{PAGE}?{}", parts.join("&")) }
}

fn scores_in_words(lab: &Lab) -> Vec<String> {
    let mut parts = vec![format!("h={}", numbers(&lab.human()))];
    for metric in 0..lab.metrics.len() {
        parts.push(format!("m{}={}", metric + 1, numbers(&lab.scores(metric))));
    }
    let epsilons: Vec<f64> = lab.metrics.iter().map(|metric| metric.epsilon).collect();
    if epsilons.iter().any(|&epsilon| epsilon != 0.0) {
        parts.push(format!("e={}", numbers(&epsilons)));
    }
    let items = lab.items();
    if items.iter().any(|&item| item != 1) {
        let items: Vec<String> = items.iter().map(u32::to_string).collect();
        parts.push(format!("items={}", items.join(",")));
    }
    let mut names = |key: &str, names: Vec<&String>| {
        if names.iter().any(|name| !name.is_empty()) {
            let names: Vec<String> =
                names.iter().map(|name| utf8_percent_encode(name, ESCAPED).to_string()).collect();
            parts.push(format!("{key}={}", names.join(",")));
        }
    };
    names("names", lab.metrics.iter().map(|metric| &metric.name).collect());
    names("outputs", lab.outputs.iter().map(|output| &output.name).collect());
    parts
}

fn numbers(values: &[f64]) -> String {
    values.iter().map(|&value| number(value)).collect::<Vec<String>>().join(",")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::presets::FIRST;
    use super::super::{METRICS, OUTPUTS, Part};
    use super::*;

    fn read(fragment: &str) -> Lab {
        let Linked { lab, notes } = from_link(fragment);
        assert_eq!(notes, Vec::<String>::new(), "{fragment}");
        lab
    }

    #[test]
    fn a_fragment_reads_as_one_would_write_it() {
        let mut lab = Lab::of_scores(&[0.0, 0.0, -1.5], &[&[1.0, 2.0, 3.0], &[0.25, 0.5, 1e-9]]);
        lab.metrics[1].epsilon = 0.5;
        lab.view = View::Ladders;
        lab.hidden = vec![Part::Answers];
        let link = "lab?h=0,0,-1.5&m1=1,2,3&m2=0.25,0.5,1e-9&e=0,0.5&view=ladders&hide=answers";
        assert_eq!(to_link(&lab), link);
        assert_eq!(read(link), lab);
        assert_eq!(read(&format!("#{link}")), lab);
    }

    #[test]
    fn presets_and_steps_need_no_scores() {
        for link in ["lab?preset=figure-2", "lab?step=3", "lab?preset=figure-2&embed"] {
            assert_eq!(to_link(&read(link)), link);
        }
        assert_eq!(read("lab"), read(&format!("lab?preset={FIRST}")));
        let mut lab = read("lab?preset=figure-2");
        lab.outputs[0].human = 7.0;
        assert_eq!(read(&to_link(&lab)), lab);
    }

    #[test]
    fn names_may_have_any_character() {
        let mut lab = Lab::of_scores(&[0.0, 1.0], &[&[1.0, 2.0]]);
        lab.metrics[0].name = "<b>&, +% é".to_owned();
        lab.outputs[1].name = "#?=".to_owned();
        assert_eq!(read(&to_link(&lab)), lab);
    }

    #[test]
    fn links_that_were_escaped_again_are_read() {
        let lab = read("lab%3Fh=0%2C1e+0&m1=1%2C2&m2=1%2C2&names=a+b%2Cc&hide=answers%2Ctables");
        assert_eq!((lab.human(), lab.metric_name(0).as_str()), (vec![0.0, 1.0], "a b"));
        assert_eq!(lab.hidden, [Part::Answers, Part::Tables]);
        assert_eq!(read("lab?preset=figure%2D2&step=%33"), read("lab?step=3"));
    }

    #[track_caller]
    fn noted(fragment: &str, expected: &str) -> Lab {
        let Linked { lab, notes } = from_link(fragment);
        assert!(notes.iter().any(|note| note.contains(expected)), "{fragment}: {notes:?}");
        lab
    }

    #[test]
    fn what_cannot_be_used_is_left_out_with_a_note() {
        let first = read("lab");
        assert_eq!(noted("lab?preset=no", "no preset"), first);
        assert_eq!(noted("lab?step=99", "no step"), first);
        assert_eq!(noted("lab?wild=1", "not known"), first);
        let unnamed = Lab { preset: None, view: View::Plot, ..first.clone() };
        assert_eq!(noted("lab?h=1,2&m1=1,x&m2=3,4&names=a,b&e=1,2", "all scores"), unnamed);
        assert_eq!(noted("lab?h=1,x,3", "“x” is no number"), unnamed);
        assert_eq!(noted("lab?m1=1e400,2", "is no number"), unnamed);
        assert_eq!(noted("lab?h=NaN,inf", "is no number"), unnamed);
        assert_eq!(noted("lab?h=1&m1=2", "fewer than two").outputs, first.outputs);
        assert_eq!(noted("lab?h=1,2,3&m1=4,5", "the first 2").human(), [1.0, 2.0]);
        let many = vec!["1"; 40].join(",");
        assert_eq!(noted(&format!("lab?h={many}&m1={many}"), "room for 12").outputs.len(), 12);
        assert_eq!(noted("lab?h=1,2&m1=1,2&e=-3", "below 0").metrics[0].epsilon, 0.0);
        assert_eq!(noted("lab?h=1,2&m1=1,2&items=1,99", "items").items(), [1, 1]);
        assert_eq!(noted("lab?view=3d", "no view").view, first.view);
        assert_eq!(noted("lab?hide=all", "no part").hidden, []);
    }

    proptest! {
        #[test]
        fn no_fragment_is_too_wild(fragment in "\\PC{0,60}|lab\\?((h|m1|m2|m3|e|items|names|outputs|view|hide|step|preset|embed)=[-0-9.,e%a-z]{0,12}&){0,6}") {
            let lab = from_link(&fragment).lab;
            prop_assert!((OUTPUTS.0..=OUTPUTS.1).contains(&lab.outputs.len()));
            prop_assert!((1..=METRICS).contains(&lab.metrics.len()));
            prop_assert!(lab.outputs.iter().all(|output| output.scores.len() == lab.metrics.len()));
            super::super::work::work(&lab);
            let again = from_link(&to_link(&lab));
            prop_assert_eq!((again.lab, again.notes), (lab, vec![]));
        }

        #[test]
        fn every_lab_comes_back(
            rows in prop::collection::vec((-1e9..1e9f64, -5..5i32, -1e-3..1e-3f64, 1..5u32), 2..=12),
            epsilon in prop_oneof![0.0..3.0f64, Just(2e9)],
        ) {
            let human: Vec<f64> = rows.iter().map(|row| row.0).collect();
            let whole: Vec<f64> = rows.iter().map(|row| f64::from(row.1)).collect();
            let tiny: Vec<f64> = rows.iter().map(|row| row.2).collect();
            let mut lab = Lab::of_scores(&human, &[&whole, &tiny]);
            lab.metrics[0].epsilon = epsilon;
            lab.outputs.iter_mut().zip(&rows).for_each(|(output, row)| output.item = row.3);
            let again = from_link(&to_link(&lab));
            prop_assert_eq!((again.lab, again.notes), (lab, vec![]));
        }
    }
}
