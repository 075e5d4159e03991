//! Every sum of few signs, listed: exact for any weights.
//!
//! The terms are dealt into two halves. Each half has its list of sums; the
//! sums of the whole are all pairs of one from each list, and as one list is
//! walked upwards, those of the other that are still needed begin ever lower.

use super::Bounds;
use super::binomial;
use super::terms::{Term, Terms};
use crate::sorting::sort_by_key;

/// The longest list of sums.
const LONGEST: u64 = 1 << 17;

/// The distribution of S less what was observed, as two independent addends.
#[derive(Debug)]
pub struct Listing {
    /// Sums of one half, ascending, with their probabilities.
    first: Vec<(i128, f64)>,
    /// Sums of the other half, descending; with the probability of at least
    /// so much.
    second: Vec<(i128, f64)>,
    /// How far a sum may be from its true value.
    slack: i128,
}

impl Listing {
    /// `None` when a list would be too long.
    pub fn new(terms: &Terms) -> Option<Self> {
        let mut by_signs: Vec<&Term> = terms.terms.iter().collect();
        sort_by_key(&mut by_signs, |term| std::cmp::Reverse(term.signs()));
        let mut halves = [(1u64, Vec::new()), (1u64, Vec::new())];
        for term in by_signs {
            let shorter = usize::from(halves[1].0 < halves[0].0);
            let (length, half) = &mut halves[shorter];
            *length = length.checked_mul(term.signs() + 1).filter(|&length| length <= LONGEST)?;
            half.push(term);
        }
        let [first, mut second] = halves.map(|(_, half)| sums(&half));
        second.reverse();
        let mut tail = 0.0;
        for (_, probability) in &mut second {
            tail += *probability;
            *probability = tail;
        }
        Some(Listing { first, second, slack: i128::from(terms.rounding * terms.signs()) })
    }

    /// P(S >= s) and P(S > s) for the observed s.
    pub fn upper_tails(&self) -> [Bounds; 2] {
        if self.slack == 0 {
            return [self.at_least(0), self.at_least(1)].map(|p| Bounds { least: p, most: p });
        }
        // Sums this close to s may be equal to it, or on either side.
        let above = self.at_least(self.slack + 1);
        let at_least = self.at_least(-self.slack);
        [Bounds { least: above, most: at_least }; 2]
    }

    /// P(S - s >= `least`).
    fn at_least(&self, least: i128) -> f64 {
        let mut needed = 0;
        let mut sum = 0.0;
        for &(value, probability) in &self.first {
            while self.second.get(needed).is_some_and(|&(other, _)| value + other >= least) {
                needed += 1;
            }
            if let Some(last) = needed.checked_sub(1) {
                sum += probability * self.second[last].1;
            }
        }
        sum
    }
}

/// Ascending sums of weight x (X - observed), with their probabilities.
fn sums(terms: &[&Term]) -> Vec<(i128, f64)> {
    let mut sums = vec![(0, 1.0)];
    for term in terms {
        let probabilities = binomial::probabilities(term.signs());
        let weight = term.weight as i128;
        let mut longer: Vec<(i128, f64)> = Vec::with_capacity(sums.len() * probabilities.len());
        for (successes, &p) in probabilities.iter().enumerate() {
            let gain = weight * (successes as i128 - i128::from(term.plus));
            longer.extend(sums.iter().map(|&(sum, q)| (sum + gain, p * q)));
        }
        // Stable, so that equal sums are added in a fixed order.
        sort_by_key(&mut longer, |&(sum, _)| sum);
        longer.dedup_by(|next, kept| {
            let equal = next.0 == kept.0;
            if equal {
                kept.1 += next.1;
            }
            equal
        });
        sums = longer;
    }
    sums
}
