//! Writes a simulated score file.
//!
//! ```text
//! cargo run --release --example sample -- SYSTEMS ITEMS FILE
//! ```

use std::error::Error;

use tiescope::sample::{self, HumanScore};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [systems, items, file] = arguments.as_slice() else {
        return Err("usage: sample SYSTEMS ITEMS FILE".into());
    };
    let csv = sample::csv(HumanScore::ErrorWeights, systems.parse()?, items.parse()?, sample::SEED);
    Ok(std::fs::write(file, csv)?)
}
