//! Scores that differ by floating-point noise alone.
//!
//! Sums of decimal weights such as 0.1 differ in their last digits with the order of summation, and a
//! tie is a tie only between equal numbers.

/// Numbers closer than this part of their size were probably meant to be equal: noise is a thousand
/// times smaller, and what people write down is farther apart.
const NOISE: f64 = 1e-9;

fn is_near(a: f64, b: f64) -> bool {
    a != b && (b - a).abs() < NOISE * a.abs().max(b.abs())
}

/// Neighbours among the different scores that are nearly equal, each as two rows.
pub(super) fn near(values: &[f64]) -> Vec<[usize; 2]> {
    let mut rows = ascending(values);
    rows.dedup_by_key(|row| values[*row]);
    let pairs = rows.windows(2).map(|pair| [pair[0], pair[1]]);
    pairs.filter(|&[a, b]| is_near(values[a], values[b])).collect()
}

/// Makes nearly equal scores equal to the least of them.
pub(super) fn merge(values: &mut [f64]) {
    let mut least = f64::NAN;
    for row in ascending(values) {
        if is_near(least, values[row]) {
            values[row] = least;
        } else {
            least = values[row];
        }
    }
}

/// The rows with a score, by score.
fn ascending(values: &[f64]) -> Vec<usize> {
    let mut rows: Vec<usize> = (0..values.len()).filter(|&row| !values[row].is_nan()).collect();
    rows.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_found_and_merged() {
        let sum = 0.1 + 0.2;
        let mut values = [sum, -16.299999999999997, f64::NAN, 0.3, -16.300000000000004, 0.31, sum];
        assert_eq!(near(&values), [[4, 1], [3, 0]]);
        merge(&mut values);
        assert!(values[2].is_nan());
        values[2] = 0.0;
        let (low, noisy) = (-16.300000000000004, 0.3);
        assert_eq!(values, [noisy, low, 0.0, noisy, low, 0.31, noisy]);
        assert_eq!(near(&values), [[0; 2]; 0]);
    }

    #[test]
    fn merging_does_not_drift() {
        let step = 0.6e-9;
        let mut values = [1.0, 1.0 + step, 1.0 + 2.0 * step, 1.0 + 3.0 * step];
        let apart = values[2];
        merge(&mut values);
        assert_eq!(values, [1.0, 1.0, apart, apart]);
    }

    #[test]
    fn small_and_large_scores_are_no_noise() {
        let mut values = [0.0, 1e-300, 2e-300, 1e300, -1e300];
        assert_eq!(near(&values), [[0; 2]; 0]);
        let before = values;
        merge(&mut values);
        assert_eq!(values, before);
    }
}
