//! Shapes of scores that a calibration could be slow on, all beside the same human scores.

use std::fmt::Write;

use oorandom::Rand64;

/// Sums of error weights, most often none.
const HUMAN: [f64; 9] = [0.0, 0.0, 0.0, -1.0, -1.0, -2.0, -5.0, -0.1, -7.0];

/// The metrics of the file.
pub const METRICS: [&str; 6] =
    ["flat", "bunched", "plateaued", "rounded", "heavy_tailed", "unrelated"];

/// A score file: acc_eq is flat around its best; scores bunch where human ones do; long stretches hold no
/// candidate; few decimals; some scores are far away; a metric that knows nothing.
pub fn csv(systems: usize, items: usize) -> String {
    let mut random = Rand64::new(7);
    let mut text = format!("system,item,human,{}\n", METRICS.join(","));
    for system in 0..systems {
        for item in 0..items {
            let human = HUMAN[random.rand_range(0..HUMAN.len() as u64) as usize];
            let flat = human + normal(&mut random);
            let bunched = human + 0.01 * normal(&mut random);
            let plateaued = (human + normal(&mut random)).round() + 1e-3 * random.rand_float();
            let rounded = human + 3.0 * normal(&mut random);
            let heavy_tailed = human + normal(&mut random) / normal(&mut random);
            let unrelated = random.rand_float();
            writeln!(
                text,
                "{system},{item},{human},{flat:.5},{bunched:.5},{plateaued:.5},{rounded:.2},{heavy_tailed:.5},\
                 {unrelated:.6}"
            )
            .expect("a string grows");
        }
    }
    text
}

/// About a standard normal: Irwin and Hall's sum of twelve uniforms.
fn normal(random: &mut Rand64) -> f64 {
    (0..12).map(|_| random.rand_float()).sum::<f64>() - 6.0
}
