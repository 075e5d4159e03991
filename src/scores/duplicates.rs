//! Rows that have one system and one item.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::columns::{Column, ColumnKind, Names};
use super::error::LoadError;
use super::filter::MOST_NAMES;
use super::mean::mean;
use super::questions::Apart;
use super::roles::{self, Roles};
use super::score_set::{ScoreColumn, ScoreSet};
use super::settings::Duplicates;
use super::table::Table;
use super::vocabulary::names_length;

/// How rows of one system and item became one.
pub(super) struct Merged {
    /// For each row before, the first one with its system and item.
    pub(super) first_of: Vec<usize>,
    /// Rows that repeat an earlier one.
    pub(super) count: usize,
    /// The lines of the first two.
    pub(super) lines: [usize; 2],
}

/// Makes one row of those that have one system and one item, as chosen. Says how, if there are any.
///
/// # Errors
///
/// [`LoadError::Duplicates`], when nothing is chosen or an error is.
pub(super) fn settle(
    set: &mut ScoreSet,
    choice: Option<Duplicates>,
) -> Result<Option<Merged>, LoadError> {
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
                apart: None,
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
    let Repeats { first_of, count, .. } = repeats;
    Ok(Some(Merged { first_of, count, lines }))
}

/// The same error with the column that tells such rows apart best, if one does: a category, or else one of few
/// names, each in several rows.
pub(super) fn with_column_apart(
    error: LoadError,
    table: &Table,
    columns: &[Column],
    roles: &Roles,
    rows: &[usize],
) -> LoadError {
    let LoadError::Duplicates { count, system, item, lines, is_refused: false, .. } = error else {
        return error;
    };
    let named: Vec<usize> = roles.named().collect();
    let outputs = Names::of_rows(table, &named, rows.iter().copied()).index;
    let is_category = |index: usize| roles.filters.iter().any(|filter| filter.column == index);
    let could = |column: usize| {
        let (name, kind) = (&columns[column].name, columns[column].kind);
        let is_other =
            roles::is_human(name) || names_length(name) || roles::is_label(&columns[column]);
        let is_name = kind == ColumnKind::Text || columns[column].is_whole() && !is_other;
        is_category(column) || !roles.has(column) && kind != ColumnKind::Empty && is_name
    };
    let apart = |column: usize| {
        if !could(column) || named.contains(&column) {
            return None;
        }
        let Names { names, index } = Names::of_rows(table, &[column], rows.iter().copied());
        let most = if is_category(column) { MOST_NAMES } else { MOST_NAMES.min(rows.len() / 4) };
        if !(2..=most).contains(&names.len()) {
            return None;
        }
        let mut seen = HashSet::with_capacity(rows.len());
        let repeats = outputs.iter().zip(&index).filter(|pair| !seen.insert(*pair)).count();
        // Several categories may be needed; any other column must do alone.
        let helps = if is_category(column) { repeats < count } else { repeats == 0 };
        helps.then_some(((repeats, !is_category(column), column), names))
    };
    let best = (0..columns.len()).filter_map(apart).min_by_key(|(order, _)| *order);
    let apart = best.map(|((_, _, column), names)| {
        let owned = |names: Vec<Cow<str>>| names.into_iter().map(Cow::into_owned).collect();
        let all = owned(Names::read(table, column).names);
        Box::new(Apart { column, name: columns[column].name.clone(), values: owned(names), all })
    });
    LoadError::Duplicates { count, system, item, lines, is_refused: false, apart }
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
        scores.values[first] = mean(&values);
    }
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
    use super::super::{NoticeKind, Roles, ScoreFile, Setting, Settings};
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

    const RATED: &str = "system,item,rater,human,m\nA,1,r1,-1,1\nA,1,r2,-5,1\nA,1,r3,-4.4,1\n\
        B,1,r1,-5,2\nB,1,r2,-0.4,2\nB,1,r3,-5,2\n";

    fn rated(text: &str, choice: Duplicates) -> ScoreSet {
        let file = ScoreFile::read(text.as_bytes(), &Settings::default()).unwrap();
        let roles = file.guess_roles().unwrap();
        file.score_set(&Roles { duplicates: Some(choice), ..roles }).unwrap()
    }

    #[test]
    fn means_that_are_equal_on_paper_tie() {
        let set = rated(RATED, Duplicates::Average);
        assert_eq!(set.human.values, [-10.4 / 3.0; 2]);
        let notices: Vec<&str> = set.notices.iter().map(|notice| &*notice.message).collect();
        assert_eq!(
            notices[0],
            "4 rows repeat the system and item of an earlier one, first on lines 2 and 3: \
            the scores of such rows are averaged."
        );
        assert_eq!(notices.len(), 2, "and that all human scores are equal: {notices:?}");
    }

    #[test]
    fn outputs_of_other_raters_are_told() {
        let mixed = |text: &str, choice| {
            let notices = rated(text, choice).notices.into_iter();
            notices.filter(|notice| notice.kind == NoticeKind::MixedItems).count()
        };
        assert_eq!(mixed(RATED, Duplicates::Average), 0, "each is the mean of the same raters");
        assert_eq!(mixed(RATED, Duplicates::First), 0, "each is the score of the first rater");
        let fewer = RATED.replace("B,1,r3,-5,2\n", "");
        assert_eq!(mixed(&fewer, Duplicates::Average), 1);
        assert_eq!(mixed(&fewer, Duplicates::First), 0);
        let turned = RATED.replace("B,1,r1,-5,2\n", "");
        assert_eq!(mixed(&turned, Duplicates::First), 1);
    }

    #[test]
    fn a_column_that_tells_rows_apart_is_offered_first() {
        let ask = |text: &str| {
            let file = ScoreFile::read(text.as_bytes(), &Settings::default()).unwrap();
            let error = file.score_set(&file.guess_roles().unwrap()).unwrap_err();
            let labels: Vec<String> =
                error.choices().into_iter().map(|choice| choice.label).collect();
            (file, error, labels)
        };
        let (file, error, labels) = ask(RATED);
        assert!(error.to_string().ends_with("The column \"rater\" tells such rows apart."));
        assert_eq!(labels[..4], ["Only r1", "Only r2", "Only r3", "Average their scores"]);
        let Setting::Filter(filter) = error.choices().swap_remove(1).set else {
            panic!("no filter")
        };
        let roles = Roles { filters: vec![filter], ..file.guess_roles().unwrap() };
        assert_eq!(file.score_set(&roles).unwrap().human.values, [-5.0, -0.4]);
        // Its name says nothing, but it has few names and they tell the rows apart.
        let (_, _, labels) = ask(&format!(
            "{}A,2,r1,1,1\nA,2,r2,1,1\nA,2,r3,1,1\nB,2,r1,1,1\nB,2,r2,1,1\nB,2,r3,1,1\n",
            RATED.replace("rater", "who")
        ));
        assert_eq!(labels[0], "Only r1");
        // Outputs do so, too, but are no choice.
        let texts = RATED.replace(",r", ",text r").replace("rater", "output");
        let texts = texts.replacen("text r1", "x", 1).replacen("text r2", "y", 1);
        assert_eq!(ask(&texts).2[0], "Average their scores");
    }

    #[test]
    fn a_value_alone_leaves_out_all_others() {
        let file = ScoreFile::read(RATED.as_bytes(), &Settings::default()).unwrap();
        let mut roles = file.guess_roles().unwrap();
        roles.filters[0].excluded = vec!["r3".into()];
        let choices = file.score_set(&roles).unwrap_err().choices();
        let Setting::Filter(filter) = &choices[0].set else { panic!("no filter") };
        assert_eq!(
            (&*choices[0].label, &filter.excluded[..]),
            ("Only r1", &["r2".to_owned(), "r3".to_owned()][..])
        );
    }

    #[test]
    fn other_scores_and_columns_that_leave_repeats_are_no_choice() {
        let rows = |head: &str, values: [&str; 4]| {
            let row = |(n, value): (usize, &str)| {
                format!("{},{},{value},{n},1\n", ["A", "B"][n % 2], 1 + n / 4)
            };
            let text: String = (0..16).map(|n| (n, values[n / 4])).map(row).collect();
            format!("system,item,{head},human,m\n{text}")
        };
        let first = |text: &str| {
            let file = ScoreFile::read(text.as_bytes(), &Settings::default()).unwrap();
            let error = file.score_set(&file.guess_roles().unwrap()).unwrap_err();
            error.choices().swap_remove(0).label
        };
        for head in ["human_fluency", "length", "comment"] {
            assert_eq!(first(&rows(head, ["1", "2", "1", "2"])), "Average their scores", "{head}");
        }
    }
}
