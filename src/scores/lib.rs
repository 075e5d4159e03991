//! From the bytes of a score file to numbers.
//!
//! The chain is `bytes -> text -> `[`Table`]` -> `[`Column`]`s -> `[`Roles`]` -> `[`ScoreSet`]. A table is text
//! in rows and columns; a column is one column of it read as numbers; roles say which column is the
//! system, the item, the human score and the metrics; a score set holds the chosen scores, higher is
//! better, `NaN` where one is missing. [`ScoreFile`] keeps a table and its columns together and is the
//! way in: [`ScoreFile::read`], [`ScoreFile::guess_roles`], [`ScoreFile::score_set`].
//!
//! Nothing here guesses a number: a cell is a number as written, is missing, or is an error that names
//! its line and column and says what to do ([`LoadError`]).
//!
//! Architecture invariant: nothing downstream of [`ScoreSet`] sees a file, a line end or a delimiter,
//! and nothing here knows a statistic.
//!
//! See chapter 1 of the tutorial of `tiescope`.

use tiescope_stats as stats;

mod clash;
mod columns;
mod delimiter;
mod division;
mod duplicates;
mod error;
mod evidence;
mod export;
mod file;
mod filter;
mod frame;
mod gaps;
mod groups;
mod join;
mod json;
mod lines;
mod mean;
mod noise;
mod notices;
mod number;
mod preview;
mod questions;
mod records;
mod roles;
mod score_files;
mod score_set;
mod settings;
mod table;
#[cfg(test)]
mod tests;
mod text;
mod vocabulary;
mod wide;
mod wording;

pub use columns::{CellProblem, Column, ColumnKind};
pub use delimiter::Delimiter;
pub use error::{LoadError, Problem};
pub use export::{harmless, number};
pub use file::{Named, ScoreFile, load};
pub use filter::Filter;
pub use notices::{Notice, NoticeKind};
pub use number::{Fault, NumberStyle};
pub use preview::{CellPreview, ColumnPreview, Preview, PreviewRow};
pub use questions::Apart;
pub use roles::{Roles, ScoreRole, is_human};
pub use score_set::{ScoreColumn, ScoreColumnSummary, ScoreSet, Summary};
pub use settings::{Choice, Duplicates, Layout, Setting, Settings};
pub use table::{Format, Table};
pub use text::Encoding;
pub use vocabulary::{is_development, names_length};
pub use wording::count;
