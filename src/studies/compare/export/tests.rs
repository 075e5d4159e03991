//! What all formats have in common, and how each lays out the table.

use serde_json::Value;

use super::super::{Compared, Table};
use super::*;
use crate::scores::load;

/// Two items; the metric with the hostile name ties all of the second, `none` has
/// one score.
const TEXT: &str = "system,item,human,good,=a|b_c,none\n\
    A,1,0,1,1,3\nB,1,1,2,2,\nC,1,2,3,3,\nA,2,0,1,5,\nB,2,1,2,5,\nC,2,2,3,5,\n";

const FORMATS: [Format; 4] = [Format::Csv, Format::Json, Format::Markdown, Format::Latex];

/// The metrics, and the first one in a cluster before the second.
fn table() -> Table {
    let scores = load(TEXT.as_bytes()).unwrap();
    let mut table = Table::new(&Compared::run(&scores, Grouping::Item, false).unwrap());
    table.rows[0].cluster = Some(1);
    table.rows[1].cluster = Some(2);
    table
}

fn write(columns: &[&str], rows: &[usize], format: Format) -> String {
    let columns = columns.iter().map(|&name| name.to_owned()).collect();
    let selection = Selection { columns, rows: rows.to_vec() };
    let settings = vec!["systems left out: D".into(), "@home".into()];
    export(&table(), &selection, &About { data: "scores.csv".into(), settings }, format)
}

#[test]
fn every_format_says_where_its_numbers_come_from() {
    for format in FORMATS {
        let text = write(&["tau_b"], &[0], format);
        for part in ["scores.csv", "item", "systems left out: D", "@home", VERSION, "tau"] {
            assert!(text.contains(part), "{format:?} lacks {part}: {text}");
        }
        assert!(text.ends_with('\n') && !text.ends_with("\n\n"));
    }
}

#[test]
fn what_the_table_does_not_have_is_ignored() {
    for format in FORMATS {
        let text = write(&["ties at 0", "no such", "tau_b"], &[1, 99, 0], format);
        assert_eq!(text, write(&["ties at 0", "tau_b"], &[1, 0], format));
        assert_ne!(text, write(&["tau_b", "ties at 0"], &[1, 0], format));
        assert_ne!(text, write(&["ties at 0", "tau_b"], &[0, 1], format));
        assert!(!write(&[], &[], format).is_empty());
    }
}

#[test]
fn csv_has_value_rank_and_groups() {
    let text = write(&["tau_b", "epsilon*", "pairwise_accuracy"], &[0, 1, 2, 3], Format::Csv);
    let lines: Vec<&str> = text.lines().collect();
    let about = "scores.csv,item,systems left out: D; @home";
    assert_eq!(
        lines,
        [
            "metric,kind,cluster,tau_b,tau_b_rank,tau_b_groups,epsilon*,epsilon*_groups,\
             pairwise_accuracy,pairwise_accuracy_rank,data,grouping,settings,tiescope",
            &format!("good,metric,1,1,1,2,0,2,1,1,{about},{VERSION}"),
            &format!("'=a|b_c,metric,2,1,1,1,0,2,1,1,{about},{VERSION}"),
            &format!("none,metric,,,,0,,0,,,{about},{VERSION}"),
            &format!("constant metric,baseline,,,,,,,,,{about},{VERSION}"),
        ]
    );
}

#[test]
fn json_has_every_digit_and_null() {
    let mut table = table();
    let column = table.column("tau_b").unwrap();
    table.rows[0].cells[column].value = Some(0.1 + 0.2);
    let selection = Selection { columns: vec!["tau_b".into(), "acc_eq".into()], rows: vec![0, 2] };
    let about = About { data: "a \"b\"".into(), settings: Vec::new() };
    let text = export(&table, &selection, &about, Format::Json);
    assert!(text.find("\"tau_b\"") < text.find("\"acc_eq\""), "the order of columns is kept");
    let json: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["data"], "a \"b\"");
    assert_eq!(json["grouping"], "item");
    assert_eq!(json["settings"], Value::Array(Vec::new()));
    assert_eq!(json["tiescope"], VERSION);
    let rows = json["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 2);
    assert_eq!((&rows[0]["name"], &rows[0]["kind"]), (&"good".into(), &"metric".into()));
    assert_eq!((&rows[0]["cluster"], &rows[1]["cluster"]), (&1.into(), &Value::Null));
    let tau_b = &rows[0]["statistics"]["tau_b"];
    assert_eq!(tau_b["value"].as_f64(), Some(0.1 + 0.2));
    assert_eq!((&tau_b["rank"], &tau_b["groups"]), (&1.into(), &2.into()));
    assert_eq!(rows[1]["statistics"]["tau_b"]["value"], Value::Null);
}

#[test]
fn markdown_has_ranks_and_notes() {
    let text = write(&["tau_b", "acc_eq*", "ties at 0"], &[0, 1, 2, 3], Format::Markdown);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines,
        [
            "| metric | cluster | tau\\_b | acc\\_eq\\* | ties at 0 |",
            "| :--- | ---: | ---: | ---: | ---: |",
            "| good | 1 | 1.0000 (1) | 1.0000 (1) | 0.0% |",
            "| =a\\|b\\_c | 2 | 1.0000 (1)<sup>a</sup> | 0.5000 (2) | 50.0% |",
            "| none |  | – | – | – |",
            "| constant metric |  | – | 0.0000 | 100.0% |",
            "",
            "Ranks in parentheses. Metrics of a cluster cannot be told apart by acc\\_eq\\* (p > 0.05). \
             Averages over fewer groups than there are: <sup>a</sup> 1 of 2.",
            "",
            &format!(
                "Data: scores.csv; grouped by item; systems left out: D; @home. Tiescope {VERSION}."
            ),
        ]
    );
}

#[test]
fn latex_has_ranks_notes_and_the_best_in_bold() {
    let text = write(&["tau_b", "acc_eq*", "ties at 0"], &[0, 1, 2, 3], Format::Latex);
    let (_, table) = text.split_once("\\begin{tabular}{lrrr}\n").unwrap();
    let (table, _) = table.split_once("  \\end{tabular}").unwrap();
    let lines: Vec<&str> = table.lines().map(str::trim).collect();
    assert_eq!(
        lines,
        [
            "\\toprule",
            "Metric & $\\tau_b$ & acc$_{eq}^*$ & ties at 0 \\\\",
            "\\midrule",
            "good & \\textbf{1.0000}\\rlap{$_{1}$} & \\textbf{1.0000}\\rlap{$_{1}$} & 0.0\\% \\\\",
            "\\midrule",
            "=a\\textbar{}b\\_c & \\textbf{1.0000}\\rlap{$_{1}^{a}$} & 0.5000\\rlap{$_{2}$} & 50.0\\% \\\\",
            "\\midrule",
            "none & -- & -- & -- \\\\",
            "\\midrule",
            "constant metric & -- & 0.0000 & 100.0\\% \\\\",
            "\\bottomrule",
        ]
    );
    assert!(text.contains("than there are: $^{a}$ 1 of 2."));
}

#[test]
fn wide_latex_tables_lie_on_their_side() {
    let table = table();
    let names: Vec<&str> = table.columns.iter().map(|title| title.entry.name).collect();
    let wide = write(&names, &[0], Format::Latex);
    assert!(wide.contains("{rotating}") && wide.contains("\\begin{sidewaystable}"));
    let narrow = write(&names[..10], &[0], Format::Latex);
    assert!(narrow.contains("{graphicx}") && narrow.contains("\\begin{table}"));
}

#[test]
fn clusters_out_of_order_have_no_rules() {
    let rules = |rows: &[usize]| {
        let text = write(&["tau_b"], rows, Format::Latex);
        (text.matches("\\midrule").count(), text.contains("between two rules"))
    };
    assert_eq!(rules(&[0, 1, 3]), (3, true));
    assert_eq!(rules(&[1, 0, 3, 4]), (2, false));
    assert_eq!(rules(&[0]), (1, true));
}

#[test]
fn what_is_still_to_come_is_blank() {
    let scores = load(TEXT.as_bytes()).unwrap();
    let mut compared = Compared::run(&scores, Grouping::Item, false).unwrap();
    compared.measured[0] = None;
    let selection = Selection { columns: vec!["tau_b".into()], rows: vec![0] };
    let about = About { data: String::new(), settings: Vec::new() };
    let write = |format| export(&Table::new(&compared), &selection, &about, format);
    assert!(write(Format::Markdown).contains("| good |  |\n"));
    assert!(write(Format::Latex).contains("good &  \\\\\n"));
    assert!(write(Format::Csv).contains("good,metric,,,,,"));
}
