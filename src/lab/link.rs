//! A lab as the fragment of an address, short and readable, and back.
//!
//! `lab?h=0,0,0,1&m1=0,1,2,3&e=0.5` has the human scores, the first metric's and its epsilon. A fragment may
//! come from anywhere: what cannot be used is left out, with a note for the reader.

use std::collections::HashMap;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::scores::number;

use super::presets::{FIRST, preset};
use super::tour::step;
use super::{LARGEST, Lab, METRICS, OUTPUTS, Part, View};

/// The name of the page in fragments.
const PAGE: &str = "lab";
/// Names are cut to so many characters.
const NAME_LENGTH: usize = 40;
/// What stays readable in a name.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.');

/// A lab from a fragment, and what a reader should know of it.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Linked {
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

/// The lab of a fragment, with or without `#`. Without scores it is the preset or the step of the tour that is
/// named, or the first preset.
pub fn from_link(fragment: &str) -> Linked {
    let mut reader = Reader::new(fragment);
    let mut lab = reader.origin();
    reader.replace_scores(&mut lab);
    reader.replace_epsilons(&mut lab);
    reader.replace_items(&mut lab);
    reader.replace_names(&mut lab);
    match reader.take("view").as_deref() {
        None => {}
        Some("plot") => lab.view = View::Plot,
        Some("ladders") => lab.view = View::Ladders,
        Some(other) => reader.note(format!("there is no view “{}”", shown(other))),
    }
    let hidden = reader.take("hide");
    if hidden.is_some() {
        lab.hidden.clear();
    }
    for name in list(hidden) {
        match Part::ALL.into_iter().find(|part| part.name() == name) {
            Some(part) if lab.hidden.contains(&part) => {}
            Some(part) => lab.hidden.push(part),
            None => reader.note(format!("there is no part “{}” to hide", shown(&name))),
        }
    }
    lab.embed = reader.take("embed").is_some_and(|value| value != "0");
    reader.report_unknown();
    Linked { lab, notes: reader.notes }
}

/// What is left of a fragment, and what has been said of it.
struct Reader {
    parameters: HashMap<String, String>,
    notes: Vec<String>,
}

impl Reader {
    fn new(fragment: &str) -> Self {
        let query = fragment.split_once('?').map_or("", |(_, query)| query);
        let pairs = query.split('&').filter(|pair| !pair.is_empty());
        let parameters = pairs.map(|pair| {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decoded(key), value.to_owned())
        });
        Reader { parameters: parameters.collect(), notes: Vec::new() }
    }

    fn take(&mut self, key: &str) -> Option<String> {
        self.parameters.remove(key)
    }

    fn note(&mut self, note: String) {
        self.notes.push(note);
    }

    /// What the scores are, where the fragment does not say.
    fn origin(&mut self) -> Lab {
        let (number, id) = (self.take("step"), self.take("preset"));
        if let Some(number) = number {
            match number.parse().ok().and_then(step) {
                Some(step) => return step.lab,
                None => self.note(format!("the tour has no step “{}”", shown(&number))),
            }
        }
        if let Some(id) = id {
            match preset(&id) {
                Some(preset) => return preset.lab,
                None => self.note(format!("there is no preset “{}”", shown(&id))),
            }
        }
        let first = preset(FIRST).expect("the first preset is one").lab;
        // Scores of one's own are not those of a preset.
        if ["h", "m1", "m2", "m3"].iter().any(|key| self.parameters.contains_key(*key)) {
            return Lab { preset: None, view: View::default(), ..first };
        }
        first
    }

    /// The scores under a key; nothing, with a note, when one of them is no number.
    fn scores(&mut self, key: &str) -> Option<Vec<f64>> {
        let text = decoded(&self.take(key)?);
        let scores: Result<Vec<f64>, &str> =
            text.split(',').map(|cell| score(cell).ok_or(cell)).collect();
        match scores {
            Ok(scores) => Some(scores),
            Err(cell) => {
                let cell = shown(cell);
                self.note(format!("{key}: “{cell}” is no number up to a thousand million, so all of {key} is left out"));
                None
            }
        }
    }

    fn replace_scores(&mut self, lab: &mut Lab) {
        let human = self.scores("h");
        let metrics: Vec<Vec<f64>> =
            (1..=METRICS).filter_map(|metric| self.scores(&format!("m{metric}"))).collect();
        if human.is_none() && metrics.is_empty() {
            return;
        }
        // With human scores, all comes from the fragment.
        let is_fresh = human.is_some();
        let human = human.unwrap_or_else(|| lab.human());
        let metrics = if metrics.is_empty() {
            (0..lab.metrics.len()).map(|metric| lab.scores(metric)).collect()
        } else {
            metrics
        };
        let lengths = || metrics.iter().map(Vec::len).chain([human.len()]);
        let shortest = lengths().min().unwrap_or(0);
        if shortest < OUTPUTS.0 {
            self.note(
                "fewer than two outputs have all scores, so the scores are left out".to_owned(),
            );
            return;
        }
        if lengths().any(|length| length != shortest) {
            self.note(format!(
                "not all lists have as many scores; the first {shortest} of each are used"
            ));
        }
        if shortest > OUTPUTS.1 {
            self.note(format!(
                "the lab has room for {} outputs; the others are left out",
                OUTPUTS.1
            ));
        }
        let kept = shortest.min(OUTPUTS.1);
        let columns: Vec<&[f64]> = metrics.iter().map(|scores| &scores[..kept]).collect();
        let mut fresh = Lab::of_scores(&human[..kept], &columns);
        if !is_fresh {
            for (output, known) in fresh.outputs.iter_mut().zip(&lab.outputs) {
                (output.name, output.item) = (known.name.clone(), known.item);
            }
            for (metric, known) in fresh.metrics.iter_mut().zip(&lab.metrics) {
                metric.clone_from(known);
            }
        }
        (lab.outputs, lab.metrics) = (fresh.outputs, fresh.metrics);
    }

    fn replace_epsilons(&mut self, lab: &mut Lab) {
        let Some(epsilons) = self.scores("e") else { return };
        for (metric, epsilon) in lab.metrics.iter_mut().zip(epsilons) {
            if epsilon < 0.0 {
                self.notes.push("e: an epsilon below 0 is taken as 0".to_owned());
            }
            metric.epsilon = epsilon.max(0.0);
        }
    }

    fn replace_items(&mut self, lab: &mut Lab) {
        let Some(text) = self.take("items") else { return };
        let text = decoded(&text);
        let most = OUTPUTS.1 as u32;
        let items: Option<Vec<u32>> = text
            .split(',')
            .map(|cell| cell.trim().parse().ok().filter(|item| (1..=most).contains(item)))
            .collect();
        match items {
            Some(items) if items.len() >= lab.outputs.len() => {
                lab.outputs.iter_mut().zip(items).for_each(|(output, item)| output.item = item);
            }
            _ => self
                .note(format!("items: not a number from 1 to {most} for each output, so left out")),
        }
    }

    fn replace_names(&mut self, lab: &mut Lab) {
        let metrics = lab.metrics.iter_mut().map(|metric| &mut metric.name);
        metrics.zip(list(self.take("names"))).for_each(|(name, new)| *name = new);
        let outputs = lab.outputs.iter_mut().map(|output| &mut output.name);
        outputs.zip(list(self.take("outputs"))).for_each(|(name, new)| *name = new);
    }

    fn report_unknown(&mut self) {
        let mut unknown: Vec<String> = self.parameters.keys().map(|key| shown(key)).collect();
        unknown.sort();
        self.notes.extend(unknown.iter().map(|key| format!("“{key}” is not known here")));
    }
}

fn score(cell: &str) -> Option<f64> {
    let value: f64 = cell.trim().parse().ok()?;
    (value.abs() <= LARGEST).then_some(value + 0.0)
}

/// A list of names.
fn list(value: Option<String>) -> Vec<String> {
    let value = value.unwrap_or_default();
    let names = value.split(',').filter(|_| !value.is_empty());
    names.map(|name| decoded(name).trim().chars().take(NAME_LENGTH).collect()).collect()
}

fn decoded(text: &str) -> String {
    percent_decode_str(&text.replace('+', " ")).decode_utf8_lossy().into_owned()
}

/// What is quoted in a note.
fn shown(text: &str) -> String {
    text.chars().take(NAME_LENGTH).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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
            epsilon in 0.0..3.0f64,
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
