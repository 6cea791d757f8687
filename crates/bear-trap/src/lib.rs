//! Into a Bear Trap: The Battle for Grozny, January 1995, by its whole rulebook.
#![deny(clippy::float_arithmetic)]
#![allow(dead_code)]

mod action;
mod event;
mod m10_placing;
mod m11_victory;
mod refusal;
mod sequence;
mod sight;
mod state;
mod tables;
