//! The judgement is worth something: a greedy Axis soon stands better than a random one. Whole
//! games from either side are measured by `sandtable simulate`.

use std::sync::Arc;

use judgement::strike_the_bear::StrikeTheBearJudgement;
use kernel::{Journal, Node, Options, Rng, Rules, Seat, Table, data::Overlay};
use search::{Glimpse, Judgement, Player};
use strike_the_bear::StrikeTheBear;

fn loaded() -> (StrikeTheBear, Arc<StrikeTheBearJudgement>) {
    let game = StrikeTheBear::load(&Overlay::none()).expect("the built-in tables are sound");
    let judgement =
        StrikeTheBearJudgement::load(&game, &Overlay::none()).expect("the built-in weights are sound");
    (game, Arc::new(judgement))
}

/// The score of the position to a seat when turn 3 begins.
fn score(players: [&str; 2], seat: Seat) -> i32 {
    let (game, judgement) = loaded();
    let mut seated: Vec<Box<dyn Player<StrikeTheBear>>> =
        search::seat_players(&judgement, &players, 1).expect("both are players");
    let (mut state, mut journal) = (game.setup(0, Options::NONE), Journal::disabled());
    let mut rng = Rng::new(1, 0);
    while game.turn(&state) < 3 {
        match game.node(&state) {
            Node::Over(_) => break,
            Node::Chance(draw) => game.resolve(&mut state, rng.luck(draw), &mut journal),
            Node::Decision(seat) => {
                let action = seated[usize::from(seat.0)].choose(&Glimpse::new(&game, &state, seat));
                game.apply(&mut state, action, &mut journal);
            }
        }
    }
    judgement.score(&game, &state, seat, &mut ())
}

#[test]
fn greedy_axis_does_better_than_random_axis() {
    let (greedy, random) = (score(["greedy", "random"], Seat(0)), score(["random", "random"], Seat(0)));
    assert!(greedy > random + 1000, "{greedy} against {random}");
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
