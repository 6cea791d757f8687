//! The position: plain data, and the questions every module asks of it.

use board::{Member, Space};
use kernel::{Options, RuleRef};

use crate::{
    event::Event,
    sequence::Step,
    tables::{
        COUNCILS, COUNTRIES, CardId, Country, FLEETS, PLACES, Places, Result, Sector, Side, UNITS, Unit,
        Units,
    },
};

/// The whole position, less than a kilobyte.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub step: Step,
    pub turn: u8,
    /// 5.1 Hidden from the other side.
    pub stock: [i16; 2],
    /// 5.1 What the stock would be if nothing had been spent in secret: what the other side reads as "at most".
    pub known: [i16; 2],
    /// 6.4 The points bought for the services on each sheet; hidden from the other side.
    pub points: [[u8; COUNCILS]; 2],
    /// 5.3.4 Points that the services gained and 6.7.2 lost in the open.
    pub gift: [u8; 2],
    pub lost: [u8; 2],
    /// 7.1 The card of the first choice, and the one that counts (7.2); hidden from the other side.
    pub first_card: [Option<CardId>; 2],
    pub card: [Option<CardId>; 2],
    /// How many Councils have been disclosed.
    pub disclosed: u8,
    /// The lowest value of `known` from the Disclosure of each turn to the next one: secret spending up to that turn
    /// cannot have been more.
    pub floor: [[i16; COUNCILS]; 2],
    pub trade: bool,
    pub licences: u8,
    /// 6.3 The markers.
    pub country: [i8; COUNTRIES],
    pub vp: [i16; 2],
    pub place: [Place; UNITS],
    /// Units by place; follows from `place`.
    pub here: [Units; PLACES],
    pub upgraded: Units,
    /// 2.4.3 What units did this turn; those in neither set are fresh.
    pub worked: Units,
    pub moved: Units,
    pub fleet: [u8; FLEETS],
    /// 4.6.1 Activations used, trains sent, and who is out for this turn.
    pub used: [u8; 2],
    pub trains: [u8; 2],
    pub out: [bool; 2],
    /// 6.1 The sheets under way; hidden until Disclosure.
    pub sheet: [Sheet; 2],
    /// 6.5 Reports by turn.
    pub reports: [Option<Report>; COUNCILS],
    /// 6.7 The orders of this turn's Decision.
    pub order: Order,
    pub attacked: bool,
    /// 7.4.4 Whether the strike succeeded.
    pub struck: Option<bool>,
    pub result: [Option<Result>; 3],
    /// 11.1 What the winner of the bid for sides gave.
    pub bid: i8,
    /// The players have changed chairs after that bid.
    pub swapped: bool,
    pub options: Options,
}

/// Where a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    On(u8),
    /// In its side's force pool.
    Pool,
    /// Not in play: an ally that has not joined, a Soviet unit that is still to be placed.
    Off,
}

/// 6.1 What has been written on a sheet and is opened at Disclosure.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Sheet {
    /// BRPs bid, by country.
    pub bids: [u8; COUNTRIES],
    /// German: whether a delivery will be honoured.
    pub honour: bool,
    /// Soviet: BRPs delivered.
    pub deliver: u8,
    /// Soviet: a report has been bought.
    pub report: bool,
}

/// 6.5 What was named, which the German side knows, and what was read, which the Soviet side knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Report {
    pub told: CardId,
    pub read: CardId,
}

/// 6.7.1 The Soviet order of a Decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Order {
    pub alert: u8,
    pub strike: Option<Sector>,
}

/// The optional rules, by their index in `About::options`.
pub mod option {
    pub const BID: usize = 0;
}

kit::look_and_play!();
kit::seats!();

impl Look<'_> {
    /// The place a unit stands in.
    pub fn at(self, unit: Unit) -> Option<Space> {
        match self.s.place[unit.index()] {
            Place::On(space) => Some(Space(u16::from(space))),
            _ => None,
        }
    }

    /// The units of any side in a place; there are never units of both.
    pub fn units(self, space: Space) -> Units {
        self.s.here[space.index()]
    }

    /// 2.4.3 Units that have done nothing this turn.
    pub fn is_fresh(self, unit: Unit) -> bool {
        !(self.s.worked | self.s.moved).contains(unit)
    }

    /// Where a country's marker stands.
    pub fn marker(self, country: Country) -> i8 {
        self.s.country[country.index()]
    }

    /// 7.1, 7.2 The card that counts.
    pub fn card(self, side: Side) -> Option<CardId> {
        self.s.card[side.index()]
    }

    pub fn stock(self, side: Side) -> i16 {
        self.s.stock[side.index()]
    }
}

impl Play<'_> {
    /// Notes what one side alone may know.
    pub fn whisper(&mut self, side: Side, rule: RuleRef, event: Event) {
        self.j.whisper(self.s.seat(side), rule, event);
    }

    /// Puts a unit somewhere else and keeps the derived sets right.
    pub fn put(&mut self, unit: Unit, place: Place) {
        if let Place::On(from) = self.s.place[unit.index()] {
            self.s.here[usize::from(from)].remove(unit);
        }
        self.s.place[unit.index()] = place;
        if let Place::On(to) = place {
            self.s.here[usize::from(to)].insert(unit);
        }
    }

    /// Puts a unit on the map.
    pub fn stand(&mut self, unit: Unit, at: Space) {
        self.put(unit, Place::On(at.0 as u8));
    }
}

/// The members of a set of places, for the busiest loops.
pub fn each(places: Places) -> impl Iterator<Item = Space> {
    let mut left = places.words()[0];
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let space = Space(left.trailing_zeros() as u16);
        left &= left - 1;
        Some(space)
    })
}
