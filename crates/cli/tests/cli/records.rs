//! `replay` and `board`: what is made of a record.

use crate::env::{Env, GAME};

/// A folder with the record of a whole game, and its name.
fn recorded() -> (Env, String) {
    let env = Env::new();
    env.ok(&["simulate", GAME, "--games", "1", "--seed", "2", "--save", "."]);
    (env, format!("{GAME}-2-0001.sandtable"))
}

#[test]
fn a_record_is_told_to_its_end() {
    let (env, file) = recorded();
    let told = env.ok(&["replay", &file]);
    assert!(told.contains("luck: seed ") && told.contains("plies of play"), "{told}");
    let json = env.json(&["replay", &file, "--json"]);
    assert_eq!(json["ply"], json["plies"]);
    assert!(!json["journal"].as_array().unwrap().is_empty());
    let side = env.json(&["games", "--json"])[0]["sides"][0]["id"].as_str().unwrap().to_owned();
    assert!(env.ok(&["replay", &file, "--side", &side]).contains("plies of play"));
    env.fails(2, &["replay", &file, "--side", "martian"], &["no side 'martian'"]);
}

#[test]
fn a_replay_stops_where_it_is_told() {
    let (env, file) = recorded();
    assert!(env.ok(&["replay", &file, "--ply", "0"]).contains("after 0 plies"));
    assert!(env.ok(&["replay", &file, "--ply", "1"]).contains("after 1 ply"));
    assert_eq!(env.json(&["replay", &file, "--ply", "1", "--json"])["ply"], 1);
    env.fails(2, &["replay", &file, "--ply", "9999999"], &[&file, "--ply can be 0 to"]);
}

#[test]
fn a_whole_record_verifies() {
    let (env, file) = recorded();
    let told = env.ok(&["replay", &file, "--verify"]);
    for words in ["whole and unchanged", "revision", "legal", "follow from 'seed ", "no server proved"] {
        assert!(told.contains(words), "{words}: {told}");
    }
}

#[test]
fn torn_and_edited_records_are_refused() {
    let (env, file) = recorded();
    let text = env.read(&file);
    let lines: Vec<&str> = text.lines().collect();
    for cut in [0, 1, 3, lines.len() / 2, lines.len() - 1] {
        env.write("torn.sandtable", &lines[..cut].join("\n"));
        for args in [&["replay", "torn.sandtable"][..], &["play", GAME, "--load", "torn.sandtable"]] {
            let ran = env.run(args);
            ran.fails(1, &["torn.sandtable"]);
            ran.one_line();
        }
    }
    let edited = text.replacen("luck: seed ", "luck: seed 1", 1);
    env.write("edited.sandtable", &edited);
    env.fails(
        1,
        &["replay", "edited.sandtable", "--verify"],
        &["edited.sandtable", "changed after it was written"],
    );
    env.write("noise.sandtable", "hello\n");
    env.fails(1, &["replay", "noise.sandtable"], &["no Sandtable record"]);
    env.fails(1, &["replay", "missing.sandtable"], &["missing.sandtable"]);
    let newer = text.replacen("sandtable record 1", "sandtable record 9", 1);
    env.write("newer.sandtable", &newer);
    env.fails(1, &["replay", "newer.sandtable"], &["newer.sandtable", "format 9"]);
}

#[test]
fn a_position_is_drawn() {
    let (env, file) = recorded();
    env.ok(&["board", GAME, "--out", "map.svg"]);
    assert!(env.read("map.svg").contains("<svg"));
    env.ok(&["board", GAME, "--empty", "--out", "empty.svg"]);
    assert!(env.read("empty.svg").len() < env.read("map.svg").len());
    env.ok(&["board", GAME, "--from", &file, "--ply", "5", "--out", "map.png", "--width", "200"]);
    let png = std::fs::read(env.path("map.png")).unwrap();
    assert_eq!(&png[1..4], b"PNG");
    assert_eq!(png[16..20], 200u32.to_be_bytes());
    env.fails(2, &["board", GAME, "--out", "map.jpg"], &["map.jpg", ".svg or .png"]);
    env.fails(2, &["board", GAME, "--ply", "5", "--out", "map.svg"], &["--from"]);
    env.fails(1, &["board", GAME, "--out", "missing/map.svg"], &["missing/map.svg"]);
}
