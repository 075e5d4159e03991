//! "What if the metric had only k different scores?" (the paper's Figure 3 and section 5.2, the NaN problem):
//! fewer scores tie more pairs, tau_b and others lose groups in which they have no value, and the average
//! over the groups that are left may rise although the metric has only become coarser.

use crate::measure::{StudyError, groups, keys};
use crate::scores::ScoreSet;
use crate::stats::{
    Average, Grouping, Groups, Statistic, averages_of_counts, count_groups, evaluate_counts,
};
use crate::{Progress, Study};

/// Numbers of buckets: 2 to 30,000, each about 1.24 times the one before.
pub const BUCKETS: [u32; 45] = [
    2, 3, 4, 5, 6, 7, 9, 11, 14, 17, 21, 26, 32, 40, 49, 61, 76, 94, 116, 144, 178, 220, 273, 338,
    418, 517, 641, 793, 982, 1216, 1506, 1865, 2309, 2860, 3541, 4384, 5429, 6722, 8324, 10306,
    12762, 15802, 19567, 24228, 30000,
];
/// Averages closer than this are the same: the smaller number of buckets counts.
const SAME: f64 = 1e-12;

/// Every statistic of a metric, with exact ties, as its scores are and in k buckets.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Buckets {
    /// Numbers of buckets, ascending: [`BUCKETS`].
    pub k: Vec<u32>,
    /// For each k, every statistic in the order of [`Statistic::ALL`].
    pub averages: Vec<Vec<Average>>,
    /// For each k, the share of pairs that the metric ties, 0 to 1, averaged over groups; `None` without a
    /// pair.
    pub tied: Vec<Option<f64>>,
    /// Every statistic of the scores as they are.
    pub original: Vec<Average>,
    /// The share of pairs that they tie.
    pub original_tied: Option<f64>,
    /// For each statistic, the k that suits it best.
    pub gamed: Vec<Gamed>,
    /// Groups in the data.
    pub groups_found: usize,
    /// Groups with at least two complete rows.
    pub groups_used: usize,
    /// How many complete rows there are in each of the bins of equal width between `least` and `greatest`.
    pub histogram: Vec<u64>,
    /// The least score of the complete rows; `None` without a complete row.
    pub least: Option<f64>,
    /// The greatest.
    pub greatest: Option<f64>,
}

/// The number of buckets with which a statistic is greatest, among those tried.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Gamed {
    /// Which one.
    pub statistic: Statistic,
    /// The smallest number of buckets that reaches `value`; `None` where the statistic has no value for any.
    pub k: Option<u32>,
    /// The greatest average.
    pub value: Option<f64>,
    /// How many groups it was taken over.
    pub groups: u64,
    /// The average of the scores as they are,
    pub original: Option<f64>,
    /// and its groups.
    pub original_groups: u64,
}

/// The k + 1 edges of k buckets of equal width between two finite scores, ascending. A bucket holds its left
/// edge and not its right one; the last holds the greatest score too.
pub fn edges(least: f64, greatest: f64, k: u32) -> Vec<f64> {
    // Halves, for the difference of two scores may leave the range of an f64.
    let (low, high) = (0.5 * least, 0.5 * greatest);
    let inner = |edge: u32| 2.0 * (low + (high - low) * (f64::from(edge) / f64::from(k)));
    let inner = (1..k).map(|edge| inner(edge).clamp(least, greatest));
    std::iter::once(least).chain(inner).chain([greatest]).collect()
}

/// The bucket of a score between these edges, from 0; of a constant metric it is 0.
fn bucket(edges: &[f64], score: f64) -> usize {
    let inner = &edges[1..edges.len() - 1];
    if edges[0] == edges[edges.len() - 1] { 0 } else { inner.partition_point(|&e| e <= score) }
}

/// The study as a job: a step for each number of buckets.
#[derive(Debug)]
pub struct FillBuckets {
    /// The complete rows: their groups if they are grouped, and both scores.
    keys: Option<Vec<u32>>,
    human: Vec<f64>,
    metric: Vec<f64>,
    /// The least and the greatest metric score.
    range: Option<(f64, f64)>,
    /// What is known so far.
    found: Buckets,
}

impl FillBuckets {
    /// Prepares the metric at an index of [`ScoreSet::metrics`], and a histogram of so many bins.
    ///
    /// # Errors
    ///
    /// There is no such metric, or no column to group by.
    pub fn new(
        scores: &ScoreSet,
        metric: usize,
        grouping: Grouping,
        bins: u32,
    ) -> Result<Self, StudyError> {
        let groups = groups(scores, metric, grouping)?;
        let (all_human, all_metric) = (&scores.human.values, &scores.metrics[metric].values);
        let is_complete = |&row: &usize| !all_human[row].is_nan() && !all_metric[row].is_nan();
        let rows: Vec<usize> = (0..scores.rows()).filter(is_complete).collect();
        let of = |values: &[f64]| -> Vec<f64> { rows.iter().map(|&row| values[row]).collect() };
        let keys = keys(scores, grouping)?.map(|keys| rows.iter().map(|&row| keys[row]).collect());
        let (human, metric) = (of(all_human), of(all_metric));
        let least = metric.iter().copied().reduce(f64::min);
        let range = least.zip(metric.iter().copied().reduce(f64::max));
        let (original, original_tied) = measure(&groups);
        let found = Buckets {
            k: Vec::new(),
            averages: Vec::new(),
            tied: Vec::new(),
            original,
            original_tied,
            gamed: Vec::new(),
            groups_found: groups.found(),
            groups_used: groups.len(),
            histogram: histogram(&metric, range, bins),
            least,
            greatest: range.map(|(_, greatest)| greatest),
        };
        Ok(FillBuckets { keys, human, metric, range, found })
    }

    /// Measures the metric in so many buckets.
    fn fill(&mut self, k: u32) {
        let edges = self.range.map(|(least, greatest)| edges(least, greatest, k));
        let number = |&score: &f64| edges.as_ref().map_or(0.0, |e| bucket(e, score) as f64);
        let metric: Vec<f64> = self.metric.iter().map(number).collect();
        let (averages, tied) = measure(&Groups::new(self.keys.as_deref(), &self.human, &metric));
        self.found.k.push(k);
        self.found.averages.push(averages);
        self.found.tied.push(tied);
    }
}

impl Study for FillBuckets {
    type Result = Buckets;

    fn step(&mut self) -> Option<Buckets> {
        if let Some(&k) = BUCKETS.get(self.found.k.len()) {
            self.fill(k);
            return None;
        }
        let mut found = self.found.clone();
        found.gamed = (0..Statistic::ALL.len()).map(|index| game(&found, index)).collect();
        Some(found)
    }

    fn progress(&self) -> Progress {
        let share = self.found.k.len() as f64 / BUCKETS.len() as f64;
        Progress { doing: "filling buckets", share }
    }
}

/// Every statistic with exact ties, and the share of pairs tied.
fn measure(groups: &Groups) -> (Vec<Average>, Option<f64>) {
    let counts = count_groups(groups, 0.0);
    let tied = evaluate_counts(&counts, 0.0).metric_tied;
    (averages_of_counts(groups, &counts, 0.0), tied)
}

fn histogram(metric: &[f64], range: Option<(f64, f64)>, bins: u32) -> Vec<u64> {
    let mut counts = vec![0; bins as usize];
    if let Some((least, greatest)) = range.filter(|_| bins > 0) {
        let edges = edges(least, greatest, bins);
        metric.iter().for_each(|&score| counts[bucket(&edges, score)] += 1);
    }
    counts
}

/// The k that suits the statistic at an index of [`Statistic::ALL`] best.
fn game(found: &Buckets, index: usize) -> Gamed {
    let values = || found.averages.iter().filter_map(|averages| averages[index].value);
    let greatest = values().reduce(f64::max);
    let reaches = |averages: &Vec<Average>| {
        averages[index].value.zip(greatest).is_some_and(|(value, most)| value >= most - SAME)
    };
    let place = found.averages.iter().position(reaches);
    let original = &found.original[index];
    Gamed {
        statistic: original.statistic,
        k: place.map(|place| found.k[place]),
        value: place.and_then(|place| found.averages[place][index].value),
        groups: place.map_or(0, |place| found.averages[place][index].groups),
        original: original.value,
        original_groups: original.groups,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scores::load;
    use crate::stats::averages;

    fn run(text: &str, grouping: Grouping) -> Buckets {
        FillBuckets::new(&load(text.as_bytes()).unwrap(), 0, grouping, 4).unwrap().run()
    }

    /// Of `found`, the statistic at k (as it is, if 0): its value and groups.
    fn of(found: &Buckets, statistic: Statistic, k: u32) -> (Option<f64>, u64) {
        let place = found.k.iter().position(|&known| known == k);
        let averages = place.map_or(&found.original, |place| &found.averages[place]);
        let average = averages.iter().find(|average| average.statistic == statistic).unwrap();
        (average.value, average.groups)
    }

    /// Two items; the metric orders the first as the human does and the second the other way, but with
    /// differences so small that two buckets tie all of it.
    const TWO_ITEMS: &str = "item,human,m\n1,1,0\n1,2,2\n1,3,10\n2,1,0.2\n2,2,0.1\n";

    #[test]
    fn tau_b_gains_by_losing_a_group() {
        let found = run(TWO_ITEMS, Grouping::Item);
        assert_eq!((found.least, found.greatest), (Some(0.0), Some(10.0)));
        assert_eq!(found.histogram, [4, 0, 0, 1]);
        assert_eq!(of(&found, Statistic::TauB, 0), (Some(0.0), 2));
        // In two buckets the first item has the scores 0, 0, 1 and the second 0, 0.
        let two = 2.0 / 6f64.sqrt();
        assert_eq!(of(&found, Statistic::TauB, 2), (Some(two), 1));
        assert_eq!(of(&found, Statistic::AccEq, 0), (Some(0.5), 2));
        assert_eq!(of(&found, Statistic::AccEq, 2), (Some(1.0 / 3.0), 2));
        assert_eq!((found.original_tied, found.tied[0]), (Some(0.0), Some(2.0 / 3.0)));
        // From five buckets on the first item is ordered again.
        let gamed = found.gamed[1];
        assert_eq!((gamed.statistic, gamed.k, gamed.value), (Statistic::TauB, Some(5), Some(1.0)));
        assert_eq!((gamed.groups, gamed.original, gamed.original_groups), (1, Some(0.0), 2));
    }

    #[test]
    fn equals_brute_force_on_random_scores() {
        let mut random = oorandom::Rand32::new(5);
        let mut number = |below: u32| random.rand_range(0..below);
        let mut text = String::from("system,item,human,m\n");
        for row in 0..120 {
            let human = if number(9) == 0 { "NaN".into() } else { number(4).to_string() };
            let metric = f64::from(number(60)) / 7.0 - 3.0;
            let metric = if number(9) == 0 { "NaN".into() } else { metric.to_string() };
            text += &format!("{},{},{human},{metric}\n", row % 6, row / 6);
        }
        let scores = load(text.as_bytes()).unwrap();
        let (human, metric) = (&scores.human.values, &scores.metrics[0].values);
        let complete: Vec<f64> =
            (0..120).filter(|&row| !human[row].is_nan()).map(|row| metric[row]).collect();
        let least = complete.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = complete.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for grouping in [Grouping::None, Grouping::Item, Grouping::System] {
            let found = FillBuckets::new(&scores, 0, grouping, 7).unwrap().run();
            assert_eq!((found.least, found.greatest), (Some(least), Some(greatest)));
            assert_eq!(found.k, BUCKETS);
            let mut ties = Vec::new();
            for (place, &k) in found.k.iter().enumerate() {
                // The last bucket whose left edge is not above the score.
                let edges = edges(least, greatest, k);
                let bucket = |score: f64| (0..k as usize).rev().find(|&b| edges[b] <= score);
                let bucketed: Vec<f64> = metric
                    .iter()
                    .map(|&score| bucket(score).map_or(f64::NAN, |b| b as f64))
                    .collect();
                let keys = keys(&scores, grouping).unwrap();
                let groups = Groups::new(keys, human, &bucketed);
                assert_eq!(found.averages[place], averages(&groups, 0.0), "{k}");
                ties.push(found.tied[place].unwrap());
            }
            assert!(ties[0] > ties[44], "{ties:?}");
            // With 30,000 buckets all of the few different scores are apart.
            assert_eq!(found.tied[44], found.original_tied);
            let rows = complete.iter().filter(|score| !score.is_nan()).count();
            assert_eq!(found.histogram.iter().sum::<u64>(), rows as u64);
        }
    }

    #[test]
    fn edges_are_where_buckets_begin() {
        assert_eq!(edges(-1.0, 3.0, 4), [-1.0, 0.0, 1.0, 2.0, 3.0]);
        let wide = edges(-f64::MAX, f64::MAX, 2);
        assert_eq!(wide, [-f64::MAX, 0.0, f64::MAX]);
        let edges = edges(0.1, 0.7, 30_000);
        assert!(edges.is_sorted() && edges.len() == 30_001);
        assert_eq!([0.1, 0.7].map(|score| bucket(&edges, score)), [0, 29_999]);
        for place in [1, 17, 29_998] {
            assert_eq!(bucket(&edges, edges[place]), place);
            assert_eq!(bucket(&edges, edges[place].next_down()), place - 1);
        }
    }

    #[test]
    fn a_constant_metric_stays_in_one_bucket() {
        let found = run("item,human,m\n1,1,5\n1,2,5\n2,3,5\n2,3,5\n", Grouping::Item);
        assert_eq!(found.histogram, [4, 0, 0, 0]);
        assert!(found.tied.iter().all(|&tied| tied == Some(1.0)));
        assert_eq!(of(&found, Statistic::AccEq, 30_000), (Some(0.5), 2));
        let of_tau_b = found.gamed[1];
        assert_eq!((of_tau_b.k, of_tau_b.value, of_tau_b.groups), (None, None, 0));
        let of_acc_eq = found.gamed[7];
        assert_eq!((of_acc_eq.statistic, of_acc_eq.k), (Statistic::AccEq, Some(2)));
    }

    #[test]
    fn without_complete_rows_there_is_no_bucket() {
        let found = run("item,human,m,n\n1,1,NaN,3\n1,NaN,5,4\n", Grouping::Item);
        assert_eq!((found.least, found.greatest, found.groups_used), (None, None, 0));
        assert_eq!(found.histogram, [0; 4]);
        assert!(found.gamed.iter().all(|gamed| gamed.k.is_none()));
    }
}
