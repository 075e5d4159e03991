//! The class statistics along epsilon, and the best epsilon for each objective.

use super::catalogue::{Control, Experiment, ExperimentEntry};
use super::{
    DataCell, DataTable, Exhibit, ExperimentRequest, Figure, Numeral, Running, Source, Words, shown,
};
use crate::chart::lines::{Ink, Lines, Mark, Scale, Series, Style};
use crate::stats::Curve;
use crate::studies::experiments::objectives::{FindObjectives, Found, Objective, Objectives};
use crate::studies::trace::TraceCurve;
use crate::studies::{Progress, Study};

/// What may be maximised.
const NAMES: &[(&str, &str)] = &[
    ("acc_eq", "acc_eq"),
    ("ties_f1", "ties-F1"),
    ("correct_rank_f1", "correct-rank-F1"),
    ("tau_b", "tau_b"),
    ("tau_10", "tau_10"),
    ("tau_13", "tau_13"),
    ("tau_14", "tau_14"),
    ("weighted_f1", "a mean of both F1s"),
];

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "objectives",
    entry: ExperimentEntry {
        id: "objectives",
        title: "Which epsilon is best for what?",
        section: "Figure 6, section 8.4",
        question: "With a larger epsilon a metric finds more ties, and orders fewer pairs. acc_eq trades the one for the \
                   other; other objectives have their maximum elsewhere. Those that mishandle ties reward nonsense: \
                   tau_13 rises when a discordant pair becomes a tie, tau_b can drop whole groups.",
        controls: &[
            Control::Choice { name: "objective", label: "Calibrate for", options: NAMES },
            Control::Whole {
                name: "weight",
                label: "Percent of ties-F1 in the mean",
                least: 0,
                most: 100,
                usual: 50,
                only: Some(("objective", &["weighted_f1"])),
            },
        ],
        uses_metric: true,
        uses_grouping: true,
    },
    start,
};

fn start(request: &ExperimentRequest, source: &Source) -> Result<Running, String> {
    let names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
    let percent = request.whole("weight", 0..=100, 50) as u8;
    let mean = Objective::WeightedF1 { percent };
    let chosen = request.choice("objective", &names);
    let objectives: Vec<Objective> =
        Objective::ALL.into_iter().chain([mean]).chain(Objective::weights()).collect();
    let place = objectives.iter().position(|known| known.name() == chosen).unwrap_or(0);
    let (scores, metric, grouping) = (source.scores, request.metric, request.grouping);
    let find = FindObjectives::new(scores, metric, grouping, &objectives);
    let trace = TraceCurve::new(scores, metric, grouping, &[]);
    let (find, trace) =
        (find.map_err(|error| error.to_string())?, trace.map_err(|error| error.to_string())?);
    let both = Both { find, found: None, trace };
    Ok(shown(both, move |(found, curve)| exhibit(&found, &curve, place)))
}

/// The maxima, then the curve.
struct Both {
    find: FindObjectives,
    found: Option<Objectives>,
    trace: TraceCurve,
}

impl Study for Both {
    type Result = (Objectives, Curve);

    fn step(&mut self) -> Option<Self::Result> {
        if self.found.is_none() {
            self.found = self.find.step();
            return None;
        }
        let curve = self.trace.step()?;
        self.found.take().map(|found| (found, curve))
    }

    fn progress(&self) -> Progress {
        let (of, from, part) = match &self.found {
            None => (self.find.progress(), 0.0, 0.7),
            Some(_) => (self.trace.progress(), 0.7, 0.3),
        };
        Progress { doing: of.doing, share: from + part * of.share }
    }
}

/// What an objective is called.
fn title(objective: Objective) -> String {
    match objective {
        Objective::WeightedF1 { percent } => {
            format!("mean of F1s, w = {:.2}", f64::from(percent) / 100.0)
        }
        Objective::TiesF1 => "ties-F1".to_owned(),
        Objective::CorrectRankF1 => "correct-rank-F1".to_owned(),
        other => other.name().to_owned(),
    }
}

fn exhibit(found: &Objectives, curve: &Curve, place: usize) -> Exhibit {
    let one = &found.found[place];
    let mut words = Words::default();
    words = match one.maximum {
        None => words.say(&format!("{} is undefined in every group.", title(one.objective))),
        Some(best) => words
            .say(&format!("For {}, {} is best with epsilon ", title(one.objective), found.metric))
            .put(Numeral::score("best_epsilon", best.epsilon))
            .say(", where it is ")
            .put(Numeral::statistic(one.objective.name(), best.value))
            .say(" over ")
            .put(Numeral::count("groups", best.groups))
            .say(" of ")
            .put(Numeral::count("groups_used", found.groups_used as u64))
            .say(" groups. There acc_eq is ")
            .put(Numeral::statistic("acc_eq", best.at.acc_eq))
            .say(", ties-F1 ")
            .put(Numeral::statistic("ties_f1", best.at.ties.map(|class| class.f1)))
            .say(", correct-rank-F1 ")
            .put(Numeral::statistic("correct_rank_f1", best.at.correct_rank.map(|class| class.f1)))
            .say(", and the metric ties ")
            .put(Numeral::share("metric_tied", best.at.metric_tied))
            .say(" of the pairs."),
    };
    let [all, weights] =
        [&found.found[..Objective::ALL.len() + 1], &found.found[Objective::ALL.len() + 1..]];
    Exhibit {
        finding: words.done(),
        notes: vec!["Maxima are exact, over every difference of two scores.".into()],
        figures: [classes(curve, &found.found[..3]), precision(curve)].map(Figure::Lines).to_vec(),
        tables: vec![
            table("The best epsilon for each objective", all),
            table("Between both F1s: w × ties-F1 + (1 − w) × correct-rank-F1", weights),
        ],
    }
}

fn series(curve: &Curve, name: &str, ink: Ink, style: Style, values: &[f64]) -> Series {
    let points = curve.epsilon.iter().copied().zip(values.iter().copied()).collect();
    Series { name: name.to_owned(), ink, style, points }
}

/// The three curves of the explore page, with the best epsilon of each.
fn classes(curve: &Curve, best: &[Found]) -> Lines {
    let inks = [Ink::TiesF1, Ink::CorrectRankF1, Ink::AccEq];
    let marks = best.iter().zip(inks).filter_map(|(found, ink)| {
        Some(Mark { at: found.maximum?.epsilon, label: title(found.objective), ink })
    });
    Lines {
        title: "F1 of both classes and acc_eq along epsilon".into(),
        x: Scale { range: Some((0.0, curve.axis_end)), ..Scale::new("epsilon") },
        y: Scale { range: Some((0.0, 1.0)), ..Scale::new("value") },
        series: vec![
            series(curve, "ties-F1", Ink::TiesF1, Style::Line, &curve.ties_f1),
            series(
                curve,
                "correct-rank-F1",
                Ink::CorrectRankF1,
                Style::Line,
                &curve.correct_rank_f1,
            ),
            series(curve, "acc_eq", Ink::AccEq, Style::Line, &curve.acc_eq),
        ],
        marks: marks.collect(),
        ..Lines::default()
    }
}

fn precision(curve: &Curve) -> Lines {
    let line = |name, ink, style, values| series(curve, name, ink, style, values);
    Lines {
        title: "Precision and recall of both classes".into(),
        x: Scale { range: Some((0.0, curve.axis_end)), ..Scale::new("epsilon") },
        y: Scale { range: Some((0.0, 1.0)), ..Scale::new("value") },
        series: vec![
            line("precision of ties", Ink::TiesF1, Style::Line, &curve.ties_precision),
            line("recall of ties", Ink::TiesF1, Style::Dashed, &curve.ties_recall),
            line(
                "precision of correct rank",
                Ink::CorrectRankF1,
                Style::Line,
                &curve.correct_rank_precision,
            ),
            line(
                "recall of correct rank",
                Ink::CorrectRankF1,
                Style::Dashed,
                &curve.correct_rank_recall,
            ),
        ],
        ..Lines::default()
    }
}

fn table(name: &str, found: &[Found]) -> DataTable {
    let rows = found.iter().map(|one| {
        let best = one.maximum;
        let statistic = |name: &str, value| DataCell::Numeral(Numeral::statistic(name, value));
        let score = |name: &str, value| DataCell::Numeral(Numeral::score(name, value));
        vec![
            DataCell::Text(title(one.objective)),
            score("best_epsilon", best.map(|best| best.epsilon)),
            score("last_epsilon", best.map(|best| best.last_epsilon)),
            statistic(one.objective.name(), best.map(|best| best.value)),
            DataCell::Numeral(Numeral::count("groups", best.map_or(0, |best| best.groups))),
            statistic("acc_eq", best.and_then(|best| best.at.acc_eq)),
            statistic("ties_f1", best.and_then(|best| best.at.ties).map(|class| class.f1)),
            statistic(
                "correct_rank_f1",
                best.and_then(|best| best.at.correct_rank).map(|class| class.f1),
            ),
            DataCell::Numeral(Numeral::share(
                "metric_tied",
                best.and_then(|best| best.at.metric_tied),
            )),
        ]
    });
    let columns = [
        "Objective",
        "epsilon",
        "to",
        "its value",
        "groups",
        "acc_eq",
        "ties-F1",
        "correct-rank-F1",
        "pairs tied",
    ];
    DataTable {
        title: name.to_owned(),
        columns: columns.map(str::to_owned).to_vec(),
        rows: rows.collect(),
    }
}
