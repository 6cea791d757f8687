//! Accounts beside guests.

use serde_json::{Value, json};
use server::{Pair, Rate, Rates, Settings};

use crate::env::{Client, Env, GAME, id, settings};

fn anna() -> Value {
    json!({ "name": "Anna", "password": "correct horse" })
}

#[tokio::test]
async fn a_guest_who_makes_an_account_keeps_his_games_on_every_device() {
    let env = Env::new();
    let context = env.app().await;
    let (mut one, mut two) = (Client::new(&context), Client::new(&context));
    let begun = one.begin(json!({ "game": GAME, "against": "friend", "side": "german" })).await;
    two.post(&format!("/api{}", begun["invite"].as_str().unwrap()), &json!({})).await.json(200);
    let id = id(&begun);
    let guest = one.cookie.clone();
    assert_eq!(one.get("/api/me").await.json(200)["name"], json!(null));
    let made = one.post("/api/accounts", &anna()).await.json(201);
    assert_eq!(made["recovery"].as_str().unwrap().len(), 32);
    assert_ne!(one.cookie, guest);
    // The game is live and follows at once; everybody sees the name.
    one.play_some(&id, 0).await.unwrap();
    let seats = two.look(&id).await["meta"]["seats"].take();
    assert_eq!((&seats[0]["name"], &seats[1]["name"]), (&json!("Anna"), &json!(null)));
    // What the guest had is worth nothing any more.
    let mut old = one.with_cookie(guest);
    assert_eq!(old.look(&id).await["meta"]["you"], json!([]));
    // Another device, with a guest's game of its own.
    let mut phone = Client::new(&context);
    let other = phone.hotseat().await;
    let spelled = json!({ "name": "anna", "password": "correct horse" });
    assert_eq!(phone.post("/api/sign-in", &spelled).await.json(200)["name"], "Anna");
    for (client, id) in [(&mut phone, &id), (&mut one, &other)] {
        assert!(!client.look(id).await["meta"]["you"].as_array().unwrap().is_empty());
    }
    let me = one.get("/api/me").await.json(200);
    assert_eq!(me["devices"].as_array().unwrap().len(), 2);
    let exported = one.get("/api/me/export").await.json(200);
    assert_eq!((&exported["name"], exported["matches"].as_array().unwrap().len()), (&json!("Anna"), 2));
    assert!(!exported.to_string().contains("argon2id"));
}

#[tokio::test]
async fn devices_can_be_signed_out() {
    let env = Env::new();
    let context = env.app().await;
    let (mut one, mut two, mut three) = (Client::new(&context), Client::new(&context), Client::new(&context));
    one.post("/api/accounts", &anna()).await.json(201);
    two.post("/api/sign-in", &anna()).await.json(200);
    three.post("/api/sign-in", &anna()).await.json(200);
    let devices = one.get("/api/me").await.json(200)["devices"].take();
    let own = devices.as_array().unwrap().iter().find(|it| it["this"] == true).unwrap()["id"].clone();
    let unknown = json!({ "device": "0123456789abcdef" });
    assert_eq!(two.post("/api/sign-out", &unknown).await.error(400, "bad-request")["field"], "device");
    two.post("/api/sign-out", &json!({ "device": own })).await.json(200);
    assert_eq!(one.get("/api/me").await.json(200)["name"], json!(null));
    two.post("/api/sign-out", &json!({ "others": true })).await.json(200);
    assert_eq!(three.get("/api/me").await.json(200)["name"], json!(null));
    two.post("/api/sign-out", &json!({})).await.json(200);
    two.post("/api/sign-out", &json!({})).await.error(403, "forbidden");
}

#[tokio::test]
async fn a_lost_password_is_made_up_for_once() {
    let env = Env::new();
    let context = env.app().await;
    let mut one = Client::new(&context);
    let code = one.post("/api/accounts", &anna()).await.json(201)["recovery"].take();
    let mut lost = Client::new(&context);
    let ask = |code: &Value| json!({ "name": "Anna", "code": code, "password": "battery staple" });
    lost.post("/api/recover", &ask(&json!("0".repeat(32)))).await.error(403, "forbidden");
    let next = lost.post("/api/recover", &ask(&code)).await.json(200)["recovery"].take();
    lost.post("/api/recover", &ask(&code)).await.error(403, "forbidden");
    assert_ne!(next, code);
    assert_eq!(one.get("/api/me").await.json(200)["name"], json!(null), "every device is signed out");
    lost.post("/api/sign-in", &anna()).await.error(403, "forbidden");
    let new = json!({ "name": "Anna", "password": "battery staple" });
    lost.post("/api/sign-in", &new).await.json(200);
}

#[tokio::test]
async fn an_account_that_is_deleted_leaves_the_games_of_others_whole() {
    let env = Env::new();
    let context = env.app().await;
    let (mut one, mut two) = (Client::new(&context), Client::new(&context));
    one.post("/api/accounts", &anna()).await.json(201);
    let begun = one.begin(json!({ "game": GAME, "against": "friend", "side": "german" })).await;
    two.post(&format!("/api{}", begun["invite"].as_str().unwrap()), &json!({})).await.json(200);
    let id = id(&begun);
    one.play_some(&id, 0).await.unwrap();
    one.post("/api/me/delete", &json!({ "password": "wrong horse" })).await.error(403, "forbidden");
    one.post("/api/me/delete", &json!({ "password": "correct horse" })).await.json(200);
    let look = two.look(&id).await;
    assert_eq!(look["view"]["seq"], 1);
    assert_eq!(look["meta"]["seats"][0]["name"], json!(null));
    assert_eq!(one.look(&id).await["meta"]["you"], json!([]));
    one.post("/api/sign-in", &anna()).await.error(403, "forbidden");
    // The name is free again.
    one.post("/api/accounts", &anna()).await.json(201);
    assert_eq!(one.look(&id).await["meta"]["you"], json!([]));
}

#[tokio::test]
async fn names_and_passwords_are_checked_and_not_guessed() {
    let env = Env::new();
    let few = Pair { person: Rate::hourly(5), address: Rate::hourly(5) };
    let rates = Rates { sign_ins: few, ..Rates::UNLIMITED };
    let context = env.app_with(Settings { rates, ..settings() }).await;
    let mut one = Client::new(&context);
    for (field, name, password) in [
        ("name", "A", "correct horse"),
        ("name", " Anna", "correct horse"),
        ("name", "<b>Anna</b>", "correct horse"),
        ("name", "an account with far too long a name", "correct horse"),
        ("password", "Anna", "short"),
    ] {
        let asked = json!({ "name": name, "password": password });
        assert_eq!(
            one.post("/api/accounts", &asked).await.error(400, "bad-request")["field"],
            field,
            "{name}"
        );
    }
    one.post("/api/accounts", &anna()).await.json(201);
    let again = json!({ "name": "ANNA", "password": "another horse" });
    assert_eq!(one.post("/api/accounts", &again).await.error(400, "bad-request")["field"], "name");
    let mut thief = Client::new(&context);
    let wrong = thief.post("/api/sign-in", &again).await.error(403, "forbidden");
    let nobody = json!({ "name": "Nobody", "password": "another horse" });
    assert_eq!(
        thief.post("/api/sign-in", &nobody).await.error(403, "forbidden"),
        wrong,
        "neither is told apart"
    );
    while thief.post("/api/sign-in", &again).await.status != 429 {}
}
