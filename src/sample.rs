//! Score files that Tiescope makes itself, to open with and to test with.
//!
//! All of it is simulated. Only sums, products and comparisons are used, so a
//! seed gives the same bytes on every machine.
//!
//! Its numbers say nothing about real metrics, but its shapes are theirs: human scores with many ties or with few,
//! metrics that tie half of the pairs or hardly any, and one that is constant.

pub mod shapes;

use std::fmt::Write;

use oorandom::Rand64;

/// The seed of the samples that the page shows.
pub const SEED: u128 = 2023;

/// What kind of human score a sample has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum HumanScore {
    /// Minus a sum of error weights, as in MQM: nearly half of the pairs of
    /// one item tie, most of them without an error.
    ErrorWeights,
    /// A rating from 0 to 100, as in direct assessment: few ties, so tie
    /// calibration has nothing to gain.
    Rating,
}

/// A score file as comma-separated values: one row for each system and item,
/// and the metrics `regressor` (continuous), `llm_judge` (0 to 100 in steps of
/// 5), `error_spans` (few values), `overlap` (weak) and `constant`; `words` is the length of the output,
/// which human scores may be divided by.
pub fn csv(human: HumanScore, systems: usize, items: usize, seed: u128) -> String {
    let mut random = Rand64::new(seed);
    let abilities: Vec<f64> = (0..systems).map(|_| 0.5 * normal(&mut random)).collect();
    let difficulties: Vec<f64> = (0..items).map(|_| 0.7 * normal(&mut random)).collect();
    // Lengths have random numbers of their own: scores do not depend on them.
    let mut lengths = Rand64::new(seed + 1);
    let mut text =
        String::from("system,item,human,regressor,llm_judge,error_spans,overlap,constant,words\n");
    for (system, ability) in abilities.iter().enumerate() {
        for (item, difficulty) in difficulties.iter().enumerate() {
            let quality = ability - difficulty + 0.6 * normal(&mut random);
            let output = Output::new(quality, &mut random);
            write!(text, "system-{:02},item-{:03},", system + 1, item + 1).expect("a string grows");
            output.write(&mut text, human, &mut random);
            // Difficult items are long ones.
            let words = 24.0 + 9.0 * difficulty + 2.0 * normal(&mut lengths);
            writeln!(text, ",{}", words.max(3.0).round()).expect("a string grows");
        }
    }
    text
}

/// One output of one system.
struct Output {
    quality: f64,
    /// Errors that weigh 1.
    minor: u32,
    /// Errors that weigh 5.
    major: u32,
    /// Punctuation, which weighs 0.1.
    trifling: u32,
}

impl Output {
    fn new(quality: f64, random: &mut Rand64) -> Self {
        let share = |middle: f64, slope: f64| (middle - slope * quality).clamp(0.004, 0.6);
        Output {
            quality,
            minor: successes(random, 5, share(0.08, 0.07)),
            major: successes(random, 4, share(0.045, 0.05)),
            trifling: successes(random, 1, 0.04),
        }
    }

    fn write(&self, text: &mut String, human: HumanScore, random: &mut Rand64) {
        let weight = f64::from(self.minor) + 5.0 * f64::from(self.major);
        let tenths = 10 * (self.minor + 5 * self.major) + self.trifling;
        let human = match human {
            HumanScore::ErrorWeights => -f64::from(tenths) / 10.0,
            HumanScore::Rating => {
                (76.0 + 11.0 * self.quality + 7.0 * normal(random)).clamp(0.0, 100.0).round()
            }
        };
        let regressor = 0.82 + 0.035 * self.quality - 0.012 * weight + 0.03 * normal(random);
        let judge = 18.6 + 0.9 * self.quality - 0.45 * weight + 1.1 * normal(random);
        let judge = 5.0 * judge.round().clamp(0.0, 20.0);
        let found = successes(random, self.minor, 0.55) + 5 * successes(random, self.major, 0.7);
        let spans = found + successes(random, 2, 0.08);
        let overlap = 42.0 + 3.0 * self.quality + 11.0 * normal(random);
        // + 0.0 makes a plain zero of -0.0.
        let (human, spans) = (human + 0.0, -f64::from(spans) + 0.0);
        write!(text, "{human},{regressor},{judge},{spans},{:.1},0.5", overlap.clamp(0.0, 100.0))
            .expect("a string grows");
    }
}

/// Nearly a standard normal number: twelve uniform ones, less their mean.
fn normal(random: &mut Rand64) -> f64 {
    (0..12).map(|_| random.rand_float()).sum::<f64>() - 6.0
}

/// How often an event of this probability happens in so many trials.
fn successes(random: &mut Rand64, trials: u32, probability: f64) -> u32 {
    (0..trials).map(|_| u32::from(random.rand_float() < probability)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scores::{ScoreFile, ScoreSet, Settings};
    use crate::stats::{Grouping, evaluate};
    use crate::studies::Study;
    use crate::studies::measure::{self, MeasureAlone, Measured};

    fn sample(human: HumanScore) -> ScoreSet {
        let file =
            ScoreFile::read(csv(human, 12, 150, SEED).as_bytes(), &Settings::default()).unwrap();
        file.score_set(&file.guess_roles().unwrap()).unwrap()
    }

    fn tied_by_human(scores: &ScoreSet) -> f64 {
        let groups = measure::groups(scores, 0, Grouping::Item).unwrap();
        evaluate(&groups, 0.0).human_tied.unwrap()
    }

    #[test]
    fn error_weights_tie_nearly_half_of_the_pairs() {
        let scores = sample(HumanScore::ErrorWeights);
        assert_eq!((scores.systems.len(), scores.items.len(), scores.rows()), (12, 150, 1800));
        let tied = tied_by_human(&scores);
        assert!((0.4..0.5).contains(&tied), "{tied}");
    }

    #[test]
    fn a_seed_gives_the_same_bytes_everywhere() {
        let golden = include_str!("../tests/golden/sample-2x2.csv");
        assert_eq!(csv(HumanScore::ErrorWeights, 2, 2, SEED), golden);
    }

    #[test]
    fn the_metrics_differ_as_described() {
        let scores = sample(HumanScore::ErrorWeights);
        let names: Vec<&str> = scores.metrics.iter().map(|metric| metric.name.as_str()).collect();
        assert_eq!(names, ["regressor", "llm_judge", "error_spans", "overlap", "constant"]);
        let measured = |metric| MeasureAlone::new(&scores, metric, Grouping::Item).unwrap().run();
        let [regressor, judge, spans, overlap, constant] = [0, 1, 2, 3, 4].map(measured);
        let tied = |metric: &Measured| metric.at_zero.metric_tied.unwrap();
        assert!(tied(&regressor) < 0.001 && tied(&overlap) < 0.02);
        assert!((0.1..0.4).contains(&tied(&judge)), "{}", tied(&judge));
        assert!((0.4..0.7).contains(&tied(&spans)), "{}", tied(&spans));
        assert_eq!(tied(&constant), 1.0);
        let star = |metric: &Measured| metric.at_star.acc_eq.unwrap();
        let chance = constant.at_zero.acc_eq.unwrap();
        assert!(star(&regressor) > chance + 0.05, "{} {chance}", star(&regressor));
        assert!(star(&overlap) < chance + 0.02, "{}", star(&overlap));
        assert!(regressor.calibration.epsilon > 0.0);
    }

    #[test]
    fn ratings_leave_calibration_nothing_to_gain() {
        let scores = sample(HumanScore::Rating);
        assert!(tied_by_human(&scores) < 0.06, "{}", tied_by_human(&scores));
        let regressor = MeasureAlone::new(&scores, 0, Grouping::Item).unwrap().run();
        let gain = regressor.at_star.acc_eq.unwrap() - regressor.at_zero.acc_eq.unwrap();
        assert!(gain < 0.002, "{gain}");
    }
}
