//! The judgement is worth something: greedy on it beats random play from either side.

use std::sync::Arc;

use judgement::the_year_before::TheYearBeforeJudgement;
use kernel::{Options, data::Overlay};
use search::Player;
use the_year_before::TheYearBefore;

/// How many of these games the named side wins.
fn wins(players: [&str; 2], side: u8, games: u64) -> usize {
    let game = TheYearBefore::load(&Overlay::none()).expect("the built-in tables are sound");
    let judgement =
        TheYearBeforeJudgement::load(&game, &Overlay::none()).expect("the built-in weights are sound");
    let judgement = Arc::new(judgement);
    let won = |seed| {
        let mut seated: Vec<Box<dyn Player<TheYearBefore>>> =
            search::seat_players(&judgement, &players, seed).expect("both are players");
        let played =
            search::play_game(&game, 0, Options::NONE, &mut seated, seed, 5_000).expect("a game ends");
        played.outcome.side == Some(side)
    };
    (0..games).filter(|&seed| won(seed)).count()
}

#[test]
fn a_greedy_german_beats_random_soviets() {
    assert!(wins(["greedy", "random"], 0, 12) >= 10);
}

#[test]
fn greedy_soviets_beat_a_random_german() {
    assert!(wins(["random", "greedy"], 1, 12) >= 10);
}
