//! Numbers as a reader sees them, in ASCII; the same digits as on the page.

use std::collections::BTreeSet;

use super::super::column::Kind;
use super::super::table::Cell;

/// A statistic has four decimals, a threshold four significant digits, a share is a percentage with one
/// decimal, or as many as it takes not to make none or all of a part.
pub(crate) fn written(value: f64, kind: Kind) -> String {
    match kind {
        Kind::Statistic => without_negative_zero(format!("{value:.4}")),
        Kind::Threshold => four_digits(value),
        Kind::Share => percent(value),
    }
}

fn percent(share: f64) -> String {
    let write = |decimals: usize| format!("{:.decimals$}", 100.0 * share);
    let is_lost = |text: &str| matches!(text.parse(), Ok(0.0 | 100.0));
    let is_part = share > 0.0 && share < 1.0;
    let decimals = (1..6).find(|&decimals| !is_part || !is_lost(&write(decimals)));
    format!("{}%", write(decimals.unwrap_or(6)))
}

fn without_negative_zero(text: String) -> String {
    match text.strip_prefix('-') {
        Some(zero) if !zero.contains(|digit| ('1'..='9').contains(&digit)) => zero.to_owned(),
        _ => text,
    }
}

fn four_digits(value: f64) -> String {
    let rounded = format!("{value:.3e}");
    match (value.abs(), rounded.parse::<f64>()) {
        (0.0 | 1e-4..1e7, Ok(number)) => number.to_string(),
        _ => rounded,
    }
}

/// The averages that are over fewer groups than there are, each kind with a letter.
pub(super) struct Notes(Vec<(u64, u64)>);

impl Notes {
    pub(super) fn new<'t>(cells: impl Iterator<Item = &'t Cell>) -> Self {
        let distinct: BTreeSet<(u64, u64)> = cells.filter_map(fewer).collect();
        Notes(distinct.into_iter().rev().collect())
    }

    /// The letter of a cell.
    pub(super) fn mark(&self, cell: &Cell) -> Option<String> {
        let groups = fewer(cell)?;
        self.0.iter().position(|&other| other == groups).map(letter)
    }

    /// What the letters stand for, if there are any.
    pub(super) fn explained(&self, raised: impl Fn(&str) -> String) -> Option<String> {
        let explain = |(index, (groups, of)): (usize, &(u64, u64))| {
            format!("{} {groups} of {of}", raised(&letter(index)))
        };
        let notes: Vec<String> = self.0.iter().enumerate().map(explain).collect();
        let notes = notes.join(", ");
        (!notes.is_empty()).then(|| format!("Averages over fewer groups than there are: {notes}."))
    }
}

/// How many groups an average is over, and out of how many, if not over all.
fn fewer(cell: &Cell) -> Option<(u64, u64)> {
    let (groups, of) = (cell.groups?, cell.of?);
    (cell.value.is_some() && groups < of).then_some((groups, of))
}

/// From a to z, then aa, bb and so on.
fn letter(index: usize) -> String {
    let letter = char::from(b'a' + (index % 26) as u8);
    letter.to_string().repeat(1 + index / 26)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_by_their_kind() {
        let statistic = |value| written(value, Kind::Statistic);
        assert_eq!(statistic(0.12345), "0.1235");
        assert_eq!(statistic(-0.12344), "-0.1234");
        assert_eq!(statistic(-0.00004), "0.0000");
        assert_eq!(statistic(1.0), "1.0000");
        let threshold = |value| written(value, Kind::Threshold);
        assert_eq!(threshold(0.0), "0");
        assert_eq!(threshold(0.05766797065734863), "0.05767");
        assert_eq!(threshold(12_345.6), "12350");
        assert_eq!(threshold(0.5), "0.5");
        assert_eq!(threshold(0.000_012_345_6), "1.235e-5");
        assert_eq!(threshold(123_456_789.0), "1.235e8");
        assert_eq!(written(0.20216, Kind::Share), "20.2%");
    }

    #[test]
    fn averages_over_the_same_groups_share_a_letter() {
        let cell = |value, groups, of| Cell { value, groups, of, ..Cell::default() };
        let cells = [
            cell(Some(0.1), Some(7), Some(9)),
            cell(Some(0.2), Some(9), Some(9)),
            cell(Some(0.3), Some(8), Some(9)),
            cell(Some(0.4), Some(7), Some(9)),
            cell(None, Some(0), Some(9)),
            cell(Some(0.5), None, None),
        ];
        let notes = Notes::new(cells.iter());
        let marks: Vec<Option<String>> = cells.iter().map(|cell| notes.mark(cell)).collect();
        let marks: Vec<Option<&str>> = marks.iter().map(Option::as_deref).collect();
        assert_eq!(marks, [Some("b"), None, Some("a"), Some("b"), None, None]);
        let explained = notes.explained(|letter| format!("({letter})")).unwrap();
        assert_eq!(explained, "Averages over fewer groups than there are: (a) 8 of 9, (b) 7 of 9.");
        assert_eq!(Notes::new(cells[1..2].iter()).explained(str::to_owned), None);
        assert_eq!((letter(25), letter(27)), ("z".into(), "bb".into()));
    }
}
