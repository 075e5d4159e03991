//! Formulas as pieces: each as it is written, and with the numbers put in.
//!
//! A formula is the text of a catalogue [`Entry`](super::Entry), so what is worked out is what is shown.

use super::pairs::{PairCounts, PairKind};

/// A piece of a formula.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Term {
    /// As the formula has it, such as `(C + D + T_h)`.
    pub symbol: String,
    /// With numbers, such as `9`.
    pub number: String,
    /// The kinds of pairs that it counts; none for signs and brackets.
    pub kinds: Vec<PairKind>,
}

/// The numbers of one group that formulas name.
#[derive(Debug, Clone, Copy)]
pub struct Numbers {
    /// C, D, T_h, T_m, T_hm, and P, all of them.
    pub counts: PairCounts,
    /// n: rows.
    pub rows: usize,
    /// k: the fewer distinct scores of the human and the metric.
    pub levels: usize,
}

/// Names that formulas use; longer ones before those they begin with.
const SYMBOLS: [&str; 8] = ["T_hm", "T_h", "T_m", "C", "D", "P", "n", "k"];

/// Works out a formula for one group. Sums in brackets become one number:
/// `(C − D) / √((C + D + T_h)(C + D + T_m))` is `(8 − 1) / √(9 × 9)`.
///
/// What follows a comma explains a symbol and is left out.
pub fn work_out(formula: &str, numbers: &Numbers) -> Vec<Term> {
    let mut rest = formula.split(',').next().unwrap_or(formula);
    let mut terms: Vec<Term> = Vec::new();
    let mut in_word = false;
    while let Some(next) = rest.chars().next() {
        let named = if in_word { None } else { symbol(rest).map(str::len) };
        let (piece, after) = match sum_length(rest).or(named) {
            Some(length) => {
                let (piece, after) = rest.split_at(length);
                // Numbers side by side would be read as one.
                if terms.last().is_some_and(|term| !term.kinds.is_empty()) {
                    terms.push(Term::text("", " × "));
                }
                terms.push(value(piece, numbers));
                (piece, after)
            }
            None => {
                let (piece, after) = rest.split_at(next.len_utf8());
                match terms.last_mut().filter(|term| term.kinds.is_empty()) {
                    Some(term) => {
                        term.symbol.push_str(piece);
                        term.number.push_str(piece);
                    }
                    None => terms.push(Term::text(piece, piece)),
                }
                (piece, after)
            }
        };
        in_word = piece.ends_with(char::is_alphabetic);
        rest = after;
    }
    terms
}

impl Term {
    /// Signs and brackets, or words.
    pub fn text(symbol: &str, number: &str) -> Self {
        Term { symbol: symbol.to_owned(), number: number.to_owned(), kinds: Vec::new() }
    }
}

/// The symbol that a text begins with; not the beginning of a word.
fn symbol(text: &str) -> Option<&'static str> {
    let found = SYMBOLS.into_iter().find(|symbol| text.starts_with(symbol))?;
    (!text[found.len()..].starts_with(char::is_alphabetic)).then_some(found)
}

/// The length of a sum in brackets that a text begins with.
fn sum_length(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('(')?.split(')').next()?;
    let is_sum = inside.split(" + ").all(|piece| symbol(piece) == Some(piece));
    is_sum.then_some(inside.len() + 2)
}

/// A symbol, or a sum of symbols in brackets.
fn value(piece: &str, numbers: &Numbers) -> Term {
    let inside = piece.trim_start_matches('(').trim_end_matches(')');
    let mut kinds = Vec::new();
    let mut sum = 0;
    for symbol in inside.split(" + ") {
        let counted = match symbol {
            "P" => PairKind::ALL.to_vec(),
            _ => PairKind::ALL.into_iter().filter(|kind| kind.symbol() == symbol).collect(),
        };
        sum += match symbol {
            "n" => numbers.rows as u64,
            "k" => numbers.levels as u64,
            _ => counted.iter().map(|&kind| numbers.counts.of(kind)).sum(),
        };
        kinds.extend(counted);
    }
    Term { symbol: piece.to_owned(), number: sum.to_string(), kinds }
}

#[cfg(test)]
mod tests {
    use super::super::Statistic;
    use super::super::glossary::{CORRECT_RANK_F1, TIES_F1};
    use super::*;

    const NUMBERS: Numbers = Numbers {
        counts: PairCounts {
            concordant: 8,
            discordant: 1,
            human_ties: 2,
            metric_ties: 3,
            both_ties: 6,
        },
        rows: 6,
        levels: 3,
    };

    fn written(formula: &str) -> (String, String) {
        let terms = work_out(formula, &NUMBERS);
        let join = |of: fn(&Term) -> &str| terms.iter().map(of).collect::<String>();
        (join(|term| &term.symbol), join(|term| &term.number))
    }

    #[test]
    fn numbers_take_the_places_of_symbols() {
        let worked = |statistic: Statistic| written(statistic.entry().formula).1;
        assert_eq!(worked(Statistic::TauA), "(8 − 1) / 20");
        assert_eq!(worked(Statistic::TauB), "(8 − 1) / √(11 × 12)");
        assert_eq!(worked(Statistic::TauC), "2(8 − 1) / (6²(3 − 1)/3)");
        assert_eq!(worked(Statistic::Tau10), "(8 − 1 − 3) / 12");
        assert_eq!(worked(Statistic::TauEq), "(8 + 6 − 1 − 2 − 3) / 20");
        assert_eq!(worked(Statistic::AccEq), "14 / 20");
        assert_eq!(worked(Statistic::Spearman), "r of the mid-ranks");
        assert_eq!(written(TIES_F1.formula).1, "2 × 6 / (9 + 8)");
        assert_eq!(written(CORRECT_RANK_F1.formula).1, "2 × 8 / (11 + 12)");
    }

    #[test]
    fn symbols_stay_as_the_formula_has_them() {
        for statistic in Statistic::ALL {
            let formula = statistic.entry().formula;
            assert!(formula.starts_with(&written(formula).0), "{formula}");
        }
    }

    #[test]
    fn a_term_names_the_pairs_it_counts() {
        let terms = work_out("C / (C + D + T_h)", &NUMBERS);
        let kinds: Vec<&[PairKind]> = terms.iter().map(|term| &term.kinds[..]).collect();
        let sum = [PairKind::Concordant, PairKind::Discordant, PairKind::HumanTie];
        assert_eq!(kinds, [&[PairKind::Concordant][..], &[], &sum]);
        assert_eq!(work_out("P", &NUMBERS)[0].kinds, PairKind::ALL);
    }
}
