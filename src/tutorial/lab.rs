//! Chapter 10, the toy lab: a handful of scores edited by hand, every number that follows, and the link that holds
//! them.
//!
//! # State in, numbers out
//!
//! A [`Lab`] is the whole state of the page: outputs with their scores, metrics with their epsilons, and what is
//! shown. [`work`] makes every number of it, pairs one by one and formulas with the numbers put in. This is item 1
//! at epsilon 3:
//!
//! ```
//! use tiescope::lab::{Lab, work::work};
//!
//! let mut lab = Lab::of_scores(&[0.0, 0.0, -1.0, -5.0], &[&[95.0, 92.0, 80.0, 85.0]]);
//! lab.metrics[0].epsilon = 3.0;
//! let worked = work(&lab);
//! // Pairs are places of outputs: A B, A C, B C, A D, B D, C D.
//! assert_eq!(worked.pairs, [(0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3)]);
//! let symbols = worked.metrics[0].kinds.iter().map(|kind| kind.symbol());
//! assert!(symbols.eq(["T_hm", "C", "C", "C", "C", "D"]));
//!
//! let acc_eq = worked.statistics.iter().find(|row| row.entry.name == "acc_eq").unwrap();
//! let terms = &acc_eq.values[0].items[0].terms;
//! let formula: String = terms.iter().map(|term| term.number.as_str()).collect();
//! assert_eq!((formula.as_str(), acc_eq.values[0].value), ("5 / 6", Some(5.0 / 6.0)));
//! ```
//!
//! # Links
//!
//! The state is short enough for an address. [`to_link`] writes the fragment after `#`, and [`from_link`] reads
//! it. A fragment may come from anywhere, so what cannot be used is left out, with a note for the reader:
//!
//! ```
//! use tiescope::lab::Lab;
//! use tiescope::lab::link::{from_link, to_link};
//!
//! let mut lab = Lab::of_scores(&[0.0, 0.0, -1.0, -5.0], &[&[95.0, 92.0, 80.0, 85.0]]);
//! lab.metrics[0].epsilon = 3.0;
//! let link = to_link(&lab);
//! assert_eq!(link, "lab?h=0,0,-1,-5&m1=95,92,80,85&e=3");
//! assert_eq!(from_link(&link).lab, lab);
//!
//! let mended = from_link("lab?h=0,0,-1,-5&m1=95,92,80");
//! assert_eq!(mended.lab.human(), [0.0, 0.0, -1.0]);
//! assert_eq!(mended.notes.len(), 1);
//! ```
//!
//! # Scores from a file
//!
//! [`take`] brings a group of real scores into the lab, up to twelve outputs and three metrics. In the other direction,
//! [`group::to_csv`](crate::lab::group::to_csv) makes a score file of a lab.
//!
//! ```
//! use tiescope::lab::group::take;
//! use tiescope::lab::link::to_link;
//! use tiescope::stats::Grouping;
//! use tiescope::tutorial::SCORES;
//!
//! let scores = tiescope::scores::load(SCORES.as_bytes())?;
//! let taken = take(&scores, Grouping::Item, "3", &[0, 1])?;
//! assert_eq!(taken.notes, ["3 of 4 rows have all of these scores"]);
//! assert_eq!(taken.lab.output_name(0), "A");
//! assert_eq!(taken.lab.metric_name(1), "judge");
//! let link = "lab?h=0,-1,-1&m1=88,78,82&m2=5,4,5&names=learned,judge&outputs=A,B,C";
//! assert_eq!(to_link(&taken.lab), link);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`presets`](crate::lab::presets) and [`tour`](crate::lab::tour) are states with something to say, for teaching.
//!
//! That was the last chapter. Every number of the crate is defined in [`stats`](crate::stats), where the
//! documentation of each module says how it is found and why it is exact.
//!
//! [`Lab`]: crate::lab::Lab
//! [`from_link`]: crate::lab::link::from_link
//! [`take`]: crate::lab::group::take
//! [`to_link`]: crate::lab::link::to_link
//! [`work`]: crate::lab::work::work
