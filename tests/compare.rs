//! The whole comparison of a golden file, from its bytes to the exported table.

mod scored;

use scored::Scored;
use serde_json::Value;
use tiescope::stats::Grouping;
use tiescope::studies::compare::export::{About, Format, Selection, export};
use tiescope::studies::compare::{Compared, Table};

fn golden(name: &str) -> Vec<u8> {
    let path = format!("{}/tests/golden/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).expect(&path)
}

/// The JSON of every row of the table.
fn compare(scored: &Scored, grouping: Grouping, columns: &[&str]) -> Value {
    let table = Table::new(&Compared::run(&scored.0, grouping, false).unwrap());
    let columns = columns.iter().map(|&name| name.to_owned()).collect();
    let selection = Selection { columns, rows: (0..table.rows.len()).collect() };
    let about = About { data: "simulated.csv".into(), settings: Vec::new() };
    serde_json::from_str(&export(&table, &selection, &about, Format::Json)).unwrap()
}

#[track_caller]
fn assert_close(found: &Value, expected: &Value, what: &str) {
    match (found.as_f64(), expected.as_f64()) {
        (Some(a), Some(b)) => assert!((a - b).abs() <= 1e-12, "{what}: {a} is not {b}"),
        _ => assert!(found.is_null() && expected.is_null(), "{what}: {found} is not {expected}"),
    }
}

#[test]
fn exported_numbers_are_the_golden_ones() {
    let scored = Scored::read(&golden("simulated.csv"), &["distance"]);
    let expected: Value = serde_json::from_slice(&golden("simulated.expected.json")).unwrap();
    for (grouping, name) in
        [(Grouping::None, "none"), (Grouping::Item, "item"), (Grouping::System, "system")]
    {
        let json = compare(&scored, grouping, &["tau_b", "acc_eq*"]);
        assert_eq!((&json["grouping"], &json["data"]), (&name.into(), &"simulated.csv".into()));
        let rows = json["rows"].as_array().unwrap();
        assert_eq!(rows.iter().filter(|row| row["kind"] == "metric").count(), 6);
        for row in rows.iter().filter(|row| row["kind"] == "metric") {
            let metric = row["name"].as_str().unwrap();
            let what = format!("{metric} {name}");
            let metric = if metric == "distance" { "distance:negated" } else { metric };
            let expected = &expected["metrics"][metric][name];
            let (tau_b, star) = (&row["statistics"]["tau_b"], &row["statistics"]["acc_eq*"]);
            assert_close(&tau_b["value"], &expected["eps0"]["tau_b"]["value"], &what);
            assert_eq!(tau_b["groups"], expected["eps0"]["tau_b"]["groups"], "{what}");
            assert_close(&star["value"], &expected["calibration_acc_eq"]["value"], &what);
            assert!(star["rank"].is_u64() && row["cluster"].is_u64(), "{what}");
        }
    }
}

#[test]
fn the_best_metric_leads_and_a_constant_one_has_no_tau() {
    let scored = Scored::read(&golden("simulated.csv"), &["distance"]);
    let json = compare(&scored, Grouping::Item, &["tau_b", "acc_eq*"]);
    let rows = json["rows"].as_array().unwrap();
    let star = |row: &Value| row["statistics"]["acc_eq*"]["value"].as_f64().unwrap();
    let first = rows.iter().find(|row| row["statistics"]["acc_eq*"]["rank"] == 1).unwrap();
    assert_eq!(first["cluster"], 1);
    assert!(rows.iter().all(|row| star(row) <= star(first)));
    let constant = rows.iter().find(|row| row["name"] == "constant").unwrap();
    let tau_b = &constant["statistics"]["tau_b"];
    assert!(tau_b["value"].is_null() && tau_b["rank"].is_null());
    assert_eq!(tau_b["reason"], "the metric ties every pair");
}
