//! `replay` and `migrate`: what becomes of games of earlier revisions.

use std::{fs, path::Path};

use kernel::{Fate, Record, data::Overlay};
use serde_json::Value;

use crate::env::Env;

/// A golden record of an earlier revision that goes on under the rules of now, and one that differs.
fn earlier(env: &Env) -> (Vec<String>, Vec<String>) {
    let (mut goes_on, mut differs) = (Vec::new(), Vec::new());
    for game in games::all(&Overlay::none()).unwrap() {
        let id = &game.about().id;
        for revision in 1..game.about().revision {
            let path = format!("../{id}/golden/revisions/{revision}/everything.record");
            let Ok(text) = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)) else {
                continue;
            };
            let name = format!("records/{id}-{revision}.sandtable");
            env.write(&name, &text);
            match game.replay(&Record::parse(&text).unwrap()).unwrap().1 {
                Fate::GoesOn => goes_on.push(name),
                _ => differs.push(name),
            }
        }
    }
    assert!(!differs.is_empty(), "no game of an earlier revision differs");
    (goes_on, differs)
}

#[test]
fn a_record_of_an_earlier_revision_is_told_and_says_where_it_differs() {
    let env = Env::new();
    let (goes_on, differs) = earlier(&env);
    let told = env.ok(&["replay", &differs[0]]);
    assert!(told.contains("differs under revision") && told.contains("at ply"), "{told}");
    let json = env.json(&["replay", &differs[0], "--json"]);
    let rules = &json["rules"];
    assert_eq!(rules["state"], "differs");
    assert_eq!(rules["ply"].as_u64().unwrap(), json["ply"].as_u64().unwrap() + 1);
    assert!(json["ply"].as_u64() < json["plies"].as_u64() && rules["by"].is_string(), "{rules}");
    let ran = env.run(&["replay", &differs[0], "--verify"]);
    assert_eq!((ran.code, ran.err.as_str()), (1, ""), "{ran:?}");
    for words in ["whole and unchanged", "differs under revision", "nothing after them was verified"] {
        assert!(ran.out.contains(words), "{words}: {}", ran.out);
    }
    for file in &goes_on {
        assert!(env.ok(&["replay", file]).contains("goes on under revision"));
        assert!(env.ok(&["replay", file, "--verify"]).contains("are legal where they stand"));
    }
}

#[test]
fn a_record_of_a_newer_revision_is_refused_with_a_clear_word() {
    let env = Env::new();
    let (_, differs) = earlier(&env);
    let mut record = Record::parse(&env.read(&differs[0])).unwrap();
    record.header.rules = 999;
    env.write("newer.sandtable", &record.to_text());
    env.fails(1, &["replay", "newer.sandtable"], &["revision 999", "use a newer sandtable"]);
    let ran = env.run(&["migrate", "newer.sandtable", "--json"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    let json: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(json["matches"][0]["state"], "unreadable");
}

#[test]
fn a_folder_of_records_is_counted() {
    let env = Env::new();
    let (goes_on, differs) = earlier(&env);
    env.write("records/torn.sandtable", "sandtable record 1\ngame: circle-of-fire\n");
    env.write("records/notes.txt", "no record");
    let ran = env.run(&["migrate", "--dry-run", "records"]);
    assert_eq!((ran.code, ran.err.as_str()), (1, ""), "{ran:?}");
    for file in &differs {
        let line = ran.out.lines().find(|line| line.starts_with(file.as_str())).unwrap();
        assert!(line.contains("differs from revision") && line.contains("at ply"), "{line}");
    }
    let ran = env.run(&["migrate", "--dry-run", "records", "--json"]);
    let json: Value = serde_json::from_str(&ran.out).unwrap();
    let count = |key: &str| -> usize {
        let games = json["games"].as_object().unwrap().values();
        games.map(|game| game[key].as_u64().unwrap() as usize).sum()
    };
    assert_eq!(
        (count("goes_on"), count("differs"), count("unreadable")),
        (goes_on.len(), differs.len(), 1),
        "{json}"
    );
    env.fails(2, &["migrate", "--dry-run", "records", "--database", "sqlite:x.db"], &["--database"]);
    env.write("empty/notes.txt", "no record");
    env.fails(2, &["migrate", "--dry-run", "empty"], &["no record in empty"]);
}

#[test]
fn a_database_is_looked_at_without_change_and_then_keeps_its_journals() {
    let env = Env::new();
    // As the first version of the database left it, with a match that differs and one of another game.
    let old = include_str!("../../../store/tests/fixtures/version-1.sql");
    let rows = "INSERT INTO matches VALUES (5, 'circle-of-fire', 1, 'builtin', 'siege', '', 'server', 'hotseat', 1);\
        INSERT INTO heads VALUES (5, 2, 0, 91); INSERT INTO plies VALUES (90, 0, 'place g-281-1 1', 1);\
        INSERT INTO plies VALUES (91, 90, 'pass', 1);\
        INSERT INTO matches VALUES (6, 'chess', 1, 'builtin', 'x', '', 'server', 'hotseat', 1);\
        INSERT INTO heads VALUES (6, 0, 0, 0);";
    let path = env.path("old.db");
    rusqlite::Connection::open(&path).unwrap().execute_batch(&format!("{old}{rows}")).unwrap();
    let before = fs::read(&path).unwrap();
    let look = |args: &[&str]| -> Value {
        let ran = env.run(&[&["migrate", "--database", "sqlite:old.db", "--json"], args].concat());
        assert_eq!((ran.code, ran.err.as_str()), (1, ""), "{ran:?}");
        serde_json::from_str(&ran.out).unwrap()
    };
    let dry = look(&["--dry-run", "--export", "out"]);
    let game = &dry["games"]["circle-of-fire"];
    assert_eq!(
        (&game["games"], &game["goes_on"], &game["differs"]),
        (&3.into(), &2.into(), &1.into()),
        "{dry}"
    );
    assert_eq!(dry["games"]["chess"]["unreadable"], 1);
    let differs = dry["matches"].as_array().unwrap().iter().find(|it| it["state"] == "differs").unwrap();
    assert_eq!((&differs["name"], &differs["ply"]), (&"0000000000005".into(), &2.into()), "{differs}");
    assert!(differs["by"].as_str().unwrap().starts_with("case "), "{differs}");
    assert_eq!(fs::read(&path).unwrap(), before, "looking changes nothing");
    assert!(Record::parse(&env.read("out/0000000000005.sandtable")).unwrap().lines.len() == 2);
    assert_eq!(look(&[])["kept"], 3);
    let again = look(&[]);
    assert_eq!(
        (&again["kept"], &again["games"]),
        (&0.into(), &dry["games"]),
        "the second time there is nothing to do"
    );
    env.fails(1, &["migrate", "--dry-run", "--database", "sqlite:missing.db"], &["missing.db"]);
    assert!(!env.exists("missing.db"));
}
