//! The paper's figures, and what it proposes without trying it, as experiments: one file for each question.
//!
//! | question | where the paper has it |
//! | --- | --- |
//! | [`correlations`]: do Pearson, Spearman and Kendall agree? | Figure 1 |
//! | [`buckets`]: what if the metric had only k different scores? | Figure 3, section 5.2 |
//! | [`transfer`]: does epsilon carry over? | Figure 4, section 8.2 |
//! | [`tie_location`]: where are ties introduced? | Figure 5, section 8.3 |
//! | [`two_thresholds`]: would a second threshold help? | proposed at the end of section 8.3 |
//! | [`objectives`]: which epsilon is best for what? | Figure 6, section 8.4 |
//! | [`sampling`]: how good is a sample of the pairs? | Figure 7, Appendix E |
//! | [`normalisation`]: does dividing by length matter? | Appendix F |
//! | [`relative`]: should a tie depend on the size of the scores? | Limitations, without a formula |
//!
//! Each is a job ([`Study`](crate::Study)) with plain numbers as its result;
//! `tiescope::exhibits` put them into words and figures.

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
