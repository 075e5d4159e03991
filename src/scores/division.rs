//! Human scores divided by a length (the paper's Appendix F): long outputs have more errors to count.

use super::columns::Column;
use super::error::LoadError;
use super::number::{Cell, parse};
use super::score_set::ScoreColumn;
use super::table::Table;

/// Divides each human score by the length in its row; without a length the score is missing.
///
/// # Errors
///
/// [`BadDivisor`](LoadError::BadDivisor): in a row with a human score the length is not above 0, is no
/// number, or is so small that the quotient is none.
pub(super) fn divide(
    human: &mut ScoreColumn,
    table: &Table,
    rows: &[usize],
    length: &Column,
    index: usize,
) -> Result<(), LoadError> {
    for (score, &row) in human.values.iter_mut().zip(rows).filter(|(score, _)| !score.is_nan()) {
        *score = match parse(table.cell(row, index), length.style) {
            Cell::Missing => f64::NAN,
            Cell::Number(length) if length > 0.0 && (*score / length).is_finite() => {
                *score / length + 0.0 // a score that vanishes is not -0.0
            }
            _ => {
                let column = length.name.clone();
                return Err(table.error_at(row, index, |line, cell| LoadError::BadDivisor {
                    line,
                    column,
                    cell,
                }));
            }
        };
    }
    human.name = format!("{} / {}", human.name, length.name);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{LoadError, Roles, ScoreFile, ScoreSet, Settings};

    fn divided(text: &str) -> Result<ScoreSet, LoadError> {
        let file = ScoreFile::read(text.as_bytes(), &Settings::default())?;
        let roles = Roles { divide_human_by: Some(1), ..Roles::of_columns(0, [2]) };
        file.score_set(&roles)
    }

    #[test]
    fn a_score_is_divided_by_its_length() {
        let set =
            divided("human,words,m\n-5,10,1\n0,3,2\n,0,3\n-1,NA,4\n-1e-320,1e10,5\n").unwrap();
        assert_eq!(set.human.name, "human / words");
        assert_eq!(set.human.values[..2], [-0.5, 0.0]);
        assert!(set.human.values[2].is_nan() && set.human.values[3].is_nan());
        assert_eq!(set.human.values[4].to_bits(), 0);
        assert_eq!(set.metrics[0].values, [1.0, 2.0, 3.0, 4.0, 5.0]);
    }

    #[test]
    fn what_is_no_length_is_an_error() {
        for cell in ["0", "-2", "ten", "1e-320"] {
            let error = divided(&format!("human,words,m\n-5,10,1\n-3,{cell},2\n")).unwrap_err();
            let (column, cell) = ("words".to_owned(), cell.to_owned());
            assert_eq!(error, LoadError::BadDivisor { line: 3, column, cell });
        }
    }
}
