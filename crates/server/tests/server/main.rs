//! The server as its clients meet it.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)]

mod accounts;
mod advice;
mod bots;
mod club;
mod contract;
mod doors;
mod env;
mod events;
mod fair;
mod fuzz;
mod hidden;
mod linked;
mod matrix;
mod notices;
mod orders;
mod pages;
mod past;
mod play;
mod puzzles;
mod restart;
mod sealed;
mod study;
mod teaching;
mod trust;
mod wire;
