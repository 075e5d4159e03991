//! A second threshold: outputs that are good enough tie with one another.

use super::catalogue::{Control, Experiment, ExperimentEntry};
use super::{
    DataCell, DataTable, Exhibit, ExperimentRequest, Figure, Numeral, Running, Source, Words, shown,
};
use crate::chart::heat::Heat;
use crate::studies::experiments::two_thresholds::{
    BothThresholds, FindTwoThresholds, HeldOut, Surface, TwoThresholds,
};

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "two-thresholds",
    entry: ExperimentEntry {
        id: "two-thresholds",
        title: "Two thresholds",
        section: "End of section 8.3",
        question: "The paper proposes, and does not try, a second threshold: outputs whose score is at least theta count \
                   as perfect and tie with one another, however far apart they are; all other pairs tie by epsilon. Does \
                   the pair (theta, epsilon) reach a higher acc_eq, also on items that it has not seen?",
        controls: &[Control::seed("Seed of the folds", None)],
        uses_metric: true,
        uses_grouping: true,
    },
    start,
};

fn start(request: &ExperimentRequest, source: &Source) -> Result<Running, String> {
    let seed = request.seed();
    let study = FindTwoThresholds::new(source.scores, request.metric, request.grouping, seed)
        .map_err(|error| error.to_string())?;
    Ok(shown(study, |found| exhibit(&found)))
}

fn exhibit(found: &TwoThresholds) -> Exhibit {
    let (alone, best) = (&found.alone, &found.best);
    let gain = best.acc_eq.zip(alone.acc_eq).map(|(both, alone)| both - alone);
    let mut words = Words::default()
        .say(&format!("With epsilon alone, {} has acc_eq* ", found.metric))
        .put(Numeral::statistic("acc_eq*", alone.acc_eq))
        .say(" at epsilon* ")
        .put(Numeral::score("epsilon", alone.epsilon));
    words = match best.theta {
        None => words.say(". No second threshold makes it better."),
        Some(theta) => words
            .say(". If outputs from theta = ")
            .put(Numeral::score("theta", theta))
            .say(" on (")
            .put(Numeral::share("share_perfect", best.share_perfect))
            .say(" of them) count as perfect, and all others tie by epsilon = ")
            .put(Numeral::score("best_epsilon", best.epsilon))
            .say(", acc_eq is ")
            .put(Numeral::statistic("acc_eq", best.acc_eq))
            .say(", ")
            .compare("gain", gain)
            .say("."),
    };
    if let Some(held_out) = found.held_out.as_ref().filter(|_| best.theta.is_some()) {
        words = words
            .say(" Found on the other folds of the data and applied to one that it has not seen, the second threshold gains ")
            .put(Numeral::statistic("gain_held_out", held_out.gain_held_out))
            .say(" on average, where it gains ")
            .put(Numeral::statistic("gain_in_sample", held_out.gain_in_sample))
            .say(" on the data that it was found on.");
    }
    let mut notes = Vec::new();
    if !best.exact {
        notes.push("There are too many pairs to list: the best two thresholds are those of a fine grid, and nothing is held out.".to_owned());
    }
    Exhibit {
        finding: words.done(),
        notes,
        figures: heat(&found.surface, best).map(Figure::Heat).into_iter().collect(),
        tables: found.held_out.iter().map(table).collect(),
    }
}

/// Three significant digits.
fn short(value: f64) -> String {
    let text = format!("{value:.2e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..6).contains(&exponent) {
        format!("{value:.*}", (2 - exponent).max(0) as usize)
    } else {
        format!("{digits}e{exponent}")
    }
    .replace('-', "−")
}

fn heat(surface: &Surface, best: &BothThresholds) -> Option<Heat> {
    let values = &surface.acc_eq;
    if values.iter().all(Vec::is_empty) {
        return None;
    }
    // The cell nearest to the best pair of thresholds, which need not be on the grid.
    let nearest = |distances: Vec<f64>| {
        (0..distances.len()).min_by(|&a, &b| distances[a].total_cmp(&distances[b]))
    };
    let row = nearest(
        surface.shares_perfect.iter().map(|share| (share - best.share_perfect).abs()).collect(),
    );
    let column =
        nearest(surface.epsilons.iter().map(|epsilon| (epsilon - best.epsilon).abs()).collect());
    let theta = |(theta, share): (&Option<f64>, &f64)| match theta {
        None => "none".to_owned(),
        Some(theta) => format!("{} ({:.0} %)", short(*theta), 100.0 * share),
    };
    Some(Heat {
        title: "acc_eq along both thresholds; the ring is at the best of the points drawn".into(),
        x_title: "epsilon".into(),
        y_title: "theta (outputs that count as perfect)".into(),
        x: surface.epsilons.iter().map(|&epsilon| short(epsilon)).collect(),
        y: surface.thetas.iter().zip(&surface.shares_perfect).map(theta).collect(),
        values: values.clone(),
        best: column.zip(row),
    })
}

fn table(held_out: &HeldOut) -> DataTable {
    let rows = held_out.folds.iter().enumerate().map(|(fold, here)| {
        let statistic = |name: &str, value: f64| DataCell::Numeral(Numeral::statistic(name, value));
        let score = |name: &str, value: Option<f64>| DataCell::Numeral(Numeral::score(name, value));
        let theta =
            here.theta.map_or(DataCell::Text("none".into()), |theta| score("theta", Some(theta)));
        vec![
            DataCell::Numeral(Numeral::count("fold", fold as u64 + 1)),
            DataCell::Numeral(Numeral::count("rows", here.rows as u64)),
            score("epsilon_alone", Some(here.epsilon_alone)),
            theta,
            score("epsilon", Some(here.epsilon)),
            statistic("gain_in_sample", here.gain_in_sample),
            statistic("acc_eq_alone", here.acc_eq_alone),
            statistic("acc_eq", here.acc_eq),
            statistic("gain_held_out", here.gain_held_out),
        ]
    });
    let columns = [
        "Fold",
        "rows",
        "epsilon alone",
        "theta",
        "epsilon",
        "gain on the others",
        "acc_eq, epsilon alone",
        "acc_eq, both",
        "gain held out",
    ];
    DataTable {
        title: "Each fold, with the thresholds of the others".into(),
        columns: columns.map(str::to_owned).to_vec(),
        rows: rows.collect(),
    }
}
