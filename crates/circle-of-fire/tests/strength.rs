//! The evaluation is worth something: greedy on it beats random play from either side.

use circle_of_fire::CircleOfFire;
use kernel::{Options, data::Overlay};

/// How many of these games the named side wins.
fn wins(players: [&str; 2], side: u8, games: u64) -> usize {
    let game = CircleOfFire::load(&Overlay::none()).expect("the built-in tables are sound");
    let won = |seed| {
        let mut seated = search::seat_players::<CircleOfFire, _>(&players, seed).expect("both are players");
        let played =
            search::play_game(&game, 0, Options::NONE, &mut seated, seed, 20_000).expect("a game ends");
        played.outcome.side == Some(side)
    };
    (0..games).filter(|&seed| won(seed)).count()
}

#[test]
fn greedy_germans_beat_random_soviets() {
    assert_eq!(wins(["greedy", "random"], 0, 6), 6);
}

#[test]
fn greedy_soviets_beat_random_germans() {
    let won = wins(["random", "greedy"], 1, 10);
    assert!(won >= 8, "{won} of 10");
}
