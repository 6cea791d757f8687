//! What happened. Facts only; `prose.rs` words them.

use board::Space;

use crate::{
    m06_victory::Victory,
    tables::{Side, Unit},
};

/// One fact for the journal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    Turn { turn: u8 },
    Moved { unit: Unit, from: Space, to: Space },
    Attacks { unit: Unit, to: Space },
    Thrown { side: Side, die: u8, hit: bool },
    Eliminated { unit: Unit },
    Passed { side: Side },
    Over { victory: Victory },
}
