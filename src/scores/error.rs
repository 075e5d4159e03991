//! What can be wrong with a score file: where it is, and what to do about it.

use serde::Serialize;
use thiserror::Error;

use super::number::Fault;
use super::questions::Apart;
use super::settings::Choice;
use super::wording::{count, counted, list, quote, repeated, some};

/// Why a file could not be turned into scores.
///
/// `Display` says what is wrong and where; [`remedy`](LoadError::remedy) says what to do. Lines count
/// from 1, the header being line 1.
///
/// Fields of one name mean the same everywhere: `line` is where it is, `column` the name of a column and
/// `columns` those of all (or how many there are), `cell` the text that was found, shortened if it is long,
/// and `file` one of several.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "fields are explained once, above")]
pub enum LoadError {
    /// The file holds nothing but white space.
    #[error("The file is empty.")]
    Empty,
    /// There is a header and nothing below it.
    #[error("The file has a header but no rows.")]
    NoRows,
    /// The bytes are no text in any encoding that is known.
    #[error("The file is not plain text: line {line} has bytes that are not characters.")]
    NotText { line: usize },
    /// The bytes are a zip archive, such as a spreadsheet's own format.
    #[error("The file is a zip archive or a spreadsheet, not plain text.")]
    Archive,
    /// A gzip archive is broken off or damaged.
    #[error("The file is packed with gzip, and damaged.")]
    BadGzip,
    /// A gzip archive holds more than can be read.
    #[error("The file is larger than 512 MiB when it is unpacked.")]
    TooLarge,
    /// JSON with a mistake, or of something else than objects.
    #[error("Line {line}: a JSON object was expected here.")]
    BadJson { line: usize },
    /// A JSON object with an object or an array inside.
    #[error("Line {line}: {} holds an object or a list, not a single value.", quote(column))]
    NestedJson { line: usize, column: String },
    /// A line of a score file is not a system and a score.
    #[error("{}, line {line}: a system and a score with a tab between were expected.", quote(file))]
    NotScoreLine { file: String, line: usize },
    /// An error in one of several files.
    #[error("{}: {error}", quote(file))]
    InFile { file: String, error: Box<LoadError> },
    /// One of several files has no columns to join it by.
    #[error("{} has no system and item columns like the other files, to join it by.", quote(file))]
    NoKey { file: String },
    /// One of several files lacks a column by which another names its items.
    #[error(
        "{} has no column {}, by which another file names its items.",
        quote(file),
        quote(column)
    )]
    LacksColumn { file: String, column: String },
    /// Two rows of one of several files have the same system and item.
    #[error("{}, line {line}: an earlier row has the same system and item.", quote(file))]
    KeyTwice { file: String, line: usize },
    /// A score file alone.
    #[error("{} holds a single score.", quote(file))]
    OneScoreFile { file: String },
    /// Several tables that look like different data sets.
    #[error("{} look like different data sets: {}.", some(files), against(*are_alike, *meeting, *differing))]
    SeveralSets {
        /// Those that clash with another.
        files: Vec<String>,
        /// For each of them the places, among all files, of those that it clashes with.
        rivals: Vec<Vec<usize>>,
        /// How many files there are besides.
        others: usize,
        /// Whether their columns have the same names.
        are_alike: bool,
        /// Rows that several of them have.
        meeting: usize,
        /// Those of these with different human scores.
        differing: usize,
    },
    /// Score files of different language pairs.
    #[error("{} and {} are about different language pairs.", quote(file), quote(other))]
    TwoPairs { file: String, other: String },
    /// A row has more or fewer cells than the header.
    #[error("Line {line} has {}, but the header has {}.", counted(*found, "cell"), count(*expected))]
    Ragged { line: usize, found: usize, expected: usize },
    /// A quotation mark is opened and the file ends inside it, or text follows where it is closed.
    #[error("The quotation mark opened on line {line} is never closed at the end of a cell.")]
    UnclosedQuote { line: usize },
    /// A table with more cells than fit in memory.
    #[error("The table would have {} rows and {} columns, most of them empty.",
        count(*rows),
        count(*columns))]
    TooSparse { rows: usize, columns: usize },
    /// The first line holds numbers where column names should be.
    #[error("The first line looks like data, not like column names: {}.", list(columns))]
    NoHeader { line: usize, columns: Vec<String> },
    /// Numbers that can be read in two ways.
    #[error(
        "Line {line}, column {}: does the comma in {} separate thousands, or decimals?",
        quote(column),
        quote(cell)
    )]
    AmbiguousNumbers {
        line: usize,
        column: String,
        cell: String,
        /// The first such numbers of the column, in either reading.
        as_thousands: String,
        as_decimals: String,
    },
    /// Rows of one system and item, and no choice of what becomes of them.
    #[error(
        "{}, first {} with item {} on lines {} and {}.{}",
        repeated(*count),
        quote(system),
        quote(item),
        lines[0],
        lines[1],
        apart.as_ref().map(|apart| apart.sentence()).unwrap_or_default()
    )]
    Duplicates {
        count: usize,
        system: String,
        item: String,
        lines: [usize; 2],
        is_refused: bool,
        /// A column that tells such rows apart.
        apart: Option<Box<Apart>>,
    },
    /// No column could be taken for the human scores.
    #[error("No column of human scores was found among: {}.", list(columns))]
    NoHuman { columns: Vec<String> },
    /// No column of numbers is left to be a metric.
    #[error("No column of metric scores was found among: {}.", list(columns))]
    NoMetric { columns: Vec<String> },
    /// A column chosen as a score has a cell that is neither a number nor missing.
    #[error("Line {line}, column {}: {} {fault}.", quote(column), quote(cell))]
    BadCell { line: usize, column: String, cell: String, fault: Fault },
    /// A row names no system, or no item.
    #[error(
        "Line {line}, column {}: the cell is empty, so the row belongs to nothing.",
        quote(column)
    )]
    EmptyName { line: usize, column: String },
    /// A role points at a column that the file does not have.
    #[error("There is no column {}: the file has {columns}.", index.saturating_add(1))]
    UnknownColumn { index: usize, columns: usize },
    /// One column has two roles.
    #[error("The column {} is chosen twice.", quote(column))]
    RoleTwice { column: String },
    /// The roles name no metric.
    #[error("No metric is chosen.")]
    NoMetricChosen,
    /// The filters leave no row.
    #[error("Everything is left out, so no row is left.")]
    AllExcluded,
    /// A cell that a human score is to be divided by is no length.
    #[error(
        "Line {line}, column {}: a human score cannot be divided by {}.",
        quote(column),
        quote(cell)
    )]
    BadDivisor { line: usize, column: String, cell: String },
    /// No row has both a human score and a metric score.
    #[error(
        "No row has both a human score in {} and a metric score.{}",
        quote(human),
        after(notes)
    )]
    NothingComplete {
        human: String,
        /// What is known of how several files were joined.
        notes: Vec<String>,
    },
}

/// What speaks against files being parts of one table.
fn against(are_alike: bool, meeting: usize, differing: usize) -> String {
    let names = are_alike.then(|| "their columns have the same names".to_owned());
    let rows = match (meeting, differing) {
        (0, _) => Some("no row of one is in another".to_owned()),
        (_, 0) => None,
        _ => Some(format!(
            "of {} in more than one, {} other human scores",
            counted(meeting, "row"),
            if differing == 1 { "1 has".to_owned() } else { format!("{} have", count(differing)) },
        )),
    };
    let reasons: Vec<String> = names.into_iter().chain(rows).collect();
    match reasons.is_empty() {
        true => "scores of one name differ".to_owned(),
        false => reasons.join(", and "),
    }
}

/// Sentences behind another one.
fn after(sentences: &[String]) -> String {
    sentences.iter().map(|sentence| format!(" {sentence}")).collect()
}

impl LoadError {
    /// The same error, in one of several files.
    pub(super) fn in_file(self, file: &str) -> Self {
        Self::InFile { file: file.to_owned(), error: Box::new(self) }
    }

    /// The line the error is on, from 1, where there is one.
    pub fn line(&self) -> Option<usize> {
        match self {
            Self::InFile { error, .. } => error.line(),
            Self::NotText { line }
            | Self::NoHeader { line, .. }
            | Self::BadJson { line }
            | Self::NotScoreLine { line, .. }
            | Self::KeyTwice { line, .. }
            | Self::NestedJson { line, .. }
            | Self::AmbiguousNumbers { line, .. }
            | Self::Ragged { line, .. }
            | Self::UnclosedQuote { line }
            | Self::BadCell { line, .. }
            | Self::BadDivisor { line, .. }
            | Self::EmptyName { line, .. } => Some(*line),
            Self::Duplicates { lines, .. } => Some(lines[1]),
            _ => None,
        }
    }

    /// The name of the column the error is in, where there is one.
    pub fn column(&self) -> Option<&str> {
        match self {
            Self::InFile { error, .. } => error.column(),
            Self::BadCell { column, .. }
            | Self::BadDivisor { column, .. }
            | Self::NestedJson { column, .. }
            | Self::AmbiguousNumbers { column, .. }
            | Self::EmptyName { column, .. }
            | Self::LacksColumn { column, .. }
            | Self::RoleTwice { column } => Some(column),
            Self::NothingComplete { human, .. } => Some(human),
            _ => None,
        }
    }

    /// What to do, as a sentence or two.
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::InFile { error, .. } => error.remedy(),
            Self::Empty | Self::NoRows => {
                "Choose a file with a line of column names and one row for each output of a system."
            }
            Self::NotText { .. } | Self::Archive => {
                "Save the table as CSV; a spreadsheet has it under \"save as\" or \"export\"."
            }
            Self::BadGzip => "Download or pack it again, or open the file inside.",
            Self::TooLarge => "Leave out columns of text, or split it.",
            Self::BadJson { .. } => {
                "Write an array of objects, or one object a line: {\"system\": \"A\", \"item\": 1, \"human\": 0, \"metric\": 0.5}."
            }
            Self::NotScoreLine { .. } => {
                "Leave no line out, and write None for a missing score: the n-th line of a system is item n."
            }
            Self::NoKey { .. } | Self::LacksColumn { .. } => {
                "Give every file columns of these names, or open a single table with all scores."
            }
            Self::KeyTwice { .. } => "Files are joined row by row: delete all but one.",
            Self::OneScoreFile { .. } => {
                "Open the files of the human scores and of the metrics together."
            }
            Self::SeveralSets { .. } => {
                "Joined row by row, the human scores of one would be compared with the metrics of another."
            }
            Self::TwoPairs { .. } => "Open the files of one language pair together.",
            Self::TooSparse { .. } => "Give every row the same names.",
            Self::NestedJson { .. } => "Give each score a name of its own.",
            Self::Ragged { expected: 1, .. } => {
                "Is the first line a title or a remark? The file must begin with the names of the columns."
            }
            Self::Ragged { .. } => {
                "Give every row as many cells as the header (an empty cell is a missing score), put quotation \
                 marks around text that contains the delimiter, and close every quotation mark."
            }
            Self::UnclosedQuote { .. } => {
                "Close it, or remove it. Inside quoted text, write \"\" for a quotation mark."
            }
            Self::NoHeader { .. } => {
                "Is it a row of data? Names can also be added to the file, such as system,item,human,metric."
            }
            Self::AmbiguousNumbers { .. } => "Nothing else in the file decides it.",
            Self::Duplicates { is_refused: false, apart: Some(_), .. } => {
                "It can be used to choose one of its values (a language pair, an annotator), or to name the item, too \
                 (a document). Where such rows are several judgements of one output, what shall become of them?"
            }
            Self::Duplicates { is_refused: false, .. } => {
                "What shall become of such rows? A column that tells them apart can be used instead: as a \
                 category, to choose one of its values (a language pair, an annotator), or to name the item, too \
                 (a document)."
            }
            Self::Duplicates { is_refused: true, .. } => "Delete all but one of them.",
            Self::NoHuman { columns } | Self::NoMetric { columns } if columns.len() < 2 => {
                "Separate the columns by commas, tabs, semicolons or vertical bars: only one column was found."
            }
            Self::NoHuman { .. } => {
                "Choose the column of human scores, or name it \"human\" in the file."
            }
            Self::NoMetric { .. } => "Choose a column of metric scores, or add one to the file.",
            Self::BadCell { fault: Fault::Malformed, cell, .. } if cell.contains(',') => {
                "A comma may be a decimal mark or separate thousands, so this is not guessed: say how numbers are \
                 written, or write scores with a point and no separators, such as 1234.5."
            }
            Self::BadCell { fault, .. } => fault.remedy(),
            Self::EmptyName { .. } => {
                "Fill in the name, delete the row, or leave this column out of the roles."
            }
            Self::UnknownColumn { .. } => {
                "Choose the columns again: they may be those of another file."
            }
            Self::RoleTwice { .. } => "Give each column one role.",
            Self::NoMetricChosen => "Choose at least one metric column.",
            Self::AllExcluded => "Keep at least one system, and one value of each category.",
            Self::BadDivisor { .. } => {
                "A length is a number above 0; leave the cell empty and the score is missing."
            }
            Self::NothingComplete { notes, .. } if !notes.is_empty() => {
                "Name systems and items alike in all files."
            }
            Self::NothingComplete { .. } => {
                "Check that the right columns are chosen, and that rows with human scores have metric scores too."
            }
        }
    }
}

/// A [`LoadError`] as plain data, for the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Problem {
    /// What is wrong and where, in one sentence.
    pub message: String,
    /// What to do about it.
    pub remedy: String,
    /// The line it is on, from 1.
    pub line: Option<usize>,
    /// The column it is in.
    pub column: Option<String>,
    /// If it is a question, the answers.
    pub choices: Vec<Choice>,
}

impl From<&LoadError> for Problem {
    fn from(error: &LoadError) -> Self {
        Self {
            message: error.to_string(),
            remedy: error.remedy().to_owned(),
            line: error.line(),
            column: error.column().map(str::to_owned),
            choices: error.choices(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_cell_says_where_what_and_how() {
        let error = LoadError::BadCell {
            line: 2,
            column: "metric".into(),
            cell: "50%".into(),
            fault: Fault::Malformed,
        };
        let problem = Problem::from(&error);
        assert_eq!(problem.message, r#"Line 2, column "metric": "50%" is not a plain number."#);
        assert!(problem.remedy.contains("percent"));
        assert_eq!((problem.line, problem.column.as_deref()), (Some(2), Some("metric")));
    }

    #[test]
    fn long_column_lists_are_cut() {
        let columns: Vec<String> = (0..25).map(|i| format!("c{i}")).collect();
        let message = LoadError::NoHuman { columns }.to_string();
        assert!(message.ends_with(r#""c19" and 5 more."#), "{message}");
    }
}
