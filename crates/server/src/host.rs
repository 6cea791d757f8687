//! For the host: is it well, and what does it do.

use axum::{
    Router,
    extract::State,
    http::header::CONTENT_TYPE,
    response::{IntoResponse, Response},
    routing::get,
};

use crate::{app::App, error::Result};

pub fn router() -> Router<App> {
    Router::new().route("/healthz", get(health)).route("/metrics", get(metrics))
}

/// Well, if the database answers.
async fn health(State(app): State<App>) -> Result<&'static str> {
    app.store.ping().await?;
    Ok("ok\n")
}

async fn metrics(State(app): State<App>) -> Response {
    let text = app.metrics.write(app.store.figures());
    ([(CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}
