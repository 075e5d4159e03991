//! Whether epsilon* carries over to other scores.

use super::catalogue::{Control, Experiment, ExperimentEntry};
use super::{
    DataCell, DataTable, Exhibit, ExperimentRequest, Figure, Numeral, Running, Source, Words, shown,
};
use crate::chart::lines::{Ink, Lines, Mark, Scale, Series, Style};
use crate::scores::ScoreSet;
use crate::studies::experiments::transfer::{
    FOLDS, Fold, Folded, Folds, Side, Transfer, Transferred, Units,
};

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "transfer",
    entry: ExperimentEntry {
        id: "transfer",
        title: "Does epsilon carry over?",
        section: "Figure 4, section 8.2",
        question: "epsilon* is the best threshold for the scores that it was found on. How much is lost when it is used \
                   on others: on another data set, on another part of this one, on items that it has not seen?",
        controls: &[
            Control::Categories { label: "Between" },
            Control::Whole {
                name: "folds",
                label: "Folds",
                least: 2,
                most: 20,
                usual: FOLDS as u32,
                only: Some(("between", &["folds"])),
            },
            Control::seed("Seed", Some(("between", &["folds", "halves"]))),
        ],
        uses_metric: true,
        uses_grouping: true,
    },
    start,
};

fn start(request: &ExperimentRequest, source: &Source) -> Result<Running, String> {
    let seed = request.seed();
    let (scores, metric) = (source.scores, request.metric);
    let between = request.options.get("between").map_or("folds", String::as_str);
    let transfer = match between.split_once(' ') {
        Some(("column", column)) => between_names(request, source, column)?,
        _ if between == "halves" => {
            Transfer::between_halves(scores, metric, request.grouping, seed)
                .map(|study| (study, ["one half".to_owned(), "the other half".to_owned()]))
                .map_err(|error| error.to_string())?
        }
        _ if between == "file" => between_files(request, source)?,
        _ => {
            let folds = request.whole("folds", 2..=20, FOLDS as u64) as usize;
            let study = Folds::new(scores, metric, request.grouping, folds, seed)
                .map_err(|error| error.to_string())?;
            let name = scores.metrics[metric].name.clone();
            return Ok(shown(study, move |found| exhibit_folds(&found, &name)));
        }
    };
    let (study, names) = transfer;
    Ok(shown(study, move |found| exhibit(&found, &names)))
}

/// Between the rows with one name in a category column and those with another.
fn between_names(
    request: &ExperimentRequest,
    source: &Source,
    column: &str,
) -> Result<(Transfer, [String; 2]), String> {
    let spare = source.spare();
    let category = spare.categories.iter().find(|known| known.column.to_string() == column);
    let category = category.ok_or("there is no such category in this file")?;
    let name = |option: &str, usual: usize| {
        let given = request.options.get(option).filter(|given| category.names.contains(given));
        given.unwrap_or(&category.names[usual]).clone()
    };
    let values = [name("a", 0), name("b", 1)];
    let sets = [0, 1].map(|side| source.of_category(category.column, &values[side]));
    let names = values.map(|value| format!("{} {value}", category.name));
    let [a, b] = sets;
    Ok((between(request, &a?, &b?, request.metric)?, names))
}

fn between_files(
    request: &ExperimentRequest,
    source: &Source,
) -> Result<(Transfer, [String; 2]), String> {
    let other = source.other.ok_or("Choose another score file, with a metric of the same name.")?;
    let name = &source.scores.metrics[request.metric].name;
    let metric = other.metrics.iter().position(|metric| metric.name == *name);
    let metric = metric.ok_or_else(|| format!("the other file has no metric “{name}”"))?;
    let names = ["this file".to_owned(), "the other file".to_owned()];
    Ok((between(request, source.scores, other, metric)?, names))
}

fn between(
    request: &ExperimentRequest,
    a: &ScoreSet,
    b: &ScoreSet,
    metric: usize,
) -> Result<Transfer, String> {
    Transfer::new((a, request.metric), (b, metric), request.grouping)
        .map_err(|error| error.to_string())
}

fn exhibit(found: &Transferred, names: &[String; 2]) -> Exhibit {
    let sides = [&found.a, &found.b];
    let mut words = Words::default();
    // The way that was asked for, from the first to the second, comes first.
    for (lead, there, side) in [("From", 0, &found.b), ("The other way, from", 1, &found.a)] {
        let here = 1 - there;
        words = words
            .say(&format!(
                "{lead} {} to {}: with the epsilon* of the former, ",
                names[there], names[here]
            ))
            .put(Numeral::score("applied_epsilon", side.applied.epsilon))
            .say(&format!(", acc_eq on {} is ", names[here]))
            .put(Numeral::statistic("applied", side.applied.acc_eq))
            .say(", ")
            .put(Numeral::statistic("loss", side.applied.loss))
            .say(" less (")
            .put(Numeral::share("relative_loss", side.applied.relative_loss))
            .say(") than its acc_eq* of ")
            .put(Numeral::statistic("acc_eq*", side.acc_eq_star))
            .say(", at its own epsilon* of ")
            .put(Numeral::score("epsilon", side.calibration.epsilon))
            .say(". ");
    }
    words = words
        .say("The human ties ")
        .put(Numeral::share("human_tied_a", found.a.human_tied))
        .say(" and ")
        .put(Numeral::share("human_tied_b", found.b.human_tied))
        .say(" of the pairs: where these differ, acc_eq of the two cannot be compared.");
    let series = |side: &Side, name: &str, ink| Series {
        name: name.to_owned(),
        ink,
        style: Style::Line,
        points: side.curve.epsilon.iter().copied().zip(side.curve.acc_eq.iter().copied()).collect(),
    };
    let mark = |side: &Side, label: &str, ink| Mark {
        at: side.calibration.epsilon,
        label: label.to_owned(),
        ink,
    };
    let end = found.a.curve.axis_end.max(found.b.curve.axis_end);
    let figure = Lines {
        title: format!("acc_eq of {} along epsilon", found.a.metric),
        x: Scale { range: Some((0.0, end)), ..Scale::new("epsilon") },
        y: Scale::new("acc_eq"),
        series: vec![
            series(&found.a, &names[0], Ink::AccEq),
            series(&found.b, &names[1], Ink::Second),
        ],
        marks: vec![
            mark(&found.a, &format!("epsilon*, {}", names[0]), Ink::AccEq),
            mark(&found.b, &format!("epsilon*, {}", names[1]), Ink::Second),
        ],
        ..Lines::default()
    };
    Exhibit {
        finding: words.done(),
        notes: Vec::new(),
        figures: vec![Figure::Lines(figure)],
        tables: vec![table(sides, names)],
    }
}

fn table(sides: [&Side; 2], names: &[String; 2]) -> DataTable {
    let rows = sides.iter().zip(names).map(|(side, name)| {
        let statistic = |name: &str, value| DataCell::Numeral(Numeral::statistic(name, value));
        vec![
            DataCell::Text(name.clone()),
            DataCell::Numeral(Numeral::count("rows", side.rows as u64)),
            DataCell::Numeral(Numeral::count("pairs", side.pairs)),
            DataCell::Numeral(Numeral::share("human_tied", side.human_tied)),
            statistic("acc_eq", side.acc_eq_at_zero),
            DataCell::Numeral(Numeral::score("epsilon", side.calibration.epsilon)),
            statistic("acc_eq*", side.acc_eq_star),
            DataCell::Numeral(Numeral::score("applied_epsilon", side.applied.epsilon)),
            statistic("applied", side.applied.acc_eq),
            statistic("loss", side.applied.loss),
        ]
    });
    let columns = [
        "Data",
        "rows",
        "pairs",
        "human ties",
        "acc_eq at 0",
        "epsilon*",
        "acc_eq*",
        "the other’s epsilon*",
        "acc_eq there",
        "loss",
    ];
    DataTable {
        title: "Both, each with its own epsilon* and with the other’s".into(),
        columns: columns.map(str::to_owned).to_vec(),
        rows: rows.collect(),
    }
}

fn exhibit_folds(found: &Folded, metric: &str) -> Exhibit {
    let unit = match found.units {
        Units::Items => "items",
        Units::Rows => "rows",
    };
    let mut words = Words::default()
        .say(&format!("{metric} has acc_eq* "))
        .put(Numeral::statistic("acc_eq*", found.in_sample))
        .say(" at epsilon* ")
        .put(Numeral::score("epsilon", found.epsilon))
        .say(&format!(" on all {unit}, with which epsilon* was found. On {unit} that it has not seen, acc_eq is "))
        .put(Numeral::statistic("held_out", found.held_out))
        .say(" on average; with an epsilon of their own it would be ")
        .put(Numeral::statistic("own", found.own))
        .say(", ")
        .put(Numeral::statistic("loss", found.loss))
        .say(" more.");
    words = match found.epsilons {
        Some(spread) if spread.least == spread.greatest => words
            .say(" Whichever fold is left out, epsilon* is ")
            .put(Numeral::score("least_epsilon", spread.least))
            .say("."),
        Some(spread) => words
            .say(" With one fold left out, epsilon* lies between ")
            .put(Numeral::score("least_epsilon", spread.least))
            .say(" and ")
            .put(Numeral::score("greatest_epsilon", spread.greatest))
            .say("."),
        None => words,
    };
    let points = |of: fn(&Fold) -> Option<f64>| -> Vec<(f64, f64)> {
        let values = found.folds.iter().map(|fold| of(fold).unwrap_or(f64::NAN));
        values.enumerate().map(|(fold, value)| ((fold + 1) as f64, value)).collect()
    };
    let series = |name: &str, ink, of| Series {
        name: name.to_owned(),
        ink,
        style: Style::Dots,
        points: points(of),
    };
    let x = || Scale { range: Some((0.5, found.folds.len() as f64 + 0.5)), ..Scale::new("fold") };
    let accuracies = Lines {
        title: "acc_eq of each fold".into(),
        x: x(),
        y: Scale::new("acc_eq"),
        series: vec![
            series("epsilon* of the other folds (held out)", Ink::AccEq, |fold| fold.held_out),
            series("its own epsilon*", Ink::Second, |fold| fold.own),
        ],
        levels: vec![Mark { at: found.in_sample, label: "all".into(), ink: Ink::Text }],
        ..Lines::default()
    };
    let epsilons = Lines {
        title: "epsilon* of the other folds".into(),
        x: x(),
        y: Scale::new("epsilon*"),
        series: vec![series("epsilon*", Ink::AccEq, |fold| fold.epsilon)],
        levels: vec![Mark { at: found.epsilon, label: "all".into(), ink: Ink::Text }],
        ..Lines::default()
    };
    Exhibit {
        finding: words.done(),
        notes: Vec::new(),
        figures: [accuracies, epsilons].map(Figure::Lines).to_vec(),
        tables: vec![fold_table(found, unit)],
    }
}

fn fold_table(found: &Folded, unit: &str) -> DataTable {
    let rows = found.folds.iter().enumerate().map(|(fold, here)| {
        let statistic = |name: &str, value| DataCell::Numeral(Numeral::statistic(name, value));
        vec![
            DataCell::Numeral(Numeral::count("fold", fold as u64 + 1)),
            DataCell::Numeral(Numeral::count("size", here.size as u64)),
            DataCell::Numeral(Numeral::count("pairs", here.pairs)),
            DataCell::Numeral(Numeral::score("epsilon", here.epsilon)),
            statistic("others", here.others),
            statistic("held_out", here.held_out),
            statistic("own", here.own),
        ]
    });
    let columns = [
        "Fold",
        unit,
        "pairs",
        "epsilon* of the others",
        "their acc_eq*",
        "held out",
        "with its own epsilon*",
    ];
    DataTable {
        title: "Each fold, with the epsilon* of the others".into(),
        columns: columns.map(str::to_owned).to_vec(),
        rows: rows.collect(),
    }
}
