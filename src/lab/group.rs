//! A group of real scores taken into the lab, and a lab as a score file.
//!
//! The lab holds a dozen outputs and three metrics at most; what is left out of a larger group is said in notes.

use super::{LARGEST, Lab, METRICS, NAME_LENGTH, OUTPUTS, letter};
use crate::scores::{ScoreColumn, ScoreSet};
use crate::stats::Grouping;

/// A group in the lab.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Taken {
    /// The scores; nothing hidden, and every epsilon 0.
    pub lab: Lab,
    /// What was left out, if anything was.
    pub notes: Vec<String>,
}

/// Why a group cannot be taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TakeError {
    /// The data has no such item or system, or no column of them.
    #[error("no {kind} is called “{name}”")]
    NoGroup {
        /// "item" or "system".
        kind: &'static str,
        /// What was asked for.
        name: String,
    },
    /// Two outputs are the fewest that make a pair.
    #[error("the group has fewer than two rows with the human score and all of these metrics")]
    TooSmall,
}

/// Takes the group called `name` (all rows without grouping) with up to three metrics, by their indices of
/// [`ScoreSet::metrics`]. Of more than twelve complete rows, twelve are taken, evenly spaced; their
/// outputs are named after what tells the rows apart.
///
/// # Errors
/// When there is no such group, or it has fewer than two rows with all scores.
pub fn take(
    scores: &ScoreSet,
    grouping: Grouping,
    name: &str,
    metrics: &[usize],
) -> Result<Taken, TakeError> {
    let metrics = &metrics[..metrics.len().min(METRICS)];
    let rows = rows_of(scores, grouping, name)?;
    let is_complete = |&row: &usize| {
        let columns = metrics.iter().map(|&metric| &scores.metrics[metric]);
        let mut values = columns.chain([&scores.human]).map(|column| column.values[row]);
        values.all(|value| value.abs() <= LARGEST) // not NaN, either
    };
    let complete: Vec<usize> = rows.iter().copied().filter(is_complete).collect();
    if complete.len() < OUTPUTS.0 {
        return Err(TakeError::TooSmall);
    }
    let kept: Vec<usize> = if complete.len() > OUTPUTS.1 {
        (0..OUTPUTS.1).map(|place| complete[place * complete.len() / OUTPUTS.1]).collect()
    } else {
        complete.clone()
    };
    let mut notes = Vec::new();
    if complete.len() < rows.len() {
        notes.push(format!("{} of {} rows have all of these scores", complete.len(), rows.len()));
    }
    if kept.len() < complete.len() {
        notes.push(format!(
            "of {} outputs, {} are shown, evenly spaced",
            complete.len(),
            kept.len()
        ));
    }
    let columns = metrics.iter().map(|&metric| &scores.metrics[metric]);
    for column in columns.chain([&scores.human]).filter(|column| column.lower_is_better) {
        notes.push(format!(
            "{}: lower is better, so its scores have the other sign here",
            column.name
        ));
    }
    Ok(Taken { lab: lab_of_rows(scores, grouping, &kept, metrics), notes })
}

fn rows_of(scores: &ScoreSet, grouping: Grouping, name: &str) -> Result<Vec<usize>, TakeError> {
    let (kind, names, index) = match grouping {
        Grouping::None => return Ok((0..scores.rows()).collect()),
        Grouping::Item => ("item", &scores.items, &scores.item),
        Grouping::System => ("system", &scores.systems, &scores.system),
    };
    let key = names.iter().position(|known| known == name);
    let (Some(key), Some(index)) = (key, index) else {
        return Err(TakeError::NoGroup { kind, name: name.to_owned() });
    };
    Ok((0..scores.rows()).filter(|&row| index[row] as usize == key).collect())
}

fn lab_of_rows(scores: &ScoreSet, grouping: Grouping, rows: &[usize], metrics: &[usize]) -> Lab {
    let pick = |values: &[f64]| rows.iter().map(|&row| values[row] + 0.0).collect::<Vec<f64>>();
    let columns: Vec<Vec<f64>> =
        metrics.iter().map(|&metric| pick(&scores.metrics[metric].values)).collect();
    let columns: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
    let mut lab = Lab::of_scores(&pick(&scores.human.values), &columns);
    for (metric, &index) in lab.metrics.iter_mut().zip(metrics) {
        metric.name = cut(&scores.metrics[index].name);
    }
    let system = scores.system.as_ref().map(|index| (index, &scores.systems));
    let item = scores.item.as_ref().map(|index| (index, &scores.items));
    let named = if grouping == Grouping::System { item.or(system) } else { system.or(item) };
    if let Some((index, names)) = named {
        for (output, &row) in lab.outputs.iter_mut().zip(rows) {
            output.name = cut(&names[index[row] as usize]);
        }
    }
    lab
}

/// A name as long as a link holds it.
fn cut(name: &str) -> String {
    name.chars().take(NAME_LENGTH).collect()
}

/// The lab's scores as a file; see [`ScoreSet::to_csv`].
pub fn to_csv(lab: &Lab) -> String {
    let names: Vec<String> = (0..lab.outputs.len()).map(|row| lab.output_name(row)).collect();
    let is_repeated = |name: &String| names.iter().filter(|other| *other == name).count() > 1;
    // A file has one row for each system and item.
    let unique = names.iter().enumerate().map(|(row, name)| {
        if is_repeated(name) { format!("{name} ({})", letter(row)) } else { name.clone() }
    });
    let (systems, system) = indexed(unique);
    let (items, item) = indexed(lab.items().iter().map(u32::to_string));
    let column = |name: String, values| ScoreColumn { name, lower_is_better: false, values };
    let metrics =
        (0..lab.metrics.len()).map(|metric| column(lab.metric_name(metric), lab.scores(metric)));
    let scores = ScoreSet {
        systems,
        items,
        system: Some(system),
        item: Some(item),
        human: column("human".to_owned(), lab.human()),
        metrics: metrics.collect(),
        lines: (2..2 + lab.outputs.len()).collect(),
        notices: Vec::new(),
    };
    scores.to_csv()
}

/// Distinct names in their order, and the index of each.
fn indexed(names: impl Iterator<Item = String>) -> (Vec<String>, Vec<u32>) {
    let mut distinct: Vec<String> = Vec::new();
    let index = names.map(|name| {
        let known = distinct.iter().position(|known| *known == name);
        known.unwrap_or_else(|| {
            distinct.push(name);
            distinct.len() - 1
        }) as u32
    });
    let index = index.collect();
    (distinct, index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scores::load;

    fn taken(text: &str, grouping: Grouping, name: &str, metrics: &[usize]) -> Taken {
        take(&load(text.as_bytes()).unwrap(), grouping, name, metrics).unwrap()
    }

    const SCORES: &str =
        "system,item,human,m,TER\nA,1,0,0.5,9\nB,1,-1,,8\nC,1,0,0.25,7\nA,2,-5,0.125,6\n";

    #[test]
    fn an_item_comes_with_its_systems_as_outputs() {
        let Taken { lab, notes } = taken(SCORES, Grouping::Item, "1", &[0]);
        assert_eq!(lab.human(), [0.0, 0.0]);
        assert_eq!((lab.output_name(1), lab.metric_name(0)), ("C".to_owned(), "m".to_owned()));
        assert_eq!(notes, ["2 of 3 rows have all of these scores"]);
    }

    #[test]
    fn a_system_comes_with_its_items() {
        let Taken { lab, .. } = taken(SCORES, Grouping::System, "A", &[0, 1]);
        assert_eq!((lab.output_name(0), lab.output_name(1)), ("1".to_owned(), "2".to_owned()));
        assert_eq!(lab.metrics.len(), 2);
    }

    #[test]
    fn of_many_rows_twelve_are_taken_evenly() {
        let rows: String = (0..30).map(|row| format!("s{row},{row},{}\n", row % 4)).collect();
        let text = format!("system,human,m\n{rows}");
        let Taken { lab, notes } = taken(&text, Grouping::None, "", &[0]);
        assert_eq!(
            lab.human(),
            [0.0, 2.0, 5.0, 7.0, 10.0, 12.0, 15.0, 17.0, 20.0, 22.0, 25.0, 27.0]
        );
        assert_eq!(notes, ["of 30 outputs, 12 are shown, evenly spaced"]);
    }

    #[test]
    fn what_is_not_there_cannot_be_taken() {
        let scores = load(SCORES.as_bytes()).unwrap();
        let error = take(&scores, Grouping::Item, "3", &[0]).unwrap_err();
        assert_eq!(error.to_string(), "no item is called “3”");
        assert_eq!(take(&scores, Grouping::Item, "2", &[0]), Err(TakeError::TooSmall));
    }

    #[test]
    fn the_file_of_a_lab_is_read_as_the_same_scores() {
        let mut lab = Lab::of_scores(&[0.0, -1.5, 2.0], &[&[1.0, 2.0, 3.0], &[0.1, 0.2, 0.3]]);
        lab.outputs[2].item = 2;
        (lab.outputs[0].name, lab.outputs[1].name) = ("same".to_owned(), "same".to_owned());
        let scores = load(to_csv(&lab).as_bytes()).unwrap();
        assert_eq!(scores.human.values, lab.human());
        assert_eq!(scores.metrics[1].values, lab.scores(1));
        assert_eq!(scores.systems, ["same (A)", "same (B)", "C"]);
        assert_eq!(scores.items, ["1", "2"]);
    }
}
