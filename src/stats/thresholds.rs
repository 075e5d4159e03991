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
/// Window starts held at once: 64 MiB of them.
const STARTS: usize = 1 << 24;
/// Thresholds whose windows are moved at the same time.
const LANES: usize = 4;
/// Places of the table filled or looked up in one step: about 10 ms.
const PLACES_AT_ONCE: usize = 1 << 22;

/// Counts one group after another, keeping its working memory.
#[derive(Debug, Default)]
pub struct ThresholdCounter {
    counter: PairCounter,
    epsilons: Vec<f64>,
    counts: Vec<PairCounts>,
    next: Next,
    /// For each threshold and row, the first row of its window.
    starts: Vec<u32>,
    /// Rows of each human rank, ascending, rank after rank.
    by_rank: Vec<u32>,
    /// Where each rank begins in `by_rank`, and the end.
    first_rows: Vec<usize>,
    /// For each i, the first i rows with a lower rank, and with this rank.
    table: Vec<[u32; 2]>,
}

/// What the next step does.
#[derive(Debug, Clone, Copy, Default)]
enum Next {
    /// Nothing: all is counted.
    #[default]
    Nothing,
    /// Counts with a tree at this threshold.
    Tree(usize),
    /// Finds the windows of this threshold and the next ones.
    Windows(usize),
    /// Looks up this human rank and the next ones.
    Rank(usize),
}

impl ThresholdCounter {
    /// How many thresholds are best counted together in groups of `rows` rows.
    pub fn batch(rows: usize) -> usize {
        (STARTS / rows.max(1)).clamp(LANES, 8 * LANES)
    }

    /// Counts at each of `epsilons`, all >= 0, in their order. The group must
    /// have fewer than 2^32 rows.
    pub fn count(&mut self, group: &Group, epsilons: &[f64]) -> Vec<PairCounts> {
        self.start(group, epsilons);
        while !self.step(group) {}
        self.counts.clone()
    }

    /// Prepares to [`count`](Self::count) in steps of some 10 ms.
    pub fn start(&mut self, group: &Group, epsilons: &[f64]) {
        self.epsilons.clear();
        self.epsilons.extend_from_slice(epsilons);
        self.counts.clear();
        self.counts.resize(epsilons.len(), PairCounts::default());
        let levels = group.human_levels();
        if group.rows() < FEW_ROWS || levels > RANKS_PER_THRESHOLD * epsilons.len() {
            self.next = Next::Tree(0);
            return;
        }
        self.next = Next::Windows(0);
        self.starts.resize(group.rows() * epsilons.len(), 0);
        group.rows_by_rank(&mut self.by_rank, &mut self.first_rows);
        self.table.clear();
        self.table.resize(group.rows() + 1, [0; 2]);
    }

    /// Does a little of the work, on the group that it was started with.
    /// Returns whether all is done.
    pub fn step(&mut self, group: &Group) -> bool {
        let thresholds = self.epsilons.len();
        self.next = match self.next {
            Next::Tree(index) if index < thresholds => {
                self.counts[index] = self.counter.count(group, self.epsilons[index]);
                Next::Tree(index + 1)
            }
            Next::Windows(from) if from < thresholds => {
                self.find_windows(group, from, thresholds.min(from + LANES));
                Next::Windows(from + LANES)
            }
            Next::Windows(_) => Next::Rank(0),
            Next::Rank(rank) if rank + 1 < self.first_rows.len() => self.look_up(group, rank),
            Next::Rank(_) => {
                self.complete(group);
                Next::Nothing
            }
            Next::Tree(_) | Next::Nothing => Next::Nothing,
        };
        matches!(self.next, Next::Nothing)
    }

    /// The counts, once all is done.
    pub fn counts(&self) -> &[PairCounts] {
        &self.counts
    }

    /// Finds the windows of some thresholds, and so the pairs tied by the
    /// metric.
    fn find_windows(&mut self, group: &Group, from: usize, to: usize) {
        let rows = group.rows();
        let starts = &mut self.starts[from * rows..to * rows];
        move_windows(group.metric, &self.epsilons[from..to], starts);
        for (counts, starts) in self.counts[from..to].iter_mut().zip(starts.chunks(rows)) {
            let before: u64 = starts.iter().map(|&start| u64::from(start)).sum();
            counts.metric_ties = group.pairs() - before;
        }
    }

    /// Adds up the concordant pairs of some ranks, and those tied by both.
    fn look_up(&mut self, group: &Group, from: usize) -> Next {
        let rows = group.rows();
        let mut rank = from;
        let mut places = 0;
        while places < PLACES_AT_ONCE && rank + 1 < self.first_rows.len() {
            let of_rank = &self.by_rank[self.first_rows[rank]..self.first_rows[rank + 1]];
            next_rank(&mut self.table, of_rank);
            for (counts, starts) in self.counts.iter_mut().zip(self.starts.chunks(rows)) {
                let (mut concordant, mut left) = (0, 0);
                for &row in of_rank {
                    let [lower, same] = self.table[starts[row as usize] as usize];
                    concordant += u64::from(lower);
                    left += u64::from(same);
                }
                counts.concordant += concordant;
                counts.both_ties += pairs_of(of_rank.len() as u64) - left;
            }
            places += rows + of_rank.len() * self.epsilons.len();
            rank += 1;
        }
        Next::Rank(rank)
    }

    /// The other counts follow from those added up.
    fn complete(&mut self, group: &Group) {
        let of_rank = |bounds: &[usize]| pairs_of((bounds[1] - bounds[0]) as u64);
        let human_ties: u64 = self.first_rows.windows(2).map(of_rank).sum();
        for counts in &mut self.counts {
            counts.metric_ties -= counts.both_ties;
            counts.human_ties = human_ties - counts.both_ties;
            counts.discordant = group.pairs() - counts.pairs();
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
