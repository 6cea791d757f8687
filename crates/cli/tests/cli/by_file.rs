//! `play --file`: two folders, and a file that goes to and fro.

use std::fs;

use crate::env::{Env, GAME};

const FILE: &str = "siege.sandtable";

fn turn(env: &Env, side: &str) -> String {
    env.run_with(&["play", GAME, "--file", FILE, "--side", side], &b"1\n".repeat(3_000)).ok()
}

fn send(from: &Env, to: &Env) {
    fs::copy(from.path(FILE), to.path(FILE)).unwrap();
}

#[test]
fn a_game_between_two_folders_is_played_to_its_end() {
    let (german, soviet) = (Env::new(), Env::new());
    let mut told = turn(&german, "german");
    assert!(told.contains("Letter 1 is written and signed"), "{told}");
    assert!(
        turn(&german, "german").contains("other side's turn"),
        "nothing is played before both have promised"
    );
    let mut letters = 1;
    while !told.contains("The game is over") {
        let ((from, to), side) =
            if letters % 2 == 1 { ((&german, &soviet), "soviet") } else { ((&soviet, &german), "german") };
        send(from, to);
        told = turn(to, side);
        if told.contains("other side's turn") {
            // The same side goes on: it was rolled for.
            panic!("{told}");
        }
        letters += 1;
        assert!(letters < 5_000);
    }
    println!("{letters} letters");
    let last = if letters % 2 == 1 { &german } else { &soviet };
    let record = "siege.record.sandtable";
    let verified = last.json(&["replay", record, "--verify", "--json"]);
    assert_eq!((&verified["over"], &verified["legal"]), (&true.into(), &true.into()));
    // The other side reads the end, and has the same record.
    let other = if letters % 2 == 1 { &soviet } else { &german };
    send(last, other);
    let told = turn(other, if letters % 2 == 1 { "soviet" } else { "german" });
    assert!(told.contains("The game is over"), "{told}");
    assert_eq!(last.read(record), other.read(record));
}

#[test]
fn what_is_wrong_with_a_file_is_told() {
    let (german, soviet) = (Env::new(), Env::new());
    turn(&german, "german");
    send(&german, &soviet);
    turn(&soviet, "soviet");
    let second = soviet.read(FILE);
    send(&soviet, &german);
    turn(&german, "german");
    let third = german.read(FILE);
    let refused = |text: &str, words: &str| {
        german.write(FILE, text);
        german.fails(1, &["play", GAME, "--file", FILE, "--side", "german"], &[words]);
    };
    refused(&second, "older than what you know");
    refused(&third.replace("play: ", "play: x"), "letter 3");
    refused("nonsense", "no game by file");
    german.write(FILE, &third);
    assert!(turn(&german, "german").contains("other side's turn"));
    german.fails(
        1,
        &["play", GAME, "--file", "bid", "--side", "german", "--option", "bid-german"],
        &["cannot be played by file"],
    );
    assert!(!german.exists("bid"));
}
