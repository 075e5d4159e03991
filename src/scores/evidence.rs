//! What a comma in a number means, decided from the whole file or asked.

use super::columns::{Column, ColumnKind};
use super::error::LoadError;
use super::groups;
use super::number::{Cell, NumberStyle, has_thousands, parse};
use super::table::Table;

/// Values of a column that show what each reading gives.
const SHOWN: usize = 3;

/// The style of the numbers in the columns of scores, given how these read with points.
///
/// `0,5` can only be a decimal comma, and then no number has a point. `1,234` alone may be both a
/// number with three decimals and one with a separator for thousands: that is not guessed.
///
/// # Errors
///
/// [`AmbiguousNumbers`](LoadError::AmbiguousNumbers).
pub(super) fn number_style(table: &Table, columns: &[Column]) -> Result<NumberStyle, LoadError> {
    let doubtful = |column: &Column| column.kind == ColumnKind::Score && column.problems > 0;
    if !columns.iter().any(doubtful) {
        return Ok(NumberStyle::Point);
    }
    let mut ambiguous = None;
    let (mut has_comma, mut has_thousands_only) = (false, false);
    // The number of a system or an item is a name.
    let (system, item) = groups::guess(table, columns);
    let is_name = |index: usize| {
        system == Some(index) || item.contains(&index) || groups::is_name(&columns[index])
    };
    let is_score = |index: &usize| columns[*index].kind == ColumnKind::Score && !is_name(*index);
    for index in (0..columns.len()).filter(is_score) {
        for row in 0..table.rows() {
            let cell = table.cell(row, index);
            let is_number = |style| matches!(parse(cell, style), Cell::Number(_));
            if cell.contains('.') && is_number(NumberStyle::Point) {
                return Ok(NumberStyle::Point);
            }
            if cell.contains(',') && is_number(NumberStyle::Comma) {
                match has_thousands(cell) {
                    true => _ = ambiguous.get_or_insert((index, row)),
                    false => has_comma = true,
                }
            } else if has_thousands(cell) {
                has_thousands_only = true;
            }
        }
    }
    match ambiguous {
        _ if has_comma => Ok(NumberStyle::Comma),
        Some((column, row)) if !has_thousands_only => Err(ambiguity(table, column, row)),
        _ => Ok(NumberStyle::Point),
    }
}

fn ambiguity(table: &Table, column: usize, row: usize) -> LoadError {
    let shown = (row..table.rows()).map(|row| table.cell(row, column).trim());
    let shown: Vec<&str> = shown.filter(|cell| cell.contains(',')).take(SHOWN).collect();
    let read = |style| {
        let number = |cell: &&str| match parse(cell, style) {
            Cell::Number(number) => number.to_string(),
            _ => (*cell).to_owned(),
        };
        shown.iter().map(number).collect::<Vec<String>>().join(", ")
    };
    LoadError::AmbiguousNumbers {
        line: table.line(row),
        column: table.names()[column].clone(),
        cell: shown.first().copied().unwrap_or_default().to_owned(),
        as_thousands: read(NumberStyle::Thousands),
        as_decimals: read(NumberStyle::Comma),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn style(text: &str) -> Result<NumberStyle, LoadError> {
        let table = Table::read(text, None, true).unwrap();
        number_style(&table, &Column::read_all(&table, NumberStyle::Point))
    }

    #[test]
    fn a_file_without_commas_has_points() {
        assert_eq!(style("human,m\n1,0.5\n2,1e3\n"), Ok(NumberStyle::Point));
        assert_eq!(style("human,m\n1,50%\n2,7\n"), Ok(NumberStyle::Point));
    }

    #[test]
    fn one_decimal_comma_decides() {
        assert_eq!(style("human;m\n1;0,5\n2;1,234\n"), Ok(NumberStyle::Comma));
        assert_eq!(style("human;m\n1;1234,567\n"), Ok(NumberStyle::Comma));
    }

    #[test]
    fn a_decimal_point_decides_against_it() {
        assert_eq!(style("human;m\n0.5;0,5\n"), Ok(NumberStyle::Point));
        assert_eq!(style("human;m\n0.5;1,234\n"), Ok(NumberStyle::Point));
    }

    #[test]
    fn what_may_be_both_is_asked() {
        let error =
            style("system;human;m\nA;1;1,234\nA;2;2,500\nB;3;3,141\nB;3;7,000\n").unwrap_err();
        let expected = LoadError::AmbiguousNumbers {
            line: 2,
            column: "m".into(),
            cell: "1,234".into(),
            as_thousands: "1234, 2500, 3141".into(),
            as_decimals: "1.234, 2.5, 3.141".into(),
        };
        assert_eq!(error, expected);
    }

    #[test]
    fn what_can_only_be_thousands_is_not_asked() {
        assert_eq!(style("human;m\n1;1,234\n2;2,345,678\n"), Ok(NumberStyle::Point));
        assert_eq!(style("human;m\n1;1,234\n2;2,345.5\n"), Ok(NumberStyle::Point));
    }

    #[test]
    fn names_and_texts_are_no_evidence() {
        assert_eq!(style("system;item;human\n3.5;1;0,5\n4.0;1;0,25\n"), Ok(NumberStyle::Comma));
        assert_eq!(style("seg_id;human;m\n1.1;0,5;1\n1.2;1,5;2\n"), Ok(NumberStyle::Comma));
        assert_eq!(style("output;human\nyes, 1,5;1\nno;2\n"), Ok(NumberStyle::Point));
    }
}
