//! Every experiment, on data of all kinds: what it shows is complete, and can be drawn.

use std::collections::HashMap;

use tiescope::chart::lines::Sheet;
use tiescope::chart::{heat, lines};
use tiescope::exhibits::catalogue::{ALL, Control};
use tiescope::exhibits::{
    DataCell, Exhibit, ExperimentRequest, Figure, Piece, Source, start, to_csv,
};
use tiescope::sample::{HumanScore, SEED, csv};
use tiescope::scores::{ScoreFile, Settings};
use tiescope::stats::Grouping;

/// A file with a category and a length beside the sample's columns.
fn sample() -> String {
    let text = csv(HumanScore::ErrorWeights, 6, 40, SEED);
    let lines = text.lines().enumerate().map(|(row, line)| match row {
        0 => format!("domain,words,{line}\n"),
        _ => format!("{},{},{line}\n", ["news", "chat"][row % 2], 3 + row % 29),
    });
    lines.collect()
}

fn run(text: &str, request: &ExperimentRequest) -> Result<Exhibit, String> {
    let file = ScoreFile::read(text.as_bytes(), &Settings::default()).unwrap();
    let roles = file.guess_roles().unwrap();
    let scores = file.score_set(&roles).unwrap();
    let source = Source { scores: &scores, file: Some((&file, &roles)), other: Some(&scores) };
    let mut running = start(request, &source)?;
    let mut share = 0.0;
    loop {
        let progress = running.progress().share;
        assert!(
            progress >= share && progress <= 1.0 + 1e-9,
            "{}: {share}, {progress}",
            request.experiment
        );
        share = progress;
        if let Some(exhibit) = running.step() {
            return Ok(exhibit);
        }
    }
}

fn request(experiment: &str, metric: usize, grouping: Grouping) -> ExperimentRequest {
    ExperimentRequest {
        experiment: experiment.to_owned(),
        metric,
        grouping,
        options: HashMap::new(),
    }
}

fn sheet() -> Sheet {
    let ink = || "#123456".to_owned();
    Sheet {
        width: 600,
        height: 320,
        text: ink(),
        grid: ink(),
        acc_eq: ink(),
        ties_f1: ink(),
        correct_rank_f1: ink(),
        first: ink(),
        second: ink(),
        third: ink(),
        ramp: vec!["#ffffff".to_owned(), "#000000".to_owned()],
    }
}

fn check(exhibit: &Exhibit, what: &str) {
    assert!(!exhibit.finding.is_empty(), "{what}: nothing is said");
    for figure in &exhibit.figures {
        let drawn = match figure {
            Figure::Lines(drawing) => vec![lines::draw(drawing, &sheet())],
            Figure::Heat(map) => vec![heat::draw(map, &sheet())],
            Figure::Frames { frames, .. } => {
                frames.iter().map(|frame| lines::draw(&frame.lines, &sheet())).collect()
            }
        };
        for chart in drawn {
            match chart {
                Ok(chart) => {
                    assert!(chart.svg.contains("</svg>") && !chart.svg.contains("NaN"), "{what}");
                }
                Err(message) => assert!(message.contains("too far apart"), "{what}: {message}"),
            }
        }
    }
    for table in &exhibit.tables {
        for row in &table.rows {
            assert_eq!(row.len(), table.columns.len(), "{what}: {}", table.title);
        }
    }
    let csv = to_csv(&[what.to_owned()], &exhibit.tables);
    assert!(csv.starts_with("# "), "{what}");
}

#[test]
fn every_experiment_shows_the_sample() {
    let text = sample();
    for experiment in &ALL {
        assert_eq!(experiment.id, experiment.entry.id);
        for grouping in [Grouping::Item, Grouping::System, Grouping::None] {
            for metric in 0..5 {
                let what = format!("{} {grouping:?} {metric}", experiment.id);
                let exhibit = run(&text, &request(experiment.id, metric, grouping)).expect(&what);
                check(&exhibit, &what);
            }
        }
    }
}

#[test]
fn every_choice_is_there() {
    let text = sample();
    for experiment in &ALL {
        for control in experiment.entry.controls {
            let values: Vec<(&str, String)> = match control {
                Control::Choice { name, options, .. } => {
                    options.iter().map(|(value, _)| (*name, (*value).to_owned())).collect()
                }
                Control::Whole { name, least, most, .. } => {
                    vec![(*name, least.to_string()), (*name, most.min(&20).to_string())]
                }
                Control::Categories { .. } => ["folds", "halves", "column 0", "file", "nonsense"]
                    .map(|value| ("between", value.to_owned()))
                    .to_vec(),
                Control::Length { .. } => vec![("length", "1".to_owned())],
            };
            for (name, value) in values {
                let mut request = request(experiment.id, 1, Grouping::Item);
                request.options.insert(name.to_owned(), value.clone());
                let what = format!("{} {name}={value}", experiment.id);
                check(&run(&text, &request).expect(&what), &what);
            }
        }
    }
}

#[test]
fn odd_data_ends_in_an_exhibit_or_a_message() {
    let constant = "system,item,human,m\nA,1,0,1\nB,1,0,1\nA,2,-1,1\nB,2,0,1\n";
    let alone = "system,item,human,m\nA,1,0,1\nB,2,-1,2\nC,3,-3,0\n";
    let missing = "system,item,human,m\nA,1,0,NA\nB,1,NA,2\nA,2,-1,1\nB,2,0,NA\n";
    let signs = "system,item,human,m\nA,1,0,-1e300\nB,1,-1,1e300\nA,2,-1,0\nB,2,0,-5e-324\n";
    let huge =
        "system,item,human,m\nA,1,0,-1.7e308\nB,1,-1,1.7e308\nC,1,-1,1\nA,2,-1,0\nB,2,0,1.6e308\n";
    for text in [constant, alone, missing, signs, huge] {
        for experiment in &ALL {
            for grouping in [Grouping::Item, Grouping::System, Grouping::None] {
                let what = format!("{} {grouping:?} {text}", experiment.id);
                match run(text, &request(experiment.id, 0, grouping)) {
                    Ok(exhibit) => check(&exhibit, &what),
                    Err(message) => assert!(message.len() > 10, "{what}: {message}"),
                }
            }
        }
    }
}

#[test]
fn what_is_not_there_is_an_error() {
    let text = sample();
    assert!(run(&text, &request("none such", 0, Grouping::Item)).is_err());
    for experiment in &ALL {
        assert!(
            run(&text, &request(experiment.id, 99, Grouping::Item)).is_err()
                || experiment.id == "normalisation"
        );
    }
}

#[test]
fn tables_are_written_with_every_digit() {
    let exhibit = run(&sample(), &request("transfer", 0, Grouping::Item)).unwrap();
    let csv = to_csv(&["about\nthis".to_owned()], &exhibit.tables);
    let numbers = exhibit.tables[0].rows[0].iter().filter_map(|cell| match cell {
        DataCell::Numeral(number) => number.value,
        DataCell::Text(_) => None,
    });
    assert!(csv.starts_with("# about this\n"));
    for number in numbers {
        assert!(csv.contains(&number.to_string()), "{number}");
    }
    assert!(exhibit.finding.iter().any(|piece| matches!(piece, Piece::Numeral(_))));
}
