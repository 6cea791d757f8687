//! Whole games kept as text, and records that do not fit.

use checks::Golden;
use kernel::Notation;
use strike_the_bear::StrikeTheBear;

const ALL: &[&str] = &[
    "save-half-ops",
    "fog-objectives",
    "leaders-barred-from-diamonds",
    "skip-turn1-redeployment",
    "fallschirmjaeger",
    "both-leaders-to-continue",
];
const SAVING: &[&str] = &["save-half-ops", "skip-turn1-redeployment"];

const KEPT: &[Golden] = &[
    Golden::of("plain", &[], 1, &["11.9.5"]),
    Golden::of("saved-points-and-no-first-redeployment", SAVING, 100, &["3.3.5"]),
    Golden::of("fog", &["fog-objectives", "leaders-barred-from-diamonds"], 200, &["13.4"]),
    Golden::of("everything", ALL, 300, &["7.2.1b"]),
];

// Players who take what ends a step often enough to keep a game short.
checks::goldens!(StrikeTheBear, KEPT, 30_000, |game, legal, mind| {
    let ends = |text: &str| matches!(text, "done" | "place rest");
    let last = legal.iter().copied().find(|&action| ends(&game.write(action)));
    match last {
        Some(last) if mind.below(9) == 0 => last,
        _ => legal[mind.index(legal.len())],
    }
});

#[test]
fn case_2_0_a_record_with_an_illegal_ply_is_refused_with_ply_and_case() {
    let goldens = goldens();
    let lines = goldens.parsed("plain").lines;
    let at = lines.iter().position(|line| line.starts_with("move")).expect("a move");
    for (text, reason) in [("attack C5 odds", "(2.0)"), ("charge C5", "charge")] {
        let says = goldens.refused_after("plain", |it| it.lines[at] = text.to_owned());
        assert!(says.contains(&format!("ply {}", at + 1)) && says.contains(reason), "{says}");
    }
}
