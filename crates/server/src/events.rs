//! Live views: server-sent events. A listener who is slow misses what lies between, never the newest view.

use std::{convert::Infallible, time::Duration};

use axum::{
    extract::State,
    response::{
        Sse,
        sse::{Event, KeepAlive},
    },
};
use futures_util::{Stream, stream};
use serde_json::json;
use tokio::sync::{mpsc, watch};

use crate::{
    app::App,
    body::At,
    error::Result,
    identity::Caller,
    table::{Attendance, News, Table},
};

/// A comment goes out this often, so that proxies keep the line open and dead ones are noticed.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Whoever takes nothing for this long is dropped.
const LAG: Duration = Duration::from_secs(30);

pub async fn events(
    State(app): State<App>,
    caller: Caller,
    At(id): At,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>> {
    let table = app.tables.open(&app, id).await?;
    let (events, arriving) = mpsc::channel(1);
    tokio::spawn(Listener::new(app, table, caller).run(events));
    let stream = stream::unfold(arriving, async |mut arriving| {
        let event = arriving.recv().await?;
        Some((Ok(event), arriving))
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)))
}

struct Listener {
    app: App,
    table: Table,
    caller: Caller,
    news: watch::Receiver<News>,
    closing: watch::Receiver<bool>,
    _attendance: Attendance,
    /// The version last sent: none at first, so that whoever comes or comes back gets the newest view.
    seen: Option<u64>,
    thinking: Option<String>,
}

impl Listener {
    fn new(app: App, table: Table, caller: Caller) -> Listener {
        app.metrics.listeners.add(1);
        let news = table.shared.listen();
        let closing = app.closing.subscribe();
        let _attendance = table.shared.attend(&caller);
        Listener { app, table, caller, news, closing, _attendance, seen: None, thinking: None }
    }

    /// Sends events until the listener leaves, or lags so far behind that he had better come back.
    async fn run(mut self, events: mpsc::Sender<Event>) {
        loop {
            let event = tokio::select! {
                event = self.next() => event,
                () = events.closed() => return,
            };
            let Some(event) = event else { return };
            if events.send_timeout(event, LAG).await.is_err() {
                return;
            }
        }
    }

    /// The next event; none when the table or the server closes, and the browser comes back by itself.
    async fn next(&mut self) -> Option<Event> {
        loop {
            let news = self.news.borrow_and_update().clone();
            if self.seen != Some(news.version) {
                self.seen = Some(news.version);
                let look = self.table.look(&self.caller).await?.ok()?;
                return Some(Event::default().event("view").id(look.seq_text()).data(look.to_json()));
            }
            if self.thinking != news.thinking {
                self.thinking.clone_from(&news.thinking);
                if let Some(side) = &self.thinking {
                    return Some(
                        Event::default().event("thinking").data(json!({ "side": side }).to_string()),
                    );
                }
            }
            if news.ended || *self.closing.borrow() {
                return None;
            }
            tokio::select! {
                changed = self.news.changed() => changed.ok()?,
                _ = self.closing.changed() => return None,
            }
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.app.metrics.listeners.sub(1);
    }
}
