//! What a player may see.

use kernel::{Game, Match, Node, Rng, Rules, Seat};

/// A position as one seat may know it. The true state stays inside.
pub struct Glimpse<'a, G: Rules> {
    game: &'a G,
    state: &'a G::State,
    seat: Seat,
}

impl<'a, G: Game> Glimpse<'a, G> {
    /// What the deciding seat may know of a match; `None` when dice are due or the game is over.
    pub fn of(played: &'a Match<G>) -> Option<Glimpse<'a, G>> {
        match played.node() {
            Node::Decision(seat) => Some(Glimpse::new(played.game(), played.state(), seat)),
            Node::Chance(_) | Node::Over(_) => None,
        }
    }
}

impl<'a, G: Rules> Glimpse<'a, G> {
    /// What this seat may know of a position.
    pub fn new(game: &'a G, state: &'a G::State, seat: Seat) -> Glimpse<'a, G> {
        Glimpse { game, state, seat }
    }

    /// The game that is played.
    pub fn game(&self) -> &'a G {
        self.game
    }

    /// The seat that looks.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The turn of the game.
    pub fn turn(&self) -> u16 {
        self.game.turn(self.state)
    }

    /// Fills `out` with the seat's legal actions, sorted; none when it does not decide.
    pub fn legal(&self, out: &mut Vec<G::Action>) {
        match self.game.node(self.state) {
            Node::Decision(seat) if seat == self.seat => self.game.legal(self.state, out),
            _ => out.clear(),
        }
    }

    /// A world that this seat cannot tell apart from the true one.
    pub fn deal(&self, rng: &mut Rng) -> G::State {
        let mut world = self.state.clone();
        self.game.redeal(&mut world, self.seat, rng);
        world
    }
}
