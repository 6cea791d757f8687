//! Into a Bear Trap: The Battle for Grozny, January 1995, by its whole rulebook.
#![deny(clippy::float_arithmetic)]
#![allow(dead_code)]

mod action;
mod event;
mod m06_direct_fire;
mod m06_indirect_fire;
mod m06_interdiction;
mod m06_results;
mod m07_close_assault;
mod m08_buratino;
mod m08_obstacles;
mod m08_rubble;
mod m08_snipers;
mod m10_placing;
mod m11_victory;
mod odds;
mod prose;
mod refusal;
mod sequence;
mod sight;
mod state;
mod tables;
