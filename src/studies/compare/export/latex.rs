//! The table as LaTeX: a table environment in the manner of booktabs, shrunk to the line if it is wider.

use super::super::column::Kind;
use super::super::table::Cell;
use super::written::{Notes, written};
use super::{Line, Part, VERSION};
use crate::stats::ranking::ALPHA;

/// More columns than this would be too small to read on an upright page.
const UPRIGHT: usize = 10;

/// Ranks take no width of their own, so that decimals stand below each other: `\tabcolsep` has room for
/// them.
pub(super) fn write(part: &Part) -> String {
    let (package, table) = if part.titles.len() > UPRIGHT {
        ("rotating", "sidewaystable")
    } else {
        ("graphicx", "table")
    };
    let columns = "r".repeat(part.titles.len());
    let heads = part.titles.iter().map(|title| format!(" & {}", heading(title.entry.name)));
    let notes = Notes::new(part.cells());
    let (heads, body, legend) =
        (heads.collect::<String>(), body(part, &notes), legend(part, &notes));
    let (data, settings) = (escape(&part.about.data), escape(&part.settings()));
    format!(
        r"% Needs \usepackage{{booktabs}} and \usepackage{{{package}}}.
\begin{{{table}}}
  \centering
  \small
  \setlength{{\tabcolsep}}{{7pt}}
  \caption{{Metrics on {data}.}}
  \label{{tab:metrics}}
  \smallskip
  \resizebox{{\ifdim\width>\linewidth\linewidth\else\width\fi}}{{!}}{{%
  \begin{{tabular}}{{l{columns}}}
    \toprule
    Metric{heads} \\
    \midrule
{body}    \bottomrule
  \end{{tabular}}}}

  \smallskip
  \parbox{{\linewidth}}{{\footnotesize {legend}Settings: {settings}. Tiescope {VERSION}.}}
\end{{{table}}}
"
    )
}

/// The rows, with rules between them where the kind of row changes, or the cluster.
fn body(part: &Part, notes: &Notes) -> String {
    let best = |column: usize| part.lines.iter().filter_map(|line| line.cells[column].rank).min();
    let best: Vec<Option<u32>> = (0..part.titles.len()).map(best).collect();
    let row = |line: &Line| {
        let cells = part.titles.iter().zip(&line.cells).zip(&best);
        let cells = cells.map(|((title, cell), best)| field(cell, title.kind, *best, notes));
        let fields: Vec<String> = std::iter::once(escape(&line.name())).chain(cells).collect();
        format!("    {} \\\\\n", fields.join(" & "))
    };
    let by_cluster = has_clusters_in_order(part);
    let together = |above: &Line, below: &Line| {
        if by_cluster {
            section(above) == section(below)
        } else {
            above.is_baseline() == below.is_baseline()
        }
    };
    let sections = part.lines.chunk_by(together);
    let sections: Vec<String> = sections.map(|lines| lines.iter().map(row).collect()).collect();
    sections.join("    \\midrule\n")
}

/// Whether clusters follow one another, then metrics without one, then baselines.
fn has_clusters_in_order(part: &Part) -> bool {
    part.has_clusters() && part.lines.is_sorted_by_key(section)
}

fn section(line: &Line) -> (bool, u32) {
    (line.is_baseline(), line.row.cluster.unwrap_or(u32::MAX))
}

fn field(cell: &Cell, kind: Kind, best: Option<u32>, notes: &Notes) -> String {
    if cell.is_pending {
        return String::new();
    }
    let Some(value) = cell.value else { return "--".to_owned() };
    let number = number(&written(value, kind));
    let is_best = cell.rank.is_some() && cell.rank == best;
    let number = if is_best { format!("\\textbf{{{number}}}") } else { number };
    let rank = cell.rank.map(|rank| format!("_{{{rank}}}")).unwrap_or_default();
    let mark = notes.mark(cell).map(|letter| format!("^{{{letter}}}")).unwrap_or_default();
    let small = rank + &mark;
    if small.is_empty() { number } else { format!("{number}\\rlap{{${small}$}}") }
}

/// `-1.2e-5` and `3.4%` as LaTeX sets them.
fn number(text: &str) -> String {
    match text.split_once('e') {
        Some((digits, power)) => format!("${digits}\\cdot10^{{{power}}}$"),
        None => text.replace('-', "$-$").replace('%', "\\%"),
    }
}

/// The name of a statistic as a paper has it.
fn heading(name: &str) -> String {
    let (name, star) = match name.strip_suffix('*') {
        Some(name) => (name, "^*"),
        None => (name, ""),
    };
    if let Some((what, "epsilon")) = name.rsplit_once(" at ") {
        return format!("{what} at $\\epsilon{star}$");
    }
    match name.split_once('_') {
        Some(("tau", index)) => format!("$\\tau_{}{star}$", braced(index)),
        Some(("acc", index)) => format!("acc$_{}{star}$", braced(index)),
        None if name == "epsilon" => format!("$\\epsilon{star}$"),
        _ => stacked(name),
    }
}

fn braced(index: &str) -> String {
    if index.len() == 1 { index.to_owned() } else { format!("{{{index}}}") }
}

/// Words on lines of their own: `pearson_of_means`.
fn stacked(name: &str) -> String {
    let name = name.replace("pearson", "Pearson").replace("spearman", "Spearman");
    let lines = name.replace("_of_", " of_").replace('_', "\\\\");
    if lines == name { name } else { format!("\\shortstack[r]{{{lines}}}") }
}

fn legend(part: &Part, notes: &Notes) -> String {
    let ranks = part.has_ranks().then(|| "Subscripts are ranks, the best in bold.".to_owned());
    let clusters = has_clusters_in_order(part).then(|| {
        let acc = heading("acc_eq*");
        format!("Metrics between two rules cannot be told apart by {acc} ($p > {ALPHA}$).")
    });
    let notes = notes.explained(|letter| format!("$^{{{letter}}}$"));
    let sentences = ranks.into_iter().chain(clusters).chain(notes);
    sentences.map(|sentence| sentence + " ").collect()
}

/// The text as text. `*` and `[` first in a row would belong to the command before it; two hyphens would
/// become a dash. What is outside ASCII is left to the document's engine and fonts.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', character]),
            '\\' => escaped += "\\textbackslash{}",
            '~' => escaped += "\\textasciitilde{}",
            '^' => escaped += "\\textasciicircum{}",
            '<' => escaped += "\\textless{}",
            '>' => escaped += "\\textgreater{}",
            '|' => escaped += "\\textbar{}",
            '"' => escaped += "\\textquotedblright{}",
            '`' => escaped += "\\textasciigrave{}",
            '\'' => escaped += "\\textquotesingle{}",
            '*' | '[' => escaped += &format!("{{{character}}}"),
            '-' if escaped.ends_with('-') => escaped += "{}-",
            _ if character.is_control() => escaped.push(' '),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_no_commands() {
        assert_eq!(escape("a&b%$#_{}"), "a\\&b\\%\\$\\#\\_\\{\\}");
        assert_eq!(escape("~^\\"), "\\textasciitilde{}\\textasciicircum{}\\textbackslash{}");
        assert_eq!(escape("[*a]--<x>\n|"), "{[}{*}a]-{}-\\textless{}x\\textgreater{} \\textbar{}");
        assert_eq!(escape("Prüfmaß 指标"), "Prüfmaß 指标");
    }

    #[test]
    fn statistics_are_called_as_in_papers() {
        assert_eq!(heading("tau_b"), "$\\tau_b$");
        assert_eq!(heading("tau_14"), "$\\tau_{14}$");
        assert_eq!(heading("acc_eq*"), "acc$_{eq}^*$");
        assert_eq!(heading("epsilon*"), "$\\epsilon^*$");
        assert_eq!(heading("ties at 0"), "ties at 0");
        assert_eq!(heading("ties at epsilon*"), "ties at $\\epsilon^*$");
        assert_eq!(heading("pearson"), "Pearson");
        assert_eq!(heading("pearson_of_means"), "\\shortstack[r]{Pearson of\\\\means}");
    }

    #[test]
    fn numbers_have_a_minus_and_powers() {
        assert_eq!(number("-0.1234"), "$-$0.1234");
        assert_eq!(number("1.235e-5"), "$1.235\\cdot10^{-5}$");
        assert_eq!(number("20.2%"), "20.2\\%");
    }
}
