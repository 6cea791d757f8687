//! Live views: server-sent events. A listener who is slow misses what lies between, never the newest view.

use std::{
    collections::HashMap,
    convert::Infallible,
    fmt::Write,
    net::IpAddr,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use axum::{
    body::{Body, Bytes},
    extract::{Query, State, rejection::QueryRejection},
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use futures_util::stream;
use serde::Deserialize;
use store::MatchId;
use tokio::{
    sync::{mpsc, watch},
    time::sleep,
};

use crate::{
    app::App,
    body::At,
    error::{Error, Result},
    follow::{Known, What},
    identity::{self, Caller},
    look::{Meta, text},
    notices::Looking,
    outside::{Visitor, household},
    squeeze::{Flow, reads_gzip},
    table::{Attendance, News, Table},
};

/// A comment goes out this often, so that proxies keep the line open and dead ones are noticed.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Whoever takes nothing for this long is dropped.
const LAG: Duration = Duration::from_secs(30);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wish {
    /// After the first view only what has changed.
    #[serde(default)]
    changes: bool,
}

pub async fn events(
    State(app): State<App>,
    visitor: Visitor,
    caller: Caller,
    At(id): At,
    wish: Result<Query<Wish>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response> {
    let Query(wish) = wish.map_err(|error| Error::BadRequest { says: error.body_text(), field: None })?;
    let gzip = reads_gzip(&headers);
    let stream = Stream::open(&app, visitor)?;
    let table = app.tables.open(&app, id).await?;
    let (events, arriving) = mpsc::channel(1);
    let listener = Listener::new(app, table, caller, headers, stream, wish.changes);
    tokio::spawn(listener.run(id, Flow::new(gzip), events));
    let stream = stream::unfold(arriving, async |mut arriving: mpsc::Receiver<Bytes>| {
        let event = arriving.recv().await?;
        Some((Ok::<_, Infallible>(event), arriving))
    });
    let head = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-cache"),
        (header::VARY, "accept-encoding"),
    ];
    let mut answer = (head, Body::from_stream(stream)).into_response();
    if gzip {
        answer.headers_mut().insert(header::CONTENT_ENCODING, header::HeaderValue::from_static("gzip"));
    }
    Ok(answer)
}

/// How many live views each address has. Through a proxy all of them come over connections that are not counted.
#[derive(Default)]
pub struct Streams(Mutex<HashMap<IpAddr, usize>>);

/// A live view among those of its address, which makes room when it is dropped.
struct Stream {
    app: App,
    household: Option<IpAddr>,
}

impl Streams {
    fn each(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Stream {
    fn open(app: &App, visitor: Visitor) -> Result<Stream> {
        let household = visitor.address.map(household);
        if let Some(household) = household {
            let mut each = app.streams.each();
            let own = each.get(&household).copied().unwrap_or_default();
            if own >= app.settings.doors.per_address {
                return Err(Error::TooMany);
            }
            each.insert(household, own + 1);
        }
        Ok(Stream { app: app.clone(), household })
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        let Some(household) = self.household else { return };
        let mut each = self.app.streams.each();
        if let Some(own) = each.get_mut(&household) {
            *own -= 1;
            if *own == 0 {
                each.remove(&household);
            }
        }
    }
}

struct Listener {
    table: Table,
    caller: Caller,
    /// What he sent when he began to listen: his token may be worth nothing any more.
    headers: HeaderMap,
    news: watch::Receiver<News>,
    closing: watch::Receiver<bool>,
    _attendance: Attendance,
    /// He need not be told of what he sees.
    looking: Option<Looking>,
    _stream: Stream,
    /// The version last sent: none at first, so that whoever comes or comes back gets the newest view.
    seen: Option<u64>,
    /// What the changes that come next are for, if he wants changes.
    known: Option<(Known, Meta)>,
    changes: bool,
    thinking: Option<String>,
    app: App,
    /// The view last sent. The same is not sent again: that another has sealed something is not to be noticed.
    sent: Option<String>,
}

impl Listener {
    fn new(
        app: App,
        table: Table,
        caller: Caller,
        headers: HeaderMap,
        stream: Stream,
        changes: bool,
    ) -> Listener {
        app.metrics.listeners.add(1);
        let news = table.shared.listen();
        let closing = app.closing.subscribe();
        let _attendance = table.shared.attend(&caller);
        let (seen, known, thinking, sent) = (None, None, None, None);
        let looking = None;
        Listener {
            table,
            caller,
            headers,
            news,
            closing,
            _attendance,
            looking,
            _stream: stream,
            seen,
            known,
            changes,
            thinking,
            app,
            sent,
        }
    }

    /// Sends events until the listener leaves, or lags so far behind that he had better come back.
    async fn run(mut self, id: MatchId, mut flow: Flow, events: mpsc::Sender<Bytes>) {
        self.looking = Looking::new(&self.app, id, &self.caller).await;
        loop {
            if let Some(looking) = &mut self.looking {
                looking.refresh().await;
            }
            let event = tokio::select! {
                event = self.next() => event,
                () = events.closed() => return,
            };
            let Some(event) = event else { break };
            if events.send_timeout(flow.send(event), LAG).await.is_err() {
                return;
            }
        }
        // Whoever has left meanwhile needs no end.
        let _ = events.send_timeout(flow.end(), LAG).await;
    }

    /// The next event; none when the table or the server closes, and the browser comes back by itself.
    async fn next(&mut self) -> Option<String> {
        loop {
            let news = self.news.borrow_and_update().clone();
            if self.seen != Some(news.version) {
                self.seen = Some(news.version);
                let event = self.look().await?;
                if !event.is_empty() && self.sent.as_ref() != Some(&event) {
                    self.sent = Some(event.clone());
                    return Some(event);
                }
            }
            if self.thinking != news.thinking {
                self.thinking.clone_from(&news.thinking);
                if let Some(side) = &self.thinking {
                    return Some(event("thinking", None, &[&text(&serde_json::json!({ "side": side }))]));
                }
            }
            if news.ended || *self.closing.borrow() {
                return None;
            }
            tokio::select! {
                changed = self.news.changed() => changed.ok()?,
                _ = self.closing.changed() => return None,
                () = sleep(KEEP_ALIVE) => return self.is_still_he().await.then(|| ":\n\n".to_owned()),
            }
        }
    }

    /// Whether he is still who he was: a device that was signed out, or whose account is closed, is shown no more of it.
    async fn is_still_he(&self) -> bool {
        identity::caller(&self.app, &self.headers).await.is_ok_and(|caller| caller == self.caller)
    }

    /// The newest view, or what has changed since the one sent last; an empty text if nothing has.
    async fn look(&mut self) -> Option<String> {
        if !self.is_still_he().await {
            return None;
        }
        if !self.changes {
            let look = self.table.look(&self.caller).await?.ok()?;
            return Some(event("view", Some(look.seq), &[&look.to_json()]));
        }
        let known = self.known.as_ref().map(|(known, _)| *known);
        let news = self.table.news(&self.caller, known).await?.ok()?;
        let (event, meta) = match (news.what, &self.known) {
            (What::Changes { meta, seq, changes }, Some((_, before))) => {
                let (since, changes) = (text(&meta.since(before)), changes.join(","));
                let parts = ["{\"meta\":", &since, ",\"changes\":[", &changes, "]}"];
                let nothing = changes.is_empty() && since == "{}";
                (if nothing { String::new() } else { event("change", Some(seq), &parts) }, meta)
            }
            (What::Changes { .. }, None) => return None,
            (What::Whole(look), _) => (event("view", Some(look.seq), &[&look.to_json()]), look.meta),
        };
        self.known = Some((news.known, meta));
        Some(event)
    }
}

/// An event as text. JSON has no line breaks, so its data are one line.
pub fn event(kind: &str, id: Option<usize>, data: &[&str]) -> String {
    let mut event = String::with_capacity(64 + data.iter().map(|part| part.len()).sum::<usize>());
    // A string takes everything.
    let _ = writeln!(event, "event: {kind}");
    if let Some(id) = id {
        let _ = writeln!(event, "id: {id}");
    }
    event.push_str("data: ");
    data.iter().for_each(|part| event.push_str(part));
    event.push_str("\n\n");
    event
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.app.metrics.listeners.sub(1);
    }
}
