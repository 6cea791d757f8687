//! The interface described for machines.

use axum::{
    Router,
    http::header::CONTENT_TYPE,
    response::{IntoResponse, Response},
    routing::get,
};

use crate::app::App;

const DOCUMENT: &str = include_str!("openapi.json");

pub fn router() -> Router<App> {
    Router::new().route("/api/openapi.json", get(document))
}

async fn document() -> Response {
    ([(CONTENT_TYPE, "application/json")], DOCUMENT).into_response()
}
