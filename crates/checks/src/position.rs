//! A position in the words of an example, and what is seen in it.

use std::collections::BTreeSet;

use kernel::{
    Game, Journal, Node, Rng, Seat, Viewer,
    example::{Example, Position},
};
use view::{Odds, View};

/// A position in the words of an example, after its `play` and `draws`. Every piece is taken off first.
pub fn stand<G: Game>(game: &G, text: &str) -> G::State {
    played(game, text).0
}

/// The same with the lines of the journal on the way to it.
pub fn played<G: Game>(game: &G, text: &str) -> (G::State, Vec<String>) {
    let head = format!("game = \"{}\"\ncase = []\ntitle = \"a position\"\nclear = true\n", game.about().id);
    let example = Example::parse("position", &format!("{head}{text}")).expect("the position can be read");
    let options = game.about().options(&example.options).expect("the options exist");
    let scenario = game.about().scenario(example.scenario.as_deref()).expect("the scenario exists");
    let mut state = game.setup(scenario, options);
    let position =
        Position { clear: true, step: example.step, arrangement: example.position, ..Position::default() };
    game.arrange(&mut state, &position).expect("the position can be arranged");
    let mut journal = Journal::new();
    let (mut actions, mut draws) = (example.play.iter(), example.draws.iter());
    loop {
        match game.node(&state) {
            Node::Chance(draw) => {
                let Some(text) = draws.next() else { break };
                let luck = draw.read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
                game.resolve(&mut state, luck, &mut journal);
            }
            Node::Decision(_) => {
                let Some(text) = actions.next() else { break };
                act(game, &mut state, text, &mut journal);
            }
            Node::Over(_) => break,
        }
    }
    assert_eq!((actions.next(), draws.next()), (None, None), "not all of it was played: {text}");
    let lines = journal.entries().iter().map(|entry| game.tell(entry).says.to_string()).collect();
    (state, lines)
}

/// Plays one action, which must be legal.
pub fn play<G: Game>(game: &G, state: &mut G::State, text: &str) {
    act(game, state, text, &mut Journal::disabled());
}

fn act<G: Game>(game: &G, state: &mut G::State, text: &str, journal: &mut Journal<G::Event>) {
    let action = game.read(text).unwrap_or_else(|error| panic!("{error}"));
    if let Some(refusal) = game.refuse(state, action) {
        panic!("'{text}' in {}: {}", game.step(state), game.explain(&refusal));
    }
    game.apply(state, action, journal);
}

/// What the side that decides is shown.
pub fn decider_view<G: Game>(game: &G, state: &G::State) -> View {
    let Node::Decision(seat) = game.node(state) else { panic!("nobody decides in {}", game.step(state)) };
    game.view(state, Viewer::Seat(seat))
}

/// What the side that decides is shown; the umpire's view while dice are due.
pub fn seen<G: Game>(game: &G, state: &G::State) -> View {
    match game.node(state) {
        Node::Decision(seat) => game.view(state, Viewer::Seat(seat)),
        _ => game.view(state, Viewer::Umpire),
    }
}

/// The odds of an action that is offered.
pub fn odds<G: Game>(game: &G, state: &G::State, action: &str) -> Odds {
    let view = decider_view(game, state);
    let offer = view.offers.iter().find(|offer| &*offer.action == action);
    let offer = offer.unwrap_or_else(|| panic!("'{action}' is not offered in {}", game.step(state)));
    offer.odds.clone().unwrap_or_else(|| panic!("'{action}' has no odds"))
}

/// Deals a position anew so many times for somebody who does not know a secret: he sees no difference, and its owner's
/// world does not change. Returns the worlds, by what `kind` names of them.
pub fn redeals<G: Game>(
    game: &G,
    state: &G::State,
    [owner, other]: [Seat; 2],
    times: usize,
    kind: impl Fn(&G::State) -> String,
) -> BTreeSet<String> {
    let mut rng = Rng::new(1, 0);
    let mut worlds = BTreeSet::new();
    for _ in 0..times {
        let mut world = state.clone();
        game.redeal(&mut world, other, &mut rng);
        assert_eq!(game.view(&world, Viewer::Seat(other)), game.view(state, Viewer::Seat(other)));
        worlds.insert(kind(&world));
        let mut own = state.clone();
        game.redeal(&mut own, owner, &mut rng);
        assert_eq!(own, *state, "the owner knows his own secret");
    }
    worlds
}
