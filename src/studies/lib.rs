//! One file for each question a user asks of a [`ScoreSet`](crate::scores::ScoreSet).

use tiescope_scores as scores;
use tiescope_stats as stats;

pub mod broken_ties;
pub mod compare;
pub mod experiments;
pub mod explore;
pub mod intervals;
pub mod measure;
pub mod report;
pub mod same_groups;
pub mod significance;
pub mod systems;
pub mod trace;

/// A question that takes longer than a frame, as a job: created from scores, it does its work in steps
/// of a few milliseconds and ends in a plain result. Dropping it is all it takes to cancel.
pub trait Study {
    /// The answer.
    type Result;

    /// Does a little of the work; returns the result once all is done.
    fn step(&mut self) -> Option<Self::Result>;

    /// What is being done, and how much of the whole is.
    fn progress(&self) -> Progress;

    /// Runs all steps.
    fn run(mut self) -> Self::Result
    where
        Self: Sized,
    {
        loop {
            if let Some(result) = self.step() {
                return result;
            }
        }
    }
}

/// What a study is doing, for a progress bar.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Progress {
    /// What is being done, for a reader.
    pub doing: &'static str,
    /// The share that is done, from 0 to 1; it never goes back.
    pub share: f64,
}
