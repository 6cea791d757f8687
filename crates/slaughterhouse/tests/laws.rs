//! The laws of the kernel, for every set of options.

use std::sync::Arc;

use kernel::{Table, data::Overlay, laws};
use slaughterhouse::Slaughterhouse;

fn game() -> Arc<Slaughterhouse> {
    Arc::new(Slaughterhouse::load(&Overlay::none()).expect("the built-in tables are sound"))
}

#[test]
fn the_laws_hold_for_every_set_of_options() {
    let game = game();
    for (i, options) in game.about().option_sets().into_iter().enumerate() {
        let plan = laws::Plan { games: 3, seed: 100 + i as u64, every: 11, ..laws::Plan::default() };
        let report = laws::check(&game, 0, options, plan).unwrap_or_else(|broken| panic!("{broken}"));
        assert_eq!(report.games, 3);
    }
}

#[test]
fn random_games_end_and_keep_the_invariant() {
    let game = game();
    for (i, options) in game.about().option_sets().into_iter().enumerate() {
        let plan = laws::Plan { games: 40, seed: 200 + i as u64, ..laws::Plan::default() };
        let report = laws::play_outs(&*game, 0, options, plan).unwrap_or_else(|broken| panic!("{broken}"));
        assert_eq!(report.games, 40);
    }
}

/// The long run: `RANDOM_GAMES=20000 cargo test --release -p slaughterhouse --test laws -- --ignored`.
#[test]
#[ignore = "takes minutes"]
#[allow(clippy::disallowed_methods)]
fn very_many_random_games_end_and_keep_the_invariant() {
    let games = std::env::var("RANDOM_GAMES").map_or(20_000, |text| text.parse().expect("a number of games"));
    let game = game();
    for scenario in 0..game.about().scenarios.len() {
        for (i, options) in game.about().option_sets().into_iter().enumerate() {
            let plan = laws::Plan { games, seed: 300 + i as u64, ..laws::Plan::default() };
            let report =
                laws::play_outs(&*game, scenario, options, plan).unwrap_or_else(|broken| panic!("{broken}"));
            assert_eq!(report.games, games);
        }
    }
}
