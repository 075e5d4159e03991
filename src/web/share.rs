//! Scores on their way from one worker to another, as typed arrays.

use js_sys::{Array, Float64Array, Object, Reflect, Uint32Array};
use wasm_bindgen::prelude::*;

use super::plain;
use crate::scores::{ScoreColumn, ScoreSet};

/// The numbers of a score set: all that studies look at.
pub(super) fn share(scores: &ScoreSet) -> Result<JsValue, JsValue> {
    let shared = Object::new();
    let set = |name: &str, value: &JsValue| Reflect::set(&shared, &name.into(), value).map(|_| ());
    let columns = std::iter::once(&scores.human).chain(&scores.metrics);
    let names = columns.clone().map(|column| JsValue::from_str(&column.name));
    let values = columns.map(|column| Float64Array::from(column.values.as_slice()));
    set("names", &names.collect::<Array>())?;
    set("values", &values.collect::<Array>())?;
    for (name, keys) in [("system", &scores.system), ("item", &scores.item)] {
        if let Some(keys) = keys {
            set(name, &Uint32Array::from(keys.as_slice()))?;
        }
    }
    Ok(shared.into())
}

/// The score set that was shared; names of systems and items, lines and notices are left behind.
pub(super) fn adopt(shared: &JsValue) -> Result<ScoreSet, JsValue> {
    let get = |name: &str| Reflect::get(shared, &name.into());
    let keys = |name: &str| -> Result<Option<Vec<u32>>, JsValue> {
        let keys = get(name)?;
        Ok((!keys.is_undefined()).then(|| Uint32Array::from(keys).to_vec()))
    };
    let (names, values) = (Array::from(&get("names")?), Array::from(&get("values")?));
    let mut columns = names.iter().zip(values.iter()).map(|(name, values)| ScoreColumn {
        name: name.as_string().unwrap_or_default(),
        lower_is_better: false,
        values: Float64Array::from(values).to_vec(),
    });
    let human = columns.next().ok_or_else(|| plain("no scores were shared"))?;
    Ok(ScoreSet {
        systems: Vec::new(),
        items: Vec::new(),
        system: keys("system")?,
        item: keys("item")?,
        lines: vec![0; human.values.len()],
        human,
        metrics: columns.collect(),
        notices: Vec::new(),
    })
}
