//! One cell as a number: read exactly as written, or not at all.

use std::fmt;

use serde::Serialize;

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
pub(super) fn parse(cell: &str) -> Cell {
    let cell = cell.trim();
    if !cell.is_ascii() && cell.contains(MINUS) {
        classify(&cell.replace(MINUS, "-"))
    } else {
        classify(cell)
    }
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
        match parse(cell) {
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
            assert_eq!(parse(cell), Cell::Missing, "{cell:?}");
        }
    }

    #[test]
    fn infinite_as_written_or_by_overflow() {
        for cell in ["inf", "-Inf", "+Infinity", "\u{2212}inf", "1e999", "-1e309"] {
            assert_eq!(parse(cell), Cell::Bad(Fault::Infinite), "{cell}");
        }
    }

    #[test]
    fn a_number_that_is_not_settled_is_never_guessed() {
        for cell in [
            "50%", "1,234", "0,5", "-0,5", "1.234,5", "1 234", "12ms", "3 %", "1'000", "1_000",
            "--1", "1.2.3", "1e",
        ] {
            assert_eq!(parse(cell), Cell::Bad(Fault::Malformed), "{cell}");
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
            assert_eq!(parse(cell), Cell::Bad(Fault::Text), "{cell}");
        }
    }
}
