//! Whom the server knows, what it signs, and how much anybody may ask of it.

use std::time::Duration;

use serde_json::{Value, json};
use server::{Keep, Pair, Rate, Rates, Settings};
use store::Store;

use crate::env::{Client, Env, GAME, id, settings};

#[tokio::test]
async fn a_token_that_the_server_has_not_given_is_nobody() {
    let env = Env::new();
    let context = env.app().await;
    let made_up = format!("sandtable={}", "0123456789abcdef".repeat(2));
    let mut forger = Client::new(&context).with_cookie(Some(made_up.clone()));
    let id = forger.hotseat().await;
    assert_ne!(
        forger.cookie.as_deref(),
        Some(made_up.as_str()),
        "a token of the server's own takes its place"
    );
    assert_eq!(forger.look(&id).await["meta"]["you"].as_array().unwrap().len(), 2);
    let mut again = forger.with_cookie(Some(made_up));
    assert_eq!(again.look(&id).await["meta"]["you"], json!([]));
}

#[tokio::test]
async fn an_invitation_is_shown_once_and_can_be_replaced() {
    let env = Env::new();
    let context = env.app().await;
    let (mut one, mut two) = (Client::new(&context), Client::new(&context));
    let begun = one.begin(json!({ "game": GAME, "against": "friend" })).await;
    let (id, first) = (id(&begun), begun["invite"].as_str().unwrap().to_owned());
    assert!(!one.look(&id).await.to_string().contains(first.rsplit('/').next().unwrap()));
    // What lies on the disk opens no door.
    let kept = context.store.load(id.parse().unwrap()).await.unwrap().unwrap();
    let kept = kept.start.seats[1].invite.clone().unwrap();
    assert!(!first.contains(&kept));
    let path = format!("/api/matches/{id}/invite");
    two.post(&path, &json!({})).await.error(403, "forbidden");
    let second = one.post(&path, &json!({})).await.json(200)["invite"].as_str().unwrap().to_owned();
    two.post(&format!("/api{first}"), &json!({})).await.error(404, "not-found");
    two.post(&format!("/api{second}"), &json!({})).await.json(200);
    one.post(&path, &json!({})).await.error(422, "refused");
}

async fn record_of(one: &mut Client, id: &str) -> String {
    let answer = one.get(&format!("/api/matches/{id}/record")).await;
    assert_eq!(answer.status, 200);
    String::from_utf8(answer.bytes).unwrap()
}

async fn played(one: &mut Client, plies: usize) -> String {
    let id = one.hotseat().await;
    for choice in 0..plies {
        one.play_some(&id, choice * 3).await.unwrap();
    }
    id
}

/// The origin that everybody at the table is told of a game that begins from this record.
async fn origin(one: &mut Client, record: &str) -> Value {
    let begun = one.begin(json!({ "game": GAME, "against": "friend", "record": record, "ply": 3 })).await;
    let mut watcher = one.with_cookie(None);
    watcher.look(&id(&begun)).await["meta"]["origin"].take()
}

#[tokio::test]
async fn records_are_signed_and_games_say_what_they_began_from() {
    let (env, elsewhere) = (Env::new(), Env::new());
    let mut one = Client::new(&env.app().await);
    let id = played(&mut one, 5).await;
    let record = record_of(&mut one, &id).await;
    assert!(record.lines().last().unwrap().starts_with("signed: ed25519 "), "{record}");
    let own = origin(&mut one, &record).await;
    assert_eq!(own["signed"], "here");
    assert_eq!(own["says"], "This game began after 3 plies of a record that this server signed.");
    let bare = record.split("signed: ").next().unwrap();
    let unsigned = origin(&mut one, bare).await;
    assert_eq!(unsigned["signed"], "nobody");
    assert!(unsigned["says"].as_str().unwrap().contains("made up"));
    // Another server has another key, and a signature belongs to one record.
    let mut other = Client::new(&elsewhere.app().await);
    assert_eq!(origin(&mut other, &record).await["signed"], "elsewhere");
    let longer = played(&mut one, 6).await;
    let longer = record_of(&mut one, &longer).await;
    let mixed = longer.split("signed: ").next().unwrap().to_owned() + record.lines().last().unwrap();
    let forged = json!({ "game": GAME, "against": "hotseat", "record": mixed });
    assert_eq!(one.post("/api/matches", &forged).await.error(400, "bad-request")["field"], "record");
    // A server that comes back has the same key.
    let mut back = Client::new(&env.app().await);
    assert_eq!(origin(&mut back, &record).await["signed"], "here");
}

#[tokio::test]
async fn there_are_no_hints_on_a_copy_of_a_game_that_people_play() {
    let env = Env::new();
    let context = env.app().await;
    let (mut one, mut two) = (Client::new(&context), Client::new(&context));
    let begun = one.begin(json!({ "game": GAME, "against": "friend", "side": "german" })).await;
    two.post(&format!("/api{}", begun["invite"].as_str().unwrap()), &json!({})).await.json(200);
    let original = id(&begun);
    let step = async |one: &mut Client, two: &mut Client, choice: usize| {
        one.play_some(&original, choice).await.is_some() || two.play_some(&original, choice).await.is_some()
    };
    for choice in 0..20 {
        assert!(step(&mut one, &mut two, choice * 7).await);
    }
    let record = record_of(&mut one, &original).await;
    // The signature may be cut off, and somebody else may ask.
    let bare = record.split("signed: ").next().unwrap();
    let mut cheat = Client::new(&context);
    let copy =
        json!({ "game": GAME, "against": "machine", "level": "random", "record": bare, "side": "german" });
    let german = id(&cheat.begin(copy.clone()).await);
    let mut soviet = copy;
    soviet["side"] = "soviet".into();
    let soviet = id(&cheat.begin(soviet).await);
    for copy in [german, soviet] {
        let refused =
            cheat.post(&format!("/api/matches/{copy}/hint"), &json!({})).await.error(403, "forbidden");
        assert!(refused["says"].as_str().unwrap().contains("still playing"), "{refused}");
        assert_eq!(cheat.look(&copy).await["meta"]["origin"]["match"], original);
    }
    // A copy of the first plies alone is nobody's.
    let early = json!({ "game": GAME, "against": "hotseat", "record": bare, "ply": 4 });
    let early = id(&cheat.begin(early).await);
    assert_eq!(cheat.post(&format!("/api/matches/{early}/hint"), &json!({})).await.status, 200);
    // When it is over, everybody may learn from it.
    let mut choice = 0;
    while step(&mut one, &mut two, choice).await {
        choice += 7;
    }
    let copy = json!({ "game": GAME, "against": "hotseat", "record": bare });
    let copy = id(&cheat.begin(copy).await);
    assert_eq!(cheat.post(&format!("/api/matches/{copy}/hint"), &json!({})).await.status, 200);
}

#[tokio::test]
async fn nobody_fills_the_server() {
    let env = Env::new();
    let few =
        |person: u32, address: u32| Pair { person: Rate::hourly(person), address: Rate::hourly(address) };
    let rates = Rates { matches: few(3, 5), hints: few(2, 2), reviews: few(0, 0), ..Rates::UNLIMITED };
    let context = env.app_with(Settings { rates, ..settings() }).await;
    let (mut one, mut two) = (Client::new(&context), Client::new(&context));
    let match_of = json!({ "game": GAME, "against": "hotseat" });
    let id = one.hotseat().await;
    for _ in 0..3 {
        assert_eq!(one.post("/api/matches", &match_of).await.status, 201);
    }
    one.post("/api/matches", &match_of).await.error(429, "too-many");
    // Another identity costs nothing, so the address counts too.
    two.hotseat().await;
    two.post("/api/matches", &match_of).await.error(429, "too-many");
    let hint = format!("/api/matches/{id}/hint");
    for status in [200, 200, 429] {
        assert_eq!(one.post(&hint, &json!({})).await.status.as_u16(), status);
    }
    one.post(&format!("/api/matches/{id}/review"), &json!({})).await.error(429, "too-many");
    let context = env.app_with(Settings { most_held: 2, ..settings() }).await;
    let mut one = Client::new(&context);
    one.hotseat().await;
    one.hotseat().await;
    one.post("/api/matches", &match_of).await.error(403, "forbidden");
    let context = env.app_with(Settings { most_tables: 1, ..settings() }).await;
    let mut one = Client::new(&context);
    let (first, second) = (one.hotseat().await, one.hotseat().await);
    one.look(&first).await;
    one.get(&format!("/api/matches/{second}")).await.error(503, "unavailable");
    one.look(&first).await;
}

#[tokio::test]
async fn what_takes_work_is_not_asked_for_without_end() {
    let env = Env::new();
    let few = |burst: f64| Rate { per_second: 0.0, burst };
    let looks = Pair { person: few(3.0), address: few(20.0) };
    let context = env.app_with(Settings { rates: Rates { looks, ..Rates::UNLIMITED }, ..settings() }).await;
    let mut one = Client::new(&context);
    let id = one.hotseat().await;
    for path in ["/api/matches", "/api/lobby", &format!("/api/matches/{id}/replay?ply=0")] {
        assert_eq!(one.get(path).await.status, 200, "{path}");
    }
    for end in ["picture?as=svg", "replay", "luck", "record"] {
        one.get(&format!("/api/matches/{id}/{end}")).await.error(429, "too-many");
    }
    // The match itself, and whatever else is read, is always shown; so are the lists to others, until the address has had enough.
    one.look(&id).await;
    let mut stranger = Client::new(&context);
    for asked in 8..=21 {
        let status = stranger.get("/api/lobby").await.status;
        assert_eq!(status, if asked <= 20 { 200 } else { 429 }, "{asked}");
    }
}

#[tokio::test]
async fn games_that_nobody_touches_leave() {
    let env = Env::new();
    let keep = Keep { unplayed: Some(Duration::ZERO), untouched: None };
    let context = env.app_with(Settings { keep, ..settings() }).await;
    let mut one = Client::new(&context);
    let (unplayed, dear) = (one.hotseat().await, one.hotseat().await);
    for choice in 0..6 {
        one.play_some(&dear, choice).await.unwrap();
    }
    // A moment is a second.
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    server::clear(&context).await;
    one.get(&format!("/api/matches/{unplayed}")).await.error(404, "not-found");
    one.look(&dear).await;
}

/// The disk may be readable and yet take nothing.
#[tokio::test]
async fn health_means_that_something_can_be_written() {
    let env = Env::new();
    let context = env.app().await;
    assert_eq!(Client::new(&context).get("/healthz").await.status, 200);
    let address = format!("sqlite:{}", env.path("test.db").display());
    let looking = Store::peek(&address).await.unwrap();
    let sick = server::App::new(looking, &kernel::data::Overlay::none(), settings()).unwrap();
    Client::new(&sick).get("/healthz").await.error(503, "unavailable");
}
