//! The questions that a file raises: errors with answers.

use super::error::LoadError;
use super::filter::Filter;
use super::number::{Fault, NumberStyle, has_thousands};
use super::settings::{Choice, Duplicates, Setting};
use super::wording::{quote, shorten};

impl LoadError {
    /// The answers, where this is a question.
    pub fn choices(&self) -> Vec<Choice> {
        let choice = |label: &str, set| Choice { label: label.to_owned(), set };
        match self {
            Self::InFile { error, .. } => error.choices(),
            Self::NoHeader { .. } => vec![
                choice("It is data: number the columns", Setting::Header(false)),
                choice("These are the names", Setting::Header(true)),
            ],
            Self::AmbiguousNumbers { as_thousands, as_decimals, .. } => vec![
                choice(
                    &format!("Thousands: {as_thousands}"),
                    Setting::Numbers(NumberStyle::Thousands),
                ),
                choice(&format!("Decimals: {as_decimals}"), Setting::Numbers(NumberStyle::Comma)),
            ],
            Self::BadCell { fault: Fault::Malformed, cell, .. } if has_thousands(cell) => {
                let label = format!("Commas separate thousands: {}", cell.replace(',', ""));
                vec![choice(&label, Setting::Numbers(NumberStyle::Thousands))]
            }
            Self::Duplicates { is_refused: false, apart, .. } => {
                let fates = [
                    choice("Average their scores", Setting::Duplicates(Duplicates::Average)),
                    choice("Use the first", Setting::Duplicates(Duplicates::First)),
                    choice("Refuse the file", Setting::Duplicates(Duplicates::Error)),
                ];
                apart.iter().flat_map(|apart| apart.choices()).chain(fates).collect()
            }
            Self::SeveralSets { files, rivals, others, differing, .. } => {
                let only = files.iter().zip(rivals).map(|(file, rivals)| {
                    let is_all = *others == 0 && rivals.len() + 1 == files.len();
                    let label = if is_all { "Use only" } else { "Of these, use" };
                    choice(&format!("{label} {}", quote(file)), Setting::LeaveOut(rivals.clone()))
                });
                let join = choice("They are parts of one table", Setting::AreOneTable(true));
                // The likely answer first.
                let (first, last) = match differing {
                    0 => (Some(join), None),
                    _ => (None, Some(join)),
                };
                first.into_iter().chain(only).chain(last).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// A column that tells rows of one system and item apart, such as a language pair or a rater.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Apart {
    /// Its place, from 0.
    pub column: usize,
    /// Its name.
    pub name: String,
    /// The different names in the rows that count, in the order of the file.
    pub values: Vec<String>,
    /// Those in all rows.
    pub all: Vec<String>,
}

impl Apart {
    pub(super) fn sentence(&self) -> String {
        format!(" The column {} tells such rows apart.", quote(&self.name))
    }

    /// Each of its values alone.
    fn choices(&self) -> impl Iterator<Item = Choice> {
        self.values.iter().map(|value| {
            let excluded = self.all.iter().filter(|other| *other != value).cloned().collect();
            let label = if value.is_empty() {
                "Only rows without one"
            } else {
                &format!("Only {}", shorten(value, 40))
            };
            Choice {
                label: label.to_owned(),
                set: Setting::Filter(Filter { column: self.column, excluded }),
            }
        })
    }
}
