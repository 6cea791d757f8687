//! Invitations: whoever has one takes the free seat.

use axum::{
    Json, Router,
    extract::State,
    http::header::SET_COOKIE,
    response::{IntoResponse, Response},
    routing::post,
};
use serde_json::json;
use store::StoreError;

use crate::{
    app::App,
    body::Part,
    error::{Error, Result},
    identity::{Caller, is_secret},
    matches::url,
};

pub fn router() -> Router<App> {
    Router::new().route("/api/join/{invite}", post(join))
}

async fn join(State(app): State<App>, caller: Caller, Part(invite): Part) -> Result<Response> {
    const UNKNOWN: Error = Error::NotFound("There is no such invitation.");
    if !is_secret(&invite) {
        return Err(UNKNOWN);
    }
    let (holder, cookie) = caller.or_new();
    let taken = match app.store.take(&invite, &holder.0).await {
        Ok(taken) => taken,
        Err(StoreError::MovedOn) => return Err(Error::Forbidden("The seat is taken.")),
        Err(error) => return Err(error.into()),
    };
    let (id, seat) = taken.ok_or(UNKNOWN)?;
    app.tables
        .with(&app, id, |table| {
            let holder = holder.clone();
            async move { table.seated(seat, &holder).await }
        })
        .await?;
    tracing::info!(%id, seat, "seat taken");
    let mut answer = Json(json!({ "id": id.to_string(), "url": url(id) })).into_response();
    if let Some(cookie) = cookie {
        answer.headers_mut().insert(SET_COOKIE, cookie);
    }
    Ok(answer)
}
