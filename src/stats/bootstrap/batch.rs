//! Some resamples calibrated at once, one in each lane of a vector.
//!
//! The average of acc_eq is a sum of whole numbers over a whole number, as long
//! as the numbers of pairs in groups have a small common multiple. Whole numbers
//! below 2^53 are exact in f64, and vectors of f64 add, multiply and compare
//! everywhere.

use super::Star;
use super::events::Event;
use super::large::Large;
use super::sample::{Sample, Times};
use crate::objective::greatest_common_divisor;

/// Resamples in a batch.
pub const LANES: usize = 8;
/// Sums up to here are exact.
const EXACT: u64 = 1 << 52;
/// Events in one step: about 5 ms.
const EVENTS_AT_ONCE: usize = 1 << 19;

/// One number for each resample.
pub type Lanes = [f64; LANES];

/// The search for the best threshold of each resample.
///
/// Beyond all differences just the pairs that the human ties are right. The
/// walk over the events from left to right says how far above or below that any
/// other threshold is.
#[derive(Debug)]
pub struct Batch {
    used: usize,
    /// How often each unit is in a group.
    pub units: Vec<Lanes>,
    pub groups: Vec<Group>,
    /// What each pair in a group counts, or 0 in a lane that is too large.
    weights: Vec<Lanes>,
    /// The sum where all pairs are right: 0 if no group has a pair, `NaN` if
    /// it would be too large.
    all: Lanes,
    walk: Walk,
    /// The resample that is done on its own, as its sums are too large.
    large: Option<Box<Large>>,
    stars: Vec<Option<Star>>,
}

/// A group in each resample.
#[derive(Debug, Clone, Copy)]
pub struct Group {
    /// How often it is there.
    pub times: Lanes,
    /// Its pairs,
    pub pairs: Lanes,
    /// and those that the human ties.
    pub ties: Lanes,
}

/// Where a walk over the events is.
#[derive(Debug, Clone, Copy)]
struct Walk {
    next: usize,
    /// What has changed since the first candidate, 0.
    value: Lanes,
    best: Lanes,
    /// One more than the place of the event that reached the best; 0 at first.
    at: Lanes,
}

impl Batch {
    /// A batch of up to [`LANES`] resamples.
    pub fn new(sample: &Sample, resamples: &[Times]) -> Self {
        let lanes = |of: &dyn Fn(&Times) -> f64| -> Lanes {
            std::array::from_fn(|lane| resamples.get(lane).map_or(0.0, of))
        };
        let unit_count = resamples.first().map_or(0, |times| times.units.len());
        let units: Vec<Lanes> =
            (0..unit_count).map(|unit| lanes(&|times| times.units[unit])).collect();
        let count = |group: usize| {
            let (pairs, ties) = count_pairs(sample, &units, group);
            Group { times: lanes(&|times| times.groups[group]), pairs, ties }
        };
        let groups: Vec<Group> = (0..sample.groups()).map(count).collect();
        let mut weights = vec![[0.0; LANES]; groups.len()];
        let all = std::array::from_fn(|lane| weigh(&groups, lane, &mut weights));
        let zero = [0.0; LANES];
        let walk = Walk { next: 0, value: zero, best: zero, at: zero };
        let used = resamples.len();
        Batch { used, units, groups, weights, all, walk, large: None, stars: Vec::new() }
    }

    /// Does some of the work; returns the result of each resample once all is
    /// done, `None` for those without a pair. Of the events, the first `finite`
    /// have a finite difference.
    pub fn step(
        &mut self,
        sample: &Sample,
        events: &[Event],
        finite: usize,
    ) -> Option<Vec<Option<Star>>> {
        if self.walk.next < events.len() {
            let limit = if self.walk.next < finite { finite } else { events.len() };
            let end = limit.min(self.walk.next + EVENTS_AT_ONCE);
            let (best, at) = (self.walk.best, self.walk.at);
            if sample.resamples_rows() {
                self.pass::<true>(sample, &events[..end]);
            } else {
                self.pass::<false>(sample, &events[..end]);
            }
            if end > finite {
                // No threshold ties these.
                (self.walk.best, self.walk.at) = (best, at);
            }
            return None;
        }
        let lane = self.stars.len();
        if lane == self.used {
            return Some(std::mem::take(&mut self.stars));
        }
        if !self.all[lane].is_nan() {
            self.stars.push(self.star(sample, events, lane));
            return None;
        }
        let large = self.large.get_or_insert_with(|| Box::new(Large::new(&self.groups, lane)));
        if let Some(star) = large.step(sample, events, finite, &self.units) {
            self.stars.push(Some(star));
            self.large = None;
        }
        None
    }
}

impl Batch {
    /// Walks on to the end of these events. `ROWS`: units count.
    fn pass<const ROWS: bool>(&mut self, sample: &Sample, events: &[Event]) {
        let Walk { next, mut value, mut best, mut at } = self.walk;
        for (place, event) in events.iter().enumerate().skip(next) {
            let [first, second] = event.rows();
            let first = sample.places[first as usize];
            let mut weight = self.weights[first.group as usize];
            if ROWS {
                let second = sample.places[second as usize];
                let first = &self.units[first.unit as usize];
                let second = &self.units[second.unit as usize];
                for lane in 0..LANES {
                    weight[lane] *= first[lane] * second[lane];
                }
            }
            let sign = if event.is_tie() { 1.0 } else { -1.0 };
            let after = (place + 1) as f64;
            for lane in 0..LANES {
                value[lane] += sign * weight[lane];
                let better = value[lane] > best[lane];
                best[lane] = if better { value[lane] } else { best[lane] };
                at[lane] = if better { after } else { at[lane] };
            }
        }
        self.walk = Walk { next: events.len(), value, best, at };
    }

    fn star(&self, sample: &Sample, events: &[Event], lane: usize) -> Option<Star> {
        if self.all[lane] == 0.0 {
            return None;
        }
        let groups = self.groups.iter().zip(&self.weights);
        let ties: f64 = groups.map(|(group, weight)| group.ties[lane] * weight[lane]).sum();
        let Walk { value, best, at, .. } = self.walk;
        let correct = ties + best[lane] - value[lane];
        let event = (at[lane] as usize).checked_sub(1).and_then(|place| events.get(place));
        let difference = |event: &Event| sample.difference(event.rows());
        let epsilon = event.map_or(0.0, difference);
        Some(Star { epsilon, acc_eq: correct / self.all[lane] })
    }
}

/// All pairs of a group and those that the human ties; copies of a row are
/// such.
fn count_pairs(sample: &Sample, units: &[Lanes], group: usize) -> (Lanes, Lanes) {
    let zero = [0.0; LANES];
    let (mut rows, mut level, mut ties) = (zero, zero, zero);
    let mut before = f64::NAN;
    for row in sample.starts[group]..sample.starts[group + 1] {
        if sample.human[row] != before {
            before = sample.human[row];
            (0..LANES).for_each(|lane| ties[lane] += pairs_of(level[lane]));
            level = zero;
        }
        let times = &units[sample.places[row].unit as usize];
        for lane in 0..LANES {
            rows[lane] += times[lane];
            level[lane] += times[lane];
        }
    }
    let ties = std::array::from_fn(|lane| ties[lane] + pairs_of(level[lane]));
    (rows.map(pairs_of), ties)
}

fn pairs_of(rows: f64) -> f64 {
    rows * (rows - 1.0) * 0.5
}

/// Gives the pairs of each group their whole weight; returns the weight of all
/// pairs, 0 without any, or `NaN` if it is too large to be exact.
fn weigh(groups: &[Group], lane: usize, weights: &mut [Lanes]) -> f64 {
    let used = |group: &&Group| group.times[lane] > 0.0 && group.pairs[lane] > 0.0;
    let (mut multiple, mut times) = (1u64, 0u64);
    for group in groups.iter().filter(used) {
        let pairs = group.pairs[lane] as u64;
        if multiple % pairs != 0 {
            let factor = pairs / greatest_common_divisor(multiple.into(), pairs.into()) as u64;
            match multiple.checked_mul(factor) {
                Some(product) => multiple = product,
                None => return f64::NAN,
            }
        }
        times += group.times[lane] as u64;
    }
    match multiple.checked_mul(times) {
        Some(all @ 0..=EXACT) => {
            for (group, weights) in groups.iter().zip(weights).filter(|(group, _)| used(group)) {
                weights[lane] = group.times[lane] * (multiple as f64 / group.pairs[lane]);
            }
            all as f64
        }
        _ => f64::NAN,
    }
}
