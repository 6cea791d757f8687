//! What a position is worth to the Axis, in hundredths of a plain city. Readable before clever: every term is a sentence
//! a player would say.

use std::ops::{Deref, Range};

use board::{Member, Space};
use serde::Deserialize;

use crate::{
    m11_combat::Counter,
    sequence::Step,
    state::{Look, Mission, Place, option},
    tables::{AREAS, COMBAT, LEADERS, LUFTWAFFE, OBJECTIVES, SPACES, Side, Spaces, TRUCKS, Unit},
};

/// How many areas away an objective still pulls.
const FAR: i32 = 14;
const MOST_BALANCE: i32 = 10;

/// What counts for how much, in tenths of a point, from `data/weights.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// An objective of one's own set, held; one of the enemy's, kept from him; any other place that may become one.
    own_objective: i32,
    denied: i32,
    city: i32,
    /// A combat unit on the map, and each point of its strength.
    unit: i32,
    strength: i32,
    /// A point of strength one area nearer to an objective that is not safely one's own.
    pull: i32,
    /// A point of strength more where both sides stand, and how much of it counts.
    battle: i32,
    /// A unit among the enemy in command of a leader.
    command: i32,
    /// A corps too many in an area: it will have to go.
    excess: i32,
    /// An operations point in hand.
    point: i32,
    /// Leaders, trucks, Luftwaffe units, whole and disrupted or reduced.
    leader: [i32; 2],
    truck: [i32; 2],
    luftwaffe_unit: [i32; 2],
    /// A Luftwaffe unit above a battle, still free to support it.
    air_cover: i32,
    /// A converted ox.
    track: i32,
    /// Partisans on a rail or a truck.
    partisans: i32,
    /// A step that is still to be lost.
    step: i32,
}

/// A position and what its judge thinks important.
#[derive(Clone, Copy)]
pub struct Judge<'a> {
    pub look: Look<'a>,
    pub w: &'a Weights,
}

impl<'a> Deref for Judge<'a> {
    type Target = Look<'a>;

    fn deref(&self) -> &Look<'a> {
        &self.look
    }
}

/// What the combat units of a side add up to in each area: strength, and corps equivalents in the upper byte. Those off
/// the map are counted behind the areas, which costs less than telling them apart.
type Sums = [u16; SUMS];
const SUMS: usize = OFF_MAP + 64;
const OFF_MAP: usize = AREAS;

/// The strength a side has in an area.
fn strength(sums: &Sums, space: usize) -> i32 {
    i32::from(sums[space] & 0xff)
}

impl Judge<'_> {
    /// The whole position, as the Axis sees it.
    pub fn worth(self) -> i32 {
        let wanted = Side::BOTH.map(|side| self.wanted(side));
        let held = self.held();
        let mut sums = [[0; SUMS]; 2];
        self.add_up(COMBAT[0].clone(), &mut sums[0]);
        self.add_up(COMBAT[1].clone(), &mut sums[1]);
        let mut worth = self.objectives_worth(wanted, held);
        worth += self.forces(Side::Axis, self.drawing(Side::Axis, wanted, held), &sums[0]);
        worth -= self.forces(Side::Soviet, self.drawing(Side::Soviet, wanted, held), &sums[1]);
        let shared = self.shared();
        (worth + self.battles(shared, &sums) + self.means(shared) + self.pending()) / 10
    }

    /// A side's set of objectives, one bit each; none while they are in the fog.
    fn wanted(self, side: Side) -> u32 {
        if self.option(option::FOG_OBJECTIVES) {
            return 0;
        }
        let roll = usize::from(self.s.objectives[side.index()]);
        self.t.set_bits[if roll <= 12 { roll } else { 0 }]
    }

    /// The objectives that each side holds with every area, one bit each.
    fn held(self) -> [u32; 2] {
        let control = self.s.control.map(|areas| areas.words());
        let mut held = [0; 2];
        for (index, &(word, bit)) in self.t.sites.iter().enumerate() {
            for (held, control) in held.iter_mut().zip(&control) {
                *held |= (control[usize::from(word)] >> bit & 1) as u32 * (1 << index);
            }
        }
        for several in &self.t.several {
            for (held, control) in held.iter_mut().zip(&self.s.control) {
                let all = several.areas.iter().all(|&area| control.contains(area));
                *held = *held & !(1 << several.objective) | u32::from(all) << several.objective;
            }
        }
        held
    }

    /// What each objective means to both sides: held in one's own set, denied in the enemy's.
    fn objectives_worth(self, wanted: [u32; 2], held: [u32; 2]) -> i32 {
        let mut worth = 0;
        for (side, sign) in [(0, 1), (1, -1)] {
            let value = |index: u8| self.w.city + (wanted[side] >> index & 1) as i32 * self.w.own_objective;
            let denied = |index: u8| (wanted[1 - side] >> index & 1) as i32 * self.w.denied;
            let count = |set: u32| (held[side] & self.t.objective_bits & set).count_ones() as i32;
            worth += sign
                * (self.w.city * count(u32::MAX)
                    + self.w.own_objective * count(wanted[side])
                    + self.w.denied * count(wanted[1 - side]));
            for several in &self.t.several {
                let index = several.objective;
                let part = several.areas.iter().filter(|&&area| self.s.control[side].contains(area)).count();
                if part > 0 && part < several.areas.len() {
                    // One area is enough to deny an objective of several.
                    worth += sign * (value(index) * part as i32 / several.areas.len() as i32 + denied(index));
                }
            }
        }
        worth
    }

    /// Which objectives draw a side's units: those of both sets, for the Axis unless it holds them; all places that it
    /// does not hold if there are none.
    fn drawing(self, side: Side, wanted: [u32; 2], held: [u32; 2]) -> u32 {
        let held = held[side.index()];
        let both = wanted[0] | wanted[1];
        let draws = if side == Side::Axis { both & !held } else { both };
        if draws != 0 { draws } else { !held }
    }

    /// Adds up what these units bring to where they are.
    #[inline]
    fn add_up(self, units: Range<usize>, sums: &mut Sums) {
        let reduced = self.s.reduced.words();
        for index in units {
            let face = (reduced[index / 64] >> (index % 64) & 1) as usize;
            // Units off the map go to different entries, so that no sum waits for the one before.
            let place = self.s.place[index].index();
            let at = if place < SPACES { place } else { OFF_MAP + index % 64 };
            sums[at] = sums[at].wrapping_add(self.t.weight_of[index][face]);
        }
    }

    /// How far the nearest of these objectives is from each area, at most [`FAR`].
    #[inline]
    fn nearest(self, mut objectives: u32) -> [u8; AREAS] {
        let mut nearest = [FAR as u8; AREAS];
        objectives &= self.t.objective_bits;
        while objectives != 0 {
            let steps = &self.t.steps[objectives.trailing_zeros() as usize % OBJECTIVES];
            for (nearest, &steps) in nearest.iter_mut().zip(steps) {
                *nearest = steps.min(*nearest);
            }
            objectives &= objectives - 1;
        }
        nearest
    }

    /// Units on the map, their strength, how near they are to what matters, and areas that hold too many.
    fn forces(self, side: Side, draws: u32, sums: &Sums) -> i32 {
        let nearest = self.nearest(draws);
        let count = &self.s.count[side.index()];
        let mut sum = 0;
        each(self.s.occupied[side.index()], |space| {
            let nearer = FAR - i32::from(nearest[space]);
            sum += self.w.unit * i32::from(count[space]);
            sum += (self.w.strength + self.w.pull * nearer) * strength(sums, space);
            if sums[space] >> 8 > u16::from(self.t.room[space]) {
                sum -= self.w.excess * self.excess(side, space);
            }
        });
        sum
    }

    /// Corps beyond what an area holds: those of every unit that finds no room, in the order of the counters.
    fn excess(self, side: Side, space: usize) -> i32 {
        let (mut stack, mut excess) = (0, 0);
        for unit in self.units(side, Space(space as u16)) {
            let corps = self.t.stack_of[unit.index()];
            stack += corps;
            if stack > self.t.room[space] {
                excess += i32::from(corps);
            }
        }
        excess
    }

    /// Who is stronger where both stand, and who commands there.
    fn battles(self, shared: Spaces, sums: &[Sums; 2]) -> i32 {
        if shared.is_empty() {
            return 0;
        }
        let commanded = [self.commanded(Side::Axis), self.commanded(Side::Soviet)];
        let mut worth = 0;
        each(shared, |space| {
            let [axis, soviet] = commanded.map(|areas| i32::from(areas.contains(Space(space as u16))));
            worth += self.w.command * (axis - soviet);
            let balance = strength(&sums[0], space) - strength(&sums[1], space);
            worth += self.w.battle * balance.clamp(-MOST_BALANCE, MOST_BALANCE);
        });
        worth
    }

    /// 11.8.1 Areas in reach of some leader of a side.
    fn commanded(self, side: Side) -> Spaces {
        let mut pins = self.hostile(side);
        if side == Side::Soviet {
            pins |= self.luftwaffe_areas();
        }
        let mut reached = Spaces::empty();
        for index in LEADERS[side.index()].clone() {
            let unit = Unit::at(index);
            let Some(at) = self.at(unit) else { continue };
            if self.is_reduced(unit) {
                continue;
            }
            reached.insert(at);
            if !pins.contains(at) {
                reached |= self.t.map.neighbours(at);
            }
        }
        reached
    }

    /// Points, leaders, trucks, the Luftwaffe, track and partisans.
    fn means(self, shared: Spaces) -> i32 {
        let mut worth = self.w.point * (i32::from(self.s.ops[0]) - i32::from(self.s.ops[1]));
        let mut count = |units: Range<usize>, sign: i32, value: [i32; 2]| {
            for index in units {
                let there = i32::from(self.s.place[index].space().is_some());
                worth += sign * there * value[usize::from(self.is_reduced(Unit::at(index)))];
            }
        };
        count(LEADERS[0].clone(), 1, self.w.leader);
        count(LEADERS[1].clone(), -1, self.w.leader);
        count(TRUCKS[0].clone(), 1, self.w.truck);
        count(TRUCKS[1].clone(), -1, self.w.truck);
        for index in LUFTWAFFE {
            let unit = Unit::at(index);
            worth += self.w.luftwaffe_unit[usize::from(self.is_reduced(unit))];
            let above = self.s.place[index].space().is_some_and(|space| shared.contains(space));
            if above && self.mission(unit) != Mission::Spent {
                worth += self.w.air_cover;
            }
        }
        worth += self.w.track * self.s.converted.len() as i32;
        for marker in [crate::tables::RAIL_PARTISAN, crate::tables::TRUCK_PARTISAN] {
            if self.s.place[marker.index()] != Place::OFF {
                worth -= self.w.partisans;
            }
        }
        worth
    }

    /// Losses that are still to be taken, and the Commissar's counter-attack.
    fn pending(self) -> i32 {
        let (side, steps) = match self.s.step {
            Step::Losses { side, left, .. } => (side, i32::from(left)),
            Step::WithdrawalChoice { side, distance } => (side, i32::from(distance)),
            Step::CounterMethod if self.s.battle.counter == Counter::None => (Side::Soviet, 1),
            _ => return 0,
        };
        if side == Side::Axis { -self.w.step * steps } else { self.w.step * steps }
    }
}

/// Calls for the index of each area of a set, word by word: in loops this short, the iterator itself would cost most.
#[inline]
fn each(areas: Spaces, mut call: impl FnMut(usize)) {
    for (index, mut word) in areas.words().into_iter().enumerate() {
        while word != 0 {
            call(64 * index + word.trailing_zeros() as usize);
            word &= word - 1;
        }
    }
}
