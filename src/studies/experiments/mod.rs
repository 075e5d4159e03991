//! The paper's figures as experiments: one file for each question.

pub mod correlations;
pub mod normalisation;
pub mod tie_location;
