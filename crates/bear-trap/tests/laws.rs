//! The laws of the kernel, for both scenarios and a broad choice of options.
#![allow(clippy::disallowed_methods)]

use std::sync::Arc;

use bear_trap::BearTrap;
use kernel::{Options, Table, data::Overlay, laws};

fn game() -> Arc<BearTrap> {
    Arc::new(BearTrap::load(&Overlay::none()).expect("the built-in tables are sound"))
}

/// No option, each by itself, and all rules together under each fog.
fn choices(game: &BearTrap) -> Vec<Options> {
    let set = |ids: &[&str]| game.about().options(ids).expect("the options exist");
    let rules = ["buratino", "interdiction", "tank-passengers", "hotels"];
    let mut sets = vec![set(&[]), set(&["open"]), set(&["strict"]), set(&rules)];
    sets.extend(rules.map(|id| set(&[id])));
    sets.push(set(&[&rules[..], &["open"]].concat()));
    sets.push(set(&[&rules[..], &["strict"]].concat()));
    sets
}

#[test]
fn the_laws_hold_in_both_scenarios() {
    let game = game();
    for scenario in 0..game.about().scenarios.len() {
        for (i, options) in choices(&game).into_iter().enumerate() {
            let plan = laws::Plan {
                games: 1,
                seed: 100 + i as u64,
                every: 151,
                worlds: 2,
                depth: 3,
                effort: 60,
                ..laws::Plan::default()
            };
            laws::check(&game, scenario, options, plan).unwrap_or_else(|broken| {
                panic!("options {:?}: {broken}", game.about().option_ids(options));
            });
        }
    }
}

/// The fog settings, with the optional rules that hide something more.
#[test]
fn nothing_leaks_in_any_fog() {
    let game = game();
    let rules = ["buratino", "interdiction", "tank-passengers", "hotels"];
    // LEAK_GAMES looks at more games, and at every seventh position of them.
    let more: Option<u64> = std::env::var("LEAK_GAMES").ok().map(|n| n.parse().expect("a number of games"));
    for scenario in 0..game.about().scenarios.len() {
        for (i, fog) in [&[][..], &["strict"], &["open"]].into_iter().enumerate() {
            let options = game.about().options(&[&rules[..], fog].concat()).expect("the options exist");
            let plan = laws::Plan {
                games: more.unwrap_or(1),
                seed: 40 + i as u64,
                every: if more.is_some() { 7 } else { 151 },
                worlds: 2,
                depth: 1,
                effort: 1,
                ..laws::Plan::default()
            };
            laws::check(&game, scenario, options, plan).unwrap_or_else(|broken| panic!("{fog:?}: {broken}"));
        }
    }
}

#[test]
fn random_games_of_every_choice_end() {
    let game = game();
    for scenario in 0..game.about().scenarios.len() {
        for (i, options) in choices(&game).into_iter().enumerate() {
            let plan = laws::Plan { games: 4, seed: i as u64, ..laws::Plan::default() };
            laws::play_outs(&*game, scenario, options, plan).unwrap_or_else(|broken| panic!("{broken}"));
        }
    }
}

/// Very many random games of each scenario, shared out over the option sets; RANDOM_GAMES says how many.
#[test]
#[ignore = "takes minutes: run it in release, RANDOM_GAMES=20000"]
fn random_games_by_the_thousand() {
    let game = game();
    let count: u64 = std::env::var("RANDOM_GAMES").map_or(200, |n| n.parse().expect("a number of games"));
    let sets = choices(&game);
    for (scenario, about) in game.about().scenarios.iter().enumerate() {
        let mut all = laws::Report::default();
        for (i, &options) in sets.iter().enumerate() {
            let games = (count + i as u64) / sets.len() as u64;
            let plan = laws::Plan { games, seed: 7000 + i as u64, ..laws::Plan::default() };
            let report = laws::play_outs(&*game, scenario, options, plan);
            all.add(
                &report.unwrap_or_else(|broken| panic!("{:?}: {broken}", game.about().option_ids(options))),
            );
        }
        println!("{}: {} option sets, {all:?}", about.id, sets.len());
        assert_eq!(all.games, count);
    }
}

#[test]
fn a_state_stays_small() {
    assert!(size_of::<bear_trap::State>() < 6000);
}
