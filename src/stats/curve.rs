//! The class statistics along epsilon, averaged over groups.
//!
//! Up to 400 candidates are all points of the curve. Where there are more, points lie at equal distances and at equal
//! shares of pairs tied, where much changes. The values at the points are exact in either case.

use super::candidates;
use super::evaluation::ClassStatistics;
use super::grouping::{Group, Groups};
use super::mean::{Fixed, Mean};
use super::pairs::PairCounts;
use super::thresholds::ThresholdCounter;

/// Up to this many candidates are all drawn.
const ALL_CANDIDATES: usize = 400;
/// Otherwise: points at equal distances along the axis,
const EVEN_POINTS: usize = 320;
/// and points at equal shares of pairs tied, dense where much changes.
const QUANTILE_POINTS: usize = 160;
/// Differences sampled to place those.
const SAMPLE: u64 = 1 << 16;
/// The axis ends where this share of pairs is tied: the few differences beyond
/// would squeeze the part where things happen.
const AXIS_SHARE: f64 = 0.995;
/// Series over epsilon, all of one length; each value is an average over
/// groups between 0 and 1.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Curve {
    /// Thresholds, ascending from 0; the last ties all pairs that can tie.
    pub epsilon: Vec<f64>,
    /// Whether every candidate is a point: then the curve is a staircase.
    pub every_candidate: bool,
    /// Where a chart's axis may end: greater than 0.
    pub axis_end: f64,
    /// [`Evaluation::acc_eq`](super::Evaluation::acc_eq) at each threshold.
    pub acc_eq: Vec<f64>,
    /// Of the pairs that the metric ties, those that the human ties.
    pub ties_precision: Vec<f64>,
    /// Of the pairs that the human ties, those that the metric ties.
    pub ties_recall: Vec<f64>,
    /// Their harmonic mean in each group, averaged.
    pub ties_f1: Vec<f64>,
    /// Of the pairs that the metric orders, those that it orders as the human does.
    pub correct_rank_precision: Vec<f64>,
    /// Of the pairs that the human orders, those that the metric orders alike.
    pub correct_rank_recall: Vec<f64>,
    /// Their harmonic mean in each group, averaged.
    pub correct_rank_f1: Vec<f64>,
    /// Share of pairs the metric ties.
    pub metric_tied: Vec<f64>,
}

/// How many series a [`Curve`] has.
const SERIES: usize = 8;

/// Computes a [`Curve`] in steps of a few milliseconds.
#[derive(Debug)]
pub struct CurveTracer {
    curve: Curve,
    /// For each series, how its sum over groups changes at each point.
    changes: [Vec<Fixed>; SERIES],
    counter: ThresholdCounter,
    /// Whether the counter is at work.
    counting: bool,
    group: usize,
    /// Next point of the current group, and its values at the point before.
    point: usize,
    before: [Fixed; SERIES],
}

impl CurveTracer {
    /// Chooses the points; those in `including` are among them.
    pub fn new(groups: &Groups, including: &[f64]) -> Self {
        let (epsilon, every_candidate, axis_end) = place_points(groups, including);
        let changes = std::array::from_fn(|_| vec![Fixed::default(); epsilon.len()]);
        CurveTracer {
            curve: Curve { epsilon, every_candidate, axis_end, ..Curve::default() },
            changes,
            counter: ThresholdCounter::default(),
            counting: false,
            group: 0,
            point: 0,
            before: Default::default(),
        }
    }

    /// Does a little of the work; `groups` must be those it was made for.
    /// Returns the curve once all is done.
    pub fn step(&mut self, groups: &Groups) -> Option<Curve> {
        if self.group == groups.len() {
            return Some(self.finish(groups));
        }
        let group = groups.get(self.group);
        let points = self.curve.epsilon.len();
        // Up to here, listing a group's pairs is cheaper than counting them
        // in a window for each point.
        if group.rows() <= points {
            self.list_pairs(&group);
            self.point = points;
        } else {
            let end = points.min(self.point + ThresholdCounter::batch(group.rows()));
            if !self.counting {
                self.counter.start(&group, &self.curve.epsilon[self.point..end]);
            }
            self.counting = !self.counter.step(&group);
            if !self.counting {
                let counts = self.counter.counts().to_vec();
                for counts in counts {
                    self.set(self.point, &counts);
                    self.point += 1;
                }
            }
        }
        if self.point == points {
            self.group += 1;
            self.point = 0;
            self.before = Default::default();
        }
        None
    }

    /// Runs all steps.
    pub fn run(mut self, groups: &Groups) -> Curve {
        loop {
            if let Some(curve) = self.step(groups) {
                return curve;
            }
        }
    }

    /// The share of the work that is done, from 0 to 1.
    pub fn progress(&self, groups: &Groups) -> f64 {
        let within = self.point as f64 / self.curve.epsilon.len() as f64;
        (self.group as f64 + within) / groups.len().max(1) as f64
    }

    /// Sorts each pair to the first point that ties it, then sums up.
    fn list_pairs(&mut self, group: &Group) {
        let points = self.curve.epsilon.len();
        let mut newly_tied = vec![PairCounts::default(); points + 1];
        for upper in 0..group.rows() {
            let mut point = 0;
            for lower in (0..upper).rev() {
                let difference = group.metric[upper] - group.metric[lower];
                point += self.curve.epsilon[point..].partition_point(|&e| e < difference);
                let tied = &mut newly_tied[point];
                // Within equal metric scores, "above" and "below" mean nothing.
                match group.human_rank[lower].cmp(&group.human_rank[upper]) {
                    std::cmp::Ordering::Less => tied.concordant += 1,
                    std::cmp::Ordering::Equal => tied.human_ties += 1,
                    std::cmp::Ordering::Greater => tied.discordant += 1,
                }
            }
        }
        let mut counts: PairCounts = newly_tied.iter().copied().sum();
        for (point, tied) in newly_tied[..points].iter().enumerate() {
            counts.concordant -= tied.concordant;
            counts.discordant -= tied.discordant;
            counts.human_ties -= tied.human_ties;
            counts.both_ties += tied.human_ties;
            counts.metric_ties += tied.ordered_by_both();
            if point == 0 || tied.pairs() > 0 {
                self.set(point, &counts);
            }
        }
    }

    /// From `point` on, the current group has these counts.
    fn set(&mut self, point: usize, counts: &PairCounts) {
        let ties = ClassStatistics::ties(counts);
        let ranks = ClassStatistics::correct_rank(counts);
        let pairs = counts.pairs() as f64;
        let values = [
            counts.correct() as f64 / pairs,
            ties.precision,
            ties.recall,
            ties.f1,
            ranks.precision,
            ranks.recall,
            ranks.f1,
            counts.tied_by_metric() as f64 / pairs,
        ]
        .map(Fixed::new);
        for (series, value) in values.into_iter().enumerate() {
            self.changes[series][point] += value;
            self.changes[series][point] -= self.before[series];
        }
        self.before = values;
    }

    fn finish(&mut self, groups: &Groups) -> Curve {
        let mut curve = std::mem::take(&mut self.curve);
        let [acc, tie_p, tie_r, tie_f, rank_p, rank_r, rank_f, tied] =
            std::mem::take(&mut self.changes).map(|changes| averages(&changes, groups.len()));
        curve.acc_eq = acc;
        (curve.ties_precision, curve.ties_recall, curve.ties_f1) = (tie_p, tie_r, tie_f);
        curve.correct_rank_precision = rank_p;
        (curve.correct_rank_recall, curve.correct_rank_f1) = (rank_r, rank_f);
        curve.metric_tied = tied;
        curve
    }
}

/// Running sums of the changes, divided by the number of groups.
fn averages(changes: &[Fixed], groups: usize) -> Vec<f64> {
    let mut sum = Fixed::default();
    changes
        .iter()
        .filter_map(|&change| {
            sum += change;
            Mean::of_sum(sum, groups as u64).value()
        })
        .collect()
}

/// Thresholds, whether they are all candidates there are, and the axis' end.
fn place_points(groups: &Groups, including: &[f64]) -> (Vec<f64>, bool, f64) {
    let largest = groups.largest_difference().min(f64::MAX);
    if let Some(candidates) = candidates::all(groups, ALL_CANDIDATES) {
        let axis_end = if largest > 0.0 { largest } else { 1.0 };
        return (candidates, true, axis_end);
    }
    let mut sample = candidates::sample(groups, SAMPLE);
    if sample.is_empty() {
        sample.push(largest); // each of the sampled differences is infinite
    }
    let at_share = |share: f64| sample[((sample.len() - 1) as f64 * share) as usize];
    let last_needed = including.iter().fold(0.0, |last: f64, &epsilon| last.max(epsilon));
    let axis_end = match at_share(AXIS_SHARE).max(1.1 * last_needed).min(largest) {
        0.0 => largest, // nearly all pairs have equal scores
        end => end,
    };
    let even = (0..=EVEN_POINTS).map(|i| axis_end * (i as f64 / EVEN_POINTS as f64));
    let shares = (0..=QUANTILE_POINTS).map(|i| at_share(i as f64 / QUANTILE_POINTS as f64));
    let mut points: Vec<f64> = even.chain(shares).chain([largest]).collect();
    points.extend_from_slice(including);
    points.sort_unstable_by(f64::total_cmp);
    points.dedup();
    (points, false, axis_end)
}
