//! Score files of the WMT metrics task: one score a file, `system<TAB>score` a line, each system's
//! lines in the order of the items.

use std::collections::HashMap;

use super::error::LoadError;
use super::notices::{Notice, NoticeKind};
use super::number::{Cell, Fault, NumberStyle, parse};
use super::table::{Format, Table, TableBuilder};
use super::wording::{count, counted, quote, shorten};

/// The text of one of several files.
#[derive(Debug, Clone, Copy)]
pub(super) struct Source<'t> {
    pub(super) name: &'t str,
    pub(super) text: &'t str,
}

/// Whether a file of this name holds one score for each segment.
pub(super) fn is_score_file(name: &str) -> bool {
    stem(name).is_some()
}

/// The name without `.seg.score`, if that is how it ends; packed or not.
fn stem(name: &str) -> Option<&str> {
    let name = name.strip_suffix(".gz").unwrap_or(name);
    name.strip_suffix(".seg.score")
}

/// The language pair and the name of the score: `zh-en.mqm.seg.score` holds `mqm`.
fn parts(name: &str) -> (Option<&str>, &str) {
    let stem = stem(name).unwrap_or(name);
    let is_language = |part: &str| {
        (2..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_lowercase())
    };
    let is_pair = |pair: &str| {
        pair.split_once('-').is_some_and(|(from, to)| is_language(from) && is_language(to))
    };
    match stem.split_once('.') {
        Some((pair, score)) if is_pair(pair) => (Some(pair), score),
        _ => (None, stem),
    }
}

/// Joins score files by system and line: the n-th line of a system is about item n. Systems that do not
/// have as many lines in each file are reported.
///
/// # Errors
///
/// [`NotScoreLine`](LoadError::NotScoreLine), [`BadCell`](LoadError::BadCell),
/// [`TwoPairs`](LoadError::TwoPairs).
pub(super) fn read(
    files: &[Source],
    style: NumberStyle,
) -> Result<(Table, Vec<Notice>), LoadError> {
    check_pairs(files)?;
    let mut rows: Vec<Row> = Vec::new();
    let mut index: HashMap<(&str, usize), usize> = HashMap::new();
    let mut lengths = Vec::with_capacity(files.len());
    for (column, file) in files.iter().enumerate() {
        let mut lines_of: HashMap<&str, usize> = HashMap::new();
        let end = if file.text.contains('\n') { '\n' } else { '\r' };
        // A blank line in between would make items of all lines below it others.
        for (number, line) in file.text.trim_end_matches(['\n', '\r', ' ']).split(end).enumerate() {
            let (system, score) = score_line(file, number + 1, line, style)?;
            let item = lines_of.entry(system).or_default();
            *item += 1;
            let row = *index.entry((system, *item)).or_insert_with(|| {
                let scores = vec![""; files.len()];
                rows.push(Row { system, item: *item, line: number + 1, scores });
                rows.len() - 1
            });
            rows[row].scores[column] = score;
        }
        lengths.push(lines_of);
    }
    let notices = uneven(files, &lengths, &rows);
    let mut table = TableBuilder::new(Format::ScoreFiles, files.len() + 2);
    for row in rows {
        let item = row.item.to_string();
        table.push([row.system, &item].into_iter().chain(row.scores), row.line);
    }
    let scores = files.iter().map(|file| parts(file.name).1);
    let table = table.finish(["system", "item"].into_iter().chain(scores))?;
    Ok((table, notices.into_iter().collect()))
}

/// Lines of different language pairs are not about the same items.
fn check_pairs(files: &[Source]) -> Result<(), LoadError> {
    let mut named = files.iter().filter_map(|file| Some((parts(file.name).0?, file.name)));
    let Some((pair, file)) = named.next() else { return Ok(()) };
    match named.find(|(other, _)| *other != pair) {
        Some((_, other)) => {
            Err(LoadError::TwoPairs { file: file.to_owned(), other: other.to_owned() })
        }
        None => Ok(()),
    }
}

/// The system and the score of a line.
fn score_line<'t>(
    file: &Source,
    line: usize,
    text: &'t str,
    style: NumberStyle,
) -> Result<(&'t str, &'t str), LoadError> {
    let not_a_score = || LoadError::NotScoreLine { file: file.name.to_owned(), line };
    let (system, score) = split(text).ok_or_else(not_a_score)?;
    let (system, score) = (system.trim(), score.trim());
    match parse(score, style) {
        Cell::Bad(fault) if fault != Fault::Text && !system.is_empty() => {
            let (column, cell) = (parts(file.name).1.to_owned(), shorten(score, 40));
            Err(LoadError::BadCell { line, column, cell, fault }.in_file(file.name))
        }
        Cell::Bad(_) => Err(not_a_score()),
        _ if system.is_empty() => Err(not_a_score()),
        _ => Ok((system, score)),
    }
}

/// What to know of the first system that has fewer lines in one file than in another.
fn uneven(files: &[Source], lengths: &[HashMap<&str, usize>], rows: &[Row]) -> Option<Notice> {
    let differs = |system: &str| {
        let lines =
            || lengths.iter().enumerate().filter_map(|(at, of)| Some((*of.get(system)?, at)));
        let (least, most) = (lines().min()?, lines().max()?);
        (least.0 < most.0).then_some((least, most))
    };
    let (system, ((least, short), (most, long))) =
        rows.iter().find_map(|row| Some((row.system, differs(row.system)?)))?;
    let message = format!(
        "{} has {} in {}, and {} in {}: the n-th line of a system is taken for item n.",
        quote(system),
        counted(least, "line"),
        quote(files[short].name),
        count(most),
        quote(files[long].name),
    );
    Some(Notice::new(NoticeKind::NoPartner, message))
}

/// At the tab; without one, at the last space.
fn split(line: &str) -> Option<(&str, &str)> {
    line.split_once('\t').or_else(|| line.trim_end().rsplit_once(' '))
}

struct Row<'t> {
    system: &'t str,
    item: usize,
    line: usize,
    scores: Vec<&'t str>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(files: &[Source]) -> Result<(Table, Vec<Notice>), LoadError> {
        super::read(files, NumberStyle::Point)
    }

    fn source<'t>(name: &'t str, text: &'t str) -> Source<'t> {
        Source { name, text }
    }

    #[test]
    fn names_say_what_a_file_holds() {
        for (name, score) in [
            ("zh-en.mqm.seg.score.gz", "mqm"),
            ("BLEURT-20-refA.seg.score", "BLEURT-20-refA"),
            ("v1.2.seg.score", "v1.2"),
        ] {
            assert!(is_score_file(name));
            assert_eq!(parts(name).1, score);
        }
        assert!(!is_score_file("scores.csv"));
    }

    #[test]
    fn lines_are_joined_by_system_and_number() {
        let human = source("en-de.mqm.seg.score", "A\t0\nA\tNone\nB\t-5\nB\t-1\n");
        let metric = source("m.seg.score", "B\t0.5\nB\t0.25\nC\t1\nA\t0.75\n");
        let (table, notices) = read(&[human, metric]).unwrap();
        let message = "\"A\" has 1 line in \"m.seg.score\", and 2 in \"en-de.mqm.seg.score\": \
                       the n-th line of a system is taken for item n.";
        assert_eq!(notices.iter().map(|notice| &*notice.message).collect::<Vec<_>>(), [message]);
        assert_eq!(table.names(), ["system", "item", "mqm", "m"]);
        let row = |row| -> Vec<&str> { (0..4).map(|column| table.cell(row, column)).collect() };
        assert_eq!(row(0), ["A", "1", "0", "0.75"]);
        assert_eq!(row(1), ["A", "2", "None", ""]);
        assert_eq!(row(3), ["B", "2", "-1", "0.25"]);
        assert_eq!(row(4), ["C", "1", "", "1"]);
    }

    #[test]
    fn systems_may_have_spaces_and_lines_any_end() {
        let (table, _) = read(&[source("m.seg.score", "A\t1\nB\t\n")]).unwrap();
        assert_eq!((table.rows(), table.cell(1, 2)), (2, ""));
        for text in ["My system\t0\rB\t1\r", "My system\t0\r\nB\t1\r\n", "My system 0\nB 1\n"] {
            let (table, notices) = read(&[source("m.seg.score", text)]).unwrap();
            assert!(notices.is_empty());
            assert_eq!([table.cell(0, 0), table.cell(0, 2)], ["My system", "0"], "{text:?}");
            assert_eq!((table.rows(), table.line(1)), (2, 2), "{text:?}");
        }
    }

    #[test]
    fn a_line_without_a_score_is_named() {
        for text in ["A\t1\nB\n", "A\t1\nB\tgood\n", "A\t1\n\t2\n", "A\t1\n\nB\t2\n"] {
            let error = read(&[source("m.seg.score", text)]).unwrap_err();
            assert_eq!(error, LoadError::NotScoreLine { file: "m.seg.score".into(), line: 2 });
        }
        let error = read(&[source("m.seg.score", "A\t1\nB\tinf\n")]).unwrap_err();
        let message = r#""m.seg.score": Line 2, column "m": "inf" is infinite or too large."#;
        assert_eq!(error.to_string(), message);
    }

    #[test]
    fn files_of_two_language_pairs_are_not_joined() {
        let files = ["en-de.mqm.seg.score", "m.seg.score", "de-en.m.seg.score"];
        let error = read(&files.map(|name| source(name, "A\t1\n"))).unwrap_err();
        let (file, other) = (files[0].to_owned(), files[2].to_owned());
        assert_eq!(error, LoadError::TwoPairs { file, other });
    }
}
