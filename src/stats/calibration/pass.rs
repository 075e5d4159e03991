//! Going through the open intervals from left to right.

use super::bins::Bins;
use super::edge::Interval;
use super::list::{self, Lister};
use super::{Calibrator, NARROWED, SORTED_AT_ONCE, Stage, sample};
use crate::candidates;
use crate::grouping::Groups;

/// Rows looked at in one step to list them, but at least for 1024 of them.
const ROWS_AT_ONCE: u64 = 1 << 22;
/// Neighbours that are still open are counted in bins together up to so many
/// pairs, or four times as many as in one: one pass over the rows serves them all.
const PAIRS_TOGETHER: u64 = 1 << 23;
/// Bins hold fewer pairs than this.
const PAIRS_IN_BINS: u64 = 1 << 32;

impl Calibrator {
    /// Begins to go through the intervals from left to right.
    pub(super) fn begin_search(&mut self) -> Stage {
        let open = || self.intervals.iter().filter(|interval| self.is_open(interval));
        let first = open().next().map_or(0, |interval| interval.from.tied);
        let last = open().next_back().map_or(0, |interval| interval.to.tied);
        self.searched = (first, last);
        Stage::Search
    }

    /// Finds the maximisers among the candidates of an interval and of the
    /// open ones after it.
    pub(super) fn search_within(&mut self, groups: &Groups, interval: Interval) -> Stage {
        self.advance(interval.from.tied);
        if interval.pairs() == 0 {
            // No candidate, not even a lesser one.
        } else if !self.is_open(&interval) {
            self.search.pass_over();
        } else if interval.is_flat(&self.objective) {
            self.try_flat(groups, &interval);
        } else if !self.fits(&interval) {
            self.halve(groups, interval);
        } else if self.coarse {
            let interval = self.join(interval);
            let list = list::list_all(groups, &self.objective, &interval);
            list::sweep(&list, interval.from.correct(), &self.objective, &mut self.search);
        } else {
            let interval = self.join(interval);
            let end = self.end_of_part(groups, &interval);
            let bins = Bins::new(&self.objective, &interval.from, end);
            return Stage::Bins(Box::new(bins), Box::new(interval));
        }
        Stage::Search
    }

    /// Whether the interval can be listed, or its pairs counted in bins.
    fn fits(&self, interval: &Interval) -> bool {
        if self.coarse { self.is_small(interval) } else { interval.pairs() < PAIRS_IN_BINS }
    }

    /// Finds the bins that can hold a maximiser.
    pub(super) fn open_bins(
        &mut self,
        groups: &Groups,
        mut bins: Box<Bins>,
        interval: Interval,
    ) -> Stage {
        let (part, rest) = interval.split(bins.end(&self.objective));
        if rest.pairs() > 0 {
            self.intervals.push_front(rest);
        }
        bins.open(&self.objective, &mut self.search);
        if self.differ && bins.open_pairs() > self.limits.listed as u64 / 2 {
            return self.refine(groups, &bins, part);
        }
        let lister = bins.lister(self.limits.listed);
        Stage::List(bins, Box::new(part), lister)
    }

    /// Tries the candidates in open bins, unless they are too many.
    pub(super) fn search_bins(
        &mut self,
        groups: &Groups,
        bins: &Bins,
        part: Interval,
        lister: Lister,
    ) -> Stage {
        let Some(list) = lister.into_sorted() else {
            self.differ = true;
            return self.refine(groups, bins, part);
        };
        bins.sweep(&list, &self.objective, &mut self.search);
        Stage::Search
    }

    /// Too many candidates are open: counts the pairs of the interval in more
    /// bins, or of pieces of it, cut between the bins there are.
    fn refine(&mut self, groups: &Groups, bins: &Bins, interval: Interval) -> Stage {
        if let Some(finer) = bins.finer(&self.objective) {
            return Stage::Bins(Box::new(finer), Box::new(interval));
        }
        let mut pieces = bins.cut(groups, &self.objective, interval, self.limits.pairs_of_a_piece);
        match pieces.pop() {
            Some(whole) if pieces.is_empty() => self.halve(groups, whole),
            last => pieces.extend(last),
        }
        for mut piece in pieces.into_iter().rev() {
            piece.alone = true;
            self.intervals.push_front(piece);
        }
        Stage::Search
    }

    /// Joins an interval with the open ones that follow.
    fn join(&mut self, mut interval: Interval) -> Interval {
        while let Some(next) = self.intervals.front() {
            let fits = if self.coarse {
                next.to.differences - interval.from.differences <= self.few_differences()
            } else {
                next.to.tied - interval.from.tied <= self.pairs_together()
            };
            if !fits || interval.alone || next.alone || !self.is_open(next) {
                break;
            }
            if let Some(next) = self.intervals.pop_front() {
                interval.to = next.to;
            }
        }
        interval
    }

    pub(super) fn few_differences(&self) -> u64 {
        (ROWS_AT_ONCE / self.rows_per_difference.max(1)).clamp(1024, SORTED_AT_ONCE as u64)
    }

    fn pairs_together(&self) -> u64 {
        PAIRS_TOGETHER.max(4 * self.limits.few_pairs)
    }

    /// Up to where the pairs of an interval are counted in bins together.
    fn end_of_part(&self, groups: &Groups, interval: &Interval) -> f64 {
        let share = self.pairs_together() as f64 / interval.pairs() as f64;
        if share >= 1.0 {
            return interval.to.epsilon;
        }
        sample::quantile(groups, interval, share).unwrap_or(interval.to.epsilon)
    }

    /// acc_eq is the same at all candidates of the interval.
    fn try_flat(&mut self, groups: &Groups, interval: &Interval) {
        let value = interval.from.correct();
        let first = candidates::next_above(groups, interval.from.epsilon);
        let last = candidates::last_below(groups, interval.to.epsilon.next_up());
        for epsilon in first.into_iter().chain(last) {
            self.search.candidate(&self.objective, epsilon, &value);
        }
    }

    /// Too many candidates are open, or more than can be cut away: halves the
    /// interval.
    fn halve(&mut self, groups: &Groups, mut interval: Interval) {
        interval.alone = true;
        let middle = self.thresholds_inside(groups, &interval, 1);
        if middle.is_empty() {
            // No number lies between: one candidate has all the pairs.
            let value = interval.to.correct();
            return self.search.candidate(&self.objective, interval.to.epsilon, &value);
        }
        let edges = self.edges(middle).run(groups, &self.objective);
        for piece in interval.cut(edges).into_iter().rev() {
            self.intervals.push_front(piece);
        }
    }

    /// All pairs up to so many tied ones are dealt with.
    fn advance(&mut self, tied: u64) {
        let (from, to) = self.searched;
        let share = tied.saturating_sub(from) as f64 / to.saturating_sub(from).max(1) as f64;
        self.progress = self.progress.max(NARROWED + (1.0 - NARROWED) * share.min(1.0));
    }
}
