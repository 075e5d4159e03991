//! Rows that have one system and one item.

use std::collections::HashMap;

use super::error::LoadError;
use super::score_set::{ScoreColumn, ScoreSet};
use super::settings::Duplicates;

/// Makes one row of those that have one system and one item, as chosen. Returns the lines of the first
/// two of them and how many rows repeat another, if any do.
///
/// # Errors
///
/// [`LoadError::Duplicates`], when nothing is chosen or an error is.
pub(super) fn settle(
    set: &mut ScoreSet,
    choice: Option<Duplicates>,
) -> Result<Option<(usize, [usize; 2])>, LoadError> {
    let Some(repeats) = Repeats::find(set) else { return Ok(None) };
    let lines = [set.lines[repeats.first], set.lines[repeats.second]];
    match choice {
        None | Some(Duplicates::Error) => {
            let name = |names: &[String], index: &Option<Vec<u32>>| {
                let index = index.as_ref().map_or(0, |index| index[repeats.first] as usize);
                names.get(index).cloned().unwrap_or_default()
            };
            return Err(LoadError::Duplicates {
                count: repeats.count,
                system: name(&set.systems, &set.system),
                item: name(&set.items, &set.item),
                lines,
                is_refused: choice.is_some(),
            });
        }
        Some(Duplicates::Average) => {
            set.columns_mut().for_each(|scores| average(scores, &repeats));
        }
        Some(Duplicates::First) => {}
    }
    let is_first = |row: usize| repeats.first_of[row] == row;
    set.columns_mut().for_each(|scores| keep(&mut scores.values, is_first));
    keep(&mut set.lines, is_first);
    for index in [&mut set.system, &mut set.item].into_iter().flatten() {
        keep(index, is_first);
    }
    Ok(Some((repeats.count, lines)))
}

struct Repeats {
    /// For each row, the first one with its system and item.
    first_of: Vec<usize>,
    /// The first row that another repeats, and that other.
    first: usize,
    second: usize,
    /// Rows that repeat an earlier one.
    count: usize,
}

impl Repeats {
    fn find(set: &ScoreSet) -> Option<Self> {
        let pairs = set.system.as_ref()?.iter().zip(set.item.as_ref()?);
        let mut rows = HashMap::with_capacity(set.rows());
        let first_of: Vec<usize> =
            pairs.enumerate().map(|(row, pair)| *rows.entry(pair).or_insert(row)).collect();
        let mut repeated = first_of.iter().enumerate().filter(|(row, first)| row != *first);
        let (second, &first) = repeated.next()?;
        let count = 1 + repeated.count();
        Some(Self { first_of, first, second, count })
    }
}

/// Gives the first of equal rows the mean of the scores that are not missing.
fn average(scores: &mut ScoreColumn, repeats: &Repeats) {
    let mut values: HashMap<usize, Vec<f64>> = HashMap::new();
    for (row, &first) in repeats.first_of.iter().enumerate().filter(|(row, first)| row != *first) {
        values.entry(first).or_insert_with(|| vec![scores.values[first]]).push(scores.values[row]);
    }
    for (first, mut values) in values {
        values.retain(|value| !value.is_nan());
        scores.values[first] = mean(&mut values);
    }
}

/// The same whatever the order of the values; `NaN` without any.
fn mean(values: &mut [f64]) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    let (Some(&least), Some(&most)) = (values.first(), values.last()) else { return f64::NAN };
    let n = values.len() as f64;
    let sum: f64 = values.iter().sum();
    let mean = if sum.is_infinite() { values.iter().map(|value| value / n).sum() } else { sum / n };
    // Rounding must not make a new score of equal ones.
    mean.clamp(least, most) + 0.0
}

fn keep<T: Copy>(values: &mut Vec<T>, is_kept: impl Fn(usize) -> bool) {
    let mut row = 0;
    values.retain(|_| {
        row += 1;
        is_kept(row - 1)
    });
}

#[cfg(test)]
mod tests {
    use super::super::{Roles, ScoreFile, Settings};
    use super::*;

    const TEXT: &str =
        "system,item,human,m\nA,1,0,0.5\nA,2,-1,0.25\nB,1,-5,0.75\nA,1,-2,NA\nA,1,-4,0.1\n";

    fn load(choice: Option<Duplicates>) -> Result<ScoreSet, LoadError> {
        let file = ScoreFile::read(TEXT.as_bytes(), &Settings::default())?;
        file.score_set(&Roles { duplicates: choice, ..file.guess_roles()? })
    }

    #[test]
    fn nothing_chosen_asks_and_names_the_lines() {
        let error = load(None).unwrap_err();
        let message = "2 rows repeat the system and item of an earlier one, first \"A\" with item \"1\" on lines 2 and 5.";
        assert_eq!((error.to_string().as_str(), error.line()), (message, Some(5)));
        let labels: Vec<String> = error.choices().into_iter().map(|choice| choice.label).collect();
        assert_eq!(labels, ["Average their scores", "Use the first", "Refuse the file"]);
        assert!(load(Some(Duplicates::Error)).unwrap_err().choices().is_empty());
    }

    #[test]
    fn one_row_is_made_of_them() {
        let set = load(Some(Duplicates::Average)).unwrap();
        assert_eq!(set.human.values, [-2.0, -1.0, -5.0]);
        assert_eq!(set.metrics[0].values, [0.3, 0.25, 0.75]);
        assert_eq!((set.lines, set.system), (vec![2, 3, 4], Some(vec![0, 0, 1])));
        let set = load(Some(Duplicates::First)).unwrap();
        assert_eq!(set.human.values, [0.0, -1.0, -5.0]);
        assert_eq!(set.metrics[0].values, [0.5, 0.25, 0.75]);
        assert_eq!(set.item, Some(vec![0, 1, 0]));
    }

    #[test]
    fn a_mean_has_no_order_and_no_overflow() {
        assert_eq!(mean(&mut [0.3, 0.1, 0.2]), mean(&mut [0.1, 0.2, 0.3]));
        assert_eq!(mean(&mut [f64::MAX, f64::MAX]), f64::MAX);
        assert_eq!(mean(&mut [-1.0, 1.0]).to_bits(), 0);
        assert_eq!(mean(&mut [0.1, 0.1, 0.1]), 0.1);
        assert!(mean(&mut []).is_nan());
    }
}
