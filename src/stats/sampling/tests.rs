//! Samples against all pairs, the calibration and brute force.

use super::*;
use crate::{Calibrator, Statistic, count_groups};

/// Scores with ties, missing ones, groups of 1 to 9 rows and, in some cases, a constant metric.
fn random_groups(random: &mut Rand32) -> Groups {
    let levels = random.rand_range(1..12);
    let (mut keys, mut human, mut metric) = (Vec::new(), Vec::new(), Vec::new());
    for key in 0..random.rand_range(1..8) {
        for _ in 0..random.rand_range(1..10) {
            keys.push(key);
            human.push(f64::from(random.rand_range(0..4)));
            metric.push(f64::from(random.rand_range(0..levels)) / 3.0);
            if random.rand_range(0..12) == 0 {
                metric.pop();
                metric.push(f64::NAN);
            }
        }
    }
    Groups::new(Some(&keys), &human, &metric)
}

/// The smallest maximiser by trying all candidates on all drawn pairs, with fractions over the product of
/// the sizes.
fn brute_force(pairs: &[(u32, f64, std::cmp::Ordering)], sizes: &[u64]) -> Star {
    let product: u128 = sizes.iter().map(|&size| u128::from(size)).product();
    let mut candidates: Vec<f64> = pairs.iter().map(|pair| pair.1).chain([0.0]).collect();
    candidates.sort_by(f64::total_cmp);
    let value =
        |epsilon: f64| {
            let right = pairs.iter().filter(|&&(_, difference, human)| {
                if difference <= epsilon { human.is_eq() } else { human.is_gt() }
            });
            right.map(|pair| product / u128::from(sizes[pair.0 as usize])).sum::<u128>()
        };
    let best = candidates.iter().map(|&epsilon| value(epsilon)).max().unwrap();
    let epsilon = *candidates.iter().find(|&&epsilon| value(epsilon) == best).unwrap();
    Star { epsilon, acc_eq: best as f64 / product as f64 / sizes.len() as f64 }
}

#[test]
fn the_search_equals_brute_force() {
    let mut random = Rand32::new(3);
    let mut above_zero = 0;
    for _ in 0..400 {
        let groups = random_groups(&mut random);
        if groups.is_empty() {
            continue;
        }
        let sizes: Vec<u64> = groups.iter().map(|_| random.rand_range(1..7).into()).collect();
        let mut search = Search::new(&sizes, groups.largest_difference());
        let mut pairs = Vec::new();
        for (index, group) in groups.iter().enumerate() {
            for _ in 0..sizes[index] {
                let upper = random.rand_range(1..group.rows() as u32) as usize;
                let lower = random.rand_range(0..upper as u32) as usize;
                search.add(index as u32, &group, lower, upper);
                let difference = group.metric[upper] - group.metric[lower];
                let human = group.human[upper].total_cmp(&group.human[lower]);
                pairs.push((index as u32, difference, human));
            }
        }
        let expected = brute_force(&pairs, &sizes);
        let star = std::iter::repeat_with(|| search.step()).flatten().next().unwrap();
        assert_eq!(star.epsilon, expected.epsilon, "{pairs:?}");
        assert!((star.acc_eq - expected.acc_eq).abs() < 1e-14, "{pairs:?}");
        above_zero += u32::from(star.epsilon > 0.0);
    }
    assert!(above_zero > 100, "{above_zero}");
}

#[test]
fn all_pairs_are_the_calibration() {
    let mut random = Rand32::new(4);
    for seed in 0..300 {
        let groups = random_groups(&mut random);
        if groups.is_empty() {
            continue;
        }
        let star = Sampler::new(&groups, seed).run(&groups, &sizes(&groups, 1.0).unwrap());
        let exact = Calibrator::new(&groups).run(&groups).epsilon;
        let counts = count_groups(&groups, exact);
        let acc_eq = Statistic::AccEq.average(&groups, &counts, exact).value.unwrap();
        assert_eq!((star.epsilon, star.acc_eq), (exact, acc_eq));
    }
}

/// How often each pair is drawn, in groups where each difference is another power of two.
fn draws(groups: &Groups, sizes: &[u64], samples: u32) -> Vec<u32> {
    let mut sampler = Sampler::new(groups, 8);
    let mut times = vec![0; groups.pairs() as usize];
    for _ in 0..samples {
        sampler.start(groups, sizes);
        while sampler.place.group < sampler.order.len() {
            sampler.step(groups);
        }
        for event in sampler.search.as_ref().unwrap().differences() {
            times[event.log2() as usize] += 1;
        }
    }
    times
}

#[test]
fn each_pair_is_drawn_with_equal_chances() {
    // All human scores are the same: every pair is an event. Differences 1, 2, 4 and 8, 16, 32.
    let keys = [0, 0, 1, 1, 2, 2, 2];
    let metric = [0.0, 1.0, 0.0, 2.0, 0.0, 4.0, 12.0];
    let groups = Groups::new(Some(&keys), &[0.0; 7], &metric);
    let times = draws(&groups, &[1, 1, 1], 30_000);
    assert_eq!(times[..2], [30_000, 30_000]);
    // 4, 8 and 12, which counts as 8: standard deviation 82.
    assert!((9_600..10_400).contains(&times[2]), "{times:?}");
    assert_eq!(times[2] + times[3], 30_000);
    let times = draws(&groups, &[1, 1, 2], 30_000);
    assert!((19_600..20_400).contains(&times[2]), "{times:?}");
}

#[test]
fn with_replacement_each_pair_of_rows_has_equal_chances() {
    // More than two million pairs: 2,001 rows, of which 1,000 score 0 and 1,001 score 1.
    let metric: Vec<f64> = (0..2_001u32).map(|row| f64::from(row % 2)).collect();
    let human = vec![0.0; 2_001];
    let groups = Groups::new(None, &human, &metric);
    let mut sampler = Sampler::new(&groups, 1);
    assert!(sampler.replaces());
    sampler.start(&groups, &[400_000]);
    while sampler.place.group < 1 {
        sampler.step(&groups);
    }
    let unequal = sampler.search.as_ref().unwrap().differences().count() as f64;
    // 1000 * 1001 of 2001 * 1000 pairs differ; standard deviation 316.
    let expected = 400_000.0 * 1_001.0 / 2_001.0;
    assert!((unequal - expected).abs() < 1_500.0, "{unequal}");
    // Human ties only, all of which epsilon = 1 makes right.
    assert_eq!(sampler.run(&groups, &[1_000]), Star { epsilon: 1.0, acc_eq: 1.0 });
}

#[test]
fn the_order_of_rows_and_groups_leaves_no_trace() {
    let mut random = Rand32::new(6);
    let rows = |count: u32| (0..count).map(|row| (row % 5, (row * 7 % 11) % 3, row * 13 % 17));
    let mut rows: Vec<(u32, u32, u32)> = rows(60).collect();
    let groups = |rows: &[(u32, u32, u32)], renamed: u32| {
        let keys: Vec<u32> = rows.iter().map(|row| (row.0 + renamed) % 5).collect();
        let human: Vec<f64> = rows.iter().map(|row| row.1.into()).collect();
        let metric: Vec<f64> = rows.iter().map(|row| row.2.into()).collect();
        Groups::new(Some(&keys), &human, &metric)
    };
    let stars = |groups: &Groups| -> Vec<Star> {
        let mut sampler = Sampler::new(groups, 9);
        let sizes = sizes(groups, 0.1).unwrap();
        (0..20).map(|_| sampler.run(groups, &sizes)).collect()
    };
    let expected = stars(&groups(&rows, 0));
    assert!(expected.iter().any(|star| star.epsilon != expected[0].epsilon));
    for renamed in 0..5 {
        for last in (1..rows.len()).rev() {
            rows.swap(last, random.rand_range(0..last as u32 + 1) as usize);
        }
        assert_eq!(stars(&groups(&rows, renamed)), expected);
    }
}

#[test]
fn sizes_are_rounded_and_never_0() {
    let keys: Vec<u32> = (0..17).map(|row| u32::from(row >= 15)).collect();
    let scores: Vec<f64> = (0..17).map(f64::from).collect();
    let groups = Groups::new(Some(&keys), &scores, &scores);
    let of = |share| sizes(&groups, share);
    assert_eq!(of(0.01), Some(vec![1, 1]));
    assert_eq!(of(0.1), Some(vec![11, 1])); // 10.5
    assert_eq!(of(1.0), Some(vec![105, 1]));
    let scores = vec![0.0; 2_001];
    let large = Groups::new(None, &scores, &scores);
    assert_eq!((sizes(&large, 0.9), sizes(&large, 1.0)), (Some(vec![1_800_900]), None));
}

#[test]
fn differences_beyond_the_range_never_tie() {
    let groups = Groups::new(None, &[1.0, 1.0, 2.0], &[-f64::MAX, f64::MAX, f64::MAX]);
    let star = Sampler::new(&groups, 1).run(&groups, &[3]);
    // The pair of the last two is wrong, the tie is not found, the third is concordant.
    assert_eq!(star, Star { epsilon: 0.0, acc_eq: 1.0 / 3.0 });
}
