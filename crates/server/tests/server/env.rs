//! A server in a folder of its own, and clients with a cookie each.

use std::{
    path::PathBuf,
    sync::atomic::{AtomicU32, Ordering},
};

use axum::{
    Router,
    body::{Body, to_bytes},
    http::{HeaderMap, Request, StatusCode, request::Builder},
};
use kernel::data::Overlay;
use serde_json::{Value, json};
use server::{App, Rates, Settings, app};
use store::Store;
use tower::ServiceExt;

/// What the host of a test sends to read the figures.
pub const HOST: &str = "the host";
pub const GAME: &str = "circle-of-fire";

/// A folder that is removed after the test.
pub struct Env {
    folder: PathBuf,
}

/// Somebody with a browser.
#[derive(Clone)]
pub struct Client {
    router: Router,
    pub cookie: Option<String>,
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
}

impl Env {
    pub fn new() -> Env {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name =
            format!("sandtable-server-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        Env { folder }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// A server over this folder's database.
    pub async fn app(&self) -> App {
        self.app_with(settings()).await
    }

    pub async fn app_with(&self, settings: Settings) -> App {
        self.app_over(&Overlay::none(), settings).await
    }

    /// The same with tables of one's own.
    pub async fn app_over(&self, overlay: &Overlay, settings: Settings) -> App {
        let store = Store::open(&format!("sqlite:{}", self.path("test.db").display())).await.unwrap();
        App::new(store, overlay, settings).unwrap()
    }
}

impl Drop for Env {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// In tests nobody waits and nobody is turned away.
pub fn settings() -> Settings {
    Settings { rates: Rates::UNLIMITED, metrics_token: Some(HOST.to_owned()), ..Settings::default() }
}

impl Client {
    pub fn new(context: &App) -> Client {
        Client { router: app(context.clone()), cookie: None }
    }

    /// The same server seen by somebody else.
    pub fn with_cookie(&self, cookie: Option<String>) -> Client {
        Client { router: self.router.clone(), cookie }
    }

    pub fn router(&self) -> Router {
        self.router.clone()
    }

    pub async fn send(&mut self, mut request: Request<Body>) -> Answer {
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", cookie.parse().unwrap());
        }
        let response = self.router.clone().oneshot(request).await.unwrap();
        if let Some(set) = response.headers().get("set-cookie") {
            let set = set.to_str().unwrap();
            assert!(set.contains("HttpOnly") && set.contains("SameSite=Lax"), "{set}");
            self.cookie = set.split(';').next().map(str::to_owned);
        }
        let (parts, body) = response.into_parts();
        let bytes = to_bytes(body, usize::MAX).await.unwrap().to_vec();
        Answer { status: parts.status, headers: parts.headers, bytes }
    }

    /// The status of an answer, whose body may never end.
    pub async fn status(&self, mut request: Request<Body>) -> u16 {
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", cookie.parse().unwrap());
        }
        self.router.clone().oneshot(request).await.unwrap().status().as_u16()
    }

    /// The answer, without waiting for its body.
    pub async fn open(&mut self, path: &str) -> axum::response::Response {
        let mut request = Request::get(path).body(Body::empty()).unwrap();
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", cookie.parse().unwrap());
        }
        self.router.clone().oneshot(request).await.unwrap()
    }

    pub async fn get(&mut self, path: &str) -> Answer {
        self.send(Request::get(path).body(Body::empty()).unwrap()).await
    }

    /// What the host is told of how the server does.
    pub async fn figures(&mut self) -> Answer {
        let request = Request::get("/metrics").header("authorization", format!("Bearer {HOST}"));
        self.send(request.body(Body::empty()).unwrap()).await
    }

    pub async fn post(&mut self, path: &str, body: &Value) -> Answer {
        let request = write(Request::post(path));
        self.send(request.body(body.to_string().into()).unwrap()).await
    }

    /// Begins a match and returns the answer's JSON.
    pub async fn begin(&mut self, body: Value) -> Value {
        self.post("/api/matches", &body).await.json(201)
    }

    pub async fn hotseat(&mut self) -> String {
        id(&self.begin(json!({ "game": GAME, "against": "hotseat" })).await)
    }

    pub async fn look(&mut self, id: &str) -> Value {
        self.get(&format!("/api/matches/{id}")).await.json(200)
    }

    pub async fn play(&mut self, id: &str, action: &str, after: u64) -> Answer {
        self.post(&format!("/api/matches/{id}/actions"), &json!({ "action": action, "after": after })).await
    }

    pub async fn undo(&mut self, id: &str, after: u64) -> Answer {
        self.post(&format!("/api/matches/{id}/undo"), &json!({ "after": after })).await
    }

    /// Plays one of the offers; `choice` picks which. Returns the new seq, or nothing if there is none.
    pub async fn play_some(&mut self, id: &str, choice: usize) -> Option<u64> {
        let view = self.look(id).await["view"].take();
        let offers = view["offers"].as_array().unwrap();
        if offers.is_empty() {
            return None;
        }
        let action = offers[choice % offers.len()]["action"].as_str().unwrap();
        let answer = self.play(id, action, view["seq"].as_u64().unwrap()).await.json(200);
        answer["seq"].as_u64()
    }
}

/// What the client's own page says with everything that it writes.
pub fn write(request: Builder) -> Builder {
    request.header("content-type", "application/json").header("sec-fetch-site", "same-origin")
}

pub fn id(begun: &Value) -> String {
    let id = begun["id"].as_str().unwrap();
    assert_eq!(begun["url"], format!("/match/{id}"));
    id.to_owned()
}

impl Answer {
    pub fn json(&self, status: u16) -> Value {
        let text = String::from_utf8_lossy(&self.bytes);
        assert_eq!(self.status.as_u16(), status, "{text}");
        serde_json::from_slice(&self.bytes).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// The error, which must have this status and code.
    pub fn error(&self, status: u16, code: &str) -> Value {
        let error = self.json(status)["error"].take();
        assert_eq!(error["code"], code, "{error}");
        assert!(error["says"].as_str().is_some_and(|says| !says.is_empty()), "{error}");
        error
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}
