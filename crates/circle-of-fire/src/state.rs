//! The position: plain data, and the questions every module asks of it.

use board::{Member, Space};
use kernel::Options;

use crate::{
    m16_close_combat::Melee,
    sequence::Step,
    tables::{SPACES, Side, Spaces, UNITS, Unit, Units},
};

/// The whole position. Less than 1.5 kB, copied by search thousands of times a second.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub step: Step,
    pub turn: u8,
    /// Impulses finished in this phase.
    pub impulses: u8,
    /// Soviet impulses finished in this phase (17.1.1).
    pub soviet_impulses: u8,
    /// Consecutive passes (11.2.5).
    pub passes: u8,
    pub night: bool,
    /// Who holds the Advantage; nobody between its use and the end of the impulse or phase (8.1.2).
    pub advantage: Option<Side>,
    /// Who gets it then.
    pub advantage_next: Option<Side>,
    pub advantage_at_start: Side,
    pub advantage_used: [bool; 2],
    /// Spaces under Soviet control; all others are German (6.2.1).
    pub soviet: Spaces,
    /// Areas with Rubble or Heavy Rubble, and those with Heavy Rubble (15.0).
    pub rubble: Spaces,
    pub heavy: Spaces,
    /// Where the Stubborn Defense marker lies.
    pub stubborn: Option<Space>,
    /// The Stuka has flown interdiction this turn (10.5.5).
    pub interdicted: bool,
    pub place: [Place; UNITS],
    /// Ground units by space; follows from `place`.
    pub here: [Units; SPACES],
    /// Spaces with ground units of each side; follows from `place`.
    pub occupied: [Spaces; 2],
    /// Units on their Committed face, guns on their used one.
    pub committed: Units,
    /// Soviet units delayed this turn (10.5.4): due next turn.
    pub held_back: Units,
    /// Seize the Initiative left, by side (20.1.2).
    pub seize: [u8; 2],
    /// The players have changed chairs after the bid (20.1.2).
    pub swapped: bool,
    pub options: Options,
    pub melee: Melee,
}

/// Where a counter is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    On(u8),
    /// In its box until its turn, letter or regrouping comes up.
    Waiting,
    /// Held up by the Stuka; due in the next Normal segment (10.5.4).
    Delayed,
    /// Eliminated, not regrouped (3.5).
    Eliminated,
    /// Eliminated for good.
    Permanent,
    /// In the Artillery box, ready or used.
    Artillery,
}

/// The optional rules, by their index in `About::options`.
pub mod option {
    pub const BID_GERMAN: usize = 0;
    pub const BID_SOVIET: usize = 1;
    pub const SUBSTITUTE_RANDOM: usize = 2;
    pub const BOMBARD_CONTESTED: usize = 3;
    pub const INFANTRY_VS_ARMOR: usize = 4;
}

kit::look_and_play!();
kit::seats!();
kit::stands!();

impl<'a> Look<'a> {
    #[inline]
    pub fn side(self, unit: Unit) -> Side {
        self.t.counters[unit.index()].side
    }

    #[inline]
    pub fn is_committed(self, unit: Unit) -> bool {
        self.s.committed.contains(unit)
    }

    /// The combat factor of the face a unit shows.
    #[inline]
    pub fn factor(self, unit: Unit) -> i8 {
        let counter = self.t.counter(unit);
        if self.is_committed(unit) { counter.committed } else { counter.cf }
    }

    /// Units of a side that are in this box.
    #[inline]
    pub fn in_box(self, side: Side, place: Place) -> Units {
        self.t.of[side.index()].iter().filter(|&unit| self.place(unit) == place).collect()
    }

    #[inline]
    pub fn option(self, index: usize) -> bool {
        self.s.options.has(index)
    }
}

impl Play<'_> {
    /// Puts a unit on the map and lets control follow (6.2.2).
    pub fn put_on(&mut self, unit: Unit, space: Space) {
        self.put(unit, Place::On(space.0 as u8));
        self.settle_control(space);
    }
}
