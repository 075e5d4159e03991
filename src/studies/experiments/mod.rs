//! The paper's figures, and what it proposes without trying it, as experiments: one file for each question.

pub mod buckets;
pub mod correlations;
pub mod normalisation;
pub mod objectives;
pub mod relative;
mod run_pairs;
pub mod sampling;
pub mod tie_location;
pub mod transfer;
pub mod two_thresholds;
