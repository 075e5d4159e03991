//! Several tables as one: rows of one system and item belong together.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::clash;
use super::columns::{Column, name};
use super::error::LoadError;
use super::groups;
use super::notices::{Notice, NoticeKind};
use super::number::{Cell, NumberStyle, parse};
use super::roles;
use super::table::{self, Table, TableBuilder};
use super::wording::{counted, quote, some};
use crate::stats::sorting::sort_by_key;

/// A table and the columns it is joined by.
pub(super) struct Part<'t> {
    pub(super) name: &'t str,
    table: &'t Table,
    pub(super) columns: &'t [Column],
    system: Option<usize>,
    /// At least one.
    item: Vec<usize>,
}

/// The names of a row's system and item.
type Key<'t> = (&'t str, Cow<'t, str>);

/// Keys of rows without a partner that are listed.
const LISTED: usize = 3;

impl<'t> Part<'t> {
    fn new(name: &'t str, table: &'t Table, columns: &'t [Column]) -> Result<Self, LoadError> {
        let (system, item) = groups::guess(table, columns);
        if item.is_empty() {
            return Err(LoadError::NoKey { file: name.to_owned() });
        }
        Ok(Part { name, table, columns, system, item })
    }

    /// Where the columns of these names are.
    ///
    /// # Errors
    ///
    /// [`LacksColumn`](LoadError::LacksColumn).
    fn places(&self, names: &[String]) -> Result<Vec<usize>, LoadError> {
        let place = |name: &String| {
            let mut own = self.table.names().iter();
            own.position(|own| own.eq_ignore_ascii_case(name)).ok_or_else(|| {
                LoadError::LacksColumn { file: self.name.to_owned(), column: name.clone() }
            })
        };
        names.iter().map(place).collect()
    }

    /// Whether there is one row for each system and item, if these columns name it.
    fn has_one(&self, item: &[usize]) -> bool {
        let mut seen = HashSet::new();
        (0..self.table.rows()).all(|row| seen.insert(self.key(row, item)))
    }

    fn item_names(&self) -> Vec<String> {
        self.item.iter().map(|&column| self.table.names()[column].clone()).collect()
    }

    fn key(&self, row: usize, item: &[usize]) -> Key<'t> {
        let system = self.system.map_or("", |column| self.table.cell(row, column).trim());
        (system, name(self.table, row, item))
    }

    /// Columns that are not part of the key.
    pub(super) fn others(&self) -> impl Iterator<Item = usize> {
        let is_key = |column: &usize| self.item.contains(column) || Some(*column) == self.system;
        (0..self.table.names().len()).filter(move |column| !is_key(column))
    }
}

/// Where one file names items by several columns, all do: by the same ones, or by those of another file.
///
/// # Errors
///
/// [`LacksColumn`](LoadError::LacksColumn).
fn agree(parts: &mut [Part]) -> Result<(), LoadError> {
    let mut ways: Vec<Vec<String>> = parts.iter().map(Part::item_names).collect();
    sort_by_key(&mut ways, |names| std::cmp::Reverse(names.len()));
    if ways.first().is_none_or(|names| names.len() < 2) {
        return Ok(());
    }
    let of_all = |names: &Vec<String>| parts.iter().map(|part| part.places(names)).collect();
    let mut tried: Vec<Result<Vec<Vec<usize>>, LoadError>> = ways.iter().map(of_all).collect();
    let fits = |way: &Result<Vec<Vec<usize>>, LoadError>| {
        way.as_ref()
            .is_ok_and(|items| parts.iter().zip(items).all(|(part, item)| part.has_one(item)))
    };
    let way = tried.iter().position(fits).unwrap_or(0);
    for (part, item) in parts.iter_mut().zip(tried.swap_remove(way)?) {
        part.item = item;
    }
    Ok(())
}

/// Joins tables, each with its name and columns, by system and item, or by item alone where no table
/// has systems. Rows without a partner are kept, with empty cells. Unless they are known to be parts of one
/// table, it is asked where they look like several.
///
/// # Errors
///
/// [`NoKey`](LoadError::NoKey), [`LacksColumn`](LoadError::LacksColumn),
/// [`KeyTwice`](LoadError::KeyTwice), [`SeveralSets`](LoadError::SeveralSets).
pub(super) fn join(
    tables: &[(&str, Table, Vec<Column>)],
    are_one: bool,
) -> Result<Table, LoadError> {
    let mut parts: Vec<Part> = tables
        .iter()
        .map(|(name, table, columns)| Part::new(name, table, columns))
        .collect::<Result<_, _>>()?;
    agree(&mut parts)?;
    let has_systems = parts[0].system.is_some();
    if let Some(odd) = parts.iter().find(|part| part.system.is_some() != has_systems) {
        return Err(LoadError::NoKey { file: odd.name.to_owned() });
    }
    let (keys, rows) = match_rows(&parts)?;
    if !are_one {
        clash::check(&parts, &rows)?;
    }
    let others = columns(&parts, &rows);
    let systems = has_systems.then_some("system");
    let key_columns = usize::from(has_systems) + 1;
    let mut table = TableBuilder::new(parts[0].table.format(), key_columns + others.len());
    for (place, ((system, item), line)) in keys.iter().enumerate() {
        let key = systems.map(|_| *system).into_iter().chain([&**item]);
        let cells = others.iter().map(|other| other.cell(&parts, &rows, place).unwrap_or_default());
        table.push(key.chain(cells), *line);
    }
    let names = others.iter().map(|other| other.name.as_str());
    let table = table.finish(systems.into_iter().chain(["item"]).chain(names))?;
    let all = || (0..parts.len()).collect();
    let of_others = others.iter().map(|other| other.places.iter().map(|&(part, _)| part).collect());
    let origins = (0..key_columns).map(|_| all()).chain(of_others).collect();
    let of_part = |(part, rows): (&Part, &RowOf)| table::Part {
        file: part.name.to_owned(),
        lines: rows.iter().map(|row| row.map(|row| part.table.line(row))).collect(),
    };
    let parts = parts.iter().zip(&rows).map(of_part).collect();
    Ok(table.with_parts(parts, origins))
}

/// All keys, each with the line where it first stands, in the order of the files.
type Keys<'t> = Vec<(Key<'t>, usize)>;

/// For each key, its row in one part, where it has one.
pub(super) type RowOf = Vec<Option<usize>>;

/// The keys of all rows; for each part and key, the row.
///
/// # Errors
///
/// [`KeyTwice`](LoadError::KeyTwice).
fn match_rows<'t>(parts: &[Part<'t>]) -> Result<(Keys<'t>, Vec<RowOf>), LoadError> {
    let mut keys = Vec::new();
    let mut index = HashMap::new();
    let mut rows: Vec<RowOf> = Vec::with_capacity(parts.len());
    for part in parts {
        let mut row_of = vec![None; keys.len()];
        for row in 0..part.table.rows() {
            let key = part.key(row, &part.item);
            let place = *index.entry(key).or_insert_with_key(|key| {
                keys.push((key.clone(), part.table.line(row)));
                keys.len() - 1
            });
            row_of.resize(keys.len().max(row_of.len()), None);
            if row_of[place].replace(row).is_some() {
                let (file, line) = (part.name.to_owned(), part.table.line(row));
                return Err(LoadError::KeyTwice { file, line });
            }
        }
        rows.push(row_of);
    }
    rows.iter_mut().for_each(|row_of| row_of.resize(keys.len(), None));
    Ok((keys, rows))
}

/// A column of the joined table that is no key.
struct Other {
    name: String,
    /// The tables that have it, and its place there.
    places: Vec<(usize, usize)>,
}

impl Other {
    /// That of the first table that has something there, or such a row at least.
    fn cell<'t>(&self, parts: &[Part<'t>], rows: &[RowOf], place: usize) -> Option<&'t str> {
        let cells = || {
            self.places.iter().filter_map(|&(part, column)| {
                rows[part][place].map(|row| parts[part].table.cell(row, column))
            })
        };
        cells().find(|cell| !is_missing(cell)).or_else(|| cells().next())
    }
}

/// All columns that are no keys, in the order of the files. One that has the name of an earlier file's is
/// the same column if no cell contradicts the other's; if it does, it is called by its own file, too. An index
/// of a file's rows says nothing of those of another.
fn columns(parts: &[Part], rows: &[RowOf]) -> Vec<Other> {
    let name_of = |&(part, column): &(usize, usize)| parts[part].table.names()[column].as_str();
    let mut others: Vec<Other> = Vec::new();
    let all =
        parts.iter().enumerate().flat_map(|(part, p)| p.others().map(move |column| (part, column)));
    for place in all.filter(|&(part, column)| !roles::is_index(&parts[part].columns[column])) {
        let name = name_of(&place);
        let mut other = Other { name: name.to_owned(), places: vec![place] };
        let is_namesake = |one: &Other| {
            one.places.iter().all(|of| of.0 != place.0)
                && name_of(&one.places[0]).eq_ignore_ascii_case(name)
        };
        let is_same = |one: &Other| {
            (0..rows[place.0].len()).all(|key| {
                let cells = one.cell(parts, rows, key).zip(other.cell(parts, rows, key));
                cells.is_none_or(|(one, other)| {
                    is_missing(one) || is_missing(other) || are_alike(one, other)
                })
            })
        };
        match others.iter_mut().find(|one| is_namesake(one) && is_same(one)) {
            Some(same) => same.places.push(place),
            None => {
                if others.iter().any(is_namesake) {
                    other.name = format!("{name} ({})", stem(parts[place.0].name));
                }
                others.push(other);
            }
        }
    }
    others
}

fn is_missing(cell: &str) -> bool {
    parse(cell, NumberStyle::Point) == Cell::Missing
}

/// Whether two cells hold the same text, or the same number.
fn are_alike(one: &str, other: &str) -> bool {
    let number = |cell| match parse(cell, NumberStyle::Point) {
        Cell::Number(number) => Some(number),
        _ => None,
    };
    one.trim() == other.trim() || number(one).is_some_and(|one| Some(one) == number(other))
}

/// The name of a file without its kind, packed or not: `wmt22.mqm.csv.gz` is `wmt22.mqm`.
fn stem(name: &str) -> &str {
    let name = name.strip_suffix(".gz").unwrap_or(name);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// What is to be known of rows of other files for which one of several has no scores: one notice for all files that lack
/// the same of these rows, which are called by the columns of their names.
pub(super) fn without_partner(table: &Table, names: &[usize], rows: &[usize]) -> Vec<Notice> {
    let mut causes: Vec<(Vec<usize>, Vec<String>)> = Vec::new();
    for part in table.parts_of_their_own() {
        let lacking: Vec<usize> =
            rows.iter().copied().filter(|&row| part.lines[row].is_none()).collect();
        match causes.iter_mut().find(|(rows, _)| *rows == lacking) {
            Some((_, files)) => files.push(part.file.clone()),
            None => causes.push((lacking, vec![part.file.clone()])),
        }
    }
    causes.retain(|(rows, _)| !rows.is_empty());
    let notice = |(rows, files): (Vec<usize>, Vec<String>)| {
        let names = |&row: &usize| {
            let names = names.iter().map(|&column| quote(table.cell(row, column).trim()));
            names.collect::<Vec<String>>().join(" ")
        };
        let shown: Vec<String> = rows.iter().take(LISTED).map(names).collect();
        let message = format!(
            "{} of other files {} no partner in {}: {}{}.",
            counted(rows.len(), "row"),
            if rows.len() == 1 { "has" } else { "have" },
            some(&files),
            shown.join(", "),
            if rows.len() > LISTED { ", …" } else { "" },
        );
        Notice::new(NoticeKind::NoPartner, message)
    };
    causes.into_iter().map(notice).collect()
}

#[cfg(test)]
mod tests {
    use super::super::NumberStyle;
    use super::*;

    fn joined(texts: &[&str]) -> Result<(Table, Vec<Notice>), LoadError> {
        let read = |(name, text): (&'static str, &&str)| {
            let table = Table::read(text, None, true).unwrap();
            let columns = Column::read_all(&table, NumberStyle::Point);
            (name, table, columns)
        };
        let tables: Vec<(&str, Table, Vec<Column>)> =
            ["a.csv", "b.csv", "c.csv"].into_iter().zip(texts).map(read).collect();
        let table = join(&tables, false)?;
        let names: Vec<usize> = (0..2)
            .filter(|&column| ["system", "item"].contains(&&*table.names()[column]))
            .collect();
        let rows: Vec<usize> = (0..table.rows()).collect();
        let notices = without_partner(&table, &names, &rows);
        Ok((table, notices))
    }

    #[test]
    fn rows_of_one_system_and_item_become_one() {
        let human = "system,item,human\nA,1,0\nA,2,-1\nB,1,-5\n";
        let metric = "item,system,m\n1,B,.5\n2,A,.25\n3,A,.1\n";
        let (table, notices) = joined(&[human, metric]).unwrap();
        assert_eq!(table.names(), ["system", "item", "human", "m"]);
        let row = |row| -> Vec<&str> { (0..4).map(|column| table.cell(row, column)).collect() };
        assert_eq!(row(0), ["A", "1", "0", ""]);
        assert_eq!(row(1), ["A", "2", "-1", ".25"]);
        assert_eq!(row(3), ["A", "3", "", ".1"]);
        let messages: Vec<&str> = notices.iter().map(|notice| notice.message.as_str()).collect();
        assert_eq!(
            messages,
            [
                "1 row of other files has no partner in \"a.csv\": \"A\" \"3\".",
                "1 row of other files has no partner in \"b.csv\": \"A\" \"1\"."
            ]
        );
    }

    #[test]
    fn items_alone_join_tables_without_systems() {
        let (table, notices) =
            joined(&["item,human\nx,1\ny,2\n", "item,m\ny,1\nx,2\n", "item,m\ny,3\nx,4\n"])
                .unwrap();
        assert_eq!(table.names(), ["item", "human", "m", "m (c)"]);
        assert_eq!((table.cell(0, 2), table.cell(0, 3), notices.len()), ("2", "4", 0));
    }

    #[test]
    fn items_that_several_columns_name_are_joined_by_all() {
        let human =
            "system,doc,seg,human\nA,x,1,0\nA,x,2,-1\nA,y,1,-2\nB,x,1,-3\nB,x,2,-4\nB,y,1,-5\n";
        // In this file the segment alone would do.
        let metric = "system,seg,doc,m\nA,2,x,.1\nA,1,y,.2\nB,2,x,.3\nB,1,y,.4\n";
        let (table, notices) = joined(&[human, metric]).unwrap();
        assert_eq!(table.names(), ["system", "item", "human", "m"]);
        let row = |row| -> Vec<&str> { (0..4).map(|column| table.cell(row, column)).collect() };
        assert_eq!((row(0), row(2)), (vec!["A", "x · 1", "0", ""], vec!["A", "y · 1", "-2", ".2"]));
        assert_eq!(
            notices[0].message,
            "2 rows of other files have no partner in \"b.csv\": \"A\" \"x · 1\", \"B\" \"x · 1\"."
        );
        let by_source = "system,doc,seg,source,human\nA,x,1,p,0\nA,x,2,q,-1\nA,y,1,r,-2\n\
             B,x,1,p,-3\nB,x,2,q,-4\nB,y,1,r,-5\n";
        let (table, _) = joined(&[by_source, "system,Source,m\nA,p,.1\nB,r,.2\n"]).unwrap();
        assert_eq!(table.names(), ["system", "item", "doc", "seg", "human", "m"]);
        assert_eq!((table.cell(0, 1), table.cell(0, 5)), ("p", ".1"));
        let without = joined(&[human, "system,seg,m\nA,1,.1\nB,1,.2\n"]).unwrap_err();
        let lacking = LoadError::LacksColumn { file: "b.csv".into(), column: "doc".into() };
        assert_eq!(without, lacking);
    }

    #[test]
    fn what_files_have_alike_is_one_column() {
        let files = ["item,a,m,n\nx,1,3,5\ny,2,4,6\n", "item,a,n,m\ny,1,6.0,4\nx,2,5,3\n"];
        let read = |are_one| {
            let read = |(name, text): (&'static str, &&str)| {
                let table = Table::read(text, None, true).unwrap();
                let columns = Column::read_all(&table, NumberStyle::Point);
                (name, table, columns)
            };
            let tables: Vec<_> = ["a.csv", "b.csv"].into_iter().zip(&files).map(read).collect();
            join(&tables, are_one)
        };
        assert!(matches!(read(false), Err(LoadError::SeveralSets { .. })));
        let table = read(true).unwrap();
        assert_eq!(table.names(), ["item", "a", "m", "n", "a (b)"]);
        let file = |column| match table
            .error_at(0, column, |line, column| LoadError::EmptyName { line, column })
        {
            LoadError::InFile { file, .. } => file,
            other => panic!("{other}"),
        };
        assert_eq!([file(3), file(4)], ["a.csv", "b.csv"]);
    }

    #[test]
    fn what_cannot_be_joined_is_named() {
        let error = |texts: &[&str]| joined(texts).unwrap_err();
        let plain = "system,item,human\nA,1,0\nB,1,1\n";
        assert_eq!(error(&[plain, "m\n1\n"]), LoadError::NoKey { file: "b.csv".into() });
        assert_eq!(error(&[plain, "item,m\n1,2\n"]), LoadError::NoKey { file: "b.csv".into() });
        let twice = LoadError::KeyTwice { file: "b.csv".into(), line: 3 };
        assert_eq!(error(&[plain, "system,item,m\nA,1,0\nA,1,1\n"]), twice);
    }
}
