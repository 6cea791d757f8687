//! What goes over the wire: changes instead of views, and compressed.

use std::io::Read;

use axum::{body::Body, http::Request};
use flate2::{Decompress, FlushDecompress, read::GzDecoder};
use futures_util::StreamExt;
use serde_json::{Value, json};
use view::{Change, View};

use crate::{
    env::{Client, Env, id},
    events::Stream,
};

/// Somebody who follows a match by its changes.
struct Follower {
    stream: Stream,
    meta: Value,
    view: Option<View>,
    /// How many whole views he was sent.
    whole: usize,
}

impl Follower {
    async fn new(client: &mut Client, id: &str) -> Follower {
        let stream = Stream::new(client.open(&format!("/api/matches/{id}/events?changes=true")).await);
        Follower { stream, meta: Value::Null, view: None, whole: 0 }
    }

    /// Reads events until the position has this number.
    async fn until(&mut self, seq: u64) {
        while self.view.as_ref().is_none_or(|view| u64::from(view.seq) != seq) {
            let event = self.stream.next().await.expect("the stream goes on");
            match event.kind.as_str() {
                "view" => {
                    self.whole += 1;
                    self.meta = event.data["meta"].clone();
                    self.view = Some(serde_json::from_value(event.data["view"].clone()).unwrap());
                }
                "change" => {
                    let changed = event.data["meta"].as_object().unwrap().clone();
                    self.meta.as_object_mut().unwrap().extend(changed);
                    let changes: Vec<Change> = serde_json::from_value(event.data["changes"].clone()).unwrap();
                    let view = self.view.as_mut().expect("a whole view comes first");
                    changes.into_iter().for_each(|change| change.apply(view).unwrap());
                }
                other => assert_eq!(other, "thinking"),
            }
        }
    }

    /// What he put together is what he would be shown whole.
    async fn holds(&self, client: &mut Client, id: &str) {
        let look = client.look(id).await;
        assert_eq!(serde_json::to_value(self.view.as_ref().unwrap()).unwrap(), look["view"]);
        assert_eq!(self.meta, look["meta"]);
    }
}

/// Plays on with undos for everybody who follows: one with both seats and a spectator.
async fn follow(game: &str) {
    let env = Env::new();
    let context = env.app().await;
    let (mut one, mut other) = (Client::new(&context), Client::new(&context));
    let id = id(&one.begin(json!({ "game": game, "against": "hotseat" })).await);
    let (mut own, mut foreign) = (Follower::new(&mut one, &id).await, Follower::new(&mut other, &id).await);
    for n in 0..60 {
        let seq = one.look(&id).await["view"]["seq"].as_u64().unwrap();
        own.until(seq).await;
        foreign.until(seq).await;
        own.holds(&mut one, &id).await;
        foreign.holds(&mut other, &id).await;
        let undone = n % 5 == 4 && one.undo(&id, seq).await.status == 200;
        if !undone && one.play_some(&id, n * 7).await.is_none() {
            break;
        }
    }
    // Listeners come and go at the beginning; after that there are changes only.
    assert_eq!((own.whole, foreign.whole), (1, 1));
}

#[tokio::test]
async fn who_follows_by_changes_sees_what_he_would_see_whole() {
    follow("circle-of-fire").await;
}

#[tokio::test]
async fn who_follows_a_game_with_secrets_sees_what_he_would_see_whole() {
    follow("bear-trap").await;
}

#[tokio::test]
async fn answers_and_events_are_compressed_for_those_who_read_it() {
    let env = Env::new();
    let context = env.app().await;
    let mut one = Client::new(&context);
    let id = one.hotseat().await;
    let path = format!("/api/matches/{id}");
    let plain = one.get(&path).await;
    assert_eq!(plain.header("vary"), "accept-encoding");
    let ask =
        |path: &str| Request::get(path).header("accept-encoding", "gzip, br").body(Body::empty()).unwrap();
    let packed = one.send(ask(&path)).await;
    assert_eq!(packed.header("content-encoding"), "gzip");
    let mut text = String::new();
    GzDecoder::new(&packed.bytes[..]).read_to_string(&mut text).unwrap();
    assert_eq!(text.as_bytes(), plain.bytes);
    assert!(packed.bytes.len() * 3 < plain.bytes.len(), "{} of {}", packed.bytes.len(), plain.bytes.len());
    // A short answer stays as it is.
    let played = one.play_some(&id, 1).await.unwrap();
    assert_eq!(played, 1);
    // An event can be read before the next one comes.
    let mut request = ask(&format!("{path}/events?changes=true"));
    request.headers_mut().insert("cookie", one.cookie.clone().unwrap().parse().unwrap());
    use tower::ServiceExt;
    let answer = server::app(context.clone()).oneshot(request).await.unwrap();
    assert_eq!(answer.headers()["content-encoding"], "gzip");
    assert_eq!(answer.headers()["content-type"], "text/event-stream");
    let mut body = answer.into_body().into_data_stream();
    let (mut reader, mut text) = (Decompress::new(false), Vec::with_capacity(1 << 20));
    let first = body.next().await.unwrap().unwrap();
    reader.decompress_vec(&first[10..], &mut text, FlushDecompress::Sync).unwrap();
    assert!(text.starts_with(b"event: view\n") && text.ends_with(b"\n\n"));
    while !text.windows(14).any(|part| part == b"event: change\n") {
        if text.windows(6).filter(|part| part == b"event:").count() == 1 {
            one.play_some(&id, 1).await.unwrap();
        }
        let next = body.next().await.unwrap().unwrap();
        reader.decompress_vec(&next, &mut text, FlushDecompress::Sync).unwrap();
    }
    assert!(text.ends_with(b"\n\n"));
}

#[tokio::test]
async fn a_wish_that_nobody_knows_is_refused() {
    let env = Env::new();
    let mut one = Client::new(&env.app().await);
    let id = one.hotseat().await;
    for wish in ["changes=perhaps", "delta=true"] {
        one.get(&format!("/api/matches/{id}/events?{wish}")).await.error(400, "bad-request");
    }
}
