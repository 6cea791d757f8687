//! The evaluation is worth something: greedy on it beats random play from either side.

use bear_trap::BearTrap;
use kernel::{Options, data::Overlay};

/// How many of these games the named side wins.
fn wins(players: [&str; 2], scenario: usize, side: u8, games: u64) -> usize {
    let game = BearTrap::load(&Overlay::none()).expect("the built-in tables are sound");
    let won = |seed| {
        let mut seated = search::seat_players::<BearTrap, _>(&players, seed).expect("both are players");
        let played = search::play_game(&game, scenario, Options::NONE, &mut seated, seed, 30_000)
            .expect("a game ends");
        played.outcome.side == Some(side)
    };
    (0..games).filter(|&seed| won(seed)).count()
}

#[test]
fn greedy_russians_beat_random_chechens() {
    assert!(wins(["greedy", "random"], 0, 0, 4) >= 3);
}

#[test]
fn greedy_chechens_beat_random_russians() {
    assert_eq!(wins(["random", "greedy"], 1, 1, 1), 1);
}
