//! The judgement is worth something: greedy on it beats random play from either side.

use std::sync::Arc;

use circle_of_fire::CircleOfFire;
use judgement::circle_of_fire::CircleOfFireJudgement;
use kernel::{Options, Table, data::Overlay};
use search::Player;

fn loaded() -> (CircleOfFire, Arc<CircleOfFireJudgement>) {
    let game = CircleOfFire::load(&Overlay::none()).expect("the built-in tables are sound");
    let judgement =
        CircleOfFireJudgement::load(&game, &Overlay::none()).expect("the built-in weights are sound");
    (game, Arc::new(judgement))
}

/// How many of these games the named side wins.
fn wins(players: [&str; 2], side: u8, games: u64) -> usize {
    let (game, judgement) = loaded();
    let won = |seed| {
        let mut seated: Vec<Box<dyn Player<CircleOfFire>>> =
            search::seat_players(&judgement, &players, seed).expect("both are players");
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

#[test]
fn the_laws_of_judgement_hold() {
    let (game, judgement) = loaded();
    for seed in 0..4 {
        let scenario = seed as usize % game.about().scenarios.len();
        search::laws::check(&game, &*judgement, scenario, Options::NONE, seed, 1500)
            .unwrap_or_else(|broken| panic!("{broken}"));
    }
}
