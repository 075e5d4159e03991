//! Real public data against the reference implementation.
//!
//! The data is not part of the project. `TIESCOPE_SHARED` names a folder with
//! `data/<set>.csv[.gz]` and `reference/<set>.json`; without it these tests
//! say that they were skipped.

mod scored;

use std::io::{Read, Write};
use std::path::PathBuf;

use scored::Scored;
use serde_json::Value;
use tiescope::scores::{Filter, Named, ScoreFile, Settings};
use tiescope::stats::{Average, Calibrator, Grouping, Statistic, averages, evaluate};
use tiescope::studies::Study;
use tiescope::studies::compare::{Compared, Row, Table};
use tiescope::studies::experiments::buckets::{Buckets, FillBuckets};
use tiescope::studies::experiments::sampling::TrySampling;
use tiescope::studies::report::{ColumnReport, GroupedTies, report};

fn shared(path: &str) -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("TIESCOPE_SHARED") else {
        // Not eprintln: the test harness would keep that to itself.
        let note = "reference test skipped: TIESCOPE_SHARED does not name the shared data\n";
        std::io::stderr().write_all(note.as_bytes()).unwrap();
        return None;
    };
    Some(PathBuf::from(folder).join(path))
}

/// Field names of the reference for a statistic: its value and its groups.
fn fields(name: &str) -> Option<(String, String)> {
    let groups = match name {
        "acc_eq" => return Some(("acc_eq_no_calib".into(), "n_groups_acc_eq".into())),
        "pearson" => "n_groups_pearson".into(),
        "tau_eq" | "spearman" => return None,
        tau => tau.replace("tau_", "n_groups_"),
    };
    Some((name.into(), groups))
}

fn check(set: &str, bytes: &[u8]) {
    let scored = Scored::read(bytes, &[]);
    let reference = reference(set);
    check_ties(set, &scored, &reference);
    let metrics = &reference["metrics"];
    assert_eq!(scored.0.metrics.len(), metrics.as_object().unwrap().len(), "{set}: metrics");
    check_metrics(set, &scored, metrics);
}

fn reference(set: &str) -> Value {
    let path = shared(&format!("reference/{set}.json")).unwrap();
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

/// Checks how much each column ties against the reference.
fn check_ties(set: &str, scored: &Scored, reference: &Value) {
    let check = |found: ColumnReport, expected: &Value| {
        for GroupedTies { grouping, ties, .. } in found.ties {
            let name = match grouping {
                Grouping::None => "none",
                Grouping::Item => "item",
                Grouping::System => "sys",
            };
            let (what, expected) = (format!("{set} {} {name}", found.name), &expected[name]);
            assert_eq!(found.rows, expected["num_scores"], "{what}");
            assert_eq!(ties.pairs, expected["num_pairs"], "{what}");
            assert_eq!(ties.tied, expected["num_tied"], "{what}");
            if found.top == Some(0.0) {
                assert_eq!(ties.tied_at_top, expected["num_zero_tied"], "{what}");
            }
        }
    };
    check(report(&scored.0, None).unwrap(), &reference["human_ties"]);
    for (index, metric) in scored.0.metrics.iter().enumerate() {
        let expected = &reference["metrics"][&metric.name]["metric_ties"];
        check(report(&scored.0, Some(index)).unwrap(), expected);
    }
}

/// Checks every metric of the scores against the reference.
fn check_metrics(set: &str, scored: &Scored, metrics: &Value) {
    for metric in scored.0.metrics.iter().map(|metric| &metric.name) {
        let expected = &metrics[metric];
        for (grouping, name) in
            [(Grouping::Item, "item"), (Grouping::None, "none"), (Grouping::System, "system")]
        {
            let groups = scored.groups(metric, grouping);
            let what = format!("{set} {metric} {name}");
            check_statistics(averages(&groups, 0.0), &expected[name], &what);
            if !expected[name]["acc_eq_star"].is_null() {
                check_calibration(&groups, &expected[name], &what);
            }
        }
    }
}

fn check_statistics(found: Vec<Average>, expected: &Value, what: &str) {
    for average in found {
        let name = average.statistic.entry().name;
        let Some((value, groups)) = fields(name) else { continue };
        let what = format!("{what}: {name}");
        // The reference reports 0 over 0 groups where there is no value.
        let found = average.value.unwrap_or(0.0);
        let difference = found - expected[&value].as_f64().expect(&what);
        assert!(difference.abs() <= 1e-12, "{what}: {found} is off by {difference}");
        assert_eq!(average.groups, expected[&groups], "{what}: groups");
    }
}

fn check_calibration(groups: &tiescope::stats::Groups, expected: &Value, what: &str) {
    let found = Calibrator::new(groups).run(groups);
    assert_eq!(found.epsilon, expected["epsilon_star"], "{what}: epsilon*");
    if let Value::Array(plateau) = &expected["plateau"] {
        assert_eq!(found.last_epsilon, plateau[1], "{what}: last epsilon");
    } else {
        // Without grouping the reference stops at the last candidate that
        // changes acc_eq; pairs that only turn from D to T_m may follow.
        let last = expected["epsilon_star_last"].as_f64().unwrap();
        assert!(last <= found.last_epsilon, "{what}: last epsilon");
        let correct = |epsilon| evaluate(groups, epsilon).counts.correct();
        assert_eq!(correct(last), expected["correct_pairs"], "{what}: at its last epsilon");
        assert_eq!(correct(found.last_epsilon), expected["correct_pairs"], "{what}: at the last");
    }
    let star = evaluate(groups, found.epsilon);
    let difference = star.acc_eq.unwrap() - expected["acc_eq_star"].as_f64().unwrap();
    assert!(difference.abs() <= 1e-12, "{what}: acc_eq* is off by {difference}");
    assert_eq!(star.counts.correct(), expected["correct_pairs"], "{what}: correct pairs");
    assert_eq!(star.counts.pairs(), expected["pairs"], "{what}: pairs");
}

/// Checks the values of the table and their ranks: one more than how many are greater.
fn check_table(table: &Table, metrics: &Value, what: &str) {
    let mut checked = 0;
    for (column, title) in table.columns.iter().enumerate() {
        let name = title.entry.name;
        // The others are not in the reference; tau_eq is 2 acc_eq - 1.
        let field = match name {
            "acc_eq*" => "acc_eq_star",
            "acc_eq" | "tau_eq" => "acc_eq_no_calib",
            "pearson" | "tau_a" | "tau_b" | "tau_c" | "tau_10" | "tau_13" | "tau_14" => name,
            _ => continue,
        };
        let rows = &table.rows[..metrics.as_object().unwrap().len()];
        let value = |row: &Row| {
            let value = metrics[&row.name]["item"][field].as_f64().unwrap();
            if name == "tau_eq" { 2.0 * value - 1.0 } else { value }
        };
        let values: Vec<f64> = rows.iter().map(value).collect();
        for (row, value) in rows.iter().zip(&values) {
            let (cell, what) = (&row.cells[column], format!("{what} {}: {name}", row.name));
            let difference = cell.value.unwrap() - value;
            assert!(difference.abs() <= 1e-12, "{what} is off by {difference}");
            let greater = values.iter().filter(|other| *other - value > 1e-12).count();
            assert_eq!(cell.rank, Some(1 + greater as u32), "{what}: rank");
        }
        checked += 1;
    }
    assert_eq!(checked, 10, "{what}: statistics");
}

fn wmt22_zh_en_bytes() -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = std::fs::File::open(shared("data/wmt22-zh-en.csv.gz")?).unwrap();
    flate2::read::GzDecoder::new(file).read_to_end(&mut bytes).unwrap();
    Some(bytes)
}

#[test]
fn wmt22_zh_en() {
    let Some(bytes) = wmt22_zh_en_bytes() else { return };
    check("wmt22-zh-en", &bytes);
}

#[test]
fn wmt22_zh_en_ranks() {
    let Some(bytes) = wmt22_zh_en_bytes() else { return };
    let scored = Scored::read(&bytes, &[]);
    let compared = Compared::run(&scored.0, Grouping::Item, false).unwrap();
    let reference = reference("wmt22-zh-en");
    assert_eq!(compared.names.len(), 16);
    check_table(&Table::new(&compared), &reference["metrics"], "wmt22-zh-en");
}

#[test]
fn summeval() {
    for set in ["summeval-consistency", "summeval-relevance"] {
        let Some(path) = shared(&format!("data/{set}.csv")) else { return };
        check(set, &std::fs::read(path).unwrap());
    }
}

/// The same scores in the reference tool's own files, one a score.
#[test]
fn wmt22_zh_en_score_files() {
    let Some(folder) = shared("data/score-files") else { return };
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let names: Vec<&str> =
        paths.iter().map(|path| path.file_name().unwrap().to_str().unwrap()).collect();
    let contents: Vec<Vec<u8>> = paths.iter().map(|path| std::fs::read(path).unwrap()).collect();
    let files: Vec<Named> =
        names.iter().zip(&contents).map(|(name, bytes)| Named { name, bytes }).collect();
    let file = ScoreFile::read_several(&files, &Settings::default()).unwrap();
    let mut roles = file.guess_roles().unwrap();
    assert_eq!(file.table().names()[roles.human.unwrap().column], "mqm");
    let excluded = vec!["refA".into()];
    roles.filters = vec![Filter { column: roles.system.unwrap(), excluded }];
    let scored = Scored(file.score_set(&roles).unwrap());
    assert_eq!(scored.0.metrics.len(), 4);
    check_metrics("score files", &scored, &reference("wmt22-zh-en")["metrics"]);
}

/// Each number of buckets, and the value and groups of a statistic there.
fn along_buckets(found: &Buckets, statistic: Statistic) -> Vec<(u32, f64, u64)> {
    let of = |averages: &Vec<Average>| {
        let average = averages.iter().find(|average| average.statistic == statistic).unwrap();
        (average.value.unwrap(), average.groups)
    };
    let averages = found.k.iter().zip(&found.averages);
    averages.map(|(&k, averages)| (k, of(averages).0, of(averages).1)).collect()
}

/// The paper's section 5.2: with fewer different scores MetricX loses items in which tau_b has no value, and
/// its average over the others rises. acc_eq keeps all items.
#[test]
fn fewer_buckets_raise_tau_b() {
    let Some(bytes) = wmt22_zh_en_bytes() else { return };
    let scored = Scored::read(&bytes, &[]);
    let metric = scored.0.metrics.iter().position(|m| m.name == "metricx_xxl_MQM_2020-refA");
    let found = FillBuckets::new(&scored.0, metric.unwrap(), Grouping::Item, 60).unwrap().run();
    let expected = &reference("wmt22-zh-en")["metrics"]["metricx_xxl_MQM_2020-refA"]["item"];
    let close = |found: f64, expected: f64| (found - expected).abs() < 5e-5;

    let tau_b = along_buckets(&found, Statistic::TauB);
    assert!(tau_b.is_sorted_by_key(|&(_, _, groups)| groups), "{tau_b:?}");
    // In 100 of the 1,875 items the human scores are all equal.
    assert_eq!((tau_b[0].2, tau_b[44].2), (614, 1775));
    let gamed = found.gamed.iter().find(|gamed| gamed.statistic == Statistic::TauB).unwrap();
    assert_eq!((gamed.k, gamed.groups, gamed.original_groups), (Some(4), 1296, 1775));
    assert!(close(gamed.value.unwrap(), 0.3100), "{gamed:?}");
    assert!((gamed.original.unwrap() - expected["tau_b"].as_f64().unwrap()).abs() < 1e-12);
    assert!(close(gamed.original.unwrap(), 0.2546), "{gamed:?}");

    // Buckets are a crude calibration: at every k acc_eq is above that of the scores as they are (0.3892)
    // and below acc_eq* (0.5440).
    let acc_eq = along_buckets(&found, Statistic::AccEq);
    let field = |name: &str| expected[name].as_f64().unwrap();
    for &(k, value, groups) in &acc_eq {
        assert_eq!(groups, 1875, "{k}");
        assert!(field("acc_eq_no_calib") < value && value < field("acc_eq_star"), "{k}: {value}");
    }
    let best = acc_eq.iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
    assert!(best.0 == 6 && close(best.1, 0.5297), "{best:?}");
}

/// It is no law that buckets stay below acc_eq*: two scores of one bucket tie and others just as far apart do
/// not, which no epsilon does. Coarse metrics have the luck.
#[test]
fn buckets_may_beat_calibration() {
    let Some(bytes) = wmt22_zh_en_bytes() else { return };
    let scored = Scored::read(&bytes, &[]);
    let reference = reference("wmt22-zh-en");
    let mut better = Vec::new();
    for (index, metric) in scored.0.metrics.iter().enumerate() {
        let found = FillBuckets::new(&scored.0, index, Grouping::Item, 1).unwrap().run();
        let star = reference["metrics"][&metric.name]["item"]["acc_eq_star"].as_f64().unwrap();
        let gamed = found.gamed.iter().find(|gamed| gamed.statistic == Statistic::AccEq).unwrap();
        if gamed.value.unwrap() > star {
            better.push((metric.name.as_str(), gamed.k.unwrap()));
        }
    }
    let expected = [
        ("MATESE-refA", 21),
        ("GEMBA-GPT4-DA-refA", 17),
        ("MATESE-QE-src", 21),
        ("GEMBA-Dav3-DA-refA", 17),
        ("MEE-refA", 3),
    ];
    assert_eq!(better, expected);
}

/// All pairs drawn without replacement are the data: the same epsilon* and acc_eq*, bit for bit.
#[test]
fn a_sample_of_all_pairs_is_the_calibration() {
    let Some(bytes) = wmt22_zh_en_bytes() else { return };
    let scored = Scored::read(&bytes, &[]);
    for index in 0..scored.0.metrics.len() {
        let found = TrySampling::new(&scored.0, index, Grouping::Item, 2, 1).unwrap().run();
        let exact = found.exact.unwrap();
        let all = found.shares.iter().find(|share| share.share == 1.0).unwrap();
        assert_eq!(all.pairs, found.pairs);
        for sample in &all.samples {
            assert_eq!((sample.epsilon, sample.acc_eq), (exact.epsilon, exact.acc_eq));
        }
    }
}
