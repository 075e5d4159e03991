#![doc = include_str!("../README.md")]
//!
//! ## The crate
//!
//! Data flows one way: bytes, table, roles, scores, study, result, chart.
//!
//! | module | what it does |
//! | --- | --- |
//! | [`scores`] | from the bytes of a file to a [`ScoreSet`](scores::ScoreSet) |
//! | [`stats`] | the mathematics: pure functions of numbers |
//! | [`studies`] | one file for each question a user asks |
//! | [`exhibits`] | what an experiment shows: words, figures, tables |
//! | [`lab`] | small score vectors edited by hand, and all that follows from them |
//! | [`chart`] | plain data in, an SVG string out |
//! | [`sample`] | simulated score files |
//! | `web` | the wasm-bindgen surface, on wasm32 only |

pub mod chart;
pub mod exhibits;
pub mod lab;
pub mod sample;
#[cfg(target_arch = "wasm32")]
pub mod web;

#[doc(inline)]
pub use {tiescope_scores as scores, tiescope_stats as stats, tiescope_studies as studies};
