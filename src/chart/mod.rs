//! Charts: plain data in, an SVG string out.
//!
//! On wasm32, plotters measures text through the page's document, so charts
//! are drawn on the main thread from data that the worker sent.
//!
//! A chart comes with the map between data and plot ([`Plot`]): cursors and
//! other things that move are drawn by the page on a layer above, and moving
//! them redraws nothing.
//!
//! Each kind of chart is a module with a struct of what is drawn and a function `draw`. Sizes are in CSS pixels,
//! colours are `#rrggbb`. See [chapter 9 of the tutorial](crate::tutorial::charts).

pub mod dots;
mod drawing;
pub mod epsilon;
mod epsilon_axis;
pub mod heat;
mod legend;
pub mod lines;
pub mod overlay;
pub mod slope;

/// An SVG and where its plot lies.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Chart {
    /// A whole `<svg>` element.
    pub svg: String,
    /// The map between data and the chart.
    pub plot: Plot,
}

/// The rectangle of a chart that data is drawn in, and the data at its edges.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Plot {
    /// In CSS pixels from the left edge of the chart.
    pub left: f64,
    /// In CSS pixels from the left edge of the chart.
    pub right: f64,
    /// In CSS pixels from the top edge of the chart.
    pub top: f64,
    /// In CSS pixels from the top edge of the chart.
    pub bottom: f64,
    /// Data at the left and the right edge.
    pub x: (f64, f64),
    /// Data at the bottom and the top edge.
    pub y: (f64, f64),
}
