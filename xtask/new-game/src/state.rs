//! The position: plain data, and the questions every module asks of it.

use board::{Member, Space};
use kernel::Seat;

use crate::{
    sequence::Step,
    tables::{Side, Tables, UNITS, Unit, Units},
};

/// The whole position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub step: Step,
    pub turn: u8,
    /// Where each unit stands; `None` once it is eliminated.
    pub place: [Option<Space>; UNITS],
}

kit::look_and_play!();

impl State {
    /// 1.1 Both sides in their camps, North to act.
    pub fn new(t: &Tables) -> State {
        let mut place = [None; UNITS];
        for (at, counter) in place.iter_mut().zip(&t.counters) {
            *at = Some(counter.start);
        }
        State { step: Step::Act { side: Side::North }, turn: 1, place }
    }

    pub fn seat(side: Side) -> Seat {
        Seat(side as u8)
    }
}

impl Look<'_> {
    /// Where a unit stands.
    pub fn at(self, unit: Unit) -> Option<Space> {
        self.s.place[unit.index()]
    }

    /// The units of a side that are left.
    pub fn left(self, side: Side) -> Units {
        self.t.of[side.index()].iter().filter(|&unit| self.at(unit).is_some()).collect()
    }

    /// The units of a side in a space.
    pub fn units(self, side: Side, space: Space) -> Units {
        self.left(side).iter().filter(|&unit| self.at(unit) == Some(space)).collect()
    }
}
