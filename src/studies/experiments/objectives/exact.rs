//! Averages of ratios that compare without rounding having a say.

use std::cmp::Ordering;

/// 2^80 units make 1.
const SCALE: f64 = (1u128 << 80) as f64;
/// A value is off by less than two units, so averages closer than this are equal. Different averages could
/// only be as close as 2^-78 by an accident that no data of any size shows.
const SLACK: i128 = 4;

/// A mean of values between -1 and 1, before its last division.
///
/// Values are whole units, so sums do not depend on order. Up to 2^23 values fit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Average {
    units: i128,
    /// What the units are divided by.
    parts: u64,
}

impl Average {
    /// Of one value more.
    pub fn add(&mut self, units: i128) {
        self.units += units;
        self.parts += 1;
    }

    /// Of one value less, which was added before.
    pub fn remove(&mut self, units: i128) {
        self.units -= units;
        self.parts -= 1;
    }

    /// How many values it is of.
    pub fn parts(&self) -> u64 {
        self.parts
    }

    /// Whether a value would raise it.
    pub fn is_less_than(&self, units: i128) -> bool {
        self.units < units * i128::from(self.parts)
    }

    /// Whether a value would lower it.
    pub fn is_more_than(&self, units: i128) -> bool {
        self.units > units * i128::from(self.parts)
    }

    /// `percent` hundredths of one average and the rest of another, of as many values. It counts a hundred
    /// times as many.
    pub fn weighted(percent: u8, a: Average, b: Average) -> Average {
        debug_assert_eq!(a.parts, b.parts);
        let units = i128::from(percent) * a.units + i128::from(100 - percent) * b.units;
        Average { units, parts: 100 * a.parts }
    }

    /// Compares two averages, each of one value at least.
    pub fn compare(&self, other: &Average) -> Ordering {
        let (difference, slack) = if self.parts == other.parts {
            (self.units - other.units, SLACK * i128::from(self.parts))
        } else {
            let (own, others) = (i128::from(self.parts), i128::from(other.parts));
            (self.units * others - other.units * own, SLACK * own * others)
        };
        if difference.abs() <= slack { Ordering::Equal } else { difference.cmp(&0) }
    }

    /// The average itself, rounded.
    pub fn value(&self) -> f64 {
        self.units as f64 / SCALE / self.parts as f64
    }
}

/// A ratio between -1 and 1 in units. Equal ratios give the same, however they are written.
///
/// Both numbers must be below 2^53 in size, and the denominator not 0.
pub fn ratio(numerator: i64, denominator: u64) -> i128 {
    let (numerator, denominator) = (numerator as f64, denominator as f64);
    let quotient = numerator / denominator;
    let (high, low) = product(quotient, denominator);
    // The rest of a division by a rounded quotient is an f64.
    units(quotient, (numerator - high - low) / denominator)
}

/// A number over the root of a product, between -1 and 1, in units.
///
/// All numbers must be below 2^53 in size, and the product not 0.
pub fn over_root(numerator: i64, factors: [u64; 2]) -> i128 {
    let numerator = numerator as f64;
    let (square, square_rest) = product(factors[0] as f64, factors[1] as f64);
    let root = square.sqrt();
    let (high, low) = product(root, root);
    let root_rest = (square - high - low + square_rest) / (2.0 * root);
    let quotient = numerator / root;
    let (high, low) = product(quotient, root);
    units(quotient, (numerator - high - low - quotient * root_rest) / root)
}

/// The units of a number between -1 and 1, given as an f64 and what is missing.
fn units(value: f64, rest: f64) -> i128 {
    let scaled = value * SCALE;
    let whole = scaled.trunc();
    whole as i128 + (scaled - whole + rest * SCALE).floor() as i128
}

/// The product of two numbers, rounded, and what is missing: T. J. Dekker, "A floating-point technique for
/// extending the available precision", Numerische Mathematik 18 (1971).
fn product(a: f64, b: f64) -> (f64, f64) {
    let halves = |x: f64| {
        let large = x * ((1u32 << 27) + 1) as f64;
        let high = large - (large - x);
        (high, x - high)
    };
    let rounded = a * b;
    let ((a_high, a_low), (b_high, b_low)) = (halves(a), halves(b));
    let rest = a_high * b_high - rounded + a_high * b_low + a_low * b_high + a_low * b_low;
    (rounded, rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigInt;

    #[test]
    fn a_ratio_is_off_by_less_than_two_units() {
        let mut random = oorandom::Rand64::new(1);
        for round in 0..20_000 {
            let size = 1 << (2 + round % 50);
            let denominator = 1 + random.rand_range(0..size);
            let numerator = random.rand_range(0..denominator + 1) as i64;
            let exact: BigInt = (BigInt::from(numerator) << 80) / denominator;
            let off = BigInt::from(ratio(numerator, denominator)) - &exact;
            assert!((BigInt::from(-1)..=BigInt::from(1)).contains(&off), "{off}");
            let exact = (BigInt::from(-numerator) << 80) / denominator;
            let off = BigInt::from(ratio(-numerator, denominator)) - &exact;
            assert!((BigInt::from(-1)..=BigInt::from(1)).contains(&off), "{off}");
        }
    }

    #[test]
    fn equal_ratios_are_the_same() {
        for (numerator, denominator) in [(1, 3), (-2, 7), (99, 100), (5, 6), (-13, 210)] {
            for times in [1, 3, 10, 1001, 123_456_789] {
                let scaled = ratio(times as i64 * numerator, times * denominator);
                assert_eq!(scaled, ratio(numerator, denominator));
            }
        }
    }

    #[test]
    fn a_root_is_off_by_less_than_two_units() {
        let mut random = oorandom::Rand64::new(2);
        for round in 0..20_000 {
            let size = 1 << (1 + round % 40);
            let factors = [1 + random.rand_range(0..size), 1 + random.rand_range(0..size)];
            let largest = BigInt::from(u128::from(factors[0]) * u128::from(factors[1])).sqrt();
            let largest = u64::try_from(largest).unwrap();
            let numerator = random.rand_range(0..largest + 1) as i64;
            // (numerator << 80) / root, by the root of the square.
            let square: BigInt = (BigInt::from(numerator).pow(2) << 160) / factors[0] / factors[1];
            let off = BigInt::from(over_root(numerator, factors)) - square.sqrt();
            assert!((BigInt::from(-1)..=BigInt::from(1)).contains(&off), "{off}");
        }
    }

    #[test]
    fn sums_of_ratios_are_compared_as_rationals() {
        let average = |ratios: &[(i64, u64)]| {
            let mut average = Average::default();
            ratios.iter().for_each(|&(a, b)| average.add(ratio(a, b)));
            average
        };
        let same = average(&[(1, 2), (1, 3), (1, 6)]);
        assert_eq!(same.compare(&average(&[(1, 1), (0, 5), (0, 7)])), Ordering::Equal);
        assert_eq!(same.compare(&average(&[(1, 3)])), Ordering::Equal);
        assert_eq!(same.compare(&average(&[(333_333_333, 1_000_000_000)])), Ordering::Greater);
        let (low, high) = (average(&[(1, 5), (1, 5)]), average(&[(1, 4), (1, 4)]));
        let weighted = |percent| Average::weighted(percent, low, high);
        assert_eq!(weighted(20).compare(&average(&[(24, 100)])), Ordering::Equal);
        assert_eq!(weighted(21).compare(&average(&[(24, 100)])), Ordering::Less);
        assert!((weighted(50).value() - 0.225).abs() < 1e-15);
    }
}
