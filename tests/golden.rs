//! Values computed elsewhere: by brute force in exact arithmetic, checked
//! against the reference implementation. `tests/golden/README.md` says how.

mod scored;

use scored::Scored;
use serde_json::Value;
use tiescope::lab::Lab;
use tiescope::lab::work::work;
use tiescope::stats::{Average, Calibrator, Grouping, Groups, Statistic, averages, evaluate};
use tiescope::studies::experiments::objectives::{Found, Objective, maximise};

fn read_json(name: &str) -> Value {
    let path = format!("{}/tests/golden/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect(&path);
    serde_json::from_str(&text).expect(&path)
}

/// Compares with 1e-12, naming what differs.
#[track_caller]
fn assert_close(found: Option<f64>, expected: &Value, what: &str) {
    match (found, expected.as_f64()) {
        (None, None) => assert!(expected.is_null(), "{what}: {expected} is no number"),
        (Some(a), Some(b)) => assert!((a - b).abs() <= 1e-12, "{what}: {a} is not {b}"),
        _ => panic!("{what}: {found:?} is not {expected}"),
    }
}

/// Checks everything the crate computes against one entry of a golden file.
fn check(groups: &Groups, expected: &Value, what: &str) {
    assert_eq!(groups.len() as u64, expected["groups_used"], "{what}: groups used");
    assert_eq!(groups.found() as u64, expected["groups"], "{what}: groups");
    assert_eq!(groups.pairs(), expected["pairs"], "{what}: pairs");
    check_statistics(groups, expected, what);
    check_calibration(groups, &expected["calibration_acc_eq"], what);
    check_objectives(groups, &expected["calibration_other"], what);
    for at in expected["at_eps"].as_array().into_iter().flatten() {
        check_at_epsilon(groups, at, what);
    }
}

fn check_statistics(groups: &Groups, expected: &Value, what: &str) {
    let counts = serde_json::to_value(evaluate(groups, 0.0).counts).unwrap();
    assert_eq!(counts, expected["counts_eps0"], "{what}: counts at 0");
    let found = averages(groups, 0.0);
    assert_eq!(found.len(), Statistic::ALL.len());
    for found in found {
        let expected = &expected["eps0"][found.statistic.entry().name];
        let what = format!("{what}: {}", found.statistic.entry().name);
        assert_close(found.value, &expected["value"], &what);
        assert_eq!(found.groups, expected["groups"], "{what}: groups");
        assert_eq!(found.value.is_none(), found.groups == 0);
        assert!(found.value.is_some() || found.reason.is_some(), "{what}: no reason");
    }
}

fn check_calibration(groups: &Groups, expected: &Value, what: &str) {
    if expected.is_null() {
        return assert!(groups.is_empty(), "{what}: only no groups cannot be calibrated");
    }
    let found = Calibrator::new(groups).run(groups);
    assert_eq!(found.epsilon, expected["eps_star"], "{what}: epsilon*");
    assert_eq!(found.last_epsilon, expected["maximiser_last"], "{what}: last epsilon");
    assert_eq!(found.contiguous, expected["maximisers_contiguous"], "{what}: contiguous");
    let acc_eq = evaluate(groups, found.epsilon).acc_eq;
    assert_close(acc_eq, &expected["value"], &format!("{what}: acc_eq*"));
}

fn check_objectives(groups: &Groups, expected: &Value, what: &str) {
    let Some(expected) = expected.as_object() else {
        return assert!(groups.is_empty(), "{what}: only no groups cannot be calibrated");
    };
    assert_eq!(expected.len(), 6);
    let objectives = Objective::ALL;
    for Found { objective, maximum } in maximise(groups, &objectives) {
        let name = match objective {
            Objective::AccEq => continue, // `calibration_acc_eq`
            Objective::CorrectRankF1 => "rank_f1",
            _ => objective.name(),
        };
        let (what, expected) = (format!("{what}: {name}"), &expected[name]);
        assert_close(maximum.map(|maximum| maximum.value), &expected["value"], &what);
        if let Some(maximum) = maximum {
            assert_eq!(maximum.epsilon, expected["eps_star"], "{what}: epsilon*");
            assert_eq!(maximum.epsilon, expected["maximiser_first"], "{what}: first epsilon");
            assert_eq!(maximum.last_epsilon, expected["maximiser_last"], "{what}: last epsilon");
            assert_eq!(maximum.groups, expected["groups"], "{what}: groups");
        }
    }
}

fn check_at_epsilon(groups: &Groups, expected: &Value, what: &str) {
    let epsilon = expected["eps"].as_f64().unwrap();
    let what = format!("{what} at {epsilon}");
    let found = evaluate(groups, epsilon);
    let counts = serde_json::to_value(found.counts).unwrap();
    for count in ["C", "D", "T_h", "T_m", "T_hm"] {
        assert_eq!(counts[count], expected[count], "{what}: {count}");
    }
    for (class, prefix) in [(found.ties, "ties"), (found.correct_rank, "rank")] {
        let values = [
            ("precision", class.map(|class| class.precision)),
            ("recall", class.map(|class| class.recall)),
            ("f1", class.map(|class| class.f1)),
        ];
        for (name, value) in values {
            let name = format!("{prefix}_{name}");
            assert_close(value, &expected[&name], &format!("{what}: {name}"));
        }
    }
    assert_close(found.acc_eq, &expected["acc_eq"], &format!("{what}: acc_eq"));
    let listed = ["acc_eq", "tau_a", "tau_b", "tau_10", "tau_13", "tau_14"];
    for Average { statistic, value, groups, .. } in averages(groups, epsilon) {
        let name = statistic.entry().name;
        if listed.contains(&name) {
            assert_close(value, &expected[name], &format!("{what}: {name}"));
            let expected = &expected[format!("{name}_groups")];
            assert!(expected.is_null() || groups == *expected, "{what}: {name}");
        }
    }
}

/// Numbers of a JSON array; `null` is missing.
fn numbers(array: &Value) -> Vec<f64> {
    array.as_array().unwrap().iter().map(|x| x.as_f64().unwrap_or(f64::NAN)).collect()
}

/// What the toy lab works out is what the study of a file does.
#[test]
fn the_lab_agrees_on_the_toy_vectors() {
    let file = read_json("toy.json");
    let numbers = |value: &Value| -> Vec<f64> {
        value.as_array().unwrap().iter().map(|value| value.as_f64().unwrap()).collect()
    };
    let mut checked = 0;
    for case in file["cases"].as_array().unwrap() {
        let (human, metric) = (numbers(&case["human"]), numbers(&case["metric"]));
        if !(2..=12).contains(&human.len()) {
            continue;
        }
        checked += 1;
        let (what, expected) = (case["name"].as_str().unwrap(), &case["expected"]);
        let worked = work(&Lab::of_scores(&human, &[&metric]));
        for row in &worked.statistics {
            let name = row.entry.name;
            if let Some(expected) = expected["eps0"].get(name) {
                assert_close(row.values[0].value, &expected["value"], &format!("{what}: {name}"));
            }
        }
        let calibration = worked.metrics[0].calibration.unwrap();
        assert_eq!(calibration.epsilon, expected["calibration_acc_eq"]["eps_star"], "{what}");
        let counts = serde_json::to_value(worked.metrics[0].counts).unwrap();
        assert_eq!(counts, expected["counts_eps0"], "{what}");
    }
    assert_eq!(checked, 29);
}

#[test]
fn toy_vectors() {
    let cases = read_json("toy.json");
    let cases = cases["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 31);
    for case in cases {
        let groups = Groups::new(None, &numbers(&case["human"]), &numbers(&case["metric"]));
        check(&groups, &case["expected"], case["name"].as_str().unwrap());
    }
}

#[test]
fn toy_matrix_with_missing_scores() {
    let toys = read_json("toy.json");
    for case in toys["grouped_cases"].as_array().unwrap() {
        let (mut keys, mut human, mut metric) = (Vec::new(), Vec::new(), Vec::new());
        let rows = case["human"].as_array().unwrap().iter().zip(case["metric"].as_array().unwrap());
        for (key, (h, m)) in rows.enumerate() {
            human.extend(numbers(h));
            metric.extend(numbers(m));
            keys.resize(human.len(), key as u32);
        }
        let groups = Groups::new(Some(&keys), &human, &metric);
        check(&groups, &case["expected"], case["name"].as_str().unwrap());
    }
}

fn check_file(name: &str) {
    let path = format!("{}/tests/golden/{name}.csv", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(&path).expect(&path);
    let expected = read_json(&format!("{name}.expected.json"));
    let expected = expected["metrics"].as_object().unwrap();
    assert_eq!(expected.len(), 7);
    for (metric, groupings) in expected {
        let (column, negated) = match metric.split_once(':') {
            Some((column, _)) => (column, true),
            None => (metric.as_str(), false),
        };
        let lower_is_better: &[&str] = if negated { &[column] } else { &[] };
        let scored = Scored::read(&bytes, lower_is_better);
        for (grouping, name) in
            [(Grouping::None, "none"), (Grouping::Item, "item"), (Grouping::System, "system")]
        {
            check(&scored.groups(column, grouping), &groupings[name], &format!("{metric} {name}"));
        }
    }
}

#[test]
fn simulated_scores() {
    check_file("simulated");
}

#[test]
fn simulated_scores_with_holes() {
    check_file("simulated-missing");
}
