//! What is asked: bodies, paths and queries, with errors that name the field.

use axum::{
    RequestPartsExt,
    body::to_bytes,
    extract::{FromRequest, FromRequestParts, Path, Request},
    http::request::Parts,
};
use serde::de::DeserializeOwned;
use store::MatchId;
use tokio::time::timeout;

use crate::{
    app::App,
    error::{Error, Result},
};

/// Most requests need no more.
const SHORT: usize = 16 * 1024;
/// Room for the record of a long game.
pub const LONG: usize = 512 * 1024;

/// A body in JSON of at most so many bytes.
pub struct Body<T, const MOST: usize = SHORT>(pub T);

impl<T: DeserializeOwned, const MOST: usize> FromRequest<App> for Body<T, MOST> {
    type Rejection = Error;

    async fn from_request(request: Request, app: &App) -> Result<Body<T, MOST>> {
        let arriving = timeout(app.settings.doors.body, to_bytes(request.into_body(), MOST));
        let bytes = arriving.await.map_err(|_| Error::TooSlow)?.map_err(|_| Error::TooLarge)?;
        let mut json = serde_json::Deserializer::from_slice(&bytes);
        let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
            let path = error.path().to_string();
            let field = (path != ".").then_some(path);
            Error::BadRequest { says: error.into_inner().to_string(), field }
        })?;
        json.end().map_err(|error| Error::BadRequest { says: error.to_string(), field: None })?;
        Ok(Body(value))
    }
}

/// A part of the path, such as the id of a game.
pub struct Part(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Part {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Part> {
        let path = parts.extract::<Path<String>>().await;
        path.map(|Path(part)| Part(part)).map_err(|_| Error::NotFound("There is nothing at this address."))
    }
}

/// The match that the path names.
pub struct At(pub MatchId);

impl<S: Send + Sync> FromRequestParts<S> for At {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<At> {
        let Part(text) = Part::from_request_parts(parts, state).await?;
        text.parse().map(At).map_err(|_| NO_MATCH)
    }
}

pub const NO_MATCH: Error = Error::NotFound("There is no such match.");
