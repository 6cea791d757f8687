//! The evaluation is worth something: greedy on it beats random play from either side.

use kernel::{
    Game, Journal, Node, Options, Rng, Seat,
    data::{Chance, Overlay},
};
use slaughterhouse::Slaughterhouse;

/// How many of these games the named side wins.
fn wins(players: [&str; 2], side: u8, games: u64) -> usize {
    let game = Slaughterhouse::load(&Overlay::none()).expect("the built-in tables are sound");
    let won = |seed| {
        let mut seated = search::seat_players::<Slaughterhouse, _>(&players, seed).expect("both are players");
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
    let file = include_str!("../data/weights.toml");
    for most in ["1000000", "-1000000"] {
        // Every weight of the file becomes the largest, or the smallest; chances are such that a judgement is the sum.
        let of = |line: &str| match line.split_once(" = ") {
            // What is told of a judgement is no weight.
            Some(("even" | "scale", list)) if list.starts_with('[') => format!("{line}\n"),
            Some(("even", _)) => "even = 0\n".to_owned(),
            Some(("scale", _)) => format!("scale = {}\n", Chance::SURE),
            Some((key, list)) if list.starts_with('[') => {
                let numbers = vec![most; list.split(',').count()];
                format!("{key} = [{}]\n", numbers.join(", "))
            }
            Some((key, _)) if !line.starts_with('#') => format!("{key} = {most}\n"),
            _ => format!("{line}\n"),
        };
        let mut overlay = Overlay::none();
        overlay.insert("slaughterhouse/weights.toml", &file.lines().map(of).collect::<String>());
        let game = Slaughterhouse::load(&overlay).expect("they are numbers");
        let mut rng = Rng::new(1, 1);
        let (mut state, mut legal) = (game.setup(0, Options::NONE), Vec::new());
        loop {
            for seat in [Seat(0), Seat(1)] {
                assert_eq!(game.evaluate(&state, seat, &mut ()), game.judge(&state, seat, &mut ()));
            }
            match game.node(&state) {
                Node::Over(_) => break,
                Node::Chance(draw) => game.resolve(&mut state, rng.luck(draw), &mut Journal::deaf()),
                Node::Decision(_) => {
                    game.legal(&state, &mut legal);
                    game.apply(&mut state, legal[rng.index(legal.len())], &mut Journal::deaf());
                }
            }
        }
    }
}
