//! Which character separates the cells of a file.

use csv::ByteRecord;
use serde::{Deserialize, Serialize};

/// What separates the cells of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Delimiter {
    /// `,`
    Comma,
    /// A tab.
    Tab,
    /// `;`
    Semicolon,
    /// `|`
    Pipe,
    /// Runs of spaces.
    Spaces,
}

/// How much of a file is looked at: enough to see the pattern, little enough to cost nothing.
const SAMPLE_BYTES: usize = 64 * 1024;
const SAMPLE_ROWS: usize = 100;

impl Delimiter {
    /// Spaces stand in text too: they come last, and win only where others separate nothing.
    const ALL: [Self; 5] = [Self::Comma, Self::Tab, Self::Semicolon, Self::Pipe, Self::Spaces];

    /// The delimiter as a byte of the file.
    pub fn byte(self) -> u8 {
        match self {
            Self::Comma => b',',
            Self::Tab => b'\t',
            Self::Semicolon => b';',
            Self::Pipe => b'|',
            Self::Spaces => b' ',
        }
    }

    /// What the line `sep=;` of a spreadsheet says, if the text begins with one.
    pub(super) fn declared(text: &str) -> Option<Self> {
        let line = text.split(['\n', '\r']).find(|line| !line.is_empty())?;
        let (key, value) = line.trim_matches(['"', ' ']).split_at_checked(4)?;
        let byte = *value.as_bytes().first().filter(|_| key.eq_ignore_ascii_case("sep="))?;
        // Spreadsheets that save the file again fill the line up to the width of the table.
        let is_alone = value.trim_end_matches('"').bytes().all(|other| other == byte);
        Self::ALL.into_iter().find(|delimiter| is_alone && delimiter.byte() == byte)
    }

    /// How many cells the first line of a text has.
    pub(super) fn width(self, text: &str) -> usize {
        widths(text.as_bytes(), false, self, 1).first().copied().unwrap_or(0)
    }

    /// The delimiter under which most of the first rows have as many cells as the header, at least two;
    /// of equals, the one with the most cells. A comma when none separates anything.
    pub(super) fn detect(bytes: &[u8]) -> Self {
        let sample = &bytes[..bytes.len().min(SAMPLE_BYTES)];
        let is_cut = sample.len() < bytes.len();
        let mut best = (Self::Comma, (0, 0));
        for delimiter in Self::ALL {
            let fit = fit(&widths(sample, is_cut, delimiter, SAMPLE_ROWS));
            let is_needed = delimiter != Self::Spaces || best.1 == (0, 0) && fit.0 == 1000;
            // Commas stand in numbers and texts: of delimiters that fit as well, another one is meant.
            let is_better = fit > best.1 || best.0 == Self::Comma && fit.0 > 0 && fit.0 == best.1.0;
            if is_needed && is_better {
                best = (delimiter, fit);
            }
        }
        best.0
    }
}

/// Rows in a thousand as wide as the header, and that width; zero when the header is a single cell.
fn fit(widths: &[usize]) -> (usize, usize) {
    match widths.first() {
        Some(&header) if header > 1 => {
            let alike = widths.iter().filter(|&&width| width == header).count();
            (alike * 1000 / widths.len(), header)
        }
        _ => (0, 0),
    }
}

/// Cells in each of the first rows, at most so many. A row that the end of the sample may have cut is left out.
fn widths(sample: &[u8], is_cut: bool, delimiter: Delimiter, most: usize) -> Vec<usize> {
    let mut reader = reader(sample, delimiter, true);
    let mut record = ByteRecord::new();
    let mut widths = Vec::new();
    while widths.len() < most && reader.read_byte_record(&mut record).unwrap_or(false) {
        if !record.as_slice().trim_ascii().is_empty() {
            let cells =
                record.iter().filter(|cell| delimiter != Delimiter::Spaces || !cell.is_empty());
            widths.push(cells.count());
        }
    }
    if is_cut && widths.len() > 1 {
        widths.pop();
    }
    widths
}

/// A reader that takes the header as a row like others, and rows of any length.
pub(super) fn reader(bytes: &[u8], delimiter: Delimiter, quoting: bool) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new()
        .delimiter(delimiter.byte())
        .quoting(quoting)
        .has_headers(false)
        .flexible(true)
        .buffer_capacity(SAMPLE_BYTES)
        .from_reader(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_delimiter_is_recognised() {
        for (text, delimiter) in [
            ("a,b,c\n1,2,3\n", Delimiter::Comma),
            ("a\tb\tc\n1\t2\t3\n", Delimiter::Tab),
            ("a;b;c\n1;2;3\n", Delimiter::Semicolon),
            ("a|b|c\n1|2|3\n", Delimiter::Pipe),
        ] {
            assert_eq!(Delimiter::detect(text.as_bytes()), delimiter, "{text}");
        }
    }

    #[test]
    fn decimal_commas_and_commas_in_text_do_not_mislead() {
        assert_eq!(Delimiter::detect(b"system;human\nA;0,5\nB;1,5\n"), Delimiter::Semicolon);
        assert_eq!(Delimiter::detect(b"source, the\thuman\na, b, c\t1\nd\t2\n"), Delimiter::Tab);
        assert_eq!(Delimiter::detect(b"\"a;b;c\",human\n\"d;e;f\",1\n"), Delimiter::Comma);
    }

    #[test]
    fn commas_that_fit_as_well_are_decimals_or_text() {
        assert_eq!(Delimiter::detect(b"0,5;0,25\n1,5;2,75\n"), Delimiter::Semicolon);
        assert_eq!(
            Delimiter::detect(b"item;human score, mean\n1;0,5\n2;0,25\n"),
            Delimiter::Semicolon
        );
        assert_eq!(Delimiter::detect(b"A\t0,5\nB\t1,5\n"), Delimiter::Tab);
        assert_eq!(Delimiter::detect(b"human score\n1\n2\n"), Delimiter::Comma);
    }

    #[test]
    fn one_short_row_does_not_mislead() {
        assert_eq!(Delimiter::detect(b"a,b,c\n1,2\n1,2,3\n"), Delimiter::Comma);
    }

    #[test]
    fn the_row_cut_by_the_sample_does_not_count() {
        let text = "a,b,c\n".repeat(2) + "x".repeat(SAMPLE_BYTES).as_str() + ",y,z\n";
        assert_eq!(
            fit(&widths(&text.as_bytes()[..SAMPLE_BYTES], true, Delimiter::Comma, SAMPLE_ROWS)),
            (1000, 3)
        );
    }

    #[test]
    fn one_column_is_read_as_comma_separated() {
        assert_eq!(Delimiter::detect(b"human\n1\n2\n"), Delimiter::Comma);
        assert_eq!(Delimiter::detect(b""), Delimiter::Comma);
    }
}
