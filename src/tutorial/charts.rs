//! Chapter 9, charts: plain data in, an SVG out.
//!
//! # The curve of a metric
//!
//! [`chart::epsilon::draw`] draws acc_eq, ties-F1 and correct-rank-F1 along epsilon, with the plateau of chapter 4
//! as a band. Sizes are in CSS pixels, colours are written `#rrggbb`.
//!
//! ```
//! use tiescope::chart::epsilon::{EpsilonChart, Theme, draw};
//! use tiescope::stats::Grouping;
//! use tiescope::studies::Study;
//! use tiescope::studies::explore::Explore;
//! use tiescope::tutorial::SCORES;
//!
//! let scores = tiescope::scores::load(SCORES.as_bytes())?;
//! let explored = Explore::new(&scores, 0, Grouping::Item)?.run();
//! let found = explored.measured.calibration;
//! let ink = |colour: &str| colour.to_owned();
//! let theme = Theme {
//!     text: ink("#333333"),
//!     grid: ink("#dddddd"),
//!     acc_eq: ink("#0072b2"),
//!     ties_f1: ink("#e69f00"),
//!     correct_rank_f1: ink("#009e73"),
//! };
//! let (width, height, chance) = (640, 320, Some(0.5));
//! let plateau = (found.epsilon, found.last_epsilon);
//! let options = EpsilonChart { width, height, plateau, chance, theme };
//! let chart = draw(&explored.curve, &options)?;
//! assert!(chart.svg.starts_with("<svg") && chart.svg.contains("epsilon*"));
//! // std::fs::write("learned.svg", &chart.svg)?;
//!
//! // The greatest difference within an item is 15, A and C of item 1: there the axis ends.
//! assert_eq!((chart.plot.x, chart.plot.y), ((0.0, 15.0), (0.0, 1.0)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where a number lies
//!
//! With a [`Chart`] comes the map between data and pixels, its [`Plot`], so that a cursor can be drawn on top and
//! nothing drawn again. Both axes are even:
//!
//! ```
//! use tiescope::chart::Plot;
//!
//! /// The pixel across that stands for `x`.
//! fn across(plot: &Plot, x: f64) -> f64 {
//!     plot.left + (plot.right - plot.left) * (x - plot.x.0) / (plot.x.1 - plot.x.0)
//! }
//! let (left, right, top, bottom) = (40.0, 640.0, 20.0, 320.0);
//! let plot = Plot { left, right, top, bottom, x: (0.0, 15.0), y: (0.0, 1.0) };
//! assert_eq!(across(&plot, 4.5), 220.0);
//! ```
//!
//! # Other charts
//!
//! [`dots`] has one row for each metric, with its interval; [`slope`] the ranks by two statistics;
//! [`overlay`] the curves of several metrics. The figures of an [`Exhibit`] are drawn by [`lines`] and [`heat`], on a
//! [`Sheet`] that says what each colour is.
//!
//! ```
//! use tiescope::chart::dots::{DotChart, DotTheme, EstimatedMetric, draw};
//!
//! let metric = |name: &str, estimate, interval| {
//!     EstimatedMetric { name: name.to_owned(), estimate, interval: Some(interval) }
//! };
//! let (text, grid) = ("#333333".to_owned(), "#dddddd".to_owned());
//! let chart = draw(&DotChart {
//!     width: 480,
//!     statistic: "acc_eq*".to_owned(),
//!     metrics: vec![
//!         metric("judge", 15.0 / 18.0, (4.0 / 6.0, 1.0)),
//!         metric("learned", 17.0 / 18.0, (5.0 / 6.0, 1.0)),
//!     ],
//!     chance: Some(0.5),
//!     theme: DotTheme { text, grid, acc_eq: "#0072b2".to_owned() },
//! })?;
//! // Best on top.
//! assert!(chart.svg.find("learned") < chart.svg.find("judge"));
//! assert_eq!(chart.plot.y, (2.0, 0.0));
//! # Ok::<(), String>(())
//! ```
//!
//! Next: [the toy lab](super::lab).
//!
//! [`Chart`]: crate::chart::Chart
//! [`Exhibit`]: crate::exhibits::Exhibit
//! [`Plot`]: crate::chart::Plot
//! [`Sheet`]: crate::chart::lines::Sheet
//! [`chart::epsilon::draw`]: crate::chart::epsilon::draw
//! [`dots`]: crate::chart::dots
//! [`heat`]: crate::chart::heat
//! [`lines`]: crate::chart::lines
//! [`overlay`]: crate::chart::overlay
//! [`slope`]: crate::chart::slope
