//! Chapter 7, experiments: the paper's figures on one's own data, and what it proposes without trying it.
//!
//! # An experiment as a study
//!
//! Each experiment is a question of its own in [`studies::experiments`](crate::studies::experiments), answered in
//! numbers. Does an epsilon from some items suit others? [`Folds`] calibrates on all folds but one and applies that
//! epsilon to the one held out (the paper's section 8.2). With three folds, each item is one:
//!
//! ```
//! use tiescope::scores;
//! use tiescope::stats::Grouping;
//! use tiescope::studies::Study;
//! use tiescope::studies::experiments::transfer::Folds;
//! use tiescope::tutorial::SCORES;
//!
//! let scores = scores::load(SCORES.as_bytes())?;
//! let found = Folds::new(&scores, 0, Grouping::Item, 3, 1)?.run();
//! // Items 1 and 2 want 3, at which item 3 has 2 of its 3 pairs right. With item 3, it is 4.
//! let with_epsilon = |epsilon| found.folds.iter().filter(move |fold| fold.epsilon == Some(epsilon));
//! let third = with_epsilon(3.0).next().unwrap();
//! assert_eq!((third.held_out, third.own), (Some(2.0 / 3.0), Some(1.0)));
//! assert_eq!(with_epsilon(4.0).count(), 2);
//!
//! assert!((found.in_sample - 17.0 / 18.0).abs() < 1e-15);
//! assert!((found.held_out.unwrap() - 15.0 / 18.0).abs() < 1e-15);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! acc_eq\* flatters: its epsilon has seen the pairs that it is judged by. How much depends on the data; with three
//! items it is a lot.
//!
//! # An experiment as an exhibit
//!
//! [`exhibits`](crate::exhibits) put such numbers into words, figures and tables. An experiment is started by its
//! name; [`catalogue::entries`] lists all, with their settings.
//!
//! ```
//! use tiescope::exhibits::catalogue;
//!
//! let entries = catalogue::entries();
//! let names: Vec<&str> = entries.iter().map(|entry| entry.id).collect();
//! assert_eq!(names[..4], ["buckets", "transfer", "tie-location", "objectives"]);
//! assert_eq!(entries[2].title, "Where are ties introduced?");
//! assert!(entries[2].controls.is_empty());
//! ```
//!
//! Which pairs does epsilon\* tie? (The paper's Figure 5.) Of all 15 pairs, `learned` ties 8 at epsilon 4.
//!
//! ```
//! use std::collections::HashMap;
//! use tiescope::exhibits::{ExperimentRequest, Piece, Source, start};
//! use tiescope::stats::Grouping;
//! use tiescope::studies::Study;
//! use tiescope::tutorial::SCORES;
//!
//! let scores = tiescope::scores::load(SCORES.as_bytes())?;
//! let request = ExperimentRequest {
//!     experiment: "tie-location".to_owned(),
//!     metric: 0,
//!     grouping: Grouping::Item,
//!     options: HashMap::new(), // every setting as usual
//! };
//! let source = Source { scores: &scores, file: None, other: None };
//! let exhibit = start(&request, &source)?.run();
//!
//! let numeral = |name| exhibit.finding.iter().find_map(|piece| match piece {
//!     Piece::Numeral(numeral) if numeral.name == name => numeral.value,
//!     _ => None,
//! });
//! assert_eq!((numeral("epsilon"), numeral("metric_tied")), (Some(4.0), Some(8.0 / 15.0)));
//! assert_eq!((exhibit.figures.len(), exhibit.tables.len()), (2, 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Experiments that compare two categories of a file, or divide human scores by a length, need the file itself: give
//! it as [`Source::file`]. [`to_csv`] writes the tables; [chapter 9](super::charts) says what draws the figures.
//!
//! Next: [jobs](super::jobs).
//!
//! [`Folds`]: crate::studies::experiments::transfer::Folds
//! [`Source::file`]: crate::exhibits::Source::file
//! [`catalogue::entries`]: crate::exhibits::catalogue::entries
//! [`to_csv`]: crate::exhibits::to_csv
