//! Beginning, playing, taking back, and everything that is refused.

use std::time::Duration;

use axum::{body::Body, http::Request};
use serde_json::json;
use server::{Rate, Rates, Settings};

use crate::env::{Client, Env, GAME, id, settings};

#[tokio::test]
async fn a_hot_seat_match_is_played_and_taken_back() {
    let env = Env::new();
    let context = env.app().await;
    let mut one = Client::new(&context);
    let id = one.hotseat().await;
    let look = one.look(&id).await;
    assert_eq!(look["meta"]["you"], json!(["german", "soviet"]));
    assert_eq!(look["view"]["you"], look["view"]["decides"]);
    assert_eq!(look["meta"]["waits_for"], look["view"]["decides"]);
    let action = look["view"]["offers"][0]["action"].as_str().unwrap().to_owned();
    assert_eq!(one.play(&id, &action, 0).await.json(200)["seq"], 1);
    let undo = one.look(&id).await["view"]["undo"].take();
    assert_eq!(undo["allowed"], true);
    assert_eq!(one.undo(&id, 1).await.json(200)["seq"], 0);
    let again = one.look(&id).await;
    assert_eq!(again["view"], look["view"]);
    assert_eq!(one.undo(&id, 0).await.error(422, "refused")["says"], "Nothing has been played yet.");
}

#[tokio::test]
async fn odd_spelling_is_kept_in_proper_notation() {
    let env = Env::new();
    let mut one = Client::new(&env.app().await);
    let id = one.hotseat().await;
    let action = one.look(&id).await["view"]["offers"][0]["action"].as_str().unwrap().to_owned();
    one.play(&id, &action.replace(' ', "   "), 0).await.json(200);
    let record = one.get(&format!("/api/matches/{id}/record")).await;
    let text = String::from_utf8(record.bytes).unwrap();
    assert!(text.contains(&format!("\n{action}\n")), "{text}");
}

#[tokio::test]
async fn a_match_goes_on_from_a_record() {
    let env = Env::new();
    let context = env.app().await;
    let mut one = Client::new(&context);
    let id = one.hotseat().await;
    for after in 0..5 {
        let action = one.look(&id).await["view"]["offers"][0]["action"].as_str().unwrap().to_owned();
        one.play(&id, &action, after).await.json(200);
    }
    let record = String::from_utf8(one.get(&format!("/api/matches/{id}/record")).await.bytes).unwrap();
    let begin = |more: serde_json::Value| {
        let mut body = json!({ "game": GAME, "against": "hotseat", "record": record });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    let whole = one.post("/api/matches", &begin(json!({}))).await.json(201)["id"].take();
    let (old, new) = (one.look(&id).await, one.look(whole.as_str().unwrap()).await);
    assert_eq!(new["view"]["seq"], 5);
    assert_eq!(new["view"]["pieces"], old["view"]["pieces"]);
    let part = one.post("/api/matches", &begin(json!({ "ply": 2 }))).await.json(201)["id"].take();
    let part = part.as_str().unwrap();
    let view = one.look(part).await["view"].take();
    assert_eq!(view["seq"], 2);
    let action = view["offers"][0]["action"].as_str().unwrap();
    assert_eq!(one.play(part, action, 2).await.json(200)["seq"], 3);

    let refused = |field: &'static str, body: serde_json::Value| (field, body);
    for (field, body) in [
        refused("ply", begin(json!({ "ply": 6 }))),
        refused("ply", json!({ "game": GAME, "against": "hotseat", "ply": 1 })),
        refused("record", begin(json!({ "options": ["x"] }))),
        refused("record", begin(json!({ "record": "nonsense" }))),
        refused("record", begin(json!({ "record": record.replace("\n---\nend", "\npass\n---\nend") }))),
    ] {
        let error = one.post("/api/matches", &body).await.error(400, "bad-request");
        assert_eq!(error["field"], field, "{error}");
    }
    let endless = begin(json!({ "record": "x".repeat(600_000) }));
    one.post("/api/matches", &endless).await.error(413, "too-large");
}

#[tokio::test]
async fn what_cannot_be_is_refused() {
    let env = Env::new();
    let context = env.app().await;
    let mut one = Client::new(&context);
    let id = one.hotseat().await;
    let action = one.look(&id).await["view"]["offers"][0]["action"].as_str().unwrap().to_owned();
    one.play(&id, &action, 0).await.json(200);
    assert_eq!(one.play(&id, &action, 0).await.error(409, "stale")["seq"], 1);
    assert_eq!(one.play(&id, &action, 7).await.error(409, "stale")["seq"], 1);
    let refused = one.play(&id, "pass", 1).await.error(422, "refused");
    assert!(refused["case"].as_str().unwrap().contains('.'), "{refused}");
    assert_eq!(one.play(&id, "dance", 1).await.error(400, "bad-request")["field"], "action");
    let long = "place ".repeat(100);
    assert_eq!(one.play(&id, &long, 1).await.error(400, "bad-request")["field"], "action");
    let mut stranger = Client::new(&context);
    stranger.play(&id, "pass", 1).await.error(403, "forbidden");
    stranger.undo(&id, 1).await.error(403, "forbidden");
    one.play("0000000000000", "pass", 1).await.error(404, "not-found");
    one.play("nonsense", "pass", 1).await.error(404, "not-found");
    let actions = format!("/api/matches/{id}/actions");
    let wrong = one.post(&actions, &json!({ "action": 3, "after": 1 })).await.error(400, "bad-request");
    assert_eq!(wrong["field"], "action");
    one.post(&actions, &json!({ "action": "pass" })).await.error(400, "bad-request");
    one.post(&actions, &json!({ "action": "pass", "after": 1, "more": 1 })).await.error(400, "bad-request");
    one.post(&actions, &json!({ "action": "x".repeat(20_000), "after": 1 })).await.error(413, "too-large");
    let plain =
        Request::post(&actions).header("sec-fetch-site", "same-origin").body(Body::from("{}")).unwrap();
    one.send(plain).await.error(400, "bad-request");
    assert_eq!(one.look(&id).await["view"]["seq"], 1);
}

#[tokio::test]
async fn a_match_cannot_begin_with_what_does_not_exist() {
    let env = Env::new();
    let mut one = Client::new(&env.app().await);
    for (field, body) in [
        ("game", json!({ "game": "chess", "against": "hotseat" })),
        ("scenario", json!({ "game": GAME, "against": "hotseat", "scenario": "moon" })),
        ("options", json!({ "game": GAME, "against": "hotseat", "options": ["magic"] })),
        ("options", json!({ "game": GAME, "against": "hotseat", "options": ["bid-german", "bid-soviet"] })),
        ("side", json!({ "game": GAME, "against": "machine", "side": "martian" })),
        ("level", json!({ "game": GAME, "against": "machine", "level": "deep-blue" })),
        ("against", json!({ "game": GAME, "against": "nobody" })),
    ] {
        let error = one.post("/api/matches", &body).await.error(400, "bad-request");
        assert_eq!(error["field"], field, "{error}");
    }
    assert_eq!(one.get("/api/matches").await.json(200), json!({ "matches": [] }));
}

#[tokio::test]
async fn a_friend_joins_by_invitation() {
    let env = Env::new();
    let context = env.app().await;
    let (mut one, mut two, mut three) = (Client::new(&context), Client::new(&context), Client::new(&context));
    let begun = one.begin(json!({ "game": GAME, "against": "friend", "side": "soviet" })).await;
    let id = id(&begun);
    let meta = one.look(&id).await["meta"].take();
    assert_eq!(meta["you"], json!(["soviet"]));
    assert_eq!(meta["invite"], json!(null), "it was shown once");
    assert_eq!(meta["seats"][0]["player"], json!(null));
    let join = format!("/api{}", begun["invite"].as_str().unwrap());
    // Spectators do not learn the invitation.
    assert_eq!(three.look(&id).await["meta"]["invite"], json!(null));
    assert_eq!(two.post(&join, &json!({})).await.json(200)["id"], id.as_str());
    assert_eq!(two.post(&join, &json!({})).await.json(200)["id"], id.as_str());
    // Nothing is written for a stranger who gets no seat: not even that he was here.
    let written = context.store.figures().jobs;
    three.post(&join, &json!({})).await.error(404, "not-found");
    three.post("/api/join/00000000000000000000000000000000", &json!({})).await.error(404, "not-found");
    three.post(&format!("/api/matches/{id}/sit"), &json!({})).await.error(403, "forbidden");
    assert_eq!((context.store.figures().jobs, &three.cookie), (written, &None));
    three.hotseat().await;
    three.post(&join, &json!({})).await.error(403, "forbidden");
    let seen = two.look(&id).await;
    assert_eq!(seen["meta"]["you"], json!(["german"]));
    assert_eq!(seen["meta"]["invite"], json!(null));
    // The German sets up first; the Soviet waits, and so does a spectator.
    let action = seen["view"]["offers"][0]["action"].as_str().unwrap();
    assert!(one.look(&id).await["view"]["offers"].as_array().unwrap().is_empty());
    assert_eq!(three.look(&id).await["view"]["you"], json!(null));
    one.play(&id, action, 0).await.error(403, "forbidden");
    three.play(&id, action, 0).await.error(403, "forbidden");
    two.play(&id, action, 0).await.json(200);
    one.undo(&id, 1).await.error(422, "refused");
    assert_eq!(one.look(&id).await["view"]["seq"], 1);
    let listed = two.get("/api/matches").await.json(200)["matches"].take();
    assert_eq!(listed[0]["id"], id.as_str());
}

#[tokio::test]
async fn the_machine_plays_a_whole_game_and_then_everything_is_shown() {
    let env = Env::new();
    let context = env.app().await;
    let mut one = Client::new(&context);
    let begun = json!({ "game": GAME, "against": "machine", "level": "random", "side": "soviet" });
    let id = id(&one.begin(begun).await);
    let replay = format!("/api/matches/{id}/replay");
    one.get(&format!("{replay}?as=all")).await.error(403, "forbidden");
    one.get(&format!("{replay}?as=german")).await.error(403, "forbidden");
    one.get(&format!("{replay}?as=martian")).await.error(400, "bad-request");
    one.get(&format!("{replay}?ply=-1")).await.error(400, "bad-request");
    let mut moves = 0;
    loop {
        let look = one.look(&id).await;
        if look["meta"]["over"].is_object() {
            break;
        }
        let offers = look["view"]["offers"].as_array().unwrap();
        if offers.is_empty() {
            tokio::time::sleep(Duration::from_millis(1)).await;
            continue;
        }
        let action = offers[moves * 7 % offers.len()]["action"].as_str().unwrap();
        one.play(&id, action, look["view"]["seq"].as_u64().unwrap()).await.json(200);
        moves += 1;
        assert!(moves < 5000, "the game does not end");
    }
    let seq = one.look(&id).await["view"]["seq"].as_u64().unwrap();
    one.play(&id, "pass", seq).await.error(422, "refused");
    let mut anybody = Client::new(&context);
    for side in ["all", "german", "soviet"] {
        let half = anybody.get(&format!("{replay}?ply={}&as={side}", seq / 2)).await.json(200);
        assert_eq!(half["view"]["seq"], seq / 2);
        assert_eq!(half["plies"], seq);
    }
    anybody.get(&format!("{replay}?ply={}", seq + 1)).await.error(400, "bad-request");
    let record = anybody.get(&format!("/api/matches/{id}/record")).await;
    let record = kernel::Record::parse(std::str::from_utf8(&record.bytes).unwrap()).unwrap();
    assert_eq!(record.lines.len() as u64, seq);
    assert_eq!(record.header.players, ["german random", "soviet human"]);
}

#[tokio::test]
async fn questions_are_answered() {
    let env = Env::new();
    let mut one = Client::new(&env.app().await);
    let id = one.hotseat().await;
    let query = format!("/api/matches/{id}/query");
    let why = one.post(&query, &json!({ "ask": "why-not", "action": "pass" })).await.json(200);
    assert!(!why["cites"].as_array().unwrap().is_empty(), "{why}");
    one.post(&query, &json!({ "ask": "control" })).await.json(200);
    one.post(&query, &json!({ "ask": "why-not", "action": "dance" })).await.error(400, "bad-request");
    one.post(&query, &json!({ "ask": "the-time" })).await.error(400, "bad-request");
}

#[tokio::test]
async fn whoever_writes_too_often_has_to_wait() {
    let env = Env::new();
    // Beginning the match makes the person; two are left to play. Nothing is given back with time.
    let person = Rate { per_second: 0.0, burst: 2.0 };
    let rates = Rates { person, ..Rates::UNLIMITED };
    let mut one = Client::new(&env.app_with(Settings { rates, ..settings() }).await);
    let id = one.hotseat().await;
    for _ in 0..2 {
        one.play(&id, "pass", 99).await.error(409, "stale");
    }
    for _ in 0..2 {
        one.play(&id, "pass", 99).await.error(429, "too-many");
    }
    assert_eq!(one.look(&id).await["view"]["seq"], 0);
}
