//! Physical lines of a text: which line a byte is on, where a quotation mark was left open, which are remarks.

/// Counts the lines up to a byte that only moves forward.
///
/// A line ends at LF, at CRLF, or at CR alone. The reader of records counts LF only, and counts blank
/// lines before a record into it, so lines are counted here from byte positions.
#[derive(Debug, Clone)]
pub(super) struct LineCounter<'t> {
    bytes: &'t [u8],
    at: usize,
    line: usize,
}

impl<'t> LineCounter<'t> {
    pub(super) fn new(bytes: &'t [u8]) -> Self {
        Self { bytes, at: 0, line: 1 }
    }

    /// The line, from 1, of the byte at `position`, which must not lie before an earlier one.
    pub(super) fn line_of(&mut self, position: usize) -> usize {
        let end = position.min(self.bytes.len());
        while self.at < end {
            match self.bytes[self.at] {
                b'\n' => self.line += 1,
                b'\r' if self.bytes.get(self.at + 1) != Some(&b'\n') => self.line += 1,
                _ => {}
            }
            self.at += 1;
        }
        self.line
    }
}

/// The position of a quotation mark that is opened in the record at `start` and never closed, or closed
/// within a field.
///
/// `None` when every quotation mark of that record is closed at the end of its field. A quotation mark opens only at the start
/// of a field; elsewhere it is an ordinary character, as for the reader of records.
pub(super) fn open_quote(bytes: &[u8], start: usize, delimiter: u8) -> Option<usize> {
    let mut at_field_start = true;
    let mut at = start;
    while let Some(&byte) = bytes.get(at) {
        if byte == b'"' && at_field_start {
            match closing_quote(bytes, at + 1) {
                Some(close) if is_field_end(bytes.get(close + 1), delimiter) => at = close,
                _ => return Some(at),
            }
        } else if matches!(byte, b'\n' | b'\r') {
            return None;
        }
        at_field_start = byte == delimiter;
        at += 1;
    }
    None
}

/// Where each of the remarks begins with which a text begins, and where they end: lines of `#` and a space,
/// or nothing. One of them may yet be the header. A text of remarks alone has none.
pub(super) fn remarks(text: &str) -> (Vec<usize>, usize) {
    let is_remark = |line: &str| line.trim_end() == "#" || line.starts_with("# ");
    let (mut starts, mut end) = (Vec::new(), 0);
    let mut at = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        let start = at;
        at += line.len();
        if is_remark(line) {
            starts.push(start);
            end = at;
        } else if !line.trim().is_empty() {
            return (starts, end);
        }
    }
    (Vec::new(), 0)
}

fn is_field_end(next: Option<&u8>, delimiter: u8) -> bool {
    next.is_none_or(|&byte| byte == delimiter || matches!(byte, b'\n' | b'\r' | b' '))
}

/// The position of the quotation mark that closes a field; a doubled one does not.
fn closing_quote(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        at += bytes.get(at..)?.iter().position(|&byte| byte == b'"')?;
        if bytes.get(at + 1) != Some(&b'"') {
            return Some(at);
        }
        at += 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_end_counts_once() {
        let bytes = b"a\nb\r\nc\rd\n\ne";
        let mut lines = LineCounter::new(bytes);
        let found: Vec<usize> = b"abcde"
            .iter()
            .map(|name| lines.line_of(bytes.iter().position(|b| b == name).unwrap()))
            .collect();
        assert_eq!(found, [1, 2, 3, 4, 6]);
    }

    #[test]
    fn an_open_quote_is_found_where_it_opens() {
        assert_eq!(open_quote(b"a,\"b", 0, b','), Some(2));
        assert_eq!(open_quote(b"a,\"b\"\"", 0, b','), Some(2));
        assert_eq!(open_quote(b"a,\"b\"", 0, b','), None);
        assert_eq!(open_quote(b"\"a\nb\",\"c\"\n\"d", 0, b','), None);
        assert_eq!(open_quote(b"5\" tall,x", 0, b','), None);
        assert_eq!(open_quote(b"\"a\"b\",x", 0, b','), Some(0));
    }
}
