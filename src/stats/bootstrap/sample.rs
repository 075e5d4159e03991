//! The rows that are resampled, in groups.

use super::Resampling;
use super::draws::{Draws, Multiplicities};
use crate::grouping::Grouping;
use crate::outputs::Outputs;
use crate::sorting::sort_by;

/// The complete rows in groups of at least two.
///
/// Groups ascend by number; within a group rows ascend by human score. Items
/// and systems are those with a row here, numbered anew from 0 in the order of
/// their numbers.
#[derive(Debug)]
pub struct Sample {
    pub human: Vec<f64>,
    pub metric: Vec<f64>,
    /// Where each group begins, then the end.
    pub starts: Vec<usize>,
    /// Of each row.
    pub places: Vec<Place>,
    kind: UnitKind,
    grouping: Grouping,
    resampling: Resampling,
    item: Vec<u32>,
    system: Vec<u32>,
    items: usize,
    systems: usize,
}

/// What decides how often a row is in a resample.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// Its group, which is in the resample so many times,
    pub group: u32,
    /// and its unit, which is in each of those groups so many times.
    pub unit: u32,
}

/// What is resampled within groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum UnitKind {
    /// Nothing: there is a single unit, once in a group.
    Nothing,
    Items,
    Systems,
    /// Items and systems: each row is a unit.
    Rows,
}

/// How often each unit is in a group, and each group in the resample.
#[derive(Debug)]
pub struct Times {
    pub units: Vec<f64>,
    pub groups: Vec<f64>,
}

impl Sample {
    /// # Panics
    /// When the slices differ in length.
    pub fn new(outputs: &Outputs, grouping: Grouping, resampling: Resampling) -> Self {
        let (rows, starts) = grouped_rows(outputs, grouping);
        let (item, items) = renumber(&rows, outputs.item);
        let (system, systems) = renumber(&rows, outputs.system);
        let items_vary = resampling != Resampling::Systems && grouping != Grouping::Item;
        let systems_vary = resampling != Resampling::Items && grouping != Grouping::System;
        let kind = match (items_vary, systems_vary) {
            (false, false) => UnitKind::Nothing,
            (true, false) => UnitKind::Items,
            (false, true) => UnitKind::Systems,
            (true, true) => UnitKind::Rows,
        };
        let unit = |row: usize| match kind {
            UnitKind::Nothing => 0,
            UnitKind::Items => item[row],
            UnitKind::Systems => system[row],
            UnitKind::Rows => row as u32,
        };
        let groups = starts.windows(2).enumerate();
        let places = groups
            .flat_map(|(group, bounds)| (bounds[0]..bounds[1]).map(move |row| (group as u32, row)));
        let places = places.map(|(group, row)| Place { group, unit: unit(row) }).collect();
        let score = |scores: &[f64]| rows.iter().map(|&row| scores[row as usize] + 0.0).collect();
        Sample {
            human: score(outputs.human),
            metric: score(outputs.metric),
            starts,
            places,
            kind,
            grouping,
            resampling,
            item,
            system,
            items,
            systems,
        }
    }

    pub fn rows(&self) -> usize {
        self.human.len()
    }

    pub fn groups(&self) -> usize {
        self.starts.len() - 1
    }

    /// How many units there are.
    pub fn units(&self) -> usize {
        match self.kind {
            UnitKind::Nothing => 1,
            UnitKind::Items => self.items,
            UnitKind::Systems => self.systems,
            UnitKind::Rows => self.rows(),
        }
    }

    /// Whether a resample has rows, not only groups, more than once.
    pub fn resamples_rows(&self) -> bool {
        self.kind != UnitKind::Nothing
    }

    /// |m_a - m_b| of two rows, infinite beyond the range of an f64.
    pub fn difference(&self, [a, b]: [u32; 2]) -> f64 {
        (self.metric[a as usize] - self.metric[b as usize]).abs()
    }

    /// Resamples of this sample.
    pub fn draws(&self, seed: u64) -> Draws {
        Draws::new(self.items, self.systems, self.resampling, seed)
    }

    /// How often everything is in a resample.
    pub fn times(&self, drawn: &Multiplicities) -> Times {
        let times = |times: &[u32]| times.iter().map(|&times| f64::from(times)).collect();
        let of_row = |row: usize| {
            let item = drawn.items[self.item[row] as usize];
            f64::from(item) * f64::from(drawn.systems[self.system[row] as usize])
        };
        let units = match self.kind {
            UnitKind::Nothing => vec![1.0],
            UnitKind::Items => times(&drawn.items),
            UnitKind::Systems => times(&drawn.systems),
            UnitKind::Rows => (0..self.rows()).map(of_row).collect(),
        };
        // By item there is one group for each item, in the same order.
        let groups = match self.grouping {
            Grouping::None => vec![1.0; self.groups()],
            Grouping::Item => times(&drawn.items),
            Grouping::System => times(&drawn.systems),
        };
        Times { units, groups }
    }
}

/// The complete rows, group after group, and where groups begin.
fn grouped_rows(outputs: &Outputs, grouping: Grouping) -> (Vec<u32>, Vec<usize>) {
    let group = |row: u32| match grouping {
        Grouping::None => 0,
        Grouping::Item => outputs.item[row as usize],
        Grouping::System => outputs.system[row as usize],
    };
    let human = |row: u32| outputs.human[row as usize] + 0.0;
    let mut rows = outputs.complete_rows();
    sort_by(&mut rows, |&a, &b| {
        group(a).cmp(&group(b)).then(human(a).total_cmp(&human(b))).then(a.cmp(&b))
    });
    let (mut used, mut starts) = (Vec::new(), vec![0]);
    for rows in rows.chunk_by(|&a, &b| group(a) == group(b)).filter(|rows| rows.len() > 1) {
        used.extend_from_slice(rows);
        starts.push(used.len());
    }
    (used, starts)
}

/// The numbers of these rows' items (or systems) among those that occur, and
/// how many occur.
fn renumber(rows: &[u32], numbers: &[u32]) -> (Vec<u32>, usize) {
    let mut present: Vec<u32> = rows.iter().map(|&row| numbers[row as usize]).collect();
    present.sort_unstable();
    present.dedup();
    let place = |&row: &u32| present.partition_point(|&known| known < numbers[row as usize]) as u32;
    (rows.iter().map(place).collect(), present.len())
}
