//! What must hold for all scores, and agreement with the obvious algorithm.

mod oracle;

use std::collections::HashMap;

use num_bigint::BigInt;
use proptest::prelude::*;
use tiescope::stats::thresholds::ThresholdCounter;
use tiescope::stats::{
    Calibration, Calibrator, ClassStatistics, CurveTracer, Groups, Levels, PairCounter, Statistic,
    averages, evaluate,
};

/// Scores that collide, differ in the last bit, and span all magnitudes.
fn score() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => (-3i32..4).prop_map(f64::from),
        3 => (0i32..20).prop_map(|tenths| f64::from(tenths) * 0.1),
        1 => (0i32..20).prop_map(|steps| (0..steps).fold(0.0, |sum, _| sum + 0.1)),
        2 => 0.0..1.0,
        1 => (-300i32..=300, -9.0..9.0).prop_map(|(exponent, x)| x * 10f64.powi(exponent)),
        1 => Just(-0.0),
    ]
}

fn maybe_missing() -> impl Strategy<Value = f64> {
    prop_oneof![9 => score(), 1 => Just(f64::NAN)]
}

/// Keys, human scores and metric scores of up to `rows` rows.
fn rows(rows: usize) -> impl Strategy<Value = (Vec<u32>, Vec<f64>, Vec<f64>)> {
    prop::collection::vec((0u32..5, maybe_missing(), maybe_missing()), 0..rows).prop_map(columns)
}

fn columns(rows: Vec<(u32, f64, f64)>) -> (Vec<u32>, Vec<f64>, Vec<f64>) {
    let (mut keys, mut human, mut metric) = (Vec::new(), Vec::new(), Vec::new());
    for (key, h, m) in rows {
        keys.push(key);
        human.push(h);
        metric.push(m);
    }
    (keys, human, metric)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn counts_equal_the_oracle((keys, human, metric) in rows(40), epsilon in score()) {
        let groups = Groups::new(Some(&keys), &human, &metric);
        let expected = oracle::complete_groups(&keys, &human, &metric);
        prop_assert_eq!(groups.len(), expected.len());
        let mut counter = PairCounter::default();
        for (group, (human, metric)) in groups.iter().zip(&expected) {
            for epsilon in [0.0, epsilon.abs()] {
                let counts = counter.count(&group, epsilon);
                prop_assert_eq!(counts, oracle::count(human, metric, epsilon));
                prop_assert_eq!(counts.pairs(), group.pairs());
            }
        }
    }

    #[test]
    fn ties_of_one_column_are_those_of_its_pairs_with_itself((keys, scores, _) in rows(40)) {
        let counts = |keys| evaluate(&Groups::new(keys, &scores, &scores), 0.0).counts;
        let levels = Levels::new(&scores);
        for keys in [None, Some(keys.as_slice())] {
            let (found, expected) = (levels.ties(keys), counts(keys));
            prop_assert_eq!((found.pairs, found.tied), (expected.pairs(), expected.both_ties));
            prop_assert!(found.tied_at_top <= found.tied);
        }
        let top = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let at_top = scores.iter().filter(|&&score| score == top).count();
        prop_assert_eq!(levels.at_top(), at_top);
        let pairs = (at_top * at_top.saturating_sub(1) / 2) as u64;
        prop_assert_eq!(levels.ties(None).tied_at_top, pairs);
    }

    #[test]
    fn counts_at_many_thresholds_equal_counts_at_each(
        (_, human, metric) in rows(160),
        epsilons in prop::collection::vec(score(), 1..9),
    ) {
        let groups = Groups::new(None, &human, &metric);
        let epsilons: Vec<f64> = epsilons.iter().map(|epsilon| epsilon.abs()).collect();
        let (mut one, mut many) = (PairCounter::default(), ThresholdCounter::default());
        for group in groups.iter() {
            let each: Vec<_> = epsilons.iter().map(|&epsilon| one.count(&group, epsilon)).collect();
            prop_assert_eq!(many.count(&group, &epsilons), each);
        }
    }

    #[test]
    fn calibration_equals_the_oracle((keys, human, metric) in rows(24)) {
        let groups = Groups::new(Some(&keys), &human, &metric);
        let found = Calibrator::new(&groups).run(&groups);
        let expected = oracle::calibrate(&oracle::complete_groups(&keys, &human, &metric));
        let found = oracle::Maximum {
            epsilon: found.epsilon,
            last_epsilon: found.last_epsilon,
            contiguous: found.contiguous,
        };
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn the_order_of_rows_leaves_no_trace(
        (keys, human, metric) in rows(40),
        epsilon in score(),
        seed in any::<u64>(),
    ) {
        let mut order: Vec<usize> = (0..keys.len()).collect();
        let mut random = oorandom::Rand64::new(seed.into());
        for last in (1..order.len()).rev() {
            order.swap(last, random.rand_range(0..last as u64 + 1) as usize);
        }
        let shuffled = |values: &[f64]| order.iter().map(|&row| values[row]).collect::<Vec<_>>();
        // Keys are renamed too: groups come in another order.
        let new_keys: Vec<u32> = order.iter().map(|&row| 9 - keys[row]).collect();
        let before = Groups::new(Some(&keys), &human, &metric);
        let after = Groups::new(Some(&new_keys), &shuffled(&human), &shuffled(&metric));
        prop_assert_eq!(evaluate(&before, epsilon.abs()), evaluate(&after, epsilon.abs()));
        prop_assert_eq!(averages(&before, 0.0), averages(&after, 0.0));
        prop_assert_eq!(
            Calibrator::new(&before).run(&before),
            Calibrator::new(&after).run(&after)
        );
        prop_assert_eq!(
            CurveTracer::new(&before, &[]).run(&before),
            CurveTracer::new(&after, &[]).run(&after)
        );
    }

    #[test]
    fn rank_statistics_depend_on_the_order_of_human_scores_only(
        (keys, human, metric) in rows(40),
        epsilon in score(),
    ) {
        // Strictly increasing and exact for ranks: each score becomes its rank.
        let mut levels: Vec<f64> = human.iter().map(|h| h + 0.0).filter(|h| !h.is_nan()).collect();
        levels.sort_by(f64::total_cmp);
        levels.dedup();
        let rank = |&h: &f64| {
            if h.is_nan() { h } else { levels.partition_point(|&level| level < h) as f64 * 7.0 - 3.0 }
        };
        let ranked: Vec<f64> = human.iter().map(rank).collect();
        let before = Groups::new(Some(&keys), &human, &metric);
        let after = Groups::new(Some(&keys), &ranked, &metric);
        prop_assert_eq!(evaluate(&before, epsilon.abs()), evaluate(&after, epsilon.abs()));
        let pairs = averages(&before, epsilon.abs()).into_iter().zip(averages(&after, epsilon.abs()));
        for (before, after) in pairs.filter(|(average, _)| average.statistic != Statistic::Pearson) {
            prop_assert_eq!(before, after);
        }
    }

    #[test]
    fn statistics_stay_in_their_range((keys, human, metric) in rows(40), epsilon in score()) {
        let groups = Groups::new(Some(&keys), &human, &metric);
        for (statistic, average) in Statistic::ALL.into_iter().zip(averages(&groups, epsilon.abs())) {
            prop_assert_eq!(average.value.is_some(), average.groups > 0);
            if let Some(value) = average.value {
                prop_assert!((statistic.entry().least..=1.0).contains(&value));
            }
        }
    }

    #[test]
    fn the_curve_passes_through_the_statistics((keys, human, metric) in rows(60)) {
        let groups = Groups::new(Some(&keys), &human, &metric);
        let curve = CurveTracer::new(&groups, &[0.35]).run(&groups);
        for (point, &epsilon) in curve.epsilon.iter().enumerate() {
            let at = evaluate(&groups, epsilon);
            let (Some(ties), Some(ranks)) = (at.ties, at.correct_rank) else {
                prop_assert!(curve.acc_eq.is_empty());
                break;
            };
            prop_assert_eq!(Some(curve.acc_eq[point]), at.acc_eq);
            prop_assert_eq!(Some(curve.metric_tied[point]), at.metric_tied);
            let on_curve = [
                ClassStatistics {
                    precision: curve.ties_precision[point],
                    recall: curve.ties_recall[point],
                    f1: curve.ties_f1[point],
                },
                ClassStatistics {
                    precision: curve.correct_rank_precision[point],
                    recall: curve.correct_rank_recall[point],
                    f1: curve.correct_rank_f1[point],
                },
            ];
            prop_assert_eq!(on_curve, [ties, ranks]);
        }
    }
}

/// More pairs than are sampled for the curve's points, in groups of one each.
#[test]
fn many_small_groups_have_a_curve() {
    let keys: Vec<u32> = (0..140_000).map(|row| row / 2).collect();
    let mut random = oorandom::Rand64::new(5);
    let metric: Vec<f64> = keys.iter().map(|_| random.rand_float()).collect();
    let human: Vec<f64> = metric.iter().map(|m| (m * 3.0).round()).collect();
    let groups = Groups::new(Some(&keys), &human, &metric);
    let curve = CurveTracer::new(&groups, &[]).run(&groups);
    assert!(curve.epsilon.len() > 400 && curve.axis_end > 0.9);
    assert_eq!(curve.acc_eq.first().copied(), evaluate(&groups, 0.0).acc_eq);
}

/// Large groups, in which intervals are cut, bounded and sorted into bins.
#[test]
fn calibration_of_large_groups_equals_trying_every_candidate() {
    // Rows of each group; distinct human scores; what becomes of the metric.
    type Case<'a> = (&'a str, Vec<usize>, u64, fn(f64) -> f64);
    let cases: [Case; 12] = [
        ("few human scores", vec![1500], 3, |m| m),
        ("some human scores", vec![1500], 40, |m| m),
        ("continuous human scores", vec![1500], 1_000_000, |m| m),
        ("constant human scores", vec![1000], 1, |m| m),
        ("coarse metric", vec![2000], 20, |m| (m * 300.0).round()),
        ("coarse metric, few human scores", vec![2000], 3, |m| (m * 300.0).round()),
        ("heavy tail", vec![1500], 5, |m| (m * 300.0).exp()),
        ("huge offset", vec![1500], 5, |m| 1e15 + m * 1000.0),
        ("two sizes of groups", vec![900, 700, 900], 10, |m| m),
        ("two sizes of groups, few human scores", vec![900, 700, 900], 2, |m| m),
        ("tenths that collide", vec![1500], 3, |m| (m * 900.0).round() * 0.1 + m.fract() * 1e-16),
        ("no common denominator", (100..160).collect(), 10, |m| m),
    ];
    for (seed, (name, sizes, levels, map)) in cases.into_iter().enumerate() {
        let mut random = oorandom::Rand64::new(seed as u128);
        let (mut keys, mut human, mut metric) = (Vec::new(), Vec::new(), Vec::new());
        for (key, &size) in sizes.iter().enumerate() {
            for _ in 0..size {
                let h = random.rand_range(0..levels) as f64;
                keys.push(key as u32);
                human.push(h);
                metric.push(map(h / levels as f64 + random.rand_float() + random.rand_float()));
            }
        }
        let groups = Groups::new(Some(&keys), &human, &metric);
        let found = Calibrator::new(&groups).run(&groups);
        assert_eq!(found, sort_every_pair(&oracle::sorted_groups(&groups)), "{name}");
        let backwards: Vec<f64> = metric.iter().map(|m| -m).collect();
        let groups = Groups::new(Some(&keys), &human, &backwards);
        let found = Calibrator::new(&groups).run(&groups);
        assert_eq!(found, sort_every_pair(&oracle::sorted_groups(&groups)), "{name}, backwards");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Groups that are large enough for a grid, in scores of many shapes.
    #[test]
    fn calibration_on_a_grid_equals_trying_every_candidate(
        seed: u64,
        rows in 1100usize..1400,
        levels in 1u64..4,
        pull in 0.0..2.0,
        shape in 0usize..SHAPES.len(),
        scale in -20i32..20,
    ) {
        let mut random = oorandom::Rand64::new(seed.into());
        let human: Vec<f64> = (0..rows).map(|_| random.rand_range(0..levels) as f64).collect();
        let metric = human.iter().map(|h| {
            let score = pull * h + random.rand_float() + random.rand_float();
            SHAPES[shape](score) * 10f64.powi(scale)
        });
        let metric: Vec<f64> = metric.collect();
        let groups = Groups::new(None, &human, &metric);
        let found = Calibrator::new(&groups).run(&groups);
        prop_assert_eq!(found, sort_every_pair(&oracle::sorted_groups(&groups)));
    }
}

/// What becomes of a score around 1.
const SHAPES: [fn(f64) -> f64; 11] = [
    |m| m,
    |m| -m,
    |m| (m * 400.0).round() * 0.1,
    |m| (m * 40.0).exp(),
    |m| -1e9 + m,
    // Clumps, far apart for their width.
    |m| (m * 5.0).floor() + m * 1e-9,
    // On the edges of cells, or nearly.
    |m| (m * 512.0).round() / 512.0 + (m * 7919.0).fract().round() * 1e-16,
    |m| if m < 1.0 { m * 1e-300 } else { m },
    // Rounded, or nearly: many pairs of nearly the same difference.
    |m| (m * 1e5).round() / 1e5,
    |m| (m * 300.0).round() / 300.0,
    |m| (m * 10.0).round() / 10.0 + (m * 7919.0).fract() * 1e-9,
];

/// Calibration by sorting all pairs, with the weights of all groups brought to
/// a common denominator.
fn sort_every_pair(groups: &[(Vec<f64>, Vec<f64>)]) -> Calibration {
    let pairs = |group: &(Vec<f64>, Vec<f64>)| group.0.len() * (group.0.len() - 1) / 2;
    let mut sizes: Vec<usize> = groups.iter().map(pairs).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let denominator: BigInt = sizes.iter().product();
    let mut gains: Vec<(f64, usize, i64)> = Vec::new();
    for group in groups {
        let (human, metric) = group;
        for i in 0..human.len() {
            for j in 0..i {
                let same_way = (human[i] > human[j]) == (metric[i] > metric[j]);
                let gain = if human[i] == human[j] { 1 } else { -i64::from(same_way) };
                let difference = (metric[i] - metric[j]).abs();
                // Pairs with equal metric scores are ties to begin with.
                let gain = if difference == 0.0 { 0 } else { gain };
                gains.push((difference, pairs(group), gain));
            }
        }
    }
    gains.sort_by(|a, b| a.0.total_cmp(&b.0));
    let weights: HashMap<usize, BigInt> =
        sizes.iter().map(|&size| (size, &denominator / size)).collect();
    let mut value = BigInt::ZERO;
    let mut values = vec![(0.0, value.clone())];
    for equal in gains.chunk_by(|a, b| a.0 == b.0) {
        value += equal.iter().map(|(_, size, gain)| &weights[size] * gain).sum::<BigInt>();
        if equal[0].0 > 0.0 {
            values.push((equal[0].0, value.clone()));
        }
    }
    let best = values.iter().map(|v| &v.1).max().unwrap();
    let maximisers: Vec<usize> = (0..values.len()).filter(|&i| values[i].1 == *best).collect();
    let (first, last) = (maximisers[0], maximisers[maximisers.len() - 1]);
    Calibration {
        epsilon: values[first].0,
        last_epsilon: values[last].0,
        contiguous: last - first + 1 == maximisers.len(),
    }
}
