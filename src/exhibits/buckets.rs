//! The NaN problem: a metric's scores in k buckets.

use super::catalogue::{Control, Experiment, ExperimentEntry};
use super::{
    DataCell, DataTable, Exhibit, ExperimentRequest, Figure, Frame, Numeral, Running, Source,
    Words, shown,
};
use crate::chart::lines::{Ink, Lines, Mark, Scale, Series, Style};
use crate::stats::{Average, Statistic};
use crate::studies::experiments::buckets::{Buckets, FillBuckets, edges};

/// The histogram of scores has so many bins.
const BINS: u32 = 60;
/// Buckets up to this number can be told apart in it.
const MOST_SHOWN: u32 = 61;
/// A gain up to this is none.
const LITTLE: f64 = 0.001;

const STATISTICS: &[(&str, &str)] = &[
    ("tau_b", "tau_b"),
    ("tau_a", "tau_a"),
    ("tau_c", "tau_c"),
    ("tau_10", "tau_10"),
    ("tau_13", "tau_13"),
    ("tau_14", "tau_14"),
    ("tau_eq", "tau_eq"),
    ("pearson", "Pearson’s r"),
    ("spearman", "Spearman’s rho"),
];

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "buckets",
    entry: ExperimentEntry {
        id: "buckets",
        title: "The NaN problem",
        section: "Figure 3, section 5.2",
        question: "The metric’s scores are put into k buckets of equal width, so that it says less and ties more. \
                   Groups in which it ties everything have no tau_b (NaN), and drop out of the average. Can a metric \
                   gain by saying less? acc_eq is always defined.",
        controls: &[Control::Choice { name: "statistic", label: "Statistic", options: STATISTICS }],
        uses_metric: true,
        uses_grouping: true,
    },
    start,
};

fn start(request: &ExperimentRequest, source: &Source) -> Result<Running, String> {
    let names: Vec<&str> = STATISTICS.iter().map(|(name, _)| *name).collect();
    let chosen = request.choice("statistic", &names);
    let place = Statistic::ALL.iter().position(|known| known.entry().name == chosen).unwrap_or(0);
    let study = FillBuckets::new(source.scores, request.metric, request.grouping, BINS)
        .map_err(|error| error.to_string())?;
    let metric = source.scores.metrics[request.metric].name.clone();
    Ok(shown(study, move |found| exhibit(&found, place, &metric)))
}

fn exhibit(found: &Buckets, place: usize, metric: &str) -> Exhibit {
    let name = Statistic::ALL[place].entry().name;
    let gamed = &found.gamed[place];
    let original = &found.original[place];
    let mut words = Words::default()
        .say(&format!("As its scores are, {metric} has {name} "))
        .put(Numeral::statistic(name, original.value))
        .say(" over ")
        .put(Numeral::count("groups", original.groups))
        .say(" of ")
        .put(Numeral::count("groups_used", found.groups_used as u64))
        .say(" groups. ");
    if let Some(k) = gamed.k {
        let gain =
            gamed.value.zip(gamed.original).map_or(0.0, |(value, original)| value - original);
        let lost = gamed.original_groups.saturating_sub(gamed.groups);
        words = words
            .say(if gain > LITTLE {
                "A metric that wants to win says less: in "
            } else {
                "Saying less does not pay: at best, in "
            })
            .put(Numeral::count("k", k.into()))
            .say(" buckets it has ")
            .put(Numeral::statistic(&format!("{name}_gamed"), gamed.value))
            .say(" over ")
            .put(Numeral::count("gamed_groups", gamed.groups));
        words = match lost {
            0 => words.say(": no group drops out, what it gains it gains by tying pairs."),
            _ => words.say(": ").put(Numeral::count("lost", lost)).say(" groups have dropped out."),
        };
        if let Some(row) = found.k.iter().position(|known| *known == k) {
            words = words
                .say(" acc_eq is ")
                .put(Numeral::statistic("acc_eq", accuracy(&found.original)))
                .say(" with the scores as they are and ")
                .put(Numeral::statistic("acc_eq_gamed", accuracy(&found.averages[row])))
                .say(" with these buckets, over all groups in either case: ")
                .say(if accuracy(&found.averages[row]) > accuracy(&found.original) {
                    "a metric that hardly ties gains by ties that are right, be they of buckets or of an epsilon."
                } else {
                    "what they tie is wrong more often than it is right, and acc_eq counts that."
                });
        }
    }
    Exhibit {
        finding: words.done(),
        notes: vec!["All statistics are with exact ties (epsilon = 0).".into()],
        figures: figures(found, place, name, metric),
        tables: vec![games(found), values(found, place, name)],
    }
}

fn accuracy(averages: &[Average]) -> Option<f64> {
    averages.iter().find(|one| one.statistic == Statistic::AccEq)?.value
}

fn figures(found: &Buckets, place: usize, name: &str, metric: &str) -> Vec<Figure> {
    let over = |of: &dyn Fn(&Vec<Average>) -> Option<f64>| -> Vec<(f64, f64)> {
        let values = found.averages.iter().map(|row| of(row).unwrap_or(f64::NAN));
        found.k.iter().map(|&k| f64::from(k)).zip(values).collect()
    };
    let x = || Scale { log: true, ..Scale::new("k, the number of buckets") };
    let level = |value: Option<f64>, label: &str, ink| {
        value.map(|at| Mark { at, label: label.to_owned(), ink })
    };
    let value = Lines {
        title: format!("{name} and acc_eq against k"),
        x: x(),
        y: Scale::new("value"),
        series: vec![
            series(name, Ink::Second, over(&|row| row[place].value)),
            series("acc_eq", Ink::AccEq, over(&|row| accuracy(row))),
        ],
        levels: [
            level(found.original[place].value, &format!("{name} as it is"), Ink::Second),
            level(accuracy(&found.original), "acc_eq as it is", Ink::AccEq),
        ]
        .into_iter()
        .flatten()
        .collect(),
        ..Lines::default()
    };
    let groups = Lines {
        title: format!("Groups in which {name} is defined"),
        x: x(),
        y: Scale {
            range: Some((0.0, 1.05 * found.groups_used.max(1) as f64)),
            ..Scale::new("groups")
        },
        series: vec![
            series(name, Ink::Second, over(&|row| Some(row[place].groups as f64))),
            series("acc_eq", Ink::AccEq, over(&|_| Some(found.groups_used as f64))),
        ],
        ..Lines::default()
    };
    let mut figures = vec![Figure::Lines(value), Figure::Lines(groups)];
    figures.extend(frames(found, place, name, metric));
    figures
}

fn series(name: &str, ink: Ink, points: Vec<(f64, f64)>) -> Series {
    Series { name: name.to_owned(), ink, style: Style::Dotted, points }
}

/// The buckets on the histogram of scores, for each k that can be seen there.
fn frames(found: &Buckets, place: usize, name: &str, metric: &str) -> Option<Figure> {
    let (least, greatest) = (found.least?, found.greatest?);
    if least == greatest {
        return None;
    }
    let bins = edges(least, greatest, BINS);
    let counts = found.histogram.iter().map(|&count| count as f64).chain([0.0]);
    let bars = Series {
        name: "rows".to_owned(),
        ink: Ink::First,
        style: Style::Bars,
        points: bins.iter().copied().zip(counts).collect(),
    };
    let rows = found.k.iter().zip(&found.averages).filter(|(k, _)| **k <= MOST_SHOWN);
    let frames = rows.map(|(&k, row)| {
        let average = &row[place];
        let value = average.value.map_or("undefined".to_owned(), |value| format!("{value:.4}"));
        Frame {
            name: format!("{k} buckets: {name} {value} over {} groups", average.groups),
            lines: Lines {
                title: format!("Scores of {metric}"),
                x: Scale { range: Some((least, greatest)), ..Scale::new(metric) },
                y: Scale::new("rows"),
                series: vec![bars.clone()],
                rulers: edges(least, greatest, k),
                ..Lines::default()
            },
        }
    });
    Some(Figure::Frames { label: "The buckets on the scores".to_owned(), frames: frames.collect() })
}

/// What a dishonest metric would choose.
fn games(found: &Buckets) -> DataTable {
    let rows = found.gamed.iter().map(|gamed| {
        let name = gamed.statistic.entry().name;
        let gain = gamed.value.zip(gamed.original).map(|(value, original)| value - original);
        vec![
            DataCell::Text(name.to_owned()),
            DataCell::Numeral(Numeral::statistic(name, gamed.original)),
            DataCell::Numeral(Numeral::count("groups", gamed.original_groups)),
            gamed.k.map_or(DataCell::Text(String::new()), |k| {
                DataCell::Numeral(Numeral::count("k", k.into()))
            }),
            DataCell::Numeral(Numeral::statistic(&format!("{name}_gamed"), gamed.value)),
            DataCell::Numeral(Numeral::count("gamed_groups", gamed.groups)),
            DataCell::Numeral(Numeral::statistic(&format!("{name}_gain"), gain)),
        ]
    });
    let columns = ["Statistic", "as it is", "groups", "best k", "with it", "groups", "gain"];
    DataTable {
        title: "Game it: the number of buckets that suits each statistic best".to_owned(),
        columns: columns.map(str::to_owned).to_vec(),
        rows: rows.collect(),
    }
}

fn values(found: &Buckets, place: usize, name: &str) -> DataTable {
    let rows = found.k.iter().zip(&found.averages).zip(&found.tied).map(|((&k, row), &tied)| {
        vec![
            DataCell::Numeral(Numeral::count("k", k.into())),
            DataCell::Numeral(Numeral::statistic(name, row[place].value)),
            DataCell::Numeral(Numeral::count("groups", row[place].groups)),
            DataCell::Numeral(Numeral::statistic("acc_eq", accuracy(row))),
            DataCell::Numeral(Numeral::share("metric_tied", tied)),
        ]
    });
    DataTable {
        title: "Every k".to_owned(),
        columns: ["k", name, "groups", "acc_eq", "pairs tied"].map(str::to_owned).to_vec(),
        rows: rows.collect(),
    }
}
