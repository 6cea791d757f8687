//! What a viewer sees: pieces, spaces, tracks and the prompt.

use ::view::{Name, Piece, Prompt, SpaceState, Track, View};
use board::Member;
use kernel::{Seat, Viewer};
use kit::Frame;

pub use crate::offers::offers;
use crate::{
    NewGame,
    sequence::Step,
    state::{Look, State},
    tables::{Side, Unit},
};

/// The position as everybody sees it: nothing is hidden.
pub fn position(game: &NewGame, state: &State, _viewer: Viewer) -> View {
    let look = game.look(state);
    let frame = Frame::new(look.node(), &game.names.sides);
    View {
        prompt: prompt(look),
        spaces: game.names.spaces.iter().cloned().zip(control(game, look)).collect(),
        pieces: (0..look.s.place.len()).map(|index| piece(game, look, Unit::at(index))).collect(),
        tracks: vec![Track::turn(state.turn.into(), look.t.numbers.turns.into())],
        ..frame.view("new-game", state.turn, look.step_name(), |seat| usize::from(seat.0))
    }
}

/// The side that a seat plays.
pub fn side(game: &NewGame, _state: &State, seat: Seat) -> Name {
    game.names.sides[usize::from(seat.0)].clone()
}

fn piece(game: &NewGame, look: Look<'_>, unit: Unit) -> Piece {
    let (names, side) = (&game.names, look.t.counter(unit).side.index());
    let at = match look.at(unit) {
        Some(space) => &names.spaces[space.index()],
        None => &names.eliminated[side],
    };
    let id = &names.units[unit.index()];
    Piece::new(id.clone(), at.clone(), names.sides[side].clone(), id.clone())
}

/// Whose units stand in each space.
fn control(game: &NewGame, look: Look<'_>) -> impl Iterator<Item = SpaceState> {
    look.t.graph.spaces().map(move |space| {
        let side = Side::BOTH.into_iter().find(|&side| !look.units(side, space).is_empty());
        SpaceState {
            control: side.map(|side| game.names.sides[side.index()].clone()),
            ..SpaceState::default()
        }
    })
}

fn prompt(look: Look<'_>) -> Prompt {
    match look.s.step {
        Step::Act { side } => {
            let lead = format!("Turn {}: {}.", look.s.turn, side.name());
            Prompt::new("3.1", lead, "Move a unit, attack with one, or pass.")
        }
        Step::AttackRoll { .. } => {
            let rest = format!("A die; {} or more is a hit.", look.t.numbers.hits_on);
            Prompt::new("5.2", "An attack.", rest)
        }
        Step::Over { victory } => Prompt::new(victory.rule.0, format!("{}.", victory.says()), ""),
    }
}
