//! The toy lab's part of the boundary. All of it is quick enough for the main thread.

use wasm_bindgen::prelude::*;

use super::{Session, from_js, plain, to_js};
use crate::lab::group::{take, to_csv};
use crate::lab::link::{from_link, to_link};
use crate::lab::presets::presets;
use crate::lab::tour::steps;
use crate::lab::work::work;
use crate::lab::{LARGEST, Lab, METRICS, OUTPUTS};

/// Every number of a lab.
#[wasm_bindgen(js_name = workLab, unchecked_return_type = "Worked")]
pub fn work_lab(
    #[wasm_bindgen(unchecked_param_type = "Lab")] lab: JsValue,
) -> Result<JsValue, JsValue> {
    to_js(&work(&from_js::<Lab>(lab)?))
}

/// A lab as the fragment of an address, without `#`.
#[wasm_bindgen(js_name = labToLink)]
pub fn lab_to_link(
    #[wasm_bindgen(unchecked_param_type = "Lab")] lab: JsValue,
) -> Result<String, JsValue> {
    Ok(to_link(&from_js::<Lab>(lab)?))
}

/// The lab of a fragment, whatever is in it.
#[wasm_bindgen(js_name = labFromLink, unchecked_return_type = "Linked")]
pub fn lab_from_link(fragment: &str) -> Result<JsValue, JsValue> {
    to_js(&from_link(fragment))
}

/// The lab's scores as a score file.
#[wasm_bindgen(js_name = labToCsv)]
pub fn lab_to_csv(
    #[wasm_bindgen(unchecked_param_type = "Lab")] lab: JsValue,
) -> Result<String, JsValue> {
    Ok(to_csv(&from_js::<Lab>(lab)?))
}

/// Examples to begin with.
#[wasm_bindgen(js_name = labPresets, unchecked_return_type = "Preset[]")]
pub fn lab_presets() -> Result<JsValue, JsValue> {
    to_js(&presets())
}

/// The steps of the guided tour.
#[wasm_bindgen(js_name = labTour, unchecked_return_type = "Step[]")]
pub fn lab_tour() -> Result<JsValue, JsValue> {
    to_js(&steps())
}

/// Fewest outputs, most outputs, most metrics, largest score.
#[wasm_bindgen(js_name = labLimits)]
pub fn lab_limits() -> Vec<u32> {
    vec![OUTPUTS.0 as u32, OUTPUTS.1 as u32, METRICS as u32, LARGEST as u32]
}

#[wasm_bindgen]
impl Session {
    /// A group of the scores in use as a lab, with these metrics.
    #[wasm_bindgen(js_name = takeGroup, unchecked_return_type = "Taken")]
    pub fn take_group(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Grouping")] grouping: JsValue,
        name: &str,
        metrics: Vec<usize>,
    ) -> Result<JsValue, JsValue> {
        let taken = take(self.scores()?, from_js(grouping)?, name, &metrics);
        to_js(&taken.map_err(|error| plain(&error.to_string()))?)
    }

    /// The names of the groups in use.
    #[wasm_bindgen(js_name = groupNames)]
    pub fn group_names(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Grouping")] grouping: JsValue,
    ) -> Result<Vec<String>, JsValue> {
        use crate::stats::Grouping;
        let scores = self.scores()?;
        Ok(match from_js(grouping)? {
            Grouping::None => Vec::new(),
            Grouping::Item => scores.items.clone(),
            Grouping::System => scores.systems.clone(),
        })
    }
}
