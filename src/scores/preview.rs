//! What was read from a file, for a person to check before trusting any number.

use serde::Serialize;

use super::columns::{Column, ColumnKind};
use super::error::Problem;
use super::file::ScoreFile;
use super::number::{Cell, Fault, parse};
use super::roles::{self, Roles};
use super::settings::Settings;
use super::table::{Format, Table};
use super::text::Encoding;
use super::wording::shorten;

/// A score file at a glance.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Preview {
    /// Rows in the file, the header not counted.
    pub rows: usize,
    /// How the table was written.
    pub format: Format,
    /// How characters were written.
    pub encoding: Encoding,
    /// How it was read; what the user may change.
    pub settings: Settings,
    /// Whether its columns can be taken for scores of several systems.
    pub can_be_wide: bool,
    /// In the order of the file.
    pub columns: Vec<ColumnPreview>,
    /// The roles, as far as they could be guessed.
    pub roles: Roles,
    /// Why they are not enough; the user may still choose others.
    pub problem: Option<Problem>,
    /// The first rows.
    pub head: Vec<PreviewRow>,
}

/// A column at a glance.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ColumnPreview {
    /// As in the header, made distinct.
    pub name: String,
    /// What most of its cells are.
    pub kind: ColumnKind,
    /// Whether its name says that it holds people's scores.
    pub is_human: bool,
    /// Cells that are missing.
    pub missing: usize,
    /// Cells that are neither a number nor missing.
    pub problems: usize,
    /// The first of them.
    pub first_problem: Option<CellPreview>,
}

/// A cell that cannot be used as a score.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CellPreview {
    /// From 1.
    pub line: usize,
    /// Its text, shortened.
    pub cell: String,
    /// What is wrong with it.
    pub fault: Fault,
}

/// A row as text and as numbers.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PreviewRow {
    /// From 1.
    pub line: usize,
    /// The text of each cell, shortened.
    pub cells: Vec<String>,
    /// What each cell was read as; nothing where it is missing or no number.
    pub values: Vec<Option<f64>>,
    /// Whether each cell is marked as missing.
    pub missing: Vec<bool>,
}

/// Characters of a cell that are shown: enough to recognise a sentence.
const CELL_LIMIT: usize = 80;

impl Preview {
    pub(super) fn new(file: &ScoreFile, rows: usize) -> Self {
        let (table, columns) = (file.table(), file.columns());
        let problem = file.guess_roles().err().map(|error| Problem::from(&error));
        Self {
            rows: table.rows(),
            format: table.format(),
            encoding: file.encoding(),
            settings: *file.settings(),
            can_be_wide: file.can_be_wide(),
            columns: (0..columns.len())
                .map(|index| ColumnPreview::new(table, columns, index))
                .collect(),
            roles: file.best_guess(),
            problem,
            head: (0..rows.min(table.rows()))
                .map(|row| PreviewRow::new(table, columns, row))
                .collect(),
        }
    }
}

impl ColumnPreview {
    fn new(table: &Table, columns: &[Column], index: usize) -> Self {
        let column = &columns[index];
        Self {
            name: column.name.clone(),
            kind: column.kind,
            is_human: roles::is_human(&column.name),
            missing: column.missing,
            problems: column.problems,
            first_problem: column.first_problem.map(|problem| CellPreview {
                line: table.line(problem.row),
                cell: shorten(table.cell(problem.row, index).trim(), CELL_LIMIT),
                fault: problem.fault,
            }),
        }
    }
}

impl PreviewRow {
    fn new(table: &Table, columns: &[Column], row: usize) -> Self {
        let cell = |index| shorten(table.cell(row, index).trim(), CELL_LIMIT);
        let value = |column: &Column| Some(column.values[row]).filter(|value| !value.is_nan());
        Self {
            line: table.line(row),
            cells: (0..columns.len()).map(cell).collect(),
            values: columns.iter().map(value).collect(),
            missing: (0..columns.len())
                .map(|index| parse(table.cell(row, index), columns[index].style) == Cell::Missing)
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Delimiter;
    use super::*;

    fn read(text: &str) -> ScoreFile {
        ScoreFile::read(text.as_bytes(), &Settings::default()).unwrap()
    }

    #[test]
    fn a_preview_shows_text_and_numbers_side_by_side() {
        let preview = read("system;human;m\nA; 1 ;NA\nB;2;50%\n").preview(1);
        assert_eq!(
            (preview.rows, preview.format, preview.head.len()),
            (2, Format::Delimited(Delimiter::Semicolon), 1)
        );
        assert_eq!(preview.head[0].cells, ["A", "1", "NA"]);
        assert_eq!(preview.head[0].values, [None, Some(1.0), None]);
        let problem = CellPreview { line: 3, cell: "50%".into(), fault: Fault::Malformed };
        assert_eq!(
            (preview.columns[2].missing, &preview.columns[2].first_problem),
            (1, &Some(problem))
        );
        assert_eq!(preview.roles.human.map(|human| human.column), Some(1));
    }

    #[test]
    fn a_file_without_roles_can_still_be_looked_at() {
        let preview = read("a,b\n1,2\n").preview(10);
        assert_eq!(preview.roles.human, None);
        assert!(preview.problem.unwrap().message.starts_with("No column of human scores"));
        assert_eq!(preview.head.len(), 1);
    }

    #[test]
    fn it_serialises_with_the_names_of_its_fields() {
        let preview = read("human,m\n1,NA\n2,3\n").preview(1);
        let json = serde_json::to_value(preview).unwrap();
        assert_eq!(json["format"]["delimited"], "comma");
        assert_eq!(json["settings"]["numbers"], "point");
        assert_eq!(json["encoding"], "UTF-8");
        assert_eq!(json["columns"][1]["kind"], "score");
        assert_eq!(json["head"][0]["values"][1], serde_json::Value::Null);
        assert_eq!(json["roles"]["metrics"][0]["column"], 1);
    }
}
