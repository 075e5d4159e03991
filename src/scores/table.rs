//! The text of a file as a table: a header and rows of equal length.

use std::collections::{HashMap, HashSet};

use csv::StringRecord;

use serde::Serialize;

use super::delimiter::Delimiter;
use super::error::LoadError;
use super::lines::remarks;
use super::records::Records;
use super::wording::shorten;

/// How a table was written as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Format {
    /// Lines of cells with this between them.
    Delimited(Delimiter),
    /// An array of objects.
    Json,
    /// An object on each line.
    JsonLines,
    /// A file for each score.
    ScoreFiles,
}

/// Cells of a table that is made of something else, at most.
pub(super) const MOST_CELLS: usize = 1 << 27;
/// Remarks above a table that may be its header: the last ones.
const MOST_REMARKS: usize = 100;
/// Rows read between two looks at the progress.
pub(super) const ROWS_UNWATCHED: usize = 1 << 13;

/// A rectangular table of text cells under distinct column names.
///
/// All cells lie in one string, so that a large file costs two allocations, not one a cell.
#[derive(Debug, Clone)]
pub struct Table {
    format: Format,
    names: Vec<String>,
    text: String,
    /// Where each cell ends in `text`, `stride` cells a row.
    ends: Vec<usize>,
    /// Cells a row in `ends`; columns that hold nothing at the end of a row are not in `names`.
    stride: usize,
    lines: Vec<usize>,
    /// The line of the names, or of the first row.
    first_line: usize,
    /// The files it was joined from, if it was.
    parts: Vec<Part>,
    /// For each column, those of `parts` that have it.
    origins: Vec<Vec<usize>>,
}

/// One of several files that were joined.
#[derive(Debug, Clone)]
pub(super) struct Part {
    pub(super) file: String,
    /// The line of each row, where the file has it.
    pub(super) lines: Vec<Option<usize>>,
}

impl Table {
    /// Reads delimited text. Without a delimiter, the one that fits best is taken; without a header,
    /// columns are called by their numbers.
    ///
    /// Lines end in LF, CRLF or CR; blank lines are skipped, and rows of empty cells; first lines that
    /// begin with `# ` are remarks; a first line such as `sep=;` names the delimiter; cells may be quoted
    /// with `"`. Names are trimmed, a column without one is called by its number, and a name that is taken
    /// gets a number.
    ///
    /// # Errors
    ///
    /// [`Empty`](LoadError::Empty), [`NoRows`](LoadError::NoRows), [`Ragged`](LoadError::Ragged),
    /// [`UnclosedQuote`](LoadError::UnclosedQuote).
    pub fn read(
        text: &str,
        delimiter: Option<Delimiter>,
        has_header: bool,
    ) -> Result<Self, LoadError> {
        Self::read_watched(text, delimiter, has_header, &mut |_| ())
    }

    /// The same, telling now and then which share is read.
    pub(super) fn read_watched(
        text: &str,
        delimiter: Option<Delimiter>,
        has_header: bool,
        on_progress: &mut dyn FnMut(f64),
    ) -> Result<Self, LoadError> {
        let declared = Delimiter::declared(text);
        let (remarks, end) = remarks(text);
        let rest = &text.as_bytes()[end..];
        let delimiter = delimiter.or(declared).unwrap_or_else(|| Delimiter::detect(rest));
        // The first remark that is as wide as the table is its header.
        let width = |from: usize| delimiter.width(&text[from..]);
        let wide = width(end);
        let last = &remarks[remarks.len().saturating_sub(MOST_REMARKS)..];
        let header = last.iter().copied().find(|&start| wide > 1 && width(start) == wide);
        let start = header.unwrap_or(end);
        let mut records = Records::after(text, start, delimiter);
        if declared.is_some() {
            records.advance()?;
        }
        let Some(first_line) = records.advance()? else { return Err(LoadError::Empty) };
        let first = records.record.clone();
        let mut table = TableBuilder::new(Format::Delimited(delimiter), first.len());
        table.0.text.reserve(text.len());
        table.0.first_line = first_line;
        if !has_header {
            table.push_record(&first, first_line);
        }
        while let Some(line) = records.advance()? {
            records.check_width(line, first.len())?;
            table.push_record(&records.record, line);
            if table.0.lines.len().is_multiple_of(ROWS_UNWATCHED) {
                on_progress(records.start as f64 / text.len() as f64);
            }
        }
        if has_header { table.finish(first.iter()) } else { table.finish(first.iter().map(|_| "")) }
    }

    fn is_blank(&self, column: usize) -> bool {
        (0..self.rows()).all(|row| self.cell(row, column).trim().is_empty())
    }

    /// How it was written.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Says which files it was joined from, and which of them have each column.
    pub(super) fn with_parts(self, parts: Vec<Part>, origins: Vec<Vec<usize>>) -> Self {
        Self { parts, origins, ..self }
    }

    /// The files it was joined from that have a column which no other has.
    pub(super) fn parts_of_their_own(&self) -> impl Iterator<Item = &Part> {
        let is_alone = |part: usize| self.origins.iter().any(|origins| *origins == [part]);
        (0..self.parts.len()).filter(move |&part| is_alone(part)).map(|part| &self.parts[part])
    }

    /// Whether a file that has the column has the row, too.
    pub(super) fn has(&self, row: usize, column: usize) -> bool {
        let origins = self.origins.get(column);
        origins.is_none_or(|parts| parts.iter().any(|&part| self.parts[part].lines[row].is_some()))
    }

    /// Whether the columns come from several files, each with lines of its own.
    pub(super) fn is_joined(&self) -> bool {
        !self.parts.is_empty() || self.format == Format::ScoreFiles
    }

    /// An error about a cell: made from its line and its text, and in the cell's file if there are several.
    pub(super) fn error_at(
        &self,
        row: usize,
        column: usize,
        error: impl FnOnce(usize, String) -> LoadError,
    ) -> LoadError {
        let cell = shorten(self.cell(row, column).trim(), 40);
        let mut parts =
            self.origins.get(column).into_iter().flatten().map(|&part| &self.parts[part]);
        match parts.find_map(|part| Some((part.lines[row]?, &part.file))) {
            Some((line, file)) => error(line, cell).in_file(file),
            None => error(self.lines[row], cell),
        }
    }

    /// The same table with other text in its cells.
    pub(super) fn map_cells(&self, map: impl Fn(usize, &str) -> Option<String>) -> Self {
        let width = self.names.len();
        let mut table = TableBuilder::new(self.format, width);
        for row in 0..self.rows() {
            for column in 0..width {
                let cell = self.cell(row, column);
                table.0.text.push_str(map(column, cell).as_deref().unwrap_or(cell));
                table.0.ends.push(table.0.text.len());
            }
        }
        let (names, lines) = (self.names.clone(), self.lines.clone());
        Self { names, lines, first_line: self.first_line, ..table.0 }
    }

    /// The line on which the table begins, from 1.
    pub(super) fn first_line(&self) -> usize {
        self.first_line
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

/// A table in the making, row by row.
pub(super) struct TableBuilder(Table);

impl TableBuilder {
    /// Rows will have `width` cells.
    pub(super) fn new(format: Format, width: usize) -> Self {
        let (text, ends, lines) = (String::new(), Vec::new(), Vec::new());
        Self(Table {
            format,
            names: Vec::new(),
            text,
            ends,
            stride: width,
            lines,
            first_line: 1,
            parts: Vec::new(),
            origins: Vec::new(),
        })
    }

    pub(super) fn push<'a>(&mut self, cells: impl Iterator<Item = &'a str>, line: usize) {
        for cell in cells {
            self.0.text.push_str(cell);
            self.0.ends.push(self.0.text.len());
        }
        self.0.lines.push(line);
    }

    fn push_record(&mut self, record: &StringRecord, line: usize) {
        let mut end = self.0.text.len();
        self.0.text.push_str(record.as_slice());
        self.0.ends.extend(record.iter().map(|cell| {
            end += cell.len();
            end
        }));
        self.0.lines.push(line);
    }

    /// Names the columns. Those at the end that hold nothing are no columns.
    pub(super) fn finish<'a>(
        mut self,
        header: impl Iterator<Item = &'a str>,
    ) -> Result<Table, LoadError> {
        let header: Vec<&str> = header.collect();
        let table = &mut self.0;
        if table.lines.is_empty() {
            return Err(LoadError::NoRows);
        }
        let mut width = table.stride;
        while width > 0 && header[width - 1].trim().is_empty() && table.is_blank(width - 1) {
            width -= 1;
        }
        if width == 0 {
            return Err(LoadError::Empty);
        }
        table.names = distinct_names(header.into_iter().take(width));
        Ok(self.0)
    }
}

/// Trims names, names the nameless after their place, and numbers the second of a name onwards.
fn distinct_names<'a>(header: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut taken = HashSet::new();
    let mut next_number: HashMap<String, usize> = HashMap::new();
    let mut names = Vec::new();
    for (index, cell) in header.enumerate() {
        // Pasted text may have a byte-order mark anywhere.
        let base = match cell.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}') {
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
        Table::read(text, None, true)
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
        // Rows between two marks that do not belong together must not vanish.
        let error = LoadError::UnclosedQuote { line: 2 };
        assert_eq!(read("a,b\n1,\"x\n2,y\n3,\"z\n").unwrap_err(), error);
        assert_eq!(read("a,b\n1,\"x\n2,\"y\"\n").unwrap_err(), error);
    }

    #[test]
    fn marks_in_the_text_of_tab_separated_files_are_text() {
        let text =
            "id\ttext\tm\n1\t\"Hello\t1\n2\tworld\" he said\t2\n3\t\"a \"\"b\"\"\"\t3\n4\t\"\t4\n";
        let table = read(text).unwrap();
        let texts: Vec<&str> = (0..table.rows()).map(|row| table.cell(row, 1)).collect();
        assert_eq!(texts, ["\"Hello", "world\" he said", "a \"b\"", "\""]);
        // Tabs and line ends between marks belong to the cell where lines differ.
        assert_eq!(
            cells(&read("a\tb\n\"1\n2\"\t3\n4\t\"5\t6\"\n").unwrap()),
            [["1\n2", "3"], ["4", "5\t6"]]
        );
    }

    #[test]
    fn files_without_a_table_say_so() {
        for text in ["", "\n\n", "  \n", ",,\n,,\n"] {
            assert_eq!(read(text).unwrap_err(), LoadError::Empty, "{text:?}");
        }
        assert_eq!(read("a,b\n\n").unwrap_err(), LoadError::NoRows);
        assert!(read("[id],human\n1,2\n").is_ok());
    }

    #[test]
    fn the_first_line_may_be_data() {
        let table = Table::read("A;1\nB;2\n", None, false).unwrap();
        assert_eq!(table.names(), ["column 1", "column 2"]);
        assert_eq!((cells(&table), table.line(0)), (vec![vec!["A", "1"], vec!["B", "2"]], 1));
    }

    #[test]
    fn runs_of_spaces_separate_cells() {
        let table = read("system item  human\nA   1  0.5\n\"B C\" 2 -1 \n").unwrap();
        assert_eq!(table.format(), Format::Delimited(Delimiter::Spaces));
        assert_eq!(table.names(), ["system", "item", "human"]);
        assert_eq!(cells(&table), [["A", "1", "0.5"], ["B C", "2", "-1"]]);
    }

    #[test]
    fn a_chosen_delimiter_is_used() {
        let table = Table::read("a,b;c\n1,2;3\n", Some(Delimiter::Semicolon), true).unwrap();
        assert_eq!(table.names(), ["a,b", "c"]);
    }
}
