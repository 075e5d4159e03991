//! Wide tables: a row for each item and, for each score, a column for each system.

use std::collections::{HashMap, HashSet};

use super::columns::Names;
use super::error::LoadError;
use super::number::{Cell, Fault, NumberStyle, parse};
use super::table::{MOST_CELLS, Table, TableBuilder};
use super::vocabulary::{CATEGORY, HUMAN, ITEM, SYSTEM, is_no_system};

/// What may stand between the name of a score and the name of a system.
const SEPARATORS: [char; 8] = ['.', '_', '-', ':', '/', '|', '@', ' '];

/// Longer names are texts, not scores of systems.
const LONGEST_NAME: usize = 200;

/// Which columns of a wide table hold what.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Wide {
    systems: Vec<String>,
    /// Names of scores, the human one first, each with the column of each system.
    scores: Vec<(String, Vec<Option<usize>>)>,
    /// Columns that belong to items.
    others: Vec<usize>,
}

/// How names are put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Pattern {
    separator: char,
    /// `human_A` rather than `A_human`.
    score_first: bool,
}

impl Pattern {
    /// Every way to take a name apart into a score and a system.
    fn splits(self, name: &str) -> impl Iterator<Item = (&str, &str)> {
        let name = if name.len() > LONGEST_NAME { "" } else { name };
        name.match_indices(self.separator).filter_map(move |(at, separator)| {
            let (left, right) = (name[..at].trim(), name[at + separator.len()..].trim());
            let (score, system) = if self.score_first { (left, right) } else { (right, left) };
            // "(2)" tells columns of one name apart.
            let is_number = system.starts_with('(') && system.ends_with(')');
            (!score.is_empty() && !system.is_empty() && !is_number).then_some((score, system))
        })
    }
}

/// A table is wide if human scores of at least two systems stand side by side, the scores of a metric
/// as well, and neither a column nor the rows name the system.
pub(super) fn detect(table: &Table) -> Option<Wide> {
    let names = table.names();
    if names.iter().any(|name| SYSTEM.is_all_of(name)) {
        return None;
    }
    let patterns = SEPARATORS
        .into_iter()
        .flat_map(|separator| [true, false].map(|score_first| Pattern { separator, score_first }));
    // Several ways to take the names apart may fit: the one that explains most columns counts, and of
    // these the one that leaves least to the names of the systems.
    let wide = patterns
        .flat_map(|pattern| candidates(names, pattern))
        .map(|(pattern, human, systems)| (pattern, assemble(names, pattern, human, &systems)))
        .filter(|(pattern, wide)| wide.scores.len() > 1 && numbers_agree(names, *pattern, wide))
        .min_by_key(|(_, wide)| {
            (wide.others.len(), wide.systems.iter().map(String::len).sum::<usize>())
        });
    let (pattern, wide) = wide?;
    // An aggregate over systems stands beside them; a plain human score does not.
    let is_aggregate = |name: &str| pattern.splits(name).any(|(_, rest)| is_no_system(rest));
    let is_human =
        |column: &usize| HUMAN.is_all_of(&names[*column]) && !is_aggregate(&names[*column]);
    let cells = (wide.others.len() + 1 + wide.scores.len())
        .saturating_mul(wide.systems.len())
        .saturating_mul(table.rows());
    // The rows come last: looking at all of them is the one thing that takes time.
    let is_tidy = || wide.others.iter().any(is_human) || has_rows_of_systems(table, &wide.others);
    let is_wide = cells <= MOST_CELLS && !is_tidy();
    is_wide.then_some(wide)
}

/// Numbers may be those of raters, or the orders of n-grams: they name systems only if no score has others
/// than the human one.
fn numbers_agree(names: &[String], pattern: Pattern, wide: &Wide) -> bool {
    let is_number = |name: &str| name.bytes().all(|byte| byte.is_ascii_digit());
    let is_score = |score: &str| wide.scores.iter().any(|(name, _)| name == score);
    let is_numbered = |column: &usize| {
        pattern.splits(&names[*column]).any(|(score, rest)| is_score(score) && is_number(rest))
    };
    !wide.systems.iter().all(|system| is_number(system)) || !wide.others.iter().any(is_numbered)
}

/// Columns of text that are looked at, at most.
const MOST_TEXTS: usize = 6;

/// Whether the rows are those of systems: an item comes again in another row, beside a text that comes
/// again too, which will be the system; or two texts come again, and their pairs do not. Documents and
/// language pairs are no systems.
fn has_rows_of_systems(table: &Table, others: &[usize]) -> bool {
    let is_item = |column: usize| ITEM.is_all_of(&table.names()[column]);
    let can_be_system = |column: &usize| !is_item(*column);
    let is_text = |column: usize| {
        let mut cells = (0..table.rows()).map(|row| table.cell(row, column));
        cells.all(|cell| matches!(parse(cell, NumberStyle::Comma), Cell::Bad(Fault::Text)))
    };
    let comes_again = |column: &usize| repeats(table, *column);
    let item = others.iter().copied().find(|column| is_item(*column));
    let names_rows = item.is_some_and(|item| !repeats(table, item));
    let item = item.filter(comes_again);
    let is_category = |column: &usize| CATEGORY.is_all_of(&table.names()[*column]);
    let texts = others.iter().copied().filter(|column| is_text(*column) && !is_category(column));
    let texts = texts.filter(comes_again);
    let texts: Vec<usize> = texts.take(MOST_TEXTS).collect();
    // Documents and sources of items may come again now and then; systems and items do all the time.
    let mostly = |column: &usize| 2 * Names::read(table, *column).names.len() <= table.rows();
    let grid: Vec<usize> = texts.iter().copied().filter(mostly).collect();
    let is_pair = |one: usize, other: usize| {
        let mut seen = HashSet::new();
        let cell = |row, column| table.cell(row, column).trim();
        (0..table.rows()).all(|row| seen.insert((cell(row, one), cell(row, other))))
    };
    let pairs = grid
        .iter()
        .enumerate()
        .flat_map(|(place, &one)| grid[place + 1..].iter().map(move |&other| (one, other)));
    let mut systems = texts.iter().filter(|text| can_be_system(text));
    item.is_some_and(|item| systems.any(|&system| is_pair(item, system)))
        || !names_rows
            && pairs
                .filter(|(one, other)| can_be_system(one) || can_be_system(other))
                .any(|(one, other)| is_pair(one, other))
}

fn repeats(table: &Table, column: usize) -> bool {
    let mut seen = HashSet::new();
    !(0..table.rows()).all(|row| seen.insert(table.cell(row, column).trim()))
}

/// The names of human scores under a pattern, each with at least two systems.
fn candidates(names: &[String], pattern: Pattern) -> Vec<(Pattern, &str, Vec<&str>)> {
    let mut index: HashMap<&str, usize> = HashMap::new();
    let mut seen = HashSet::new();
    let mut found: Vec<(Pattern, &str, Vec<&str>)> = Vec::new();
    for (score, system) in names.iter().flat_map(|name| pattern.splits(name)) {
        if !index.contains_key(score) && !HUMAN.is_all_of(score) {
            continue;
        }
        let place = *index.entry(score).or_insert_with(|| {
            found.push((pattern, score, Vec::new()));
            found.len() - 1
        });
        if !is_no_system(system) && seen.insert((score, system)) {
            found[place].2.push(system);
        }
    }
    found.retain(|(_, _, systems)| systems.len() > 1);
    found
}

fn assemble(names: &[String], pattern: Pattern, human: &str, systems: &[&str]) -> Wide {
    let system_of: HashMap<&str, usize> =
        systems.iter().enumerate().map(|(index, &system)| (system, index)).collect();
    let mut score_of: HashMap<&str, usize> = HashMap::from([(human, 0)]);
    let mut scores = vec![(human.to_owned(), vec![None; systems.len()])];
    let mut others = Vec::new();
    for (column, name) in names.iter().enumerate() {
        let known =
            pattern.splits(name).find_map(|(score, system)| Some((score, *system_of.get(system)?)));
        let Some((score, system)) = known else {
            others.push(column);
            continue;
        };
        let index = *score_of.entry(score).or_insert_with(|| {
            scores.push((score.to_owned(), vec![None; systems.len()]));
            scores.len() - 1
        });
        match &mut scores[index].1[system] {
            empty @ None => *empty = Some(column),
            Some(_) => others.push(column),
        }
    }
    Wide { systems: systems.iter().map(|&name| name.to_owned()).collect(), scores, others }
}

/// A row for each item and system, in the order of the file. Where no column names the item, its row
/// number does.
pub(super) fn reshape(table: &Table, wide: &Wide) -> Result<Table, LoadError> {
    let names = wide.others.iter().map(|&column| table.names()[column].as_str());
    // A row is an item: what comes again, such as a document, does not name it.
    let is_item =
        |column: &usize| ITEM.is_all_of(&table.names()[*column]) && !repeats(table, *column);
    let is_free = |name: &str| !table.names().iter().any(|taken| taken == name);
    let number = if is_free("item") { "item" } else { "row" };
    let number = (!wide.others.iter().any(is_item)).then_some(number);
    let scores = wide.scores.iter().map(|(name, _)| name.as_str());
    let header: Vec<&str> =
        number.into_iter().chain(names).chain(["system"]).chain(scores).collect();
    let mut builder = TableBuilder::new(table.format(), header.len());
    for row in 0..table.rows() {
        let number = number.map(|_| (row + 1).to_string());
        for (index, system) in wide.systems.iter().enumerate() {
            let cell = |column: usize| table.cell(row, column);
            let others = wide.others.iter().map(|&column| cell(column));
            let scores = wide.scores.iter().map(|(_, columns)| columns[index].map_or("", cell));
            let cells = number.as_deref().into_iter().chain(others).chain([system.as_str()]);
            builder.push(cells.chain(scores), table.line(row));
        }
    }
    builder.finish(header.into_iter())
}

#[cfg(test)]
mod tests {
    use super::super::Delimiter;
    use super::*;

    fn detected(header: &[&str]) -> Option<(Vec<String>, Vec<String>)> {
        let cells = vec!["1"; header.len()].join(",");
        let text = format!("{}\n{cells}\n", header.join(","));
        let wide = detect(&Table::read(&text, Some(Delimiter::Comma), true).unwrap())?;
        Some((wide.systems, wide.scores.into_iter().map(|(name, _)| name).collect()))
    }

    fn expect(header: &[&str], systems: &[&str], scores: &[&str]) {
        let (found_systems, found_scores) =
            detected(header).unwrap_or_else(|| panic!("{header:?}"));
        assert_eq!(found_systems, systems, "{header:?}");
        assert_eq!(found_scores, scores, "{header:?}");
    }

    #[test]
    fn scores_of_systems_side_by_side_are_recognised() {
        expect(
            &["item", "human_A", "human_B", "comet_A", "comet_B"],
            &["A", "B"],
            &["human", "comet"],
        );
        expect(&["A.human", "A.COMET", "B.human", "B.COMET"], &["A", "B"], &["human", "COMET"]);
        expect(
            &["seg", "online-a mqm", "online-b mqm", "online-a chrF", "online-b chrF"],
            &["online-a", "online-b"],
            &["mqm", "chrF"],
        );
        expect(
            &["human_score_A", "human_score_B", "comet_score_A", "comet_score_B"],
            &["A", "B"],
            &["human_score", "comet_score"],
        );
        expect(
            &["human_score_sys_1", "human_score_sys_2", "m_x_sys_1", "m_x_sys_2"],
            &["sys_1", "sys_2"],
            &["human_score", "m_x"],
        );
        let with_mean = ["item", "human_A", "human_B", "human_avg", "m_A", "m_B", "m_avg"];
        expect(&with_mean, &["A", "B"], &["human", "m"]);
        expect(&["human_1", "human_2", "m_1", "m_2", "n_1"], &["1", "2"], &["human", "m", "n"]);
    }

    #[test]
    fn other_tables_are_left_alone() {
        for header in [
            &["system", "human_A", "human_B", "m_A", "m_B"][..],
            &["item", "human", "metric"],
            &["human_fluency", "human_coherence", "m"],
            &["human_A", "comet_A", "comet_B"],
            &["item", "human", "human", "human", "bleu", "bleu", "bleu"],
            &["item", "human_A", "human_B", "comet_A", "comet_B", "human"],
            &["mt", "da_raw", "da_z", "bleu_raw", "bleu_z"],
            &["mt", "human_avg", "human_n", "comet_avg", "comet_n"],
            &["id", "human_coherence", "human_fluency", "m_coherence", "m_fluency"],
            &["text", "human_1", "human_2", "bleu_1", "bleu_2", "bleu_3"],
        ] {
            assert_eq!(detected(header), None, "{header:?}");
        }
    }

    #[test]
    fn rows_of_one_item_are_no_wide_table() {
        let read = |text: &str| detect(&Table::read(text, None, true).unwrap());
        let header = "llm,item,human_fluency,human_coherence,gpt4_fluency,gpt4_coherence";
        assert_eq!(read(&format!("{header}\nA,1,0,1,2,3\nB,1,0,1,2,3\nA,2,0,1,2,3\n")), None);
        let header = "llm,work,human_x,human_y,m_x,m_y";
        assert_eq!(
            read(&format!("{header}\nA,t,0,1,2,3\nB,t,0,1,2,3\nA,u,0,1,2,3\nB,u,1,1,1,1\n")),
            None
        );
        let wide = "seg_id,doc,source,human_A,human_B,m_A,m_B\n1,d,x,0,1,.1,.2\n2,d,y,1,1,.3,.4\n3,e,x,2,0,.5,.6\n";
        assert!(read(wide).is_some());
        let numbered = "seg,doc,lp,human_A,human_B,m_A,m_B\n1,d,x,0,1,.1,.2\n2,d,x,1,1,.3,.4\n1,e,x,2,0,.5,.6\n";
        assert!(read(numbered).is_some());
        let documents = "doc,human_A,human_B,m_A,m_B\nd,0,1,2,3\nd,0,1,2,3\n";
        let table = Table::read(documents, None, true).unwrap();
        let tidy = reshape(&table, &detect(&table).unwrap()).unwrap();
        assert_eq!(tidy.names()[..3], ["item", "doc", "system"]);
        let numbered = documents.replace("doc,", "doc,item,").replace("\nd,", "\nd,1,");
        let table = Table::read(&numbered, None, true).unwrap();
        let tidy = reshape(&table, &detect(&table).unwrap()).unwrap();
        assert_eq!(tidy.names()[..4], ["row", "doc", "item", "system"]);
    }

    #[test]
    fn long_names_and_many_columns_take_no_time() {
        let long = "human-".repeat(20_000);
        assert_eq!(detect(&Table::read(&format!("item,{long}\n1,2\n"), None, true).unwrap()), None);
        let many: Vec<String> = (0..30_000).map(|n| format!("human_{n},m_{n}")).collect();
        let text = format!("{}\n{}1\n", many.join(","), "1,".repeat(59_999));
        let wide = detect(&Table::read(&text, None, true).unwrap()).unwrap();
        assert_eq!((wide.systems.len(), wide.scores.len()), (30_000, 2));
    }

    #[test]
    fn a_row_becomes_a_row_for_each_system() {
        let table =
            Table::read("human_A,human_B,m_A,note\n0,-5,.5,x\n-1,0,.25,y\n", None, true).unwrap();
        let wide = detect(&table).unwrap();
        let tidy = reshape(&table, &wide).unwrap();
        assert_eq!(tidy.names(), ["item", "note", "system", "human", "m"]);
        let row = |row| -> Vec<&str> { (0..5).map(|column| tidy.cell(row, column)).collect() };
        assert_eq!(row(0), ["1", "x", "A", "0", ".5"]);
        assert_eq!(row(1), ["1", "x", "B", "-5", ""]);
        assert_eq!((tidy.rows(), tidy.line(3)), (4, 3));
    }
}
