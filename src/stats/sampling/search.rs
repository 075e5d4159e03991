//! The search for the best threshold among drawn pairs.

use crate::bootstrap::Star;
use crate::grouping::Group;
use crate::mean::Mean;
use crate::objective::{Objective, Value};

/// Differences are sorted by their place between 0 and the largest into so many parts,
const PARTS: usize = 256;
/// of which so many pairs, or a part, are sorted and walked in one step: about 3 ms.
const SORTED_AT_ONCE: usize = 1 << 16;

/// A drawn pair that turns from wrong to right or the other way when its difference becomes a tie: the human
/// ties it, or both order it the same way.
#[derive(Debug, Clone, Copy)]
struct Event {
    difference: f64,
    group: u32,
    is_tie: bool,
}

/// The drawn pairs, and the best threshold so far.
#[derive(Debug)]
pub struct Search {
    objective: Objective,
    /// Pairs that are drawn in each group.
    sizes: Vec<u64>,
    /// Drawn pairs that are right at 0, for each group; in the end those at the best threshold.
    correct: Vec<u64>,
    parts: Vec<Vec<Event>>,
    parts_per_unit: f64,
    /// The next part to be walked.
    part: usize,
    /// What has changed since 0, and the most that it came to.
    value: Value,
    best: Value,
    /// Where it did.
    epsilon: f64,
}

impl Search {
    /// For so many pairs of each group, whose differences are up to the largest.
    pub fn new(sizes: &[u64], largest: f64) -> Self {
        let objective = Objective::of_pairs(sizes);
        Search {
            sizes: sizes.to_vec(),
            correct: vec![0; sizes.len()],
            parts: vec![Vec::new(); PARTS],
            parts_per_unit: PARTS as f64 / largest,
            part: 0,
            value: objective.nothing(),
            best: objective.nothing(),
            epsilon: 0.0,
            objective,
        }
    }

    /// Forgets all pairs.
    pub fn clear(&mut self) {
        self.correct.fill(0);
        self.parts.iter_mut().for_each(Vec::clear);
        self.part = 0;
        (self.value, self.best) = (self.objective.nothing(), self.objective.nothing());
        self.epsilon = 0.0;
    }

    /// Adds a pair of rows of a group, of which the metric does not rank the upper lower.
    pub fn add(&mut self, index: u32, group: &Group, lower: usize, upper: usize) {
        let difference = group.metric[upper] - group.metric[lower];
        let (below, above) = (group.human_rank[lower], group.human_rank[upper]);
        let is_tie = below == above;
        if difference == 0.0 {
            self.correct[index as usize] += u64::from(is_tie);
        } else if below <= above {
            self.correct[index as usize] += u64::from(!is_tie);
            // A difference beyond the range of an f64 is never a tie.
            if difference.is_finite() {
                // Rounded, but it does not fall as the difference grows, which is enough.
                let part = (difference * self.parts_per_unit) as usize;
                self.parts[part.min(PARTS - 1)].push(Event { difference, group: index, is_tie });
            }
        }
    }

    /// Does some of the work once all pairs are added; returns the result once all is done.
    pub fn step(&mut self) -> Option<Star> {
        if self.part == PARTS {
            return Some(self.star());
        }
        let mut walked = 0;
        while self.part < PARTS && walked < SORTED_AT_ONCE {
            walked += self.parts[self.part].len();
            self.walk();
            self.part += 1;
        }
        None
    }

    /// Walks the pairs of the next part in the order of their differences.
    fn walk(&mut self) {
        let events = &mut self.parts[self.part];
        // Ties last among equals: then no sum over a part of them exceeds both the sum before and the sum
        // over all, and each place can be taken for the last one.
        events.sort_unstable_by_key(|event| (event.difference.to_bits(), event.is_tie));
        for event in events {
            let size = self.objective.size_of(event.group as usize);
            self.objective.add(&mut self.value, size, if event.is_tie { 1 } else { -1 });
            if event.is_tie && self.objective.compare(&self.value, &self.best).is_gt() {
                self.best.clone_from(&self.value);
                self.epsilon = event.difference;
            }
        }
    }

    /// The differences of the pairs that count, for tests.
    #[cfg(test)]
    pub fn differences(&self) -> impl Iterator<Item = f64> {
        self.parts.iter().flatten().map(|event| event.difference)
    }

    fn star(&mut self) -> Star {
        let tied = self.parts.iter().flatten().filter(|event| event.difference <= self.epsilon);
        for event in tied {
            let correct = &mut self.correct[event.group as usize];
            *correct = if event.is_tie { *correct + 1 } else { *correct - 1 };
        }
        let mut mean = Mean::default();
        let groups = self.correct.iter().zip(&self.sizes);
        groups.for_each(|(&correct, &size)| mean.add(correct as f64 / size as f64));
        Star { epsilon: self.epsilon, acc_eq: mean.value().unwrap_or(f64::NAN) }
    }
}
