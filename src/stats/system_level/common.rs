//! The items that every compared system has.

use super::NotCompared;
use crate::outputs::Outputs;

/// More systems than this are none: some other column was taken for them.
const MOST_SYSTEMS: usize = 1000;

/// Scores of the compared systems on their common items.
#[derive(Debug, Clone)]
pub struct CommonItems {
    /// The systems, ascending.
    pub systems: Vec<u32>,
    /// Human scores of all systems, item after item; items ascend.
    pub human: Vec<f64>,
    /// Metric scores, likewise.
    pub metric: Vec<f64>,
}

impl CommonItems {
    /// Systems with a complete row are compared, on the items for which all of
    /// them have one.
    pub fn new(outputs: &Outputs) -> Result<Self, NotCompared> {
        // Item and system as one number sort faster than as two.
        let place = |row: u32| {
            let (item, system) = (outputs.item[row as usize], outputs.system[row as usize]);
            (u64::from(item) << 32 | u64::from(system), row)
        };
        let mut rows: Vec<(u64, u32)> = outputs.complete_rows().into_iter().map(place).collect();
        rows.sort_unstable();
        rows.dedup_by_key(|row| row.0);
        let mut systems: Vec<u32> = Vec::new();
        for system in rows.iter().map(|row| row.0 as u32) {
            if let Err(place) = systems.binary_search(&system) {
                systems.insert(place, system);
            }
            if systems.len() > MOST_SYSTEMS {
                break;
            }
        }
        match systems.len() {
            0 | 1 => return Err(NotCompared::FewSystems),
            2..=MOST_SYSTEMS => {}
            _ => return Err(NotCompared::ManySystems),
        }
        let items = rows.chunk_by(|a, b| a.0 >> 32 == b.0 >> 32);
        let common = items.filter(|rows| rows.len() == systems.len()).flatten();
        let (human, metric): (Vec<f64>, Vec<f64>) = common
            .map(|&(_, row)| (outputs.human[row as usize], outputs.metric[row as usize]))
            .unzip();
        if human.is_empty() {
            Err(NotCompared::NoCommonItem)
        } else {
            Ok(CommonItems { systems, human, metric })
        }
    }

    /// How many systems are compared, 2 to 1000.
    pub fn systems(&self) -> usize {
        self.systems.len()
    }

    /// How many items all of them have, at least 1.
    pub fn len(&self) -> usize {
        self.human.len() / self.systems()
    }

    /// All pairs of systems, as indices; the first is less than the second.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let systems = self.systems();
        (0..systems).flat_map(move |first| (first + 1..systems).map(move |second| (first, second)))
    }

    /// For each system the sum of its scores, which stand item after item.
    pub fn sums(&self, scores: &[i64]) -> Vec<i64> {
        let mut sums = vec![0; self.systems()];
        for row in scores.chunks_exact(self.systems()) {
            sums.iter_mut().zip(row).for_each(|(sum, score)| *sum += score);
        }
        sums
    }
}
