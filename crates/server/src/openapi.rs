//! The interface described for machines.

use axum::{
    http::header::CONTENT_TYPE,
    response::{IntoResponse, Response},
};

use crate::routes::Routes;

const DOCUMENT: &str = include_str!("openapi.json");

pub fn routes() -> Routes {
    Routes::default().get("/api/openapi.json", document)
}

async fn document() -> Response {
    ([(CONTENT_TYPE, "application/json")], DOCUMENT).into_response()
}
