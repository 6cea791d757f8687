//! The position: plain data, and the questions every module asks of it.

use board::{Member, Space, hex::Direction};
use kernel::{Options, RuleRef, Seat};

use crate::{
    event::Event,
    sequence::Step,
    tables::{HEXES, Marker, Side, Spaces, Status, Tables, Terrain, UNITS, Unit, Units},
};

/// 3.2 The two levels of a building; every other hex has the ground alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    Ground,
    Upper,
}

impl Level {
    pub const BOTH: [Level; 2] = [Level::Ground, Level::Upper];

    #[inline]
    pub fn other(self) -> Level {
        match self {
            Level::Ground => Level::Upper,
            Level::Upper => Level::Ground,
        }
    }
}

/// Where a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    On(Space, Level),
    /// Inside an APC or on a tank.
    Aboard(Unit),
    /// In the Chechen unit cup.
    Cup,
    /// Drawn and waiting to be placed.
    Drawn,
    /// Waiting at the map edge.
    Waiting,
    /// Comes with the later force (10.2.1).
    Later,
    Eliminated,
    /// 11.2 Left the map over the east edge.
    Exited,
    /// 11.2 Dudayev, taken out of the game.
    Removed,
}

/// A [`Place`] in two bytes, so that positions are compared fast and units in a box are found fast.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Packed(u16);

/// The numbers of places besides those on the map, which are twice the hex, and one more upstairs.
const ABOARD: u16 = 2 * HEXES as u16;
const OFF_MAP: u16 = ABOARD + UNITS as u16;
/// Places off the map, by their number from [`OFF_MAP`] on.
const BOXES: [Place; 7] = [
    Place::Cup,
    Place::Drawn,
    Place::Waiting,
    Place::Later,
    Place::Eliminated,
    Place::Exited,
    Place::Removed,
];

impl Place {
    #[inline]
    pub fn pack(self) -> Packed {
        let number = match self {
            Place::On(Space(hex), level) => 2 * hex + level as u16,
            Place::Aboard(Unit(vehicle)) => ABOARD + u16::from(vehicle),
            Place::Cup => OFF_MAP,
            Place::Drawn => OFF_MAP + 1,
            Place::Waiting => OFF_MAP + 2,
            Place::Later => OFF_MAP + 3,
            Place::Eliminated => OFF_MAP + 4,
            Place::Exited => OFF_MAP + 5,
            Place::Removed => OFF_MAP + 6,
        };
        Packed(number)
    }
}

impl Packed {
    #[inline]
    pub fn number(self) -> u16 {
        self.0
    }

    #[inline]
    pub fn place(self) -> Place {
        match self.0 {
            on if on < ABOARD => Place::On(Space(on / 2), Level::BOTH[usize::from(on & 1)]),
            aboard if aboard < OFF_MAP => Place::Aboard(Unit((aboard - ABOARD) as u8)),
            off => BOXES[usize::from(off - OFF_MAP)],
        }
    }
}

/// No unit, where a table holds one.
pub const NOBODY: u8 = u8::MAX;

/// The whole position: about 3 kB of plain data.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub step: Step,
    pub scenario: u8,
    pub turn: u8,
    pub options: Options,

    pub place: [Packed; UNITS],
    pub facing: [Direction; UNITS],
    pub status: [Status; UNITS],
    /// Who rides in or on a vehicle: a fighting unit, and a leader.
    pub cargo: [[u8; 2]; UNITS],
    /// The unit that came to each hex last, then by `next` who came before it; follows from the order of play.
    pub head: [u8; HEXES],
    pub next: [u8; UNITS],
    /// Hexes with units of each side; follows from `place`.
    pub occupied: [Spaces; 2],

    /// 4.3.3 Units that have acted this turn.
    pub activated: Units,
    pub fired: Units,
    /// 6.5 Those of them whose fire was indirect.
    pub shelled: Units,
    /// Left their hex or level, entered the map or were carried, this turn (6.5).
    pub moved: Units,
    /// 6.4.2 Fired on this turn.
    pub fired_on: Units,
    /// Activated by spotting alone (6.5).
    pub spotting: Units,
    /// 8.8 Snipers that support until the marker is finished.
    pub supporting: Units,
    /// 9.0 Units that have had their bonus.
    pub bonus_used: Units,
    /// 8.2 Loaded, and put down, in the activation under way.
    pub loaded: Units,
    pub put_down: Units,

    pub rubble: Spaces,
    pub roadblocks: Spaces,
    pub wrecks: Spaces,
    /// 6.5.3 Hexes in or next to a standing mission.
    pub interdicted: Spaces,
    /// Landmark hexes under Russian control, by their index in the map's list.
    pub control: u8,
    /// 11.2 The Palace was last held by the 81st.
    pub by_81st: bool,

    /// Russian markers in the cup, and those of this turn not yet added (10.1.2).
    pub cup: u8,
    pub held_back: u8,
    /// Chechen markers in the cup.
    pub chechen_cup: u8,
    /// Russian formations whose marker has been played this turn (10.1.2).
    pub played: u8,
    /// Chechen markers played in the game; the first one is special (10.1.1).
    pub chechen_played: u8,
    /// 10.1.2 The restrictions of the first turn are over.
    pub released: bool,
    /// 10.1.2 Vehicles that entered this turn, by entry hex.
    pub columns: [u8; 4],

    pub blocks_left: u8,
    pub blocks_lost: u8,
    pub artillery: u8,
    pub artillery_used: u8,
    pub buratino: u8,
    pub buratino_used: u8,
    pub interdiction_over: bool,
    pub snafu_used: [bool; 2],
    /// 9.0 Whose marker is lost this turn.
    pub snafu: Option<Side>,
    /// 9.0 Who gets bonus activations after the last marker.
    pub bonus: Option<Side>,
    pub returned: bool,
    /// 10.3.2 No more Chechen reinforcements in the variant.
    pub reinforcements_over: bool,
    /// 10.4 Chechen units replaced this night, where only they arrive; until they have been drawn.
    pub replaced: Units,
    /// Points scored once and for all, in halves, by side (11.2).
    pub awards: [u16; 2],
    /// 11.2 Dudayev's elimination has been rolled for.
    pub dudayev_scored: bool,
}

/// The optional rules, by their index in `About::options`.
pub mod option {
    pub const BURATINO: usize = 0;
    pub const INTERDICTION: usize = 1;
    pub const TANK_PASSENGERS: usize = 2;
    pub const HOTELS: usize = 3;
    pub const FOG_OPEN: usize = 4;
    pub const FOG_STRICT: usize = 5;
}

kit::look_and_play!();

/// The units of a hex, the last to come first.
#[derive(Clone, Copy)]
pub struct Here<'a> {
    s: &'a State,
    at: u8,
}

impl Iterator for Here<'_> {
    type Item = Unit;

    fn next(&mut self) -> Option<Unit> {
        if self.at == NOBODY {
            return None;
        }
        let unit = Unit(self.at);
        self.at = self.s.next[unit.index()];
        Some(unit)
    }
}

impl State {
    /// 10.1 An empty map: the Russians wait at its edge, the Chechens are in the cup.
    pub fn new(t: &Tables, scenario: usize, options: Options) -> State {
        let facts = &t.scenarios.scenario[scenario];
        let mut place = [Place::Cup.pack(); UNITS];
        for unit in t.of[Side::Russian.index()] {
            let later = t.force_later.contains(unit);
            place[unit.index()] = if later { Place::Later } else { Place::Waiting }.pack();
        }
        State {
            step: Step::Opening,
            scenario: scenario as u8,
            turn: 1,
            options,
            place,
            facing: [Direction::North; UNITS],
            status: [Status::Normal; UNITS],
            cargo: [[NOBODY; 2]; UNITS],
            head: [NOBODY; HEXES],
            next: [NOBODY; UNITS],
            occupied: [Spaces::empty(); 2],
            activated: Units::empty(),
            fired: Units::empty(),
            shelled: Units::empty(),
            moved: Units::empty(),
            fired_on: Units::empty(),
            spotting: Units::empty(),
            supporting: Units::empty(),
            bonus_used: Units::empty(),
            loaded: Units::empty(),
            put_down: Units::empty(),
            rubble: Spaces::empty(),
            roadblocks: Spaces::empty(),
            wrecks: Spaces::empty(),
            interdicted: Spaces::empty(),
            control: 0,
            by_81st: false,
            cup: 0,
            held_back: 0,
            chechen_cup: 0,
            played: 0,
            chechen_played: 0,
            released: !facts.parade,
            columns: [0; 4],
            blocks_left: facts.roadblocks,
            blocks_lost: 0,
            artillery: t.batteries.artillery,
            artillery_used: 0,
            buratino: 0,
            buratino_used: 0,
            interdiction_over: false,
            snafu_used: [false; 2],
            snafu: None,
            bonus: None,
            returned: false,
            reinforcements_over: false,
            replaced: Units::empty(),
            awards: [0; 2],
            dudayev_scored: false,
        }
    }

    /// The units of both sides that are in this place.
    pub fn all_in(&self, place: Place) -> Units {
        let place = place.pack();
        let mut words = [0; UNITS.div_ceil(64)];
        // Eight at a time: long chains of shifts would wait for each other.
        for (index, places) in self.place.chunks(8).enumerate() {
            let bits = places.iter().rev().fold(0, |bits, it| bits << 1 | u64::from(*it == place));
            words[index / 8] |= bits << (8 * (index % 8));
        }
        Units::new(words)
    }

    /// The units of both sides that stand on the map; passengers not included.
    pub fn standing(&self) -> Units {
        let mut words = [0; UNITS.div_ceil(64)];
        for (index, places) in self.place.chunks(8).enumerate() {
            let bits = places.iter().rev().fold(0, |bits, it| bits << 1 | u64::from(it.0 < ABOARD));
            words[index / 8] |= bits << (8 * (index % 8));
        }
        Units::new(words)
    }

    pub fn seat(side: Side) -> Seat {
        Seat(side as u8)
    }

    pub fn side_of(seat: Seat) -> Side {
        Side::BOTH[usize::from(seat.0) & 1]
    }
}

impl<'a> Look<'a> {
    #[inline]
    pub fn place(self, unit: Unit) -> Place {
        self.s.place[unit.index()].place()
    }

    /// The hex and level a unit stands on; none off the map and aboard.
    #[inline]
    pub fn spot(self, unit: Unit) -> Option<(Space, Level)> {
        match self.place(unit) {
            Place::On(space, level) => Some((space, level)),
            _ => None,
        }
    }

    /// The hex a unit stands in; none off the map and aboard.
    #[inline]
    pub fn at(self, unit: Unit) -> Option<Space> {
        self.spot(unit).map(|(space, _)| space)
    }

    /// The hex a unit is in, on its own feet or aboard.
    #[inline]
    pub fn whereabouts(self, unit: Unit) -> Option<Space> {
        match self.place(unit) {
            Place::On(space, _) => Some(space),
            Place::Aboard(vehicle) => self.at(vehicle),
            _ => None,
        }
    }

    #[inline]
    pub fn level(self, unit: Unit) -> Level {
        self.spot(unit).map_or(Level::Ground, |(_, level)| level)
    }

    #[inline]
    pub fn status(self, unit: Unit) -> Status {
        self.s.status[unit.index()]
    }

    #[inline]
    pub fn facing(self, unit: Unit) -> Direction {
        self.s.facing[unit.index()]
    }

    #[inline]
    pub fn side(self, unit: Unit) -> Side {
        self.t.side(unit)
    }

    /// Everybody in a hex on any level, of either side, the last to come first; passengers are not listed.
    #[inline]
    pub fn here(self, space: Space) -> Here<'a> {
        Here { s: self.s, at: self.s.head[space.index()] }
    }

    /// The units of a side in a hex, on any level; passengers not included.
    #[inline]
    pub fn units(self, side: Side, space: Space) -> Units {
        if !self.s.occupied[side.index()].contains(space) {
            return Units::empty();
        }
        let of = self.t.of[side.index()];
        self.here(space).filter(|&unit| of.contains(unit)).collect()
    }

    /// The units of a side on one level of a hex; passengers not included.
    #[inline]
    pub fn pile(self, side: Side, space: Space, level: Level) -> Units {
        if !self.s.occupied[side.index()].contains(space) {
            return Units::empty();
        }
        let of = self.t.of[side.index()];
        self.here(space).filter(|&unit| of.contains(unit) && self.level(unit) == level).collect()
    }

    #[inline]
    pub fn occupied(self, side: Side) -> Spaces {
        self.s.occupied[side.index()]
    }

    /// Who rides in or on a vehicle.
    #[inline]
    pub fn cargo(self, vehicle: Unit) -> Units {
        self.s.cargo[vehicle.index()].into_iter().filter(|&it| it != NOBODY).map(Unit).collect()
    }

    #[inline]
    pub fn is_loaded(self, vehicle: Unit) -> bool {
        self.s.cargo[vehicle.index()] != [NOBODY; 2]
    }

    /// The vehicle a unit rides in or on.
    #[inline]
    pub fn carrier(self, unit: Unit) -> Option<Unit> {
        match self.place(unit) {
            Place::Aboard(vehicle) => Some(vehicle),
            _ => None,
        }
    }

    /// 8.10 Rides on a tank, where it can be shot at.
    #[inline]
    pub fn is_rider(self, unit: Unit) -> bool {
        self.carrier(unit).is_some_and(|vehicle| self.t.tanks.contains(vehicle))
    }

    /// 8.7 What a hex is now.
    #[inline]
    pub fn terrain(self, space: Space) -> Terrain {
        if self.s.rubble.contains(space) { Terrain::Rubble } else { self.t.map.terrain(space) }
    }

    /// 8.9 A wreck is treated as a roadblock.
    #[inline]
    pub fn obstacle(self, space: Space) -> bool {
        self.s.roadblocks.contains(space) || self.s.wrecks.contains(space)
    }

    #[inline]
    pub fn night(self) -> bool {
        self.t.scenarios.turns.night.contains(&self.s.turn)
    }

    /// 10.4 Whether this is the night that brings replacements.
    pub fn brings_replacements(self) -> bool {
        self.s.turn == self.t.scenarios.turns.replacements
    }

    /// 10.4 Whether what was replaced this night arrives by a roll of its own: no reinforcements fall on it.
    pub fn only_replaced_arrive(self) -> bool {
        self.brings_replacements() && !self.t.scenario(self.s.scenario).reinforces(self.s.turn)
    }

    #[inline]
    pub fn option(self, index: usize) -> bool {
        self.s.options.has(index)
    }

    #[inline]
    pub fn seat(self, side: Side) -> Seat {
        State::seat(side)
    }

    /// 6.1 How far a unit fires and sees now; zero if it cannot.
    #[inline]
    pub fn range(self, unit: Unit) -> u8 {
        let limit = self.sight_limit(unit);
        limit.min(self.t.counters[unit.index()].range)
    }

    /// 6.2.1 How far a unit sees now; zero if it sees nothing.
    #[inline]
    pub fn sight_limit(self, unit: Unit) -> u8 {
        self.sight_limit_of(self.status(unit))
    }

    /// 6.2.1 How far a unit in this condition sees now.
    #[inline]
    pub fn sight_limit_of(self, status: Status) -> u8 {
        let limit = self.t.charts.status.sight[status.index()];
        if self.night() { limit.min(self.t.charts.range.night) } else { limit }
    }

    /// The units of a side that are in this box.
    #[inline]
    pub fn in_box(self, side: Side, place: Place) -> Units {
        self.s.all_in(place) & self.t.of[side.index()]
    }

    /// Units of a side on the map, passengers included.
    #[inline]
    pub fn on_map(self, side: Side) -> Units {
        let on = |unit: &Unit| matches!(self.place(*unit), Place::On(..) | Place::Aboard(_));
        self.t.of[side.index()].iter().filter(|unit| on(unit) && self.whereabouts(*unit).is_some()).collect()
    }

    /// Russian markers in the cup, one after another.
    #[inline]
    pub fn cup_markers(self) -> impl Iterator<Item = Marker> + use<'a> {
        let cup = self.s.cup;
        Marker::RUSSIAN.into_iter().filter(move |marker| cup & marker.bit() != 0)
    }
}

impl Play<'_> {
    /// Notes a fact that one side alone may know.
    pub fn whisper(&mut self, side: Side, rule: RuleRef, event: Event) {
        self.j.whisper(State::seat(side), rule, event);
    }

    /// Puts a unit somewhere and keeps the derived tables right. Whoever comes to a hex lies on top.
    pub fn put(&mut self, unit: Unit, place: Place) {
        let side = self.t.side(unit).index();
        match self.s.place[unit.index()].place() {
            Place::On(from, _) => {
                self.unlink(unit, from);
                if self.look().here(from).all(|it| self.t.side(it).index() != side) {
                    self.s.occupied[side].remove(from);
                }
            }
            Place::Aboard(vehicle) => {
                for slot in &mut self.s.cargo[vehicle.index()] {
                    if *slot == unit.0 {
                        *slot = NOBODY;
                    }
                }
            }
            _ => {}
        }
        self.s.place[unit.index()] = place.pack();
        match place {
            Place::On(to, _) => {
                self.s.next[unit.index()] = self.s.head[to.index()];
                self.s.head[to.index()] = unit.0;
                self.s.occupied[side].insert(to);
            }
            Place::Aboard(vehicle) => {
                let slot = usize::from(self.t.leaders.contains(unit));
                self.s.cargo[vehicle.index()][slot] = unit.0;
            }
            _ => {}
        }
    }

    fn unlink(&mut self, unit: Unit, from: Space) {
        let after = self.s.next[unit.index()];
        self.s.next[unit.index()] = NOBODY;
        if self.s.head[from.index()] == unit.0 {
            self.s.head[from.index()] = after;
            return;
        }
        let mut at = self.s.head[from.index()];
        while at != NOBODY {
            let next = self.s.next[usize::from(at)];
            if next == unit.0 {
                self.s.next[usize::from(at)] = after;
                return;
            }
            at = next;
        }
    }

    /// Takes a unit off the map with everybody aboard, and wipes what was known of this turn.
    pub fn take_off(&mut self, unit: Unit, place: Place) {
        for rider in self.look().cargo(unit) {
            self.take_off(rider, place);
        }
        self.put(unit, place);
        self.s.status[unit.index()] = Status::Normal;
        for set in [
            &mut self.s.activated,
            &mut self.s.fired,
            &mut self.s.shelled,
            &mut self.s.moved,
            &mut self.s.fired_on,
            &mut self.s.spotting,
            &mut self.s.supporting,
            &mut self.s.bonus_used,
        ] {
            set.remove(unit);
        }
        self.s.facing[unit.index()] = Direction::North;
    }
}
