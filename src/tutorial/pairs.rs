//! Chapter 2, counting pairs: what the human and the metric say of every two outputs.
//!
//! # Five kinds
//!
//! Take item 1 and the metric `learned`. Its four outputs make six pairs. Of each pair the human and the metric
//! say that one output is better, or that it is a tie. That makes five kinds, [`PairKind`], with the paper's
//! symbols:
//!
//! | | the metric orders | the metric ties |
//! | --- | --- | --- |
//! | the human orders | C concordant: the same way; D discordant: the other way | T_m |
//! | the human ties | T_h | T_hm |
//!
//! The human ties equal scores. The metric ties scores that differ by at most a threshold, epsilon; at 0 only
//! equal ones.
//!
//! ```
//! use tiescope::stats::PairKind;
//!
//! let (human, learned) = ([0.0, 0.0, -1.0, -5.0], [95.0, 92.0, 80.0, 85.0]);
//! let (a, b, c, d) = (0, 1, 2, 3);
//! let kind = |one: usize, other: usize, epsilon| {
//!     PairKind::of((human[one], human[other]), (learned[one], learned[other]), epsilon)
//! };
//! assert_eq!(kind(a, c, 0.0), PairKind::Concordant);
//! assert_eq!(kind(c, d, 0.0), PairKind::Discordant);
//! assert_eq!(kind(a, b, 0.0), PairKind::HumanTie);
//! // A and B differ by 3, C and D by 5.
//! assert_eq!(kind(a, b, 3.0), PairKind::BothTie);
//! assert_eq!(kind(c, d, 5.0), PairKind::MetricTie);
//! ```
//!
//! # Counts
//!
//! [`Groups`] holds the rows that are compared with one another, and [`count_groups`] counts the pairs in each of
//! its groups, without listing them. Here all rows are one group:
//!
//! ```
//! use tiescope::stats::{Groups, PairCounts, count_groups};
//!
//! let (human, learned) = ([0.0, 0.0, -1.0, -5.0], [95.0, 92.0, 80.0, 85.0]);
//! let groups = Groups::new(None, &human, &learned);
//! let none = PairCounts::default();
//!
//! let at_zero = PairCounts { concordant: 4, discordant: 1, human_ties: 1, ..none };
//! assert_eq!(count_groups(&groups, 0.0), [at_zero]);
//! let at_five = PairCounts { concordant: 4, metric_ties: 1, both_ties: 1, ..none };
//! assert_eq!(count_groups(&groups, 5.0), [at_five]);
//! assert_eq!((at_five.pairs(), at_five.correct()), (6, 5));
//! ```
//!
//! # Groups of a file
//!
//! Which outputs are compared with one another changes what is asked. Grouped by item, as in the paper's
//! group-by-item, systems compete on each item; grouped by system, items compete within each system; without
//! grouping, every row competes with every other. [`measure::groups`] takes the complete rows of a metric, here of
//! the first one:
//!
//! ```
//! use tiescope::scores;
//! use tiescope::stats::{Grouping, count_groups};
//! use tiescope::studies::measure;
//! use tiescope::tutorial::SCORES;
//!
//! let scores = scores::load(SCORES.as_bytes())?;
//! let by_item = measure::groups(&scores, 0, Grouping::Item)?;
//! // Item 3 has three complete rows, since D has no score.
//! let counts = count_groups(&by_item, 0.0);
//! assert!(counts.iter().map(|counts| counts.pairs()).eq([6, 6, 3]));
//! assert_eq!(measure::groups(&scores, 0, Grouping::System)?.pairs(), 3 + 3 + 3 + 1);
//! assert_eq!(measure::groups(&scores, 0, Grouping::None)?.pairs(), 11 * 10 / 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A group with fewer than two complete rows has no pair and is left out: [`Groups::found`] counts those in the
//! data, [`Groups::len`] those that are used.
//!
//! # Where a difference ends
//!
//! A difference is that of two `f64`, and a threshold that looks the same may be a little less. So a threshold
//! that is meant to tie a certain pair is best taken from that pair, as calibration does.
//!
//! ```
//! use tiescope::stats::PairKind;
//!
//! let kind = |metric: (f64, f64), epsilon| PairKind::of((0.0, 0.0), metric, epsilon);
//! assert_eq!(kind((0.3, 0.2), 0.1), PairKind::BothTie);
//! assert_eq!(kind((0.8, 0.7), 0.1), PairKind::HumanTie);
//! assert_eq!(kind((0.8, 0.7), 0.8 - 0.7), PairKind::BothTie);
//! ```
//!
//! Next: [statistics](super::statistics).
//!
//! [`Groups`]: crate::stats::Groups
//! [`Groups::found`]: crate::stats::Groups::found
//! [`Groups::len`]: crate::stats::Groups::len
//! [`PairKind`]: crate::stats::PairKind
//! [`count_groups`]: crate::stats::count_groups
//! [`measure::groups`]: crate::studies::measure::groups
