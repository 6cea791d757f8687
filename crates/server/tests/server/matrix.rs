//! Who may do what: a row a route, a column a role. A route without a row fails, and so does a row without a route.

use std::{
    collections::BTreeSet,
    sync::atomic::{AtomicU32, Ordering},
};

use axum::{body::Body, http::Request};
use serde_json::{Value, json};
use server::App;

use crate::{
    env::{Client, Env, GAME, HOST},
    puzzles,
    teaching::{EXAMPLE, LESSON},
};

/// Who asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    /// Without a cookie.
    Stranger,
    /// With a token that the server has not given.
    Forger,
    /// Somebody whom the server knows, without a seat in this match: he watches.
    Guest,
    /// The side that decides.
    Player,
    /// The other side.
    Opponent,
    /// The browser of the player, sent by a page of another site.
    OtherSite,
    /// The host, with his token for the figures.
    Host,
    /// A program with a token, without a seat; its requests say nothing of where they come from.
    Bot,
}

use Role::*;

const ROLES: [Role; 8] = [Stranger, Forger, Guest, Player, Opponent, OtherSite, Host, Bot];

/// A route, what is sent there, and what each role is answered.
struct Row(&'static str, fn(&Scene) -> Value, [u16; ROLES.len()]);

/// A match between two people in which one of them decides.
struct Scene {
    id: String,
    /// An invitation to another match.
    invite: String,
    action: String,
    game: Value,
    map: String,
}

fn nothing(_: &Scene) -> Value {
    json!({})
}

/// stranger, forger, guest, player, opponent, another site, host, program
const EVERYBODY: [u16; ROLES.len()] = [200; ROLES.len()];
const SEATED: [u16; ROLES.len()] = [403, 403, 403, 200, 200, 403, 403, 403];
const PROGRAMS: [u16; ROLES.len()] = [403, 403, 403, 403, 403, 403, 403, 200];
const WRITERS: [u16; ROLES.len()] = [200, 200, 200, 200, 200, 403, 200, 200];

fn matrix() -> Vec<Row> {
    vec![
        Row("GET /api/games", nothing, EVERYBODY),
        Row("GET /api/games/{game}/board", nothing, EVERYBODY),
        Row("GET /api/games/{game}/rules", nothing, EVERYBODY),
        // A lesson is a position that nobody keeps: who sends what was done is shown it.
        Row("GET /api/games/{game}/lessons", nothing, EVERYBODY),
        Row("POST /api/games/{game}/lessons/{name}", |_| json!({ "done": [] }), WRITERS),
        Row(
            "POST /api/games/{game}/lessons/{name}/query",
            |_| json!({ "done": [], "query": { "ask": "control" } }),
            WRITERS,
        ),
        Row("GET /api/puzzles/daily", nothing, EVERYBODY),
        Row("GET /api/games/{game}/puzzles", nothing, EVERYBODY),
        // As of a lesson, nothing is kept.
        Row("POST /api/games/{game}/puzzles/{name}", |_| json!({ "done": [] }), WRITERS),
        Row(
            "POST /api/games/{game}/puzzles/{name}/query",
            |_| json!({ "done": [], "query": { "ask": "control" } }),
            WRITERS,
        ),
        Row(
            "POST /api/games/{game}/puzzles/{name}/orders",
            |_| json!({ "done": [], "pieces": ["x"] }),
            WRITERS,
        ),
        Row("GET /api/games/{game}/examples/{name}", nothing, EVERYBODY),
        // So is one that somebody sets up by hand; a link to it says all.
        Row("POST /api/games/{game}/study", |_| json!({ "study": { "game": GAME } }), WRITERS),
        Row("POST /api/games/{game}/study/play", |_| json!({ "study": { "game": GAME } }), WRITERS),
        Row(
            "POST /api/games/{game}/study/query",
            |_| json!({ "study": { "game": GAME }, "query": { "ask": "control" } }),
            WRITERS,
        ),
        // Nobody decides while dice are due.
        Row("POST /api/games/{game}/study/hint", |_| crate::study::dice_due(), [403; ROLES.len()]),
        Row(
            "POST /api/studies",
            |_| json!({ "study": crate::study::small() }),
            [201, 201, 201, 201, 201, 403, 201, 201],
        ),
        Row("GET /api/studies/{id}", nothing, [404; ROLES.len()]),
        Row("GET /pictures/{game}/{name}", nothing, EVERYBODY),
        Row("GET /maps/{file}", nothing, EVERYBODY),
        Row("GET /api/openapi.json", nothing, EVERYBODY),
        Row("GET /healthz", nothing, EVERYBODY),
        Row("GET /metrics", nothing, [403, 403, 403, 403, 403, 403, 200, 403]),
        Row("GET /api/matches", nothing, EVERYBODY),
        Row("POST /api/matches", |scene| scene.game.clone(), [201, 201, 201, 201, 201, 403, 201, 201]),
        Row("POST /api/join/{invite}", nothing, WRITERS),
        Row("GET /api/join/{invite}", nothing, EVERYBODY),
        Row("GET /api/lobby", nothing, EVERYBODY),
        // One sets a game up, the next sits down at it.
        Row("POST /api/lobby/find", |_| json!({ "game": GAME }), [201, 200, 201, 200, 201, 403, 200, 201]),
        Row("GET /api/players/{name}", nothing, [404; ROLES.len()]),
        Row("GET /api/matches/{id}/talk", nothing, EVERYBODY),
        Row("POST /api/matches/{id}/talk", |_| json!({ "does": "say", "words": "Hello." }), SEATED),
        Row("POST /api/matches/{id}/notes", |_| json!({ "says": "Mine." }), SEATED),
        // Both seats are taken; those who sit may close what is open; the return match waits for the end.
        Row("POST /api/matches/{id}/sit", nothing, [403; ROLES.len()]),
        Row("POST /api/matches/{id}/decline", nothing, SEATED),
        Row("POST /api/matches/{id}/rematch", nothing, [403, 403, 403, 422, 422, 403, 403, 403]),
        Row("GET /api/me", nothing, EVERYBODY),
        // None of them has an account.
        Row("GET /api/me/export", nothing, [403; ROLES.len()]),
        Row("POST /api/me/delete", |_| json!({ "password": "x" }), [403; ROLES.len()]),
        // Tokens are made by owners of accounts, and their streams are for programs.
        Row("GET /api/me/bots", nothing, [403; ROLES.len()]),
        Row("POST /api/me/bots", |_| json!({ "name": "x" }), [403; ROLES.len()]),
        Row("POST /api/me/bots/{id}", |_| json!({ "does": "revoke" }), [403; ROLES.len()]),
        Row("GET /api/bot/events", nothing, PROGRAMS),
        Row("GET /api/bot/matches/{id}/stream", nothing, PROGRAMS),
        Row("GET /api/me/ways", nothing, [403; ROLES.len()]),
        Row(
            "POST /api/me/ways",
            |_| json!({ "kind": "webhook", "target": "https://club.example/hook" }),
            [403; ROLES.len()],
        ),
        Row("POST /api/me/ways/{id}", |_| json!({ "does": "remove" }), [403; ROLES.len()]),
        Row("POST /api/me/feed", |_| json!({ "does": "make" }), [403; ROLES.len()]),
        // Who has the address of a feed or a letter needs nothing else; nobody here has one.
        Row("GET /feed/{token}", nothing, [404; ROLES.len()]),
        Row("GET /api/told/{code}", nothing, [404; ROLES.len()]),
        Row(
            "POST /api/told/{code}",
            |_| json!({ "does": "confirm" }),
            [404, 404, 404, 404, 404, 403, 404, 404],
        ),
        Row("POST /api/sign-out", nothing, [403; ROLES.len()]),
        Row("POST /api/sign-in", |_| json!({ "name": "x", "password": "x" }), [403; ROLES.len()]),
        Row(
            "POST /api/recover",
            |_| json!({ "name": "x", "code": "x", "password": "correct horse" }),
            [403; ROLES.len()],
        ),
        Row(
            "POST /api/accounts",
            |scene| json!({ "name": scene.id, "password": "correct horse" }),
            [201, 201, 201, 201, 201, 403, 201, 201],
        ),
        // Whoever has the link may watch; what is hidden is not sent.
        Row("GET /api/matches/{id}", nothing, EVERYBODY),
        Row("GET /api/matches/{id}/events", nothing, EVERYBODY),
        Row("GET /api/matches/{id}/journal", nothing, EVERYBODY),
        Row("GET /api/matches/{id}/replay", nothing, EVERYBODY),
        Row("GET /api/matches/{id}/record", nothing, EVERYBODY),
        Row("GET /api/matches/{id}/luck", nothing, EVERYBODY),
        // Its story is told when it is over.
        Row("GET /api/matches/{id}/report", nothing, [403; ROLES.len()]),
        Row("GET /api/matches/{id}/picture", nothing, EVERYBODY),
        Row("POST /api/matches/{id}/query", |_| json!({ "ask": "control" }), WRITERS),
        // Ways are told to those who decide; the others are told none.
        Row("POST /api/matches/{id}/orders", |_| json!({ "pieces": ["g-pol-1"] }), WRITERS),
        Row(
            "POST /api/matches/{id}/actions",
            |scene| json!({ "action": scene.action, "after": 0 }),
            [403, 403, 403, 200, 403, 403, 403, 403],
        ),
        // Nothing has been played yet, so those who may are told that.
        Row(
            "POST /api/matches/{id}/undo",
            |_| json!({ "after": 0 }),
            [403, 403, 403, 422, 422, 403, 403, 403],
        ),
        // Whoever begins without a salt of his own has one of the server's.
        Row(
            "POST /api/matches/{id}/salt",
            |_| json!({ "salt": "0".repeat(64) }),
            [403, 403, 403, 422, 200, 403, 403, 403],
        ),
        // The file of a game by file is for whoever plays it here; this match is none.
        Row("POST /api/letters", |_| json!({ "file": "x" }), [422, 422, 422, 422, 422, 403, 422, 422]),
        Row("GET /api/matches/{id}/letter", nothing, [403, 403, 403, 422, 422, 422, 403, 403]),
        Row(
            "POST /api/matches/{id}/letter",
            |_| json!({ "does": "sign" }),
            [403, 403, 403, 422, 422, 403, 403, 403],
        ),
        // What is answered in advance is the player's own.
        Row("GET /api/matches/{id}/standing", nothing, [403, 403, 403, 200, 200, 200, 403, 403]),
        Row("POST /api/matches/{id}/standing", |_| json!({ "answer": "stay", "lasts": "game" }), SEATED),
        // Between people there are no hints, a game that runs is not reviewed, and one that goes on needs no heir.
        Row("POST /api/matches/{id}/hint", nothing, [403; ROLES.len()]),
        Row("POST /api/matches/{id}/review", nothing, [403; ROLES.len()]),
        Row("POST /api/matches/{id}/continue", nothing, [403, 403, 403, 422, 422, 403, 403, 403]),
        Row("POST /api/matches/{id}/sequel", nothing, [403, 403, 403, 422, 422, 403, 403, 403]),
        Row("POST /api/matches/{id}/invite", nothing, [403, 403, 403, 422, 422, 403, 403, 403]),
    ]
}

/// The people of a scene.
struct People {
    guest: Client,
    player: Client,
    opponent: Client,
    /// What a program shows.
    token: String,
}

async fn people(context: &App) -> People {
    let (mut guest, player, opponent) = (Client::new(context), Client::new(context), Client::new(context));
    guest.hotseat().await;
    // A program of an account of its own; many of them have it, one after the other.
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let name = format!("Robot {}", NEXT.fetch_add(1, Ordering::Relaxed));
    let mut owner = Client::new(context);
    owner.post("/api/accounts", &json!({ "name": name, "password": "correct horse" })).await.json(201);
    let made = owner.post("/api/me/bots", &json!({ "name": "x" })).await.json(201);
    let token = made["token"].as_str().unwrap().to_owned();
    People { guest, player, opponent, token }
}

async fn scene(people: &mut People) -> Scene {
    let game = json!({ "game": GAME, "against": "friend", "side": "german" });
    let begun = people.player.begin(game.clone()).await;
    let id = begun["id"].as_str().unwrap().to_owned();
    people.opponent.post(&format!("/api{}", begun["invite"].as_str().unwrap()), &json!({})).await.json(200);
    let action = people.player.look(&id).await["view"]["offers"][0]["action"].as_str().unwrap().to_owned();
    let other = people.guest.begin(game.clone()).await;
    let invite = other["invite"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    let board = people.guest.get(&format!("/api/games/{GAME}/board")).await.json(200);
    let map = board["map"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    Scene { id, invite, action, game, map }
}

/// Sends the request of a row as somebody, and returns the status.
async fn answered(row: &Row, role: Role, people: &People, scene: &Scene) -> u16 {
    let (method, route) = row.0.split_once(' ').unwrap();
    let path = route
        .replace("{game}", GAME)
        .replace("lessons/{name}", &format!("lessons/{LESSON}"))
        .replace("puzzles/{name}", &format!("puzzles/{}", puzzles::first().1.name))
        .replace("examples/{name}", &format!("examples/{EXAMPLE}"))
        .replace("{name}", "0.png")
        .replace("{file}", &scene.map)
        .replace("{id}", &scene.id)
        .replace("{name}", "Nobody")
        .replace("{invite}", &scene.invite)
        .replace("{token}", &"0".repeat(32))
        .replace("{code}", &"0".repeat(32));
    let client = match role {
        Stranger | Host | Bot => people.guest.with_cookie(None),
        Forger => people.guest.with_cookie(Some(format!("sandtable={}", "0123456789abcdef".repeat(2)))),
        Guest => people.guest.clone(),
        Player | OtherSite => people.player.clone(),
        Opponent => people.opponent.clone(),
    };
    let mut request = Request::builder().method(method).uri(&path).header("content-type", "application/json");
    request = match role {
        OtherSite => request.header("sec-fetch-site", "cross-site").header("origin", "https://evil.example"),
        Bot => request.header("authorization", format!("Bearer {}", people.token)),
        _ => request.header("sec-fetch-site", "same-origin"),
    };
    if role == Host {
        request = request.header("authorization", format!("Bearer {HOST}"));
    }
    let body = if method == "GET" { Body::empty() } else { (row.1)(scene).to_string().into() };
    client.status(request.body(body).unwrap()).await
}

#[tokio::test]
async fn everybody_may_do_what_the_table_says_and_nothing_else() {
    let env = Env::new();
    let context = env.app().await;
    let mut people = people(&context).await;
    for row in matrix() {
        for (role, expected) in ROLES.into_iter().zip(row.2) {
            let scene = scene(&mut people).await;
            let status = answered(&row, role, &people, &scene).await;
            assert_eq!(status, expected, "{} as {role:?}", row.0);
            if status == 201 {
                // An account takes its guest's games along.
                people = self::people(&context).await;
            }
        }
    }
}

#[test]
fn every_route_has_its_row() {
    let routes: BTreeSet<String> =
        server::routes().into_iter().map(|(method, path)| format!("{method} {path}")).collect();
    let rows: BTreeSet<String> = matrix().into_iter().map(|row| row.0.to_owned()).collect();
    assert_eq!(rows, routes, "a route needs a row in tests/server/matrix.rs");
}
