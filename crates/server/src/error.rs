//! Why not: one list of errors, each with its status and its code.

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use kernel::{PlayError, RecordError, SetupError, UndoBarred, Unreadable};
use letters::LetterError;
use serde::Serialize;
use store::StoreError;

pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{says}")]
    BadRequest { says: String, field: Option<String> },
    #[error("{0}")]
    Forbidden(&'static str),
    #[error("{0}")]
    NotFound(&'static str),
    #[error("This address does not answer to that method.")]
    NoSuchMethod,
    #[error("The game has moved on.")]
    Stale { seq: usize },
    #[error("{says}")]
    Refused { says: String, case: Option<String> },
    #[error("Too many requests: wait a moment.")]
    TooMany,
    #[error("The request is larger than it may be.")]
    TooLarge,
    #[error("The request took too long to arrive.")]
    TooSlow,
    #[error("This server does not answer to that name: its host lists the names it has.")]
    Misdirected,
    #[error("The server cannot do this now: try again.")]
    Unavailable,
}

#[derive(Serialize)]
struct Wire {
    error: Told,
}

#[derive(Serialize)]
struct Told {
    code: &'static str,
    says: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    case: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seq: Option<usize>,
}

impl Error {
    pub fn bad(field: &str, says: impl Into<String>) -> Error {
        Error::BadRequest { says: says.into(), field: Some(field.to_owned()) }
    }

    fn status(&self) -> (StatusCode, &'static str) {
        match self {
            Error::BadRequest { .. } => (StatusCode::BAD_REQUEST, "bad-request"),
            Error::Forbidden(_) => (StatusCode::FORBIDDEN, "forbidden"),
            Error::NotFound(_) => (StatusCode::NOT_FOUND, "not-found"),
            Error::NoSuchMethod => (StatusCode::METHOD_NOT_ALLOWED, "bad-request"),
            Error::Stale { .. } => (StatusCode::CONFLICT, "stale"),
            Error::Refused { .. } => (StatusCode::UNPROCESSABLE_ENTITY, "refused"),
            Error::TooMany => (StatusCode::TOO_MANY_REQUESTS, "too-many"),
            Error::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "too-large"),
            Error::TooSlow => (StatusCode::REQUEST_TIMEOUT, "too-slow"),
            Error::Misdirected => (StatusCode::MISDIRECTED_REQUEST, "misdirected"),
            Error::Unavailable => (StatusCode::SERVICE_UNAVAILABLE, "unavailable"),
        }
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let (status, code) = self.status();
        let says = self.to_string();
        let (field, case, seq) = match self {
            Error::BadRequest { field, .. } => (field, None, None),
            Error::Refused { case, .. } => (None, case, None),
            Error::Stale { seq } => (None, None, Some(seq)),
            _ => (None, None, None),
        };
        (status, Json(Wire { error: Told { code, says, field, case, seq } })).into_response()
    }
}

impl From<PlayError> for Error {
    fn from(error: PlayError) -> Error {
        match error {
            PlayError::Refused { rule, says } => Error::Refused { says, case: Some(rule.0.to_owned()) },
            PlayError::NotYourDecision => Error::Forbidden("It is another side's decision."),
            PlayError::Unreadable(error) => Error::bad("action", error.to_string()),
            other => Error::Refused { says: sentence(&other.to_string()), case: None },
        }
    }
}

impl From<LetterError> for Error {
    fn from(error: LetterError) -> Error {
        Error::Refused { says: sentence(&error.to_string()), case: None }
    }
}

impl From<UndoBarred> for Error {
    fn from(barred: UndoBarred) -> Error {
        Error::Refused { says: sentence(&barred.to_string()), case: None }
    }
}

impl From<Unreadable> for Error {
    fn from(error: Unreadable) -> Error {
        Error::BadRequest { says: error.to_string(), field: None }
    }
}

impl From<SetupError> for Error {
    fn from(error: SetupError) -> Error {
        let field = if let SetupError::Scenario { .. } = error { "scenario" } else { "options" };
        Error::bad(field, error.to_string())
    }
}

/// What cannot be read any more is the host's business; the log tells him. Players are told when trying again is no use.
impl From<RecordError> for Error {
    fn from(error: RecordError) -> Error {
        tracing::error!(%error, "a kept match cannot be resumed");
        match error {
            RecordError::Rules { found, ours, .. } => Error::Refused {
                says: format!(
                    "This game was played by revision {found} of the rules, and this server plays revision {ours}. \
                     A newer server goes on with it."
                ),
                case: None,
            },
            _ => Error::Unavailable,
        }
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Error {
        tracing::error!(%error, "the database failed");
        Error::Unavailable
    }
}

/// Errors of the kernel are parts of sentences; players are told whole ones.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}
