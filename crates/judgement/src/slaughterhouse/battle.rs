//! The assault under way: what it will bring on average.

use std::cmp::Reverse;

use board::{Member, Space};
use slaughterhouse::{
    Side, Step, Unit,
    action::Air,
    m10_assault::{Duty, Fight, Result},
    tables::Units,
};

use super::{
    terms::{Position, count},
    weights::Share,
};

impl Position<'_> {
    /// What an assault that waits, is declared or is being answered will bring.
    pub fn battle(self) -> i64 {
        let (side, score) = match self.s.step {
            Step::Operations => {
                let side = self.s.impulse.side;
                let pending = self.s.impulse.pending.iter();
                let mut air = true;
                let sum = pending.filter_map(|at| self.best_assault(at)).map(|fight| {
                    // The air force can help one of several assaults.
                    let expected = self.expected_of_all(fight, std::mem::take(&mut air));
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
            Step::AssaultShift { fight } => (fight.attacker, self.result_score(fight, fight.result)),
            Step::AttackerLoss { fight, left } => {
                let own = self.steps_score(fight.attacker, fight.area, left);
                (fight.attacker, -own)
            }
            Step::DefenderLoss { fight, left, .. } => {
                let steps = self.steps_score(fight.defender(), fight.area, left);
                let ground = if fight.result == Result::Success { self.ground_score(fight, left) } else { 0 };
                (fight.attacker, steps + ground)
            }
            Step::Answer { fight } if fight.result == Result::Success && !fight.stands => {
                (fight.attacker, self.ground_score(fight, 0))
            }
            Step::CounterShift { fight } => {
                let unit = fight.counter.unwrap_or(fight.point);
                let hit = self.defender_points(fight.counter_result, unit, 0);
                let own = fight.counter_result != Result::Success && !fight.last_stand;
                let cost = if own { self.step_score(unit) + self.stand_lost(fight, unit) } else { 0 };
                (fight.defender(), self.steps_score(fight.attacker, fight.area, hit) - cost)
            }
            Step::CounterLoss { fight, left, .. } => {
                (fight.defender(), self.steps_score(fight.attacker, fight.area, left))
            }
            Step::CounterRoll { fight } => {
                let unit = fight.counter.unwrap_or(fight.point);
                let ways = self.t.chances(i32::from(self.counter_total(fight, unit))).map(i64::from);
                let hit = self.steps_score(fight.attacker, fight.area, 1);
                let own = if fight.last_stand { 0 } else { self.step_score(unit) };
                (fight.defender(), (ways[2] * hit + ways[1] * (hit - own) - ways[0] * own) / 36)
            }
            _ => return 0,
        };
        if side == Side::Axis { score } else { -score }
    }

    /// The Area that goes with the last defender if his counter-attack costs him a step.
    pub fn stand_lost(self, fight: Fight, unit: Unit) -> i64 {
        let last = self.units(fight.defender(), fight.area) == Units::one(unit) && self.is_reduced(unit);
        if !last || !self.controls(fight.defender(), fight.area) {
            return 0;
        }
        self.w.w.last_defender.of(self.w.value[fight.area.index()].into())
    }

    /// What an assault brings on average, with hope for those who can still follow: the first unit in is not alone for
    /// long.
    pub fn expected_of_all(self, fight: Fight, air: bool) -> i64 {
        let expected = self.expected(fight, air);
        let followers = self.w.w.followers;
        if followers == Share::NONE {
            return expected;
        }
        let mut all = fight;
        all.participants |= self.followers(fight);
        if all.participants == fight.participants {
            return expected;
        }
        let more = self.expected(all, air) - expected;
        expected + followers.of(more.max(0))
    }

    /// Units of the Active Area that could still follow into an assault, as far as there is room.
    pub fn followers(self, fight: Fight) -> Units {
        let impulse = &self.s.impulse;
        let Some(active) = impulse.active else { return Units::empty() };
        if !self.t.next.foot[active.index()].contains(fight.area) {
            return Units::empty();
        }
        let idle = (self.units(fight.attacker, active) & impulse.starters) - impulse.stopped - impulse.acted;
        let room = usize::from(self.t.charts.stacking.units_per_side);
        let room = room.saturating_sub(count(self.units(fight.attacker, fight.area)));
        idle.iter().filter(|unit| self.t.open[unit.index()].contains(fight.area)).take(room).collect()
    }

    /// The Area of an assault, as far as a Success with so many points wins it.
    pub fn ground_score(self, fight: Fight, points: u8) -> i64 {
        if self.controls(fight.attacker, fight.area) {
            return 0;
        }
        let stays = self.t.fortress.contains(fight.area) && !self.vacant(fight.attacker, fight.area);
        let left = self.steps_left(fight.defender(), fight.area, points);
        let won = if stays { self.stormed(left) } else { &self.w.taken[left] };
        i64::from(won[fight.area.index()])
    }

    /// The steps that so many points cost, the first of them the unit best at counter-attacks.
    pub fn steps_score(self, side: Side, area: Space, points: u8) -> i64 {
        if points == 0 {
            return 0;
        }
        let units = self.units(side, area);
        let Some(first) = units.iter().max_by_key(|&unit| (self.counter_factor(unit), Reverse(unit))) else {
            return 0;
        };
        let mut score = self.step_score(first);
        let mut left = points - 1;
        let rest = units - Units::one(first);
        if left > 0 && rest.is_empty() && !self.is_reduced(first) {
            score += i64::from(self.w.second_step[first.index()]);
        }
        for unit in rest {
            if left == 0 {
                break;
            }
            score += self.step_score(unit);
            left -= 1;
        }
        score
    }

    pub fn result_score(self, fight: Fight, result: Result) -> i64 {
        let points = self.defender_points(result, fight.point, fight.extra[1]);
        let own = self.attacker_points(result, fight.extra[0]);
        let steps = self.steps_score(fight.defender(), fight.area, points);
        let lost = if own > 0 { self.step_score(fight.point) } else { 0 };
        let ground = if result == Result::Success { self.ground_score(fight, points) } else { 0 };
        steps - lost + ground
    }

    /// What an assault brings on average, with the best Air Support at hand.
    pub fn expected(self, mut fight: Fight, air: bool) -> i64 {
        if air && fight.air == Air::None && self.refuse_air(fight, Air::Focus).is_ok() {
            fight.air = Air::Focus;
        }
        let ways = self.t.chances(i32::from(self.assault_total(fight)));
        let results = [Result::Failure, Result::Stalemate, Result::Success].into_iter();
        let likely = results.filter(|&result| ways[result as usize] > 0);
        likely.map(|result| i64::from(ways[result as usize]) * self.result_score(fight, result)).sum::<i64>()
            / 36
    }
}
