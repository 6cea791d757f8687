//! The evaluation is worth something: a greedy Axis soon stands better than a random one. Whole
//! games from either side are measured by `sandtable simulate`.

use kernel::{Game, Journal, Node, Options, Rng, Seat, data::Overlay};
use search::Glimpse;
use strike_the_bear::StrikeTheBear;

/// What the position is worth to a seat when turn 3 begins.
fn worth(players: [&str; 2], seat: Seat) -> i32 {
    let game = StrikeTheBear::load(&Overlay::none()).expect("the built-in tables are sound");
    let mut seated = search::seat_players::<StrikeTheBear, _>(&players, 1).expect("both are players");
    let (mut state, mut journal) = (game.setup(0, Options::NONE), Journal::deaf());
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
    game.evaluate(&state, seat, &mut ())
}

#[test]
fn greedy_axis_does_better_than_random_axis() {
    let (greedy, random) = (worth(["greedy", "random"], Seat(0)), worth(["random", "random"], Seat(0)));
    assert!(greedy > random + 1000, "{greedy} against {random}");
}
