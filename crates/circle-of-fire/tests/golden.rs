//! Whole games kept as text, and records that do not fit.

use checks::{Golden, keeps_busy, refused};
use circle_of_fire::CircleOfFire;

const EVERYTHING: &[&str] = &["bid-soviet", "substitute-random", "bombard-contested", "infantry-vs-armor"];

const KEPT: &[Golden] = &[
    Golden::of("plain", &[], 1, &["19.2.2"]).until(4),
    Golden::of("plain-to-the-end", &[], 100, &["19.3"]).until(9),
    Golden::of("bid-german", &["bid-german"], 200, &["20.1.5c"]).until(4),
    Golden::of("bid-soviet-to-the-end", &["bid-soviet"], 300, &["20.1.5a"]).until(9),
    Golden::of("substitutes", &["substitute-random"], 400, &["21.1a"]).until(5),
    Golden::of("contested-guns", &["bombard-contested"], 500, &["21.2.3"]).until(5),
    Golden::of("infantry-against-armor", &["infantry-vs-armor"], 600, &["21.3"]).until(5),
    Golden::of("everything", EVERYTHING, 700, &["8.1.1F"]).until(9),
];

// Players who pass only when they must, or now and then.
checks::goldens!(CircleOfFire, KEPT, 60_000, |game, legal, mind| keeps_busy(
    game,
    legal,
    mind,
    &["pass", "done", "decline"]
));

#[test]
fn clashing_options_and_other_tables_are_refused_with_what_helps() {
    let goldens = goldens();
    let both = ["bid-german", "bid-soviet"].map(str::to_owned).to_vec();
    let says = goldens.refused_after("plain", |it| it.header.options = both);
    let clash = ["bid-german", "bid-soviet", "together"];
    assert!(clash.iter().all(|word| says.contains(word)), "{says}");
    let says = goldens.refused_after("plain", |it| it.header.data = "0123456789abcdef".to_owned());
    assert!(says.contains("--data"), "{says}");
}

#[test]
fn a_record_with_an_illegal_ply_is_refused_with_ply_and_case() {
    let goldens = goldens();
    let lines = goldens.parsed("plain").lines;
    let find = |start: &str| lines.iter().position(|line| line.starts_with(start)).expect("such a ply");
    let (at, dice) = (find("activate"), find("* "));
    let kinds = [
        // A space without units is activated in the middle of the game.
        (at, "activate E", "(11.1.3)"),
        // An action out of its step, and no action at all.
        (at, "regroup D", "(7.0)"),
        (at, "charge 9", "charge"),
        // Dice that do not exist, dice where none are due, an action where dice are due.
        (dice, "* 7", "7"),
        (at, "* 3", "no dice are due"),
        (dice, "pass", "dice are due"),
    ];
    for (ply, text, reason) in kinds {
        let says = goldens.refused_after("plain", |it| it.lines[ply] = text.to_owned());
        assert!(says.contains(&format!("ply {} ('{text}')", ply + 1)) && says.contains(reason), "{says}");
    }
}

#[test]
fn a_record_changed_without_its_digest_is_refused() {
    let text = goldens().record("plain");
    let (from, to) = if text.contains("* 4\n") { ("* 4\n", "* 6\n") } else { ("* 3\n", "* 6\n") };
    assert!(refused(&game(), &text.replacen(from, to, 1)).contains("changed after it was written"));
    let half = &text[..text.len() / 2];
    assert!(refused(&game(), &half[..=half.rfind('\n').expect("lines")]).contains("cut short"));
}
