//! How close a sample of the pairs comes.

use super::catalogue::{Control, Experiment, ExperimentEntry};
use super::{
    DataCell, DataTable, Exhibit, ExperimentRequest, Figure, Numeral, Running, Source, Words, shown,
};
use crate::chart::lines::{Ink, Lines, Mark, Scale, Series, Style};
use crate::studies::experiments::sampling::{
    REPEATS, SampledShare, SampledStar, Sampling, TrySampling,
};

/// The share that the paper looks at.
const TENTH: f64 = 0.1;

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "sampling",
    entry: ExperimentEntry {
        id: "sampling",
        title: "How good is sampling?",
        section: "Figure 7, Appendix E",
        question: "The reference implementation searches epsilon on a random share of the pairs where there are too \
                   many; Tiescope never needs to. How far from the exact epsilon* and acc_eq* does a sample lead?",
        controls: &[
            Control::Whole {
                name: "repeats",
                label: "Repeats",
                least: 2,
                most: 100,
                usual: REPEATS,
                only: None,
            },
            Control::seed("Seed", None),
        ],
        uses_metric: true,
        uses_grouping: true,
    },
    start,
};

fn start(request: &ExperimentRequest, source: &Source) -> Result<Running, String> {
    let repeats = request.whole("repeats", 2..=100, REPEATS.into()) as u32;
    let seed = request.seed();
    let study = TrySampling::new(source.scores, request.metric, request.grouping, repeats, seed)
        .map_err(|error| error.to_string())?;
    Ok(shown(study, move |found| exhibit(&found, repeats)))
}

fn exhibit(found: &Sampling, repeats: u32) -> Exhibit {
    let Some(exact) = found.exact else {
        let finding = Words::default().say("There is no pair to sample.").done();
        return Exhibit { finding, ..Exhibit::default() };
    };
    let mut words = Words::default()
        .say("Of all ")
        .put(Numeral::count("pairs", found.pairs))
        .say(" pairs, epsilon* is ")
        .put(Numeral::score("epsilon", exact.epsilon))
        .say(" and acc_eq* ")
        .put(Numeral::statistic("acc_eq*", exact.acc_eq))
        .say(".");
    let looked = found.shares.iter().find(|one| one.share == TENTH).or(found.shares.last());
    if let Some(one) = looked {
        words = words
            .say(" On ")
            .put(Numeral::share("sampled", one.pairs as f64 / found.pairs as f64))
            .say(" of them, ")
            .put(Numeral::count("sampled_pairs", one.pairs))
            .say(&format!(" pairs, {repeats} samples are off by at most "))
            .put(Numeral::score("epsilon_off", one.epsilon.largest_difference))
            .say(" in epsilon and ")
            .put(Numeral::score("acc_eq_off", one.acc_eq.largest_difference))
            .say(" in acc_eq*; using such an epsilon costs at most ")
            .put(Numeral::score("loss", one.loss.largest_difference))
            .say(" of acc_eq. Such a sample takes ")
            .put(Numeral::seconds("sample_seconds", one.seconds))
            .say(" s, the exact calibration of all pairs ")
            .put(Numeral::seconds("exact_seconds", found.seconds))
            .say(" s. In the paper the largest differences at 10 % are 0.0025 and 0.000043.");
    }
    Exhibit {
        finding: words.done(),
        notes: notes(found),
        figures: [epsilons(found), accuracies(found)].map(Figure::Lines).to_vec(),
        tables: vec![table(found)],
    }
}

fn notes(found: &Sampling) -> Vec<String> {
    let mut notes = vec![
        "How close a sample comes depends on how many pairs it has, not on their share: by item a tenth is few."
            .to_owned(),
    ];
    if found.with_replacement {
        notes.push("There are too many pairs to list: they are drawn with replacement.".to_owned());
    }
    if !found.left_out.is_empty() {
        let shares: Vec<String> =
            found.left_out.iter().map(|share| format!("{} %", 100.0 * share)).collect();
        notes.push(format!("More than two million pairs, and so left out: {}.", shares.join(", ")));
    }
    notes
}

/// One dot for each sample.
fn dots(found: &Sampling, name: &str, ink: Ink, of: fn(&SampledStar) -> f64) -> Series {
    let points = |one: &SampledShare| -> Vec<(f64, f64)> {
        let percent = 100.0 * one.pairs as f64 / found.pairs as f64;
        one.samples.iter().map(|sample| (percent, of(sample))).collect()
    };
    let points = found.shares.iter().flat_map(points).collect();
    Series { name: name.to_owned(), ink, style: Style::Dots, points }
}

fn epsilons(found: &Sampling) -> Lines {
    Lines {
        title: "epsilon of each sample".into(),
        x: Scale { log: true, ..Scale::new("percent of the pairs") },
        y: Scale::new("epsilon"),
        series: vec![dots(found, "samples", Ink::First, |sample| sample.epsilon)],
        levels: level(found.exact.map(|exact| exact.epsilon), "epsilon*"),
        ..Lines::default()
    }
}

fn accuracies(found: &Sampling) -> Lines {
    Lines {
        title: "acc_eq of each sample".into(),
        x: Scale { log: true, ..Scale::new("percent of the pairs") },
        y: Scale::new("acc_eq"),
        series: vec![
            dots(found, "of the sample, at its epsilon", Ink::Second, |sample| sample.acc_eq),
            dots(found, "of all pairs, at its epsilon", Ink::AccEq, |sample| sample.acc_eq_of_all),
        ],
        levels: level(found.exact.map(|exact| exact.acc_eq), "acc_eq*"),
        ..Lines::default()
    }
}

fn level(value: Option<f64>, label: &str) -> Vec<Mark> {
    value.map(|at| Mark { at, label: label.to_owned(), ink: Ink::Text }).into_iter().collect()
}

fn table(found: &Sampling) -> DataTable {
    let rows = found.shares.iter().map(|one| {
        let score = |name: &str, value: Option<f64>| DataCell::Numeral(Numeral::score(name, value));
        vec![
            score("percent", Some(100.0 * one.pairs as f64 / found.pairs as f64)),
            DataCell::Numeral(Numeral::count("sampled_pairs", one.pairs)),
            score("epsilon_mean", Some(one.epsilon.mean)),
            score("epsilon_deviation", one.epsilon.deviation),
            score("epsilon_off", Some(one.epsilon.largest_difference)),
            DataCell::Numeral(Numeral::statistic("acc_eq_mean", one.acc_eq.mean)),
            score("acc_eq_deviation", one.acc_eq.deviation),
            score("acc_eq_off", Some(one.acc_eq.largest_difference)),
            score("loss_mean", Some(one.loss.mean)),
            score("loss", Some(one.loss.largest_difference)),
            DataCell::Numeral(Numeral::seconds("seconds", one.seconds)),
        ]
    });
    let columns = [
        "%",
        "pairs",
        "epsilon, mean",
        "deviation",
        "most off",
        "acc_eq*, mean",
        "deviation",
        "most off",
        "loss, mean",
        "largest",
        "seconds each",
    ];
    DataTable {
        title: "Samples of each share, against all pairs".into(),
        columns: columns.map(str::to_owned).to_vec(),
        rows: rows.collect(),
    }
}
