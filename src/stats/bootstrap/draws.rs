//! Which items and systems a resample holds, and how often.

use oorandom::Rand64;

use super::Resampling;

/// One resample after another.
///
/// As many items are drawn as there are, with replacement, each of them with
/// equal chances; likewise systems. Items are drawn before systems.
#[derive(Debug)]
pub struct Draws {
    random: Rand64,
    items: usize,
    systems: usize,
    resampling: Resampling,
}

/// How often each item and each system is in a resample.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Multiplicities {
    /// By an item's place among those drawn from.
    pub items: Vec<u32>,
    /// By a system's place among those drawn from.
    pub systems: Vec<u32>,
}

impl Draws {
    /// Resamples of so many items and systems.
    pub fn new(items: usize, systems: usize, resampling: Resampling, seed: u64) -> Self {
        Draws { random: Rand64::new(seed.into()), items, systems, resampling }
    }

    /// The data itself: everything once.
    pub fn data(&self) -> Multiplicities {
        Multiplicities { items: vec![1; self.items], systems: vec![1; self.systems] }
    }

    /// The next resample.
    pub fn draw(&mut self) -> Multiplicities {
        let mut drawn = self.data();
        if self.resampling != Resampling::Systems {
            draw(&mut self.random, &mut drawn.items);
        }
        if self.resampling != Resampling::Items {
            draw(&mut self.random, &mut drawn.systems);
        }
        drawn
    }
}

fn draw(random: &mut Rand64, times: &mut [u32]) {
    times.fill(0);
    for _ in 0..times.len() {
        times[random.rand_range(0..times.len() as u64) as usize] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_are_drawn_as_there_are() {
        let mut draws = Draws::new(50, 7, Resampling::Both, 3);
        for _ in 0..20 {
            let drawn = draws.draw();
            assert_eq!(drawn.items.iter().sum::<u32>(), 50);
            assert_eq!(drawn.systems.iter().sum::<u32>(), 7);
        }
    }

    #[test]
    fn what_is_not_resampled_is_there_once() {
        assert_eq!(Draws::new(5, 7, Resampling::Items, 3).draw().systems, [1; 7]);
        assert_eq!(Draws::new(5, 7, Resampling::Systems, 3).draw().items, [1; 5]);
    }

    #[test]
    fn each_has_equal_chances() {
        let mut draws = Draws::new(10, 1, Resampling::Items, 3);
        let (mut times, mut absent) = ([0; 10], 0);
        for _ in 0..10_000 {
            let drawn = draws.draw().items;
            times.iter_mut().zip(&drawn).for_each(|(sum, times)| *sum += times);
            absent += drawn.iter().filter(|&&times| times == 0).count();
        }
        // Standard deviations: 95 and about 90.
        assert!(times.iter().all(|&times| (9_500..10_500).contains(&times)), "{times:?}");
        let expected = 100_000.0 * 0.9f64.powi(10);
        assert!((absent as f64 - expected).abs() < 500.0, "{absent}");
    }
}
