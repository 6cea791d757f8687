//! The doors: other sites, other names, half a request, too many connections, proxies.

use std::{net::SocketAddr, time::Duration};

use axum::{
    body::Body,
    extract::ConnectInfo,
    http::{Request, request::Builder},
};
use serde_json::json;
use server::{Doors, Outside, Rate, Rates, Settings, serve};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::oneshot,
    task::JoinHandle,
};

use crate::env::{Answer, Client, Env, GAME, settings, write};

/// A write of another site's page: each of these must be refused.
fn foreign() -> Vec<Builder> {
    let post = |kind: &str| {
        Request::post("/api/matches").header("host", "127.0.0.1:8417").header("content-type", kind)
    };
    let form = "application/x-www-form-urlencoded";
    vec![
        post(form).header("origin", "https://evil.example").header("sec-fetch-site", "cross-site"),
        post("text/plain").header("origin", "https://evil.example"),
        post("application/json").header("origin", "https://evil.example"),
        post("application/json").header("origin", "null"),
        post("application/json").header("origin", "http://127.0.0.1:9"),
        post("application/json")
            .header("sec-fetch-site", "same-site")
            .header("origin", "http://127.0.0.1:8417"),
        post("application/json").header("sec-fetch-site", "none"),
        post("application/json"),
    ]
}

#[tokio::test]
async fn a_page_of_another_site_writes_nothing() {
    let env = Env::new();
    let mut one = Client::new(&env.app().await);
    let body = json!({ "game": GAME, "against": "hotseat" }).to_string();
    for request in foreign() {
        let answer = one.send(request.body(body.clone().into()).unwrap()).await;
        answer.error(403, "forbidden");
        assert_eq!(answer.header("set-cookie"), "");
    }
    let own = Request::post("/api/matches")
        .header("host", "127.0.0.1:8417")
        .header("content-type", "application/json");
    let own = own.header("origin", "http://127.0.0.1:8417").body(body.into()).unwrap();
    assert_eq!(one.send(own).await.status, 201);
}

/// What the issue reports: a form on another site posted to an invitation cost the player all his seats.
#[tokio::test]
async fn a_form_of_another_site_takes_no_seat_and_no_identity() {
    let env = Env::new();
    let context = env.app().await;
    let (mut one, mut two) = (Client::new(&context), Client::new(&context));
    let own = two.hotseat().await;
    let begun = one.begin(json!({ "game": GAME, "against": "friend" })).await;
    let join = format!("/api{}", begun["invite"].as_str().unwrap());
    let mut without_cookie = Client::new(&context);
    let form = Request::post(&join).header("content-type", "application/x-www-form-urlencoded");
    let form = form.header("origin", "https://evil.example").header("sec-fetch-site", "cross-site");
    let answer = without_cookie.send(form.body(Body::empty()).unwrap()).await;
    answer.error(403, "forbidden");
    assert_eq!(without_cookie.cookie, None);
    // Without JSON nothing is written, even from here.
    let bare = Request::post(&join).header("sec-fetch-site", "same-origin");
    two.send(bare.body(Body::empty()).unwrap()).await.error(400, "bad-request");
    let before = two.cookie.clone();
    two.post(&join, &json!({})).await.json(200);
    assert_eq!(two.cookie, before, "who has an identity keeps it");
    assert_eq!(two.look(&own).await["meta"]["you"], json!(["german", "soviet"]));
}

#[tokio::test]
async fn a_name_that_is_not_ours_is_not_answered() {
    let env = Env::new();
    let outside = Outside { hosts: vec!["table.lan".to_owned()], ..Outside::default() };
    let mut one = Client::new(&env.app_with(Settings { outside, ..settings() }).await);
    for (host, status) in
        [("evil.example", 421), ("localhost:1", 200), ("127.0.0.1", 200), ("table.lan", 200)]
    {
        let request = Request::get("/api/games").header("host", host).body(Body::empty()).unwrap();
        assert_eq!(one.send(request).await.status.as_u16(), status, "{host}");
    }
}

#[tokio::test]
async fn figures_are_for_the_host() {
    let env = Env::new();
    let mut one = Client::new(&env.app().await);
    one.get("/metrics").await.error(403, "forbidden");
    let wrong = Request::get("/metrics").header("authorization", "Bearer wrong").body(Body::empty()).unwrap();
    one.send(wrong).await.error(403, "forbidden");
    assert_eq!(one.figures().await.status, 200);
    let context = env.app_with(Settings { metrics_token: None, ..settings() }).await;
    Client::new(&context).figures().await.error(403, "forbidden");
}

/// A request that came through a proxy on this machine.
async fn proxied(one: &mut Client, client: &str, proto: &str) -> Answer {
    let mut request = write(Request::post("/api/matches"))
        .header("x-forwarded-for", client)
        .header("x-forwarded-proto", proto)
        .body(Body::from(json!({ "game": GAME, "against": "hotseat" }).to_string()))
        .unwrap();
    request.extensions_mut().insert(ConnectInfo(SocketAddr::from(([127, 0, 0, 1], 4711))));
    one.send(request).await
}

#[tokio::test]
async fn behind_a_trusted_proxy_everybody_has_his_own_limit() {
    let env = Env::new();
    let few = Rate { per_second: 0.0, burst: 20.0 };
    let rates = Rates { address: few, ..Rates::UNLIMITED };
    let trusting = Outside { proxies: vec!["127.0.0.1".parse().unwrap()], ..Outside::default() };
    for (outside, other) in [(trusting, 201), (Outside::default(), 429)] {
        let context = env.app_with(Settings { outside, rates, ..settings() }).await;
        while proxied(&mut Client::new(&context), "203.0.113.7", "https").await.status != 429 {}
        let answer = proxied(&mut Client::new(&context), "203.0.113.8", "https").await;
        assert_eq!(answer.status.as_u16(), other);
        if other == 201 {
            assert!(answer.header("set-cookie").ends_with("; Secure"), "{:?}", answer.headers);
            let plain = proxied(&mut Client::new(&context), "203.0.113.9", "http").await;
            assert!(!plain.header("set-cookie").contains("Secure"));
        }
    }
}

#[tokio::test]
async fn behind_a_trusted_proxy_everybody_has_so_many_live_views() {
    let env = Env::new();
    let outside = Outside { proxies: vec!["127.0.0.1".parse().unwrap()], ..Outside::default() };
    let doors = Doors { per_address: 2, ..Doors::default() };
    let context = env.app_with(Settings { outside, doors, ..settings() }).await;
    let id = Client::new(&context).hotseat().await;
    let listen = async |client: &str| {
        let mut request = Request::get(format!("/api/matches/{id}/events"))
            .header("x-forwarded-for", client)
            .body(Body::empty())
            .unwrap();
        request.extensions_mut().insert(ConnectInfo(SocketAddr::from(([127, 0, 0, 1], 4711))));
        tower::ServiceExt::oneshot(server::app(context.clone()), request).await.unwrap()
    };
    let held = [listen("203.0.113.7").await, listen("203.0.113.7").await];
    assert_eq!(listen("203.0.113.7").await.status(), 429);
    assert_eq!(listen("203.0.113.8").await.status(), 200);
    drop(held);
    // The server notices when it is free to.
    while listen("203.0.113.7").await.status() != 200 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn live_views_pass_proxies_at_once() {
    let env = Env::new();
    let mut one = Client::new(&env.app().await);
    let id = one.hotseat().await;
    let stream = one.open(&format!("/api/matches/{id}/events")).await;
    assert_eq!(stream.headers()["x-accel-buffering"], "no");
}

#[tokio::test]
async fn a_site_may_lie_below_a_path() {
    let env = Env::new();
    let site = Some("https://club.example/sand".parse().unwrap());
    let outside = Outside { site, ..Outside::default() };
    let mut one = Client::new(&env.app_with(Settings { outside, ..settings() }).await);
    for (path, status) in
        [("/sand/api/games", 200), ("/api/games", 200), ("/sandy/api/games", 404), ("/sand?x=1", 200)]
    {
        assert_eq!(one.get(path).await.status.as_u16(), status, "{path}");
    }
    let page = String::from_utf8(one.get("/sand/").await.bytes).unwrap();
    let style = page.split("href=\"").find(|it| it.contains("/tokens.css")).unwrap();
    assert!(style.starts_with("/sand/static."), "{style}");
    assert_eq!(one.get(style.split('"').next().unwrap()).await.status, 200);
    let request = Request::post("/sand/api/matches").header("content-type", "application/json");
    let request = request.header("origin", "https://club.example").header("host", "127.0.0.1:8417");
    let begun = one
        .send(request.body(json!({ "game": GAME, "against": "hotseat" }).to_string().into()).unwrap())
        .await;
    assert_eq!(begun.status, 201);
}

/// A server on a port of its own.
struct Open {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    done: JoinHandle<()>,
}

impl Open {
    async fn new(env: &Env, doors: Doors) -> Open {
        let context = env.app_with(Settings { doors, ..settings() }).await;
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let done = tokio::spawn(serve(listener, context, async { drop(stopped.await) }));
        Open { address, stop, done }
    }

    async fn send(&self, text: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(text.as_bytes()).await.unwrap();
        stream
    }

    /// What is answered to a whole request on a connection of its own.
    async fn ask(&self) -> String {
        read(self.send("GET /api/games HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").await).await
    }
}

async fn read(mut stream: TcpStream) -> String {
    let mut bytes = Vec::new();
    // A connection that is reset has said what it had to say.
    let _ = stream.read_to_end(&mut bytes).await;
    String::from_utf8_lossy(&bytes).into_owned()
}

const HALF_HEAD: &str = "GET /api/games HTTP/1.1\r\nhost: localhost\r\n";
const HALF_BODY: &str = "POST /api/matches HTTP/1.1\r\nhost: localhost\r\nsec-fetch-site: same-origin\r\n\
                         content-type: application/json\r\ncontent-length: 100\r\n\r\n{";

#[tokio::test]
async fn half_a_request_is_shown_out() {
    let env = Env::new();
    let short = Duration::from_millis(100);
    let open = Open::new(&env, Doors { head: short, body: short, connections: 60, ..Doors::default() }).await;
    let mut half = Vec::new();
    for n in 0..60 {
        half.push(open.send(if n % 2 == 0 { HALF_HEAD } else { HALF_BODY }).await);
    }
    for (n, stream) in half.into_iter().enumerate() {
        // Reading ends only because the server closes.
        let said = read(stream).await;
        assert!(n % 2 == 0 || said.starts_with("HTTP/1.1 408"), "{said}");
    }
    assert!(open.ask().await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn one_address_has_so_many_connections() {
    let env = Env::new();
    let open = Open::new(&env, Doors { per_address: 5, ..Doors::default() }).await;
    let mut held = Vec::new();
    for _ in 0..5 {
        held.push(open.send(HALF_HEAD).await);
    }
    let refused = open.ask().await;
    assert!(refused.starts_with("HTTP/1.1 503"), "{refused}");
    let body = refused.split("\r\n\r\n").nth(1).unwrap();
    assert_eq!(serde_json::from_str::<serde_json::Value>(body).unwrap()["error"]["code"], "unavailable");
    drop(held);
    while !open.ask().await.starts_with("HTTP/1.1 200") {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn a_server_that_stops_waits_for_nobody_for_ever() {
    let env = Env::new();
    let open = Open::new(&env, Doors { drain: Duration::from_millis(100), ..Doors::default() }).await;
    let held = [open.send(HALF_HEAD).await, open.send(HALF_BODY).await];
    assert!(open.ask().await.starts_with("HTTP/1.1 200"));
    open.stop.send(()).unwrap();
    open.done.await.unwrap();
    drop(held);
}
