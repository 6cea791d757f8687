//! Invitations: whoever has one takes the free seat.

use axum::{
    Json,
    extract::State,
    http::header::SET_COOKIE,
    response::{IntoResponse, Response},
};
use serde_json::json;
use store::StoreError;

use crate::{
    app::App,
    body::Part,
    error::{Error, Result},
    identity::{Caller, is_secret},
    lobby,
    matches::{self, url},
    outside::Visitor,
    routes::Routes,
};

pub fn routes() -> Routes {
    Routes::default().post("/api/join/{invite}", join)
}

async fn join(
    State(app): State<App>,
    visitor: Visitor,
    caller: Caller,
    Part(invite): Part,
) -> Result<Response> {
    const UNKNOWN: Error = Error::NotFound("There is no such invitation.");
    if !is_secret(&invite) {
        return Err(UNKNOWN);
    }
    let found = app.store.invited(&invite).await?;
    // Who is not known holds no seat yet, and nothing is written for one who gets none.
    if found.is_none() && caller.0.is_none() {
        return Err(Error::NotFound("There is no such invitation, or its seat is taken."));
    }
    if let Some((id, _)) = found {
        matches::may_hold_more(&app, &caller).await?;
        let who = &caller;
        let look = app.tables.with(&app, id, |table| async move { table.look(who).await }).await?;
        if look.meta.is_rated() && !matches::has_account(&caller) {
            return Err(Error::Forbidden("This game counts for the ratings: sign in to play it."));
        }
    }
    let person = caller.or_new();
    let cookie = person.admit(&app, visitor).await?;
    let holder = person.holder;
    let taken = match app.store.take(&invite, &holder.0).await {
        Ok(taken) => taken,
        Err(StoreError::MovedOn) => return Err(Error::Forbidden("The seat is taken.")),
        Err(error) => return Err(error.into()),
    };
    let (id, seat) = taken.ok_or(UNKNOWN)?;
    lobby::seated(&app, id, seat, &holder).await?;
    let mut answer = Json(json!({ "id": id.to_string(), "url": url(id) })).into_response();
    if let Some(cookie) = cookie {
        answer.headers_mut().insert(SET_COOKIE, cookie);
    }
    Ok(answer)
}
