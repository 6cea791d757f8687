//! What a position is worth to the Axis, in hundredths of a plain city. Readable before clever: every term is a sentence
//! a player would say.

use std::ops::Deref;

use board::Member;
use serde::Deserialize;

use crate::{
    m11_combat::Counter,
    sequence::Step,
    state::{Look, Mission, Place, option},
    tables::{COMBAT, LEADERS, LUFTWAFFE, OBJECTIVES, SPACES, Side, Spaces, TRUCKS, Unit},
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

impl Judge<'_> {
    /// The whole position, as the Axis sees it.
    pub fn worth(self) -> i32 {
        let wanted = Side::BOTH.map(|side| self.wanted(side));
        let mut strength = [[0; SPACES]; 2];
        let mut worth = self.objectives_worth(wanted);
        worth += self.forces(Side::Axis, wanted, &mut strength[0]);
        worth -= self.forces(Side::Soviet, wanted, &mut strength[1]);
        (worth + self.battles(&strength) + self.means() + self.pending()) / 10
    }

    /// A side's set of objectives, one bit each; none while they are in the fog.
    fn wanted(self, side: Side) -> u32 {
        if self.option(option::FOG_OBJECTIVES) {
            return 0;
        }
        self.objective_set(side).iter().fold(0, |set, &objective| set | 1 << objective)
    }

    /// What each objective means to both sides: held in one's own set, denied in the enemy's.
    fn objectives_worth(self, wanted: [u32; 2]) -> i32 {
        let mut worth = 0;
        for (index, objective) in self.t.objectives.iter().enumerate() {
            let all = objective.spaces.len() as i32;
            for (side, sign) in [(0, 1), (1, -1)] {
                let held = if all == 1 {
                    i32::from(!(objective.spaces & self.s.control[side]).is_empty())
                } else {
                    (objective.spaces & self.s.control[side]).len() as i32
                };
                if held == 0 {
                    continue;
                }
                let own = (wanted[side] >> index & 1) as i32;
                // One area is enough to deny an objective of several.
                let denied = (wanted[1 - side] >> index & 1) as i32;
                worth +=
                    sign * ((self.w.city + own * self.w.own_objective) * held / all + denied * self.w.denied);
            }
        }
        worth
    }

    /// Which objectives draw a side's units: those of both sets, for the Axis unless it holds them; all places that it
    /// does not hold if there are none.
    fn drawing(self, side: Side, wanted: [u32; 2]) -> u32 {
        let mut held = 0u32;
        for (index, objective) in self.t.objectives.iter().enumerate() {
            if (objective.spaces - self.s.control[side.index()]).is_empty() {
                held |= 1 << index;
            }
        }
        let both = wanted[0] | wanted[1];
        let draws = if side == Side::Axis { both & !held } else { both };
        if draws != 0 { draws } else { !held }
    }

    /// Units on the map, their strength, how near they are to what matters, and areas that hold too many.
    fn forces(self, side: Side, wanted: [u32; 2], here: &mut [u8; SPACES]) -> i32 {
        let draws = self.drawing(side, wanted);
        let mut ignored = [0u8; OBJECTIVES];
        for (index, ignored) in ignored.iter_mut().enumerate() {
            *ignored = if draws >> index & 1 == 0 { u8::MAX } else { 0 };
        }
        let mut nearest = [u8::MAX; SPACES];
        let mut stack = [0u8; SPACES];
        let mut sum = 0;
        for index in COMBAT[side.index()].clone() {
            let Some(space) = self.s.place[index].space() else { continue };
            let strength = self.strength(Unit::at(index));
            here[space.index()] += strength;
            let strength = i32::from(strength);
            let far = &mut nearest[space.index()];
            if *far == u8::MAX {
                let mut least = FAR as u8;
                for (&steps, &ignored) in self.t.steps[space.index()].iter().zip(&ignored) {
                    least = least.min(steps | ignored);
                }
                *far = least;
            }
            sum +=
                self.w.unit + self.w.strength * strength + self.w.pull * strength * (FAR - i32::from(*far));
            let corps = self.t.stack_of[index];
            stack[space.index()] += corps;
            if stack[space.index()] > self.room(space) {
                sum -= self.w.excess * i32::from(corps);
            }
        }
        sum
    }

    /// Who is stronger where both stand, and who commands there.
    fn battles(self, strength: &[[u8; SPACES]; 2]) -> i32 {
        let shared = self.shared();
        if shared.is_empty() {
            return 0;
        }
        let commanded = Side::BOTH.map(|side| {
            let leaders = self.t.leaders[side.index()];
            leaders.iter().fold(Spaces::empty(), |all, leader| all | self.reach(leader))
        });
        let mut worth =
            self.w.command * ((shared & commanded[0]).len() as i32 - (shared & commanded[1]).len() as i32);
        for space in shared {
            let balance = i32::from(strength[0][space.index()]) - i32::from(strength[1][space.index()]);
            worth += self.w.battle * balance.clamp(-MOST_BALANCE, MOST_BALANCE);
        }
        worth
    }

    /// Points, leaders, trucks, the Luftwaffe, track and partisans.
    fn means(self) -> i32 {
        let mut worth = self.w.point * (i32::from(self.s.ops[0]) - i32::from(self.s.ops[1]));
        for side in Side::BOTH {
            let sign = if side == Side::Axis { 1 } else { -1 };
            for (range, value) in
                [(LEADERS[side.index()].clone(), self.w.leader), (TRUCKS[side.index()].clone(), self.w.truck)]
            {
                for index in range {
                    if self.s.place[index].space().is_some() {
                        worth += sign * value[usize::from(self.is_reduced(Unit::at(index)))];
                    }
                }
            }
        }
        for index in LUFTWAFFE {
            let unit = Unit::at(index);
            worth += self.w.luftwaffe_unit[usize::from(self.is_reduced(unit))];
            let above = self.s.place[index].space().is_some_and(|space| self.shared().contains(space));
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
