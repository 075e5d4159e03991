//! What all charts share: units, colours, text, axes.

use std::ops::Range;

use plotters::chart::{ChartContext, MeshStyle};
use plotters::coord::Shift;
use plotters::coord::ranged1d::Ranged;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{Chart, Plot};

/// Plotters' SVG backend rounds to whole units: with ten to a pixel, curves
/// stay smooth.
const UNITS: f64 = 10.0;
/// Size of all text, in CSS pixels.
const TEXT: f64 = 12.0;
/// Plotters writes a font size divided by this.
const FONT_SCALE: f64 = 1.24;
/// From one label to the next of those that lie beside a plot.
const LABEL_ROW: f64 = 16.0;
/// No more of a name is measured, let alone shown.
const NAME_LENGTH: usize = 80;

pub type DrawError = Box<dyn std::error::Error>;
/// The whole SVG.
pub type Root<'a> = DrawingArea<SVGBackend<'a>, Shift>;
/// A plot with two axes of numbers.
pub type Axes<'a, 's> =
    ChartContext<'a, SVGBackend<'s>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// Draws on an SVG of so many CSS pixels.
pub fn draw_svg(
    (width, height): (f64, f64),
    draw: impl FnOnce(&Root) -> Result<Plot, DrawError>,
) -> Result<Chart, String> {
    let mut svg = String::new();
    let plot = {
        let root =
            SVGBackend::with_string(&mut svg, (unit(width), unit(height))).into_drawing_area();
        let plot = draw(&root).map_err(|error| error.to_string())?;
        root.present().map_err(|error| error.to_string())?;
        plot
    };
    Ok(Chart { svg, plot })
}

/// CSS pixels as units of the SVG: a size.
pub fn unit(pixels: f64) -> u32 {
    (pixels * UNITS).round() as u32
}

/// CSS pixels as units of the SVG: a place.
pub fn at(x: f64, y: f64) -> (i32, i32) {
    ((x * UNITS).round() as i32, (y * UNITS).round() as i32)
}

/// Units of the SVG as CSS pixels.
pub fn pixels(units: i32) -> f64 {
    f64::from(units) / UNITS
}

/// A colour as `#rrggbb`; anything else is a mid grey.
pub fn colour(text: &str) -> RGBColor {
    let digits = text.trim().strip_prefix('#').filter(|digits| digits.len() == 6);
    let value = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    let [_, red, green, blue] = value.unwrap_or(0x80_80_80).to_be_bytes();
    RGBColor(red, green, blue)
}

/// Text of the one size that charts have, anchored by its left end.
pub fn text_style(ink: &impl Color) -> TextStyle<'static> {
    let font = ("system-ui", TEXT * FONT_SCALE * UNITS).into_font();
    font.color(ink).pos(Pos::new(HPos::Left, VPos::Center))
}

/// How wide a text is, in CSS pixels, with a tenth to spare.
///
/// # Errors
/// When text cannot be measured.
pub fn text_width(text: &str) -> Result<f64, DrawError> {
    // Not measured in units: a line ten times as long may break in the page.
    let (width, _) = ("system-ui", TEXT).into_font().box_size(text)?;
    Ok(1.1 * f64::from(width))
}

/// A name as one line that is at most so many CSS pixels wide; where it must be
/// shortened, its middle goes, since names of a family differ at their ends.
///
/// # Errors
/// When text cannot be measured.
pub fn shortened(name: &str, room: f64) -> Result<String, DrawError> {
    let characters: Vec<char> = name.chars().map(printable).collect();
    let mut kept = characters.len().min(NAME_LENGTH);
    loop {
        let text = without_middle(&characters, kept);
        let width = text_width(&text)?;
        if width <= room || kept <= 1 {
            return Ok(text);
        }
        kept = ((kept as f64 * room / width) as usize).clamp(1, kept - 1);
    }
}

/// XML has no control characters.
fn printable(character: char) -> char {
    let odd = character.is_control() || matches!(character, '\u{fffe}' | '\u{ffff}');
    if odd { ' ' } else { character }
}

/// At most `kept` characters, the ellipsis among them. Names differ more often in front than behind, where
/// many say the same about the references.
fn without_middle(characters: &[char], kept: usize) -> String {
    if kept >= characters.len() {
        return characters.iter().collect();
    }
    let tail = kept.saturating_sub(1) / 3;
    let head = kept.saturating_sub(1) - tail;
    let head = characters.iter().take(head);
    let tail = characters.iter().skip(characters.len() - tail);
    head.chain(&['…']).chain(tail).collect()
}

/// A quiet mesh, to be told its labels and drawn.
pub fn mesh<'a, 'b, 's>(
    axes: &'b mut Axes<'a, 's>,
    text: RGBColor,
    grid: RGBColor,
) -> MeshStyle<'a, 'b, RangedCoordf64, RangedCoordf64, SVGBackend<'s>> {
    let label = || ("system-ui", TEXT * FONT_SCALE * UNITS).into_font().color(&text);
    let mut mesh = axes.configure_mesh();
    mesh.axis_style(grid.stroke_width(unit(1.0)))
        .bold_line_style(grid.mix(0.5).stroke_width(unit(1.0)))
        .light_line_style(TRANSPARENT)
        .label_style(label())
        .axis_desc_style(label())
        .set_all_tick_mark_size(unit(4.0));
    mesh
}

/// Where the plot lies, with the data at its edges.
pub fn plot(axes: &Axes, x: (f64, f64), y: (f64, f64)) -> Plot {
    let (across, down) = axes.plotting_area().get_pixel_range();
    Plot {
        left: pixels(across.start),
        right: pixels(across.end),
        top: pixels(down.start),
        bottom: pixels(down.end),
        x,
        y,
    }
}

/// A range around shares, with some room on both sides, but not below 0 or above
/// 1; everything where there are none.
pub fn fitted(shares: impl Iterator<Item = f64>) -> Range<f64> {
    let bounds = shares.filter(|share| (0.0..=1.0).contains(share)).fold(
        None,
        |bounds: Option<(f64, f64)>, share| match bounds {
            Some((low, high)) => Some((low.min(share), high.max(share))),
            None => Some((share, share)),
        },
    );
    let Some((low, high)) = bounds else { return 0.0..1.0 };
    let room = (0.06 * (high - low)).max(0.005);
    (low - room).max(0.0)..(high + room).min(1.0)
}

/// How many places the ticks of a fitted axis need.
pub fn places(range: &Range<f64>, ticks: usize) -> usize {
    let ticks = RangedCoordf64::from(range.clone()).key_points(ticks);
    let exact = |places: &usize| {
        let scale = 10f64.powi(*places as i32);
        ticks.iter().all(|tick| (tick * scale - (tick * scale).round()).abs() < 1e-6)
    };
    (1..6).find(exact).unwrap_or(6)
}

/// Heights at least a row apart, as near to the wanted ones, which ascend, as
/// can be. Neighbours that are too close share their distance from where they
/// should be: isotonic regression.
pub fn spread(wanted: &[f64], within: Range<f64>) -> Vec<f64> {
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    for (index, height) in wanted.iter().enumerate() {
        let mut block = (height - LABEL_ROW * index as f64, 1);
        while let Some(&(mean, count)) = blocks.last()
            && mean > block.0
        {
            let both = count + block.1;
            block.0 = (mean * count as f64 + block.0 * block.1 as f64) / both as f64;
            block.1 = both;
            blocks.pop();
        }
        blocks.push(block);
    }
    let last = within.end - LABEL_ROW * wanted.len().saturating_sub(1) as f64;
    let heights = blocks.iter().flat_map(|&(mean, count)| std::iter::repeat_n(mean, count));
    let within = |height: f64| height.min(last).max(within.start);
    heights.enumerate().map(|(index, height)| within(height) + LABEL_ROW * index as f64).collect()
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

    #[test]
    fn names_lose_their_middle_where_there_is_no_room() {
        assert_eq!(shortened("BLEU", 100.0).unwrap(), "BLEU");
        let name = "MetricX-23-QE-a-name-of-forty-characters";
        let short = shortened(name, 100.0).unwrap();
        assert!(short.starts_with("MetricX") && short.ends_with("ers") && short.contains('…'));
        assert!(text_width(&short).unwrap() <= 100.0);
        assert_eq!(shortened(name, 0.0).unwrap(), "…");
        assert_eq!(shortened("", 0.0).unwrap(), "");
        assert!(shortened(&"é".repeat(10_000), 1e9).unwrap().chars().count() <= NAME_LENGTH);
        assert_eq!(shortened("a\nb\0c\u{1b}", 100.0).unwrap(), "a b c ");
    }

    #[test]
    fn the_middle_goes() {
        let characters: Vec<char> = "abcdefgh".chars().collect();
        let kept = [8, 7, 6, 2, 1, 0].map(|kept| without_middle(&characters, kept));
        assert_eq!(kept, ["abcdefgh", "abcd…gh", "abcd…h", "a…", "…", "…"]);
    }

    #[test]
    fn ranges_have_room_within_0_and_1() {
        let close = |range: Range<f64>, low: f64, high: f64| {
            assert!((range.start - low).abs() < 1e-12 && (range.end - high).abs() < 1e-12);
        };
        close(fitted([0.4, 0.6, 0.5].into_iter()), 0.388, 0.612);
        close(fitted([0.0, f64::NAN, 1.0].into_iter()), 0.0, 1.0);
        close(fitted([0.5].into_iter()), 0.495, 0.505);
        close(fitted([f64::INFINITY].into_iter()), 0.0, 1.0);
    }

    #[test]
    fn ticks_have_the_places_they_need() {
        assert_eq!(places(&(0.0..1.0), 6), 1);
        assert_eq!(places(&(0.5..0.6), 6), 2);
        assert_eq!(places(&(0.501..0.509), 6), 3);
    }

    #[test]
    fn names_keep_apart() {
        assert_eq!(spread(&[10.0, 50.0, 100.0], 0.0..200.0), [10.0, 50.0, 100.0]);
        assert_eq!(spread(&[100.0, 100.0, 100.0], 0.0..200.0), [84.0, 100.0, 116.0]);
        assert_eq!(spread(&[0.0, 4.0], 0.0..200.0), [0.0, 16.0]);
        assert_eq!(spread(&[200.0, 200.0], 0.0..200.0), [184.0, 200.0]);
        assert_eq!(spread(&[], 0.0..200.0), [0.0; 0]);
    }
}
