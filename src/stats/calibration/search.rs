//! The best candidates so far.

use std::cmp::Ordering;

use super::Calibration;
use crate::objective::{Objective, Value};

/// The best candidates so far, found from left to right.
#[derive(Debug)]
pub struct Search {
    /// A value that some candidate reaches.
    best: Value,
    /// The first and the last candidate that were seen to reach it.
    plateau: Option<(f64, f64)>,
    contiguous: bool,
    /// Whether a lesser candidate followed the last maximiser.
    left_plateau: bool,
}

impl Search {
    /// A search that begins with the candidate 0.
    pub fn new(at_zero: Value) -> Self {
        let plateau = Some((0.0, 0.0));
        Search { best: at_zero, plateau, contiguous: true, left_plateau: false }
    }

    /// Learns a value that is reached at a candidate not yet tried: the
    /// greatest one up to the threshold where it was counted.
    pub fn raise_floor(&mut self, objective: &Objective, concordant: &Value, both_ties: &Value) {
        if objective.sum_is_less(concordant, both_ties, &self.best) {
            return;
        }
        let value = concordant + both_ties;
        if objective.compare(&value, &self.best) == Ordering::Greater {
            self.best = value;
            self.plateau = None;
        }
    }

    /// Whether no candidate can reach the best value between two thresholds,
    /// given the concordant pairs at the lower and those tied by both at the
    /// upper one.
    pub fn rules_out(&self, objective: &Objective, concordant: &Value, both_ties: &Value) -> bool {
        objective.sum_is_less(concordant, both_ties, &self.best)
    }

    /// Tries the next candidate, which must be greater than all before.
    pub fn candidate(&mut self, objective: &Objective, epsilon: f64, value: &Value) {
        match (objective.compare(value, &self.best), &mut self.plateau) {
            (Ordering::Less, _) => self.left_plateau = true,
            (Ordering::Equal, Some((_, last))) => {
                *last = epsilon;
                self.contiguous &= !self.left_plateau;
            }
            (Ordering::Equal, None) | (Ordering::Greater, _) => {
                self.best = value.clone();
                self.plateau = Some((epsilon, epsilon));
                (self.contiguous, self.left_plateau) = (true, false);
            }
        }
    }

    /// Skips candidates that are all less than the best.
    pub fn pass_over(&mut self) {
        self.left_plateau = true;
    }

    pub fn result(&self) -> Calibration {
        let (epsilon, last_epsilon) =
            self.plateau.expect("the candidate that reaches a known value is never passed over");
        Calibration { epsilon, last_epsilon, contiguous: self.contiguous }
    }
}
