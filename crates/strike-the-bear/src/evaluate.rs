//! What a position is worth to the Axis, in hundredths of a plain city. Readable before clever: every term is a sentence
//! a player would say.

use board::Member;

use crate::{
    m11_combat::Counter,
    sequence::Step,
    state::{Look, Mission, Place, option},
    tables::{COMBAT, LEADERS, LUFTWAFFE, SPACES, Side, TRUCKS, Unit},
};

/// An objective of one's own set, held; one of the enemy's, kept from him; any other place that may become one.
const OWN_OBJECTIVE: i32 = 1600;
const DENIED: i32 = 1300;
const CITY: i32 = 200;
/// A combat unit on the map, and each point of its strength.
const UNIT: i32 = 30;
const STRENGTH: i32 = 16;
/// A point of strength one area nearer to an objective that is not safely one's own.
const PULL: i32 = 2;
/// How many areas away an objective still pulls.
const FAR: i32 = 14;
/// A point of strength more where both sides stand, and how much of it counts.
const BATTLE: i32 = 14;
const MOST_BALANCE: i32 = 10;
/// A unit among the enemy in command of a leader.
const COMMAND: i32 = 22;
/// A corps too many in an area: it will have to go.
const EXCESS: i32 = 70;
/// An operations point in hand.
const POINT: i32 = 2;
/// Leaders, trucks, Luftwaffe units, whole and disrupted or reduced.
const LEADER: [i32; 2] = [90, 40];
const TRUCK: [i32; 2] = [40, 20];
const LUFTWAFFE_UNIT: [i32; 2] = [60, 25];
/// A Luftwaffe unit above a battle, still free to support it.
const AIR_COVER: i32 = 15;
/// A converted ox.
const TRACK: i32 = 8;
/// Partisans on a rail or a truck.
const PARTISANS: i32 = 20;
/// A step that is still to be lost.
const STEP: i32 = 40;

impl Look<'_> {
    /// The whole position, as the Axis sees it.
    pub fn worth(self) -> i32 {
        self.objectives_worth() + self.forces() + self.battles() + self.means() + self.pending()
    }

    /// What each objective means to both sides: held in one's own set, denied in the enemy's.
    fn objectives_worth(self) -> i32 {
        let fog = self.option(option::FOG_OBJECTIVES);
        let mut worth = 0;
        for (index, objective) in self.t.objectives.iter().enumerate() {
            for side in Side::BOTH {
                let missing = (objective.spaces - self.s.control[side.index()]).len();
                let all = objective.spaces.len();
                let wanted = |side: Side| !fog && self.objective_set(side).contains(&(index as u8));
                let mut value = CITY;
                if wanted(side) {
                    value += OWN_OBJECTIVE;
                }
                if wanted(side.enemy()) {
                    // One area is enough to deny it.
                    value += if missing < all { DENIED } else { 0 };
                }
                let held = value * (all - missing) as i32 / all as i32;
                worth += if side == Side::Axis { held } else { -held };
            }
        }
        worth
    }

    /// Objectives that draw a side's units: all of both sets that it does not hold, or all places if there are none.
    fn targets_of(self, side: Side, out: &mut [u8; 12]) -> usize {
        let fog = self.option(option::FOG_OBJECTIVES);
        let mut len = 0;
        if !fog {
            for set in [self.objective_set(side), self.objective_set(side.enemy())] {
                for &objective in set {
                    let safe = side == Side::Axis && self.holds(side, objective);
                    if !safe && len < out.len() && !out[..len].contains(&objective) {
                        out[len] = objective;
                        len += 1;
                    }
                }
            }
        }
        if len == 0 {
            for objective in 0..self.t.objectives.len() as u8 {
                if !self.holds(side, objective) && len < out.len() {
                    out[len] = objective;
                    len += 1;
                }
            }
        }
        len
    }

    /// Units on the map, their strength, how near they are to what matters, and areas that hold too many.
    fn forces(self) -> i32 {
        let mut worth = 0;
        for side in Side::BOTH {
            let mut targets = [0; 12];
            let len = self.targets_of(side, &mut targets);
            let mut nearest = [u8::MAX; SPACES];
            let mut stack = [0u8; SPACES];
            let mut sum = 0;
            for index in COMBAT[side.index()].clone() {
                let Some(space) = self.s.place[index].space() else { continue };
                let unit = Unit::at(index);
                let strength = i32::from(self.strength(unit));
                let far = &mut nearest[space.index()];
                if *far == u8::MAX {
                    let steps = targets[..len]
                        .iter()
                        .map(|&objective| self.t.steps[usize::from(objective)][space.index()]);
                    *far = steps.min().unwrap_or(FAR as u8);
                }
                sum += UNIT + STRENGTH * strength + PULL * strength * (FAR - i32::from(*far)).max(0);
                let counter = &self.t.counters[index];
                stack[space.index()] += counter.stack();
                if stack[space.index()] > self.room(space) {
                    sum -= EXCESS * i32::from(counter.stack());
                }
            }
            worth += if side == Side::Axis { sum } else { -sum };
        }
        worth
    }

    /// Who is stronger where both stand, and who commands there.
    fn battles(self) -> i32 {
        let mut worth = 0;
        for space in self.shared() {
            let [axis, soviet] = self.strengths(Side::Axis, space).map(i32::from);
            worth += BATTLE * (axis - soviet).clamp(-MOST_BALANCE, MOST_BALANCE);
            for (side, sign) in [(Side::Axis, 1), (Side::Soviet, -1)] {
                if self.in_command(side, space) {
                    worth += sign * COMMAND;
                }
            }
        }
        worth
    }

    /// Points, leaders, trucks, the Luftwaffe, track and partisans.
    fn means(self) -> i32 {
        let mut worth = POINT * (i32::from(self.s.ops[0]) - i32::from(self.s.ops[1]));
        for side in Side::BOTH {
            let sign = if side == Side::Axis { 1 } else { -1 };
            for (range, value) in
                [(LEADERS[side.index()].clone(), LEADER), (TRUCKS[side.index()].clone(), TRUCK)]
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
            worth += LUFTWAFFE_UNIT[usize::from(self.is_reduced(unit))];
            let above = self.s.place[index].space().is_some_and(|space| self.shared().contains(space));
            if above && self.mission(unit) != Mission::Spent {
                worth += AIR_COVER;
            }
        }
        worth += TRACK * self.s.converted.len() as i32;
        for marker in [crate::tables::RAIL_PARTISAN, crate::tables::TRUCK_PARTISAN] {
            if self.s.place[marker.index()] != Place::OFF {
                worth -= PARTISANS;
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
        if side == Side::Axis { -STEP * steps } else { STEP * steps }
    }
}
