//! The position: plain data, and the questions every module asks of it.

use board::{Member, Space};
use kernel::Options;

use crate::{
    m08_impulses::Impulse,
    sequence::Step,
    tables::{Face, LEADERS, Leader, Leaders, SPACES, Side, Spaces, UNITS, Unit, Units, Weather},
};

/// The whole position. About two kilobytes, copied by search thousands of times a second.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub step: Step,
    pub turn: u8,
    /// The round of the Impulse Phase, counted from one; zero before it.
    pub round: u8,
    pub weather: Weather,
    /// 6.2.4 Hitler has taken command.
    pub takeover: bool,
    /// 8.6 The side whose last impulse was a Pass and has not been followed by anything else.
    pub passed: Option<Side>,
    /// 11.1C The end of this Impulse Phase has been put off once.
    pub pressed_on: bool,
    /// Who holds the Advantage; nobody between its use and the end of the impulse or segment (11.2).
    pub advantage: Option<Side>,
    /// Who gets it then.
    pub advantage_next: Option<Side>,
    pub advantage_at_start: Side,
    pub advantage_used: bool,
    /// Locations under Soviet control; all others are the Axis's (7.2.1).
    pub soviet: Spaces,
    pub security: Spaces,
    pub partisans: Spaces,
    /// 18.1.1 Where the Air Support marker interdicts.
    pub interdicted: Option<Space>,
    pub place: [Place; UNITS],
    /// Units by location; follows from `place`.
    pub here: [Units; SPACES],
    /// Locations with units of each side; follows from `place`.
    pub occupied: [Spaces; 2],
    pub reduced: Units,
    /// 8.4.1 Units that have acted in one, two, three impulses of this turn at least.
    pub activity: [Units; 3],
    pub officer: [Post; LEADERS],
    /// Leaders by location; follows from `officer`.
    pub officers: [Leaders; SPACES],
    /// Leaders whose owner has yet to say where they arrive (6.2.2) or go (10.5).
    pub arriving: Leaders,
    pub impulse: Impulse,
    /// 20.2 What the winner of the bid gave for his side.
    pub bid: i8,
    /// The players have changed chairs after the bid (20.2).
    pub swapped: bool,
    pub options: Options,
}

/// Where a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    On(u8),
    /// Until its turn comes.
    Waiting,
    Eliminated,
}

/// Where a Leader is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Post {
    On(u8),
    /// Until his turn comes.
    Waiting,
    /// 10.5.2 On the Turn Track, due in this turn.
    Track(u8),
    /// Out of the game.
    Out,
}

/// The optional rules, by their index in `About::options`.
pub mod option {
    pub const HISTORICAL_WEATHER: usize = 0;
    pub const BID: usize = 1;
    pub const UNCERTAIN_TAKEOVER: usize = 2;
    pub const ALL_MF: usize = 3;
    pub const OTHERS_GO_ON: usize = 4;
}

kit::look_and_play!();
kit::seats!();
kit::stands!();

impl<'a> Look<'a> {
    /// The location a Leader is in.
    pub fn post(self, leader: Leader) -> Option<Space> {
        match self.s.officer[leader.index()] {
            Post::On(space) => Some(Space(u16::from(space))),
            _ => None,
        }
    }

    /// The Leaders of a side in a location.
    pub fn leaders(self, side: Side, space: Space) -> Leaders {
        self.s.officers[space.index()] & self.t.officers_of[side.index()]
    }

    pub fn side(self, unit: Unit) -> Side {
        if self.t.of[0].contains(unit) { Side::Axis } else { Side::Soviet }
    }

    pub fn is_reduced(self, unit: Unit) -> bool {
        self.s.reduced.contains(unit)
    }

    /// The face a unit shows.
    pub fn face(self, unit: Unit) -> Face {
        self.t.faces[unit.index()][usize::from(self.is_reduced(unit))]
    }

    /// The attack factor of the face a unit shows.
    pub fn attack_factor(self, unit: Unit) -> i8 {
        self.face(unit).attack
    }

    /// The counter-attack factor of the face a unit shows.
    pub fn counter_factor(self, unit: Unit) -> i8 {
        self.face(unit).counter
    }

    pub fn option(self, index: usize) -> bool {
        self.s.options.has(index)
    }
}

impl Play<'_> {
    /// Puts a Leader somewhere else and keeps the derived sets right.
    pub fn post(&mut self, leader: Leader, post: Post) {
        if let Post::On(from) = self.s.officer[leader.index()] {
            self.s.officers[usize::from(from)].remove(leader);
        }
        self.s.officer[leader.index()] = post;
        if let Post::On(to) = post {
            self.s.officers[usize::from(to)].insert(leader);
        }
    }
}
