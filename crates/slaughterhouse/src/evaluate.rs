//! What a position is worth, in hundredths of a victory point, to the Axis. Readable before clever: every term is a
//! sentence a player would say.

use board::{Member, Space};

use crate::{
    action::Air,
    m10_assault::{Duty, Fight, Result},
    sequence::Step,
    state::Look,
    tables::{Kind, Side, Spaces, Unit, Units, Weather, beside},
};

/// A victory point in Axis hands, by turn: the nearer the end, the more it counts.
const POINT: [i32; 5] = [70, 80, 95, 120, 200];
/// Any Area in Axis hands.
const AREA: i32 = 4;
/// A unit at full strength and a reduced one.
const PANZER: [i32; 2] = [95, 60];
const GERMAN: [i32; 2] = [60, 36];
const MINOR: [i32; 2] = [30, 18];
const FRONT: [i32; 2] = [46, 28];
const ARMY: [i32; 2] = [26, 15];
const SHOCK: [i32; 2] = [46, 28];
/// An Axis unit near a victory point that it lacks, by steps away; shares of the Area's worth in hundredths.
const NEAR: [i32; 6] = [0, 22, 13, 7, 4, 2];
/// A Soviet unit that guards one, by how many stand there.
const GUARD: [i32; 4] = [0, 12, 20, 25];
/// The share of a step that an isolated unit will lose, in hundredths.
const ISOLATED: i32 = 70;
/// The Advantage, unspent.
const ADVANTAGE: i32 = 14;
/// An impulse that a unit could still act in.
const TEMPO: i32 = 2;
/// The share of what a threatened assault would win, in hundredths.
const THREAT: i32 = 30;
/// The share of an Area's worth that a Success wins, in hundredths: the defender may counter-attack.
const TAKEN: i32 = 85;
/// Held in the last turn, the points around the victory number count more.
const DECISIVE: i32 = 160;

impl Look<'_> {
    /// The whole position, as the Axis sees it.
    pub fn worth(self) -> i32 {
        self.points_held() + self.forces() + self.approach() + self.threats() + self.advantage_held() + self.battle()
    }

    /// What control of a location is worth.
    fn area_worth(self, space: Space) -> i32 {
        if self.t.is_zone(space) {
            return 0;
        }
        AREA + POINT[usize::from(self.s.turn) - 1] * i32::from(self.t.vp[space.index()])
    }

    /// Victory points and ground; in the last turn the points that decide.
    fn points_held(self) -> i32 {
        let axis = self.t.areas - self.s.soviet;
        let mut worth = AREA * axis.len() as i32;
        let points = i32::from(self.axis_points());
        worth += POINT[usize::from(self.s.turn) - 1] * points;
        if self.s.turn == self.t.scenario.scenario.turns {
            worth += DECISIVE * (points - i32::from(self.needed())).clamp(-2, 1);
        }
        let cities = (self.t.automatic - self.s.soviet).len() as i32;
        worth + [0, 15, 60, 1500][cities.min(3) as usize]
    }

    fn unit_worth(self, unit: Unit) -> i32 {
        let counter = self.t.counter(unit);
        let table = match (counter.side, counter.kind) {
            (_, Kind::Panzer) => PANZER,
            (Side::Axis, _) if self.t.germans.contains(unit) => GERMAN,
            (Side::Axis, _) => MINOR,
            (Side::Soviet, Kind::Shock) => SHOCK,
            (Side::Soviet, _) if self.t.fronts.contains(unit) => FRONT,
            (Side::Soviet, _) => ARMY,
        };
        let full = table[usize::from(self.is_reduced(unit))];
        // Towards the end units are worth only what they still hold or take.
        if self.s.turn == self.t.scenario.scenario.turns { full / 2 } else { full }
    }

    /// What a unit would lose with a step.
    fn step_worth(self, unit: Unit) -> i32 {
        let whole = self.unit_worth(unit);
        if self.is_reduced(unit) { whole } else { whole * 2 / 5 }
    }

    /// The units of both sides, those cut off for less.
    fn forces(self) -> i32 {
        let isolated = self.isolated();
        let mut worth = 0;
        for side in Side::BOTH {
            let sign = if side == Side::Axis { 1 } else { -1 };
            let fresh = self.t.of[side.index()] - self.exhausted(side);
            for space in self.occupied(side) {
                let units = self.units(side, space);
                let mut sum = 0;
                for unit in units {
                    sum += self.unit_worth(unit);
                    if isolated.contains(unit) {
                        sum -= self.step_worth(unit) * ISOLATED / 100;
                    }
                }
                sum += TEMPO * (units & fresh).len() as i32;
                worth += sign * sum;
            }
        }
        worth
    }

    /// How near the Axis is to the points it lacks, and how well they are guarded.
    fn approach(self) -> i32 {
        let mut worth = 0;
        let axis = self.occupied(Side::Axis);
        let soviets = self.occupied(Side::Soviet);
        for space in self.t.urban {
            let value = self.area_worth(space);
            let steps = &self.t.steps[space.index()];
            let nearest = |set: Spaces| {
                set.iter().map(|at| steps[at.index()]).min().map_or(NEAR.len() - 1, usize::from).min(NEAR.len() - 1)
            };
            if self.s.soviet.contains(space) {
                worth += value * NEAR[nearest(axis)] / 100;
                worth -= value * GUARD[self.units(Side::Soviet, space).len().min(3)] / 100;
            } else {
                worth -= value * NEAR[nearest(soviets)] / 200;
                worth += value * GUARD[self.units(Side::Axis, space).len().min(3)] / 200;
            }
        }
        worth
    }

    /// What each side could win by an assault out of one neighbouring Area.
    fn threats(self) -> i32 {
        let mut worth = 0;
        for attacker in Side::BOTH {
            let sign = if attacker == Side::Axis { 1 } else { -1 };
            let ready = self.t.of[attacker.index()] - self.exhausted(attacker);
            let mut gain = 0;
            let targets = beside(&self.t.next.foot, self.occupied(attacker)) & self.controlled(attacker.enemy())
                & self.t.areas;
            for target in targets - self.contested() {
                let from = self.t.next.foot[target.index()] & self.occupied(attacker);
                let mut best = 0;
                for at in from {
                    if self.occupied(attacker.enemy()).contains(at) {
                        continue;
                    }
                    let units = self.s.here[at.index()] & ready;
                    if units.is_empty() {
                        continue;
                    }
                    best = best.max(self.stroke(attacker, units, at, target));
                }
                gain += best;
            }
            worth += sign * gain * THREAT / 100;
        }
        worth
    }

    /// What units of one Area could win in another on average.
    fn stroke(self, attacker: Side, units: Units, at: Space, target: Space) -> i32 {
        let fortress = self.t.fortress.contains(target);
        let value = self.area_worth(target);
        if self.vacant(attacker, target) {
            let first = units.iter().any(|unit| {
                self.t.open[unit.index()].contains(target)
                    && (attacker == Side::Axis || self.t.initiative.contains(unit))
            });
            return if first { value * 8 / 10 } else { 0 };
        }
        let mut others = 0;
        let mut best = (0, 0);
        for unit in units {
            if !self.t.open[unit.index()].contains(target) {
                continue;
            }
            let panzer = self.t.panzers.contains(unit);
            let extra = if panzer { 2 } else { 1 };
            others += extra;
            if (panzer && fortress) || (attacker == Side::Soviet && !self.t.initiative.contains(unit)) {
                continue;
            }
            let led = self.best_leader(attacker, at, unit).map_or(0, |leader| self.t.officer(leader).rating);
            let force = i32::from(self.attack_factor(unit) + led) - extra;
            if force > best.0 {
                best = (force, i32::from(panzer));
            }
        }
        if best.0 == 0 {
            return 0;
        }
        let weather = self.s.weather;
        let sky = match attacker {
            Side::Axis if weather == Weather::Snow => -1,
            Side::Axis => i32::from(self.t.charts.air_support.focus.of(weather)),
            Side::Soviet if weather == Weather::Snow => 1,
            Side::Soviet => 0,
        };
        let defence: i32 = self.defence_terms(attacker.enemy(), target).iter().map(|term| i32::from(term.value)).sum();
        let total = (best.0 + others + sky - defence).clamp(-20, 20) as i8;
        let ways = self.chances(total).map(i32::from);
        let victim = self.victims(attacker.enemy(), target, true).first();
        let step = victim.map_or(0, |unit| self.step_worth(unit)) * (1 + best.1);
        let taken = if fortress { 25 } else { TAKEN };
        (ways[2] * (value * taken / 100 + step) - ways[0] * 12).max(0) / 36
    }

    fn advantage_held(self) -> i32 {
        match self.s.advantage.or(self.s.advantage_next) {
            Some(Side::Axis) => ADVANTAGE,
            Some(Side::Soviet) => -ADVANTAGE,
            None => 0,
        }
    }

    /// What an assault that waits, is declared or is being answered will bring.
    fn battle(self) -> i32 {
        let (side, worth) = match self.s.step {
            Step::Operations => {
                let side = self.s.impulse.side;
                let pending = self.s.impulse.pending.iter();
                let sum = pending.filter_map(|at| self.best_assault(at)).map(|fight| {
                    let expected = self.expected(fight, true);
                    if fight.duty == Duty::Mandatory { expected } else { expected.max(0) }
                });
                (side, sum.sum())
            }
            Step::Point { fight } => {
                let fight = self.best_assault(fight.area).unwrap_or(fight);
                (fight.attacker, self.expected(fight, true))
            }
            Step::Declare { fight } => {
                let mut all = fight;
                all.participants |= self.joiners(fight);
                (fight.attacker, self.expected(all, true))
            }
            Step::AssaultRoll { fight } => (fight.attacker, self.expected(fight, false)),
            Step::AssaultShift { fight } => {
                let ways = self.result_worth(fight, fight.result);
                (fight.attacker, ways)
            }
            Step::DefenderLoss { fight, left, .. } => {
                let steps = self.steps_worth(fight.defender(), fight.area, left);
                let ground = if fight.result == Result::Success { self.ground_worth(fight) } else { 0 };
                (fight.attacker, steps + ground)
            }
            Step::Answer { fight } if fight.result == Result::Success && !fight.stands => {
                (fight.attacker, self.ground_worth(fight))
            }
            Step::CounterLoss { fight, left, .. } => {
                (fight.defender(), self.steps_worth(fight.attacker, fight.area, left))
            }
            Step::CounterRoll { fight } => {
                let unit = fight.counter.unwrap_or(fight.point);
                let ways = self.chances(self.counter_total(fight, unit)).map(i32::from);
                let hit = self.steps_worth(fight.attacker, fight.area, 1);
                let own = if fight.last_stand { 0 } else { self.step_worth(unit) };
                let ground = if fight.last_stand { 0 } else { self.ground_worth(fight) };
                (fight.defender(), (ways[2] * hit - ways[0] * own - ways[1] * own) / 36 - ground * (36 - ways[2]) / 72)
            }
            _ => return 0,
        };
        if side == Side::Axis { worth } else { -worth }
    }

    /// The Area of an assault, as far as a Success wins it.
    fn ground_worth(self, fight: Fight) -> i32 {
        if self.controls(fight.attacker, fight.area) {
            return 0;
        }
        let share = if self.t.fortress.contains(fight.area) && !self.vacant(fight.attacker, fight.area) { 15 } else { TAKEN };
        self.area_worth(fight.area) * share / 100
    }

    /// The steps that so many points cost.
    fn steps_worth(self, side: Side, area: Space, points: u8) -> i32 {
        let mut worth = 0;
        let mut left = points;
        for unit in self.victims(side, area, true) | self.units(side, area) {
            if left == 0 {
                break;
            }
            worth += self.step_worth(unit);
            left -= 1;
            if left > 0 && !self.is_reduced(unit) && self.units(side, area).len() == 1 {
                worth += self.unit_worth(unit) * 3 / 5;
                left -= 1;
            }
        }
        worth
    }

    fn result_worth(self, fight: Fight, result: Result) -> i32 {
        let points = self.defender_points(result, fight.point, fight.extra[1]);
        let own = self.attacker_points(result, fight.extra[0]);
        let steps = self.steps_worth(fight.defender(), fight.area, points);
        let lost = if own > 0 { self.step_worth(fight.point) } else { 0 };
        let ground = if result == Result::Success { self.ground_worth(fight) } else { 0 };
        steps - lost + ground
    }

    /// What an assault brings on average, with the best Air Support at hand.
    fn expected(self, mut fight: Fight, air: bool) -> i32 {
        if air && fight.air == Air::None && self.refuse_air(fight, Air::Focus).is_ok() {
            fight.air = Air::Focus;
        }
        let ways = self.chances(self.assault_total(fight)).map(i32::from);
        let each = [Result::Failure, Result::Stalemate, Result::Success]
            .map(|result| ways[result as usize] * self.result_worth(fight, result));
        each.iter().sum::<i32>() / 36
    }
}
