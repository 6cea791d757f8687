//! The project's chores, as functions: one file a chore. `main.rs` is the command line above them, `tests/` holds
//! the properties of the repository.
//!
//! | file | one idea |
//! |---|---|
//! | `test.rs` | everything that must hold before a change goes in |
//! | `rule.rs` | from the number of a case to its code and its tests |
//! | `sequence.rs` | the sequence of play as random games meet it |
//! | `types.rs` | the types of the wire, for the client |
//! | `dist.rs` | the archive that users get |
//! | `house.rs` | figures about the code |
//! | `licences.rs` | the licences of what the binary is made of |
//! | `files.rs` | the files of the repository |
//!
//! This crate talks to the outside world: it reads files and clocks and starts programs.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)]

pub mod dist;
pub mod files;
pub mod house;
pub mod licences;
pub mod rule;
pub mod sequence;
pub mod test;
pub mod types;
