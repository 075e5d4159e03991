//! The obvious way: every pair of rows, every candidate, exact fractions.
//!
//! Slow on purpose. What the crate computes cleverly must equal this.

#![allow(dead_code, reason = "each test file uses a part")]

use num_bigint::BigInt;
use tiescope::stats::{Groups, PairCounts};

/// Counts by looking at each pair.
pub fn count(human: &[f64], metric: &[f64], epsilon: f64) -> PairCounts {
    let mut counts = PairCounts::default();
    for i in 0..human.len() {
        for j in 0..i {
            let tied_by_human = human[i] == human[j];
            let tied_by_metric = (metric[i] - metric[j]).abs() <= epsilon;
            let same_way = (human[i] > human[j]) == (metric[i] > metric[j]);
            *match (tied_by_human, tied_by_metric) {
                (true, true) => &mut counts.both_ties,
                (true, false) => &mut counts.human_ties,
                (false, true) => &mut counts.metric_ties,
                (false, false) if same_way => &mut counts.concordant,
                (false, false) => &mut counts.discordant,
            } += 1;
        }
    }
    counts
}

/// The rows of each key that have both scores, for keys with two or more.
pub fn complete_groups(keys: &[u32], human: &[f64], metric: &[f64]) -> Vec<(Vec<f64>, Vec<f64>)> {
    let mut names: Vec<u32> = keys.to_vec();
    names.sort_unstable();
    names.dedup();
    let rows_of = |name: u32| {
        let complete =
            move |&row: &usize| keys[row] == name && !human[row].is_nan() && !metric[row].is_nan();
        (0..keys.len()).filter(complete).map(|row| (human[row], metric[row])).unzip()
    };
    names.into_iter().map(rows_of).filter(|(h, _): &(Vec<f64>, Vec<f64>)| h.len() > 1).collect()
}

/// The groups as the crate holds them.
pub fn sorted_groups(groups: &Groups) -> Vec<(Vec<f64>, Vec<f64>)> {
    groups.iter().map(|group| (group.human.to_vec(), group.metric.to_vec())).collect()
}

/// What trying every candidate finds.
#[derive(Debug, PartialEq)]
pub struct Maximum {
    pub epsilon: f64,
    pub last_epsilon: f64,
    pub contiguous: bool,
}

/// Tries 0 and every difference within a group, in exact fractions.
pub fn calibrate(groups: &[(Vec<f64>, Vec<f64>)]) -> Maximum {
    let mut candidates = vec![0.0];
    for (_, metric) in groups {
        for i in 0..metric.len() {
            candidates.extend((0..i).map(|j| (metric[i] - metric[j]).abs()));
        }
    }
    candidates.retain(|difference| difference.is_finite());
    candidates.sort_by(f64::total_cmp);
    candidates.dedup();
    let values: Vec<BigInt> = candidates.iter().map(|&epsilon| acc_eq(groups, epsilon)).collect();
    let best = values.iter().max().expect("0 is a candidate");
    let maximisers: Vec<usize> = (0..values.len()).filter(|&i| values[i] == *best).collect();
    let (first, last) = (maximisers[0], maximisers[maximisers.len() - 1]);
    Maximum {
        epsilon: candidates[first],
        last_epsilon: candidates[last],
        contiguous: last - first + 1 == maximisers.len(),
    }
}

/// The sum over groups of correct / P, times the product of all P.
fn acc_eq(groups: &[(Vec<f64>, Vec<f64>)], epsilon: f64) -> BigInt {
    let counts: Vec<PairCounts> = groups.iter().map(|(h, m)| count(h, m, epsilon)).collect();
    let product: BigInt = counts.iter().map(PairCounts::pairs).product();
    counts.iter().map(|counts| &product / counts.pairs() * counts.correct()).sum()
}
