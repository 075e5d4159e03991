//! Lines and dots over one axis, with a legend: for figures of any subject.
//!
//! [`Lines`] says what there is to see and leaves colours open: each series has an [`Ink`], and a [`Sheet`] says what
//! colour an ink is, so that one figure can be drawn for light and dark pages.

use std::ops::Range;

use plotters::coord::ranged1d::Ranged;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::drawing::{
    Axes, DrawError, Root, at, colour, draw_svg, mesh, pixels, plot, spread, text_style,
    text_width, unit,
};
use super::legend::draw_legend;
use super::{Chart, Plot};
use crate::stats::sorting::sort_by;

const MARGIN: f64 = 18.0;
/// At most so many ticks upwards.
const TICKS: usize = 6;
/// One line of labels above the plot: each mark has its own, for they may be close.
const LABEL: f64 = 15.0;
/// A mark's label lies this far from its line.
const ASIDE: f64 = 4.0;

/// What is drawn. Points that are not finite interrupt a line.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Lines {
    /// What it shows, in a few words.
    pub title: String,
    /// The axis across.
    pub x: Scale,
    /// The axis up.
    pub y: Scale,
    /// Drawn in this order, later ones above; with two or more there is a legend.
    pub series: Vec<Series>,
    /// Vertical lines with a label.
    pub marks: Vec<Mark>,
    /// Dashed horizontal lines with a label.
    pub levels: Vec<Mark>,
    /// Faint vertical lines.
    pub rulers: Vec<f64>,
}

/// An axis.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Scale {
    /// Written along the axis.
    pub title: String,
    /// Whether it is logarithmic; values must be above 0.
    pub log: bool,
    /// Whether values are shares, written in percent.
    pub percent: bool,
    /// Where it begins and ends, if not at the data.
    pub range: Option<(f64, f64)>,
}

/// One line, or one cloud.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// Its colour.
    pub ink: Ink,
    /// Whether it is a line, dots or bars.
    pub style: Style,
    /// Data along x and y, in the order in which a line joins them.
    pub points: Vec<(f64, f64)>,
}

/// A place on an axis.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Mark {
    /// In units of the axis.
    pub at: f64,
    /// Written at the end of its line.
    pub label: String,
    /// The colour of line and label.
    pub ink: Ink,
}

/// A colour of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Ink {
    /// [`Sheet::acc_eq`].
    AccEq,
    /// [`Sheet::ties_f1`].
    TiesF1,
    /// [`Sheet::correct_rank_f1`].
    CorrectRankF1,
    /// Colours that stand for no statistic.
    First,
    /// The second of them; also that of faint lines.
    Second,
    /// The third of them.
    Third,
    /// That of labels.
    Text,
}

/// How a series is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Style {
    /// A line from point to point.
    Line,
    /// The same, broken.
    Dashed,
    /// A line with a dot at each point.
    Dotted,
    /// A dot at each point and no line.
    Dots,
    /// Bars from 0, each as wide as the way to the next point.
    Bars,
}

/// Sizes in CSS pixels, and colours as `#rrggbb`.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Sheet {
    /// Of the whole figure.
    pub width: u32,
    /// Of the whole figure.
    pub height: u32,
    /// Of labels: [`Ink::Text`].
    pub text: String,
    /// Of the lines behind the series.
    pub grid: String,
    /// [`Ink::AccEq`].
    pub acc_eq: String,
    /// [`Ink::TiesF1`].
    pub ties_f1: String,
    /// [`Ink::CorrectRankF1`].
    pub correct_rank_f1: String,
    /// [`Ink::First`].
    pub first: String,
    /// [`Ink::Second`].
    pub second: String,
    /// [`Ink::Third`].
    pub third: String,
    /// Colours of a heat map from the least value to the greatest.
    pub ramp: Vec<String>,
}

impl Sheet {
    /// The colour that an ink has.
    pub fn colour(&self, ink: Ink) -> RGBColor {
        colour(match ink {
            Ink::AccEq => &self.acc_eq,
            Ink::TiesF1 => &self.ties_f1,
            Ink::CorrectRankF1 => &self.correct_rank_f1,
            Ink::First => &self.first,
            Ink::Second => &self.second,
            Ink::Third => &self.third,
            Ink::Text => &self.text,
        })
    }
}

impl Scale {
    /// An axis with a title.
    pub fn new(title: &str) -> Self {
        Scale { title: title.to_owned(), ..Scale::default() }
    }

    /// What plotters is given of a value.
    fn scaled(&self, value: f64) -> f64 {
        if self.log { value.log10() } else { value }
    }

    /// The ends, scaled: as asked for, or around the values with some room.
    fn span(&self, values: impl Iterator<Item = f64>) -> Range<f64> {
        if let Some((from, to)) = self.range {
            return self.scaled(from)..self.scaled(to);
        }
        let values = values.map(|value| self.scaled(value)).filter(|value| value.is_finite());
        let bounds = values.fold(None, |bounds: Option<(f64, f64)>, value| match bounds {
            Some((low, high)) => Some((low.min(value), high.max(value))),
            None => Some((value, value)),
        });
        let (low, high) = bounds.unwrap_or((0.0, 1.0));
        let room = if high > low { 0.05 * (high - low) } else { (0.1 * low.abs()).max(0.05) };
        low - room..high + room
    }

    /// The label of a tick on an axis that spans `span`.
    fn label(&self, scaled: f64, span: &Range<f64>, ticks: usize) -> String {
        if self.log {
            // Between powers of ten there is room for lines only, where there are several.
            let is_between = (scaled - scaled.round()).abs() > 1e-6;
            let hidden = is_between && span.end - span.start > 1.5;
            return if hidden { String::new() } else { short(10f64.powf(scaled), 2) };
        }
        let times = if self.percent { 100.0 } else { 1.0 };
        let places = places_of(times * span.start..times * span.end, ticks);
        if self.percent {
            return format!("{:.places$} %", 100.0 * scaled).replace('-', "−");
        }
        if scaled != 0.0 && !(1e-4..1e7).contains(&span.end.abs().max(span.start.abs())) {
            return format!("{scaled:.1e}").replace('-', "−");
        }
        format!("{:.places$}", scaled + 0.0).replace('-', "−")
    }
}

/// How many places tell the ticks of an axis apart.
fn places_of(span: Range<f64>, ticks: usize) -> usize {
    let ticks = RangedCoordf64::from(span).key_points(ticks);
    let is_exact = |places: &usize| {
        let scale = 10f64.powi(*places as i32);
        ticks.iter().all(|tick| (tick * scale - (tick * scale).round()).abs() < 1e-6)
    };
    (0..9).find(is_exact).unwrap_or(9)
}

/// So many significant digits, without an exponent where that is not needed.
fn short(value: f64, digits: i32) -> String {
    if value == 0.0 || !(1e-4..1e7).contains(&value.abs()) {
        return format!("{value:.0e}");
    }
    let places = (digits - 1 - value.abs().log10().floor() as i32).max(0) as usize;
    let text = format!("{value:.places$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

/// Draws the figure.
///
/// # Errors
/// When text cannot be measured: plotters' own message.
pub fn draw(lines: &Lines, sheet: &Sheet) -> Result<Chart, String> {
    draw_svg((sheet.width.into(), sheet.height.into()), |root| draw_on(root, lines, sheet))
}

fn draw_on(root: &Root, lines: &Lines, sheet: &Sheet) -> Result<Plot, DrawError> {
    let text = sheet.colour(Ink::Text);
    let top = draw_legend(root, lines, sheet)?;
    let mut room: f64 = 0.0;
    for level in &lines.levels {
        room = room.max(text_width(&level.label)? + 2.0 * ASIDE);
    }
    let points = || lines.series.iter().flat_map(|series| &series.points);
    let across = lines.x.span(points().map(|point| point.0));
    let has_bars = lines.series.iter().any(|series| series.style == Style::Bars);
    let levels = lines.levels.iter().map(|level| level.at).chain(has_bars.then_some(0.0));
    let mut up = lines.y.span(points().map(|point| point.1).chain(levels));
    if has_bars {
        up.start = up.start.max(0.0);
    }
    if ![across.start, across.end, up.start, up.end].iter().all(|end| end.is_finite())
        || !(across.end - across.start).is_finite()
        || !(up.end - up.start).is_finite()
    {
        return Err("the numbers lie too far apart to be drawn".into());
    }
    let mut axes = ChartBuilder::on(root)
        .margin_top(unit(top + 8.0 + LABEL * lines.marks.len() as f64))
        .margin_right(unit(room.max(MARGIN + 6.0)))
        .margin_bottom(unit(4.0))
        .x_label_area_size(unit(44.0))
        .y_label_area_size(unit(62.0))
        .build_cartesian_2d(across.clone(), up.clone())?;
    let ticks = (sheet.width / 80) as usize;
    mesh(&mut axes, text, colour(&sheet.grid))
        .x_labels(ticks)
        .y_labels(TICKS)
        .x_label_formatter(&|x| lines.x.label(*x, &across, ticks))
        .y_label_formatter(&|y| lines.y.label(*y, &up, TICKS))
        .x_desc(&lines.x.title)
        .y_desc(&lines.y.title)
        .draw()?;
    draw_levels(root, &mut axes, lines, sheet, &across)?;
    draw_marks(&mut axes, lines, sheet, &across, &up)?;
    for series in &lines.series {
        draw_series(&mut axes, lines, series, sheet.colour(series.ink))?;
    }
    Ok(plot(&axes, (across.start, across.end), (up.start, up.end)))
}

fn draw_series(
    axes: &mut Axes,
    lines: &Lines,
    series: &Series,
    ink: RGBColor,
) -> Result<(), DrawError> {
    let scaled = series.points.iter().map(|&(x, y)| (lines.x.scaled(x), lines.y.scaled(y)));
    let points: Vec<(f64, f64)> = scaled.collect();
    let is_drawn = |point: &(f64, f64)| point.0.is_finite() && point.1.is_finite();
    let style = ink.stroke_width(unit(2.0));
    let pieces = || points.split(|point| !is_drawn(point)).filter(|piece| !piece.is_empty());
    match series.style {
        Style::Line | Style::Dotted => {
            for piece in pieces() {
                axes.draw_series(LineSeries::new(piece.iter().copied(), style))?;
            }
        }
        Style::Dashed => {
            for piece in pieces() {
                let line =
                    DashedLineSeries::new(piece.iter().copied(), unit(6.0), unit(4.0), style);
                axes.draw_series(line)?;
            }
        }
        Style::Bars => {
            let bars = points.windows(2).map(|pair| {
                Rectangle::new([(pair[0].0, 0.0), (pair[1].0, pair[0].1)], ink.mix(0.5).filled())
            });
            axes.draw_series(bars)?;
        }
        Style::Dots => {}
    }
    if matches!(series.style, Style::Dots | Style::Dotted) {
        let (radius, ink) =
            if points.len() > 500 { (1.6, ink.mix(0.5)) } else { (3.0, ink.mix(0.9)) };
        let dots = points.iter().filter(|point| is_drawn(point));
        axes.draw_series(dots.map(|&point| Circle::new(point, unit(radius), ink.filled())))?;
    }
    Ok(())
}

/// Draws dashed horizontal lines, each with its label at the right, one below the other where they are close.
fn draw_levels(
    root: &Root,
    axes: &mut Axes,
    lines: &Lines,
    sheet: &Sheet,
    across: &Range<f64>,
) -> Result<(), DrawError> {
    let mut levels: Vec<(f64, &Mark)> =
        lines.levels.iter().map(|level| (lines.y.scaled(level.at), level)).collect();
    sort_by(&mut levels, |(a, _), (b, _)| b.total_cmp(a));
    let (_, down) = axes.plotting_area().get_pixel_range();
    let wanted: Vec<f64> =
        levels.iter().map(|(y, _)| pixels(axes.backend_coord(&(across.end, *y)).1)).collect();
    let heights = spread(&wanted, pixels(down.start)..pixels(down.end));
    let right = pixels(axes.backend_coord(&(across.end, 0.0)).0);
    for ((y, level), height) in levels.into_iter().zip(heights) {
        let ink = sheet.colour(level.ink);
        let ends = [(across.start, y), (across.end, y)];
        let line = DashedLineSeries::new(ends, unit(5.0), unit(5.0), ink.stroke_width(unit(1.2)));
        axes.draw_series(line)?;
        let style = text_style(&ink).pos(Pos::new(HPos::Left, VPos::Center));
        root.draw(&Text::new(level.label.clone(), at(right + ASIDE, height), style))?;
    }
    Ok(())
}

fn draw_marks(
    axes: &mut Axes,
    lines: &Lines,
    sheet: &Sheet,
    across: &Range<f64>,
    up: &Range<f64>,
) -> Result<(), DrawError> {
    let faint = sheet.colour(Ink::Second).stroke_width(unit(1.0));
    let rulers = lines.rulers.iter().map(|&x| lines.x.scaled(x));
    let rulers = rulers.map(|x| PathElement::new([(x, up.start), (x, up.end)], faint));
    axes.draw_series(rulers)?;
    for (row, mark) in lines.marks.iter().enumerate() {
        let height = -(unit(LABEL * row as f64) as i32);
        let x = lines.x.scaled(mark.at);
        let ink = sheet.colour(mark.ink);
        axes.draw_series([PathElement::new(
            [(x, up.start), (x, up.end)],
            ink.stroke_width(unit(1.2)),
        )])?;
        // The label keeps to the side where there is room.
        let is_late = x > across.start + 0.7 * (across.end - across.start);
        let side = if is_late { HPos::Right } else { HPos::Left };
        let shift = unit(ASIDE) as i32 * if is_late { -1 } else { 1 };
        let style = text_style(&ink).pos(Pos::new(side, VPos::Bottom));
        let label =
            EmptyElement::at((x, up.end)) + Text::new(mark.label.clone(), (shift, height), style);
        axes.draw_series([label])?;
    }
    Ok(())
}
