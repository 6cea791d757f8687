//! Positions set up by hand over HTTP: checked, played from, analysed, kept; and a match that begins in one says so.

use kernel::{Record, study::Study};
use proof::{Kept, Proof, verify};
use serde_json::{Value, json};

use crate::{
    contract::Witness,
    env::{Client, Env, GAME, id},
};

/// Two regiments and a garrison: an impulse of the Soviet side.
const SMALL: &str = "game = \"circle-of-fire\"\ntitle = \"A small fight\"\nscenario = \"siege\"\nclear = true\n\
                     step = \"soviet-impulse\"\n[position.pieces]\n\"g-okd\" = { at = \"8\" }\n\
                     \"s-73-1\" = { at = \"14\" }\n\"s-73-2\" = { at = \"14\" }\n";

/// The same as JSON.
pub fn small() -> Value {
    serde_json::to_value(Study::parse("small", SMALL).unwrap()).unwrap()
}

/// The same after the order to fire: dice are due, and nobody decides.
pub fn dice_due() -> Value {
    json!({ "study": small(), "done": ["activate 14", "fire 8", "lead s-73-1", "fire!", "lead g-okd"] })
}

fn path(part: &str) -> String {
    format!("/api/games/{GAME}/study{part}")
}

/// Everything that these routes are described to answer.
pub async fn all_statuses(one: &mut Witness) {
    let large = json!({ "study": { "game": "x".repeat(600_000) } });
    let study = small();
    let route = |part: &str| format!("/api/games/{{game}}/study{part}");
    let query = json!({ "ask": "control" });
    for part in ["", "/play", "/query", "/hint"] {
        let with = |done: Value| match part {
            "" => json!({ "study": study }),
            "/query" => json!({ "study": study, "done": done, "query": query }),
            _ => json!({ "study": study, "done": done }),
        };
        one.post(&route(part), &path(part), &with(json!([]))).await;
        one.post(&route(part), &path(part), &large).await;
        one.post(&route(part), &path(part), &json!({ "nothing": 1 })).await;
        one.post(&route(part), &path(part).replace(GAME, "chess"), &with(json!([]))).await;
        if !part.is_empty() {
            // Nobody may regroup in an impulse.
            one.post(&route(part), &path(part), &with(json!(["regroup 14"]))).await;
        }
    }
    one.post(&route("/hint"), &path("/hint"), &dice_due()).await;
    for body in [json!({ "study": study }), json!({}), large] {
        let kept = one.post("/api/studies", "/api/studies", &body).await;
        if kept.status == 201 {
            let id = kept.json(201)["id"].as_str().unwrap().to_owned();
            one.get("/api/studies/{id}", &format!("/api/studies/{id}")).await;
        }
    }
    one.get("/api/studies/{id}", "/api/studies/none").await;
}

#[tokio::test]
async fn a_position_is_checked_and_everything_wrong_with_it_is_named() {
    let env = Env::new();
    let mut one = Client::new(&env.app().await);
    let read =
        one.post(&path(""), &json!({ "text": SMALL, "words": true, "piece": "s-73-1" })).await.json(200);
    assert_eq!((&read["text"], &read["problems"]), (&json!(SMALL), &json!([])));
    assert_eq!(read["study"], small());
    let at = read["view"]["pieces"].as_array().unwrap().iter().find(|it| it["id"] == "s-73-1").unwrap();
    assert_eq!((&at["at"], &read["view"]["offers"]), (&json!("14"), &json!([])));
    let words = |of: &str| read["words"][of].as_array().unwrap().len();
    assert!(words("steps") > 5 && words("tracks") > 5 && words("marks") > 1);
    let places = read["places"].as_array().unwrap();
    assert!(places.contains(&json!("14")) && places.contains(&json!("box:soviet-eliminated")), "{places:?}");

    let mut wrong = small();
    wrong["position"]["pieces"]["g-okd"] = json!({ "at": "nowhere" });
    wrong["position"]["pieces"]["unicorn"] = json!({ "at": "8" });
    wrong["position"]["spaces"] = json!({ "14": { "marks": ["rubble"] } });
    wrong["position"]["tracks"] = json!({ "turn": 999 });
    wrong["step"] = json!("tea");
    let told = one.post(&path(""), &json!({ "study": wrong })).await.json(200);
    let keys: Vec<&str> =
        told["problems"].as_array().unwrap().iter().map(|it| it["key"].as_str().unwrap()).collect();
    for key in ["pieces.g-okd.at", "pieces.unicorn", "tracks.turn", "step"] {
        assert!(keys.contains(&key), "{key} is missing in {keys:?}");
    }
    assert!(told.get("view").is_none());
    // A match does not begin there, and the first field is named.
    let begin = json!({ "game": GAME, "against": "hotseat", "study": wrong });
    let error = one.post("/api/matches", &begin).await.error(400, "bad-request");
    assert!(error["field"].as_str().unwrap().starts_with("study.pieces."), "{error}");
    for (body, field) in [
        (json!({ "text": "game = 1" }), "text"),
        (json!({}), "study"),
        (json!({ "study": { "game": GAME, "before": vec!["pass"; 5_001] } }), "study.before"),
    ] {
        let error = one.post(&path(""), &body).await.error(400, "bad-request");
        assert_eq!(error["field"], field, "{error}");
    }
}

#[tokio::test]
async fn a_match_from_a_position_says_so_and_its_record_replays_and_is_proved() {
    let env = Env::new();
    let context = env.app().await;
    let (mut one, mut two) = (Client::new(&context), Client::new(&context));
    let begun =
        one.begin(json!({ "game": GAME, "against": "friend", "side": "soviet", "study": small() })).await;
    two.post(&format!("/api{}", begun["invite"].as_str().unwrap()), &json!({})).await.json(200);
    let id = id(&begun);
    for client in [&mut one, &mut two] {
        let origin = client.look(&id).await["meta"]["origin"].take();
        assert_eq!((&origin["set_up"], &origin["signed"]), (&json!(true), &json!("nobody")));
        assert!(origin["says"].as_str().unwrap().contains("set up by hand"), "{origin}");
    }
    let mut seq = one.look(&id).await["view"]["seq"].as_u64().unwrap();
    for choice in 0..30 {
        seq = match one.play_some(&id, choice).await {
            Some(seq) => seq,
            None => two.play_some(&id, choice).await.unwrap_or(seq),
        };
    }
    assert!(seq > 20);
    let view = one.look(&id).await["view"].take();
    // After a restart it stands where it stood.
    let context = env.app().await;
    let cookie = one.cookie.clone();
    let mut one = Client::new(&context).with_cookie(cookie);
    assert_eq!(one.look(&id).await["view"], view);
    let text = String::from_utf8(one.get(&format!("/api/matches/{id}/record")).await.bytes).unwrap();
    let (record, proof) = (Record::parse(&text).unwrap(), Proof::parse(&text).unwrap().unwrap());
    assert!(text.contains("\nposition: \"s-73-1\" = { at = \"14\" }\n"), "{text}");
    if let Err(fault) = verify(&record, &proof, None, &Kept::default()) {
        panic!("{fault}");
    }
    // Another match goes on from the record, and begins in the same position.
    let again = one.begin(json!({ "game": GAME, "against": "hotseat", "record": text, "ply": 5 })).await;
    let origin = one.look(&crate::env::id(&again)).await["meta"]["origin"].take();
    assert_eq!((&origin["ply"], &origin["set_up"]), (&json!(5), &json!(true)));
    // It counts for nobody's rating.
    let rated = json!({ "game": GAME, "against": "friend", "study": small(), "rated": true });
    one.post("/api/matches", &rated).await.error(400, "bad-request");
    let both = json!({ "game": GAME, "against": "hotseat", "study": small(), "record": text });
    assert_eq!(one.post("/api/matches", &both).await.error(400, "bad-request")["field"], "study");
}

#[tokio::test]
async fn a_position_is_analysed_step_by_step_with_odds_rolls_and_hints() {
    let env = Env::new();
    let mut one = Client::new(&env.app().await);
    let look = |done: Value| json!({ "study": small(), "done": done });
    let first = one.post(&path("/play"), &look(json!([]))).await.json(200);
    assert_eq!(first["meta"]["title"], "A small fight");
    assert_eq!(first["view"]["undo"]["allowed"], false);
    let mut done: Vec<String> = Vec::new();
    for action in ["activate 14", "fire 8", "lead s-73-1"] {
        done.push(action.to_owned());
        one.post(&path("/play"), &look(json!(done))).await.json(200);
    }
    let now = one.post(&path("/play"), &look(json!(done))).await.json(200);
    let fire = now["view"]["offers"].as_array().unwrap().iter().find(|it| it["action"] == "fire!").unwrap();
    assert!(fire["odds"]["of"].as_u64().unwrap() > 1, "the odds are exact: {fire}");
    done.extend(["fire!", "lead g-okd"].map(str::to_owned));
    let due = one.post(&path("/play"), &look(json!(done))).await.json(200);
    assert_eq!(due["due"], json!({ "kind": "2d6", "of": 36 }));
    // Any roll may be looked at, and the dice may fall as they like.
    let mut chosen = done.clone();
    chosen.push("* 6 6".to_owned());
    one.post(&path("/play"), &look(json!(chosen))).await.json(200);
    let rolled =
        one.post(&path("/play"), &json!({ "study": small(), "done": done, "roll": true })).await.json(200);
    assert!(rolled["done"].as_array().unwrap().len() > done.len());
    let refused = one.post(&path("/play"), &look(json!(["fire 8"]))).await.error(422, "refused");
    assert!(refused["case"].is_string(), "{refused}");
    let early = one.post(&path("/play"), &look(json!(["fire!", "pass"]))).await.error(400, "bad-request");
    assert_eq!(early["field"], "done");
    let hint = one.post(&path("/hint"), &look(json!([]))).await.json(200);
    assert!(hint["choices"][0]["chance"].is_u64(), "{hint}");
    let overlay = one
        .post(&path("/query"), &json!({ "study": small(), "query": { "ask": "control" } }))
        .await
        .json(200);
    assert!(overlay["says"].is_string());
    // What was analysed is played on: the lines are given, and everybody is told where it began.
    let begin = json!({ "game": GAME, "against": "hotseat", "study": small(), "done": rolled["done"] });
    let begun = id(&one.begin(begin).await);
    let origin = one.look(&begun).await["meta"]["origin"].take();
    assert_eq!(origin["ply"].as_u64(), Some(rolled["done"].as_array().unwrap().len() as u64));
    let text = String::from_utf8(one.get(&format!("/api/matches/{begun}/record")).await.bytes).unwrap();
    let (record, proof) = (Record::parse(&text).unwrap(), Proof::parse(&text).unwrap().unwrap());
    assert!(verify(&record, &proof, None, &Kept::default()).is_ok());
}

#[tokio::test]
async fn a_moment_of_a_game_is_changed_and_a_running_game_gets_no_help() {
    let env = Env::new();
    let context = env.app().await;
    let (mut one, mut two) = (Client::new(&context), Client::new(&context));
    let begun = one.begin(json!({ "game": GAME, "against": "friend", "side": "german" })).await;
    two.post(&format!("/api{}", begun["invite"].as_str().unwrap()), &json!({})).await.json(200);
    let id = id(&begun);
    while one.look(&id).await["view"]["seq"].as_u64().unwrap() < 24 {
        if one.play_some(&id, 0).await.is_none() {
            two.play_some(&id, 0).await.unwrap();
        }
    }
    let text = String::from_utf8(one.get(&format!("/api/matches/{id}/record")).await.bytes).unwrap();
    let lines = Record::parse(&text).unwrap().lines;
    let whole = json!({ "game": GAME, "scenario": "siege", "before": lines });
    let told = one.post(&path(""), &json!({ "study": whole })).await.json(200);
    assert_eq!(told["problems"], json!([]));
    assert_eq!(told["view"]["pieces"], one.look(&id).await["view"]["pieces"], "nothing has changed");
    let mut changed = whole.clone();
    changed["step"] = json!("soviet-impulse");
    changed["position"] = json!({ "pieces": { "s-73-1": { "at": "14" } } });
    let told = one.post(&path(""), &json!({ "study": changed })).await.json(200);
    assert_eq!(told["problems"], json!([]));
    let at = told["view"]["pieces"].as_array().unwrap().iter().find(|it| it["id"] == "s-73-1").unwrap();
    assert_eq!(at["at"], "14");
    // Two people are still playing it.
    one.post(&path("/hint"), &json!({ "study": changed })).await.error(403, "forbidden");
    let copy =
        one.begin(json!({ "game": GAME, "against": "machine", "side": "soviet", "study": changed })).await;
    let copy = crate::env::id(&copy);
    one.post(&format!("/api/matches/{copy}/hint"), &json!({})).await.error(403, "forbidden");
    one.post(&format!("/api/matches/{id}/talk"), &json!({ "does": "resign" })).await.json(200);
    one.post(&path("/hint"), &json!({ "study": changed })).await.json(200);
}

#[tokio::test]
async fn a_long_position_is_kept_under_one_link_and_counted_like_a_record() {
    let env = Env::new();
    let mut one = Client::new(&env.app().await);
    let kept = one.post("/api/studies", &json!({ "study": small() })).await.json(201);
    assert_eq!(one.post("/api/studies", &json!({ "study": small() })).await.json(201), kept);
    let found = one.get(&format!("/api/studies/{}", kept["id"].as_str().unwrap())).await.json(200);
    assert_eq!(found, json!({ "game": GAME, "text": SMALL }));
    let wrong = json!({ "study": { "game": GAME, "step": "tea" } });
    assert_eq!(one.post("/api/studies", &wrong).await.error(400, "bad-request")["field"], "study.step");
    // One is let in; nothing is given back with time.
    let address = server::Rate { per_second: 0.0, burst: 1.0 };
    let rates = server::Rates { address, ..server::Rates::UNLIMITED };
    let mut many = Client::new(&env.app_with(server::Settings { rates, ..crate::env::settings() }).await);
    many.post("/api/studies", &wrong).await.error(400, "bad-request");
    many.post("/api/studies", &wrong).await.error(429, "too-many");
}
