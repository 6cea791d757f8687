//! The judgement is worth something: greedy on it beats random play from either side.

use std::sync::Arc;

use bear_trap::BearTrap;
use judgement::bear_trap::BearTrapJudgement;
use kernel::{Journal, Node, Options, Rng, Rules, Table, data::Overlay};
use search::{Judgement, Player};

fn loaded() -> (BearTrap, Arc<BearTrapJudgement>) {
    let game = BearTrap::load(&Overlay::none()).expect("the built-in tables are sound");
    let judgement = BearTrapJudgement::load(&game, &Overlay::none()).expect("the built-in weights are sound");
    (game, Arc::new(judgement))
}

/// How many of these games the named side wins.
fn wins(players: [&str; 2], scenario: usize, side: u8, games: u64) -> usize {
    let (game, judgement) = loaded();
    let won = |seed| {
        let mut seated: Vec<Box<dyn Player<BearTrap>>> =
            search::seat_players(&judgement, &players, seed).expect("both are players");
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

/// Who plans a unit's act as a whole does not go to and fro in it.
#[test]
fn no_unit_comes_back_to_a_place_in_its_act() {
    let (game, judgement) = loaded();
    let mut seated: Vec<Box<dyn Player<BearTrap>>> =
        search::seat_players(&judgement, &["normal", "normal"], 3).expect("both are players");
    let mut state = game.setup(1, Options::NONE);
    let mut rng = Rng::new(3, 0);
    let (mut visited, mut acts, mut steps) = (Vec::new(), 0, 0);
    for _ in 0..1500 {
        match game.node(&state) {
            Node::Over(_) => break,
            Node::Chance(draw) => game.resolve(&mut state, rng.luck(draw), &mut Journal::disabled()),
            Node::Decision(seat) => {
                let player = &mut seated[usize::from(seat.0)];
                let action = player.choose(&search::Glimpse::new(&game, &state, seat));
                game.apply(&mut state, action, &mut Journal::disabled());
            }
        }
        let Some(act) = judgement.act(&game, &state) else {
            acts += usize::from(!visited.is_empty());
            visited.clear();
            continue;
        };
        let here = (act.unit, act.place);
        if visited.last() != Some(&here) {
            assert!(!visited.contains(&here), "{} comes back", game.step(&state));
            visited.push(here);
            steps += 1;
        }
    }
    assert!(acts > 50 && steps > 3 * acts / 2, "{acts} acts with {steps} places");
}

/// Both sides evaluate by what they have learned, and differ; the win probabilities of a reviewed game make one line all the same.
#[test]
fn a_review_draws_one_line() {
    let (game, judgement) = loaded();
    let game = Arc::new(game);
    let mut seated: Vec<Box<dyn Player<BearTrap>>> =
        search::seat_players(&judgement, &["greedy", "greedy"], 5).expect("both are players");
    let played = search::record_game(&game, 0, Options::NONE, &mut seated, 5, 30_000).expect("a game ends");
    let judged =
        search::review(&judgement, &played.up_to(1500), &search::Settings::with_iterations(10), 1, |_| ());
    let russian = |it: &search::Decision<_>| if it.seat.0 == 0 { it.value } else { -it.value };
    let handed: Vec<i32> = judged
        .windows(2)
        .filter(|pair| pair[0].seat != pair[1].seat)
        .map(|pair| (russian(&pair[0]) - russian(&pair[1])).abs())
        .collect();
    let mean = handed.iter().sum::<i32>() / handed.len() as i32;
    assert!(handed.len() > 8 && mean < search::ONE / 10, "{mean} of {}: {handed:?}", search::ONE);
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
