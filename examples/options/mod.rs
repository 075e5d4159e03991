//! Options that the examples share: which file, how it is read, which scores count, in what groups.

use std::error::Error;
use std::path::PathBuf;

use lexopt::prelude::*;
use serde::de::DeserializeOwned;
use tiescope::scores::{
    Duplicates, Filter, LoadError, Roles, ScoreFile, ScoreRole, ScoreSet, Settings,
};
use tiescope::stats::Grouping;

pub type Fallible<T> = Result<T, Box<dyn Error>>;

#[derive(Default)]
pub struct Options {
    pub file: PathBuf,
    human: Option<String>,
    metrics: Vec<String>,
    item: Vec<String>,
    system: Option<String>,
    grouping: Option<Grouping>,
    pub exclude: Vec<String>,
    pub leave_out: Vec<String>,
    pub divide_human_by: Option<String>,
    lower_is_better: Vec<String>,
    duplicates: Option<Duplicates>,
    pub merge_noise: bool,
    settings: Settings,
}

/// Ends the program with the error, if there is one, and what can be done about it.
pub fn exit_on_error(program: &str, result: Fallible<()>) {
    let Err(error) = result else { return };
    eprintln!("{program}: {error}");
    if let Some(error) = error.downcast_ref::<LoadError>() {
        eprintln!("{}", error.remedy());
        for choice in error.choices() {
            eprintln!("- {}: {}", choice.label, serde_json::json!(choice.set));
        }
    }
    std::process::exit(1);
}

impl Options {
    /// Reads the command line. `own` takes the options of one example by their names and says whether it
    /// knows them.
    pub fn parse(
        mut own: impl FnMut(&str, &mut lexopt::Parser) -> Fallible<bool>,
    ) -> Fallible<Self> {
        let mut options = Options::default();
        let mut parser = lexopt::Parser::from_env();
        while let Some(argument) = parser.next()? {
            match argument {
                Value(file) if options.file.as_os_str().is_empty() => options.file = file.into(),
                Long(name) => {
                    let name = name.to_owned();
                    if !options.take(&name, &mut parser)? && !own(&name, &mut parser)? {
                        return Err(Long(&name).unexpected().into());
                    }
                }
                other => return Err(other.unexpected().into()),
            }
        }
        if options.file.as_os_str().is_empty() {
            return Err("name a score file: a CSV or TSV with a header".into());
        }
        Ok(options)
    }

    fn take(&mut self, name: &str, parser: &mut lexopt::Parser) -> Fallible<bool> {
        match name {
            "human" => self.human = Some(text(parser)?),
            "metric" => self.metrics.push(text(parser)?),
            "item" => self.item.push(text(parser)?),
            "system" => self.system = Some(text(parser)?),
            "exclude" => self.exclude.push(text(parser)?),
            "leave-out" => self.leave_out.push(text(parser)?),
            "divide-human-by" => self.divide_human_by = Some(text(parser)?),
            "lower-is-better" => self.lower_is_better.push(text(parser)?),
            "group" => self.grouping = Some(choice(parser, name)?),
            "duplicates" => self.duplicates = Some(choice(parser, name)?),
            "numbers" => self.settings.numbers = Some(choice(parser, name)?),
            "layout" => self.settings.layout = Some(choice(parser, name)?),
            "merge-noise" => self.merge_noise = true,
            "no-header" => self.settings.header = Some(false),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Reads the scores.
    pub fn scores(&self) -> Fallible<ScoreSet> {
        let bytes = std::fs::read(&self.file)
            .map_err(|error| format!("{}: {error}", self.file.display()))?;
        let file = ScoreFile::read(&bytes, &self.settings)?;
        Ok(file.score_set(&self.roles(&file)?)?)
    }

    /// The grouping asked for, or by item where there is an item column.
    pub fn grouping(&self, scores: &ScoreSet) -> Grouping {
        let default = if scores.item.is_some() { Grouping::Item } else { Grouping::None };
        self.grouping.unwrap_or(default)
    }

    /// The guessed roles, changed as the options say.
    fn roles(&self, file: &ScoreFile) -> Fallible<Roles> {
        let column = |name: &String| {
            let found = file.columns().iter().position(|column| column.name == *name);
            found.ok_or_else(|| format!("the file has no column “{name}”"))
        };
        let role =
            |name: &String| column(name).map(|column| ScoreRole { column, lower_is_better: false });
        let mut roles = file.best_guess();
        if let Some(name) = &self.human {
            roles.human = Some(role(name)?);
        }
        if !self.item.is_empty() {
            roles.item = self.item.iter().map(column).collect::<Result<_, _>>()?;
        }
        if let Some(name) = &self.system {
            roles.system = Some(column(name)?);
        }
        // What was asked for comes before what was guessed.
        let asked =
            self.item.iter().chain(&self.human).map(column).collect::<Result<Vec<_>, _>>()?;
        if self.system.is_none() && roles.system.is_some_and(|system| asked.contains(&system)) {
            roles.system = None;
        }
        if self.item.is_empty() {
            let system = roles.system;
            roles.item.retain(|&column| Some(column) != system);
        }
        if let Some(name) = &self.divide_human_by {
            roles.divide_human_by = Some(column(name)?);
        }
        if !self.metrics.is_empty() {
            roles.metrics = self.metrics.iter().map(role).collect::<Result<_, _>>()?;
        }
        let others = roles.human.map(|human| human.column).into_iter().chain(roles.divide_human_by);
        let taken: Vec<usize> = roles.named().chain(others).collect();
        roles.metrics.retain(|metric| !taken.contains(&metric.column));
        if roles.human.is_none() || roles.metrics.is_empty() {
            file.guess_roles()?;
        }
        for name in &self.lower_is_better {
            let column = column(name)?;
            let scores = roles.human.iter_mut().chain(&mut roles.metrics);
            scores
                .filter(|role| role.column == column)
                .for_each(|role| role.lower_is_better = true);
        }
        for text in &self.leave_out {
            let (name, value) = text.split_once('=').ok_or("--leave-out takes COL=NAME")?;
            let (column, excluded) = (column(&name.to_owned())?, vec![value.to_owned()]);
            roles.filters.push(Filter { column, excluded });
        }
        if let (Some(column), false) = (roles.system, self.exclude.is_empty()) {
            roles.filters.push(Filter { column, excluded: self.exclude.clone() });
        }
        roles.duplicates = self.duplicates;
        roles.merge_noise = self.merge_noise;
        Ok(roles)
    }
}

pub fn text(parser: &mut lexopt::Parser) -> Result<String, lexopt::Error> {
    parser.value()?.string()
}

/// A value by the name it has in data.
pub fn choice<T: DeserializeOwned>(parser: &mut lexopt::Parser, option: &str) -> Fallible<T> {
    let value = serde_json::from_value(text(parser)?.into());
    value.map_err(|error| format!("--{option}: {error}").into())
}
