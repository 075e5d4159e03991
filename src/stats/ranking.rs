//! Ranks of metrics, and clusters of those that cannot be told apart, as in
//! the tables of the WMT metrics tasks.
//!
//! Ranks are of one statistic; clusters need the p-values of [`pair_test`](super::pair_test).

use std::cmp::Ordering;

use super::pair_test::PairTest;
use crate::sorting::sort_by;

/// The level of significance that WMT uses.
pub const ALPHA: f64 = 0.05;

/// Averages closer than this are equal: they differ by the rounding of their
/// terms at most.
const EQUAL: f64 = 1e-12;

/// The rank of each value, from 1 for the greatest: one more than how many are
/// greater. Equal values share a rank; `None` has none.
pub fn ranks(values: &[Option<f64>]) -> Vec<Option<u32>> {
    let rank = |value: f64| {
        let is_greater = |other: &&f64| **other - value > EQUAL;
        1 + values.iter().flatten().filter(is_greater).count() as u32
    };
    values.iter().map(|value| value.map(rank)).collect()
}

/// The cluster of each metric, from 1; `None` where its value is.
///
/// Walks down the ranking by `values`, best first. A metric starts a new
/// cluster when any metric of the current cluster is significantly better than
/// it (p <= `alpha`). Metrics of equal value stay together: they start a new
/// cluster when one of them would, so that the order of metrics leaves no
/// trace. Where `p` is known up to an error only, all of it must be below.
///
/// `tests` are those of [`PairTests`](super::PairTests) on the same metrics.
pub fn clusters(values: &[Option<f64>], tests: &[PairTest], alpha: f64) -> Vec<Option<u32>> {
    let is_better = |metric: usize, rival: usize| {
        let test = tests.iter().find(|test| (test.metric, test.rival) == (metric, rival));
        test.is_some_and(|test| test.p + test.p_error <= alpha)
    };
    let mut ranking: Vec<(f64, usize)> = values
        .iter()
        .enumerate()
        .filter_map(|(metric, value)| value.map(|value| (value, metric)))
        .collect();
    sort_by(&mut ranking, |a, b| b.0.partial_cmp(&a.0).unwrap_or(Ordering::Equal));
    let mut clusters = vec![None; values.len()];
    let mut cluster = 1;
    let mut members: Vec<usize> = Vec::new();
    for equals in ranking.chunk_by(|a, b| a.0 - b.0 <= EQUAL) {
        let is_worse =
            |&(_, metric): &(f64, usize)| members.iter().any(|&member| is_better(member, metric));
        if equals.iter().any(is_worse) {
            cluster += 1;
            members.clear();
        }
        for &(_, metric) in equals {
            clusters[metric] = Some(cluster);
            members.push(metric);
        }
    }
    clusters
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(metric: usize, rival: usize, p: f64) -> PairTest {
        let (groups, pairs, n_plus, n_minus) = (1, 1, 0, 0);
        PairTest { metric, rival, groups, pairs, n_plus, n_minus, delta: None, p, p_error: 0.0 }
    }

    /// Ranks and clusters.
    fn stand(values: &[f64], tests: &[PairTest]) -> Vec<(u32, u32)> {
        let values: Vec<Option<f64>> = values.iter().copied().map(Some).collect();
        let both = ranks(&values).into_iter().zip(clusters(&values, tests, ALPHA));
        both.map(|(rank, cluster)| (rank.unwrap(), cluster.unwrap())).collect()
    }

    #[test]
    fn any_better_metric_of_the_cluster_ends_it() {
        // 0 > 1 > 2 > 3; 0 beats 2 though 1 does not; 2 does not beat 3.
        let tests = [test(0, 2, 0.05), test(1, 2, 0.051), test(0, 3, 0.001), test(2, 3, 0.06)];
        let found = stand(&[0.9, 0.8, 0.7, 0.6], &tests);
        assert_eq!(found, [(1, 1), (2, 1), (3, 2), (4, 2)]);
    }

    #[test]
    fn the_order_of_metrics_does_not_matter() {
        let tests = [test(3, 1, 0.01), test(1, 2, 0.01), test(2, 1, 0.99)];
        assert_eq!(stand(&[0.1, 0.3, 0.2, 0.4], &tests), [(4, 3), (2, 2), (3, 3), (1, 1)]);
    }

    #[test]
    fn equal_values_share_rank_and_cluster() {
        let tests = [test(0, 1, 0.2), test(0, 2, 0.01), test(1, 3, 0.01)];
        assert_eq!(stand(&[0.9, 0.5, 0.5 + 1e-15, 0.1], &tests), [(1, 1), (2, 2), (2, 2), (4, 3)]);
    }

    #[test]
    fn a_p_value_that_may_be_above_alpha_is_not_significant() {
        let unsure = PairTest { p_error: 0.002, ..test(0, 1, 0.049) };
        assert_eq!(stand(&[2.0, 1.0], &[unsure]), [(1, 1), (2, 1)]);
        let sure = PairTest { p_error: 0.0005, ..unsure };
        assert_eq!(stand(&[2.0, 1.0], &[sure]), [(1, 1), (2, 2)]);
    }

    #[test]
    fn a_metric_without_a_value_has_no_place() {
        let values = [None, Some(0.5)];
        assert_eq!(clusters(&values, &[test(0, 1, 0.01)], ALPHA), [None, Some(1)]);
        assert_eq!(ranks(&values), [None, Some(1)]);
        assert_eq!((clusters(&[], &[], ALPHA), ranks(&[])), (vec![], vec![]));
    }
}
