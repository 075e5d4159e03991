//! The text of a file as a table: a header and rows of equal length.

use std::collections::{HashMap, HashSet};

use csv::StringRecord;

use super::delimiter::{Delimiter, reader};
use super::error::LoadError;
use super::lines::{LineCounter, open_quote};

/// A rectangular table of text cells under distinct column names.
///
/// All cells lie in one string, so that a large file costs two allocations, not one a cell.
#[derive(Debug, Clone)]
pub struct Table {
    delimiter: Delimiter,
    names: Vec<String>,
    text: String,
    /// Where each cell ends in `text`, `stride` cells a row.
    ends: Vec<usize>,
    /// Cells a row in `ends`; columns that hold nothing at the end of a row are not in `names`.
    stride: usize,
    lines: Vec<usize>,
}

impl Table {
    /// Reads delimited text: UTF-8 with or without a byte-order mark, the first line being the header.
    ///
    /// Lines end in LF, CRLF or CR; blank lines are skipped; cells may be quoted with `"`. Names are
    /// trimmed, a column without one is called by its number, and a name that is taken gets a number.
    ///
    /// # Errors
    ///
    /// [`Empty`](LoadError::Empty), [`NoRows`](LoadError::NoRows), [`NotUtf8`](LoadError::NotUtf8),
    /// [`Utf16`](LoadError::Utf16), [`Gzip`](LoadError::Gzip), [`Json`](LoadError::Json), [`Ragged`](LoadError::Ragged),
    /// [`UnclosedQuote`](LoadError::UnclosedQuote).
    pub fn read(bytes: &[u8]) -> Result<Self, LoadError> {
        let text = decode(bytes)?;
        let delimiter = Delimiter::detect(text.as_bytes());
        let mut records = Records::new(text, delimiter);
        if records.advance()?.is_none() {
            return Err(LoadError::Empty);
        }
        let header = records.record.clone();
        let mut table = Self {
            delimiter,
            names: Vec::new(),
            text: String::with_capacity(text.len()),
            ends: Vec::new(),
            stride: header.len(),
            lines: Vec::new(),
        };
        while let Some(line) = records.advance()? {
            records.check_width(line, table.stride)?;
            table.push(&records.record, line);
        }
        table.finish(&header)
    }

    fn push(&mut self, record: &StringRecord, line: usize) {
        let mut end = self.text.len();
        self.text.push_str(record.as_slice());
        self.ends.extend(record.iter().map(|cell| {
            end += cell.len();
            end
        }));
        self.lines.push(line);
    }

    fn finish(mut self, header: &StringRecord) -> Result<Self, LoadError> {
        if self.lines.is_empty() {
            return Err(LoadError::NoRows);
        }
        let mut width = self.stride;
        while width > 0 && header[width - 1].trim().is_empty() && self.is_blank(width - 1) {
            width -= 1;
        }
        if width == 0 {
            return Err(LoadError::Empty);
        }
        self.names = distinct_names(header.iter().take(width));
        Ok(self)
    }

    fn is_blank(&self, column: usize) -> bool {
        (0..self.rows()).all(|row| self.cell(row, column).trim().is_empty())
    }

    /// What separated the cells.
    pub fn delimiter(&self) -> Delimiter {
        self.delimiter
    }

    /// The names of the columns, all different.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The number of rows, the header not counted; at least 1.
    pub fn rows(&self) -> usize {
        self.lines.len()
    }

    /// The text of a cell, unquoted, with the white space around it.
    ///
    /// # Panics
    ///
    /// When there is no such row or column.
    pub fn cell(&self, row: usize, column: usize) -> &str {
        let index = row * self.stride + column;
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.text[start..self.ends[index]]
    }

    /// The line of the file on which a row starts, from 1.
    ///
    /// # Panics
    ///
    /// When there is no such row.
    pub fn line(&self, row: usize) -> usize {
        self.lines[row]
    }
}

/// The bytes as text, without a byte-order mark.
fn decode(bytes: &[u8]) -> Result<&str, LoadError> {
    if bytes.starts_with(b"\x1F\x8B") {
        return Err(LoadError::Gzip);
    }
    if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") {
        return Err(LoadError::Utf16);
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let not_text =
        |position| LoadError::NotUtf8 { line: LineCounter::new(bytes).line_of(position) };
    let text = std::str::from_utf8(bytes).map_err(|error| not_text(error.valid_up_to()))?;
    // UTF-16 without a mark is valid UTF-8 full of NULs; no text file has one.
    if let Some(position) = text.find('\0') {
        return Err(not_text(position));
    }
    if is_json(text) { Err(LoadError::Json) } else { Ok(text) }
}

/// Whether the text begins as JSON or JSON Lines do: an object, or an array of them.
fn is_json(text: &str) -> bool {
    let text = text.trim_start();
    let object = text.strip_prefix('[').map_or(text, str::trim_start);
    object.strip_prefix('{').is_some_and(|inside| inside.trim_start().starts_with(['"', '}']))
}

/// The records of a text one after another, each with the line on which it starts.
struct Records<'t> {
    reader: csv::Reader<&'t [u8]>,
    record: StringRecord,
    bytes: &'t [u8],
    lines: LineCounter<'t>,
    start: usize,
    delimiter: Delimiter,
}

impl<'t> Records<'t> {
    fn new(text: &'t str, delimiter: Delimiter) -> Self {
        let bytes = text.as_bytes();
        Self {
            reader: reader(bytes, delimiter),
            record: StringRecord::new(),
            bytes,
            lines: LineCounter::new(bytes),
            start: 0,
            delimiter,
        }
    }

    /// Moves to the next record that is not blank and returns its line; `None` at the end.
    fn advance(&mut self) -> Result<Option<usize>, LoadError> {
        loop {
            // The text is UTF-8 and rows may have any length, so only the end is left to be met.
            if !self.reader.read_record(&mut self.record).unwrap_or(false) {
                return self.check_quotes().map(|()| None);
            }
            let position = self.record.position().map_or(0, |position| position.byte() as usize);
            let rest = self.bytes.get(position..).unwrap_or_default();
            self.start =
                position + rest.iter().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
            let line = self.lines.line_of(self.start);
            if self.record.len() > 1 || !self.record.as_slice().trim().is_empty() {
                return Ok(Some(line));
            }
        }
    }

    /// An unclosed quotation mark swallows the rest of the file, so it is named before the raggedness
    /// that it causes.
    fn check_width(&self, line: usize, expected: usize) -> Result<(), LoadError> {
        let found = self.record.len();
        if found == expected {
            return Ok(());
        }
        self.check_quotes()?;
        Err(LoadError::Ragged { line, found, expected })
    }

    fn check_quotes(&self) -> Result<(), LoadError> {
        match open_quote(self.bytes, self.start, self.delimiter.byte()) {
            Some(position) => {
                Err(LoadError::UnclosedQuote { line: self.lines.clone().line_of(position) })
            }
            None => Ok(()),
        }
    }
}

/// Trims names, names the nameless after their place, and numbers the second of a name onwards.
fn distinct_names<'a>(header: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut taken = HashSet::new();
    let mut next_number: HashMap<String, usize> = HashMap::new();
    let mut names = Vec::new();
    for (index, cell) in header.enumerate() {
        let base = match cell.trim() {
            "" => format!("column {}", index + 1),
            name => name.to_owned(),
        };
        let mut name = base.clone();
        while !taken.insert(name.clone()) {
            let number = next_number.entry(base.clone()).or_insert(1);
            *number += 1;
            name = format!("{base} ({number})");
        }
        names.push(name);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Table, LoadError> {
        Table::read(text.as_bytes())
    }

    fn cells(table: &Table) -> Vec<Vec<&str>> {
        let columns = table.names().len();
        (0..table.rows())
            .map(|row| (0..columns).map(|column| table.cell(row, column)).collect())
            .collect()
    }

    #[test]
    fn line_ends_and_marks_do_not_change_the_table() {
        for text in [
            "a,b\n1,2\n3,4\n",
            "a,b\r\n1,2\r\n3,4",
            "a,b\r1,2\r3,4\r",
            "\u{feff}a,b\n\n1,2\n  \n3,4\n\n\n",
        ] {
            let table = read(text).unwrap();
            assert_eq!(table.names(), ["a", "b"], "{text:?}");
            assert_eq!(cells(&table), [["1", "2"], ["3", "4"]], "{text:?}");
        }
    }

    #[test]
    fn lines_are_those_an_editor_shows() {
        let lines = |text| read(text).unwrap().lines;
        assert_eq!(lines("a,b\r1,2\r\r3,4\r"), [2, 4]);
        assert_eq!(lines("\r\n\r\na,b\r\n\"1\r\n2\",2\r\n\r\n3,4\r\n"), [4, 7]);
        assert_eq!(lines("a,b\n\"x\ny\",2\n3,4"), [2, 4]);
    }

    #[test]
    fn a_column_of_nothing_at_the_end_is_no_column() {
        assert_eq!(read("a,b,\n1,2,\n3,4,\n").unwrap().names(), ["a", "b"]);
        assert_eq!(read("a,b,,\n1,2,,\n").unwrap().names(), ["a", "b"]);
        assert_eq!(read("a,b,\n1,2,x\n").unwrap().names(), ["a", "b", "column 3"]);
        assert_eq!(read("a,,c\n1,,3\n").unwrap().names(), ["a", "column 2", "c"]);
        assert_eq!(cells(&read("a,b,\n1,2,\n3,4,\n").unwrap()), [["1", "2"], ["3", "4"]]);
    }

    #[test]
    fn names_are_told_apart() {
        let names = |text| read(text).unwrap().names;
        assert_eq!(names("human, human ,human\n1,2,3\n"), ["human", "human (2)", "human (3)"]);
        assert_eq!(names("a (2),a,a\n1,2,3\n"), ["a (2)", "a", "a (3)"]);
    }

    #[test]
    fn ragged_rows_are_named() {
        assert_eq!(
            read("a,b\n\n1\n").unwrap_err(),
            LoadError::Ragged { line: 3, found: 1, expected: 2 }
        );
        assert_eq!(
            read("a,b\n1,2,3\n").unwrap_err(),
            LoadError::Ragged { line: 2, found: 3, expected: 2 }
        );
    }

    #[test]
    fn an_unclosed_quote_is_named_where_it_opens() {
        let error = LoadError::UnclosedQuote { line: 3 };
        assert_eq!(read("a,b\n1,2\n3,\"4\n5,6\n").unwrap_err(), error);
        assert_eq!(read("a,b\n\"1\n2\",\"4\n5,6\n").unwrap_err(), error);
        assert_eq!(read("a,b\n1,2\n\"3,4\n5,6\n").unwrap_err(), error);
        assert_eq!(read("\"a,b\n1,2").unwrap_err(), LoadError::UnclosedQuote { line: 1 });
    }

    #[test]
    fn files_without_a_table_say_so() {
        for text in ["", "\n\n", "  \n", "\u{feff}", ",,\n,,\n"] {
            assert_eq!(read(text).unwrap_err(), LoadError::Empty, "{text:?}");
        }
        assert_eq!(read("a,b\n\n").unwrap_err(), LoadError::NoRows);
        for json in ["[{\"a\": 1}]", " [ { \"a\": 1}]", "{\"a\": 1}\n{\"a\": 2}\n", "[{}]"] {
            assert_eq!(read(json).unwrap_err(), LoadError::Json, "{json}");
        }
        assert!(read("[id],human\n1,2\n").is_ok());
    }

    #[test]
    fn other_encodings_are_named_not_guessed() {
        let line = |bytes: &[u8]| Table::read(bytes).unwrap_err().line();
        assert_eq!(Table::read(b"\xFF\xFEa\0,\0b\0").unwrap_err(), LoadError::Utf16);
        assert_eq!(Table::read(b"\x1F\x8B\x08\0").unwrap_err(), LoadError::Gzip);
        assert_eq!(line(b"a\0,\0b\0"), Some(1));
        assert_eq!(line(b"a,b\n1,2\nsyst\xE8me,3\n"), Some(3));
    }
}
