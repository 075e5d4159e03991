//! The studies that a session may have under way.

use serde::Serialize;
use wasm_bindgen::JsValue;

use super::to_js;
use crate::studies::explore::Explore;
use crate::studies::measure::MeasureAlone;
use crate::studies::{Progress, Study};

/// A study under way.
pub(super) enum Job {
    Explore(Explore),
    Measure(Box<MeasureAlone>),
}

/// What a turn of work on a job came to.
#[derive(Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub(super) struct Turn {
    pub(super) progress: Progress,
    /// The study's result, at its end.
    #[serde(with = "preserve")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "any"))]
    pub(super) result: Option<JsValue>,
}

impl Job {
    /// Does a little of the work; returns the result once all is done.
    pub(super) fn step(&mut self) -> Result<Option<JsValue>, JsValue> {
        match self {
            Job::Explore(study) => stepped(study),
            Job::Measure(study) => stepped(study.as_mut()),
        }
    }

    pub(super) fn progress(&self) -> Progress {
        match self {
            Job::Explore(study) => study.progress(),
            Job::Measure(study) => study.progress(),
        }
    }
}

fn stepped<S: Study<Result: Serialize>>(study: &mut S) -> Result<Option<JsValue>, JsValue> {
    study.step().map(|result| to_js(&result)).transpose()
}

/// A value that is JavaScript's already.
mod preserve {
    use serde::{Serialize, Serializer};
    use wasm_bindgen::JsValue;

    pub(super) fn serialize<S: Serializer>(
        value: &Option<JsValue>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => serde_wasm_bindgen::preserve::serialize(value, serializer),
            None => ().serialize(serializer),
        }
    }
}
