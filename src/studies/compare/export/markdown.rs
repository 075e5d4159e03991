//! The table as Markdown: a pipe table, with ranks in parentheses and notes below.

use super::super::column::Kind;
use super::super::table::Cell;
use super::written::{Notes, written};
use super::{Line, Part, VERSION};
use crate::stats::ranking::ALPHA;

/// Pipe tables are not CommonMark, but what renders Markdown mostly knows them.
pub(super) fn write(part: &Part) -> String {
    let notes = Notes::new(part.cells());
    let mut text = head(part);
    for line in &part.lines {
        text += &row(line, part, &notes);
    }
    let about = format!("Data: {}; {}.", escape(&part.about.data), escape(&part.settings()));
    for paragraph in [legend(part, &notes), format!("{about} Tiescope {VERSION}.")] {
        if !paragraph.is_empty() {
            text += &format!("\n{paragraph}\n");
        }
    }
    text
}

fn head(part: &Part) -> String {
    let cluster = part.has_clusters().then(|| "cluster".to_owned());
    let names = part.titles.iter().map(|title| escape(title.entry.name));
    let names: Vec<String> = cluster.into_iter().chain(names).collect();
    let rule = " ---: |".repeat(names.len());
    pipes(std::iter::once("metric".to_owned()).chain(names)) + "| :--- |" + &rule + "\n"
}

fn row(line: &Line, part: &Part, notes: &Notes) -> String {
    let cluster = line.row.cluster.map(|cluster| cluster.to_string()).unwrap_or_default();
    let cluster = part.has_clusters().then_some(cluster);
    let cells = part.titles.iter().zip(&line.cells);
    let cells = cells.map(|(title, cell)| field(cell, title.kind, notes));
    pipes(std::iter::once(escape(&line.name())).chain(cluster).chain(cells))
}

fn field(cell: &Cell, kind: Kind, notes: &Notes) -> String {
    if cell.is_pending {
        return String::new();
    }
    let value = cell.value.map_or("–".to_owned(), |value| written(value, kind));
    let rank = cell.rank.map(|rank| format!(" ({rank})")).unwrap_or_default();
    let mark = notes.mark(cell).map(|letter| raised(&letter)).unwrap_or_default();
    value + &rank + &mark
}

fn raised(letter: &str) -> String {
    format!("<sup>{letter}</sup>")
}

fn legend(part: &Part, notes: &Notes) -> String {
    let ranks = part.has_ranks().then(|| "Ranks in parentheses.".to_owned());
    let clusters = part.has_clusters().then(|| {
        format!("Metrics of a cluster cannot be told apart by acc\\_eq\\* (p > {ALPHA}).")
    });
    let notes = notes.explained(raised);
    ranks.into_iter().chain(clusters).chain(notes).collect::<Vec<_>>().join(" ")
}

fn pipes(fields: impl Iterator<Item = String>) -> String {
    let fields = fields.map(|field| format!(" {field} |"));
    format!("|{}\n", fields.collect::<String>())
}

/// The text as text: no markup, no HTML, no line break; nor a list, if it stands first in a line.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for (index, character) in text.trim().chars().enumerate() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '\\' | '|' | '`' | '*' | '_' | '[' | ']' | '#' | '~' | '$' => {
                escaped.extend(['\\', character]);
            }
            '-' | '+' if index == 0 => escaped.extend(['\\', character]),
            _ if character.is_control() => escaped.push(' '),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_no_markup() {
        assert_eq!(escape("a|b\\|`c`"), "a\\|b\\\\\\|\\`c\\`");
        assert_eq!(escape("<img src=x>\r\nBLEU&amp;"), "&lt;img src=x&gt;  BLEU&amp;amp;");
        assert_eq!(escape("- a-b"), "\\- a-b");
        assert_eq!(escape("*m_x* [y](z) $1$"), "\\*m\\_x\\* \\[y\\](z) \\$1\\$");
        assert_eq!(escape("Prüfmaß 指标"), "Prüfmaß 指标");
    }
}
