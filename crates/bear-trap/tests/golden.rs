//! Whole games kept as text, and records that do not fit.

use bear_trap::BearTrap;
use checks::Golden;
use kernel::Notation;

const ALL: &[&str] = &["buratino", "interdiction", "tank-passengers", "hotels"];

const KEPT: &[Golden] = &[
    Golden::of("historical", &[], 1, &["6.4.3", "6.5.2", "8.2", "10.1.2", "10.4"]).in_scenario("historical"),
    Golden::of("variant", &[], 100, &["10.3.1", "10.3.2", "8.9"]).in_scenario("variant"),
    Golden::of("everything", ALL, 200, &["8.3", "6.5.3"]).in_scenario("historical"),
    Golden::of("fog", &["strict", "hotels"], 300, &["7.3", "8.7", "11.3"]).in_scenario("variant"),
];

// Players who attack when they can, end things now and then, and choose at random otherwise.
checks::goldens!(BearTrap, KEPT, 0, |game, legal, mind| {
    let fierce = |text: &str| {
        let verb = text.split(' ').next().unwrap_or_default();
        matches!(verb, "fire" | "barrage" | "strike" | "assault" | "resolve" | "join" | "indirect")
    };
    let attacks: Vec<_> = legal.iter().copied().filter(|&action| fierce(&game.write(action))).collect();
    let choices = if attacks.is_empty() || mind.below(3) == 0 { legal } else { &attacks };
    choices[mind.index(choices.len())]
});
