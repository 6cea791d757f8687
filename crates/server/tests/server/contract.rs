//! The description and the server agree: every route and every status that is described exists, and nothing else
//! is answered.

use std::collections::{BTreeMap, BTreeSet};

use axum::{body::Body, http::Request};
use serde_json::{Value, json};
use server::{App, Pair, Rate, Rates, Settings};
use store::{MatchId, NewMatch, Said};

use crate::{
    by_file,
    env::{Answer, Client, Env, GAME, settings, write},
    puzzles, study, teaching,
};

/// A client that notes what it was answered.
pub struct Witness {
    pub client: Client,
    seen: BTreeMap<(String, String), BTreeSet<u16>>,
}

impl Witness {
    pub async fn get(&mut self, route: &str, path: &str) -> Answer {
        let answer = self.client.get(path).await;
        self.note("get", route, &answer);
        answer
    }

    pub async fn post(&mut self, route: &str, path: &str, body: &Value) -> Answer {
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
    let context = env.app_with(Settings { notices: crate::notices::by_mail(25), ..settings() }).await;
    let mut one = Witness { client: Client::new(&context), seen: BTreeMap::new() };
    let document = one.get("/api/openapi.json", "/api/openapi.json").await.json(200);
    for path in ["/healthz", "/metrics", "/api/games"] {
        one.get(path, path).await;
    }
    let figures = one.client.figures().await;
    one.note("get", "/metrics", &figures);
    for part in ["board", "rules", "lessons", "puzzles"] {
        for game in [GAME, "chess"] {
            one.get(&format!("/api/games/{{game}}/{part}"), &format!("/api/games/{game}/{part}")).await;
        }
    }
    let board = one.client.get(&format!("/api/games/{GAME}/board")).await.json(200);
    one.get("/maps/{file}", board["map"].as_str().unwrap()).await;
    one.get("/maps/{file}", "/maps/none.svg").await;
    teaching::all_statuses(&mut one).await;
    study::all_statuses(&mut one).await;
    puzzles::all_statuses(&mut one).await;
    by_file::all_statuses(&env, &mut one).await;
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
        for part in ["/record", "/journal", "/luck", "/report"] {
            let (route, path) = at(part);
            one.get(&route, &path).await;
        }
        for part in ["/hint", "/review"] {
            let (route, path) = at(part);
            one.post(&route, &path, &json!({})).await;
        }
        let (route, path) = at("/replay");
        for query in ["", "?ply=x", "?as=all"] {
            one.get(&route, &format!("{path}{query}")).await;
        }
        let (route, path) = at("/picture");
        for query in ["", "?as=svg&ply=1", "?ply=x"] {
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
        let (route, path) = at("/salt");
        for body in [json!({}), large.clone(), json!({ "salt": "x" }), json!({ "salt": "0".repeat(64) })] {
            one.post(&route, &path, &body).await;
        }
        let (route, path) = at("/standing");
        one.get(&route, &path).await;
        for body in [json!({}), large.clone(), json!({ "answer": "stay", "lasts": "game" })] {
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
    // A finished game leads on to another.
    let attack = include_str!("../../../the-year-before/golden/attack.record");
    let over = json!({ "game": "the-year-before", "against": "hotseat", "record": attack });
    let over = one.client.begin(over).await["id"].take();
    for id in [over.as_str().unwrap(), id, "0000000000000"] {
        one.post("/api/matches/{id}/sequel", &format!("/api/matches/{id}/sequel"), &json!({})).await;
    }
    // The free seat gets another invitation.
    let free = one.client.begin(json!({ "game": GAME, "against": "friend" })).await["id"].take();
    for id in [free.as_str().unwrap(), id, "0000000000000"] {
        one.post("/api/matches/{id}/invite", &format!("/api/matches/{id}/invite"), &json!({})).await;
    }
    // What people say and agree on, and how they meet.
    let said = json!({ "does": "say", "words": "Hello." });
    for id in [free.as_str().unwrap(), "0000000000000"] {
        let (route, path) = ("/api/matches/{id}/talk", format!("/api/matches/{id}/talk"));
        one.get(route, &path).await;
        let offer = json!({ "does": "offer-draw" });
        for body in [&said, &offer, &json!({ "does": "sing" }), &large] {
            one.post(route, &path, body).await;
        }
        let (route, path) = ("/api/matches/{id}/notes", format!("/api/matches/{id}/notes"));
        for body in [json!({ "says": "Mine." }), json!({ "says": 1 }), large.clone()] {
            one.post(route, &path, &body).await;
        }
        for part in ["decline", "rematch", "sit"] {
            one.post(
                &format!("/api/matches/{{id}}/{part}"),
                &format!("/api/matches/{id}/{part}"),
                &json!({}),
            )
            .await;
        }
    }
    // Another server has said something meanwhile.
    let theirs = Said { number: 2, seq: 0, at: 0, seat: 0, kind: "said".to_owned(), says: "Hi.".to_owned() };
    context.store.say(free.as_str().unwrap().parse().unwrap(), theirs).await.unwrap();
    one.post("/api/matches/{id}/talk", &format!("/api/matches/{}/talk", free.as_str().unwrap()), &said).await;
    for body in [json!({ "game": GAME }), json!({ "game": "chess" }), large.clone()] {
        one.post("/api/lobby/find", "/api/lobby/find", &body).await;
    }
    one.get("/api/lobby", "/api/lobby").await;
    let waiting = one.client.get("/api/lobby").await.json(200)["open"][0]["id"].as_str().unwrap().to_owned();
    let first = one.client.cookie.take();
    one.post("/api/matches/{id}/sit", &format!("/api/matches/{waiting}/sit"), &json!({})).await;
    for part in ["talk", "notes", "decline", "rematch"] {
        let body = if part == "notes" { json!({ "says": "" }) } else { said.clone() };
        one.post(&format!("/api/matches/{{id}}/{part}"), &format!("/api/matches/{id}/{part}"), &body).await;
    }
    one.post("/api/lobby/find", "/api/lobby/find", &json!({ "game": GAME })).await;
    one.post("/api/lobby/find", "/api/lobby/find", &json!({ "game": GAME })).await;
    let resign = json!({ "does": "resign" });
    one.client.post(&format!("/api/matches/{waiting}/talk"), &resign).await.json(200);
    for _ in 0..2 {
        one.post("/api/matches/{id}/rematch", &format!("/api/matches/{waiting}/rematch"), &json!({})).await;
    }
    one.client.cookie = first;
    // A game that is over is reviewed.
    let over = one.client.begin(begin.clone()).await["id"].as_str().unwrap().to_owned();
    let mut choice = 0;
    while one.client.play_some(&over, choice).await.is_some() {
        choice += 7;
    }
    for form in ["", "?as=markdown", "?as=film", "?as=x"] {
        one.get("/api/matches/{id}/report", &format!("/api/matches/{over}/report{form}")).await;
    }
    let (route, path) = ("/api/matches/{id}/standing", format!("/api/matches/{over}/standing"));
    one.post(route, &path, &json!({ "answer": "stay" })).await.error(422, "refused");
    let cookie = one.client.cookie.take();
    one.get(route, &path).await.error(403, "forbidden");
    one.post(route, &path, &json!({ "answer": "stay" })).await.error(403, "forbidden");
    one.client.cookie = cookie;
    for part in ["luck", "report"] {
        let path = format!("/api/matches/{}/{part}", MatchId::new(2));
        one.get(&format!("/api/matches/{{id}}/{part}"), &path).await;
    }
    // A salt of one's own, once, and for one's own seat alone.
    let own = json!({ "game": GAME, "against": "hotseat", "own_salt": true });
    let own = one.client.begin(own).await["id"].as_str().unwrap().to_owned();
    let (route, path) = ("/api/matches/{id}/salt", format!("/api/matches/{own}/salt"));
    let salt = json!({ "salt": "0".repeat(64) });
    one.post(route, &path, &salt).await.json(200);
    one.post(route, &path, &salt).await.error(422, "refused");
    let cookie = one.client.cookie.take();
    one.post(route, &path, &salt).await.error(403, "forbidden");
    one.client.cookie = cookie;
    let path = format!("/api/matches/{over}/review");
    let reviewed = one.post("/api/matches/{id}/review", &path, &json!({})).await.json(200);
    let chances = reviewed["decisions"].as_array().unwrap().iter().map(|it| it["chance"].as_u64().unwrap());
    assert!(chances.count() > 10 && reviewed["side"] == "german");
    // A stranger, an invitation, hidden bids.
    let bids = json!({ "game": GAME, "against": "friend", "options": ["bid-german"] });
    let friend = one.client.begin(bids).await;
    let hidden = friend["id"].as_str().unwrap();
    one.client.play_some(hidden, 1).await.unwrap();
    one.get("/api/matches/{id}/record", &format!("/api/matches/{hidden}/record")).await;
    let owner = one.client.cookie.take();
    for part in ["actions", "undo", "hint", "continue", "sequel", "invite"] {
        let body =
            if part == "undo" { json!({ "after": 0 }) } else { json!({ "action": "pass", "after": 0 }) };
        one.post(&format!("/api/matches/{{id}}/{part}"), &format!("/api/matches/{id}/{part}"), &body).await;
    }
    let join = format!("/api{}", friend["invite"].as_str().unwrap());
    one.get("/api/join/{invite}", &join).await;
    one.get("/api/join/{invite}", "/api/join/x").await;
    one.post("/api/join/{invite}", &join, &json!({})).await;
    one.client.cookie = owner;
    one.post("/api/join/{invite}", &join, &json!({})).await;
    one.post("/api/join/{invite}", "/api/join/x", &json!({})).await;
    // Accounts.
    let credentials = json!({ "name": "Anna", "password": "correct horse" });
    for (route, body) in [
        ("/api/accounts", credentials.clone()),
        ("/api/accounts", credentials.clone()),
        ("/api/sign-in", credentials.clone()),
        ("/api/sign-in", json!({ "name": "Anna", "password": "another horse" })),
        ("/api/recover", json!({ "name": "Anna", "code": "x", "password": "correct horse" })),
        ("/api/sign-out", json!({ "others": true })),
        ("/api/sign-out", json!({ "device": "x" })),
        ("/api/me/delete", json!({ "password": "another horse" })),
    ] {
        one.post(route, route, &body).await;
    }
    for name in ["anna", "Nobody"] {
        one.get("/api/players/{name}", &format!("/api/players/{name}")).await;
    }
    for route in ["/api/me", "/api/me/export"] {
        one.get(route, route).await;
    }
    being_told(&context, &mut one).await;
    one.post("/api/me/delete", "/api/me/delete", &json!({ "password": "correct horse" })).await;
    let code = one.client.post("/api/accounts", &credentials).await.json(201)["recovery"].take();
    let renewed = json!({ "name": "Anna", "code": code, "password": "battery staple" });
    one.post("/api/recover", "/api/recover", &renewed).await;
    one.get("/api/me/export", "/api/me/export").await;
    one.post("/api/sign-out", "/api/sign-out", &json!({})).await;
    // Whoever has no account is told that before anybody reads what he sends.
    let again = json!({ "name": "Anna", "password": "battery staple" });
    one.post("/api/sign-in", "/api/sign-in", &again).await.json(200);
    let account = ["accounts", "sign-in", "sign-out", "recover", "me/delete"].map(|it| format!("/api/{it}"));
    for route in &account {
        one.post(route, route, &json!({ "x": 1 })).await;
        one.post(route, route, &large).await;
    }
    let orders = "/api/matches/{id}/orders";
    let path = format!("/api/matches/{id}/orders");
    one.post(orders, &path, &json!({ "pieces": ["x"] })).await;
    one.post(orders, &path, &json!({ "x": 1 })).await;
    one.post(orders, &path, &large).await;
    one.post(orders, "/api/matches/x/orders", &json!({ "pieces": ["x"] })).await;
    // Too many requests of everything that writes.
    // Nothing is given back with time: a busy machine would be let in again between two requests.
    let none = Rate { per_second: 0.0, burst: 0.0 };
    let pair = Pair { address: none, person: none };
    let rates = Rates { address: none, person: none, looks: pair, reviews: pair, ..Rates::UNLIMITED };
    one.client = Client::new(&env.app_with(Settings { rates, ..settings() }).await);
    one.get("/api/matches/{id}/report", &format!("/api/matches/{id}/report")).await.error(429, "too-many");
    let parts = [
        "actions", "orders", "undo", "salt", "query", "hint", "review", "continue", "sequel", "invite",
        "standing",
    ];
    for part in parts.into_iter().chain(["letter", "talk", "notes", "sit", "decline", "rematch"]) {
        one.post(&format!("/api/matches/{{id}}/{part}"), &format!("/api/matches/{id}/{part}"), &json!({}))
            .await;
    }
    for part in ["", "/query"] {
        let path = |name: &str| format!("/api/games/{name}{part}");
        one.post(&path("{game}/lessons/{name}"), &path("x/lessons/x"), &json!({})).await;
    }
    for part in ["", "/query", "/orders"] {
        let path = |name: &str| format!("/api/games/{name}{part}");
        one.post(&path("{game}/puzzles/{name}"), &path("x/puzzles/x"), &json!({})).await;
    }
    for part in ["", "/play", "/query", "/hint"] {
        let path = |game: &str| format!("/api/games/{game}/study{part}");
        one.post(&path("{game}"), &path("x"), &json!({})).await;
    }
    one.post("/api/studies", "/api/studies", &json!({})).await;
    one.post("/api/matches", "/api/matches", &json!({})).await;
    one.post("/api/letters", "/api/letters", &json!({})).await;
    one.post("/api/join/{invite}", "/api/join/x", &json!({})).await;
    one.post("/api/lobby/find", "/api/lobby/find", &json!({})).await;
    for route in &account {
        one.post(route, route, &json!({})).await;
    }
    for (route, path) in [
        ("/api/me/ways", "/api/me/ways"),
        ("/api/me/ways/{id}", "/api/me/ways/x"),
        ("/api/me/feed", "/api/me/feed"),
        ("/api/me/bots", "/api/me/bots"),
        ("/api/me/bots/{id}", "/api/me/bots/x"),
        ("/api/told/{code}", "/api/told/x"),
    ] {
        one.post(route, path, &json!({})).await;
    }

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

/// Every answer about being told that an account is given.
async fn being_told(context: &App, one: &mut Witness) {
    let ways = "/api/me/ways";
    let large = json!({ "kind": "x".repeat(600_000) });
    let hook = json!({ "kind": "webhook", "target": "https://club.example/hook" });
    let letters = json!({ "kind": "mail", "target": "anna@club.example" });
    for body in [&hook, &letters, &json!({ "kind": "pigeon", "target": "x" }), &large] {
        one.post(ways, ways, body).await;
    }
    let kept = one.get(ways, ways).await.json(200);
    let mailbox = kept["ways"].as_array().unwrap().iter().find(|way| way["kind"] == "mail").unwrap();
    let (route, path) = ("/api/me/ways/{id}", format!("{ways}/{}", mailbox["id"].as_str().unwrap()));
    for body in
        [json!({ "does": "try" }), json!({ "does": "resume" }), json!({ "does": "sing" }), large.clone()]
    {
        one.post(route, &path, &body).await;
    }
    one.post(route, &format!("{ways}/x"), &json!({ "does": "remove" })).await;
    let feed = "/api/me/feed";
    let made = one.post(feed, feed, &json!({ "does": "make" })).await.json(200);
    for body in [json!({ "does": "sing" }), large.clone()] {
        one.post(feed, feed, &body).await;
    }
    one.get("/feed/{token}", made["url"].as_str().unwrap()).await;
    one.get("/feed/{token}", "/feed/x").await;
    let account = context.store.account_named("Anna").await.unwrap().unwrap();
    let kept = context.store.ways(&account.holder).await.unwrap();
    let code = kept.iter().find(|way| way.kind == "mail").unwrap().secret.clone();
    let route = "/api/told/{code}";
    for code in [code.as_str(), "x"] {
        let path = format!("/api/told/{code}");
        one.get(route, &path).await;
        for body in [json!({ "does": "confirm" }), json!({ "does": "sing" }), large.clone()] {
            one.post(route, &path, &body).await;
        }
    }
    programs(one).await;
    // A guest has none of it.
    let cookie = one.client.cookie.take();
    one.get(ways, ways).await;
    for path in [ways, feed] {
        one.post(path, path, &hook).await;
    }
    one.post("/api/me/ways/{id}", "/api/me/ways/x", &hook).await;
    one.get("/api/me/bots", "/api/me/bots").await;
    one.post("/api/me/bots", "/api/me/bots", &json!({ "name": "x" })).await;
    one.post("/api/me/bots/{id}", "/api/me/bots/x", &json!({ "does": "revoke" })).await;
    one.get("/api/bot/events", "/api/bot/events").await;
    let stream = "/api/bot/matches/{id}/stream";
    one.get(stream, "/api/bot/matches/x/stream").await;
    one.client.cookie = cookie;
}

/// Every answer about programs that an account is given.
async fn programs(one: &mut Witness) {
    let bots = "/api/me/bots";
    let large = json!({ "name": "x".repeat(600_000) });
    let made = one.post(bots, bots, &json!({ "name": "x" })).await.json(201);
    for body in [json!({ "name": "" }), large.clone()] {
        one.post(bots, bots, &body).await;
    }
    one.get(bots, bots).await;
    let token = format!("Bearer {}", made["token"].as_str().unwrap());
    let game = one.client.hotseat().await;
    for (route, path) in [
        ("/api/bot/events", "/api/bot/events".to_owned()),
        ("/api/bot/matches/{id}/stream", format!("/api/bot/matches/{game}/stream")),
        ("/api/bot/matches/{id}/stream", "/api/bot/matches/x/stream".to_owned()),
    ] {
        let request = Request::get(path).header("authorization", &token).body(Body::empty()).unwrap();
        let status = one.client.status(request).await;
        one.seen.entry(("get".to_owned(), route.to_owned())).or_default().insert(status);
    }
    let (route, path) = ("/api/me/bots/{id}", format!("{bots}/{}", made["id"].as_str().unwrap()));
    for body in [json!({ "does": "sing" }), large, json!({ "does": "revoke" }), json!({ "does": "revoke" })] {
        one.post(route, &path, &body).await;
    }
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
        let request = write(Request::builder().method(method).uri(path)).body(Body::empty()).unwrap();
        one.send(request).await.error(405, "bad-request");
    }
}
