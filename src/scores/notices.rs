//! What a user should know about a score set before trusting its numbers.

use serde::Serialize;

use super::columns::{CellProblem, Column, ColumnKind, name_parts};
use super::noise;
use super::number::{Cell, NumberStyle, parse};
use super::roles::Roles;
use super::score_set::ScoreSet;
use super::settings::Duplicates;
use super::table::Table;
use super::wording::{count, counted, quote, repeated};

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
}

/// What a [`Notice`] is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum NoticeKind {
    /// Items that several columns name together.
    JointItems,
    /// Rows that filters leave out.
    LeftOut,
    /// Items with rows of several values of a category.
    MixedItems,
    /// Rows of one system and item, of which one was made.
    Duplicates,
    /// Rows of one of several files that another lacks.
    NoPartner,
    /// Systems of which no output has a human score.
    NoHumanScores,
    /// Items with a human score for one system only: they have no pair.
    LoneOutputs,
    /// Systems or items called by a word for nothing, such as `NA`.
    MissingNames,
    /// A column without a role whose cells have numbers in them, but are none.
    UnreadNumbers,
    /// A column with one score in all rows: it ties every pair.
    Constant,
    /// Missing scores in a column.
    Missing,
    /// Human scores that differ by floating-point noise alone.
    NearTies,
}

/// All there is to say about a score set, given the rows that were made one and the lines of the first
/// two.
pub(super) fn notices(
    set: &ScoreSet,
    merged: Option<(usize, [usize; 2])>,
    choice: Option<Duplicates>,
    is_joined: bool,
) -> Vec<Notice> {
    let duplicates = merged.map(|(rows, lines)| duplicates(rows, lines, choice));
    duplicates
        .into_iter()
        .chain(near_ties(set))
        .chain(systems_without_human_scores(set))
        .chain(lone_outputs(set))
        .chain(missing_names(set))
        .chain(constant(set))
        .chain(missing(set, is_joined))
        .collect()
}

fn duplicates(rows: usize, lines: [usize; 2], choice: Option<Duplicates>) -> Notice {
    let what = match choice {
        Some(Duplicates::Average) => "the scores of such rows are averaged",
        _ => "the first of such rows counts",
    };
    let [first, second] = lines;
    let message = format!("{}, first on lines {first} and {second}: {what}.", repeated(rows));
    Notice { kind: NoticeKind::Duplicates, message, lines: lines.to_vec() }
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
    Some(Notice { kind: NoticeKind::NearTies, message, lines })
}

fn systems_without_human_scores(set: &ScoreSet) -> Option<Notice> {
    let mut has_score = vec![false; set.systems.len()];
    for (&system, human) in set.system.as_ref()?.iter().zip(&set.human.values) {
        has_score[system as usize] |= !human.is_nan();
    }
    let lacking = set.systems.iter().zip(has_score).filter(|(_, has_score)| !has_score);
    let lacking: Vec<String> = lacking.map(|(system, _)| quote(system)).collect();
    let message = match lacking.as_slice() {
        [] => return None,
        [one] => format!("The system {one} has no human score."),
        several => {
            format!("{} systems have no human score: {}.", several.len(), several.join(", "))
        }
    };
    Some(Notice { kind: NoticeKind::NoHumanScores, message, lines: Vec::new() })
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
    Some(Notice { kind: NoticeKind::LoneOutputs, message, lines: Vec::new() })
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
        Some(Notice { kind: NoticeKind::MissingNames, message, lines: vec![first] })
    };
    let system = of("a system", &set.systems, set.system.as_ref());
    system.into_iter().chain(of("an item", &set.items, set.item.as_ref()))
}

/// Which columns name the items, where that is more than one.
pub(super) fn joint_items(table: &Table, roles: &Roles) -> Option<Notice> {
    let columns: Vec<String> =
        roles.item.iter().map(|&column| quote(&table.names()[column])).collect();
    let message = format!("Items are named by {} together.", columns.join(" and "));
    let notice = Notice { kind: NoticeKind::JointItems, message, lines: Vec::new() };
    (columns.len() > 1).then_some(notice)
}

/// Rows of a column that are looked at, to see what it holds.
const LOOKED_AT: usize = 100;

/// One notice for each column of text without a role of which most cells were probably meant as numbers.
pub(super) fn unread(
    table: &Table,
    columns: &[Column],
    roles: &Roles,
) -> impl Iterator<Item = Notice> {
    let is_unread = |index: &usize| {
        let cells = || (0..table.rows().min(LOOKED_AT)).map(|row| table.cell(row, *index).trim());
        let meant = cells().filter(|cell| has_a_number(cell)).count();
        let present =
            cells().filter(|cell| parse(cell, NumberStyle::Point) != Cell::Missing).count();
        let is_text = columns[*index].kind == ColumnKind::Text;
        is_text && present > 0 && 2 * meant >= present && !roles.has(*index)
    };
    let notice = |index: usize| {
        let CellProblem { row, .. } = columns[index].first_problem?;
        let line = table.line(row);
        let message = format!(
            "{} is not used: most of its cells are no plain numbers, such as {} on line {line}.",
            quote(&columns[index].name),
            quote(table.cell(row, index).trim()),
        );
        Some(Notice { kind: NoticeKind::UnreadNumbers, message, lines: vec![line] })
    };
    (0..columns.len()).filter(is_unread).filter_map(notice)
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

/// One notice for each column of at least two scores that are all equal.
fn constant(set: &ScoreSet) -> impl Iterator<Item = Notice> {
    set.columns().filter_map(|scores| {
        let mut present = scores.values.iter().filter(|value| !value.is_nan());
        let first = present.next()?;
        let (scores_present, equal) =
            present.fold((1, true), |(n, equal), value| (n + 1, equal && value == first));
        let message =
            format!("All scores in {} are equal: it ties every pair.", quote(&scores.name));
        let notice = Notice { kind: NoticeKind::Constant, message, lines: Vec::new() };
        (equal && scores_present > 1).then_some(notice)
    })
}

/// One notice for each column with missing scores. In joined files a missing score has no line.
fn missing(set: &ScoreSet, is_joined: bool) -> impl Iterator<Item = Notice> {
    set.columns().filter_map(move |scores| {
        let first = scores.values.iter().position(|value| value.is_nan())?;
        let missing = scores.values.iter().filter(|value| value.is_nan()).count();
        let message = format!(
            "{} of {} scores in {} {} missing{}.",
            count(missing),
            count(scores.values.len()),
            quote(&scores.name),
            if missing == 1 { "is" } else { "are" },
            if is_joined { String::new() } else { format!(", first on line {}", set.lines[first]) },
        );
        let lines = if is_joined { Vec::new() } else { vec![set.lines[first]] };
        Some(Notice { kind: NoticeKind::Missing, message, lines })
    })
}
