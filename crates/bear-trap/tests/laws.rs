//! The laws of the kernel, for both scenarios and a broad choice of options.

use bear_trap::{BearTrap, State};
use kernel::{Options, Table, laws::Plan};

checks::game!(BearTrap);

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
    let plan = Plan { games: 1, seed: 100, every: 151, worlds: 2, depth: 3, effort: 60, ..Plan::default() };
    for scenario in 0..game.about().scenarios.len() {
        checks::laws_hold(&game, scenario, &choices(&game), plan);
    }
}

/// The fog settings, with the optional rules that hide something more. With RANDOM_GAMES more games are looked at, and
/// every seventh position of them.
#[test]
fn nothing_leaks_in_any_fog() {
    let game = game();
    let rules = ["buratino", "interdiction", "tank-passengers", "hotels"];
    let games = checks::games_asked_for(1);
    let every = if games > 1 { 7 } else { 151 };
    let plan = Plan { games, seed: 40, every, worlds: 2, depth: 1, effort: 1, ..Plan::default() };
    let fogs = [&[][..], &["strict"], &["open"]];
    let sets = fogs.map(|fog| game.about().options(&[&rules[..], fog].concat()).expect("the options exist"));
    for scenario in 0..game.about().scenarios.len() {
        checks::laws_hold(&game, scenario, &sets, plan);
    }
}

#[test]
fn random_games_of_every_choice_end() {
    let game = game();
    for scenario in 0..game.about().scenarios.len() {
        let plan = Plan { games: 4, seed: 0, ..Plan::default() };
        checks::play_outs(&*game, scenario, &choices(&game), plan);
    }
}

/// Very many random games of each scenario, shared out over the option sets.
#[test]
#[ignore = "takes minutes: run it in release; RANDOM_GAMES says how many in all"]
fn random_games_by_the_thousand() {
    let game = game();
    let sets = choices(&game);
    let games = checks::games_asked_for(200).div_ceil(sets.len() as u64);
    for (scenario, about) in game.about().scenarios.iter().enumerate() {
        let plan = Plan { games, seed: 7000, ..Plan::default() };
        let all = checks::play_outs(&*game, scenario, &sets, plan);
        println!("{}: {} option sets, {all:?}", about.id, sets.len());
    }
}

#[test]
fn a_state_stays_small() {
    assert!(size_of::<State>() < 6000);
}
