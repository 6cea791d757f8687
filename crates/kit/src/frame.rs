//! The part of a view that is the same in every game: who decides, how it ended.

use kernel::{Node, Seat};
use view::{Ending, Name, View};

/// Whom a position waits for.
pub struct Frame<'a> {
    node: Node,
    sides: &'a [Name],
}

impl<'a> Frame<'a> {
    /// The frame of a position that waits for `node`; `sides` are the ids of the sides.
    pub fn new(node: Node, sides: &'a [Name]) -> Frame<'a> {
        Frame { node, sides }
    }

    /// A view with everything that the frame knows and nothing else. `side_of` is the index of the side that a seat plays.
    pub fn view(
        &self,
        game: &str,
        turn: impl Into<u16>,
        step: &str,
        side_of: impl Fn(Seat) -> usize,
    ) -> View {
        let name = |seat| self.sides[side_of(seat)].clone();
        View {
            game: game.into(),
            decides: self.decides().map(name),
            turn: turn.into(),
            step: step.into(),
            outcome: self.ending(),
            ..View::default()
        }
    }

    /// The seat that decides.
    pub fn decides(&self) -> Option<Seat> {
        match self.node {
            Node::Decision(seat) => Some(seat),
            _ => None,
        }
    }

    /// How the game ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        let Node::Over(outcome) = self.node else { return None };
        Some(Ending {
            winner: outcome.side.map(|side| self.sides[usize::from(side)].clone()),
            says: outcome.says.into(),
            cites: outcome.rule.0.into(),
        })
    }
}
