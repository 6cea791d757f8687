//! What is hidden is not sent: a written bid is known to its writer alone until both are open.

use serde_json::json;

use server::{Settings, send_notices};

use crate::{
    bots,
    env::{Client, Env, GAME, id, settings},
    notices,
};

/// Nor does a message, a feed, a log of figures or a program's stream tell what somebody may not know.
#[tokio::test]
async fn messages_feeds_figures_and_streams_tell_nothing_of_a_bid() {
    let mut seen = Vec::new();
    for choice in [0, 3] {
        let sink = notices::Sink::start().await;
        let env = Env::new();
        let context = env.app_with(Settings { notices: notices::at_once(), ..settings() }).await;
        let (mut one, mut two) = (Client::new(&context), Client::new(&context));
        two.post("/api/accounts", &json!({ "name": "Anna", "password": "correct horse" })).await.json(201);
        let way = json!({ "kind": "webhook", "target": sink.url() });
        two.post("/api/me/ways", &way).await.json(201);
        let feed = two.post("/api/me/feed", &json!({ "does": "make" })).await.json(200);
        let token = two.post("/api/me/bots", &json!({ "name": "x" })).await.json(201)["token"].take();
        let begun = one.begin(json!({ "game": GAME, "against": "friend", "options": ["bid-german"] })).await;
        let id = id(&begun);
        two.post(&format!("/api{}", begun["invite"].as_str().unwrap()), &json!({})).await.json(200);
        let bids = one.look(&id).await["view"]["offers"].take();
        let bid = bids[choice]["action"].as_str().unwrap().to_owned();
        one.play(&id, &bid, 0).await.json(200);
        one.look(&id).await;
        send_notices(&context).await;
        let mut program =
            bots::Program { client: Client::new(&context), token: token.as_str().unwrap().to_owned() };
        let mut events = program.listen("/api/bot/events").await;
        let mut stream = program.listen(&format!("/api/bot/matches/{id}/stream")).await;
        let feed = feed["url"].as_str().unwrap();
        let entries = String::from_utf8(one.get(feed).await.bytes).unwrap();
        let mut said = vec![
            events.of("gameStart").await.to_string(),
            events.of("yourTurn").await.to_string(),
            stream.of("gameFull").await["view"].to_string(),
            without(&without(&entries, "<id>", "</id>"), "<updated>", "</updated>"),
            without(&two.get("/api/me/export").await.json(200).to_string(), "\"created\":", ","),
        ];
        let messages = sink.take();
        assert_eq!(messages.len(), 1);
        said.extend(messages.into_iter().map(|message| without(&message.body, "\"at\":", ",")));
        // Numbers of matches, ports and moments differ between two servers.
        let port = sink.url();
        let plain = |text: String| text.replace(&id, "ID").replace(&port, "SINK");
        let figures = String::from_utf8(one.figures().await.bytes).unwrap();
        let names = figures.lines().map(|line| line.split(' ').next().unwrap_or_default().to_owned());
        assert!(!figures.contains(&bid) && !figures.contains(&id));
        seen.push((said.into_iter().map(plain).collect::<Vec<_>>(), names.collect::<Vec<_>>()));
    }
    assert_eq!(seen[0], seen[1]);
}

/// A text without what stands between two others.
fn without(text: &str, from: &str, to: &str) -> String {
    let mut parts = text.split(from);
    let first = parts.next().unwrap_or_default().to_owned();
    first + &parts.map(|part| part.split_once(to).map_or(part, |(_, rest)| rest)).collect::<String>()
}

#[tokio::test]
async fn a_bid_is_seen_by_its_writer_only() {
    let env = Env::new();
    let context = env.app().await;
    let (mut one, mut two, mut three) = (Client::new(&context), Client::new(&context), Client::new(&context));
    let begun = one.begin(json!({ "game": GAME, "against": "friend", "options": ["bid-german"] })).await;
    let id = id(&begun);
    let join = format!("/api{}", begun["invite"].as_str().unwrap());
    two.post(&join, &json!({})).await.json(200);
    let mut texts = async |client: &mut Client, bid: &str| {
        client.play(&id, bid, 0).await;
        let mut texts = Vec::new();
        for path in ["", "/journal", "/replay", "/replay?ply=1"] {
            let text = two.clone().get(&format!("/api/matches/{id}{path}")).await.bytes;
            texts.push(text);
            texts.push(three.get(&format!("/api/matches/{id}{path}")).await.bytes);
        }
        texts.push(three.get(&format!("/api/matches/{id}/record")).await.bytes);
        texts
    };
    // The same requests, whatever was bid: the others' answers are the same to the byte.
    let offers = one.look(&id).await["view"]["offers"].take();
    let bids: Vec<&str> =
        offers.as_array().unwrap().iter().map(|it| it["action"].as_str().unwrap()).collect();
    assert!(bids.len() > 3, "{bids:?}");
    let mut seen = Vec::new();
    for bid in [bids[0], bids[3]] {
        seen.push(texts(&mut one, bid).await);
        let own = one.look(&id).await["view"].to_string();
        assert_eq!(one.look(&id).await["view"]["seq"], 1);
        let text = bid.split(' ').next_back().unwrap();
        assert!(own.contains(text), "{bid}: {own}");
        one.undo(&id, 1).await.json(200);
    }
    let plain = |texts: &[Vec<u8>]| -> Vec<String> {
        // The moment of the last change may differ, and the hash of what came in: it is keyed by the secret.
        let strip = |text: &Vec<u8>| {
            let mut value: serde_json::Value = serde_json::from_slice(text).unwrap();
            if let Some(meta) = value.get_mut("meta") {
                meta["changed"] = json!(0);
                meta["proof"]["head"] = json!("");
                meta["proof"]["entries"] = json!(0);
                meta["proof"]["salts"] = json!([]);
            }
            value.to_string()
        };
        texts.iter().map(strip).collect()
    };
    assert_eq!(plain(&seen[0]), plain(&seen[1]));
    assert!(seen[0].last().is_some_and(|record| String::from_utf8_lossy(record).contains("forbidden")));
}

#[tokio::test]
async fn a_bid_that_was_taken_back_is_in_the_record_when_the_game_is_over() {
    let env = Env::new();
    let context = env.app().await;
    let (mut one, mut two) = (Client::new(&context), Client::new(&context));
    let begun = one.begin(json!({ "game": GAME, "against": "friend", "options": ["bid-german"] })).await;
    let id = id(&begun);
    two.post(&format!("/api{}", begun["invite"].as_str().unwrap()), &json!({})).await.json(200);
    let bid = one.look(&id).await["view"]["offers"][3]["action"].as_str().unwrap().to_owned();
    one.play(&id, &bid, 0).await.json(200);
    one.undo(&id, 1).await.json(200);
    let mut record = async || {
        let answer = two.get(&format!("/api/matches/{id}/record")).await;
        assert_eq!(answer.status, 200);
        String::from_utf8(answer.bytes).unwrap()
    };
    let running = record().await;
    assert!(!running.contains(&bid) && !running.contains("lost:"), "{running}");
    one.post(&format!("/api/matches/{id}/talk"), &json!({ "does": "resign" })).await.json(200);
    let over = record().await;
    assert!(over.contains("\nlost: ") && over.contains(&bid), "{over}");
}
