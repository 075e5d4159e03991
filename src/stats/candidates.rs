//! Candidate epsilons: 0 and every difference of two metric scores of a group.
//!
//! There can be hundreds of millions, so nothing here lists them all.

use std::collections::HashSet;

use super::grouping::{Group, Groups, pairs_of};

/// Halvings of the value before halving the binary representation instead,
/// which needs at most 64 more even when differences span 600 decades.
const ARITHMETIC_HALVINGS: u32 = 40;

/// How many differences of two distinct scores of a group there are.
pub fn count_all(groups: &Groups) -> u64 {
    groups.iter().map(|group| pairs_of(group.metric_levels() as u64)).sum()
}

/// How many differences of two distinct scores are at most `epsilon`.
pub fn count_up_to(group: &Group, epsilon: f64) -> u64 {
    windows(group, |difference| difference > epsilon)
        .map(|(upper, start)| (upper - start) as u64)
        .sum()
}

/// How many pairs of rows differ by at most `epsilon`.
pub fn pairs_up_to(groups: &Groups, epsilon: f64) -> u64 {
    let up_to = |group: &Group| {
        let mut start = 0;
        let window = |(row, score)| {
            while score - group.metric[start] > epsilon {
                start += 1;
            }
            (row - start) as u64
        };
        group.metric.iter().enumerate().map(window).sum::<u64>()
    };
    groups.iter().map(|group| up_to(&group)).sum()
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

/// Where to cut an interval that was cut `cuts` times: up to `count` thresholds
/// strictly between its ends, ascending. None where no number lies between.
pub fn cuts_between(low: f64, high: f64, cuts: u32, count: usize) -> Vec<f64> {
    let mut inside: Vec<f64> = if cuts < ARITHMETIC_HALVINGS {
        let share = |cut: usize| cut as f64 / (count + 1) as f64;
        (1..=count).map(|cut| low + (high - low) * share(cut)).collect()
    } else {
        vec![f64::from_bits(low.to_bits().midpoint(high.to_bits()))]
    };
    inside.retain(|&epsilon| low < epsilon && epsilon < high);
    inside.dedup();
    inside
}

/// All candidates, ascending, if there are at most `limit`.
pub fn all(groups: &Groups, limit: usize) -> Option<Vec<f64>> {
    let mut seen = HashSet::from([0]);
    // Where few candidates recur millions of times, most were met just before.
    let mut recent = [0u64; 1024];
    for group in groups.iter() {
        for upper in 0..group.metric_levels() {
            for lower in 0..upper {
                let difference = group.run_score(upper) - group.run_score(lower);
                let bits = difference.to_bits();
                let slot = &mut recent[(bits ^ (bits >> 32) ^ (bits >> 45)) as usize % 1024];
                if *slot == bits || !difference.is_finite() {
                    continue;
                }
                *slot = bits;
                if seen.insert(bits) && seen.len() > limit {
                    return None;
                }
            }
        }
    }
    let mut candidates: Vec<f64> = seen.into_iter().map(f64::from_bits).collect();
    candidates.sort_unstable_by(f64::total_cmp);
    Some(candidates)
}

/// Differences, ascending, that stand for all pairs: every k-th pair of rows,
/// counted through all groups, so that at most `count` are taken.
pub fn sample(groups: &Groups, count: u64) -> Vec<f64> {
    let stride = groups.pairs().div_ceil(count).max(1);
    let mut differences = Vec::new();
    let mut next = 0; // pairs until the next one that is taken
    for group in groups.iter() {
        for upper in 1..group.rows() {
            while next < upper as u64 {
                differences.push(group.metric[upper] - group.metric[next as usize]);
                next += stride;
            }
            next -= upper as u64;
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
        assert_eq!(count_all(&groups), 3);
        let counts = [0.0, 1.0, 2.4, 2.5, 9.0].map(|e| count_up_to(&groups.get(0), e));
        assert_eq!(counts, [0, 1, 1, 2, 3]);
        let pairs = [0.0, 1.0, 2.4, 2.5, 9.0].map(|e| pairs_up_to(&groups, e));
        assert_eq!(pairs, [1, 3, 3, 5, 6]);
    }

    #[test]
    fn a_small_sample_is_complete() {
        assert_eq!(sample(&groups(&[1.0, 2.0, 4.5]), 100), [1.0, 2.5, 3.5]);
    }

    #[test]
    fn a_sample_of_many_pairs_has_their_quantiles() {
        let scores: Vec<f64> = (0..4000).map(f64::from).collect();
        let sample = sample(&groups(&scores), 10_000);
        assert!((9_900..=10_000).contains(&sample.len()), "{}", sample.len());
        // Of the differences of 0..n, a half is below n (1 - sqrt(1/2)).
        let median = sample[sample.len() / 2] / 4000.0;
        assert!((median - (1.0 - 0.5f64.sqrt())).abs() < 0.02, "{median}");
    }

    #[test]
    fn small_groups_are_sampled_by_their_share_of_the_pairs() {
        // 30,000 groups of one pair, difference 1; 1,000 groups of ten, 5.
        let pairs = (0..30_000u32).flat_map(|group| [(group, 0.0), (group, 1.0)]);
        let fives = (0..1_000u32)
            .flat_map(|group| (0..5).map(move |row| (30_000 + group, f64::from(row) * 5.0)));
        let (keys, metric): (Vec<u32>, Vec<f64>) = pairs.chain(fives).unzip();
        let sample = sample(&Groups::new(Some(&keys), &metric, &metric), 4_000);
        let ones = sample.iter().filter(|&&difference| difference == 1.0).count();
        let share = ones as f64 / sample.len() as f64;
        assert!((share - 0.75).abs() < 0.02, "{share}");
    }
}
