//! The client: plain files, embedded when the server is built, or read from a folder while they are being written.
//!
//! Every file has an address that changes with the client, `/static.HASH/...`, and may be kept for ever; pages
//! name `/static/...` and are served with the hash put in. Modules name each other relatively, so they follow.

use std::{
    collections::BTreeMap,
    path::{Component, Path, PathBuf},
};

use axum::{
    extract::State,
    http::{HeaderMap, Method, Uri},
    response::{Html, IntoResponse, Response},
};

use crate::{
    app::App,
    error::{Error, Result},
    games::{ASK_AGAIN, FOR_EVER, packed},
    shelf::{Packed, hash},
};

include!(concat!(env!("OUT_DIR"), "/web.rs"));

/// The client's files.
pub struct Pages {
    embedded: BTreeMap<&'static str, Packed>,
    version: String,
    /// Empty, or the path below which the site lies.
    path: String,
    folder: Option<PathBuf>,
}

const NOTHING: Error = Error::NotFound("There is nothing at this address.");
/// What a server without a client says.
const NO_CLIENT: &str = "<!doctype html><title>Sandtable</title><p>This server was built without its client. \
                         The interface is described at <a href=/api/openapi.json>/api/openapi.json</a>.";

impl Pages {
    pub fn new(folder: Option<PathBuf>, path: &str) -> Pages {
        let all: Vec<u8> =
            FILES.iter().flat_map(|(name, content)| [name.as_bytes(), content].concat()).collect();
        let version = hash(&all);
        let pack = |content: &[u8], name: &str| {
            if name.ends_with(".html") {
                Packed::new(placed(content, path, &format!("static.{version}")))
            } else {
                Packed::new(content.to_vec())
            }
        };
        let embedded = FILES.iter().map(|&(name, content)| (name, pack(content, name))).collect();
        Pages { embedded, version, path: path.to_owned(), folder }
    }

    /// A file by its name.
    fn file(&self, name: &str, keep: &str, asked: &HeaderMap) -> Option<Response> {
        if let Some(folder) = &self.folder {
            let mut content = std::fs::read(inside(folder, name)?).ok()?;
            if name.ends_with(".html") {
                content = placed(&content, &self.path, "static");
            }
            return Some(packed(&Packed::new(content), kind(name), ASK_AGAIN, asked));
        }
        let found = self.embedded.get(name)?;
        Some(packed(found, kind(name), keep, asked))
    }
}

/// Anything that is no part of the interface: a page of the client or one of its files.
pub async fn page(State(app): State<App>, method: Method, uri: Uri, headers: HeaderMap) -> Result<Response> {
    if !matches!(method, Method::GET | Method::HEAD) {
        return Err(NOTHING);
    }
    let path = uri.path();
    let version = format!("/static.{}/", app.pages.version);
    if let Some(name) = path.strip_prefix(&version) {
        return app.pages.file(name, FOR_EVER, &headers).ok_or(NOTHING);
    }
    if let Some(name) = path.strip_prefix("/static/") {
        return app.pages.file(name, ASK_AGAIN, &headers).ok_or(NOTHING);
    }
    let file = |name: &str| app.pages.file(name, ASK_AGAIN, &headers);
    let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
    let own = match parts[..] {
        [""] => "index.html",
        ["match" | "replay", _] | ["lesson" | "example" | "puzzle", _, _] => "table.html",
        ["study", _] => "study.html",
        ["analysis", _] => "table.html",
        ["rules", _] => "rules.html",
        ["learn", _] => "learn.html",
        ["join", _] => "join.html",
        ["told", _] => "told.html",
        // Browsers ask for this without being told to.
        ["favicon.ico"] => return file("icon.svg").ok_or(NOTHING),
        _ => return file(path.trim_start_matches('/')).ok_or(NOTHING),
    };
    let found = file(own).or_else(|| file("index.html"));
    Ok(found.unwrap_or_else(|| Html(NO_CLIENT).into_response()))
}

/// Puts the site's path and the folder of the client's files into the addresses that a page names.
fn placed(page: &[u8], path: &str, files: &str) -> Vec<u8> {
    let page = String::from_utf8_lossy(page).replace("/static/", &format!("{path}/{files}/"));
    page.replace("href=\"/\"", &format!("href=\"{path}/\"")).into_bytes()
}

/// A path inside the folder, never out of it.
fn inside(folder: &Path, name: &str) -> Option<PathBuf> {
    let name = Path::new(name);
    name.components().all(|part| matches!(part, Component::Normal(_))).then(|| folder.join(name))
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json" | "webmanifest") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webp") => "image/webp",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_name_files_by_their_hash() {
        let page = b"<script src=/static/main.js></script><a href=\"/\">";
        assert_eq!(
            placed(page, "", "static.abc"),
            b"<script src=/static.abc/main.js></script><a href=\"/\">"
        );
        let below = b"<script src=/club/static.abc/main.js></script><a href=\"/club/\">";
        assert_eq!(placed(page, "/club", "static.abc"), below);
    }

    #[test]
    fn no_path_leads_out_of_the_folder() {
        let folder = Path::new("web");
        assert_eq!(inside(folder, "js/main.js"), Some(folder.join("js/main.js")));
        for name in ["../x", "js/../../x", "/etc/passwd", "./x/../..", ".."] {
            assert_eq!(inside(folder, name), None, "{name}");
        }
    }
}
