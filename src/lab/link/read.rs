//! Reading a fragment, which may come from anywhere.

use std::collections::HashMap;

use percent_encoding::percent_decode_str;

use super::super::presets::{FIRST, preset};
use super::super::tour::step;
use super::super::{LARGEST, LARGEST_EPSILON, Lab, NAME_LENGTH, OUTPUTS, Part, View};
use super::Linked;
use crate::stats::sorting::sort_by;

/// The lab of a fragment, with or without `#`. Without scores it is the preset or the step of the tour that is
/// named, or the first preset.
pub fn from_link(fragment: &str) -> Linked {
    let mut reader = Reader::new(fragment);
    let mut lab = reader.origin();
    reader.replace_scores(&mut lab);
    reader.replace_epsilons(&mut lab);
    reader.replace_items(&mut lab);
    reader.replace_names(&mut lab);
    match reader.take("view").map(|view| decoded(&view)).as_deref() {
        None => {}
        Some("plot") => lab.view = View::Plot,
        Some("ladders") => lab.view = View::Ladders,
        Some(other) => reader.note(format!("there is no view “{}”", shown(other))),
    }
    let hidden = reader.take("hide");
    if hidden.is_some() {
        lab.hidden.clear();
    }
    for name in list(hidden, None) {
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

/// One score for each output.
type Scores = Vec<f64>;

/// What is left of a fragment, and what has been said of it.
struct Reader {
    parameters: HashMap<String, String>,
    notes: Vec<String>,
}

impl Reader {
    fn new(fragment: &str) -> Self {
        let fragment = fragment.replacen("%3F", "?", usize::from(!fragment.contains('?')));
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
        let [number, id] = ["step", "preset"].map(|key| Some(decoded(&self.take(key)?)));
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

    /// The numbers under a key; nothing, with a note, when one of them is none.
    fn numbers(&mut self, key: &str, most: f64) -> Option<Vec<f64>> {
        let text = percent_decoded(&self.take(key)?);
        let numbers: Result<Vec<f64>, &str> =
            text.split(',').map(|cell| number_up_to(cell, most).ok_or(cell)).collect();
        if let Err(cell) = numbers {
            self.note(format!("{key}: “{}” is no number up to {most:e}", shown(cell)));
        }
        numbers.ok()
    }

    /// The scores of the fragment: of the human, and of each metric. Where some of them cannot be used, none
    /// is, so that no name or epsilon comes to stand by the scores of another metric.
    fn scores(&mut self) -> Option<(Option<Scores>, Vec<Scores>)> {
        let given: Vec<String> = ["h", "m1", "m2", "m3"]
            .into_iter()
            .filter(|key| self.parameters.contains_key(*key))
            .map(str::to_owned)
            .collect();
        let read: Vec<Option<Vec<f64>>> =
            given.iter().map(|key| self.numbers(key, LARGEST)).collect();
        let complete: Option<Vec<Vec<f64>>> = read.into_iter().collect();
        if complete.is_none() {
            for key in ["e", "items", "names", "outputs"] {
                self.take(key);
            }
            self.note("so all scores are left out".to_owned());
        }
        let mut scores = complete.filter(|scores| !scores.is_empty())?;
        let human = (given[0] == "h").then(|| scores.remove(0));
        Some((human, scores))
    }

    fn replace_scores(&mut self, lab: &mut Lab) {
        let Some((human, metrics)) = self.scores() else { return };
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
        let Some(epsilons) = self.numbers("e", LARGEST_EPSILON) else { return };
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
        let (names, count) = (self.take("names"), Some(lab.metrics.len()));
        let metrics = lab.metrics.iter_mut().map(|metric| &mut metric.name);
        metrics.zip(list(names, count)).for_each(|(name, new)| *name = new);
        let (names, count) = (self.take("outputs"), Some(lab.outputs.len()));
        let outputs = lab.outputs.iter_mut().map(|output| &mut output.name);
        outputs.zip(list(names, count)).for_each(|(name, new)| *name = new);
    }

    fn report_unknown(&mut self) {
        let mut unknown: Vec<String> = self.parameters.keys().map(|key| shown(key)).collect();
        sort_by(&mut unknown, Ord::cmp);
        self.notes.extend(unknown.iter().map(|key| format!("“{key}” is not known here")));
    }
}

fn number_up_to(cell: &str, most: f64) -> Option<f64> {
    let value: f64 = cell.trim().parse().ok()?;
    (value.abs() <= most).then_some(value + 0.0)
}

/// A list of words. When the address went through other hands its commas may have been escaped, too: they are
/// taken for commas where that gives as many words as there should be.
fn list(value: Option<String>, wanted: Option<usize>) -> Vec<String> {
    let value = value.unwrap_or_default();
    let split = |value: &str| value.split(',').map(str::to_owned).collect::<Vec<String>>();
    let unescaped = split(&value.replace("%2C", ",").replace("%2c", ","));
    let is_escaped = !value.contains(',') && wanted.is_none_or(|wanted| unescaped.len() == wanted);
    let words = if is_escaped { unescaped } else { split(&value) };
    let words = words.iter().filter(|_| !value.is_empty());
    words.map(|word| decoded(word).trim().chars().take(NAME_LENGTH).collect()).collect()
}

/// A word, whose spaces may have become plus signs.
fn decoded(text: &str) -> String {
    percent_decoded(&text.replace('+', " "))
}

fn percent_decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

/// What is quoted in a note.
fn shown(text: &str) -> String {
    text.chars().take(NAME_LENGTH).collect()
}
