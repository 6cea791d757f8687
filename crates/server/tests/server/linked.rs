//! A finished match leads on to another game, which is set up from its end.

use kernel::Record;
use serde_json::{Value, json};

use crate::env::{Client, Env, GAME, id};

/// A game that ended with an attack, and one that ended without.
const ATTACK: &str = include_str!("../../../the-year-before/golden/attack.record");
const PEACE: &str = include_str!("../../../the-year-before/golden/peace.record");

/// A finished game between two people, the first of whom played this side.
async fn finished(one: &mut Client, other: &mut Client, record: &str, side: &str) -> String {
    let begin = json!({ "game": "the-year-before", "against": "friend", "side": side, "record": record });
    let begun = one.begin(begin).await;
    other.post(&format!("/api{}", begun["invite"].as_str().unwrap()), &json!({})).await.json(200);
    id(&begun)
}

async fn record(one: &mut Client, id: &str) -> Record {
    let answer = one.get(&format!("/api/matches/{id}/record")).await;
    Record::parse(&String::from_utf8(answer.bytes).unwrap()).unwrap()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

#[tokio::test]
async fn a_finished_game_leads_on_with_the_same_people_on_the_same_sides() {
    let env = Env::new();
    let context = env.app().await;
    let (mut one, mut other) = (Client::new(&context), Client::new(&context));
    let before = finished(&mut one, &mut other, ATTACK, "soviet").await;
    let linked = one.look(&before).await["meta"]["linked"].take();
    assert_eq!(linked["label"], "Go on to Slaughterhouse");
    assert!(text(&linked["says"]).contains("(10.9)") && linked.get("url").is_none(), "{linked}");
    let path = format!("/api/matches/{before}/sequel");
    Client::new(&context).post(&path, &json!({})).await.error(403, "forbidden");
    let war = id(&one.post(&path, &json!({})).await.json(200));
    // Whoever asks, and however often, comes to the same table.
    assert_eq!(id(&other.post(&path, &json!({})).await.json(200)), war);
    assert_eq!(one.look(&before).await["meta"]["linked"]["url"], format!("/match/{war}"));
    let meta = one.look(&war).await["meta"].take();
    assert_eq!((&meta["game"], &meta["you"]), (&json!("slaughterhouse"), &json!(["soviet"])));
    assert_eq!(other.look(&war).await["meta"]["you"], json!(["axis"]));
    assert_eq!(meta["linked"]["url"], format!("/match/{before}"));
    assert!(text(&meta["linked"]["says"]).contains("The Year Before"), "{meta}");
    // The one record refers to the other by its hash.
    let origin = record(&mut one, &war).await.header.origin.unwrap();
    let first = record(&mut one, &before).await;
    assert_eq!(origin.record, first.digest());
    assert_eq!((origin.ply, origin.game.as_deref()), (first.lines.len(), Some("the-year-before")));
    // Its own tables are found again by the next server, and the game is played to its end.
    let again = env.app().await;
    let (mut one, mut other) =
        (Client::new(&again).with_cookie(one.cookie), Client::new(&again).with_cookie(other.cookie));
    let mut choice = 0;
    loop {
        let look = one.look(&war).await;
        if !look["meta"]["over"].is_null() {
            let says = text(&look["meta"]["linked"]["says"]);
            assert!(says.contains("points in the war") && says.contains("(10.9)"), "{says}");
            break;
        }
        let mover = if look["view"]["offers"].as_array().unwrap().is_empty() { &mut other } else { &mut one };
        mover.play_some(&war, choice).await.expect("somebody decides");
        choice += 7;
    }
}

#[tokio::test]
async fn what_does_not_lead_on_is_refused() {
    let env = Env::new();
    let context = env.app().await;
    let (mut one, mut other) = (Client::new(&context), Client::new(&context));
    let peace = finished(&mut one, &mut other, PEACE, "german").await;
    let running = id(&one.begin(json!({ "game": "the-year-before", "against": "hotseat" })).await);
    let another = id(&one.begin(json!({ "game": GAME, "against": "hotseat" })).await);
    for id in [peace, running, another] {
        assert!(one.look(&id).await["meta"].get("linked").is_none());
        let error = one.post(&format!("/api/matches/{id}/sequel"), &json!({})).await.error(422, "refused");
        assert!(text(&error["says"]).contains("10.1"), "{error}");
    }
}
