//! What a user should know about a score set before trusting its numbers.

use serde::Serialize;

use super::columns::{CellProblem, Column, ColumnKind, name_parts};
use super::duplicates::Merged;
use super::filter;
use super::gaps;
use super::join;
use super::noise;
use super::number::{Cell, NumberStyle, parse};
use super::roles::{self, Roles};
use super::score_set::{ScoreColumn, ScoreSet};
use super::settings::{Choice, Duplicates, Setting};
use super::table::Table;
use super::wording::{count, counted, quote, repeated, some};

/// Something that is no error, but that changes what the numbers mean.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Notice {
    /// What it is about.
    pub kind: NoticeKind,
    /// One sentence.
    pub message: String,
    /// The first lines concerned, from 1.
    pub lines: Vec<usize>,
    /// What can be done about it at once.
    pub choices: Vec<Choice>,
}

impl Notice {
    pub(super) fn new(kind: NoticeKind, message: String) -> Self {
        Self { kind, message, lines: Vec::new(), choices: Vec::new() }
    }

    fn on_lines(self, lines: Vec<usize>) -> Self {
        Self { lines, ..self }
    }
}

/// What a [`Notice`] is about, first what one should know first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum NoticeKind {
    /// Items with rows of several values of a category.
    MixedItems,
    /// Human scores that differ by floating-point noise alone.
    NearTies,
    /// Systems or items called by a word for nothing, such as `NA`.
    MissingNames,
    /// Columns without a role whose cells have numbers in them, but are none.
    UnreadNumbers,
    /// Columns without a single score, which are no metrics.
    NoScores,
    /// Columns of human scores that play no part.
    OtherHuman,
    /// Rows of one of several files that another lacks.
    NoPartner,
    /// Rows of one system and item, of which one was made.
    Duplicates,
    /// Rows that filters leave out.
    LeftOut,
    /// Systems of which no output has a human score.
    NoHumanScores,
    /// Columns with one score in all rows: they tie every pair.
    Constant,
    /// Missing scores in columns.
    Missing,
    /// Items with a human score for one system only: they have no pair.
    LoneOutputs,
    /// Items that several columns name together.
    JointItems,
}

/// Where the rows of a score set come from.
pub(super) struct Source<'s> {
    pub(super) table: &'s Table,
    pub(super) columns: &'s [Column],
    pub(super) roles: &'s Roles,
    /// Those that count, before some were merged.
    pub(super) rows: &'s [usize],
    /// How rows of one system and item became one, if any did.
    pub(super) merged: Option<&'s Merged>,
}

/// All there is to say about a score set, first what one should know first.
pub(super) fn notices(set: &ScoreSet, source: &Source) -> Vec<Notice> {
    let named: Vec<usize> = source.roles.named().collect();
    let mut notices = filter::notices(source);
    notices.extend(source.merged.map(|merged| duplicates(merged, source.roles.duplicates)));
    notices.extend(near_ties(set));
    notices.extend(missing_names(set));
    notices.extend(unread(source));
    notices.extend(other_humans(source));
    notices.extend(join::without_partner(source.table, &named, source.rows));
    notices.extend(gaps::notices(set, source));
    notices.extend(lone_outputs(set));
    notices.extend(constant(set));
    notices.extend(joint_items(source));
    notices.sort_by_key(|notice| notice.kind);
    notices
}

fn duplicates(merged: &Merged, choice: Option<Duplicates>) -> Notice {
    let what = match choice {
        Some(Duplicates::Average) => "the scores of such rows are averaged",
        _ => "the first of such rows counts",
    };
    let [first, second] = merged.lines;
    let rows = repeated(merged.count);
    let message = format!("{rows}, first on lines {first} and {second}: {what}.");
    Notice::new(NoticeKind::Duplicates, message).on_lines(merged.lines.to_vec())
}

/// Columns of human scores that are neither the human score nor a metric; or that are all there is to compare
/// with it.
fn other_humans(source: &Source) -> Option<Notice> {
    let name = |index: usize| &*source.columns[index].name;
    let metrics: Vec<&str> =
        source.roles.metrics.iter().map(|metric| name(metric.column)).collect();
    if metrics.iter().all(|name| roles::is_human(name)) {
        let message = format!("Human scores used as metrics: {}.", some(&metrics));
        return Some(Notice::new(NoticeKind::OtherHuman, message));
    }
    let others = roles::other_humans(source.columns, source.roles);
    let names: Vec<&str> = others.iter().map(|&index| name(index)).collect();
    let label = match names.as_slice() {
        [] => return None,
        [_] => "Use as a metric",
        _ => "Use as metrics",
    };
    let message = format!("Human scores not in use: {}.", some(&names));
    let notice = Notice::new(NoticeKind::OtherHuman, message);
    let choice = Choice { label: label.to_owned(), set: Setting::Metrics(others) };
    Some(Notice { choices: vec![choice], ..notice })
}

/// Human scores so close that they were probably meant to be equal.
fn near_ties(set: &ScoreSet) -> Option<Notice> {
    let near = noise::near(&set.human.values);
    let first = near.first()?;
    let mut lines = vec![set.lines[first[0]], set.lines[first[1]]];
    lines.sort_unstable();
    let message = format!(
        "{} in {} only in the last digits, first on lines {} and {}; they do not count as tied.",
        if near.len() == 1 {
            "2 scores".to_owned()
        } else {
            format!("{} pairs of scores", count(near.len()))
        },
        format_args!("{} differ", quote(&set.human.name)),
        lines[0],
        lines[1],
    );
    Some(Notice::new(NoticeKind::NearTies, message).on_lines(lines))
}

fn lone_outputs(set: &ScoreSet) -> Option<Notice> {
    let mut outputs = vec![0_u32; set.items.len()];
    for (&item, human) in set.item.as_ref()?.iter().zip(&set.human.values) {
        outputs[item as usize] += u32::from(!human.is_nan());
    }
    let lone = outputs.iter().filter(|&&outputs| outputs == 1).count();
    let message = match lone {
        0 => return None,
        1 => format!(
            "1 of {} items has one human score, and so no pair by item.",
            count(outputs.len())
        ),
        _ => format!(
            "{} of {} items have one human score each, and so no pair by item.",
            count(lone),
            count(outputs.len())
        ),
    };
    Some(Notice::new(NoticeKind::LoneOutputs, message))
}

/// Rows whose system or item is a word for a missing one: they are taken for one system, or one item.
fn missing_names(set: &ScoreSet) -> impl Iterator<Item = Notice> {
    let of = |what, names: &[String], index: Option<&Vec<u32>>| {
        let is_missing = |name: &String| {
            name_parts(name).any(|part| parse(part, NumberStyle::Point) == Cell::Missing)
        };
        let missing = names.iter().position(is_missing)?;
        let is_of = |row: &usize| index.is_some_and(|index| index[*row] as usize == missing);
        let rows: Vec<usize> = (0..set.rows()).filter(is_of).collect();
        let first = set.lines[*rows.first()?];
        let message = format!(
            "{} is taken for the name of {what}, in {}, first on line {first}. If it stands for a missing name, \
             delete these rows.",
            quote(&names[missing]),
            counted(rows.len(), "row"),
        );
        Some(Notice::new(NoticeKind::MissingNames, message).on_lines(vec![first]))
    };
    let system = of("a system", &set.systems, set.system.as_ref());
    system.into_iter().chain(of("an item", &set.items, set.item.as_ref()))
}

/// Which columns name the items, where that is more than one.
fn joint_items(source: &Source) -> Option<Notice> {
    let names = |&column: &usize| quote(&source.table.names()[column]);
    let columns: Vec<String> = source.roles.item.iter().map(names).collect();
    let message = format!("Items are named by {} together.", columns.join(" and "));
    (columns.len() > 1).then(|| Notice::new(NoticeKind::JointItems, message))
}

/// Rows of a column that are looked at, to see what it holds.
const LOOKED_AT: usize = 100;

/// Columns of text without a role of which most cells were probably meant as numbers.
fn unread(source: &Source) -> Option<Notice> {
    let Source { table, columns, roles, .. } = *source;
    let is_unread = |index: &usize| {
        let cells = || (0..table.rows().min(LOOKED_AT)).map(|row| table.cell(row, *index).trim());
        let meant = cells().filter(|cell| has_a_number(cell)).count();
        let present =
            cells().filter(|cell| parse(cell, NumberStyle::Point) != Cell::Missing).count();
        let is_text = columns[*index].kind == ColumnKind::Text;
        is_text && present > 0 && 2 * meant >= present && !roles.has(*index)
    };
    let unread: Vec<usize> = (0..columns.len()).filter(is_unread).collect();
    let &first = unread.first()?;
    let CellProblem { row, .. } = columns[first].first_problem?;
    let line = table.line(row);
    let names: Vec<&str> = unread.iter().map(|&index| &*columns[index].name).collect();
    let message = format!(
        "{} {} not used: most of {} cells are no plain numbers, such as {} on line {line}.",
        some(&names),
        if names.len() == 1 { "is" } else { "are" },
        if names.len() == 1 { "its" } else { "their" },
        quote(table.cell(row, first).trim()),
    );
    Some(Notice::new(NoticeKind::UnreadNumbers, message).on_lines(vec![line]))
}

/// Whether a text is a number with something about it: `0.5 ± 0.1`, `="1"`, `$5`, `3/5`. Dates, times, ranges
/// and names of digits and letters are not.
fn has_a_number(cell: &str) -> bool {
    let is_joint = |pair: &[u8]| pair[0].is_ascii_digit() && pair[1] == b'-';
    cell.contains(|c: char| c.is_ascii_digit())
        && !cell.contains(|c: char| c.is_alphabetic() || c == ':' || c == '\u{2013}')
        && cell.matches('/').count() < 2
        && !cell.as_bytes().windows(2).any(is_joint)
}

/// Columns of at least two scores that are all equal.
fn constant(set: &ScoreSet) -> Option<Notice> {
    let is_constant = |scores: &&ScoreColumn| {
        let mut present = scores.values.iter().filter(|value| !value.is_nan());
        let Some(first) = present.next() else { return false };
        let second = present.next();
        second.is_some() && second.into_iter().chain(present).all(|value| value == first)
    };
    let names: Vec<&str> = set.columns().filter(is_constant).map(|scores| &*scores.name).collect();
    let message = match names.as_slice() {
        [] => return None,
        [one] => format!("All scores in {} are equal: it ties every pair.", quote(one)),
        _ => format!("All scores in {} are equal: each of these ties every pair.", some(&names)),
    };
    Some(Notice::new(NoticeKind::Constant, message))
}
