//! The five kinds of pairs, and how they are counted without listing them.
//!
//! C, D, T_h, T_m and T_hm are all that statistics need of a group, but for those of the scores themselves. The epsilon
//! up to which the metric ties is included: a difference of exactly epsilon is a tie.

use super::grouping::{Group, Groups, pairs_of};

/// What the human and the metric say of one pair, under the names of the paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum PairKind {
    /// Ordered by both, the same way.
    #[serde(rename = "C")]
    Concordant,
    /// Ordered by both, the other way.
    #[serde(rename = "D")]
    Discordant,
    /// Tied by the human only.
    #[serde(rename = "T_h")]
    HumanTie,
    /// Tied by the metric only.
    #[serde(rename = "T_m")]
    MetricTie,
    /// Tied by both.
    #[serde(rename = "T_hm")]
    BothTie,
}

impl PairKind {
    /// Every kind.
    pub const ALL: [PairKind; 5] = [
        PairKind::Concordant,
        PairKind::Discordant,
        PairKind::HumanTie,
        PairKind::MetricTie,
        PairKind::BothTie,
    ];

    /// The kind of one pair, given both scores of each row; `epsilon` >= 0.
    pub fn of(human: (f64, f64), metric: (f64, f64), epsilon: f64) -> Self {
        let metric_ties = (metric.0 - metric.1).abs() <= epsilon;
        match (human.0 == human.1, metric_ties) {
            (true, true) => PairKind::BothTie,
            (true, false) => PairKind::HumanTie,
            (false, true) => PairKind::MetricTie,
            (false, false) if (human.0 < human.1) == (metric.0 < metric.1) => PairKind::Concordant,
            (false, false) => PairKind::Discordant,
        }
    }

    /// The symbol in formulas.
    pub fn symbol(self) -> &'static str {
        match self {
            PairKind::Concordant => "C",
            PairKind::Discordant => "D",
            PairKind::HumanTie => "T_h",
            PairKind::MetricTie => "T_m",
            PairKind::BothTie => "T_hm",
        }
    }
}

/// How many pairs the human and the metric order or tie, at one epsilon.
///
/// Serialised under the names of the paper: `C`, `D`, `T_h`, `T_m`, `T_hm`.
/// 64-bit counts hold every pair of four billion rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PairCounts {
    /// Ordered by both, the same way.
    #[serde(rename = "C")]
    pub concordant: u64,
    /// Ordered by both, the other way.
    #[serde(rename = "D")]
    pub discordant: u64,
    /// Tied by the human only.
    #[serde(rename = "T_h")]
    pub human_ties: u64,
    /// Tied by the metric only.
    #[serde(rename = "T_m")]
    pub metric_ties: u64,
    /// Tied by both.
    #[serde(rename = "T_hm")]
    pub both_ties: u64,
}

impl PairCounts {
    /// Pairs of one kind.
    pub fn of(&self, kind: PairKind) -> u64 {
        match kind {
            PairKind::Concordant => self.concordant,
            PairKind::Discordant => self.discordant,
            PairKind::HumanTie => self.human_ties,
            PairKind::MetricTie => self.metric_ties,
            PairKind::BothTie => self.both_ties,
        }
    }

    /// All pairs: P.
    pub fn pairs(&self) -> u64 {
        self.ordered_by_both() + self.human_ties + self.metric_ties + self.both_ties
    }

    /// C + D.
    pub fn ordered_by_both(&self) -> u64 {
        self.concordant + self.discordant
    }

    /// Pairs the metric gets right: C + T_hm.
    pub fn correct(&self) -> u64 {
        self.concordant + self.both_ties
    }

    /// Pairs the human ties: T_h + T_hm.
    pub fn tied_by_human(&self) -> u64 {
        self.human_ties + self.both_ties
    }

    /// Pairs the metric ties: T_m + T_hm.
    pub fn tied_by_metric(&self) -> u64 {
        self.metric_ties + self.both_ties
    }
}

impl std::ops::AddAssign for PairCounts {
    fn add_assign(&mut self, other: Self) {
        self.concordant += other.concordant;
        self.discordant += other.discordant;
        self.human_ties += other.human_ties;
        self.metric_ties += other.metric_ties;
        self.both_ties += other.both_ties;
    }
}

impl std::iter::Sum for PairCounts {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), |mut sum, count| {
            sum += count;
            sum
        })
    }
}

/// Counts the pairs of one group after another, keeping its working memory.
///
/// Any epsilon takes O(n log k) for n rows with k distinct human scores.
#[derive(Debug, Default)]
pub struct PairCounter {
    /// Fenwick tree over human ranks of the rows left of the window.
    below: Vec<u32>,
    /// Rows of each human rank left of the window.
    left: Vec<u32>,
    /// Rows of each human rank in the window.
    window: Vec<u32>,
    ranks: Vec<u32>,
    merged: Vec<u32>,
}

/// Counts of each group; `epsilon` >= 0.
pub fn count_groups(groups: &Groups, epsilon: f64) -> Vec<PairCounts> {
    let mut counter = PairCounter::default();
    groups.iter().map(|group| counter.count(&group, epsilon)).collect()
}

impl PairCounter {
    /// Counts of one group; `epsilon` >= 0.
    pub fn count(&mut self, group: &Group, epsilon: f64) -> PairCounts {
        if epsilon == 0.0 { self.count_at_zero(group) } else { self.count_window(group, epsilon) }
    }

    /// Rows ascend by metric score, so the rows that tie with row `j` are the
    /// window just before it, and the window only moves right. Rows that left
    /// the window are ordered below `j` by the metric: a Fenwick tree over
    /// human ranks says how many of them the human orders below `j` too.
    fn count_window(&mut self, group: &Group, epsilon: f64) -> PairCounts {
        let levels = group.human_levels();
        for counts in [&mut self.below, &mut self.left, &mut self.window] {
            counts.clear();
            counts.resize(levels + 1, 0);
        }
        let mut counts = PairCounts::default();
        let mut start = 0;
        for (j, &score) in group.metric.iter().enumerate() {
            while score - group.metric[start] > epsilon {
                let rank = group.human_rank[start] as usize;
                self.window[rank] -= 1;
                self.left[rank] += 1;
                add(&mut self.below, rank);
                start += 1;
            }
            let rank = group.human_rank[j] as usize;
            let concordant = u64::from(sum_below(&self.below, rank));
            let human_ties = u64::from(self.left[rank]);
            let both_ties = u64::from(self.window[rank]);
            counts.concordant += concordant;
            counts.human_ties += human_ties;
            counts.discordant += start as u64 - concordant - human_ties;
            counts.both_ties += both_ties;
            counts.metric_ties += (j - start) as u64 - both_ties;
            self.window[rank] += 1;
        }
        counts
    }

    /// Knight's method (W. R. Knight, "A computer method for calculating
    /// Kendall's tau with ungrouped data", JASA 61, 1966): with rows sorted by
    /// metric and then human score, the discordant pairs are the exchanges
    /// that a merge sort by human score makes.
    fn count_at_zero(&mut self, group: &Group) -> PairCounts {
        self.ranks.clear();
        self.ranks.extend_from_slice(group.human_rank);
        let (mut tied_by_metric, mut both_ties) = (0, 0);
        for run in 0..group.metric_levels() {
            let ranks = group.run_ranks(run);
            tied_by_metric += pairs_of(ranks.len() as u64);
            both_ties += tied_pairs(ranks);
        }
        let discordant = sort_counting_exchanges(&mut self.ranks, &mut self.merged);
        let human_ties = tied_pairs(&self.ranks) - both_ties;
        PairCounts {
            concordant: group.pairs() - discordant - human_ties - tied_by_metric,
            discordant,
            human_ties,
            metric_ties: tied_by_metric - both_ties,
            both_ties,
        }
    }
}

/// Pairs of equal values in a sorted slice.
fn tied_pairs(sorted: &[u32]) -> u64 {
    sorted.chunk_by(|a, b| a == b).map(|run| pairs_of(run.len() as u64)).sum()
}

/// Sorts `values` and returns how many pairs were in descending order.
fn sort_counting_exchanges(values: &mut Vec<u32>, merged: &mut Vec<u32>) -> u64 {
    let n = values.len();
    let mut exchanges = 0;
    let mut width = 1;
    while width < n {
        merged.clear();
        for block in values.chunks(2 * width) {
            let (mut left, mut right) = block.split_at(width.min(block.len()));
            while let (Some((&l, rest_left)), Some((&r, rest_right))) =
                (left.split_first(), right.split_first())
            {
                if r < l {
                    exchanges += left.len() as u64;
                    merged.push(r);
                    right = rest_right;
                } else {
                    merged.push(l);
                    left = rest_left;
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        std::mem::swap(values, merged);
        width *= 2;
    }
    exchanges
}

/// Adds one at `rank` of a Fenwick tree (index 0 unused).
fn add(tree: &mut [u32], rank: usize) {
    let mut node = rank + 1;
    while node < tree.len() {
        tree[node] += 1;
        node += node & node.wrapping_neg();
    }
}

/// How many were added at ranks below `rank`.
fn sum_below(tree: &[u32], rank: usize) -> u32 {
    let mut node = rank;
    let mut sum = 0;
    while node > 0 {
        sum += tree[node];
        node &= node - 1;
    }
    sum
}
