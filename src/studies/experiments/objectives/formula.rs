//! The statistics that can be maximised, as exact numbers of counts, and how far they reach between two
//! thresholds.
//!
//! As epsilon grows, pairs that the metric orders become ties: C, D and T_h never grow, and T_m and T_hm
//! never shrink. The pairs that the human ties and those that the human orders stay as many. Each statistic
//! moves one way with each of C, D and T_h, so counts at the two ends bound it in between.

use super::exact::{Average, over_root, ratio};
use crate::stats::PairCounts;

/// How many statistics there are.
pub const STATISTICS: usize = 7;

/// A statistic of one group that can be maximised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Formula {
    TiesF1,
    CorrectRankF1,
    AccEq,
    TauB,
    Tau10,
    Tau13,
    Tau14,
}

impl Formula {
    /// Every one, each at its own index.
    pub const ALL: [Formula; STATISTICS] = [
        Formula::TiesF1,
        Formula::CorrectRankF1,
        Formula::AccEq,
        Formula::TauB,
        Formula::Tau10,
        Formula::Tau13,
        Formula::Tau14,
    ];

    /// The value for a group in units of [`exact`](super::exact), between -1 and 1; `None` where it is
    /// undefined.
    pub fn of(self, counts: &PairCounts) -> Option<i128> {
        self.is_defined(counts).then(|| self.of_parts(&Parts::new(counts), 0))
    }

    fn is_defined(self, counts: &PairCounts) -> bool {
        let ordered = counts.ordered_by_both();
        match self {
            Formula::TiesF1 | Formula::CorrectRankF1 | Formula::AccEq => true,
            Formula::TauB => ordered + counts.metric_ties > 0 && ordered + counts.human_ties > 0,
            Formula::Tau10 | Formula::Tau14 => ordered + counts.metric_ties > 0,
            Formula::Tau13 => ordered > 0,
        }
    }

    /// The value; where a denominator of a tau is 0, `otherwise` instead. An F1 is 1 there: without a pair
    /// in a class, by the human or by the metric, nothing is wrong with it.
    fn of_parts(self, parts: &Parts, otherwise: i64) -> i128 {
        let Parts { concordant, discordant, human_ties, .. } = *parts;
        let (tied, ordered) = (parts.tied_by_human, parts.ordered_by_human);
        let by_metric = concordant + discordant + human_ties;
        let lead = concordant as i64 - discordant as i64;
        let over = |numerator: i64, denominator: u64, otherwise: i64| match denominator {
            0 => ratio(otherwise, 1),
            _ => ratio(numerator, denominator),
        };
        match self {
            Formula::TiesF1 => {
                let both = tied - human_ties;
                over(2 * both as i64, both + parts.metric_ties() + tied, 1)
            }
            Formula::CorrectRankF1 => over(2 * concordant as i64, by_metric + ordered, 1),
            Formula::AccEq => over((concordant + tied - human_ties) as i64, tied + ordered, 0),
            Formula::TauB if ordered == 0 || by_metric == 0 => ratio(otherwise, 1),
            Formula::TauB => over_root(lead, [ordered, by_metric]),
            // C - D - T_m is 2 C less all pairs that the human orders.
            Formula::Tau10 => over(2 * concordant as i64 - ordered as i64, ordered, otherwise),
            Formula::Tau13 => over(lead, concordant + discordant, otherwise),
            Formula::Tau14 => over(lead, ordered, otherwise),
        }
    }

    /// No value of a group is greater between two thresholds, given its counts at both.
    fn greatest(self, from: &PairCounts, to: &PairCounts) -> i128 {
        let (c, d) = (from.concordant, to.discordant);
        match self {
            Formula::TiesF1 => {
                self.of_parts(&Parts::mixed(from, c, from.discordant, to.human_ties), 0)
            }
            // Where the metric is more wrong than right, ties of the human in the denominator help it.
            Formula::TauB if c < d => self.of_parts(&Parts::mixed(from, c, d, from.human_ties), 0),
            // Without C and D at these ends there is no concordant pair: no value is above 0, or above -1.
            Formula::Tau13 => self.of_parts(&Parts::mixed(from, c, d, to.human_ties), -1),
            _ => self.of_parts(&Parts::mixed(from, c, d, to.human_ties), 0),
        }
    }

    /// No value of a group is less between two thresholds.
    fn least(self, from: &PairCounts, to: &PairCounts) -> i128 {
        let (c, d) = (to.concordant, from.discordant);
        match self {
            Formula::TiesF1 => {
                self.of_parts(&Parts::mixed(from, c, to.discordant, from.human_ties), 0)
            }
            Formula::TauB if c < d => self.of_parts(&Parts::mixed(from, c, d, to.human_ties), 0),
            Formula::Tau13 => self.of_parts(&Parts::mixed(from, c, d, from.human_ties), 1),
            _ => self.of_parts(&Parts::mixed(from, c, d, from.human_ties), 0),
        }
    }

    /// How far the average over groups reaches between two thresholds; `None` if no group is defined there.
    pub fn reach(self, from: &[PairCounts], to: &[PairCounts]) -> Option<Reach> {
        let mut reach =
            Reach { least: Average::default(), greatest: Average::default(), all: true };
        let (mut highs, mut lows) = (Vec::new(), Vec::new());
        for (from, to) in from.iter().zip(to) {
            // A group that is undefined once stays so.
            if self.is_defined(to) {
                reach.least.add(self.least(from, to));
                reach.greatest.add(self.greatest(from, to));
            } else if self.is_defined(from) {
                highs.push(self.greatest(from, to));
                lows.push(self.least(from, to));
            }
        }
        reach.all = highs.is_empty();
        // Any part of these may still count: the best part are those above the average.
        highs.sort_unstable();
        for high in highs.into_iter().rev() {
            if reach.greatest.parts() == 0 || reach.greatest.is_less_than(high) {
                reach.greatest.add(high);
            }
        }
        lows.sort_unstable();
        for low in lows {
            if reach.least.parts() == 0 || reach.least.is_more_than(low) {
                reach.least.add(low);
            }
        }
        (reach.greatest.parts() > 0).then_some(reach)
    }

    /// The average over groups, of none where it is undefined in all.
    pub fn average(self, counts: &[PairCounts]) -> Average {
        let mut average = Average::default();
        counts.iter().filter_map(|counts| self.of(counts)).for_each(|units| average.add(units));
        average
    }
}

/// Between two thresholds, an average is not less and not greater than these.
#[derive(Debug, Clone, Copy)]
pub struct Reach {
    pub least: Average,
    pub greatest: Average,
    /// Whether the same groups are defined everywhere.
    pub all: bool,
}

/// The counts of a group that change with epsilon, and the sums that do not.
#[derive(Debug, Clone, Copy)]
struct Parts {
    concordant: u64,
    discordant: u64,
    human_ties: u64,
    tied_by_human: u64,
    ordered_by_human: u64,
}

impl Parts {
    fn new(counts: &PairCounts) -> Self {
        Self::mixed(counts, counts.concordant, counts.discordant, counts.human_ties)
    }

    /// Of the group with `counts`, but with some from one threshold and others from another.
    fn mixed(counts: &PairCounts, concordant: u64, discordant: u64, human_ties: u64) -> Self {
        Parts {
            concordant,
            discordant,
            human_ties,
            tied_by_human: counts.tied_by_human(),
            ordered_by_human: counts.ordered_by_both() + counts.metric_ties,
        }
    }

    fn metric_ties(&self) -> u64 {
        self.ordered_by_human - self.concordant - self.discordant
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{ClassStatistics, Groups, Statistic, count_groups};

    fn random_groups(random: &mut oorandom::Rand32) -> Groups {
        let rows = 4 + random.rand_range(0..30) as usize;
        let mut draw = |levels: u32| -> Vec<f64> {
            (0..rows).map(|_| f64::from(random.rand_range(0..levels))).collect()
        };
        let (human, metric) = (draw(4), draw(12));
        let keys: Vec<u32> = (0..rows).map(|row| row as u32 % 5).collect();
        Groups::new(Some(&keys), &human, &metric)
    }

    #[test]
    fn values_are_those_of_the_catalogue() {
        let mut random = oorandom::Rand32::new(5);
        let mut undefined = 0;
        for _ in 0..300 {
            let groups = random_groups(&mut random);
            for epsilon in [0.0, 1.0, 4.0, 9.0] {
                for (group, counts) in groups.iter().zip(&count_groups(&groups, epsilon)) {
                    let of = |statistic: Statistic| statistic.of(&group, counts, epsilon).ok();
                    let expected = [
                        Some(ClassStatistics::ties(counts).f1),
                        Some(ClassStatistics::correct_rank(counts).f1),
                        of(Statistic::AccEq),
                        of(Statistic::TauB),
                        of(Statistic::Tau10),
                        of(Statistic::Tau13),
                        of(Statistic::Tau14),
                    ];
                    for (formula, expected) in Formula::ALL.into_iter().zip(expected) {
                        let found = formula.average(&[*counts]);
                        let value = (found.parts() > 0).then(|| found.value());
                        undefined += usize::from(value.is_none());
                        assert_eq!(value.is_some(), expected.is_some(), "{formula:?} {counts:?}");
                        let (a, b) = (value.unwrap_or_default(), expected.unwrap_or_default());
                        assert!((a - b).abs() < 1e-15, "{formula:?} {counts:?}: {a}, {b}");
                    }
                }
            }
        }
        assert!(undefined > 100, "{undefined}");
    }

    #[test]
    fn no_average_leaves_its_reach() {
        let mut random = oorandom::Rand32::new(6);
        for _ in 0..300 {
            let groups = random_groups(&mut random);
            let at: Vec<_> = (0..13).map(|e| count_groups(&groups, f64::from(e))).collect();
            for (from, to) in (0..13).flat_map(|from| (from..13).map(move |to| (from, to))) {
                for formula in Formula::ALL {
                    let reach = formula.reach(&at[from], &at[to]);
                    for counts in &at[from..=to] {
                        let value = formula.average(counts);
                        if value.parts() == 0 {
                            continue;
                        }
                        let reach = reach.expect("some group is defined");
                        assert!(value.compare(&reach.greatest).is_le(), "{formula:?}");
                        assert!(value.compare(&reach.least).is_ge(), "{formula:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_reach_at_one_threshold_is_the_value() {
        let mut random = oorandom::Rand32::new(7);
        for _ in 0..100 {
            let counts = count_groups(&random_groups(&mut random), 2.0);
            for formula in Formula::ALL {
                let value = formula.average(&counts);
                match formula.reach(&counts, &counts) {
                    Some(reach) => {
                        assert!(reach.all);
                        assert_eq!((reach.least, reach.greatest), (value, value));
                    }
                    None => assert_eq!(value.parts(), 0),
                }
            }
        }
    }
}
