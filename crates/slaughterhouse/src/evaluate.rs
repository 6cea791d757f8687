//! What a position is worth, in hundredths of a victory point, to the Axis. Readable before clever: every term is a
//! sentence a player would say.

use board::{Member, Space};

use crate::{
    action::Air,
    m10_assault::{Duty, Fight, Result},
    sequence::Step,
    state::Look,
    tables::{SPACES, Side, Unit, Units, Weather, beside},
};

/// A victory point in Axis hands. The same in every turn: a side must not gain by the mere end of one.
const POINT: i32 = 100;
/// Any Area in Axis hands.
const AREA: i32 = 5;
/// A unit at full strength and a reduced one: panzers, Germans, their allies, Fronts, Armies, Shock Armies.
const CLASSES: [[i32; 2]; 6] = [[100, 62], [62, 38], [30, 18], [48, 29], [28, 16], [50, 31]];
/// A unit near what it wants, by steps away; shares of the Area's worth in thousandths.
const NEAR: [i32; 8] = [66, 66, 54, 43, 33, 24, 15, 7];
/// A step that a unit is away from the nearest town it is needed at: for the Axis, and for the Soviet side.
const MARCH: [i32; 2] = [2, 1];
/// A town is needed from this want on: those of the enemy, and one's own in danger.
const NEEDED: i32 = 6000;
/// Farther than this nobody looks.
const HORIZON: u8 = 8;
/// A stack of one, two, three units counts for less than their number, in tenths.
const CROWD: [i32; 4] = [0, 10, 17, 21];
/// How much a town needs its guard, by the steps to the nearest enemy, in hundredths.
const DANGER: [i32; 7] = [100, 100, 85, 60, 35, 20, 10];
/// What a town in danger costs its holder if it has no garrison, or one of one, two, three units, in hundredths.
const GUARD: [i32; 4] = [34, 13, 8, 5];
/// The share of a step that an isolated unit will lose, in hundredths.
const ISOLATED: i32 = 70;
/// The Advantage, unspent.
const ADVANTAGE: i32 = 16;
/// Air Support not yet used in an Axis impulse.
const SKY: i32 = 6;
/// A point of rating with the unit a Leader commands, or elsewhere with units he may support.
const LED: i32 = 5;
/// The share of what a threatened assault would win, in hundredths: by units that can act, and by tired ones.
const THREAT: [i32; 2] = [20, 10];
/// The same for an Area that nobody defends.
const OPEN: [i32; 2] = [36, 22];
/// The share of an Area's worth that a Success wins, in hundredths: the defender may counter-attack.
const TAKEN: i32 = 85;
/// The same for a Fortress, whose garrison may stay.
const STORMED: i32 = 22;
/// The points around the victory number decide.
const DECISIVE: i32 = 50;
/// Of the three cities, by how many the Axis holds.
const CITIES: [i32; 4] = [0, 15, 60, 1500];

/// What the units of one location could throw into an assault.
#[derive(Clone, Copy)]
struct Stack {
    /// Point Unit with its Leader, less what it would add as another participant; against a Fortress no panzer.
    force: [i32; 2],
    point: [Option<Unit>; 2],
    others: i32,
    tired: bool,
}

const NOBODY: Stack = Stack { force: [0; 2], point: [None; 2], others: 0, tired: true };

impl Look<'_> {
    /// The whole position, as the Axis sees it.
    pub fn worth(self) -> i32 {
        self.worth_by_term().iter().map(|(_, worth)| worth).sum()
    }

    /// The same term by term.
    pub fn worth_by_term(self) -> [(&'static str, i32); 7] {
        [
            ("points and ground", self.points_held()),
            ("forces", self.forces()),
            ("stations", self.stations_held()),
            ("command", self.command()),
            ("threats", self.threats()),
            ("advantage", self.advantage_held()),
            ("battle", self.battle()),
        ]
    }

    /// What control of an Area is worth.
    fn area_worth(self, space: Space) -> i32 {
        if self.t.is_zone(space) {
            return 0;
        }
        AREA + POINT * i32::from(self.t.vp[space.index()])
    }

    /// Victory points and ground, and the points that decide.
    fn points_held(self) -> i32 {
        let axis = self.t.areas - self.s.soviet;
        let mut worth = AREA * axis.len() as i32;
        let points = i32::from(self.axis_points());
        worth += POINT * points;
        worth += DECISIVE * (points - i32::from(self.needed())).clamp(-3, 1);
        let cities = (self.t.automatic - self.s.soviet).len();
        worth + CITIES[cities.min(3)]
    }

    fn unit_worth(self, unit: Unit) -> i32 {
        let class = self.t.class[unit.index()];
        CLASSES[usize::from(class)][usize::from(self.is_reduced(unit))]
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
            let mut on_map = Units::empty();
            for space in self.occupied(side) {
                on_map |= self.s.here[space.index()];
            }
            on_map &= self.t.of[side.index()];
            let (full, reduced) = (on_map - self.s.reduced, on_map & self.s.reduced);
            let classes = self.t.classes.iter().zip(CLASSES);
            let mut sum: i32 = classes
                .map(|(class, [of_full, of_reduced])| {
                    of_full * (*class & full).len() as i32 + of_reduced * (*class & reduced).len() as i32
                })
                .sum();
            for unit in isolated & on_map {
                sum -= self.step_worth(unit) * ISOLATED / 100;
            }
            worth += if side == Side::Axis { sum } else { -sum };
        }
        worth
    }

    /// Where the units stand: the Axis near the towns it lacks, the Soviet side in and near those in danger; garrisons.
    fn stations_held(self) -> i32 {
        let mut worth = 0;
        // What each side would give to be in a town, in thousandths.
        let mut wants = [[0i32; SPACES]; 2];
        for town in self.t.urban {
            let value = self.area_worth(town);
            let soviet = self.s.soviet.contains(town);
            let (holder, enemy) =
                if soviet { (Side::Soviet, Side::Axis) } else { (Side::Axis, Side::Soviet) };
            let hunters = self.occupied(enemy);
            let rings = &self.t.rings[town.index()];
            let near = rings.iter().position(|ring| !(*ring & hunters).is_empty()).unwrap_or(rings.len() - 1);
            let danger = DANGER[near];
            let guard = GUARD[self.units(holder, town).len().min(3)];
            let risk = value * danger * guard / 10_000;
            worth += if soviet { risk } else { -risk };
            // Holders come to the towns in danger, the enemy to all he lacks.
            wants[holder.index()][town.index()] = value * (50 + danger / 2) * 3 / 4;
            wants[enemy.index()][town.index()] = value * 100;
        }
        for side in Side::BOTH {
            let wants = &wants[side.index()];
            let mut sum = 0;
            for at in self.occupied(side) {
                let (mut best, mut nearest) = (0, HORIZON);
                for &(town, steps) in &self.t.near_towns[at.index()] {
                    let want = wants[town.index()];
                    best = best.max(want * NEAR[usize::from(steps)]);
                    if want >= NEEDED {
                        nearest = nearest.min(steps);
                    }
                }
                let units = self.units(side, at).len();
                sum += best / 1000 * CROWD[units.min(3)] / 1000;
                sum -= MARCH[side.index()] * i32::from(nearest) * units as i32;
            }
            worth += if side == Side::Axis { sum } else { -sum };
        }
        worth
    }

    /// Leaders with troops they may lead.
    fn command(self) -> i32 {
        let mut worth = 0;
        for side in Side::BOTH {
            let sign = if side == Side::Axis { 1 } else { -1 };
            for leader in self.t.officers_of[side.index()] {
                let Some(at) = self.post(leader) else { continue };
                let officer = self.t.officer(leader);
                let units = self.units(side, at);
                let led = match officer.command {
                    Some(unit) if units.contains(unit) => 2,
                    Some(_) => i32::from(!(units & officer.supports).is_empty()),
                    None if units.is_empty() || self.t.is_zone(at) => 0,
                    None => 2,
                };
                worth += sign * (1 + i32::from(officer.rating)) * led * LED / 2;
            }
        }
        worth
    }

    /// What each side could win by an assault out of one neighbouring Area.
    fn threats(self) -> i32 {
        let mut worth = 0;
        for attacker in Side::BOTH {
            let enemy = attacker.enemy();
            let sign = if attacker == Side::Axis { 1 } else { -1 };
            let own = self.occupied(attacker) - self.occupied(enemy);
            let targets = (beside(&self.t.next.foot, own) & self.controlled(enemy) & self.t.areas)
                - self.occupied(attacker);
            let mut stacks = [NOBODY; SPACES];
            for at in own & beside(&self.t.next.foot, targets) {
                stacks[at.index()] = self.stack(attacker, at);
            }
            let mut gain = 0;
            for target in targets {
                let mut best = 0;
                for at in self.t.next.foot[target.index()] & own {
                    best = best.max(self.stroke(attacker, &stacks[at.index()], target));
                }
                gain += best;
            }
            worth += sign * gain / 100;
        }
        worth
    }

    fn stack(self, side: Side, at: Space) -> Stack {
        let units = self.units(side, at);
        let ready = units - self.exhausted(side);
        let tired = ready.is_empty();
        let mut stack = Stack { tired, ..NOBODY };
        for unit in if tired { units } else { ready } {
            let panzer = self.t.panzers.contains(unit);
            let extra = if panzer { 2 } else { 1 };
            stack.others += extra;
            let leader = self.best_leader(side, at, unit);
            if side == Side::Soviet && leader.is_none() && !self.t.initiative.contains(unit) {
                continue;
            }
            let led = leader.map_or(0, |leader| self.t.officer(leader).rating);
            let force = i32::from(self.attack_factor(unit) + led) - extra;
            let kinds = if panzer { 0..1 } else { 0..2 };
            for kind in kinds {
                if force > stack.force[kind] {
                    stack.force[kind] = force;
                    stack.point[kind] = Some(unit);
                }
            }
        }
        stack
    }

    /// What a stack could win in a neighbouring Area on average, in hundredths.
    fn stroke(self, attacker: Side, stack: &Stack, target: Space) -> i32 {
        let fortress = self.t.fortress.contains(target);
        let defended = self.occupied(attacker.enemy()).contains(target);
        let kind = usize::from(fortress && defended);
        let Some(point) = stack.point[kind] else { return 0 };
        if !self.t.open[point.index()].contains(target) {
            return 0;
        }
        let value = self.area_worth(target);
        if !defended {
            return value * OPEN[usize::from(stack.tired)];
        }
        let share = THREAT[usize::from(stack.tired)];
        let weather = self.s.weather;
        let sky = match attacker {
            Side::Axis if weather == Weather::Snow => i32::from(self.t.charts.snow.axis),
            Side::Axis => i32::from(self.t.charts.air_support.focus.of(weather)),
            Side::Soviet if weather == Weather::Snow => i32::from(self.t.charts.snow.soviet),
            Side::Soviet => 0,
        };
        let total = stack.force[kind] + stack.others + sky - self.defence_value(attacker.enemy(), target);
        let ways = self.t.chances(total);
        let steps = if self.t.panzers.contains(point) { 2 } else { 1 };
        let victim =
            self.units(attacker.enemy(), target).iter().max_by_key(|&unit| self.counter_factor(unit));
        let step = victim.map_or(0, |unit| self.step_worth(unit)) * steps;
        let taken = if fortress { STORMED } else { TAKEN };
        (ways[2] * (value * taken / 100 + step) - ways[0] * 12).max(0) * share / 36
    }

    /// The defence value as a number (10.4.3).
    fn defence_value(self, side: Side, area: Space) -> i32 {
        let chart = &self.t.charts.defence_value;
        let units = self.units(side, area);
        let full = units - self.s.reduced;
        let panzers = (units & self.t.panzers).len() as i32;
        let full_panzers = (full & self.t.panzers).len() as i32;
        let full_infantry = full.len() as i32 - full_panzers;
        let reduced_infantry = units.len() as i32 - panzers - full_infantry;
        i32::from(self.t.tem[area.index()])
            + full_infantry * i32::from(chart.full_infantry)
            + reduced_infantry * i32::from(chart.reduced_infantry)
            + full_panzers * i32::from(chart.full_panzer)
            + (panzers - full_panzers) * i32::from(chart.reduced_panzer)
    }

    /// Who holds the Advantage, and whether the air force can still fly in this impulse.
    fn advantage_held(self) -> i32 {
        let held = match self.s.advantage.or(self.s.advantage_next) {
            Some(Side::Axis) => ADVANTAGE,
            Some(Side::Soviet) => -ADVANTAGE,
            None => 0,
        };
        let wasted = (self.s.impulse.air_spent && !self.s.impulse.rolled) || self.s.step == Step::Interdict;
        if wasted { held - SKY } else { held }
    }

    /// What an assault that waits, is declared or is being answered will bring.
    fn battle(self) -> i32 {
        let (side, worth) = match self.s.step {
            Step::Operations => {
                let side = self.s.impulse.side;
                let pending = self.s.impulse.pending.iter();
                let mut air = true;
                let sum = pending.filter_map(|at| self.best_assault(at)).map(|fight| {
                    // The air force can help one of several assaults.
                    let expected = self.expected(fight, std::mem::take(&mut air));
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
            Step::AssaultShift { fight } => (fight.attacker, self.result_worth(fight, fight.result)),
            Step::AttackerLoss { fight, left } => {
                let own = self.steps_worth(fight.attacker, fight.area, left);
                (fight.attacker, -own)
            }
            Step::DefenderLoss { fight, left, .. } => {
                let steps = self.steps_worth(fight.defender(), fight.area, left);
                let ground = if fight.result == Result::Success { self.ground_worth(fight) } else { 0 };
                (fight.attacker, steps + ground)
            }
            Step::Answer { fight } if fight.result == Result::Success && !fight.stands => {
                (fight.attacker, self.ground_worth(fight))
            }
            Step::CounterShift { fight } => {
                let unit = fight.counter.unwrap_or(fight.point);
                let hit = self.defender_points(fight.counter_result, unit, 0);
                let own = fight.counter_result != Result::Success && !fight.last_stand;
                let cost = if own { self.step_worth(unit) } else { 0 };
                (fight.defender(), self.steps_worth(fight.attacker, fight.area, hit) - cost)
            }
            Step::CounterLoss { fight, left, .. } => {
                (fight.defender(), self.steps_worth(fight.attacker, fight.area, left))
            }
            Step::CounterRoll { fight } => {
                let unit = fight.counter.unwrap_or(fight.point);
                let ways = self.t.chances(i32::from(self.counter_total(fight, unit)));
                let hit = self.steps_worth(fight.attacker, fight.area, 1);
                let own = if fight.last_stand { 0 } else { self.step_worth(unit) };
                (fight.defender(), (ways[2] * hit + ways[1] * (hit - own) - ways[0] * own) / 36)
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
        let stays = self.t.fortress.contains(fight.area) && !self.vacant(fight.attacker, fight.area);
        self.area_worth(fight.area) * if stays { STORMED } else { TAKEN } / 100
    }

    /// The steps that so many points cost.
    fn steps_worth(self, side: Side, area: Space, points: u8) -> i32 {
        let units = self.units(side, area);
        let first = self.victims(side, area, true).first();
        let order = first.into_iter().chain(units.iter().filter(|&unit| Some(unit) != first));
        let mut left = points;
        let mut worth = 0;
        for unit in order {
            if left == 0 {
                break;
            }
            worth += self.step_worth(unit);
            left -= 1;
            if left > 0 && !self.is_reduced(unit) && units.len() == 1 {
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
        let ways = self.t.chances(i32::from(self.assault_total(fight)));
        let each = [Result::Failure, Result::Stalemate, Result::Success]
            .map(|result| ways[result as usize] * self.result_worth(fight, result));
        each.iter().sum::<i32>() / 36
    }
}
