//! Chapter 4, tie calibration: the epsilon at which acc_eq is greatest.
//!
//! # By hand
//!
//! Every item weighs the same, a third. So a pair of item 1 or 2, which have six, counts 1/18, and one of item 3,
//! which has three for `learned`, counts 2/18. At epsilon 0 the pairs that are right add up to 9/18.
//!
//! Raising epsilon turns ordered pairs into ties. That is a gain where the human ties too, a loss where the pair
//! was concordant, and neither where it was discordant. It happens at the differences of two scores of one item,
//! the candidates:
//!
//! | epsilon | becomes a tie | right, in eighteenths |
//! | --- | --- | --- |
//! | 0 | | 4 + 1 + 4 = 9 |
//! | 1 | item 2: CD | 4 + 2 + 4 = 10 |
//! | 2 | item 2: AC, BC | 4 + 4 + 4 = 12 |
//! | 3 | item 1: AB; item 2: AD, BD | 5 + 6 + 4 = 15 |
//! | 4 | item 3: BC | 5 + 6 + 6 = 17 |
//! | 5 | item 1: CD, which was discordant | 5 + 6 + 6 = 17 |
//! | 6 | item 3: AC, which was concordant | 5 + 6 + 4 = 15 |
//!
//! From 7 on there is nothing left to gain. The smallest maximiser is 4 and the last one 5, with none between them
//! that is worse: a plateau.
//!
//! # By calibration
//!
//! [`Calibrator`] finds both, exactly, however many pairs there are: nothing is sampled, and averages are compared as
//! fractions, so that rounding decides nothing.
//!
//! ```
//! use tiescope::scores;
//! use tiescope::stats::{Calibration, Calibrator, Grouping, evaluate};
//! use tiescope::studies::measure;
//! use tiescope::tutorial::SCORES;
//!
//! let scores = scores::load(SCORES.as_bytes())?;
//! let groups = measure::groups(&scores, 0, Grouping::Item)?;
//! let found = Calibrator::new(&groups).run(&groups);
//! assert_eq!(found, Calibration { epsilon: 4.0, last_epsilon: 5.0, contiguous: true });
//!
//! // Averages are rounded to an f64, so they may differ from a fraction in the last digit.
//! let acc_eq = |epsilon| evaluate(&groups, epsilon).acc_eq.unwrap();
//! assert!((acc_eq(4.0) - 17.0 / 18.0).abs() < 1e-15);
//! assert!((acc_eq(3.9) - 15.0 / 18.0).abs() < 1e-15);
//! assert_eq!(acc_eq(5.5), acc_eq(4.0));
//! assert_eq!(acc_eq(6.0), acc_eq(3.9));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! epsilon\* is in units of the metric and belongs to the data that it was found on. Report it with acc_eq\*, which
//! is acc_eq at epsilon\*.
//!
//! # All numbers of one metric
//!
//! [`MeasureAlone`] calibrates, and reads every statistic at 0 and at epsilon\*. With them comes what metrics that
//! know nothing reach on the same human scores ([`Chance`]): the human ties half of the pairs here, and so a constant
//! metric is right about half of them.
//!
//! ```
//! use tiescope::scores;
//! use tiescope::stats::Grouping;
//! use tiescope::studies::Study;
//! use tiescope::studies::measure::MeasureAlone;
//! use tiescope::tutorial::SCORES;
//!
//! let scores = scores::load(SCORES.as_bytes())?;
//! let learned = MeasureAlone::new(&scores, 0, Grouping::Item)?.run();
//! assert_eq!((learned.pairs, learned.human_tied_pairs), (15, 8));
//! let is = |value: Option<f64>, share: f64| (value.unwrap() - share).abs() < 1e-15;
//! assert!(is(learned.at_zero.acc_eq, 9.0 / 18.0));
//! assert!(is(learned.at_star.acc_eq, 17.0 / 18.0));
//! assert_eq!(learned.chance.unwrap().calibrated, 0.5);
//!
//! // Points from 1 to 5 have their ties already: calibration has nothing to add.
//! let judge = MeasureAlone::new(&scores, 1, Grouping::Item)?.run();
//! assert_eq!(judge.calibration.epsilon, 0.0);
//! assert!(is(judge.at_star.acc_eq, 15.0 / 18.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! (By item, the human ties 1 of 6, 6 of 6 and 1 of 3 pairs: half of them on average, although 8 of 15 is more.)
//!
//! # The curve
//!
//! [`CurveTracer`] follows acc_eq and the class statistics along epsilon. With few candidates every one of them is a
//! point, so the numbers of the table above come back:
//!
//! ```
//! use tiescope::scores;
//! use tiescope::stats::{CurveTracer, Grouping};
//! use tiescope::studies::measure;
//! use tiescope::tutorial::SCORES;
//!
//! let scores = scores::load(SCORES.as_bytes())?;
//! let groups = measure::groups(&scores, 0, Grouping::Item)?;
//! let curve = CurveTracer::new(&groups, &[]).run(&groups);
//! assert_eq!(curve.epsilon[..7], [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
//! let eighteenths = curve.acc_eq[..7].iter().map(|share| (18.0 * share).round());
//! assert!(eighteenths.eq([9.0, 10.0, 12.0, 15.0, 17.0, 17.0, 15.0]));
//! assert_eq!(curve.metric_tied.last(), Some(&1.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Other statistics than acc_eq can be maximised as well; [`objectives`] says which of them reward nonsense.
//!
//! Next: [comparing metrics](super::comparing).
//!
//! [`Calibrator`]: crate::stats::Calibrator
//! [`Chance`]: crate::studies::measure::Chance
//! [`CurveTracer`]: crate::stats::CurveTracer
//! [`MeasureAlone`]: crate::studies::measure::MeasureAlone
//! [`objectives`]: crate::studies::experiments::objectives
