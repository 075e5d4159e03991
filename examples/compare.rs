//! Compares all metrics of a score file by every statistic, with ranks and rank clusters.
//!
//! ```text
//! cargo run --release --example compare -- FILE [--format json|csv|markdown|latex]
//!     [--group none|item|system] [--same-groups] [--human COL] [--metric COL]...
//!     [--item COL]... [--system COL] [--exclude SYSTEM]... [--leave-out COL=NAME]...
//!     [--divide-human-by COL] [--lower-is-better COL]...
//!     [--duplicates average|first|error] [--numbers point|comma|thousands]
//!     [--layout tidy|wide] [--no-header] [--merge-noise]
//! ```
//!
//! Without options the roles of the columns are guessed, rows are grouped by item if there is an item
//! column, and the table is JSON. The best metric by acc_eq* comes first.

mod options;

use options::{Fallible, Options, choice};
use tiescope::scores::ScoreSet;
use tiescope::studies::compare::export::{About, Format, Selection, export};
use tiescope::studies::compare::{Compared, Table};

fn main() {
    options::exit_on_error("compare", run());
}

fn run() -> Fallible<()> {
    let (mut format, mut on_same_groups) = (Format::Json, false);
    let options = Options::parse(|name, parser| {
        match name {
            "format" => format = choice(parser, name)?,
            "same-groups" => on_same_groups = true,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    let scores = options.scores()?;
    let compared = Compared::run(&scores, options.grouping(&scores), on_same_groups)?;
    let table = Table::new(&compared);
    let about = about(&options, &scores, on_same_groups);
    print!("{}", export(&table, &best_first(&table), &about, format));
    Ok(())
}

/// Everything, by acc_eq*; what has no rank there comes last.
fn best_first(table: &Table) -> Selection {
    let star = table.column("acc_eq*");
    let rank = |row: usize| star.and_then(|star| table.rows[row].cells[star].rank);
    let mut rows: Vec<usize> = (0..table.rows.len()).collect();
    rows.sort_by_key(|&row| rank(row).unwrap_or(u32::MAX));
    let columns = table.columns.iter().map(|title| title.entry.name.to_owned()).collect();
    Selection { columns, rows }
}

fn about(options: &Options, scores: &ScoreSet, on_same_groups: bool) -> About {
    let mut settings = Vec::new();
    if on_same_groups {
        settings.push("the same groups for all".to_owned());
    }
    let columns = std::iter::once(&scores.human).chain(&scores.metrics);
    let lower = columns.filter(|column| column.lower_is_better).map(|column| column.name.clone());
    let lists = [
        ("systems left out", options.exclude.clone()),
        ("left out", options.leave_out.clone()),
        ("human scores divided by", options.divide_human_by.iter().cloned().collect()),
        ("lower is better", lower.collect()),
    ];
    let lists = lists.iter().filter(|(_, names)| !names.is_empty());
    settings.extend(lists.map(|(what, names)| format!("{what}: {}", names.join(", "))));
    if options.merge_noise {
        settings.push("scores that differ by rounding count as equal".to_owned());
    }
    let data = options.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    About { data, settings }
}
