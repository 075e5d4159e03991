//! A table as one JSON object, as pandas writes data frames: a column, or a row, for each name, or names
//! and data apart.

use std::collections::HashMap;

use serde_json::value::RawValue;

use super::json::Record;
use super::vocabulary::HUMAN;

/// The values of a row by the names of their columns.
pub(super) type Row<'t> = Vec<(String, &'t RawValue)>;

/// The rows of such an object; `None` if it is none.
///
/// `orient="columns"` (pandas' usual one), `"index"`, `"split"`, `"table"`, and lists by name.
pub(super) fn rows<'t>(fields: &Row<'t>) -> Option<Vec<Row<'t>>> {
    let field =
        |wanted: &str| fields.iter().find(|(name, _)| name == wanted).map(|(_, value)| *value);
    if let Some(data) = field("data").filter(|data| data.get().starts_with('[')) {
        if let Some(names) = field("columns") {
            return split(names, data);
        }
        // Besides the rows there may be their schema.
        let is_about =
            |(name, value): &(String, &RawValue)| name == "data" || value.get().starts_with('{');
        return match fields.iter().all(is_about) {
            true => list(data)?.into_iter().map(object).collect(),
            false => None,
        };
    }
    let objects: Option<Vec<Row>> = fields.iter().map(|(_, value)| object(value)).collect();
    match objects.filter(|objects| !objects.is_empty()) {
        Some(rows) if is_by_row(fields, &rows) => Some(rows),
        Some(columns) => Some(turned(fields, &columns)),
        None => lists(fields),
    }
}

/// Whether the names are those of rows: numbers, which nobody calls a column by, or without a human score
/// among them, where the rows have one.
fn is_by_row(fields: &Row, rows: &[Row]) -> bool {
    let has_human = |row: &Row| row.iter().any(|(name, _)| HUMAN.is_all_of(name));
    fields.iter().all(|(name, _)| name.parse::<u64>().is_ok())
        || !has_human(fields) && rows.iter().all(has_human)
}

fn object(value: &RawValue) -> Option<Row<'_>> {
    serde_json::from_str::<Record>(value.get()).ok().map(|Record(fields)| fields)
}

fn list(value: &RawValue) -> Option<Vec<&RawValue>> {
    serde_json::from_str(value.get()).ok()
}

/// A list of names, and a list of values for each row.
fn split<'t>(names: &RawValue, data: &'t RawValue) -> Option<Vec<Row<'t>>> {
    let names: Vec<String> = serde_json::from_str(names.get()).ok()?;
    let row = |values: &'t RawValue| {
        let values = list(values).filter(|values| values.len() == names.len())?;
        Some(names.iter().cloned().zip(values).collect())
    };
    list(data)?.into_iter().map(row).collect()
}

/// Columns, each with its values by the names of rows, as rows.
fn turned<'t>(fields: &Row<'t>, columns: &[Row<'t>]) -> Vec<Row<'t>> {
    let mut place: HashMap<&str, usize> = HashMap::new();
    let mut rows: Vec<Row> = Vec::new();
    for ((column, _), values) in fields.iter().zip(columns) {
        for (name, value) in values {
            let row = *place.entry(name).or_insert_with(|| {
                rows.push(Vec::new());
                rows.len() - 1
            });
            rows[row].push((column.clone(), *value));
        }
    }
    rows
}

/// Columns as lists of equal length, as rows.
fn lists<'t>(fields: &Row<'t>) -> Option<Vec<Row<'t>>> {
    let columns: Vec<Vec<&RawValue>> =
        fields.iter().map(|(_, value)| list(value)).collect::<Option<_>>()?;
    let length = columns.first()?.len();
    if columns.iter().any(|column| column.len() != length) {
        return None;
    }
    let row = |row: usize| {
        fields.iter().zip(&columns).map(|((name, _), column)| (name.clone(), column[row])).collect()
    };
    Some((0..length).map(row).collect())
}
