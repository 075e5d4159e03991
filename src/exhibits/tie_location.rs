//! Where epsilon* introduces ties.

use super::catalogue::{Experiment, ExperimentEntry};
use super::{
    DataCell, DataTable, Exhibit, ExperimentRequest, Figure, Numeral, Running, Source, Words, shown,
};
use crate::chart::lines::{Ink, Lines, Scale, Series, Style};
use crate::studies::experiments::tie_location::{LocateTies, Located, TieLocation};

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "tie-location",
    entry: ExperimentEntry {
        id: "tie-location",
        title: "Where are ties introduced?",
        section: "Figure 5, section 8.3",
        question: "Calibration ties pairs whose scores are close. Are these everywhere, or mostly where scores are high, \
                   where outputs without an error tie for the human too? Each pair lies at the average of its two \
                   scores.",
        controls: &[],
        uses_metric: true,
        uses_grouping: true,
    },
    start,
};

fn start(request: &ExperimentRequest, source: &Source) -> Result<Running, String> {
    let study = LocateTies::new(source.scores, request.metric, request.grouping)
        .map_err(|error| error.to_string())?;
    Ok(shown(study, |found| exhibit(&found)))
}

/// `part` of `all`; nothing of nothing.
fn share(part: u64, all: u64) -> Option<f64> {
    (all > 0).then(|| part as f64 / all as f64)
}

fn exhibit(found: &TieLocation) -> Exhibit {
    let total = found.total;
    let [first, last] = [found.parts.first(), found.parts.last()]
        .map(|part| part.map(|part| part.located).unwrap_or_default());
    let words = if total.pairs == 0 {
        Words::default().say("There is no pair.")
    } else if total.tied == 0 {
        Words::default().say(&format!("At epsilon* = 0, {} ties no pair.", found.metric))
    } else {
        located(found, total, first, last)
    };
    let figures = [densities(found), parts(found)].map(Figure::Lines);
    Exhibit {
        finding: words.done(),
        notes: vec!["Pairs of all groups are counted alike.".into()],
        figures: figures.to_vec(),
        tables: vec![table(found)],
    }
}

fn located(found: &TieLocation, total: Located, first: Located, last: Located) -> Words {
    let parts = found.parts.len();
    Words::default()
        .say("At epsilon* ")
        .put(Numeral::score("epsilon", found.epsilon))
        .say(&format!(", {} ties ", found.metric))
        .put(Numeral::share("metric_tied", share(total.tied, total.pairs)))
        .say(&format!(" of the pairs: of the first of {parts} parts, with the lowest scores, "))
        .put(Numeral::share("tied_in_lowest", share(first.tied, first.pairs)))
        .say(", of the last, with the highest, ")
        .put(Numeral::share("tied_in_highest", share(last.tied, last.pairs)))
        .say(". Of its ties the human shares ")
        .put(Numeral::share("right_in_lowest", share(first.right, first.tied)))
        .say(" in the first part and ")
        .put(Numeral::share("right_in_highest", share(last.right, last.tied)))
        .say(" in the last. The average score of a pair is ")
        .put(Numeral::score("mean", found.mean.0))
        .say(", that of a tied pair ")
        .put(Numeral::score("mean_tied", found.mean.1))
        .say(".")
}

fn densities(found: &TieLocation) -> Lines {
    let series = |name: &str, ink, of: fn(&Located) -> u64| {
        let all: u64 = found.bins.iter().map(of).sum();
        let width = found.edges.get(1).zip(found.edges.first()).map_or(0.0, |(b, a)| b - a);
        let middles = found.edges.iter().map(|edge| edge + 0.5 * width);
        let density = |bin| of(bin) as f64 / (all as f64 * width);
        let points = middles.zip(found.bins.iter().map(density)).collect();
        Series { name: name.to_owned(), ink, style: Style::Line, points }
    };
    Lines {
        title: "Average scores of all pairs and of tied pairs".into(),
        x: Scale::new("average score of the pair"),
        y: Scale::new("density"),
        series: vec![
            series("all pairs", Ink::Text, |bin| bin.pairs),
            series("tied at epsilon*", Ink::AccEq, |bin| bin.tied),
            series("tied at epsilon* and by the human", Ink::Second, |bin| bin.right),
        ],
        ..Lines::default()
    }
}

fn parts(found: &TieLocation) -> Lines {
    let series = |name: &str, ink, of: fn(&Located) -> Option<f64>| {
        let shares = found
            .parts
            .iter()
            .enumerate()
            .map(|(part, here)| ((part + 1) as f64, of(&here.located).unwrap_or(f64::NAN)));
        Series { name: name.to_owned(), ink, style: Style::Dotted, points: shares.collect() }
    };
    Lines {
        title: "Ties in parts of the pairs".into(),
        x: Scale {
            range: Some((0.5, found.parts.len() as f64 + 0.5)),
            ..Scale::new("parts of the pairs, by average score")
        },
        y: Scale { percent: true, range: Some((0.0, 1.0)), ..Scale::new("share of the pairs") },
        series: vec![
            series("tied by the metric", Ink::AccEq, |here| share(here.tied, here.pairs)),
            series("tied by the human", Ink::Text, |here| share(here.human_tied, here.pairs)),
            series("of the metric’s ties, right", Ink::Second, |here| {
                share(here.right, here.tied)
            }),
        ],
        ..Lines::default()
    }
}

fn table(found: &TieLocation) -> DataTable {
    let rows = found.parts.iter().enumerate().map(|(part, here)| {
        let Located { pairs, tied, right, human_tied } = here.located;
        vec![
            DataCell::Numeral(Numeral::count("tenth", part as u64 + 1)),
            DataCell::Numeral(Numeral::score("from", here.from)),
            DataCell::Numeral(Numeral::score("to", here.to)),
            DataCell::Numeral(Numeral::count("pairs", pairs)),
            DataCell::Numeral(Numeral::share("metric_tied", share(tied, pairs))),
            DataCell::Numeral(Numeral::share("human_tied", share(human_tied, pairs))),
            DataCell::Numeral(Numeral::share("right", share(right, tied))),
        ]
    });
    let columns = [
        "Part",
        "from",
        "to",
        "pairs",
        "tied by the metric",
        "tied by the human",
        "of the metric’s ties, right",
    ];
    DataTable {
        title: "Ties in parts of the pairs, in the order of their average score".into(),
        columns: columns.map(str::to_owned).to_vec(),
        rows: rows.collect(),
    }
}
