//! The scores that everything else works on.

use std::borrow::Cow;

use serde::Serialize;

use super::columns::{Column, Names};
use super::division;
use super::duplicates;
use super::error::LoadError;
use super::filter;
use super::join;
use super::noise;
use super::notices::{Notice, Source, notices};
use super::number::{Cell, parse};
use super::roles::{self, Roles, ScoreRole};
use super::table::Table;

/// Human and metric scores, row by row; higher is better everywhere.
///
/// `human.values`, each `metrics[..].values`, `lines`, `system` and `item` all have one entry a row, in
/// the order of the file.
#[derive(Debug, Clone, PartialEq)]
pub struct ScoreSet {
    /// Names of the systems in order of first appearance; none without a system column.
    pub systems: Vec<String>,
    /// Names of the items in order of first appearance; none without an item column.
    pub items: Vec<String>,
    /// For each row, its system's index in `systems`.
    pub system: Option<Vec<u32>>,
    /// For each row, its item's index in `items`.
    pub item: Option<Vec<u32>>,
    /// What the metrics are compared with.
    pub human: ScoreColumn,
    /// At least one.
    pub metrics: Vec<ScoreColumn>,
    /// For each row, the line of the file it starts on, from 1.
    pub lines: Vec<usize>,
    /// What a user should know before trusting the numbers.
    pub notices: Vec<Notice>,
}

/// The scores of one column.
#[derive(Debug, Clone, PartialEq)]
pub struct ScoreColumn {
    /// As in the file.
    pub name: String,
    /// Whether the file's scores were negated to get `values`.
    pub lower_is_better: bool,
    /// `NaN` where the score is missing; otherwise finite, and never `-0.0`.
    pub values: Vec<f64>,
}

/// A [`ScoreSet`] in numbers, for the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Summary {
    /// [`ScoreSet::rows`].
    pub rows: usize,
    /// [`ScoreSet::systems`].
    pub systems: Vec<String>,
    /// The number of different items.
    pub items: usize,
    /// The column of human scores.
    pub human: ScoreColumnSummary,
    /// In the order of [`ScoreSet::metrics`].
    pub metrics: Vec<ScoreColumnSummary>,
    /// [`ScoreSet::notices`].
    pub notices: Vec<Notice>,
}

/// A [`ScoreColumn`] in numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ScoreColumnSummary {
    /// As in the file.
    pub name: String,
    /// Whether the file's scores were negated.
    pub lower_is_better: bool,
    /// Rows without a score.
    pub missing: usize,
    /// Rows with this score and a human score.
    pub complete_rows: usize,
    /// Whether its name says that the scores are people's.
    pub is_human: bool,
}

impl ScoreSet {
    pub(super) fn new(table: &Table, columns: &[Column], roles: &Roles) -> Result<Self, LoadError> {
        let human_role = check_roles(columns, roles)?;
        let rows = filter::kept_rows(table, &roles.filters)?;
        let read = |role: &ScoreRole| read_scores(table, &columns[role.column], *role, &rows);
        let mut human = read(human_role)?;
        if let Some(index) = roles.divide_human_by {
            division::divide(&mut human, table, &rows, &columns[index], index)?;
        }
        let metrics = roles.metrics.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let (systems, system) = read_names(table, roles.system.as_slice(), &rows)?;
        let (items, item) = read_names(table, &roles.item, &rows)?;
        let lines = rows.iter().map(|&row| table.line(row)).collect();
        let mut set =
            Self { systems, items, system, item, human, metrics, lines, notices: Vec::new() };
        let merged = duplicates::settle(&mut set, roles.duplicates)
            .map_err(|error| duplicates::with_column_apart(error, table, columns, roles, &rows))?;
        if roles.merge_noise {
            set.columns_mut().for_each(|scores| noise::merge(&mut scores.values));
        }
        if (0..set.metrics.len()).all(|metric| set.complete_rows(metric) == 0) {
            let notes = join::without_partner(table, &roles.named().collect::<Vec<_>>(), &rows);
            let notes = notes.into_iter().map(|notice| notice.message).collect();
            return Err(LoadError::NothingComplete { human: set.human.name, notes });
        }
        let source = Source { table, columns, roles, rows: &rows, merged: merged.as_ref() };
        set.notices = notices(&set, &source);
        Ok(set)
    }

    /// Every column of scores, the human one first.
    pub(super) fn columns(&self) -> impl Iterator<Item = &ScoreColumn> {
        std::iter::once(&self.human).chain(&self.metrics)
    }

    pub(super) fn columns_mut(&mut self) -> impl Iterator<Item = &mut ScoreColumn> {
        std::iter::once(&mut self.human).chain(&mut self.metrics)
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.lines.len()
    }

    /// The number of rows that count for a metric: those with its score and a human score.
    ///
    /// # Panics
    ///
    /// When there is no such metric.
    pub fn complete_rows(&self, metric: usize) -> usize {
        complete_rows(&self.human, &self.metrics[metric])
    }

    /// The set in numbers.
    pub fn summary(&self) -> Summary {
        let summarise = |scores: &ScoreColumn| ScoreColumnSummary {
            name: scores.name.clone(),
            lower_is_better: scores.lower_is_better,
            missing: scores.values.iter().filter(|value| value.is_nan()).count(),
            complete_rows: complete_rows(&self.human, scores),
            is_human: roles::is_human(&scores.name),
        };
        Summary {
            rows: self.rows(),
            systems: self.systems.clone(),
            items: self.items.len(),
            human: summarise(&self.human),
            metrics: self.metrics.iter().map(summarise).collect(),
            notices: self.notices.clone(),
        }
    }
}

fn complete_rows(human: &ScoreColumn, metric: &ScoreColumn) -> usize {
    human.values.iter().zip(&metric.values).filter(|(h, m)| !h.is_nan() && !m.is_nan()).count()
}

/// Every column exists and has one role, and there are human scores, which are returned, and a metric.
fn check_roles<'r>(columns: &[Column], roles: &'r Roles) -> Result<&'r ScoreRole, LoadError> {
    let scores = roles.human.iter().chain(&roles.metrics).map(|role| role.column);
    let mut is_used = vec![false; columns.len()];
    for index in roles.named().chain(roles.divide_human_by).chain(scores) {
        match is_used.get_mut(index) {
            None => {
                return Err(LoadError::UnknownColumn { index, columns: columns.len() });
            }
            Some(true) => {
                return Err(LoadError::RoleTwice { column: columns[index].name.clone() });
            }
            Some(used) => *used = true,
        }
    }
    match &roles.human {
        None => {
            let columns = columns.iter().map(|column| column.name.clone()).collect();
            Err(LoadError::NoHuman { columns })
        }
        Some(_) if roles.metrics.is_empty() => Err(LoadError::NoMetricChosen),
        Some(human) => Ok(human),
    }
}

fn read_scores(
    table: &Table,
    column: &Column,
    role: ScoreRole,
    rows: &[usize],
) -> Result<ScoreColumn, LoadError> {
    if column.problems > 0 {
        check_cells(table, column, role.column, rows)?;
    }
    let values = rows.iter().map(|&row| column.values[row]);
    let values = if role.lower_is_better {
        values.map(|value| 0.0 - value).collect() // not `-value`, which makes -0.0 of 0.0
    } else {
        values.collect()
    };
    Ok(ScoreColumn { name: column.name.clone(), lower_is_better: role.lower_is_better, values })
}

/// A problem matters only in a row that is kept, so the column's own first problem will not do.
fn check_cells(
    table: &Table,
    column: &Column,
    index: usize,
    rows: &[usize],
) -> Result<(), LoadError> {
    for &row in rows.iter().filter(|&&row| column.values[row].is_nan()) {
        if let Cell::Bad(fault) = parse(table.cell(row, index), column.style) {
            let column = column.name.clone();
            return Err(table.error_at(row, index, |line, cell| LoadError::BadCell {
                line,
                column,
                cell,
                fault,
            }));
        }
    }
    Ok(())
}

/// The names in columns and each row's index into them; nothing when the role is not filled.
fn read_names(
    table: &Table,
    columns: &[usize],
    rows: &[usize],
) -> Result<(Vec<String>, Option<Vec<u32>>), LoadError> {
    if columns.is_empty() {
        return Ok((Vec::new(), None));
    }
    // Rows without a name would form a group that nobody meant.
    for &column in columns {
        if let Some(&row) = rows.iter().find(|&&row| table.cell(row, column).trim().is_empty()) {
            let (line, column) = (table.line(row), table.names()[column].clone());
            return Err(LoadError::EmptyName { line, column });
        }
    }
    let Names { names, index } = Names::of_rows(table, columns, rows.iter().copied());
    Ok((names.into_iter().map(Cow::into_owned).collect(), Some(index)))
}

#[cfg(test)]
mod tests {
    use super::super::number::Fault;
    use super::super::{Filter, NoticeKind, ScoreFile, Settings};
    use super::*;

    const TEXT: &str =
        "system,item,human,ter\nA,1,0,0.5\nB,1,-5,bad\n C ,1,,0\nA,2,-2,0.25\nA,3,-3,0.75\n";

    fn roles(lower_is_better: bool, excluded: &[&str]) -> Roles {
        let excluded = excluded.iter().map(|name| (*name).to_owned()).collect();
        Roles {
            system: Some(0),
            item: vec![1],
            metrics: vec![ScoreRole { column: 3, lower_is_better }],
            filters: vec![Filter { column: 0, excluded }],
            ..Roles::of_columns(2, [])
        }
    }

    fn build(text: &str, roles: &Roles) -> Result<ScoreSet, LoadError> {
        ScoreFile::read(text.as_bytes(), &Settings::default()).unwrap().score_set(roles)
    }

    #[test]
    fn excluded_systems_are_left_out_with_their_problems() {
        let set = build(TEXT, &roles(false, &["B", "no such system"])).unwrap();
        assert_eq!(set.systems, ["A", "C"]);
        assert_eq!(set.system, Some(vec![0, 1, 0, 0]));
        assert_eq!(set.lines, [2, 4, 5, 6]);
        assert_eq!(set.metrics[0].values, [0.5, 0.0, 0.25, 0.75]);
        let all = build(TEXT, &roles(false, &["A", "B", "C"])).unwrap_err();
        assert_eq!(all, LoadError::AllExcluded);
    }

    #[test]
    fn a_bad_cell_in_a_kept_row_is_an_error() {
        let error = build(TEXT, &roles(false, &[])).unwrap_err();
        let cell = LoadError::BadCell {
            line: 3,
            column: "ter".into(),
            cell: "bad".into(),
            fault: Fault::Text,
        };
        assert_eq!(error, cell);
    }

    #[test]
    fn lower_is_better_is_negated_without_negative_zero() {
        let values = build(TEXT, &roles(true, &["B"])).unwrap().metrics.swap_remove(0).values;
        assert_eq!(values, [-0.5, 0.0, -0.25, -0.75]);
        assert_eq!(values[1].to_bits(), 0);
    }

    #[test]
    fn missing_scores_are_reported() {
        let text = TEXT.replace(" C ,1,,", " C ,1,-1,").replace("A,3,-3", "A,3,");
        let set = build(&text, &roles(false, &["B"])).unwrap();
        let notice = set.notices.iter().find(|notice| notice.kind == NoticeKind::Missing).unwrap();
        assert_eq!(notice.message, "1 of 4 scores in \"human\" is missing, first on line 6.");
    }

    #[test]
    fn an_empty_name_is_an_error() {
        let error =
            build("system,item,human,m\nA,1,0,1\nA, ,0,1\n", &roles(false, &[])).unwrap_err();
        assert_eq!(error, LoadError::EmptyName { line: 3, column: "item".into() });
    }

    #[test]
    fn several_columns_name_an_item_together() {
        let text = "system,doc,seg,human,m\nA,x,1,0,1\nA,y,1,1,2\nB,y,1,2,3\nB,x,1,3,4\nB,x,,3,4\n";
        let roles = |item| Roles { system: Some(0), item, ..Roles::of_columns(3, [4]) };
        let with_gap = build(text, &roles(vec![1, 2])).unwrap_err();
        assert_eq!(with_gap, LoadError::EmptyName { line: 6, column: "seg".into() });
        let text = text.strip_suffix("B,x,,3,4\n").unwrap();
        let set = build(text, &roles(vec![1, 2])).unwrap();
        assert_eq!(
            (set.items, set.item),
            (vec!["x · 1".into(), "y · 1".into()], Some(vec![0, 1, 1, 0]))
        );
        assert_eq!(set.notices[0].message, "Items are named by \"doc\" and \"seg\" together.");
        let alone = build(text, &roles(vec![2])).unwrap_err();
        assert!(matches!(alone, LoadError::Duplicates { count: 2, .. }), "{alone}");
        let twice = build(text, &roles(vec![1, 1])).unwrap_err();
        assert_eq!(twice, LoadError::RoleTwice { column: "doc".into() });
    }

    #[test]
    fn roles_must_fit_the_file() {
        let changed = |change: fn(&mut Roles)| {
            let mut roles = roles(false, &["B"]);
            change(&mut roles);
            build(TEXT, &roles).unwrap_err()
        };
        assert_eq!(
            changed(|roles| roles.item = vec![0]),
            LoadError::RoleTwice { column: "system".into() }
        );
        assert_eq!(
            changed(|roles| roles.human.as_mut().unwrap().column = 3),
            LoadError::RoleTwice { column: "ter".into() }
        );
        assert_eq!(
            changed(|roles| roles.human.as_mut().unwrap().column = 4),
            LoadError::UnknownColumn { index: 4, columns: 4 }
        );
        assert_eq!(changed(|roles| roles.metrics.clear()), LoadError::NoMetricChosen);
    }
}
