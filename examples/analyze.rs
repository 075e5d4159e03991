//! Prints every number Tiescope computes for a score file, as JSON.
//!
//! ```text
//! cargo run --release --example analyze -- FILE [--human COL] [--metric COL]...
//!     [--item COL] [--system COL] [--group none|item|system] [--exclude SYSTEM]...
//!     [--leave-out COL=NAME]... [--divide-human-by COL]
//!     [--lower-is-better COL]... [--epsilon E]... [--duplicates average|first|error]
//!     [--numbers point|comma|thousands] [--layout tidy|wide] [--no-header] [--merge-noise]
//! ```
//!
//! Without options the roles of the columns are guessed, all metrics are
//! analysed, and rows are grouped by item if there is an item column.

use std::error::Error;
use std::path::PathBuf;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use tiescope::scores::{
    Duplicates, Filter, LoadError, Roles, ScoreFile, ScoreRole, ScoreSet, Settings,
};
use tiescope::stats::{Average, Evaluation, Grouping, evaluate};
use tiescope::studies::Study;
use tiescope::studies::measure::{self, MeasureAlone};

#[derive(Default)]
struct Options {
    file: PathBuf,
    human: Option<String>,
    metrics: Vec<String>,
    item: Option<String>,
    system: Option<String>,
    grouping: Option<Grouping>,
    exclude: Vec<String>,
    leave_out: Vec<String>,
    divide_human_by: Option<String>,
    lower_is_better: Vec<String>,
    epsilons: Vec<f64>,
    duplicates: Option<Duplicates>,
    merge_noise: bool,
    settings: Settings,
}

fn main() {
    if let Err(error) = run() {
        eprintln!("analyze: {error}");
        if let Some(error) = error.downcast_ref::<LoadError>() {
            eprintln!("{}", error.remedy());
            for choice in error.choices() {
                eprintln!("- {}: {}", choice.label, json!(choice.set));
            }
        }
        std::process::exit(1);
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let options = parse_options()?;
    let bytes = std::fs::read(&options.file)
        .map_err(|error| format!("{}: {error}", options.file.display()))?;
    let file = ScoreFile::read(&bytes, &options.settings)?;
    let scores = file.score_set(&roles(&file, &options)?)?;
    let default = if scores.item.is_some() { Grouping::Item } else { Grouping::None };
    let grouping = options.grouping.unwrap_or(default);
    let metrics = 0..scores.metrics.len();
    let results = metrics.map(|metric| analyse(&scores, metric, grouping, &options.epsilons));
    let results = results.collect::<Result<Vec<_>, _>>()?;
    println!("{}", serde_json::to_string_pretty(&results)?);
    Ok(())
}

fn parse_options() -> Result<Options, Box<dyn Error>> {
    use lexopt::prelude::*;
    let mut options = Options::default();
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Value(file) if options.file.as_os_str().is_empty() => options.file = file.into(),
            Long("human") => options.human = Some(parser.value()?.string()?),
            Long("metric") => options.metrics.push(parser.value()?.string()?),
            Long("item") => options.item = Some(parser.value()?.string()?),
            Long("system") => options.system = Some(parser.value()?.string()?),
            Long("exclude") => options.exclude.push(parser.value()?.string()?),
            Long("lower-is-better") => options.lower_is_better.push(parser.value()?.string()?),
            Long("epsilon") => options.epsilons.push(parse_epsilon(&parser.value()?.string()?)?),
            Long("group") => options.grouping = Some(parse_grouping(&parser.value()?.string()?)?),
            Long("duplicates") => options.duplicates = Some(choice(&mut parser, "duplicates")?),
            Long("numbers") => options.settings.numbers = Some(choice(&mut parser, "numbers")?),
            Long("layout") => options.settings.layout = Some(choice(&mut parser, "layout")?),
            Long("merge-noise") => options.merge_noise = true,
            Long("no-header") => options.settings.header = Some(false),
            other => return Err(other.unexpected().into()),
        }
    }
    if options.file.as_os_str().is_empty() {
        return Err("name a score file: a CSV or TSV with a header".into());
    }
    Ok(options)
}

fn parse_grouping(name: &str) -> Result<Grouping, String> {
    match name {
        "none" => Ok(Grouping::None),
        "item" => Ok(Grouping::Item),
        "system" => Ok(Grouping::System),
        _ => Err(format!("--group takes none, item or system, not “{name}”")),
    }
}

/// A value by the name it has in data.
fn choice<T: DeserializeOwned>(
    parser: &mut lexopt::Parser,
    option: &str,
) -> Result<T, Box<dyn Error>> {
    use lexopt::ValueExt;
    let name = parser.value()?.string()?;
    let value = serde_json::from_value(name.into());
    value.map_err(|error| format!("--{option}: {error}").into())
}

fn parse_epsilon(text: &str) -> Result<f64, String> {
    let epsilon: Option<f64> = text.parse().ok();
    epsilon
        .filter(|epsilon| epsilon.is_finite() && *epsilon >= 0.0)
        .ok_or_else(|| format!("--epsilon takes a finite number from 0 up, not “{text}”"))
}

/// The guessed roles, changed as the options say.
fn roles(file: &ScoreFile, options: &Options) -> Result<Roles, Box<dyn Error>> {
    let column = |name: &String| {
        let found = file.columns().iter().position(|column| column.name == *name);
        found.ok_or_else(|| format!("the file has no column “{name}”"))
    };
    let role =
        |name: &String| column(name).map(|column| ScoreRole { column, lower_is_better: false });
    // The guess may fail where the options say all that is needed.
    let mut roles = match file.guess_roles() {
        Ok(roles) => roles,
        Err(_) if options.human.is_some() && !options.metrics.is_empty() => {
            Roles { human: None, ..Roles::of_columns(0, []) }
        }
        Err(error) => return Err(error.into()),
    };
    if let Some(name) = &options.human {
        roles.human = Some(role(name)?);
    }
    if let Some(name) = &options.item {
        roles.item = Some(column(name)?);
    }
    if let Some(name) = &options.system {
        roles.system = Some(column(name)?);
    }
    if !options.metrics.is_empty() {
        roles.metrics = options.metrics.iter().map(role).collect::<Result<_, _>>()?;
    }
    let taken =
        [roles.human.map(|human| human.column), roles.item, roles.system, roles.divide_human_by];
    roles.metrics.retain(|metric| !taken.contains(&Some(metric.column)));
    for name in &options.lower_is_better {
        let column = column(name)?;
        let scores = roles.human.iter_mut().chain(&mut roles.metrics);
        scores.filter(|role| role.column == column).for_each(|role| role.lower_is_better = true);
    }
    for text in &options.leave_out {
        let (name, value) = text.split_once('=').ok_or("--leave-out takes COL=NAME")?;
        let (column, excluded) = (column(&name.to_owned())?, vec![value.to_owned()]);
        roles.filters.push(Filter { column, excluded });
    }
    if let Some(name) = &options.divide_human_by {
        roles.divide_human_by = Some(column(name)?);
    }
    if let (Some(column), false) = (roles.system, options.exclude.is_empty()) {
        roles.filters.push(Filter { column, excluded: options.exclude.clone() });
    }
    roles.duplicates = options.duplicates;
    roles.merge_noise = options.merge_noise;
    Ok(roles)
}

fn analyse(
    scores: &ScoreSet,
    metric: usize,
    grouping: Grouping,
    epsilons: &[f64],
) -> Result<Value, Box<dyn Error>> {
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
