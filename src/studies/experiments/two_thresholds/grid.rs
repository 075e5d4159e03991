//! Two good thresholds of groups with too many pairs to list: a grid, and finer ones around its best point.

use super::axes::{Scores, axis_end, epsilons};
use super::surface::SurfaceCounter;
use super::sweep::Found;
use crate::stats::{Calibrator, Groups, candidates, evaluate};

/// A grid has so many steps along each axis.
const STEPS: usize = 64;
/// How many grids are laid, each inside the cells around the best point of the one before.
const GRIDS: u32 = 3;
/// The share of the work that is calibrating epsilon alone, roughly.
const CALIBRATING: f64 = 0.4;

/// The search, in short steps.
#[derive(Debug)]
pub struct GridSearch {
    scores: Scores,
    stage: Stage,
    found: Found,
    best: f64,
    grids: u32,
}

#[derive(Debug)]
enum Stage {
    Calibrate(Box<Calibrator>),
    Grid(Box<SurfaceCounter>),
}

impl GridSearch {
    /// Prepares the search.
    pub fn new(groups: &Groups) -> Self {
        GridSearch {
            scores: Scores::new(groups),
            stage: Stage::Calibrate(Box::new(Calibrator::new(groups))),
            found: Found { alone: 0.0, theta: None, epsilon: 0.0, exact: false },
            best: f64::NEG_INFINITY,
            grids: 0,
        }
    }

    /// Does a little of the work; `groups` are always the same. Returns the result once all is done: epsilon
    /// alone is exact, and the two thresholds are no worse.
    pub fn step(&mut self, groups: &Groups) -> Option<Found> {
        match &mut self.stage {
            Stage::Calibrate(calibrator) => {
                let epsilon = calibrator.step(groups)?.epsilon;
                (self.found.alone, self.found.epsilon) = (epsilon, epsilon);
                self.best = evaluate(groups, epsilon).acc_eq.unwrap_or_default();
                let thetas = self.scores.thetas(0, self.scores.len(), STEPS);
                let epsilons = epsilons(0.0, axis_end(groups, &[epsilon]), STEPS);
                self.stage = Stage::Grid(Box::new(SurfaceCounter::new(thetas, epsilons)));
                None
            }
            Stage::Grid(counter) => {
                if !counter.step(groups) {
                    return None;
                }
                let values = counter.acc_eq(groups);
                let (thetas, epsilons) = counter.axes();
                let (thetas, epsilons) = (thetas.to_vec(), epsilons.to_vec());
                self.compare(&thetas, &epsilons, &values);
                self.grids += 1;
                if self.grids == GRIDS {
                    return Some(self.result(groups));
                }
                let finer = self.around_best(&thetas, &epsilons);
                self.stage = Stage::Grid(Box::new(finer));
                None
            }
        }
    }

    /// The share of the work that is done, from 0 to 1.
    pub fn progress(&self, groups: &Groups) -> f64 {
        match &self.stage {
            Stage::Calibrate(calibrator) => CALIBRATING * calibrator.progress(),
            Stage::Grid(counter) => {
                let done = f64::from(self.grids) + counter.progress(groups);
                CALIBRATING + (1.0 - CALIBRATING) * done / f64::from(GRIDS)
            }
        }
    }

    fn compare(&mut self, thetas: &[Option<f64>], epsilons: &[f64], values: &[Vec<f64>]) {
        for (&theta, values) in thetas.iter().zip(values) {
            for (&epsilon, &value) in epsilons.iter().zip(values) {
                if value > self.best {
                    self.best = value;
                    (self.found.theta, self.found.epsilon) = (theta, epsilon);
                }
            }
        }
    }

    /// A grid from the point before the best to the one after it, on both axes.
    fn around_best(&self, thetas: &[Option<f64>], axis: &[f64]) -> SurfaceCounter {
        let Found { theta, epsilon, .. } = self.found;
        let count = self.scores.count_from(theta);
        let counts = thetas.iter().map(|&theta| self.scores.count_from(theta));
        let least = counts.clone().filter(|&other| other < count).max().unwrap_or(count);
        let most = counts.filter(|&other| other > count).min().unwrap_or(count);
        let before = axis.iter().copied().rfind(|&other| other < epsilon).unwrap_or(epsilon);
        let after = axis.iter().copied().find(|&other| other > epsilon).unwrap_or(epsilon);
        SurfaceCounter::new(self.scores.thetas(least, most, STEPS), epsilons(before, after, STEPS))
    }

    /// Nothing changes from one candidate to the next, so epsilon is the last one that it reaches.
    fn result(&self, groups: &Groups) -> Found {
        let epsilon = candidates::last_below(groups, self.found.epsilon.next_up());
        Found { epsilon: epsilon.unwrap_or(0.0), ..self.found }
    }
}
