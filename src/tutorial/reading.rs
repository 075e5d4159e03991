//! Chapter 1, reading scores: from the bytes of a file to a [`ScoreSet`].
//!
//! # A file that needs no explanation
//!
//! [`scores::load`](crate::scores::load) takes the bytes of a file and guesses which column is what: names decide
//! first, contents where names are silent.
//!
//! ```
//! use tiescope::scores;
//! use tiescope::tutorial::SCORES;
//!
//! let scores = scores::load(SCORES.as_bytes())?;
//! assert_eq!(scores.rows(), 12);
//! assert_eq!(scores.systems, ["A", "B", "C", "D"]);
//! assert_eq!(scores.items, ["1", "2", "3"]);
//! assert_eq!(scores.human.values[..4], [0.0, 0.0, -1.0, -5.0]);
//! let names: Vec<&str> = scores.metrics.iter().map(|metric| metric.name.as_str()).collect();
//! assert_eq!(names, ["learned", "judge", "constant"]);
//! # Ok::<(), tiescope::scores::LoadError>(())
//! ```
//!
//! A [`ScoreSet`] is all that the rest of the crate sees of a file. Its columns have one entry a row, in the order
//! of the file, and higher is better in every one of them.
//!
//! Files may be delimited text or JSON, in UTF-8, UTF-16 or Windows-1252, packed with gzip or not; see
//! [`ScoreFile::read`]. [`ScoreFile::read_several`] joins several, such as the `NAME.seg.score` files of the WMT
//! metrics task.
//!
//! # Missing scores
//!
//! An empty cell is a missing score; so is one with `NA`, `N/A`, `NaN`, `None`, `null` or `-`. It becomes a `NaN`.
//! A row counts for a metric when it has the human score and that metric's: it is *complete*. What a reader
//! should know before trusting a number is in [`ScoreSet::notices`], what matters most first.
//!
//! ```
//! use tiescope::scores;
//! use tiescope::tutorial::SCORES;
//! let scores = scores::load(SCORES.as_bytes())?;
//! assert!(scores.metrics[0].values[11].is_nan());
//! assert_eq!(scores.complete_rows(0), 11);
//! assert_eq!(scores.complete_rows(1), 12);
//! let message = |index: usize| scores.notices[index].message.as_str();
//! assert_eq!(message(0), r#"All scores in "constant" are equal: it ties every pair."#);
//! assert_eq!(message(1), r#"1 of 12 scores in "learned" is missing, first on line 13."#);
//! # Ok::<(), tiescope::scores::LoadError>(())
//! ```
//!
//! # Roles
//!
//! Where a guess is not enough, read the file first and say then which column is what. Columns count from 0.
//! The direction of a score is never guessed: for an error rate, say that lower is better, and its scores are
//! negated on the way in.
//!
//! ```
//! use tiescope::scores::{Filter, ScoreFile, ScoreRole, Settings};
//! use tiescope::tutorial::SCORES;
//!
//! let file = ScoreFile::read(SCORES.as_bytes(), &Settings::default())?;
//! let mut roles = file.guess_roles()?;
//! assert_eq!(roles.system, Some(0));
//! assert_eq!(roles.item, [1]);
//! roles.metrics = vec![ScoreRole { column: 4, lower_is_better: true }];
//! roles.filters = vec![Filter { column: 0, excluded: vec!["D".into()] }];
//! let scores = file.score_set(&roles)?;
//! assert_eq!(scores.systems, ["A", "B", "C"]);
//! assert_eq!(scores.metrics[0].values[..3], [-5.0, -5.0, -4.0]);
//! # Ok::<(), tiescope::scores::LoadError>(())
//! ```
//!
//! # Errors
//!
//! A cell is a number as it is written, is missing, or is an error: nothing is guessed. A [`LoadError`] says what
//! is wrong, where it is, and what to do about it.
//!
//! ```
//! use tiescope::scores;
//! use tiescope::tutorial::SCORES;
//! let damaged = SCORES.replace("B,1,0,92", "B,1,0,92%");
//! let error = scores::load(damaged.as_bytes()).unwrap_err();
//! assert_eq!(error.to_string(), r#"Line 3, column "learned": "92%" is not a plain number."#);
//! assert_eq!((error.line(), error.column()), (Some(3), Some("learned")));
//! assert!(error.remedy().starts_with("Write scores as digits with a point as decimal mark"));
//! ```
//!
//! # Questions
//!
//! Some files can be read in two ways. Then the error is a question: [`LoadError::choices`] has the answers, and
//! each of them sets one of the [`Settings`] or of the [`Roles`], or says which of several files to read.
//!
//! ```
//! use tiescope::scores::{NumberStyle, ScoreFile, Setting, Settings};
//!
//! let text = "item;human;metric\n1;0;1,234\n1;-1;1,125\n";
//! let question = ScoreFile::read(text.as_bytes(), &Settings::default()).unwrap_err();
//! let answers = question.choices();
//! assert_eq!(answers[1].set, Setting::Numbers(NumberStyle::Comma));
//!
//! let settings = Settings { numbers: Some(NumberStyle::Comma), ..Settings::default() };
//! let file = ScoreFile::read(text.as_bytes(), &settings)?;
//! let scores = file.score_set(&file.guess_roles()?)?;
//! assert_eq!(scores.metrics[0].values, [1.234, 1.125]);
//! # Ok::<(), tiescope::scores::LoadError>(())
//! ```
//!
//! Two rows of one system and item raise another question, which the roles answer:
//!
//! ```
//! use tiescope::scores::{Duplicates, LoadError, ScoreFile, Settings};
//! use tiescope::tutorial::SCORES;
//!
//! let text = format!("{SCORES}A,1,-1,91,5,1\n");
//! let file = ScoreFile::read(text.as_bytes(), &Settings::default())?;
//! let mut roles = file.guess_roles()?;
//! let question = file.score_set(&roles).unwrap_err();
//! assert!(matches!(question, LoadError::Duplicates { lines: [2, 14], .. }));
//!
//! roles.duplicates = Some(Duplicates::Average);
//! let scores = file.score_set(&roles)?;
//! assert_eq!((scores.human.values[0], scores.metrics[0].values[0]), (-0.5, 93.0));
//! # Ok::<(), tiescope::scores::LoadError>(())
//! ```
//!
//! Next: [counting pairs](super::pairs).
//!
//! [`LoadError`]: crate::scores::LoadError
//! [`LoadError::choices`]: crate::scores::LoadError::choices
//! [`Roles`]: crate::scores::Roles
//! [`ScoreFile::read`]: crate::scores::ScoreFile::read
//! [`ScoreFile::read_several`]: crate::scores::ScoreFile::read_several
//! [`ScoreSet`]: crate::scores::ScoreSet
//! [`ScoreSet::notices`]: crate::scores::ScoreSet::notices
//! [`Settings`]: crate::scores::Settings
