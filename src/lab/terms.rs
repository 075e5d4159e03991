//! The formula of a statistic with the numbers of one group put in.

use crate::stats::{Entry, Group, Numbers, PairCounts, PairKind, Statistic, Term, formula};

/// The formula worked out. Correlations are written as sums over pairs, so that every formula is one of pairs.
pub fn terms(entry: &Entry, group: &Group, counts: PairCounts) -> Vec<Term> {
    if entry.name == Statistic::Pearson.entry().name {
        return differences(("Δh", group.human), ("Δm", group.metric));
    }
    if entry.name == Statistic::Spearman.entry().name {
        let (human, metric) = (mid_ranks(group.human), mid_ranks(group.metric));
        return differences(("Δr_h", &human), ("Δr_m", &metric));
    }
    let levels = group.human_levels().min(group.metric_levels());
    formula::work_out(entry.formula, &Numbers { counts, rows: group.rows(), levels })
}

/// Pearson's r as a formula of pairs: with the differences of all pairs it is the same as with those from
/// the means.
fn differences(human: (&str, &[f64]), metric: (&str, &[f64])) -> Vec<Term> {
    let sum = |a: &[f64], b: &[f64]| -> f64 {
        let row = |second: usize| (0..second).map(move |first| (first, second));
        let pairs = (0..a.len()).flat_map(row);
        pairs.map(|(first, second)| (a[second] - a[first]) * (b[second] - b[first])).sum()
    };
    let term = |symbol: String, value: f64| Term {
        symbol,
        number: short(value),
        kinds: PairKind::ALL.to_vec(),
    };
    let ((h, human), (m, metric)) = (human, metric);
    vec![
        term(format!("Σ {h} {m}"), sum(human, metric)),
        Term::text(" / √(", " / √("),
        term(format!("Σ {h}²"), sum(human, human)),
        Term::text(" ", " × "),
        term(format!("Σ {m}²"), sum(metric, metric)),
        Term::text(")", ")"),
    ]
}

/// The rank of each score from 1 for the least, equal scores sharing the mean of theirs.
fn mid_ranks(scores: &[f64]) -> Vec<f64> {
    let rank = |score: &f64| {
        let below = scores.iter().filter(|other| *other < score).count();
        let equal = scores.iter().filter(|other| *other == score).count();
        below as f64 + (equal as f64 + 1.0) / 2.0
    };
    scores.iter().map(rank).collect()
}

/// Four significant digits.
fn short(value: f64) -> String {
    let size = value.abs();
    if size != 0.0 && !(1e-4..1e7).contains(&size) {
        return format!("{value:.3e}").replace('-', "−");
    }
    let digits = if size > 0.0 { size.log10().floor() as i32 + 1 } else { 1 };
    let text = format!("{value:.*}", (4 - digits).max(0) as usize);
    let text =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    text.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::super::presets::presets;
    use super::super::tour::steps;
    use super::super::work::work;
    use super::*;

    fn number_in(terms: &[Term]) -> String {
        terms.iter().map(|term| term.number.as_str()).collect()
    }

    /// What a formula comes to when it is calculated, brackets first.
    fn calculated(text: &str) -> f64 {
        let mut reader = Reader { text, position: 0 };
        reader.sum()
    }

    struct Reader<'a> {
        text: &'a str,
        position: usize,
    }

    impl Reader<'_> {
        fn next(&mut self) -> Option<char> {
            let rest = &self.text[self.position..];
            let blank = rest.len() - rest.trim_start().len();
            self.position += blank;
            self.text[self.position..].chars().next()
        }

        fn eat(&mut self, sign: char) -> bool {
            let is_next = self.next() == Some(sign);
            self.position += if is_next { sign.len_utf8() } else { 0 };
            is_next
        }

        fn sum(&mut self) -> f64 {
            let mut value = self.product();
            loop {
                if self.eat('+') {
                    value += self.product();
                } else if self.eat('−') {
                    value -= self.product();
                } else {
                    return value;
                }
            }
        }

        fn product(&mut self) -> f64 {
            let mut value = self.factor();
            loop {
                if self.eat('/') {
                    value /= self.factor();
                } else if self.eat('×') || matches!(self.next(), Some('(' | '√')) {
                    value *= self.factor();
                } else {
                    return value;
                }
            }
        }

        fn factor(&mut self) -> f64 {
            let value = if self.eat('√') {
                self.factor().sqrt()
            } else if self.eat('−') {
                -self.factor()
            } else if self.eat('(') {
                let value = self.sum();
                assert!(self.eat(')'), "{}", self.text);
                value
            } else {
                let rest = &self.text[self.position..];
                let end =
                    rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
                self.position += end;
                rest[..end].parse().unwrap_or_else(|_| panic!("{rest} in {}", self.text))
            };
            if self.eat('²') { value * value } else { value }
        }
    }

    #[test]
    fn a_formula_comes_to_its_value() {
        let presets = presets().into_iter().map(|preset| preset.lab);
        for lab in presets.chain(steps().into_iter().map(|step| step.lab)) {
            for statistic in work(&lab).statistics {
                for item in statistic.values.iter().flat_map(|value| &value.items) {
                    let text = number_in(&item.terms);
                    if let Some(value) = item.value {
                        let found = calculated(&text);
                        // Where nothing ties, ties-F1 is 0/0 and counts as 1, by convention.
                        let is_same =
                            (found - value).abs() < 1e-3 || found.is_nan() && value == 1.0;
                        assert!(is_same, "{}: {text} is not {value}", statistic.entry.name);
                    }
                }
            }
        }
    }

    #[test]
    fn numbers_have_four_digits() {
        let written = [0.0, 15.0, -2.5, 0.00123456, 98765.4, 1e-9, -1.5e12].map(short);
        assert_eq!(written, ["0", "15", "−2.5", "0.001235", "98765", "1.000e−9", "−1.500e12"]);
    }
}
