//! What an experiment shows: words, figures and tables, made from the results of studies.
//!
//! The numbers come from [`studies::experiments`](crate::studies::experiments); each file here asks for one of
//! them and says what it shows on the data at hand.
//!
//! [`start`] begins the experiment that an [`ExperimentRequest`] names, on a [`Source`] of scores; it runs like any
//! other [`Study`] and ends in an [`Exhibit`]. See [chapter 7 of the tutorial](crate::tutorial::experiments).

use std::collections::HashMap;

use crate::chart::heat::Heat;
use crate::chart::lines::Lines;
use crate::stats::Grouping;
use crate::studies::{Progress, Study};

pub mod catalogue;
pub mod source;
pub mod words;

mod buckets;
mod correlations;
mod normalisation;
mod objectives;
mod relative;
mod sampling;
mod tie_location;
mod transfer;
mod two_thresholds;

pub use source::Source;
pub use words::{Numeral, Piece, Words, Written};

/// What is shown of an experiment.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Exhibit {
    /// What this data shows, in numbers.
    pub finding: Vec<Piece>,
    /// What to know of how it was found.
    pub notes: Vec<String>,
    /// In the order in which they are shown.
    pub figures: Vec<Figure>,
    /// The numbers of the figures, and others.
    pub tables: Vec<DataTable>,
}

/// A drawing of an exhibit.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Figure {
    /// Lines, dots or bars over one axis.
    Lines(Lines),
    /// A surface in colours.
    Heat(Heat),
    /// Several drawings of one thing, to be gone through.
    Frames {
        /// What differs from one to the next.
        label: String,
        /// At least one.
        frames: Vec<Frame>,
    },
}

/// One of several drawings.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Frame {
    /// What tells it from the others.
    pub name: String,
    /// What is drawn.
    pub lines: Lines,
}

/// Numbers in rows and columns.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DataTable {
    /// What its rows are.
    pub title: String,
    /// The heads of the columns.
    pub columns: Vec<String>,
    /// As many cells as columns.
    pub rows: Vec<Vec<DataCell>>,
}

/// A name or a number.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(untagged)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum DataCell {
    /// A number.
    Numeral(Numeral),
    /// A name.
    Text(String),
}

/// What an experiment is asked for.
#[derive(Debug, Clone, PartialEq, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ExperimentRequest {
    /// The name of the experiment.
    pub experiment: String,
    /// An index of [`ScoreSet::metrics`](crate::scores::ScoreSet::metrics).
    pub metric: usize,
    /// How rows are grouped, where the experiment depends on it.
    pub grouping: Grouping,
    /// Its own settings, by name; what is missing is as usual.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Record<string, string>"))]
    pub options: HashMap<String, String>,
}

impl ExperimentRequest {
    /// A setting; the first of `options` unless it is one of them.
    pub fn choice<'o>(&self, name: &str, options: &[&'o str]) -> &'o str {
        let given = self.options.get(name);
        let found = options.iter().find(|option| given.is_some_and(|given| given == *option));
        found.or(options.first()).copied().unwrap_or("")
    }

    /// A whole number, `usual` unless it is one within the range.
    pub fn whole(&self, name: &str, range: std::ops::RangeInclusive<u64>, usual: u64) -> u64 {
        let given = self.options.get(name).and_then(|given| given.parse().ok());
        given.filter(|given| range.contains(given)).unwrap_or(usual)
    }
}

/// An experiment under way.
pub type Running = Box<dyn Study<Result = Exhibit>>;

/// A study whose result is shown.
struct Shown<S: Study> {
    study: S,
    show: Box<dyn Fn(S::Result) -> Exhibit>,
}

impl<S: Study> Study for Shown<S> {
    type Result = Exhibit;

    fn step(&mut self) -> Option<Exhibit> {
        self.study.step().map(&self.show)
    }

    fn progress(&self) -> Progress {
        self.study.progress()
    }
}

/// Runs a study and shows its result.
fn shown<S: Study + 'static>(study: S, show: impl Fn(S::Result) -> Exhibit + 'static) -> Running {
    Box::new(Shown { study, show: Box::new(show) })
}

/// Starts the experiment that is asked for.
///
/// # Errors
///
/// What a reader can do about it, where the data or the settings do not allow it.
pub fn start(request: &ExperimentRequest, source: &Source) -> Result<Running, String> {
    let found = catalogue::ALL.iter().find(|known| known.id == request.experiment);
    let known = found.ok_or_else(|| format!("there is no experiment “{}”", request.experiment))?;
    (known.start)(request, source)
}

/// The tables of an exhibit as CSV, one below the other, after lines that say what they are of.
pub fn to_csv(about: &[String], tables: &[DataTable]) -> String {
    let mut text: String =
        about.iter().map(|line| format!("# {}\n", line.replace('\n', " "))).collect();
    for table in tables {
        let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
        // Writing to memory cannot fail.
        let _ = writer.write_record(&table.columns);
        for row in &table.rows {
            let _ = writer.write_record(row.iter().map(|cell| match cell {
                DataCell::Text(text) => crate::scores::harmless(text),
                DataCell::Numeral(number) => {
                    number.value.map_or_else(String::new, crate::scores::number)
                }
            }));
        }
        text += &format!("# {}\n", table.title);
        text += &String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default();
    }
    text
}
