//! JSON and JSON Lines as a table: flat objects, one a row.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::error::LoadError;
use super::frame;
use super::lines::LineCounter;
use super::table::{Format, MOST_CELLS, Table, TableBuilder};

/// Whether the text begins as JSON or JSON Lines do: an object, or an array of objects or of arrays.
pub(super) fn is_json(text: &str) -> bool {
    let text = text.trim_start();
    let inside = text.strip_prefix('[').map(str::trim_start);
    let object = inside.unwrap_or(text);
    inside.is_some_and(|inside| inside.starts_with('['))
        || object
            .strip_prefix('{')
            .is_some_and(|object| object.trim_start().starts_with(['"', '}']))
}

/// Reads an array of objects, objects one after another, or a data frame as one object. Columns are in
/// the order in which their names first appear; an object without a name has an empty cell there. Numbers
/// stay as written.
///
/// # Errors
///
/// [`BadJson`](LoadError::BadJson), [`NestedJson`](LoadError::NestedJson), [`NoRows`](LoadError::NoRows).
pub(super) fn read(text: &str) -> Result<Table, LoadError> {
    let text = &*without_nan(text);
    let is_array = text.trim_start().starts_with('[');
    let mut records = records(text, is_array)?;
    if let [(_, Record(fields))] = &records[..]
        && let Some(rows) = frame::rows(fields)
    {
        records = with_lines(text, rows);
    }
    let mut columns: Vec<String> = Vec::new();
    let mut index: HashMap<String, usize> = HashMap::new();
    let mut rows: Vec<(usize, Vec<(usize, String)>)> = Vec::with_capacity(records.len());
    for (line, Record(fields)) in records {
        let mut cells = Vec::with_capacity(fields.len());
        for (name, value) in fields {
            let text =
                cell(value).ok_or_else(|| LoadError::NestedJson { line, column: name.clone() })?;
            let column = *index.entry(name).or_insert_with_key(|name| {
                columns.push(name.clone());
                columns.len() - 1
            });
            cells.push((column, text));
        }
        rows.push((line, cells));
    }
    if rows.len().saturating_mul(columns.len()) > MOST_CELLS {
        return Err(LoadError::TooSparse { rows: rows.len(), columns: columns.len() });
    }
    let format = if is_array { Format::Json } else { Format::JsonLines };
    let mut table = TableBuilder::new(format, columns.len());
    let mut row = vec![String::new(); columns.len()];
    for (line, cells) in rows {
        row.iter_mut().for_each(String::clear);
        for (column, text) in cells {
            row[column] = text; // of two values with one name the last counts, as in JavaScript
        }
        table.push(row.iter().map(String::as_str), line);
    }
    table.finish(columns.iter().map(String::as_str))
}

/// The objects, each with its line.
fn records(text: &str, is_array: bool) -> Result<Vec<(usize, Record<'_>)>, LoadError> {
    let mut records = Records { text, at: 0, lines: LineCounter::new(text.as_bytes()) };
    if is_array {
        records.skip_mark(b'[');
    }
    let mut found = Vec::new();
    while !records.is_at_end(is_array)? {
        found.push(records.next()?);
        if is_array && !records.skip_mark(b',') && !records.peek(b']') {
            return Err(records.bad());
        }
    }
    Ok(found)
}

/// Rows of a text, each with the line of its first value.
fn with_lines<'t>(text: &'t str, rows: Vec<frame::Row<'t>>) -> Vec<(usize, Record<'t>)> {
    let mut lines = LineCounter::new(text.as_bytes());
    let mut line = 1;
    let with_line = |fields: frame::Row<'t>| {
        if let Some((_, value)) = fields.first() {
            // The value is a part of the text.
            line = lines.line_of(value.get().as_ptr() as usize - text.as_ptr() as usize);
        }
        (line, Record(fields))
    };
    rows.into_iter().map(with_line).collect()
}

/// Python writes NaN and Infinity, which are no JSON: the one becomes missing, the other a text that is
/// no finite score. Everything stays in its place.
fn without_nan(text: &str) -> Cow<'_, str> {
    if !text.contains("NaN") && !text.contains("Infinity") {
        return Cow::Borrowed(text);
    }
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['"', 'N', 'I', '-']) {
        clean.push_str(&rest[..at]);
        rest = &rest[at..];
        let known = [("NaN", "\"\" "), ("-Infinity", "\"-inf\"   "), ("Infinity", "\"inf\"   ")];
        let (taken, put) = match known.iter().find(|(word, _)| rest.starts_with(word)) {
            Some((word, instead)) => (word.len(), *instead),
            None if rest.starts_with('"') => {
                let end = string_end(rest);
                (end, &rest[..end])
            }
            None => (1, &rest[..1]),
        };
        clean.push_str(put);
        rest = &rest[taken..];
    }
    clean.push_str(rest);
    Cow::Owned(clean)
}

/// Where the string ends with which a text begins.
fn string_end(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The text of a flat value; `None` for an object or an array.
fn cell(value: &RawValue) -> Option<String> {
    match value.get() {
        "null" => Some(String::new()),
        // What is no text, such as half a character, is kept as it is written.
        text if text.starts_with('"') => {
            Some(serde_json::from_str(text).unwrap_or_else(|_| text.to_owned()))
        }
        text if text.starts_with(['{', '[']) => None,
        text => Some(text.to_owned()),
    }
}

/// Objects one after another.
struct Records<'t> {
    text: &'t str,
    at: usize,
    lines: LineCounter<'t>,
}

impl<'t> Records<'t> {
    fn next(&mut self) -> Result<(usize, Record<'t>), LoadError> {
        self.skip_space();
        let line = self.lines.line_of(self.at);
        let mut stream = serde_json::Deserializer::from_str(&self.text[self.at..]).into_iter();
        match stream.next() {
            Some(Ok(record)) => {
                self.at += stream.byte_offset();
                Ok((line, record))
            }
            Some(Err(error)) => Err(LoadError::BadJson { line: line + error.line().max(1) - 1 }),
            None => Err(self.bad()),
        }
    }

    /// Whether all objects are read; behind an array nothing may follow.
    fn is_at_end(&mut self, is_array: bool) -> Result<bool, LoadError> {
        if is_array && self.skip_mark(b']') {
            self.skip_space();
            return if self.at == self.text.len() { Ok(true) } else { Err(self.bad()) };
        }
        self.skip_space();
        match self.at == self.text.len() {
            true if is_array => Err(self.bad()),
            is_end => Ok(is_end),
        }
    }

    fn skip_space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn peek(&mut self, mark: u8) -> bool {
        self.skip_space();
        self.text.as_bytes().get(self.at) == Some(&mark)
    }

    fn skip_mark(&mut self, mark: u8) -> bool {
        let is_there = self.peek(mark);
        self.at += usize::from(is_there);
        is_there
    }

    fn bad(&mut self) -> LoadError {
        LoadError::BadJson { line: self.lines.line_of(self.at) }
    }
}

/// The fields of an object, in their order.
pub(super) struct Record<'t>(pub(super) frame::Row<'t>);

impl<'t> Deserialize<'t> for Record<'t> {
    fn deserialize<D: Deserializer<'t>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields;
        impl<'t> Visitor<'t> for Fields {
            type Value = Record<'t>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'t>>(self, mut map: M) -> Result<Self::Value, M::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Record(fields))
            }
        }
        deserializer.deserialize_map(Fields)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> Vec<Vec<String>> {
        let table = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let row = |row| (0..table.names().len()).map(|c| table.cell(row, c).to_owned()).collect();
        std::iter::once(table.names().to_vec()).chain((0..table.rows()).map(row)).collect()
    }

    #[test]
    fn arrays_and_lines_are_the_same_table() {
        let expected = [["a", "b"], ["1.50", "x\"y"], ["", "true"]];
        let array = r#"[{"a": 1.50, "b": "x\"y"},
            {"b": true, "a": null}]"#;
        assert_eq!(cells(array), expected);
        let lines = "{\"a\": 1.50, \"b\": \"x\\\"y\"}\n\n{\"b\": true}\n";
        assert_eq!(cells(lines), expected);
        assert_eq!(read(lines).unwrap().line(1), 3);
        assert_eq!(read(array).unwrap().line(1), 2);
    }

    #[test]
    fn a_data_frame_is_the_same_table() {
        let expected = [["a", "b"], ["1.50", "x"], ["-2", ""]];
        for text in [
            r#"{"a":{"0":1.50,"1":-2},"b":{"0":"x","1":null}}"#,
            r#"{"a":{"i":1.50,"j":-2},"b":{"i":"x"}}"#,
            r#"{"0":{"a":1.50,"b":"x"},"1":{"a":-2,"b":null}}"#,
            r#"{"columns":["a","b"],"index":[0,1],"data":[[1.50,"x"],[-2,null]]}"#,
            r#"{"schema":{"fields":[]},"data":[{"a":1.50,"b":"x"},{"a":-2,"b":null}]}"#,
            r#"{"a":[1.50,-2],"b":["x",null]}"#,
        ] {
            assert_eq!(cells(text), expected, "{text}");
        }
        let by_name = r#"{"A":{"human":1,"m":2},"B":{"human":3,"m":4}}"#;
        assert_eq!(cells(by_name), [["human", "m"], ["1", "2"], ["3", "4"]]);
        let sparse: Vec<String> = (0..15_000).map(|n| format!("\"c{n}\":{{\"r{n}\":1}}")).collect();
        let error = LoadError::TooSparse { rows: 15_000, columns: 15_000 };
        assert_eq!(read(&format!("{{{}}}", sparse.join(","))).unwrap_err(), error);
        let lines = read("{\"a\": {\n\"0\": 1,\n\"1\": 2\n}}").unwrap();
        assert_eq!([lines.line(0), lines.line(1)], [2, 3]);
        let nested = |text| matches!(read(text).map(|_| ()), Err(LoadError::NestedJson { .. }));
        assert!(nested(r#"{"a":[1,2],"b":[1]}"#) && nested(r#"{"a":{"0":[1]}}"#));
        assert!(nested(r#"{"data":[[1,2]],"columns":["a"]}"#) && nested(r#"{"a":1,"b":{"0":1}}"#));
    }

    #[test]
    fn numbers_keep_their_digits() {
        assert_eq!(cells("{\"a\": -16.300000000000004}")[1], ["-16.300000000000004"]);
        assert_eq!(cells("{\"a\": 1e-320, \"a\": 2}")[1], ["2"]);
    }

    #[test]
    fn numbers_that_are_no_json_are_missing_or_infinite() {
        let text =
            "{\"NaN\": NaN, \"b\": -Infinity, \"c\": \"a \\\" NaN\", \"d\": Infinity, \"e\": -1}";
        let expected = ["", "-inf", "a \" NaN", "inf", "-1"];
        assert_eq!(cells(text)[1], expected);
        assert_eq!(cells("{\"a\": \"\\ud83d\", \"b\": 1}")[1], ["\"\\ud83d\"", "1"]);
    }

    #[test]
    fn objects_without_a_name_in_common_are_refused() {
        let lines: String = (0..20_000).map(|n| format!("{{\"k{n}\": 1}}\n")).collect();
        let error = LoadError::TooSparse { rows: 20_000, columns: 20_000 };
        assert_eq!(read(&lines).unwrap_err(), error);
    }

    #[test]
    fn what_is_no_flat_object_is_named() {
        let line = |text| match read(text).unwrap_err() {
            LoadError::BadJson { line } => line,
            other => panic!("{text}: {other}"),
        };
        for (text, expected) in [
            ("{\"a\": 1}\n{\"a\": 2", 2),
            ("[{\"a\": 1},\n{\"a\": }]", 2),
            ("[{\"a\": 1}\n{\"a\": 2}]", 2),
            ("[{\"a\": 1}]\n[", 2),
            ("[{\"a\": 1},\n", 2),
            ("{\"a\": 1}\n3", 2),
            ("[{\"a\": 1}, 3]", 1),
            ("[[1, 2]]", 1),
        ] {
            assert_eq!(line(text), expected, "{text}");
        }
        let nested = LoadError::NestedJson { line: 1, column: "a".into() };
        assert_eq!(read("{\"a\": [1], \"b\": 2}").unwrap_err(), nested);
        assert_eq!(read("[]").unwrap_err(), LoadError::NoRows);
    }
}
