//! Chapter 6, significance: is a difference between two metrics more than chance?
//!
//! # Pair tests
//!
//! [`TestPairs`] tests every metric against every other, each with its own epsilon. Under the null hypothesis neither
//! is better, so of the pairs of outputs that exactly one of the two gets right, each might as well have been the
//! other's. p is the probability of a lead at least as large as the one observed; it is computed, not
//! drawn, and [`PairTest::p_error`] says how exactly.
//!
//! ```
//! use tiescope::scores;
//! use tiescope::stats::Grouping;
//! use tiescope::studies::Study;
//! use tiescope::studies::significance::TestPairs;
//! use tiescope::tutorial::SCORES;
//!
//! let scores = scores::load(SCORES.as_bytes())?;
//! let with_epsilon = [(0, 4.0), (1, 0.0), (2, 0.0)];
//! let tests = TestPairs::new(&scores, &with_epsilon, Grouping::Item)?.run();
//! let test = |metric, rival| {
//!     tests.iter().find(|test| (test.metric, test.rival) == (metric, rival)).unwrap()
//! };
//!
//! // Of item 3, the judge ties AC and orders BC; learned is right about both.
//! let learned = test(0, 1);
//! assert_eq!((learned.n_plus, learned.n_minus), (2, 0));
//! assert_eq!((learned.delta, learned.p), (Some(4.0 / 18.0), 0.25));
//! assert_eq!(test(1, 0).p, 1.0);
//! // 8 of 9 pairs: P(heads at least 8 times in 9) = (9 + 1) / 512.
//! let judge = test(1, 2);
//! assert_eq!((judge.n_plus, judge.n_minus), (8, 1));
//! assert!((judge.p - 10.0 / 512.0).abs() < 1e-15);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Two metrics are tested on the rows that both have: item 3 has three of them for the first test, four for the
//! second. Where items have different numbers of pairs, a pair weighs less in a larger item, as it does in the
//! average; [`sign_test`] has that distribution too.
//!
//! # Rank clusters
//!
//! [`clusters`] walks down the ranking. A metric starts a new cluster when any metric of the present cluster is
//! significantly better than it. With as few pairs as here, `learned` and `judge` cannot be told apart.
//! [`Table::new`](crate::studies::compare::Table::new) does the same by acc_eq\*.
//!
//! ```
//! use tiescope::scores;
//! use tiescope::stats::Grouping;
//! use tiescope::studies::compare::{Compared, Table};
//! use tiescope::tutorial::SCORES;
//!
//! let scores = scores::load(SCORES.as_bytes())?;
//! let table = Table::new(&Compared::run(&scores, Grouping::Item, false)?);
//! let clusters: Vec<Option<u32>> = table.rows[..3].iter().map(|row| row.cluster).collect();
//! assert_eq!(clusters, [Some(1), Some(1), Some(2)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Bootstrap intervals
//!
//! [`FindIntervals`] says how far acc_eq\* and epsilon\* of one metric would vary with other items. It draws as many
//! items as there are, with replacement, and calibrates anew each time. The same seed draws the same.
//!
//! ```
//! use tiescope::scores;
//! use tiescope::stats::bootstrap::{Interval, RESAMPLES, Resampling};
//! use tiescope::stats::Grouping;
//! use tiescope::studies::Study;
//! use tiescope::studies::intervals::FindIntervals;
//! use tiescope::tutorial::SCORES;
//!
//! let scores = scores::load(SCORES.as_bytes())?;
//! let (grouping, resampling) = (Grouping::Item, Resampling::Items);
//! let found = FindIntervals::new(&scores, 0, grouping, resampling, RESAMPLES, 1)?.run();
//! assert_eq!(found.resamples.len(), 1000);
//! // Every resample has epsilon* 4 if item 3 is in it, else 3.
//! assert_eq!(found.epsilon, Some(Interval { low: 3.0, high: 4.0 }));
//! // Item 1 alone, once in 27, has 5/6; items 2 and 3 alone have 1.
//! assert_eq!(found.acc_eq, Some(Interval { low: 5.0 / 6.0, high: 1.0 }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An interval belongs to one metric and tests no difference: two may overlap although one metric is better on
//! nearly every item.
//!
//! Next: [experiments](super::experiments).
//!
//! [`FindIntervals`]: crate::studies::intervals::FindIntervals
//! [`PairTest::p_error`]: crate::stats::PairTest::p_error
//! [`TestPairs`]: crate::studies::significance::TestPairs
//! [`clusters`]: crate::stats::ranking::clusters
//! [`sign_test`]: crate::stats::sign_test()
