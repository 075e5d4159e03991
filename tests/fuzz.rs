//! Random score files, whole and damaged: whatever comes, reading ends in scores or in an error.
//!
//! `TIESCOPE_FUZZ` is the number of files to try; see CONTRIBUTING.md.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use oorandom::Rand64;
use tiescope::scores::{
    Duplicates, Filter, LoadError, Named, NumberStyle, Roles, ScoreFile, ScoreSet, Setting,
    Settings,
};

const NAMES: [&str; 24] = [
    "system",
    "item",
    "human",
    "metric",
    "human_A",
    "human_B",
    "m_A",
    "m_B",
    "A.human",
    "A.m",
    "B.m",
    "",
    "id",
    "segment",
    "mqm",
    "score",
    "human",
    "\u{feff}item",
    "\"a,b\"",
    "doc id",
    "1",
    "é",
    "x y",
    "-1.5",
];
const CELLS: [&str; 40] = [
    "0",
    "1",
    "-1",
    "0.5",
    "-0.0",
    "1e-320",
    "1e999",
    "inf",
    "NaN",
    "NA",
    "",
    " ",
    "-",
    "None",
    "50%",
    "1,234",
    "0,5",
    "1.234,5",
    "\"1,234\"",
    "\"x\ny\"",
    "\"",
    "\"\"",
    "A",
    "B",
    "sysA",
    "doc 1",
    "=1+1",
    "<b>",
    "\u{2212}1",
    "١",
    "🦀",
    "null",
    "true",
    "{}",
    "[1]",
    "1 2",
    "\t",
    "1;2",
    "a|b",
    "1_000",
];
const PIECES: [&str; 12] = [
    "{\"human\": 0, \"metric\": 0.5}",
    "{\"human\": \"a\"}",
    "{\"x\": {}}",
    "[",
    "]",
    ",",
    "{",
    "}",
    "\n",
    "null",
    "{\"system\": \"A\", \"item\": 1, \"human\": 0, \"metric\": 1}",
    "\"",
];

fn pick<'a>(random: &mut Rand64, of: &[&'a str]) -> &'a str {
    of[random.rand_range(0..of.len() as u64) as usize]
}

/// Headers of plausible files.
const HEADERS: [&[&str]; 6] = [
    &["system", "item", "human", "metric"],
    &["item", "human", "m1", "m2"],
    &["human", "metric"],
    &["item", "human_A", "human_B", "m_A", "m_B"],
    &["doc id", "", "sys", "mqm", "x y", ""],
    &["A", "1", "0", "0.5"],
];
const NUMBERS: [&str; 10] =
    ["0", "-1", "-5", "0.5", "0.25", "1e-3", "-16.300000000000004", "0,5", "1,234", "NA"];

fn table(random: &mut Rand64) -> String {
    let delimiter = pick(random, &[",", "\t", ";", "|", " ", "  "]);
    let end = pick(random, &["\n", "\r\n", "\r", "\n\n"]);
    let template = HEADERS[random.rand_range(0..HEADERS.len() as u64) as usize];
    // One file in four is made of anything.
    let is_wild = random.rand_range(0..4) == 0;
    let rare = if is_wild { 2 } else { 40 };
    let style = random.rand_range(0..3);
    let mut text = String::new();
    for row in 0..random.rand_range(0..9) {
        // A row may have a cell too many or too few.
        let odd = if random.rand_range(0..rare) == 0 { random.rand_range(0..3) } else { 1 };
        for column in 0..(template.len() as u64 + odd).saturating_sub(1) as usize {
            let name = template.get(column).copied().unwrap_or("");
            text.push_str(if column > 0 { delimiter } else { "" });
            text.push_str(match (row, random.rand_range(0..rare)) {
                (0, 0) => pick(random, &NAMES),
                (0, _) => name,
                (_, 0) => pick(random, &CELLS),
                _ if ["system", "sys", "A"].contains(&name) => pick(random, &["A", "B", "C"]),
                _ if ["item", "doc id"].contains(&name) => pick(random, &["1", "2", "d 3"]),
                _ => pick(random, if style == 0 { &NUMBERS } else { &NUMBERS[..7] }),
            });
        }
        text.push_str(end);
    }
    text
}

fn json(random: &mut Rand64) -> String {
    (0..random.rand_range(0..12)).map(|_| pick(random, &PIECES)).collect()
}

fn score_file(random: &mut Rand64) -> String {
    let line = |_| format!("{}\t{}\n", pick(random, &["A", "B", "ref", ""]), pick(random, &CELLS));
    (0..6).map(line).collect()
}

/// A file in some encoding, perhaps damaged, perhaps packed.
fn file(random: &mut Rand64) -> Vec<u8> {
    let text = match random.rand_range(0..8) {
        0 => json(random),
        1 => score_file(random),
        _ => table(random),
    };
    let mut bytes: Vec<u8> = match random.rand_range(0..12) {
        0 => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        1 => [b"\xFE\xFF".to_vec(), text.encode_utf16().flat_map(u16::to_be_bytes).collect()]
            .concat(),
        2 => [b"\xEF\xBB\xBF", text.as_bytes()].concat(),
        3 => text.chars().map(|character| character as u8).collect(),
        _ => text.into_bytes(),
    };
    for _ in 0..random.rand_range(0..8).saturating_sub(4) {
        let at = random.rand_range(0..bytes.len() as u64 + 1) as usize;
        match random.rand_range(0..3) {
            0 => bytes.insert(at, random.rand_u64() as u8),
            1 => bytes.truncate(at),
            _ if at < bytes.len() => bytes[at] = random.rand_u64() as u8,
            _ => {}
        }
    }
    if random.rand_range(0..50) == 0 {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(&bytes).unwrap();
        bytes = encoder.finish().unwrap();
    }
    bytes
}

/// What must hold for scores that are read.
fn check(set: &ScoreSet) {
    for column in std::iter::once(&set.human).chain(&set.metrics) {
        assert_eq!(column.values.len(), set.rows());
        for value in &column.values {
            assert!(value.is_nan() || value.is_finite() && value.to_bits() != (-0.0f64).to_bits());
        }
    }
    for (names, index) in [(&set.systems, &set.system), (&set.items, &set.item)] {
        let fits = |index: &u32| (*index as usize) < names.len();
        assert!(index.iter().flatten().all(fits));
    }
    assert!(set.lines.iter().all(|&line| line > 0));
    assert_eq!(set.summary().rows, set.rows());
}

/// Answers to questions about rows.
#[derive(Clone, Default)]
struct Answers {
    duplicates: Option<Duplicates>,
    filters: Vec<Filter>,
}

/// Reads files, answers every question in every way, and checks what comes out. Returns whether there
/// were scores at once.
fn try_files(files: &[Named], settings: Settings, answers: &Answers, depth: usize) -> bool {
    let read = || -> Result<ScoreSet, LoadError> {
        let file = ScoreFile::read_several(files, &settings)?;
        assert!(file.preview(3).columns.len() == file.table().names().len());
        let mut roles = Roles { duplicates: answers.duplicates, ..file.guess_roles()? };
        roles.filters.extend(answers.filters.iter().cloned());
        file.score_set(&roles)
    };
    let read = read();
    match &read {
        Ok(set) => check(set),
        Err(error) => {
            assert!(!error.to_string().is_empty() && !error.remedy().is_empty());
            for choice in error.choices() {
                assert!(depth < 4, "asked again and again: {error}");
                let (mut settings, mut answers) = (settings, answers.clone());
                let mut files = files.to_vec();
                match choice.set {
                    Setting::Numbers(style) => settings.numbers = Some(style),
                    Setting::Header(header) => settings.header = Some(header),
                    Setting::Layout(layout) => settings.layout = Some(layout),
                    Setting::AreOneTable(are_one) => settings.are_one_table = Some(are_one),
                    Setting::LeaveOut(places) => {
                        let kept = (0..files.len()).filter(|place| !places.contains(place));
                        files = kept.map(|place| files[place]).collect();
                    }
                    Setting::Duplicates(choice) => answers.duplicates = Some(choice),
                    Setting::Filter(filter) => answers.filters.push(filter),
                    Setting::Metrics(_) => panic!("metrics are offered, never asked for"),
                }
                try_files(&files, settings, &answers, depth + 1);
            }
        }
    }
    read.is_ok()
}

#[test]
fn no_file_does_harm() {
    let count = std::env::var("TIESCOPE_FUZZ").ok().and_then(|count| count.parse().ok());
    let seed = std::env::var("TIESCOPE_FUZZ_SEED").ok().and_then(|seed| seed.parse().ok());
    let mut random = Rand64::new(seed.unwrap_or(1));
    let count = count.unwrap_or(50_000u64);
    let mut loaded = 0;
    for _ in 0..count {
        let contents: Vec<Vec<u8>> =
            (0..1 + random.rand_range(0..9) / 8).map(|_| file(&mut random)).collect();
        let extension = pick(&mut random, &["csv", "seg.score"]);
        let names: Vec<String> = (0..contents.len()).map(|n| format!("{n}.{extension}")).collect();
        let files: Vec<Named> =
            names.iter().zip(&contents).map(|(name, bytes)| Named { name, bytes }).collect();
        let style = [None, None, Some(NumberStyle::Comma), Some(NumberStyle::Thousands)];
        let numbers = style[random.rand_range(0..4) as usize];
        let settings = Settings { numbers, ..Settings::default() };
        loaded += u64::from(try_files(&files, settings, &Answers::default(), 0));
    }
    assert!(loaded * 100 >= count, "{loaded} of {count} files had scores: too few to tell");
}
