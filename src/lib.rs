//! Tiescope shows how an evaluation metric treats ties. It counts the pairs of outputs that a human and the metric order
//! alike, order oppositely or tie, computes acc_eq and every Kendall variant of these counts, and finds, exactly, the
//! difference epsilon up to which two scores of the metric are best called a tie.
//!
//! It follows ["Ties Matter"](https://arxiv.org/abs/2305.14324) (Deutsch, Foster and Freitag, EMNLP 2023), *the paper* in
//! this documentation. The same code runs natively and, as wasm, in a page.
//!
//! ```
//! use tiescope::scores;
//! use tiescope::stats::Grouping;
//! use tiescope::studies::{Study, measure::MeasureAlone};
//!
//! let file = b"system,item,human,metric\nA,1,0,0.90\nB,1,0,0.85\nC,1,-5,0.40\n";
//! let scores = scores::load(file)?;
//! let measured = MeasureAlone::new(&scores, 0, Grouping::Item)?.run();
//! // The human ties A and B. The metric ties them from epsilon = 0.05 on.
//! assert_eq!(measured.at_zero.acc_eq, Some(2.0 / 3.0));
//! assert_eq!(measured.at_star.acc_eq, Some(1.0));
//! assert_eq!(measured.calibration.epsilon, 0.90 - 0.85);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to start
//!
//! - *To learn the crate*: the [`tutorial`], ten short chapters on one small file.
//! - *With arrays of scores, no file*: [`Groups::new`](stats::Groups::new), then [`evaluate`](stats::evaluate),
//!   [`averages`](stats::averages) and [`Calibrator`](stats::Calibrator); [chapters 2](tutorial::pairs) to
//!   [4](tutorial::calibration).
//! - *To rank the metrics of a file*: [`Compared`](studies::compare::Compared); [chapters 5](tutorial::comparing) and
//!   [6](tutorial::significance). The programs `analyze` and `compare` in `examples/` do it without any Rust.
//! - *To look up what a number means*: [`Statistic`](stats::Statistic) and [`Entry`](stats::Entry), which has each
//!   formula with its range and source.
//! - *To reproduce a figure of the paper*: [`studies::experiments`]; [chapter 7](tutorial::experiments).
//! - *To change the page*: `ARCHITECTURE.md`, then [`Study`](studies::Study) and the module `web`.
//!
//! # Modules
//!
//! Data flows one way: bytes, table, roles, scores, study, result, chart. In this order:
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`scores`] | from the bytes of a file to a [`ScoreSet`](scores::ScoreSet) |
//! | [`stats`] | the mathematics: pure functions of numbers |
//! | [`studies`] | one file for each question that is asked of a score set |
//! | [`exhibits`] | what an experiment shows: words, figures, tables |
//! | [`chart`] | plain data in, an SVG out |
//! | [`lab`] | small score vectors edited by hand, and all that follows from them |
//! | [`sample`] | simulated score files |
//! | `web` | the surface to JavaScript, on wasm32 only |
//! | [`tutorial`] | the book |
//!
//! # What holds everywhere
//!
//! - Higher is better. Columns where it is lower are negated when they are read.
//! - A missing score is `NaN`, all others are finite. A row counts for a metric when it has the human score and that
//!   metric's. A group with fewer than two such rows has no pair and is left out.
//! - Two outputs tie for the human when their scores are equal, and for a metric when they differ by at most epsilon.
//! - A value that is undefined is `None` or an error with the reason, never 0. With an average goes the number of groups
//!   that it was taken over.
//! - Pairs are counted in 64 bits.
//! - The same scores and seeds give the same bits: in any order of rows and groups, natively and in wasm.

pub mod chart;
pub mod exhibits;
pub mod lab;
pub mod sample;
pub mod tutorial;
#[cfg(target_arch = "wasm32")]
pub mod web;

#[doc(inline)]
pub use {tiescope_scores as scores, tiescope_stats as stats, tiescope_studies as studies};

/// The examples of the README are tested, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
