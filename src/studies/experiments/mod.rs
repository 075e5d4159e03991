//! The paper's figures as experiments: one file for each question.

pub mod buckets;
pub mod correlations;
pub mod normalisation;
pub mod objectives;
pub mod sampling;
pub mod tie_location;
pub mod transfer;
