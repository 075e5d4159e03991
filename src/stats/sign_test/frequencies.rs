//! The frequencies at which the transform of a weighted sum of signs matters.
//!
//! On a lattice of L points, the factor of a term with many signs is far from
//! 0 only near multiples of L / weight, in *windows*. Only frequencies that are
//! in a window of every such term are looked at; all others add less than
//! e^-44 each.

use std::f64::consts::{LN_2, PI};

use rustfft::num_complex::Complex64;

use super::terms::{Term, Terms};

/// A sum of bounded terms is farther from its mean than this many of its
/// largest possible standard deviations with a probability below 1e-18
/// (Hoeffding).
pub const DEVIATIONS: f64 = 9.2;
/// Factors below e^-44 are passed over.
const NEGLIGIBLE: f64 = 44.0;
/// Windows and frequencies that are looked at: about 20 ms.
const MOST_WORK: u64 = 1 << 18;
/// A frequency that matters costs as much as so many.
const WORK_OF_ONE_FOUND: u64 = 4;

/// One term's factor in the transform.
#[derive(Debug)]
pub struct Factor {
    weight: u64,
    signs: f64,
    /// Observed signs for the first metric, less half of all.
    lead: f64,
    /// Half of t x weight,
    half: f64,
    /// from which follow P(plus) - P(minus) of a loaded coin,
    bias: f64,
    /// and 4 P(plus) P(minus).
    spread: f64,
}

/// Points on a circle: all of S that matters, with room on either side.
#[derive(Debug, Clone, Copy)]
pub struct Lattice {
    /// How many points: odd.
    pub points: u64,
    /// How many of them are s or above.
    pub upper: u64,
    /// How far the threshold may move.
    pub room: u64,
}

impl Factor {
    pub fn new(term: &Term, tilt: f64) -> Self {
        let half = 0.5 * tilt * term.weight as f64;
        let cosh = libm::cosh(half);
        Factor {
            weight: term.weight as u64,
            signs: term.signs() as f64,
            lead: (term.plus as f64 - term.minus as f64) / 2.0,
            half,
            bias: libm::tanh(half),
            spread: 1.0 / (cosh * cosh),
        }
    }

    /// The logarithm of the term's part of the leading factor.
    pub fn log_leading(&self) -> f64 {
        if self.half > 1.0 {
            let minus = 0.5 * self.signs - self.lead;
            return 2.0 * self.half * minus
                + self.signs * (libm::log1p(libm::exp(-2.0 * self.half)) - LN_2);
        }
        // ln cosh without cancellation.
        let sinh = libm::sinh(0.5 * self.half);
        self.signs * libm::log1p(2.0 * sinh * sinh) - 2.0 * self.half * self.lead
    }

    /// How far signs for the first metric can be from those observed.
    pub fn reach(&self) -> f64 {
        let mean = 0.5 * self.signs * self.bias;
        self.signs.min((mean - self.lead).abs() + DEVIATIONS * 0.5 * self.signs.sqrt())
    }

    /// How small the factor is at least, as the exponent of 1/e.
    fn exponent(&self, sin: f64) -> f64 {
        0.5 * self.signs * self.spread * sin * sin
    }
}

impl Lattice {
    pub fn new(terms: &Terms) -> Self {
        let far = (DEVIATIONS * deviation(terms)).ceil();
        let side = |signs: fn(&Term) -> u64| {
            let all: f64 = terms.terms.iter().map(|t| t.weight as f64 * signs(t) as f64).sum();
            far.min(all) as u64
        };
        let (lower, upper) = (side(|term| term.plus), side(|term| term.minus));
        let room = (lower + upper) / 8 + 2;
        Lattice { points: (lower + upper + 2 * room) | 1, upper: upper + room, room }
    }

    /// How far a point at `distance` turns at a frequency, in turns from -1/2
    /// to 1/2.
    pub fn turn(&self, frequency: u64, distance: u64) -> f64 {
        let product = u128::from(frequency) * u128::from(distance);
        let rest = (product % u128::from(self.points)) as u64;
        let backwards = self.points - rest;
        let centred = if rest < backwards { rest as f64 } else { -(backwards as f64) };
        centred / self.points as f64
    }
}

/// Looks for the frequencies that matter, in ascending order.
#[derive(Debug)]
pub struct Search<'a> {
    factors: &'a [Factor],
    lattice: Lattice,
    /// Distance and half width of each term's windows, the widest first.
    windows: Vec<(f64, f64)>,
    work: u64,
    /// Frequencies that matter, from 1 up.
    pub found: Vec<u64>,
}

impl<'a> Search<'a> {
    pub fn new(factors: &'a [Factor], lattice: Lattice) -> Self {
        let points = lattice.points as f64;
        let window = |factor: &Factor| {
            let sin = (NEGLIGIBLE / factor.exponent(1.0)).sqrt();
            let half = libm::asin(sin) / PI;
            let distance = points / factor.weight as f64;
            // Outside of its windows a factor is negligible, if it ever is.
            (factor.weight > 0 && sin < 1.0).then_some((distance, half * distance))
        };
        let windows = factors.iter().filter_map(window).collect();
        Search { factors, lattice, windows, work: 0, found: Vec::new() }
    }

    /// The last frequency that was looked at, if not all of them were.
    pub fn run(&mut self) -> Result<(), u64> {
        self.within(0, 1, self.lattice.points / 2)
    }

    /// Looks at the frequencies between two, those included, in the windows of
    /// terms from `level` on.
    fn within(&mut self, level: usize, first: u64, last: u64) -> Result<(), u64> {
        let Some(&(distance, half)) = self.windows.get(level) else {
            return (first..=last).try_for_each(|frequency| self.look_at(frequency));
        };
        let mut window = ((first as f64 - half) / distance).ceil().max(0.0);
        while window * distance - half <= last as f64 {
            let from = (window * distance - half).floor().max(first as f64) as u64;
            let to = (window * distance + half).ceil().min(last as f64) as u64;
            self.spend(from)?;
            self.within(level + 1, from, to)?;
            window += 1.0;
        }
        Ok(())
    }

    fn look_at(&mut self, frequency: u64) -> Result<(), u64> {
        self.spend(frequency)?;
        let mut exponent = 0.0;
        let negligible = self.factors.iter().any(|factor| {
            let half = PI * self.lattice.turn(frequency, factor.weight);
            exponent += factor.exponent(libm::sin(half));
            exponent > NEGLIGIBLE
        });
        // Windows were rounded outwards and may share a frequency.
        if !negligible && self.found.last().is_none_or(|&last| last < frequency) {
            self.found.push(frequency);
            self.work += WORK_OF_ONE_FOUND;
        }
        Ok(())
    }

    fn spend(&mut self, next: u64) -> Result<(), u64> {
        self.work += 1;
        if self.work > MOST_WORK { Err(next.saturating_sub(1)) } else { Ok(()) }
    }
}

/// The transform of S - s at one frequency.
pub fn transform(factors: &[Factor], lattice: Lattice, frequency: u64) -> Complex64 {
    let (mut log_size, mut phase) = (0.0, 0.0);
    for factor in factors {
        let half = PI * lattice.turn(frequency, factor.weight);
        let (sin, cos) = libm::sincos(half);
        log_size += 0.5 * factor.signs * libm::log1p(-factor.spread * sin * sin);
        phase += factor.signs * libm::atan2(factor.bias * sin, cos) - 2.0 * factor.lead * half;
    }
    polar(libm::exp(log_size), phase)
}

/// The standard deviation of S with fair coins, the largest there is.
pub fn deviation(terms: &Terms) -> f64 {
    let variance = |term: &Term| {
        let weight = term.weight as f64;
        weight * weight * term.signs() as f64 / 4.0
    };
    terms.terms.iter().map(variance).sum::<f64>().sqrt()
}

/// size e^(i angle).
pub fn polar(size: f64, angle: f64) -> Complex64 {
    let (sin, cos) = libm::sincos(angle);
    Complex64::new(size * cos, size * sin)
}
