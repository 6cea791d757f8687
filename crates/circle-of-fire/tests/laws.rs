//! The laws of the kernel, for every set of options.

use circle_of_fire::{CircleOfFire, State};
use kernel::{Table, laws::Plan};

checks::game!(CircleOfFire);

#[test]
fn the_laws_hold_for_every_set_of_options() {
    let (game, plan) = (game(), Plan { games: 4, seed: 100, every: 7, ..Plan::default() });
    checks::laws_hold(&game, 0, &game.about().option_sets(), plan);
}

#[test]
fn random_games_of_every_option_set_end() {
    let (game, plan) = (game(), Plan { games: 100, seed: 0, ..Plan::default() });
    checks::play_outs(&*game, 0, &game.about().option_sets(), plan);
}

#[test]
#[ignore = "takes minutes; RANDOM_GAMES says how many of each set of options"]
fn very_many_random_games_of_every_option_set_end() {
    let games = checks::games_asked_for(1000);
    let (game, plan) = (game(), Plan { games, seed: 1000, ..Plan::default() });
    println!("{:?}", checks::play_outs(&*game, 0, &game.about().option_sets(), plan));
}

#[test]
fn a_state_stays_small() {
    assert!(size_of::<State>() < 2000);
}
