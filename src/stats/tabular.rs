//! Coefficients in WMT's tabular notation (the paper's Tables 7 to 9, after Macháček and Bojar 2014): what
//! each pair of a human and a metric judgement counts.

use super::statistic::Statistic;

/// Rows: the human's `<`, `=`, `>`; columns: the metric's. A cell without a number is left out of both sums;
/// the value is the sum of coefficient times pairs, divided by the number of pairs that are counted.
pub type Coefficients = [[Option<i8>; 3]; 3];

impl Statistic {
    /// The table of a statistic that has one.
    pub fn coefficients(self) -> Option<Coefficients> {
        let table =
            |same: i8, ordered_tie: Option<i8>, tie_ordered: Option<i8>, both, opposite: i8| {
                [
                    [Some(same), ordered_tie, Some(opposite)],
                    [tie_ordered, both, tie_ordered],
                    [Some(opposite), ordered_tie, Some(same)],
                ]
            };
        match self {
            Statistic::Tau10 => Some(table(1, Some(-1), None, None, -1)),
            Statistic::Tau13 => Some(table(1, None, None, None, -1)),
            Statistic::Tau14 => Some(table(1, Some(0), None, None, -1)),
            Statistic::TauEq => Some(table(1, Some(-1), Some(-1), Some(1), -1)),
            Statistic::AccEq => Some(table(1, Some(0), Some(0), Some(1), 0)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Groups, count_groups};
    use super::*;

    #[test]
    fn a_table_says_the_same_as_the_formula() {
        // Every kind of pair, in unequal numbers.
        let human = [0.0, 0.0, 0.0, 1.0, 1.0, 2.0, 3.0];
        let metric = [0.0, 0.0, 2.0, 1.0, 1.0, 1.0, 0.5];
        let groups = Groups::new(None, &human, &metric);
        let counts = count_groups(&groups, 0.0)[0];
        for statistic in Statistic::ALL {
            let Some([[same, ordered_tie, opposite], [tie_ordered, both, _], _]) =
                statistic.coefficients()
            else {
                continue;
            };
            let cells = [
                (same, counts.concordant),
                (opposite, counts.discordant),
                (ordered_tie, counts.metric_ties),
                (tie_ordered, counts.human_ties),
                (both, counts.both_ties),
            ];
            let counted =
                cells.iter().filter_map(|&(cell, pairs)| Some((f64::from(cell?), pairs as f64)));
            let (sum, pairs) = counted
                .fold((0.0, 0.0), |(sum, all), (cell, pairs)| (sum + cell * pairs, all + pairs));
            let value = statistic.of(&groups.get(0), &counts, 0.0).unwrap();
            assert!((sum / pairs - value).abs() < 1e-15, "{statistic:?}");
        }
    }

    #[test]
    fn a_pair_read_backwards_counts_the_same() {
        for table in Statistic::ALL.into_iter().filter_map(Statistic::coefficients) {
            for row in 0..3 {
                for column in 0..3 {
                    assert_eq!(table[row][column], table[2 - row][2 - column]);
                }
            }
        }
    }
}
