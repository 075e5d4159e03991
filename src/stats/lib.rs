//! The mathematics: pure functions of numbers.
//!
//! Scores come in as slices, results go out as plain structs. Nothing here
//! knows a file, a name, a browser or a clock, so all of it is tested natively.
//!
//! Read in this order: [`grouping`] turns scores into [`Groups`], [`pairs`]
//! counts the five kinds of pairs at a threshold epsilon, [`statistic`] and
//! [`evaluation`] turn counts into coefficients and average them over groups,
//! [`calibration`] finds the epsilon that maximises acc_eq, and [`curve`]
//! follows the class statistics along epsilon. [`bootstrap`] says how far both
//! would vary, and [`sampling`] how close a random share of the pairs comes;
//! [`ties`] counts those of one column alone; [`system_level`] and
//! [`pairwise_difference`] compare systems; [`pair_test`] has the p-values of
//! one metric against another, and [`ranking`] what they add up to.
//!
//! [`formula`], [`candidates`], [`objective`], [`mean`] and [`thresholds`] are what the others are made of. Chapters
//! 2 to 4 of the tutorial of `tiescope` are an introduction.

pub mod bootstrap;
pub mod calibration;
pub mod candidates;
pub mod correlation;
pub mod curve;
pub mod evaluation;
pub mod formula;
pub mod glossary;
pub mod grouping;
pub mod mean;
pub mod objective;
pub mod outputs;
pub mod pair_test;
pub mod pairs;
pub mod pairwise_difference;
pub mod ranking;
pub mod sampling;
pub mod sign_test;
pub mod sorting;
pub mod statistic;
pub mod system_level;
pub mod tabular;
pub mod thresholds;
pub mod ties;

pub use bootstrap::{Bootstrap, Bootstrapped, Resampling};
pub use calibration::{Calibration, Calibrator};
pub use curve::{Curve, CurveTracer};
pub use evaluation::{ClassStatistics, Evaluation, evaluate, evaluate_counts};
pub use formula::{Numbers, Term};
pub use grouping::{Group, Grouping, Groups};
pub use mean::Mean;
pub use outputs::Outputs;
pub use pair_test::{PairTest, PairTests};
pub use pairs::{PairCounter, PairCounts, PairKind, count_groups};
pub use pairwise_difference::pairwise_difference_pearson;
pub use sign_test::{SignTest, Signs, sign_test};
pub use statistic::{Average, Entry, Statistic, Undefined, averages, averages_of_counts};
pub use system_level::{SystemComparer, SystemLevel};
pub use tabular::Coefficients;
pub use ties::{Levels, Ties};
