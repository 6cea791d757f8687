//! For the host: is it well, and what does it do.

use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use axum::{
    extract::State,
    http::{
        HeaderMap,
        header::{AUTHORIZATION, CONTENT_TYPE},
    },
    response::{IntoResponse, Response},
};
use tokio::time::timeout;

use crate::{
    app::App,
    error::{Error, Result},
    identity::same,
    look::now,
    routes::Routes,
};

pub fn routes() -> Routes {
    Routes::default().get("/healthz", health).get("/metrics", metrics)
}

/// When a write last went well, so that asking often does not write often.
#[derive(Default)]
pub struct Pulse(Mutex<Option<Instant>>);

/// How long a write that went well is enough.
const FRESH: Duration = Duration::from_secs(1);
/// How long the database may take for one.
const PATIENCE: Duration = Duration::from_secs(5);

/// Well, if the database takes a write.
async fn health(State(app): State<App>) -> Result<&'static str> {
    let fresh = app.pulse.last().is_some_and(|last| last.elapsed() < FRESH);
    if !fresh {
        timeout(PATIENCE, app.store.pulse(now())).await.map_err(|_| Error::Unavailable)??;
        *app.pulse.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }
    Ok("ok\n")
}

impl Pulse {
    fn last(&self) -> Option<Instant> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// For whoever knows the host's token.
async fn metrics(State(app): State<App>, headers: HeaderMap) -> Result<Response> {
    let sent = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    let known = app.settings.metrics_token.as_deref();
    if !known.zip(sent).is_some_and(|(known, sent)| same(known, sent)) {
        return Err(Error::Forbidden("The figures are for the host: send his token."));
    }
    let text = app.metrics.write(app.store.figures(), &app.thinkers);
    Ok(([(CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response())
}
