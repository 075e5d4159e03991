//! The table as JSON: every cell as the page has it, in full precision.

use serde::{Serialize, Serializer};

use super::super::table::{Cell, Title};
use super::{Line, Part, VERSION};
use crate::stats::Grouping;

#[derive(Serialize)]
struct Document<'t> {
    tiescope: &'static str,
    data: &'t str,
    grouping: Grouping,
    settings: &'t [String],
    rows: Vec<Row<'t>>,
}

#[derive(Serialize)]
struct Row<'t> {
    name: &'t str,
    kind: &'static str,
    cluster: Option<u32>,
    statistics: Statistics<'t>,
}

/// By their names, in the order of the columns.
struct Statistics<'t> {
    titles: &'t [&'t Title],
    cells: &'t [&'t Cell],
}

impl Serialize for Statistics<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names = self.titles.iter().map(|title| title.entry.name);
        serializer.collect_map(names.zip(self.cells))
    }
}

pub(super) fn write(part: &Part) -> String {
    let document = Document {
        tiescope: VERSION,
        data: &part.about.data,
        grouping: part.grouping,
        settings: &part.about.settings,
        rows: part.lines.iter().map(|line| row(line, part)).collect(),
    };
    // Plain data with string keys can always be written.
    serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
}

fn row<'t>(line: &'t Line<'t>, part: &'t Part<'t>) -> Row<'t> {
    Row {
        name: &line.row.name,
        kind: line.kind(),
        cluster: line.row.cluster,
        statistics: Statistics { titles: &part.titles, cells: &line.cells },
    }
}
