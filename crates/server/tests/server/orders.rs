//! Lists of actions, where pieces can be sent, and steps taken back together.

use serde_json::{Value, json};

use crate::env::{Client, Env};

/// Two units that can be placed, and a space where both can go, with the clicks that it takes.
async fn group(one: &mut Client, id: &str) -> (Vec<String>, String, Vec<String>) {
    let view = one.look(id).await["view"].take();
    let mut units: Vec<String> = Vec::new();
    for offer in view["offers"].as_array().unwrap() {
        if let Some(unit) = offer["unit"].as_str()
            && !units.iter().any(|it| it == unit)
        {
            units.push(unit.to_owned());
        }
    }
    units.truncate(2);
    let path = format!("/api/matches/{id}/orders");
    let common = one.post(&path, &json!({ "pieces": units })).await.json(200);
    let to = common["ways"][0]["to"].as_str().unwrap().to_owned();
    assert_eq!(common["ways"][0]["clicks"], json!([]), "{common}");
    let way = one.post(&path, &json!({ "pieces": units, "to": to })).await.json(200)["ways"][0].take();
    let clicks = way["clicks"].as_array().unwrap().iter().map(|it| it.as_str().unwrap().to_owned()).collect();
    (units, to, clicks)
}

fn at<'a>(look: &'a Value, unit: &str) -> &'a str {
    let pieces = look["view"]["pieces"].as_array().unwrap();
    pieces.iter().find(|piece| piece["id"] == unit).unwrap()["at"].as_str().unwrap()
}

#[tokio::test]
async fn a_group_is_sent_with_one_list_and_taken_back_as_one() {
    let env = Env::new();
    let mut one = Client::new(&env.app().await);
    let id = one.hotseat().await;
    let (units, to, clicks) = group(&mut one, &id).await;
    assert_eq!(units.len(), 2);
    let actions = format!("/api/matches/{id}/actions");
    let played = one.post(&actions, &json!({ "actions": clicks, "after": 0 })).await.json(200);
    assert_eq!((&played["played"], &played["seq"]), (&json!(clicks.len()), &json!(clicks.len())));
    assert!(played.get("stopped").is_none(), "{played}");
    let look = one.look(&id).await;
    for unit in &units {
        assert_eq!(at(&look, unit), to);
    }
    let undo = format!("/api/matches/{id}/undo");
    let seq = clicks.len();
    assert_eq!(one.post(&undo, &json!({ "after": seq, "to": 0 })).await.json(200)["seq"], 0);
    assert_ne!(at(&one.look(&id).await, &units[0]), to);
    let back = one.post(&undo, &json!({ "after": 0, "to": 7 })).await;
    assert_eq!(back.error(400, "bad-request")["field"], "to");
}

#[tokio::test]
async fn a_list_says_how_far_it_came() {
    let env = Env::new();
    let mut one = Client::new(&env.app().await);
    let id = one.hotseat().await;
    let (_, _, mut clicks) = group(&mut one, &id).await;
    let good = clicks.len();
    clicks.push("fire 2".to_owned());
    clicks.push("done".to_owned());
    let actions = format!("/api/matches/{id}/actions");
    let played = one.post(&actions, &json!({ "actions": clicks, "after": 0 })).await.json(200);
    assert_eq!((&played["played"], &played["seq"]), (&json!(good), &json!(good)), "{played}");
    assert_eq!(played["stopped"]["why"], "refused");
    assert!(played["stopped"]["case"].is_string(), "{played}");
    let record = one.get(&format!("/api/matches/{id}/record")).await.bytes;
    assert!(!String::from_utf8(record).unwrap().contains("fire 2"));
}

#[tokio::test]
async fn a_list_that_cannot_begin_changes_nothing() {
    let env = Env::new();
    let mut one = Client::new(&env.app().await);
    let id = one.hotseat().await;
    let actions = format!("/api/matches/{id}/actions");
    one.post(&actions, &json!({ "actions": ["fire 2", "done"], "after": 0 })).await.error(422, "refused");
    assert_eq!(one.look(&id).await["view"]["seq"], 0);
    let empty = one.post(&actions, &json!({ "actions": [], "after": 0 })).await;
    assert_eq!(empty.error(400, "bad-request")["field"], "actions");
    let both = one.post(&actions, &json!({ "action": "done", "actions": ["done"], "after": 0 })).await;
    assert_eq!(both.error(400, "bad-request")["field"], "action");
    let nobody = one.post(&format!("/api/matches/{id}/orders"), &json!({ "pieces": [] })).await;
    assert_eq!(nobody.error(400, "bad-request")["field"], "pieces");
    let unknown = one.post(&format!("/api/matches/{id}/orders"), &json!({ "pieces": ["x"] })).await.json(200);
    assert_eq!(unknown, json!({ "ways": [], "left_out": ["x"] }));
}

#[tokio::test]
async fn every_view_has_aims() {
    let env = Env::new();
    let mut one = Client::new(&env.app().await);
    let id = one.hotseat().await;
    let aims = one.look(&id).await["view"]["aims"].take();
    let ring = aims.as_array().unwrap().iter().find(|aim| aim["id"] == "ring").unwrap().clone();
    assert_eq!((&ring["state"], &ring["by"], &ring["side"]), (&json!("open"), &json!(4), &json!("soviet")));
    assert!(!ring["spaces"].as_array().unwrap().is_empty(), "{ring}");
}
