//! The wasm-bindgen surface: converts and delegates, nothing else.
//!
//! The worker holds a [`Session`]; the main thread draws charts. What crosses
//! the boundary is plain data, typed in TypeScript from the Rust types.
//!
//! What takes long is a job: started under a number, run in turns, dropped when
//! it is cancelled.
//!
//! Errors are thrown as `Problem`: a message, a remedy, a line and a column.

use std::collections::HashMap;

use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;
use web_time::Instant;

use crate::chart::dots::{self, DotChart};
use crate::chart::epsilon::{self, EpsilonChart};
use crate::chart::overlay::{self, OverlayChart};
use crate::chart::slope::{self, SlopeChart};
use crate::exhibits::Source;
use crate::sample::{self, HumanScore};
use crate::scores::{Named, Problem, Roles, ScoreFile, ScoreSet};
use crate::stats::{Curve, Groups, Statistic, candidates, evaluate, glossary};
use crate::studies::compare::baselines::baselines;
use crate::studies::compare::export::export;
use crate::studies::compare::{Compared, Table};
use crate::studies::report;
use job::{Job, Turn};

mod experiments;
mod job;
mod lab;
mod share;

/// Rows of a file that are shown before it is used.
const PREVIEW_ROWS: usize = 8;

/// What a user has open: a file that was read, the scores in use, the metric
/// being explored. A file that cannot be used leaves the scores as they were.
#[wasm_bindgen]
#[derive(Default)]
pub struct Session {
    /// The file last opened, until its roles are accepted or it is dropped.
    opened: Option<ScoreFile>,
    /// The file the scores come from, and how they are taken from it.
    file: Option<(ScoreFile, Roles)>,
    /// Scores of another file, to compare with.
    other: Option<ScoreSet>,
    scores: Option<ScoreSet>,
    /// What is being computed, by the page's numbers for it.
    jobs: HashMap<u32, Job>,
    /// The metric last explored.
    groups: Option<Groups>,
}

#[wasm_bindgen]
impl Session {
    /// Nothing open.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Session {
        Session::default()
    }

    /// Reads a file, or several as one, as the settings say; returns what is in
    /// it, with guessed roles. Each name belongs to the bytes in its place. Tells
    /// now and then which share is read.
    #[wasm_bindgen(unchecked_return_type = "Preview")]
    pub fn open(
        &mut self,
        names: Vec<String>,
        contents: Vec<js_sys::Uint8Array>,
        #[wasm_bindgen(unchecked_param_type = "Settings")] settings: JsValue,
        #[wasm_bindgen(unchecked_param_type = "(share: number) => void")]
        on_progress: js_sys::Function,
    ) -> Result<JsValue, JsValue> {
        self.opened = None;
        let contents: Vec<Vec<u8>> = contents.iter().map(js_sys::Uint8Array::to_vec).collect();
        let files: Vec<Named> =
            names.iter().zip(&contents).map(|(name, bytes)| Named { name, bytes }).collect();
        let mut on_progress = |share: f64| {
            // What the page does with it is the page's own affair.
            let _ = on_progress.call1(&JsValue::NULL, &share.into());
        };
        let file = ScoreFile::read_watched(&files, &from_js(settings)?, &mut on_progress)
            .map_err(|error| problem(&error))?;
        let preview = file.preview(PREVIEW_ROWS);
        self.opened = Some(file);
        to_js(&preview)
    }

    /// Names in a column of the file last opened, or else in use.
    pub fn names(&self, column: usize) -> Vec<String> {
        self.candidate_file().map_or_else(Vec::new, |file| file.names(column))
    }

    /// Forgets the file last opened and keeps the scores in use.
    pub fn discard(&mut self) {
        self.opened = None;
    }

    /// Takes scores from the file last opened, or else in use, by these roles.
    #[wasm_bindgen(unchecked_return_type = "Summary")]
    pub fn assign(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Roles")] roles: JsValue,
    ) -> Result<JsValue, JsValue> {
        let roles: Roles = from_js(roles)?;
        let file = self.candidate_file().ok_or_else(|| plain("no file is open"))?;
        let scores = file.score_set(&roles).map_err(|error| problem(&error))?;
        let summary = scores.summary();
        self.scores = Some(scores);
        self.other = None;
        let file = self.opened.take().or(self.file.take().map(|(file, _)| file));
        self.file = file.map(|file| (file, roles));
        self.jobs.clear();
        self.groups = None;
        to_js(&summary)
    }

    /// The scores in use, for another worker to adopt.
    pub fn share(&self) -> Result<JsValue, JsValue> {
        share::share(self.scores()?)
    }

    /// Uses the scores that another worker shared.
    pub fn adopt(&mut self, shared: &JsValue) -> Result<(), JsValue> {
        self.scores = Some(share::adopt(shared)?);
        Ok(())
    }

    /// The scores in use as CSV; see [`ScoreSet::to_csv`].
    #[wasm_bindgen(js_name = toCsv)]
    pub fn to_csv(&self) -> Result<String, JsValue> {
        Ok(self.scores()?.to_csv())
    }

    /// What is in the column of human scores, or of a metric.
    #[wasm_bindgen(unchecked_return_type = "ColumnReport")]
    pub fn report(&self, metric: Option<usize>) -> Result<JsValue, JsValue> {
        let report = report::report(self.scores()?, metric);
        to_js(&report.ok_or_else(|| plain("there is no such metric"))?)
    }

    /// Metrics that know nothing, to compare the others with.
    #[wasm_bindgen(unchecked_return_type = "Baseline[]")]
    pub fn baselines(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Grouping")] grouping: JsValue,
    ) -> Result<JsValue, JsValue> {
        let found = baselines(self.scores()?, from_js(grouping)?);
        to_js(&found.map_err(|error| plain(&error.to_string()))?)
    }

    /// Starts a job. At the end of exploring, the metric's groups can be read at
    /// any epsilon.
    pub fn start(
        &mut self,
        job: u32,
        #[wasm_bindgen(unchecked_param_type = "Task")] task: JsValue,
    ) -> Result<(), JsValue> {
        let study = Job::new(&self.source()?, from_js(task)?)?;
        self.jobs.insert(job, study);
        Ok(())
    }

    /// Works on a job for about so many milliseconds. The last turn has the result.
    #[wasm_bindgen(unchecked_return_type = "Turn")]
    pub fn run(&mut self, job: u32, milliseconds: f64) -> Result<JsValue, JsValue> {
        let study = self.jobs.get_mut(&job).ok_or_else(|| plain("there is no such job"))?;
        let start = Instant::now();
        let result = loop {
            let result = study.step()?;
            if result.is_some() || 1e3 * start.elapsed().as_secs_f64() >= milliseconds {
                break result;
            }
        };
        let progress = study.progress();
        if result.is_some() {
            let groups = self.jobs.remove(&job).and_then(Job::into_groups);
            self.groups = groups.or(self.groups.take());
        }
        to_js(&Turn { progress, result })
    }

    /// Drops a job.
    pub fn cancel(&mut self, job: u32) {
        self.jobs.remove(&job);
    }

    /// Counts and class statistics of the explored metric at `epsilon`.
    #[wasm_bindgen(unchecked_return_type = "Evaluation")]
    pub fn at(&self, epsilon: f64) -> Result<JsValue, JsValue> {
        to_js(&evaluate(self.explored_groups()?, epsilon))
    }

    /// The next candidate epsilon, above or below; `undefined` at the end.
    pub fn candidate(&self, epsilon: f64, above: bool) -> Result<Option<f64>, JsValue> {
        let groups = self.explored_groups()?;
        let step = if above { candidates::next_above } else { candidates::last_below };
        Ok(step(groups, epsilon))
    }

    fn scores(&self) -> Result<&ScoreSet, JsValue> {
        self.scores.as_ref().ok_or_else(|| plain("no scores are in use"))
    }

    fn source(&self) -> Result<Source<'_>, JsValue> {
        Ok(Source {
            scores: self.scores()?,
            file: self.file.as_ref().map(|(file, roles)| (file, roles)),
            other: self.other.as_ref(),
        })
    }

    fn candidate_file(&self) -> Option<&ScoreFile> {
        self.opened.as_ref().or(self.file.as_ref().map(|(file, _)| file))
    }

    fn explored_groups(&self) -> Result<&Groups, JsValue> {
        self.groups.as_ref().ok_or_else(|| plain("no metric has been explored"))
    }
}

/// A panic is a bug: the console says where.
#[wasm_bindgen(start)]
pub fn report_panics() {
    std::panic::set_hook(Box::new(|panic| {
        web_sys::console::error_1(&panic.to_string().into());
    }));
}

/// A simulated score file.
#[wasm_bindgen(js_name = sampleCsv)]
pub fn sample_csv(
    #[wasm_bindgen(unchecked_param_type = "HumanScore")] human: JsValue,
    systems: usize,
    items: usize,
) -> Result<String, JsValue> {
    let human: HumanScore = from_js(human)?;
    Ok(sample::csv(human, systems, items, sample::SEED))
}

/// Every statistic with its formula, its range and its source.
#[wasm_bindgen(unchecked_return_type = "Entry[]")]
pub fn catalogue() -> Result<JsValue, JsValue> {
    to_js(&Statistic::ALL.map(Statistic::entry))
}

/// The same of every other number that is shown, in the order of the method page.
#[wasm_bindgen(unchecked_return_type = "Entry[]")]
pub fn glossary() -> Result<JsValue, JsValue> {
    to_js(&glossary::ALL)
}

/// Draws the curves along epsilon. For the main thread only: text is measured
/// in the page.
#[wasm_bindgen(js_name = drawEpsilonChart, unchecked_return_type = "Chart")]
pub fn draw_epsilon_chart(
    #[wasm_bindgen(unchecked_param_type = "Curve")] curve: JsValue,
    #[wasm_bindgen(unchecked_param_type = "EpsilonChart")] options: JsValue,
) -> Result<JsValue, JsValue> {
    let (curve, options): (Curve, EpsilonChart) = (from_js(curve)?, from_js(options)?);
    to_js(&epsilon::draw(&curve, &options).map_err(|error| plain(&error))?)
}

/// Draws how metrics' ranks change from one statistic to another. For the main
/// thread only.
#[wasm_bindgen(js_name = drawSlopeChart, unchecked_return_type = "Chart")]
pub fn draw_slope_chart(
    #[wasm_bindgen(unchecked_param_type = "SlopeChart")] options: JsValue,
) -> Result<JsValue, JsValue> {
    let options: SlopeChart = from_js(options)?;
    to_js(&slope::draw(&options).map_err(|error| plain(&error))?)
}

/// Draws metrics' acc_eq with intervals. For the main thread only.
#[wasm_bindgen(js_name = drawDotChart, unchecked_return_type = "Chart")]
pub fn draw_dot_chart(
    #[wasm_bindgen(unchecked_param_type = "DotChart")] options: JsValue,
) -> Result<JsValue, JsValue> {
    let options: DotChart = from_js(options)?;
    to_js(&dots::draw(&options).map_err(|error| plain(&error))?)
}

/// Draws the curves of several metrics. For the main thread only.
#[wasm_bindgen(js_name = drawOverlayChart, unchecked_return_type = "Chart")]
pub fn draw_overlay_chart(
    #[wasm_bindgen(unchecked_param_type = "OverlayChart")] options: JsValue,
) -> Result<JsValue, JsValue> {
    let options: OverlayChart = from_js(options)?;
    to_js(&overlay::draw(&options).map_err(|error| plain(&error))?)
}

/// Metrics by statistics, as far as they are known.
#[wasm_bindgen(js_name = compareMetrics, unchecked_return_type = "Table")]
pub fn compare_metrics(
    #[wasm_bindgen(unchecked_param_type = "Compared")] compared: JsValue,
) -> Result<JsValue, JsValue> {
    let compared: Compared = from_js(compared)?;
    to_js(&Table::new(&compared))
}

/// The same as the text of a file, or the part of it that is selected.
#[wasm_bindgen(js_name = exportTable)]
pub fn export_table(
    #[wasm_bindgen(unchecked_param_type = "Compared")] compared: JsValue,
    #[wasm_bindgen(unchecked_param_type = "Selection")] selection: JsValue,
    #[wasm_bindgen(unchecked_param_type = "About")] about: JsValue,
    #[wasm_bindgen(unchecked_param_type = "ExportFormat")] format: JsValue,
) -> Result<String, JsValue> {
    let compared: Compared = from_js(compared)?;
    Ok(export(&Table::new(&compared), &from_js(selection)?, &from_js(about)?, from_js(format)?))
}

/// The version of Tiescope.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").into()
}

fn to_js(value: &impl Serialize) -> Result<JsValue, JsValue> {
    serde_wasm_bindgen::to_value(value).map_err(|error| plain(&error.to_string()))
}

fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, JsValue> {
    serde_wasm_bindgen::from_value(value).map_err(|error| plain(&error.to_string()))
}

/// An error of the scores, with its place and its remedy.
fn problem(error: &crate::scores::LoadError) -> JsValue {
    to_js(&Problem::from(error)).unwrap_or_else(|_| JsValue::from_str(&error.to_string()))
}

/// An error that only a mistake of the page can cause.
fn plain(message: &str) -> JsValue {
    js_sys::Error::new(message).into()
}
