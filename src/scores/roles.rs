//! Which column is what: the roles, and a guess at them from names and contents.

use serde::{Deserialize, Serialize};

use super::columns::{CellProblem, Column, ColumnKind};
use super::error::LoadError;
use super::filter::{self, Filter};
use super::groups;
use super::number::{Cell, NumberStyle, parse};
use super::settings::Duplicates;
use super::table::Table;
use super::vocabulary::{self, CATEGORY, HUMAN, LENGTH, Vocabulary, tokens};

/// Which columns of a table play which part. Columns are counted from 0.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Roles {
    /// The column that names the system; without it there are no groups by system.
    pub system: Option<usize>,
    /// The columns that together name the item, such as a document and the number of a segment in it;
    /// without any there are no groups by item.
    #[serde(default)]
    pub item: Vec<usize>,
    /// The human scores; nothing until they are found or chosen.
    #[serde(default)]
    pub human: Option<ScoreRole>,
    /// The metrics' scores, at least one.
    pub metrics: Vec<ScoreRole>,
    /// A column of lengths that the human scores are divided by.
    #[serde(default)]
    pub divide_human_by: Option<usize>,
    /// Rows that do not count, by the names in a column: systems and categories.
    #[serde(default)]
    pub filters: Vec<Filter>,
    /// What becomes of rows with one system and item; nothing chosen is an error that asks.
    #[serde(default)]
    pub duplicates: Option<Duplicates>,
    /// Whether scores of a column that differ by floating-point noise alone are made equal.
    #[serde(default)]
    pub merge_noise: bool,
}

/// A column chosen as a score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ScoreRole {
    /// Its place in the file, from 0.
    pub column: usize,
    /// Whether a lower score is a better one: such scores are negated on the way in.
    #[serde(default)]
    pub lower_is_better: bool,
}

impl Roles {
    /// A column of human scores and columns of metric scores, higher is better; nothing else.
    pub fn of_columns(human: usize, metrics: impl IntoIterator<Item = usize>) -> Self {
        Self {
            system: None,
            item: Vec::new(),
            human: Some(ScoreRole::higher_is_better(human)),
            metrics: metrics.into_iter().map(ScoreRole::higher_is_better).collect(),
            divide_human_by: None,
            filters: Vec::new(),
            duplicates: None,
            merge_noise: false,
        }
    }

    /// The columns that name systems and items.
    pub fn named(&self) -> impl Iterator<Item = usize> {
        self.system.into_iter().chain(self.item.iter().copied())
    }

    /// Whether a column plays any part.
    pub(super) fn has(&self, column: usize) -> bool {
        let scores = self.human.iter().chain(&self.metrics).map(|role| role.column);
        let others = self.named().chain(self.divide_human_by);
        let filters = self.filters.iter().map(|filter| filter.column);
        scores.chain(others).chain(filters).any(|used| used == column)
    }
}

impl ScoreRole {
    fn higher_is_better(column: usize) -> Self {
        Self { column, lower_is_better: false }
    }
}

/// Guesses the roles as far as they can be: names decide first, contents where names are silent. The
/// direction of a score is never guessed, higher is taken to be better.
pub(super) fn guess(table: &Table, columns: &[Column]) -> Roles {
    let (system, item) = groups::guess(table, columns);
    let is_taken = |index: usize| system == Some(index) || item.contains(&index);
    // A column with scores comes before one that has the better name and is empty.
    let of_kind =
        |kind| best(columns, &HUMAN, |index| columns[index].kind == kind && !is_taken(index));
    let human = of_kind(ColumnKind::Score).or_else(|| of_kind(ColumnKind::Empty));
    let is_taken = |index: usize| human == Some(index) || is_taken(index);
    let filters = filter::guess(table, columns, |index| !is_taken(index));
    let is_filter = |index: usize| filters.iter().any(|filter| filter.column == index);
    let scores = || {
        (0..columns.len())
            .filter(|&index| !is_taken(index) && !is_filter(index))
            .filter(|&index| columns[index].kind == ColumnKind::Score)
    };
    let mut metrics: Vec<usize> = scores().filter(|&index| !is_label(&columns[index])).collect();
    if metrics.is_empty() {
        // What only its last word makes a label may be a metric.
        metrics = scores().filter(|&index| !is_plain_label(&columns[index])).collect();
    }
    // A length is no metric, unless it is all there is.
    let is_length = |index: &usize| LENGTH.is_all_of(&columns[*index].name);
    if !metrics.iter().all(is_length) {
        metrics.retain(|index| !is_length(index));
    }
    // Nor are other human scores, unless someone wants them to be.
    let is_human = |index: &usize| is_human(&columns[*index].name);
    if !metrics.iter().all(is_human) {
        metrics.retain(|index| !is_human(index));
    }
    let human = human.map(ScoreRole::higher_is_better);
    Roles { system, item, filters, human, ..Roles::of_columns(0, metrics) }
}

/// Whether guessed roles are enough to go on with.
///
/// # Errors
///
/// [`NoHuman`](LoadError::NoHuman), [`NoMetric`](LoadError::NoMetric), [`BadCell`](LoadError::BadCell).
pub(super) fn check_guess(
    table: &Table,
    columns: &[Column],
    roles: &Roles,
) -> Result<(), LoadError> {
    let names = || table.names().to_vec();
    match roles {
        Roles { human: None, .. } => Err(human_of_text(table, columns)
            .unwrap_or_else(|| LoadError::NoHuman { columns: names() })),
        Roles { metrics, .. } if metrics.is_empty() => {
            Err(LoadError::NoMetric { columns: names() })
        }
        _ => Ok(()),
    }
}

/// What is wrong with a column that is called human and holds text.
fn human_of_text(table: &Table, columns: &[Column]) -> Option<LoadError> {
    let index = best(columns, &HUMAN, |index| HUMAN.is_all_of(&columns[index].name))?;
    let CellProblem { row, fault } = columns[index].first_problem?;
    let column = columns[index].name.clone();
    Some(table.error_at(row, index, |line, cell| LoadError::BadCell { line, column, cell, fault }))
}

/// A first line with numbers in it and no column called human is data: taking it for names would lose a
/// row.
pub(super) fn check_header(table: &Table) -> Result<(), LoadError> {
    let is_number = |name: &String| {
        let reads = |style| matches!(parse(name, style), Cell::Number(_));
        reads(NumberStyle::Point) || reads(NumberStyle::Comma)
    };
    let names = table.names();
    if names.iter().any(is_number) && !names.iter().any(|name| HUMAN.is_all_of(name)) {
        let columns = names.to_vec();
        return Err(LoadError::NoHeader { line: table.first_line(), columns });
    }
    Ok(())
}

/// Columns of people's scores that play no part.
pub(super) fn other_humans(columns: &[Column], roles: &Roles) -> Vec<usize> {
    let is_other = |index: &usize| {
        let column = &columns[*index];
        let is_score = column.kind == ColumnKind::Score && !is_label(column);
        is_score && is_human(&column.name) && !roles.has(*index)
    };
    (0..columns.len()).filter(is_other).collect()
}

/// Whether the name of a column says that its scores are people's.
pub fn is_human(name: &str) -> bool {
    HUMAN.rank(&tokens(name)).is_some()
}

/// The column whose name fits best among those allowed; of equals, the first.
fn best(
    columns: &[Column],
    words: &Vocabulary,
    is_allowed: impl Fn(usize) -> bool,
) -> Option<usize> {
    (0..columns.len())
        .filter(|&index| is_allowed(index))
        .filter_map(|index| Some((words.rank(&tokens(&columns[index].name))?, index)))
        .min()
        .map(|(_, index)| index)
}

/// Whether a column of numbers only labels rows: an id beside the item, a rater, a year, a seed, or an
/// index without a name.
pub(super) fn is_label(column: &Column) -> bool {
    vocabulary::is_label(&column.name) && column.is_whole() || is_plain_label(column)
}

/// The same, where the last word of the name alone does not count.
fn is_plain_label(column: &Column) -> bool {
    let is_named = CATEGORY.is_all_of(&column.name);
    (groups::is_name(column) || is_named) && column.is_whole() || is_index(column)
}

/// Whether a column is an index without a name, as pandas writes it, also when its rows were shuffled since.
pub(super) fn is_index(column: &Column) -> bool {
    let tokens = tokens(&column.name);
    match tokens.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["unnamed", _] | ["level", "0"] => column.is_whole(),
        ["column", _] => column.is_whole() && (column.is_ascending() || column.is_numbering()),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The guess as names: system, item, human, metrics.
    fn guessed(text: &str) -> (Option<String>, Option<String>, String, Vec<String>) {
        let table = Table::read(text, None, true).unwrap();
        let columns = Column::read_all(&table, NumberStyle::Point);
        let roles = guess(&table, &columns);
        check_guess(&table, &columns, &roles).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        let name = |index: usize| columns[index].name.clone();
        let metrics = roles.metrics.iter().map(|metric| name(metric.column)).collect();
        let item = roles.item.first().copied().map(name);
        (roles.system.map(name), item, name(roles.human.unwrap().column), metrics)
    }

    /// A table of 2 systems and 3 items under a header of five columns: a system, an item, a text that
    /// differs in each row, and two scores.
    fn grid(header: &str) -> String {
        format!(
            "{header}\nA,d1,t1,0,0.5\nA,d2,t2,1,0.25\nA,d3,t3,2,0.1\nB,d1,t4,1,0.6\nB,d2,t5,2,0.7\nB,d3,t6,0,0.8\n"
        )
    }

    fn expect(text: &str, system: Option<&str>, item: Option<&str>, human: &str, metrics: &[&str]) {
        let (found_system, found_item, found_human, found_metrics) = guessed(text);
        assert_eq!((found_system.as_deref(), found_item.as_deref()), (system, item), "{text}");
        assert_eq!(found_human, human, "{text}");
        assert_eq!(found_metrics, metrics, "{text}");
    }

    #[test]
    fn names_decide() {
        expect(&grid("system,item,output,human,m"), Some("system"), Some("item"), "human", &["m"]);
        expect(
            &grid("Model Name,segId,output,bleu,MQM"),
            Some("Model Name"),
            Some("segId"),
            "MQM",
            &["bleu"],
        );
        expect(&grid("sys,doc,system_output,da_z,m"), Some("sys"), Some("doc"), "da_z", &["m"]);
    }

    #[test]
    fn contents_decide_where_names_are_silent() {
        expect(&grid("who,item,output,human,m"), Some("who"), Some("item"), "human", &["m"]);
        expect(&grid("system,what,output,human,m"), Some("system"), Some("what"), "human", &["m"]);
        expect(&grid("who,what,output,human,m"), Some("who"), Some("what"), "human", &["m"]);
        expect(&grid("who,what,id,human,m"), Some("who"), Some("what"), "human", &["m"]);
    }

    #[test]
    fn an_item_must_be_shared_by_systems_if_another_is() {
        let text = "id,system,source,human,m\n1,A,x,0,.5\n2,A,y,1,.2\n3,B,x,1,.1\n4,B,y,2,.3\n";
        expect(text, Some("system"), Some("source"), "human", &["m"]);
    }

    #[test]
    fn segments_come_before_documents() {
        let text = "doc,seg,system,human,m\nd,1,A,0,.5\nd,2,A,1,.2\nd,1,B,1,.1\nd,2,B,2,.3\n";
        expect(text, Some("system"), Some("seg"), "human", &["m"]);
    }

    #[test]
    fn numbers_only_name_items_when_the_name_says_so() {
        expect("item,human,m\n0000,0,.5\n0001,1,.2\n", None, Some("item"), "human", &["m"]);
        expect(
            "sentence_bleu,human,m\n10,0,.5\n20,1,.2\n",
            None,
            None,
            "human",
            &["sentence_bleu", "m"],
        );
        expect("line,human,m\n0.5,0,.5\n0.1,1,.2\n", None, None, "human", &["line", "m"]);
    }

    #[test]
    fn the_plain_human_comes_first() {
        let text = "human_fluency,human,human_coherence,m\n1,2,3,4\n";
        expect(text, None, None, "human", &["m"]);
        let text = "human_fluency,human_coherence,m\n1,2,3\n";
        expect(text, None, None, "human_fluency", &["m"]);
        let text = "human_fluency,human_coherence\n1,2\n";
        expect(text, None, None, "human_fluency", &["human_coherence"]);
        let text = "metricx_MQM_2020,GEMBA-DA,esa\n1,2,3\n";
        expect(text, None, None, "esa", &["metricx_MQM_2020", "GEMBA-DA"]);
    }

    #[test]
    fn row_numbers_and_second_ids_are_no_metrics() {
        let text = ",system,item,doc_id,human,m\n0,A,1,7,1,.5\n1,B,1,7,2,.25\n";
        expect(text, Some("system"), Some("item"), "human", &["m"]);
        let text = "year,rater id,human,m\n2022,501,1,.5\n2022,502,2,.25\n";
        expect(text, None, None, "human", &["m"]);
        for index in ["", "Unnamed: 0", "level_0", "annotation_id", "seed"] {
            let text = format!("{index},human,m\n0,1,.5\n5,2,.5\n7,2,.1\n");
            expect(&text, None, None, "human", &["m"]);
        }
        for metric in ["gemba_en-id", "bleu (seed)"] {
            let text = format!("human,{metric},m\n0,1,.5\n5,2,.5\n");
            expect(&text, None, None, "human", &[metric, "m"]);
        }
        expect("human,gemba_id\n0,50\n5,40\n", None, None, "human", &["gemba_id"]);
        expect("item,human,llm\n1,0,5\n2,5,4\n", None, Some("item"), "human", &["llm"]);
        let text = "model,task_id,human,m\nA,1,1,.5\nB,1,2,.7\nA,2,1,.3\nB,2,2,.9\n";
        expect(text, Some("model"), Some("task_id"), "human", &["m"]);
    }

    #[test]
    fn lengths_are_no_metrics_beside_others() {
        let text = "human,words,src_len,m\n1,4,5,.5\n2,6,7,.25\n";
        expect(text, None, None, "human", &["m"]);
        expect("human,length\n1,4\n2,6\n", None, None, "human", &["length"]);
    }

    #[test]
    fn empty_columns_are_no_metrics() {
        expect("human,m,n\n1,2,NA\n2,3,\n", None, None, "human", &["m"]);
    }

    #[test]
    fn data_is_no_header() {
        let check = |header: &str| {
            check_header(&Table::read(&format!("\n{header}\n{header}\n"), None, true).unwrap())
        };
        for header in ["A,1,0,0.5", "A;x;0,5;0,25", "Human-A,1,0,.5", "A,He won gold,0,.5"] {
            let error = check(header).unwrap_err();
            assert_eq!(error.line(), Some(2), "{header}");
        }
        assert!(check("human,1,2").is_ok());
        assert!(check("a,b").is_ok());
    }

    #[test]
    fn an_empty_column_is_human_only_for_want_of_another() {
        expect("human,human_z,m\n,1,2\n,2,3\n", None, None, "human_z", &["m"]);
        expect("human,m\n,2\n,3\n", None, None, "human", &["m"]);
    }

    #[test]
    fn what_cannot_be_found_is_said() {
        let error = |text: &str| {
            let table = Table::read(text, None, true).unwrap();
            let columns = Column::read_all(&table, NumberStyle::Point);
            check_guess(&table, &columns, &guess(&table, &columns)).unwrap_err()
        };
        let columns =
            |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(error("a,b\n1,2\n"), LoadError::NoHuman { columns: columns(&["a", "b"]) });
        assert_eq!(
            error("human,b\n1,x\n"),
            LoadError::NoMetric { columns: columns(&["human", "b"]) }
        );
        let message = r#"Line 2, column "human": "="0"" is not a number."#;
        assert_eq!(error("item,human,m\n1,\"=\"\"0\"\"\",2\n").to_string(), message);
        assert!(error("human\n1\n").remedy().contains("only one column"));
    }
}
