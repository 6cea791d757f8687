//! The position: plain data, and the questions every module asks of it.

use board::{Member, Space};
use kernel::{Journal, Options, RuleRef, Seat};

use crate::{
    event::Event,
    m16_close_combat::Melee,
    sequence::Step,
    tables::{SPACES, Side, Spaces, Tables, UNITS, Unit, Units},
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

/// Reading a position with the tables at hand. Every module adds its questions.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    pub t: &'a Tables,
    pub s: &'a State,
}

/// Changing a position with the tables and the journal at hand. Every module adds its steps.
pub struct Play<'a> {
    pub t: &'a Tables,
    pub s: &'a mut State,
    pub j: &'a mut Journal<Event>,
}

impl<'a> Look<'a> {
    pub fn place(self, unit: Unit) -> Place {
        self.s.place[unit.index()]
    }

    /// The space a unit stands in.
    pub fn at(self, unit: Unit) -> Option<Space> {
        match self.place(unit) {
            Place::On(space) => Some(Space(u16::from(space))),
            _ => None,
        }
    }

    /// The ground units of a side in a space.
    pub fn units(self, side: Side, space: Space) -> Units {
        self.s.here[space.index()] & self.t.of[side.index()]
    }

    pub fn occupied(self, side: Side) -> Spaces {
        self.s.occupied[side.index()]
    }

    pub fn side(self, unit: Unit) -> Side {
        self.t.counters[unit.index()].side
    }

    pub fn is_committed(self, unit: Unit) -> bool {
        self.s.committed.contains(unit)
    }

    /// The combat factor of the face a unit shows.
    pub fn factor(self, unit: Unit) -> i8 {
        let counter = self.t.counter(unit);
        if self.is_committed(unit) { counter.committed } else { counter.cf }
    }

    /// Units of a side that are in this box.
    pub fn in_box(self, side: Side, place: Place) -> Units {
        self.t.of[side.index()].iter().filter(|&unit| self.place(unit) == place).collect()
    }

    pub fn option(self, index: usize) -> bool {
        self.s.options.has(index)
    }

    /// Whose chair a side sits in.
    pub fn seat(self, side: Side) -> Seat {
        self.s.seat(side)
    }
}

impl State {
    pub fn seat(&self, side: Side) -> Seat {
        Seat(side as u8 ^ u8::from(self.swapped))
    }

    pub fn side_of(&self, seat: Seat) -> Side {
        Side::BOTH[usize::from(seat.0 ^ u8::from(self.swapped)) & 1]
    }
}

impl Play<'_> {
    pub fn look(&self) -> Look<'_> {
        Look { t: self.t, s: self.s }
    }

    pub fn note(&mut self, rule: RuleRef, event: Event) {
        self.j.note(rule, event);
    }

    /// Puts a unit somewhere else and keeps the derived sets right. Control is the caller's to settle.
    pub fn put(&mut self, unit: Unit, place: Place) {
        let side = self.t.counters[unit.index()].side;
        if let Place::On(from) = self.s.place[unit.index()] {
            let from = Space(u16::from(from));
            self.s.here[from.index()].remove(unit);
            if (self.s.here[from.index()] & self.t.of[side.index()]).is_empty() {
                self.s.occupied[side.index()].remove(from);
            }
        }
        self.s.place[unit.index()] = place;
        if let Place::On(to) = place {
            let to = Space(u16::from(to));
            self.s.here[to.index()].insert(unit);
            self.s.occupied[side.index()].insert(to);
        }
    }

    /// Puts a unit on the map and lets control follow (6.2.2).
    pub fn put_on(&mut self, unit: Unit, space: Space) {
        self.put(unit, Place::On(space.0 as u8));
        self.settle_control(space);
    }
}
