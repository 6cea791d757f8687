//! Live views.

use std::time::Duration;

use axum::{body::Body, http::Request, response::Response};
use futures_util::StreamExt;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::env::{Client, Env, GAME, id};

/// A stream of events, read one by one.
pub struct Stream {
    body: axum::body::BodyDataStream,
    text: String,
}

pub struct Event {
    pub kind: String,
    pub id: Option<u64>,
    pub data: Value,
}

impl Stream {
    pub fn new(response: Response) -> Stream {
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Stream { body: response.into_body().into_data_stream(), text: String::new() }
    }

    /// The next event, or nothing at the end of the stream.
    pub async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let field = |name: &str| {
                    let found = event.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
                    found.map(|value| value.trim().to_owned())
                };
                let parsed = field("data").map(|data| Event {
                    kind: field("event").unwrap(),
                    id: field("id").map(|id| id.parse().unwrap()),
                    data: serde_json::from_str(&data).unwrap(),
                });
                self.text = rest.to_owned();
                if parsed.is_some() {
                    return parsed;
                }
                continue;
            }
            let chunk = timeout(Duration::from_secs(20), self.body.next()).await.expect("an event in time");
            self.text.push_str(std::str::from_utf8(&chunk?.unwrap()).unwrap());
        }
    }

    /// Skips to the next view with this seq.
    async fn view(&mut self, seq: u64) -> Event {
        loop {
            let event = self.next().await.expect("the stream goes on");
            if event.kind == "view" && event.id == Some(seq) {
                assert_eq!(event.data["view"]["seq"], seq);
                return event;
            }
        }
    }
}

#[tokio::test]
async fn both_players_and_a_spectator_see_what_is_played() {
    let env = Env::new();
    let context = env.app().await;
    let (mut one, mut two, mut three) = (Client::new(&context), Client::new(&context), Client::new(&context));
    let begun = one.begin(json!({ "game": GAME, "against": "friend" })).await;
    let id = id(&begun);
    let path = format!("/api/matches/{id}/events");
    let mut first = Stream::new(one.open(&path).await);
    first.view(0).await;
    two.post(&format!("/api{}", begun["invite"].as_str().unwrap()), &json!({})).await.json(200);
    let joined = first.view(0).await;
    assert_eq!(joined.data["meta"]["seats"][1]["player"], "human");
    assert_eq!(joined.data["meta"]["seats"][1]["online"], false);
    let mut second = Stream::new(two.open(&path).await);
    let mut third = Stream::new(three.open(&path).await);
    second.view(0).await;
    third.view(0).await;
    assert_eq!(first.view(0).await.data["meta"]["seats"][1]["online"], true);
    one.play_some(&id, 3).await.unwrap();
    for (stream, you) in
        [(&mut first, json!("german")), (&mut second, json!("soviet")), (&mut third, json!(null))]
    {
        let event = stream.view(1).await;
        assert_eq!(event.data["view"]["you"], you);
    }
    // Who comes back gets the newest view, whatever he saw last.
    let mut request = Request::get(&path).header("last-event-id", "0").body(Body::empty()).unwrap();
    request.headers_mut().insert("cookie", two.cookie.clone().unwrap().parse().unwrap());
    drop(second);
    one.play_some(&id, 4).await.unwrap();
    use tower::ServiceExt;
    let mut again = Stream::new(server::app(context.clone()).oneshot(request).await.unwrap());
    let newest = again.next().await.unwrap();
    assert_eq!((newest.id, newest.data["view"]["you"].clone()), (Some(2), json!("soviet")));
    // At the end of the server's day everybody goes home.
    context.close();
    while let Some(event) = first.next().await {
        assert_eq!(event.kind, "view");
    }
}

#[tokio::test]
async fn a_device_that_is_signed_out_sees_no_more() {
    let env = Env::new();
    let context = env.app().await;
    let (mut one, mut two) = (Client::new(&context), Client::new(&context));
    let anna = json!({ "name": "Anna", "password": "correct horse" });
    one.post("/api/accounts", &anna).await.json(201);
    two.post("/api/sign-in", &anna).await.json(200);
    let begun = one.begin(json!({ "game": GAME, "against": "friend", "side": "german" })).await;
    let id = id(&begun);
    let path = format!("/api/matches/{id}/events");
    let (mut own, mut other) = (Stream::new(one.open(&path).await), Stream::new(two.open(&path).await));
    assert_eq!(other.view(0).await.data["view"]["you"], "german");
    own.view(0).await;
    one.post("/api/sign-out", &json!({ "others": true })).await.json(200);
    one.play_some(&id, 3).await.unwrap();
    own.view(1).await;
    while let Some(event) = other.next().await {
        assert_eq!(event.id, Some(0), "{}: what comes after the sign-out", event.kind);
    }
}

#[tokio::test]
async fn a_machine_is_seen_thinking() {
    let env = Env::new();
    let mut one = Client::new(&env.app().await);
    let begun = json!({ "game": GAME, "against": "machine", "level": "greedy", "side": "soviet" });
    let id = id(&one.begin(begun).await);
    let mut stream = Stream::new(one.open(&format!("/api/matches/{id}/events")).await);
    let (mut thought, mut last) = (false, 0);
    for _ in 0..100_000 {
        let event = stream.next().await.unwrap();
        if event.kind == "thinking" {
            assert_eq!(event.data, json!({ "side": "german" }));
            thought = true;
            continue;
        }
        let seq = event.id.unwrap();
        assert!(seq >= last, "{seq} after {last}");
        last = seq;
        if event.data["meta"]["waits_for"] == "soviet" {
            break;
        }
    }
    assert!(thought && last > 0, "{thought} {last}");
}
