//! The mean of scores as they are written.
//!
//! A score is the decimal that someone wrote, and its `f64` is only the nearest one: -4.4 is a little less, -0.4 a
//! little less by another amount. Means that are equal on paper, of -1, -5, -4.4 and of -5, -5, -0.4, are to be
//! equal here, for a tie is a tie only between equal numbers.

use num_bigint::{BigInt, BigUint, Sign};

/// The mean of finite numbers, each taken for the shortest decimal that is read as it: exact, and rounded
/// once. The same whatever the order; `NaN` without any, and never `-0.0`.
pub(super) fn mean(values: &[f64]) -> f64 {
    let Some((first, others)) = values.split_first() else { return f64::NAN };
    if others.iter().all(|value| value == first) {
        return *first;
    }
    let decimals: Vec<(BigInt, i32)> = values.iter().map(|&value| decimal(value)).collect();
    let unit = decimals.iter().map(|(_, exponent)| *exponent).min().unwrap_or(0).min(0);
    let in_units = |(digits, exponent): &(BigInt, i32)| digits * power(exponent - unit);
    let sum: BigInt = decimals.iter().map(in_units).sum();
    let size =
        quotient(sum.magnitude().clone(), power(unit).magnitude() * BigUint::from(values.len()));
    (if sum.sign() == Sign::Minus { -size } else { size }) + 0.0
}

/// Bits of a quotient before it is rounded: more than an `f64` has, and one that says whether there are more.
const BITS: u64 = 66;

/// The `f64` nearest to a quotient; of two as near, the even one.
fn quotient(dividend: BigUint, divisor: BigUint) -> f64 {
    let more = (BITS + divisor.bits()).saturating_sub(dividend.bits());
    let fewer = dividend.bits().saturating_sub(BITS + divisor.bits());
    let (dividend, divisor) = (dividend << more, divisor << fewer);
    let mut quotient = &dividend / &divisor;
    if &quotient * &divisor != dividend {
        quotient.set_bit(0, true);
    }
    let rounded = u128::try_from(quotient).map_or(f64::NAN, |bits| bits as f64);
    // In two steps: the power alone may be beyond an `f64`.
    let exponent = fewer as i32 - more as i32;
    rounded * 2_f64.powi(exponent / 2) * 2_f64.powi(exponent - exponent / 2)
}

/// The shortest decimal that is read as a number: its digits, and the power of ten of the last one.
fn decimal(value: f64) -> (BigInt, i32) {
    let text = format!("{value:e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let number = |text: &str| text.parse::<i32>().unwrap_or(0);
    let places = i32::try_from(fraction.len()).unwrap_or(0);
    let digits = format!("{whole}{fraction}").parse().unwrap_or_default();
    (digits, number(exponent) - places)
}

fn power(exponent: i32) -> BigInt {
    BigInt::from(10).pow(exponent.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn means_that_are_equal_on_paper_are_equal() {
        let expected = -10.4 / 3.0;
        for values in
            [[-1.0, -5.0, -4.4], [-4.4, -1.0, -5.0], [-5.0, -5.0, -0.4], [-3.3, -3.3, -3.8]]
        {
            assert_eq!(mean(&values), expected, "{values:?}");
        }
        assert_eq!(mean(&[0.1, 0.2]), 0.15);
        assert_eq!(mean(&[0.1; 3]), 0.1);
        assert_eq!(mean(&[0.3, 0.1, 0.2]), 0.2);
    }

    #[test]
    fn there_is_no_overflow_and_no_negative_zero() {
        assert_eq!(mean(&[f64::MAX, f64::MAX]), f64::MAX);
        assert_eq!(mean(&[f64::MAX, -f64::MAX, 3.0]), 1.0);
        assert_eq!(mean(&[5e-324, 5e-324, 5e-324]), 5e-324);
        assert_eq!(mean(&[-1.0, 1.0]).to_bits(), 0);
        assert_eq!(mean(&[-5e-324, 0.0, 0.0]).to_bits(), 0);
        assert!(mean(&[]).is_nan());
    }

    proptest! {
        /// Whole numbers of thousandths are the oracle: their sum is exact, and so few that one division rounds it.
        #[test]
        fn it_is_the_exact_sum_rounded_once(
            thousandths in proptest::collection::vec(-100_000_i32..100_000, 1..9),
            turn in 0_usize..9,
        ) {
            let sum: i32 = thousandths.iter().sum();
            let exact = f64::from(sum) / (1000 * thousandths.len()) as f64;
            let mut values: Vec<f64> = thousandths.iter().map(|&n| f64::from(n) / 1000.0).collect();
            prop_assert_eq!(mean(&values), exact);
            let turn = turn % values.len();
            values.rotate_left(turn);
            prop_assert_eq!(mean(&values), exact);
        }
    }
}
