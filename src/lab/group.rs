//! A group of real scores taken into the lab, and a lab as a score file.

use super::{LARGEST, Lab, METRICS, OUTPUTS};
use crate::scores::{ScoreColumn, ScoreSet};
use crate::stats::Grouping;

/// A group in the lab.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Taken {
    pub lab: Lab,
    /// What was left out, if anything was.
    pub notes: Vec<String>,
}

/// Why a group cannot be taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TakeError {
    #[error("no {kind} is called “{name}”")]
    NoGroup { kind: &'static str, name: String },
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
        metric.name.clone_from(&scores.metrics[index].name);
    }
    let system = scores.system.as_ref().map(|index| (index, &scores.systems));
    let item = scores.item.as_ref().map(|index| (index, &scores.items));
    let named = if grouping == Grouping::System { item.or(system) } else { system.or(item) };
    if let Some((index, names)) = named {
        for (output, &row) in lab.outputs.iter_mut().zip(rows) {
            output.name.clone_from(&names[index[row] as usize]);
        }
    }
    lab
}

/// The lab's scores as a file; see [`ScoreSet::to_csv`].
pub fn to_csv(lab: &Lab) -> String {
    let names = (0..lab.outputs.len()).map(|row| lab.output_name(row));
    let (systems, system) = indexed(names);
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
