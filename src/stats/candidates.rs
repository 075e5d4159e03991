//! Candidate epsilons: 0 and every difference of two metric scores of a group.
//!
//! There can be hundreds of millions, so nothing here lists them all.

use std::collections::HashSet;

use super::grouping::{Group, Groups};

/// How many differences of distinct scores are at most `epsilon`.
pub fn count_up_to(group: &Group, epsilon: f64) -> u64 {
    windows(group, |difference| difference > epsilon)
        .map(|(upper, start)| (upper - start) as u64)
        .sum()
}

/// The smallest candidate greater than `epsilon`.
pub fn next_above(groups: &Groups, epsilon: f64) -> Option<f64> {
    let above = |group: &Group| {
        windows(group, |difference| difference > epsilon)
            .filter(|&(_, start)| start > 0)
            .map(|(upper, start)| group.run_score(upper) - group.run_score(start - 1))
            .fold(f64::INFINITY, f64::min)
    };
    let next = groups.iter().map(|group| above(&group)).fold(f64::INFINITY, f64::min);
    next.is_finite().then_some(next)
}

/// The greatest candidate less than `epsilon`.
pub fn last_below(groups: &Groups, epsilon: f64) -> Option<f64> {
    let below = |group: &Group| {
        windows(group, |difference| difference >= epsilon)
            .map(|(upper, start)| group.run_score(upper) - group.run_score(start))
            .fold(0.0, f64::max)
    };
    (epsilon > 0.0).then(|| groups.iter().map(|group| below(&group)).fold(0.0, f64::max))
}

/// All candidates, ascending, if there are at most `limit`.
pub fn all(groups: &Groups, limit: usize) -> Option<Vec<f64>> {
    let mut seen = HashSet::from([0]);
    for group in groups.iter() {
        for upper in 0..group.metric_levels() {
            for lower in 0..upper {
                let difference = group.run_score(upper) - group.run_score(lower);
                if difference.is_finite() && seen.insert(difference.to_bits()) && seen.len() > limit
                {
                    return None;
                }
            }
        }
    }
    let mut candidates: Vec<f64> = seen.into_iter().map(f64::from_bits).collect();
    candidates.sort_unstable_by(f64::total_cmp);
    Some(candidates)
}

/// Differences, ascending, that stand for all pairs: about `count` or fewer,
/// taken evenly from the pairs of rows in sorted order.
pub fn sample(groups: &Groups, count: u64) -> Vec<f64> {
    let stride = (groups.pairs() as f64 / count as f64).sqrt().ceil().max(1.0) as usize;
    let mut differences = Vec::new();
    for group in groups.iter() {
        for lower in (0..group.rows()).step_by(stride) {
            let upper = (lower + 1 + stride / 2..group.rows()).step_by(stride);
            differences.extend(upper.map(|upper| group.metric[upper] - group.metric[lower]));
        }
    }
    differences.retain(|difference| difference.is_finite());
    differences.sort_unstable_by(f64::total_cmp);
    differences
}

/// For each run of equal scores, the first run whose difference from it is not
/// `too_far`: the window of the runs that tie with it.
fn windows(group: &Group, too_far: impl Fn(f64) -> bool) -> impl Iterator<Item = (usize, usize)> {
    let mut start = 0;
    (0..group.metric_levels()).map(move |upper| {
        while start < upper && too_far(group.run_score(upper) - group.run_score(start)) {
            start += 1;
        }
        (upper, start)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(metric: &[f64]) -> Groups {
        Groups::new(None, metric, metric)
    }

    #[test]
    fn walks_up_and_down_the_candidates() {
        let groups = groups(&[1.0, 2.0, 2.0, 4.5]);
        let mut up = vec![0.0];
        while let Some(next) = next_above(&groups, up[up.len() - 1]) {
            up.push(next);
        }
        assert_eq!(up, [0.0, 1.0, 2.5, 3.5]);
        assert_eq!(all(&groups, 4), Some(up));
        assert_eq!(all(&groups, 3), None);
        assert_eq!(last_below(&groups, 9.0), Some(3.5));
        assert_eq!(last_below(&groups, 3.5), Some(2.5));
        assert_eq!(last_below(&groups, 1.0), Some(0.0));
        assert_eq!(last_below(&groups, 0.0), None);
        assert_eq!(next_above(&groups, 1.5), Some(2.5));
    }

    #[test]
    fn counts_differences_of_distinct_scores() {
        let groups = groups(&[1.0, 2.0, 2.0, 4.5]);
        let counts = [0.0, 1.0, 2.4, 2.5, 9.0].map(|e| count_up_to(&groups.get(0), e));
        assert_eq!(counts, [0, 1, 1, 2, 3]);
    }

    #[test]
    fn a_small_sample_is_complete() {
        assert_eq!(sample(&groups(&[1.0, 2.0, 4.5]), 100), [1.0, 2.5, 3.5]);
    }

    #[test]
    fn a_sample_of_many_pairs_has_their_quantiles() {
        let scores: Vec<f64> = (0..4000).map(f64::from).collect();
        let sample = sample(&groups(&scores), 10_000);
        assert!((5_000..=15_000).contains(&sample.len()), "{}", sample.len());
        // Of the differences of 0..n, a half is below n (1 - sqrt(1/2)).
        let median = sample[sample.len() / 2] / 4000.0;
        assert!((median - (1.0 - 0.5f64.sqrt())).abs() < 0.02, "{median}");
    }
}
