//! Score files of the WMT metrics task: one score a file, `system<TAB>score` a line, each system's
//! lines in the order of the items.

use std::collections::HashMap;

use super::error::LoadError;
use super::number::{Cell, NumberStyle, parse};
use super::table::{Format, Table, TableBuilder};

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

/// The name of the score: `zh-en.mqm.seg.score` holds `mqm`.
fn score_name(name: &str) -> &str {
    let stem = stem(name).unwrap_or(name);
    let is_language = |part: &str| {
        (2..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_lowercase())
    };
    match stem.split_once('.') {
        Some((pair, score)) => match pair.split_once('-') {
            Some((from, to)) if is_language(from) && is_language(to) => score,
            _ => stem,
        },
        None => stem,
    }
}

/// Joins score files by system and line: the n-th line of a system is about item n.
///
/// # Errors
///
/// [`NotScoreLine`](LoadError::NotScoreLine).
pub(super) fn read(files: &[Source]) -> Result<Table, LoadError> {
    let mut rows: Vec<Row> = Vec::new();
    let mut index: HashMap<(&str, usize), usize> = HashMap::new();
    for (column, file) in files.iter().enumerate() {
        let mut lines_of: HashMap<&str, usize> = HashMap::new();
        let end = if file.text.contains('\n') { '\n' } else { '\r' };
        let lines = file.text.split(end).enumerate();
        for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            let not_a_score =
                || LoadError::NotScoreLine { file: file.name.to_owned(), line: number + 1 };
            let (system, score) = split(line).ok_or_else(not_a_score)?;
            let (system, score) = (system.trim(), score.trim());
            if system.is_empty() || matches!(parse(score, NumberStyle::Point), Cell::Bad(_)) {
                return Err(not_a_score());
            }
            let item = lines_of.entry(system).or_default();
            *item += 1;
            let row = *index.entry((system, *item)).or_insert_with(|| {
                let scores = vec![""; files.len()];
                rows.push(Row { system, item: *item, line: number + 1, scores });
                rows.len() - 1
            });
            rows[row].scores[column] = score;
        }
    }
    let mut table = TableBuilder::new(Format::ScoreFiles, files.len() + 2);
    for row in rows {
        let item = row.item.to_string();
        table.push([row.system, &item].into_iter().chain(row.scores), row.line);
    }
    table.finish(
        ["system", "item"].into_iter().chain(files.iter().map(|file| score_name(file.name))),
    )
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
            assert_eq!(score_name(name), score);
        }
        assert!(!is_score_file("scores.csv"));
    }

    #[test]
    fn lines_are_joined_by_system_and_number() {
        let human = source("en-de.mqm.seg.score", "A\t0\nA\tNone\nB\t-5\nB\t-1\n");
        let metric = source("m.seg.score", "B\t0.5\nB\t0.25\nC\t1\nA\t0.75\n");
        let table = read(&[human, metric]).unwrap();
        assert_eq!(table.names(), ["system", "item", "mqm", "m"]);
        let row = |row| -> Vec<&str> { (0..4).map(|column| table.cell(row, column)).collect() };
        assert_eq!(row(0), ["A", "1", "0", "0.75"]);
        assert_eq!(row(1), ["A", "2", "None", ""]);
        assert_eq!(row(3), ["B", "2", "-1", "0.25"]);
        assert_eq!(row(4), ["C", "1", "", "1"]);
    }

    #[test]
    fn systems_may_have_spaces_and_lines_any_end() {
        for text in ["My system\t0\rB\t1\r", "My system\t0\r\nB\t1\r\n", "My system 0\nB 1\n"] {
            let table = read(&[source("m.seg.score", text)]).unwrap();
            assert_eq!([table.cell(0, 0), table.cell(0, 2)], ["My system", "0"], "{text:?}");
            assert_eq!((table.rows(), table.line(1)), (2, 2), "{text:?}");
        }
    }

    #[test]
    fn a_line_without_a_score_is_named() {
        for text in ["A\t1\nB\n", "A\t1\nB\tgood\n", "A\t1\n\t2\n", "A\t1\nB\tinf\n"] {
            let error = read(&[source("m.seg.score", text)]).unwrap_err();
            assert_eq!(error, LoadError::NotScoreLine { file: "m.seg.score".into(), line: 2 });
        }
    }
}
