//! Writes a simulated score file, or one of metrics that are hard to calibrate.
//!
//! ```text
//! cargo run --release --example sample -- SYSTEMS ITEMS FILE [shapes]
//! ```

use std::error::Error;

use tiescope::sample::{self, HumanScore};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (systems, items, file, csv): (_, _, _, fn(usize, usize) -> String) =
        match arguments.as_slice() {
            [systems, items, file] => (systems, items, file, |systems, items| {
                sample::csv(HumanScore::ErrorWeights, systems, items, sample::SEED)
            }),
            [systems, items, file, kind] if kind == "shapes" => {
                (systems, items, file, |systems, items| {
                    sample::shapes::csv(systems, items, sample::SEED)
                })
            }
            _ => return Err("usage: sample SYSTEMS ITEMS FILE [shapes]".into()),
        };
    Ok(std::fs::write(file, csv(systems.parse()?, items.parse()?))?)
}
