//! The outputs of systems for items, with their scores by one metric.
//!
//! What [`system_level`](super::system_level) and [`bootstrap`](super::bootstrap) are given: both need to know which
//! system and which item a row is of, where [`Groups`](super::Groups) needs one of them at most.

/// One row for each output, in any order; the slices have equal lengths.
///
/// `system` and `item` number the systems and items; a system and an item
/// together name one row at most.
/// `NaN` is a missing score; all others are finite. Higher is better.
#[derive(Debug, Clone, Copy)]
pub struct Outputs<'a> {
    /// The number of each row's system.
    pub system: &'a [u32],
    /// The number of each row's item.
    pub item: &'a [u32],
    /// The human score of each row.
    pub human: &'a [f64],
    /// The metric score of each row.
    pub metric: &'a [f64],
}

impl Outputs<'_> {
    /// Rows with both scores, ascending.
    ///
    /// # Panics
    /// When the slices differ in length.
    pub fn complete_rows(&self) -> Vec<u32> {
        let rows = self.human.len();
        assert_eq!([self.system.len(), self.item.len(), self.metric.len()], [rows; 3]);
        let complete = |&row: &usize| !self.human[row].is_nan() && !self.metric[row].is_nan();
        (0..rows).filter(complete).map(|row| row as u32).collect()
    }
}
