//! Delimited text as records.

use std::borrow::Cow;

use csv::StringRecord;

use super::delimiter::{Delimiter, reader};
use super::error::LoadError;
use super::lines::{LineCounter, open_quote};

/// The records of a text one after another, each with the line on which it starts.
pub(super) struct Records<'t> {
    reader: csv::Reader<&'t [u8]>,
    pub(super) record: StringRecord,
    bytes: &'t [u8],
    /// Where the reader begins.
    offset: usize,
    lines: LineCounter<'t>,
    /// Where the present record begins.
    pub(super) start: usize,
    delimiter: Delimiter,
    /// Whether a delimiter or a line end between quotation marks belongs to the cell.
    is_quoted: bool,
}

impl<'t> Records<'t> {
    /// Those of a text from some byte on; lines are counted from its beginning.
    pub(super) fn after(text: &'t str, offset: usize, delimiter: Delimiter) -> Self {
        let bytes = text.as_bytes();
        let is_quoted = delimiter != Delimiter::Tab || !is_plain(&text[offset..]);
        Self {
            reader: reader(&bytes[offset..], delimiter, is_quoted),
            offset,
            record: StringRecord::new(),
            bytes,
            lines: LineCounter::new(bytes),
            start: 0,
            delimiter,
            is_quoted,
        }
    }

    /// Moves to the next record with anything in it and returns its line; `None` at the end.
    pub(super) fn advance(&mut self) -> Result<Option<usize>, LoadError> {
        loop {
            // The text is UTF-8 and rows may have any length, so only the end is left to be met.
            if !self.reader.read_record(&mut self.record).unwrap_or(false) {
                return self.check_quotes().map(|()| None);
            }
            let position = self.record.position().map_or(0, |position| position.byte() as usize);
            let position = self.offset + position;
            let rest = self.bytes.get(position..).unwrap_or_default();
            self.start =
                position + rest.iter().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
            let line = self.lines.line_of(self.start);
            if self.delimiter == Delimiter::Spaces {
                // A run of spaces separates as one does.
                self.record = self.record.iter().filter(|cell| !cell.is_empty()).collect();
            }
            if !self.is_quoted && self.record.as_slice().contains('"') {
                self.record = self.record.iter().map(unquoted).collect();
            }
            if !self.record.as_slice().trim().is_empty() {
                // A quotation mark that nobody closes may meet another one lines later.
                if self.record.as_slice().contains(['\n', '\r']) {
                    self.check_quotes()?;
                }
                return Ok(Some(line));
            }
        }
    }

    /// An unclosed quotation mark swallows the rest of the file, so it is named before the raggedness
    /// that it causes.
    pub(super) fn check_width(&self, line: usize, expected: usize) -> Result<(), LoadError> {
        let found = self.record.len();
        if found == expected {
            return Ok(());
        }
        self.check_quotes()?;
        Err(LoadError::Ragged { line, found, expected })
    }

    fn check_quotes(&self) -> Result<(), LoadError> {
        if !self.is_quoted {
            return Ok(());
        }
        match open_quote(self.bytes, self.start, self.delimiter.byte()) {
            Some(position) => {
                Err(LoadError::UnclosedQuote { line: self.lines.clone().line_of(position) })
            }
            None => Ok(()),
        }
    }
}

/// Whether all lines have as many tabs, so that none can be meant to lie between quotation marks: the text
/// of outputs is written to such files as it is, with marks that nobody closes.
fn is_plain(text: &str) -> bool {
    let lines = text.split(['\n', '\r']).filter(|line| !line.trim().is_empty());
    let mut tabs = lines.map(|line| line.bytes().filter(|&byte| byte == b'\t').count());
    let first = tabs.next();
    tabs.all(|other| Some(other) == first)
}

/// A cell that is quoted as a whole, without its marks.
fn unquoted(cell: &str) -> Cow<'_, str> {
    let inside = cell.trim_matches(' ').strip_prefix('"').and_then(|cell| cell.strip_suffix('"'));
    match inside.filter(|inside| !inside.replace("\"\"", "").contains('"')) {
        Some(inside) => Cow::Owned(inside.replace("\"\"", "\"")),
        None => Cow::Borrowed(cell),
    }
}
