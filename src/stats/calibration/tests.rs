//! Every way of counting, forced on few rows, against trying every candidate.

use super::*;

/// Scores that bunch where human ones do, rounded, nearly rounded, or not; or
/// far in the tails.
const SHAPES: [fn(f64, f64) -> f64; 8] = [
    |human, noise| human + noise,
    |human, noise| (100.0 * (human + noise)).round() / 100.0,
    |human, noise| (10.0 * (human + noise)).round() / 10.0 + 1e-9 * noise,
    |human, noise| 10.0 * human + 0.01 * noise,
    |human, noise| human / (noise + 2.0),
    |human, noise| (9.0 * (human + noise)).exp(),
    |human, noise| -(human + noise) + 1e9,
    |_, noise| 0.1 * (100.0 * noise).round(),
];

fn groups(random: &mut oorandom::Rand64, shape: usize) -> Groups {
    let human = [0.0, 0.0, 0.0, -1.0, -1.0, -2.0, -5.0, -0.1, -7.0];
    let (mut keys, mut humans, mut metric) = (Vec::new(), Vec::new(), Vec::new());
    let kinds = random.rand_range(0..3) as u32 + 1;
    for _ in 0..random.rand_range(20..160) {
        let human = human[random.rand_range(0..9) as usize];
        let noise = (0..4).map(|_| random.rand_float()).sum::<f64>() - 2.0;
        keys.push(random.rand_range(0..u64::from(kinds)) as u32);
        humans.push(human);
        metric.push(SHAPES[shape](human, noise));
    }
    Groups::new(Some(&keys), &humans, &metric)
}

/// Counts at every candidate.
fn try_every_candidate(groups: &Groups) -> Calibration {
    let objective = Objective::new(groups);
    let candidates = candidates::all(groups, usize::MAX).unwrap();
    let edges = EdgeCounter::new(&objective, candidates, false).run(groups, &objective);
    let mut search = Search::new(edges[0].correct());
    for edge in &edges[1..] {
        search.candidate(&objective, edge.epsilon, &edge.correct());
    }
    search.result()
}

#[test]
fn every_way_finds_the_same() {
    let mut random = oorandom::Rand64::new(7);
    for round in 0..96 {
        let groups = groups(&mut random, round % SHAPES.len());
        if groups.is_empty() {
            continue;
        }
        let expected = try_every_candidate(&groups);
        for any_grid in [0, u64::MAX] {
            for pairs_per_number in [0, 1 << 20] {
                for listed in [8, 64, 1 << 20] {
                    let mut calibrator = Calibrator::new(&groups);
                    calibrator.coarse = false;
                    calibrator.limits = Limits {
                        few_pairs: 1 + random.rand_range(0..200),
                        listed,
                        pairs_of_a_piece: 1 + random.rand_range(0..100),
                        any_grid,
                        pairs_per_number,
                    };
                    let limits = format!("round {round}: {:?}", calibrator.limits);
                    assert_eq!(calibrator.run(&groups), expected, "{limits}");
                }
            }
        }
    }
}
