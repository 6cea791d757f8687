//! The laws of the kernel, for every set of options.
#![allow(clippy::disallowed_methods)]

use std::sync::Arc;

use kernel::{Table, data::Overlay, laws};
use the_year_before::TheYearBefore;

fn game() -> Arc<TheYearBefore> {
    Arc::new(TheYearBefore::load(&Overlay::none()).expect("the built-in tables are sound"))
}

#[test]
fn the_laws_hold_for_every_set_of_options() {
    let game = game();
    for (i, options) in game.about().option_sets().into_iter().enumerate() {
        let plan =
            laws::Plan { games: 6, seed: 100 + i as u64, every: 3, worlds: 6, ..laws::Plan::default() };
        let report = laws::check(&game, 0, options, plan).unwrap_or_else(|broken| panic!("{broken}"));
        assert_eq!(report.games, 6);
    }
}

#[test]
fn random_games_end_and_keep_the_invariant() {
    let game = game();
    for (i, options) in game.about().option_sets().into_iter().enumerate() {
        let plan = laws::Plan { games: 200, seed: 200 + i as u64, ..laws::Plan::default() };
        let report = laws::play_outs(&*game, 0, options, plan).unwrap_or_else(|broken| panic!("{broken}"));
        assert_eq!(report.games, 200);
    }
}

/// `GAMES` random games of every set of options, 20,000 if it is not set; every hundredth is looked at closely.
#[test]
#[ignore = "long: run it in release"]
fn very_many_random_games_end_and_keep_the_laws() {
    let game = game();
    let games = std::env::var("GAMES").map_or(20_000, |it| it.parse().expect("GAMES is a number"));
    for (i, options) in game.about().option_sets().into_iter().enumerate() {
        let plan = laws::Plan { games, seed: 300 + i as u64, ..laws::Plan::default() };
        let report = laws::play_outs(&*game, 0, options, plan).unwrap_or_else(|broken| panic!("{broken}"));
        assert_eq!(report.games, games);
        let plan = laws::Plan { games: games / 100, ..plan };
        let closely = laws::check(&game, 0, options, plan).unwrap_or_else(|broken| panic!("{broken}"));
        assert_eq!(closely.games, games / 100);
        let (actions, mean) = (report.actions, report.mean_length());
        eprintln!("{options:?}: {actions} actions, {mean} plies a game, won {:?}", report.wins);
    }
}
