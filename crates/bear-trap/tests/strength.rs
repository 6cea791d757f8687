//! The evaluation is worth something: greedy on it beats random play from either side.

use bear_trap::BearTrap;
use kernel::{Game, Journal, Node, Options, Rng, data::Overlay};

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

/// Who plans a unit's act as a whole does not go to and fro in it.
#[test]
fn no_unit_comes_back_to_a_place_in_its_act() {
    let game = BearTrap::load(&Overlay::none()).expect("the built-in tables are sound");
    let mut seated = search::seat_players::<BearTrap, _>(&["normal", "normal"], 3).expect("both are players");
    let mut state = game.setup(1, Options::NONE);
    let mut rng = Rng::new(3, 0);
    let (mut visited, mut acts, mut steps) = (Vec::new(), 0, 0);
    for _ in 0..1500 {
        match game.node(&state) {
            Node::Over(_) => break,
            Node::Chance(draw) => game.resolve(&mut state, rng.luck(draw), &mut Journal::deaf()),
            Node::Decision(seat) => {
                let player = &mut seated[usize::from(seat.0)];
                let action = player.choose(&search::Glimpse::new(&game, &state, seat));
                game.apply(&mut state, action, &mut Journal::deaf());
            }
        }
        let Some(act) = game.act(&state) else {
            acts += usize::from(!visited.is_empty());
            visited.clear();
            continue;
        };
        let here = (act.whose, act.place);
        if visited.last() != Some(&here) {
            assert!(!visited.contains(&here), "{} comes back", game.step(&state));
            visited.push(here);
            steps += 1;
        }
    }
    assert!(acts > 50 && steps > 3 * acts / 2, "{acts} acts with {steps} places");
}
