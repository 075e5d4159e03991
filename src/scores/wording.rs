//! How messages write numbers, names and lists.

/// A number with a comma between thousands.
pub fn count(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of things: `1 line`, `2,000 lines`.
pub(super) fn counted(number: usize, thing: &str) -> String {
    format!("{} {thing}{}", count(number), if number == 1 { "" } else { "s" })
}

/// How many rows repeat others, in words.
pub(super) fn repeated(rows: usize) -> String {
    match rows {
        1 => "1 row repeats the system and item of an earlier one".to_owned(),
        _ => format!("{} rows repeat the system and item of an earlier one", count(rows)),
    }
}

/// The first `limit` characters of `text`, with an ellipsis if there are more.
pub(super) fn shorten(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// `text` in quotation marks: short, and on one line.
pub(super) fn quote(text: &str) -> String {
    let line: String =
        shorten(text, 40).chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("\"{line}\"")
}

/// The first names, and how many there are more.
pub(super) fn list(columns: &[String]) -> String {
    const SHOWN: usize = 20;
    let names: Vec<String> = columns.iter().take(SHOWN).map(|name| quote(name)).collect();
    let names = names.join(", ");
    match columns.len().saturating_sub(SHOWN) {
        0 => names,
        more => format!("{names} and {more} more"),
    }
}

/// The first names as part of a sentence, and how many there are more.
pub(super) fn some<T: AsRef<str>>(names: &[T]) -> String {
    const SHOWN: usize = 3;
    let mut parts: Vec<String> =
        names.iter().take(SHOWN).map(|name| quote(name.as_ref())).collect();
    if names.len() > SHOWN {
        parts.push(format!("{} more", count(names.len() - SHOWN)));
    }
    match parts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} and {last}", before.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        let counts = [0, 7, 999, 1000, 28_125, 1_000_000];
        assert_eq!(counts.map(count), ["0", "7", "999", "1,000", "28,125", "1,000,000"]);
    }

    #[test]
    fn one_thing_is_no_plural() {
        assert_eq!([0, 1, 1000].map(|n| counted(n, "cell")), ["0 cells", "1 cell", "1,000 cells"]);
    }

    #[test]
    fn a_few_names_stand_for_many() {
        assert_eq!(some(&["a"]), "\"a\"");
        assert_eq!(some(&["a", "b", "c"]), "\"a\", \"b\" and \"c\"");
        assert_eq!(some(&["a", "b", "c", "d"]), "\"a\", \"b\", \"c\" and 1 more");
    }

    #[test]
    fn long_or_multi_line_text_is_shortened_to_one_line() {
        assert_eq!(shorten("héllo", 3), "hél…");
        assert_eq!(shorten("héllo", 5), "héllo");
        assert_eq!(quote("a\nb"), "\"a b\"");
    }
}
