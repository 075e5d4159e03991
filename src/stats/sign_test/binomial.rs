//! The fair binomial distribution: how often heads come up in so many tosses.
//!
//! Transcendental functions are those of `libm`, which gives the same bits
//! natively and in wasm.

use std::f64::consts::{LN_2, PI};

/// Terms that are so much smaller than the sum cannot change it.
const NEGLIGIBLE: f64 = 1e-18;

/// P(Binomial(`trials`, 1/2) >= `least`): 1 at 0, 0 above `trials`.
///
/// The relative error is about 1e-12 for up to 2^30 trials, where the value is
/// a normal f64. The terms number a few times the square root of `trials`.
pub fn upper_tail(trials: u64, least: u64) -> f64 {
    if least == 0 {
        1.0
    } else if least > trials {
        0.0
    } else if least > trials - least {
        sum_upwards(trials, least)
    } else {
        // By symmetry, P(X < least) = P(X > trials - least).
        1.0 - sum_upwards(trials, trials - least + 1)
    }
}

/// P(X >= `least`) for `least` > `trials` / 2, where terms shrink.
fn sum_upwards(trials: u64, least: u64) -> f64 {
    let first = probability(trials, least);
    let mut term = 1.0;
    let mut sum = 0.0;
    let mut successes = least;
    while term > NEGLIGIBLE * sum {
        sum += term;
        term *= (trials - successes) as f64 / (successes + 1) as f64;
        successes += 1;
    }
    first * sum
}

/// P(Binomial(`trials`, 1/2) = k) for every k from 0 to `trials`.
pub fn probabilities(trials: u64) -> Vec<f64> {
    let mut upper = vec![probability(trials, trials / 2)];
    for successes in trials / 2..trials {
        let ratio = (trials - successes) as f64 / (successes + 1) as f64;
        upper.push(upper[upper.len() - 1] * ratio);
    }
    // With an odd number of trials the two in the middle are equal.
    let lower = upper.iter().skip(1 + (trials % 2) as usize).rev();
    lower.chain(&upper).copied().collect()
}

/// P(Binomial(`trials`, 1/2) = `successes`).
///
/// C. Loader, *Fast and accurate computation of binomial probabilities* (2000):
/// Stirling's formula with its errors, and the deviance from the mean without
/// cancellation.
pub fn probability(trials: u64, successes: u64) -> f64 {
    if successes == 0 || successes == trials {
        return libm::exp(-LN_2 * trials as f64);
    }
    let (n, k, rest) = (trials as f64, successes as f64, (trials - successes) as f64);
    let exponent = stirling_error(n)
        - stirling_error(k)
        - stirling_error(rest)
        - deviance(k, n / 2.0)
        - deviance(rest, n / 2.0);
    libm::exp(exponent) * (n / (2.0 * PI * k * rest)).sqrt()
}

/// ln n! less Stirling's formula, for whole n >= 1.
fn stirling_error(n: f64) -> f64 {
    if n < 16.0 {
        return stirling_error(n + 1.0) + (n + 0.5) * libm::log1p(1.0 / n) - 1.0;
    }
    let square = n * n;
    let series = 1.0 / 1260.0 - (1.0 / 1680.0 - (1.0 / 1188.0) / square) / square;
    (1.0 / 12.0 - (1.0 / 360.0 - series / square) / square) / n
}

/// x ln(x / mean) + mean - x.
fn deviance(x: f64, mean: f64) -> f64 {
    let difference = x - mean;
    let ratio = difference / (x + mean);
    if ratio.abs() >= 0.1 {
        return x * libm::log(x / mean) - difference;
    }
    // Twice the series of the inverse hyperbolic tangent, less what cancels.
    let mut sum = difference * ratio;
    let mut power = 2.0 * x * ratio;
    for odd in (3..).step_by(2) {
        power *= ratio * ratio;
        let next = sum + power / f64::from(odd);
        if next == sum {
            break;
        }
        sum = next;
    }
    sum
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::*;

    /// All of C(n, k) 2^-n, in big integers.
    fn exact(trials: u64) -> Vec<f64> {
        let mut row = vec![BigUint::from(1u8)];
        for k in 0..trials {
            row.push(&row[k as usize] * (trials - k) / (k + 1));
        }
        // The highest 64 bits, scaled, are more than an f64 holds.
        let scaled = |count: &BigUint| {
            let shift = count.bits().saturating_sub(64);
            let high: u64 = (count >> shift).try_into().unwrap();
            high as f64 * 2f64.powi(shift as i32 - trials as i32)
        };
        row.iter().map(scaled).collect()
    }

    fn assert_close(found: f64, expected: f64, what: &str) {
        assert!((found - expected).abs() <= 1e-12 * expected, "{what}: {found} {expected}");
    }

    #[test]
    fn equals_big_integers() {
        for trials in [0, 1, 2, 3, 7, 15, 16, 33, 100, 401, 1000] {
            let expected = exact(trials);
            let all = probabilities(trials);
            assert_eq!(all.len(), expected.len());
            for (k, &expected_k) in expected.iter().enumerate() {
                let what = format!("{k} of {trials}");
                assert_close(probability(trials, k as u64), expected_k, &what);
                assert_close(all[k], expected_k, &what);
                let tail: f64 = expected[k..].iter().rev().sum();
                assert_close(upper_tail(trials, k as u64), tail, &what);
            }
            assert_eq!(upper_tail(trials, trials + 1), 0.0);
        }
    }

    #[test]
    fn both_tails_of_many_trials_add_up() {
        for trials in [1 << 20, 395_493_750, (1 << 30) - 1] {
            let middle = trials / 2;
            for least in [middle, middle + 1, middle + 1000, middle + 40_000] {
                let upper = upper_tail(trials, least);
                let lower = upper_tail(trials, trials - least + 1);
                assert!((upper + lower - 1.0).abs() < 1e-12, "{least} of {trials}");
            }
            // With an even number, half of what is not in the middle.
            let half =
                if trials % 2 == 1 { 0.5 } else { 0.5 * (1.0 - probability(trials, middle)) };
            assert_close(upper_tail(trials, middle + 1) / half, 1.0, "half");
        }
    }

    /// Computed with 60 decimal digits.
    #[test]
    fn tails_of_many_trials() {
        for (trials, least, expected) in [
            (395_493_750, 197_746_876, 4.999_799_395_692_979e-1),
            (395_493_750, 197_756_876, 1.572_724_595_332_765_7e-1),
            (395_493_750, 197_796_875, 2.473_539_502_415_459_3e-7),
            (400_000_000, 200_150_000, 3.673_693_847_924_112_6e-51),
        ] {
            assert_close(
                upper_tail(trials, least) / expected,
                1.0,
                &format!("{least} of {trials}"),
            );
        }
    }
}
