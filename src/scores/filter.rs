//! Which rows count: systems, language pairs, domains or annotators can be left out.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};

use serde::{Deserialize, Serialize};

use super::columns::{Column, ColumnKind, Names};
use super::error::LoadError;
use super::notices::{Notice, NoticeKind, Source};
use super::settings::Duplicates;
use super::table::Table;
use super::vocabulary::{CATEGORY, DOCUMENT};
use super::wording::{count, list, quote};

/// What is left out by the names in one column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Filter {
    /// Counted from 0; it may have another role, such as the system.
    pub column: usize,
    /// Rows with one of these names do not count. A name that the file does not have has no effect.
    #[serde(default)]
    pub excluded: Vec<String>,
}

/// A column with more names than this is no category by guess.
pub(super) const MOST_NAMES: usize = 50;

/// The columns that seem to name categories: called so, and with few names. Nothing is left out.
pub(super) fn guess(
    table: &Table,
    columns: &[Column],
    is_free: impl Fn(usize) -> bool,
) -> Vec<Filter> {
    let is_category = |index: &usize| {
        let column = &columns[*index];
        let holds_names = match column.kind {
            ColumnKind::Text => true,
            ColumnKind::Score => column.is_whole(),
            ColumnKind::Empty => false,
        };
        is_free(*index)
            && CATEGORY.is_all_of(&column.name)
            && holds_names
            && (2..=MOST_NAMES).contains(&Names::read(table, *index).names.len())
    };
    let found = (0..columns.len()).filter(is_category);
    found.map(|column| Filter { column, excluded: Vec::new() }).collect()
}

/// The rows that no filter leaves out.
///
/// # Errors
///
/// [`UnknownColumn`](LoadError::UnknownColumn), [`AllExcluded`](LoadError::AllExcluded).
pub(super) fn kept_rows(table: &Table, filters: &[Filter]) -> Result<Vec<usize>, LoadError> {
    let columns = table.names().len();
    let mut rows: Vec<usize> = (0..table.rows()).collect();
    for &Filter { column: index, ref excluded } in filters {
        if index >= columns {
            return Err(LoadError::UnknownColumn { index, columns });
        }
        let excluded: HashSet<&str> = excluded.iter().map(String::as_str).collect();
        if !excluded.is_empty() {
            rows.retain(|&row| !excluded.contains(table.cell(row, index).trim()));
        }
    }
    if rows.is_empty() { Err(LoadError::AllExcluded) } else { Ok(rows) }
}

/// What is to be known of the rows that are left out, and of categories and documents that are not told
/// apart.
pub(super) fn notices(source: &Source) -> Vec<Notice> {
    let Source { table, roles, rows, .. } = *source;
    let mut notices: Vec<Notice> = left_out(table, &roles.filters, rows).into_iter().collect();
    if !roles.item.is_empty() {
        let categories = roles.filters.iter().map(|filter| filter.column);
        let categories = categories.filter(|&column| roles.named().all(|named| named != column));
        let is_document =
            |column: &usize| DOCUMENT.is_all_of(&table.names()[*column]) && !roles.has(*column);
        let documents = (0..table.names().len()).filter(is_document);
        notices
            .extend(categories.chain(documents).filter_map(|column| mixed_items(source, column)));
    }
    notices
}

fn left_out(table: &Table, filters: &[Filter], rows: &[usize]) -> Option<Notice> {
    let parts: Vec<String> = filters
        .iter()
        .filter(|filter| !filter.excluded.is_empty())
        .filter_map(|filter| {
            let of = quote(&table.names()[filter.column]);
            let all = Names::read(table, filter.column).names;
            let (out, kept): (Vec<_>, Vec<_>) =
                all.into_iter().partition(|name| filter.excluded.iter().any(|out| out == name));
            let owned = |names: Vec<Cow<str>>| {
                names.into_iter().map(Cow::into_owned).collect::<Vec<String>>()
            };
            match (out.len(), kept.len()) {
                (0, _) => None,
                (out, kept_names) if kept_names <= out => {
                    Some(format!("{of} is {}", list(&owned(kept))))
                }
                _ => Some(format!("{of} is not {}", list(&owned(out)))),
            }
        })
        .collect();
    let message = format!(
        "{} of {} rows count: those where {}.",
        count(rows.len()),
        count(table.rows()),
        parts.join(", and ")
    );
    (!parts.is_empty()).then(|| Notice::new(NoticeKind::LeftOut, message))
}

/// Items that have rows of several values of a category, which are compared with one another.
fn mixed_items(source: &Source, category: usize) -> Option<Notice> {
    let Source { table, roles, rows, .. } = *source;
    let items = Names::of_rows(table, &roles.item, rows.iter().copied());
    let values = Names::of_rows(table, &[category], rows.iter().copied());
    let mut value_of = vec![None; items.names.len()];
    let mut is_mixed = vec![false; items.names.len()];
    for (&item, value) in items.index.iter().zip(remaining(&values.index, source)) {
        let Some(value) = value else { continue };
        is_mixed[item as usize] |= *value_of[item as usize].get_or_insert(value) != value;
    }
    let mixed = is_mixed.iter().filter(|&&is_mixed| is_mixed).count();
    let message = format!(
        "{} of {} items have rows of several values of {}, which are compared with one another.",
        count(mixed),
        count(is_mixed.len()),
        quote(&table.names()[category]),
    );
    (mixed > 0).then(|| Notice::new(NoticeKind::MixedItems, message))
}

/// The value of each row that was not merged into another; of one that others were averaged with, a number for
/// the values of all of them together.
fn remaining(values: &[u32], source: &Source) -> Vec<Option<u32>> {
    let mut remaining: Vec<Option<u32>> = values.iter().copied().map(Some).collect();
    let Some(merged) = source.merged else { return remaining };
    let mut sets: HashMap<usize, BTreeSet<u32>> = HashMap::new();
    for (row, &first) in merged.first_of.iter().enumerate().filter(|(row, first)| row != *first) {
        remaining[row] = None;
        sets.entry(first).or_insert_with(|| [values[first]].into()).insert(values[row]);
    }
    if source.roles.duplicates == Some(Duplicates::Average) {
        let free = values.iter().max().map_or(0, |most| most + 1);
        let mut number_of: HashMap<BTreeSet<u32>, u32> = HashMap::new();
        for (first, set) in sets.into_iter().filter(|(_, set)| set.len() > 1) {
            let next = free + number_of.len() as u32;
            remaining[first] = Some(*number_of.entry(set).or_insert(next));
        }
    }
    remaining
}

#[cfg(test)]
mod tests {
    use super::super::{Roles, ScoreFile, ScoreSet, Settings};
    use super::*;

    const TEXT: &str = "system,item,Language Pair,annotator id,split,human,m\n\
        A,1,en-de,1,x,0,1\nA,1,en-ru,2,x,1,2\nB,1, en-de ,2,x,2,3\nB,1,en-ru,1,x,3,4\n";

    fn file() -> ScoreFile {
        ScoreFile::read(TEXT.as_bytes(), &Settings::default()).unwrap()
    }

    fn without(column: usize, name: &str) -> Filter {
        Filter { column, excluded: vec![name.to_owned()] }
    }

    #[test]
    fn categories_are_found_and_are_no_metrics() {
        let roles = file().guess_roles().unwrap();
        let columns: Vec<usize> = roles.filters.iter().map(|filter| filter.column).collect();
        assert_eq!(columns, [2, 3], "a split with one name tells nothing apart");
        assert_eq!(roles.metrics.len(), 1);
    }

    #[test]
    fn rows_count_that_no_filter_leaves_out() {
        let kept = |filters: &[Filter]| kept_rows(file().table(), filters);
        assert_eq!(kept(&[without(2, "en-ru")]).unwrap(), [0, 2]);
        assert_eq!(kept(&[without(2, "en-ru"), without(3, "2")]).unwrap(), [0]);
        assert_eq!(kept(&[without(2, "no such pair")]).unwrap(), [0, 1, 2, 3]);
        let all = [without(2, "en-ru"), without(2, "en-de")];
        assert_eq!(kept(&all).unwrap_err(), LoadError::AllExcluded);
        let unknown = LoadError::UnknownColumn { index: 9, columns: 7 };
        assert_eq!(kept(&[without(9, "x")]).unwrap_err(), unknown);
    }

    #[test]
    fn a_category_settles_what_would_be_duplicates() {
        let file = file();
        let mut roles = file.guess_roles().unwrap();
        assert!(matches!(file.score_set(&roles), Err(LoadError::Duplicates { .. })));
        roles.filters = vec![without(2, "en-ru")];
        let set = file.score_set(&roles).unwrap();
        assert_eq!(set.human.values, [0.0, 2.0]);
        let message = "2 of 4 rows count: those where \"Language Pair\" is \"en-de\".";
        let left_out = |set: ScoreSet| {
            set.notices
                .into_iter()
                .find(|notice| notice.kind == NoticeKind::LeftOut)
                .unwrap()
                .message
        };
        assert_eq!(left_out(set), message);
        roles.filters = vec![without(2, "en-ru"), without(3, "9")];
        assert_eq!(left_out(file.score_set(&roles).unwrap()), message);
    }

    #[test]
    fn categories_that_share_items_are_reported() {
        let text = "system,item,lp,human,m\nA,1,en-de,0,1\nB,1,en-ru,1,2\nC,2,en-de,2,3\n";
        let file = ScoreFile::read(text.as_bytes(), &Settings::default()).unwrap();
        let set = file.score_set(&file.guess_roles().unwrap()).unwrap();
        assert_eq!(
            set.notices[0].message,
            "1 of 2 items have rows of several values of \"lp\", which are compared with one another."
        );
        let text = text.replace("lp", "doc_id");
        let file = ScoreFile::read(text.as_bytes(), &Settings::default()).unwrap();
        let mut roles = file.guess_roles().unwrap();
        let message = |roles: &Roles| file.score_set(roles).unwrap().notices[0].message.clone();
        assert!(
            message(&roles).starts_with("1 of 2 items have rows of several values of \"doc_id\"")
        );
        roles.item = vec![2, 1];
        assert!(!message(&roles).contains("several values"));
    }
}
