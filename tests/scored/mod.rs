//! A score file read through the crate's own front door.

#![allow(dead_code, reason = "each test file uses a part")]

use tiescope::scores::{ScoreFile, ScoreRole, ScoreSet, Setting, Settings};
use tiescope::stats::{Grouping, Groups};
use tiescope::studies::measure;

pub struct Scored(pub ScoreSet);

impl Scored {
    /// Reads a file with guessed roles; the named metrics are negated. Other human scores are compared, too.
    pub fn read(bytes: &[u8], lower_is_better: &[&str]) -> Self {
        let file = ScoreFile::read(bytes, &Settings::default()).expect("a readable file");
        let mut roles = file.guess_roles().expect("roles");
        for notice in file.score_set(&roles).expect("scores").notices {
            for choice in notice.choices {
                let Setting::Metrics(columns) = choice.set else { continue };
                let score = |column| ScoreRole { column, lower_is_better: false };
                roles.metrics.extend(columns.into_iter().map(score));
            }
        }
        for metric in &mut roles.metrics {
            let name = file.columns()[metric.column].name.as_str();
            metric.lower_is_better = lower_is_better.contains(&name);
        }
        Scored(file.score_set(&roles).expect("scores"))
    }

    pub fn groups(&self, metric: &str, grouping: Grouping) -> Groups {
        let metric = self.0.metrics.iter().position(|column| column.name == metric);
        measure::groups(&self.0, metric.expect("a metric of that name"), grouping).unwrap()
    }
}
