//! Scores as whole numbers of a unit, so that sums compare without rounding.
//!
//! In floating point, -0.1 - 5 + 0.1 and -5 differ, although they are equal as
//! numbers; a sign-flip test that compared such sums would decide by rounding.

use crate::correlation::times_power_of_two;

/// Decimal places that are looked for.
const MOST_PLACES: i32 = 9;
/// Scores this much off a decimal, as a share of the largest, are that decimal
/// summed in another order: 1.4e-14.
const NOISE: f64 = 1.0 / (1u64 << 46) as f64;
/// Scores are at most so many decimal units: then the noise is far below one.
const MOST_UNITS: f64 = (1u64 << 40) as f64;
/// The largest score has at most so many bits: the noise of a score is less than one unit.
const MOST_BITS: i32 = 49;
/// Sums of all scores of a system stay below 2^60.
const SUM_BITS: i32 = 60;

/// Scores of one column in whole units.
///
/// If all scores are decimals of at most nine places (up to the noise of sums
/// in floating point), the unit is 10^-places, and sums are equal when they are
/// equal as decimals. Otherwise it is a power of two, 2^-50 of the largest score
/// (more for thousands of items), and sums are equal when they are closer than
/// rounding each score to a unit explains: about 1e-11 of the largest score.
#[derive(Debug, Clone)]
pub struct Units {
    pub scores: Vec<i64>,
    /// How far from its number of units a score may be, in units: 0 or 1.
    pub rounding: i64,
    unit: Unit,
}

#[derive(Debug, Clone, Copy)]
enum Unit {
    /// 10^-places.
    Decimal(i32),
    /// 2^-exponent.
    Binary(i32),
}

impl Units {
    /// `scores` must be finite; up to `terms` of them will be summed.
    pub fn new(scores: &[f64], terms: usize) -> Self {
        let largest = scores.iter().fold(0f64, |largest, score| largest.max(score.abs()));
        let term_bits = (usize::BITS - terms.leading_zeros()) as i32;
        let most = MOST_UNITS.min(2f64.powi(SUM_BITS - term_bits));
        let is_grid = |&places: &i32| {
            let power = 10f64.powi(places);
            let near = |score: &f64| {
                let units = score * power;
                (units - units.round()).abs() <= largest * power * NOISE
            };
            largest * power <= most && scores.iter().all(near)
        };
        if let Some(places) = (0..=MOST_PLACES).find(is_grid) {
            let power = 10f64.powi(places);
            let scores = scores.iter().map(|score| (score * power).round() as i64).collect();
            return Units { scores, rounding: 0, unit: Unit::Decimal(places) };
        }
        let bits = MOST_BITS.min(SUM_BITS - term_bits - 1);
        let exponent = bits - largest.log2().floor() as i32;
        let round = |&score: &f64| times_power_of_two(score, exponent).round() as i64;
        let scores = scores.iter().map(round).collect();
        Units { scores, rounding: 1, unit: Unit::Binary(exponent) }
    }

    /// The mean of `terms` scores that sum to so many units.
    pub fn mean(&self, sum: i64, terms: usize) -> f64 {
        let mean = sum as f64 / terms as f64;
        match self.unit {
            Unit::Decimal(places) => mean / 10f64.powi(places),
            Unit::Binary(exponent) => times_power_of_two(mean, -exponent),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_lose_the_noise_of_their_sums() {
        let noisy = [-0.1 - 5.0 - 0.1 - 1.0 - 0.1, -6.3, 0.0, 0.1 + 0.2];
        assert_ne!(noisy[0], noisy[1]);
        let units = Units::new(&noisy, 4);
        assert_eq!(units.scores, [-63, -63, 0, 3]);
        assert_eq!((units.rounding, units.mean(-63, 1)), (0, -6.3));
    }

    #[test]
    fn whole_numbers_are_their_own_units() {
        assert_eq!(Units::new(&[95.0, -5.0], 9).scores, [95, -5]);
        assert_eq!(Units::new(&[0.0, 0.0], 9).scores, [0, 0]);
    }

    #[test]
    fn other_scores_are_rounded_far_below_their_last_digits_that_matter() {
        for scale in [1e-300, 1e-3, 1.0, 1e300] {
            let scores = [0.123_456_789_012_345_6 * scale, -scale / 3.0];
            let units = Units::new(&scores, 1000);
            assert_eq!(units.rounding, 1);
            let largest = units.scores[1].unsigned_abs();
            assert!(largest > 1 << 48 && largest < 1 << 50, "{largest}");
            for (&units_of_score, score) in units.scores.iter().zip(scores) {
                let error = (units.mean(units_of_score, 1) - score).abs();
                assert!(error <= scale * 2f64.powi(-48), "{error}");
            }
        }
    }
}
