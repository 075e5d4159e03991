//! A surface over two axes, as a map of colours.
//!
//! Every cell is as wide as any other, so x and y are names, not numbers. Colours are those of
//! [`Sheet::ramp`](super::lines::Sheet::ramp).

use plotters::prelude::*;

use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::drawing::{DrawError, Root, at, colour, draw_svg, mesh, pixels, plot, text_style, unit};
use super::lines::{Ink, Sheet};
use super::{Chart, Plot};

/// Width of the bar that says what colours mean, and its distance from the map.
const BAR: f64 = 14.0;
const ASIDE: f64 = 12.0;
/// It has so many colours.
const STEPS: usize = 40;

/// What is drawn: one cell for each pair of an x and a y, evenly sized, whatever lies between.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Heat {
    /// What it shows, in a few words.
    pub title: String,
    /// Below the map.
    pub x_title: String,
    /// Left of the map.
    pub y_title: String,
    /// What the columns are, from the left.
    pub x: Vec<String>,
    /// What the rows are, from below.
    pub y: Vec<String>,
    /// By rows, from below.
    pub values: Vec<Vec<f64>>,
    /// The column and the row of the cell that is marked.
    pub best: Option<(usize, usize)>,
}

/// Draws the map, with its least and greatest value below.
///
/// # Errors
/// When text cannot be measured: plotters' own message.
pub fn draw(heat: &Heat, sheet: &Sheet) -> Result<Chart, String> {
    draw_svg((sheet.width.into(), sheet.height.into()), |root| draw_on(root, heat, sheet))
}

fn draw_on(root: &Root, heat: &Heat, sheet: &Sheet) -> Result<Plot, DrawError> {
    let (columns, rows) = (heat.x.len().max(1) as f64, heat.y.len().max(1) as f64);
    let text = sheet.colour(Ink::Text);
    let mut axes = ChartBuilder::on(root)
        .margin_top(unit(12.0))
        .margin_right(unit(BAR + 76.0))
        .margin_bottom(unit(4.0))
        .x_label_area_size(unit(44.0))
        .y_label_area_size(unit(112.0))
        .build_cartesian_2d(0.0..columns, 0.0..rows)?;
    let name = |names: &[String], place: f64| {
        let whole = place.fract() == 0.0 && place >= 0.0;
        names.get(place as usize).filter(|_| whole).cloned().unwrap_or_default()
    };
    mesh(&mut axes, text, colour(&sheet.grid))
        .disable_mesh()
        .x_labels((sheet.width / 80) as usize)
        .y_labels(8)
        .x_label_formatter(&|x| name(&heat.x, *x))
        .y_label_formatter(&|y| name(&heat.y, *y))
        .x_desc(&heat.x_title)
        .y_desc(&heat.y_title)
        .draw()?;
    let ramp = Ramp::new(heat, sheet);
    for (row, values) in heat.values.iter().enumerate() {
        let cells = values.iter().enumerate().map(|(column, &value)| {
            let (x, y) = (column as f64, row as f64);
            Rectangle::new([(x, y), (x + 1.0, y + 1.0)], ramp.colour(value).filled())
        });
        axes.draw_series(cells)?;
    }
    if let Some((column, row)) = heat.best {
        let middle = (column as f64 + 0.5, row as f64 + 0.5);
        // Two rings, of which one is seen on any colour.
        for (radius, ink) in
            [(6.5, text), (5.0, colour(sheet.ramp.first().map_or("", String::as_str)))]
        {
            axes.draw_series([Circle::new(middle, unit(radius), ink.stroke_width(unit(2.0)))])?;
        }
    }
    let (across, down) = axes.plotting_area().get_pixel_range();
    let place = (pixels(across.end) + ASIDE, pixels(down.start), pixels(down.end));
    ramp.draw_bar(root, place, text)?;
    Ok(plot(&axes, (0.0, columns), (0.0, rows)))
}

/// Colours of values.
struct Ramp {
    colours: Vec<RGBColor>,
    least: f64,
    span: f64,
}

impl Ramp {
    fn new(heat: &Heat, sheet: &Sheet) -> Self {
        let values = || heat.values.iter().flatten().copied().filter(|value| value.is_finite());
        let least = values().fold(f64::INFINITY, f64::min);
        let span = values().fold(f64::NEG_INFINITY, f64::max) - least;
        Ramp { colours: sheet.ramp.iter().map(|ink| colour(ink)).collect(), least, span }
    }

    /// A bar with all colours, from the least value below to the greatest.
    fn draw_bar(
        &self,
        root: &Root,
        (left, top, bottom): (f64, f64, f64),
        text: RGBColor,
    ) -> Result<(), DrawError> {
        let height = (bottom - top) / STEPS as f64;
        for step in 0..STEPS {
            let value = self.least + self.span * step as f64 / (STEPS - 1) as f64;
            let low = bottom - height * step as f64;
            let corners = [at(left, low - height - 0.5), at(left + BAR, low)];
            root.draw(&Rectangle::new(corners, self.colour(value).filled()))?;
        }
        for (value, height, side) in
            [(self.least, bottom, VPos::Bottom), (self.least + self.span, top, VPos::Top)]
        {
            let style = text_style(&text).pos(Pos::new(HPos::Left, side));
            root.draw(&Text::new(format!("{value:.4}"), at(left + BAR + 4.0, height), style))?;
        }
        Ok(())
    }

    fn colour(&self, value: f64) -> RGBColor {
        let last = self.colours.len().saturating_sub(1);
        let share = if self.span > 0.0 { (value - self.least) / self.span } else { 1.0 };
        let place = share.clamp(0.0, 1.0) * last as f64;
        let (low, rest) = (place.floor() as usize, place.fract());
        let grey = RGBColor(0x80, 0x80, 0x80);
        let from = self.colours.get(low).copied().unwrap_or(grey);
        let to = self.colours.get(low + 1).copied().unwrap_or(from);
        let mix =
            |a: u8, b: u8| (f64::from(a) + rest * (f64::from(b) - f64::from(a))).round() as u8;
        RGBColor(mix(from.0, to.0), mix(from.1, to.1), mix(from.2, to.2))
    }
}
