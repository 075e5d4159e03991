//! One score for each system: does the metric order systems as the human does?
//!
//! Systems with a complete row are compared, on the items for which all of them
//! have one (complete means: both the human score and this metric's). The score
//! of a system is the mean over those items. Systems and items are what their
//! numbers say, so the order of rows leaves no trace; numbering items anew
//! draws other flips.

mod common;
mod exact;
mod flips;
mod units;

use common::CommonItems;
use flips::Flips;
use units::Units;

use super::correlation;
use super::grouping::Groups;
use super::mean::Mean;
use super::outputs::Outputs;
use super::statistic::Entry;

/// Pearson's r of the means.
pub const PEARSON_OF_MEANS: Entry = Entry {
    name: "pearson_of_means",
    formula: "r of the systems' mean scores",
    least: -1.0,
    undefined: "the human or the metric means are all equal, or no two systems share an item",
    source: "Pearson (1895); Mathur et al. (2020) warn of outliers among systems",
    uses_epsilon: false,
};

/// Pairwise accuracy.
pub const PAIRWISE_ACCURACY: Entry = Entry {
    name: "pairwise_accuracy",
    formula: "pairs of systems whose means are ordered alike / all pairs of systems",
    least: 0.0,
    undefined: "no two systems share an item",
    source: "Kocmi et al. (2021)",
    uses_epsilon: false,
};

/// Soft pairwise accuracy.
pub const SOFT_PAIRWISE_ACCURACY: Entry = Entry {
    name: "soft_pairwise_accuracy",
    formula: "mean over pairs of systems of 1 − |p_human − p_metric|, p from paired sign-flip tests",
    least: 0.0,
    undefined: "no two systems share an item",
    source: "Thompson, Mathur, Deutsch and Khayrallah (2024): does the metric see the differences that \
             the human sees as clearly?",
    uses_epsilon: false,
};

/// How many random flips are usual.
pub const FLIPS: u32 = 1000;

/// How well a metric compares systems.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SystemLevel {
    /// The systems compared, ascending by number; at least 2.
    pub systems: Vec<SystemMeans>,
    /// Items that all of them have, at least 1.
    pub items: usize,
    /// Pearson's r of the means, `None` when all human or all metric means are
    /// equal.
    pub pearson: Option<f64>,
    /// Pairs of systems.
    pub pairs: usize,
    /// Pairs that the metric orders, or ties, as the human does.
    pub agreeing_pairs: usize,
    /// Pairwise accuracy (Kocmi et al. 2021): agreeing pairs / pairs, 0 to 1. A
    /// metric tie against a human order is wrong, and so is a metric order
    /// against a human tie; a tie of both agrees.
    pub pairwise_accuracy: f64,
    /// Soft pairwise accuracy (Thompson et al. 2024): the mean over pairs of
    /// 1 - |p_human - p_metric|, 0 to 1.
    pub soft_pairwise_accuracy: f64,
    /// The p-values of each pair of systems.
    pub tests: Vec<SystemTest>,
    /// How the human p-values were found.
    pub human_method: Method,
    /// How the metric's were.
    pub metric_method: Method,
}

/// What the means alone say, without any test; see [`SystemLevel`].
#[derive(Debug, Clone, PartialEq)]
pub struct ComparedMeans {
    /// [`SystemLevel::systems`].
    pub systems: Vec<SystemMeans>,
    /// [`SystemLevel::items`].
    pub items: usize,
    /// [`SystemLevel::pearson`].
    pub pearson: Option<f64>,
    /// [`SystemLevel::pairs`].
    pub pairs: usize,
    /// [`SystemLevel::agreeing_pairs`].
    pub agreeing_pairs: usize,
    /// [`SystemLevel::pairwise_accuracy`].
    pub pairwise_accuracy: f64,
}

/// Mean scores of one system.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SystemMeans {
    /// Its number.
    pub system: u32,
    /// Its mean human score over the common items.
    pub human: f64,
    /// Its mean metric score over the same.
    pub metric: f64,
}

/// One-sided paired sign-flip tests of "the first system is better than the
/// second": the share of flips of the items' differences whose sum is at least
/// the observed one.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SystemTest {
    /// Number of the first system, the lesser one.
    pub first: u32,
    /// Number of the second system.
    pub second: u32,
    /// p of the human scores, 0 to 1.
    pub p_human: f64,
    /// p of the metric scores, 0 to 1.
    pub p_metric: f64,
}

/// How p-values were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// From the distribution over all sign flips: scores are decimals, and
    /// their range is small.
    Exact,
    /// From so many random flips.
    MonteCarlo(u32),
}

/// Why systems cannot be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotCompared {
    /// There is no pair of systems.
    #[error("fewer than two systems have rows with both scores")]
    FewSystems,
    /// Every two are tested: half a million pairs are the most.
    #[error("there are more than 1000 systems")]
    ManySystems,
    /// Means over different items would not compare.
    #[error("no item has both scores from every system")]
    NoCommonItem,
}

/// Finds the [`SystemLevel`] statistics of one metric in short steps.
#[derive(Debug)]
pub struct SystemComparer {
    items: CommonItems,
    human: Units,
    metric: Units,
    flips: u32,
    seed: u64,
    tests: Option<Tests>,
}

/// Sign-flip tests, once exact p-values were looked for.
#[derive(Debug)]
struct Tests {
    human: Option<Vec<f64>>,
    metric: Option<Vec<f64>>,
    /// Random flips for those that have none.
    flips: Option<Flips>,
}

impl SystemComparer {
    /// Prepares the comparison with so many random flips (at least one is
    /// made). The same seed gives the same flips for every metric that is
    /// complete on the same items.
    ///
    /// # Errors
    /// When there are too few or too many systems, or they share no item.
    ///
    /// # Panics
    /// When the slices differ in length.
    pub fn new(outputs: &Outputs, flips: u32, seed: u64) -> Result<Self, NotCompared> {
        let items = CommonItems::new(outputs)?;
        let human = Units::new(&items.human, items.len());
        let metric = Units::new(&items.metric, items.len());
        Ok(SystemComparer { items, human, metric, flips: flips.max(1), seed, tests: None })
    }

    /// Does a little of the work; returns the result once all is done.
    pub fn step(&mut self) -> Option<SystemLevel> {
        let Some(tests) = &mut self.tests else {
            self.tests = Some(self.begin());
            return None;
        };
        if let Some(flips) = &mut tests.flips
            && !flips.step()
        {
            return None;
        }
        self.result()
    }

    /// Runs all steps.
    pub fn run(mut self) -> SystemLevel {
        loop {
            if let Some(result) = self.step() {
                return result;
            }
        }
    }

    /// The share of the work that is done, from 0 to 1; it never goes back.
    pub fn progress(&self) -> f64 {
        let Some(tests) = &self.tests else { return 0.0 };
        tests.flips.as_ref().map_or(1.0, Flips::progress)
    }

    fn begin(&self) -> Tests {
        let exact = |units| exact::p_values(&self.items, units);
        let (human, metric) = (exact(&self.human), exact(&self.metric));
        let sides = [(&human, &self.human), (&metric, &self.metric)];
        let open = sides.iter().filter(|(exact, _)| exact.is_none());
        let columns: Vec<&Units> = open.map(|&(_, units)| units).collect();
        let flips =
            (!columns.is_empty()).then(|| Flips::new(&self.items, &columns, self.flips, self.seed));
        Tests { human, metric, flips }
    }

    /// What the means alone say: there at once.
    pub fn compare_means(&self) -> ComparedMeans {
        let systems = self.means();
        let pairs = self.items.pairs().count();
        let agreeing_pairs = self.agreeing_pairs();
        ComparedMeans {
            items: self.items.len(),
            pearson: pearson(&systems),
            systems,
            pairs,
            agreeing_pairs,
            pairwise_accuracy: agreeing_pairs as f64 / pairs as f64,
        }
    }

    fn result(&self) -> Option<SystemLevel> {
        let tests = self.tests.as_ref()?;
        let means = self.compare_means();
        let systems = &means.systems;
        let mut soft = Mean::default();
        let [human, metric] = self.p_values(tests);
        let test = |((first, second), (p_human, p_metric)): ((usize, usize), (f64, f64))| {
            soft.add(1.0 - (p_human - p_metric).abs());
            let (first, second) = (systems[first].system, systems[second].system);
            SystemTest { first, second, p_human, p_metric }
        };
        let p_values = human.into_iter().zip(metric);
        let system_tests: Vec<_> = self.items.pairs().zip(p_values).map(test).collect();
        let method = |exact: &Option<Vec<f64>>| match exact {
            Some(_) => Method::Exact,
            None => Method::MonteCarlo(self.flips),
        };
        Some(SystemLevel {
            items: means.items,
            pearson: means.pearson,
            pairs: means.pairs,
            agreeing_pairs: means.agreeing_pairs,
            pairwise_accuracy: means.pairwise_accuracy,
            systems: means.systems,
            soft_pairwise_accuracy: soft.value()?,
            tests: system_tests,
            human_method: method(&tests.human),
            metric_method: method(&tests.metric),
        })
    }

    /// Those of the human and of the metric scores.
    fn p_values(&self, tests: &Tests) -> [Vec<f64>; 2] {
        let pairs = self.items.pairs().count();
        let mut sampled = tests.flips.as_ref().map_or(Vec::new(), Flips::p_values).into_iter();
        [&tests.human, &tests.metric].map(|exact| match exact {
            Some(exact) => exact.clone(),
            None => sampled.by_ref().take(pairs).collect(),
        })
    }

    fn means(&self) -> Vec<SystemMeans> {
        let means = |units: &Units| -> Vec<f64> {
            let sums = self.items.sums(&units.scores);
            sums.into_iter().map(|sum| units.mean(sum, self.items.len())).collect()
        };
        let both = means(&self.human).into_iter().zip(means(&self.metric));
        let systems = self.items.systems.iter().zip(both);
        systems.map(|(&system, (human, metric))| SystemMeans { system, human, metric }).collect()
    }

    fn agreeing_pairs(&self) -> usize {
        let order = |units: &Units| {
            let sums = self.items.sums(&units.scores);
            // Each score may be off by one rounding.
            let slack = 2 * units.rounding * self.items.len() as i64;
            move |(first, second): (usize, usize)| {
                let difference = sums[first] - sums[second];
                if difference.abs() <= slack { 0 } else { difference.signum() }
            }
        };
        let (human, metric) = (order(&self.human), order(&self.metric));
        self.items.pairs().filter(|&pair| human(pair) == metric(pair)).count()
    }
}

fn pearson(systems: &[SystemMeans]) -> Option<f64> {
    let (human, metric): (Vec<f64>, Vec<f64>) =
        systems.iter().map(|system| (system.human, system.metric)).unzip();
    correlation::pearson(&Groups::new(None, &human, &metric).get(0))
}
