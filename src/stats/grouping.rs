//! Groups: the sets of rows whose scores are compared with one another.
//!
//! [`Groups`] sorts the complete rows of one metric once; everything about that metric is then computed from it.
//! Group numbers say which rows belong together and nothing else.

/// How rows are divided into groups before pairs are formed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Grouping {
    /// One group of all rows ("no-grouping").
    None,
    /// One group per item: its systems ("group-by-item").
    Item,
    /// One group per system: its items ("group-by-system").
    System,
}

/// The complete rows of one metric, divided into groups and sorted.
///
/// Groups with fewer than two complete rows are not here: they have no pair.
/// Within a group, rows ascend by metric score and then by human score, so the
/// order of rows in the file leaves no trace.
#[derive(Debug, Clone)]
pub struct Groups {
    found: usize,
    /// The key of each group used, ascending.
    keys: Vec<u32>,
    metric: Vec<f64>,
    human: Vec<f64>,
    human_rank: Vec<u32>,
    /// Where each group begins in the vectors above, and their end.
    starts: Vec<usize>,
    /// Where each run of equal metric scores begins, and the end.
    runs: Vec<usize>,
    /// Where each group begins in `runs`, and the last index of `runs`.
    run_starts: Vec<usize>,
}

/// One group, borrowed: at least two rows, ascending by metric score.
#[derive(Debug, Clone, Copy)]
pub struct Group<'a> {
    /// Metric scores, ascending.
    pub metric: &'a [f64],
    /// Human scores of the same rows.
    pub human: &'a [f64],
    /// Rank of each human score among the group's distinct ones, from 0.
    pub human_rank: &'a [u32],
    /// Offsets of the runs of equal metric scores, then the end; they count
    /// from the first row of `first_row`'s frame.
    runs: &'a [usize],
    first_row: usize,
}

impl Groups {
    /// Divides the rows that have both scores by `keys` (one group if `None`).
    ///
    /// `NaN` marks a missing score; all others must be finite. Rows with the
    /// same key form a group; keys are indices, and memory grows with the
    /// largest. `-0.0` becomes `0.0`.
    ///
    /// # Panics
    /// When the slices differ in length.
    pub fn new(keys: Option<&[u32]>, human: &[f64], metric: &[f64]) -> Self {
        assert_eq!(human.len(), metric.len());
        let key = |row: usize| keys.map_or(0, |keys| keys[row] as usize);
        let mut groups = Groups {
            found: distinct(keys),
            keys: Vec::new(),
            metric: Vec::with_capacity(human.len()),
            human: Vec::with_capacity(human.len()),
            human_rank: Vec::with_capacity(human.len()),
            starts: vec![0],
            runs: Vec::new(),
            run_starts: vec![0],
        };
        let complete =
            (0..human.len()).filter(|&row| !human[row].is_nan() && !metric[row].is_nan());
        let mut ends = vec![0; keys.map_or(0, largest) + 2];
        complete.clone().for_each(|row| ends[key(row) + 1] += 1);
        for group in 1..ends.len() {
            ends[group] += ends[group - 1];
        }
        // Each group's rows go where the group before ends; placing them moves
        // that mark to where the group itself ends.
        let mut rows = vec![(0.0, 0.0); ends[ends.len() - 1]];
        for row in complete {
            let place = &mut ends[key(row)];
            rows[*place] = (metric[row] + 0.0, human[row] + 0.0);
            *place += 1;
        }
        let mut levels = Vec::new();
        let mut start = 0;
        for (key, &end) in ends[..ends.len() - 1].iter().enumerate() {
            let group = &mut rows[start..end];
            start = end;
            if group.len() > 1 {
                groups.keys.push(key as u32);
                group.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
                groups.push(group, &mut levels);
            }
        }
        groups.runs.push(groups.metric.len());
        groups
    }

    fn push(&mut self, rows: &[(f64, f64)], levels: &mut Vec<f64>) {
        levels.clear();
        levels.extend(rows.iter().map(|row| row.1));
        levels.sort_unstable_by(f64::total_cmp);
        levels.dedup();
        for run in rows.chunk_by(|a, b| a.0 == b.0) {
            self.runs.push(self.metric.len());
            for &(metric, human) in run {
                self.metric.push(metric);
                self.human.push(human);
                let rank = levels.partition_point(|&level| level < human);
                self.human_rank.push(rank as u32);
            }
        }
        self.starts.push(self.metric.len());
        self.run_starts.push(self.runs.len());
    }

    /// Groups in the data, used or not.
    pub fn found(&self) -> usize {
        self.found
    }

    /// The key of each group used, ascending; 0 without keys.
    pub fn keys(&self) -> &[u32] {
        &self.keys
    }

    /// The same with only the groups whose keys are in `kept`, which ascends.
    pub fn with_keys(&self, kept: &[u32]) -> Self {
        let (mut keys, mut human, mut metric) = (Vec::new(), Vec::new(), Vec::new());
        let groups = self.keys.iter().zip(self.iter());
        for (&key, group) in groups.filter(|(key, _)| kept.binary_search(key).is_ok()) {
            keys.resize(keys.len() + group.rows(), key);
            human.extend_from_slice(group.human);
            metric.extend_from_slice(group.metric);
        }
        Groups { found: self.found, ..Groups::new(Some(&keys), &human, &metric) }
    }

    /// The same with every tie of the metric broken at random: rows of equal
    /// metric scores get different ones, in an order drawn from `seed`, and stay
    /// between the rows of other scores. The scores themselves mean nothing.
    pub fn with_ties_broken(&self, seed: u64) -> Self {
        let mut random = oorandom::Rand32::new(seed);
        let (mut keys, mut human) = (Vec::new(), Vec::new());
        let mut order: Vec<usize> = Vec::new();
        for (&key, group) in self.keys.iter().zip(self.iter()) {
            for run in 0..group.metric_levels() {
                let rows = group.runs[run] - group.first_row..group.runs[run + 1] - group.first_row;
                order.clear();
                order.extend(rows);
                for last in (1..order.len()).rev() {
                    order.swap(last, random.rand_range(0..last as u32 + 1) as usize);
                }
                human.extend(order.iter().map(|&row| group.human[row]));
                keys.extend(order.iter().map(|_| key));
            }
        }
        let metric: Vec<f64> = (0..human.len()).map(|row| row as f64).collect();
        Groups { found: self.found, ..Groups::new(Some(&keys), &human, &metric) }
    }

    /// Groups with at least two complete rows: those that have a pair.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether no group has a pair.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Rows in the groups used.
    pub fn rows(&self) -> usize {
        self.metric.len()
    }

    /// Pairs in the groups used.
    pub fn pairs(&self) -> u64 {
        self.iter().map(|group| group.pairs()).sum()
    }

    /// The group at `index`, below [`len`](Self::len).
    pub fn get(&self, index: usize) -> Group<'_> {
        let rows = self.starts[index]..self.starts[index + 1];
        Group {
            metric: &self.metric[rows.clone()],
            human: &self.human[rows.clone()],
            human_rank: &self.human_rank[rows.clone()],
            runs: &self.runs[self.run_starts[index]..=self.run_starts[index + 1]],
            first_row: rows.start,
        }
    }

    /// Every group used.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Group<'_>> {
        (0..self.len()).map(|index| self.get(index))
    }

    /// The largest difference of two metric scores within a group; 0 without
    /// groups, infinite when a difference leaves the range of an f64.
    pub fn largest_difference(&self) -> f64 {
        self.iter().map(|group| group.range()).fold(0.0, f64::max)
    }
}

impl<'a> Group<'a> {
    /// The rows whose metric score is at least `score`, if they make a pair. Their human ranks are those
    /// of the whole group, so some may be missing.
    pub fn at_or_above(&self, score: f64) -> Option<Group<'a>> {
        let row = self.metric.partition_point(|&other| other < score);
        let run = self.runs.partition_point(|&start| start - self.first_row < row);
        (self.rows() - row > 1).then(|| Group {
            metric: &self.metric[row..],
            human: &self.human[row..],
            human_rank: &self.human_rank[row..],
            runs: &self.runs[run..],
            first_row: self.first_row + row,
        })
    }

    /// Rows of the group, at least 2.
    pub fn rows(&self) -> usize {
        self.metric.len()
    }

    /// n(n-1)/2. 64 bits: it passes 2^32 at n = 92,683.
    pub fn pairs(&self) -> u64 {
        pairs_of(self.rows() as u64)
    }

    /// Largest minus smallest metric score.
    pub fn range(&self) -> f64 {
        self.metric[self.rows() - 1] - self.metric[0]
    }

    /// Distinct human scores.
    pub fn human_levels(&self) -> usize {
        self.human_rank.iter().max().map_or(0, |&rank| rank as usize + 1)
    }

    /// The rows of each human rank, ascending, rank after rank; and where each rank begins, then the
    /// end. Both vectors are filled anew.
    pub fn rows_by_rank(&self, by_rank: &mut Vec<u32>, first_rows: &mut Vec<usize>) {
        first_rows.clear();
        first_rows.resize(self.human_levels() + 1, 0);
        for &rank in self.human_rank {
            first_rows[rank as usize + 1] += 1;
        }
        for rank in 1..first_rows.len() {
            first_rows[rank] += first_rows[rank - 1];
        }
        let mut next = first_rows.clone();
        by_rank.resize(self.rows(), 0);
        for (row, &rank) in self.human_rank.iter().enumerate() {
            by_rank[next[rank as usize]] = row as u32;
            next[rank as usize] += 1;
        }
    }

    /// Distinct metric scores.
    pub fn metric_levels(&self) -> usize {
        self.runs.len() - 1
    }

    /// The score of the run of equal metric scores at `run`.
    pub fn run_score(&self, run: usize) -> f64 {
        self.metric[self.runs[run] - self.first_row]
    }

    /// Human ranks, ascending, of the rows in the run at `run`.
    pub fn run_ranks(&self, run: usize) -> &[u32] {
        &self.human_rank[self.runs[run] - self.first_row..self.runs[run + 1] - self.first_row]
    }
}

/// n(n-1)/2.
pub fn pairs_of(n: u64) -> u64 {
    n * n.saturating_sub(1) / 2
}

/// Distinct keys; without keys there is one group, however empty.
fn distinct(keys: Option<&[u32]>) -> usize {
    let Some(keys) = keys else { return 1 };
    let mut seen = vec![false; largest(keys) + 1];
    keys.iter().for_each(|&key| seen[key as usize] = true);
    seen.into_iter().filter(|&seen| seen).count()
}

fn largest(keys: &[u32]) -> usize {
    keys.iter().max().map_or(0, |&key| key as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn incomplete_rows_and_lonely_groups_are_left_out() {
        let nan = f64::NAN;
        let human = [1.0, 2.0, nan, 4.0, 5.0, 6.0];
        let metric = [1.0, 1.0, 1.0, nan, 2.0, 3.0];
        let groups = Groups::new(Some(&[7, 7, 7, 9, 9, 3]), &human, &metric);
        assert_eq!((groups.found(), groups.len(), groups.rows()), (3, 1, 2));
        assert_eq!(groups.get(0).human, &[1.0, 2.0]);
        assert_eq!(groups.get(0).metric_levels(), 1);
    }

    #[test]
    fn negative_zero_is_zero() {
        let groups = Groups::new(None, &[-0.0, 0.0, 1.0], &[0.0, -0.0, -0.0]);
        let group = groups.get(0);
        assert_eq!(group.human_rank, &[0, 0, 1]);
        assert_eq!((group.human_levels(), group.metric_levels()), (2, 1));
    }

    #[test]
    fn rows_ascend_within_each_group_and_runs_stay_inside() {
        let keys = [1, 0, 1, 0, 1];
        let groups =
            Groups::new(Some(&keys), &[5.0, 4.0, 3.0, 2.0, 1.0], &[9.0, 9.0, 8.0, 9.0, 9.0]);
        let second = groups.get(1);
        assert_eq!(groups.get(0).metric, &[9.0, 9.0]);
        assert_eq!(second.metric, &[8.0, 9.0, 9.0]);
        assert_eq!(second.human, &[3.0, 1.0, 5.0]);
        assert_eq!(second.run_score(1), 9.0);
        assert_eq!(second.run_ranks(1), &[0, 2]);
    }

    #[test]
    fn the_top_of_a_group_is_a_group() {
        let keys = [0, 0, 1, 1, 1, 1, 1];
        let metric = [3.0, 1.0, 9.0, 7.0, 9.0, 8.0, 7.0];
        let groups = Groups::new(Some(&keys), &[1.0, 2.0, 5.0, 4.0, 3.0, 2.0, 1.0], &metric);
        let top = groups.get(1).at_or_above(7.5).unwrap();
        assert_eq!((top.metric, top.human), (&[8.0, 9.0, 9.0][..], &[2.0, 3.0, 5.0][..]));
        assert_eq!((top.metric_levels(), top.run_score(1)), (2, 9.0));
        assert_eq!((top.human_rank, top.run_ranks(1)), (&[1, 2, 4][..], &[2, 4][..]));
        assert_eq!(groups.get(1).at_or_above(7.0).unwrap().rows(), 5);
        assert!(groups.get(1).at_or_above(9.5).is_none());
        assert!(groups.get(0).at_or_above(3.0).is_none());
    }

    #[test]
    fn groups_can_be_kept_by_their_keys() {
        let keys = [1, 0, 1, 0, 2, 2];
        let scores = [5.0, 4.0, 3.0, 2.0, 1.0, 0.0];
        let groups = Groups::new(Some(&keys), &scores, &scores);
        assert_eq!(groups.keys(), &[0, 1, 2]);
        let kept = groups.with_keys(&[0, 2, 7]);
        assert_eq!((kept.keys(), kept.found(), kept.rows()), (&[0, 2][..], 3, 4));
        assert_eq!(kept.get(1).metric, &[0.0, 1.0]);
    }

    #[test]
    fn broken_ties_are_random_and_nothing_else_moves() {
        let keys = [0, 0, 0, 0, 1, 1];
        let human = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        let groups = Groups::new(Some(&keys), &human, &[0.5, 0.5, 0.5, 9.0, 0.5, 0.5]);
        let mut first_rows = [0; 3];
        for seed in 0..300 {
            let broken = groups.with_ties_broken(seed);
            assert_eq!((broken.keys(), broken.get(0).metric_levels()), (&[0, 1][..], 4));
            assert_eq!(broken.get(0).human[3], 4.0);
            first_rows[broken.get(0).human[0] as usize - 1] += 1;
        }
        assert!(first_rows.iter().all(|&times| (60..140).contains(&times)), "{first_rows:?}");
        assert_eq!(groups.with_ties_broken(7).human, groups.with_ties_broken(7).human);
    }

    #[test]
    fn a_group_without_rows_is_not_used() {
        let groups = Groups::new(None, &[], &[]);
        assert_eq!((groups.found(), groups.len(), groups.pairs()), (1, 0, 0));
    }
}
