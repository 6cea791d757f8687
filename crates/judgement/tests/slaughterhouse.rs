//! The judgement is worth something: greedy on it beats random play from either side.

use std::sync::Arc;

use judgement::slaughterhouse::SlaughterhouseJudgement;
use kernel::{Journal, Node, Options, Rng, Rules, Seat, Table, data::Overlay};
use search::{Calibration, Judgement, Player};
use slaughterhouse::Slaughterhouse;

fn loaded() -> (Slaughterhouse, Arc<SlaughterhouseJudgement>) {
    let game = Slaughterhouse::load(&Overlay::none()).expect("the built-in tables are sound");
    let judgement =
        SlaughterhouseJudgement::load(&game, &Overlay::none()).expect("the built-in weights are sound");
    (game, Arc::new(judgement))
}

/// How many of these games the named side wins.
fn wins(players: [&str; 2], side: u8, games: u64) -> usize {
    let (game, judgement) = loaded();
    let won = |seed| {
        let mut seated: Vec<Box<dyn Player<Slaughterhouse>>> =
            search::seat_players(&judgement, &players, seed).expect("both are players");
        let played =
            search::play_game(&game, 0, Options::NONE, &mut seated, seed, 20_000).expect("a game ends");
        played.outcome.side == Some(side)
    };
    (0..games).filter(|&seed| won(seed)).count()
}

#[test]
fn a_greedy_axis_beats_random_soviets() {
    assert_eq!(wins(["greedy", "random"], 0, 3), 3);
}

#[test]
fn greedy_soviets_beat_a_random_axis() {
    assert_eq!(wins(["random", "greedy"], 1, 3), 3);
}

#[test]
fn no_weights_are_too_much() {
    let file = include_str!("../data/slaughterhouse/weights.toml");
    for most in ["1000000", "-1000000"] {
        // Every weight of the file becomes the largest, or the smallest; calibrated such that an
        // evaluation is the score.
        let of = |line: &str| match line.split_once(" = ") {
            // What is reported of an evaluation is not a weight. A switch is on in every set.
            Some(("even" | "scale", list)) if list.starts_with('[') => format!("{line}\n"),
            Some((key, "true" | "false")) => format!("{key} = true\n"),
            Some(("even", _)) => "even = 0\n".to_owned(),
            Some(("scale", _)) => format!("scale = {}\n", Calibration::THREE_IN_FOUR),
            Some((key, list)) if list.starts_with('[') => {
                let numbers = vec![most; list.split(',').count()];
                format!("{key} = [{}]\n", numbers.join(", "))
            }
            Some((key, _)) if !line.starts_with('#') => format!("{key} = {most}\n"),
            _ => format!("{line}\n"),
        };
        let mut overlay = Overlay::none();
        overlay.insert("slaughterhouse/weights.toml", &file.lines().map(of).collect::<String>());
        let game = Slaughterhouse::load(&Overlay::none()).expect("the built-in tables are sound");
        let judgement = SlaughterhouseJudgement::load(&game, &overlay).expect("they are numbers");
        let mut rng = Rng::new(1, 1);
        let (mut state, mut legal) = (game.setup(0, Options::NONE), Vec::new());
        loop {
            for seat in [Seat(0), Seat(1)] {
                let score = judgement.score(&game, &state, seat, &mut ());
                assert_eq!(score, judgement.evaluate(&game, &state, seat, &mut ()));
            }
            match game.node(&state) {
                Node::Over(_) => break,
                Node::Chance(draw) => game.resolve(&mut state, rng.luck(draw), &mut Journal::disabled()),
                Node::Decision(_) => {
                    game.legal(&state, &mut legal);
                    game.apply(&mut state, legal[rng.index(legal.len())], &mut Journal::disabled());
                }
            }
        }
    }
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
