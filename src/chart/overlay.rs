//! acc_eq of several metrics along epsilon, or along the share of pairs they tie.
//!
//! Epsilons of metrics on different scales cannot share an axis; shares of tied pairs can ([`Along`]).

use plotters::prelude::*;

use super::drawing::{
    Axes, DrawError, Root, at, colour, draw_svg, fitted, mesh, pixels, places, plot, shortened,
    spread, text_style, text_width, unit,
};
use super::epsilon_axis::{EpsilonAxis, point_at};
use super::{Chart, Plot};
use crate::stats::Curve;
use crate::stats::sorting::sort_by;

/// Charts narrower than this leave names to the page's legend.
const LEAST_WIDTH: u32 = 560;
/// Names have at most this share of the width.
const NAMES: f64 = 0.25;
/// From the end of a line to its name.
const LEADER: f64 = 32.0;
const MARGIN: f64 = 18.0;
/// A curve of at most so many candidates has a dot at each.
const FEW: usize = 60;

/// What is drawn, and how.
#[derive(Debug, Clone, PartialEq, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OverlayChart {
    /// Size in CSS pixels.
    pub width: u32,
    /// Size in CSS pixels.
    pub height: u32,
    /// What the axis across is.
    pub along: Along,
    /// In the order of the legend.
    pub metrics: Vec<OverlaidMetric>,
    /// Colours of all but the curves.
    pub theme: OverlayTheme,
}

/// What acc_eq is drawn against.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Along {
    /// In units of the metrics: for those on one scale.
    Epsilon,
    /// The share of pairs that a metric ties: the same for all.
    MetricTied,
}

/// A metric's curve.
#[derive(Debug, Clone, PartialEq, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OverlaidMetric {
    /// Written at the end of its curve where there is room.
    pub name: String,
    /// As `#rrggbb`.
    pub colour: String,
    /// Its acc_eq is drawn.
    pub curve: Curve,
    /// A dot is drawn here, if it is a point of the curve.
    pub epsilon_star: f64,
}

/// Colours as `#rrggbb`.
#[derive(Debug, Clone, PartialEq, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OverlayTheme {
    /// Of labels.
    pub text: String,
    /// Of the lines behind the curves.
    pub grid: String,
    /// What the chart lies on: around the dots.
    pub page: String,
}

/// A curve as it is drawn.
struct Line {
    ink: RGBColor,
    points: Vec<(f64, f64)>,
    star: Option<(f64, f64)>,
    /// Whether the line leads from one to the next of few shares that can be, with nothing in between.
    has_gaps: bool,
}

/// Draws the chart.
///
/// # Errors
/// When text cannot be measured: plotters' own message.
pub fn draw(options: &OverlayChart) -> Result<Chart, String> {
    let size = (options.width.into(), options.height.into());
    draw_svg(size, |root| draw_on(root, options))
}

fn draw_on(root: &Root, options: &OverlayChart) -> Result<Plot, DrawError> {
    let ends = options.metrics.iter().map(|metric| metric.curve.axis_end);
    let axis = EpsilonAxis::new(ends.reduce(f64::max).unwrap_or(1.0));
    let lines: Vec<Line> =
        options.metrics.iter().map(|metric| line(metric, options.along, axis)).collect();
    let values = fitted(lines.iter().flat_map(|line| &line.points).map(|&(_, value)| value));
    let names = names(options)?;
    let mut room: f64 = 0.0;
    for name in &names {
        room = room.max(LEADER + text_width(name)?);
    }
    let (text, grid) = (colour(&options.theme.text), colour(&options.theme.grid));
    let (across, end, title) = match options.along {
        Along::Epsilon => (axis.range(), axis.end(), "epsilon"),
        Along::MetricTied => (0.0..1.0, 1.0, "share of pairs the metric ties"),
    };
    let mut axes = ChartBuilder::on(root)
        .margin_top(unit(MARGIN))
        .margin_right(unit(room.max(MARGIN)))
        .margin_bottom(unit(4.0))
        .x_label_area_size(unit(44.0))
        .y_label_area_size(unit(58.0))
        .build_cartesian_2d(across, values.clone())?;
    let places = places(&values, 6);
    mesh(&mut axes, text, grid)
        .x_labels((options.width / 70) as usize)
        .y_labels(6)
        .x_label_formatter(&|x| match options.along {
            Along::Epsilon => axis.label(*x),
            Along::MetricTied => format!("{:.0}%", 100.0 * x),
        })
        .y_label_formatter(&|y| format!("{y:.places$}"))
        .x_desc(title)
        .y_desc("acc_eq")
        .draw()?;
    draw_lines(&mut axes, &lines, colour(&options.theme.page))?;
    if !names.is_empty() {
        draw_names(root, &axes, &lines, &names, text)?;
    }
    Ok(plot(&axes, (0.0, end), (values.start, values.end)))
}

fn line(metric: &OverlaidMetric, along: Along, axis: EpsilonAxis) -> Line {
    let curve = &metric.curve;
    let x = |index: usize| match along {
        Along::Epsilon => curve.epsilon.get(index).map(|&epsilon| axis.scaled(epsilon)),
        Along::MetricTied => curve.metric_tied.get(index).copied(),
    };
    let star = point_at(curve, metric.epsilon_star)
        .and_then(|index| Some((x(index)?, *curve.acc_eq.get(index)?)));
    let points = match along {
        Along::Epsilon => axis.path(curve, &curve.acc_eq),
        Along::MetricTied => {
            curve.metric_tied.iter().copied().zip(curve.acc_eq.iter().copied()).collect()
        }
    };
    let has_gaps =
        along == Along::MetricTied && curve.every_candidate && curve.epsilon.len() <= FEW;
    Line { ink: colour(&metric.colour), points, star, has_gaps }
}

/// The names that stand beside the lines; none where there is no room.
fn names(options: &OverlayChart) -> Result<Vec<String>, DrawError> {
    if options.width < LEAST_WIDTH {
        return Ok(Vec::new());
    }
    let room = NAMES * f64::from(options.width);
    options.metrics.iter().map(|metric| shortened(&metric.name, room)).collect()
}

/// The lines, and their dots above all lines.
fn draw_lines(axes: &mut Axes, lines: &[Line], page: RGBColor) -> Result<(), DrawError> {
    for line in lines {
        let style = line.ink.stroke_width(unit(2.0));
        axes.draw_series(LineSeries::new(line.points.iter().copied(), style))?;
        if line.has_gaps {
            let ink = line.ink.filled();
            axes.draw_series(line.points.iter().map(|&at| Circle::new(at, unit(3.0), ink)))?;
        }
    }
    for line in lines {
        let ring = line.star.map(|star| Circle::new(star, unit(6.5), page.filled()));
        axes.draw_series(ring)?;
        let dot = line.star.map(|star| Circle::new(star, unit(5.0), line.ink.filled()));
        axes.draw_series(dot)?;
    }
    Ok(())
}

/// Names at the right, in the order of the lines' ends; a stroke of the line's
/// colour leads to each.
fn draw_names(
    root: &Root,
    axes: &Axes,
    lines: &[Line],
    names: &[String],
    text: RGBColor,
) -> Result<(), DrawError> {
    let place = |point: &(f64, f64)| {
        let (x, y) = axes.backend_coord(point);
        (pixels(x), pixels(y))
    };
    let mut ends: Vec<_> = lines
        .iter()
        .zip(names)
        .filter_map(|(line, name)| Some((place(line.points.last()?), line, name)))
        .collect();
    // Lines often end in one point, where all pairs are tied: then by their dots.
    let height = |line: &Line| line.star.map_or(0.0, |(_, value)| value);
    sort_by(&mut ends, |((_, a), line, _), ((_, b), other, _)| {
        a.total_cmp(b).then(height(other).total_cmp(&height(line)))
    });
    let (across, down) = axes.plotting_area().get_pixel_range();
    let wanted: Vec<f64> = ends.iter().map(|((_, y), ..)| *y).collect();
    let heights = spread(&wanted, pixels(down.start)..pixels(down.end));
    let right = pixels(across.end);
    for (((x, y), line, name), height) in ends.into_iter().zip(heights) {
        let leader =
            [(x, y), (right + 4.0, y), (right + 12.0, height), (right + LEADER - 6.0, height)];
        let leader = leader.map(|(x, y)| at(x, y));
        root.draw(&PathElement::new(leader, line.ink.stroke_width(unit(2.0))))?;
        let label = Text::new(name.as_str(), at(right + LEADER, height), text_style(&text));
        root.draw(&label)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{CurveTracer, Groups};

    fn metric(name: &str, human: &[f64], scores: &[f64], epsilon_star: f64) -> OverlaidMetric {
        let groups = Groups::new(None, human, scores);
        let curve = CurveTracer::new(&groups, &[]).run(&groups);
        OverlaidMetric { name: name.into(), colour: "#0072b2".into(), curve, epsilon_star }
    }

    fn chart(along: Along) -> OverlayChart {
        let human = [0.0, 0.0, 1.0, 2.0];
        let metrics = vec![
            metric("fine", &human, &[0.1, 0.2, 0.5, 0.9], 0.2 - 0.1),
            metric("<i>coarse</i>", &human, &[1.0, 1.0, 1.0, 3.0], 0.0),
        ];
        let ink = || "#123456".to_owned();
        let theme = OverlayTheme { text: ink(), grid: ink(), page: "#ffffff".into() };
        OverlayChart { width: 640, height: 320, along, metrics, theme }
    }

    #[test]
    fn a_curve_a_dot_and_a_name_for_each_metric() {
        for along in [Along::Epsilon, Along::MetricTied] {
            let Chart { svg, .. } = draw(&chart(along)).unwrap();
            // Each is drawn, and led to its name.
            let line =
                "<polyline fill=\"none\" opacity=\"1\" stroke=\"#0072B2\" stroke-width=\"20\"";
            assert_eq!(svg.matches(line).count(), 2 * 2, "{along:?}");
            assert_eq!(svg.matches("r=\"50\"").count(), 2, "{along:?}");
            assert!(svg.contains("\nfine\n") && svg.contains("\n&lt;i&gt;coarse&lt;/i&gt;\n"));
        }
    }

    #[test]
    fn the_axis_reaches_to_the_largest_end_or_to_all_pairs() {
        assert_eq!(draw(&chart(Along::Epsilon)).unwrap().plot.x, (0.0, 2.0));
        assert_eq!(draw(&chart(Along::MetricTied)).unwrap().plot.x, (0.0, 1.0));
    }

    #[test]
    fn dots_lie_on_their_curves() {
        let chart = chart(Along::MetricTied);
        let line = line(&chart.metrics[0], Along::MetricTied, EpsilonAxis::new(1.0));
        assert_eq!(line.star, Some((1.0 / 6.0, 1.0)));
        assert!(line.points.contains(&(1.0 / 6.0, 1.0)));
    }

    #[test]
    fn a_few_shares_that_can_be_are_shown() {
        let dots = |along| draw(&chart(along)).unwrap().svg.matches("r=\"30\"").count();
        let candidates: usize =
            chart(Along::Epsilon).metrics.iter().map(|one| one.curve.epsilon.len()).sum();
        assert_eq!([dots(Along::Epsilon), dots(Along::MetricTied)], [0, candidates]);
    }

    #[test]
    fn narrow_charts_leave_names_to_the_page() {
        let mut narrow = chart(Along::Epsilon);
        narrow.width = 360;
        let chart = draw(&narrow).unwrap();
        assert!(!chart.svg.contains("fine"));
        assert_eq!(chart.plot.right, 360.0 - MARGIN);
    }

    #[test]
    fn nothing_to_draw_is_still_a_chart() {
        for along in [Along::Epsilon, Along::MetricTied] {
            let mut empty = chart(along);
            empty.metrics = vec![metric("none", &[], &[], 0.0)];
            assert!(draw(&empty).is_ok());
            empty.metrics.clear();
            assert!(draw(&empty).is_ok());
        }
    }
}
