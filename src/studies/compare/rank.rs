//! Ranks that equal values share.

/// Averages closer than this are equal: they differ by the rounding of their terms at most.
const EQUAL: f64 = 1e-12;

/// The rank of each value, from 1 for the greatest: one more than how many are greater. Equal values share
/// a rank; undefined ones have none.
pub fn ranks(values: &[Option<f64>]) -> Vec<Option<u32>> {
    let rank = |value: f64| {
        let is_greater = |other: &&f64| **other - value > EQUAL;
        1 + values.iter().flatten().filter(is_greater).count() as u32
    };
    values.iter().map(|value| value.map(rank)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_share_a_rank() {
        let values = [Some(0.2), None, Some(0.5), Some(0.5 + 1e-15), Some(-1.0), Some(0.2)];
        assert_eq!(ranks(&values), [Some(3), None, Some(1), Some(1), Some(5), Some(3)]);
        assert_eq!(ranks(&[]), []);
    }
}
