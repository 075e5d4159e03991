//! Chapter 5, comparing metrics: the table of all metrics by all statistics.
//!
//! # The table
//!
//! [`Compared::run`] measures every metric; [`Table::new`] makes rows and columns of it, with ranks. Columns are
//! found by the names of their statistics.
//!
//! ```
//! use tiescope::scores;
//! use tiescope::stats::Grouping;
//! use tiescope::studies::compare::{Compared, Table};
//! use tiescope::tutorial::SCORES;
//!
//! let scores = scores::load(SCORES.as_bytes())?;
//! let table = Table::new(&Compared::run(&scores, Grouping::Item, false)?);
//! let names: Vec<&str> = table.rows.iter().map(|row| row.name.as_str()).collect();
//! assert_eq!(names, ["learned", "judge", "constant", "constant metric", "random scores"]);
//!
//! let ranks = |statistic| {
//!     let column = table.column(statistic).unwrap();
//!     table.rows[..3].iter().map(|row| row.cells[column].rank).collect::<Vec<_>>()
//! };
//! assert_eq!(ranks("tau_10"), [Some(1), Some(2), Some(3)]);
//! assert_eq!(ranks("tau_b"), [Some(2), Some(1), None]);
//! assert_eq!(ranks("acc_eq"), [Some(2), Some(1), Some(3)]);
//! assert_eq!(ranks("acc_eq*"), [Some(1), Some(2), Some(3)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Four statistics, and the first two metrics change places twice. tau_10 takes every tie of `judge` for an error
//! and does not see that `learned` misses the human's ties. acc_eq sees both and prefers `judge`. Calibrated, each
//! metric with its own epsilon, `learned` is ahead: it had the ties, only not as equal scores.
//!
//! The last two rows are metrics that know nothing; they have no rank.
//!
//! # A cell
//!
//! A [`Cell`] has the value with its rank, over how many groups it was averaged and of how many, and the reason where
//! groups are missing:
//!
//! ```
//! use tiescope::scores;
//! use tiescope::stats::Grouping;
//! use tiescope::studies::compare::{Compared, Table};
//! use tiescope::tutorial::SCORES;
//!
//! let scores = scores::load(SCORES.as_bytes())?;
//! let table = Table::new(&Compared::run(&scores, Grouping::Item, false)?);
//! let column = |statistic| table.column(statistic).unwrap();
//! let cell = |row: usize, statistic| &table.rows[row].cells[column(statistic)];
//!
//! let judge = cell(1, "tau_13");
//! assert_eq!((judge.value, judge.groups, judge.of), (Some(1.0), Some(2), Some(3)));
//! let constant = cell(2, "tau_13");
//! assert_eq!((constant.value, constant.groups), (None, Some(0)));
//! assert!(constant.reason.is_some());
//! let epsilon = cell(0, "epsilon*");
//! assert_eq!((epsilon.value, epsilon.last, epsilon.rank), (Some(4.0), Some(5.0), None));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The same groups for all
//!
//! Averages over different groups do not compare. With `true` as its last argument, [`Compared::run`] takes each
//! statistic over the groups in which all metrics have a value, without those that have none anywhere (the paper's
//! section 8.1). Then [`Cell::own`] is what the value was over the metric's own groups, where that is another.
//!
//! ```
//! use tiescope::stats::Grouping;
//! use tiescope::studies::compare::{Compared, Table};
//!
//! // The second metric ties both outputs of item 2.
//! let text = "item,human,one,other\n1,0,2,2\n1,1,3,3\n2,0,3,1\n2,1,2,1\n";
//! let scores = tiescope::scores::load(text.as_bytes())?;
//! let tau_13 = |on_same_groups| {
//!     let compared = Compared::run(&scores, Grouping::Item, on_same_groups).unwrap();
//!     let table = Table::new(&compared);
//!     let column = table.column("tau_13").unwrap();
//!     let cell = |row: usize| &table.rows[row].cells[column];
//!     [(cell(0).value, cell(0).groups), (cell(1).value, cell(1).groups)]
//! };
//! assert_eq!(tau_13(false), [(Some(0.0), Some(2)), (Some(1.0), Some(1))]);
//! assert_eq!(tau_13(true), [(Some(1.0), Some(1)), (Some(1.0), Some(1))]);
//! # Ok::<(), tiescope::scores::LoadError>(())
//! ```
//!
//! # Taking it away
//!
//! [`export`] writes some rows and columns as LaTeX, Markdown, CSV or JSON, with the settings without which the
//! numbers cannot be compared:
//!
//! ```
//! use tiescope::scores;
//! use tiescope::stats::Grouping;
//! use tiescope::studies::compare::export::{About, Format, Selection, export};
//! use tiescope::studies::compare::{Compared, Table};
//! use tiescope::tutorial::SCORES;
//!
//! let scores = scores::load(SCORES.as_bytes())?;
//! let table = Table::new(&Compared::run(&scores, Grouping::Item, false)?);
//! let columns = vec!["acc_eq*".to_owned(), "epsilon*".to_owned()];
//! let selection = Selection { columns, rows: vec![0, 1] };
//! let about = About { data: "tutorial.csv".to_owned(), settings: vec![] };
//! let markdown = export(&table, &selection, &about, Format::Markdown);
//! let lines: Vec<&str> = markdown.lines().collect();
//! assert_eq!(lines[0], r"| metric | cluster | acc\_eq\* | epsilon\* |");
//! assert_eq!(lines[2], "| learned | 1 | 0.9444 (1) | 4 |");
//! assert_eq!(lines[3], "| judge | 1 | 0.8333 (2) | 0 |");
//! assert!(lines.last().unwrap().starts_with("Data: tutorial.csv; grouped by item."));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Next: [significance](super::significance).
//!
//! [`Cell`]: crate::studies::compare::Cell
//! [`Cell::own`]: crate::studies::compare::Cell::own
//! [`Compared::run`]: crate::studies::compare::Compared::run
//! [`Table::new`]: crate::studies::compare::Table::new
//! [`export`]: crate::studies::compare::export::export
