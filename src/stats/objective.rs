//! acc_eq averaged over groups, as a number that compares without rounding.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint};

use super::grouping::Groups;

/// An average of acc_eq over groups, before its last division.
///
/// Groups of equal size weigh the same in the average, so their counts may be
/// added: the average is the sum over sizes of count / P, over the groups.
#[derive(Debug, Clone)]
pub struct Value {
    /// Correct pairs (or some of them), for each size of group.
    counts: Vec<i64>,
    /// Their weighted sum.
    units: i128,
}

impl std::ops::Add for &Value {
    type Output = Value;

    fn add(self, other: &Value) -> Value {
        Value {
            counts: self.counts.iter().zip(&other.counts).map(|(a, b)| a + b).collect(),
            units: self.units + other.units,
        }
    }
}

impl std::ops::Sub for &Value {
    type Output = Value;

    fn sub(self, other: &Value) -> Value {
        Value {
            counts: self.counts.iter().zip(&other.counts).map(|(a, b)| a - b).collect(),
            units: self.units - other.units,
        }
    }
}

/// Compares averages of acc_eq over groups exactly.
///
/// Sums of counts over different numbers of pairs are rationals; the weight of
/// a pair is a whole number of units, lcm(P) / P for groups of P pairs. Where
/// the least common multiple is too large for that, a weight is rounded down
/// and sums that come too close to call are compared with big integers.
#[derive(Debug, Clone)]
pub struct Objective {
    /// Distinct numbers of pairs in a group, ascending.
    sizes: Vec<u64>,
    /// Index in `sizes` of each group.
    size_of_group: Vec<u32>,
    /// Weight in units of one pair, for each size.
    weights: Vec<i128>,
    /// Differences of sums up to this many units may be due to rounding.
    slack: i128,
}

/// Weights are kept below 2^60 so that sums over 2^60 pairs fit in an i128.
const LARGEST_WEIGHT: u128 = 1 << 60;

impl Objective {
    /// The objective for these groups.
    pub fn new(groups: &Groups) -> Self {
        Self::of_pairs(&groups.iter().map(|group| group.pairs()).collect::<Vec<_>>())
    }

    /// The objective for groups of so many pairs each, none of them 0.
    pub fn of_pairs(pairs: &[u64]) -> Self {
        let mut sizes = pairs.to_vec();
        sizes.sort_unstable();
        sizes.dedup();
        let size_of_group =
            pairs.iter().map(|&pairs| sizes.partition_point(|&size| size < pairs) as u32).collect();
        match least_common_multiple(&sizes, LARGEST_WEIGHT) {
            Some(lcm) => {
                let weights = sizes.iter().map(|&size| (lcm / u128::from(size)) as i128).collect();
                Objective { sizes, size_of_group, weights, slack: 0 }
            }
            None => {
                let weights =
                    sizes.iter().map(|&size| (LARGEST_WEIGHT / u128::from(size)) as i128).collect();
                // Each pair's weight is short by less than one unit.
                let slack = pairs.iter().map(|&pairs| i128::from(pairs)).sum();
                Objective { sizes, size_of_group, weights, slack }
            }
        }
    }

    /// No correct pair.
    pub fn nothing(&self) -> Value {
        Value { counts: vec![0; self.sizes.len()], units: 0 }
    }

    /// How many sizes there are.
    pub fn sizes(&self) -> usize {
        self.sizes.len()
    }

    /// Whether two values count the same pairs of each size.
    pub fn is_same(&self, a: &Value, b: &Value) -> bool {
        a.counts == b.counts
    }

    /// Index among the sizes of the group at `index`.
    pub fn size_of(&self, index: usize) -> u32 {
        self.size_of_group[index]
    }

    /// What a pair in a group of the size at `size` weighs, in units; at most 2^60.
    pub fn weight(&self, size: u32) -> i128 {
        self.weights[size as usize]
    }

    /// Whether weights are whole, so that their sums say which average is greater.
    pub fn is_whole(&self) -> bool {
        self.slack == 0
    }

    /// Adds `count` correct pairs in groups of the size at `size`.
    pub fn add(&self, value: &mut Value, size: u32, count: i64) {
        value.counts[size as usize] += count;
        value.units += i128::from(count) * self.weights[size as usize];
    }

    /// Whether a value of at most `a` + `b` is less than `c` beyond all doubt.
    pub fn sum_is_less(&self, a: &Value, b: &Value, c: &Value) -> bool {
        a.units + b.units + self.slack < c.units
    }

    /// Compares two averages exactly.
    pub fn compare(&self, a: &Value, b: &Value) -> Ordering {
        let difference = a.units - b.units;
        if difference.abs() > self.slack || self.slack == 0 {
            difference.cmp(&0)
        } else if a.counts == b.counts {
            Ordering::Equal
        } else {
            self.compare_exactly(&a.counts, &b.counts)
        }
    }

    /// The sign of the sum over sizes of (a - b) / size.
    fn compare_exactly(&self, a: &[i64], b: &[i64]) -> Ordering {
        let product = self.product();
        self.sum_over_sizes(a, &product).cmp(&self.sum_over_sizes(b, &product))
    }

    /// The average itself, 0 to 1, rounded once. The value must count the pairs
    /// of all groups, of which there is one at least.
    pub fn average(&self, value: &Value) -> f64 {
        let product = self.product();
        let sum = self.sum_over_sizes(&value.counts, &product);
        let all = BigInt::from(product * self.size_of_group.len());
        // Of 64 digits or 65, the last says whether others follow: more than rounding to an f64 looks at.
        let shift = 64 + all.bits().saturating_sub(sum.bits());
        let sum = sum << shift;
        let quotient = &sum / &all;
        let is_cut = &quotient * all != sum;
        let digits = i128::try_from(quotient).map(|quotient| quotient | i128::from(is_cut));
        digits.map_or(f64::NAN, |digits| digits as f64 / 2f64.powi(shift as i32))
    }

    fn product(&self) -> BigUint {
        self.sizes.iter().product()
    }

    /// The sum of count / size over all sizes, times the product of the sizes.
    fn sum_over_sizes(&self, counts: &[i64], product: &BigUint) -> BigInt {
        let terms = counts.iter().zip(&self.sizes);
        terms.map(|(&count, &size)| BigInt::from(product / size) * count).sum()
    }
}

/// `None` when it passes `limit`.
pub(super) fn least_common_multiple(sizes: &[u64], limit: u128) -> Option<u128> {
    sizes.iter().try_fold(1u128, |lcm, &size| {
        let size = u128::from(size);
        let lcm = (lcm / greatest_common_divisor(lcm, size)).checked_mul(size)?;
        (lcm <= limit).then_some(lcm)
    })
}

pub(super) fn greatest_common_divisor(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One group of each number of rows.
    fn groups(rows: &[u32]) -> Groups {
        let keys: Vec<u32> =
            rows.iter().enumerate().flat_map(|(key, &n)| (0..n).map(move |_| key as u32)).collect();
        let scores: Vec<f64> = (0..keys.len()).map(|i| i as f64).collect();
        Groups::new(Some(&keys), &scores, &scores)
    }

    fn compare(objective: &Objective, a: &[i64], b: &[i64]) -> Ordering {
        let value = |counts: &[i64]| {
            let mut value = objective.nothing();
            for (size, &count) in counts.iter().enumerate() {
                objective.add(&mut value, size as u32, count);
            }
            value
        };
        objective.compare(&value(a), &value(b))
    }

    #[test]
    fn thirds_add_up_to_one() {
        // Groups of 1, 3 and 6 pairs: 1/3 + 4/6 = 1 = 1/1.
        let objective = Objective::new(&groups(&[2, 3, 4]));
        assert_eq!(objective.slack, 0);
        assert_eq!(compare(&objective, &[1, 0, 0], &[0, 1, 4]), Ordering::Equal);
        assert_eq!(compare(&objective, &[1, 0, 0], &[0, 1, 3]), Ordering::Greater);
    }

    #[test]
    fn an_average_is_rounded_once() {
        let objective = Objective::new(&groups(&[2, 3, 4]));
        let mut value = objective.nothing();
        [1, 3, 6]
            .iter()
            .enumerate()
            .for_each(|(size, &n)| objective.add(&mut value, size as u32, n));
        assert_eq!(objective.average(&value), 1.0);
        objective.add(&mut value, 1, -1);
        assert_eq!(objective.average(&value), 8.0 / 9.0);
    }

    #[test]
    fn many_large_sizes_fall_back_to_big_integers() {
        let rows: Vec<u32> = (1000..1030).collect();
        let objective = Objective::new(&groups(&rows));
        assert!(objective.slack > 0);
        // P(1000) = 499,500 and P(1001) = 500,500 share the factor 500.
        let (mut a, mut b) = ([0; 30], [0; 30]);
        (a[0], b[1]) = (999, 1001);
        assert_eq!(compare(&objective, &a, &b), Ordering::Equal);
        b[1] += 1;
        assert_eq!(compare(&objective, &a, &b), Ordering::Less);
        assert_eq!(compare(&objective, &a, &a), Ordering::Equal);
    }
}
