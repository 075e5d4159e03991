//! The table as a file: CSV and JSON for programs, Markdown and LaTeX for readers.
//!
//! Numbers without their settings cannot be compared, so each names the data, the grouping, the settings
//! and the version.

mod csv;
mod json;
mod latex;
mod markdown;
#[cfg(test)]
mod tests;
mod written;

pub(crate) use written::written;

use super::table::{Cell, Row, RowKind, Table, Title};
use crate::stats::Grouping;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What the table becomes; `ExportFormat` in TypeScript, where score files have a `Format`, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(rename = "ExportFormat"))]
pub enum Format {
    /// A line for each row, in full precision.
    Csv,
    /// An object, in full precision.
    Json,
    /// A table between pipes, rounded.
    Markdown,
    /// A table environment, rounded.
    Latex,
}

/// What a reader needs to know of the numbers, besides the grouping.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct About {
    /// The name of the file.
    pub data: String,
    /// What was chosen, as phrases such as "systems left out: refA".
    #[serde(default)]
    pub settings: Vec<String>,
}

/// The part of a table that is wanted, in its order. What the table does not have is ignored.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Selection {
    /// Names of statistics, as in [`Entry::name`](crate::stats::Entry::name).
    pub columns: Vec<String>,
    /// Indices of [`Table::rows`].
    pub rows: Vec<usize>,
}

/// Writes the part of the table that is selected; the text ends with a line break.
pub fn export(table: &Table, selection: &Selection, about: &About, format: Format) -> String {
    let part = Part::new(table, selection, about);
    match format {
        Format::Csv => csv::write(&part),
        Format::Json => json::write(&part),
        Format::Markdown => markdown::write(&part),
        Format::Latex => latex::write(&part),
    }
}

/// What is written.
struct Part<'t> {
    about: &'t About,
    grouping: Grouping,
    titles: Vec<&'t Title>,
    lines: Vec<Line<'t>>,
}

/// A row with the cells that are wanted.
struct Line<'t> {
    row: &'t Row,
    /// One for each title.
    cells: Vec<&'t Cell>,
}

impl<'t> Part<'t> {
    fn new(table: &'t Table, selection: &Selection, about: &'t About) -> Self {
        let columns: Vec<usize> =
            selection.columns.iter().filter_map(|name| table.column(name)).collect();
        let rows = selection.rows.iter().filter_map(|&row| table.rows.get(row));
        let cells = |row: &'t Row| columns.iter().map(|&column| &row.cells[column]).collect();
        Part {
            about,
            grouping: table.grouping,
            titles: columns.iter().map(|&column| &table.columns[column]).collect(),
            lines: rows.map(|row| Line { row, cells: cells(row) }).collect(),
        }
    }

    fn cells(&self) -> impl Iterator<Item = &'t Cell> {
        self.lines.iter().flat_map(|line| line.cells.iter().copied())
    }

    fn has_ranks(&self) -> bool {
        self.cells().any(|cell| cell.rank.is_some())
    }

    fn has_clusters(&self) -> bool {
        self.lines.iter().any(|line| line.row.cluster.is_some())
    }

    /// The grouping and the settings, as phrases.
    fn settings(&self) -> String {
        let grouping = match self.grouping {
            Grouping::None => "without grouping",
            Grouping::Item => "grouped by item",
            Grouping::System => "grouped by system",
        };
        let settings = self.about.settings.iter().map(String::as_str);
        std::iter::once(grouping).chain(settings).collect::<Vec<_>>().join("; ")
    }
}

impl Line<'_> {
    fn is_baseline(&self) -> bool {
        self.row.kind == RowKind::Baseline
    }

    /// The kind of row, as data name it.
    fn kind(&self) -> &'static str {
        match self.row.kind {
            RowKind::Baseline => "baseline",
            RowKind::Metric(_) if self.row.is_human => "human",
            RowKind::Metric(_) => "metric",
        }
    }

    /// Its name; what is no metric says so.
    fn name(&self) -> String {
        if self.row.is_human { format!("{} (human)", self.row.name) } else { self.row.name.clone() }
    }
}
