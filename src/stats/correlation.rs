//! Pearson's r and Spearman's rho of one group's scores.
//!
//! They ignore epsilon, and are undefined where all human or all metric scores of the group are equal.

use super::grouping::Group;

/// Pearson's r, or `None` when either side is constant.
///
/// Scores are scaled by powers of two before they are squared, so differences
/// near 1e-300 or 1e300 neither vanish nor overflow.
pub fn pearson(group: &Group) -> Option<f64> {
    cosine(&deviations(group.human)?.scaled, &deviations(group.metric)?.scaled)
}

/// Spearman's rho: Pearson's r of mid-ranks, or `None` when either side is
/// constant.
///
/// Mid-ranks are doubled to whole numbers, so the sums are exact.
pub fn spearman(group: &Group) -> Option<f64> {
    let human = centred_ranks(group.human_rank);
    let runs: Vec<u32> = (0..group.metric_levels())
        .flat_map(|run| std::iter::repeat_n(run as u32, group.run_ranks(run).len()))
        .collect();
    let metric = centred_ranks(&runs);
    let product = |a: &[i64], b: &[i64]| -> i128 {
        a.iter().zip(b).map(|(&a, &b)| i128::from(a) * i128::from(b)).sum()
    };
    let (h, m) = (product(&human, &human), product(&metric, &metric));
    let rho = product(&human, &metric) as f64 / (h as f64 * m as f64).sqrt();
    (h > 0 && m > 0).then(|| rho.clamp(-1.0, 1.0))
}

/// Twice each value's mid-rank, less twice the mean rank.
fn centred_ranks(levels: &[u32]) -> Vec<i64> {
    let mut below = vec![0i64; levels.iter().max().map_or(0, |&top| top as usize) + 2];
    for &level in levels {
        below[level as usize + 1] += 1;
    }
    for level in 1..below.len() {
        below[level] += below[level - 1];
    }
    // Values of a level take the ranks below[l]+1 ..= below[l+1]; twice their
    // mean is the sum of both ends, and twice the mean of all ranks is n + 1.
    let n = levels.len() as i64;
    levels.iter().map(|&l| below[l as usize] + below[l as usize + 1] - n).collect()
}

/// Differences from the mean of scores that are not all equal.
pub(super) struct Deviations {
    /// The differences times 2^exponent, at most about 1 in size.
    pub scaled: Vec<f64>,
    pub exponent: i32,
}

/// `None` if the scores are all equal.
pub(super) fn deviations(scores: &[f64]) -> Option<Deviations> {
    if scores.iter().all(|&score| score == scores[0]) {
        return None;
    }
    let mut scaled = scores.to_vec();
    let first = scale_to_one(&mut scaled);
    subtract_mean(&mut scaled);
    let second = scale_to_one(&mut scaled);
    // What rounding of the mean left behind.
    subtract_mean(&mut scaled);
    Some(Deviations { scaled, exponent: first + second })
}

fn subtract_mean(scores: &mut [f64]) {
    let mean = scores.iter().sum::<f64>() / scores.len() as f64;
    scores.iter_mut().for_each(|score| *score -= mean);
}

/// Multiplies by the power of two that brings the largest size into 0.5..1;
/// returns its exponent. The scores must not all be 0.
fn scale_to_one(scores: &mut [f64]) -> i32 {
    let largest = scores.iter().fold(0f64, |largest, score| largest.max(score.abs()));
    let exponent = -(largest.log2().floor() as i32) - 1;
    scores.iter_mut().for_each(|score| *score = times_power_of_two(*score, exponent));
    exponent
}

/// `value` times 2^`exponent`, for exponents from -1100 to 1100.
pub(super) fn times_power_of_two(value: f64, exponent: i32) -> f64 {
    // In two steps: 2^1074, the way up from the smallest number, is no f64.
    let (first, second) = (exponent / 2, exponent - exponent / 2);
    value * 2f64.powi(first) * 2f64.powi(second)
}

fn cosine(a: &[f64], b: &[f64]) -> Option<f64> {
    let product = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
    let norm = (product(a, a) * product(b, b)).sqrt();
    (norm > 0.0).then(|| (product(a, b) / norm).clamp(-1.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::super::grouping::Groups;
    use super::*;

    fn both(human: &[f64], metric: &[f64]) -> (Option<f64>, Option<f64>) {
        let groups = Groups::new(None, human, metric);
        (pearson(&groups.get(0)), spearman(&groups.get(0)))
    }

    #[test]
    fn a_line_correlates_fully_at_any_scale() {
        for scale in [5e-324, 1e-300, 1.0, 1e300] {
            let human: Vec<f64> = (1..8).map(|i| f64::from(i) * scale).collect();
            let (r, rho) = both(&human, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
            assert!((r.unwrap() - 1.0).abs() < 1e-15, "{scale}: {r:?}");
            assert_eq!(rho, Some(1.0));
        }
    }

    #[test]
    fn a_large_offset_does_not_hide_the_shape() {
        let human: Vec<f64> = (0..5).map(|i| 1e12 + f64::from(i * i)).collect();
        let plain: Vec<f64> = (0..5).map(|i| f64::from(i * i)).collect();
        let metric = [1.0, 0.0, 2.0, 5.0, 3.0];
        let difference = both(&human, &metric).0.unwrap() - both(&plain, &metric).0.unwrap();
        assert!(difference.abs() < 1e-12);
    }

    #[test]
    fn mid_ranks_are_shared_among_ties() {
        // Ranks 1.5 1.5 3 against 1 2 3: 1.5 / sqrt(1.5 * 2).
        let rho = both(&[0.0, 0.0, 1.0], &[1.0, 2.0, 3.0]).1.unwrap();
        assert!((rho - 1.5 / 3f64.sqrt()).abs() < 1e-15);
    }

    #[test]
    fn constant_scores_have_no_correlation() {
        assert_eq!(both(&[1.0, 1.0], &[1.0, 2.0]), (None, None));
        assert_eq!(both(&[1.0, 2.0], &[0.1, 0.1]), (None, None));
    }
}
