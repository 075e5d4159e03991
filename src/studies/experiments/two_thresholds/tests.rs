use oorandom::Rand32;

use super::held_out::HoldOut;
use super::*;
use crate::scores::ScoreColumn;
use crate::stats::{Calibrator, Mean};

/// A row: its group, human score and metric score.
pub type Row = (u32, f64, f64);

/// Scores with the systems and items numbered; `NaN` is missing.
pub fn score_set(rows: &[(u32, u32, f64, f64)]) -> ScoreSet {
    let names = |of: fn(&(u32, u32, f64, f64)) -> u32, kind: &str| {
        let count = rows.iter().map(|row| of(row) + 1).max().unwrap_or(0);
        (0..count).map(|index| format!("{kind} {index}")).collect()
    };
    let column = |name: &str, of: fn(&(u32, u32, f64, f64)) -> f64| ScoreColumn {
        name: name.to_owned(),
        lower_is_better: false,
        values: rows.iter().map(of).collect(),
    };
    ScoreSet {
        systems: names(|row| row.0, "system"),
        items: names(|row| row.1, "item"),
        system: Some(rows.iter().map(|row| row.0).collect()),
        item: Some(rows.iter().map(|row| row.1).collect()),
        human: column("human", |row| row.2),
        metrics: vec![column("metric", |row| row.3)],
        lines: (2..rows.len() + 2).collect(),
        notices: Vec::new(),
    }
}

/// Few levels or many, some scores missing, some items with one row only, some scores constant. The metric
/// knows something, best of all what is perfect.
pub fn random_rows(random: &mut Rand32, systems: u32, items: u32) -> Vec<(u32, u32, f64, f64)> {
    let levels = [1, 4, 20, 1_000_000][random.rand_range(0..4) as usize];
    let mut rows = Vec::new();
    for item in 0..items {
        let present = random.rand_range(1..systems + 1);
        for system in 0..present {
            let human = -f64::from(random.rand_range(0..5).saturating_sub(2));
            let noise = f64::from(random.rand_range(0..levels)) / f64::from(levels);
            let bonus = if human == 0.0 { 2.0 } else { 0.25 };
            let metric = human + bonus * noise;
            let missing = |random: &mut Rand32| random.rand_range(0..12) == 0;
            let human = if missing(random) { f64::NAN } else { human };
            let metric = if missing(random) { f64::NAN } else { metric };
            rows.push((system, item, human, metric));
        }
    }
    rows
}

/// The complete rows with the group of each.
pub fn grouped(rows: &[(u32, u32, f64, f64)], grouping: Grouping) -> Vec<Row> {
    let complete = rows.iter().filter(|row| !row.2.is_nan() && !row.3.is_nan());
    let key = |row: &(u32, u32, f64, f64)| match grouping {
        Grouping::None => 0,
        Grouping::Item => row.1,
        Grouping::System => row.0,
    };
    complete.map(|row| (key(row), row.2, row.3)).collect()
}

/// For each group with a pair: its correct pairs and all its pairs.
pub fn count(rows: &[Row], ties: impl Fn(f64, f64) -> bool) -> Vec<(u64, u64)> {
    let groups = rows.iter().map(|row| row.0 + 1).max().unwrap_or(0) as usize;
    let mut counts = vec![(0, 0); groups];
    for (index, &(group, human, metric)) in rows.iter().enumerate() {
        for &(other_group, other_human, other_metric) in &rows[..index] {
            if group == other_group {
                let order = (metric - other_metric) * (human - other_human) > 0.0;
                let right = match ties(metric, other_metric) {
                    true => human == other_human,
                    false => order,
                };
                counts[group as usize].0 += u64::from(right);
                counts[group as usize].1 += 1;
            }
        }
    }
    counts.retain(|&(_, pairs)| pairs > 0);
    counts
}

pub fn average(counts: &[(u64, u64)]) -> Option<f64> {
    let mut mean = Mean::default();
    counts.iter().for_each(|&(correct, pairs)| mean.add(correct as f64 / pairs as f64));
    mean.value()
}

/// The sum of correct / pairs times a common multiple of all possible numbers of pairs.
pub fn exact_sum(counts: &[(u64, u64)]) -> u128 {
    // Numbers of pairs up to 66 divide this.
    let multiple: u128 = [4, 9, 5, 7, 11].iter().product();
    counts
        .iter()
        .map(|&(correct, pairs)| {
            let pairs = u128::from(pairs);
            let common = if multiple.is_multiple_of(pairs) { multiple / pairs } else { 0 };
            assert!(common > 0, "{pairs} pairs");
            u128::from(correct) * common
        })
        .sum()
}

fn ties(theta: Option<f64>, epsilon: f64) -> impl Fn(f64, f64) -> bool {
    move |a, b| (a - b).abs() <= epsilon || theta.is_some_and(|theta| a.min(b) >= theta)
}

fn candidates(rows: &[Row]) -> Vec<f64> {
    let mut all = vec![0.0];
    for (index, row) in rows.iter().enumerate() {
        let group = rows[..index].iter().filter(|other| other.0 == row.0);
        all.extend(group.map(|other| (other.2 - row.2).abs()));
    }
    all.sort_by(f64::total_cmp);
    all.dedup();
    all
}

/// Theta and epsilon by trying all, in the order of preference.
fn best(rows: &[Row], sum: impl Fn(&[(u64, u64)]) -> u128) -> (Option<f64>, f64) {
    let mut thetas: Vec<Option<f64>> = rows.iter().map(|row| Some(row.2)).collect();
    thetas.sort_by(|a, b| b.unwrap().total_cmp(&a.unwrap()));
    thetas.dedup();
    thetas.insert(0, None);
    let mut best = (None, 0.0, 0);
    for theta in thetas {
        for &epsilon in &candidates(rows) {
            let sum = sum(&count(rows, ties(theta, epsilon)));
            if sum > best.2 {
                best = (theta, epsilon, sum);
            }
        }
    }
    (best.0, best.1)
}

fn find(rows: &[(u32, u32, f64, f64)], grouping: Grouping) -> TwoThresholds {
    FindTwoThresholds::new(&score_set(rows), 0, grouping, 1).unwrap().run()
}

/// The same without listing pairs.
fn find_on_grid(rows: &[(u32, u32, f64, f64)], grouping: Grouping) -> TwoThresholds {
    let groups = groups(&score_set(rows), 0, grouping).unwrap();
    FindTwoThresholds::with(groups, String::from("metric"), grouping, None).run()
}

/// acc_eq wherever it is given is what counting one by one says; the surface has nothing better.
fn check_values(found: &TwoThresholds, rows: &[Row]) {
    let at = |theta, epsilon| average(&count(rows, ties(theta, epsilon)));
    assert_eq!(found.alone.acc_eq, at(None, found.alone.epsilon));
    assert_eq!(found.best.acc_eq, at(found.best.theta, found.best.epsilon));
    let perfect = rows.iter().filter(|row| found.best.theta.is_some_and(|theta| row.2 >= theta));
    if rows.len() == found.rows {
        let share = perfect.count() as f64 / rows.len().max(1) as f64;
        assert_eq!(found.best.share_perfect, share);
    }
    let surface = &found.surface;
    for (&theta, values) in surface.thetas.iter().zip(&surface.acc_eq) {
        for (&epsilon, &value) in surface.epsilons.iter().zip(values) {
            assert_eq!(Some(value), at(theta, epsilon), "{theta:?} {epsilon}");
            if found.best.exact {
                assert!(value <= found.best.acc_eq.unwrap() + 1e-15);
            }
        }
    }
}

const GROUPINGS: [Grouping; 3] = [Grouping::None, Grouping::Item, Grouping::System];

#[test]
fn the_best_of_all_pairs_of_thresholds_is_found() {
    let mut random = Rand32::new(5);
    let (mut with_theta, mut without) = (0, 0);
    for case in 0..150 {
        let (systems, items) = (random.rand_range(1..5), random.rand_range(1..4));
        let rows = random_rows(&mut random, systems, items);
        for grouping in GROUPINGS {
            let found = find(&rows, grouping);
            let rows = grouped(&rows, grouping);
            let expected = best(&rows, exact_sum);
            assert_eq!((found.best.theta, found.best.epsilon), expected, "case {case} {rows:?}");
            assert!(found.listed && found.best.exact);
            match expected.0 {
                Some(_) => with_theta += 1,
                None => without += 1,
            }
        }
    }
    assert!(with_theta > 20 && without > 20, "{with_theta} {without}");
}

#[test]
fn values_are_those_counted_one_by_one() {
    let mut random = Rand32::new(6);
    for _ in 0..20 {
        let rows = random_rows(&mut random, 5, 6);
        for grouping in GROUPINGS {
            let complete = grouped(&rows, grouping);
            check_values(&find(&rows, grouping), &complete);
            check_values(&find_on_grid(&rows, grouping), &complete);
        }
    }
}

#[test]
fn large_groups_have_the_same_values() {
    let mut random = Rand32::new(7);
    for _ in 0..3 {
        // Up to 180 rows together: past the size up to which pairs are listed.
        let mut rows = random_rows(&mut random, 40, 9);
        rows.truncate(180);
        check_values(&find(&rows, Grouping::None), &grouped(&rows, Grouping::None));
    }
}

#[test]
fn alone_is_the_plain_calibration() {
    let mut random = Rand32::new(8);
    for _ in 0..60 {
        let rows = random_rows(&mut random, 9, 12);
        for grouping in GROUPINGS {
            let groups = groups(&score_set(&rows), 0, grouping).unwrap();
            let epsilon = Calibrator::new(&groups).run(&groups).epsilon;
            assert_eq!(find(&rows, grouping).alone.epsilon, epsilon);
            assert_eq!(find_on_grid(&rows, grouping).alone.epsilon, epsilon);
        }
    }
}

#[test]
fn a_grid_comes_close() {
    let mut random = Rand32::new(9);
    let mut gains = [0.0; 2];
    for _ in 0..60 {
        let rows = random_rows(&mut random, 8, 20);
        for grouping in GROUPINGS {
            let (exact, grid) = (find(&rows, grouping), find_on_grid(&rows, grouping));
            assert!(!grid.listed && !grid.best.exact && grid.held_out.is_none());
            let [alone, grid, exact] =
                [exact.alone.acc_eq, grid.best.acc_eq, exact.best.acc_eq].map(Option::unwrap);
            assert!(alone <= grid && grid <= exact + 1e-15, "{alone} {grid} {exact}");
            gains[0] += grid - alone;
            gains[1] += exact - alone;
        }
    }
    assert!(gains[0] > 0.95 * gains[1] && gains[1] > 0.0, "{gains:?}");
}

#[test]
fn perfect_outputs_tie_though_others_are_ordered_more_finely() {
    let scores = [(0.0, 3.0), (0.0, 2.5), (0.0, 2.0), (-1.0, 1.75), (-2.0, 1.5)];
    let rows: Vec<_> = scores.iter().map(|&(human, metric)| (0, 0, human, metric)).collect();
    for found in [find(&rows, Grouping::None), find_on_grid(&rows, Grouping::None)] {
        assert_eq!((found.alone.epsilon, found.alone.acc_eq), (0.0, Some(0.7)));
        assert_eq!((found.best.theta, found.best.epsilon), (Some(2.0), 0.0));
        assert_eq!((found.best.acc_eq, found.best.share_perfect), (Some(1.0), 0.6));
    }
}

#[test]
fn no_theta_where_it_changes_nothing() {
    // epsilon = 1 ties what the human ties; so would theta = 4 with epsilon = 0.
    let rows = [(0, 0, 1.0, 5.0), (0, 0, 1.0, 4.0), (0, 0, 0.0, 1.0)];
    let found = find(&rows, Grouping::None);
    assert_eq!((found.best.theta, found.best.epsilon), (None, 1.0));
    assert_eq!(found.best.acc_eq, Some(1.0));
}

#[test]
fn groups_without_a_common_denominator_are_not_called_exact() {
    let mut random = Rand32::new(10);
    let rows: Vec<(u32, u32, f64, f64)> = (30..60)
        .flat_map(|size| (0..size).map(move |row| (row, size)))
        .map(|(system, item)| {
            let human = f64::from(random.rand_range(0..3));
            (system, item, human, human + 2.0 * random.rand_float() as f64)
        })
        .collect();
    let found = find(&rows, Grouping::Item);
    assert!(found.listed && !found.best.exact);
    let surface = found.surface.acc_eq.iter().flatten();
    let highest = surface.fold(0.0, |highest: f64, &value| highest.max(value));
    assert!(found.best.acc_eq.unwrap() >= highest);
}

#[test]
fn nothing_comes_of_nothing() {
    let constant: Vec<_> = (0..12).map(|row| (row % 3, row / 3, f64::from(row % 2), 7.0)).collect();
    let found = find(&constant, Grouping::Item);
    assert_eq!((found.best.theta, found.best.epsilon), (None, 0.0));
    assert_eq!(found.best.acc_eq, found.alone.acc_eq);
    assert_eq!((found.surface.thetas.len(), found.surface.epsilons.len()), (2, 1));
    let lonely = [(0, 0, 1.0, 1.0), (0, 1, 2.0, 2.0)];
    for found in [find(&lonely, Grouping::Item), find_on_grid(&lonely, Grouping::Item)] {
        assert_eq!((found.groups_used, found.best.acc_eq), (0, None));
        assert_eq!((found.held_out, found.surface.acc_eq), (None, vec![vec![]]));
    }
    let scores = score_set(&lonely);
    let missing = FindTwoThresholds::new(&scores, 1, Grouping::Item, 1).err();
    assert_eq!(missing, Some(StudyError::NoSuchMetric(1)));
}

#[test]
fn the_order_of_rows_leaves_no_trace() {
    let mut random = Rand32::new(11);
    let mut rows = random_rows(&mut random, 6, 25);
    let found = GROUPINGS.map(|grouping| find(&rows, grouping));
    for last in (1..rows.len()).rev() {
        rows.swap(last, random.rand_range(0..last as u32 + 1) as usize);
    }
    // Items are numbered in the order of the file: name them by another number.
    let mut scores = score_set(&rows);
    let count = scores.items.len() as u32;
    scores.items.reverse();
    scores.item.as_mut().unwrap().iter_mut().for_each(|item| *item = count - 1 - *item);
    for (grouping, found) in GROUPINGS.into_iter().zip(found) {
        assert_eq!(FindTwoThresholds::new(&scores, 0, grouping, 1).unwrap().run(), found);
    }
    scores.item = None;
    assert!(
        FindTwoThresholds::new(&scores, 0, Grouping::None, 1).unwrap().run().held_out.is_some()
    );
}

#[test]
fn folds_are_calibrated_on_the_others() {
    let mut random = Rand32::new(12);
    let rows = random_rows(&mut random, 4, 10);
    let scores = score_set(&rows);
    let found = find(&rows, Grouping::Item);
    let held_out = found.held_out.unwrap();
    let hold_out = HoldOut::new(&scores, 0, Grouping::Item, 1).unwrap();
    let fold_of = hold_out.folds();
    let mut gains = Vec::new();
    for fold in 0..5 {
        let part = |inside: bool| {
            let rows = rows.iter().zip(fold_of).filter(|&(_, &of)| (of == fold) == inside);
            grouped(&rows.map(|(row, _)| *row).collect::<Vec<_>>(), Grouping::Item)
        };
        let (inside, outside) = (part(true), part(false));
        if count(&inside, |_, _| true).is_empty() {
            continue;
        }
        let (theta, epsilon) = best(&outside, exact_sum);
        let found = held_out.folds[gains.len()];
        assert_eq!((found.theta, found.epsilon), (theta, epsilon));
        let at =
            |rows: &[Row], theta, epsilon| average(&count(rows, ties(theta, epsilon))).unwrap();
        assert_eq!(found.acc_eq, at(&inside, theta, epsilon));
        assert_eq!(found.acc_eq_alone, at(&inside, None, found.epsilon_alone));
        let gain = at(&outside, theta, epsilon) - at(&outside, None, found.epsilon_alone);
        assert_eq!(found.gain_in_sample, gain);
        gains.push(found.acc_eq - found.acc_eq_alone);
    }
    let mean = gains.iter().sum::<f64>() / gains.len() as f64;
    assert_eq!(gains.len(), held_out.folds.len());
    assert!((held_out.gain_held_out - mean).abs() < 1e-15);
    // Ten items make five folds of two, and an item is in one fold only.
    for fold in 0..5 {
        let mut items: Vec<u32> =
            rows.iter().zip(fold_of).filter(|&(_, &of)| of == fold).map(|(row, _)| row.1).collect();
        items.sort_unstable();
        items.dedup();
        assert_eq!(items.len(), 2);
    }
}
