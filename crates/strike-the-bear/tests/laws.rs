//! The laws of the kernel, for sets of options.

use kernel::{Options, Table, laws::Plan};
use strike_the_bear::{State, StrikeTheBear};

checks::game!(StrikeTheBear);

#[test]
fn the_laws_hold_for_a_broad_selection_of_options() {
    let (game, plan) = (game(), Plan { games: 1, seed: 100, every: 23, effort: 120, ..Plan::default() });
    // None, each alone, all together: the options do not touch each other's cases.
    let broad = |set: &Options| set.0.count_ones() <= 1 || set.0.count_ones() == 6;
    let sets: Vec<Options> = game.about().option_sets().into_iter().filter(broad).collect();
    checks::laws_hold(&game, 0, &sets, plan);
}

#[test]
fn random_games_of_every_option_set_end() {
    let (game, plan) = (game(), Plan { games: 20, seed: 0, ..Plan::default() });
    checks::play_outs(&*game, 0, &game.about().option_sets(), plan);
}

/// As many random games as the environment says, shared out evenly among all sets of options.
#[test]
#[ignore = "takes minutes; RANDOM_GAMES says how many in all"]
fn many_random_games_break_nothing() {
    let game = game();
    let sets = game.about().option_sets();
    let games = checks::games_asked_for(20_000).div_ceil(sets.len() as u64);
    let report = checks::play_outs(&*game, 0, &sets, Plan { games, seed: 7_000, ..Plan::default() });
    println!("{} games over {} sets of options, {} actions", report.games, sets.len(), report.actions);
}

#[test]
fn a_state_stays_small() {
    assert!(size_of::<State>() < 3000);
}
