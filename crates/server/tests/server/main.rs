//! The server as its clients meet it.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)]

mod advice;
mod contract;
mod env;
mod events;
mod fuzz;
mod hidden;
mod pages;
mod past;
mod play;
mod restart;
