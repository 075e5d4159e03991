//! Pairs of runs of equal metric scores: all their pairs tie at the same thresholds, so they are listed once.

use crate::stats::grouping::pairs_of;
use crate::stats::{Groups, candidates};

/// Up to so many pairs of runs are listed.
const LISTED: u64 = 3_000_000;
/// Steps to count what is in them.
const STEPS: u64 = 1 << 28;

/// Pairs of rows, one of each of two runs; or those within one run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunPair {
    /// All of them.
    pub pairs: u64,
    /// Those that the human ties.
    pub human_ties: u64,
    /// Those that the human orders like the metric; none within a run.
    pub concordant: u64,
}

impl RunPair {
    /// Between a run and one of a higher score, given their ascending human ranks.
    pub fn between(lower: &[u32], upper: &[u32]) -> Self {
        let (mut below, mut up_to) = (0, 0);
        let mut pair = RunPair {
            pairs: lower.len() as u64 * upper.len() as u64,
            human_ties: 0,
            concordant: 0,
        };
        for &rank in upper {
            while below < lower.len() && lower[below] < rank {
                below += 1;
            }
            up_to = up_to.max(below);
            while up_to < lower.len() && lower[up_to] == rank {
                up_to += 1;
            }
            pair.concordant += below as u64;
            pair.human_ties += (up_to - below) as u64;
        }
        pair
    }

    /// Within a run.
    pub fn within(run: &[u32]) -> Self {
        let equal = run.chunk_by(|a, b| a == b);
        RunPair {
            pairs: pairs_of(run.len() as u64),
            human_ties: equal.map(|equal| pairs_of(equal.len() as u64)).sum(),
            concordant: 0,
        }
    }

    /// Correct pairs more when all of them become ties.
    pub fn gain(&self) -> i64 {
        self.human_ties as i64 - self.concordant as i64
    }
}

/// Whether pairs of runs are few enough to be listed: always where pairs are.
pub fn are_few(groups: &Groups) -> bool {
    let steps = groups.iter().map(|group| group.rows() as u64 * group.metric_levels() as u64);
    candidates::count_all(groups) <= LISTED && steps.sum::<u64>() <= STEPS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_as_one_by_one() {
        let mut random = oorandom::Rand32::new(4);
        for _ in 0..300 {
            let mut run = || {
                let length = random.rand_range(1..8);
                let mut ranks: Vec<u32> = (0..length).map(|_| random.rand_range(0..5)).collect();
                ranks.sort_unstable();
                ranks
            };
            let (lower, upper) = (run(), run());
            let all = || lower.iter().flat_map(|a| upper.iter().map(move |b| (a, b)));
            let expected = RunPair {
                pairs: all().count() as u64,
                human_ties: all().filter(|(a, b)| a == b).count() as u64,
                concordant: all().filter(|(a, b)| a < b).count() as u64,
            };
            assert_eq!(RunPair::between(&lower, &upper), expected, "{lower:?} {upper:?}");
        }
        let within = RunPair::within(&[0, 0, 0, 1, 2, 2]);
        assert_eq!(within, RunPair { pairs: 15, human_ties: 4, concordant: 0 });
    }
}
