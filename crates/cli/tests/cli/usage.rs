//! Wrong usage: exit status 2 and a text that says what to type. Torn tables: exit status 1, file, key and reason.

use crate::env::{Env, GAME};

#[test]
fn help_names_every_command() {
    let help = Env::new().ok(&["--help"]);
    assert!(
        help.contains("Usage: sandtable") && help.contains("simulate") && help.contains("serve"),
        "{help}"
    );
}

#[test]
fn every_command_has_help_with_examples() {
    let env = Env::new();
    for command in
        ["serve", "games", "rules", "play", "replay", "board", "example", "simulate", "bench", "completions"]
    {
        let help = env.ok(&[command, "--help"]);
        assert!(help.contains("Examples:") && help.contains("sandtable"), "{command}: {help}");
    }
}

#[test]
fn wrong_usage_exits_with_two() {
    let env = Env::new();
    env.fails(2, &["conquer"], &["conquer"]);
    env.fails(2, &["rules"], &["GAME"]);
    env.fails(2, &["rules", GAME, "1.0", "--coverage"], &["cannot be used with"]);
    env.fails(2, &["simulate", GAME, "--games", "0"], &["0 is not in"]);
    env.fails(2, &["simulate", GAME, "--games", "many"], &["many"]);
    env.fails(2, &["simulate", GAME, "--jobs", "0"], &["0"]);
    env.fails(2, &["bench", "--seconds", "0"], &["seconds"]);
    env.fails(2, &["example"], &["PATH"]);
    env.fails(2, &["board", GAME], &["--out"]);
    env.fails(2, &["completions", "csh"], &["csh", "bash"]);
}

#[test]
fn an_unknown_game_is_answered_with_a_suggestion() {
    let env = Env::new();
    let misspelt = GAME.replace('i', "e");
    for args in [
        &["rules", misspelt.as_str()][..],
        &["play", misspelt.as_str()],
        &["simulate", misspelt.as_str()],
        &["bench", misspelt.as_str()],
        &["board", misspelt.as_str(), "--out", "map.svg"],
    ] {
        let ran = env.run(args);
        ran.fails(2, &[&format!("there is no game '{misspelt}'"), &format!("did you mean '{GAME}'?")]);
        ran.one_line();
    }
}

#[test]
fn unknown_scenarios_options_sides_and_bots_are_answered_with_the_known_ones() {
    let env = Env::new();
    let games = env.json(&["games", "--json"]);
    let scenario = games[0]["scenarios"][0]["id"].as_str().unwrap();
    let side = games[0]["sides"][1]["id"].as_str().unwrap();
    for command in ["play", "simulate"] {
        env.fails(2, &[command, GAME, "--scenario", "moon"], &["no scenario 'moon'", scenario]);
        env.fails(2, &[command, GAME, "--option", "magic"], &["no option 'magic'"]);
    }
    env.fails(
        2,
        &["board", GAME, "--scenario", "moon", "--out", "map.svg"],
        &["no scenario 'moon'", scenario],
    );
    env.fails(2, &["play", GAME, "--side", "martian"], &["no side 'martian'", side]);
    env.fails(2, &["play", GAME, "--bot", "deep-blue"], &["deep-blue", "greedy", "random"]);
    env.fails(2, &["simulate", GAME, "--bots", "deep-blue"], &["deep-blue", "greedy", "random"]);
    env.fails(2, &["simulate", GAME, "--bots", "random,random,random"], &["--bots names 3 players", "2"]);
}

#[test]
fn options_that_exclude_each_other_are_refused() {
    let env = Env::new();
    let games = env.json(&["games", "--json"]);
    for option in games[0]["options"].as_array().unwrap() {
        let id = option["id"].as_str().unwrap();
        for other in option["excludes"].as_array().unwrap() {
            let other = other.as_str().unwrap();
            let args = ["simulate", GAME, "--games", "1", "--option", id, "--option", other];
            env.fails(2, &args, &[id, other, "cannot be used together"]);
        }
    }
}

#[test]
fn a_torn_table_is_refused_with_file_key_and_reason() {
    let env = Env::new();
    let file = format!("{GAME}/charts.toml");
    env.write(&format!("torn/{file}"), "[table\nvalue = 1\n");
    for args in [&["games", "--data", "torn"][..], &["simulate", GAME, "--data", "torn", "--games", "1"]] {
        let ran = env.run(args);
        ran.fails(1, &[&file, "line 1"]);
        ran.one_line();
    }
    env.write(&format!("wrong/{file}"), "[no-such-table]\nvalue = 1\n");
    env.fails(1, &["--data", "wrong", "games"], &[&file, "no-such-table"]);
}

#[test]
fn files_that_no_game_reads_are_refused() {
    let env = Env::new();
    env.write(&format!("over/{GAME}/chart.toml"), "");
    env.fails(
        1,
        &["games", "--data", "over"],
        &["over", &format!("{GAME}/chart.toml"), "no game reads this file"],
    );
    env.fails(1, &["games", "--data", "missing"], &["missing"]);
}
