//! Score files as they come: each test is one thing that real files do.

use super::*;
use proptest::prelude::*;

/// The scores of a file that loads, human first.
fn scores(text: &str) -> Vec<Vec<f64>> {
    let set = load(text.as_bytes()).unwrap_or_else(|error| panic!("{text:?}: {error}"));
    std::iter::once(set.human).chain(set.metrics).map(|column| column.values).collect()
}

/// The error of a file that does not load: its line, its column, and its message.
fn failure(text: &str) -> (Option<usize>, Option<String>, String) {
    let error = load(text.as_bytes()).expect_err(text);
    assert!(!error.remedy().is_empty());
    (error.line(), error.column().map(str::to_owned), error.to_string())
}

const PLAIN: &str = "system,item,human,metric\nA,1,0,0.5\nA,2,-1,0.25\nB,1,-5,0.75\nB,2,0,0.1\n";

fn plain_scores() -> Vec<Vec<f64>> {
    vec![vec![0.0, -1.0, -5.0, 0.0], vec![0.5, 0.25, 0.75, 0.1]]
}

#[test]
fn plain() {
    let set = load(PLAIN.as_bytes()).unwrap();
    assert_eq!(set.systems, ["A", "B"]);
    assert_eq!(set.items, ["1", "2"]);
    assert_eq!(set.system, Some(vec![0, 0, 1, 1]));
    assert_eq!(set.item, Some(vec![0, 1, 0, 1]));
    assert_eq!(set.lines, [2, 3, 4, 5]);
    assert_eq!(set.notices, []);
    assert_eq!(scores(PLAIN), plain_scores());
}

#[test]
fn the_same_table_written_otherwise() {
    for (what, text) in [
        ("byte-order mark", format!("\u{feff}{PLAIN}")),
        ("tabs", PLAIN.replace(',', "\t")),
        ("semicolons", PLAIN.replace(',', ";")),
        ("pipes", PLAIN.replace(',', "|")),
        ("Windows line ends", PLAIN.replace('\n', "\r\n")),
        ("old Mac line ends", PLAIN.replace('\n', "\r")),
        ("blank lines", PLAIN.replace('\n', "\n\n")),
        ("no last line end", PLAIN.trim_end().to_owned()),
        ("a delimiter at each line end", PLAIN.replace('\n', ",\n")),
    ] {
        let set = load(text.as_bytes()).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert_eq!(set.systems, ["A", "B"], "{what}");
        assert_eq!(scores(&text), plain_scores(), "{what}");
    }
}

#[test]
fn quotes_with_delimiter_quote_and_line_end_inside() {
    let text = "system,item,human,metric\n\"A, the first\",\"1\",0,\"0.5\"\n\"A, the first\",\"2\",-1,0.25\n\
                \"B \"\"quoted\"\"\",\"1\",-5,0.75\n\"B \"\"quoted\"\"\",\"2\nand more\",0,0.1\n";
    let set = load(text.as_bytes()).unwrap();
    assert_eq!(set.systems, ["A, the first", "B \"quoted\""]);
    assert_eq!(set.items, ["1", "2", "2\nand more"]);
    assert_eq!(scores(text), plain_scores());
}

#[test]
fn ways_to_write_missing() {
    let text = "system,item,human,metric\nA,1,,0.5\nA,2,NA,0.25\nA,3,None,1\nB,1,NaN,0.75\nB,2,0,null\n\
                B,3,-,0.2\nC,1,-1,n/a\nC,2,-2,0.3\n";
    let set = load(text.as_bytes()).unwrap();
    let summary = set.summary();
    assert_eq!((summary.rows, summary.human.missing, summary.metrics[0].missing), (8, 5, 2));
    assert_eq!((set.complete_rows(0), summary.metrics[0].complete_rows), (1, 1));
    let missing: Vec<&Notice> =
        set.notices.iter().filter(|notice| notice.kind == NoticeKind::Missing).collect();
    let lines: Vec<&[usize]> = missing.iter().map(|notice| notice.lines.as_slice()).collect();
    assert_eq!(lines, [[2], [6]]);
    assert_eq!(missing[0].message, "5 of 8 scores in \"human\" are missing, first on line 2.");
}

#[test]
fn negative_zero_is_zero() {
    let zeros = &scores("system,item,human,metric\nA,1,-0.0,1\nB,1,0,2\nC,1,0.0,3\n")[0];
    assert!(zeros.iter().all(|value| value.to_bits() == 0));
}

#[test]
fn exponents_signs_spaces_and_a_subnormal() {
    let text = "system,item,human,metric\nA,1,1e0,-1.5E-3\nB,1,+2,2e3\nC,1, 3 ,1e-320\n";
    assert_eq!(scores(text), [[1.0, 2.0, 3.0], [-0.0015, 2000.0, 1e-320]]);
}

#[test]
fn unicode_minus() {
    let text = "system,item,human,metric\nA,1,\u{2212}1,0.5\nB,1,\u{2212}5,0.75\n";
    assert_eq!(scores(text), [[-1.0, -5.0], [0.5, 0.75]]);
}

#[test]
fn cells_that_are_no_score_name_their_place() {
    let place = |line, column: &str| (Some(line), Some(column.to_owned()));
    for (text, at) in [
        ("system,item,human,metric\nA,1,-1,50%\nB,1,-5,25%\n", place(2, "metric")),
        ("system,item,human,metric\nA,1,-1,0.5\nB,1,bad,0.25\nC,1,-2,0.75\n", place(3, "human")),
        ("system,item,human,metric\nA,1,-1,inf\nB,1,-5,0.25\n", place(2, "metric")),
        ("system,item,human,metric\nA,1,-1,1e999\nB,1,-5,0.25\n", place(2, "metric")),
        ("system,item,human,metric\nA,1,-1,\"1,234\"\nB,1,-5,0.5\n", place(2, "metric")),
        ("system;item;human;metric\nA;1;0.5;0,5\nA;2;-1;0,25\n", place(2, "metric")),
    ] {
        let (line, column, _) = failure(text);
        assert_eq!((line, column), at, "{text}");
    }
    let (_, _, message) = failure("system,item,human,metric\nA,1,-1,50%\n");
    assert_eq!(message, "Line 2, column \"metric\": \"50%\" is not a plain number.");
}

#[test]
fn a_ragged_row_is_named() {
    let (line, _, message) = failure("system,item,human,metric\nA,1,0,0.5\nA,2,-1\nB,1,-5,0.75\n");
    assert_eq!(line, Some(3));
    assert_eq!(message, "Line 3 has 3 cells, but the header has 4.");
}

#[test]
fn columns_of_one_name_are_both_usable() {
    let set = load(b"system,item,human,human\nA,1,0,0.5\nB,1,-5,0.75\n").unwrap();
    assert_eq!((set.human.name.as_str(), set.metrics[0].name.as_str()), ("human", "human (2)"));
    assert_eq!(set.metrics[0].values, [0.5, 0.75]);
}

#[test]
fn files_without_scores() {
    assert_eq!(load(b"").unwrap_err(), LoadError::Empty);
    assert_eq!(load(b"system,item,human,metric\n").unwrap_err(), LoadError::NoRows);
    assert!(matches!(load(b"A,1,0,0.5\nA,2,-1,0.25\n").unwrap_err(), LoadError::NoHeader { .. }));
    let (_, column, _) = failure("system,item,human,metric\nA,1,,0.5\nA,2,3,\n");
    assert_eq!(column.as_deref(), Some("human"));
}

#[test]
fn scores_alone_have_no_groups() {
    let text = "human,metric\n0,0.5\n-1,0.25\n-5,0.75\n0,0.1\n";
    let set = load(text.as_bytes()).unwrap();
    assert_eq!((set.system, set.item), (None, None));
    assert_eq!(scores(text), plain_scores());
}

#[test]
fn hostile_names_are_text() {
    let text = "system,item,human,<img src=x onerror=alert(1)>\n<b>A</b>,1,0,0.5\n=1+1,1,-5,0.75\n";
    let set = load(text.as_bytes()).unwrap();
    assert_eq!(set.systems, ["<b>A</b>", "=1+1"]);
    assert_eq!(set.metrics[0].name, "<img src=x onerror=alert(1)>");
}

#[test]
fn constant_scores_load() {
    assert_eq!(
        scores("system,item,human,metric\nA,1,0,5\nB,1,0,5\nC,1,0,5\n"),
        [[0.0; 3], [5.0; 3]]
    );
}

#[test]
fn scores_that_differ_by_rounding_stay_apart_unless_asked() {
    let text =
        "system,item,human,metric\nA,1,-16.300000000000004,1\nB,1,-16.299999999999997,2\nC,1,0,3\n";
    assert_eq!(scores(text)[0], [-16.300000000000004, -16.299999999999997, 0.0]);
    let file = ScoreFile::read(text.as_bytes(), &Settings::default()).unwrap();
    let roles = Roles { merge_noise: true, ..file.guess_roles().unwrap() };
    let set = file.score_set(&roles).unwrap();
    assert_eq!(set.human.values, [-16.300000000000004, -16.300000000000004, 0.0]);
    assert_eq!(set.notices, []);
}

#[test]
fn what_a_spreadsheet_adds_is_no_data() {
    let text = "sep=;\r\nhuman;m\r\n0,5;1\r\n;\r\n-1;2\r\n;\r\n";
    assert_eq!(scores(text), [[0.5, -1.0], [1.0, 2.0]]);
    let set = load(text.as_bytes()).unwrap();
    assert_eq!(set.lines, [3, 5]);
    for first in ["sep=;\r", "SEP=;\n", "\n\"sep=;\"\n", "sep=; \n", "sep=;;\n"] {
        assert_eq!(scores(&format!("{first}human;m\n0,5;1\n-1;2\n"))[0], [0.5, -1.0], "{first:?}");
    }
    // A column may be called so, too.
    assert_eq!(scores("sep=,human,m\n1,2,3\n")[0], [2.0]);
}

#[test]
fn systems_without_human_scores_and_constant_columns_are_reported() {
    let text = "system,item,human,m,c\nA,1,0,1,7\nB,1,,2,7\nC,1,NA,3,7\nA,2,-1,4,\n";
    let messages: Vec<String> =
        load(text.as_bytes()).unwrap().notices.into_iter().map(|notice| notice.message).collect();
    assert_eq!(messages[0], "2 systems have no human score: \"B\", \"C\".");
    assert_eq!(messages[1], "All scores in \"c\" are equal: it ties every pair.");
    assert_eq!(messages[2], "2 of 4 scores in \"human\" are missing, first on line 3.");
    assert_eq!(messages[3], "1 of 4 scores in \"c\" is missing, first on line 5.");
    assert_eq!(messages[4], "2 of 2 items have one human score each, and so no pair by item.");
    assert_eq!(messages.len(), 5);
}

/// The scores of several files, or what is wrong with them.
fn joined(files: &[(&str, &str)]) -> Result<ScoreSet, LoadError> {
    let files: Vec<Named> =
        files.iter().map(|(name, text)| Named { name, bytes: text.as_bytes() }).collect();
    let file = ScoreFile::read_several(&files, &Settings::default())?;
    file.score_set(&file.guess_roles()?)
}

#[test]
fn joined_files_may_write_numbers_in_different_ways() {
    let human = ("h.csv", "system;item;human\nA;1;1,5\nB;1;2,5\n");
    let set = joined(&[human, ("m.csv", "system,item,m\nA,1,.5\nB,1,0.25\n")]).unwrap();
    assert_eq!((set.human.values, &set.metrics[0].values), (vec![1.5, 2.5], &vec![0.5, 0.25]));
    let error = joined(&[human, ("m.csv", "system,item,m\nA,1,\"1,234\"\nB,1,\"2,345\"\n")]);
    let error = error.unwrap_err();
    assert!(error.to_string().starts_with("\"m.csv\": Line 2, column \"m\": does the comma"));
    assert_eq!(error.choices().len(), 2);
}

#[test]
fn what_is_said_of_rows_is_of_those_that_count() {
    let human = "system,item,human\nA,1,0\nB,1,-1\nB,2,-5\nrefA,1,0\nrefA,2,0\n";
    let metric = "system,item,m\nA,1,.5\nB,1,.25\nB,2,.5\n";
    let files = [("h.csv", human), ("m.csv", metric), ("n.csv", &metric.replace(",m", ",n"))];
    let files = files.map(|(name, text)| Named { name, bytes: text.as_bytes() });
    let file = ScoreFile::read_several(&files, &Settings::default()).unwrap();
    let mut roles = file.guess_roles().unwrap();
    let messages = |roles: &Roles| -> Vec<String> {
        let notices = file.score_set(roles).unwrap().notices.into_iter();
        notices.map(|notice| notice.message).collect()
    };
    let message = "2 rows of other files have no partner in \"m.csv\" and \"n.csv\": \"refA\" \"1\", \"refA\" \"2\".";
    assert_eq!(messages(&roles), [message]);
    roles.filters = vec![Filter { column: 0, excluded: vec!["refA".into()] }];
    assert_eq!(
        messages(&roles),
        [
            "3 of 5 rows count: those where \"system\" is not \"refA\".",
            "1 of 2 items has one human score, and so no pair by item."
        ]
    );
}

#[test]
fn errors_in_joined_files_name_the_file_and_its_line() {
    let human = ("h.csv", "system,item,human\nA,1,0\nA,2,-1\nB,1,-5\nB,2,0\n");
    let metric = ("m.csv", "system,item,m\nB,1,.5\nB,2,.5\nA,1,.5\nA,2,oops\n");
    let error = joined(&[human, metric]).unwrap_err();
    assert_eq!(error.to_string(), "\"m.csv\": Line 5, column \"m\": \"oops\" is not a number.");
    assert_eq!((error.line(), error.column()), (Some(5), Some("m")));
    let error = joined(&[human, ("m.csv", "")]).unwrap_err();
    assert_eq!(error.to_string(), "\"m.csv\": The file is empty.");
}

/// A cell of any printable characters but the delimiters that the file does not use, and line ends.
fn cell() -> impl Strategy<Value = String> {
    "[^\\p{C}\t;|]{0,8}".prop_union("[ a-z,\"\r\n]{0,8}")
}

proptest! {
    #[test]
    fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = load(&bytes);
    }

    #[test]
    fn no_table_like_text_panics(text in "([a-z0-9.,;|\t\"\r\n \\-−é]|human|system|item){0,60}", rows in 0_usize..5) {
        if let Ok(file) = ScoreFile::read(text.as_bytes(), &Settings::default()) {
            let preview = file.preview(rows);
            prop_assert_eq!(preview.columns.len(), file.table().names().len());
            let _ = file.score_set(&preview.roles).map(|set| set.summary());
        }
    }

    #[test]
    fn no_roles_panic(
        roles in proptest::collection::vec(0_usize..6, 2..5),
        (system, length) in (proptest::option::of(0_usize..6), proptest::option::of(0_usize..6)),
        item in proptest::collection::vec(0_usize..6, 0..3),
        lower_is_better: bool,
    ) {
        let mut scores = roles.into_iter().map(|column| ScoreRole { column, lower_is_better });
        let roles = Roles {
            system,
            item,
            human: scores.next(),
            metrics: scores.collect(),
            divide_human_by: length,
            filters: vec![Filter { column: 0, excluded: vec!["A".into()] }],
            duplicates: Some(Duplicates::Average),
            merge_noise: true,
        };
        let _ = ScoreFile::read(PLAIN.as_bytes(), &Settings::default()).unwrap().score_set(&roles);
    }

    #[test]
    fn printable_tables_round_trip(
        (width, cells) in (2_usize..5).prop_flat_map(|width| {
            (Just(width), proptest::collection::vec(proptest::collection::vec(cell(), width), 1..6))
        })
    ) {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record((0..width).map(|column| format!("c{column}"))).unwrap();
        for row in &cells {
            writer.write_record(row).unwrap();
        }
        let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        let is_blank = |row: &Vec<String>| row.iter().all(|cell| cell.trim().is_empty());
        let kept: Vec<_> = cells.iter().filter(|row| !is_blank(row)).collect();
        let table = match Table::read(&text, Some(Delimiter::Comma), true) {
            Ok(table) => table,
            Err(error) => {
                prop_assert!(kept.is_empty(), "{}", error);
                return Ok(());
            }
        };
        prop_assert_eq!(table.rows(), kept.len());
        for (row, expected) in kept.into_iter().enumerate() {
            let found: Vec<&str> = (0..width).map(|column| table.cell(row, column)).collect();
            prop_assert_eq!(&found, expected);
        }
    }

    #[test]
    fn numbers_round_trip(value in any::<f64>().prop_filter("finite", |value| value.is_finite())) {
        let text = format!("human,metric\n{value},{value:e}\n");
        prop_assert_eq!(scores(&text), vec![vec![value]; 2]);
    }
}

/// What is to be known of a file that loads.
fn notices(text: &str) -> Vec<String> {
    load(text.as_bytes()).expect(text).notices.into_iter().map(|notice| notice.message).collect()
}

#[test]
fn names_that_stand_for_nothing_are_pointed_out() {
    let text = "system,item,human,m\nA,1,0,1\nB,1,1,2\nA,NA,0,3\nB,NA,2,4\n";
    let expected = "\"NA\" is taken for the name of an item, in 2 rows, first on line 4. If it stands for a missing \
                    name, delete these rows.";
    assert_eq!(notices(text), [expected]);
}

#[test]
fn a_column_of_unclear_numbers_is_pointed_out() {
    let text = "system,item,human,m,n,date,code\nA,1,0,1,0.5 ± 0.1,2022-01-01,a1\nB,1,1,2,0.7 ± 0.1,2022-01-02,b2\n";
    let expected = "\"n\" is not used: most of its cells are no plain numbers, such as \"0.5 ± 0.1\" on line 2.";
    assert_eq!(notices(text), [expected]);
}

#[test]
fn remarks_above_the_header_are_skipped() {
    for remark in ["# made by me\n", "# one, two; three\n#\n\n# four\n"] {
        for text in [PLAIN.to_owned(), PLAIN.replace(',', "\t")] {
            assert_eq!(scores(&format!("{remark}{text}")), plain_scores());
        }
    }
    let (line, ..) = failure(&format!("# a\n{}", PLAIN.replace("0.25", "x")));
    assert_eq!(line, Some(4));
    for header in ["#", "# "] {
        let set = load(format!("# made by me\n{header}{PLAIN}").as_bytes()).unwrap();
        assert_eq!((set.systems.len(), set.human.name), (2, "human".to_owned()));
    }
    let quoted = load(b"# system,\"item, id\",human,m\nA,1,0,.5\nB,1,1,.7\n").unwrap();
    assert_eq!((quoted.systems.len(), quoted.rows()), (2, 2));
    let marked = load(b"# sys\thuman\tm\n# A\t0\t.5\nB\t1\t.7\n").unwrap();
    assert_eq!(marked.systems, ["# A", "B"]);
    let old_mac = format!("# made by me\r{}", PLAIN.replace('\n', "\r"));
    assert_eq!(scores(&old_mac), plain_scores());
    let (.., message) = failure(&format!("My scores\n{PLAIN}"));
    assert_eq!(message, "Line 2 has 4 cells, but the header has 1.");
}
