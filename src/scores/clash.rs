//! Whether several tables are parts of one, or each a data set of its own.
//!
//! Systems and items are often numbered alike in each language pair. Joined by these numbers, the human
//! scores of one would be compared with the metrics of another, so what speaks against it is asked about.

use std::collections::{HashMap, HashSet};

use super::columns::ColumnKind;
use super::error::LoadError;
use super::join::{Part, RowOf};
use super::roles;

/// The row of each key in one file, where it has one.
type Rows = [Option<usize>];

/// Checks that no two files look like the same table of other data: those that have the same columns and
/// other scores in them, or other people's scores for the same rows.
///
/// # Errors
///
/// [`SeveralSets`](LoadError::SeveralSets), about all files that clash with another.
pub(super) fn check(parts: &[Part], rows: &[RowOf]) -> Result<(), LoadError> {
    let pairs = (0..parts.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let clashing: Vec<(usize, usize)> = pairs
        .filter(|&(a, b)| Shared::of((&parts[a], &rows[a]), (&parts[b], &rows[b])).clashes())
        .collect();
    if clashing.is_empty() {
        return Ok(());
    }
    let is_in = |file: usize, &(a, b): &(usize, usize)| a == file || b == file;
    let files: Vec<usize> =
        (0..parts.len()).filter(|&file| clashing.iter().any(|pair| is_in(file, pair))).collect();
    let rivals = |&file: &usize| {
        let pairs = clashing.iter().filter(|pair| is_in(file, pair));
        pairs.map(|&(a, b)| a + b - file).collect()
    };
    let (meeting, differing) = human_rows(parts, rows, &files);
    Err(LoadError::SeveralSets {
        are_alike: clashing.iter().all(|&(a, b)| are_alike(&parts[a], &parts[b])),
        rivals: files.iter().map(rivals).collect(),
        others: parts.len() - files.len(),
        files: files.into_iter().map(|file| parts[file].name.to_owned()).collect(),
        meeting,
        differing,
    })
}

/// What two files have in common.
struct Shared {
    are_alike: bool,
    /// Rows that both have.
    meeting: usize,
    /// Columns of scores of one name.
    scores: usize,
    /// Those of them in which some rows that meet have other scores.
    differing: usize,
    /// Whether one of these is of people's scores.
    human_differs: bool,
    /// Whether one of the others is, with a score in some rows that meet.
    human_agrees: bool,
    /// Whether each file has people's scores.
    both_human: bool,
}

impl Shared {
    fn of(a: (&Part, &Rows), b: (&Part, &Rows)) -> Self {
        let mut shared = Self {
            are_alike: are_alike(a.0, b.0),
            meeting: a.1.iter().zip(b.1).filter(|(a, b)| a.is_some() && b.is_some()).count(),
            scores: 0,
            differing: 0,
            human_differs: false,
            human_agrees: false,
            both_human: [a.0, b.0].iter().all(|part| has_human(part)),
        };
        for column in scores(a.0) {
            let name = &a.0.columns[column].name;
            let is_namesake = |&other: &usize| b.0.columns[other].name.eq_ignore_ascii_case(name);
            let Some(other) = scores(b.0).find(is_namesake) else {
                continue;
            };
            let mut meets = [0, 0];
            for key in 0..a.1.len() {
                if let (Some(a), Some(b)) = (score(a, column, key), score(b, other, key)) {
                    meets[usize::from(a != b)] += 1;
                }
            }
            let [equal, different] = meets;
            shared.scores += 1;
            shared.differing += usize::from(different > 0);
            if roles::is_human(name) {
                shared.human_differs |= different > 0;
                shared.human_agrees |= different == 0 && equal > 0;
            }
        }
        shared
    }

    /// One score of one name in each file is usually one metric a file, each called by its file.
    fn clashes(&self) -> bool {
        let has_several = self.scores > 1 && (self.differing > 0 || self.meeting == 0);
        self.human_differs
            || self.are_alike && has_several
            || self.differing > usize::from(!self.both_human) && !self.human_agrees
    }
}

/// The columns of a file that hold scores.
fn scores<'p>(part: &'p Part) -> impl Iterator<Item = usize> + 'p {
    let is_score = |&index: &usize| {
        let column = &part.columns[index];
        column.kind == ColumnKind::Score && !roles::is_label(column)
    };
    part.others().filter(is_score)
}

fn has_human(part: &Part) -> bool {
    scores(part).any(|column| roles::is_human(&part.columns[column].name))
}

/// The score of a key in one file, where it has one.
fn score((part, rows): (&Part, &Rows), column: usize, key: usize) -> Option<f64> {
    let value = part.columns[column].values[rows[key]?];
    (!value.is_nan()).then_some(value)
}

/// Whether the columns of two files have the same names.
fn are_alike(a: &Part, b: &Part) -> bool {
    let names = |part: &Part| -> HashSet<String> {
        part.columns.iter().map(|column| column.name.to_ascii_lowercase()).collect()
    };
    names(a) == names(b)
}

/// Rows that are in several of these files, and those of them that have different scores in a column of
/// people's scores.
fn human_rows(parts: &[Part], rows: &[RowOf], files: &[usize]) -> (usize, usize) {
    let mut human: HashMap<String, Vec<(usize, usize)>> = HashMap::new();
    for &file in files {
        for column in scores(&parts[file]) {
            let name = parts[file].columns[column].name.to_ascii_lowercase();
            if roles::is_human(&name) {
                human.entry(name).or_default().push((file, column));
            }
        }
    }
    let differs = |key: &usize| {
        human.values().any(|columns| {
            let score =
                |&(file, column): &(usize, usize)| score((&parts[file], &rows[file]), column, *key);
            let mut found = columns.iter().filter_map(score);
            found.next().is_some_and(|first| found.any(|other| other != first))
        })
    };
    let keys = rows.first().map_or(0, Vec::len);
    let meets = |&key: &usize| files.iter().filter(|&&file| rows[file][key].is_some()).count() > 1;
    let meeting: Vec<usize> = (0..keys).filter(meets).collect();
    (meeting.len(), meeting.iter().filter(|key| differs(key)).count())
}

#[cfg(test)]
mod tests {
    use super::super::{LoadError, Named, ScoreFile, Setting, Settings};

    fn read(texts: &[&str], are_one_table: Option<bool>) -> Result<ScoreFile, LoadError> {
        let names = ["a.csv", "b.csv", "c.csv", "d.csv"];
        let named = names.into_iter().zip(texts);
        let files: Vec<Named> =
            named.map(|(name, text)| Named { name, bytes: text.as_bytes() }).collect();
        ScoreFile::read_several(&files, &Settings { are_one_table, ..Settings::default() })
    }

    /// What is asked: the message, and the answers.
    fn asked(texts: &[&str]) -> (String, Vec<Setting>) {
        let error = read(texts, None).unwrap_err();
        assert!(read(texts, Some(true)).is_ok(), "{error}");
        (error.to_string(), error.choices().into_iter().map(|choice| choice.set).collect())
    }

    fn names(texts: &[&str]) -> Vec<String> {
        read(texts, None).unwrap().table().names().to_vec()
    }

    const GERMAN: &str = "system,item,human,m,n\nA,1,0,1,2\nA,2,-1,2,3\nB,1,-2,3,4\nB,2,-3,4,5\n";
    const CHINESE: &str = "system,item,human,m,n\nA,1,0,2,2\nA,2,-5,1,3\nB,1,-6,3,4\nC,1,-7,4,5\n";

    #[test]
    fn the_same_columns_with_other_scores_are_other_data() {
        let human = "system,item,mqm\nA,1,5\n";
        let (message, answers) = asked(&[human, GERMAN, CHINESE]);
        assert_eq!(
            message,
            "\"b.csv\" and \"c.csv\" look like different data sets: their columns have the same names, and of \
             3 rows in more than one, 2 have other human scores."
        );
        let only = [Setting::LeaveOut(vec![2]), Setting::LeaveOut(vec![1])];
        assert_eq!(answers, [&only[..], &[Setting::AreOneTable(true)]].concat());
        let three = asked(&[GERMAN, CHINESE, &GERMAN.replace(",-", ",-1")]).1;
        assert_eq!(three[0], Setting::LeaveOut(vec![1, 2]));
    }

    #[test]
    fn other_human_scores_are_enough() {
        let other = "system,item,human,k\nA,1,1,2\nB,1,-2,3\n";
        let message = asked(&[GERMAN, other]).0;
        assert!(
            message.ends_with("data sets: of 2 rows in more than one, 1 has other human scores.")
        );
        let raters = ["item,human\nx,1\ny,2\n", "item,human\nx,1\ny,3\n"];
        assert!(matches!(read(&raters, None), Err(LoadError::SeveralSets { .. })));
    }

    #[test]
    fn several_metrics_that_differ_are_enough_without_human_scores() {
        let metrics = "system,item,m,n,k\nA,1,5,6,7\nB,2,5,6,7\n";
        assert!(asked(&[&GERMAN.replace("human,m,n", "a,m,n"), metrics]).0.contains("differ"));
        // With the same human scores they are of the same outputs.
        let newer = "system,item,human,m,n,k\nA,1,0,5,6,7\nB,2,-3,5,6,7\n";
        assert_eq!(
            names(&[GERMAN, newer]),
            ["system", "item", "human", "m", "n", "m (b)", "n (b)", "k"]
        );
    }

    #[test]
    fn parts_of_a_table_are_put_together_when_that_is_said() {
        let (first, second) = (
            "system,item,human,m,n\nA,1,0,1,2\nA,2,-1,2,3\n",
            "system,item,human,m,n\nB,1,-2,3,4\nB,2,-3,4,5\n",
        );
        let (message, answers) = asked(&[first, second]);
        assert!(message.ends_with("the same names, and no row of one is in another."), "{message}");
        assert_eq!(answers[0], Setting::AreOneTable(true));
        let file = read(&[first, second], Some(true)).unwrap();
        let set = file.score_set(&file.guess_roles().unwrap()).unwrap();
        assert_eq!(set.human.values, [0.0, -1.0, -2.0, -3.0]);
        assert_eq!((set.metrics.len(), &*set.metrics[1].values), (2, &[2.0, 3.0, 4.0, 5.0][..]));
        assert_eq!(set.notices, [], "no row lacks anything");
    }

    #[test]
    fn one_metric_a_file_may_be_called_alike_in_all() {
        let human = "system,item,human\nA,1,0\nB,1,-1\n";
        let metric = |scores: [u32; 2]| {
            format!("row,system,item,score\n{0},A,1,{0}\n{1},B,1,{1}\n", scores[0], scores[1])
        };
        let (one, other) = (metric([1, 2]), metric([3, 5]));
        assert!(names(&[human, &one, &other]).contains(&"score (c)".to_owned()));
        // The same file twice says nothing new.
        assert_eq!(names(&[GERMAN, GERMAN]), ["system", "item", "human", "m", "n"]);
    }

    #[test]
    fn capitals_and_an_index_hide_nothing() {
        let capitals =
            CHINESE.replace("human,m,n", "Human,M,N").replace("system,item", "System,Item");
        assert!(asked(&[GERMAN, &capitals]).0.contains("2 have other human scores"));
        // The rows of the second file are in another order, and numbered in theirs.
        let indexed = "Unnamed: 0,system,item,k\n3,B,2,1\n0,A,1,2\n1,A,2,3\n2,B,1,4\n";
        assert_eq!(names(&[GERMAN, indexed]), ["system", "item", "human", "m", "n", "k"]);
    }

    #[test]
    fn each_with_people_and_another_score_of_one_metric_is_asked() {
        let (one, other) =
            ("system,item,mqm,m\nA,1,0,1\nB,1,-1,2\n", "system,item,da,m\nA,1,70,3\nB,1,80,4\n");
        assert!(asked(&[one, other]).0.contains("scores of one name differ"));
    }

    #[test]
    fn what_one_file_lacks_is_filled_from_another() {
        let (one, other) = (
            "system,item,human,m\nA,1,0,1\nB,1,NA,2\n",
            "system,item,human,k\nA,1,NA,3\nB,1,-1,4\n",
        );
        let file = read(&[one, other], None).unwrap();
        let set = file.score_set(&file.guess_roles().unwrap()).unwrap();
        assert_eq!((set.human.values, set.metrics.len()), (vec![0.0, -1.0], 2));
    }

    #[test]
    fn systems_side_by_side_are_told_apart_before_files_are_joined() {
        let one = "item,human_A,human_B,x_A,x_B\n1,0,-5,1,2\n2,-1,0,3,4\n";
        let other = "item,human_A,human_B,x_A,x_B\n1,0,-5,5,6\n2,-1,0,7,8\n";
        let file = read(&[one, other], Some(true)).unwrap();
        assert_eq!(file.table().names(), ["system", "item", "human", "x", "x (b)"]);
        let set = file.score_set(&file.guess_roles().unwrap()).unwrap();
        let row =
            |row: usize| set.metrics.iter().map(|metric| metric.values[row]).collect::<Vec<_>>();
        assert_eq!((set.systems.len(), row(0), row(1)), (2, vec![1.0, 5.0], vec![2.0, 6.0]));
    }
}
