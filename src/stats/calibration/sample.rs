//! Where the pairs of an interval lie, as a few of them show.
//!
//! Differences of real scores are seldom spread evenly: they crowd around those
//! of scores rounded to a few decimals. What is chosen by a sample changes how
//! long the search takes, never what it finds.

use super::edge::Interval;
use crate::grouping::Groups;

/// Pairs in a sample, at most,
const MOST: u64 = 1 << 14;
/// and of how many pairs one is taken at least.
const FEWEST_PAIRS: u64 = 1 << 8;
/// Pairs taken to see whether finer cells divide them,
const DIVIDED: u64 = 1 << 12;
/// so that so many times fewer share a cell.
const MUCH_FEWER: usize = 2;
/// Pairs taken for each part that they are to be cut into.
const PAIRS_PER_PART: usize = 16;

/// Differences within an interval, ascending: of every k-th row with rows before
/// it every k-th pair.
pub fn sample(groups: &Groups, interval: &Interval) -> Vec<f64> {
    take(groups, interval, (interval.pairs() / FEWEST_PAIRS).min(MOST))
}

/// Up to `count` thresholds strictly inside an interval, ascending, between
/// which about as many pairs lie. A difference of many pairs gets an interval of
/// its own.
pub fn cuts(groups: &Groups, interval: &Interval, count: usize) -> Vec<f64> {
    let parts = count + 1;
    let sample = take(groups, interval, (PAIRS_PER_PART * parts) as u64);
    if sample.len() < parts {
        return Vec::new();
    }
    let quantiles: Vec<f64> = (1..parts).map(|part| sample[part * sample.len() / parts]).collect();
    let mut cuts = Vec::with_capacity(count);
    for same in quantiles.chunk_by(|a, b| a == b) {
        let alone = (same.len() > 1).then(|| same[0].next_down());
        cuts.extend(alone.into_iter().chain([same[0]]).filter(|&cut| interval.is_inside(cut)));
    }
    cuts.dedup();
    cuts
}

/// How many differences of a sample share a cell.
pub struct Crowding {
    sample: Vec<f64>,
    /// Pairs of them in one cell of the grid there is.
    together: usize,
}

impl Crowding {
    /// On the grid that was laid along an interval.
    pub fn new(groups: &Groups, interval: &Interval) -> Self {
        let mut crowding = Crowding { sample: take(groups, interval, DIVIDED), together: 0 };
        crowding.together = crowding.together(interval.scale);
        crowding
    }

    /// Whether so many cells in a unit of score tell differences apart that share
    /// a cell now. Where they crowd, finer cells may not.
    pub fn is_divided(&self, cells: f64) -> bool {
        MUCH_FEWER * self.together(cells) <= self.together
    }

    fn together(&self, cells: f64) -> usize {
        let same_cell = |a: &f64, b: &f64| (a * cells).floor() == (b * cells).floor();
        self.sample.chunk_by(same_cell).map(|inside| inside.len() * (inside.len() - 1) / 2).sum()
    }
}

/// About `count` of the differences.
fn take(groups: &Groups, interval: &Interval, count: u64) -> Vec<f64> {
    let stride = (interval.pairs() / count.max(1)).isqrt().max(1) as usize;
    let (low, high) = (interval.from.epsilon, interval.to.epsilon);
    let mut differences = Vec::new();
    // Rows until the next one that is looked at, pairs until the next one taken.
    let (mut row, mut pair) = (0, 0);
    for group in groups.iter() {
        while row < group.rows() {
            let score = group.metric[row];
            let start = group.metric.partition_point(|other| score - other > high);
            let end = group.metric.partition_point(|other| score - other > low);
            let others = start..end.max(start);
            while pair < others.len() {
                differences.push(score - group.metric[start + pair]);
                pair += stride;
            }
            pair -= others.len();
            row += stride;
        }
        row -= group.rows();
    }
    differences.sort_unstable_by(f64::total_cmp);
    differences
}
