//! The laws of the kernel, for every set of options.

use kernel::{Table, laws::Plan};
use slaughterhouse::Slaughterhouse;

checks::game!(Slaughterhouse);

#[test]
fn the_laws_hold_for_every_set_of_options() {
    let (game, plan) = (game(), Plan { games: 3, seed: 100, every: 11, ..Plan::default() });
    checks::laws_hold(&game, 0, &game.about().option_sets(), plan);
}

#[test]
fn random_games_end_and_keep_the_invariant() {
    let (game, plan) = (game(), Plan { games: 40, seed: 200, ..Plan::default() });
    checks::play_outs(&*game, 0, &game.about().option_sets(), plan);
}

#[test]
#[ignore = "takes minutes; RANDOM_GAMES says how many of each set of options"]
fn very_many_random_games_end_and_keep_the_invariant() {
    let games = checks::games_asked_for(20_000);
    let (game, plan) = (game(), Plan { games, seed: 300, ..Plan::default() });
    println!("{:?}", checks::play_outs(&*game, 0, &game.about().option_sets(), plan));
}
