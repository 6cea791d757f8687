//! One file a command: its arguments, its help and what it does.

pub mod admin;
pub mod bench;
pub mod board;
pub mod calibrate;
pub mod completions;
pub mod convert;
pub mod example;
pub mod games;
pub mod hint;
pub mod judge;
pub mod learn;
pub mod lesson;
pub mod link;
pub mod migrate;
pub mod play;
pub mod puzzles;
pub mod ratings;
pub mod replay;
pub mod report;
pub mod review;
pub mod rules;
pub mod serve;
pub mod simulate;
pub mod study;

use std::{num::NonZero, thread};

use anyhow::Result;
use kernel::{About, Seat};

use crate::error::usage;

/// The seat of a side, by its id.
pub fn seat(about: &About, side: &str) -> Result<Seat> {
    let found = about.side(side).and_then(|index| u8::try_from(index).ok());
    found.map(Seat).ok_or_else(|| {
        let sides: Vec<&str> = about.sides.iter().map(|side| side.id.as_str()).collect();
        usage(format!("{} has no side '{side}'; it has {}", about.id, view::list(&sides)))
    })
}

/// So many threads, or as many as there are cores.
fn threads(asked: Option<NonZero<usize>>) -> usize {
    asked.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get)
}
