//! Orders: a click is the unit of rules, an order is the unit of thought. An order is a run of clicks of one seat that
//! draws nothing and shows nothing hidden before its last click.
//!
//! | file | one idea |
//! |---|---|
//! | `planner.rs` | every order at a decision: ways joined where they end alike, the cheapest kept |
//! | `reach.rs` | where a player can send pieces, in the words of the view |
//! | `run.rs` | a list of actions played as one, and what is no question at all |
#![deny(missing_docs, clippy::float_arithmetic)]

mod planner;
mod reach;
mod run;

pub use planner::{Budget, End, Order, Planner};
pub use reach::reach;
pub use run::{Forced, Run, enter, forced, run};
