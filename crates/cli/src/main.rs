//! The binary `sandtable`: one file a command, `main` above them all.
//!
//! This crate talks to the outside world, so it may read clocks, files and the environment, and measures in floats.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)]

use std::process::ExitCode;

mod cli;
mod commands;
mod config;
mod context;
mod error;
mod fair;
mod files;
mod luck;
mod manager;
mod opponent;
mod progress;
mod sequel;
mod series;
mod text;

fn main() -> ExitCode {
    match cli::run() {
        Ok(code) => code,
        Err(error) => error::report(&error),
    }
}
