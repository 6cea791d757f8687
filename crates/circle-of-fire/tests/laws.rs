//! The laws of the kernel, for every set of options.

use std::sync::Arc;

use circle_of_fire::CircleOfFire;
use kernel::{Table, data::Overlay, laws};

fn game() -> Arc<CircleOfFire> {
    Arc::new(CircleOfFire::load(&Overlay::none()).expect("the built-in tables are sound"))
}

#[test]
fn the_laws_hold_for_every_set_of_options() {
    let game = game();
    for (i, options) in game.about().option_sets().into_iter().enumerate() {
        let plan = laws::Plan { games: 4, seed: 100 + i as u64, every: 7, ..laws::Plan::default() };
        let report = laws::check(&game, 0, options, plan).unwrap_or_else(|broken| {
            panic!("options {:?}: {broken}", game.about().option_ids(options));
        });
        assert_eq!(report.games, 4);
    }
}

#[test]
fn random_games_of_every_option_set_end() {
    let game = game();
    for (i, options) in game.about().option_sets().into_iter().enumerate() {
        let plan = laws::Plan { games: 100, seed: i as u64, ..laws::Plan::default() };
        laws::play_outs(&*game, 0, options, plan).unwrap_or_else(|broken| panic!("{broken}"));
    }
}

#[test]
fn a_state_stays_small() {
    assert!(size_of::<circle_of_fire::State>() < 2000);
}
