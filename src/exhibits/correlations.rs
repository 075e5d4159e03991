//! Pearson, Spearman and Kendall of all rows, and what one row does to them.

use super::catalogue::{Experiment, ExperimentEntry};
use super::{
    DataCell, DataTable, Exhibit, ExperimentRequest, Figure, Numeral, Running, Source, Words, shown,
};
use crate::chart::lines::{Ink, Lines, Scale, Series, Style};
use crate::scores::count;
use crate::studies::experiments::correlations::{Correlate, Correlation, Correlations};

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "correlations",
    entry: ExperimentEntry {
        id: "correlations",
        title: "Pearson, Spearman, Kendall",
        section: "Figure 1",
        question: "Pearson’s r asks whether scores lie on a straight line, Spearman’s rho and Kendall’s tau whether they \
                   have the same order. One row far from the others can decide the first. All rows are one group \
                   here, whatever the grouping.",
        controls: &[],
        uses_metric: true,
        uses_grouping: false,
    },
    start,
};

fn start(request: &ExperimentRequest, source: &Source) -> Result<Running, String> {
    let study = Correlate::new(source.scores, request.metric).map_err(|error| error.to_string())?;
    Ok(shown(study, |found| exhibit(&found)))
}

fn exhibit(found: &Correlations) -> Exhibit {
    let name = &found.metric;
    let mut words = Words::default()
        .say(&format!("Over all rows, {name} has Pearson’s r "))
        .put(Numeral::statistic("pearson", found.all.pearson))
        .say(", Spearman’s rho ")
        .put(Numeral::statistic("spearman", found.all.spearman))
        .say(" and Kendall’s tau_b ")
        .put(Numeral::statistic("tau_b", found.all.kendall))
        .say(".");
    if let Some(row) = found.influential {
        words = words
            .say(" The most influential row has the human score ")
            .put(Numeral::score("human", row.human))
            .say(" and the metric score ")
            .put(Numeral::score("metric", row.metric))
            .say("; without it r would be ")
            .put(Numeral::statistic("pearson_without", row.without.pearson))
            .say(", rho ")
            .put(Numeral::statistic("spearman_without", row.without.spearman))
            .say(" and tau_b ")
            .put(Numeral::statistic("tau_b_without", row.without.kendall))
            .say(".");
    }
    let mut series = vec![Series {
        name: "rows".into(),
        ink: Ink::First,
        style: Style::Dots,
        points: found.points.clone(),
    }];
    if let Some(row) = found.influential {
        let points = vec![(row.human, row.metric)];
        let name = "the most influential row".into();
        series.push(Series { name, ink: Ink::Second, style: Style::Dots, points });
    }
    let figure = Lines {
        title: format!("{name} against human"),
        x: Scale::new("human"),
        y: Scale::new(name),
        series,
        ..Lines::default()
    };
    let shown = found.points.len();
    let few = format!(
        "{} of {} rows are drawn, evenly spaced by metric score.",
        count(shown),
        count(found.rows)
    );
    Exhibit {
        finding: words.done(),
        notes: if shown < found.rows { vec![few] } else { Vec::new() },
        figures: vec![Figure::Lines(figure)],
        tables: vec![table(found)],
    }
}

fn table(found: &Correlations) -> DataTable {
    let without = found.influential.map(|row| row.without);
    let row = |title: &str, name: &str, of: fn(&Correlation) -> Option<f64>| {
        let (all, without) = (of(&found.all), without.as_ref().and_then(of));
        let change = all.zip(without).map(|(all, without)| all - without);
        vec![
            DataCell::Text(title.to_owned()),
            DataCell::Numeral(Numeral::statistic(name, all)),
            DataCell::Numeral(Numeral::statistic(&format!("{name}_without"), without)),
            DataCell::Numeral(Numeral::statistic(&format!("{name}_change"), change)),
        ]
    };
    DataTable {
        title: "What the most influential row does".into(),
        columns: ["Coefficient", "all rows", "without it", "its part"].map(str::to_owned).to_vec(),
        rows: vec![
            row("Pearson’s r", "pearson", |all| all.pearson),
            row("Spearman’s rho", "spearman", |all| all.spearman),
            row("Kendall’s tau_b", "tau_b", |all| all.kendall),
        ],
    }
}
