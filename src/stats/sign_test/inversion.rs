//! The tail of a weighted sum of many signs, from its Fourier transform.
//!
//! On a lattice of L points, P(S = x) is the mean over L frequencies of the
//! transform, a product of one factor for each term, so the tail is a sum over
//! frequencies as well. Three things make that fast and precise.
//!
//! *Tilting.* Coins are loaded so that the mean of S is the observed s, which
//! is undone in the sum. The tail then is of the size of its leading factor
//! e^(ln M(t) - ts), so that small p-values keep their digits (H. Daniels,
//! *Saddlepoint approximations in statistics*, 1954; nothing is approximated
//! here).
//!
//! *Windows.* Few frequencies matter where there are many signs; the others
//! are not even looked at (`frequencies`).
//!
//! *Bounds.* Where too many frequencies remain, only the lowest N are used.
//! The trigonometric polynomial of degree N nearest to a step is known, and so
//! is another that is nowhere smaller than its error (J. Vaaler, *Some extremal
//! functions in Fourier analysis*, Bull. AMS 12, 1985, theorem 18). Their
//! expectations are a value and how far it is off at most. The tail of the
//! loaded coins is a mean of steps,
//!
//! > e^(-tx) [x >= 0] = integral over y > 0 of t e^(-ty) [0 <= x < y].

use std::f64::consts::{PI, TAU};

use rustfft::num_complex::Complex64;

use super::Bounds;
use super::frequencies::{DEVIATIONS, Factor, Lattice, Search, deviation, polar, transform};
use super::terms::Terms;

/// The most points of the lattice that lie within these deviations; weights
/// are rounded until it is so.
const MOST_POINTS: f64 = (1u64 << 42) as f64;
/// The distribution of S about what was observed.
#[derive(Debug)]
pub struct Inversion {
    /// t: how far coins are loaded, at least 0.
    tilt: f64,
    /// The leading factor of the tail: M(t) e^(-ts), M being the moment
    /// generating function of S.
    leading: f64,
    lattice: Lattice,
    /// Frequencies from 1 up whose part is not negligible, with the transform
    /// of S - s.
    frequencies: Vec<(u64, Complex64)>,
    /// If not all frequencies were looked at, the last one that was.
    highest: Option<u64>,
    /// How far rounding of weights can have moved S from s.
    slack: u64,
}

impl Inversion {
    /// `terms` must have a lead of at least 0.
    pub fn new(terms: &Terms) -> Self {
        let excess = 2.0 * DEVIATIONS * deviation(terms) / MOST_POINTS;
        let terms =
            if excess > 1.0 { &terms.rounded(libm::log2(excess).ceil() as u32) } else { terms };
        let tilt = tilt(terms);
        let factors: Vec<Factor> = terms.terms.iter().map(|term| Factor::new(term, tilt)).collect();
        let lattice = Lattice::new(terms);
        let mut search = Search::new(&factors, lattice);
        let highest = search.run().err();
        let transform = |&frequency: &u64| (frequency, transform(&factors, lattice, frequency));
        let reach: f64 = factors.iter().map(Factor::reach).sum();
        Inversion {
            frequencies: search.found.iter().map(transform).collect(),
            highest,
            leading: libm::exp(factors.iter().map(Factor::log_leading).sum()),
            slack: terms.rounding * reach.ceil() as u64,
            tilt,
            lattice,
        }
    }

    /// P(S >= s) and P(S > s) for the observed s.
    pub fn upper_tails(&self) -> [Bounds; 2] {
        if self.highest.is_none() && self.slack == 0 {
            return [self.tail(0), self.tail(1)].map(|p| Bounds { least: p, most: p });
        }
        if self.slack >= self.lattice.room || self.highest == Some(0) {
            return [Bounds { least: 0.0, most: 1.0 }; 2];
        }
        let slack = self.slack as i64;
        let Bounds { least, .. } = self.bounds(slack);
        let Bounds { most, .. } = self.bounds(-slack);
        [Bounds { least: least.max(0.0), most: most.min(1.0) }; 2]
    }

    /// P(S - s >= `shift`), from all frequencies.
    fn tail(&self, shift: i64) -> f64 {
        let points = self.lattice.points as f64;
        let at_zero = match self.tilt {
            0.0 => self.lattice.upper as f64,
            tilt => self.fading() / -libm::expm1(-tilt),
        };
        let sum =
            self.sum(shift, at_zero, |step| (1.0 - step.last) / one_less(self.tilt, step.angle));
        sum / points
    }

    /// Bounds of P(S - s >= `shift`) and of P(S - s > `shift`), from the
    /// lowest frequencies.
    fn bounds(&self, shift: i64) -> Bounds {
        let points = self.lattice.points as f64;
        let degree = self.highest.unwrap_or(self.lattice.points / 2) as f64 + 1.0;
        let at_zero = match self.tilt {
            0.0 => self.lattice.upper as f64,
            tilt => self.fading() / tilt,
        };
        let integral = |step: &Step| (1.0 - step.last) / Complex64::new(self.tilt, step.angle);
        let value = self.sum(shift, at_zero, |step| {
            let share = step.frequency / degree;
            integral(step) * (PI * share * (1.0 - share) / libm::tan(PI * share) + share)
        });
        // Both ends of a step are off by as much.
        let error = self.sum(shift, 2.0, |step| {
            (1.0 + step.last + self.tilt * integral(step)) * (1.0 - step.frequency / degree)
        });
        let (value, error) = (value / points, error / (2.0 * degree));
        Bounds { least: value - error, most: value + error }
    }

    /// The sum over all frequencies of the transform of S - s - `shift` times
    /// `factor`, and the leading factor.
    fn sum(&self, shift: i64, at_zero: f64, factor: impl Fn(&Step) -> Complex64) -> f64 {
        let Lattice { upper, .. } = self.lattice;
        let end = libm::exp(-self.tilt * upper as f64);
        let mut sum = at_zero;
        for &(frequency, transform) in &self.frequencies {
            let angle = |distance: u64| TAU * self.lattice.turn(frequency, distance);
            let back = -angle(shift.unsigned_abs()) * shift.signum() as f64;
            let step = Step {
                frequency: frequency as f64,
                angle: angle(1),
                last: polar(end, -angle(upper)),
            };
            // The opposite frequency adds the conjugate.
            sum += 2.0 * (transform * polar(1.0, back) * factor(&step)).re;
        }
        self.leading * libm::exp(-self.tilt * shift as f64) * sum
    }

    /// How much of e^(-tx) has faded at the last point.
    fn fading(&self) -> f64 {
        -libm::expm1(-self.tilt * self.lattice.upper as f64)
    }
}

/// What a step from 0 to the last point has at one frequency.
#[derive(Debug)]
struct Step {
    frequency: f64,
    /// The turn from one point to the next,
    angle: f64,
    /// and e^(-tx - i angle x) at the last point.
    last: Complex64,
}

/// The tilt at which the mean of S is s. Any other would do, less precisely.
fn tilt(terms: &Terms) -> f64 {
    let weights = || terms.terms.iter().map(|term| (term.weight as f64, term.signs() as f64));
    let lead = terms.lead() as f64;
    let mean = |tilt: f64| weights().map(|(w, k)| w * k * libm::tanh(0.5 * tilt * w)).sum::<f64>();
    let lightest = weights().map(|(w, _)| w).find(|&w| w > 0.0).unwrap_or(1.0);
    let all: f64 = weights().map(|(w, k)| w * k).sum();
    // At this tilt less than the lightest sign is missing from all.
    let (mut low, mut high) = (0.0, (libm::log(all / lightest) + 2.0) / lightest);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        *(if mean(middle) < lead { &mut low } else { &mut high }) = middle;
    }
    low
}

/// 1 - e^(-`tilt` - i `angle`), without cancellation.
fn one_less(tilt: f64, angle: f64) -> Complex64 {
    let half = libm::sin(0.5 * angle);
    let size = libm::exp(-tilt);
    Complex64::new(2.0 * size * half * half - libm::expm1(-tilt), size * libm::sin(angle))
}
