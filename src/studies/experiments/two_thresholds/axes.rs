//! Which thetas and epsilons to look at.

use crate::stats::{Groups, candidates};

/// Differences sampled to see how far the axis of epsilon should reach.
const SAMPLE: u64 = 1 << 16;
/// It reaches to where this share of pairs is tied.
const MOST: f64 = 0.95;

/// Scores from high to low, as thetas: after infinity, which no score reaches.
#[derive(Debug)]
pub struct Scores {
    /// Every score, descending, also where it occurs again.
    descending: Vec<f64>,
}

impl Scores {
    /// Of all rows.
    pub fn new(groups: &Groups) -> Self {
        let scores = groups.iter().flat_map(|group| group.metric);
        let mut descending: Vec<f64> = scores.copied().collect();
        descending.sort_unstable_by(f64::total_cmp);
        descending.reverse();
        Scores { descending }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.descending.len()
    }

    /// How many are at or above a theta.
    pub fn count_from(&self, theta: Option<f64>) -> usize {
        theta.map_or(0, |theta| self.descending.partition_point(|&score| score >= theta))
    }

    /// The theta that at least so many scores reach: `None`, infinity, for 0.
    pub fn theta(&self, count: usize) -> Option<f64> {
        self.descending[..count.min(self.len())].last().copied()
    }

    /// Thetas, descending, that from `least` to `most` scores reach, in at most `steps` even steps.
    pub fn thetas(&self, least: usize, most: usize, steps: usize) -> Vec<Option<f64>> {
        let count = |step: usize| {
            let within = (most - least) as u128 * step as u128 / steps as u128;
            least + within as usize
        };
        let mut thetas: Vec<_> = (0..=steps).map(|step| self.theta(count(step))).collect();
        thetas.dedup();
        thetas
    }
}

/// Epsilons evenly from one to another, in so many steps; only one if there is no room for more.
pub fn epsilons(from: f64, to: f64, steps: usize) -> Vec<f64> {
    let width = to - from;
    let mut epsilons: Vec<f64> =
        (0..=steps).map(|step| from + width * (step as f64 / steps as f64)).collect();
    epsilons.dedup();
    epsilons
}

/// Where most pairs are tied, and beyond these epsilons.
pub fn axis_end(groups: &Groups, including: &[f64]) -> f64 {
    let largest = groups.largest_difference().min(f64::MAX);
    let sample = candidates::sample(groups, SAMPLE);
    let most = sample.len().saturating_sub(1) as f64 * MOST;
    let most = sample.get(most as usize).copied().unwrap_or(largest);
    let needed = including.iter().fold(0.0, |last: f64, &epsilon| last.max(1.1 * epsilon));
    let end = most.max(needed).min(largest);
    if end > 0.0 { end } else { largest }
}
