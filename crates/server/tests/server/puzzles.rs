//! Puzzles over HTTP: what is told before a try, after it, and when.

use std::{fs, path::Path};

use kernel::puzzle::{Puzzle, Source};
use serde_json::json;

use crate::{
    contract::Witness,
    env::{Client, Env, GAME},
};

/// The first source of the game, and its first puzzle.
pub fn first() -> (Source, Puzzle) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(GAME).join("puzzles");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let source = Source::parse("first", &fs::read_to_string(&files[0]).unwrap()).unwrap();
    let puzzle = source.puzzles[0].clone();
    (source, puzzle)
}

/// Everything that these routes are described to answer.
pub async fn all_statuses(one: &mut Witness) {
    one.get("/api/puzzles/daily", "/api/puzzles/daily").await;
    let name = first().1.name;
    let large = json!({ "done": ["x".repeat(600_000)] });
    let route = "/api/games/{game}/puzzles/{name}";
    let path = |game: &str, name: &str| format!("/api/games/{game}/puzzles/{name}");
    let asks = [
        ("", json!({ "done": [] }), json!({ "done": [], "ask": "show" })),
        (
            "/query",
            json!({ "done": [], "query": { "ask": "control" } }),
            json!({ "done": ["pass", "pass", "pass"], "query": { "ask": "control" } }),
        ),
        (
            "/orders",
            json!({ "done": [], "pieces": ["x"] }),
            json!({ "done": ["pass", "pass", "pass"], "pieces": ["x"] }),
        ),
    ];
    for (part, asked, refused) in asks {
        let route = format!("{route}{part}");
        for (game, name) in [(GAME, &*name), (GAME, "none"), ("chess", &*name)] {
            one.post(&route, &format!("{}{part}", path(game, name)), &asked).await;
        }
        for body in [json!({}), large.clone(), refused] {
            one.post(&route, &format!("{}{part}", path(GAME, &name)), &body).await;
        }
    }
}

#[tokio::test]
async fn a_puzzle_tells_what_was_better_only_after_a_try() {
    let env = Env::new();
    let mut one = Client::new(&env.app().await);
    let (_, puzzle) = first();
    let path = format!("/api/games/{GAME}/puzzles/{}", puzzle.name);
    let open = one.post(&path, &json!({ "done": [] })).await.json(200);
    assert_eq!(open["puzzle"]["stands"], "open");
    assert!(open["puzzle"]["best"].is_null() && open["puzzle"]["found"].is_null(), "{}", open["puzzle"]);
    assert_eq!(open["meta"]["you"], json!([puzzle.side]));
    assert!(!open["view"]["offers"].as_array().unwrap().is_empty());
    one.post(&path, &json!({ "done": [], "ask": "show" })).await.json(422);
    // Another order: both chances, and no word of what the best one is.
    let other = &puzzle.order[1];
    let missed = one.post(&path, &json!({ "done": other.play, "ask": "judge" })).await.json(200);
    let told = &missed["puzzle"];
    assert_eq!((&told["stands"], &told["tried"]["chance"]), (&json!("missed"), &json!(other.chance)));
    assert_eq!(told["best"]["chance"], json!(puzzle.order[0].chance));
    assert!(told["best"]["says"].is_null() && told["second"].is_null() && told["found"].is_null(), "{told}");
    assert_eq!(missed["view"]["offers"], json!([]), "nobody goes on from here");
    assert_eq!(missed["view"]["undo"]["allowed"], true);
    let further = [other.play.clone(), vec!["pass".to_owned()]].concat();
    one.post(&path, &json!({ "done": further, "ask": "judge" })).await.json(422);
    // Shown, and found.
    let shown = one.post(&path, &json!({ "done": other.play, "ask": "show" })).await.json(200);
    assert_eq!(shown["puzzle"]["stands"], "shown");
    assert_eq!(shown["puzzle"]["best"]["says"].as_array().unwrap().len(), puzzle.order[0].play.len());
    let solved = one.post(&path, &json!({ "done": puzzle.order[0].play })).await.json(200);
    assert_eq!(solved["puzzle"]["stands"], "solved");
    assert_eq!(solved["puzzle"]["second"]["chance"], json!(other.chance));
    assert_eq!(solved["puzzle"]["found"].as_array().unwrap().len(), puzzle.found.len());
    assert_eq!(shown["view"]["pieces"], solved["view"]["pieces"]);
}

#[tokio::test]
async fn every_listed_puzzle_is_posed() {
    let env = Env::new();
    let mut one = Client::new(&env.app().await);
    for game in games::ids() {
        let list = one.get(&format!("/api/games/{game}/puzzles")).await.json(200);
        let list = list["puzzles"].as_array().unwrap();
        assert!(list.is_sorted_by_key(|it| it["stars"].as_u64()), "{game}");
        // One of each file's end is enough: the tests of the game look at all.
        for puzzle in list.iter().step_by(8) {
            let path = format!("/api/games/{game}/puzzles/{}", puzzle["id"].as_str().unwrap());
            let posed = one.post(&path, &json!({ "done": [] })).await.json(200);
            assert_eq!((&posed["puzzle"]["about"], &posed["view"]["decides"]), (puzzle, &puzzle["side"]));
        }
    }
    let daily = one.get("/api/puzzles/daily").await.json(200);
    assert!(games::ids().contains(&daily["game"].as_str().unwrap()) && daily["next"].as_u64() > Some(0));
}
