//! Orders hold in every game: what is planned can be played click by click and ends as it was said to.

use games::Visitor;
use kernel::{Game, Journal, Node, Options, Rng, data::Overlay};
use orders::{Budget, End, Planner};
use search::{Engine, Judgement};

struct Check;

impl Visitor for Check {
    type Out = (usize, usize);

    /// Plays at random and checks the orders at every eleventh decision: how many there were, and the longest.
    fn visit<G: Game, J: Judgement<G>>(self, engine: Engine<G, J>) -> (usize, usize) {
        let game = &*engine.game;
        let mut rng = Rng::new(7, 0);
        let mut state = game.setup(0, Options::NONE);
        let mut journal = Journal::disabled();
        let (mut planner, mut again, mut orders, mut others) =
            (Planner::new(), Planner::new(), Vec::new(), Vec::new());
        let (mut legal, mut count, mut longest) = (Vec::new(), 0, 0);
        for ply in 0..1200 {
            match game.node(&state) {
                Node::Over(_) => break,
                Node::Chance(draw) => game.resolve(&mut state, rng.luck(draw), &mut journal),
                Node::Decision(seat) => {
                    if ply % 11 == 0 {
                        planner.plan(game, &state, Budget::positions(400), &mut orders);
                        again.plan(game, &state, Budget::positions(400), &mut others);
                        assert_eq!(orders, others, "the same position has the same orders");
                        for order in &orders {
                            let ends = follow(game, &state, seat, &order.clicks, order.end);
                            assert!(ends == *planner.position(order), "{:?} ends elsewhere", order.clicks);
                            longest = longest.max(order.clicks.len());
                        }
                        count += orders.len();
                    }
                    game.legal(&state, &mut legal);
                    game.apply(&mut state, legal[rng.index(legal.len())], &mut journal);
                }
            }
        }
        (count, longest)
    }
}

/// Plays an order and looks at where it ends.
fn follow<G: Game>(
    game: &G,
    from: &G::State,
    seat: kernel::Seat,
    clicks: &[G::Action],
    end: End,
) -> G::State {
    let mut state = from.clone();
    let mut journal = Journal::disabled();
    let (last, way) = clicks.split_last().expect("an order is never empty");
    for &click in way {
        assert!(game.refuse(&state, click).is_none(), "{} is refused", game.write(click));
        assert!(!game.reveals(&state, click), "{} shows something on the way", game.write(click));
        game.apply(&mut state, click, &mut journal);
        assert_eq!(game.node(&state), Node::Decision(seat), "on the way somebody else decides");
    }
    assert!(game.refuse(&state, *last).is_none(), "{} is refused", game.write(*last));
    let reveals = game.reveals(&state, *last);
    game.apply(&mut state, *last, &mut journal);
    let ends = match game.node(&state) {
        Node::Over(outcome) => End::Over(outcome),
        _ if reveals => End::Reveal,
        Node::Chance(draw) => End::Draw(draw),
        Node::Decision(next) if next != seat => End::Other(next),
        Node::Decision(_) if end == End::Underway => End::Underway,
        Node::Decision(_) => End::Quiet,
    };
    assert_eq!(ends, end);
    state
}

/// Games in which units march; another game may do without.
const MARCHES: usize = 5;

#[test]
fn orders_can_be_played_in_every_game() {
    let mut marches = 0;
    for &id in games::ids() {
        let (count, longest) = games::visit(id, &Overlay::none(), Check).unwrap();
        assert!(count > 0, "{id} has no orders");
        marches += usize::from(count > 100 && longest > 1);
    }
    assert!(marches >= MARCHES, "only {marches} games have orders of several clicks");
}
