//! Sorting in little code.
//!
//! The standard library's sort is compiled anew for every type and every order, 4 to 20 kB each time, and the page is
//! downloaded. Here it is compiled once, for places in a list. Lists that take a good part of a study's time are
//! sorted by the standard library all the same.

use std::cmp::Ordering;

/// Sorts like [`slice::sort_by`].
pub fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let mut order: Vec<u32> = (0..items.len() as u32).collect();
    sort_places(&mut order, &|a, b| compare(&items[a as usize], &items[b as usize]));
    // Each item goes to its place, then the one that was there: round after round.
    for start in 0..order.len() {
        let mut place = start;
        loop {
            let from = std::mem::replace(&mut order[place], place as u32) as usize;
            if from == start {
                break;
            }
            items.swap(place, from);
            place = from;
        }
    }
}

/// Sorts like [`slice::sort_by_key`].
pub fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

#[inline(never)]
fn sort_places(order: &mut [u32], compare: &dyn Fn(u32, u32) -> Ordering) {
    order.sort_by(|&a, &b| compare(a, b));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_like_the_standard_library() {
        let mut random = oorandom::Rand32::new(1);
        for length in (0..40).chain([1000]) {
            let mut items: Vec<(u32, String)> =
                (0..length).map(|place| (random.rand_range(0..9), place.to_string())).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|item| item.0);
            sort_by_key(&mut items, |item| item.0);
            assert_eq!(items, expected);
        }
    }
}
