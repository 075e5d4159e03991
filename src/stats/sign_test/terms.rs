//! The weighted sum of signs, with whole weights.

use super::super::objective::least_common_multiple;
use super::Signs;
use crate::sorting::sort_by_key;

/// What all signs together may weigh, so that sums fit in an i128.
const LARGEST_SUM: u128 = 1 << 126;

/// S = sum of weight x Binomial(signs, 1/2), and what was observed.
#[derive(Debug, Clone, PartialEq)]
pub struct Terms {
    /// Ascending by weight, at least 1 each unless rounded to 0.
    pub terms: Vec<Term>,
    /// The weight of a sign in a group of one pair.
    unit: u128,
    /// How far each weight may be from its true value: 0 if exact, else 1.
    pub rounding: u64,
}

/// The signs of all groups of one size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Term {
    /// Of one sign, in units common to all terms.
    pub weight: u128,
    /// Observed signs for the first metric.
    pub plus: u64,
    /// Observed signs for the second metric.
    pub minus: u64,
}

impl Term {
    /// K: all signs.
    pub fn signs(&self) -> u64 {
        self.plus + self.minus
    }
}

impl Terms {
    /// Weights are lcm(P) / P for groups of P pairs. Where the least common
    /// multiple is too large, a number that is not takes its place, and they
    /// are rounded down.
    pub fn new(signs: &[Signs]) -> Self {
        let sizes: Vec<u64> = signs.iter().map(|signs| signs.pairs).collect();
        let all: u64 = signs.iter().map(|signs| signs.plus + signs.minus).sum();
        let largest = LARGEST_SUM / u128::from(all.max(1));
        let lcm = least_common_multiple(&sizes, largest);
        let unit = lcm.unwrap_or(largest);
        let term = |&Signs { pairs, plus, minus }: &Signs| Term {
            weight: unit / u128::from(pairs),
            plus,
            minus,
        };
        let mut terms: Vec<Term> = signs.iter().map(term).collect();
        sort_by_key(&mut terms, |term| term.weight);
        Terms { terms, unit, rounding: u64::from(lcm.is_none()) }
    }

    /// The same with the metrics exchanged.
    pub fn exchanged(&self) -> Self {
        let exchange =
            |&Term { weight, plus, minus }: &Term| Term { weight, plus: minus, minus: plus };
        Terms { terms: self.terms.iter().map(exchange).collect(), ..*self }
    }

    /// The same in units of 2^`bits`.
    pub fn rounded(&self, bits: u32) -> Self {
        let half = (1u128 << bits) / 2;
        let round = |term: &Term| Term { weight: (term.weight + half) >> bits, ..*term };
        let terms = self.terms.iter().map(round).collect();
        Terms { terms, unit: self.unit >> bits, rounding: 1 }
    }

    /// All signs.
    pub fn signs(&self) -> u64 {
        self.terms.iter().map(Term::signs).sum()
    }

    /// All signs for the second metric.
    pub fn minus(&self) -> u64 {
        self.terms.iter().map(|term| term.minus).sum()
    }

    /// How far the first metric is ahead, a sign in a group of P pairs being
    /// worth 1/P.
    pub fn difference(&self) -> f64 {
        self.lead() as f64 / self.unit as f64
    }

    /// Twice what the observed sum is above its mean.
    pub fn lead(&self) -> i128 {
        let lead =
            |term: &Term| term.weight as i128 * (i128::from(term.plus) - i128::from(term.minus));
        self.terms.iter().map(lead).sum()
    }
}
