//! Pairwise difference Pearson: the correlation of human and metric differences.
//!
//! Newer than the paper: it weighs a pair by how far its outputs are apart, and needs no epsilon.

use super::correlation::{Deviations, deviations, times_power_of_two};
use super::grouping::{Group, Groups};
use super::statistic::Entry;

/// The catalogue entry.
pub const PAIRWISE_DIFFERENCE_PEARSON: Entry = Entry {
    name: "pairwise_difference_pearson",
    formula: "Σ Δh Δm / √(Σ Δh² Σ Δm²) over all pairs within items",
    least: -1.0,
    undefined: "no two scores of an item differ by the human, or none by the metric",
    source: "Pairwise difference Pearson (2025): do differences agree in size as well as in order?",
    uses_epsilon: false,
};

/// The sum of dh dm over the root of (sum dh^2)(sum dm^2), where dh and dm are
/// the human and the metric difference of a pair and all pairs within groups
/// are summed; from -1 to 1. `None` when the human or the metric scores are all
/// equal within each group, or there is no pair.
///
/// Pairs are not listed: those of a group of n rows sum to n times the product
/// of the deviations from the group's means. Large groups weigh more than small
/// ones, by definition. Scores near 1e-300 or 1e300 neither vanish nor overflow.
pub fn pairwise_difference_pearson(groups: &Groups) -> Option<f64> {
    let terms: Vec<Terms> = groups.iter().map(|group| Terms::new(&group)).collect();
    let human = sum(terms.iter().filter_map(|terms| terms.human))?;
    let metric = sum(terms.iter().filter_map(|terms| terms.metric))?;
    let Some(product) = sum(terms.iter().filter_map(|terms| terms.product)) else {
        return Some(0.0);
    };
    let exponent = (human.exponent + metric.exponent) / 2 - product.exponent;
    let value = product.scaled / (human.scaled * metric.scaled).sqrt();
    Some(times_power_of_two(value, exponent).clamp(-1.0, 1.0))
}

/// A sum that may be out of the range of an f64.
#[derive(Debug, Clone, Copy)]
struct Scaled {
    /// The sum times 2^exponent.
    scaled: f64,
    exponent: i32,
}

/// Sums over the pairs of one group; nothing where a side is constant.
struct Terms {
    human: Option<Scaled>,
    metric: Option<Scaled>,
    product: Option<Scaled>,
}

impl Terms {
    fn new(group: &Group) -> Self {
        let (human, metric) = (deviations(group.human), deviations(group.metric));
        let sum = |a: &Option<Deviations>, b: &Option<Deviations>| {
            let (a, b) = a.as_ref().zip(b.as_ref())?;
            let products: f64 = a.scaled.iter().zip(&b.scaled).map(|(a, b)| a * b).sum();
            let scaled = group.rows() as f64 * products;
            Some(Scaled { scaled, exponent: a.exponent + b.exponent })
        };
        Terms {
            human: sum(&human, &human),
            metric: sum(&metric, &metric),
            product: sum(&human, &metric),
        }
    }
}

/// The sum in the scale of the largest term; `None` without a term.
fn sum(terms: impl Iterator<Item = Scaled> + Clone) -> Option<Scaled> {
    let exponent = terms.clone().map(|term| term.exponent).min()?;
    let scale = |term: Scaled| term.scaled * 2f64.powi(exponent - term.exponent);
    let mut scaled: Vec<f64> = terms.map(scale).collect();
    // In an order that does not depend on that of the groups.
    scaled.sort_unstable_by(f64::total_cmp);
    Some(Scaled { scaled: scaled.iter().sum(), exponent })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_that_is_constant_still_counts_for_the_other_side() {
        // dh: 1, 0; dm: 2, 3. The second group adds to the metric's sum only.
        let groups = Groups::new(Some(&[0, 0, 1, 1]), &[0.0, 1.0, 5.0, 5.0], &[0.0, 2.0, 0.0, 3.0]);
        let value = pairwise_difference_pearson(&groups).unwrap();
        assert!((value - 2.0 / 13f64.sqrt()).abs() < 1e-15);
    }

    #[test]
    fn sides_that_differ_in_different_groups_do_not_correlate() {
        let groups = Groups::new(Some(&[0, 0, 1, 1]), &[0.0, 1.0, 5.0, 5.0], &[2.0, 2.0, 0.0, 3.0]);
        assert_eq!(pairwise_difference_pearson(&groups), Some(0.0));
    }

    #[test]
    fn undefined_without_a_difference() {
        // Three times 0.1 has a mean that is not 0.1.
        let groups = Groups::new(None, &[0.1, 0.1, 0.1], &[1.0, 2.0, 3.0]);
        assert_eq!(pairwise_difference_pearson(&groups), None);
        assert_eq!(pairwise_difference_pearson(&Groups::new(None, &[], &[])), None);
    }

    #[test]
    fn scale_and_offset_do_not_matter() {
        let keys = [0, 0, 0, 1, 1, 1];
        let (human, metric) = ([1.0, 4.0, 2.0, 7.0, 5.0, 6.0], [3.0, 1.0, 0.0, 2.0, 2.0, 4.0]);
        let value = |human: &[f64], metric: &[f64]| {
            pairwise_difference_pearson(&Groups::new(Some(&keys), human, metric)).unwrap()
        };
        let plain = value(&human, &metric);
        for (scale, offset) in [(1e-305, 0.0), (1e-300, 0.0), (1e300, 0.0), (1e-3, 1e9)] {
            let scaled = human.map(|h| h * scale + offset);
            // An offset costs the scores the digits that it covers.
            let tolerance = if offset > 0.0 { 1e-4 } else { 1e-15 };
            assert!((value(&scaled, &metric) - plain).abs() < tolerance, "{scale}");
        }
    }

    #[test]
    fn a_constant_group_of_huge_scores_does_not_hide_tiny_differences() {
        let human = [1e300, 1e300, 1e-300, 2e-300];
        let groups = Groups::new(Some(&[0, 0, 1, 1]), &human, &[1.0, 1.0, 3.0, 4.0]);
        assert_eq!(pairwise_difference_pearson(&groups), Some(1.0));
    }
}
