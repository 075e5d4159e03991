//! A table together with its columns: the way in for users of this module.

use super::columns::{Column, Names};
use super::error::LoadError;
use super::preview::Preview;
use super::roles::{self, Roles};
use super::score_set::ScoreSet;
use super::table::Table;

/// A score file that has been read, before anyone has said which column is what.
///
/// ```
/// use tiescope::scores::ScoreFile;
///
/// let file = ScoreFile::read(b"system,item,human,bleu\nA,1,0,0.5\nB,1,-5,0.25\n")?;
/// let roles = file.guess_roles()?;
/// assert_eq!((roles.system, roles.item, roles.human.column), (Some(0), Some(1), 2));
/// let scores = file.score_set(&roles)?;
/// assert_eq!(scores.human.values, [0.0, -5.0]);
/// assert_eq!(scores.metrics[0].name, "bleu");
/// # Ok::<(), tiescope::scores::LoadError>(())
/// ```
#[derive(Debug, Clone)]
pub struct ScoreFile {
    table: Table,
    columns: Vec<Column>,
}

impl ScoreFile {
    /// Reads the bytes of a delimited text file; see [`Table::read`] for what is taken and what is not.
    ///
    /// # Errors
    ///
    /// Those of [`Table::read`], and [`NoHeader`](LoadError::NoHeader) when the first line seems to hold
    /// data. What a cell holds is judged later, when its column has a role.
    pub fn read(bytes: &[u8]) -> Result<Self, LoadError> {
        let table = Table::read(bytes)?;
        roles::check_header(table.names())?;
        let columns = Column::read_all(&table);
        Ok(Self { table, columns })
    }

    /// The text of the file.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The columns read as numbers, in the order of the file.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The different names in a column, in the order of the file: the systems, when it is the system
    /// column. None when there is no such column.
    pub fn names(&self, column: usize) -> Vec<String> {
        if column >= self.columns.len() {
            return Vec::new();
        }
        Names::read(&self.table, column).names.into_iter().map(str::to_owned).collect()
    }

    /// Guesses the roles: names decide first, contents where names are silent. The direction of a score
    /// is never guessed, higher is taken to be better.
    ///
    /// # Errors
    ///
    /// [`NoHuman`](LoadError::NoHuman), [`NoMetric`](LoadError::NoMetric), [`Wide`](LoadError::Wide).
    pub fn guess_roles(&self) -> Result<Roles, LoadError> {
        roles::guess(&self.table, &self.columns)
    }

    /// What was read, for a person to check, with the first `rows` rows.
    pub fn preview(&self, rows: usize) -> Preview {
        Preview::new(self, rows)
    }

    /// The scores in the chosen columns.
    ///
    /// # Errors
    ///
    /// The roles do not fit the file: [`UnknownColumn`](LoadError::UnknownColumn),
    /// [`RoleTwice`](LoadError::RoleTwice), [`NoMetricChosen`](LoadError::NoMetricChosen),
    /// [`AllExcluded`](LoadError::AllExcluded). A cell does not fit its role:
    /// [`BadCell`](LoadError::BadCell), [`EmptyName`](LoadError::EmptyName). There is nothing to
    /// compare: [`NothingComplete`](LoadError::NothingComplete).
    pub fn score_set(&self, roles: &Roles) -> Result<ScoreSet, LoadError> {
        ScoreSet::new(&self.table, &self.columns, roles)
    }
}

/// Reads a score file with the roles that [`ScoreFile::guess_roles`] finds.
///
/// # Errors
///
/// Those of [`ScoreFile::read`], [`ScoreFile::guess_roles`] and [`ScoreFile::score_set`].
pub fn load(bytes: &[u8]) -> Result<ScoreSet, LoadError> {
    let file = ScoreFile::read(bytes)?;
    file.score_set(&file.guess_roles()?)
}
