//! One click each, and how it is written down.

use board::Space;
use kernel::Unreadable;
use kit::Reading;

use crate::tables::{Tables, Unit};

/// Everything a player can do. The order of the variants is the order in which choices are listed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// `move n1 hill`
    Move { unit: Unit, to: Space },
    /// `attack n1 village`
    Attack { unit: Unit, to: Space },
    /// `pass`
    Pass,
}

impl Action {
    pub fn write(self, t: &Tables) -> String {
        let words =
            |verb: &str, unit: Unit, to: Space| format!("{verb} {} {}", t.counter(unit).id, t.graph.id(to));
        match self {
            Action::Move { unit, to } => words("move", unit, to),
            Action::Attack { unit, to } => words("attack", unit, to),
            Action::Pass => "pass".to_owned(),
        }
    }

    pub fn read(t: &Tables, text: &str) -> Result<Action, Unreadable> {
        let reading = Reading(text);
        let unit = |id: &str| reading.known(t.unit(id), "unit", id);
        let space = |id: &str| reading.known(t.graph.space(id).ok(), "space", id);
        match reading.words()[..] {
            ["move", it, to] => Ok(Action::Move { unit: unit(it)?, to: space(to)? }),
            ["attack", it, to] => Ok(Action::Attack { unit: unit(it)?, to: space(to)? }),
            ["pass"] => Ok(Action::Pass),
            _ => Err(reading.no_action("move n1 hill")),
        }
    }
}
