//! Pair tests and p-values against every swap, every pair of rows, and values
//! computed elsewhere.

mod scored;

use std::collections::BTreeMap;

use num_bigint::BigInt;
use proptest::prelude::*;
use scored::Scored;
use serde_json::Value;
use tiescope::stats::{PairTest, PairTests, Signs, sign_test};

fn golden() -> Value {
    let path = format!("{}/tests/golden/significance.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_slice(&std::fs::read(&path).expect(&path)).expect(&path)
}

/// Compares with 1e-9, relative to what is expected.
#[track_caller]
fn assert_close(found: f64, expected: &Value, what: &str) {
    let expected = expected.as_f64().expect(what);
    assert!((found - expected).abs() <= 1e-9 * expected, "{what}: {found} is not {expected}");
}

#[test]
fn binomial_tails() {
    for case in golden()["binomial_tails"].as_array().unwrap() {
        let (all, plus) = (case["K"].as_u64().unwrap(), case["n_plus"].as_u64().unwrap());
        let found = sign_test(&[Signs { pairs: 36, plus, minus: all - plus }]);
        assert_close(found.p, &case["p_exact"], &case.to_string());
        assert_eq!(found.error, 0.0);
    }
}

#[test]
fn cases_checked_by_hand() {
    for case in golden()["hand_checkable"].as_array().unwrap() {
        let number = |group: &Value, name: &str| group[name].as_u64().unwrap();
        let signs: Vec<Signs> = case["groups"]
            .as_array()
            .unwrap()
            .iter()
            .map(|group| Signs {
                pairs: number(group, "pairs"),
                plus: number(group, "n_plus"),
                minus: number(group, "n_minus"),
            })
            .collect();
        let found = sign_test(&signs);
        assert_close(found.p, &case["p_exact"], &case.to_string());
        let point_mass = Value::from(found.p + found.p_reverse - 1.0);
        assert_close(case["point_mass"].as_f64().unwrap(), &point_mass, &case.to_string());
        assert_eq!(found.error, 0.0);
    }
}

/// The column of a metric named in the golden file, negated as it says.
fn column(scored: &Scored, negated: &Scored, name: &str) -> Vec<f64> {
    let (name, scored) = match name.split_once(':') {
        Some((name, _)) => (name, negated),
        None => (name, scored),
    };
    let column = scored.0.metrics.iter().find(|column| column.name == name);
    column.expect(name).values.clone()
}

fn check_section(section: &Value, bytes: &[u8], what: &str) {
    let scored = Scored::read(bytes, &[]);
    let negated = Scored::read(bytes, &["distance"]);
    let scores = &scored.0;
    let items = scores.item.as_ref().expect("an item column");
    let mut human = scores.human.values.clone();
    if let Some(listed) = section["item_list"].as_array() {
        for (human, &item) in human.iter_mut().zip(items) {
            if !listed.iter().any(|listed| *listed == *scores.items[item as usize]) {
                *human = f64::NAN;
            }
        }
    }
    let keys = match section["grouping"].as_str().expect("a grouping") {
        "none" => None,
        "item" => Some(items.as_slice()),
        _ => scores.system.as_deref(),
    };
    for expected in section["tests"].as_array().expect("tests") {
        let text = |name: &str| expected[name].as_str().unwrap();
        let metrics = [text("metric1"), text("metric2")];
        let what = format!("{what}: {metrics:?}");
        let columns = metrics.map(|name| column(&scored, &negated, name));
        let epsilons = [&expected["epsilon1"], &expected["epsilon2"]].map(|e| e.as_f64().unwrap());
        let metrics = [(&columns[0][..], epsilons[0]), (&columns[1][..], epsilons[1])];
        let tests = PairTests::new(keys, &human, &metrics).run();
        assert_eq!((tests[0].metric, tests[0].rival, tests[1].metric), (0, 1, 1));
        check_test(&tests[1], &tests[0], expected, &what);
    }
}

fn check_test(found: &PairTest, reverse: &PairTest, expected: &Value, what: &str) {
    assert_eq!(found.groups, expected["groups"], "{what}: groups");
    assert_eq!(found.pairs, expected["pairs"], "{what}: pairs");
    assert_eq!(found.n_plus, expected["n_plus"], "{what}: n_plus");
    assert_eq!(found.n_minus, expected["n_minus"], "{what}: n_minus");
    let delta = found.delta.expect("a group") - expected["delta"].as_f64().unwrap();
    assert!(delta.abs() < 1e-15, "{what}: delta is off by {delta}");
    assert_eq!(found.p_error, 0.0, "{what}");
    assert_close(found.p, &expected["p_exact"], what);
    assert_close(reverse.p, &expected["p_exact_reverse"], &format!("{what}, reverse"));
    let drawn = &expected["own_monte_carlo"];
    if !drawn.is_null() {
        let error = drawn["standard_error"].as_f64().unwrap();
        let distance = (found.p - drawn["p"].as_f64().unwrap()).abs();
        assert!(distance <= 4.0 * error + 1e-5, "{what}: {distance} from what was drawn");
    }
}

#[test]
fn pair_tests_of_simulated_scores() {
    let golden = golden();
    let mut tests = 0;
    for (name, section) in golden["pairwise_permutation"].as_object().unwrap() {
        let file = section["file"].as_str().unwrap();
        if !file.starts_with("simulated") {
            continue;
        }
        let path = format!("{}/tests/golden/{file}", env!("CARGO_MANIFEST_DIR"));
        check_section(section, &std::fs::read(&path).expect(&path), name);
        tests += section["tests"].as_array().unwrap().len();
    }
    assert_eq!(tests, 70);
}

/// Public data that is not part of the project; see `tests/reference.rs`.
#[test]
fn pair_tests_of_summeval() {
    let Some(shared) = std::env::var_os("TIESCOPE_SHARED") else { return };
    let path = std::path::Path::new(&shared).join("data/summeval-consistency.csv");
    let section = &golden()["pairwise_permutation"]["summeval-consistency, by item"];
    check_section(section, &std::fs::read(path).unwrap(), "summeval");
}

/// P(at least as much as observed) by listing every swap, for either metric.
fn swap_all(signs: &[Signs]) -> [f64; 2] {
    let product: BigInt = signs.iter().map(|signs| signs.pairs).product();
    let signs_of = |signs: &Signs| {
        let weight = &product / signs.pairs;
        vec![weight; (signs.plus + signs.minus) as usize]
    };
    let weights: Vec<BigInt> = signs.iter().flat_map(signs_of).collect();
    let observed: BigInt =
        signs.iter().map(|s| &product / s.pairs * (i128::from(s.plus) - i128::from(s.minus))).sum();
    let swaps = 1u32 << weights.len();
    let mut counts = [0u32; 2];
    for swap in 0..swaps {
        let sum: BigInt = weights
            .iter()
            .enumerate()
            .map(|(i, weight)| if swap >> i & 1 == 1 { weight.clone() } else { -weight })
            .sum();
        counts[0] += u32::from(sum >= observed);
        counts[1] += u32::from(sum <= observed);
    }
    counts.map(|count| f64::from(count) / f64::from(swaps))
}

/// Weights are rounded where the least common multiple passes 128 bits.
#[test]
fn enormous_common_multiples_leave_an_error_that_is_told() {
    for minus in 0..6 {
        let group = |i: u64| {
            let rows = 5003 + 10 * i;
            let behind = u64::from(i < minus);
            Signs { pairs: rows * (rows - 1) / 2, plus: 1 - behind, minus: behind }
        };
        let signs: Vec<Signs> = (0..12).map(group).collect();
        let found = sign_test(&signs);
        let [p, p_reverse] = swap_all(&signs);
        assert!((found.p - p).abs() <= found.error + 1e-14, "{found:?} {p}");
        assert!((found.p_reverse - p_reverse).abs() <= found.error + 1e-14, "{found:?}");
        assert!(found.error < 0.001 && (found.error > 0.0) == (minus > 0), "{found:?}");
    }
}

/// What looking at every pair of rows finds: pairs of each group, and what
/// only the first and only the second metric gets right.
fn compare_all(
    keys: &[u32],
    human: &[f64],
    metrics: [(&[f64], f64); 2],
) -> BTreeMap<u32, (u64, u64, u64)> {
    let complete = |row: usize| !(human[row] + metrics[0].0[row] + metrics[1].0[row]).is_nan();
    let is_right = |(scores, epsilon): (&[f64], f64), i: usize, j: usize| {
        let tied = (scores[i] - scores[j]).abs() <= epsilon;
        if human[i] == human[j] {
            tied
        } else {
            !tied && (human[i] > human[j]) == (scores[i] > scores[j])
        }
    };
    let mut groups = BTreeMap::new();
    for i in 0..keys.len() {
        for j in 0..i {
            if keys[i] == keys[j] && complete(i) && complete(j) {
                let (pairs, plus, minus) = groups.entry(keys[i]).or_insert((0, 0, 0));
                let right = metrics.map(|metric| is_right(metric, i, j));
                *pairs += 1;
                *plus += u64::from(right == [true, false]);
                *minus += u64::from(right == [false, true]);
            }
        }
    }
    groups
}

fn score() -> impl Strategy<Value = f64> {
    prop_oneof![
        5 => (-2i32..3).prop_map(f64::from),
        2 => (0i32..20).prop_map(|tenths| f64::from(tenths) * 0.1),
        1 => Just(-0.0),
        1 => Just(f64::NAN),
    ]
}

/// Rows: a key, the human score, and those of three metrics.
fn rows(most: usize) -> impl Strategy<Value = Vec<(u32, f64, [f64; 3])>> {
    // Groups of about 30, 15, 8 and 7 rows in 60.
    let key = prop_oneof![8 => Just(7u32), 4 => Just(2), 2 => Just(5), 1 => 9u32..11];
    prop::collection::vec((key, score(), [score(), score(), score()]), 0..most)
}

type Columns = (Vec<u32>, Vec<f64>, [Vec<f64>; 3]);

fn columns(rows: &[(u32, f64, [f64; 3])]) -> Columns {
    let metric = |index: usize| rows.iter().map(|row| row.2[index]).collect();
    (
        rows.iter().map(|row| row.0).collect(),
        rows.iter().map(|row| row.1).collect(),
        [metric(0), metric(1), metric(2)],
    )
}

fn run((keys, human, metrics): &Columns, epsilons: &[f64; 3]) -> Vec<PairTest> {
    let metrics: Vec<(&[f64], f64)> =
        metrics.iter().zip(epsilons).map(|(scores, &epsilon)| (&scores[..], epsilon)).collect();
    PairTests::new(Some(keys), human, &metrics).run()
}

fn epsilons() -> impl Strategy<Value = [f64; 3]> {
    let epsilon = || prop_oneof![Just(0.0), Just(0.1), Just(1.0), 0.0..2.0];
    [epsilon(), epsilon(), epsilon()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn p_values_equal_listing_every_swap(
        signs in prop::collection::vec((1u64..12, 0u64..4, 0u64..4), 0..5)
    ) {
        let signs: Vec<Signs> = signs
            .into_iter()
            .map(|(n, plus, minus)| Signs { pairs: n * (n + 1) / 2, plus, minus })
            .scan(0, |all, signs| {
                *all += signs.plus + signs.minus;
                (*all <= 12).then_some(signs)
            })
            .collect();
        let found = sign_test(&signs);
        let [p, p_reverse] = swap_all(&signs);
        prop_assert!((found.p - p).abs() < 1e-13, "{found:?} {p}");
        prop_assert!((found.p_reverse - p_reverse).abs() < 1e-13, "{found:?} {p_reverse}");
        prop_assert_eq!(found.error, 0.0);
    }

    #[test]
    fn pair_tests_equal_looking_at_every_pair(rows in rows(60), epsilons in epsilons()) {
        let columns = columns(&rows);
        let tests = run(&columns, &epsilons);
        prop_assert_eq!(tests.len(), 6);
        let (keys, human, metrics) = &columns;
        for test in tests {
            let two = [test.metric, test.rival].map(|i| (&metrics[i][..], epsilons[i]));
            let groups = compare_all(keys, human, two);
            let sum = |of: fn(&(u64, u64, u64)) -> u64| groups.values().map(of).sum::<u64>();
            prop_assert_eq!(test.groups, groups.len() as u64);
            prop_assert_eq!(test.pairs, sum(|group| group.0));
            prop_assert_eq!(test.n_plus, sum(|group| group.1));
            prop_assert_eq!(test.n_minus, sum(|group| group.2));
            let delta = |group: &(u64, u64, u64)| (group.1 as f64 - group.2 as f64) / group.0 as f64;
            let mean = groups.values().map(delta).sum::<f64>() / groups.len() as f64;
            prop_assert!(test.delta.is_none_or(|delta| (delta - mean).abs() < 1e-14));
            prop_assert_eq!(test.delta.is_none(), groups.is_empty());
            let signs: Vec<Signs> = groups
                .values()
                .map(|&(pairs, plus, minus)| Signs { pairs, plus, minus })
                .collect();
            prop_assert!((test.p - sign_test(&signs).p).abs() < 1e-13);
        }
    }

    #[test]
    fn the_order_of_rows_leaves_no_trace(
        (rows, shuffled) in rows(60).prop_flat_map(|rows| (Just(rows.clone()), Just(rows).prop_shuffle())),
        epsilons in epsilons(),
    ) {
        // Keys are renamed too: groups come in another order.
        let renamed: Vec<_> = shuffled.iter().map(|&(key, h, m)| (20 - key, h, m)).collect();
        prop_assert_eq!(run(&columns(&rows), &epsilons), run(&columns(&renamed), &epsilons));
    }
}

/// More pairs than a block holds, with and without missing scores, in steps.
#[test]
fn large_groups_equal_looking_at_every_pair() {
    for missing in [0.0, 0.1] {
        let mut random = oorandom::Rand64::new(3);
        let mut row = |row: u32| {
            let mut score = |levels: f64| {
                let score = (random.rand_float() * levels).floor();
                if random.rand_float() < missing { f64::NAN } else { score }
            };
            (u32::from(row >= 700), score(4.0), [score(5.0), score(9.0), score(1e9)])
        };
        let rows: Vec<_> = (0..1000).map(&mut row).collect();
        let (keys, human, metrics) = columns(&rows);
        let epsilons = [0.0, 1.0, 2e8];
        let given: Vec<(&[f64], f64)> =
            metrics.iter().zip(epsilons).map(|(scores, epsilon)| (&scores[..], epsilon)).collect();
        let mut job = PairTests::new(Some(&keys), &human, &given);
        let mut progress = vec![job.progress()];
        let tests = loop {
            if let Some(tests) = job.step() {
                break tests;
            }
            progress.push(job.progress());
        };
        assert!(progress.is_sorted() && progress[0] == 0.0 && progress.last() == Some(&1.0));
        for test in tests {
            let groups = compare_all(&keys, &human, [given[test.metric], given[test.rival]]);
            let sum = |of: fn(&(u64, u64, u64)) -> u64| groups.values().map(of).sum::<u64>();
            let counts = [sum(|group| group.0), sum(|group| group.1), sum(|group| group.2)];
            assert_eq!([test.pairs, test.n_plus, test.n_minus], counts);
        }
    }
}
