//! A table together with its columns: the way in for users of this module.

use std::borrow::Cow;

use super::columns::{Column, ColumnKind, Names};
use super::error::LoadError;
use super::evidence::number_style;
use super::join::{self, join};
use super::json;
use super::notices::Notice;
use super::number::{Cell, NumberStyle, parse};
use super::preview::Preview;
use super::roles::{self, Roles};
use super::score_files::{self, Source, is_score_file};
use super::score_set::ScoreSet;
use super::settings::{Layout, Settings};
use super::table::{Format, Table};
use super::text::{Encoding, Text, decode};
use super::wide;

/// A score file that has been read, before anyone has said which column is what.
///
/// ```
/// use tiescope_scores::{ScoreFile, Settings};
///
/// let file = ScoreFile::read(b"system,item,human,bleu\nA,1,0,0.5\nB,1,-5,0.25\n", &Settings::default())?;
/// let roles = file.guess_roles()?;
/// assert_eq!((roles.system, roles.metrics[0].column), (Some(0), 3));
/// assert_eq!(roles.item, [1]);
/// let scores = file.score_set(&roles)?;
/// assert_eq!(scores.human.values, [0.0, -5.0]);
/// assert_eq!(scores.metrics[0].name, "bleu");
/// # Ok::<(), tiescope_scores::LoadError>(())
/// ```
#[derive(Debug, Clone)]
pub struct ScoreFile {
    table: Table,
    columns: Vec<Column>,
    encoding: Encoding,
    /// Settings that the file decided, or the user.
    settings: Settings,
    can_be_wide: bool,
    /// What is to be known of how it was read.
    notices: Vec<Notice>,
}

/// The share of reading that is done when the text is a table, about.
const PARSED: f64 = 0.5;

/// One of several files.
#[derive(Debug, Clone, Copy)]
pub struct Named<'b> {
    /// The name of the file, without its folder.
    pub name: &'b str,
    /// All of the file, packed or not.
    pub bytes: &'b [u8],
}

impl ScoreFile {
    /// Reads the bytes of a file: delimited text, JSON or JSON Lines, in UTF-8, UTF-16 or Windows-1252,
    /// packed with gzip or not. What the settings leave open is decided from the file.
    ///
    /// # Errors
    ///
    /// Those of decoding and of [`Table::read`]; and two that ask, with the answers as
    /// [`choices`](LoadError::choices): [`NoHeader`](LoadError::NoHeader) when the first line seems to
    /// hold data, and [`AmbiguousNumbers`](LoadError::AmbiguousNumbers). What a cell holds is judged
    /// later, when its column has a role.
    pub fn read(bytes: &[u8], settings: &Settings) -> Result<Self, LoadError> {
        Self::read_one(bytes, *settings, &mut |_| ())
    }

    fn read_one(
        bytes: &[u8],
        mut settings: Settings,
        on_progress: &mut dyn FnMut(f64),
    ) -> Result<Self, LoadError> {
        let text = decode(bytes)?;
        let table =
            read_table(&text.text, &mut settings, &mut |share| on_progress(share * PARSED))?;
        Self::of_table(table, text.encoding, settings, Vec::new(), on_progress)
    }

    /// Reads several files as one: score files of the WMT metrics task, which are joined by system and
    /// line, or tables, which are joined by system and item.
    ///
    /// # Errors
    ///
    /// Those of [`read`](Self::read); [`NotScoreLine`](LoadError::NotScoreLine),
    /// [`OneScoreFile`](LoadError::OneScoreFile), [`TwoPairs`](LoadError::TwoPairs); [`NoKey`](LoadError::NoKey),
    /// [`LacksColumn`](LoadError::LacksColumn), [`KeyTwice`](LoadError::KeyTwice); and one that asks,
    /// [`SeveralSets`](LoadError::SeveralSets).
    pub fn read_several(files: &[Named], settings: &Settings) -> Result<Self, LoadError> {
        Self::read_watched(files, settings, &mut |_| ())
    }

    /// The same, telling now and then which share of the work is done.
    ///
    /// # Errors
    ///
    /// Those of [`read_several`](Self::read_several).
    pub fn read_watched(
        files: &[Named],
        settings: &Settings,
        on_progress: &mut dyn FnMut(f64),
    ) -> Result<Self, LoadError> {
        let [first, rest @ ..] = files else { return Err(LoadError::Empty) };
        let all_scores = files.iter().all(|file| is_score_file(file.name));
        if rest.is_empty() {
            return match all_scores {
                true => Err(LoadError::OneScoreFile { file: first.name.to_owned() }),
                false => Self::read_one(first.bytes, *settings, on_progress),
            };
        }
        let texts: Vec<Text> = files
            .iter()
            .map(|file| decode(file.bytes).map_err(|error| error.in_file(file.name)))
            .collect::<Result<_, _>>()?;
        let encoding = texts[0].encoding;
        let named = files.iter().map(|file| file.name).zip(&texts);
        if all_scores {
            let sources: Vec<Source> =
                named.map(|(name, text)| Source { name, text: &text.text }).collect();
            let settings = Settings { header: Some(true), ..*settings };
            let (table, notices) =
                score_files::read(&sources, settings.numbers.unwrap_or_default())?;
            return Self::of_table(table, encoding, settings, notices, on_progress);
        }
        let mut settings = *settings;
        let tables: Vec<(&str, Table, Vec<Column>)> = named
            .map(|(name, text)| match read_part(&text.text, &settings) {
                Ok((table, columns)) => Ok((name, table, columns)),
                Err(error) => Err(error.in_file(name)),
            })
            .collect::<Result<_, LoadError>>()?;
        let table = join(&tables, settings.are_one_table == Some(true))?;
        settings.header.get_or_insert(true);
        settings.numbers = Some(NumberStyle::Point);
        Self::of_table(table, encoding, settings, Vec::new(), on_progress)
    }

    fn of_table(
        mut table: Table,
        encoding: Encoding,
        mut settings: Settings,
        mut notices: Vec<Notice>,
        on_progress: &mut dyn FnMut(f64),
    ) -> Result<Self, LoadError> {
        let mut on_progress = |share| on_progress(PARSED + (1.0 - PARSED) * share);
        let wide = wide::detect(&table);
        let can_be_wide = wide.is_some();
        let wide = wide.filter(|_| settings.layout != Some(Layout::Tidy));
        settings.layout = Some(if wide.is_some() { Layout::Wide } else { Layout::Tidy });
        if let Some(wide) = wide {
            // Its rows are not those that are compared, and are forgotten.
            let rows: Vec<usize> = (0..table.rows()).collect();
            notices.extend(join::without_partner(&table, &[0], &rows));
            table = wide::reshape(&table, &wide)?;
        }
        let (columns, style) = read_columns(&table, settings.numbers, &mut on_progress)?;
        settings.numbers = Some(style);
        Ok(Self { table, columns, encoding, settings, can_be_wide, notices })
    }

    /// How characters were written.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Whether the columns can be taken for scores of several systems, side by side.
    pub fn can_be_wide(&self) -> bool {
        self.can_be_wide
    }

    /// How the file was read: nothing is left open but what does not apply.
    pub fn settings(&self) -> &Settings {
        &self.settings
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
        Names::read(&self.table, column).names.into_iter().map(Cow::into_owned).collect()
    }

    /// Guesses the roles: names decide first, contents where names are silent. The direction of a score
    /// is never guessed, higher is taken to be better.
    ///
    /// # Errors
    ///
    /// [`NoHuman`](LoadError::NoHuman), [`NoMetric`](LoadError::NoMetric), and
    /// [`BadCell`](LoadError::BadCell) in a column that is called human and does not hold numbers.
    pub fn guess_roles(&self) -> Result<Roles, LoadError> {
        let roles = self.best_guess();
        roles::check_guess(&self.table, &self.columns, &roles).map(|()| roles)
    }

    /// The roles as far as they can be guessed: there may be no human score, or no metric.
    pub fn best_guess(&self) -> Roles {
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
    /// [`BadCell`](LoadError::BadCell), [`BadDivisor`](LoadError::BadDivisor),
    /// [`EmptyName`](LoadError::EmptyName). There is nothing to
    /// compare: [`NothingComplete`](LoadError::NothingComplete).
    pub fn score_set(&self, roles: &Roles) -> Result<ScoreSet, LoadError> {
        let mut set =
            ScoreSet::new(&self.table, &self.columns, roles).map_err(|error| match error {
                LoadError::NothingComplete { human, mut notes } => {
                    notes.extend(self.notices.iter().map(|notice| notice.message.clone()));
                    LoadError::NothingComplete { human, notes }
                }
                other => other,
            })?;
        set.notices.extend(self.notices.iter().cloned());
        set.notices.sort_by_key(|notice| notice.kind);
        Ok(set)
    }
}

/// Reads a score file with the roles that [`ScoreFile::guess_roles`] finds.
///
/// # Errors
///
/// Those of [`ScoreFile::read`], [`ScoreFile::guess_roles`] and [`ScoreFile::score_set`].
pub fn load(bytes: &[u8]) -> Result<ScoreSet, LoadError> {
    let file = ScoreFile::read(bytes, &Settings::default())?;
    file.score_set(&file.guess_roles()?)
}

/// Reads a single table; what the settings leave open is decided from the text.
fn read_table(
    text: &str,
    settings: &mut Settings,
    on_progress: &mut dyn FnMut(f64),
) -> Result<Table, LoadError> {
    if json::is_json(text) {
        settings.header = Some(true);
        return json::read(text);
    }
    let has_header = settings.header != Some(false);
    let table = Table::read_watched(text, settings.delimiter, has_header, on_progress)?;
    if settings.header.is_none() {
        roles::check_header(&table)?;
        settings.header = Some(true);
    }
    if let Format::Delimited(delimiter) = table.format() {
        settings.delimiter = Some(delimiter);
    }
    Ok(table)
}

/// Reads the columns of a table, and decides how their numbers are written if that is open.
fn read_columns(
    table: &Table,
    numbers: Option<NumberStyle>,
    on_progress: &mut dyn FnMut(f64),
) -> Result<(Vec<Column>, NumberStyle), LoadError> {
    let columns = Column::read_all_watched(table, numbers.unwrap_or_default(), on_progress);
    match numbers.map_or_else(|| number_style(table, &columns), Ok)? {
        style if Some(style) == numbers || style == NumberStyle::Point => Ok((columns, style)),
        style => Ok((Column::read_all(table, style), style)),
    }
}

/// Reads one of several tables. Each may write numbers in its own way, so they are brought to points; and each that
/// has systems side by side is laid out anew, so that what it has alike with others are scores, not systems.
fn read_part(text: &str, settings: &Settings) -> Result<(Table, Vec<Column>), LoadError> {
    let mut table = read_table(text, &mut settings.clone(), &mut |_| ())?;
    if let Some(wide) = wide::detect(&table).filter(|_| settings.layout != Some(Layout::Tidy)) {
        table = wide::reshape(&table, &wide)?;
    }
    let (columns, style) = read_columns(&table, settings.numbers, &mut |_| ())?;
    if style == NumberStyle::Point {
        return Ok((table, columns));
    }
    let with_points = table.map_cells(|column, cell| match parse(cell, style) {
        Cell::Number(number) if columns[column].kind == ColumnKind::Score => {
            Some(number.to_string())
        }
        _ => None,
    });
    let columns = Column::read_all(&with_points, NumberStyle::Point);
    Ok((with_points, columns))
}
