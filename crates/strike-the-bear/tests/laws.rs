//! The laws of the kernel, for every set of options.

use std::sync::Arc;

use kernel::{Table, data::Overlay, laws};
use strike_the_bear::StrikeTheBear;

fn game() -> Arc<StrikeTheBear> {
    Arc::new(StrikeTheBear::load(&Overlay::none()).expect("the built-in tables are sound"))
}

#[test]
fn the_laws_hold_for_a_broad_selection_of_options() {
    let game = game();
    let sets = game.about().option_sets();
    // None, each alone, all together: the options do not touch each other's cases.
    let broad = sets.into_iter().filter(|set| set.0.count_ones() <= 1 || set.0.count_ones() == 5);
    for (i, options) in broad.enumerate() {
        let plan =
            laws::Plan { games: 1, seed: 100 + i as u64, every: 23, effort: 120, ..laws::Plan::default() };
        let report = laws::check(&game, 0, options, plan).unwrap_or_else(|broken| {
            panic!("options {:?}: {broken}", game.about().option_ids(options));
        });
        assert_eq!(report.games, 1);
    }
}

#[test]
fn random_games_of_every_option_set_end() {
    let game = game();
    for (i, options) in game.about().option_sets().into_iter().enumerate() {
        let plan = laws::Plan { games: 20, seed: i as u64, ..laws::Plan::default() };
        laws::play_outs(&*game, 0, options, plan).unwrap_or_else(|broken| panic!("{broken}"));
    }
}

#[test]
fn a_state_stays_small() {
    assert!(size_of::<strike_the_bear::State>() < 3000);
}
