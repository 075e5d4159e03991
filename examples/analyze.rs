//! Prints every number Tiescope computes for a score file, as JSON.
//!
//! ```text
//! cargo run --release --example analyze -- FILE [--human COL] [--metric COL]...
//!     [--item COL]... [--system COL] [--group none|item|system] [--exclude SYSTEM]...
//!     [--leave-out COL=NAME]... [--divide-human-by COL]
//!     [--lower-is-better COL]... [--epsilon E]... [--duplicates average|first|error]
//!     [--numbers point|comma|thousands] [--layout tidy|wide] [--no-header] [--merge-noise]
//! ```
//!
//! Without options the roles of the columns are guessed, all metrics are
//! analysed, and rows are grouped by item if there is an item column.

mod options;

use options::{Fallible, Options};
use serde_json::{Map, Value, json};
use tiescope::scores::ScoreSet;
use tiescope::stats::{Average, Evaluation, Grouping, evaluate};
use tiescope::studies::Study;
use tiescope::studies::measure::{self, MeasureAlone};

fn main() {
    options::exit_on_error("analyze", run());
}

fn run() -> Fallible<()> {
    let mut epsilons = Vec::new();
    let options = Options::parse(|name, parser| {
        if name == "epsilon" {
            epsilons.push(parse_epsilon(&options::text(parser)?)?);
        }
        Ok(name == "epsilon")
    })?;
    let scores = options.scores()?;
    let grouping = options.grouping(&scores);
    let metrics = 0..scores.metrics.len();
    let results = metrics.map(|metric| analyse(&scores, metric, grouping, &epsilons));
    let results = results.collect::<Fallible<Vec<_>>>()?;
    println!("{}", serde_json::to_string_pretty(&results)?);
    Ok(())
}

fn parse_epsilon(text: &str) -> Result<f64, String> {
    let epsilon: Option<f64> = text.parse().ok();
    epsilon
        .filter(|epsilon| epsilon.is_finite() && *epsilon >= 0.0)
        .ok_or_else(|| format!("--epsilon takes a finite number from 0 up, not “{text}”"))
}

fn analyse(
    scores: &ScoreSet,
    metric: usize,
    grouping: Grouping,
    epsilons: &[f64],
) -> Fallible<Value> {
    let groups = measure::groups(scores, metric, grouping)?;
    let measured = MeasureAlone::new(scores, metric, grouping)?.run();
    let asked = epsilons.iter().map(|&epsilon| evaluate(&groups, epsilon));
    let at: Vec<Value> =
        [measured.at_zero, measured.at_star].into_iter().chain(asked).map(reading).collect();
    let statistics: Map<String, Value> =
        measured.statistics_at_zero.iter().map(statistic).collect();
    Ok(json!({
        "metric": measured.metric,
        "grouping": grouping,
        "groups": measured.groups_used,
        "rows": measured.rows,
        "pairs": measured.pairs,
        "human_tied_pairs": measured.human_tied_pairs,
        "statistics": statistics,
        "calibration": {
            "epsilon": measured.calibration.epsilon,
            "last_epsilon": measured.calibration.last_epsilon,
            "value": measured.at_star.acc_eq,
        },
        "at": at,
    }))
}

fn statistic(average: &Average) -> (String, Value) {
    let value = match average.value {
        Some(value) => json!({"value": value, "groups": average.groups}),
        None => json!({"value": null, "reason": average.reason}),
    };
    (average.statistic.entry().name.to_owned(), value)
}

fn reading(at: Evaluation) -> Value {
    json!({
        "epsilon": at.epsilon,
        "counts": at.counts,
        "acc_eq": at.acc_eq,
        "ties": at.ties,
        "correct_rank": at.correct_rank,
    })
}
