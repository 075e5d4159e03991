//! The data of an experiment: the scores in use, and other readings of the same file.
//!
//! Most experiments need the scores alone. Those that leave rows out, or divide human scores by a length, take other
//! [`Roles`] of the same file.

use crate::scores::{Filter, Roles, ScoreFile, ScoreSet, is_development, names_length};

/// A column that divides rows into a few categories has at most so many names.
const MOST_NAMES: usize = 40;

/// What experiments are made on.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// The scores in use.
    pub scores: &'a ScoreSet,
    /// Where they come from, if that is at hand.
    pub file: Option<(&'a ScoreFile, &'a Roles)>,
    /// Scores of another file, to compare with.
    pub other: Option<&'a ScoreSet>,
}

/// Columns of the file that have no role, and what they can be used for.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Spare {
    /// Columns of a few names.
    pub categories: Vec<Category>,
    /// Columns of numbers, and metrics that are called lengths: their places and names.
    pub lengths: Vec<(usize, String)>,
}

/// A column that divides rows into categories.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Category {
    /// Its place in the file, from 0.
    pub column: usize,
    /// Its head.
    pub name: String,
    /// The categories, in the order of the file but what is called a development set first; 2 to 40.
    pub names: Vec<String>,
}

impl Source<'_> {
    /// The columns without a role, and lengths that were taken for metrics.
    pub fn spare(&self) -> Spare {
        let Some((file, roles)) = self.file else { return Spare::default() };
        let all = || file.columns().iter().enumerate();
        let columns = || all().filter(|(index, _)| !has_role(roles, *index));
        let is_metric = |index| roles.metrics.iter().any(|role| role.column == index);
        let metrics =
            all().filter(|(index, column)| is_metric(*index) && names_length(&column.name));
        let category = |(column, named): (usize, &crate::scores::Column)| {
            let mut names = file.names(column);
            names.sort_by_key(|name| !is_development(name));
            let is_one =
                (2..=MOST_NAMES).contains(&names.len()) && names.len() < file.table().rows();
            is_one.then(|| Category { column, name: named.name.clone(), names })
        };
        let length = |(index, column): (usize, &crate::scores::Column)| {
            let known = column.values.iter().filter(|value| !value.is_nan());
            let is_length = known.clone().count() > 0 && known.clone().all(|&value| value > 0.0);
            (is_length && column.first_problem.is_none()).then(|| (index, column.name.clone()))
        };
        Spare {
            categories: columns().filter_map(category).collect(),
            lengths: columns().chain(metrics).filter_map(length).collect(),
        }
    }

    /// The rows with one name in a category column.
    ///
    /// # Errors
    ///
    /// Why they cannot be used.
    pub fn of_category(&self, column: usize, name: &str) -> Result<ScoreSet, String> {
        let (file, roles) = self.file.ok_or("the file is not at hand")?;
        let excluded = file.names(column).into_iter().filter(|other| other != name).collect();
        let mut roles = roles.clone();
        roles.filters.push(Filter { column, excluded });
        file.score_set(&roles).map_err(|error| error.to_string())
    }

    /// The scores, and the same with the human's divided by a column of lengths, which is no metric in
    /// either.
    ///
    /// # Errors
    ///
    /// Why they cannot be divided.
    pub fn divided_by(&self, column: usize) -> Result<[ScoreSet; 2], String> {
        let (file, roles) = self.file.ok_or("the file is not at hand")?;
        let mut roles = roles.clone();
        roles.metrics.retain(|role| role.column != column);
        let divided = Roles { divide_human_by: Some(column), ..roles.clone() };
        let read = |roles| file.score_set(roles).map_err(|error| error.to_string());
        Ok([read(&roles)?, read(&divided)?])
    }
}

fn has_role(roles: &Roles, column: usize) -> bool {
    let scores = roles.metrics.iter().chain(&roles.human).map(|role| role.column);
    scores.chain(roles.named()).any(|used| used == column)
}
