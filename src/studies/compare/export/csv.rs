//! The table as CSV: value, rank and groups of each statistic, in full precision.

use super::super::column::Kind;
use super::super::table::{Cell, Title};
use super::{Line, Part, VERSION};
use crate::scores::{harmless, number};
use crate::stats::Grouping;

/// What stands at the end of every line, so that any reader of CSV keeps it.
const ABOUT: [&str; 4] = ["data", "grouping", "settings", "tiescope"];

/// What is undefined, or does not apply, is empty. Names that a spreadsheet would run as a formula get an
/// apostrophe in front.
pub(super) fn write(part: &Part) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let heads = part.titles.iter().flat_map(|title| heads(title));
    let first = ["metric", "kind", "cluster"].map(str::to_owned).into_iter();
    // Writing to memory cannot fail.
    let _ = writer.write_record(first.chain(heads).chain(ABOUT.map(str::to_owned)));
    for line in &part.lines {
        let _ = writer.write_record(record(line, part));
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

fn record(line: &Line, part: &Part) -> Vec<String> {
    let grouping = match part.grouping {
        Grouping::None => "none",
        Grouping::Item => "item",
        Grouping::System => "system",
    };
    let first = [harmless(&line.row.name), line.kind().to_owned(), or_empty(line.row.cluster)];
    let cells = part.titles.iter().zip(&line.cells);
    let about = [
        harmless(&part.about.data),
        grouping.to_owned(),
        harmless(&part.about.settings.join("; ")),
        VERSION.to_owned(),
    ];
    first
        .into_iter()
        .chain(cells.flat_map(|(title, cell)| fields(title, cell)))
        .chain(about)
        .collect()
}

/// The heads of one statistic's columns.
fn heads(title: &Title) -> Vec<String> {
    let name = title.entry.name;
    columns(title, [name.to_owned(), format!("{name}_rank"), format!("{name}_groups")])
}

fn fields(title: &Title, cell: &Cell) -> Vec<String> {
    let value = cell.value.map(number).unwrap_or_default();
    columns(title, [value, or_empty(cell.rank), or_empty(cell.groups)])
}

/// Thresholds and shares have no rank; what ignores the grouping has no groups.
fn columns(title: &Title, [value, rank, groups]: [String; 3]) -> Vec<String> {
    let rank = (title.kind == Kind::Statistic).then_some(rank);
    let groups = (!title.ignores_grouping).then_some(groups);
    std::iter::once(value).chain(rank).chain(groups).collect()
}

fn or_empty(number: Option<impl ToString>) -> String {
    number.map(|number| number.to_string()).unwrap_or_default()
}
