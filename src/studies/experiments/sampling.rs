//! "How good is sampling?" (the paper's Figure 7 and Appendix E): epsilon* and acc_eq* found on a random share
//! of the pairs, time and again, against those of all pairs.
//!
//! The paper's largest differences, at a tenth of the pairs, are 2.5e-3 for epsilon and 4.3e-5 for acc_eq. It
//! takes millions of pairs to come that close, as there are by system or without grouping: how far a sample
//! is off depends on how many pairs it has, not on their share, and by item a tenth is few.

use web_time::Instant;

use crate::measure::{StudyError, groups};
use crate::scores::ScoreSet;
use crate::stats::bootstrap::Star;
use crate::stats::sampling::{MOST_PAIRS, Sampler, sizes};
use crate::stats::{Calibrator, Grouping, Groups, Statistic, count_groups};
use crate::{Progress, Study};

/// Shares of the pairs that are sampled,
pub const SHARES: [f64; 7] = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0];
/// and those before them where there are more pairs than are drawn at a time.
pub const SMALL_SHARES: [f64; 6] = [0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005];
/// How many samples of a share are usual.
pub const REPEATS: u32 = 30;

/// Calibration on samples of the pairs against that on all of them.
///
/// Of each group with P pairs, share x P of them are drawn, rounded, at least one. (The reference
/// implementation draws each pair with the chance `share`, so that its samples differ in size and may miss
/// groups.)
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Sampling {
    /// epsilon* and acc_eq* of all pairs; `None` without a pair.
    pub exact: Option<Star>,
    /// How long finding them took.
    pub seconds: f64,
    /// All pairs.
    pub pairs: u64,
    /// Groups with at least two complete rows.
    pub groups_used: usize,
    /// Whether pairs are drawn with replacement, because there are more than [`MOST_PAIRS`].
    pub with_replacement: bool,
    /// Ascending by share, those of equal size once; empty without a pair.
    pub shares: Vec<SampledShare>,
    /// Shares that are left out, because they are more than [`MOST_PAIRS`] pairs.
    pub left_out: Vec<f64>,
}

/// All samples of one size.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SampledShare {
    /// The share of the pairs, 0 to 1.
    pub share: f64,
    /// How many pairs of all groups a sample has.
    pub pairs: u64,
    /// How long drawing and calibrating a sample took, on average.
    pub seconds: f64,
    /// One for each sample, in the order of drawing.
    pub samples: Vec<SampledStar>,
    /// The samples' epsilons; differences are from epsilon*.
    pub epsilon: Spread,
    /// What the samples say that acc_eq* is; differences are from acc_eq*.
    pub acc_eq: Spread,
    /// What is lost by calling ties with a sample's epsilon: acc_eq* minus acc_eq of all pairs at that
    /// epsilon. Never negative; differences are from 0.
    pub loss: Spread,
}

/// What was found on one sample.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SampledStar {
    /// The smallest maximiser of the sample.
    pub epsilon: f64,
    /// acc_eq of the sample there, averaged over groups.
    pub acc_eq: f64,
    /// acc_eq of all pairs there, averaged over groups.
    pub acc_eq_of_all: f64,
}

/// How samples spread around an exact value; all in its unit.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Spread {
    /// Over the samples.
    pub mean: f64,
    /// The standard deviation (n - 1); `None` for fewer than two samples.
    pub deviation: Option<f64>,
    /// The largest absolute difference from the exact value.
    pub largest_difference: f64,
}

impl Spread {
    /// Of at least one value.
    fn new(mut values: Vec<f64>, exact: f64) -> Self {
        values.sort_unstable_by(f64::total_cmp);
        let n = values.len() as f64;
        // Sums of differences: where all values are the exact one, so is their mean.
        let mean = exact + values.iter().map(|value| value - exact).sum::<f64>() / n;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let differences = values.iter().map(|value| (value - exact).abs());
        Spread {
            mean,
            deviation: (n > 1.0).then(|| (squares / (n - 1.0)).sqrt()),
            largest_difference: differences.fold(0.0, f64::max),
        }
    }
}

/// The study as a job.
#[derive(Debug)]
pub struct TrySampling {
    groups: Groups,
    calibrator: Calibrator,
    sampler: Sampler,
    repeats: usize,
    /// Shares and how many pairs of each group they are.
    todo: Vec<(f64, Vec<u64>)>,
    found: Sampling,
    /// Samples of the share after those that are done.
    samples: Vec<SampledStar>,
    is_sampling: bool,
    /// Seconds spent on those samples so far.
    seconds: f64,
}

/// What is done, and the seconds that it took.
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let done = work();
    (done, start.elapsed().as_secs_f64())
}

/// The share of the work that is exact calibration, roughly.
const CALIBRATING_SHARE: f64 = 0.2;

impl TrySampling {
    /// Prepares so many samples (at least one) of each share of the pairs of the metric at an index of
    /// [`ScoreSet::metrics`].
    ///
    /// # Errors
    ///
    /// There is no such metric, or no column to group by.
    pub fn new(
        scores: &ScoreSet,
        metric: usize,
        grouping: Grouping,
        repeats: u32,
        seed: u64,
    ) -> Result<Self, StudyError> {
        Ok(Self::of_groups(groups(scores, metric, grouping)?, repeats, seed))
    }

    fn of_groups(groups: Groups, repeats: u32, seed: u64) -> Self {
        let (calibrator, seconds) = timed(|| Calibrator::new(&groups));
        let sampler = Sampler::new(&groups, seed);
        let pairs = groups.pairs();
        let small = SMALL_SHARES.iter().filter(|_| pairs > MOST_PAIRS);
        let (mut todo, mut left_out) = (Vec::new(), Vec::new());
        for &share in small.chain(&SHARES).filter(|_| pairs > 0) {
            match sizes(&groups, share) {
                // Of small groups, small shares are one pair each.
                Some(sizes) if todo.last().is_some_and(|(_, last)| *last == sizes) => {}
                Some(sizes) => todo.push((share, sizes)),
                None => left_out.push(share),
            }
        }
        TrySampling {
            calibrator,
            repeats: repeats.max(1) as usize,
            todo,
            found: Sampling {
                exact: None,
                seconds,
                pairs,
                groups_used: groups.len(),
                with_replacement: sampler.replaces(),
                shares: Vec::new(),
                left_out,
            },
            samples: Vec::new(),
            is_sampling: false,
            seconds: 0.0,
            sampler,
            groups,
        }
    }

    /// acc_eq of all pairs.
    fn acc_eq(&self, epsilon: f64) -> Option<f64> {
        let counts = count_groups(&self.groups, epsilon);
        Statistic::AccEq.average(&self.groups, &counts, epsilon).value
    }

    /// Does some of the work on the next sample of the next share.
    fn sample(&mut self, exact: Star) -> Option<Sampling> {
        let Some((share, sizes)) = self.todo.get(self.found.shares.len()) else {
            return Some(self.found.clone());
        };
        let (star, seconds) = timed(|| {
            if !self.is_sampling {
                self.sampler.start(&self.groups, sizes);
            }
            self.sampler.step(&self.groups)
        });
        self.seconds += seconds;
        self.is_sampling = star.is_none();
        let Star { epsilon, acc_eq } = star?;
        let acc_eq_of_all = self.acc_eq(epsilon)?;
        self.samples.push(SampledStar { epsilon, acc_eq, acc_eq_of_all });
        if self.samples.len() == self.repeats {
            let samples = std::mem::take(&mut self.samples);
            let spread = |of: fn(&SampledStar) -> f64, exact| {
                Spread::new(samples.iter().map(of).collect(), exact)
            };
            let loss = |sample: &SampledStar| exact.acc_eq - sample.acc_eq_of_all;
            self.found.shares.push(SampledShare {
                share: *share,
                pairs: sizes.iter().sum(),
                seconds: std::mem::take(&mut self.seconds) / self.repeats as f64,
                epsilon: spread(|sample| sample.epsilon, exact.epsilon),
                acc_eq: spread(|sample| sample.acc_eq, exact.acc_eq),
                loss: Spread::new(samples.iter().map(loss).collect(), 0.0),
                samples,
            });
        }
        None
    }
}

impl Study for TrySampling {
    type Result = Sampling;

    fn step(&mut self) -> Option<Sampling> {
        if self.todo.is_empty() {
            return Some(self.found.clone());
        }
        let Some(exact) = self.found.exact else {
            let (calibration, seconds) = timed(|| self.calibrator.step(&self.groups));
            self.found.seconds += seconds;
            let epsilon = calibration?.epsilon;
            let acc_eq = self.acc_eq(epsilon)?;
            self.found.exact = Some(Star { epsilon, acc_eq });
            return None;
        };
        self.sample(exact)
    }

    fn progress(&self) -> Progress {
        if self.found.exact.is_none() {
            let share = CALIBRATING_SHARE * self.calibrator.progress();
            return Progress { doing: "searching for epsilon*", share };
        }
        // A sample takes as long as it has pairs, and a little for counting all of them.
        let overhead = self.groups.rows() as u64;
        let work = |sizes: &[u64]| (overhead + sizes.iter().sum::<u64>()) as f64;
        let all: f64 = self.todo.iter().map(|(_, sizes)| work(sizes)).sum();
        let (done, rest) = self.todo.split_at(self.found.shares.len());
        let done: f64 = done.iter().map(|(_, sizes)| work(sizes)).sum();
        let part = self.samples.len() as f64 / self.repeats as f64;
        let done = done + part * rest.first().map_or(0.0, |(_, sizes)| work(sizes));
        let share = CALIBRATING_SHARE + (1.0 - CALIBRATING_SHARE) * (done / all);
        Progress { doing: "drawing samples", share }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scores::load;

    /// Items of up to eight rows with coarse human scores and a metric that is close to them.
    fn scores() -> ScoreSet {
        let mut random = oorandom::Rand32::new(12);
        let mut text = String::from("item,human,m\n");
        for row in 0..400 {
            let human = random.rand_range(0..3);
            let metric = human as f32 + 2.0 * random.rand_float();
            let metric = if row % 17 == 0 { "NaN".into() } else { metric.to_string() };
            text += &format!("{},{human},{metric}\n", row / 8);
        }
        load(text.as_bytes()).unwrap()
    }

    #[test]
    fn all_pairs_are_the_exact_calibration_and_fewer_are_close() {
        let found = TrySampling::new(&scores(), 0, Grouping::Item, 20, 1).unwrap().run();
        let exact = found.exact.unwrap();
        assert!(exact.epsilon > 0.0 && !found.with_replacement && found.left_out.is_empty());
        let shares: Vec<f64> = found.shares.iter().map(|share| share.share).collect();
        // A fiftieth and a twentieth of the pairs of an item is one, like a hundredth.
        assert_eq!(shares, [0.01, 0.1, 0.2, 0.5, 1.0]);
        assert!(found.shares.is_sorted_by(|a, b| a.pairs < b.pairs));
        let [first, .., half, all] = &found.shares[..] else { panic!("{shares:?}") };
        assert_eq!((all.pairs, all.samples.len()), (found.pairs, 20));
        assert!(found.seconds > 0.0 && found.shares.iter().all(|share| share.seconds > 0.0));
        let Star { epsilon, acc_eq } = exact;
        let same = SampledStar { epsilon, acc_eq, acc_eq_of_all: acc_eq };
        assert!(all.samples.iter().all(|sample| *sample == same));
        for (spread, mean) in [(all.epsilon, epsilon), (all.acc_eq, acc_eq), (all.loss, 0.0)] {
            assert_eq!(spread, Spread { mean, deviation: Some(0.0), largest_difference: 0.0 });
        }
        for share in &found.shares {
            assert!(share.loss.mean >= 0.0 && share.samples.len() == 20);
            assert!(share.samples.iter().all(|sample| sample.acc_eq_of_all <= acc_eq));
        }
        // One pair of each item says little, and more than it should: its best is overfitted.
        assert!(first.epsilon.deviation > half.epsilon.deviation);
        assert!(first.acc_eq.mean > acc_eq + 0.01);
        assert!(first.loss.mean > half.loss.mean);
    }

    #[test]
    fn a_seed_gives_the_same_samples() {
        let run = |seed| TrySampling::new(&scores(), 0, Grouping::Item, 3, seed).unwrap().run();
        let samples = |seed| run(seed).shares.into_iter().map(|share| share.samples);
        assert!(samples(5).eq(samples(5)));
        assert_ne!(run(5).shares[2].samples, run(6).shares[2].samples);
    }

    #[test]
    fn many_pairs_are_drawn_with_replacement_up_to_a_limit() {
        // The pairs of 2,100 rows.
        let human: Vec<f64> = (0..2_100u32).map(|row| f64::from(row % 7)).collect();
        let metric: Vec<f64> = (0..2_100u32).map(|row| f64::from(row * 37 % 101)).collect();
        let groups = Groups::new(None, &human, &metric);
        let found = TrySampling::of_groups(groups, 2, 1).run();
        assert!(found.with_replacement);
        assert_eq!((found.pairs, &found.left_out[..]), (2_203_950, &[1.0][..]));
        let pairs: Vec<u64> = found.shares.iter().map(|share| share.pairs).collect();
        let expected =
            [220, 441, 1102, 2204, 4408, 11020, 22040, 44079, 110198, 220395, 440790, 1101975];
        assert_eq!(pairs, expected);
    }

    #[test]
    fn without_a_pair_there_is_no_sample() {
        let scores = load(b"item,human,m\n1,1,2\n2,1,2\n").unwrap();
        let found = TrySampling::new(&scores, 0, Grouping::Item, 3, 1).unwrap().run();
        assert_eq!((found.exact, found.pairs, found.shares.len()), (None, 0, 0));
        assert!(found.left_out.is_empty());
    }

    #[test]
    fn a_spread_by_hand() {
        let spread = Spread::new(vec![3.0, 1.0, 5.0], 2.0);
        let expected = Spread { mean: 3.0, deviation: Some(2.0), largest_difference: 3.0 };
        assert_eq!(spread, expected);
        assert_eq!(Spread::new(vec![0.1], 0.1).deviation, None);
    }
}
