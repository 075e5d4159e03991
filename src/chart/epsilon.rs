//! acc_eq, ties-F1 and correct-rank-F1 along epsilon.
//!
//! The axis up spans 0 to 1; that across ends at [`Curve::axis_end`]. The plateau of the maximum is a band, epsilon\* a
//! dot.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::drawing::{DrawError, Root, colour, draw_svg, mesh, plot, text_style, unit};
use super::epsilon_axis::{EpsilonAxis, point_at};
use super::{Chart, Plot};
use crate::stats::Curve;

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
    /// Of labels, and of the line of chance.
    pub text: String,
    /// Of the lines behind the curves.
    pub grid: String,
    /// Of the curve of acc_eq, and of its plateau.
    pub acc_eq: String,
    /// Of the curve of ties-F1.
    pub ties_f1: String,
    /// Of the curve of correct-rank-F1.
    pub correct_rank_f1: String,
}

/// Draws the chart.
///
/// # Errors
/// When text cannot be measured: plotters' own message.
pub fn draw(curve: &Curve, options: &EpsilonChart) -> Result<Chart, String> {
    let size = (options.width.into(), options.height.into());
    draw_svg(size, |root| draw_on(root, curve, options))
}

fn draw_on(root: &Root, curve: &Curve, options: &EpsilonChart) -> Result<Plot, DrawError> {
    let axis = EpsilonAxis::new(curve.axis_end);
    let text = colour(&options.theme.text);
    let grid = colour(&options.theme.grid);
    let mut axes = ChartBuilder::on(root)
        .margin_top(unit(18.0))
        .margin_right(unit(24.0))
        .margin_bottom(unit(4.0))
        .x_label_area_size(unit(44.0))
        .y_label_area_size(unit(40.0))
        .build_cartesian_2d(axis.range(), 0.0..1.0)?;
    mesh(&mut axes, text, grid)
        .x_labels((options.width / 70) as usize)
        .y_labels(6)
        .x_label_formatter(&|x| axis.label(*x))
        .y_label_formatter(&|y| format!("{y:.1}"))
        .x_desc("epsilon")
        .draw()?;

    let accuracy = colour(&options.theme.acc_eq);
    let (first, last) = (axis.scaled(options.plateau.0), axis.scaled(options.plateau.1));
    let band = Rectangle::new([(first, 0.0), (last, 1.0)], accuracy.mix(0.18).filled());
    axes.draw_series([band])?;
    let line = accuracy.mix(0.8).stroke_width(unit(1.0));
    axes.draw_series([PathElement::new([(first, 0.0), (first, 1.0)], line)])?;
    if let Some(chance) = options.chance {
        let ends = [(axis.range().start, chance), (axis.range().end, chance)];
        let dashes = text.mix(0.7).stroke_width(unit(1.2));
        axes.draw_series(DashedLineSeries::new(ends, unit(5.0), unit(5.0), dashes))?;
    }
    let series = [
        (&curve.correct_rank_f1, &options.theme.correct_rank_f1),
        (&curve.ties_f1, &options.theme.ties_f1),
        (&curve.acc_eq, &options.theme.acc_eq),
    ];
    for (values, ink) in series {
        let style = colour(ink).stroke_width(unit(2.2));
        axes.draw_series(LineSeries::new(axis.path(curve, values), style))?;
    }
    let star = point_at(curve, options.plateau.0);
    if let Some(&value) = star.and_then(|index| curve.acc_eq.get(index)) {
        let point = Circle::new((first, value), unit(4.5), accuracy.filled());
        axes.draw_series([point])?;
        // The label keeps to the side where there is room.
        let to_left = first > 0.8 * axis.range().end;
        let anchor = Pos::new(if to_left { HPos::Right } else { HPos::Left }, VPos::Bottom);
        let label = Text::new("epsilon*", (first, 1.0), text_style(&text).pos(anchor));
        axes.draw_series([label])?;
    }
    Ok(plot(&axes, (0.0, curve.axis_end), (0.0, 1.0)))
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
}
