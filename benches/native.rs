//! Times of the crate as a native library, as one JSON object a line.
//!
//! `make bench` runs this together with the same work in Chromium and in
//! Python; see `benches/run.mjs`.

use std::time::Instant;

use peak_alloc::PeakAlloc;
use serde_json::json;
use tiescope::sample::{self, HumanScore, shapes};
use tiescope::scores::{self, ScoreSet};
use tiescope::stats::{Calibrator, CurveTracer, Grouping, Statistic, averages, evaluate};
use tiescope::studies::measure;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Rows as systems x items.
const SIZES: [(usize, usize); 5] = [(10, 100), (10, 1000), (15, 1875), (20, 5000), (100, 10_000)];
/// Of the file of metrics that are hard to calibrate.
const SHAPES: (usize, usize) = (50, 10_000);

fn main() {
    // Cargo passes --bench; `cargo test --benches` does not and wants no run.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    for (systems, items) in SIZES {
        let text = sample::csv(HumanScore::ErrorWeights, systems, items, sample::SEED);
        let scores = scores::load(text.as_bytes()).expect("a sample can be read");
        for metric in ["regressor", "llm_judge"] {
            measure(&scores, "simulated", metric, Grouping::None);
            if (systems, items) == (15, 1875) {
                measure(&scores, "simulated", metric, Grouping::Item);
                measure(&scores, "simulated", metric, Grouping::System);
            }
        }
    }
    let text = shapes::csv(SHAPES.0, SHAPES.1, sample::SEED);
    let scores = scores::load(text.as_bytes()).expect("shapes can be read");
    for metric in shapes::NAMES {
        measure(&scores, "shapes", metric, Grouping::None);
    }
    if let Some(path) = std::env::var_os("TIESCOPE_BENCH_REAL") {
        let scores = scores::load(&std::fs::read(path).expect("the file named")).expect("scores");
        for metric in scores.metrics.iter().map(|metric| metric.name.clone()) {
            measure(&scores, "wmt22-zh-en", &metric, Grouping::None);
        }
    }
}

fn measure(scores: &ScoreSet, data: &str, metric: &str, grouping: Grouping) {
    let column = scores.metrics.iter().position(|column| column.name == metric);
    let column = column.expect("a metric of the sample");
    let groups = measure::groups(scores, column, grouping).expect("the sample has all keys");
    let rounds = if groups.pairs() < 1_000_000_000 { 7 } else { 1 };
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    let (calibrate, calibration) = fastest(rounds, || Calibrator::new(&groups).run(&groups));
    let peak = MEMORY.peak_usage() - before;
    let (count, _) = fastest(rounds, || evaluate(&groups, calibration.epsilon));
    let (curve, _) =
        fastest(rounds.min(3), || CurveTracer::new(&groups, &[calibration.epsilon]).run(&groups));
    let tau_b = || averages(&groups, 0.0).swap_remove(Statistic::TauB as usize);
    let (statistics, tau_b) = fastest(rounds, tau_b);
    let line = json!({
        "where": "native", "data": data, "metric": metric, "grouping": grouping,
        "rows": groups.rows(), "pairs": groups.pairs(),
        "epsilon": calibration.epsilon, "tau_b": tau_b.value,
        "calibrate": calibrate, "count": count, "curve": curve, "statistics": statistics,
        "memory": peak,
    });
    println!("{line}");
}

/// Seconds of the fastest of some rounds, and what the last one found.
fn fastest<T>(rounds: usize, mut work: impl FnMut() -> T) -> (f64, T) {
    let mut timed = || {
        let start = Instant::now();
        let result = work();
        (start.elapsed().as_secs_f64(), result)
    };
    let (mut best, mut result) = timed();
    for _ in 1..rounds {
        let (seconds, again) = timed();
        best = best.min(seconds);
        result = again;
    }
    (best, result)
}
