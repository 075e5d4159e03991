//! A tutorial: from the bytes of a score file to a ranking of metrics with p-values, in small steps.
//!
//! It is for people who develop or compare metrics and have written a little Rust. A chapter takes a few
//! minutes and needs those before it. Every example is a whole program, is tested with the crate, and is
//! small enough to be checked by hand.
//!
//! # Contents
//!
//! 1. [Reading scores](reading): bytes, columns and their roles, missing scores, errors, questions.
//! 2. [Counting pairs](pairs): the five kinds of pairs, ties up to epsilon, groups.
//! 3. [Statistics](statistics): from counts to coefficients, when they are undefined, averages over groups.
//! 4. [Tie calibration](calibration): epsilon\*, acc_eq\*, the plateau, the curve, what chance reaches.
//! 5. [Comparing metrics](comparing): the table, its ranks, the same groups for all, LaTeX and CSV.
//! 6. [Significance](significance): exact p-values, rank clusters, bootstrap intervals.
//! 7. [Experiments](experiments): the paper's figures on one's own data, and a held-out epsilon.
//! 8. [Jobs](jobs): work in short steps, with progress, that can be cancelled.
//! 9. [Charts](charts): a curve as SVG.
//! 10. [The toy lab](lab): a handful of scores edited by hand, and the link that holds them.
//!
//! The paper is "Ties Matter: Meta-Evaluating Modern Metrics with Pairwise Accuracy and Tie Calibration" by
//! Deutsch, Foster and Freitag (EMNLP 2023, <https://arxiv.org/abs/2305.14324>).
//!
//! # The example
//!
//! All chapters use one small file, [`SCORES`]. Systems A to D have each translated three items. The human
//! score is minus the weight of the errors that a person found, so 0 is a translation without one. Three
//! metrics have scored the same translations:
//!
//! | item | scores | A | B | C | D |
//! | --- | --- | --- | --- | --- | --- |
//! | 1 | human | 0 | 0 | −1 | −5 |
//! | | `learned` | 95 | 92 | 80 | 85 |
//! | | `judge` | 5 | 5 | 4 | 4 |
//! | 2 | human | 0 | 0 | 0 | 0 |
//! | | `learned` | 95 | 95 | 93 | 92 |
//! | | `judge` | 5 | 5 | 5 | 5 |
//! | 3 | human | 0 | −1 | −1 | −5 |
//! | | `learned` | 88 | 78 | 82 | missing |
//! | | `judge` | 5 | 4 | 5 | 1 |
//!
//! `learned` is like a trained regressor: it hardly ever gives two translations the same score. `judge` is like
//! a language model asked for 1 to 5 points: it ties many. `constant` gives every translation a 1.
//!
//! # Setting up
//!
//! The crate is used from its folder:
//!
//! ```text
//! cargo new evaluation && cd evaluation
//! cargo add --path ../tiescope
//! ```
//!
//! Where something can fail, examples use `?`: put them into a function that returns
//! `Result<(), Box<dyn std::error::Error>>`.

pub mod calibration;
pub mod charts;
pub mod comparing;
pub mod experiments;
pub mod jobs;
pub mod lab;
pub mod pairs;
pub mod reading;
pub mod significance;
pub mod statistics;

/// The score file that all chapters use: 12 rows, of which one has no `learned` score.
pub const SCORES: &str = "\
system,item,human,learned,judge,constant
A,1,0,95,5,1
B,1,0,92,5,1
C,1,-1,80,4,1
D,1,-5,85,4,1
A,2,0,95,5,1
B,2,0,95,5,1
C,2,0,93,5,1
D,2,0,92,5,1
A,3,0,88,5,1
B,3,-1,78,4,1
C,3,-1,82,5,1
D,3,-5,,1,1
";
