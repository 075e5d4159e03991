//! acc_eq, ties-F1 and correct-rank-F1 along epsilon.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{Chart, Plot, colour};
use crate::stats::Curve;

/// Plotters' SVG backend rounds to whole units: with ten to a pixel, curves
/// stay smooth.
const UNITS: f64 = 10.0;

/// What is drawn besides the curve, and how.
#[derive(Debug, Clone, PartialEq, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct EpsilonChart {
    /// Size in CSS pixels.
    pub width: u32,
    /// Size in CSS pixels.
    pub height: u32,
    /// The plateau of acc_eq's maximum: epsilon* and the last maximiser.
    pub plateau: (f64, f64),
    /// acc_eq of a calibrated metric of random scores.
    pub chance: Option<f64>,
    /// Colours.
    pub theme: Theme,
}

/// Colours as `#rrggbb`.
#[derive(Debug, Clone, PartialEq, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Theme {
    pub text: String,
    pub grid: String,
    pub acc_eq: String,
    pub ties_f1: String,
    pub correct_rank_f1: String,
}

type DrawError = Box<dyn std::error::Error>;

/// Draws the chart.
///
/// # Errors
/// When text cannot be measured: plotters' own message.
pub fn draw(curve: &Curve, options: &EpsilonChart) -> Result<Chart, String> {
    let mut svg = String::new();
    let plot = draw_into(&mut svg, curve, options).map_err(|error| error.to_string())?;
    Ok(Chart { svg, plot })
}

fn draw_into(svg: &mut String, curve: &Curve, options: &EpsilonChart) -> Result<Plot, DrawError> {
    let unit = |pixels: f64| (pixels * UNITS) as u32;
    let size = (unit(options.width.into()), unit(options.height.into()));
    let root = SVGBackend::with_string(svg, size).into_drawing_area();
    // Plotters finds no ticks on axes shorter than 1e-16 or so.
    let decade = 10f64.powf(curve.axis_end.log10().floor()).clamp(f64::MIN_POSITIVE, f64::MAX);
    let axis_end = curve.axis_end / decade;
    let text = colour(&options.theme.text);
    let grid = colour(&options.theme.grid);
    let font = |pixels: f64| ("system-ui", pixels * UNITS).into_font().color(&text);
    let mut chart = ChartBuilder::on(&root)
        .margin_top(unit(18.0))
        .margin_right(unit(24.0))
        .x_label_area_size(unit(44.0))
        .y_label_area_size(unit(40.0))
        .build_cartesian_2d(0.0..axis_end, 0.0..1.0)?;
    chart
        .configure_mesh()
        .x_labels((options.width / 100) as usize)
        .y_labels(6)
        .x_label_formatter(&|x| short(*x * decade, curve.axis_end))
        .y_label_formatter(&|y| format!("{y:.1}"))
        .x_desc("epsilon")
        .axis_style(grid.stroke_width(unit(1.0)))
        .bold_line_style(grid.mix(0.5).stroke_width(unit(1.0)))
        .light_line_style(TRANSPARENT)
        .label_style(font(13.0))
        .axis_desc_style(font(13.0))
        .set_all_tick_mark_size(unit(4.0))
        .draw()?;

    let accuracy = colour(&options.theme.acc_eq);
    let (first, last) = (options.plateau.0 / decade, options.plateau.1 / decade);
    let band = Rectangle::new([(first, 0.0), (last, 1.0)], accuracy.mix(0.18).filled());
    chart.draw_series([band])?;
    let line = accuracy.mix(0.8).stroke_width(unit(1.0));
    chart.draw_series([PathElement::new([(first, 0.0), (first, 1.0)], line)])?;
    if let Some(chance) = options.chance {
        let ends = [(0.0, chance), (axis_end, chance)];
        let dashes = text.mix(0.7).stroke_width(unit(1.2));
        chart.draw_series(DashedLineSeries::new(ends, unit(5.0), unit(5.0), dashes))?;
    }
    let series = [
        (&curve.correct_rank_f1, &options.theme.correct_rank_f1),
        (&curve.ties_f1, &options.theme.ties_f1),
        (&curve.acc_eq, &options.theme.acc_eq),
    ];
    for (values, ink) in series {
        let style = colour(ink).stroke_width(unit(2.2));
        chart.draw_series(LineSeries::new(
            path(curve, values).map(|(epsilon, value)| (epsilon / decade, value)),
            style,
        ))?;
    }
    let star = curve.epsilon.iter().position(|&epsilon| epsilon == options.plateau.0);
    if let Some(&value) = star.and_then(|index| curve.acc_eq.get(index)) {
        let point = Circle::new((first, value), unit(4.5), accuracy.filled());
        chart.draw_series([point])?;
        // The label keeps to the side where there is room.
        let to_left = first > 0.8 * axis_end;
        let anchor = Pos::new(if to_left { HPos::Right } else { HPos::Left }, VPos::Bottom);
        let label = Text::new("epsilon*", (first, 1.0), font(13.0).pos(anchor));
        chart.draw_series([label])?;
    }
    let (x, y) = chart.plotting_area().get_pixel_range();
    let pixels = |units: i32| f64::from(units) / UNITS;
    let plot = Plot {
        left: pixels(x.start),
        right: pixels(x.end),
        top: pixels(y.start),
        bottom: pixels(y.end),
        x: (0.0, curve.axis_end),
        y: (0.0, 1.0),
    };
    drop(chart);
    root.present()?;
    drop(root);
    Ok(plot)
}

/// The points of a series within the axis. Where every candidate is a point,
/// the value of each holds until the next: a staircase, without slopes that
/// the data does not have.
fn path<'a>(curve: &'a Curve, values: &'a [f64]) -> impl Iterator<Item = (f64, f64)> + 'a {
    let corner = move |index: usize| {
        let stairs = curve.every_candidate && index > 0;
        stairs.then(|| (curve.epsilon[index], values[index - 1]))
    };
    let last = curve.every_candidate.then(|| values.last()).flatten();
    (0..values.len())
        .take_while(|&index| curve.epsilon[index] <= curve.axis_end)
        .flat_map(move |index| {
            corner(index).into_iter().chain([(curve.epsilon[index], values[index])])
        })
        .chain(last.map(|&value| (curve.axis_end, value)))
}

/// A tick label with as many places as the axis needs.
fn short(x: f64, axis_end: f64) -> String {
    if x == 0.0 {
        return "0".into();
    }
    if !(1e-3..1e7).contains(&axis_end) {
        return format!("{x:.1e}");
    }
    let places = (2.0 - axis_end.log10().floor()).clamp(0.0, 5.0) as usize;
    let text = format!("{x:.places$}");
    if places == 0 { text } else { text.trim_end_matches('0').trim_end_matches('.').into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{CurveTracer, Groups};

    fn options(plateau: (f64, f64)) -> EpsilonChart {
        let ink = || "#123456".to_owned();
        EpsilonChart {
            width: 640,
            height: 320,
            plateau,
            chance: Some(0.4),
            theme: Theme {
                text: ink(),
                grid: ink(),
                acc_eq: "#0072b2".into(),
                ties_f1: "#e69f00".into(),
                correct_rank_f1: "#009e73".into(),
            },
        }
    }

    fn curve(human: &[f64], metric: &[f64]) -> Curve {
        let groups = Groups::new(None, human, metric);
        CurveTracer::new(&groups, &[]).run(&groups)
    }

    #[test]
    fn draws_three_curves_and_says_where_the_plot_lies() {
        let curve = curve(&[0.0, 0.0, 1.0, 2.0], &[0.1, 0.2, 0.5, 0.9]);
        let chart = draw(&curve, &options((0.1, 0.1))).unwrap();
        assert!(chart.svg.starts_with("<svg") && chart.svg.trim_end().ends_with("</svg>"));
        assert!(chart.svg.contains("viewBox=\"0 0 6400 3200\""));
        for ink in ["#0072B2", "#E69F00", "#009E73"] {
            let line = format!("<polyline fill=\"none\" opacity=\"1\" stroke=\"{ink}\"");
            assert_eq!(chart.svg.matches(&line).count(), 1, "{ink}");
        }
        assert!(chart.plot.left > 0.0 && chart.plot.right < 640.0);
        assert!(chart.plot.top > 0.0 && chart.plot.bottom < 320.0);
        assert_eq!(chart.plot.x, (0.0, curve.axis_end));
    }

    #[test]
    fn few_candidates_make_a_staircase() {
        let curve = curve(&[0.0, 1.0], &[0.0, 1.0]);
        assert!(curve.every_candidate);
        let points: Vec<(f64, f64)> = path(&curve, &curve.acc_eq).collect();
        assert_eq!(points, [(0.0, 1.0), (1.0, 1.0), (1.0, 0.0), (1.0, 0.0)]);
    }

    #[test]
    fn nothing_to_draw_is_still_a_chart() {
        assert!(draw(&curve(&[], &[]), &options((0.0, 0.0))).is_ok());
        assert!(draw(&curve(&[0.0, 1.0], &[3.0, 3.0]), &options((0.0, 0.0))).is_ok());
    }

    #[test]
    fn tiny_and_huge_axes_have_ticks() {
        for scale in [1e-300, 1e-30, 1.0, 1e30, 1e300] {
            let curve = curve(&[0.0, 1.0, 2.0], &[0.0, scale, 2.5 * scale]);
            let chart = draw(&curve, &options((0.0, 0.0))).unwrap();
            let labels = chart.svg.matches("<text").count();
            assert!(labels >= 6 + 2 + 3, "{scale}: {labels}");
        }
    }

    #[test]
    fn tick_labels_are_short() {
        assert_eq!(short(0.25, 1.2), "0.25");
        assert_eq!(short(0.5, 1.2), "0.5");
        assert_eq!(short(40.0, 95.0), "40");
        assert_eq!(short(0.002, 0.0123), "0.002");
        assert_eq!(short(2e-300, 1e-299), "2.0e-300");
    }
}
