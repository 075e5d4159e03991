//! Chapter 3, statistics: from counts to coefficients, and from groups to an average.
//!
//! # One group
//!
//! A [`Statistic`] is a formula over the counts of a group. Item 1 and `learned` have C = 4, D = 1 and T_h = 1 at
//! epsilon 0, of P = 6 pairs:
//!
//! ```
//! use tiescope::stats::{Groups, Statistic, count_groups};
//!
//! let (human, learned) = ([0.0, 0.0, -1.0, -5.0], [95.0, 92.0, 80.0, 85.0]);
//! let groups = Groups::new(None, &human, &learned);
//! let counts = count_groups(&groups, 0.0);
//! let value = |statistic: Statistic| statistic.of(&groups.get(0), &counts[0], 0.0);
//!
//! assert_eq!(value(Statistic::TauA), Ok((4.0 - 1.0) / 6.0));
//! assert_eq!(value(Statistic::TauB), Ok((4.0 - 1.0) / f64::sqrt(6.0 * 5.0)));
//! assert_eq!(value(Statistic::Tau10), Ok((4.0 - 1.0 - 0.0) / 5.0));
//! assert_eq!(value(Statistic::Tau13), Ok((4.0 - 1.0) / 5.0));
//! assert_eq!(value(Statistic::AccEq), Ok((4.0 + 0.0) / 6.0));
//! ```
//!
//! They differ in what a tie counts. tau_10, tau_13 and tau_14 leave out the pairs that the human ties, so that a
//! metric cannot gain by predicting ties; acc_eq counts a tie of both as right, and every other tie as wrong.
//! [`Statistic::ALL`] has all of them, and [`Statistic::entry`] the formula, range and source of each:
//!
//! ```
//! use tiescope::stats::Statistic;
//!
//! let entry = Statistic::Tau13.entry();
//! assert_eq!((entry.name, entry.formula), ("tau_13", "(C − D) / (C + D)"));
//! assert_eq!((entry.least, entry.undefined), (-1.0, "no pair is ordered by both"));
//! ```
//!
//! # Undefined
//!
//! The human ties all outputs of item 2. There tau_b divides by zero and has no value; acc_eq has one. A statistic
//! that is undefined is an error with the reason, never 0:
//!
//! ```
//! use tiescope::stats::{Groups, Statistic, Undefined, count_groups};
//!
//! let groups = Groups::new(None, &[0.0, 0.0, 0.0, 0.0], &[95.0, 95.0, 93.0, 92.0]);
//! let counts = count_groups(&groups, 0.0);
//! let value = |statistic: Statistic| statistic.of(&groups.get(0), &counts[0], 0.0);
//!
//! assert_eq!(value(Statistic::TauB), Err(Undefined::HumanTiesAll));
//! assert_eq!(value(Statistic::Pearson), Err(Undefined::Constant));
//! assert_eq!(value(Statistic::AccEq), Ok(1.0 / 6.0));
//! ```
//!
//! # Averages
//!
//! The value of a grouping is the plain mean over the groups in which the statistic is defined. How many groups
//! those are belongs to it: two metrics that tie different items are otherwise compared on different data (the
//! paper's "NaN problem", section 5.2).
//!
//! ```
//! use tiescope::scores;
//! use tiescope::stats::{Grouping, Statistic, averages};
//! use tiescope::studies::measure;
//! use tiescope::tutorial::SCORES;
//!
//! let scores = scores::load(SCORES.as_bytes())?;
//! let groups = measure::groups(&scores, 0, Grouping::Item)?;
//! let all = averages(&groups, 0.0);
//! let average = |wanted| all.iter().find(|average| average.statistic == wanted).unwrap();
//!
//! // Items 1, 2 and 3: 4 of 6 pairs are right, 1 of 6, and 2 of 3.
//! let acc_eq = average(Statistic::AccEq);
//! assert_eq!((acc_eq.value, acc_eq.groups), (Some(0.5), 3));
//! // Items 1 and 3: 3/5 and 2/2.
//! let tau_10 = average(Statistic::Tau10);
//! assert_eq!((tau_10.value, tau_10.groups), (Some(0.8), 2));
//! assert_eq!(tau_10.reason.as_deref(), Some("the human scores tie every pair"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Ties and ranks as classes
//!
//! A metric can also be seen as predicting one of three classes for each pair: better, worse or tied (the paper's
//! Table 5). [`evaluate`] has precision, recall and F1 of the ties and of the ranks, each averaged over groups,
//! beside acc_eq and the counts of all groups together. At epsilon 4 `learned` ties eight pairs, all of which the
//! human ties too:
//!
//! ```
//! use tiescope::scores;
//! use tiescope::stats::{Grouping, evaluate};
//! use tiescope::studies::measure;
//! use tiescope::tutorial::SCORES;
//!
//! let scores = scores::load(SCORES.as_bytes())?;
//! let groups = measure::groups(&scores, 0, Grouping::Item)?;
//! let at_four = evaluate(&groups, 4.0);
//! assert_eq!((at_four.counts.both_ties, at_four.counts.metric_ties), (8, 0));
//! let ties = at_four.ties.unwrap();
//! assert_eq!((ties.precision, ties.recall), (1.0, 1.0));
//! // Item 1: 4 of the 5 pairs that it orders. Item 2: it orders none, which is 1 by convention.
//! assert_eq!(at_four.correct_rank.unwrap().precision, (0.8 + 1.0 + 1.0) / 3.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Next: [tie calibration](super::calibration).
//!
//! [`Statistic`]: crate::stats::Statistic
//! [`Statistic::ALL`]: crate::stats::Statistic::ALL
//! [`Statistic::entry`]: crate::stats::Statistic::entry
//! [`evaluate`]: crate::stats::evaluate
