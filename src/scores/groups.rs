//! Which columns name the systems and the items.

use std::borrow::Cow;

use super::columns::{Column, ColumnKind, Names};
use super::table::Table;
use super::vocabulary::{
    CATEGORY, DOCUMENT, Fit, ITEM, Rank, SYSTEM, Vocabulary, is_counter, is_label, is_source,
    tokens,
};
use crate::stats::sorting::sort_by_key;

/// A column that could name systems or items.
struct Candidate<'t> {
    column: usize,
    is_text: bool,
    system: Option<Rank>,
    item: Option<Rank>,
    document: Option<Rank>,
    is_counter: bool,
    is_source: bool,
    is_category: bool,
    names: Names<'t>,
}

/// Names of at most this many columns are read: a guess need not look at every column of a wide file.
const MOST_CANDIDATES: usize = 12;

/// Columns that are tried to tell items apart: each takes its time in a long file.
const MOST_PARTS: usize = 3;

impl<'t> Candidate<'t> {
    /// Columns that are named for a role, before those that are only text.
    fn all(table: &'t Table, columns: &[Column]) -> Vec<Self> {
        let mut found: Vec<(usize, Option<Rank>, Option<Rank>)> = (0..columns.len())
            .map(|index| (index, rank(&columns[index], &SYSTEM), item_rank(&columns[index])))
            .filter(|(index, system, item)| {
                columns[*index].kind == ColumnKind::Text || system.is_some() || item.is_some()
            })
            .collect();
        // Names for systems are few and come first: a file may have many that fit items.
        sort_by_key(&mut found, |(_, system, item)| {
            (system.is_none() && item.is_none(), system.is_none())
        });
        found.truncate(MOST_CANDIDATES);
        found
            .into_iter()
            .map(|(column, system, item)| Self {
                column,
                is_text: columns[column].kind == ColumnKind::Text,
                system,
                item,
                document: rank(&columns[column], &DOCUMENT).filter(|rank| rank.fit == Fit::Whole),
                is_counter: is_counter(&columns[column].name),
                is_source: is_source(&columns[column].name),
                is_category: CATEGORY.is_all_of(&columns[column].name),
                names: Names::read(table, column),
            })
            .collect()
    }

    fn distinct(&self) -> usize {
        self.names.names.len()
    }

    /// Whether contents alone could make it a name: text without gaps, each one at least twice.
    fn is_plain_text(&self) -> bool {
        self.is_text
            && self.system.is_none()
            && self.item.is_none()
            && !self.is_category
            && (2..=self.names.index.len() / 2).contains(&self.distinct())
            && self.names.names.iter().all(|name| !name.is_empty())
    }

    /// Whether each row has a name of its own, so that no two rows could be compared.
    fn is_row_id(&self) -> bool {
        self.distinct() == self.names.index.len()
    }
}

/// How well a column fits a role by name. Numbers only do when they are whole and the name says nothing
/// else, so that `sentence_bleu` is a metric.
fn rank(column: &Column, words: &Vocabulary) -> Option<Rank> {
    let rank = words.rank(&tokens(&column.name))?;
    let fits = match column.kind {
        ColumnKind::Text => true,
        ColumnKind::Score => rank.fit == Fit::Whole && column.is_whole(),
        ColumnKind::Empty => false,
    };
    fits.then_some(rank)
}

/// How well a column fits items by name. Any id may name them: `task_id`.
fn item_rank(column: &Column) -> Option<Rank> {
    let is_id = || {
        column.kind != ColumnKind::Empty
            && tokens(&column.name).last().is_some_and(|last| last == "id")
            && is_label(&column.name)
            && !CATEGORY.is_all_of(&column.name)
            && column.is_whole()
    };
    rank(column, &ITEM).or_else(|| is_id().then_some(Rank::LEAST))
}

/// Whether a column names systems or items and nothing else, be it by numbers.
pub(super) fn is_name(column: &Column) -> bool {
    [&SYSTEM, &ITEM].iter().any(|role| role.is_all_of(&column.name))
}

/// Columns that name something together, and the name of each row.
struct Key<'a, 't> {
    parts: Vec<&'a Candidate<'t>>,
    index: Cow<'a, [u32]>,
    distinct: usize,
}

impl<'a, 't> Key<'a, 't> {
    fn of(candidate: &'a Candidate<'t>) -> Self {
        let index = Cow::Borrowed(&candidate.names.index[..]);
        Self { parts: vec![candidate], index, distinct: candidate.distinct() }
    }

    fn with(&self, part: &'a Candidate<'t>) -> Self {
        let (index, distinct) = self.pairs(part);
        let parts = self.parts.iter().copied().chain([part]).collect();
        Self { parts, index: Cow::Owned(index), distinct }
    }

    /// For each row, the number of its pair of names, and how many pairs there are.
    fn pairs(&self, other: &Candidate) -> (Vec<u32>, usize) {
        // Names are numbers without gaps: sorted by the one, the other need only be ticked off. Hashing takes
        // ten times as long.
        let mut ends = vec![0_usize; self.distinct];
        self.index.iter().for_each(|&name| ends[name as usize] += 1);
        ends.iter_mut().fold(0, |end, count| {
            *count += end;
            *count
        });
        let mut rows = vec![0_u32; self.index.len()];
        for (row, &name) in self.index.iter().enumerate().rev() {
            ends[name as usize] -= 1;
            rows[ends[name as usize]] = row as u32;
        }
        let mut index = rows.clone();
        let mut pair_of = vec![(u32::MAX, 0); other.distinct()];
        let mut distinct = 0;
        for row in rows {
            let name = self.index[row as usize];
            let pair = &mut pair_of[other.names.index[row as usize] as usize];
            if pair.0 != name {
                *pair = (name, distinct);
                distinct += 1;
            }
            index[row as usize] = pair.1;
        }
        (index, distinct as usize)
    }

    /// The number of outputs, if these are items: pairs of a system and an item.
    fn outputs(&self, system: Option<&Candidate>) -> usize {
        system.map_or(self.distinct, |system| self.pairs(system).1)
    }

    /// Whether so many outputs are those of most rows.
    fn are_most(&self, outputs: usize) -> bool {
        outputs * 4 >= self.index.len() * 3
    }

    /// Whether most rows have a system and a name of their own.
    fn is_mostly_unique(&self, system: &Candidate) -> bool {
        self.are_most(self.outputs(Some(system)))
    }

    /// The item with all that must stand beside it, documents in which segments are numbered, and its
    /// outputs.
    fn item(
        all: &'a [Candidate<'t>],
        system: Option<&Candidate>,
        item: &'a Candidate<'t>,
    ) -> (Self, usize) {
        let mut key = Self::of(item);
        let mut outputs = key.outputs(system);
        while let Some(more) = key.told_apart(outputs, all, system) {
            (key, outputs) = more;
        }
        (key, outputs)
    }

    /// The items, told apart by one more column where a system has several of one name: by the documents
    /// they are in or, where there are only documents, by the numbers of segments. An id of each row would
    /// do so, too, but leave nothing to compare: several systems must have an item.
    fn told_apart(
        &self,
        outputs: usize,
        all: &'a [Candidate<'t>],
        system: Option<&Candidate>,
    ) -> Option<(Self, usize)> {
        if outputs == self.index.len() {
            return None;
        }
        let has_several = system.is_some_and(|system| system.distinct() > 1);
        let has_documents = self.parts.iter().all(|part| part.document.is_some());
        let is_free = |c: &Candidate| {
            let taken = self.parts.iter().copied().chain(system);
            taken.map(|taken| taken.column).all(|column| column != c.column)
        };
        let is_number =
            |c: &Candidate| !c.is_source && c.item.is_some_and(|rank| rank.fit == Fit::Whole);
        let is_part =
            |c: &Candidate| c.document.is_some() || has_several && has_documents && is_number(c);
        let mut parts: Vec<&Candidate> = all.iter().filter(|c| is_free(c) && is_part(c)).collect();
        sort_by_key(&mut parts, |c| (c.document.is_none(), c.document, c.item, c.column));
        parts.truncate(MOST_PARTS);
        let mut counted = parts.into_iter().map(|part| {
            let key = self.with(part);
            let outputs = key.outputs(system);
            (key, outputs)
        });
        let helps = |(key, now): &(Self, usize)| {
            *now > outputs && (!has_several || 5 * now >= 6 * key.distinct)
        };
        counted.find(helps)
    }

    /// The columns, the largest unit first.
    fn columns(mut self) -> Vec<usize> {
        sort_by_key(&mut self.parts, |part| (part.document.is_none(), part.document));
        self.parts.iter().map(|part| part.column).collect()
    }
}

/// The system column and those of the item, as far as names or contents tell.
pub(super) fn guess(table: &Table, columns: &[Column]) -> (Option<usize>, Vec<usize>) {
    let all = Candidate::all(table, columns);
    let system = all.iter().filter(|c| c.system.is_some()).min_by_key(|c| (c.system, c.column));
    let item = named_item(&all, system);
    let is_row_id = |item: &Key| item.parts[0].is_row_id();
    let (system, item) = match (system, item) {
        // A name for each row tells nothing about the systems, and is the item only for want of another.
        (None, Some(id)) if is_row_id(&id) => both_by_content(&all)
            .map_or((None, Some(id)), |(system, item)| (Some(system), Some(item))),
        (None, Some(item)) => match system_beside(&all, item.parts[0]) {
            None => (None, Some(item)),
            system => (system, named_item(&all, system)),
        },
        (Some(system), None) => (Some(system), item_beside(&all, system)),
        (None, None) => both_by_content(&all).unzip(),
        both => both,
    };
    (system.map(|c| c.column), item.map_or_else(Vec::new, Key::columns))
}

/// An item by its name.
struct Named<'a, 't> {
    rank: Rank,
    key: Key<'a, 't>,
    outputs: usize,
}

impl<'a, 't> Named<'a, 't> {
    fn new(
        all: &'a [Candidate<'t>],
        system: Option<&Candidate>,
        item: &'a Candidate<'t>,
    ) -> Option<Self> {
        let rank = item.item?;
        let (key, outputs) = Key::item(all, system, item);
        Some(Self { rank, key, outputs })
    }

    /// Systems for each item.
    fn systems(&self) -> f64 {
        self.outputs as f64 / self.key.distinct as f64
    }

    fn is_joint(&self) -> bool {
        self.key.parts.len() > 1
    }

    /// Whether many rows repeat the system and item of another.
    fn repeats(&self) -> bool {
        !self.key.are_most(self.outputs)
    }
}

/// The best-named item that can be compared between systems. A name with other words in it must also
/// behave like an item.
fn named_item<'a, 't>(
    all: &'a [Candidate<'t>],
    system: Option<&Candidate<'t>>,
) -> Option<Key<'a, 't>> {
    let has_several = system.is_some_and(|system| system.distinct() > 1);
    let is_free = |c: &Candidate| system.is_none_or(|system| system.column != c.column);
    let free = all.iter().filter(|c| is_free(c));
    let named: Vec<Named> = free.filter_map(|c| Named::new(all, system, c)).collect();
    let known = named.iter().filter(|named| named.is_joint() || !named.repeats());
    let most = known.map(Named::systems).fold(0.0, f64::max);
    let has_strong = named.iter().any(|named| ITEM.is_strong(named.rank));
    let is_doubtful = |named: &Named| {
        let item = named.key.parts[0];
        // What outputs are called, and the number of a row, are items of few systems.
        let is_thin = item.is_row_id() || 4.0 * named.systems() < 3.0 * most;
        let is_odd = is_thin || item.is_counter && has_strong || named.repeats();
        named.key.distinct == 1 || has_several && is_odd
    };
    // What is an item by itself comes before what needs others beside it; sources, which may be written
    // in two ways, come last.
    let order = |named: &Named| {
        let (item, is_weak) = (named.key.parts[0], !ITEM.is_strong(named.rank));
        let is_last = item.is_source || is_weak && named.is_joint();
        (is_doubtful(named), is_last, is_weak, named.is_joint(), named.rank, item.column)
    };
    named
        .into_iter()
        .filter(|named| named.rank != Rank::LEAST || has_several)
        .filter(|named| named.rank.fit == Fit::Whole || !is_doubtful(named))
        .min_by_key(order)
        .map(|named| named.key)
}

/// The text with the fewest names that could be the system of items.
fn system_beside<'a, 't>(
    all: &'a [Candidate<'t>],
    item: &'a Candidate<'t>,
) -> Option<&'a Candidate<'t>> {
    all.iter()
        .filter(|c| c.is_plain_text())
        .filter(|system| {
            let (key, outputs) = Key::item(all, Some(system), item);
            key.are_most(outputs)
        })
        .min_by_key(|c| (c.distinct(), c.column))
}

/// The text with the fewest names that could be the item of systems. The outputs of systems could be so,
/// too, but are more.
fn item_beside<'a, 't>(all: &'a [Candidate<'t>], system: &Candidate<'t>) -> Option<Key<'a, 't>> {
    let texts = all.iter().filter(|c| c.is_plain_text() && c.column != system.column);
    texts
        .map(Key::of)
        .filter(|item| item.is_mostly_unique(system))
        .min_by_key(|item| (item.distinct, item.parts[0].column))
}

/// Two columns of text, fewer names for the system and more for the item.
fn both_by_content<'a, 't>(all: &'a [Candidate<'t>]) -> Option<(&'a Candidate<'t>, Key<'a, 't>)> {
    let mut texts: Vec<&Candidate> = all.iter().filter(|c| c.is_plain_text()).collect();
    sort_by_key(&mut texts, |c| (c.distinct(), c.column));
    texts.iter().enumerate().find_map(|(place, &system)| {
        let mut items = texts[place + 1..].iter().map(|item| Key::of(item));
        Some((system, items.find(|item| item.is_mostly_unique(system))?))
    })
}

#[cfg(test)]
mod tests {
    use super::super::number::NumberStyle;
    use super::*;

    /// The columns guessed for a table whose lines are divided by bars.
    fn expect(text: &str, system: Option<&str>, item: &str) {
        let table = Table::read(&text.replace('|', "\n"), None, true).unwrap();
        let columns = Column::read_all(&table, NumberStyle::Point);
        let (found_system, found_item) = guess(&table, &columns);
        let name = |column: usize| columns[column].name.as_str();
        let found_item: Vec<&str> = found_item.into_iter().map(name).collect();
        assert_eq!(
            (found_system.map(name), found_item.join(" + ").as_str()),
            (system, item),
            "{text}"
        );
    }

    #[test]
    fn segments_numbered_in_documents_are_named_by_both() {
        expect(
            "system,doc,seg_in_doc,human,m|A,x,1,0,.5|A,x,2,1,.2|A,y,1,1,.1|B,x,1,1,.6|B,x,2,0,.7|B,y,1,2,.9",
            Some("system"),
            "doc + seg_in_doc",
        );
        expect(
            "system,dialogue,turn,human,m|A,1,1,0,.5|A,1,2,1,.2|A,2,1,1,.1|B,1,1,1,.6|B,1,2,0,.7|B,2,1,2,.9",
            Some("system"),
            "dialogue + turn",
        );
        // Also where not every system has every document.
        expect(
            "system,doc,seg,human,m|A,x,1,0,.5|A,x,2,1,.2|A,y,1,0,.5|A,y,2,1,.2|B,x,1,1,.1|B,x,2,0,.4|C,y,1,1,.1|C,y,2,0,.4",
            Some("system"),
            "doc + seg",
        );
        // Also where not every system has every segment.
        expect(
            "system,doc,seg,human,m|A,x,1,0,0.3|A,x,2,0,0.82|A,y,1,-2,0.47|B,x,1,-5,0.71|B,y,1,-5,0.39|B,y,2,-5,0.96|B,y,3,-1,0.88",
            Some("system"),
            "doc + seg",
        );
        // Most documents have one segment, and would nearly do.
        expect(
            "system,doc,seg,h|A,x,1,0|A,y,1,0|A,y,2,0|A,z,1,0|B,x,1,0|B,y,1,0|B,y,2,0|B,z,1,0",
            Some("system"),
            "doc + seg",
        );
        expect(
            "system,seg,paragraph,doc,h|A,1,1,x,0|A,1,2,x,0|A,2,1,x,0|A,1,1,y,0|B,1,1,x,0|B,1,2,x,0|B,2,1,x,0|B,1,1,y,0",
            Some("system"),
            "doc + paragraph + seg",
        );
    }

    #[test]
    fn one_system_or_none_has_documents_too() {
        expect(
            "system,doc,seg,human,m|A,x,1,0,.5|A,x,2,1,.2|A,y,1,1,.1|A,y,2,0,.4",
            Some("system"),
            "doc + seg",
        );
        expect("doc,seg,human,m|x,1,0,.5|x,2,1,.2|y,1,1,.1|y,2,2,.3", None, "doc + seg");
        expect(
            "dialogue,turn,human,m|x,1,0,.5|x,2,1,.2|y,1,1,.1|y,2,2,.3",
            None,
            "dialogue + turn",
        );
    }

    #[test]
    fn a_system_of_any_name_is_found_beside_them() {
        expect(
            "llm,doc,seg,human,m|A,x,1,0,.5|A,x,2,1,.2|A,y,1,1,.1|A,y,2,2,.3|B,x,1,1,.6|B,x,2,0,.7|B,y,1,2,.9|B,y,2,2,.8",
            Some("llm"),
            "doc + seg",
        );
        // Neither raters nor language pairs are systems.
        expect("rater,seg,h|x,1,0|x,2,0|y,1,1|y,2,1", None, "seg");
    }

    #[test]
    fn what_is_an_item_by_itself_needs_no_document() {
        expect(
            "system,doc,id,h|A,x,1,0|A,x,2,0|A,y,3,0|B,x,1,0|B,x,2,0|B,y,3,0",
            Some("system"),
            "id",
        );
        expect(
            "system,seg,id,h|A,1,a,0|B,1,a,0|A,2,b,0|C,2,b,0|A,1,c,0|C,1,c,0|A,2,d,0|B,2,d,0|A,1,e,0|B,1,e,0",
            Some("system"),
            "id",
        );
        // Documents that differ between systems do not divide items.
        expect(
            "system,doc,item,h|A,x,1,0|A,x,2,0|B,x,1,0|B,x,2,0|C,y,1,0|C,y,2,0|D,y,1,0|D,y,2,0",
            Some("system"),
            "item",
        );
        expect(
            "llm,article,id,rater,h|A,1,1,r,0|A,1,2,r,0|B,1,1,r,0|B,1,2,r,0|A,1,1,q,0|A,1,2,q,0|B,1,1,q,0|B,1,2,q,0",
            None,
            "id",
        );
    }

    #[test]
    fn what_would_leave_nothing_to_compare_is_no_part() {
        expect(
            "system,topic,seg_id,doc_id,h|A,x,1,1,0|A,x,2,2,0|A,y,1,3,0|B,x,1,4,0|B,x,2,5,0|B,y,1,6,0",
            Some("system"),
            "seg_id",
        );
        expect(
            "system,dialogue_id,turn,human,m|A,d1,1,0,.5|A,d1,2,1,.2|B,d2,1,1,.6|B,d2,2,0,.7",
            Some("system"),
            "turn",
        );
    }

    #[test]
    fn counters_sources_and_outputs_come_after_items() {
        expect(
            "annotator,row,system,item,human,m|a,0,A,1,0,.5|a,1,B,2,1,.2|a,2,A,2,1,.1|a,3,B,1,0,.4|b,0,B,1,1,.4|b,1,A,2,0,.1|b,2,B,2,1,.2|b,3,A,1,0,.5",
            Some("system"),
            "item",
        );
        expect(
            "index,system,doc,seg,human,m|0,A,x,1,0,.5|1,A,x,2,1,.2|2,A,y,1,1,.1|3,A,y,2,2,.3|0,B,x,2,0,.7|1,B,y,1,2,.9|2,B,y,2,2,.8",
            Some("system"),
            "doc + seg",
        );
        expect(
            "system,doc,seg,source,human,m|A,x,1,a,0,.5|A,x,2,b,1,.2|A,y,1,c,1,.1|A,y,2,d,2,.3|B,x,1,a,1,.6|B,x,2,b ,0,.7|B,y,1,<v>c</v>,2,.9|B,y,2,d,2,.8",
            Some("system"),
            "doc + seg",
        );
        expect(
            "system,doc,seg,source,human,m|A,x,1,Yes.,0,.5|A,x,2,Yes.,1,.2|A,y,1,c,1,.1|A,y,2,d,2,.3|B,x,1,Yes.,1,.6|B,x,2,Yes.,0,.7|B,y,1,c,2,.9|B,y,2,d,2,.8",
            Some("system"),
            "doc + seg",
        );
        expect(
            "context_id,model,utterance,human,m|c1,A,Hi,0,.5|c1,B,Yes,1,.2|c2,A,No,1,.1|c2,B,Sure,2,.3|c3,A,Yes,1,.6|c3,B,OK,0,.7",
            Some("model"),
            "context_id",
        );
    }
}
