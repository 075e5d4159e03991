use super::*;
use crate::scores::load;
use crate::stats::{Calibrator, averages, count_groups};
use tiescope::sample::{HumanScore, csv};

fn all() -> Vec<Objective> {
    Objective::ALL.into_iter().chain(Objective::weights()).collect()
}

/// The average of an objective by the catalogue's formulas, and over how many groups.
fn value(groups: &Groups, objective: Objective, epsilon: f64) -> Option<(f64, u64)> {
    let at = evaluate(groups, epsilon);
    let used = groups.len() as u64;
    let (ties, ranks) = (at.ties?.f1, at.correct_rank?.f1);
    match objective {
        Objective::TiesF1 => Some((ties, used)),
        Objective::CorrectRankF1 => Some((ranks, used)),
        Objective::WeightedF1 { percent } => {
            let weight = f64::from(percent) / 100.0;
            Some((weight * ties + (1.0 - weight) * ranks, used))
        }
        _ => {
            let averages = averages(groups, epsilon);
            let average = averages
                .into_iter()
                .find(|average| average.statistic.entry().name == objective.name())?;
            Some((average.value?, average.groups))
        }
    }
}

fn candidates(groups: &Groups) -> Vec<f64> {
    let mut candidates = vec![0.0];
    for group in groups.iter() {
        for (row, score) in group.metric.iter().enumerate() {
            candidates.extend(group.metric[..row].iter().map(|other| score - other));
        }
    }
    candidates.retain(|candidate| candidate.is_finite());
    candidates.sort_unstable_by(f64::total_cmp);
    candidates.dedup();
    candidates
}

/// First, last, value and groups, from trying every candidate.
fn brute(groups: &Groups, objective: Objective) -> Option<(f64, f64, f64, u64)> {
    let values: Vec<(f64, f64, u64)> = candidates(groups)
        .into_iter()
        .filter_map(|epsilon| {
            let (value, defined) = value(groups, objective, epsilon)?;
            Some((epsilon, value, defined))
        })
        .collect();
    let best = values.iter().map(|value| value.1).reduce(f64::max)?;
    let mut maximisers = values.iter().filter(|value| value.1 > best - 1e-12);
    let first = maximisers.next()?;
    Some((first.0, maximisers.next_back().unwrap_or(first).0, best, first.2))
}

fn search(groups: &Groups, few: u64) -> Vec<Best> {
    let mut search = Search::with_few(groups, all(), few);
    let mut before = 0.0;
    loop {
        if let Some(best) = search.step(groups) {
            return best;
        }
        assert!((before..=1.0).contains(&search.progress()));
        before = search.progress();
    }
}

#[track_caller]
fn check(groups: &Groups, few: u64) {
    for (objective, best) in all().into_iter().zip(search(groups, few)) {
        let found = best.found().map(|(first, last, average)| {
            (first, last, average.value(), average.parts() / objective.parts_per_group())
        });
        let expected = brute(groups, objective);
        let what = format!("{objective:?}, {few} at once: {found:?} is not {expected:?}");
        match (found, expected) {
            (None, None) => {}
            (Some(found), Some(expected)) => {
                assert_eq!(
                    (found.0, found.1, found.3),
                    (expected.0, expected.1, expected.3),
                    "{what}"
                );
                assert!((found.2 - expected.2).abs() < 1e-12, "{what}");
            }
            _ => panic!("{what}"),
        }
    }
}

#[test]
fn every_maximum_is_that_of_trying_all() {
    let mut random = oorandom::Rand32::new(1);
    for round in 0..250u32 {
        let rows = 2 + random.rand_range(0..40) as usize;
        let groups = 1 + random.rand_range(0..6);
        let (human, metric) = (1 + round % 5, [1, 3, 12, 1000, 1 << 30][round as usize / 50]);
        let mut draw = |levels: u32| -> Vec<f64> {
            let mut score = || match random.rand_range(0..12) {
                0 => f64::NAN,
                _ => f64::from(random.rand_range(0..levels)),
            };
            (0..rows).map(|_| score()).collect()
        };
        let (human, metric) = (draw(human), draw(metric));
        let keys: Vec<u32> = (0..rows).map(|_| random.rand_range(0..groups)).collect();
        let groups = Groups::new(Some(&keys), &human, &metric);
        for few in [1, 5, 1 << 20] {
            check(&groups, few);
        }
    }
}

#[test]
fn scores_of_any_size_are_narrowed_down() {
    // Differences span hundreds of decades, some are the smallest there is, and one is infinite.
    let metric = [0.0, 5e-324, 1e-323, 1e-300, 2e-300, 1e-7, 1.0, 1.0 + f64::EPSILON, 1e300];
    let human = [1.0, 1.0, 0.0, 2.0, 2.0, 1.0, 0.0, 3.0, 3.0];
    for few in [1, 100] {
        check(&Groups::new(None, &human, &metric), few);
        let far: Vec<f64> = metric.iter().map(|score| score * 1.7e8).collect();
        check(&Groups::new(None, &human, &far), few);
        check(&Groups::new(None, &[1.0, 1.0, 2.0], &[-f64::MAX, f64::MAX, 0.0]), few);
    }
}

#[test]
fn simulated_scores_in_every_grouping() {
    let scores = load(csv(HumanScore::ErrorWeights, 4, 12, 3).as_bytes()).unwrap();
    for grouping in [Grouping::None, Grouping::Item, Grouping::System] {
        for metric in 0..scores.metrics.len() {
            // In intervals of few differences, and in chunks of all.
            for few in [20, 1 << 20] {
                check(&groups(&scores, metric, grouping).unwrap(), few);
            }
        }
    }
}

#[test]
fn rows_and_groups_in_another_order_give_the_same_bits() {
    let scores = load(csv(HumanScore::ErrorWeights, 6, 50, 5).as_bytes()).unwrap();
    let mut turned = scores.clone();
    turned.human.values.reverse();
    turned.metrics[0].values.reverse();
    for keys in [&mut turned.item, &mut turned.system] {
        let keys = keys.as_mut().unwrap();
        keys.reverse();
        keys.iter_mut().for_each(|key| *key = 60 - *key);
    }
    for grouping in [Grouping::None, Grouping::Item, Grouping::System] {
        let run = |scores| FindObjectives::new(scores, 0, grouping, &all()).unwrap().run();
        assert_eq!(run(&scores), run(&turned));
    }
}

#[test]
fn a_case_by_hand() {
    // Differences: 1 (tied by the human), 2 (concordant), 3 (concordant).
    let scores = load(b"human,m\n1,1\n1,2\n2,4\n").unwrap();
    let found = FindObjectives::new(&scores, 0, Grouping::None, &all()).unwrap().run();
    let of = |objective: Objective| {
        let found = found.found.iter().find(|found| found.objective == objective).unwrap();
        let Maximum { epsilon, last_epsilon, value, groups, at } = found.maximum.unwrap();
        assert_eq!((groups, at.epsilon), (1, epsilon));
        (epsilon, last_epsilon, value)
    };
    for objective in [Objective::TiesF1, Objective::CorrectRankF1, Objective::AccEq] {
        assert_eq!(of(objective), (1.0, 1.0, 1.0));
    }
    assert_eq!(of(Objective::Tau13), (0.0, 2.0, 1.0));
    assert_eq!(of(Objective::Tau10), (0.0, 1.0, 1.0));
    assert_eq!(of(Objective::WeightedF1 { percent: 70 }), (1.0, 1.0, 1.0));
    assert_eq!((found.metric.as_str(), found.groups_used, found.pairs), ("m", 1, 3));
}

#[test]
fn what_is_undefined_has_no_maximum() {
    let scores = load(b"item,human,m\nx,1,1\nx,1,2\ny,3,3\n").unwrap();
    let found = FindObjectives::new(&scores, 0, Grouping::Item, &Objective::ALL).unwrap().run();
    let defined = found.found.iter().map(|found| found.maximum.is_some());
    assert_eq!(defined.collect::<Vec<_>>(), [true, true, true, false, false, false, false]);
    let one = load(b"item,human,m\nx,1,1\ny,3,3\n").unwrap();
    let error = FindObjectives::new(&one, 0, Grouping::Item, &Objective::ALL).unwrap_err();
    assert_eq!(error, StudyError::NoPairs("m".into()));
    let error = FindObjectives::new(&one, 3, Grouping::Item, &Objective::ALL).unwrap_err();
    assert_eq!(error, StudyError::NoSuchMetric(3));
}

#[test]
fn acc_eq_is_calibrated_as_everywhere() {
    let scores = load(csv(HumanScore::ErrorWeights, 9, 300, 7).as_bytes()).unwrap();
    for grouping in [Grouping::None, Grouping::Item, Grouping::System] {
        let groups = groups(&scores, 0, grouping).unwrap();
        let expected = Calibrator::new(&groups).run(&groups);
        let found = FindObjectives::new(&scores, 0, grouping, &all()).unwrap().run();
        let maximum = found.found[2].maximum.unwrap();
        let found = (maximum.epsilon, maximum.last_epsilon);
        assert_eq!(found, (expected.epsilon, expected.last_epsilon));
        assert_eq!(maximum.at, evaluate(&groups, expected.epsilon));
        assert_eq!(count_groups(&groups, 0.0).len() as u64, maximum.groups);
    }
}

#[test]
fn an_objective_has_one_name_everywhere() {
    for objective in all() {
        assert_eq!(serde_json::to_value(objective).unwrap()["name"], objective.name());
    }
}
