//! acc_eq of many metrics with intervals: one row each, best on top.
//!
//! Metrics may be given in any order. The axis spans what is drawn rather than 0 to 1, so that close estimates can be
//! told apart.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::drawing::{
    Axes, DrawError, Root, at, colour, draw_svg, fitted, mesh, pixels, places, plot, shortened,
    text_style, text_width, unit,
};
use super::{Chart, Plot};
use crate::stats::sorting::sort_by;

/// Above the rows, where chance has its label.
const TOP: f64 = 22.0;
/// From one row to the next.
const ROW: f64 = 24.0;
/// Below the rows, for the axis.
const BOTTOM: f64 = 44.0;
const MARGIN: f64 = 4.0;
const RIGHT: f64 = 24.0;
/// Between names and axis.
const GAP: f64 = 10.0;
/// Names have at most this share of the width.
const NAMES: f64 = 0.4;
/// From the line of an interval to the ends of its caps.
const CAP: f64 = 4.0;

/// What is drawn, and how. The height follows from the number of metrics.
#[derive(Debug, Clone, PartialEq, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DotChart {
    /// In CSS pixels.
    pub width: u32,
    /// The statistic, below the axis.
    pub statistic: String,
    /// In any order.
    pub metrics: Vec<EstimatedMetric>,
    /// acc_eq of a metric of random scores.
    pub chance: Option<f64>,
    /// Colours.
    pub theme: DotTheme,
}

/// A metric with its acc_eq, between 0 and 1.
#[derive(Debug, Clone, PartialEq, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct EstimatedMetric {
    /// Written beside its row, shortened if it is long.
    pub name: String,
    /// Where the dot is.
    pub estimate: f64,
    /// Low and high; the estimate need not lie within.
    pub interval: Option<(f64, f64)>,
}

/// Colours as `#rrggbb`.
#[derive(Debug, Clone, PartialEq, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DotTheme {
    /// Of labels, and of the line of chance.
    pub text: String,
    /// Of the lines behind the dots.
    pub grid: String,
    /// Of the dots and their intervals.
    pub acc_eq: String,
}

/// Draws the chart. Its plot has one unit for each row, with 0 at the top.
///
/// # Errors
/// When text cannot be measured: plotters' own message.
pub fn draw(options: &DotChart) -> Result<Chart, String> {
    let mut metrics: Vec<&EstimatedMetric> = options.metrics.iter().collect();
    sort_by(&mut metrics, |a, b| b.estimate.total_cmp(&a.estimate));
    let height = TOP + ROW * metrics.len() as f64 + BOTTOM + MARGIN;
    draw_svg((options.width.into(), height), |root| draw_on(root, options, &metrics))
}

fn draw_on(
    root: &Root,
    options: &DotChart,
    metrics: &[&EstimatedMetric],
) -> Result<Plot, DrawError> {
    let most = NAMES * f64::from(options.width);
    let mut names = Vec::new();
    let mut room: f64 = 0.0;
    for metric in metrics {
        let name = shortened(&metric.name, most)?;
        room = room.max(text_width(&name)?.min(most));
        names.push(name);
    }
    let range = fitted(metrics.iter().copied().flat_map(shares).chain(options.chance));
    let rows = metrics.len() as f64;
    let mut axes = ChartBuilder::on(root)
        .margin_top(unit(TOP))
        .margin_right(unit(RIGHT))
        .margin_bottom(unit(MARGIN))
        .x_label_area_size(unit(BOTTOM))
        .y_label_area_size(unit(room + GAP))
        .build_cartesian_2d(range.clone(), rows.max(1.0)..0.0)?;
    let ticks = ((f64::from(options.width) - room) / 45.0) as usize;
    let places = places(&range, ticks);
    let (text, grid) = (colour(&options.theme.text), colour(&options.theme.grid));
    mesh(&mut axes, text, grid)
        .disable_y_mesh()
        .x_labels(ticks)
        .x_label_formatter(&|x| format!("{x:.places$}"))
        .y_labels(0)
        .x_desc(&options.statistic)
        .draw()?;
    if let Some(chance) = options.chance {
        draw_chance(root, &mut axes, chance, rows, text)?;
    }
    let right = text_style(&text).pos(Pos::new(HPos::Right, VPos::Center));
    for (row, (metric, name)) in metrics.iter().zip(names).enumerate() {
        let middle = row as f64 + 0.5;
        let y = pixels(axes.backend_coord(&(range.start, middle)).1);
        root.draw(&Text::new(name, at(room, y), right.clone()))?;
        let ends = [(range.start, middle), (range.end, middle)];
        let guide = grid.mix(0.35).stroke_width(unit(1.0));
        axes.draw_series([PathElement::new(ends, guide)])?;
        draw_metric(root, &axes, metric, middle, colour(&options.theme.acc_eq))?;
    }
    Ok(plot(&axes, (range.start, range.end), (rows.max(1.0), 0.0)))
}

/// All numbers of a metric.
fn shares(metric: &EstimatedMetric) -> impl Iterator<Item = f64> + use<> {
    let interval = metric.interval.map(|(low, high)| [low, high]);
    interval.into_iter().flatten().chain([metric.estimate])
}

/// A dashed line, with its label above.
fn draw_chance(
    root: &Root,
    axes: &mut Axes,
    chance: f64,
    rows: f64,
    text: RGBColor,
) -> Result<(), DrawError> {
    let dashes = text.mix(0.7).stroke_width(unit(1.2));
    let ends = [(chance, 0.0), (chance, rows)];
    axes.draw_series(DashedLineSeries::new(ends, unit(5.0), unit(5.0), dashes))?;
    let x = pixels(axes.backend_coord(&(chance, 0.0)).0);
    let style = text_style(&text).pos(Pos::new(HPos::Center, VPos::Center));
    root.draw(&Text::new("chance", at(x, TOP / 2.0), style))?;
    Ok(())
}

/// The interval with caps at its ends, and the estimate, wherever it lies.
fn draw_metric(
    root: &Root,
    axes: &Axes,
    metric: &EstimatedMetric,
    middle: f64,
    ink: RGBColor,
) -> Result<(), DrawError> {
    let place = |share: f64| {
        let (x, y) = axes.backend_coord(&(share, middle));
        (pixels(x), pixels(y))
    };
    if let Some((low, high)) = metric.interval {
        let ((low, y), (high, _)) = (place(low), place(high));
        let style = ink.stroke_width(unit(1.8));
        root.draw(&PathElement::new([at(low, y), at(high, y)], style))?;
        for end in [low, high] {
            root.draw(&PathElement::new([at(end, y - CAP), at(end, y + CAP)], style))?;
        }
    }
    let (x, y) = place(metric.estimate);
    root.draw(&Circle::new(at(x, y), unit(4.5), ink.filled()))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn metric(name: &str, estimate: f64, interval: Option<(f64, f64)>) -> EstimatedMetric {
        EstimatedMetric { name: name.into(), estimate, interval }
    }

    fn chart(metrics: Vec<EstimatedMetric>) -> DotChart {
        DotChart {
            width: 640,
            statistic: "acc_eq*".into(),
            metrics,
            chance: None,
            theme: DotTheme {
                text: "#111111".into(),
                grid: "#999999".into(),
                acc_eq: "#0072b2".into(),
            },
        }
    }

    /// The numbers in an attribute of every element of a kind.
    fn attribute(svg: &str, element: &str, name: &str) -> Vec<f64> {
        svg.lines()
            .filter(|line| line.starts_with(&format!("<{element} ")))
            .filter_map(|line| line.split(&format!(" {name}=\"")).nth(1)?.split('"').next())
            .map(|text| text.parse().unwrap())
            .collect()
    }

    #[test]
    fn the_best_is_on_top() {
        let chart = draw(&chart(vec![
            metric("worst", 0.5, None),
            metric("best", 0.6, Some((0.55, 0.65))),
            metric("middle", 0.55, None),
        ]))
        .unwrap();
        let place = |name: &str| chart.svg.find(&format!("\n{name}\n")).unwrap();
        assert!(place("best") < place("middle") && place("middle") < place("worst"));
        let heights = attribute(&chart.svg, "circle", "cy");
        assert_eq!(heights, [340.0, 580.0, 820.0]);
        assert_eq!(chart.plot.y, (3.0, 0.0));
    }

    #[test]
    fn the_axis_holds_everything_with_room() {
        let mut options = chart(vec![metric("a", 0.6, Some((0.5, 0.7)))]);
        let range = |options: &DotChart| draw(options).unwrap().plot.x;
        let (low, high) = range(&options);
        assert!(0.45 < low && low < 0.5 && 0.7 < high && high < 0.75);
        options.chance = Some(0.3);
        assert!(range(&options).0 < 0.3);
        options.metrics.clear();
        options.chance = None;
        assert_eq!(range(&options), (0.0, 1.0));
    }

    #[test]
    fn an_estimate_may_lie_outside_of_its_interval() {
        let options = chart(vec![metric("a", 0.7, Some((0.5, 0.6)))]);
        let Chart { svg, plot } = draw(&options).unwrap();
        let pixel = |share: f64| {
            plot.left + (share - plot.x.0) / (plot.x.1 - plot.x.0) * (plot.right - plot.left)
        };
        let dot = attribute(&svg, "circle", "cx")[0] / 10.0;
        assert!((dot - pixel(0.7)).abs() < 0.2, "{dot}");
        for end in [0.5, 0.6] {
            let x = (10.0 * pixel(end)) as i32;
            let caps = (x - 2..=x + 2).filter(|x| svg.matches(&format!("\"{x},")).count() > 0);
            assert!(caps.count() > 0, "{end}");
        }
    }

    #[test]
    fn chance_has_a_label() {
        let mut options = chart(vec![metric("a", 0.6, None)]);
        assert!(!draw(&options).unwrap().svg.contains("\nchance\n"));
        options.chance = Some(0.4);
        assert!(draw(&options).unwrap().svg.contains("\nchance\n"));
    }

    #[test]
    fn names_are_text_and_leave_room() {
        let hostile = "<script>alert('1')</script>&\" and so on, and so on";
        let mut options = chart(vec![metric(hostile, 0.5, None)]);
        options.width = 360;
        let chart = draw(&options).unwrap();
        assert!(chart.svg.contains("&lt;script") && !chart.svg.contains("<script"));
        assert!(chart.svg.contains('…') && chart.plot.left <= NAMES * 360.0 + GAP);
    }
}
