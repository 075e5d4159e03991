//! Dividing the complete rows of one metric at random, so that the same scores divide in the same way.

use oorandom::Rand64;

use crate::measure::{StudyError, keys};
use crate::scores::ScoreSet;
use crate::stats::sorting::{sort_by, sort_by_key};
use crate::stats::{Grouping, Groups};

/// What is dealt out to parts. Systems of one item, or items of one system, are not independent; items are
/// wherever there are any, so all rows of an item go to one part, whatever the grouping.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Units {
    /// All rows of an item go to one part.
    Items,
    /// Where the scores have no items.
    Rows,
}

/// The complete rows of one metric in groups of at least two, each in one of several parts.
///
/// Items are dealt in the order of their names; rows without items in the order of their system's name and
/// their scores. So the order of rows in the file leaves no trace, and metrics that are complete on the
/// same items have the same parts.
#[derive(Debug)]
pub struct Parts {
    units: Units,
    /// How many items or rows each part has.
    sizes: Vec<usize>,
    part: Vec<u32>,
    keys: Option<Vec<u32>>,
    human: Vec<f64>,
    metric: Vec<f64>,
}

impl Parts {
    /// Deals into `count` parts whose sizes differ by at most one.
    ///
    /// # Errors
    ///
    /// [`StudyError`]: there is no such metric, no column to group by, no pair, or fewer units than parts.
    pub fn new(
        scores: &ScoreSet,
        metric: usize,
        grouping: Grouping,
        count: usize,
        seed: u64,
    ) -> Result<Self, StudyError> {
        let column = scores.metrics.get(metric).ok_or(StudyError::NoSuchMetric(metric))?;
        let keys = keys(scores, grouping)?;
        let rows = rows_with_pairs(keys, &scores.human.values, &column.values);
        if rows.is_empty() {
            return Err(StudyError::NoPairs(column.name.clone()));
        }
        let (units, unit, names) = match &scores.item {
            Some(item) => {
                let unit = rows.iter().map(|&row| item[row]).collect();
                (Units::Items, unit, in_order_of_names(&scores.items))
            }
            None => {
                let unit: Vec<u32> = in_order_of_scores(scores, &column.values, &rows);
                let order = (0..rows.len() as u32).collect();
                (Units::Rows, unit, order)
            }
        };
        let (part_of_unit, sizes) = deal(&unit, &names, count, seed)?;
        let of_rows = |values: &[f64]| rows.iter().map(|&row| values[row]).collect();
        Ok(Parts {
            units,
            sizes,
            part: unit.iter().map(|&unit| part_of_unit[unit as usize]).collect(),
            keys: keys.map(|keys| rows.iter().map(|&row| keys[row]).collect()),
            human: of_rows(&scores.human.values),
            metric: of_rows(&column.values),
        })
    }

    /// What was dealt.
    pub fn units(&self) -> Units {
        self.units
    }

    /// How many units each part has.
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// The groups of the rows whose part is `wanted`; those left with one row are dropped.
    pub fn groups(&self, wanted: impl Fn(usize) -> bool) -> Groups {
        let rows: Vec<usize> =
            (0..self.part.len()).filter(|&row| wanted(self.part[row] as usize)).collect();
        let of_rows = |values: &[f64]| rows.iter().map(|&row| values[row]).collect::<Vec<_>>();
        let keys: Option<Vec<u32>> =
            self.keys.as_ref().map(|keys| rows.iter().map(|&row| keys[row]).collect());
        Groups::new(keys.as_deref(), &of_rows(&self.human), &of_rows(&self.metric))
    }
}

/// The complete rows whose groups have at least two of them.
fn rows_with_pairs(keys: Option<&[u32]>, human: &[f64], metric: &[f64]) -> Vec<usize> {
    let key = |row: usize| keys.map_or(0, |keys| keys[row] as usize);
    let complete = |&row: &usize| !human[row].is_nan() && !metric[row].is_nan();
    let mut rows: Vec<usize> = (0..human.len()).filter(complete).collect();
    let mut sizes = vec![0u32; rows.iter().map(|&row| key(row) + 1).max().unwrap_or(0)];
    rows.iter().for_each(|&row| sizes[key(row)] += 1);
    rows.retain(|&row| sizes[key(row)] > 1);
    rows
}

/// The indices of names, in the order of the names.
fn in_order_of_names(names: &[String]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..names.len() as u32).collect();
    sort_by_key(&mut order, |&index| &names[index as usize]);
    order
}

/// The place of each row among all when they are sorted by system and scores. Rows that agree in all of that
/// may change places: nobody can tell.
fn in_order_of_scores(scores: &ScoreSet, metric: &[f64], rows: &[usize]) -> Vec<u32> {
    let system = |row: usize| {
        let system = scores.system.as_ref().map(|system| system[row] as usize);
        system.map(|system| scores.systems[system].as_str())
    };
    let mut order: Vec<usize> = (0..rows.len()).collect();
    sort_by(&mut order, |&a, &b| {
        let (a, b) = (rows[a], rows[b]);
        let by_system = system(a).cmp(&system(b));
        let human = &scores.human.values;
        by_system.then(metric[a].total_cmp(&metric[b])).then(human[a].total_cmp(&human[b]))
    });
    let mut places = vec![0; rows.len()];
    order.iter().zip(0..).for_each(|(&row, place)| places[row] = place);
    places
}

/// The part of each unit, and how many units each part has. Only units that some row has are dealt: those in
/// `order`, shuffled, go to the parts in turn.
fn deal(
    unit_of_row: &[u32],
    order: &[u32],
    parts: usize,
    seed: u64,
) -> Result<(Vec<u32>, Vec<usize>), StudyError> {
    let mut is_there = vec![false; order.len()];
    unit_of_row.iter().for_each(|&unit| is_there[unit as usize] = true);
    let mut units: Vec<u32> =
        order.iter().copied().filter(|&unit| is_there[unit as usize]).collect();
    if !(2..=units.len()).contains(&parts) {
        return Err(StudyError::Folds { folds: parts, units: units.len() });
    }
    let mut random = Rand64::new(seed.into());
    for last in (1..units.len()).rev() {
        units.swap(last, random.rand_range(0..last as u64 + 1) as usize);
    }
    let mut part_of_unit = vec![0; order.len()];
    let mut sizes = vec![0; parts];
    for (unit, part) in units.into_iter().zip((0..parts).cycle()) {
        part_of_unit[unit as usize] = part as u32;
        sizes[part] += 1;
    }
    Ok((part_of_unit, sizes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scores::load;

    /// Sorted rows of all groups of a part.
    fn rows(groups: &Groups) -> Vec<(u64, u64)> {
        let rows = groups.iter().flat_map(|group| {
            let scores = group.metric.iter().zip(group.human);
            scores.map(|(m, h)| (m.to_bits(), h.to_bits())).collect::<Vec<_>>()
        });
        let mut rows: Vec<_> = rows.collect();
        rows.sort_unstable();
        rows
    }

    fn parts(text: &str, grouping: Grouping, count: usize, seed: u64) -> Vec<Vec<(u64, u64)>> {
        let parts = Parts::new(&load(text.as_bytes()).unwrap(), 0, grouping, count, seed).unwrap();
        (0..count).map(|part| rows(&parts.groups(|of| of == part))).collect()
    }

    fn file(header: &str, rows: &[String]) -> String {
        format!("{header}\n{}", rows.concat())
    }

    fn scored(with_items: bool) -> Vec<String> {
        let row = |row: usize| {
            let (system, item) = (row % 3, row / 3);
            let score = (row * 7919) % 31;
            let item = if with_items { format!("i{item},") } else { String::new() };
            format!("s{system},{item}{},{score}\n", row % 4)
        };
        (0..90).map(row).collect()
    }

    #[test]
    fn the_order_of_rows_leaves_no_trace() {
        for (with_items, header) in [(true, "system,item,human,m"), (false, "system,human,m")] {
            let mut lines = scored(with_items);
            let in_order = file(header, &lines);
            lines.reverse();
            lines.swap(3, 50);
            let turned = file(header, &lines);
            for grouping in [Grouping::None, Grouping::System] {
                let found = parts(&in_order, grouping, 5, 11);
                assert_eq!(found, parts(&turned, grouping, 5, 11), "{grouping:?}");
                assert_ne!(found, parts(&in_order, grouping, 5, 12), "{grouping:?}");
            }
        }
    }

    #[test]
    fn items_stay_together_and_parts_are_even() {
        let scores = load(file("system,item,human,m", &scored(true)).as_bytes()).unwrap();
        let parts = Parts::new(&scores, 0, Grouping::Item, 4, 1).unwrap();
        assert_eq!((parts.units(), parts.sizes()), (Units::Items, &[8, 8, 7, 7][..]));
        let groups: Vec<Groups> = (0..4).map(|part| parts.groups(|of| of == part)).collect();
        assert!(groups.iter().flat_map(|groups| groups.iter()).all(|group| group.rows() == 3));
        let mut keys: Vec<u32> = groups.iter().flat_map(|groups| groups.keys().to_vec()).collect();
        keys.sort_unstable();
        assert_eq!(keys, (0..30).collect::<Vec<u32>>());
        // All but the first: the other items.
        assert_eq!(parts.groups(|of| of != 0).len(), 22);
        let by_system = Parts::new(&scores, 0, Grouping::System, 4, 1).unwrap();
        assert_eq!(by_system.groups(|of| of == 3).iter().map(|g| g.rows()).sum::<usize>(), 21);
    }

    #[test]
    fn only_what_has_a_pair_is_dealt() {
        // Item c has one complete row, item d none.
        let text = "item,human,m\na,1,1\na,2,2\nb,1,1\nb,3,2\nc,1,1\nc,,2\nd,,1\nd,1,\n";
        let scores = load(text.as_bytes()).unwrap();
        let of = |grouping, count| Parts::new(&scores, 0, grouping, count, 0).map(|p| p.sizes);
        assert_eq!(of(Grouping::Item, 2), Ok(vec![1, 1]));
        assert_eq!(of(Grouping::None, 3), Ok(vec![1, 1, 1]));
        assert_eq!(of(Grouping::Item, 3), Err(StudyError::Folds { folds: 3, units: 2 }));
        assert_eq!(of(Grouping::Item, 1), Err(StudyError::Folds { folds: 1, units: 2 }));
        assert_eq!(of(Grouping::System, 2), Err(StudyError::NoKeys("system")));
    }
}
