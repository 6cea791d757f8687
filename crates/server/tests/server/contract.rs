//! The description and the server agree: every route and every status that is described exists, and nothing else
//! is answered.

use std::collections::{BTreeMap, BTreeSet};

use axum::{body::Body, http::Request};
use serde_json::{Value, json};
use server::{Rates, Settings};
use store::{MatchId, NewMatch};

use crate::env::{Answer, Client, Env, GAME, settings};

/// A client that notes what it was answered.
struct Witness {
    client: Client,
    seen: BTreeMap<(String, String), BTreeSet<u16>>,
}

impl Witness {
    async fn get(&mut self, route: &str, path: &str) -> Answer {
        let answer = self.client.get(path).await;
        self.note("get", route, &answer);
        answer
    }

    async fn post(&mut self, route: &str, path: &str, body: &Value) -> Answer {
        let answer = self.client.post(path, body).await;
        self.note("post", route, &answer);
        answer
    }

    fn note(&mut self, method: &str, route: &str, answer: &Answer) {
        let key = (method.to_owned(), route.to_owned());
        self.seen.entry(key).or_default().insert(answer.status.as_u16());
        if !answer.status.is_success() {
            let error: Value = serde_json::from_slice(&answer.bytes).unwrap();
            assert!(error["error"]["code"].is_string() && error["error"]["says"].is_string(), "{error}");
        }
    }
}

#[tokio::test]
async fn every_described_status_is_answered_and_no_other() {
    let env = Env::new();
    let context = env.app().await;
    let mut one = Witness { client: Client::new(&context), seen: BTreeMap::new() };
    let document = one.get("/api/openapi.json", "/api/openapi.json").await.json(200);
    for path in ["/healthz", "/metrics", "/api/games"] {
        one.get(path, path).await;
    }
    for part in ["board", "rules"] {
        for game in [GAME, "chess"] {
            one.get(&format!("/api/games/{{game}}/{part}"), &format!("/api/games/{game}/{part}")).await;
        }
    }
    let board = one.client.get(&format!("/api/games/{GAME}/board")).await.json(200);
    one.get("/maps/{file}", board["map"].as_str().unwrap()).await;
    one.get("/maps/{file}", "/maps/none.svg").await;
    let begin = json!({ "game": GAME, "against": "hotseat" });
    let large = json!({ "game": "x".repeat(600_000) });
    let begun = one.post("/api/matches", "/api/matches", &begin).await.json(201);
    one.post("/api/matches", "/api/matches", &json!({})).await;
    one.post("/api/matches", "/api/matches", &large).await;
    one.get("/api/matches", "/api/matches").await;
    let id = begun["id"].as_str().unwrap();
    let offer = one.client.look(id).await["view"]["offers"][0]["action"].clone();
    for id in [id, "0000000000000"] {
        let at = |part: &str| (format!("/api/matches/{{id}}{part}"), format!("/api/matches/{id}{part}"));
        let (route, path) = at("");
        one.get(&route, &path).await;
        for part in ["/record", "/journal", "/review"] {
            let (route, path) = at(part);
            one.get(&route, &path).await;
        }
        let (route, path) = at("/hint");
        one.post(&route, &path, &json!({})).await;
        let (route, path) = at("/replay");
        for query in ["", "?ply=x", "?as=all"] {
            one.get(&route, &format!("{path}{query}")).await;
        }
        let (route, path) = at("/actions");
        for body in [json!({}), large.clone(), json!({ "action": "pass", "after": 9 })] {
            one.post(&route, &path, &body).await;
        }
        for action in [&json!("pass"), &offer] {
            one.post(&route, &path, &json!({ "action": action, "after": 0 })).await;
        }
        let (route, path) = at("/undo");
        for body in
            [json!({}), large.clone(), json!({ "after": 9 }), json!({ "after": 1 }), json!({ "after": 0 })]
        {
            one.post(&route, &path, &body).await;
        }
        let (route, path) = at("/query");
        for body in [json!({}), large.clone(), json!({ "ask": "control" })] {
            one.post(&route, &path, &body).await;
        }
        let (route, path) = at("/events");
        let status = one.client.open(&path).await.status().as_u16();
        one.seen.entry(("get".to_owned(), route)).or_default().insert(status);
    }
    // A match that the rules of now do not allow goes on as another.
    let kept = context.store.load(id.parse().unwrap()).await.unwrap().unwrap().start;
    let old = NewMatch { id: MatchId::new(2), rules: 1, lines: vec!["pass".to_owned()], ..kept };
    context.store.create(old).await.unwrap();
    let route = "/api/matches/{id}/continue";
    for id in [&MatchId::new(2).to_string(), id, "0000000000000"] {
        one.post(route, &format!("/api/matches/{id}/continue"), &json!({})).await;
    }
    // A game that is over is reviewed.
    let over = one.client.begin(begin.clone()).await["id"].as_str().unwrap().to_owned();
    let mut choice = 0;
    while one.client.play_some(&over, choice).await.is_some() {
        choice += 7;
    }
    let reviewed =
        one.get("/api/matches/{id}/review", &format!("/api/matches/{over}/review")).await.json(200);
    let chances = reviewed["decisions"].as_array().unwrap().iter().map(|it| it["chance"].as_u64().unwrap());
    assert!(chances.count() > 10 && reviewed["side"] == "german");
    // A stranger, an invitation, hidden bids.
    let bids = json!({ "game": GAME, "against": "friend", "options": ["bid-german"] });
    let friend = one.client.begin(bids).await;
    let hidden = friend["id"].as_str().unwrap();
    one.client.play_some(hidden, 1).await.unwrap();
    one.get("/api/matches/{id}/record", &format!("/api/matches/{hidden}/record")).await;
    let owner = one.client.cookie.take();
    for part in ["actions", "undo", "hint", "continue"] {
        let body =
            if part == "undo" { json!({ "after": 0 }) } else { json!({ "action": "pass", "after": 0 }) };
        one.post(&format!("/api/matches/{{id}}/{part}"), &format!("/api/matches/{id}/{part}"), &body).await;
    }
    let join = format!("/api{}", friend["invite"].as_str().unwrap());
    one.post("/api/join/{invite}", &join, &json!({})).await;
    one.client.cookie = owner;
    one.post("/api/join/{invite}", &join, &json!({})).await;
    one.post("/api/join/{invite}", "/api/join/x", &json!({})).await;
    // Too many requests of everything that writes.
    let limited = env.app_with(Settings { rates: Rates::default(), ..settings() }).await;
    one.client = Client::new(&limited);
    while one.client.post("/api/matches", &json!({})).await.status != 429 {}
    for part in ["actions", "undo", "query", "hint", "continue"] {
        one.post(&format!("/api/matches/{{id}}/{part}"), &format!("/api/matches/{id}/{part}"), &json!({}))
            .await;
    }
    one.post("/api/matches", "/api/matches", &json!({})).await;
    one.post("/api/join/{invite}", "/api/join/x", &json!({})).await;

    let mut described = BTreeMap::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let statuses = operation["responses"].as_object().unwrap().keys();
            let statuses: BTreeSet<u16> = statuses.map(|status| status.parse().unwrap()).collect();
            described.insert((method.clone(), path.clone()), statuses);
        }
    }
    assert_eq!(one.seen, described);
}

#[tokio::test]
async fn every_reference_of_the_description_leads_somewhere() {
    let env = Env::new();
    let document = Client::new(&env.app().await).get("/api/openapi.json").await.json(200);
    let text = document.to_string();
    for part in text.split("\"$ref\":\"#").skip(1) {
        let pointer = part.split('"').next().unwrap();
        assert!(document.pointer(pointer).is_some(), "{pointer}");
    }
}

#[tokio::test]
async fn other_addresses_and_methods_are_refused() {
    let env = Env::new();
    let mut one = Client::new(&env.app().await);
    for path in ["/api", "/api/", "/api/nothing", "/api/matches/x/y", "/nothing", "/maps/"] {
        one.get(path).await.error(404, "not-found");
    }
    for (method, path) in [("DELETE", "/api/matches"), ("PUT", "/api/games"), ("POST", "/healthz")] {
        let request = Request::builder().method(method).uri(path).body(Body::empty()).unwrap();
        one.send(request).await.error(405, "bad-request");
    }
}
