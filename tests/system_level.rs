//! System-level statistics: golden values, and the sign-flip tests against all
//! flips.

mod scored;

use proptest::prelude::*;
use scored::Scored;
use serde_json::Value;
use tiescope::stats::system_level::{Method, NotCompared, SystemTest};
use tiescope::stats::{
    Grouping, Groups, Outputs, SystemComparer, SystemLevel, pairwise_difference_pearson,
};

fn golden(name: &str) -> Vec<u8> {
    let path = format!("{}/tests/golden/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).expect(&path)
}

fn numbers(array: &Value) -> Vec<f64> {
    array.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

/// Scores of a golden file; `distance:negated` is the column turned round.
fn scored(file: &str, metric: &str) -> (Scored, String) {
    let column = metric.trim_end_matches(":negated");
    let lower_is_better: &[&str] = if column == metric { &[] } else { &[column] };
    (Scored::read(&golden(file), lower_is_better), column.to_string())
}

/// Compares the systems of a file, as the file or in turned order names them.
fn compare(scored: &Scored, column: &str, turned: bool) -> SystemLevel {
    let scores = &scored.0;
    let last = scores.systems.len() as u32 - 1;
    let number = |&system: &u32| if turned { last - system } else { system };
    let system: Vec<u32> = scores.system.as_ref().unwrap().iter().map(number).collect();
    let metric = scores.metrics.iter().find(|metric| metric.name == column).unwrap();
    let outputs = Outputs {
        system: &system,
        item: scores.item.as_ref().unwrap(),
        human: &scores.human.values,
        metric: &metric.values,
    };
    SystemComparer::new(&outputs, 50_000, 11).unwrap().run()
}

/// Exactly, or within four standard errors; returns how far that is.
fn check_p_values(found: &[f64], expected: &[f64], method: Method, what: &str) -> f64 {
    assert_eq!(found.len(), expected.len());
    let tolerance = |p: f64| match method {
        Method::Exact => 1e-12,
        Method::MonteCarlo(flips) => 4.0 * (p * (1.0 - p) / f64::from(flips)).sqrt() + 1e-9,
    };
    for (pair, (found, expected)) in found.iter().zip(expected).enumerate() {
        let off = (found - expected).abs();
        assert!(off <= tolerance(*expected), "{what}, pair {pair}: {found} is not {expected}");
    }
    expected.iter().map(|&p| tolerance(p)).sum::<f64>() / expected.len() as f64
}

fn p_values(found: &SystemLevel, of: fn(&SystemTest) -> f64) -> Vec<f64> {
    found.tests.iter().map(of).collect()
}

#[test]
fn golden_system_level() {
    let expected: Value = serde_json::from_slice(&golden("system-level.json")).unwrap();
    let expected = &expected["system_level"];
    let human = &expected["human"];
    let metrics = expected["metrics"].as_object().unwrap();
    assert_eq!(metrics.len(), 7);
    for (name, metric) in metrics {
        let (scored, column) = scored("simulated.csv", name);
        let found = compare(&scored, &column, false);
        assert_eq!(found.items, 40);
        for (side, means) in [("human", &human["mean"]), (name, &metric["mean"])] {
            for (system, mean) in found.systems.iter().zip(numbers(means)) {
                let found = if side == "human" { system.human } else { system.metric };
                assert!((found - mean).abs() <= 1e-12, "{name}: mean {found} is not {mean}");
            }
        }
        assert_eq!(found.agreeing_pairs as u64, metric["pairs_agreeing"], "{name}");
        assert_eq!(found.pairs as u64, metric["pairs"]);
        assert_eq!(found.pairwise_accuracy, metric["pairwise_accuracy"].as_f64().unwrap());
        assert_eq!(found.human_method, Method::Exact);
        let coarse = ["judge", "spans", "constant"].contains(&name.as_str());
        assert_eq!(found.metric_method == Method::Exact, coarse, "{name}");
        let side = |of: fn(&SystemTest) -> f64, expected, method| {
            check_p_values(&p_values(&found, of), &numbers(expected), method, name)
        };
        let tolerance = side(|test| test.p_human, &human["p_exact"], found.human_method)
            + side(|test| test.p_metric, &metric["p_exact"], found.metric_method);
        let turned = compare(&scored, &column, true);
        for (found, field) in [(found, "spa_exact"), (turned, "spa_exact_reversed_system_order")] {
            let off = found.soft_pairwise_accuracy - metric[field].as_f64().unwrap();
            assert!(off.abs() <= tolerance, "{name}: {field} is off by {off}");
        }
    }
}

#[test]
fn golden_pairwise_difference_pearson() {
    let golden: Value = serde_json::from_slice(&golden("system-level.json")).unwrap();
    for (file, expected) in [
        ("simulated.csv", &golden["system_level"]["metrics"]),
        ("simulated-missing.csv", &golden["pdp_simulated_missing"]),
    ] {
        let metrics = expected.as_object().unwrap();
        assert_eq!(metrics.len(), 7);
        for (name, expected) in metrics {
            let (scored, column) = scored(file, name);
            let groups = scored.groups(&column, Grouping::Item);
            assert_eq!(groups.pairs(), expected["pdp_pairs"], "{file} {name}");
            match (pairwise_difference_pearson(&groups), expected["pdp"].as_f64()) {
                (None, None) => {}
                (Some(a), Some(b)) => assert!((a - b).abs() <= 1e-12, "{file} {name}: {a}, {b}"),
                other => panic!("{file} {name}: {other:?}"),
            }
        }
    }
}

/// Compares systems on items; the columns have all systems, item after item.
fn compare_columns(systems: u32, human: &[f64], metric: &[f64], flips: u32) -> SystemLevel {
    let rows = 0..human.len() as u32;
    let system: Vec<u32> = rows.clone().map(|row| row % systems).collect();
    let item: Vec<u32> = rows.map(|row| row / systems).collect();
    let outputs = Outputs { system: &system, item: &item, human, metric };
    SystemComparer::new(&outputs, flips, 4).unwrap().run()
}

/// The share of all sign flips whose sum is at least the observed one.
fn all_flips(systems: u32, units: &[i64], first: u32, second: u32) -> f64 {
    let rows = units.chunks_exact(systems as usize);
    let differences: Vec<i64> =
        rows.map(|row| row[first as usize] - row[second as usize]).collect();
    let observed: i64 = differences.iter().sum();
    let reached = |flip: &u32| {
        let sign = |item: usize| if flip >> item & 1 == 1 { 1 } else { -1 };
        let flipped: i64 = differences.iter().enumerate().map(|(i, d)| sign(i) * d).sum();
        flipped >= observed
    };
    let flips = 1u32 << differences.len();
    (0..flips).filter(reached).count() as f64 / f64::from(flips)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn p_values_are_those_of_all_flips(
        units in prop::collection::vec(-30i64..3, 3 * 9),
        order in 0usize..3,
    ) {
        // Tenths as sums in one order or another; thirds and rescaled tenths are
        // no decimals, so flips are drawn.
        let scores: [fn(i64) -> f64; 3] =
            [|u| u as f64 / 10.0, |u| (u as f64) * 0.1, |u| (0..u.abs()).fold(0.0, |s, _| s - 0.1)];
        let exact: Vec<f64> = units.iter().map(|&u| scores[order](u)).collect();
        let units: Vec<i64> =
            units.iter().map(|&u| if order == 2 { -u.abs() } else { u }).collect();
        let thirds: Vec<f64> = units.iter().map(|&u| u as f64 / 3.0 * 1e-200).collect();
        let found = compare_columns(3, &exact, &thirds, 2000);
        prop_assert_eq!(found.human_method, Method::Exact);
        prop_assert_eq!(found.metric_method, Method::MonteCarlo(2000));
        prop_assert_eq!(found.agreeing_pairs, 3);
        for test in &found.tests {
            let p = all_flips(3, &units, test.first, test.second);
            prop_assert!((test.p_human - p).abs() < 1e-12);
            let error = (p * (1.0 - p) / 2000.0).sqrt();
            prop_assert!((test.p_metric - p).abs() <= 6.0 * error + 0.004, "{} {}", test.p_metric, p);
        }
    }

    #[test]
    fn the_order_of_rows_leaves_no_trace(
        cells in prop::collection::vec((0u32..4, 0u32..6, -1e3..1e3, 0.0..1.0), 1..60),
        shuffle in any::<u64>(),
    ) {
        let mut cells = cells;
        cells.sort_by_key(|cell| (cell.0, cell.1));
        cells.dedup_by_key(|cell| (cell.0, cell.1));
        let run = |cells: &[(u32, u32, f64, f64)]| {
            let (system, item): (Vec<u32>, Vec<u32>) = cells.iter().map(|c| (c.0, c.1)).unzip();
            let (human, metric): (Vec<f64>, Vec<f64>) = cells.iter().map(|c| (c.2, c.3)).unzip();
            let outputs =
                Outputs { system: &system, item: &item, human: &human, metric: &metric };
            let pearson = pairwise_difference_pearson(&Groups::new(Some(&item), &human, &metric));
            (SystemComparer::new(&outputs, 100, 8).map(SystemComparer::run), pearson)
        };
        let before = run(&cells);
        let mut random = oorandom::Rand64::new(shuffle.into());
        for last in (1..cells.len()).rev() {
            cells.swap(last, random.rand_range(0..last as u64 + 1) as usize);
        }
        let after = run(&cells);
        prop_assert_eq!(before.1, after.1);
        match (before.0, after.0) {
            (Ok(before), Ok(after)) => prop_assert_eq!(before, after),
            (before, after) => prop_assert_eq!(before.err(), after.err()),
        }
    }

    #[test]
    fn pairwise_difference_pearson_is_that_of_all_pairs(
        rows in prop::collection::vec((0u32..5, -9.0..9.0, -9.0..9.0), 0..30),
    ) {
        let keys: Vec<u32> = rows.iter().map(|row| row.0).collect();
        let (human, metric): (Vec<f64>, Vec<f64>) = rows.iter().map(|row| (row.1, row.2)).unzip();
        let mut sums = [0f64; 3];
        for (i, a) in rows.iter().enumerate() {
            for b in rows[..i].iter().filter(|b| b.0 == a.0) {
                let (h, m) = (a.1 - b.1, a.2 - b.2);
                sums = [sums[0] + h * m, sums[1] + h * h, sums[2] + m * m];
            }
        }
        let found = pairwise_difference_pearson(&Groups::new(Some(&keys), &human, &metric));
        prop_assert_eq!(found.is_some(), sums[1] > 0.0);
        if let Some(found) = found {
            prop_assert!((found - sums[0] / (sums[1] * sums[2]).sqrt()).abs() < 1e-12);
        }
    }
}

#[test]
fn equal_sums_count_as_equal_however_they_are_added() {
    // Both systems sum to -6.3 thirds or tenths, so p is the share of flips
    // that reach 0, and neither system is better.
    let units = [-1, -50, -50, -1, -1, -1, -10, -10, -1, -1];
    let p = all_flips(2, &units, 0, 1);
    let column = |unit: f64| -> Vec<f64> { units.iter().map(|&u| u as f64 * unit).collect() };
    let found = compare_columns(2, &column(0.1), &column(0.1 / 3.0), 4000);
    assert_eq!(found.tests[0].p_human, p);
    assert!((found.tests[0].p_metric - p).abs() < 0.04, "{}", found.tests[0].p_metric);
    assert_eq!(found.agreeing_pairs, 1);
}

#[test]
fn ties_of_means() {
    // System 0 and 1 tie by the human; the metric orders them and ties 1 and 2.
    let found = compare_columns(3, &[1.0, 1.0, 2.0], &[1.0, 2.0, 2.0], 10);
    assert_eq!((found.pairs, found.agreeing_pairs), (3, 1));
    let same = compare_columns(2, &[1.0, 1.0], &[0.5, 0.5], 10);
    assert_eq!((same.agreeing_pairs, same.pearson), (1, None));
    assert_eq!(same.soft_pairwise_accuracy, 1.0);
}

#[test]
fn only_items_of_every_system_count() {
    let nan = f64::NAN;
    // System 7 has no human score; item 2 lacks system 5, item 3 a metric score.
    let outputs = Outputs {
        system: &[4, 5, 7, 4, 5, 4, 4, 5],
        item: &[0, 0, 0, 1, 1, 2, 3, 3],
        human: &[1.0, 2.0, nan, 3.0, 4.0, 100.0, 100.0, 100.0],
        metric: &[1.0, 3.0, 1.0, 5.0, 6.0, 9.0, 9.0, nan],
    };
    let found = SystemComparer::new(&outputs, 10, 1).unwrap().run();
    let means: Vec<_> = found.systems.iter().map(|s| (s.system, s.human, s.metric)).collect();
    assert_eq!(means, [(4, 2.0, 3.0), (5, 3.0, 4.5)]);
    assert_eq!(found.items, 2);
    let alone = Outputs { human: &[1.0, nan, nan, 3.0, nan, 1.0, 1.0, nan], ..outputs };
    assert_eq!(SystemComparer::new(&alone, 1, 1).err(), Some(NotCompared::FewSystems));
    let apart = Outputs { human: &[1.0, nan, nan, nan, 1.0, nan, nan, nan], ..outputs };
    assert_eq!(SystemComparer::new(&apart, 1, 1).err(), Some(NotCompared::NoCommonItem));
}

#[test]
fn a_thousand_systems_are_compared_in_short_steps_and_no_more() {
    let run = |systems: u32| {
        let system: Vec<u32> = (0..2 * systems).map(|row| row % systems).collect();
        let item: Vec<u32> = (0..2 * systems).map(|row| row / systems).collect();
        let scores: Vec<f64> = system.iter().map(|&system| f64::from(system).sqrt()).collect();
        let outputs = Outputs { system: &system, item: &item, human: &scores, metric: &scores };
        let mut comparer = SystemComparer::new(&outputs, 300, 1)?;
        let mut before = 0.0;
        let found = loop {
            if let Some(found) = comparer.step() {
                break found;
            }
            assert!(comparer.progress() >= before && comparer.progress() <= 1.0);
            before = comparer.progress();
        };
        assert!(before > 0.5);
        Ok(found)
    };
    let found = run(1000).unwrap();
    assert_eq!((found.pairs, found.agreeing_pairs), (499_500, 499_500));
    // The same flips for both sides.
    assert_eq!(found.soft_pairwise_accuracy, 1.0);
    assert_eq!(run(1001), Err(NotCompared::ManySystems));
}
