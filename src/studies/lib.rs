//! One file for each question a user asks of a [`ScoreSet`](crate::scores::ScoreSet).
//!
//! | question | ask | answer |
//! | --- | --- | --- |
//! | How does this metric treat ties? | [`Explore`](explore::Explore) | [`Explored`](explore::Explored): all of the next, and the curve |
//! | Which numbers does it reach? | [`MeasureAlone`](measure::MeasureAlone) | [`Measured`](measure::Measured) |
//! | Which metric is better? | [`Compared::run`](compare::Compared::run) | [`Table`](compare::Table), made of most of these |
//! | Do they compare on the same groups? | [`CompareOnSameGroups`](same_groups::CompareOnSameGroups) | [`SameGroups`](same_groups::SameGroups) |
//! | Is the difference real? | [`TestPairs`](significance::TestPairs) | [`PairTest`](crate::stats::PairTest)s |
//! | How far would it vary? | [`FindIntervals`](intervals::FindIntervals) | [`Bootstrapped`](crate::stats::Bootstrapped) |
//! | Does it order systems as the human does? | [`CompareSystems`](systems::CompareSystems) | [`SystemsCompared`](systems::SystemsCompared) |
//! | What if ties were broken at random? | [`BreakTies`](broken_ties::BreakTies) | [`Broken`](broken_ties::Broken) statistics |
//! | How does it go along epsilon? | [`TraceCurve`](trace::TraceCurve) | [`Curve`](crate::stats::Curve) |
//! | What is in this data? | [`report`](report::report()) | [`ColumnReport`](report::ColumnReport), at once |
//! | The paper's figures | [`experiments`] | each its own |
//!
//! Metrics are named by their index of [`ScoreSet::metrics`](crate::scores::ScoreSet::metrics). All but the table and the
//! report are jobs ([`Study`]); see chapter 8 of the tutorial of `tiescope`.

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

/// So that an experiment of any kind (`Running` in `tiescope::exhibits`) is run like a study.
impl<S: Study + ?Sized> Study for Box<S> {
    type Result = S::Result;

    fn step(&mut self) -> Option<S::Result> {
        (**self).step()
    }

    fn progress(&self) -> Progress {
        (**self).progress()
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
