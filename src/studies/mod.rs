//! One file for each question a user asks of a [`ScoreSet`](crate::scores::ScoreSet).
//!
//! A study is a job: it is created from scores, does its work in `step`s of a
//! few milliseconds, tells its progress, and ends in a plain result. Dropping
//! it is all it takes to cancel.

pub mod explore;
pub mod report;

/// What a study is doing, for a progress bar.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Progress {
    /// What is being done, for a reader.
    pub doing: &'static str,
    /// The share that is done, from 0 to 1; it never goes back.
    pub share: f64,
}
