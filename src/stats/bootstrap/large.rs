//! One resample whose groups have too many sizes for sums in f64.

use std::cmp::Ordering;

use super::Star;
use super::batch::{Group, Lanes};
use super::events::Event;
use super::sample::Sample;
use crate::objective::{Objective, Value};

/// Events in one step: about 5 ms.
const EVENTS_AT_ONCE: usize = 1 << 19;

/// The same walk as a batch's, with sums that compare exactly at any size.
#[derive(Debug)]
pub struct Large {
    lane: usize,
    objective: Objective,
    /// Times and size of each group; those without a pair are there 0 times.
    groups: Vec<(i64, u32)>,
    /// Pairs that the human ties.
    ties: Value,
    /// Where the walk is, and what has changed since the first candidate, 0.
    next: usize,
    value: Value,
    best: Value,
    /// The event that reached the best; none at first.
    at: Option<Event>,
}

impl Large {
    /// The resample in this lane, which has a group with a pair.
    pub fn new(groups: &[Group], lane: usize) -> Self {
        let mut pairs = Vec::new();
        let mut copies = Vec::new();
        for group in groups {
            let times = if group.pairs[lane] > 0.0 { group.times[lane] as usize } else { 0 };
            copies.push((times, pairs.len()));
            pairs.resize(pairs.len() + times, group.pairs[lane] as u64);
        }
        let objective = Objective::of_pairs(&pairs);
        let size =
            |&(times, first)| (times as i64, if times > 0 { objective.size_of(first) } else { 0 });
        let sizes: Vec<(i64, u32)> = copies.iter().map(size).collect();
        let mut ties = objective.nothing();
        for (group, &(times, size)) in groups.iter().zip(&sizes) {
            objective.add(&mut ties, size, times * group.ties[lane] as i64);
        }
        let nothing = objective.nothing();
        Large {
            lane,
            objective,
            groups: sizes,
            ties,
            next: 0,
            value: nothing.clone(),
            best: nothing,
            at: None,
        }
    }

    /// Does some of the work; returns the result once all is done. `units` says
    /// how often each unit is in a group; the first `finite` events have a
    /// finite difference.
    pub fn step(
        &mut self,
        sample: &Sample,
        events: &[Event],
        finite: usize,
        units: &[Lanes],
    ) -> Option<Star> {
        let end = events.len().min(self.next + EVENTS_AT_ONCE);
        for (place, &event) in events.iter().enumerate().take(end).skip(self.next) {
            let [first, second] = event.rows().map(|row| sample.places[row as usize]);
            let (times, size) = self.groups[first.group as usize];
            let copies =
                units[first.unit as usize][self.lane] * units[second.unit as usize][self.lane];
            let sign = if event.is_tie() { 1 } else { -1 };
            self.objective.add(&mut self.value, size, sign * times * copies as i64);
            let is_candidate = place < finite && event.is_tie();
            if is_candidate && self.objective.compare(&self.value, &self.best) == Ordering::Greater
            {
                self.best = self.value.clone();
                self.at = Some(event);
            }
        }
        self.next = end;
        if end < events.len() {
            return None;
        }
        let correct = &(&self.ties + &self.best) - &self.value;
        let epsilon = self.at.map_or(0.0, |event| sample.difference(event.rows()));
        Some(Star { epsilon, acc_eq: self.objective.average(&correct) })
    }
}
