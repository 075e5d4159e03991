//! The experiments' part of the boundary.

use wasm_bindgen::prelude::*;

use super::{Session, from_js, plain, problem, to_js};
use crate::chart::{heat, lines};
use crate::exhibits::catalogue::entries;
use crate::exhibits::{DataTable, to_csv};
use crate::scores::{Named, ScoreFile, Settings};

#[wasm_bindgen]
impl Session {
    /// Columns of the file in use that have no role.
    #[wasm_bindgen(unchecked_return_type = "Spare")]
    pub fn spare(&self) -> Result<JsValue, JsValue> {
        to_js(&self.source()?.spare())
    }

    /// Reads another file, whose roles are guessed, to compare the scores in use with. Returns its summary.
    #[wasm_bindgen(js_name = openOther, unchecked_return_type = "Summary")]
    pub fn open_other(
        &mut self,
        names: Vec<String>,
        contents: Vec<js_sys::Uint8Array>,
    ) -> Result<JsValue, JsValue> {
        self.other = None;
        let contents: Vec<Vec<u8>> = contents.iter().map(js_sys::Uint8Array::to_vec).collect();
        let files: Vec<Named> =
            names.iter().zip(&contents).map(|(name, bytes)| Named { name, bytes }).collect();
        let file = ScoreFile::read_several(&files, &Settings::default());
        let scores = file.and_then(|file| file.score_set(&file.guess_roles()?));
        let scores = scores.map_err(|error| problem(&error))?;
        let summary = scores.summary();
        self.other = Some(scores);
        to_js(&summary)
    }
}

/// What is known of every experiment.
#[wasm_bindgen(unchecked_return_type = "ExperimentEntry[]")]
pub fn experiments() -> Result<JsValue, JsValue> {
    to_js(&entries())
}

/// The tables of an exhibit as CSV, after lines that say what they are of.
#[wasm_bindgen(js_name = exhibitToCsv)]
pub fn exhibit_to_csv(
    about: Vec<String>,
    #[wasm_bindgen(unchecked_param_type = "DataTable[]")] tables: JsValue,
) -> Result<String, JsValue> {
    let tables: Vec<DataTable> = from_js(tables)?;
    Ok(to_csv(&about, &tables))
}

/// Draws lines and dots. For the main thread only.
#[wasm_bindgen(js_name = drawLines, unchecked_return_type = "Chart")]
pub fn draw_lines(
    #[wasm_bindgen(unchecked_param_type = "Lines")] lines: JsValue,
    #[wasm_bindgen(unchecked_param_type = "Sheet")] sheet: JsValue,
) -> Result<JsValue, JsValue> {
    let drawn = lines::draw(&from_js(lines)?, &from_js(sheet)?);
    to_js(&drawn.map_err(|error| plain(&error))?)
}

/// Draws a heat map. For the main thread only.
#[wasm_bindgen(js_name = drawHeat, unchecked_return_type = "Chart")]
pub fn draw_heat(
    #[wasm_bindgen(unchecked_param_type = "Heat")] heat: JsValue,
    #[wasm_bindgen(unchecked_param_type = "Sheet")] sheet: JsValue,
) -> Result<JsValue, JsValue> {
    let drawn = heat::draw(&from_js(heat)?, &from_js(sheet)?);
    to_js(&drawn.map_err(|error| plain(&error))?)
}
