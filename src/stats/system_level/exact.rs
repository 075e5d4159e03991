//! The exact distribution of a sign-flip test on whole numbers.

use super::common::CommonItems;
use super::units::Units;
use crate::grouping::pairs_of;
use crate::objective::greatest_common_divisor;

/// Additions for all pairs of systems: about 20 ms.
const MOST_ADDITIONS: u64 = 1 << 24;

/// The share of all sign flips with a sum of at least the observed one, for
/// each pair of systems in order; `None` when that is too much work or the
/// scores are rounded to their units.
///
/// With A the sum of |d| over the differences d of a pair, a flip sums to
/// 2T - A, where T takes each |d| with probability one half. The distribution
/// of T over 0..=A is built up one difference after the other.
pub fn p_values(items: &CommonItems, units: &Units) -> Option<Vec<f64>> {
    // Looking at the differences is work too.
    let looks = pairs_of(items.systems() as u64) * items.len() as u64;
    if units.rounding > 0 || looks > MOST_ADDITIONS {
        return None;
    }
    let scores = &units.scores;
    // Most files are far beyond the limit: their first pairs say so.
    items.pairs().try_fold(0, |additions: u64, pair| {
        let additions = additions.saturating_add(work(&differences(items, scores, pair)));
        (additions <= MOST_ADDITIONS).then_some(additions)
    })?;
    let mut chances = Vec::new();
    let p = |pair| p_value(&differences(items, scores, pair), &mut chances);
    Some(items.pairs().map(p).collect())
}

/// Differences of two systems that are not 0, divided by their common factor.
fn differences(items: &CommonItems, scores: &[i64], (first, second): (usize, usize)) -> Vec<i64> {
    let rows = scores.chunks_exact(items.systems());
    let all = rows.map(|row| row[first] - row[second]);
    let mut differences: Vec<i64> = all.filter(|&difference| difference != 0).collect();
    let sizes = differences.iter().map(|difference| u128::from(difference.unsigned_abs()));
    let factor = sizes.fold(0, greatest_common_divisor) as i64;
    differences.iter_mut().for_each(|difference| *difference /= factor);
    differences
}

/// Additions to find the distribution of one pair.
fn work(differences: &[i64]) -> u64 {
    let range: u64 = differences.iter().map(|d| d.unsigned_abs()).sum();
    range.saturating_mul(differences.len() as u64)
}

fn p_value(differences: &[i64], chances: &mut Vec<f64>) -> f64 {
    chances.clear();
    chances.push(1.0);
    for difference in differences {
        let shift = difference.unsigned_abs() as usize;
        let before = chances.len();
        chances.resize(before + shift, 0.0);
        chances.iter_mut().for_each(|chance| *chance *= 0.5);
        for sum in (0..before).rev() {
            chances[sum + shift] += chances[sum];
        }
    }
    // 2T - A >= D when T >= (A + D) / 2, the sum of the positive differences.
    let positive: i64 = differences.iter().filter(|&&difference| difference > 0).sum();
    // Small chances first.
    chances[positive as usize..].iter().rev().sum::<f64>().min(1.0)
}
