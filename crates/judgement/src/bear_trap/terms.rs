//! The score of a position for the Russian, term by term, in hundredths of a point; a hundred points are a victory point.
//!
//! | term | why |
//! |---|---|
//! | score | the points as if the game ended now (11.2) |
//! | condition | a shaken unit is easier to kill and does less |
//! | march | Russian units near a landmark they do not hold will take it |
//! | guard | Chechen units in and near landmarks keep them |
//! | hunt | Russians with Chechens near them, or in their reach, will be hurt |
//! | stalkers | a heavy weapon that comes round the corner kills a vehicle with all its riders |
//! | cover | houses and upper levels protect, open streets do not |
//! | presence | units on the map fight, those at the edge or in the cup do not yet |
//! | readiness | a unit that has not acted yet may still do so |
//! | rally | Chechens hold the buildings that score, and not the streets far from them |
//! | fire | who stands in sight of many guns, and openly, will be shot |
//! | batteries | Russian leaders find targets for them from in front, and Chechens in a crowd are good ones |
//!
//! Who looks ahead scores positions by the million, and most of them differ from the last one by a unit that moved. So the
//! sums are kept in a [`Cache`], and only what changed is taken off and added again. A score does not depend on what was scored
//! before: an empty cache is an empty map, to which every unit has yet to be added.

use std::ops::Deref;

use arrayvec::ArrayVec;
use bear_trap::{
    Side, Step, Unit,
    state::{Look, NOBODY, Packed, Place},
    tables::{HEXES, Marker, Spaces, Status, UNITS, Units},
};
use board::{Member, Space};

use super::{
    ground::{Ground, Scale, times},
    weights::Weights,
};
use crate::Term;

/// How many hexes away Chechens still scent a Russian pile.
pub const SCENT: u8 = 10;
/// How many hexes away a Chechen with a heavy weapon is still to be feared: a short walk, and a shot.
pub const STALK: u8 = 6;
/// So many Chechens in a hex are not too many.
const CROWD: i32 = 3;
/// In so many last turns fire to come counts less and less.
const LATE: i64 = 3;
/// No score is greater, whatever the weights.
pub const MOST: i64 = 1_000_000_000;
/// So many parts of a term make a point.
pub const PER_POINT: i64 = 100;
/// How openly a vehicle stands anywhere, and a foot unit in a clear hex.
pub const IN_THE_OPEN: u8 = 6;
/// How much more openly a vehicle stands with a leader in it: he does not score, and is missed all the same.
const LEADER_ABOARD: u8 = 3;

const RUSSIAN: usize = Side::Russian as usize;
const CHECHEN: usize = Side::Chechen as usize;

/// What scoring a position leaves for the next one. It belongs to one game and begins empty.
#[derive(Debug, Default)]
pub struct Cache(Option<Box<Sums>>);

/// What a position is scored by. When it changes, the sums begin anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Basis {
    weights: usize,
    night: bool,
    artillery_to_come: bool,
}

/// The sums of the last position, and what of it they were made of.
#[derive(Debug)]
struct Sums {
    basis: Basis,
    place: [Packed; UNITS],
    status: [Status; UNITS],
    activated: Units,
    moved: Units,
    occupied: [Spaces; 2],
    control: u8,
    /// What each unit counts by itself, for the Russian, and all of them together.
    own: [i64; UNITS],
    owned: i64,
    /// Chechen units with a Russian in reach.
    reaching: Units,
    /// The units of each side in each hex.
    piles: [[Pile; HEXES]; 2],
    /// The fire of the units in each hex on the best target that they see, and that of each side together.
    threats: [[i32; HEXES]; 2],
    threat: [i64; 2],
    /// What batteries would find in each hex, and in all of them.
    shells: [i16; HEXES],
    shelled: i32,
    /// Chechens beyond [`CROWD`] in a hex.
    crowd: i32,
    /// How far the nearest Chechen is from each Russian pile, at most [`SCENT`], and by how many hexes they are nearer.
    far: [u8; HEXES],
    hunted: i32,
    stalked: i32,
}

/// The units of a side in a hex: all their guns, and how openly the best target among them stands, against and as foot units
/// and vehicles.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Pile {
    guns: [i16; 2],
    open: [i16; 2],
    count: u8,
    /// How well the leader among them spots.
    spots: u8,
}

impl Pile {
    /// The fire of this pile on the best target in another.
    #[inline]
    fn on(&self, other: &Pile) -> i32 {
        let fire = |kind: usize| i32::from(self.guns[kind]) * i32::from(other.open[kind]);
        fire(0).max(fire(1))
    }

    /// How many are too many.
    fn crowd(&self) -> i32 {
        (i32::from(self.count) - CROWD).max(0)
    }
}

/// A position and the weights by which it is scored.
#[derive(Clone, Copy)]
pub struct Position<'a> {
    pub look: Look<'a>,
    pub ground: &'a Ground,
    pub scale: &'a Scale,
    /// Which of the game's weights these are.
    pub weights: usize,
}

impl<'a> Deref for Position<'a> {
    type Target = Look<'a>;

    fn deref(&self) -> &Look<'a> {
        &self.look
    }
}

impl Position<'_> {
    /// All terms.
    pub fn terms(self, cache: &mut Cache) -> [Term; 5] {
        let basis = Basis {
            weights: self.weights,
            night: self.night(),
            artillery_to_come: self.s.cup & Marker::Artillery.bit() != 0,
        };
        let sums = match &mut cache.0 {
            Some(sums) if sums.basis == basis => sums,
            other => other.insert(Box::new(Sums::new(basis))),
        };
        sums.follow(self);
        let w = &self.scale.w;
        let [russian, chechen] = self.score();
        [
            ("score", times(w.half_point, i32::from(russian) - i32::from(chechen))),
            ("units", sums.owned),
            ("in reach", -times(w.in_reach, sums.reaching.len() as i32)),
            ("hunt", -times(w.hunt, sums.hunted)),
            ("fire", -self.fire(sums)),
        ]
    }

    /// The fire that Russians stand under less that which Chechens do. Every gun fires once: for every pile, its guns by how
    /// openly the best target stands that it sees by day, foot units and vehicles apart. A night is short, so it counts as
    /// day; but who stands in the open at the end of the last turn is safe.
    fn fire(self, sums: &Sums) -> i64 {
        let Weights { under_fire: [on_russians, on_chechens], spotted, on_call, crowded, stalked, .. } =
            self.scale.w;
        let last = i64::from(self.t.scenarios.last_turn(self.s.scenario));
        let left = (last + 1 - i64::from(self.s.turn)).clamp(0, LATE);
        let [by_russians, by_chechens] = sums.threat;
        let fire = i64::from(on_russians) * (by_chechens / 64) - i64::from(on_chechens) * (by_russians / 64);
        let spotted = if self.plays_artillery() { spotted.saturating_add(on_call) } else { spotted };
        let fire = fire + times(stalked, sums.stalked);
        (fire - times(spotted, sums.shelled) - times(crowded, sums.crowd)) * left / LATE
    }

    /// Whether anything of [`Position::fire`] counts.
    fn minds_fire(self) -> bool {
        let Weights { under_fire, spotted, on_call, crowded, .. } = self.scale.w;
        under_fire != [0, 0] || spotted != 0 || on_call != 0 || crowded != 0
    }

    /// Whether the artillery marker is being played.
    fn plays_artillery(self) -> bool {
        let call = match self.s.step {
            Step::Call { call } | Step::Battery { call, .. } => call,
            Step::Spotter { mission } => mission.call(),
            Step::FireRoll { attack } | Step::HitRoll { attack } | Step::ScatterRoll { attack } => {
                attack.then.call()
            }
            _ => return false,
        };
        call.marker == Marker::Artillery
    }

    /// What a unit counts by itself, for the Russian: that it is there, its condition, its cover, and how near it is to
    /// what its side wants.
    fn own(self, unit: Unit) -> i64 {
        let w = &self.scale.w;
        let russian = self.t.of[RUSSIAN].contains(unit);
        let Some((at, cover)) = self.stands(unit) else {
            return match self.place(unit) {
                Place::Cup if !russian => -i64::from(w.in_cup),
                Place::Drawn if !russian => -i64::from(w.present),
                _ => 0,
            };
        };
        let there = cover + self.shape(unit);
        if !russian {
            return -(there + i64::from(self.scale.guard[at.index()]));
        }
        let near = i32::from(self.ground.march[usize::from(self.s.control)][at.index()]);
        let drive = if self.t.combat.contains(unit) { w.march } else { w.scout };
        there + times(drive, near)
    }

    /// The hex a unit is in, and how much the cover there counts; passengers have none.
    #[inline]
    fn stands(self, unit: Unit) -> Option<(Space, i64)> {
        match self.place(unit) {
            Place::On(at, level) if self.t.foot.contains(unit) => {
                Some((at, i64::from(self.scale.cover[at.index()][level as usize])))
            }
            Place::On(at, _) => Some((at, 0)),
            Place::Aboard(vehicle) => self.at(vehicle).map(|at| (at, 0)),
            _ => None,
        }
    }

    /// A unit on the map: its condition, and whether it can still act.
    #[inline]
    fn shape(self, unit: Unit) -> i64 {
        let fresh = !self.s.activated.contains(unit);
        i64::from(self.scale.shape[self.status(unit).index()][usize::from(fresh)])
    }

    /// Whether a Chechen unit has a Russian in reach.
    fn reaches(self, unit: Unit) -> bool {
        let limit = self.sight_limit(unit);
        let range = self.ground.range[unit.index()].min(limit);
        let prey = &self.s.occupied[RUSSIAN];
        self.stands(unit).is_some_and(|(at, _)| self.ground.views.meet(at, range, &prey.words()))
    }

    /// The units of a side in a hex as they fire and are fired at. Russian leaders do not score; in company they are
    /// safe from all but snipers (6.4), alone they are as good a target as anybody.
    fn pile(self, side: usize, hex: Space) -> Pile {
        let mut pile = Pile::default();
        if !self.s.occupied[side].contains(hex) {
            return pile;
        }
        let mut alone = 0;
        let of = self.t.of[side];
        for unit in self.here(hex).filter(|&unit| of.contains(unit)) {
            pile.count += 1;
            let by = match self.status(unit) {
                Status::Normal => 2,
                Status::Suppressed | Status::Pinned => 1,
                Status::Disrupted | Status::Inactive => 0,
            };
            for (sum, gun) in pile.guns.iter_mut().zip(self.ground.guns[unit.index()]) {
                *sum = sum.saturating_add(by * i16::from(gun));
            }
            if self.t.vehicles.contains(unit) {
                let [rider, leader] = self.s.cargo[unit.index()];
                let mut open = i16::from(IN_THE_OPEN) * if rider == NOBODY { 1 } else { 2 };
                if leader != NOBODY {
                    open += i16::from(LEADER_ABOARD);
                    // 6.5 A leader spots from his vehicle as well.
                    if by == 2 {
                        pile.spots = pile.spots.max(self.spots(Unit(leader)));
                    }
                }
                pile.open[1] = pile.open[1].max(open);
            } else {
                let stands = i16::from(self.ground.open[hex.index()][self.level(unit) as usize]);
                if self.t.combat.contains(unit) {
                    pile.open[0] = pile.open[0].max(stands);
                } else {
                    alone = stands.max(alone);
                }
                if by == 2 && self.t.leaders.contains(unit) {
                    pile.spots = pile.spots.max(self.spots(unit));
                }
            }
        }
        if pile.open == [0, 0] {
            pile.open[0] = alone;
        }
        pile
    }

    /// How well a leader spots for the batteries: half as well if he has moved and they are still to fire (6.5).
    #[inline]
    fn spots(self, leader: Unit) -> u8 {
        let too_late = self.s.moved.contains(leader) && self.s.cup & Marker::Artillery.bit() != 0;
        if too_late { 1 } else { 2 }
    }

    /// How far the nearest Chechen is from a hex, at most [`SCENT`].
    fn scent(self, hex: usize) -> u8 {
        let chechens = self.s.occupied[CHECHEN];
        chechens.iter().fold(SCENT, |far, other| far.min(self.ground.distance(hex, other.index())))
    }

    /// What Chechens on foot with heavy weapons could do to Russian vehicles that they need not see yet: for each of them, by
    /// how many hexes the nearest vehicle is within [`STALK`], twice if it carries a fighting unit.
    fn stalked(self) -> i32 {
        let vehicles = self.t.of[RUSSIAN] & self.t.vehicles;
        let on_map = |vehicle: Unit| {
            let [rider, _] = self.s.cargo[vehicle.index()];
            self.at(vehicle).map(|at| (at, if rider == NOBODY { 1 } else { 2 }))
        };
        let vehicles: ArrayVec<(Space, i32), UNITS> = vehicles.iter().filter_map(on_map).collect();
        let hunters = self.t.of[CHECHEN] & self.t.heavy & self.t.foot;
        let fears =
            hunters.iter().filter(|&hunter| self.status(hunter).acts()).filter_map(|hunter| self.at(hunter));
        fears
            .map(|hunter| {
                let fear = |&(at, lives): &(Space, i32)| {
                    let far = self.ground.distance(at.index(), hunter.index());
                    i32::from(STALK.saturating_sub(far)) * lives
                };
                vehicles.iter().map(fear).max().unwrap_or(0)
            })
            .sum()
    }
}

/// What differs between the last position and this one.
struct Changes {
    /// Units that are somewhere else, and units in another condition.
    placed: Units,
    shaken: Units,
    /// Hexes with other units of each side in them, or with units in another condition.
    touched: [Spaces; 2],
    /// Hexes to which a side came, or which it left.
    toggled: [Spaces; 2],
}

impl Sums {
    /// Nobody is on the map.
    fn new(basis: Basis) -> Sums {
        Sums {
            basis,
            place: [Place::Later.pack(); UNITS],
            status: [Status::Normal; UNITS],
            activated: Units::empty(),
            moved: Units::empty(),
            occupied: [Spaces::empty(); 2],
            control: 0,
            own: [0; UNITS],
            owned: 0,
            reaching: Units::empty(),
            piles: [[Pile::default(); HEXES]; 2],
            threats: [[0; HEXES]; 2],
            threat: [0; 2],
            shells: [0; HEXES],
            shelled: 0,
            crowd: 0,
            far: [SCENT; HEXES],
            hunted: 0,
            stalked: 0,
        }
    }

    /// Goes over to another position.
    fn follow(&mut self, position: Position<'_>) {
        let changes = self.changes(position);
        self.follow_units(position, &changes);
        self.follow_hunt(position, &changes);
        if position.minds_fire() {
            self.follow_fire(position, &changes);
        }
        if position.scale.w.stalked != 0 {
            let t = position.t;
            let hunters = t.of[CHECHEN] & t.heavy & t.foot;
            let who = changes.placed & (t.of[RUSSIAN] | hunters) | changes.shaken & hunters;
            if !who.is_empty() {
                self.stalked = position.stalked();
            }
        }
        let s = position.s;
        for unit in changes.placed {
            self.place[unit.index()] = s.place[unit.index()];
        }
        for unit in changes.shaken {
            self.status[unit.index()] = s.status[unit.index()];
        }
        self.activated = s.activated;
        self.moved = s.moved;
        self.occupied = s.occupied;
        self.control = s.control;
    }

    fn changes(&self, position: Position<'_>) -> Changes {
        let (s, t) = (position.s, position.t);
        let (placed, shaken) = (differ(&s.place, &self.place), differ(&s.status, &self.status));
        let mut touched = [Spaces::empty(); 2];
        for side in [RUSSIAN, CHECHEN] {
            let touched = &mut touched[side];
            for unit in placed & t.of[side] {
                touched.extend(whereabouts(&self.place, unit));
                touched.extend(whereabouts(&s.place, unit));
            }
            let spotters = (s.moved ^ self.moved) & t.leaders;
            for unit in (shaken | spotters) & t.of[side] {
                touched.extend(whereabouts(&s.place, unit));
            }
        }
        let toggled = [RUSSIAN, CHECHEN].map(|side| s.occupied[side] ^ self.occupied[side]);
        Changes { placed, shaken, touched, toggled }
    }

    /// Each unit by itself, and whom Chechens can reach.
    fn follow_units(&mut self, position: Position<'_>, changes: &Changes) {
        let (s, t) = (position.s, position.t);
        let mut units = changes.placed | changes.shaken | (s.activated ^ self.activated);
        for vehicle in changes.placed & t.vehicles {
            units |= position.cargo(vehicle);
        }
        let mut reaching = units & t.of[CHECHEN];
        if s.control != self.control {
            units |= t.of[RUSSIAN];
        }
        for unit in units {
            let own = position.own(unit);
            self.owned += own - self.own[unit.index()];
            self.own[unit.index()] = own;
        }
        for hex in changes.toggled[RUSSIAN] {
            for near in t.sight.field(hex, u8::MAX) & s.occupied[CHECHEN] {
                for unit in position.here(near) {
                    reaching.insert(unit);
                    reaching |= position.cargo(unit);
                }
            }
        }
        for unit in reaching & t.of[CHECHEN] {
            if position.reaches(unit) {
                self.reaching.insert(unit);
            } else {
                self.reaching.remove(unit);
            }
        }
    }

    /// By how many hexes the nearest Chechen is within [`SCENT`] of each Russian pile.
    fn follow_hunt(&mut self, position: Position<'_>, changes: &Changes) {
        let s = position.s;
        let [russians, chechens] = changes.toggled;
        for hex in russians {
            let hex = hex.index();
            let far =
                if s.occupied[RUSSIAN].contains(Space(hex as u16)) { position.scent(hex) } else { SCENT };
            self.hunted += i32::from(self.far[hex]) - i32::from(far);
            self.far[hex] = far;
        }
        if chechens.is_empty() {
            return;
        }
        for hex in s.occupied[RUSSIAN] - russians {
            let hex = hex.index();
            let mut far = self.far[hex];
            for other in chechens {
                let way = position.ground.distance(hex, other.index());
                if s.occupied[CHECHEN].contains(other) {
                    far = far.min(way);
                } else if way == self.far[hex] && way < SCENT {
                    far = position.scent(hex);
                    break;
                }
            }
            self.hunted += i32::from(self.far[hex]) - i32::from(far);
            self.far[hex] = far;
        }
    }

    /// Who stands under whose fire, and whom the batteries would find.
    fn follow_fire(&mut self, position: Position<'_>, changes: &Changes) {
        let (s, t) = (position.s, position.t);
        let views = &position.ground.views;
        let day = t.charts.range.day;
        let mut targets = changes.touched[CHECHEN];
        let mut firing = changes.touched;
        for side in [RUSSIAN, CHECHEN] {
            for hex in changes.touched[side] {
                let pile = position.pile(side, hex);
                let before = std::mem::replace(&mut self.piles[side][hex.index()], pile);
                self.crowd += if side == CHECHEN { pile.crowd() - before.crowd() } else { 0 };
                if pile == before {
                    continue;
                }
                let seeing = t.sight.field(hex, day) & s.occupied[1 - side];
                firing[1 - side] |= seeing;
                if side == RUSSIAN && pile.spots != before.spots {
                    targets |= seeing;
                }
            }
        }
        for side in [RUSSIAN, CHECHEN] {
            for hex in firing[side] {
                let pile = &self.piles[side][hex.index()];
                let mut threat = 0;
                views.each_met(hex.index(), day, &s.occupied[1 - side].words(), |other| {
                    threat = threat.max(pile.on(&self.piles[1 - side][other]));
                });
                let before = std::mem::replace(&mut self.threats[side][hex.index()], threat);
                self.threat[side] += i64::from(threat) - i64::from(before);
            }
        }
        for hex in changes.toggled[RUSSIAN] {
            targets |= t.sight.disc(hex, 1) & s.occupied[CHECHEN];
        }
        for hex in targets {
            let shells = self.shells(position, hex);
            self.shelled += i32::from(shells) - i32::from(self.shells[hex.index()]);
            self.shells[hex.index()] = shells;
        }
    }

    /// What batteries would find in a hex: the Chechens in it, if a Russian leader sees them and no Russian is in the next
    /// hex (6.5).
    fn shells(&self, position: Position<'_>, hex: Space) -> i16 {
        let Pile { count, .. } = self.piles[CHECHEN][hex.index()];
        let russians = &position.s.occupied[RUSSIAN];
        if count == 0 || !(position.t.sight.disc(hex, 1) & *russians).is_empty() {
            return 0;
        }
        let mut spots = 0;
        let day = position.t.charts.range.day;
        position.ground.views.each_met(hex.index(), day, &russians.words(), |other| {
            spots = spots.max(self.piles[RUSSIAN][other].spots);
        });
        i16::from(spots) * i16::from(count)
    }
}

/// The hex a unit is in, on its own feet or aboard.
fn whereabouts(place: &[Packed; UNITS], unit: Unit) -> Option<Space> {
    let on = match place[unit.index()].place() {
        Place::Aboard(vehicle) => place[vehicle.index()].place(),
        on => on,
    };
    match on {
        Place::On(hex, _) => Some(hex),
        _ => None,
    }
}

/// The units of which something differs. They are few, so whole groups of them are compared first.
fn differ<T: PartialEq>(now: &[T; UNITS], before: &[T; UNITS]) -> Units {
    const GROUP: usize = 16;
    let mut units = Units::empty();
    for (group, (now, before)) in now.chunks(GROUP).zip(before.chunks(GROUP)).enumerate() {
        if now.iter().zip(before).fold(false, |any, (now, before)| any | (now != before)) {
            let each = now.iter().zip(before).enumerate();
            units.extend(
                each.filter(|(_, (now, before))| now != before).map(|(i, _)| Unit((GROUP * group + i) as u8)),
            );
        }
    }
    units
}
