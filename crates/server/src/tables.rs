//! All live matches. A table is opened when somebody asks for it and leaves when nobody does.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::Duration,
};

use store::MatchId;
use tokio::{sync::OnceCell, time::sleep};

use crate::{
    app::App,
    error::{Error, Result},
    identity::Holder,
    table::{self, Table},
};

/// How often a caller tries again who meets a table on its way out.
const TRIES: usize = 200;

#[derive(Clone, Default)]
pub struct Tables(Arc<Mutex<HashMap<MatchId, Arc<OnceCell<Table>>>>>);

/// Takes a table off the list when its actor ends, however it ends.
pub struct Leave {
    tables: Tables,
    id: MatchId,
    cell: Weak<OnceCell<Table>>,
}

impl Drop for Leave {
    fn drop(&mut self) {
        let mut list = self.tables.list();
        if list.get(&self.id).is_some_and(|cell| Arc::as_ptr(cell) == self.cell.as_ptr()) {
            list.remove(&self.id);
        }
    }
}

impl Tables {
    fn list(&self) -> MutexGuard<'_, HashMap<MatchId, Arc<OnceCell<Table>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something with a table. One that leaves at this moment is opened again.
    pub async fn with<T, F>(&self, app: &App, id: MatchId, work: impl Fn(Table) -> F) -> Result<T>
    where
        F: Future<Output = Option<Result<T>>>,
    {
        for _ in 0..TRIES {
            let table = self.open(app, id).await?;
            if let Some(done) = work(table).await {
                return done;
            }
            sleep(Duration::from_millis(5)).await;
        }
        Err(Error::Unavailable)
    }

    /// The tables that are in memory now.
    pub fn all(&self) -> Vec<Table> {
        self.list().values().filter_map(|cell| cell.get().cloned()).collect()
    }

    /// The table of a match, if it is in memory now.
    pub fn live(&self, id: MatchId) -> Option<Table> {
        self.list().get(&id).and_then(|cell| cell.get().cloned())
    }

    /// Tells a table that is in memory that somebody's seats are another's now.
    pub async fn moved(&self, id: MatchId, from: &Holder, to: &Holder) {
        if let Some(table) = self.live(id) {
            // One that leaves at this moment reads it from the disk when it comes back.
            let _ = table.moved(from, to).await;
        }
    }

    /// The table of a match, loaded if need be.
    pub async fn open(&self, app: &App, id: MatchId) -> Result<Table> {
        let cell = {
            let mut list = self.list();
            if list.len() >= app.settings.most_tables && !list.contains_key(&id) {
                return Err(Error::Unavailable);
            }
            list.entry(id).or_default().clone()
        };
        let leave = || Leave { tables: self.clone(), id, cell: Arc::downgrade(&cell) };
        // A table that cannot be loaded drops its guard and with it the entry.
        cell.get_or_try_init(|| table::open(app, id, leave())).await.cloned()
    }
}
