//! Lessons, worked examples and the game in five minutes over HTTP.

use kernel::lesson::{Lesson, model};
use serde_json::{Value, json};

use crate::{
    contract::Witness,
    env::{Client, Env, GAME},
};

/// A lesson and an example of the game.
pub const LESSON: &str = "01-first-move";
pub const EXAMPLE: &str = "13-2-4-success-by-three";

/// Everything that these routes are described to answer.
pub async fn all_statuses(one: &mut Witness) {
    let large = json!({ "done": ["x".repeat(600_000)] });
    let route = "/api/games/{game}/lessons/{name}";
    let path = |game: &str, name: &str| format!("/api/games/{game}/lessons/{name}");
    for (game, name) in [(GAME, LESSON), (GAME, "none"), ("chess", LESSON)] {
        one.post(route, &path(game, name), &json!({ "done": [] })).await;
    }
    for body in
        [json!({}), large.clone(), json!({ "done": ["", "pass"] }), json!({ "done": ["pass", "pass"] })]
    {
        one.post(route, &path(GAME, LESSON), &body).await;
    }
    let (route, query) = (format!("{route}/query"), json!({ "done": [], "query": { "ask": "control" } }));
    for (name, body) in [(LESSON, &query), ("none", &query), (LESSON, &json!({})), (LESSON, &large)] {
        one.post(&route, &format!("{}/query", path(GAME, name)), body).await;
    }
    for name in [EXAMPLE, "none", &format!("{EXAMPLE}?ply=x")] {
        one.get("/api/games/{game}/examples/{name}", &format!("/api/games/{GAME}/examples/{name}")).await;
    }
    for name in ["0.png", "99.png"] {
        one.get("/pictures/{game}/{name}", &format!("/pictures/{GAME}/{name}")).await;
    }
}

#[tokio::test]
async fn a_lesson_is_taken_step_by_step_and_explains_what_is_not_wanted() {
    let env = Env::new();
    let mut one = Client::new(&env.app().await);
    let text = include_str!("../../../circle-of-fire/lessons/01-first-move.toml");
    let lesson = Lesson::parse(LESSON, text).unwrap();
    let clicks = model(&lesson);
    let path = format!("/api/games/{GAME}/lessons/{LESSON}");
    let mut steps = Vec::new();
    for done in 0..=clicks.len() {
        let answer = one.post(&path, &json!({ "done": clicks[..done] })).await.json(200);
        assert_eq!(answer["meta"]["you"], json!(["soviet"]));
        steps.push(answer["lesson"]["step"].as_u64().unwrap());
        let asks = answer["lesson"]["waits"] == true;
        assert_eq!(asks, clicks.get(done).is_some_and(|click| !click.is_empty()), "after {done}");
        if done == clicks.len() {
            assert_eq!(answer["lesson"]["done"], true);
        }
    }
    assert!(steps.is_sorted() && steps.last() == Some(&(lesson.steps.len() as u64)), "{steps:?}");
    // Legal, but not what is learned: the teacher's own words. Forbidden: the rule's.
    let says = |answer: Value| answer["error"]["says"].as_str().unwrap().to_owned();
    let passed = one.post(&path, &json!({ "done": ["", "pass"] })).await;
    assert_eq!(says(passed.json(422)), lesson.steps[1].wrong["pass"]);
    let refused = one.post(&path, &json!({ "done": ["", "move s-73-1 18"] })).await.json(422);
    assert!(refused["error"]["case"].is_string(), "{refused}");
    // A question is answered for the position of the student.
    let asked = json!({ "done": [""], "query": { "ask": "why-not", "action": "fire 9" } });
    let answer = one.post(&format!("{path}/query"), &asked).await.json(200);
    assert!(!answer["cites"].as_array().unwrap().is_empty(), "{answer}");
}

#[tokio::test]
async fn every_game_is_taught_and_every_picture_drawn() {
    let env = Env::new();
    let mut one = Client::new(&env.app().await);
    for game in games::ids() {
        let taught = one.get(&format!("/api/games/{game}/lessons")).await.json(200);
        assert!(taught["lessons"].as_array().unwrap().len() >= 6, "{game}");
        let picture = taught["guide"]["turn"][0]["picture"].as_str().unwrap().to_owned();
        let drawn = one.get(&picture).await;
        assert!(drawn.status == 200 && drawn.bytes.starts_with(b"\x89PNG"), "{picture}");
    }
}

#[tokio::test]
async fn an_example_is_shown_ply_by_ply_from_its_case() {
    let env = Env::new();
    let mut one = Client::new(&env.app().await);
    let rules = one.get(&format!("/api/games/{GAME}/rules")).await.json(200);
    let cases = rules["cases"].as_array().unwrap();
    let shown = &cases.iter().find(|case| case["number"] == "13.2.4").unwrap()["examples"];
    assert!(shown.as_array().unwrap().iter().any(|example| example["id"] == EXAMPLE), "{shown}");
    let path = format!("/api/games/{GAME}/examples/{EXAMPLE}");
    let whole = one.get(&path).await.json(200);
    let plies = whole["plies"].as_u64().unwrap();
    assert_eq!(whole["view"]["seq"], plies);
    let first = one.get(&format!("{path}?ply=0")).await.json(200);
    assert_eq!((&first["view"]["seq"], &first["plies"]), (&json!(0), &json!(plies)));
    assert_eq!(first["view"]["offers"], json!([]), "an example is looked at, not played");
}
