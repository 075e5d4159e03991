//! The names of a figure's series, above it.

use plotters::prelude::*;

use super::drawing::{DrawError, Root, at, shortened, text_style, text_width, unit};
use super::lines::{Ink, Lines, Sheet, Style};

const MARGIN: f64 = 18.0;
/// One line of the legend.
const LINE: f64 = 20.0;
/// The sample of a line, and the room around it.
const SAMPLE: f64 = 18.0;
const GAP: f64 = 6.0;
const BETWEEN: f64 = 18.0;

/// Draws the names of the series where there are several; returns the height that they take.
pub fn draw_legend(root: &Root, lines: &Lines, sheet: &Sheet) -> Result<f64, DrawError> {
    if lines.series.len() < 2 {
        return Ok(0.0);
    }
    let text = sheet.colour(Ink::Text);
    let most = f64::from(sheet.width) - 2.0 * MARGIN;
    let (mut x, mut y) = (MARGIN, LINE / 2.0);
    for series in &lines.series {
        let name = shortened(&series.name, most - SAMPLE - GAP)?;
        let width = SAMPLE + GAP + text_width(&name)?;
        if x > MARGIN && x + width > most {
            (x, y) = (MARGIN, y + LINE);
        }
        let ink = sheet.colour(series.ink).stroke_width(unit(3.0));
        let sample = if series.style == Style::Dashed {
            vec![(x, x + SAMPLE / 3.0), (x + 2.0 * SAMPLE / 3.0, x + SAMPLE)]
        } else {
            vec![(x, x + SAMPLE)]
        };
        for (from, to) in sample {
            root.draw(&PathElement::new([at(from, y), at(to, y)], ink))?;
        }
        root.draw(&Text::new(name, at(x + SAMPLE + GAP, y), text_style(&text)))?;
        x += width + BETWEEN;
    }
    Ok(y + LINE / 2.0)
}
