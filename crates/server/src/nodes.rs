//! Several servers on one database: what another one changes wakes those who look here, and what it leaves undone is taken over.

use std::time::Duration;

use store::{Change, Lease, SavedPly};
use tokio::time::{MissedTickBehavior, interval};

use crate::{app::App, error::Result, look, table::Seated};

/// How long a server may think for a machine before others believe that it is gone.
pub const LEASE: Duration = Duration::from_secs(10);
/// How often a server looks for what others have left undone.
const OFTEN: Duration = Duration::from_secs(1);
/// How many matches it takes over at once.
const AT_ONCE: usize = 16;

/// A lease from now on.
pub fn lease() -> Lease {
    let now = look::millis();
    Lease { now, until: now + LEASE.as_millis() as i64 }
}

/// Listens to other servers and takes over from those that are gone, until it is stopped. Alone it has nothing to do.
pub async fn run(app: App) {
    let Some(mut changes) = app.store.listen() else { return };
    let mut often = interval(OFTEN);
    often.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            change = changes.recv() => match change {
                Some(change) => heard(&app, change),
                None => return,
            },
            _ = often.tick() => take_over(&app).await,
        }
    }
}

fn heard(app: &App, change: Change) {
    let tables = match change {
        Change::Match(id) => app.tables.live(id).into_iter().collect(),
        Change::People => {
            app.known.forget();
            Vec::new()
        }
        Change::Anything => {
            app.known.forget();
            app.tables.all()
        }
    };
    for table in tables {
        // A table that is busy must not keep the others waiting.
        tokio::spawn(async move { table.stir().await });
    }
}

async fn take_over(app: &App) {
    match app.store.take_over_turns(lease(), AT_ONCE).await {
        Ok(left) => {
            for id in left {
                tracing::info!(%id, "another server has left a machine's turn: it is taken over");
                if let Err(error) = app.tables.open(app, id).await {
                    tracing::error!(%id, %error, "a match could not be taken over");
                }
            }
        }
        Err(error) => tracing::error!(%error, "nothing could be taken over"),
    }
}

impl Seated {
    /// Another server has changed the match: reads what was missed, and tells those who look.
    pub async fn stirred(&mut self) {
        let missed = match self.app.store.missed(self.id, self.play.seq() as i64, self.undos).await {
            Ok(Some(missed)) => missed,
            Ok(None) => return self.leave(),
            // It is read with the next change, or when somebody writes here.
            Err(error) => {
                return tracing::error!(id = %self.id, %error, "what another server wrote could not be read");
            }
        };
        let same = missed.plies.as_ref().is_some_and(Vec::is_empty)
            && missed.seats == self.seats
            && missed.club == self.club;
        if same {
            // Nobody is to notice what a seat has answered in advance.
            self.standing = missed.standing;
            return;
        }
        let known = self.play.seq() as i64;
        let followed = match missed.plies {
            Some(plies) if self.past.is_none() => self.play_missed(&plies).is_ok(),
            _ => false,
        };
        (self.seats, self.club, self.standing) = (missed.seats, missed.club, missed.standing);
        let new = self.standing.answered.iter().filter(|it| it.seq > known);
        new.for_each(|it| self.play.answered(it.seq as usize));
        if !followed {
            self.reload().await;
        }
        self.stop_thinking();
        self.turned_elsewhere();
        self.read_names().await;
        self.shared.tell();
    }

    /// Plays what another server has kept.
    fn play_missed(&mut self, plies: &[SavedPly]) -> Result<()> {
        for ply in plies {
            match (self.decider(), ply.line.strip_prefix("* ")) {
                (None, Some(luck)) => self.play.play_luck(luck)?,
                (Some(seat), None) => self.play.play(kernel::Seat(seat as u8), &ply.line)?,
                _ => return Err(crate::error::Error::Unavailable),
            }
            if let Some(sealed) = &mut self.sealed {
                sealed.line(&ply.line);
            }
            self.changed = ply.at;
        }
        Ok(())
    }
}
