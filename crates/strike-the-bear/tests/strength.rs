//! The evaluation is worth something: greedy on it beats random play from either side.

use kernel::{Options, data::Overlay};
use strike_the_bear::StrikeTheBear;

/// Whether the named side wins this game.
fn wins(players: [&str; 2], side: u8, seed: u64) -> bool {
    let game = StrikeTheBear::load(&Overlay::none()).expect("the built-in tables are sound");
    let mut seated = search::seat_players::<StrikeTheBear, _>(&players, seed).expect("both are players");
    let played = search::play_game(&game, 0, Options::NONE, &mut seated, seed, 20_000).expect("a game ends");
    played.outcome.side == Some(side)
}

#[test]
fn greedy_axis_beats_random_soviets() {
    assert!(wins(["greedy", "random"], 0, 1));
}

#[test]
fn greedy_soviets_beat_random_axis() {
    assert!(wins(["random", "greedy"], 1, 1));
}
