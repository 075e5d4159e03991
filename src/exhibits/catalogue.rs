//! Every experiment: its question, its settings, and how it is started.
//!
//! [`entries`] is for those who choose; [`start`](super::start) begins the one that was chosen.

use super::{ExperimentRequest, Running, Source};
use super::{
    buckets, correlations, normalisation, objectives, relative, sampling, tie_location, transfer,
    two_thresholds,
};

/// An experiment.
pub struct Experiment {
    /// Its name in addresses.
    pub id: &'static str,
    /// What a reader sees of it before it is started.
    pub entry: ExperimentEntry,
    /// Begins it.
    pub start: fn(&ExperimentRequest, &Source) -> Result<Running, String>,
}

/// What a reader needs to know of an experiment.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ExperimentEntry {
    /// Its name in addresses, and in [`ExperimentRequest::experiment`].
    pub id: &'static str,
    /// A short question, as a heading.
    pub title: &'static str,
    /// Where the paper has it.
    pub section: &'static str,
    /// What is tested.
    pub question: &'static str,
    /// Its settings; [`ExperimentRequest::options`] has their values.
    pub controls: &'static [Control],
    /// Whether the metric that is chosen matters,
    pub uses_metric: bool,
    /// and the grouping.
    pub uses_grouping: bool,
}

/// A setting besides the metric and the grouping.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Control {
    /// One of several values; each has a name for readers.
    Choice {
        /// The key in [`ExperimentRequest::options`].
        name: &'static str,
        /// For readers.
        label: &'static str,
        /// A value and what it is called; the first is the usual one.
        options: &'static [(&'static str, &'static str)],
    },
    /// A whole number.
    Whole {
        /// The key in [`ExperimentRequest::options`].
        name: &'static str,
        /// For readers.
        label: &'static str,
        /// The smallest that is accepted.
        least: u32,
        /// The largest that is accepted.
        most: u32,
        /// What counts where nothing, or nothing acceptable, is given.
        usual: u32,
        /// It only matters while another setting has one of these values; the first is the usual one.
        only: Option<(&'static str, &'static [&'static str])>,
    },
    /// Two names of a category column, or another file; see [`Spare`](super::source::Spare).
    Categories {
        /// For readers.
        label: &'static str,
    },
    /// A column of lengths.
    Length {
        /// For readers.
        label: &'static str,
    },
}

/// The greatest seed.
const LAST_SEED: u32 = 1_000_000;

impl Control {
    /// The seed of what is drawn at random, read by [`ExperimentRequest::seed`].
    pub const fn seed(
        label: &'static str,
        only: Option<(&'static str, &'static [&'static str])>,
    ) -> Self {
        Control::Whole { name: "seed", label, least: 0, most: LAST_SEED, usual: 1, only }
    }
}

impl ExperimentRequest {
    /// The seed of what is drawn at random, offered by [`Control::seed`].
    pub fn seed(&self) -> u64 {
        self.whole("seed", 0..=LAST_SEED.into(), 1)
    }
}

/// All experiments, in the order of the paper.
pub const ALL: [Experiment; 9] = [
    buckets::EXPERIMENT,
    transfer::EXPERIMENT,
    tie_location::EXPERIMENT,
    objectives::EXPERIMENT,
    sampling::EXPERIMENT,
    relative::EXPERIMENT,
    two_thresholds::EXPERIMENT,
    normalisation::EXPERIMENT,
    correlations::EXPERIMENT,
];

/// What is known of them.
pub fn entries() -> Vec<ExperimentEntry> {
    ALL.iter().map(|experiment| experiment.entry).collect()
}
