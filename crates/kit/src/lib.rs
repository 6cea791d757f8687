//! What every game repeats, written once.
//!
//! | file | one idea |
//! |---|---|
//! | `bind.rs` | a game's parts bound to the contract: `game!`, `rules!`, `table!` |
//! | `hands.rs` | a position with the tables at hand: `look_and_play!`, `seats!`, `stands!` |
//! | `things.rs` | sides, kinds with words, numbered counters: `two_sides!`, `words!`, `numbered!` |
//! | `tables.rs` | tables that say where they come from: `files!`, `chart!`, `raw!`, `sources!` |
//! | `refusal.rs` | refusals with their case and their words: `refusals!`, `names!`, `facts!`, `ensure!` |
//! | `about.rs` | what a game says of itself |
//! | `answer.rs` | answers to a player's question |
//! | `arrange.rs` | positions in the words of an example |
//! | `read.rs` | notations of actions, word by word |
//! | `line.rs` | a fact as a line of the journal: `telling!` |
//! | `wording.rs` | what an offer says |
//! | `faces.rs` | what counters look like: sides, faces, marks |
//! | `frame.rs` | the part of a view that is the same in every game |
#![deny(missing_docs, clippy::float_arithmetic)]

mod about;
mod answer;
mod arrange;
mod bind;
mod faces;
mod frame;
mod hands;
mod line;
mod read;
mod refusal;
mod tables;
mod things;
mod wording;

pub use about::{about, option, scenario};
pub use answer::{decides, playable, says, shade, unknown};
pub use arrange::{Arranged, misplaced, number, piece, word};
pub use faces::{marks, sides, two_faced};
pub use frame::Frame;
pub use line::{Manner, line};
pub use read::Reading;
pub use refusal::{Fact, sentence};
pub use tables::Sources;
pub use wording::Wording;
