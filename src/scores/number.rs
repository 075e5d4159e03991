//! One cell as a number: read exactly as written, or not at all.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What a score cell holds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Cell {
    /// A finite number, the nearest `f64` to the decimal that is written; never `-0.0`.
    Number(f64),
    /// Nothing, or a word that means nothing: `NA`, `N/A`, `NaN`, `None`, `null`, `-`.
    Missing,
    /// Something that cannot be used as a score.
    Bad(Fault),
}

/// What a comma in a number means.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum NumberStyle {
    /// Nothing: a number with a comma is malformed. The decimal mark is a point.
    #[default]
    Point,
    /// It is the decimal mark, and a point is malformed.
    Comma,
    /// It separates thousands, as in `1,234.5`.
    Thousands,
}

/// Why a cell cannot be used as a score. `Display` continues a sentence that begins with the cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Fault {
    /// Infinite as written, or too large for an `f64`, such as `1e999`.
    Infinite,
    /// Meant as a number, but which one is not settled: `50%`, `1,234`, `0,5`, `12ms`.
    Malformed,
    /// Other text.
    Text,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Infinite => "is infinite or too large",
            Self::Malformed => "is not a plain number",
            Self::Text => "is not a number",
        })
    }
}

impl Fault {
    /// What to do about such a cell.
    pub(super) fn remedy(self) -> &'static str {
        match self {
            Self::Infinite => {
                "Write a finite score, or leave the cell empty to mark it as missing."
            }
            Self::Malformed => {
                "Write scores as digits with a point as decimal mark, such as 1234.5: no comma, percent sign or unit."
            }
            Self::Text => {
                "Correct the cell, leave it empty to mark it as missing, or choose another column."
            }
        }
    }
}

/// U+2212, the minus sign of typeset tables.
const MINUS: char = '\u{2212}';

/// Reads one cell. White space around it is ignored.
pub(super) fn parse(cell: &str, style: NumberStyle) -> Cell {
    let cell = cell.trim();
    if !cell.is_ascii() && cell.contains(MINUS) {
        styled(&cell.replace(MINUS, "-"), style)
    } else {
        styled(cell, style)
    }
}

fn styled(cell: &str, style: NumberStyle) -> Cell {
    match style {
        NumberStyle::Comma if cell.contains('.') => match classify(cell) {
            Cell::Number(_) => Cell::Bad(Fault::Malformed),
            other => other,
        },
        NumberStyle::Comma if cell.contains(',') => classify(&cell.replace(',', ".")),
        NumberStyle::Thousands if has_thousands(cell) => classify(&cell.replace(',', "")),
        _ => classify(cell),
    }
}

/// Whether commas stand where thousands end, and nowhere else: `-1,234` or `1,234,567.8`.
pub(super) fn has_thousands(cell: &str) -> bool {
    let number = cell.trim().trim_start_matches(['+', '-', MINUS]);
    let whole = number.find(['.', 'e', 'E']).map_or(number, |end| &number[..end]);
    let mut groups = whole.split(',');
    let is_digits = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    let first = groups.next().is_some_and(|group| {
        (1..=3).contains(&group.len()) && is_digits(group) && !group.starts_with('0')
    });
    first && whole.contains(',') && groups.all(|group| group.len() == 3 && is_digits(group))
}

fn classify(cell: &str) -> Cell {
    // `str::parse` also takes "inf", "infinity" and "nan", in any case and with a sign.
    match cell.parse::<f64>() {
        Ok(number) if number.is_finite() => Cell::Number(number + 0.0), // -0.0 + 0.0 is 0.0
        Ok(number) if number.is_nan() => Cell::Missing,
        Ok(_) => Cell::Bad(Fault::Infinite),
        Err(_) if is_missing_word(cell) => Cell::Missing,
        Err(_) if is_meant_as_number(cell) => Cell::Bad(Fault::Malformed),
        Err(_) => Cell::Bad(Fault::Text),
    }
}

/// "NaN" is not here: it parses as a float.
fn is_missing_word(cell: &str) -> bool {
    cell.is_empty()
        || cell.len() <= 4
            && ["-", "na", "n/a", "none", "null"].iter().any(|word| cell.eq_ignore_ascii_case(word))
}

/// Digits with separators, and at most a short unit behind them.
///
/// Tighter than "begins with a digit", so that dates and hexadecimal ids count as text.
fn is_meant_as_number(cell: &str) -> bool {
    let digits = cell.trim_start_matches(['+', '-']);
    let unit = digits.trim_start_matches(|c: char| c.is_ascii_digit() || is_separator(c));
    let number = &digits[..digits.len() - unit.len()];
    number.contains(|c: char| c.is_ascii_digit())
        && unit.chars().nth(3).is_none()
        && !unit.contains(char::is_numeric)
}

fn is_separator(c: char) -> bool {
    matches!(c, '.' | ',' | '\'' | '’' | '_') || c.is_whitespace()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(cell: &str) -> f64 {
        match parse(cell, NumberStyle::Point) {
            Cell::Number(number) => number,
            other => panic!("{cell:?} is {other:?}"),
        }
    }

    #[test]
    fn numbers_are_read_as_written() {
        for (cell, value) in [
            ("0", 0.0),
            ("+2", 2.0),
            (" 3 ", 3.0),
            ("\u{a0}3\u{a0}", 3.0),
            (".5", 0.5),
            ("5.", 5.0),
            ("1e0", 1.0),
            ("-1.5E-3", -0.0015),
            ("1e-320", 1e-320),
            ("5e-324", f64::from_bits(1)),
            ("1e-999", 0.0),
            ("1.7976931348623157e308", f64::MAX),
            ("\u{2212}1.5", -1.5),
            ("1e\u{2212}3", 0.001),
            ("-16.300000000000004", -16.300000000000004),
        ] {
            assert_eq!(number(cell).to_bits(), f64::to_bits(value), "{cell}");
        }
    }

    #[test]
    fn there_is_one_zero() {
        for cell in ["-0.0", "-0", "\u{2212}0", "-1e-999"] {
            assert_eq!(number(cell).to_bits(), 0, "{cell}");
        }
    }

    #[test]
    fn missing_words_in_any_case() {
        for cell in
            ["", "  ", "NA", "na", "N/A", "n/a", "NaN", "nan", "None", "NULL", "null", "-", " - "]
        {
            assert_eq!(parse(cell, NumberStyle::Point), Cell::Missing, "{cell:?}");
        }
    }

    #[test]
    fn infinite_as_written_or_by_overflow() {
        for cell in ["inf", "-Inf", "+Infinity", "\u{2212}inf", "1e999", "-1e309"] {
            assert_eq!(parse(cell, NumberStyle::Point), Cell::Bad(Fault::Infinite), "{cell}");
        }
    }

    #[test]
    fn a_number_that_is_not_settled_is_never_guessed() {
        for cell in [
            "50%", "1,234", "0,5", "-0,5", "1.234,5", "1 234", "12ms", "3 %", "1'000", "1_000",
            "--1", "1.2.3", "1e",
        ] {
            assert_eq!(parse(cell, NumberStyle::Point), Cell::Bad(Fault::Malformed), "{cell}");
        }
    }

    #[test]
    fn other_text_is_text() {
        for cell in [
            "bad",
            "A",
            ".",
            "+",
            "--",
            "2022-01-01",
            "8764fb95",
            "3/5",
            "0x1F",
            "2 good reasons",
            "١٢",
        ] {
            assert_eq!(parse(cell, NumberStyle::Point), Cell::Bad(Fault::Text), "{cell}");
        }
    }

    #[test]
    fn a_comma_means_what_the_style_says() {
        use NumberStyle::{Comma, Thousands};
        for (cell, style, expected) in [
            ("0,5", Comma, Some(0.5)),
            ("-1,25e-3", Comma, Some(-0.00125)),
            ("7", Comma, Some(7.0)),
            ("0.5", Comma, None),
            ("1.234,5", Comma, None),
            ("1,2,3", Comma, None),
            ("1,234", Comma, Some(1.234)),
            ("1,234", Thousands, Some(1234.0)),
            ("-1,234,567.5", Thousands, Some(-1_234_567.5)),
            ("12.5", Thousands, Some(12.5)),
            ("0,5", Thousands, None),
            ("1,23", Thousands, None),
            ("0,123", Thousands, None),
            ("1234,567", Thousands, None),
        ] {
            let found = match parse(cell, style) {
                Cell::Number(number) => Some(number),
                Cell::Bad(Fault::Malformed) => None,
                other => panic!("{cell:?} as {style:?} is {other:?}"),
            };
            assert_eq!(found, expected, "{cell:?} as {style:?}");
        }
    }
}
