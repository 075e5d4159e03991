//! Bins along an interval: as wide as one another at first, then narrow ones
//! where they are needed.

/// Bins of equal width.
pub const BINS: usize = 1 << 13;
/// Those that are split get so many bins for each of them at least,
const PARTS: usize = 1 << 4;
/// all together so many if that is more, where they are few,
const FEW_PARTS: usize = 1 << 17;
/// and at most.
const MOST_PARTS: usize = 1 << 20;
/// How often bins are split: what is left of a place in one of equal width is
/// known to 2^-39 of it.
const MOST_LEVELS: usize = 3;
/// Adding 2^52 to a small number leaves it, rounded, in the low bits.
const ROUNDING: f64 = (1u64 << 52) as f64;

/// Which bin a difference falls into.
///
/// It is computed with rounding, but no difference falls into a lower bin than a
/// smaller one does.
#[derive(Debug, Clone)]
pub struct Axis {
    low: f64,
    scale: f64,
    /// For each bin of equal width, the first of the bins in its place, and how
    /// many more there are; then the same for each of these.
    levels: Vec<Vec<[u32; 2]>>,
    bins: usize,
}

impl Axis {
    /// Bins of equal width from one threshold to another.
    pub fn even(low: f64, high: f64) -> Self {
        let scale = (BINS - 1) as f64 / (high - low);
        // A distance shorter than 1e-304 is a single bin.
        let scale = if scale.is_finite() { scale } else { 0.0 };
        Axis { low, scale, levels: Vec::new(), bins: BINS }
    }

    /// The same with those bins split that are wanted; nothing if it was done too
    /// often, or if they are too many to get more than a few each. There are
    /// `sizes` counts for each bin.
    pub fn split(&self, wanted: impl Fn(usize) -> bool, sizes: usize) -> Option<Self> {
        let count = (0..self.bins).filter(|&bin| wanted(bin)).count();
        let most = MOST_PARTS / sizes.next_power_of_two();
        let parts = (PARTS * count).max(FEW_PARTS).min(most) / count.max(1);
        if self.levels.len() == MOST_LEVELS || count == 0 || parts < PARTS {
            return None;
        }
        let mut bins = 0;
        let place = |bin| {
            let more = if wanted(bin) { parts - 1 } else { 0 };
            let place = [bins as u32, more as u32];
            bins += 1 + more;
            place
        };
        let mut levels = self.levels.clone();
        levels.push((0..self.bins).map(place).collect());
        Some(Axis { levels, bins, ..*self })
    }

    /// How many bins there are.
    pub fn bins(&self) -> usize {
        self.bins
    }

    /// Whether they are of equal width.
    pub fn is_even(&self) -> bool {
        self.levels.is_empty()
    }

    /// The bin of a difference that lies between the thresholds.
    pub fn bin(&self, difference: f64) -> usize {
        match self.is_even() {
            true => self.even_bin(difference),
            false => self.part(difference),
        }
    }

    /// The bin of equal width.
    #[inline]
    pub fn even_bin(&self, difference: f64) -> usize {
        ((difference - self.low) * self.scale + ROUNDING).to_bits() as usize % BINS
    }

    /// The bin in the place of one of equal width.
    #[inline]
    pub fn part(&self, difference: f64) -> usize {
        let place = (difference - self.low) * self.scale;
        let rounded = place + ROUNDING;
        let mut bin = rounded.to_bits() as usize % BINS;
        // How far it is into the bin, from 0 to 1.
        let mut inside = place - (rounded - ROUNDING) + 0.5;
        for level in &self.levels {
            let [first, more] = level[bin];
            inside *= f64::from(more) + 1.0;
            let part = (inside as u32).min(more);
            inside -= f64::from(part);
            bin = (first + part) as usize;
        }
        bin
    }

    /// The bin of equal width that a bin lies in.
    pub fn even_bin_of(&self, bin: usize) -> usize {
        self.levels
            .iter()
            .rev()
            .fold(bin, |bin, level| level.partition_point(|&[first, _]| first as usize <= bin) - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_ascend_with_differences() {
        for (low, high) in [(0.0, 1.0), (0.3, 0.3 + 1e-12), (5.0, 1e9), (1.0, 1.0 + 1e-15)] {
            let even = Axis::even(low, high);
            let split = even.split(|bin| bin % 7 == 3, 1).unwrap();
            let split = split.split(|bin| bin % 1001 == 3, 1).unwrap();
            assert!(split.split(|_| true, 1).is_none());
            let mut last = [0; 2];
            for step in 0..=100_000 {
                let difference = low + (high - low) * f64::from(step) / 1e5;
                let bins = [even.bin(difference), split.bin(difference)];
                assert!(last[0] <= bins[0] && last[1] <= bins[1], "{difference}");
                assert!(bins[0] < even.bins() && bins[1] < split.bins());
                assert_eq!(split.even_bin_of(bins[1]), bins[0]);
                last = bins;
            }
        }
    }
}
