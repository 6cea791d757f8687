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
