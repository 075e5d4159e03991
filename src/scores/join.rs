//! Several tables as one: rows of one system and item belong together.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::columns::{Column, name};
use super::error::LoadError;
use super::groups;
use super::notices::{Notice, NoticeKind};
use super::number::{Cell, NumberStyle, parse};
use super::table::{self, Table, TableBuilder};
use super::wording::{counted, quote};
use crate::stats::sorting::sort_by_key;

/// A table and the columns it is joined by.
struct Part<'t> {
    name: &'t str,
    table: &'t Table,
    system: Option<usize>,
    /// At least one.
    item: Vec<usize>,
}

/// The names of a row's system and item.
type Key<'t> = (&'t str, Cow<'t, str>);

/// Keys of rows without a partner that are listed.
const LISTED: usize = 3;

impl<'t> Part<'t> {
    fn new(name: &'t str, table: &'t Table, columns: &[Column]) -> Result<Self, LoadError> {
        let (system, item) = groups::guess(table, columns);
        if item.is_empty() {
            return Err(LoadError::NoKey { file: name.to_owned() });
        }
        Ok(Part { name, table, system, item })
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
    fn others(&self) -> impl Iterator<Item = usize> {
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
/// has systems. Rows without a partner are kept, with empty cells, and reported.
///
/// # Errors
///
/// [`NoKey`](LoadError::NoKey), [`LacksColumn`](LoadError::LacksColumn),
/// [`KeyTwice`](LoadError::KeyTwice).
pub(super) fn join(
    tables: &[(&str, Table, Vec<Column>)],
) -> Result<(Table, Vec<Notice>), LoadError> {
    let mut parts: Vec<Part> = tables
        .iter()
        .map(|(name, table, columns)| Part::new(name, table, columns))
        .collect::<Result<_, _>>()?;
    agree(&mut parts)?;
    let has_systems = parts[0].system.is_some();
    if let Some(odd) = parts.iter().find(|part| part.system.is_some() != has_systems) {
        return Err(LoadError::NoKey { file: odd.name.to_owned() });
    }
    let mut keys = Vec::new();
    let mut index = HashMap::new();
    // For each part and key, the row.
    let mut rows: Vec<Vec<Option<usize>>> = Vec::with_capacity(parts.len());
    for part in &parts {
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
    let others = columns(&parts, &rows);
    let systems = has_systems.then_some("system");
    let width = usize::from(has_systems) + 1 + others.len();
    let mut table = TableBuilder::new(parts[0].table.format(), width);
    for (place, ((system, item), line)) in keys.iter().enumerate() {
        let key = systems.map(|_| *system).into_iter().chain([&**item]);
        let cells = others.iter().map(|other| other.cell(&parts, &rows, place));
        table.push(key.chain(cells), *line);
    }
    let names = others.iter().map(|other| other.name.as_str());
    let table = table.finish(systems.into_iter().chain(["item"]).chain(names))?;
    let table = table.with_parts(columns_of(&parts, &rows, &others, width - others.len()));
    let notices = parts.iter().zip(&rows).filter_map(|(part, row_of)| {
        let lacking =
            keys.iter().zip(row_of).filter(|(_, row)| row.is_none()).map(|(key, _)| &key.0);
        without_partner(part.name, lacking.collect())
    });
    Ok((table, notices.collect()))
}

/// A column of the joined table that is no key.
struct Other {
    /// The index of its table.
    part: usize,
    /// Its place there.
    column: usize,
    name: String,
}

impl Other {
    fn cell<'t>(&self, parts: &[Part<'t>], rows: &[Vec<Option<usize>>], place: usize) -> &'t str {
        rows[self.part][place].map_or("", |row| parts[self.part].table.cell(row, self.column))
    }
}

/// All columns that are no keys, in the order of the files. One that has the name of an earlier file's is
/// called by its own file, too; if it is the same in every row, it is the same column.
fn columns(parts: &[Part], rows: &[Vec<Option<usize>>]) -> Vec<Other> {
    let name_of = |part: usize, column: usize| parts[part].table.names()[column].as_str();
    let mut others: Vec<Other> = Vec::new();
    for (part, column) in
        parts.iter().enumerate().flat_map(|(part, p)| p.others().map(move |column| (part, column)))
    {
        let name = name_of(part, column);
        let mut other = Other { part, column, name: name.to_owned() };
        let is_namesake = |one: &&Other| one.part != part && name_of(one.part, one.column) == name;
        let namesakes: Vec<&Other> = others.iter().filter(is_namesake).collect();
        let is_same = |one: &&Other| {
            let cell = |of: &Other, place| of.cell(parts, rows, place);
            (0..rows[part].len()).all(|place| are_alike(cell(one, place), cell(&other, place)))
        };
        if namesakes.iter().any(is_same) {
            continue;
        }
        if !namesakes.is_empty() {
            other.name = format!("{name} ({})", stem(parts[part].name));
        }
        others.push(other);
    }
    others
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

/// Which columns come from which file, behind those of the key.
fn columns_of(
    parts: &[Part],
    rows: &[Vec<Option<usize>>],
    others: &[Other],
    key_columns: usize,
) -> Vec<table::Part> {
    let mut column = key_columns;
    let of_part = |(index, (part, rows)): (usize, (&Part, &Vec<Option<usize>>))| {
        let first = column;
        column += others.iter().filter(|other| other.part == index).count();
        let lines = rows.iter().map(|row| row.map(|row| part.table.line(row))).collect();
        table::Part { file: part.name.to_owned(), column: first, lines }
    };
    parts.iter().zip(rows).enumerate().map(of_part).collect()
}

/// Rows of other files that one file lacks.
fn without_partner(file: &str, keys: Vec<&Key>) -> Option<Notice> {
    let shown: Vec<String> = keys
        .iter()
        .take(LISTED)
        .map(|(system, item)| match system.is_empty() {
            true => quote(item),
            false => format!("{} {}", quote(system), quote(item)),
        })
        .collect();
    let more = if keys.len() > LISTED { ", …" } else { "" };
    let message = format!(
        "{} of other files {} no partner in {}: {}{more}.",
        counted(keys.len(), "row"),
        if keys.len() == 1 { "has" } else { "have" },
        quote(file),
        shown.join(", "),
    );
    let notice = Notice { kind: NoticeKind::NoPartner, message, lines: Vec::new() };
    (!keys.is_empty()).then_some(notice)
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
        join(&tables)
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
        let files = ["item,human,m,n\nx,1,3,5\ny,2,4,6\n", "item,human,n,m\ny,1,6.0,4\nx,2,5,3\n"];
        let (table, _) = joined(&files).unwrap();
        assert_eq!(table.names(), ["item", "human", "m", "n", "human (b)"]);
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
