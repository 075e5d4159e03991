//! The bootstrap against its definition: each resample as a table of its own,
//! calibrated like any other data.

mod oracle;

use num_bigint::{BigInt, BigUint};
use proptest::prelude::*;
use tiescope::stats::bootstrap::{Bootstrap, BootstrapError, Draws, Multiplicities, Star};
use tiescope::stats::{Calibrator, Grouping, Groups, Outputs, Resampling};

/// A table of scores, row by row.
#[derive(Debug, Clone, Default)]
struct Table {
    system: Vec<u32>,
    item: Vec<u32>,
    human: Vec<f64>,
    metric: Vec<f64>,
}

impl Table {
    fn push(&mut self, system: u32, item: u32, human: f64, metric: f64) {
        self.system.push(system);
        self.item.push(item);
        self.human.push(human);
        self.metric.push(metric);
    }

    fn outputs(&self) -> Outputs<'_> {
        Outputs { system: &self.system, item: &self.item, human: &self.human, metric: &self.metric }
    }

    fn keys(&self, grouping: Grouping) -> Vec<u32> {
        match grouping {
            Grouping::None => vec![0; self.human.len()],
            Grouping::Item => self.item.clone(),
            Grouping::System => self.system.clone(),
        }
    }

    /// The complete rows in groups of at least two.
    fn used(&self, grouping: Grouping) -> Table {
        let keys = self.keys(grouping);
        let complete = |row: usize| !self.human[row].is_nan() && !self.metric[row].is_nan();
        let rows =
            |key: u32| (0..keys.len()).filter(|&row| keys[row] == key && complete(row)).count();
        let mut used = Table::default();
        for (row, &key) in keys.iter().enumerate() {
            if complete(row) && rows(key) > 1 {
                used.push(self.system[row], self.item[row], self.human[row], self.metric[row]);
            }
        }
        used
    }

    /// Every copy of every row, under the key of its own copy of the group.
    fn resampled(&self, grouping: Grouping, drawn: &Multiplicities) -> (Vec<u32>, Table) {
        let (items, systems) = (distinct(&self.item), distinct(&self.system));
        let mut keys = Vec::new();
        let mut table = Table::default();
        for row in 0..self.human.len() {
            let (system, item) = (self.system[row], self.item[row]);
            let place = |of: &[u32], one| of.iter().position(|&other| other == one).unwrap();
            for item_copy in 0..drawn.items[place(&items, item)] {
                for system_copy in 0..drawn.systems[place(&systems, system)] {
                    keys.push(match grouping {
                        Grouping::None => 0,
                        Grouping::Item => item * 100 + item_copy,
                        Grouping::System => system * 100 + system_copy,
                    });
                    table.push(system, item, self.human[row], self.metric[row]);
                }
            }
        }
        (keys, table)
    }
}

fn distinct(numbers: &[u32]) -> Vec<u32> {
    let mut distinct = numbers.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    distinct
}

/// epsilon* by the crate's own search, acc_eq* by looking at each pair.
fn calibrate(keys: &[u32], table: &Table) -> Option<Star> {
    let groups = Groups::new(Some(keys), &table.human, &table.metric);
    let epsilon = (!groups.is_empty()).then(|| Calibrator::new(&groups).run(&groups).epsilon)?;
    let groups = oracle::complete_groups(keys, &table.human, &table.metric);
    let counts: Vec<_> = groups.iter().map(|(h, m)| oracle::count(h, m, epsilon)).collect();
    let product: BigInt = counts.iter().map(|counts| counts.pairs()).product();
    let sum: BigInt =
        counts.iter().map(|counts| &product / counts.pairs() * counts.correct()).sum();
    Some(Star { epsilon, acc_eq: nearest(sum, product * counts.len()) })
}

/// The f64 that is nearest to a share: of its neighbours, no other is nearer.
fn nearest(part: BigInt, whole: BigInt) -> f64 {
    let scale = |number: f64| BigInt::from((number * 2f64.powi(120)) as u128);
    let shifted = &part << 120;
    let off = |number: f64| -> BigUint {
        BigInt::magnitude(&(scale(number) * &whole - &shifted)).clone()
    };
    let about = u128::try_from((&part << 64) / &whole).unwrap() as f64 / 2f64.powi(64);
    let near = [about.next_down().max(0.0), about, about.next_up()];
    near.into_iter().min_by_key(|&number| off(number)).unwrap()
}

const GROUPINGS: [Grouping; 3] = [Grouping::None, Grouping::Item, Grouping::System];
const RESAMPLINGS: [Resampling; 3] = [Resampling::Items, Resampling::Systems, Resampling::Both];

/// Checks every resample against its table, under every grouping.
fn check(table: &Table, resamples: u32, seed: u64) {
    for grouping in GROUPINGS {
        let used = table.used(grouping);
        let (items, systems) = (distinct(&used.item).len(), distinct(&used.system).len());
        for resampling in RESAMPLINGS {
            let outputs = table.outputs();
            let bootstrap = Bootstrap::new(&outputs, grouping, resampling, resamples, seed);
            let found = bootstrap.unwrap().run();
            let mut draws = Draws::new(items, systems, resampling, seed);
            let expected = |drawn| {
                let (keys, resampled) = used.resampled(grouping, &drawn);
                calibrate(&keys, &resampled)
            };
            let what = format!("{grouping:?} {resampling:?}");
            assert_eq!(found.estimate, expected(draws.data()), "{what}: estimate");
            assert_eq!(found.resamples.len(), resamples as usize);
            for (index, star) in found.resamples.iter().enumerate() {
                assert_eq!(*star, expected(draws.draw()), "{what}: resample {index}");
            }
            let undefined = found.resamples.iter().filter(|star| star.is_none()).count();
            assert_eq!(found.undefined, undefined, "{what}");
            assert_eq!(found.acc_eq.is_some(), undefined < resamples as usize, "{what}");
        }
    }
}

/// Scores that collide, differ in the last bits, and span all magnitudes.
fn score() -> impl Strategy<Value = f64> {
    prop_oneof![
        5 => (-3i32..4).prop_map(f64::from),
        3 => (0i32..20).prop_map(|tenths| f64::from(tenths) * 0.1),
        2 => 0.0..1.0,
        1 => prop_oneof![Just(-1.7e308), Just(1.7e308), Just(5e-324), Just(-0.0)],
        1 => Just(f64::NAN),
    ]
}

/// Some systems on some items, with holes; systems and items are not numbered
/// from 0.
fn table(systems: u32, items: u32) -> impl Strategy<Value = Table> {
    let cells = prop::collection::vec((0..5u32, score(), score()), (systems * items) as usize);
    cells.prop_map(move |cells| {
        let mut table = Table::default();
        for (index, (present, human, metric)) in (0..).zip(cells) {
            if present > 0 {
                table.push(index % systems * 2 + 1, index / systems + 3, human, metric);
            }
        }
        table
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn each_resample_is_calibrated_like_its_table(
        table in (1u32..6, 1u32..8).prop_flat_map(|(systems, items)| table(systems, items)),
        seed in any::<u64>(),
    ) {
        // More than a batch.
        check(&table, 11, seed);
    }

    #[test]
    fn the_order_of_rows_leaves_no_trace(
        table in table(4, 6),
        seed in any::<u64>(),
        shuffle in any::<u64>(),
    ) {
        let mut order: Vec<usize> = (0..table.human.len()).collect();
        let mut random = oorandom::Rand64::new(shuffle.into());
        for last in (1..order.len()).rev() {
            order.swap(last, random.rand_range(0..last as u64 + 1) as usize);
        }
        let mut shuffled = Table::default();
        for row in order {
            shuffled.push(table.system[row], table.item[row], table.human[row], table.metric[row]);
        }
        for grouping in GROUPINGS {
            for resampling in RESAMPLINGS {
                let run = |table: &Table| {
                    Bootstrap::new(&table.outputs(), grouping, resampling, 9, seed).unwrap().run()
                };
                prop_assert_eq!(run(&table), run(&shuffled));
            }
        }
    }
}

/// Groups of 40 to 63 rows: the common multiple of their pairs is too large for
/// an f64, and for small enough weights at all.
#[test]
fn groups_of_many_sizes_are_calibrated_like_their_table() {
    let mut random = oorandom::Rand64::new(3);
    let mut table = Table::default();
    for item in 0..24 {
        for system in 0..40 + item {
            let quality = random.rand_float();
            let human = (quality * 4.0).floor();
            table.push(system, item, human, quality + 0.3 * random.rand_float());
        }
    }
    check(&table, 9, 7);
}

#[test]
fn a_seed_decides_the_resamples() {
    let mut random = oorandom::Rand64::new(5);
    let mut table = Table::default();
    for row in 0..60 {
        let human = (random.rand_float() * 3.0).floor();
        table.push(row % 5, row / 5, human, random.rand_float());
    }
    let run = |seed| {
        let outputs = table.outputs();
        Bootstrap::new(&outputs, Grouping::Item, Resampling::Both, 50, seed).unwrap().run()
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1).resamples, run(2).resamples);
    assert_eq!(run(1).estimate, run(2).estimate);
    let more = Bootstrap::new(&table.outputs(), Grouping::Item, Resampling::Both, 80, 1);
    assert_eq!(more.unwrap().run().resamples[..50], run(1).resamples);
}

#[test]
fn progress_never_goes_back() {
    let mut table = Table::default();
    for row in 0..3000u32 {
        table.push(row % 3, row / 3, f64::from(row % 4), f64::from(row.wrapping_mul(7919) % 1000));
    }
    let outputs = table.outputs();
    let mut bootstrap = Bootstrap::new(&outputs, Grouping::Item, Resampling::Items, 40, 1).unwrap();
    let mut before = 0.0;
    while bootstrap.step().is_none() {
        assert!(bootstrap.progress() >= before);
        before = bootstrap.progress();
    }
    assert!(before > 0.5 && bootstrap.progress() <= 1.0);
}

#[test]
fn too_many_pairs_are_an_error() {
    let mut table = Table::default();
    for row in 0..12_000u32 {
        table.push(row % 3, row / 3, f64::from(row % 4), f64::from(row));
    }
    let bootstrap = Bootstrap::new(&table.outputs(), Grouping::None, Resampling::Items, 1, 1);
    assert!(matches!(bootstrap, Err(BootstrapError::TooManyPairs { pairs }) if pairs > 1 << 25));
}
