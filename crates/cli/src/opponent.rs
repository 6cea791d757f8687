//! Machine players by name.

use std::{sync::OnceLock, time::Instant};

use anyhow::Result;
use games::Opened;
use search::{AnyPlayer, Means};

/// The machine with this name, such as `greedy` or `hard`.
pub fn machine(game: &Opened, spec: &str, seed: u64) -> Result<Box<dyn AnyPlayer>> {
    Ok(game.engine.player(spec, seed, Means { clock: Some(millis), ..Means::default() })?)
}

/// Thousandths of a second since the first call.
fn millis() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_millis() as u64
}
