//! `play`: whole games through a pipe.

use crate::env::{Env, GAME};

/// More ones than any game needs.
fn ones() -> Vec<u8> {
    b"1\n".repeat(20_000)
}

#[test]
fn always_the_first_choice_finishes_a_game() {
    let env = Env::new();
    let played = env.run_with(&["play", GAME, "--seed", "42", "--bot", "random"], &ones()).ok();
    assert!(played.contains("The game is over"), "{}", &played[played.len().saturating_sub(2000)..]);
    let file = format!("{GAME}-42.sandtable");
    assert!(played.contains(&format!("sandtable replay {file}")));
    let verified = env.json(&["replay", &file, "--verify", "--json"]);
    assert_eq!((&verified["over"], &verified["draws_follow_seed"]), (&true.into(), &true.into()));
}

#[test]
fn two_people_can_share_a_terminal() {
    let env = Env::new();
    let played = env.run_with(&["play", GAME, "--seed", "1", "--bot", "human"], &ones()).ok();
    assert!(played.contains("The game is over"));
}

#[test]
fn a_game_stops_and_goes_on() {
    let env = Env::new();
    let whole =
        env.run_with(&["play", GAME, "--seed", "6", "--bot", "human", "--save", "whole"], &ones()).ok();
    assert!(whole.contains("The game is over"));
    let first =
        env.run_with(&["play", GAME, "--seed", "6", "--bot", "human", "--save", "parts"], b"1\n1\nq\n").ok();
    assert!(first.contains(&format!("sandtable play {GAME} --load parts")), "{first}");
    let rest = env.run_with(&["play", GAME, "--load", "parts"], &ones()).ok();
    assert!(rest.contains("The game is over"));
    assert_eq!(env.read("whole"), env.read("parts"), "stopping in between changes nothing");
}

#[test]
fn the_end_of_the_input_saves() {
    let env = Env::new();
    for side in ["german", "soviet"] {
        let played = env.run_with(&["play", GAME, "--side", side, "--seed", "9"], b"").ok();
        assert!(played.contains("Saved. Go on with"), "{played}");
    }
    assert!(env.exists(&format!("{GAME}-9.sandtable")));
    assert!(env.exists(&format!("{GAME}-9-2.sandtable")), "an earlier game is not overwritten");
    let again = env.run_with(&["play", GAME, "--load", &format!("{GAME}-9.sandtable")], b"q\n").ok();
    assert!(again.contains("Saved. Go on with"), "{again}");
}

#[test]
fn every_command_answers() {
    let env = Env::new();
    let input = "?\nl\nn\nb\nx\nj\nj 5\nj five\no\no 1\no 99\no x\nrule 1.0\nrule 1\nrule 99.9\nrule\nwhy\n\
                 why conquer\nwhy 1\nu\ns\ns other.sandtable\ns missing/file\n\n  \nq\n";
    let played = env.run_with(&["play", GAME, "--seed", "3"], input.as_bytes()).ok();
    for words in [
        "play choice number N",
        "no number of lines",
        "There is no case '99.9'",
        "Write the action after it",
        "cannot read 'conquer'",
        "cannot be taken back",
        "Saved as other.sandtable",
        "cannot write missing/file",
        "Write the number of a choice after it",
    ] {
        assert!(played.contains(words), "{words}: {played}");
    }
    assert!(env.ok(&["replay", "other.sandtable"]).contains("after 0 plies"));
}

#[test]
fn wrong_choices_change_nothing() {
    let env = Env::new();
    let input = b"0\n99999\n99999999999999999999999\n-1\n1.5\nconquer\n\xff\xfe\n\0\nb b\n#@!\n'\n";
    let played = env.run_with(&["play", GAME, "--seed", "3", "--save", "saved"], input).ok();
    assert!(played.contains("There is no choice 0: enter 1 to"), "{played}");
    assert!(played.contains("Not played: cannot read 'conquer'"), "{played}");
    assert!(env.ok(&["replay", "saved"]).contains("after 0 plies"));
}

#[test]
fn a_step_is_taken_back() {
    let env = Env::new();
    let played =
        env.run_with(&["play", GAME, "--seed", "3", "--bot", "human", "--save", "saved"], b"1\nu\nq\n").ok();
    assert!(played.contains("Taken back."), "{played}");
    assert!(env.ok(&["replay", "saved"]).contains("after 0 plies"));
}

#[test]
fn a_record_of_another_game_or_with_a_wrong_flag_is_refused() {
    let env = Env::new();
    env.run_with(&["play", GAME, "--seed", "3", "--save", "saved"], b"q\n").ok();
    env.fails(2, &["play", GAME, "--load", "saved", "--seed", "1"], &["cannot be used with"]);
    env.fails(1, &["play", GAME, "--load", "missing"], &["missing"]);
}

#[test]
fn an_illegal_action_is_refused_with_its_case() {
    let env = Env::new();
    let input = b"activate 12\nwhy activate 12\nplace g-pol-1 99\nplace ghost 9\nq\n";
    let played = env.run_with(&["play", GAME, "--seed", "3", "--save", "saved"], input).ok();
    assert!(played.contains("Not played: ") && played.contains("(7.0)"), "{played}");
    assert!(played.contains("there is no unit 'ghost'"), "{played}");
    assert!(env.ok(&["replay", "saved"]).contains("after 0 plies"));
}

#[test]
fn odds_are_shown_before_the_dice_are_thrown() {
    let env = Env::new();
    let input = b"o 1\n1\n".repeat(2000);
    let played = env.run_with(&["play", GAME, "--seed", "5", "--bot", "human"], &input).ok();
    for words in ["of 1296", "#####", "Attack: 2d6", "Defence: 2d6"] {
        assert!(played.contains(words), "{words}");
    }
}

#[test]
fn a_game_with_other_tables_needs_them_again() {
    let env = Env::new();
    env.write(&format!("mine/{GAME}/charts.toml"), "# nothing changed\n");
    let played =
        env.run_with(&["play", GAME, "--data", "mine", "--seed", "3", "--save", "saved"], b"1\nq\n").ok();
    assert!(played.contains("--data mine --load saved"), "{played}");
    env.fails(1, &["play", GAME, "--load", "saved"], &["saved", "--data"]);
    env.run_with(&["play", GAME, "--data", "mine", "--load", "saved"], b"q\n").ok();
}
