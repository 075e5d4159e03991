//! Human scores as they are and divided by length.

use super::catalogue::{Control, Experiment, ExperimentEntry};
use super::{
    DataCell, DataTable, Exhibit, ExperimentRequest, Figure, Numeral, Running, Source, Words, shown,
};
use crate::chart::lines::{Ink, Lines, Scale, Series, Style};
use crate::studies::experiments::normalisation::{Against, Normalisation, Normalise, Normalised};

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "normalisation",
    entry: ExperimentEntry {
        id: "normalisation",
        title: "Does dividing by length matter?",
        section: "Appendix F",
        question: "Long outputs have more room for errors. Divided by the length of the output, the human scores order \
                   pairs differently, and some pairs tie that did not, or the other way round. Which metrics gain?",
        controls: &[Control::Length { label: "Length" }],
        uses_metric: false,
        uses_grouping: true,
    },
    start,
};

fn start(request: &ExperimentRequest, source: &Source) -> Result<Running, String> {
    let lengths = source.spare().lengths;
    let column = request.whole("length", 0..=u64::MAX, u64::MAX) as usize;
    let found = lengths.iter().find(|(index, _)| *index == column).or(lengths.first());
    let (column, _) = found.ok_or(
        "The file has no column of lengths. Add one, such as the number of words of each output: numbers above 0. \
         If there is one, it was taken for a metric: choose “not used” for it under “Columns, systems and what was read”.",
    )?;
    let [original, divided] = source.divided_by(*column)?;
    let study =
        Normalise::new(&original, &divided, request.grouping).map_err(|error| error.to_string())?;
    Ok(shown(study, |found| exhibit(&found)))
}

fn exhibit(found: &Normalisation) -> Exhibit {
    let moved = found.metrics.iter().filter(|row| row.original.rank != row.divided.rank).count();
    let words = Words::default()
        .say(&format!("The human scores ({}) tie ", found.human.0))
        .put(Numeral::share("human_tied", found.human_tied.0))
        .say(&format!(" of the pairs; divided ({}) they tie ", found.human.1))
        .put(Numeral::share("human_tied_divided", found.human_tied.1))
        .say(&format!(". By acc_eq*, {}; ", winners(found)))
        .put(Numeral::count("moved", moved as u64))
        .say(&match found.metrics.len() {
            1 => " of 1 metric has another rank.".to_owned(),
            metrics => format!(" of {metrics} metrics have another rank."),
        });
    let points = found
        .metrics
        .iter()
        .filter_map(|row| Some((row.original.acc_eq_star?, row.divided.acc_eq_star?)));
    let figure = Lines {
        title: "acc_eq* of each metric, against both".into(),
        x: Scale::new(&format!("acc_eq* against {}", found.human.0)),
        y: Scale::new(&format!("acc_eq* against {}", found.human.1)),
        series: vec![Series {
            name: "metrics".into(),
            ink: Ink::AccEq,
            style: Style::Dots,
            points: points.collect(),
        }],
        ..Lines::default()
    };
    Exhibit {
        finding: words.done(),
        notes: vec![
            "acc_eq* of data with different shares of human ties cannot be compared; ranks can."
                .into(),
        ],
        figures: vec![Figure::Lines(figure)],
        tables: vec![table(found)],
    }
}

/// Which metrics are best against either.
fn winners(found: &Normalisation) -> String {
    let best = |side: fn(&Normalised) -> &Against| {
        let names = found.metrics.iter().filter(|row| side(row).rank == Some(1));
        names.map(|row| row.name.as_str()).collect::<Vec<&str>>().join(" and ")
    };
    let (original, divided) = (best(|row| &row.original), best(|row| &row.divided));
    if original == divided {
        return format!("{original} is best against both");
    }
    format!("{original} is best against the one and {divided} against the other")
}

fn table(found: &Normalisation) -> DataTable {
    let side = |name: &str, against: &Against| {
        let rank = against.rank.map_or(DataCell::Text(String::new()), |rank| {
            DataCell::Numeral(Numeral::count("rank", rank.into()))
        });
        [
            DataCell::Numeral(Numeral::statistic(&format!("acc_eq*{name}"), against.acc_eq_star)),
            rank,
            DataCell::Numeral(Numeral::score(&format!("epsilon*{name}"), against.epsilon)),
            DataCell::Numeral(Numeral::statistic(&format!("tau_b{name}"), against.tau_b)),
        ]
    };
    let rows = found.metrics.iter().map(|row| {
        let name = [DataCell::Text(row.name.clone())];
        name.into_iter()
            .chain(side("", &row.original))
            .chain(side(" divided", &row.divided))
            .collect()
    });
    let columns = [
        "Metric",
        "acc_eq*",
        "rank",
        "epsilon*",
        "tau_b",
        "acc_eq* divided",
        "rank",
        "epsilon*",
        "tau_b",
    ];
    DataTable {
        title: format!("Against {} and against {}", found.human.0, found.human.1),
        columns: columns.map(str::to_owned).to_vec(),
        rows: rows.collect(),
    }
}
