//! An axis of epsilons, and curves along it.

use std::ops::Range;

use crate::stats::Curve;

/// From 0 to an end of any size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EpsilonAxis {
    end: f64,
    /// Plotters finds no ticks on axes shorter than 1e-16 or so: it is given
    /// epsilons divided by this.
    decade: f64,
}

impl EpsilonAxis {
    /// An axis that ends at `end`, which is greater than 0.
    pub fn new(end: f64) -> Self {
        let decade = 10f64.powf(end.log10().floor()).clamp(f64::MIN_POSITIVE, f64::MAX);
        EpsilonAxis { end, decade }
    }

    /// The last epsilon on the axis.
    pub fn end(self) -> f64 {
        self.end
    }

    /// What plotters is given of an epsilon.
    pub fn scaled(self, epsilon: f64) -> f64 {
        epsilon / self.decade
    }

    /// The axis as plotters is given it.
    pub fn range(self) -> Range<f64> {
        0.0..self.scaled(self.end)
    }

    /// The label of a tick, with as many places as the axis needs.
    pub fn label(self, scaled: f64) -> String {
        let epsilon = scaled * self.decade;
        if epsilon == 0.0 {
            return "0".into();
        }
        if !(1e-3..1e7).contains(&self.end) {
            return format!("{epsilon:.1e}");
        }
        let places = (2.0 - self.end.log10().floor()).clamp(0.0, 5.0) as usize;
        let text = format!("{epsilon:.places$}");
        if places == 0 { text } else { text.trim_end_matches('0').trim_end_matches('.').into() }
    }

    /// The points of a series, scaled, to the end of the axis. Where every
    /// candidate is a point, the value of each holds until the next: a staircase,
    /// without slopes that the data does not have. The last value holds for ever.
    pub fn path(self, curve: &Curve, values: &[f64]) -> Vec<(f64, f64)> {
        let mut points: Vec<(f64, f64)> = Vec::new();
        for (&epsilon, &value) in curve.epsilon.iter().zip(values) {
            let before = points.last().copied();
            if epsilon > self.end {
                let is_open = |&(last, _): &(f64, f64)| last < self.end && !curve.every_candidate;
                if let Some((last, held)) = before.filter(is_open) {
                    let share = (self.end - last) / (epsilon - last);
                    points.push((self.end, held + share * (value - held)));
                }
                break;
            }
            if let Some((_, held)) = before.filter(|_| curve.every_candidate) {
                points.push((epsilon, held));
            }
            points.push((epsilon, value));
        }
        if let Some(&(last, held)) = points.last()
            && last < self.end
        {
            points.push((self.end, held));
        }
        points.into_iter().map(|(epsilon, value)| (self.scaled(epsilon), value)).collect()
    }
}

/// The point of a curve at this epsilon, if it is one.
pub fn point_at(curve: &Curve, epsilon: f64) -> Option<usize> {
    curve.epsilon.iter().position(|&point| point == epsilon)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tick_labels_are_short() {
        let label = |epsilon: f64, end: f64| {
            let axis = EpsilonAxis::new(end);
            axis.label(axis.scaled(epsilon))
        };
        assert_eq!(label(0.0, 1.2), "0");
        assert_eq!(label(0.25, 1.2), "0.25");
        assert_eq!(label(0.5, 1.2), "0.5");
        assert_eq!(label(40.0, 95.0), "40");
        assert_eq!(label(0.002, 0.0123), "0.002");
        assert_eq!(label(2e-300, 1e-299), "2.0e-300");
    }

    fn curve(epsilon: &[f64], every_candidate: bool) -> Curve {
        Curve { epsilon: epsilon.to_vec(), every_candidate, ..Curve::default() }
    }

    #[test]
    fn every_candidate_makes_a_staircase() {
        let curve = curve(&[0.0, 1.0], true);
        let path = |end: f64| EpsilonAxis::new(end).path(&curve, &[1.0, 0.0]);
        assert_eq!(path(1.0), [(0.0, 1.0), (1.0, 1.0), (1.0, 0.0)]);
        assert_eq!(path(2.0), [(0.0, 1.0), (1.0, 1.0), (1.0, 0.0), (2.0, 0.0)]);
    }

    #[test]
    fn other_curves_are_cut_at_the_end_of_the_axis() {
        let curve = curve(&[0.0, 1.0, 5.0], false);
        let path = |end: f64| EpsilonAxis::new(end).path(&curve, &[1.0, 0.5, 0.25]);
        assert_eq!(path(1.0), [(0.0, 1.0), (1.0, 0.5)]);
        assert_eq!(path(3.0), [(0.0, 1.0), (1.0, 0.5), (3.0, 0.375)]);
        assert_eq!(path(5.0).last(), Some(&(5.0, 0.25)));
        assert_eq!(path(6.0).last(), Some(&(6.0, 0.25)));
    }
}
