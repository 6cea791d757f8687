//! The position: plain data, and the questions every module asks of it.

use board::{Member, Space};
use kernel::{Options, Seat};

use crate::{
    m11_combat::Battle,
    sequence::Step,
    tables::{
        COMBAT, Class, Face, LEADERS, LUFTWAFFE, SPACES, Side, Spaces, TRUCKS, UNITS, Unit, Units, Weather,
    },
};

/// The whole position. Well below 2 kB, copied by search thousands of times a second.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub step: Step,
    /// What an interruption (a stranded leader, the Commissar) goes back to.
    pub resume: Option<Step>,
    pub turn: u8,
    pub weather: Weather,
    /// Operations points left, by side (3.3.1).
    pub ops: [u8; 2],
    /// The roll that brought each side's objectives; zero before the first (13.2).
    pub objectives: [u8; 2],
    /// Who redeploys first this turn, and how many units each side may redeploy (3.2.1).
    pub first: Side,
    pub redeploy: [u8; 2],
    /// Rail moves left this turn (6.4.3a).
    pub rail_left: [u8; 2],
    pub place: [Place; UNITS],
    /// Units on their reduced, leaders and trucks on their disrupted side.
    pub reduced: Units,
    /// How many combat units of each side an area holds; follows from `place`.
    pub count: [[u8; SPACES]; 2],
    /// Areas with combat units of each side; follows from `place`.
    pub occupied: [Spaces; 2],
    /// Areas each side controls (13.1.1).
    pub control: [Spaces; 2],
    /// Converted oxes and the rail diamonds between them (6.4.1a).
    pub converted: Spaces,
    /// Movement points left in this phase.
    pub points: [u8; UNITS],
    /// Counters that have moved, flown or finished in this phase.
    pub moved: Units,
    /// Whom each leader of the moving side carries (6.3.4).
    pub party: [Units; 4],
    /// Areas from which the moving side has a line of communication, and the Finns besides (6.1.3). Only what the
    /// enemy occupies matters, which stays as it is in one's own movement, so it is worked out once a phase.
    pub lines: Spaces,
    pub finnish_lines: Spaces,
    /// Rail areas where the moving side boards and leaves trains (6.4.5), worked out like the lines.
    pub train_stops: Spaces,
    /// Units that have ridden by rail this turn (6.4.3b).
    pub railed: Units,
    /// Armies and groups broken down (swapped down) and built up (swapped up) in this phase (10.0, 12.2.1).
    pub split: Units,
    pub merged: Units,
    /// Units that tried to come as reserves, leaders and trucks that tried to recover, in this phase.
    pub tried: Units,
    /// What each Luftwaffe unit has done in this player turn (9.2).
    pub mission: [Mission; 2],
    /// Units supplied from the air until the end of the player turn (11.5.5).
    pub air_supplied: Units,
    /// The airborne division has jumped.
    pub dropped: bool,
    /// The Commissar has come into play (7.1.5).
    pub commissar: bool,
    /// Luftwaffe units that supplied somebody and stay where they are for the rest of the turn (11.5.5).
    pub grounded: Units,
    /// Areas already fought over in this Combat Phase (11.1.4).
    pub declared: Spaces,
    pub battle: Battle,
    pub options: Options,
}

/// Where a counter is: an area, or one of the places off the map.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place(u8);

impl Place {
    pub const ELIMINATED: Place = Place(200);
    pub const BREAKDOWN: Place = Place(201);
    /// Enters on a later turn, or was not placed yet.
    pub const ENTRY: Place = Place(202);
    /// To be set up.
    pub const SET_UP: Place = Place(203);
    /// A marker that is not on the map now.
    pub const OFF: Place = Place(204);
    /// Out of the game.
    pub const GONE: Place = Place(205);
    /// Partisans on this truck; the trucks follow in their order.
    const ABOARD: u8 = 210;

    pub fn on(space: Space) -> Place {
        Place(space.0 as u8)
    }

    /// A number for each place, areas first.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    pub fn aboard(truck: Unit) -> Place {
        Place(Place::ABOARD + (truck.0 - TRUCKS[0].start as u8))
    }

    pub fn space(self) -> Option<Space> {
        (usize::from(self.0) < SPACES).then_some(Space(u16::from(self.0)))
    }

    /// The truck that partisans sit on.
    pub fn truck(self) -> Option<Unit> {
        (self.0 >= Place::ABOARD).then(|| Unit(self.0 - Place::ABOARD + TRUCKS[0].start as u8))
    }
}

/// What a Luftwaffe unit does in a player turn: one active mission (9.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mission {
    Free,
    /// Supports the attack under way, round after round.
    Supports,
    Spent,
}

/// The optional rules, by their index in `About::options`.
pub mod option {
    pub const SAVE_HALF_OPS: usize = 0;
    pub const FOG_OBJECTIVES: usize = 1;
    pub const LEADERS_BARRED: usize = 2;
    pub const SKIP_FIRST_REDEPLOYMENT: usize = 3;
    pub const FALLSCHIRMJAEGER: usize = 4;
    pub const BOTH_LEADERS: usize = 5;
}

kit::look_and_play!();

impl<'a> Look<'a> {
    pub fn place(self, unit: Unit) -> Place {
        self.s.place[unit.index()]
    }

    /// The area a counter stands in.
    pub fn at(self, unit: Unit) -> Option<Space> {
        self.place(unit).space()
    }

    pub fn side(self, unit: Unit) -> Side {
        if self.t.of[0].contains(unit) { Side::Axis } else { Side::Soviet }
    }

    pub fn class(self, unit: Unit) -> Class {
        self.t.class_of[unit.index()]
    }

    pub fn is_reduced(self, unit: Unit) -> bool {
        self.s.reduced.contains(unit)
    }

    /// What the face a counter shows says.
    pub fn face(self, unit: Unit) -> Face {
        self.t.faces[unit.index()][usize::from(self.is_reduced(unit))]
    }

    pub fn strength(self, unit: Unit) -> u8 {
        self.face(unit).strength
    }

    /// OPs cost of a unit: the number in parentheses on the side now face up.
    pub fn cost(self, unit: Unit) -> u8 {
        self.face(unit).ops
    }

    /// The counters with these numbers that stand in an area.
    fn scan(self, range: std::ops::Range<usize>, space: Space) -> Units {
        let place = Place::on(space);
        let mut found = Units::empty();
        for index in range {
            if self.s.place[index] == place {
                found.insert(Unit(index as u8));
            }
        }
        found
    }

    /// The combat units of a side in an area.
    pub fn units(self, side: Side, space: Space) -> Units {
        if self.s.count[side.index()][space.index()] == 0 {
            return Units::empty();
        }
        self.troops(side, Place::on(space))
    }

    /// The combat units of a side in an area or a box.
    pub fn troops(self, side: Side, place: Place) -> Units {
        const FIRST: usize = COMBAT[1].start / 8 * 8;
        let words = match side {
            Side::Axis => [equal::<{ COMBAT[0].end }>(&self.s.place, 0, place), 0],
            Side::Soviet => {
                let found = equal::<{ COMBAT[1].end - FIRST }>(&self.s.place, FIRST, place);
                [found << FIRST, found >> (64 - FIRST)]
            }
        };
        Units::new(words) & self.t.combat[side.index()]
    }

    pub fn leaders(self, side: Side, space: Space) -> Units {
        self.scan(LEADERS[side.index()].clone(), space)
    }

    pub fn trucks(self, side: Side, space: Space) -> Units {
        self.scan(TRUCKS[side.index()].clone(), space)
    }

    pub fn luftwaffe(self, space: Space) -> Units {
        self.scan(LUFTWAFFE, space)
    }

    /// Areas with a Luftwaffe unit.
    pub fn luftwaffe_areas(self) -> Spaces {
        self.t.luftwaffe.iter().filter_map(|unit| self.at(unit)).collect()
    }

    pub fn occupied(self, side: Side) -> Spaces {
        self.s.occupied[side.index()]
    }

    /// 5.1.1 A unit's zone is its own area: areas with enemy combat units.
    pub fn hostile(self, side: Side) -> Spaces {
        self.s.occupied[side.enemy().index()]
    }

    pub fn is_hostile(self, side: Side, space: Space) -> bool {
        self.hostile(side).contains(space)
    }

    /// Areas with combat units of both sides.
    pub fn shared(self) -> Spaces {
        self.s.occupied[0] & self.s.occupied[1]
    }

    pub fn controls(self, side: Side, space: Space) -> bool {
        self.s.control[side.index()].contains(space)
    }

    /// Total strength of some units.
    pub fn total(self, units: Units) -> u16 {
        units.iter().map(|unit| u16::from(self.strength(unit))).sum()
    }

    /// Total OPs cost of some units.
    pub fn price(self, units: Units) -> u16 {
        units.iter().map(|unit| u16::from(self.cost(unit))).sum()
    }

    pub fn ops(self, side: Side) -> u8 {
        self.s.ops[side.index()]
    }

    pub fn can_pay(self, side: Side, price: u16) -> bool {
        price <= u16::from(self.ops(side))
    }

    pub fn option(self, index: usize) -> bool {
        self.s.options.has(index)
    }

    /// Corps equivalents of a side in an area (4.1.3).
    pub fn stack(self, side: Side, space: Space) -> u8 {
        self.units(side, space).iter().map(|unit| self.t.stack_of[unit.index()]).sum()
    }

    /// 4.1.1 Four corps to an ox. 4.1.2 Two corps or one panzer group to a diamond.
    pub fn room(self, space: Space) -> u8 {
        self.t.room[space.index()]
    }

    /// 4.1.1, 4.1.2 Whether so many more corps fit in.
    pub fn fits(self, side: Side, space: Space, more: u8) -> bool {
        self.stack(side, space) + more <= self.room(space)
    }
}

/// Which of `LEN` counters from `first` on are in a place, a bit each. Eight are compared in one go: this is asked
/// more often than anything else.
fn equal<const LEN: usize>(places: &[Place; UNITS], first: usize, place: Place) -> u64 {
    let wanted = u64::from(place.0) * (u64::MAX / 255);
    let mut found = 0;
    for group in 0..LEN.div_ceil(8) {
        let eight = u64::from_le_bytes(std::array::from_fn(|at| places[first + 8 * group + at].0));
        found |= u64::from(!filled(eight ^ wanted)) << (8 * group);
    }
    found
}

/// Which of eight bytes are not zero, a bit each.
pub fn filled(bytes: u64) -> u8 {
    const LOW: u64 = u64::MAX / 255 * 127;
    let high = (((bytes & LOW) + LOW) | bytes) & !LOW;
    ((high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

impl State {
    pub fn side_of(seat: Seat) -> Side {
        Side::BOTH[usize::from(seat.0) & 1]
    }
}

impl Play<'_> {
    /// Puts a counter somewhere else and keeps the derived sets right; control follows (13.1.1).
    pub fn put(&mut self, unit: Unit, place: Place) {
        let index = unit.index();
        let from = std::mem::replace(&mut self.s.place[index], place);
        if index >= COMBAT[1].end {
            return;
        }
        let side = usize::from(index >= COMBAT[1].start);
        if let Some(space) = from.space() {
            let count = &mut self.s.count[side][space.index()];
            *count -= 1;
            if *count == 0 {
                self.s.occupied[side].remove(space);
                self.settle_control(space);
            }
        }
        if let Some(space) = place.space() {
            self.s.count[side][space.index()] += 1;
            self.s.occupied[side].insert(space);
            self.settle_control(space);
        }
    }

    pub fn put_on(&mut self, unit: Unit, space: Space) {
        self.put(unit, Place::on(space));
        // 11.5.5 Supply from the air holds in its area; the airborne division carries its own (1.2).
        if unit != self.t.airborne {
            self.s.air_supplied.remove(unit);
        }
    }

    pub fn pay(&mut self, side: Side, price: u16) {
        self.s.ops[side.index()] -= price as u8;
    }
}
