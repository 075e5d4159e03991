//! Absolute and relative thresholds.

use super::catalogue::{Control, Experiment, ExperimentEntry};
use super::{
    DataCell, DataTable, Exhibit, ExperimentRequest, Figure, Numeral, Running, Source, Words, shown,
};
use crate::chart::lines::{Ink, Lines, Mark, Scale, Series, Style};
use crate::studies::experiments::relative::{
    AlongThreshold, CompareRelative, RelativeEpsilon, SearchMethod,
};

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "relative",
    entry: ExperimentEntry {
        id: "relative",
        title: "Absolute or relative epsilon?",
        section: "Limitations",
        question: "A difference of 0.1 is much at 0.2 and nothing at 100. A relative threshold ties two scores when they \
                   differ by at most epsilon times the larger one in size. (The paper tried relative differences and gives \
                   no formula; this one is ours.) The two are compared by the share of pairs that they tie.",
        controls: &[Control::seed("Seed", None)],
        uses_metric: true,
        uses_grouping: true,
    },
    start,
};

fn start(request: &ExperimentRequest, source: &Source) -> Result<Running, String> {
    let seed = request.seed();
    let study = CompareRelative::new(source.scores, request.metric, request.grouping, seed)
        .map_err(|error| error.to_string())?;
    Ok(shown(study, |found| exhibit(&found)))
}

/// The kinds of threshold, as far as they were tried, with their colours.
fn kinds(found: &RelativeEpsilon) -> Vec<(&'static str, Ink, &AlongThreshold)> {
    let mut kinds =
        vec![("absolute", Ink::AccEq, &found.absolute), ("relative", Ink::Second, &found.relative)];
    if let Some(sample) = &found.absolute_on_sample {
        kinds.push(("absolute, on the same sample", Ink::Third, sample));
    }
    kinds
}

fn exhibit(found: &RelativeEpsilon) -> Exhibit {
    let mut words = Words::default();
    words = match found.absolute.best.zip(found.relative.best) {
        None => words.say("There is no pair."),
        Some((absolute, relative)) => words
            .say(&format!("{} reaches acc_eq* ", found.metric))
            .put(Numeral::statistic("acc_eq*", absolute.acc_eq))
            .say(" with an absolute epsilon* of ")
            .put(Numeral::score("epsilon", absolute.epsilon))
            .say(", which ties ")
            .put(Numeral::share("metric_tied", absolute.share_tied))
            .say(" of the pairs, and ")
            .put(Numeral::statistic("relative_acc_eq", relative.acc_eq))
            .say(" with a relative one of ")
            .put(Numeral::score("relative_epsilon", relative.epsilon))
            .say(", which ties ")
            .put(Numeral::share("relative_tied", relative.share_tied))
            .say(": ")
            .compare("gain", Some(relative.acc_eq - absolute.acc_eq))
            .say(". Which is better depends on where the metric has its zero."),
    };
    let notes = match found.relative.method {
        SearchMethod::Listed | SearchMethod::Counted => Vec::new(),
        SearchMethod::Logarithms => vec!["There are too many pairs to list; all scores have one sign, so the relative epsilon is \
                                    found as an absolute one on their logarithms, exact up to the rounding of these.".to_owned()],
        SearchMethod::Sample => vec!["There are too many pairs to list: the relative epsilon is that of a random sample of two \
                                million.".to_owned()],
    };
    Exhibit {
        finding: words.done(),
        notes,
        figures: vec![Figure::Lines(figure(found))],
        tables: vec![table(found)],
    }
}

fn figure(found: &RelativeEpsilon) -> Lines {
    let kinds = kinds(found);
    let series = kinds.iter().map(|(name, ink, along)| Series {
        name: (*name).to_owned(),
        ink: *ink,
        style: Style::Line,
        points: along.curve.iter().map(|point| (point.share_tied, point.acc_eq)).collect(),
    });
    let marks = kinds.iter().filter_map(|(name, ink, along)| {
        Some(Mark { at: along.best?.share_tied, label: (*name).to_owned(), ink: *ink })
    });
    Lines {
        title: "acc_eq along the share of pairs tied".into(),
        x: Scale { percent: true, range: Some((0.0, 1.0)), ..Scale::new("pairs the metric ties") },
        y: Scale::new("acc_eq"),
        series: series.collect(),
        marks: marks.collect(),
        ..Lines::default()
    }
}

fn table(found: &RelativeEpsilon) -> DataTable {
    let rows = kinds(found).into_iter().map(|(name, _, along)| {
        let best = along.best;
        let score = |name: &str, value| DataCell::Numeral(Numeral::score(name, value));
        vec![
            DataCell::Text(name.to_owned()),
            score("epsilon", best.map(|best| best.epsilon)),
            score("last_epsilon", best.map(|best| best.last_epsilon)),
            DataCell::Numeral(Numeral::statistic("acc_eq", best.map(|best| best.acc_eq))),
            DataCell::Numeral(Numeral::share("metric_tied", best.map(|best| best.share_tied))),
            DataCell::Text(if along.exact { "yes" } else { "no" }.to_owned()),
        ]
    });
    let columns = ["Threshold", "epsilon*", "to", "acc_eq*", "pairs tied", "exact"];
    DataTable {
        title: "The best threshold of each kind".into(),
        columns: columns.map(str::to_owned).to_vec(),
        rows: rows.collect(),
    }
}
