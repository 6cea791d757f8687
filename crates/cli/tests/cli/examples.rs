//! `example`: worked examples from files and folders.

use crate::env::{Env, GAME};

/// An example that expects nothing of the set-up, with these lines added.
fn example(lines: &str) -> String {
    format!("game = \"{GAME}\"\ncase = [\"1.0\"]\ntitle = \"The set-up\"\n{lines}")
}

#[test]
fn passed_and_failed_are_counted() {
    let env = Env::new();
    env.write("all/a/first.toml", &example(""));
    env.write("all/second.toml", &example("[expect]\nstep = \"nowhere\"\n"));
    env.write("all/notes.txt", "no example");
    let ran = env.run(&["example", "all"]);
    assert_eq!(ran.code, 1);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert!(lines[0].starts_with("ok    ") && lines[0].contains("first.toml"), "{}", ran.out);
    assert!(lines[1].starts_with("FAIL  ") && lines[1].contains("second.toml"), "{}", ran.out);
    assert!(lines[2].starts_with("        step: expected nowhere"), "{}", ran.out);
    assert_eq!(lines[3], "1 passed, 1 failed");
    assert!(env.ok(&["example", "all/a"]).ends_with("1 passed, 0 failed\n"));
    assert!(env.ok(&["example", "all/a/first.toml", "all/a"]).ends_with("2 passed, 0 failed\n"));
}

#[test]
fn a_torn_example_fails_with_file_key_and_reason() {
    let env = Env::new();
    for (text, words) in [
        ("game = ", &["line 1"][..]),
        (&example("draw = [\"1\"]\n"), &["draw", "unknown field"]),
        (&example("draws = [1]\n"), &["draws[0]", "string"]),
        (&example("").replace(GAME, "chess"), &["game: ", "chess"]),
        (&example("").replace("1.0", "99.9"), &["no case 99.9"]),
        (&example("scenario = \"moon\"\n"), &["no scenario 'moon'"]),
        (&example("play = [\"conquer\"]\n"), &["play: ", "conquer"]),
        (&example("draws = [\"7 7 7 7 7 7 7\"]\n"), &["draws: ", "7 7 7"]),
        (&example("[position.pieces]\nghost = { at = \"1\" }\n"), &["position.pieces.ghost"]),
        (&example("[expect.pieces]\nghost = { at = \"1\" }\n"), &["pieces.ghost", "no such piece"]),
        (&example("[expect.tracks]\nghost = 1\n"), &["tracks.ghost", "no such track"]),
    ] {
        env.write("torn.toml", text);
        let ran = env.run(&["example", "torn.toml"]);
        assert_eq!((ran.code, ran.err.as_str()), (1, ""), "{text}\n{}", ran.out);
        assert!(
            ran.out.starts_with("FAIL  torn.toml\n") && ran.out.ends_with("0 passed, 1 failed\n"),
            "{}",
            ran.out
        );
        assert!(words.iter().all(|word| ran.out.contains(word)), "{words:?}: {}", ran.out);
    }
}

#[test]
fn missing_and_empty_folders_are_told_apart() {
    let env = Env::new();
    env.write("empty/notes.txt", "");
    env.fails(2, &["example", "empty"], &["no .toml file"]);
    env.fails(1, &["example", "missing"], &["missing"]);
}
