//! The sign test of one metric against another, exact also where groups of
//! unequal size weigh unequally.
//!
//! Only pairs of rows that exactly one of the two metrics gets right matter.
//! Under the null hypothesis a coin decides for each of them which metric that
//! is. In a group of P pairs each weighs 1/P, so with K such pairs in all
//! groups of P pairs together, the statistic is
//!
//! > S = sum over P of X_P / P, each X_P a Binomial(K, 1/2).
//!
//! With one size of group, that is a plain binomial ([`binomial`]). With
//! several, weights become whole numbers (`terms`), and the distribution is
//! either listed (`listing`) or found from its Fourier transform
//! (`inversion`).

pub mod binomial;
mod frequencies;
mod inversion;
mod listing;
mod terms;

use std::collections::BTreeMap;

use inversion::Inversion;
use listing::Listing;
use terms::Terms;

/// How often exactly one of two metrics gets a pair right, in groups of one
/// size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signs {
    /// Pairs in each of these groups, at least 1.
    pub pairs: u64,
    /// Pairs that only the first metric gets right, in all of them together.
    pub plus: u64,
    /// Pairs that only the second metric gets right.
    pub minus: u64,
}

/// One-sided p-values; a draw that equals what was observed counts in both.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SignTest {
    /// How far the first metric is ahead: the sum of (plus - minus) / pairs.
    pub difference: f64,
    /// How probable it is under the null hypothesis that the first metric is
    /// ahead by at least as much as it was. 1 when no sign was observed.
    pub p: f64,
    /// The same for the second metric.
    pub p_reverse: f64,
    /// 0 when both are exact. Else neither is off by more than this. Both times
    /// they are rounded: p of the metric that is ahead by a relative 1e-11, the
    /// other by as much of 1 - p and 1e-15.
    pub error: f64,
}

/// Between these two the truth lies; equal when it is known.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Bounds {
    least: f64,
    most: f64,
}

/// Tests whether the first metric is better than the second, and the reverse.
/// Entries with the same number of pairs may recur.
///
/// Takes a few milliseconds, a tenth of a second at most: where the exact
/// distribution is out of reach (ten sizes of group or more with few signs
/// each, or sizes whose least common multiple is enormous),
/// [`SignTest::error`] is above 0. It then is about p / 1000 for a hundred
/// signs and p / 10,000,000 for ten thousand.
/// With more than 2^30 signs, the error of rounding grows.
pub fn sign_test(signs: &[Signs]) -> SignTest {
    let mut by_size = BTreeMap::new();
    for signs in signs.iter().filter(|signs| signs.plus + signs.minus > 0) {
        let sum: &mut (u64, u64) = by_size.entry(signs.pairs).or_default();
        *sum = (sum.0 + signs.plus, sum.1 + signs.minus);
    }
    let signs: Vec<Signs> =
        by_size.into_iter().map(|(pairs, (plus, minus))| Signs { pairs, plus, minus }).collect();
    let terms = Terms::new(&signs);
    let difference = terms.difference();
    if let [Signs { plus, minus, .. }] = signs[..] {
        let [p, p_reverse] = [plus, minus].map(|least| binomial::upper_tail(plus + minus, least));
        return SignTest { difference, p, p_reverse, error: 0.0 };
    }
    // The tail of the metric that is ahead is the shorter one.
    let behind = terms.lead() < 0;
    let [at_least, above] =
        if behind { upper_tails(&terms.exchanged()) } else { upper_tails(&terms) };
    let middle = |bounds: Bounds| bounds.least + (bounds.most - bounds.least) / 2.0;
    let error = |bounds: Bounds| (bounds.most - bounds.least) / 2.0;
    let (ahead, other) = (middle(at_least).min(1.0), (1.0 - middle(above)).min(1.0));
    let (p, p_reverse) = if behind { (other, ahead) } else { (ahead, other) };
    SignTest { difference, p, p_reverse, error: error(at_least).max(error(above)) }
}

/// P(S >= s) and P(S > s) for the observed s, at least the mean of S.
fn upper_tails(terms: &Terms) -> [Bounds; 2] {
    if terms.minus() == 0 {
        // Only all signs alike reach s, and nothing is above it.
        let all_alike = binomial::probability(terms.signs(), 0);
        return [all_alike, 0.0].map(|p| Bounds { least: p, most: p });
    }
    match Listing::new(terms) {
        Some(listing) => listing.upper_tails(),
        None => Inversion::new(terms).upper_tails(),
    }
}

#[cfg(test)]
mod tests {
    use oorandom::Rand64;

    use super::super::grouping::pairs_of;
    use super::*;

    /// Group size, plus, minus.
    fn signs(of: &[(u64, u64, u64)]) -> Vec<Signs> {
        of.iter().map(|&(pairs, plus, minus)| Signs { pairs, plus, minus }).collect()
    }

    fn terms(of: &[(u64, u64, u64)]) -> Terms {
        let terms = Terms::new(&signs(of));
        if terms.lead() >= 0 { terms } else { terms.exchanged() }
    }

    /// P(S >= s) and P(S > s) by a table of all sums.
    fn convolve(terms: &Terms) -> [f64; 2] {
        let mut sums = BTreeMap::from([(0, 1.0)]);
        for term in &terms.terms {
            let mut next = BTreeMap::new();
            for (successes, p) in binomial::probabilities(term.signs()).into_iter().enumerate() {
                let gain = term.weight as i128 * (successes as i128 - i128::from(term.plus));
                for (sum, q) in &sums {
                    *next.entry(sum + gain).or_insert(0.0) += p * q;
                }
            }
            sums = next;
        }
        [0, 1].map(|least| sums.range(least..).map(|(_, p)| p).sum())
    }

    fn assert_equal(found: [Bounds; 2], expected: [f64; 2], what: &str) {
        for (found, expected) in found.into_iter().zip(expected) {
            assert_eq!(found.least, found.most, "{what}");
            let error = (found.least - expected).abs();
            assert!(error <= 1e-11 * expected, "{what}: {} {expected}", found.least);
        }
    }

    /// Groups of these sizes with random signs, up to `most` for each size.
    fn random(random: &mut Rand64, sizes: &[u64], most: u64) -> Vec<(u64, u64, u64)> {
        let signs = random.rand_range(0..most + 1);
        let ahead = random.rand_range(0..most + 1);
        let mut sign = |most| random.rand_range(0..most + 1);
        sizes.iter().map(|&size| (size, 1 + sign(ahead), 1 + sign(signs))).collect()
    }

    #[test]
    fn listing_and_inversion_equal_the_table_of_all_sums() {
        let mut numbers = Rand64::new(1);
        for case in 0..240 {
            let sizes: &[u64] = match case % 4 {
                0 => &[1, 3],
                1 => &[28, 36, 21],
                2 => &[3, 10, 15, 6],
                _ => &[780, 741],
            };
            let most = [3, 20, 150][case % 3];
            let terms = terms(&random(&mut numbers, sizes, most));
            let expected = convolve(&terms);
            let what = format!("{terms:?}");
            assert_equal(Listing::new(&terms).unwrap().upper_tails(), expected, &what);
            assert_equal(Inversion::new(&terms).upper_tails(), expected, &what);
        }
    }

    #[test]
    fn inversion_of_many_signs_equals_listing() {
        for ahead in [0, 100, 2000] {
            let terms = terms(&[(28, 20_000 + ahead, 20_000), (36, 30_011, 30_000)]);
            let [at_least, above] = Listing::new(&terms).unwrap().upper_tails();
            let expected = [at_least.least, above.least];
            assert_equal(Inversion::new(&terms).upper_tails(), expected, &ahead.to_string());
        }
    }

    /// Cases that can still be listed, but have too many frequencies.
    #[test]
    fn bounds_hold_what_is_exact() {
        let mut numbers = Rand64::new(2);
        // 12 to 20 rows a group; large groups; the same with one small group,
        // the weights of which are millions of times larger.
        let small: Vec<u64> = (12..=20).map(pairs_of).collect();
        let large: Vec<u64> = (1850..1858).map(pairs_of).collect();
        let mixed: Vec<u64> = [1, 3, 6].into_iter().chain(large[..5].iter().copied()).collect();
        let mut inexact = 0;
        for case in 0..60 {
            let sizes = [&small, &large, &mixed][case % 3];
            let terms = terms(&random(&mut numbers, sizes, [2, 4, 8][case / 3 % 3]));
            let listing = Listing::new(&terms).unwrap();
            let listed = listing.upper_tails();
            let bounds = Inversion::new(&terms).upper_tails();
            for (bounds, listed) in bounds.into_iter().zip(listed) {
                let rounding = 1e-11 * listed.least;
                assert_eq!(listed.least, listed.most);
                assert!(bounds.least <= listed.least + rounding, "{bounds:?} {listed:?} {terms:?}");
                assert!(bounds.most >= listed.most - rounding, "{bounds:?} {listed:?} {terms:?}");
                inexact += usize::from(bounds.least < bounds.most);
            }
            // Not so wide that they say nothing, where sums are dense.
            let [bounds, _] = bounds;
            if case % 3 == 0 && listed[0].least > 1e-3 {
                assert!(bounds.most < 1.1 * bounds.least, "{bounds:?} {listed:?}");
            }
        }
        assert!(inexact > 40, "{inexact}");
    }
}
