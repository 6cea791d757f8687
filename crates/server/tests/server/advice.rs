//! Hints, reviews, and machines that do not keep people waiting.

use std::time::Duration;

use serde_json::{Value, json};

use crate::env::{Client, Env, GAME, id};

#[tokio::test]
async fn there_are_no_hints_between_people() {
    let env = Env::new();
    let context = env.app().await;
    let (mut one, mut two) = (Client::new(&context), Client::new(&context));
    let begun = one.begin(json!({ "game": GAME, "against": "friend", "side": "german" })).await;
    let hint = format!("/api/matches/{}/hint", id(&begun));
    let says = "There are no hints in a game between people.";
    // The free seat is a person's, too.
    assert_eq!(one.post(&hint, &json!({})).await.error(403, "forbidden")["says"], says);
    two.post(&format!("/api{}", begun["invite"].as_str().unwrap()), &json!({})).await.json(200);
    assert_eq!(one.post(&hint, &json!({})).await.error(403, "forbidden")["says"], says);
    let other = two.post(&hint, &json!({})).await.error(403, "forbidden");
    assert_eq!(other["says"], "A hint is for the side that decides.");
}

#[tokio::test]
async fn a_hint_is_thought_of_once() {
    let env = Env::new();
    let context = env.app().await;
    let mut one = Client::new(&context);
    let machine = json!({ "game": GAME, "against": "machine", "level": "random", "side": "german" });
    let id = id(&one.begin(machine).await);
    let hint = format!("/api/matches/{id}/hint");
    let mut again = one.clone();
    let asked = json!({});
    let (first, second) = tokio::join!(one.post(&hint, &asked), again.post(&hint, &asked));
    let choices = first.json(200)["choices"].take();
    assert!(!choices.as_array().unwrap().is_empty());
    // Another search would have made other walks.
    assert_eq!(first.bytes, second.bytes);
    assert_eq!(first.bytes, one.post(&hint, &asked).await.bytes);
    // The next position has a hint of its own.
    one.play(&id, choices[0]["action"].as_str().unwrap(), 0).await.json(200);
    let offers = one.look(&id).await["view"]["offers"].take();
    let next = one.post(&hint, &asked).await.json(200)["choices"].take();
    let offered =
        |choice: &Value| offers.as_array().unwrap().iter().any(|it| it["action"] == choice["action"]);
    assert!(next.as_array().unwrap().iter().all(offered), "{next}");
    Client::new(&context).post(&hint, &asked).await.error(403, "forbidden");
}

#[tokio::test]
async fn a_review_is_for_those_who_played() {
    let env = Env::new();
    let context = env.app().await;
    let mut one = Client::new(&context);
    let id = one.hotseat().await;
    let review = format!("/api/matches/{id}/review");
    one.post(&review, &json!({})).await.error(403, "forbidden");
    let mut choice = 0;
    while one.play_some(&id, choice).await.is_some() {
        choice += 7;
    }
    let refused = Client::new(&context).post(&review, &json!({})).await.error(403, "forbidden");
    assert_eq!(refused["says"], "A review is for those who played the game.");
    let mut again = one.clone();
    let asked = json!({});
    let (first, second) = tokio::join!(one.post(&review, &asked), again.post(&review, &asked));
    let reviewed = first.json(200);
    let decisions = reviewed["decisions"].as_array().unwrap();
    assert!(decisions.len() > 10);
    // Luck is told apart from skill, and both with what is neither make up what the chance has moved.
    let sum = |of: &Value| of.as_object().unwrap().values().map(|it| it.as_i64().unwrap()).sum::<i64>();
    let given: i64 = decisions.iter().map(|it| it["loss"].as_i64().unwrap()).sum();
    assert_eq!(sum(&reviewed["apart"]["given"]), given);
    let dice: i64 = decisions.iter().map(|it| it["dice"].as_i64().unwrap()).sum();
    assert_eq!(reviewed["apart"]["dice"], dice);
    let story = one.get(&format!("/api/matches/{id}/report?review=true")).await;
    let story = String::from_utf8(story.bytes).unwrap();
    assert!(story.contains("The chance to win") && story.contains("Luck apart from skill"));
    // The worst are told in the words of what was offered.
    let worst = decisions.iter().rev().max_by_key(|it| it["loss"].as_u64()).unwrap();
    assert!(worst["says"]["played"].is_string() && worst["says"]["better"].is_string(), "{worst}");
    assert_ne!(worst["says"]["better"], worst["better"]);
    assert!(decisions.iter().filter(|it| it["says"].is_object()).count() <= 6);
    assert_eq!(first.bytes, second.bytes);
}

/// A machine of every level, in every game, answers by itself.
#[tokio::test]
async fn every_level_plays_every_game() {
    let env = Env::new();
    let context = env.app().await;
    let mut one = Client::new(&context);
    for game in one.get("/api/games").await.json(200)["games"].take().as_array().unwrap() {
        for level in ["easy", "normal", "hard", "expert"] {
            let seq = answered(&mut one, &game["about"], level).await;
            assert!(seq > 0, "{level} does not play {}", game["about"]["id"]);
        }
    }
}

/// How far a match has got in which the machine had to begin.
async fn answered(one: &mut Client, about: &Value, level: &str) -> u64 {
    for side in about["sides"].as_array().unwrap() {
        let begin = json!({ "game": about["id"], "against": "machine", "level": level, "side": side["id"] });
        let id = id(&one.begin(begin).await);
        let begun = one.look(&id).await;
        if begun["meta"]["waits_for"] == begun["meta"]["you"][0] {
            continue;
        }
        let seq = begun["view"]["seq"].as_u64().unwrap();
        for _ in 0..3_000 {
            let now = one.look(&id).await["view"]["seq"].as_u64().unwrap();
            if now > seq {
                return now;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
    0
}

/// A machine that is stopped by the shutdown leaves its decision to the next start.
#[tokio::test]
async fn nothing_is_decided_in_the_haste_of_a_shutdown() {
    let env = Env::new();
    let context = env.app().await;
    let mut one = Client::new(&context);
    let machine = json!({ "game": GAME, "against": "machine", "level": "expert", "side": "soviet" });
    let id = id(&one.begin(machine).await);
    let before = one.look(&id).await["view"]["seq"].take();
    context.close();
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(one.look(&id).await["view"]["seq"], before);
    let mut later = Client::new(&env.app().await);
    later.cookie.clone_from(&one.cookie);
    while later.look(&id).await["view"]["seq"] == before {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
