//! The real binary, run as a player runs it.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)]

mod env;
mod examples;
mod lab;
mod listing;
mod play;
mod records;
mod revisions;
mod serve;
mod usage;
