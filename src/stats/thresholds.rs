//! Pair counts of one group at many thresholds in one pass.
//!
//! What [`PairCounter`] finds with a tree for one epsilon after another, this
//! looks up in a table that all thresholds share: for each human rank, how
//! many of the first i rows have a lower rank, and how many have that rank.
//! The table is never held whole: rank follows rank in one array as long as
//! the rows. Building it takes n steps for each rank, so this is for human
//! scores with few distinct values, the usual case.

use super::grouping::{Group, pairs_of};
use super::pairs::{PairCounter, PairCounts};

/// With so many human ranks for each threshold, a tree is as fast.
const RANKS_PER_THRESHOLD: usize = 24;
/// In groups of fewer rows, preparing the table costs more than it saves.
const FEW_ROWS: usize = 64;
/// Window starts held at once: 16 MiB of them.
const STARTS: usize = 1 << 22;
/// Thresholds whose windows are moved at the same time.
const LANES: usize = 4;

/// Counts one group after another, keeping its working memory.
#[derive(Debug, Default)]
pub struct ThresholdCounter {
    counter: PairCounter,
    /// For each threshold and row, the first row of its window.
    starts: Vec<u32>,
    /// Rows of each human rank, ascending, rank after rank.
    by_rank: Vec<u32>,
    /// For each i, the first i rows with a lower rank, and with this rank.
    table: Vec<[u32; 2]>,
}

impl ThresholdCounter {
    /// How many thresholds are best counted together in groups of `rows` rows.
    pub fn batch(rows: usize) -> usize {
        (STARTS / rows.max(1)).clamp(2 * LANES, 8 * LANES)
    }

    /// Counts at each of `epsilons`, all >= 0, in their order. The group must
    /// have fewer than 2^32 rows.
    pub fn count(&mut self, group: &Group, epsilons: &[f64]) -> Vec<PairCounts> {
        let levels = group.human_levels();
        if group.rows() < FEW_ROWS || levels > RANKS_PER_THRESHOLD * epsilons.len() {
            return epsilons.iter().map(|&epsilon| self.counter.count(group, epsilon)).collect();
        }
        let rows = group.rows();
        self.starts.resize(rows * epsilons.len(), 0);
        let mut counts = vec![PairCounts::default(); epsilons.len()];
        for (epsilons, starts) in epsilons.chunks(LANES).zip(self.starts.chunks_mut(LANES * rows)) {
            move_windows(group.metric, epsilons, starts);
        }
        let first_rows = self.sort_by_rank(group, levels);
        self.look_up(group, &first_rows, &mut counts);
        let of_rank = |bounds: &[usize]| (bounds[1] - bounds[0]) as u64;
        let human_ties: u64 = first_rows.windows(2).map(|bounds| pairs_of(of_rank(bounds))).sum();
        for (counts, starts) in counts.iter_mut().zip(self.starts.chunks(rows)) {
            let tied_by_metric: u64 =
                starts.iter().enumerate().map(|(row, &start)| row as u64 - u64::from(start)).sum();
            counts.metric_ties = tied_by_metric - counts.both_ties;
            counts.human_ties = human_ties - counts.both_ties;
            counts.discordant = group.pairs() - counts.pairs();
        }
        counts
    }

    /// Fills `by_rank` and returns where each rank begins, and the end.
    fn sort_by_rank(&mut self, group: &Group, levels: usize) -> Vec<usize> {
        let mut first_rows = vec![0; levels + 1];
        for &rank in group.human_rank {
            first_rows[rank as usize + 1] += 1;
        }
        for rank in 0..levels {
            first_rows[rank + 1] += first_rows[rank];
        }
        let mut next = first_rows.clone();
        self.by_rank.resize(group.rows(), 0);
        for (row, &rank) in group.human_rank.iter().enumerate() {
            self.by_rank[next[rank as usize]] = row as u32;
            next[rank as usize] += 1;
        }
        first_rows
    }

    /// Adds up the concordant pairs and those tied by both.
    fn look_up(&mut self, group: &Group, first_rows: &[usize], counts: &mut [PairCounts]) {
        let rows = group.rows();
        self.table.clear();
        self.table.resize(rows + 1, [0; 2]);
        for bounds in first_rows.windows(2) {
            let of_rank = &self.by_rank[bounds[0]..bounds[1]];
            next_rank(&mut self.table, of_rank);
            for (counts, starts) in counts.iter_mut().zip(self.starts.chunks(rows)) {
                let (mut concordant, mut left) = (0, 0);
                for &row in of_rank {
                    let [lower, same] = self.table[starts[row as usize] as usize];
                    concordant += u64::from(lower);
                    left += u64::from(same);
                }
                counts.concordant += concordant;
                counts.both_ties += pairs_of(of_rank.len() as u64) - left;
            }
        }
    }
}

/// Moves the table on to the next rank, whose rows are given.
fn next_rank(table: &mut [[u32; 2]], of_rank: &[u32]) {
    let mut from = 0;
    let ends = of_rank.iter().map(|&row| row as usize + 1).chain([table.len()]);
    for (same, end) in ends.enumerate() {
        for [lower, count] in &mut table[from..end] {
            *lower += *count;
            *count = same as u32;
        }
        from = end;
    }
}

/// For up to [`LANES`] thresholds, finds the first row that ties with each row,
/// as one run of starts a threshold.
///
/// Each step moves either the row or the start, without a branch on the data,
/// and the lanes hide one another's latency.
fn move_windows(metric: &[f64], epsilons: &[f64], starts: &mut [u32]) {
    let rows = metric.len();
    let lane = |index: usize| epsilons[index.min(epsilons.len() - 1)];
    let epsilon: [f64; LANES] = std::array::from_fn(lane);
    let (mut row, mut start) = ([0; LANES], [0; LANES]);
    if epsilons.len() == LANES {
        while row.iter().all(|&row| row < rows) {
            for lane in 0..LANES {
                let too_far = metric[row[lane]] - metric[start[lane]] > epsilon[lane];
                starts[lane * rows + row[lane]] = start[lane] as u32;
                start[lane] += usize::from(too_far);
                row[lane] += usize::from(!too_far);
            }
        }
    }
    for lane in 0..epsilons.len() {
        while row[lane] < rows {
            while metric[row[lane]] - metric[start[lane]] > epsilon[lane] {
                start[lane] += 1;
            }
            starts[lane * rows + row[lane]] = start[lane] as u32;
            row[lane] += 1;
        }
    }
}
