//! Where the pairs of an interval lie, as a few of them show.
//!
//! Differences of real scores are seldom spread evenly: they crowd around those
//! of scores rounded to a few decimals. What is chosen by a sample changes how
//! long the search takes, never what it finds.

use super::edge::Interval;
use crate::grouping::Groups;

/// Pairs taken, where no more are needed.
const PAIRS: u64 = 1 << 12;
/// Finer cells divide pairs if so many times fewer share a cell.
const MUCH_FEWER: usize = 2;
/// Pairs taken for each part that they are to be cut into.
const PAIRS_PER_PART: usize = 16;

/// The difference up to which about this share of an interval's pairs lie.
pub fn quantile(groups: &Groups, interval: &Interval, share: f64) -> Option<f64> {
    let sample = take(groups, interval, PAIRS);
    sample.get((share * sample.len() as f64) as usize).copied()
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
        let mut crowding = Crowding { sample: take(groups, interval, PAIRS), together: 0 };
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

/// About `count` differences within an interval, ascending: of every k-th row with
/// rows before it every k-th pair.
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

#[cfg(test)]
mod tests {
    use super::super::edge::EdgeCounter;
    use super::*;
    use crate::objective::Objective;

    #[test]
    fn cuts_lie_inside_and_part_the_pairs_evenly() {
        let mut random = oorandom::Rand64::new(5);
        let metric: Vec<f64> = (0..900).map(|_| random.rand_float().powi(4)).collect();
        let keys: Vec<u32> = (0..900).map(|row| row % 3).collect();
        let groups = Groups::new(Some(&keys), &metric, &metric);
        let objective = Objective::new(&groups);
        let ends = vec![0.01, 0.8];
        let mut edges = EdgeCounter::new(&objective, ends, false).run(&groups, &objective);
        let (to, from) = (edges.pop().unwrap(), edges.pop().unwrap());
        let interval = Interval::new(from, to);
        let cuts = cuts(&groups, &interval, 7);
        assert!(cuts.len() == 7 && cuts.is_sorted_by(|a, b| a < b), "{cuts:?}");
        let edges = EdgeCounter::new(&objective, cuts, false).run(&groups, &objective);
        let part = interval.pairs() / 8;
        for piece in interval.clone().cut(edges) {
            assert!((part / 2..part * 2).contains(&piece.pairs()), "{}", piece.pairs());
        }
        let middle = quantile(&groups, &interval, 0.5).unwrap();
        let at = EdgeCounter::new(&objective, vec![middle], false).run(&groups, &objective);
        let below = at[0].tied - interval.from.tied;
        assert!((3 * part..5 * part).contains(&below), "{below} of {}", interval.pairs());
    }
}
