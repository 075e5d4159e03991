//! Charts: plain data in, an SVG string out.
//!
//! On wasm32, plotters measures text through the page's document, so charts
//! are drawn on the main thread from data that the worker sent.
//!
//! A chart comes with the map between data and plot ([`Plot`]): cursors and
//! other things that move are drawn by the page on a layer above, and moving
//! them redraws nothing.

pub mod epsilon;

use plotters::style::RGBColor;

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
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
    /// Data at the left and the right edge.
    pub x: (f64, f64),
    /// Data at the bottom and the top edge.
    pub y: (f64, f64),
}

/// A colour as `#rrggbb`; anything else is a mid grey.
fn colour(text: &str) -> RGBColor {
    let digits = text.trim().strip_prefix('#').filter(|digits| digits.len() == 6);
    let value = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    let [_, red, green, blue] = value.unwrap_or(0x80_80_80).to_be_bytes();
    RGBColor(red, green, blue)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read() {
        assert_eq!(colour("#0072b2"), RGBColor(0, 0x72, 0xb2));
        for odd in ["", "red", "#12", "#12345é", "#1234567"] {
            assert_eq!(colour(odd), RGBColor(0x80, 0x80, 0x80), "{odd}");
        }
    }
}
