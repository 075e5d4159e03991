use super::*;
use crate::scores::load;
use crate::stats::Statistic;
use tiescope::sample::{HumanScore, csv};

const GROUPINGS: [Grouping; 3] = [Grouping::None, Grouping::Item, Grouping::System];

/// 5 systems, 24 items; every seventh row lacks its regressor score.
fn scores(seed: u128) -> ScoreSet {
    let mut scores = load(csv(HumanScore::ErrorWeights, 5, 24, seed).as_bytes()).unwrap();
    let values = &mut scores.metrics[0].values;
    (0..values.len()).step_by(7).for_each(|row| values[row] = f64::NAN);
    scores
}

/// Rows of some items alone: what a fold should be.
fn only(scores: &ScoreSet, wanted: impl Fn(u32) -> bool) -> ScoreSet {
    let item = scores.item.as_ref().unwrap();
    let mut scores = scores.clone();
    for (row, &item) in item.iter().enumerate() {
        if !wanted(item) {
            scores.human.values[row] = f64::NAN;
        }
    }
    scores
}

/// acc_eq by its formula, averaged over groups as the table of statistics does.
fn acc_eq(scores: &ScoreSet, metric: usize, grouping: Grouping, epsilon: f64) -> Option<f64> {
    let groups = groups(scores, metric, grouping).unwrap();
    let averages = crate::stats::averages(&groups, epsilon);
    averages.into_iter().find(|average| average.statistic == Statistic::AccEq)?.value
}

/// The smallest maximiser among all candidates, tried one by one.
fn star(scores: &ScoreSet, metric: usize, grouping: Grouping) -> (f64, f64) {
    let groups = groups(scores, metric, grouping).unwrap();
    let mut candidates = vec![0.0];
    for group in groups.iter() {
        for (row, score) in group.metric.iter().enumerate() {
            candidates.extend(group.metric[..row].iter().map(|other| score - other));
        }
    }
    candidates.sort_unstable_by(f64::total_cmp);
    candidates.dedup();
    let mut best = (0.0, f64::NEG_INFINITY);
    for epsilon in candidates {
        let value = acc_eq(scores, metric, grouping, epsilon).unwrap();
        if value > best.1 + 1e-12 {
            best = (epsilon, value);
        }
    }
    best
}

#[test]
fn each_epsilon_is_applied_to_the_other_set() {
    let sets = [scores(1), scores(2)];
    for (grouping, metrics) in GROUPINGS.into_iter().flat_map(|g| [(g, [0, 1]), (g, [1, 1])]) {
        let found = Transfer::new((&sets[0], metrics[0]), (&sets[1], metrics[1]), grouping);
        let Transferred { a, b } = found.unwrap().run();
        let stars = [0, 1].map(|side| star(&sets[side], metrics[side], grouping));
        for (side, found) in [&a, &b].into_iter().enumerate() {
            let (epsilon, value) = stars[side];
            let at = |epsilon| acc_eq(&sets[side], metrics[side], grouping, epsilon).unwrap();
            let other = stars[1 - side].0;
            assert_eq!(found.calibration.epsilon, epsilon, "{grouping:?} {metrics:?}");
            assert!((found.acc_eq_star - value).abs() < 1e-12);
            assert_eq!((found.applied.epsilon, found.applied.acc_eq), (other, at(other)));
            assert_eq!(found.acc_eq_at_zero, at(0.0));
            assert!((found.applied.loss - (value - at(other))).abs() < 1e-12);
            let relative = found.applied.relative_loss.unwrap();
            assert!((relative - (1.0 - at(other) / value)).abs() < 1e-12);
            for (epsilon, value) in [(epsilon, found.acc_eq_star), (other, at(other))] {
                let point = found.curve.epsilon.iter().position(|&point| point == epsilon);
                // The curve has all candidates, or these among its points.
                match point {
                    Some(point) => assert!((found.curve.acc_eq[point] - value).abs() < 1e-12),
                    None => assert!(found.curve.every_candidate && epsilon == other),
                }
            }
        }
        assert_eq!(a.metric, sets[0].metrics[metrics[0]].name);
    }
}

#[test]
fn a_set_carries_over_to_itself() {
    let scores = scores(3);
    let found = Transfer::new((&scores, 0), (&scores, 0), Grouping::Item).unwrap().run();
    assert_eq!(found.a, found.b);
    assert_eq!((found.a.applied.loss, found.a.applied.relative_loss), (0.0, Some(0.0)));
}

#[test]
fn a_loss_by_hand() {
    // In a, the pair that the human ties differs by 1; in b, that pair differs by 3 and another by 1.
    let a = load(b"item,human,m\nx,1,1\nx,1,2\nx,2,9\n").unwrap();
    let b = load(b"item,human,m\nx,1,1\nx,1,4\nx,2,5\n").unwrap();
    let found = Transfer::new((&a, 0), (&b, 0), Grouping::Item).unwrap().run();
    assert_eq!((found.a.calibration.epsilon, found.a.acc_eq_star), (1.0, 1.0));
    // b: at 0, two of three; at 1, the pair (4, 5) is tied too: one; at 3, two; at 4, one.
    assert_eq!((found.b.calibration.epsilon, found.b.acc_eq_star), (0.0, 2.0 / 3.0));
    assert_eq!(found.b.applied.acc_eq, 1.0 / 3.0);
    assert!((found.b.applied.loss - 1.0 / 3.0).abs() < 1e-15);
    assert_eq!(found.b.applied.relative_loss, Some(0.5));
    assert_eq!(found.a.applied.acc_eq, 2.0 / 3.0);
    assert_eq!(found.a.human_tied, 1.0 / 3.0);
}

#[test]
fn nothing_to_compare_is_an_error() {
    let scores = scores(1);
    let one = load(b"item,human,m\nx,1,1\ny,1,2\n").unwrap();
    let error = |a, b, grouping| Transfer::new(a, b, grouping).unwrap_err();
    let item = Grouping::Item;
    assert_eq!(error((&scores, 0), (&one, 0), item), StudyError::NoPairs("m".into()));
    assert_eq!(error((&scores, 0), (&one, 1), item), StudyError::NoSuchMetric(1));
    let system = Grouping::System;
    assert_eq!(error((&scores, 0), (&one, 0), system), StudyError::NoKeys("system"));
    // Each half of two items has no pair when grouped by nothing but a single row each.
    let halves = Transfer::between_halves(&one, 0, Grouping::None, 1);
    assert_eq!(halves.unwrap_err(), StudyError::NoPairs("m".into()));
}

#[test]
fn halves_are_the_two_folds_of_the_same_seed() {
    let scores = scores(4);
    for grouping in GROUPINGS {
        let halves = Transfer::between_halves(&scores, 0, grouping, 9).unwrap().run();
        let folds = Folds::new(&scores, 0, grouping, 2, 9).unwrap().run();
        let [first, second] = folds.folds[..] else { panic!("two folds") };
        for (side, fold) in [(&halves.a, first), (&halves.b, second)] {
            assert_eq!(fold.held_out, Some(side.applied.acc_eq));
            assert_eq!(fold.own, Some(side.acc_eq_star));
            assert_eq!((fold.epsilon, fold.pairs), (Some(side.applied.epsilon), side.pairs));
        }
        assert_eq!(first.others, Some(halves.b.acc_eq_star));
    }
}

#[test]
fn folds_are_calibrated_without_themselves() {
    let scores = scores(5);
    for grouping in GROUPINGS {
        let parts = Parts::new(&scores, 0, grouping, 4, 7).unwrap();
        // The fold of each item, read from the human scores: give each item a score of its own.
        let mut marked = scores.clone();
        let item = scores.item.clone().unwrap();
        marked.human.values.iter_mut().zip(&item).for_each(|(score, &item)| *score = item.into());
        let marked = Parts::new(&marked, 0, grouping, 4, 7).unwrap();
        let found = Folds::new(&scores, 0, grouping, 4, 7).unwrap().run();
        assert_eq!((found.units, found.folds.len()), (Units::Items, 4));
        let (mut held_out, mut own, mut epsilons) = (0.0, 0.0, Vec::new());
        for (index, fold) in found.folds.iter().enumerate() {
            let groups = marked.groups(|part| part == index);
            let items: Vec<f64> = groups.iter().flat_map(|group| group.human.to_vec()).collect();
            let is_inside = |item: u32| items.contains(&f64::from(item));
            let (epsilon, others) = star(&only(&scores, |item| !is_inside(item)), 0, grouping);
            let inside = only(&scores, is_inside);
            assert_eq!(fold.size, parts.sizes()[index]);
            assert_eq!(fold.epsilon, Some(epsilon), "{grouping:?}");
            assert!((fold.others.unwrap() - others).abs() < 1e-12);
            assert_eq!(fold.held_out, acc_eq(&inside, 0, grouping, epsilon));
            assert!((fold.own.unwrap() - star(&inside, 0, grouping).1).abs() < 1e-12);
            held_out += fold.held_out.unwrap() / 4.0;
            own += fold.own.unwrap() / 4.0;
            epsilons.push(epsilon);
        }
        assert!((found.held_out.unwrap() - held_out).abs() < 1e-12);
        assert!((found.loss.unwrap() - (own - held_out)).abs() < 1e-12);
        let (epsilon, in_sample) = star(&scores, 0, grouping);
        assert_eq!(found.epsilon, epsilon);
        assert!((found.in_sample - in_sample).abs() < 1e-12);
        let spread = found.epsilons.unwrap();
        assert!(epsilons.iter().all(|e| (spread.least..=spread.greatest).contains(e)));
        assert!(epsilons.contains(&spread.least) && epsilons.contains(&spread.greatest));
        let mean = epsilons.iter().sum::<f64>() / 4.0;
        let squares = epsilons.iter().map(|e| (e - mean).powi(2)).sum::<f64>();
        assert!((spread.mean - mean).abs() < 1e-12);
        assert!((spread.deviation.unwrap() - (squares / 3.0).sqrt()).abs() < 1e-12);
    }
}

#[test]
fn a_fold_without_a_pair_has_no_value() {
    // Two systems of two items: a fold is one item, which has one row of each system.
    let text = "system,item,human,m\na,x,1,1\na,y,2,2\nb,x,2,1\nb,y,1,2\n";
    let found = Folds::new(&load(text.as_bytes()).unwrap(), 0, Grouping::System, 2, 1);
    let found = found.unwrap().run();
    assert_eq!((found.held_out, found.loss, found.epsilons), (None, None, None));
    assert_eq!((found.in_sample, found.epsilon), (0.5, 0.0));
    assert!(found.folds.iter().all(|fold| fold.epsilon.is_none() && fold.own.is_none()));
}

#[test]
fn progress_never_goes_back() {
    let mut folds = Folds::new(&scores(6), 0, Grouping::Item, FOLDS, 1).unwrap();
    let mut before = 0.0;
    while folds.step().is_none() {
        let share = folds.progress().share;
        assert!((before..=1.0).contains(&share), "{share} after {before}");
        before = share;
    }
    let sets = [scores(1), scores(2)];
    let mut transfer = Transfer::new((&sets[0], 0), (&sets[1], 0), Grouping::None).unwrap();
    before = 0.0;
    while transfer.step().is_none() {
        let share = transfer.progress().share;
        assert!((before..=1.0).contains(&share), "{share} after {before}");
        before = share;
    }
}
