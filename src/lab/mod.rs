//! The toy lab: a handful of outputs whose scores are edited by hand, and every number that follows.
//!
//! A [`Lab`] is the whole state of the page, [`work`](work::work) makes all numbers of it, [`link`] writes it
//! into an address and reads it back. [`presets`] and [`tour`] are states with something to say.
//!
//! See [chapter 10 of the tutorial](crate::tutorial::lab).

pub mod group;
pub mod link;
pub mod presets;
mod terms;
pub mod tour;
pub mod work;

/// Fewest and most outputs.
pub const OUTPUTS: (usize, usize) = (2, 12);
/// Most metrics; there is at least one.
pub const METRICS: usize = 3;
/// Names are cut to so many characters.
const NAME_LENGTH: usize = 40;
/// Scores lie between minus this and this: beyond, nothing can be dragged.
pub const LARGEST: f64 = 1e9;
/// No difference is greater.
const LARGEST_EPSILON: f64 = 2.0 * LARGEST;

/// What is in the lab, and how it is shown.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Lab {
    /// From 2 to 12 of them: see [`OUTPUTS`].
    pub outputs: Vec<Output>,
    /// From 1 to 3 of them: see [`METRICS`].
    pub metrics: Vec<LabMetric>,
    /// How scores are drawn.
    pub view: View,
    /// Parts of the page that are not shown, for exercises.
    pub hidden: Vec<Part>,
    /// The preset that it began with.
    pub preset: Option<String>,
    /// The step of the guided tour, from 1.
    pub step: Option<usize>,
    /// Whether the lab is shown without the frame of the page.
    pub embed: bool,
}

/// One output: one row of scores.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Output {
    /// Empty for the letter of its place.
    pub name: String,
    /// Outputs are compared within an item; from 1.
    pub item: u32,
    /// The human score, between minus and plus [`LARGEST`].
    pub human: f64,
    /// One score for each metric.
    pub scores: Vec<f64>,
}

/// A metric with the threshold that is set for it.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LabMetric {
    /// Empty for m1, m2 or m3, after its place.
    pub name: String,
    /// At least 0; a difference of at most this is a tie.
    pub epsilon: f64,
}

/// How the scores are drawn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum View {
    /// Human against metric, a plot for each metric.
    #[default]
    Plot,
    /// A ladder for the human and for each metric: ties are of equal height.
    Ladders,
}

/// A part of the page that a link can hide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// The answers to questions, and which metric is best.
    Answers,
    /// Presets, tour, links, and what adds or removes.
    Controls,
    /// The table of scores; the drawings of them stay.
    Scores,
    /// The triangle of pairs.
    Pairs,
    /// The sliders of epsilon, with the curves and calibration.
    Epsilon,
    /// Every statistic, with its formula worked out.
    Statistics,
    /// The coefficients in WMT's notation.
    Tables,
}

impl Part {
    /// Every part that can be hidden.
    pub const ALL: [Part; 7] = [
        Part::Answers,
        Part::Controls,
        Part::Scores,
        Part::Pairs,
        Part::Epsilon,
        Part::Statistics,
        Part::Tables,
    ];

    /// Its name in links.
    pub fn name(self) -> &'static str {
        match self {
            Part::Answers => "answers",
            Part::Controls => "controls",
            Part::Scores => "scores",
            Part::Pairs => "pairs",
            Part::Epsilon => "epsilon",
            Part::Statistics => "statistics",
            Part::Tables => "tables",
        }
    }
}

impl Lab {
    /// Outputs of one item, without anything set. Each metric has as many scores as the human.
    ///
    /// # Panics
    /// When a metric has fewer.
    pub fn of_scores(human: &[f64], metrics: &[&[f64]]) -> Self {
        let output = |row: usize| Output {
            name: String::new(),
            item: 1,
            human: human[row],
            scores: metrics.iter().map(|scores| scores[row]).collect(),
        };
        let metric = LabMetric { name: String::new(), epsilon: 0.0 };
        Lab {
            outputs: (0..human.len()).map(output).collect(),
            metrics: vec![metric; metrics.len()],
            view: View::default(),
            hidden: Vec::new(),
            preset: None,
            step: None,
            embed: false,
        }
    }

    /// The human scores.
    pub fn human(&self) -> Vec<f64> {
        self.outputs.iter().map(|output| output.human).collect()
    }

    /// The scores of one metric.
    pub fn scores(&self, metric: usize) -> Vec<f64> {
        self.outputs.iter().map(|output| output.scores[metric]).collect()
    }

    /// The item of each output.
    pub fn items(&self) -> Vec<u32> {
        self.outputs.iter().map(|output| output.item).collect()
    }

    /// What an output is called: its name, or the letter of its place.
    pub fn output_name(&self, row: usize) -> String {
        let name = self.outputs.get(row).map_or("", |output| &output.name);
        if name.is_empty() { letter(row).to_string() } else { name.to_owned() }
    }

    /// What a metric is called: its name, or m1, m2 or m3.
    pub fn metric_name(&self, metric: usize) -> String {
        let name = self.metrics.get(metric).map_or("", |metric| &metric.name);
        if name.is_empty() { format!("m{}", metric + 1) } else { name.to_owned() }
    }
}

/// A, B, C for the first, second and third.
fn letter(row: usize) -> char {
    char::from(b'A' + (row % 26) as u8)
}
