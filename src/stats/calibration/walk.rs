//! Going through the pairs of an interval, some at a time.

use std::ops::Range;

use crate::grouping::{Group, Groups};

/// Goes through the rows of all groups, and for each through the rows before it
/// whose difference lies above one threshold and up to another.
#[derive(Debug)]
pub struct Walk {
    low: f64,
    high: f64,
    group: usize,
    row: usize,
    /// The rows that the last row was paired with.
    others: Range<usize>,
    /// All pairs so far.
    pairs: u64,
}

impl Walk {
    /// Begins with the first row.
    pub fn new(low: f64, high: f64) -> Self {
        Walk { low, high, group: 0, row: 0, others: 0..0, pairs: 0 }
    }

    /// All pairs so far.
    pub fn pairs(&self) -> u64 {
        self.pairs
    }

    /// Goes through about so many pairs: for each row, `visit` is given the
    /// index of the group, the group, the row and the rows it is paired with, if
    /// there are any, and may end it. Returns whether that was all.
    pub fn step(
        &mut self,
        groups: &Groups,
        pairs: usize,
        mut visit: impl FnMut(usize, &Group, usize, Range<usize>) -> bool,
    ) -> bool {
        if self.low >= self.high {
            return true;
        }
        let mut left = pairs;
        while self.group < groups.len() {
            let group = groups.get(self.group);
            while self.row < group.rows() {
                if left == 0 {
                    return false;
                }
                let others = self.next(&group);
                left = left.saturating_sub(1 + others.len());
                self.pairs += others.len() as u64;
                let row = self.row;
                self.row += 1;
                if !others.is_empty() && !visit(self.group, &group, row, others) {
                    self.group = groups.len();
                    return true;
                }
            }
            (self.group, self.row, self.others) = (self.group + 1, 0, 0..0);
        }
        true
    }

    /// The rows that the next row is paired with.
    fn next(&mut self, group: &Group) -> Range<usize> {
        let score = group.metric[self.row];
        let Range { mut start, mut end } = self.others;
        while score - group.metric[start] > self.high {
            start += 1;
        }
        while score - group.metric[end] > self.low {
            end += 1;
        }
        self.others = start..end;
        start..end.max(start)
    }
}
