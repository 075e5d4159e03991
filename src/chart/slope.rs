//! Ranks of metrics from one statistic to another: how the order changes.
//!
//! Metrics stand on either side by rank, best on top, and a line joins the two places of each. Its colour says how many
//! pairs the metric ties.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::drawing::{
    DrawError, Root, at, colour, draw_svg, shortened, text_style, text_width, unit,
};
use super::{Chart, Plot};
use crate::stats::sorting::{sort_by, sort_by_key};

/// Where the first row lies, below the legend and the titles.
const TOP: f64 = 66.0;
const TITLES: f64 = 42.0;
const LEGEND: f64 = 12.0;
const BOTTOM: f64 = 14.0;
/// From one row to the next.
const ROW: f64 = 20.0;
/// From the end of a line to the far side of its rank,
const RANK: f64 = 26.0;
/// and on to the name.
const NAME: f64 = 34.0;
/// The lines have at least this share of the width,
const LEAST_SLOPES: f64 = 0.28;
/// and at most so many pixels: slopes that are too flat cannot be read.
const MOST_SLOPES: f64 = 480.0;
/// Size of the colour ramp in the legend, and how many colours it shows.
const RAMP: (f64, f64) = (96.0, 8.0);
const RAMP_STEPS: u32 = 24;

/// What is drawn, and how. The height follows from the number of metrics.
#[derive(Debug, Clone, PartialEq, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SlopeChart {
    /// In CSS pixels.
    pub width: u32,
    /// The statistic whose ranks are on the left.
    pub left: String,
    /// The statistic whose ranks are on the right.
    pub right: String,
    /// In any order.
    pub metrics: Vec<RankedMetric>,
    /// Colours.
    pub theme: SlopeTheme,
}

/// A metric with its ranks by two statistics, from 1; a metric without one of
/// them has a name but no line.
#[derive(Debug, Clone, PartialEq, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RankedMetric {
    /// Written on either side, shortened if it is long.
    pub name: String,
    /// Its rank by [`SlopeChart::left`].
    pub left: Option<u32>,
    /// Its rank by [`SlopeChart::right`].
    pub right: Option<u32>,
    /// The share of pairs it ties, between 0 and 1.
    pub tied: Option<f64>,
}

/// Colours as `#rrggbb`.
#[derive(Debug, Clone, PartialEq, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SlopeTheme {
    /// Of labels.
    pub text: String,
    /// Also for metrics of which it is not known how many pairs they tie.
    pub grid: String,
    /// From no pair tied to the most that any of the metrics ties, evenly spaced.
    pub ramp: Vec<String>,
}

/// Draws the chart. Its plot has the first rows at the top, at 0, and the last
/// at the bottom.
///
/// # Errors
/// When text cannot be measured: plotters' own message.
pub fn draw(options: &SlopeChart) -> Result<Chart, String> {
    let left = Side::new(&options.metrics, |metric| (metric.left, metric.right));
    let right = Side::new(&options.metrics, |metric| (metric.right, metric.left));
    let last_row = left.stack.len().max(right.stack.len()).saturating_sub(1) as f64;
    let height = TOP + last_row * ROW + BOTTOM;
    draw_svg((options.width.into(), height), |root| {
        let left_labels = Labels::new(options, &left, &options.left)?;
        let right_labels = Labels::new(options, &right, &options.right)?;
        let start = left_labels.room + NAME;
        let end = f64::from(options.width) - right_labels.room - NAME;
        let end = end.min(start + MOST_SLOPES);
        draw_side(root, options, &left, &left_labels, (start, -1.0))?;
        draw_side(root, options, &right, &right_labels, (end, 1.0))?;
        let inks = Ramp::new(options);
        draw_lines(root, options, &inks, (&left, start), (&right, end))?;
        inks.draw(root, colour(&options.theme.text))?;
        let bottom = TOP + last_row * ROW;
        Ok(Plot { left: start, right: end, top: TOP, bottom, x: (0.0, 1.0), y: (last_row, 0.0) })
    })
}

/// The metrics that have a rank on one side, one below the other.
struct Side {
    /// Places in the list of metrics with their ranks, best first.
    stack: Vec<(usize, u32)>,
    /// The row of each metric.
    rows: Vec<Option<usize>>,
}

impl Side {
    /// Equal ranks are in the order of the other side, so that their lines do
    /// not cross. `ranks` gives the rank on this side and on the other.
    fn new(
        metrics: &[RankedMetric],
        ranks: impl Fn(&RankedMetric) -> (Option<u32>, Option<u32>),
    ) -> Self {
        let ranked = metrics.iter().map(ranks).enumerate();
        let mut order: Vec<(u32, u32, usize)> = ranked
            .filter_map(|(metric, (here, there))| {
                here.map(|here| (here, there.unwrap_or(u32::MAX), metric))
            })
            .collect();
        sort_by(&mut order, Ord::cmp);
        let mut rows = vec![None; metrics.len()];
        for (row, &(_, _, metric)) in order.iter().enumerate() {
            rows[metric] = Some(row);
        }
        Side { stack: order.iter().map(|&(rank, _, metric)| (metric, rank)).collect(), rows }
    }
}

/// The height of a row.
fn height_of(row: usize) -> f64 {
    TOP + row as f64 * ROW
}

/// The texts of a side, and how wide the names may be.
struct Labels {
    title: String,
    names: Vec<String>,
    room: f64,
}

impl Labels {
    /// Names have the room they need, as far as the slopes leave it. Each is
    /// measured once: the page takes its time for that.
    fn new(options: &SlopeChart, side: &Side, title: &str) -> Result<Self, DrawError> {
        let most = (f64::from(options.width) * (1.0 - LEAST_SLOPES) / 2.0 - NAME).max(0.0);
        let title = shortened(title, most + NAME)?;
        let mut room = (text_width(&title)? - NAME).max(0.0);
        let mut names = Vec::new();
        for &(metric, _) in &side.stack {
            let name = shortened(&options.metrics[metric].name, most)?;
            room = room.max(text_width(&name)?);
            names.push(name);
        }
        Ok(Labels { title, names, room: room.min(most) })
    }
}

/// Titles, names and ranks, to the left (−1) or to the right (1) of `x`.
fn draw_side(
    root: &Root,
    options: &SlopeChart,
    side: &Side,
    labels: &Labels,
    (x, outwards): (f64, f64),
) -> Result<(), DrawError> {
    let ink = colour(&options.theme.text);
    let (outer, rank_end) =
        if outwards < 0.0 { (HPos::Right, x - 10.0) } else { (HPos::Left, x + RANK) };
    let text = text_style(&ink).pos(Pos::new(outer, VPos::Center));
    let number = text_style(&ink.mix(0.75)).pos(Pos::new(HPos::Right, VPos::Center));
    let ring = ink.mix(0.75).stroke_width(unit(1.2));
    root.draw(&Text::new(labels.title.as_str(), at(x, TITLES), bold(&text)))?;
    for (row, (&(metric, rank), name)) in side.stack.iter().zip(&labels.names).enumerate() {
        let (metric, y) = (&options.metrics[metric], height_of(row));
        root.draw(&Text::new(name.as_str(), at(x + outwards * NAME, y), text.clone()))?;
        root.draw(&Text::new(rank.to_string(), at(rank_end, y), number.clone()))?;
        if metric.left.is_none() || metric.right.is_none() {
            root.draw(&Circle::new(at(x, y), unit(3.4), ring))?;
        }
    }
    Ok(())
}

fn bold(style: &TextStyle<'static>) -> TextStyle<'static> {
    TextStyle { font: style.font.style(FontStyle::Bold), ..style.clone() }
}

/// A line for each metric with two ranks, wider the further it moves.
fn draw_lines(
    root: &Root,
    options: &SlopeChart,
    inks: &Ramp,
    (left, start): (&Side, f64),
    (right, end): (&Side, f64),
) -> Result<(), DrawError> {
    let rows = left.rows.iter().zip(&right.rows);
    let mut moves: Vec<(usize, usize, &RankedMetric)> = options
        .metrics
        .iter()
        .zip(rows)
        .filter_map(|(metric, (&from, &to))| Some((from?, to?, metric)))
        .collect();
    // Those that move furthest lie on top.
    sort_by_key(&mut moves, |&(from, to, _)| from.abs_diff(to));
    let furthest = moves.last().map_or(1, |&(from, to, _)| from.abs_diff(to)).max(1);
    for (from, to, metric) in moves {
        let share = from.abs_diff(to) as f64 / furthest as f64;
        let ink = inks.of(metric.tied);
        let ends = [at(start, height_of(from)), at(end, height_of(to))];
        root.draw(&PathElement::new(ends, ink.stroke_width(unit(1.5 + 2.0 * share))))?;
        for end in ends {
            root.draw(&Circle::new(end, unit(4.0), ink.filled()))?;
        }
    }
    Ok(())
}

/// Colours for shares of pairs tied.
struct Ramp {
    colours: Vec<RGBColor>,
    unknown: RGBColor,
    /// The share at its end; none where no share is known.
    end: Option<f64>,
}

impl Ramp {
    /// Ends at the largest share, rounded up to tenths.
    fn new(options: &SlopeChart) -> Self {
        let shares = options.metrics.iter().filter_map(|metric| metric.tied);
        let most = shares.filter(|share| share.is_finite()).reduce(f64::max);
        Ramp {
            colours: options.theme.ramp.iter().map(|ink| colour(ink)).collect(),
            unknown: colour(&options.theme.grid),
            end: most.map(|most| (10.0 * most).ceil().clamp(1.0, 10.0) / 10.0),
        }
    }

    fn of(&self, tied: Option<f64>) -> RGBColor {
        match (tied, self.end) {
            (Some(tied), Some(end)) => self.mix(tied / end),
            _ => self.unknown,
        }
    }

    /// The colour at a place between 0 and 1.
    fn mix(&self, place: f64) -> RGBColor {
        let steps = self.colours.len().saturating_sub(1);
        let place = place.clamp(0.0, 1.0) * steps as f64;
        let (index, share) = (place.floor(), place.fract());
        let ends = (self.colours.get(index as usize), self.colours.get(place.ceil() as usize));
        let (Some(from), Some(to)) = ends else { return self.unknown };
        let blend = |from: u8, to: u8| {
            (f64::from(from) + share * (f64::from(to) - f64::from(from))).round() as u8
        };
        RGBColor(blend(from.0, to.0), blend(from.1, to.1), blend(from.2, to.2))
    }

    /// The legend.
    fn draw(&self, root: &Root, text: RGBColor) -> Result<(), DrawError> {
        let Some(end) = self.end else { return Ok(()) };
        let before = "pairs tied 0%";
        let left = text_width(before)? + 6.0;
        let (top, bottom) = (LEGEND - RAMP.1 / 2.0, LEGEND + RAMP.1 / 2.0);
        let style = text_style(&text);
        root.draw(&Text::new(before, at(0.0, LEGEND), style.clone()))?;
        for step in 0..RAMP_STEPS {
            let edge = |step: u32| left + RAMP.0 * f64::from(step) / f64::from(RAMP_STEPS);
            let ink = self.mix((f64::from(step) + 0.5) / f64::from(RAMP_STEPS));
            // Each reaches to the end, so that no seams show.
            let corners = [at(edge(step), top), at(edge(RAMP_STEPS), bottom)];
            root.draw(&Rectangle::new(corners, ink.filled()))?;
        }
        let after = format!("{:.0}%", 100.0 * end);
        root.draw(&Text::new(after, at(left + RAMP.0 + 6.0, LEGEND), style))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn metric(name: &str, left: Option<u32>, right: Option<u32>, tied: f64) -> RankedMetric {
        RankedMetric { name: name.into(), left, right, tied: Some(tied) }
    }

    fn chart(metrics: Vec<RankedMetric>) -> SlopeChart {
        SlopeChart {
            width: 640,
            left: "tau_b".into(),
            right: "acc_eq*".into(),
            metrics,
            theme: SlopeTheme {
                text: "#111111".into(),
                grid: "#999999".into(),
                ramp: vec!["#000000".into(), "#0000ff".into(), "#ffffff".into()],
            },
        }
    }

    #[test]
    fn equal_ranks_have_rows_of_their_own_and_do_not_cross() {
        let metrics = [
            metric("a", Some(1), Some(3), 0.0),
            metric("b", Some(1), Some(1), 0.0),
            metric("c", Some(3), Some(1), 0.0),
            metric("d", None, Some(1), 0.0),
            metric("e", Some(1), None, 0.0),
        ];
        let left = Side::new(&metrics, |metric| (metric.left, metric.right));
        let right = Side::new(&metrics, |metric| (metric.right, metric.left));
        assert_eq!(left.stack, [(1, 1), (0, 1), (4, 1), (2, 3)]);
        assert_eq!(left.rows, [Some(1), Some(0), Some(3), None, Some(2)]);
        assert_eq!(right.stack, [(1, 1), (2, 1), (3, 1), (0, 3)]);
    }

    #[test]
    fn only_metrics_with_two_ranks_have_lines() {
        let chart = draw(&chart(vec![
            metric("both", Some(1), Some(2), 0.2),
            metric("other", Some(2), Some(1), 0.2),
            metric("on the left", Some(3), None, 0.2),
            metric("nowhere", None, None, 0.2),
        ]))
        .unwrap();
        assert_eq!(chart.svg.matches("<polyline").count(), 2);
        for (name, times) in [("both", 2), ("other", 2), ("on the left", 1), ("nowhere", 0)] {
            assert_eq!(chart.svg.matches(&format!("\n{name}\n")).count(), times, "{name}");
        }
        assert_eq!((chart.plot.y, chart.plot.bottom - chart.plot.top), ((2.0, 0.0), 2.0 * ROW));
    }

    #[test]
    fn those_that_move_furthest_are_widest_and_last() {
        let svg = draw(&chart(vec![
            metric("far", Some(1), Some(3), 0.0),
            metric("near", Some(2), Some(1), 0.0),
            metric("also near", Some(3), Some(2), 0.0),
        ]));
        let svg = svg.unwrap().svg;
        let widths: Vec<&str> = svg
            .lines()
            .filter(|line| line.starts_with("<polyline"))
            .filter_map(|line| line.split("stroke-width=\"").nth(1)?.split('"').next())
            .collect();
        assert_eq!(widths, ["25", "25", "35"]);
    }

    #[test]
    fn names_are_text_whatever_they_say() {
        let hostile = "<script>alert('1')</script>&\"";
        let mut chart = chart(vec![metric(hostile, Some(1), Some(1), 0.0)]);
        chart.left = "<b>".into();
        let svg = draw(&chart).unwrap().svg;
        let escaped = "&lt;script&gt;alert(&apos;1&apos;)&lt;/script&gt;&amp;&quot;";
        assert!(svg.contains(escaped) && svg.contains("&lt;b&gt;"));
        assert!(!svg.contains("<script") && !svg.contains("<b>"));
    }

    #[test]
    fn names_never_leave_the_chart() {
        let name = "a metric whose name is far too long to be";
        let mut options = chart(vec![metric(name, Some(1), Some(1), 0.0)]);
        options.width = 360;
        let chart = draw(&options).unwrap();
        assert!(!chart.svg.contains(name) && chart.svg.contains('…'));
        assert!(chart.plot.left > 0.0 && chart.plot.right < 360.0);
        assert!(chart.plot.right - chart.plot.left >= LEAST_SLOPES * 360.0 - 1e-9);
        options.width = 0;
        assert!(draw(&options).is_ok());
    }

    #[test]
    fn the_height_grows_with_the_metrics() {
        for rows in [2, 60] {
            let metrics = (1..=rows).map(|rank| metric("m", Some(rank), Some(1), 0.0)).collect();
            let svg = draw(&chart(metrics)).unwrap().svg;
            let height = unit(TOP + f64::from(rows - 1) * ROW + BOTTOM);
            assert!(svg.contains(&format!("height=\"{height}\"")), "{rows}");
        }
        assert!(draw(&chart(Vec::new())).is_ok());
    }

    #[test]
    fn colours_follow_the_share_of_pairs_tied() {
        let mut options = chart(vec![metric("a", Some(1), Some(1), 0.33)]);
        let ramp = Ramp::new(&options);
        assert_eq!(ramp.end, Some(0.4));
        let inks = [0.0, 0.1, 0.2, 0.4, 0.9].map(|tied| ramp.of(Some(tied)));
        let blue = RGBColor(0, 0, 255);
        assert_eq!(inks, [BLACK, RGBColor(0, 0, 128), blue, WHITE, WHITE]);
        assert_eq!(ramp.of(None), colour("#999999"));
        options.theme.ramp.clear();
        assert_eq!(Ramp::new(&options).of(Some(0.1)), colour("#999999"));
        options.metrics[0].tied = None;
        assert_eq!(Ramp::new(&options).end, None);
    }
}
