//! How a file is read: decided from the file, or chosen by the user.

use serde::{Deserialize, Serialize};

use super::delimiter::Delimiter;
use super::filter::Filter;
use super::number::NumberStyle;

/// What the user chose about reading a file; nothing where the file decides.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Settings {
    /// What separates cells.
    pub delimiter: Option<Delimiter>,
    /// What a comma in a number means.
    pub numbers: Option<NumberStyle>,
    /// Whether the first line holds the names of the columns.
    pub header: Option<bool>,
    /// How rows and columns are laid out.
    pub layout: Option<Layout>,
    /// Whether several files are parts of one table, also where they look like several data sets.
    pub are_one_table: Option<bool>,
}

/// How a table holds scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Layout {
    /// A row for each output: system, item and scores.
    Tidy,
    /// A row for each item, and for each score a column for each system.
    Wide,
}

/// What becomes of rows that have one system and one item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Duplicates {
    /// One row, with the mean of the scores that are not missing.
    Average,
    /// The first row.
    First,
    /// An error that names the lines.
    Error,
}

/// An answer to a question that a file raises, or what a notice offers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Choice {
    /// The answer in words.
    pub label: String,
    /// What it sets.
    pub set: Setting,
}

/// One of the [`Settings`], or of the [`Roles`](super::Roles), or which of several files are read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "setting", content = "value", rename_all = "snake_case")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Setting {
    /// Sets [`Settings::numbers`].
    Numbers(NumberStyle),
    /// Sets [`Settings::header`].
    Header(bool),
    /// Sets [`Settings::layout`].
    Layout(Layout),
    /// Sets [`Settings::are_one_table`].
    AreOneTable(bool),
    /// The files in these places, counted from 0, are not read.
    LeaveOut(Vec<usize>),
    /// Sets [`Roles::duplicates`](super::Roles::duplicates).
    Duplicates(Duplicates),
    /// Sets one of [`Roles::filters`](super::Roles::filters).
    Filter(Filter),
    /// Adds the columns in these places to [`Roles::metrics`](super::Roles::metrics).
    Metrics(Vec<usize>),
}
