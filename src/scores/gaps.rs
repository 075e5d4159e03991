//! Scores that are missing: one notice for one cause.

use super::columns::ColumnKind;
use super::notices::{Notice, NoticeKind, Source};
use super::score_set::{ScoreColumn, ScoreSet};
use super::vocabulary;
use super::wording::{count, quote, some};

/// Up to so many systems are named as the reason, if they are no more than half of all.
const MOST_SYSTEMS: usize = 3;

/// More systems without a human score are counted, not listed.
const MOST_LISTED: usize = 5;

/// What is missing in the scores in use, and columns that have none.
pub(super) fn notices(set: &ScoreSet, source: &Source) -> Vec<Notice> {
    let mut notices: Vec<Notice> = without_scores(source).into_iter().collect();
    let systems = systems_without_human_scores(set);
    let human = source.roles.human.and_then(|role| Gap::of(set, &set.human, role.column, source));
    // Told already where it is all of these systems, and these have several outputs each.
    let is_told = human.as_ref().is_some_and(|gap| {
        let lacking = lacking(set);
        lacking.len() < gap.rows.len() && gap.systems(set) == lacking
    });
    notices.extend(systems);
    notices.extend(human.filter(|_| !is_told).map(|gap| gap.notice(set, &[&*set.human.name])));
    notices.extend(metrics(set, source));
    notices
}

/// Columns that hold nothing and play no part.
fn without_scores(source: &Source) -> Option<Notice> {
    let is_empty = |index: &usize| {
        let column = &source.columns[*index];
        column.kind == ColumnKind::Empty
            && !source.roles.has(*index)
            && !vocabulary::is_no_score(&column.name)
    };
    let names: Vec<&str> = (0..source.columns.len())
        .filter(is_empty)
        .map(|index| &*source.columns[index].name)
        .collect();
    let message = match names.as_slice() {
        [] => return None,
        [one] => format!("{} has no score in any row, and is no metric.", quote(one)),
        _ => format!("{} have no score in any row, and are no metrics.", some(&names)),
    };
    Some(Notice::new(NoticeKind::NoScores, message))
}

/// The systems of which no output has a human score.
fn lacking(set: &ScoreSet) -> Vec<u32> {
    let mut has_score = vec![false; set.systems.len()];
    for (&system, human) in set.system.iter().flatten().zip(&set.human.values) {
        has_score[system as usize] |= !human.is_nan();
    }
    (0_u32..).zip(has_score).filter(|(_, has_score)| !has_score).map(|(system, _)| system).collect()
}

fn systems_without_human_scores(set: &ScoreSet) -> Option<Notice> {
    let names: Vec<&str> =
        lacking(set).into_iter().map(|system| &*set.systems[system as usize]).collect();
    let message = match names.as_slice() {
        [] => return None,
        [one] => format!("The system {} has no human score.", quote(one)),
        several => {
            let quoted: Vec<String> =
                several.iter().take(MOST_LISTED).map(|name| quote(name)).collect();
            let more = several.len() - quoted.len();
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            format!("{} systems have no human score: {}{more}.", several.len(), quoted.join(", "))
        }
    };
    Some(Notice::new(NoticeKind::NoHumanScores, message))
}

/// Rows without a score in a column.
#[derive(PartialEq, Eq)]
struct Gap {
    rows: Vec<usize>,
    /// Of how many.
    of: usize,
    /// The line of the first, where it has one.
    line: Option<usize>,
}

impl Gap {
    /// Rows that one of several files lacks altogether are told of the file, and not counted here.
    fn of(set: &ScoreSet, scores: &ScoreColumn, column: usize, source: &Source) -> Option<Self> {
        let is_there = |row: &usize| match source.merged {
            None => source.table.has(source.rows[*row], column),
            Some(_) => true,
        };
        let there: Vec<usize> = (0..set.rows()).filter(is_there).collect();
        let of = there.len();
        let rows: Vec<usize> =
            there.into_iter().filter(|&row| scores.values[row].is_nan()).collect();
        let &first = rows.first()?;
        let line = (!source.table.is_joined()).then(|| set.lines[first]);
        Some(Self { rows, of, line })
    }

    /// The systems of its rows, ascending.
    fn systems(&self, set: &ScoreSet) -> Vec<u32> {
        let Some(index) = &set.system else { return Vec::new() };
        let mut systems: Vec<u32> = self.rows.iter().map(|&row| index[row]).collect();
        systems.sort_unstable();
        systems.dedup();
        systems
    }

    /// The systems that are the reason, if these are few of all and have no score at all.
    fn reason(&self, set: &ScoreSet) -> Option<String> {
        let systems = self.systems(set);
        let rows = set.system.iter().flatten().filter(|system| systems.contains(system)).count();
        let names: Vec<&str> =
            systems.iter().map(|&system| &*set.systems[system as usize]).collect();
        let are_few = names.len() <= MOST_SYSTEMS && 2 * names.len() <= set.systems.len();
        let noun = if names.len() == 1 { "system" } else { "systems" };
        let is_one = self.rows.len() > 1 && are_few && rows == self.rows.len();
        is_one.then(|| format!(", all of the {noun} {}", some(&names)))
    }

    /// About the columns that lack these rows.
    fn notice(&self, set: &ScoreSet, names: &[&str]) -> Notice {
        let missing = format!("{} of {} scores", count(self.rows.len()), count(self.of));
        let reason = self.reason(set).unwrap_or_default();
        let are = if self.rows.len() == 1 { "is" } else { "are" };
        let message = match (names, self.line) {
            ([one], Some(line)) if reason.is_empty() => {
                format!("{missing} in {} {are} missing, first on line {line}.", quote(one))
            }
            ([one], _) => format!("{missing} in {} {are} missing{reason}.", quote(one)),
            _ => format!("{} metrics lack {missing}{reason}: {}.", names.len(), some(names)),
        };
        let notice = Notice::new(NoticeKind::Missing, message);
        Notice { lines: self.line.into_iter().collect(), ..notice }
    }
}

/// One notice for metrics that lack the scores of the same rows, and one for all that lack others.
fn metrics(set: &ScoreSet, source: &Source) -> Vec<Notice> {
    let mut causes: Vec<(Gap, Vec<&str>)> = Vec::new();
    for (scores, role) in set.metrics.iter().zip(&source.roles.metrics) {
        let Some(gap) = Gap::of(set, scores, role.column, source) else { continue };
        match causes.iter_mut().find(|(known, _)| *known == gap) {
            Some((_, names)) => names.push(&scores.name),
            None => causes.push((gap, vec![&scores.name])),
        }
    }
    let is_lone = |(gap, names): &(Gap, Vec<&str>)| names.len() == 1 && gap.reason(set).is_none();
    let (lone, shared): (Vec<_>, Vec<_>) = causes.into_iter().partition(is_lone);
    let mut notices: Vec<Notice> =
        shared.iter().map(|(gap, names)| gap.notice(set, names)).collect();
    notices.extend(match lone.as_slice() {
        [] => None,
        [(gap, names)] => Some(gap.notice(set, names)),
        _ => {
            let names: Vec<&str> =
                lone.iter().flat_map(|(_, names)| names.iter().copied()).collect();
            let most = lone.iter().map(|(gap, _)| gap.rows.len()).max().unwrap_or(0);
            let message = format!(
                "{} metrics lack scores, up to {} of {}: {}.",
                names.len(),
                count(most),
                count(lone.iter().map(|(gap, _)| gap.of).max().unwrap_or(0)),
                some(&names),
            );
            Some(Notice::new(NoticeKind::Missing, message))
        }
    });
    notices
}

#[cfg(test)]
mod tests {
    use super::super::load;

    fn messages(text: &str) -> Vec<String> {
        load(text.as_bytes()).unwrap().notices.into_iter().map(|notice| notice.message).collect()
    }

    /// Three systems and two items; the scores of each metric, one a row.
    fn table(metrics: &[(&str, &str)]) -> String {
        let mut text = "system,item,human".to_owned();
        metrics.iter().for_each(|(name, _)| text += &format!(",{name}"));
        for (row, key) in ["A,1", "A,2", "B,1", "B,2", "C,1", "C,2"].into_iter().enumerate() {
            text += &format!("\n{key},{row}");
            metrics.iter().for_each(|(_, scores)| {
                text += &format!(",{}", scores.split(' ').nth(row).unwrap())
            });
        }
        text
    }

    #[test]
    fn one_cause_is_told_once() {
        let refa = "1 2 NA NA 3 4";
        let metrics = [("a", refa), ("b", refa), ("full", "1 2 3 4 5 6"), ("c", refa), ("d", refa)];
        assert_eq!(
            messages(&table(&metrics)),
            [
                "4 metrics lack 2 of 6 scores, all of the system \"B\": \"a\", \"b\", \"c\" and 1 more."
            ]
        );
        assert_eq!(
            messages(&table(&metrics[1..3])),
            ["2 of 6 scores in \"b\" are missing, all of the system \"B\"."]
        );
    }

    #[test]
    fn gaps_without_a_common_cause_are_told_together() {
        let metrics = [("a", "1 NA 3 NA 5 NA"), ("b", "NA 2 3 4 5 6"), ("c", "1 2 3 4 5 NA")];
        assert_eq!(
            messages(&table(&metrics)),
            ["3 metrics lack scores, up to 3 of 6: \"a\", \"b\" and \"c\"."]
        );
    }

    #[test]
    fn columns_without_a_score_are_named() {
        let nothing = "NA - None NaN n/a null";
        let metrics = [("a", "1 2 3 4 5 6"), ("b", nothing)];
        assert_eq!(
            messages(&table(&metrics)),
            ["\"b\" has no score in any row, and is no metric."]
        );
        let metrics = [("a", "1 2 3 4 5 6"), ("b", nothing), ("c", nothing)];
        assert_eq!(
            messages(&table(&metrics)),
            ["\"b\" and \"c\" have no score in any row, and are no metrics."]
        );
    }

    #[test]
    fn human_scores_that_systems_lack_are_told_of_these() {
        let text = "system,item,human,m\nA,1,0,1\nA,2,1,2\nB,1,,3\nB,2,,4\nC,1,1,5\nC,2,,6\n";
        assert_eq!(
            messages(&text.replace("C,2,", "C,2,3"))[..1],
            ["The system \"B\" has no human score."]
        );
        assert!(
            messages(text)
                .contains(&"3 of 6 scores in \"human\" are missing, first on line 4.".to_owned())
        );
    }

    #[test]
    fn a_system_is_the_reason_only_where_it_has_no_score() {
        let metrics = [("a", "1 2 3 NA 5 6"), ("b", "1 2 3 4 NA NA")];
        assert_eq!(
            messages(&table(&metrics)),
            [
                "2 of 6 scores in \"b\" are missing, all of the system \"C\".",
                "1 of 6 scores in \"a\" is missing, first on line 5."
            ]
        );
    }

    #[test]
    fn what_never_was_a_score_is_not_missed() {
        let empty = "NA NA NA NA NA NA";
        assert_eq!(
            messages(&table(&[("a", "1 2 3 4 5 6"), ("comment", empty), ("rater", empty)])),
            [""; 0]
        );
    }
}
