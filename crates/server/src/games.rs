//! The games: what there is, boards, maps, rulebooks. All of it is made once and cached by what it holds.

use axum::{
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};

use crate::{
    app::App,
    body::Part,
    error::{Error, Result},
    routes::Routes,
    shelf::{Packed, Shelved},
};

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/games", list)
        .get("/api/games/{game}/board", board)
        .get("/api/games/{game}/rules", rules)
        .get("/maps/{file}", map)
}

pub const NO_GAME: Error = Error::NotFound("There is no such game.");
pub const JSON: &str = "application/json";
/// Its address changes when its content does.
pub const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// Ask again whether it has changed; the answer is short if it has not.
pub const ASK_AGAIN: &str = "no-cache";

async fn list(State(app): State<App>, headers: HeaderMap) -> Response {
    packed(&app.shelf.list, JSON, ASK_AGAIN, &headers)
}

async fn board(State(app): State<App>, Part(game): Part, headers: HeaderMap) -> Result<Response> {
    let shelved = app.shelf.get(&game).ok_or(NO_GAME)?;
    Ok(packed(&shelved.board, JSON, ASK_AGAIN, &headers))
}

async fn rules(State(app): State<App>, Part(game): Part, headers: HeaderMap) -> Result<Response> {
    let shelved = app.shelf.get(&game).ok_or(NO_GAME)?;
    Ok(packed(shelved.rules(), JSON, ASK_AGAIN, &headers))
}

/// A map as `game.hash.svg`, or small as `game.hash.png`.
async fn map(State(app): State<App>, Part(file): Part, headers: HeaderMap) -> Result<Response> {
    let mut parts = file.split('.');
    let (game, hash, kind) = (parts.next(), parts.next(), parts.next());
    let found = game.and_then(|game| app.shelf.get(game)).filter(|it| Some(it.map.hash.as_str()) == hash);
    let none = Error::NotFound("There is no such map.");
    match (found, kind, parts.next()) {
        (Some(shelved), Some("svg"), None) => {
            let mut answer = packed(&shelved.map, "image/svg+xml", FOR_EVER, &headers);
            // A picture brings its own styles and nothing else.
            let policy = "default-src 'none'; style-src 'unsafe-inline'";
            answer.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy.parse().expect("a header"));
            Ok(answer)
        }
        (Some(_), Some("png"), None) => {
            let game = game.unwrap_or_default().to_owned();
            let drawn = tokio::task::spawn_blocking(move || app.shelf.get(&game).map(thumb));
            let drawn = drawn.await.ok().flatten().ok_or(none)?;
            Ok(([(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, FOR_EVER)], drawn)
                .into_response())
        }
        _ => Err(none),
    }
}

fn thumb(shelved: &Shelved) -> Bytes {
    Bytes::clone(&shelved.thumb)
}

/// An answer that does not change: compressed for those who can read that, and short for those who have it.
pub fn packed(packed: &Packed, kind: &str, keep: &str, asked: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", packed.hash);
    let says = |name| asked.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let mut answer = if says(header::IF_NONE_MATCH).contains(&tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else if says(header::ACCEPT_ENCODING).contains("gzip") && packed.gzip.len() < packed.plain.len() {
        ([(header::CONTENT_ENCODING, "gzip")], packed.gzip.clone()).into_response()
    } else {
        packed.plain.clone().into_response()
    };
    let headers = answer.headers_mut();
    for (name, value) in [
        (header::CONTENT_TYPE, kind),
        (header::ETAG, &tag),
        (header::CACHE_CONTROL, keep),
        (header::VARY, "accept-encoding"),
    ] {
        headers.insert(name, value.parse().expect("our own words make a header"));
    }
    answer
}
