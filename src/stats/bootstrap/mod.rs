//! Bootstrap intervals of acc_eq* and epsilon*, calibrated anew in every
//! resample.
//!
//! Groups with fewer than two complete rows are dropped first. What is drawn
//! are the items (or systems) of the rows that are left, as many as there are,
//! with replacement. An item that is drawn twice is there twice: grouped by
//! item, as two groups; grouped by system or not at all, with two copies of
//! each of its rows, and two copies of a row are a pair that both the human and
//! the metric tie. Groups with fewer than two rows after drawing are left out of
//! that resample's average, as they always are.
//!
//! Pairs of copies are right at every epsilon. Drawing whole groups makes none,
//! but drawing within groups (systems when grouped by item, for example) raises
//! acc_eq* in every resample, the more the smaller the groups: the interval then
//! shows how much acc_eq* varies, and may lie above the estimate.
//!
//! Items and systems are drawn in the order of their numbers, so the order of
//! rows leaves no trace, and the same seed draws the same for every metric that
//! is complete on the same items and systems. Numbering them anew is another
//! seed.
//!
//! Nothing is sorted twice: the pairs that matter are listed once, by
//! difference, and a resample only says how often each of them counts.

mod batch;
mod draws;
mod events;
mod large;
mod sample;

pub use draws::{Draws, Multiplicities};

use batch::{Batch, LANES};
use events::{Event, Lister};
use sample::Sample;

use super::grouping::{Grouping, Groups};
use super::outputs::Outputs;
use super::pairs::count_groups;
use super::statistic::Entry;

/// The catalogue entry of bootstrap intervals.
pub const INTERVAL: Entry = Entry {
    name: "interval",
    formula: "from the 2.5th to the 97.5th percentile of acc_eq* (and epsilon*) of resamples",
    least: 0.0,
    undefined: "there is no pair",
    source: "Efron (1979)",
    uses_epsilon: true,
};

/// How many resamples are usual.
pub const RESAMPLES: u32 = 1000;
/// Memory for the listed pairs and all else, in bytes: 200 MiB.
const MOST_MEMORY: u64 = 200 << 20;
/// Bytes of one listed pair, one row, and one group or unit of a batch.
const MEMORY: [u64; 3] = [8, 64, 384];
/// The share of the work that is listing pairs, roughly.
const LISTED: f64 = 0.1;

/// What is drawn with replacement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Resampling {
    /// As many items as there are.
    Items,
    /// As many systems as there are.
    Systems,
    /// Items and, independently, systems.
    Both,
}

/// A calibration.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Star {
    /// epsilon*: the smallest candidate that maximises acc_eq.
    pub epsilon: f64,
    /// acc_eq there, averaged over groups, 0 to 1.
    pub acc_eq: f64,
}

/// A percentile interval: of n values in ascending order, the ones at
/// n * 2.5 % and n * 97.5 %, counted from 1 and rounded up. Both are values
/// that occurred; nothing is interpolated.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Interval {
    /// The 2.5th percentile.
    pub low: f64,
    /// The 97.5th percentile.
    pub high: f64,
}

/// What the bootstrap found.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Bootstrapped {
    /// The calibration of the data itself; `None` without a pair.
    pub estimate: Option<Star>,
    /// That of each resample, in the order of drawing; `None` for those in
    /// which no group has a pair.
    pub resamples: Vec<Option<Star>>,
    /// How many of them have none.
    pub undefined: usize,
    /// 95 % of the others' acc_eq* lie here; `None` if there is none.
    pub acc_eq: Option<Interval>,
    /// 95 % of their epsilon*.
    pub epsilon: Option<Interval>,
}

/// Why there is no bootstrap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BootstrapError {
    /// Each pair of rows in a group that the human ties or both order alike is
    /// listed in memory.
    #[error("the bootstrap would have to list {pairs} pairs at once, which takes too much memory")]
    TooManyPairs {
        /// How many would be listed.
        pairs: u64,
    },
}

/// Finds [`Bootstrapped`] intervals in short steps.
#[derive(Debug)]
pub struct Bootstrap {
    sample: Sample,
    draws: Draws,
    resamples: usize,
    stage: Stage,
    /// The estimate, then the resamples.
    stars: Vec<Option<Star>>,
    progress: f64,
}

#[derive(Debug)]
enum Stage {
    List(Lister),
    Calibrate(Events, Box<Batch>),
}

#[derive(Debug)]
struct Events {
    list: Vec<Event>,
    /// Those whose difference is finite: the others come last.
    finite: usize,
}

impl Bootstrap {
    /// Prepares so many resamples. An axis that is neither grouped by nor drawn
    /// from is not looked at: without systems, for example, number them all 0.
    ///
    /// # Errors
    /// When the pairs would take more than about 200 MiB: 26 million pairs that
    /// the human ties or that are concordant, or fewer of many rows.
    ///
    /// # Panics
    /// When the slices differ in length.
    pub fn new(
        outputs: &Outputs,
        grouping: Grouping,
        resampling: Resampling,
        resamples: u32,
        seed: u64,
    ) -> Result<Self, BootstrapError> {
        let sample = Sample::new(outputs, grouping, resampling);
        let pairs = listed_pairs(outputs, grouping);
        let sizes = [pairs, sample.rows() as u64, sample.groups() as u64 + sample.units() as u64];
        let memory: u64 = sizes.iter().zip(MEMORY).map(|(size, bytes)| size * bytes).sum();
        if memory > MOST_MEMORY {
            return Err(BootstrapError::TooManyPairs { pairs });
        }
        Ok(Bootstrap {
            draws: sample.draws(seed),
            sample,
            resamples: resamples as usize,
            stage: Stage::List(Lister::new(pairs)),
            stars: Vec::new(),
            progress: 0.0,
        })
    }

    /// Does a little of the work; returns the result once all is done.
    pub fn step(&mut self) -> Option<Bootstrapped> {
        let total = self.resamples + 1;
        match &mut self.stage {
            Stage::List(lister) => {
                self.progress = LISTED * lister.progress(&self.sample);
                if let Some(list) = lister.step(&self.sample) {
                    let is_finite =
                        |event: &Event| self.sample.difference(event.rows()).is_finite();
                    let finite = list.partition_point(is_finite);
                    let batch = next_batch(&self.sample, &mut self.draws, 0, total);
                    self.stage = Stage::Calibrate(Events { list, finite }, Box::new(batch));
                }
            }
            Stage::Calibrate(Events { list, finite }, batch) => {
                let stars = batch.step(&self.sample, list, *finite)?;
                self.stars.extend(stars);
                self.progress = LISTED + (1.0 - LISTED) * self.stars.len() as f64 / total as f64;
                if self.stars.len() == total {
                    return self.result();
                }
                **batch = next_batch(&self.sample, &mut self.draws, self.stars.len(), total);
            }
        }
        None
    }

    /// Runs all steps.
    pub fn run(mut self) -> Bootstrapped {
        loop {
            if let Some(result) = self.step() {
                return result;
            }
        }
    }

    /// The share of the work that is done, from 0 to 1; it never goes back.
    pub fn progress(&self) -> f64 {
        self.progress
    }

    fn result(&mut self) -> Option<Bootstrapped> {
        let mut stars = std::mem::take(&mut self.stars).into_iter();
        let estimate = stars.next()?;
        let resamples: Vec<Option<Star>> = stars.collect();
        let defined = || resamples.iter().flatten();
        Some(Bootstrapped {
            estimate,
            undefined: resamples.len() - defined().count(),
            acc_eq: interval(defined().map(|star| star.acc_eq).collect()),
            epsilon: interval(defined().map(|star| star.epsilon).collect()),
            resamples,
        })
    }
}

/// The next batch of `total` samples, from `first` on; the one at 0 is the data
/// itself.
fn next_batch(sample: &Sample, draws: &mut Draws, first: usize, total: usize) -> Batch {
    let times = (first..total.min(first + LANES)).map(|index| {
        let drawn = if index == 0 { draws.data() } else { draws.draw() };
        sample.times(&drawn)
    });
    Batch::new(sample, &times.collect::<Vec<_>>())
}

/// Pairs whose metric scores differ, and which the human ties or both order the
/// same way.
fn listed_pairs(outputs: &Outputs, grouping: Grouping) -> u64 {
    let keys = match grouping {
        Grouping::None => None,
        Grouping::Item => Some(outputs.item),
        Grouping::System => Some(outputs.system),
    };
    let counts = count_groups(&Groups::new(keys, outputs.human, outputs.metric), 0.0);
    counts.iter().map(|counts| counts.concordant + counts.human_ties).sum()
}

fn interval(mut values: Vec<f64>) -> Option<Interval> {
    values.sort_unstable_by(f64::total_cmp);
    let at = |thousandths: usize| {
        let rank = (values.len() * thousandths).div_ceil(1000);
        values.get(rank.checked_sub(1)?).copied()
    };
    Some(Interval { low: at(25)?, high: at(975)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_values_that_occurred() {
        let values = |n: u32| (1..=n).rev().map(f64::from).collect();
        assert_eq!(interval(values(1000)), Some(Interval { low: 25.0, high: 975.0 }));
        assert_eq!(interval(values(39)), Some(Interval { low: 1.0, high: 39.0 }));
        assert_eq!(interval(values(41)), Some(Interval { low: 2.0, high: 40.0 }));
        assert_eq!(interval(values(1)), Some(Interval { low: 1.0, high: 1.0 }));
        assert_eq!(interval(Vec::new()), None);
    }
}
