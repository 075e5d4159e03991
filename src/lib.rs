//! Tiescope: how an evaluation metric treats ties.
pub mod chart;
pub mod sample;
pub mod scores;
pub mod stats;
pub mod studies;
#[cfg(target_arch = "wasm32")]
pub mod web;
