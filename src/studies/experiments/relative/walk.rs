//! All pairs of the groups, or some drawn at random, in the order in which a growing epsilon ties them.

use std::cmp::Ordering;

use oorandom::Rand64;

use super::{AlongThreshold, Optimum, SearchMethod, TiePoint};
use crate::experiments::run_pairs::RunPair;
use crate::stats::objective::{Objective, Value};
use crate::stats::{Group, Groups};

/// Rows or pairs looked at in one step: some milliseconds.
const ROWS_AT_ONCE: usize = 1 << 17;
/// The curve has a point about every two-hundredth of the pairs.
const POINTS: u128 = 200;

/// What epsilon is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Distance {
    /// |m_i - m_j|
    Absolute,
    /// |m_i - m_j| / max(|m_i|, |m_j|), from 0 to 2; 0 for equal scores, also for two zeros.
    Relative,
}

impl Distance {
    /// Of two scores.
    pub fn of(self, a: f64, b: f64) -> f64 {
        let difference = (a - b).abs();
        match self {
            Distance::Absolute => difference,
            Distance::Relative if difference == 0.0 => 0.0,
            Distance::Relative => difference / a.abs().max(b.abs()),
        }
    }
}

/// Which pairs are walked along.
#[derive(Debug)]
enum Pairs {
    All,
    /// So many of each group, with replacement.
    Drawn(Rand64, Vec<u64>),
}

/// Pairs between two runs of equal scores (or within one), which become ties together.
#[derive(Debug, Clone, Copy)]
struct Event {
    /// Bits of the distance: non-negative floats sort as their bits do.
    bits: u64,
    pairs: u64,
    /// Correct pairs more when these are ties.
    gain: i64,
    /// Size of the group, as an index of the objective.
    size: u32,
}

/// The walk, in steps of some milliseconds; `groups` are always the same.
#[derive(Debug)]
pub struct Walk {
    distance: Distance,
    pairs: Pairs,
    objective: Objective,
    events: Vec<Event>,
    /// Pairs in all events.
    pairs_listed: u64,
    /// Correct pairs while none is tied.
    ordered: Value,
    /// Where listing goes on: a group, and how many of its runs (or drawn pairs) are done.
    group: usize,
    done: usize,
    sorted: bool,
}

impl Walk {
    /// Along all pairs.
    pub fn all(groups: &Groups, distance: Distance) -> Self {
        Self::new(Pairs::All, Objective::new(groups), distance)
    }

    /// Along `most` pairs drawn at random, those of each group by its share of the pairs, but one at
    /// least. The same seed draws the same pairs for either distance.
    pub fn drawn(groups: &Groups, distance: Distance, most: u64, seed: u64) -> Self {
        let pairs = groups.pairs();
        let share = |group: Group| {
            let share = u128::from(group.pairs()) * u128::from(most) / u128::from(pairs);
            (share as u64).max(1)
        };
        let counts: Vec<u64> = groups.iter().map(share).collect();
        let objective = Objective::of_pairs(&counts);
        Self::new(Pairs::Drawn(Rand64::new(seed.into()), counts), objective, distance)
    }

    fn new(pairs: Pairs, objective: Objective, distance: Distance) -> Self {
        Walk {
            distance,
            pairs,
            ordered: objective.nothing(),
            objective,
            events: Vec::new(),
            pairs_listed: 0,
            group: 0,
            done: 0,
            sorted: false,
        }
    }

    /// Does a little of the work; returns the result once all is done.
    pub fn step(&mut self, groups: &Groups) -> Option<AlongThreshold> {
        if self.sorted {
            return Some(self.walk(groups));
        }
        if self.group == groups.len() {
            // Merges the runs that are sorted already.
            ascend(&mut self.events);
            self.sorted = true;
            return None;
        }
        let start = self.events.len();
        let mut left = ROWS_AT_ONCE;
        while self.group < groups.len() && left > 0 {
            let group = groups.get(self.group);
            let all_done = match self.pairs {
                Pairs::All => self.list_run(&group, &mut left),
                Pairs::Drawn(..) => self.draw(&group, &mut left),
            };
            if all_done {
                self.group += 1;
                self.done = 0;
            }
        }
        ascend(&mut self.events[start..]);
        None
    }

    /// The share of the work that is done, from 0 to 1.
    pub fn progress(&self, groups: &Groups) -> f64 {
        let of_group = match &self.pairs {
            _ if self.group == groups.len() => 1.0,
            Pairs::All => groups.get(self.group).metric_levels() as f64,
            Pairs::Drawn(_, counts) => counts[self.group] as f64,
        };
        (self.group as f64 + self.done as f64 / of_group) / groups.len().max(1) as f64
    }

    /// Lists the pairs of the next run, its own and those with runs above it; returns whether it was the
    /// last run.
    fn list_run(&mut self, group: &Group, left: &mut usize) -> bool {
        let (lower, runs) = (self.done, group.metric_levels());
        let (score, ranks) = (group.run_score(lower), group.run_ranks(lower));
        self.push(0.0, RunPair::within(ranks));
        for upper in lower + 1..runs {
            let others = group.run_ranks(upper);
            let distance = self.distance.of(group.run_score(upper), score);
            self.push(distance, RunPair::between(ranks, others));
            *left = left.saturating_sub(ranks.len() + others.len());
        }
        self.done += 1;
        self.done == runs
    }

    /// Draws some pairs of the group; returns whether they were the last.
    fn draw(&mut self, group: &Group, left: &mut usize) -> bool {
        let rows = group.rows() as u64;
        let Pairs::Drawn(random, counts) = &mut self.pairs else { return true };
        let wanted = counts[self.group] as usize;
        let end = wanted.min(self.done + *left);
        let drawn: Vec<(u64, u64)> = (self.done..end)
            .map(|_| {
                let one = random.rand_range(0..rows);
                let other = random.rand_range(0..rows - 1);
                let other = other + u64::from(other >= one);
                (one.min(other), one.max(other))
            })
            .collect();
        for &(lower, upper) in &drawn {
            let (lower, upper) = (lower as usize, upper as usize);
            let distance = self.distance.of(group.metric[upper], group.metric[lower]);
            let ranks = [lower, upper].map(|row| group.human_rank[row]);
            // Within a run of equal scores, rows ascend by human score, which the metric does not.
            let pair = if group.metric[lower] == group.metric[upper] {
                RunPair::within(&ranks)
            } else {
                RunPair::between(&ranks[..1], &ranks[1..])
            };
            self.push(distance, pair);
        }
        *left -= drawn.len();
        self.done = end;
        end == wanted
    }

    fn push(&mut self, distance: f64, pair: RunPair) {
        let size = self.objective.size_of(self.group);
        self.objective.add(&mut self.ordered, size, pair.concordant as i64);
        // Beyond the range of an f64, a difference is never a tie.
        if pair.pairs > 0 && distance.is_finite() {
            let (bits, pairs, gain) = (distance.to_bits(), pair.pairs, pair.gain());
            self.pairs_listed += pairs;
            self.events.push(Event { bits, pairs, gain, size });
        }
    }

    fn walk(&self, groups: &Groups) -> AlongThreshold {
        let exact = matches!(self.pairs, Pairs::All);
        let method = if exact { SearchMethod::Listed } else { SearchMethod::Sample };
        if groups.is_empty() {
            return AlongThreshold { best: None, curve: Vec::new(), method, exact };
        }
        let objective = &self.objective;
        let zero = self.events.partition_point(|event| event.bits == 0);
        let (first, rest) = self.events.split_at(zero);
        let mut at = At { correct: self.ordered.clone(), tied: objective.nothing() };
        at.tie(objective, first);
        let mut best = (0.0, at.clone());
        let pairs_of = |events: &[Event]| events.iter().map(|event| event.pairs).sum::<u64>();
        let (mut last_epsilon, mut done) = (0.0, pairs_of(first));
        let mut curve = vec![at.point(objective, 0.0)];
        let mut next_point = self.next_point(done);
        for equal in rest.chunk_by(|a, b| a.bits == b.bits) {
            at.tie(objective, equal);
            let epsilon = f64::from_bits(equal[0].bits);
            match objective.compare(&at.correct, &best.1.correct) {
                Ordering::Greater => {
                    best = (epsilon, at.clone());
                    last_epsilon = epsilon;
                }
                Ordering::Equal => last_epsilon = epsilon,
                Ordering::Less => {}
            }
            done += pairs_of(equal);
            if done >= next_point {
                curve.push(at.point(objective, epsilon));
                next_point = self.next_point(done);
            }
        }
        let best = best.1.point(objective, best.0);
        let place = curve.partition_point(|point| point.epsilon < best.epsilon);
        if curve.get(place).is_none_or(|point| point.epsilon != best.epsilon) {
            curve.insert(place, best);
        }
        AlongThreshold { best: Some(Optimum::new(best, last_epsilon)), curve, method, exact }
    }

    /// How many pairs are tied at the next point of the curve.
    fn next_point(&self, done: u64) -> u64 {
        let all = u128::from(self.pairs_listed);
        let step = u128::from(done) * POINTS / all.max(1) + 1;
        (step * all).div_ceil(POINTS).min(all) as u64
    }
}

fn ascend(events: &mut [Event]) {
    events.sort_by_key(|event| event.bits);
}

/// What is known at an epsilon.
#[derive(Debug, Clone)]
struct At {
    correct: Value,
    tied: Value,
}

impl At {
    fn tie(&mut self, objective: &Objective, events: &[Event]) {
        for event in events {
            objective.add(&mut self.correct, event.size, event.gain);
            objective.add(&mut self.tied, event.size, event.pairs as i64);
        }
    }

    fn point(&self, objective: &Objective, epsilon: f64) -> TiePoint {
        let acc_eq = objective.average(&self.correct);
        TiePoint { epsilon, share_tied: objective.average(&self.tied), acc_eq }
    }
}
