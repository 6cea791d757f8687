//! The laws of the kernel, for both scenarios and a broad choice of options.

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

#[test]
fn a_state_stays_small() {
    assert!(size_of::<bear_trap::State>() < 6000);
}
