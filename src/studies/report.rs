//! "What is in this data?": how complete each column of scores is, and how much it ties.
//!
//! In groups of equal size, the share of pairs that the human ties is what a constant metric reaches in acc_eq:
//! values of data with different shares do not compare.

use crate::scores::ScoreSet;
use crate::stats::{Grouping, Levels, Ties};

/// One column of scores at a glance.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ColumnReport {
    /// The column's name.
    pub name: String,
    /// Rows that count: with a human score and, for a metric, with its score too.
    pub rows: usize,
    /// Rows without a score in this column.
    pub missing: usize,
    /// Different scores in the rows that count.
    pub distinct: usize,
    /// The greatest score; none without rows.
    pub top: Option<f64>,
    /// Rows that have it.
    pub at_top: usize,
    /// Their share of the rows that count.
    pub at_top_share: Option<f64>,
    /// Tied pairs, for each grouping that the data allows.
    pub ties: Vec<GroupedTies>,
}

/// Tied pairs in the groups of one grouping.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct GroupedTies {
    /// How rows are grouped.
    pub grouping: Grouping,
    /// Pairs that the column ties.
    pub ties: Ties,
    /// The share of the pairs that are tied; none without a pair.
    pub tied_share: Option<f64>,
    /// The share of the ties that are at the top; none without a tie.
    pub at_top_share: Option<f64>,
}

/// Reports on the human scores, or on those of the metric at an index of [`ScoreSet::metrics`]; nothing
/// when there is no such metric. Takes a sort of the rows.
pub fn report(scores: &ScoreSet, metric: Option<usize>) -> Option<ColumnReport> {
    let human = &scores.human;
    let column = metric.map_or(Some(human), |metric| scores.metrics.get(metric))?;
    let counts = |(human, score): (&f64, &f64)| if human.is_nan() { f64::NAN } else { *score };
    let values: Vec<f64> = human.values.iter().zip(&column.values).map(counts).collect();
    let levels = Levels::new(&values);
    let keys =
        [(Grouping::Item, scores.item.as_deref()), (Grouping::System, scores.system.as_deref())];
    let grouped = keys.into_iter().filter(|(_, keys)| keys.is_some());
    let ties = |(grouping, keys)| {
        let ties = levels.ties(keys);
        let tied_share = share(ties.tied, ties.pairs);
        GroupedTies { grouping, ties, tied_share, at_top_share: share(ties.tied_at_top, ties.tied) }
    };
    Some(ColumnReport {
        name: column.name.clone(),
        rows: levels.scores(),
        missing: column.values.iter().filter(|score| score.is_nan()).count(),
        distinct: levels.distinct(),
        top: (levels.scores() > 0)
            .then(|| values.iter().copied().fold(f64::NEG_INFINITY, f64::max)),
        at_top: levels.at_top(),
        at_top_share: share(levels.at_top() as u64, levels.scores() as u64),
        ties: grouped.chain([(Grouping::None, None)]).map(ties).collect(),
    })
}

fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scores::load;

    #[test]
    fn a_metric_counts_where_there_is_a_human_score() {
        let text = "system,item,human,m\nA,1,0,5\nB,1,0,5\nC,1,,5\nA,2,-1,4\nB,2,0,\n";
        let set = load(text.as_bytes()).unwrap();
        let human = report(&set, None).unwrap();
        assert_eq!((human.rows, human.missing, human.distinct), (4, 1, 2));
        assert_eq!((human.top, human.at_top, human.at_top_share), (Some(0.0), 3, Some(0.75)));
        let by_item = &human.ties[0];
        assert_eq!(by_item.ties, Ties { pairs: 2, tied: 1, tied_at_top: 1 });
        assert_eq!((by_item.tied_share, by_item.at_top_share), (Some(0.5), Some(1.0)));
        let metric = report(&set, Some(0)).unwrap();
        assert_eq!((metric.rows, metric.missing, metric.top), (3, 1, Some(5.0)));
        assert_eq!(metric.ties[2].ties, Ties { pairs: 3, tied: 1, tied_at_top: 1 });
        assert_eq!(report(&set, Some(1)), None);
    }
}
