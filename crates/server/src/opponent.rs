//! Machine players by name. They see their glimpse of the match and nothing else.

use std::{
    sync::{Arc, LazyLock, atomic::AtomicBool},
    thread::Builder,
    time::Instant,
};

use search::{AnyEngine, AnyPlayer, Means, Settings, UnknownPlayer};
use tokio::sync::oneshot;

/// A player whose budget is for experiments; people choose among levels.
pub const UNLISTED: &str = "search";

/// How long a level may take for a run of decisions, in thousandths of a second. A level is a number of iterations
/// of the search; the clock only sees to it that nobody waits for them on a slow or busy machine.
const PATIENCE: [(&str, u32); 4] = [("easy", 150), ("normal", 400), ("hard", 1_000), ("expert", 4_000)];
/// The stack of a thread that thinks; what is not used of it costs nothing.
const STACK: usize = 64 << 20;

/// A clock, and a way to be told to stop.
pub fn means(stop: &Arc<AtomicBool>) -> Means {
    Means { clock: Some(millis), stop: stop.clone() }
}

/// Runs a search away from the runtime, on a thread with room to spare: a stack that overflows ends the server.
/// Nothing comes back from one that failed.
pub async fn think<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let (tell, told) = oneshot::channel();
    let thread = Builder::new().name("thinker".to_owned()).stack_size(STACK);
    // Whoever asked may be gone; nothing is owed to him then.
    thread.spawn(move || drop(tell.send(work()))).ok()?;
    told.await.ok()
}

/// The machine with this name; a level watches the clock.
pub fn machine(
    engine: &dyn AnyEngine,
    spec: &str,
    seed: u64,
    means: Means,
) -> Result<Box<dyn AnyPlayer>, UnknownPlayer> {
    let Some(&(level, millis)) = PATIENCE.iter().find(|(level, _)| *level == spec) else {
        return engine.player(spec, seed, means);
    };
    let settings = Settings { millis: Some(millis), ..search::settings(level)? };
    Ok(engine.searcher(level, settings, means, seed))
}

/// Thousandths of a second since the first call.
fn millis() -> u64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_millis() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_has_its_patience() {
        assert_eq!(PATIENCE.map(|(level, _)| level), search::LEVELS.map(|(level, _)| level));
    }
}
