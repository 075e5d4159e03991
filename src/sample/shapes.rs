//! Metrics of difficult shapes, for the benchmark of the calibration.

use std::fmt::Write;

use oorandom::Rand64;

use super::normal;

/// The metrics of [`csv()`].
pub const NAMES: [&str; 5] = ["flat", "bunched", "plateaued", "rounded", "heavy_tailed"];

/// Human scores, as likely as they are often here.
const HUMAN: [f64; 9] = [0.0, 0.0, 0.0, -1.0, -1.0, -2.0, -5.0, -0.1, -7.0];

/// A score file whose metrics are the human score and noise, each hard to calibrate in its own way:
///
/// - `flat`: five decimals, so that hundreds of thousands of pairs differ by (nearly) as much, where acc_eq hardly
///   depends on epsilon;
/// - `bunched`: scores lie close to tenths, and so do their differences;
/// - `plateaued`: human scores are far apart for the noise, so that no pair differs by some epsilons;
/// - `rounded`: four decimals;
/// - `heavy_tailed`: a few scores are far away, so that nearly all differences are a tiny part of the range.
pub fn csv(systems: usize, items: usize, seed: u128) -> String {
    let mut random = Rand64::new(seed);
    let mut text = format!("system,item,human,{}\n", NAMES.join(","));
    for system in 1..=systems {
        for item in 1..=items {
            let human = HUMAN[random.rand_range(0..HUMAN.len() as u64) as usize];
            let flat = rounded(human + normal(&mut random), 1e5);
            let bunched = rounded(human + normal(&mut random), 10.0) + 1e-5 * normal(&mut random);
            let plateaued = 10.0 * human + random.rand_float();
            let rounded = rounded(human + 1.5 * normal(&mut random), 1e4);
            let heavy_tailed = human + normal(&mut random) / normal(&mut random);
            writeln!(
                text,
                "{system},{item},{human},{flat},{bunched},{plateaued},{rounded},{heavy_tailed}"
            )
            .expect("a string grows");
        }
    }
    text
}

/// The nearest multiple of a part.
fn rounded(score: f64, parts: f64) -> f64 {
    (score * parts).round() / parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::SEED;
    use crate::scores;

    #[test]
    fn every_shape_is_a_metric() {
        let scores = scores::load(csv(3, 40, SEED).as_bytes()).unwrap();
        let names: Vec<&str> = scores.metrics.iter().map(|metric| metric.name.as_str()).collect();
        assert_eq!(names, NAMES);
        assert_eq!((scores.systems.len(), scores.items.len(), scores.rows()), (3, 40, 120));
    }
}
