//! The guard at the door: the right host, and writes only from our own pages.
//!
//! A page of another site can send a form here, with or without the player's cookie. So whoever writes says where he comes
//! from, in a header that no page can set, and sends JSON, which no form can. Programs show a token instead.

use axum::{
    extract::{Request, State},
    http::{
        HeaderMap, HeaderName, Method,
        header::{CONTENT_TYPE, HOST, ORIGIN},
    },
    middleware::Next,
    response::{IntoResponse, Response},
};

use crate::{
    app::App,
    error::{Error, Result},
    identity::shows_token,
    outside::Outside,
};

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Whether a method changes nothing.
pub fn only_reads(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

pub async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let outside = &app.settings.outside;
    let named = request.uri().host().or_else(|| text(request.headers(), &HOST));
    if named.is_some_and(|host| !outside.answers_to(host)) {
        return Error::Misdirected.into_response();
    }
    if !only_reads(request.method())
        && let Err(error) = may_write(outside, request.headers())
    {
        return error.into_response();
    }
    next.run(request).await
}

fn may_write(outside: &Outside, headers: &HeaderMap) -> Result<()> {
    // A program shows its token itself: nothing that a browser adds unasked speaks for it.
    if !shows_token(headers) && !from_here(outside, headers) {
        return Err(Error::Forbidden(
            "This comes from another site. A program that writes here sends 'Sec-Fetch-Site: same-origin'.",
        ));
    }
    let kind = text(headers, &CONTENT_TYPE).and_then(|kind| kind.split(';').next()).unwrap_or_default();
    if !kind.trim().eq_ignore_ascii_case("application/json") {
        let says = "Send JSON, with the header Content-Type: application/json.".to_owned();
        return Err(Error::BadRequest { says, field: None });
    }
    Ok(())
}

/// What the browser says comes first; older ones name the origin.
fn from_here(outside: &Outside, headers: &HeaderMap) -> bool {
    if let Some(site) = headers.get(&FETCH_SITE) {
        return site == "same-origin";
    }
    let Some((_, origin)) = text(headers, &ORIGIN).and_then(|origin| origin.split_once("://")) else {
        return false;
    };
    let origin = origin.to_ascii_lowercase();
    let host = text(headers, &HOST).map(str::to_ascii_lowercase);
    let site = outside.site.as_ref().map(|site| site.authority());
    host.is_some_and(|host| host == origin) || site == Some(origin.as_str())
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}
