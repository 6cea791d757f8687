//! The real binary, run as a player runs it.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)]

mod by_file;
mod env;
mod examples;
mod full;
mod host;
mod lab;
mod listing;
mod nodes;
mod play;
mod records;
mod revisions;
mod serve;
mod study;
mod usage;

#[expect(dead_code, reason = "the tests of the store use more of it")]
#[path = "../../../store/tests/support/mod.rs"]
mod support;
