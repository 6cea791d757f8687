//! What the server does by itself: games that nobody touches any more leave the disk.

use std::time::Duration;

use store::Expiry;
use tokio::time::{MissedTickBehavior, interval};

use crate::{app::App, look::now};

/// How long games are kept that nobody touches; `None` is for ever.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keep {
    /// Games in which next to nothing was played.
    pub unplayed: Option<Duration>,
    /// All others.
    pub untouched: Option<Duration>,
}

const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// How often the server looks.
const OFTEN: Duration = Duration::from_secs(60 * 60);
/// How many games leave in one transaction, so that nobody who plays waits for it.
const AT_ONCE: usize = 50;

impl Default for Keep {
    fn default() -> Keep {
        Keep { unplayed: Some(30 * DAY), untouched: Some(730 * DAY) }
    }
}

/// Looks now and then, until it is stopped.
pub async fn run(app: App) {
    let mut often = interval(OFTEN);
    often.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        often.tick().await;
        clear(&app).await;
    }
}

/// Lets go of everything that is old enough.
pub async fn clear(app: &App) {
    let Keep { unplayed, untouched } = app.settings.keep;
    let before =
        |age: Option<Duration>| age.map_or(i64::MIN, |age| now().saturating_sub(age.as_secs() as i64));
    let expiry = Expiry { unplayed: before(unplayed), untouched: before(untouched) };
    loop {
        match app.store.expire(expiry, AT_ONCE).await {
            Ok(gone) if gone.is_empty() => return,
            Ok(gone) => tracing::info!(games = gone.len(), "games that nobody touched have left"),
            Err(error) => return tracing::error!(%error, "old games could not be removed"),
        }
    }
}
