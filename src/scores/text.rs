//! From bytes to text: packed or not, in one of four encodings.

use std::borrow::Cow;
use std::io::Read;

use flate2::read::MultiGzDecoder;
use serde::Serialize;

use super::error::LoadError;
use super::lines::LineCounter;

/// How characters were written as bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Encoding {
    /// With or without a byte-order mark.
    #[serde(rename = "UTF-8")]
    Utf8,
    /// Least significant byte first.
    #[serde(rename = "UTF-16LE")]
    Utf16Le,
    /// Most significant byte first.
    #[serde(rename = "UTF-16BE")]
    Utf16Be,
    /// What Western Windows calls ANSI; taken for all text that is not UTF-8.
    #[serde(rename = "windows-1252")]
    Windows1252,
}

/// The text of a file, without byte-order marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Text<'b> {
    pub(super) encoding: Encoding,
    pub(super) text: Cow<'b, str>,
}

/// Packed files may be this large when unpacked.
const LARGEST_UNPACKED: u64 = 1 << 29;
/// Bytes that are looked at to tell UTF-16 without a byte-order mark.
const SAMPLE: usize = 1024;
const MARK: char = '\u{feff}';

/// Unpacks and decodes a file.
///
/// # Errors
///
/// [`BadGzip`](LoadError::BadGzip), [`TooLarge`](LoadError::TooLarge),
/// [`Archive`](LoadError::Archive), [`NotText`](LoadError::NotText).
pub(super) fn decode(bytes: &[u8]) -> Result<Text<'_>, LoadError> {
    if bytes.starts_with(b"\x1F\x8B") {
        let unpacked = unpack(bytes)?;
        let Text { encoding, text } = decode_plain(&unpacked)?;
        return Ok(Text { encoding, text: Cow::Owned(text.into_owned()) });
    }
    decode_plain(bytes)
}

fn unpack(bytes: &[u8]) -> Result<Vec<u8>, LoadError> {
    let mut unpacked = Vec::new();
    let mut decoder = MultiGzDecoder::new(bytes).take(LARGEST_UNPACKED + 1);
    decoder.read_to_end(&mut unpacked).map_err(|_| LoadError::BadGzip)?;
    if unpacked.len() as u64 > LARGEST_UNPACKED { Err(LoadError::TooLarge) } else { Ok(unpacked) }
}

fn decode_plain(bytes: &[u8]) -> Result<Text<'_>, LoadError> {
    if bytes.starts_with(b"PK\x03\x04") {
        return Err(LoadError::Archive);
    }
    let (encoding, text) = match utf16_encoding(bytes) {
        Some(encoding) => (encoding, Cow::Owned(decode_utf16(bytes, encoding)?)),
        None => {
            let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
            match std::str::from_utf8(bytes) {
                Ok(text) => (Encoding::Utf8, Cow::Borrowed(text)),
                Err(_) => {
                    (Encoding::Windows1252, bytes.iter().map(|&byte| windows_1252(byte)).collect())
                }
            }
        }
    };
    // Text has no control characters but line ends and white space; other
    // files are full of them.
    if let Some(position) = text.bytes().position(is_control) {
        let line = LineCounter::new(text.as_bytes()).line_of(position);
        return Err(LoadError::NotText { line });
    }
    let text = match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim_start_matches(MARK)),
        Cow::Owned(text) if text.starts_with(MARK) => {
            Cow::Owned(text.trim_start_matches(MARK).to_owned())
        }
        owned => owned,
    };
    Ok(Text { encoding, text })
}

fn is_control(byte: u8) -> bool {
    byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r' | b'\x0B' | b'\x0C')
}

/// UTF-16 by its byte-order mark, or by zeros in every other byte, as the text
/// of a table has them.
fn utf16_encoding(bytes: &[u8]) -> Option<Encoding> {
    if bytes.starts_with(b"\xFF\xFE") {
        return Some(Encoding::Utf16Le);
    }
    if bytes.starts_with(b"\xFE\xFF") {
        return Some(Encoding::Utf16Be);
    }
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    let zeros = |parity: usize| sample.iter().skip(parity).step_by(2).filter(|&&b| b == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    let most = sample.len() / 4;
    match (even, odd) {
        (0, odd) if odd > most => Some(Encoding::Utf16Le),
        (even, 0) if even > most => Some(Encoding::Utf16Be),
        _ => None,
    }
}

fn decode_utf16(bytes: &[u8], encoding: Encoding) -> Result<String, LoadError> {
    let unit = |pair: &[u8]| match encoding {
        Encoding::Utf16Be => u16::from_be_bytes([pair[0], pair[1]]),
        _ => u16::from_le_bytes([pair[0], pair[1]]),
    };
    let mut text = String::with_capacity(bytes.len() / 2);
    for character in char::decode_utf16(bytes.chunks_exact(2).map(unit)) {
        let Ok(character) = character else {
            let line = LineCounter::new(text.as_bytes()).line_of(text.len());
            return Err(LoadError::NotText { line });
        };
        text.push(character);
    }
    // Half a character at the end.
    let is_whole = bytes.len().is_multiple_of(2);
    let line = LineCounter::new(text.as_bytes()).line_of(text.len());
    if is_whole { Ok(text) } else { Err(LoadError::NotText { line }) }
}

/// The character of a byte, as the WHATWG encoding standard has it: Latin-1,
/// but for the range in which that has control characters.
fn windows_1252(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9F => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    const TEXT: &str = "système,human\n–,1\n";

    fn utf16(unit: fn(u16) -> [u8; 2]) -> Vec<u8> {
        TEXT.encode_utf16().flat_map(unit).collect()
    }

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn each_encoding_is_recognised() {
        let ansi: &[u8] = b"syst\xE8me,human\n\x96,1\n";
        for (bytes, encoding) in [
            (TEXT.as_bytes().to_vec(), Encoding::Utf8),
            ([b"\xEF\xBB\xBF", TEXT.as_bytes()].concat(), Encoding::Utf8),
            ([b"\xEF\xBB\xBF\xEF\xBB\xBF", TEXT.as_bytes()].concat(), Encoding::Utf8),
            ([b"\xFF\xFE".to_vec(), utf16(u16::to_le_bytes)].concat(), Encoding::Utf16Le),
            ([b"\xFE\xFF".to_vec(), utf16(u16::to_be_bytes)].concat(), Encoding::Utf16Be),
            (utf16(u16::to_le_bytes), Encoding::Utf16Le),
            (utf16(u16::to_be_bytes), Encoding::Utf16Be),
            (ansi.to_vec(), Encoding::Windows1252),
        ] {
            let expected = Text { encoding, text: TEXT.into() };
            assert_eq!(decode(&bytes).unwrap(), expected);
            assert_eq!(decode(&packed(&bytes)).unwrap(), expected);
            let (first, second) = bytes.split_at(bytes.len() / 2);
            let members = [packed(first), packed(second)].concat();
            assert_eq!(decode(&members).unwrap(), expected);
        }
    }

    #[test]
    fn what_is_no_text_is_said() {
        let line = |bytes: &[u8]| decode(bytes).unwrap_err().line();
        assert_eq!(line(b"a,b\n1,\x002\n"), Some(2));
        assert_eq!(line(b"\x7FELF\x02\x01"), Some(1));
        assert_eq!(line(b"\xFF\xFEa\0\n\0\0\xD8a\0"), Some(2));
        assert_eq!(line(b"\xFF\xFEa\0b"), Some(1));
        let damaged = decode(b"\xEF\xBB\xBFsystem\nA\xE8\n").unwrap();
        assert_eq!((damaged.encoding, &*damaged.text), (Encoding::Windows1252, "system\nAè\n"));
        assert_eq!(decode(b"PK\x03\x04\x14").unwrap_err(), LoadError::Archive);
        assert_eq!(decode(b"\x1F\x8B\x08\0").unwrap_err(), LoadError::BadGzip);
        assert_eq!(decode(&packed(b"a,b\n")[..20]).unwrap_err(), LoadError::BadGzip);
    }
}
