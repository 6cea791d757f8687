//! The project's chores, as functions: one file a chore. `main.rs` is the command line above them, `tests/` holds
//! the properties of the repository.
//!
//! | file | one idea |
//! |---|---|
//! | `test.rs` | everything that must hold before a change goes in |
//! | `rule.rs` | from the number of a case to its code and its tests |
//! | `new_game.rs`, `trial.rs` | a small complete game to begin with, and how it is tried |
//! | `sequence.rs` | the sequence of play as random games meet it |
//! | `openers.rs` | who opens which step of the sequence of play |
//! | `types.rs` | the types of the wire, for the client |
//! | `dist.rs` | the archive that users get |
//! | `mutants.rs` | what breaks in a module without a test that notices |
//! | `house.rs` | figures about the code |
//! | `clicks.rs` | how much a person has to do in a turn |
//! | `endure.rs` | very many random games of everything that can be set up |
//! | `licences.rs` | the licences of what the binary is made of |
//! | `files.rs` | the files of the repository |
//!
//! This crate talks to the outside world: it reads files and clocks and starts programs.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)]

pub mod clicks;
pub mod dist;
pub mod endure;
pub mod files;
pub mod house;
pub mod licences;
pub mod mutants;
pub mod new_game;
pub mod openers;
pub mod rule;
pub mod sequence;
pub mod test;
mod trial;
pub mod types;
