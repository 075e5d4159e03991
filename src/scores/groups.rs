//! Which columns name the systems and the items.

use std::collections::HashSet;
use std::hash::Hash;

use super::columns::{Column, ColumnKind, Names};
use super::table::Table;
use super::vocabulary::{
    CATEGORY, DOCUMENT, Fit, ITEM, Rank, SYSTEM, Vocabulary, is_label, tokens,
};
use crate::stats::sorting::sort_by_key;

/// A column that could name systems or items.
struct Candidate<'t> {
    column: usize,
    is_text: bool,
    system: Option<Rank>,
    item: Option<Rank>,
    document: Option<Rank>,
    names: Names<'t>,
}

/// Names of at most this many columns are read: a guess need not look at every column of a wide file.
const MOST_CANDIDATES: usize = 12;

impl<'t> Candidate<'t> {
    /// Columns that are named for a role, before those that are only text.
    fn all(table: &'t Table, columns: &[Column]) -> Vec<Self> {
        let mut found: Vec<(usize, Option<Rank>, Option<Rank>)> = (0..columns.len())
            .map(|index| (index, rank(&columns[index], &SYSTEM), item_rank(&columns[index])))
            .filter(|(index, system, item)| {
                columns[*index].kind == ColumnKind::Text || system.is_some() || item.is_some()
            })
            .collect();
        // Names for systems are few and come first: a file may have many that fit items.
        sort_by_key(&mut found, |(_, system, item)| {
            (system.is_none() && item.is_none(), system.is_none())
        });
        found.truncate(MOST_CANDIDATES);
        found
            .into_iter()
            .map(|(column, system, item)| Self {
                column,
                is_text: columns[column].kind == ColumnKind::Text,
                system,
                item,
                document: rank(&columns[column], &DOCUMENT).filter(|rank| rank.fit == Fit::Whole),
                names: Names::read(table, column),
            })
            .collect()
    }

    fn distinct(&self) -> usize {
        self.names.names.len()
    }

    /// Whether contents alone could make it a name: text without gaps, each one at least twice.
    fn is_plain_text(&self) -> bool {
        self.is_text
            && self.system.is_none()
            && self.item.is_none()
            && (2..=self.names.index.len() / 2).contains(&self.distinct())
            && self.names.names.iter().all(|name| !name.is_empty())
    }

    /// Whether each row has a name of its own, so that no two rows could be compared.
    fn is_row_id(&self) -> bool {
        self.distinct() == self.names.index.len()
    }
}

/// How well a column fits a role by name. Numbers only do when they are whole and the name says nothing
/// else, so that `sentence_bleu` is a metric.
fn rank(column: &Column, words: &Vocabulary) -> Option<Rank> {
    let rank = words.rank(&tokens(&column.name))?;
    let fits = match column.kind {
        ColumnKind::Text => true,
        ColumnKind::Score => rank.fit == Fit::Whole && column.is_whole(),
        ColumnKind::Empty => false,
    };
    fits.then_some(rank)
}

/// How well a column fits items by name. Any id may name them: `task_id`.
fn item_rank(column: &Column) -> Option<Rank> {
    let is_id = || {
        column.kind != ColumnKind::Empty
            && tokens(&column.name).last().is_some_and(|last| last == "id")
            && is_label(&column.name)
            && !CATEGORY.is_all_of(&column.name)
            && column.is_whole()
    };
    rank(column, &ITEM).or_else(|| is_id().then_some(Rank::LEAST))
}

/// Whether a column names systems or items and nothing else, be it by numbers.
pub(super) fn is_name(column: &Column) -> bool {
    [&SYSTEM, &ITEM].iter().any(|role| role.is_all_of(&column.name))
}

/// Whether most rows have a pair of names of their own.
fn is_mostly_unique(one: &Candidate, other: &Candidate) -> bool {
    let pairs = one.names.index.iter().zip(&other.names.index);
    distinct(pairs) * 4 >= one.names.index.len() * 3
}

/// The system column and those of the item, as far as names or contents tell.
pub(super) fn guess(table: &Table, columns: &[Column]) -> (Option<usize>, Vec<usize>) {
    let all = Candidate::all(table, columns);
    let system = all.iter().filter(|c| c.system.is_some()).min_by_key(|c| (c.system, c.column));
    let item = named_item(&all, system);
    let (system, item) = match (system, item) {
        // A name for each row tells nothing about the systems, and is the item only for want of another.
        (None, Some(id)) if id.is_row_id() => both_by_content(&all)
            .map_or((None, Some(id)), |(system, item)| (Some(system), Some(item))),
        (None, Some(item)) => (beside(&all, item), Some(item)),
        (Some(system), None) => (Some(system), beside(&all, system)),
        (None, None) => both_by_content(&all).unzip(),
        both => both,
    };
    let more = system.zip(item).and_then(|(system, item)| within(&all, system, item));
    let mut item: Vec<&Candidate> = more.into_iter().chain(item).collect();
    sort_by_key(&mut item, |c| c.document.is_none());
    (system.map(|c| c.column), item.into_iter().map(|c| c.column).collect())
}

/// What tells items of one name apart where a system has several: documents in which segments are
/// numbered, or the numbers of segments in a document. An id of each row would do so too, but leave
/// nothing to compare: about as many systems must have each item.
fn within<'a, 't>(
    all: &'a [Candidate<'t>],
    system: &Candidate<'t>,
    item: &Candidate<'t>,
) -> Option<&'a Candidate<'t>> {
    let outputs = distinct(system.names.index.iter().zip(&item.names.index));
    let helps = |c: &&Candidate<'t>| {
        let names = || c.names.index.iter().zip(&item.names.index);
        let (items, new_outputs) = (distinct(names()), distinct(names().zip(&system.names.index)));
        // Systems for each item, before and now.
        let (before, now) = (outputs * items, new_outputs * item.distinct());
        new_outputs > outputs && 4 * now >= 3 * before
    };
    let is_free = |c: &Candidate| ![system.column, item.column].contains(&c.column);
    let is_number = |c: &Candidate| c.item.is_some_and(|rank| rank.fit == Fit::Whole);
    let is_part = |c: &Candidate| c.document.is_some() || item.document.is_some() && is_number(c);
    all.iter()
        .filter(|c| system.distinct() > 1 && is_free(c) && is_part(c))
        .filter(helps)
        .min_by_key(|c| (c.document.is_none(), c.document, c.item, c.column))
}

fn distinct<T: Eq + Hash>(values: impl Iterator<Item = T>) -> usize {
    values.collect::<HashSet<T>>().len()
}

/// The best-named item that can be compared between systems. A name with other words in it must also
/// behave like an item.
fn named_item<'a, 't>(
    all: &'a [Candidate<'t>],
    system: Option<&Candidate<'t>>,
) -> Option<&'a Candidate<'t>> {
    let several = system.filter(|system| system.distinct() > 1);
    all.iter()
        .filter(|c| system.is_none_or(|system| system.column != c.column))
        .filter_map(|c| {
            let rank = c.item?;
            let is_doubtful =
                several.is_some_and(|system| c.is_row_id() || !is_mostly_unique(system, c));
            let is_known = rank != Rank::LEAST || several.is_some();
            let fits = is_known && (rank.fit == Fit::Whole || !is_doubtful);
            fits.then_some(((is_doubtful, rank, c.column), c))
        })
        .min_by_key(|(key, _)| *key)
        .map(|(_, c)| c)
}

/// The text with the fewest names that tells rows of one name in the `other` column apart. The outputs
/// of systems do so too, but are more.
fn beside<'a, 't>(all: &'a [Candidate<'t>], other: &Candidate<'t>) -> Option<&'a Candidate<'t>> {
    all.iter()
        .filter(|c| c.is_plain_text() && is_mostly_unique(c, other))
        .min_by_key(|c| (c.distinct(), c.column))
}

/// Two columns of text, fewer names for the system and more for the item.
fn both_by_content<'a, 't>(
    all: &'a [Candidate<'t>],
) -> Option<(&'a Candidate<'t>, &'a Candidate<'t>)> {
    let mut texts: Vec<&Candidate> = all.iter().filter(|c| c.is_plain_text()).collect();
    sort_by_key(&mut texts, |c| (c.distinct(), c.column));
    texts.iter().enumerate().find_map(|(place, system)| {
        let item = texts[place + 1..].iter().find(|item| is_mostly_unique(system, item))?;
        Some((*system, *item))
    })
}
