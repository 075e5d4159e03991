//! Wide tables: a row for each item and, for each score, a column for each system.

use super::error::LoadError;
use super::table::{Table, TableBuilder};
use super::vocabulary::{Fit, HUMAN, ITEM, SYSTEM, Vocabulary, tokens};

/// What may stand between the name of a score and the name of a system.
const SEPARATORS: [char; 8] = ['.', '_', '-', ':', '/', '|', '@', ' '];

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
        name.match_indices(self.separator).filter_map(move |(at, separator)| {
            let (left, right) = (name[..at].trim(), name[at + separator.len()..].trim());
            let (score, system) = if self.score_first { (left, right) } else { (right, left) };
            (!score.is_empty() && !system.is_empty()).then_some((score, system))
        })
    }
}

/// A table is wide if human scores of at least two systems stand side by side, the scores of a metric
/// as well, and no column names the system.
pub(super) fn detect(names: &[String]) -> Option<Wide> {
    if names.iter().any(|name| is_whole(name, &SYSTEM)) {
        return None;
    }
    let patterns = SEPARATORS
        .into_iter()
        .flat_map(|separator| [true, false].map(|score_first| Pattern { separator, score_first }));
    // Several ways to take the names apart may fit: the one that explains most columns counts.
    let candidates = patterns.flat_map(|pattern| candidates(names, pattern));
    candidates
        .map(|(pattern, human, systems)| assemble(names, pattern, human, &systems))
        .filter(|wide| wide.scores.len() > 1)
        .min_by_key(|wide| wide.others.len())
}

/// The names of human scores under a pattern, each with at least two systems.
fn candidates(names: &[String], pattern: Pattern) -> Vec<(Pattern, &str, Vec<&str>)> {
    let mut found: Vec<(Pattern, &str, Vec<&str>)> = Vec::new();
    for (score, system) in names.iter().flat_map(|name| pattern.splits(name)) {
        if !is_whole(score, &HUMAN) {
            continue;
        }
        match found.iter_mut().find(|(_, human, _)| *human == score) {
            Some((_, _, systems)) if systems.contains(&system) => {}
            Some((_, _, systems)) => systems.push(system),
            None => found.push((pattern, score, vec![system])),
        }
    }
    found.retain(|(_, _, systems)| systems.len() > 1);
    found
}

fn is_whole(name: &str, words: &Vocabulary) -> bool {
    words.rank(&tokens(name)).is_some_and(|rank| rank.fit == Fit::Whole)
}

fn assemble(names: &[String], pattern: Pattern, human: &str, systems: &[&str]) -> Wide {
    let mut scores = vec![(human.to_owned(), vec![None; systems.len()])];
    let mut others = Vec::new();
    for (column, name) in names.iter().enumerate() {
        let known = pattern.splits(name).find_map(|(score, system)| {
            Some((score, systems.iter().position(|known| *known == system)?))
        });
        let Some((score, system)) = known else {
            others.push(column);
            continue;
        };
        let index = scores.iter().position(|(name, _)| name == score).unwrap_or_else(|| {
            scores.push((score.to_owned(), vec![None; systems.len()]));
            scores.len() - 1
        });
        scores[index].1[system].get_or_insert(column);
    }
    Wide { systems: systems.iter().map(|&name| name.to_owned()).collect(), scores, others }
}

/// A row for each item and system, in the order of the file. Where no column names the item, its row
/// number does.
pub(super) fn reshape(table: &Table, wide: &Wide) -> Result<Table, LoadError> {
    let names = wide.others.iter().map(|&column| table.names()[column].as_str());
    let has_item = names.clone().any(|name| ITEM.rank(&tokens(name)).is_some());
    let number = (!has_item).then_some("item");
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
    use super::*;

    fn detected(header: &[&str]) -> Option<(Vec<String>, Vec<String>)> {
        let names: Vec<String> = header.iter().map(|&name| name.to_owned()).collect();
        let wide = detect(&names)?;
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
            &["human_score_sys_1", "human_score_sys_2", "m_x_sys_1", "m_x_sys_2"],
            &["sys_1", "sys_2"],
            &["human_score", "m_x"],
        );
    }

    #[test]
    fn other_tables_are_left_alone() {
        for header in [
            &["system", "human_A", "human_B", "m_A", "m_B"][..],
            &["item", "human", "metric"],
            &["human_fluency", "human_coherence", "m"],
            &["human_A", "comet_A", "comet_B"],
        ] {
            assert_eq!(detected(header), None, "{header:?}");
        }
    }

    #[test]
    fn a_row_becomes_a_row_for_each_system() {
        let table =
            Table::read("human_A,human_B,m_A,note\n0,-5,.5,x\n-1,0,.25,y\n", None, true).unwrap();
        let wide = detect(table.names()).unwrap();
        let tidy = reshape(&table, &wide).unwrap();
        assert_eq!(tidy.names(), ["item", "note", "system", "human", "m"]);
        let row = |row| -> Vec<&str> { (0..5).map(|column| tidy.cell(row, column)).collect() };
        assert_eq!(row(0), ["1", "x", "A", "0", ".5"]);
        assert_eq!(row(1), ["1", "x", "B", "-5", ""]);
        assert_eq!((tidy.rows(), tidy.line(3)), (4, 3));
    }
}
