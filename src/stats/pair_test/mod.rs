//! The pair test: is one metric better than another?
//!
//! Under the null hypothesis the outcome of each pair of rows may be swapped
//! between the two metrics, each keeping its own epsilon. For acc_eq only
//! pairs that exactly one metric gets right matter, and their signs have a
//! known distribution: p-values are computed, not drawn (see
//! [`sign_test`](mod@super::sign_test)).
//!
//! The test takes pairs for independent, as WMT's does. Pairs that share an
//! output are not, so p-values tend to be too small; [`bootstrap`](crate::bootstrap)
//! draws whole items or systems.

mod counter;
mod rows;

use std::collections::BTreeMap;

use counter::{Compared, Counter};
use rows::{Group, Rows};

use super::sign_test::{Signs, sign_test};
use super::statistic::Entry;
use crate::sorting::sort_by_key;

/// Pairs looked at in one step, times the metrics: some milliseconds.
const WORK_AT_ONCE: u64 = 1 << 21;
/// A group costs as much as so many pairs.
const PAIRS_A_GROUP: u64 = 64;
/// The share of the work that is counting, roughly.
const COUNTING: f64 = 0.8;

/// The catalogue entry of the p-value of one metric against another.
pub const P_VALUE: Entry = Entry {
    name: "p",
    formula: "the share of all swaps of pairs' outcomes between two metrics that give a lead of acc_eq* as large",
    least: 0.0,
    undefined: "the metrics have no pair in common",
    source: "Deutsch, Foster and Freitag (2023); computed exactly",
    uses_epsilon: true,
};

/// Whether `metric` is better than `rival`.
///
/// Rows count that have the human score and both metrics; groups of fewer than
/// two such rows are dropped.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PairTest {
    /// Index of the metric that may be better.
    pub metric: usize,
    /// Index of the metric that it may be better than.
    pub rival: usize,
    /// Groups used.
    pub groups: u64,
    /// Their pairs.
    pub pairs: u64,
    /// Pairs that only `metric` gets right.
    pub n_plus: u64,
    /// Pairs that only `rival` gets right.
    pub n_minus: u64,
    /// acc_eq of `metric` less that of `rival`, both averaged over the groups
    /// used, from -1 to 1; `None` without a group.
    pub delta: Option<f64>,
    /// How probable a delta of at least this is if neither is better, from 0
    /// to 1; 1 without a group.
    pub p: f64,
    /// 0 when `p` is exact but for rounding; else it is off by no more.
    pub p_error: f64,
}

/// Tests every metric against every other, in short steps.
///
/// The result does not depend on the order of rows and groups. Memory is that
/// of the scores.
#[derive(Debug)]
pub struct PairTests {
    rows: Rows,
    counter: Counter,
    /// The group that is being counted.
    group: usize,
    matches: Vec<Match>,
    tests: Vec<PairTest>,
    pairs_done: u64,
}

/// What was counted for two metrics.
#[derive(Debug)]
struct Match {
    a: usize,
    b: usize,
    /// By the number of pairs of a group.
    tallies: BTreeMap<u64, Tally>,
}

/// Counts in all groups of one size.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    groups: u64,
    plus: u64,
    minus: u64,
}

impl PairTests {
    /// Prepares the tests. Rows with the same key form a group (all of them if
    /// `None`); `NaN` marks a missing score, all others must be finite. Each
    /// of the `metrics` has its scores and its tie threshold, at least 0.
    ///
    /// # Panics
    /// When the slices of scores and keys differ in length.
    pub fn new(keys: Option<&[u32]>, human: &[f64], metrics: &[(&[f64], f64)]) -> Self {
        let two = |a: usize| {
            (a + 1..metrics.len()).map(move |b| Match { a, b, tallies: BTreeMap::new() })
        };
        PairTests {
            rows: Rows::new(keys, human, metrics),
            counter: Counter::new(metrics.len()),
            group: 0,
            matches: (0..metrics.len()).flat_map(two).collect(),
            tests: Vec::new(),
            pairs_done: 0,
        }
    }

    /// Does a little of the work. Returns the tests of every ordered pair of
    /// metrics once all is done, ascending by `metric` and then by `rival`.
    pub fn step(&mut self) -> Option<Vec<PairTest>> {
        if self.count() {
            return None;
        }
        if let Some(two) = self.matches.pop() {
            self.tests.extend(two.tests());
            return None;
        }
        let mut tests = std::mem::take(&mut self.tests);
        sort_by_key(&mut tests, |test| (test.metric, test.rival));
        Some(tests)
    }

    /// Runs all steps.
    pub fn run(mut self) -> Vec<PairTest> {
        loop {
            if let Some(tests) = self.step() {
                return tests;
            }
        }
    }

    /// The share of the work that is done, from 0 to 1; it never goes back.
    pub fn progress(&self) -> f64 {
        let share = |done: f64, left: f64| if left == 0.0 { 1.0 } else { done / (done + left) };
        let counted = share(self.pairs_done as f64, (self.rows.pairs() - self.pairs_done) as f64);
        let tested = share(self.tests.len() as f64, 2.0 * self.matches.len() as f64);
        COUNTING * counted + (1.0 - COUNTING) * tested
    }

    /// Counts some pairs; `false` when there are no more.
    fn count(&mut self) -> bool {
        let mut work = 0;
        while let Some(group) = self.rows.group(self.group) {
            if work > WORK_AT_ONCE {
                return true;
            }
            let pairs = self.counter.step(&group);
            if pairs == 0 {
                self.matches.iter_mut().for_each(|two| two.add(&self.counter, &group));
                self.group += 1;
            }
            self.pairs_done += pairs;
            work += (pairs + PAIRS_A_GROUP) * self.rows.metrics() as u64;
        }
        work > 0
    }
}

impl Match {
    /// Adds a group that was counted.
    fn add(&mut self, counter: &Counter, group: &Group) {
        let Compared { pairs, plus, minus } = counter.compare(group, self.a, self.b);
        if pairs > 0 {
            let tally = self.tallies.entry(pairs).or_default();
            tally.groups += 1;
            tally.plus += plus;
            tally.minus += minus;
        }
    }

    /// Tests the first metric against the second, and the reverse.
    fn tests(&self) -> [PairTest; 2] {
        let sum = |of: fn(u64, &Tally) -> u64| -> u64 {
            self.tallies.iter().map(|(&pairs, tally)| of(pairs, tally)).sum()
        };
        let signs: Vec<Signs> = self
            .tallies
            .iter()
            .map(|(&pairs, &Tally { plus, minus, .. })| Signs { pairs, plus, minus })
            .collect();
        let found = sign_test(&signs);
        let groups = sum(|_, tally| tally.groups);
        let forward = PairTest {
            metric: self.a,
            rival: self.b,
            groups,
            pairs: sum(|pairs, tally| pairs * tally.groups),
            n_plus: sum(|_, tally| tally.plus),
            n_minus: sum(|_, tally| tally.minus),
            delta: (groups > 0).then(|| found.difference / groups as f64),
            p: found.p,
            p_error: found.error,
        };
        let reverse = PairTest {
            metric: self.b,
            rival: self.a,
            n_plus: forward.n_minus,
            n_minus: forward.n_plus,
            // 0 - x: never -0.
            delta: forward.delta.map(|delta| 0.0 - delta),
            p: found.p_reverse,
            ..forward
        };
        [forward, reverse]
    }
}
