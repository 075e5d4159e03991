//! Small files, each of one thing that real score files do, and what must become of them.
//!
//! `tests/inputs/expected.json` says for each file why it is there and what its outcome is.

use serde_json::Value;
use tiescope::scores::{
    Delimiter, Format, LoadError, NoticeKind, NumberStyle, ScoreColumn, ScoreFile, ScoreSet,
    Setting, Settings,
};
use tiescope::stats::{Groups, evaluate};

fn read(name: &str) -> Vec<u8> {
    std::fs::read(format!("tests/inputs/{name}")).unwrap()
}

fn load(bytes: &[u8], settings: &Settings) -> Result<(ScoreFile, ScoreSet), LoadError> {
    let file = ScoreFile::read(bytes, settings)?;
    let set = file.score_set(&file.guess_roles()?)?;
    Ok((file, set))
}

#[test]
fn every_file_has_the_outcome_expected() {
    let expected: Vec<Value> = serde_json::from_slice(&read("expected.json")).unwrap();
    assert!(expected.len() >= 32);
    for case in &expected {
        let name = case["file"].as_str().unwrap();
        let found = load(&read(name), &Settings::default());
        match (case["outcome"].as_str().unwrap(), found) {
            ("table", Ok((file, set))) => check_table(name, case, &file, &set),
            ("ask", Err(error)) => check_question(name, case, &error),
            ("error", Err(error)) => {
                let column = case["column"].as_str();
                assert_eq!(error.line().map(|line| line as u64), case["line"].as_u64(), "{name}");
                assert!(column.is_none() || error.column() == column, "{name}");
                assert!(error.choices().is_empty() && !error.remedy().is_empty(), "{name}");
            }
            (outcome, found) => panic!("{name}: {outcome} expected, found {:?}", found.err()),
        }
    }
}

fn check_table(name: &str, case: &Value, file: &ScoreFile, set: &ScoreSet) {
    let numbers = |key: &str| -> Option<Vec<f64>> {
        case[key].as_array().map(|values| values.iter().map(|v| v.as_f64().unwrap()).collect())
    };
    let texts = |key: &str| -> Option<Vec<String>> {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        case[key].as_array().map(|values| values.iter().map(text).collect())
    };
    let preview = serde_json::to_value(file.preview(0)).unwrap();
    assert_eq!(set.rows() as u64, case["rows"].as_u64().unwrap(), "{name}");
    for (key, column) in [("human", &set.human), ("metric", &set.metrics[0])] {
        assert!(numbers(key).is_none_or(|values| column.values == values), "{name}, {key}");
        let missing = |column: &ScoreColumn| column.values.iter().filter(|v| v.is_nan()).count();
        let expected = case["missing"][key].as_u64();
        assert!(expected.is_none_or(|n| missing(column) as u64 == n), "{name}, {key}");
    }
    let encoding = case["encoding"].as_str();
    assert!(encoding.is_none_or(|encoding| preview["encoding"] == encoding), "{name}");
    let delimiter = case["delimiter"].as_str().map(|delimiter| match delimiter {
        ";" => Delimiter::Semicolon,
        "\t" => Delimiter::Tab,
        other => panic!("{name}: {other}"),
    });
    let format = file.table().format();
    assert!(delimiter.is_none_or(|d| format == Format::Delimited(d)), "{name}");
    let decimal = case["decimal"].as_str().map(|_| NumberStyle::Comma);
    assert!(decimal.is_none_or(|style| file.settings().numbers == Some(style)), "{name}");
    assert!(texts("systems").is_none_or(|systems| set.systems == systems), "{name}");
    assert!(texts("columns").is_none_or(|columns| file.table().names() == columns), "{name}");
    let metrics: Vec<&String> = set.metrics.iter().map(|metric| &metric.name).collect();
    assert!(texts("metrics").is_none_or(|names| metrics == names.iter().collect::<Vec<_>>()));
    let complete = case["complete_rows"].as_u64();
    assert!(complete.is_none_or(|rows| set.complete_rows(0) as u64 == rows), "{name}");
    if case["groupings"].is_array() {
        assert_eq!((&set.system, &set.item), (&None, &None), "{name}");
    }
    let near = set.notices.iter().any(|notice| notice.kind == NoticeKind::NearTies);
    assert_eq!(near, case["near_ties"].is_object(), "{name}");
    if let Some(pairs) = case["human_tied_pairs_by_item"].as_u64() {
        let groups = Groups::new(set.item.as_deref(), &set.human.values, &set.metrics[0].values);
        assert_eq!(evaluate(&groups, 0.0).counts.tied_by_human(), pairs, "{name}");
    }
}

/// The question names its place, and each answer leads to scores or to an error.
fn check_question(name: &str, case: &Value, error: &LoadError) {
    let choices = error.choices();
    assert!(choices.len() > 1, "{name}: {error}");
    let column = case["column"].as_str();
    assert!(column.is_none() || error.column() == column, "{name}");
    for line in case["lines"].as_array().into_iter().flatten() {
        assert!(error.to_string().contains(&line.to_string()), "{name}: {error}");
    }
    let bytes = read(name);
    let mut readings = Vec::new();
    for choice in &choices {
        let mut settings = Settings::default();
        match choice.set {
            Setting::Numbers(style) => settings.numbers = Some(style),
            Setting::Header(header) => settings.header = Some(header),
            _ => {}
        }
        let file = ScoreFile::read(&bytes, &settings).unwrap();
        let Ok(mut roles) = file.guess_roles() else { continue };
        if let Setting::Duplicates(duplicates) = choice.set {
            roles.duplicates = Some(duplicates);
        }
        readings.push(file.score_set(&roles).map(|set| set.metrics[0].values.clone()));
    }
    if let Some(expected) = case["readings"].as_array() {
        let found: Vec<Value> =
            readings.iter().map(|values| Value::from(values.clone().unwrap())).collect();
        let number = |value: &Value| {
            value.as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(
            found.iter().map(number).collect::<Vec<_>>(),
            expected.iter().map(number).collect::<Vec<_>>(),
            "{name}"
        );
    }
    if case["choices"].is_array() {
        // average, first, error
        assert_eq!(readings.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, true, false]);
    }
}
