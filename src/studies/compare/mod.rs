//! "Which metric is better?": all metrics by all statistics, with ranks (the paper's Tables 6 and 12 to
//! 20).
//!
//! The numbers come from other studies, one metric at a time; here they become a table, as far as they
//! have come in, and the table becomes a file.
//!
//! [`Compared`] is what is known so far, [`Table`] what a reader sees of it, [`export`] what is taken away. See
//! chapter 5 of the tutorial of `tiescope`.

pub mod baselines;
mod column;
pub mod export;
mod run;
mod table;

pub use column::{Column, Kind};
pub use table::{Cell, Compared, Row, RowKind, Table, Title};
