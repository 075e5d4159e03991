//! A column of a table read as numbers, and a column read as names.

use std::borrow::Cow;
use std::collections::HashMap;

use serde::Serialize;

use super::number::{Cell, Fault, NumberStyle, parse};
use super::table::{ROWS_UNWATCHED, Table};

/// What a column seems to hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum ColumnKind {
    /// At least half of the cells that are not missing are numbers, or meant as numbers.
    Score,
    /// Mostly other text.
    Text,
    /// Every cell is missing.
    Empty,
}

/// A cell that cannot be used as a score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellProblem {
    /// Row of the table, from 0.
    pub row: usize,
    /// What is wrong with it.
    pub fault: Fault,
}

/// One column read as numbers.
#[derive(Debug, Clone)]
pub struct Column {
    /// As in the header, made distinct.
    pub name: String,
    /// What most of its cells are.
    pub kind: ColumnKind,
    /// One a row; `NaN` where the cell is missing or is no number.
    pub values: Vec<f64>,
    /// Cells that are missing.
    pub missing: usize,
    /// Cells that are neither a number nor missing.
    pub problems: usize,
    /// The first of `problems`.
    pub first_problem: Option<CellProblem>,
    /// Problems that are not even meant as numbers.
    texts: usize,
    /// How its cells are read.
    pub(super) style: NumberStyle,
}

impl Column {
    /// Reads every column of a table.
    pub fn read_all(table: &Table, style: NumberStyle) -> Vec<Self> {
        Self::read_all_watched(table, style, &mut |_| ())
    }

    /// The same, telling now and then which share is read.
    pub(super) fn read_all_watched(
        table: &Table,
        style: NumberStyle,
        on_progress: &mut dyn FnMut(f64),
    ) -> Vec<Self> {
        let mut columns: Vec<Self> =
            table.names().iter().map(|name| Self::new(name, table.rows(), style)).collect();
        // Row by row, in the order of the text: column by column would walk through all of it each time.
        for row in 0..table.rows() {
            if row.is_multiple_of(ROWS_UNWATCHED) {
                on_progress(row as f64 / table.rows() as f64);
            }
            for (index, column) in columns.iter_mut().enumerate() {
                column.push(row, table.cell(row, index));
            }
        }
        for column in &mut columns {
            column.kind = column.judge();
        }
        columns
    }

    fn new(name: &str, rows: usize, style: NumberStyle) -> Self {
        Self {
            name: name.to_owned(),
            kind: ColumnKind::Empty,
            values: Vec::with_capacity(rows),
            missing: 0,
            problems: 0,
            first_problem: None,
            texts: 0,
            style,
        }
    }

    fn push(&mut self, row: usize, cell: &str) {
        let value = match parse(cell, self.style) {
            Cell::Number(number) => number,
            Cell::Missing => {
                self.missing += 1;
                f64::NAN
            }
            Cell::Bad(fault) => {
                self.problems += 1;
                self.texts += usize::from(fault == Fault::Text);
                self.first_problem.get_or_insert(CellProblem { row, fault });
                f64::NAN
            }
        };
        self.values.push(value);
    }

    fn judge(&self) -> ColumnKind {
        match self.values.len() - self.missing {
            0 => ColumnKind::Empty,
            present if self.texts <= present / 2 => ColumnKind::Score,
            _ => ColumnKind::Text,
        }
    }

    /// Whether every number in the column is whole, as in a column of ids or row numbers.
    pub(super) fn is_whole(&self) -> bool {
        self.values.iter().all(|value| value.is_nan() || value.fract() == 0.0)
    }

    /// Whether the column numbers the rows from 0 or 1, in any order.
    pub(super) fn is_numbering(&self) -> bool {
        let mut sorted = self.values.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        let first = sorted.first().copied().unwrap_or(f64::NAN);
        let is_next = |(place, value): (usize, &f64)| *value == first + place as f64;
        [0.0, 1.0].contains(&first) && sorted.iter().enumerate().all(is_next)
    }

    /// Whether the column goes up from row to row, as an index does.
    pub(super) fn is_ascending(&self) -> bool {
        self.values.windows(2).all(|pair| pair[0] < pair[1])
    }
}

/// Stands between the parts of a name that several columns make together.
const JOINT: &str = " · ";

/// The name that a row has in a column, or in several together: white space around it does not make it
/// another. A dot within a part is doubled, so that no two rows are called alike by chance.
pub(super) fn name<'t>(table: &'t Table, row: usize, columns: &[usize]) -> Cow<'t, str> {
    let part = |&column: &usize| table.cell(row, column).trim();
    match columns {
        [column] => Cow::Borrowed(part(column)),
        several => {
            let parts: Vec<String> =
                several.iter().map(|column| part(column).replace('·', "··")).collect();
            Cow::Owned(parts.join(JOINT))
        }
    }
}

/// The parts of a [`name`].
pub(super) fn name_parts(name: &str) -> impl Iterator<Item = &str> {
    name.split(JOINT)
}

/// Columns read as names, such as those of systems.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Names<'t> {
    /// The different names, in the order in which they first appear.
    pub(super) names: Vec<Cow<'t, str>>,
    /// For each row, the index of its name in `names`.
    pub(super) index: Vec<u32>,
}

impl<'t> Names<'t> {
    /// The names in a column of a table.
    pub(super) fn read(table: &'t Table, column: usize) -> Self {
        Self::of_rows(table, &[column], 0..table.rows())
    }

    /// The [`name`]s of some rows in some columns.
    pub(super) fn of_rows(
        table: &'t Table,
        columns: &[usize],
        rows: impl IntoIterator<Item = usize>,
    ) -> Self {
        let mut seen: HashMap<Cow<str>, u32> = HashMap::new();
        let mut names = Vec::new();
        let index = rows
            .into_iter()
            .map(|row| {
                let name = name(table, row, columns);
                *seen.entry(name).or_insert_with_key(|name| {
                    names.push(name.clone());
                    // A file with 2^32 different names does not fit in memory.
                    (names.len() - 1) as u32
                })
            })
            .collect();
        Self { names, index }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(cells: &[&str]) -> Column {
        let text = format!(
            "x,y\n{}",
            cells.iter().map(|cell| format!("\"{cell}\",\n")).collect::<String>()
        );
        let table = Table::read(&text, None, true).unwrap();
        Column::read_all(&table, NumberStyle::Point).swap_remove(0)
    }

    #[test]
    fn half_numbers_make_a_score_column() {
        assert_eq!(column(&["1", "a"]).kind, ColumnKind::Score);
        assert_eq!(column(&["1", "a", "b"]).kind, ColumnKind::Text);
        assert_eq!(column(&["1", "NA", "a", ""]).kind, ColumnKind::Score);
        assert_eq!(column(&["50%", "inf", "a"]).kind, ColumnKind::Score);
        assert_eq!(column(&["NA", "", "-"]).kind, ColumnKind::Empty);
        assert_eq!(column(&["2022-01-01", "8764fb95"]).kind, ColumnKind::Text);
    }

    #[test]
    fn values_missing_and_problems_are_counted() {
        let column = column(&["1.5", "NA", "50%", "bad", "-2"]);
        assert_eq!((column.missing, column.problems), (1, 2));
        assert_eq!(column.first_problem, Some(CellProblem { row: 2, fault: Fault::Malformed }));
        assert_eq!((column.values[0], column.values[4]), (1.5, -2.0));
        assert!(column.values[1..4].iter().all(|value| value.is_nan()));
    }

    #[test]
    fn whole_and_ascending_numbers() {
        assert!(column(&["0001", "0003", ""]).is_whole());
        assert!(!column(&["1", "2.5"]).is_whole());
        assert!(column(&["0", "1", "5"]).is_ascending());
        assert!(!column(&["0", "1", "1"]).is_ascending());
        assert!(!column(&["0", "NA", "2"]).is_ascending());
    }

    #[test]
    fn names_keep_the_order_of_the_file() {
        let table = Table::read("s,x\nB,1\n A ,2\nB ,3\n", None, true).unwrap();
        let names = Names::read(&table, 0);
        assert_eq!(names, Names { names: vec!["B".into(), "A".into()], index: vec![0, 1, 0] });
    }

    #[test]
    fn several_columns_make_one_name() {
        let text = "d,s\nx,1\n x ,2\ny,1\nx,1 \nx · 1,1\nx,1 · 1\n";
        let table = Table::read(text, None, true).unwrap();
        let Names { names, index } = Names::of_rows(&table, &[0, 1], 0..6);
        assert_eq!(names, ["x · 1", "x · 2", "y · 1", "x ·· 1 · 1", "x · 1 ·· 1"]);
        assert_eq!(index, [0, 1, 2, 0, 3, 4]);
    }
}
