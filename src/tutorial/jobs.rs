//! Chapter 8, jobs: work in short steps, with progress, that can be cancelled.
//!
//! # Steps
//!
//! Whatever may take longer than a frame of a page is a [`Study`]: created from data, moved on by
//! [`step`](crate::studies::Study::step) a few milliseconds at a time, done when a step returns its result. [`run`](crate::studies::Study::run),
//! as in the chapters before, takes all steps at once.
//!
//! The simulated file of this chapter has 1,800 rows, which make 1,619,100 pairs without grouping:
//!
//! ```
//! use tiescope::sample::{HumanScore, SEED, csv};
//! use tiescope::stats::Grouping;
//! use tiescope::studies::Study;
//! use tiescope::studies::explore::Explore;
//!
//! let text = csv(HumanScore::ErrorWeights, 12, 150, SEED);
//! let scores = tiescope::scores::load(text.as_bytes())?;
//! let mut job = Explore::new(&scores, 0, Grouping::None)?;
//! let mut share = 0.0;
//! let explored = loop {
//!     if let Some(explored) = job.step() {
//!         break explored;
//!     }
//!     let progress = job.progress(); // what is being done, and how much of the whole is
//!     assert!(progress.share >= share, "{}", progress.doing);
//!     share = progress.share;
//! };
//! assert_eq!(explored.measured.pairs, 1800 * 1799 / 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A time limit
//!
//! A job knows no clock. Who steps it does, and looks at it between two steps; so the page stays alive while
//! millions of pairs are counted.
//!
//! ```
//! use std::time::{Duration, Instant};
//! use tiescope::studies::Study;
//!
//! /// Works for about this long; the result, if that was enough.
//! fn work<S: Study>(job: &mut S, time: Duration) -> Option<S::Result> {
//!     let start = Instant::now();
//!     loop {
//!         let result = job.step();
//!         if result.is_some() || start.elapsed() >= time {
//!             return result;
//!         }
//!     }
//! }
//! # use tiescope::studies::measure::MeasureAlone;
//! # let scores = tiescope::scores::load(tiescope::tutorial::SCORES.as_bytes())?;
//! # let mut job = MeasureAlone::new(&scores, 0, tiescope::stats::Grouping::Item)?;
//! # let measured = work(&mut job, Duration::from_secs(60)).unwrap();
//! # assert_eq!(measured.calibration.epsilon, 4.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! How steps are spread in time leaves no trace in the result.
//!
//! # Cancelling
//!
//! A job holds all that it needs, and nothing else does: dropping it cancels it.
//!
//! ```
//! use tiescope::stats::Grouping;
//! use tiescope::studies::Study;
//! use tiescope::studies::measure::MeasureAlone;
//! use tiescope::tutorial::SCORES;
//!
//! let scores = tiescope::scores::load(SCORES.as_bytes())?;
//! let mut job = MeasureAlone::new(&scores, 0, Grouping::Item)?;
//! assert!(job.step().is_none());
//! assert_eq!(job.progress().doing, "searching for epsilon*");
//! assert!(job.progress().share < 1.0);
//! drop(job);
//! // The scores are as they were, for another job.
//! let judge = MeasureAlone::new(&scores, 1, Grouping::Item)?.run();
//! assert_eq!(judge.metric, "judge");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Next: [charts](super::charts).
//!
//! [`Study`]: crate::studies::Study
