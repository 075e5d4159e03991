//! Tie calibration on a random share of the pairs (the paper's Appendix E).
//!
//! Of each group so many pairs are drawn, and epsilon is the smallest maximiser of acc_eq among 0 and the
//! drawn pairs' differences. All groups together have few pairs or many:
//!
//! - Up to [`MOST_PAIRS`], they are drawn without replacement. All drawn, the result is the calibration.
//! - Beyond, each is drawn anew from all pairs of two different rows, so that a pair may be drawn twice.
//!
//! Groups are gone through in the order of their scores, so neither the order of rows nor that of groups
//! leaves a trace.

mod search;

use oorandom::Rand32;
use search::Search;

use super::bootstrap::Star;
use super::grouping::{Group, Groups};
use crate::sorting::sort_by;

/// No more pairs than this are drawn at a time.
pub const MOST_PAIRS: u64 = 2_000_000;
/// Pairs drawn or passed over in one step: about 2 ms.
const PAIRS_AT_ONCE: u64 = 1 << 17;

/// Draws samples of the pairs of some groups, one after another, and calibrates them in short steps.
#[derive(Debug)]
pub struct Sampler {
    random: Rand32,
    /// The groups in the order of their scores.
    order: Vec<u32>,
    pairs: u64,
    /// What is drawn, and where drawing is.
    sizes: Vec<u64>,
    place: Place,
    search: Option<Search>,
}

/// Where drawing is.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    /// In the order of groups.
    group: usize,
    /// The next pairs are those of this row and the ones before it; pairs left from it on.
    row: usize,
    left: u32,
    /// Pairs still to be drawn in the group.
    wanted: u32,
}

impl Sampler {
    /// A source of samples of these groups, whose draws depend on the seed and the scores alone.
    pub fn new(groups: &Groups, seed: u64) -> Self {
        let mut order: Vec<u32> = (0..groups.len() as u32).collect();
        // Any order will do that only the scores decide: that of their bits is one.
        let scores = |index: u32| {
            let group = groups.get(index as usize);
            group.metric.iter().chain(group.human).map(|score| score.to_bits())
        };
        sort_by(&mut order, |&a, &b| scores(a).cmp(scores(b)));
        Sampler {
            random: Rand32::new(seed),
            order,
            pairs: groups.pairs(),
            sizes: Vec::new(),
            place: Place::default(),
            search: None,
        }
    }

    /// Whether a pair may be drawn twice.
    pub fn replaces(&self) -> bool {
        self.pairs > MOST_PAIRS
    }

    /// Begins a sample of so many pairs of each group, at least one, and without replacement at most all:
    /// see [`sizes`].
    pub fn start(&mut self, groups: &Groups, sizes: &[u64]) {
        let largest = groups.largest_difference();
        match &mut self.search {
            Some(search) if self.sizes == sizes => search.clear(),
            search => *search = Some(Search::new(sizes, largest)),
        }
        self.sizes = sizes.to_vec();
        self.place = Place::default();
        self.enter(groups);
    }

    /// Does some of the work; `groups` must be those it was made for. Returns the calibration of the sample
    /// once all is done; then the next one may be started.
    pub fn step(&mut self, groups: &Groups) -> Option<Star> {
        let (replaces, mut search) = (self.replaces(), self.search.take()?);
        let mut star = None;
        if self.place.group == self.order.len() {
            star = search.step();
        } else {
            let mut looked = 0;
            while looked < PAIRS_AT_ONCE && self.place.group < self.order.len() {
                looked += if replaces {
                    self.draw_any(groups, &mut search)
                } else {
                    self.choose(groups, &mut search)
                };
            }
        }
        self.search = Some(search);
        star
    }

    /// Calibrates one sample.
    pub fn run(&mut self, groups: &Groups, sizes: &[u64]) -> Star {
        self.start(groups, sizes);
        loop {
            if let Some(star) = self.step(groups) {
                return star;
            }
        }
    }

    /// Begins the group at the current place, if there is one.
    fn enter(&mut self, groups: &Groups) {
        if let Some(&group) = self.order.get(self.place.group) {
            self.place.wanted = self.sizes[group as usize] as u32;
            // Only counted where all groups together have few pairs.
            self.place.left = groups.get(group as usize).pairs() as u32;
            self.place.row = 1;
        }
    }

    fn leave(&mut self, groups: &Groups) {
        self.place.group += 1;
        self.enter(groups);
    }

    /// Draws some pairs of the current group with replacement; returns how many.
    fn draw_any(&mut self, groups: &Groups, search: &mut Search) -> u64 {
        let index = self.order[self.place.group];
        let group = groups.get(index as usize);
        let rows = group.rows() as u32;
        let now = u64::from(self.place.wanted).min(PAIRS_AT_ONCE);
        for _ in 0..now {
            let first = self.random.rand_range(0..rows);
            let second = self.random.rand_range(0..rows - 1);
            let second = second + u32::from(second >= first);
            search.add(index, &group, first.min(second) as usize, first.max(second) as usize);
        }
        self.place.wanted -= now as u32;
        if self.place.wanted == 0 {
            self.leave(groups);
        }
        now
    }

    /// Chooses among the pairs of the next row with the rows before it, each with the chance
    /// wanted / left; returns how many there are.
    fn choose(&mut self, groups: &Groups, search: &mut Search) -> u64 {
        let index = self.order[self.place.group];
        let group = groups.get(index as usize);
        let Place { row, mut left, mut wanted, .. } = self.place;
        for lower in 0..row {
            if wanted == left || self.random.rand_range(0..left) < wanted {
                search.add(index, &group, lower, row);
                wanted -= 1;
            }
            left -= 1;
        }
        (self.place.row, self.place.left, self.place.wanted) = (row + 1, left, wanted);
        if wanted == 0 {
            self.leave(groups);
        }
        row as u64
    }
}

/// How many pairs of each group are a share (0 to 1) of its pairs: the nearest whole number, at least one.
/// `None` where that is more than [`MOST_PAIRS`] in all.
pub fn sizes(groups: &Groups, share: f64) -> Option<Vec<u64>> {
    let size = |group: Group| {
        let pairs = group.pairs();
        ((share * pairs as f64).round() as u64).clamp(1, pairs)
    };
    let sizes: Vec<u64> = groups.iter().map(size).collect();
    (sizes.iter().sum::<u64>() <= MOST_PAIRS).then_some(sizes)
}

#[cfg(test)]
mod tests;
