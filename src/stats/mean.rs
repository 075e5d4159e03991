//! A mean that does not depend on the order of its terms.

/// Weight of the lowest bit of the running sum.
const UNIT: f64 = 1.0 / SCALE;
/// 2^100: every f64 of at least 2^-48 in size is a whole number of units.
const SCALE: f64 = (1u128 << 100) as f64;

/// The mean of values between -1 and 1.
///
/// Terms are summed as whole multiples of 2^-100. Integer addition is
/// associative, so shuffled rows and groups give the same bits, and a term can
/// be taken out again without a trace. Terms smaller than 2^-48 lose digits
/// beyond the hundredth binary place, far below what a mean of them can show.
/// Up to 2^27 terms fit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Mean {
    sum: Fixed,
    terms: u64,
}

/// A number in units of 2^-100.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Fixed(i128);

impl Fixed {
    /// `value` must lie between -1 and 1.
    pub fn new(value: f64) -> Self {
        debug_assert!(value.abs() <= 1.0, "{value} is outside -1..1");
        Fixed((value * SCALE) as i128)
    }
}

impl std::ops::AddAssign for Fixed {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl std::ops::SubAssign for Fixed {
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl Mean {
    /// The mean of `terms` values whose sum is `sum`.
    pub fn of_sum(sum: Fixed, terms: u64) -> Self {
        Mean { sum, terms }
    }

    /// Adds one value between -1 and 1.
    pub fn add(&mut self, value: f64) {
        self.sum += Fixed::new(value);
        self.terms += 1;
    }

    /// How many values were added.
    pub fn terms(&self) -> u64 {
        self.terms
    }

    /// The mean, or `None` when nothing was added.
    pub fn value(&self) -> Option<f64> {
        (self.terms > 0).then(|| self.sum.0 as f64 * UNIT / self.terms as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_term_is_its_own_mean() {
        for value in [0.0, 1.0, -1.0, 1.0 / 3.0, -0.1, 2f64.powi(-48)] {
            let mut mean = Mean::default();
            mean.add(value);
            assert_eq!(mean.value(), Some(value));
        }
    }

    #[test]
    fn order_does_not_matter() {
        let terms: Vec<f64> = (1..2000).map(|i| 1.0 / i as f64).collect();
        let (mut forward, mut backward) = (Mean::default(), Mean::default());
        terms.iter().for_each(|&t| forward.add(t));
        terms.iter().rev().for_each(|&t| backward.add(t));
        assert_eq!(forward, backward);
        let plain = terms.iter().sum::<f64>() / terms.len() as f64;
        assert!((forward.value().unwrap() - plain).abs() < 1e-15);
    }

    #[test]
    fn no_terms_have_no_mean() {
        assert_eq!(Mean::default().value(), None);
    }
}
