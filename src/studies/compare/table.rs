//! The ranking table: rows are metrics, columns statistics.

use super::baselines::Baseline;
use super::column::{Column, Kind};
use crate::measure::Measured;
use crate::same_groups::SameGroups;
use crate::scores::is_human;
use crate::stats::ranking::{self, ALPHA, ranks};
use crate::stats::{Entry, Grouping, PairTest, Statistic};
use crate::systems::SystemsCompared;

/// What is known of the metrics so far; the vectors have one entry for each metric.
#[derive(Debug, Clone, PartialEq, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Compared {
    /// How rows are grouped.
    pub grouping: Grouping,
    /// The metrics' names.
    pub names: Vec<String>,
    /// `None` where it is still to come.
    pub measured: Vec<Option<Measured>>,
    /// `None` where it is still to come.
    pub systems: Vec<Option<SystemsCompared>>,
    /// Metrics that know nothing, below the others.
    #[serde(default)]
    pub baselines: Vec<Baseline>,
    /// Where all statistics are to be over the groups of all metrics.
    #[serde(default)]
    pub same_groups: Option<SameGroups>,
    /// Every metric tested against every other, if they were.
    #[serde(default)]
    pub tests: Option<Vec<PairTest>>,
}

/// The table.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Table {
    /// How rows are grouped.
    pub grouping: Grouping,
    /// The statistics, in the order of [`Column::ALL`].
    pub columns: Vec<Title>,
    /// The metrics, then the baselines.
    pub rows: Vec<Row>,
}

/// The head of a column.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Title {
    /// Its name, formula and source.
    pub entry: Entry,
    /// How its numbers are written.
    pub kind: Kind,
    /// Whether it is the same for every grouping.
    pub ignores_grouping: bool,
    /// Whether it is newer than the paper.
    pub is_newer: bool,
}

/// A metric or a baseline.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Row {
    /// What the metric or the baseline is called.
    pub name: String,
    /// Which of the two it is.
    pub kind: RowKind,
    /// Whether its name says that its scores are people's.
    pub is_human: bool,
    /// Its rank cluster, from 1.
    pub cluster: Option<u32>,
    /// One for each column.
    pub cells: Vec<Cell>,
}

/// What a row is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum RowKind {
    /// A metric, by its place among them.
    Metric(usize),
    /// A metric that knows nothing.
    Baseline,
}

/// A number with its rank.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Cell {
    /// Nothing where it is undefined or still to come.
    pub value: Option<f64>,
    /// From 1; equal values share a rank. Metrics only, and no thresholds or shares.
    pub rank: Option<u32>,
    /// How many groups it was averaged over, where it is such an average,
    pub groups: Option<u64>,
    /// and out of how many.
    pub of: Option<u64>,
    /// The value over the metric's own groups, where that is another.
    pub own: Option<f64>,
    /// The last epsilon that is as good, for epsilon*.
    pub last: Option<f64>,
    /// Why there is no value, or why some groups have none.
    pub reason: Option<String>,
    /// Whether it is still to come.
    pub is_pending: bool,
}

impl Table {
    /// The table of what is known.
    pub fn new(compared: &Compared) -> Self {
        let columns: Vec<Vec<Cell>> =
            Column::ALL.iter().map(|&column| cells(column, compared)).collect();
        let stars = columns.iter().zip(Column::ALL).find(|(_, c)| *c == Column::AccEqStar);
        let stars: Vec<Option<f64>> =
            stars.iter().flat_map(|(cells, _)| cells.iter().map(|cell| cell.value)).collect();
        let clusters = compared.tests.as_ref();
        let clusters = clusters.map_or(Vec::new(), |tests| ranking::clusters(&stars, tests, ALPHA));
        let metric = |(index, name): (usize, &String)| Row {
            name: name.clone(),
            kind: RowKind::Metric(index),
            is_human: is_human(name),
            cluster: clusters.get(index).copied().flatten(),
            cells: columns.iter().map(|cells| cells[index].clone()).collect(),
        };
        let metrics = compared.names.iter().enumerate().map(metric);
        let same = compared.same_groups.as_ref();
        let baselines = same.map_or(&compared.baselines, |same| &same.baselines);
        Table {
            grouping: compared.grouping,
            columns: Column::ALL.map(title).to_vec(),
            rows: metrics.chain(baselines.iter().map(baseline)).collect(),
        }
    }

    /// Where the column of this name stands.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|title| title.entry.name == name)
    }
}

fn title(column: Column) -> Title {
    Title {
        entry: column.entry(),
        kind: column.kind(),
        ignores_grouping: column.ignores_grouping(),
        is_newer: column.is_newer(),
    }
}

/// A column of the table, with ranks.
fn cells(column: Column, compared: &Compared) -> Vec<Cell> {
    let mut cells: Vec<Cell> =
        (0..compared.names.len()).map(|metric| cell(column, compared, metric)).collect();
    if column.kind() == Kind::Statistic {
        let values: Vec<Option<f64>> = cells.iter().map(|cell| cell.value).collect();
        for (cell, rank) in cells.iter_mut().zip(ranks(&values)) {
            cell.rank = rank;
        }
    }
    cells
}

fn cell(column: Column, compared: &Compared, metric: usize) -> Cell {
    let cell = if column.ignores_grouping() {
        compared.systems.get(metric).and_then(Option::as_ref).map(|found| of_systems(column, found))
    } else {
        let measured = compared.measured.get(metric).and_then(Option::as_ref);
        measured.map(|measured| of_measured(column, measured))
    };
    let Some(cell) = cell else { return Cell { is_pending: true, ..Cell::default() } };
    match &compared.same_groups {
        Some(same) if !column.ignores_grouping() => on_same_groups(cell, column, same, metric),
        _ => cell,
    }
}

fn of_measured(column: Column, measured: &Measured) -> Cell {
    let of = Some(measured.groups_found as u64);
    let average = |statistic| {
        measured.statistics_at_zero.iter().find(|average| average.statistic == statistic)
    };
    let reason = || average(Statistic::AccEq).and_then(|average| average.reason.clone());
    let all_groups = |value: Option<f64>| Cell {
        value,
        groups: Some(measured.groups_used as u64),
        of,
        reason: value.map_or_else(reason, |_| None),
        ..Cell::default()
    };
    match column {
        Column::Statistic(statistic) => {
            average(statistic).map_or_else(Cell::default, |average| Cell {
                value: average.value,
                groups: Some(average.groups),
                of,
                reason: average.reason.clone(),
                ..Cell::default()
            })
        }
        Column::AccEqStar => all_groups(measured.at_star.acc_eq),
        Column::EpsilonStar => {
            let found = measured.at_star.acc_eq.map(|_| measured.calibration);
            let last = found.map(|found| found.last_epsilon);
            Cell { last, ..all_groups(found.map(|found| found.epsilon)) }
        }
        Column::TiedAtZero => all_groups(measured.at_zero.metric_tied),
        Column::TiedAtStar => all_groups(measured.at_star.metric_tied),
        _ => Cell::default(),
    }
}

fn of_systems(column: Column, found: &SystemsCompared) -> Cell {
    let means = found.means.as_ref();
    let value = match column {
        Column::PairwiseAccuracy => means.map(|means| means.pairwise_accuracy),
        Column::SoftPairwiseAccuracy => {
            means.and_then(|means| means.soft.as_ref()).map(|soft| soft.value)
        }
        Column::PearsonOfMeans => means.and_then(|means| means.pearson),
        Column::PairwiseDifferencePearson => found.pairwise_difference_pearson,
        _ => None,
    };
    let is_pending = column == Column::SoftPairwiseAccuracy && means.is_some() && value.is_none();
    let undefined = || found.reason.clone().or_else(|| Some(column.entry().undefined.to_owned()));
    Cell { value, reason: value.map_or_else(undefined, |_| None), is_pending, ..Cell::default() }
}

/// The same number over the groups of all metrics.
fn on_same_groups(cell: Cell, column: Column, same: &SameGroups, metric: usize) -> Cell {
    // A metric without a value in any group has none on those of the others.
    let found = same.metrics.get(metric).filter(|_| cell.value.is_some());
    let Some(found) = found else { return cell };
    let index = |statistic| Statistic::ALL.iter().position(|&other| other == statistic);
    let (statistic, value) = match column {
        Column::Statistic(statistic) => {
            (statistic, index(statistic).and_then(|index| found.statistics[index]))
        }
        Column::AccEqStar => (Statistic::AccEq, found.acc_eq_star),
        Column::EpsilonStar => {
            (Statistic::AccEq, found.acc_eq_star.map(|_| found.calibration.epsilon))
        }
        _ => return cell,
    };
    let groups = index(statistic).and_then(|index| same.groups.get(index).copied());
    let own = cell.value.filter(|_| groups != cell.groups);
    let last = cell.last.and(found.acc_eq_star).map(|_| found.calibration.last_epsilon);
    let reason = if value.is_none() && cell.value.is_some() {
        Some("no group has a value for every metric".into())
    } else {
        cell.reason
    };
    Cell { value, groups, own, last, reason, ..cell }
}

fn baseline(baseline: &Baseline) -> Row {
    let value = |column: Column| match column {
        Column::Statistic(statistic) => Statistic::ALL
            .iter()
            .position(|&other| other == statistic)
            .and_then(|index| baseline.statistics.get(index).copied().flatten()),
        Column::AccEqStar => baseline.acc_eq_star,
        Column::TiedAtZero => baseline.metric_tied,
        Column::TiedAtStar => baseline.metric_tied_at_star,
        _ => None,
    };
    let cell = |column| Cell { value: value(column), ..Cell::default() };
    Row {
        name: baseline.name.clone(),
        kind: RowKind::Baseline,
        is_human: false,
        cluster: None,
        cells: Column::ALL.map(cell).to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Study;
    use crate::same_groups::CompareOnSameGroups;
    use crate::scores::{ScoreSet, load};

    const TEXT: &str = "system,item,human,good,flat,none\n\
        A,1,0,1,1,\nB,1,1,2,2,\nC,1,2,3,3,\nA,2,0,1,5,\nB,2,1,2,5,\nC,2,2,3,5,\n";

    fn compared(scores: &ScoreSet) -> Compared {
        Compared::run(scores, Grouping::Item, false).unwrap()
    }

    fn cell(table: &Table, row: usize, column: Column) -> &Cell {
        &table.rows[row].cells[Column::ALL.iter().position(|&other| other == column).unwrap()]
    }

    const TAU_B: Column = Column::Statistic(Statistic::TauB);

    #[test]
    fn cells_have_values_ranks_and_groups() {
        let scores = load(TEXT.as_bytes()).unwrap();
        let mut all = compared(&scores);
        let table = Table::new(&all);
        assert_eq!(table.rows.len(), 2 + 2);
        let (good, flat) = (cell(&table, 0, TAU_B), cell(&table, 1, TAU_B));
        assert_eq!((good.value, good.rank, good.groups), (Some(1.0), Some(1), Some(2)));
        assert_eq!((flat.value, flat.rank, flat.groups), (Some(1.0), Some(1), Some(1)));
        assert!(flat.reason.as_ref().unwrap().contains("ties every pair"));
        let star = cell(&table, 1, Column::AccEqStar);
        assert_eq!((star.value, star.rank), (Some(0.5), Some(2)));
        assert_eq!(cell(&table, 1, Column::TiedAtZero).value, Some(0.5));
        assert_eq!(cell(&table, 0, Column::TiedAtZero).value, Some(0.0));
        assert_eq!(cell(&table, 0, Column::EpsilonStar).rank, None);
        assert_eq!(cell(&table, 0, Column::PairwiseAccuracy).value, Some(1.0));
        assert_eq!(cell(&table, 2, Column::AccEqStar).rank, None);

        let study = CompareOnSameGroups::new(&scores, &[0, 1], Grouping::Item).unwrap();
        all.same_groups = Some(study.run());
        let table = Table::new(&all);
        let good = cell(&table, 0, TAU_B);
        assert_eq!((good.groups, good.own), (Some(1), Some(1.0)));
        assert_eq!(cell(&table, 0, Column::AccEqStar).own, None);
    }

    #[test]
    fn what_is_not_known_yet_is_pending() {
        let scores = load(TEXT.as_bytes()).unwrap();
        let mut some = compared(&scores);
        some.measured[1] = None;
        some.systems.clear();
        let table = Table::new(&some);
        assert!(cell(&table, 1, TAU_B).is_pending && !cell(&table, 0, TAU_B).is_pending);
        assert!(cell(&table, 0, Column::PearsonOfMeans).is_pending);
    }
}
