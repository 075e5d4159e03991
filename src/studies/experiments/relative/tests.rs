use oorandom::Rand32;

use super::*;
use crate::experiments::two_thresholds::tests::{
    Row, average, count, exact_sum, grouped, random_rows, score_set,
};

fn relative(a: f64, b: f64) -> f64 {
    let difference = (a - b).abs();
    if difference == 0.0 { 0.0 } else { difference / a.abs().max(b.abs()) }
}

fn absolute(a: f64, b: f64) -> f64 {
    (a - b).abs()
}

type Distance = fn(f64, f64) -> f64;

/// Smallest and largest maximiser among all distances within groups and 0.
fn best(rows: &[Row], distance: Distance) -> (f64, f64) {
    let mut candidates = vec![0.0];
    for (index, row) in rows.iter().enumerate() {
        let group = rows[..index].iter().filter(|other| other.0 == row.0);
        candidates.extend(group.map(|other| distance(other.2, row.2)));
    }
    candidates.sort_by(f64::total_cmp);
    let mut best = (0.0, 0.0, 0);
    for epsilon in candidates {
        let sum = exact_sum(&count(rows, |a, b| distance(a, b) <= epsilon));
        if sum > best.2 {
            best = (epsilon, epsilon, sum);
        } else if sum == best.2 {
            best.1 = epsilon;
        }
    }
    (best.0, best.1)
}

fn compare(rows: &[(u32, u32, f64, f64)], grouping: Grouping) -> RelativeEpsilon {
    CompareRelative::new(&score_set(rows), 0, grouping, 1).unwrap().run()
}

/// The same without listing pairs, drawing so many if need be.
fn compare_counted(
    rows: &[(u32, u32, f64, f64)],
    grouping: Grouping,
    drawn: u64,
) -> RelativeEpsilon {
    let groups = groups(&score_set(rows), 0, grouping).unwrap();
    CompareRelative::with(groups, String::from("metric"), grouping, false, drawn, 1).run()
}

/// Each point of a curve is what counting one by one says, but for rounding.
fn check_curve(along: &AlongThreshold, rows: &[Row], distance: Distance) {
    for point in &along.curve {
        let ties = |a, b| distance(a, b) <= point.epsilon;
        let acc_eq = average(&count(rows, ties)).unwrap();
        assert!((point.acc_eq - acc_eq).abs() < 1e-14, "{point:?} {acc_eq}");
        // Were all humans' scores equal, the ties would be right and nothing else.
        let equal: Vec<Row> = rows.iter().map(|row| (row.0, 0.0, row.2)).collect();
        let share = average(&count(&equal, ties)).unwrap();
        assert!((point.share_tied - share).abs() < 1e-14, "{point:?} {share}");
    }
    let best = along.best.unwrap();
    let point = along.curve.iter().find(|point| point.epsilon == best.epsilon).unwrap();
    assert_eq!((point.acc_eq, point.share_tied), (best.acc_eq, best.share_tied));
    assert!(along.curve.iter().all(|point| point.acc_eq <= best.acc_eq));
    assert!(along.curve.is_sorted_by(|a, b| a.epsilon < b.epsilon));
    assert_eq!(along.curve[0].epsilon, 0.0);
}

const GROUPINGS: [Grouping; 3] = [Grouping::None, Grouping::Item, Grouping::System];

#[test]
fn both_thresholds_are_the_best_of_all() {
    let mut random = Rand32::new(21);
    for case in 0..200 {
        let (systems, items) = (random.rand_range(1..5), random.rand_range(1..4));
        let rows = random_rows(&mut random, systems, items);
        for grouping in GROUPINGS {
            let found = compare(&rows, grouping);
            let rows = grouped(&rows, grouping);
            let distances: [Distance; 2] = [absolute, relative];
            for (along, distance) in [found.absolute, found.relative].iter().zip(distances) {
                assert!(along.exact && along.method == SearchMethod::Listed);
                if count(&rows, |_, _| true).is_empty() {
                    assert_eq!((along.best, along.curve.len()), (None, 0));
                    continue;
                }
                let optimum = along.best.unwrap();
                let expected = best(&rows, distance);
                assert_eq!((optimum.epsilon, optimum.last_epsilon), expected, "case {case}");
                check_curve(along, &rows, distance);
            }
        }
    }
}

#[test]
fn points_lie_at_equal_shares_of_pairs_tied() {
    let mut random = Rand32::new(22);
    let mut score = || 4.0 * random.rand_float() as f64 - 2.0;
    let rows: Vec<_> = (0..120).map(|row| (row, 0, score().round(), score())).collect();
    let found = compare(&rows, Grouping::None);
    for (along, distance) in
        [(&found.absolute, absolute as Distance), (&found.relative, relative as Distance)]
    {
        check_curve(along, &grouped(&rows, Grouping::None), distance);
        assert!((195..=203).contains(&along.curve.len()), "{}", along.curve.len());
        let shares = along.curve.windows(2).map(|pair| pair[1].share_tied - pair[0].share_tied);
        assert!(shares.fold(0.0, f64::max) < 0.0052);
        assert_eq!(along.curve.last().unwrap().share_tied, 1.0);
    }
}

#[test]
fn logarithms_find_the_same_but_for_rounding() {
    let mut random = Rand32::new(23);
    for sign in [1.0, -1.0] {
        let mut rows = Vec::new();
        for row in 0..150 {
            let metric = 0.5 + random.rand_float() as f64;
            let human = (4.0 * metric + random.rand_float() as f64).round();
            rows.push((row % 10, row / 10, sign * human, sign * metric));
        }
        for grouping in GROUPINGS {
            let (listed, counted) = (compare(&rows, grouping), compare_counted(&rows, grouping, 0));
            assert_eq!(counted.relative.method, SearchMethod::Logarithms);
            assert!(!counted.relative.exact && counted.absolute.exact);
            assert_eq!(counted.absolute_on_sample, None);
            let both = [
                (listed.absolute, counted.absolute, absolute as Distance),
                (listed.relative, counted.relative, relative as Distance),
            ];
            for (listed, counted, distance) in both {
                let (one, other) = (listed.best.unwrap(), counted.best.unwrap());
                assert!((one.epsilon - other.epsilon).abs() < 1e-14, "{one:?} {other:?}");
                assert!((one.last_epsilon - other.last_epsilon).abs() < 1e-14);
                assert!((one.acc_eq - other.acc_eq).abs() < 1e-14);
                assert!((one.share_tied - other.share_tied).abs() < 1e-14);
                if counted.exact {
                    check_curve(&counted, &grouped(&rows, grouping), distance);
                }
            }
        }
    }
}

#[test]
fn a_sample_is_near_and_the_same_for_both() {
    let mut random = Rand32::new(24);
    let mut rows = Vec::new();
    for row in 0..400 {
        let metric = 2.0 * random.rand_float() as f64 - 1.0;
        rows.push((row % 10, row / 10, (4.0 * metric).round(), metric));
    }
    let (listed, drawn) =
        (compare(&rows, Grouping::None), compare_counted(&rows, Grouping::None, 20_000));
    assert_eq!(drawn.relative.method, SearchMethod::Sample);
    assert!(!drawn.relative.exact && drawn.absolute.exact);
    assert_eq!(drawn.absolute.best.unwrap().epsilon, listed.absolute.best.unwrap().epsilon);
    let on_sample = drawn.absolute_on_sample.as_ref().unwrap();
    for (all, sample) in [(&listed.absolute, on_sample), (&listed.relative, &drawn.relative)] {
        let [all, sample] = [all, sample].map(|along| along.best.unwrap().acc_eq);
        assert!((all - sample).abs() < 0.015 && all != sample, "{all} {sample}");
    }
    // Where all pairs are tied, both are right about the pairs that the human ties: the same ones.
    let ends = [on_sample, &drawn.relative].map(|along| along.curve.last().unwrap().acc_eq);
    assert_eq!(ends[0], ends[1]);
    assert_eq!(compare_counted(&rows, Grouping::None, 20_000), drawn);
}

#[test]
fn hand_computed() {
    // Quotients: 0 and 0 tie, -1 and 1 are 2 apart, 1 and 2 a half.
    let rows =
        [(0, 0, 1.0, -1.0), (1, 0, 2.0, 0.0), (2, 0, 2.0, 0.0), (3, 0, 3.0, 1.0), (4, 0, 3.0, 2.0)];
    let found = compare(&rows, Grouping::Item).relative;
    let best = found.best.unwrap();
    assert_eq!((best.epsilon, best.last_epsilon, best.acc_eq), (0.5, 0.5, 1.0));
    assert_eq!(best.share_tied, 0.2);
    let epsilons: Vec<f64> = found.curve.iter().map(|point| point.epsilon).collect();
    assert_eq!(epsilons, [0.0, 0.5, 1.0, 1.5, 2.0]);
}

#[test]
fn the_order_of_rows_leaves_no_trace() {
    let mut random = Rand32::new(25);
    let mut rows = random_rows(&mut random, 6, 25);
    let found = GROUPINGS.map(|grouping| compare(&rows, grouping));
    rows.reverse();
    assert_eq!(GROUPINGS.map(|grouping| compare(&rows, grouping)), found);
    let missing = CompareRelative::new(&score_set(&rows), 9, Grouping::Item, 1).err();
    assert_eq!(missing, Some(StudyError::NoSuchMetric(9)));
}
