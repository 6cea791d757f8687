//! The lab: many games between machines, and what they say about players, rules and tables.
//!
//! | file | one idea |
//! |---|---|
//! | `series.rs` | what is to be played, and playing it on all cores |
//! | `one.rs` | one game and the facts that are kept of it |
//! | `summary.rs` | many games in figures |
//! | `conduct.rs` | moves undone, idle activations, what is left unused |
//! | `compare.rs` | two versions of a table on the same seeds |
//! | `change.rs` | `--set charts.fire.night=2` as overrides of the built-in tables |
//! | `learn.rs` | learning what counts for how much in a position |
//! | `calibrate.rs` | what an evaluation means as a win probability |
//! | `ratings.rs` | strength as a number with its error |
//! | `puzzles.rs`, `counted.rs` | puzzles cut from machine games |
//! | `rollouts.rs`, `tally.rs` | what their orders are worth: played out, and counted |
//! | `stats.rs` | intervals and tests |
//! | `report.rs`, `charts.rs` | a page with charts that stands alone |
//! | `shards.rs` | one series on several machines |

// This crate talks to the outside world.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)]
#![deny(missing_docs)]

mod calibrate;
mod change;
mod charts;
mod compare;
mod conduct;
mod counted;
mod learn;
mod one;
pub mod puzzles;
mod ratings;
mod report;
mod rollouts;
mod series;
mod shards;
mod stats;
mod summary;
mod tally;

pub use calibrate::{Calibrated, calibrate, fit};
pub use change::{Unreadable, change};
pub use compare::Comparison;
pub use conduct::Conduct;
pub use learn::{Learner, rewrite, share};
pub use one::{Kept, play_one};
pub use ratings::{Duel, Rating, rate};
pub use report::{Picture, page};
pub use series::{Plan, PlanError, Sees, SeriesError, run};
pub use shards::{ShardError, run_shards};
pub use stats::{clopper_pearson, elo, mcnemar, wilson, wilson_of_points};
pub use summary::{Conducted, Ending, Summary, conducted};
