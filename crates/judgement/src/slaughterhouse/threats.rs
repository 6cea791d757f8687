//! What each side could win: by an assault on a neighbouring Area, and on towns farther away.

use arrayvec::ArrayVec;
use board::{Member, Space};
use slaughterhouse::{
    Side, Step, Unit,
    m10_assault::{Duty, Result},
    tables::{SPACES, Spaces, Units, members},
};

use super::{terms::Position, weights::Share};

/// Two dice fall in so many ways.
const THROWS: i64 = 36;
/// Gains are added up in hundredths: that many parts of a share are a hundredth of all.
const HUNDREDTH: i64 = 1000;

/// What the units of one location could throw into an assault, and against a Fortress, where no panzer leads.
#[derive(Clone, Copy)]
pub struct Stack {
    open: Blow,
    fortress: Blow,
    /// What all of them add as other participants.
    others: i32,
    tired: bool,
}

/// The best Point Unit: how much better it is as that, with its Leader, than as another participant. Nobody if it is not.
#[derive(Clone, Copy)]
pub struct Blow {
    point: Unit,
    force: i32,
}

pub const NOBODY: Blow = Blow { point: Unit(0), force: 0 };

impl Position<'_> {
    /// What each side could win by an assault out of one neighbouring Area.
    pub fn threats(self) -> i64 {
        let w = &self.w.w;
        let mut score = 0;
        for attacker in Side::BOTH {
            let enemy = attacker.enemy();
            let own = self.occupied(attacker) - (self.occupied(enemy) - self.unsettled(attacker));
            let mut ground = self.controlled(enemy) & self.t.areas;
            if w.inside_assault == Share::NONE {
                ground -= self.occupied(attacker);
            }
            let (exhausted, sky) = (self.exhausted(attacker), self.air_and_snow(attacker));
            let mut stacks = ArrayVec::<Stack, SPACES>::new();
            let mut stack_at = [0u8; SPACES];
            let mut strikers = Spaces::empty();
            // Where units that can act, and tired ones, could go; and where they would meet somebody.
            let mut within = [Spaces::empty(); 2];
            let mut defended = Spaces::empty();
            for at in members(own) {
                let reach = self.t.next.foot[at.index()] & ground;
                if reach.is_empty() {
                    continue;
                }
                let stack = self.stack(attacker, at, exhausted);
                if stack.open.force > 0 {
                    within[usize::from(stack.tired)] |= reach & self.t.open[stack.open.point.index()];
                    defended |= reach & self.occupied(enemy);
                    strikers.insert(at);
                    stack_at[at.index()] = stacks.len() as u8;
                    stacks.push(stack);
                }
            }
            let mut gain = self.entries(within.map(|within| within - self.occupied(enemy)));
            for target in members(defended) {
                let around = members(self.t.next.foot[target.index()] & strikers);
                let stacks = around.map(|at| &stacks[usize::from(stack_at[at.index()])]);
                gain += self.best_stroke(attacker, stacks, target, sky, w.threat);
            }
            if w.inside_assault != Share::NONE {
                for at in members(ground & self.occupied(attacker) & self.occupied(enemy)) {
                    let stack = self.stack(attacker, at, exhausted);
                    gain += self.best_stroke(
                        attacker,
                        std::iter::once(&stack),
                        at,
                        sky,
                        [w.inside_assault, Share::NONE],
                    );
                }
            }
            score += if attacker == Side::Axis { gain / 100 } else { -gain / 100 };
        }
        score
    }

    /// Areas where a side still holds whole what the enemy has entered: unless his assault succeeds, he is gone again.
    pub fn unsettled(self, side: Side) -> Spaces {
        if !self.w.w.fear_entered || side == self.s.impulse.side {
            return Spaces::empty();
        }
        let fight = match self.s.step {
            Step::Operations | Step::Point { .. } | Step::Declare { .. } => return self.mandatory(),
            Step::AssaultRoll { fight } | Step::FailureRetreat { fight, .. } => fight,
            Step::AssaultShift { fight } if fight.result == Result::Failure => fight,
            _ => return Spaces::empty(),
        };
        let entered = if fight.duty == Duty::Mandatory { Spaces::one(fight.area) } else { Spaces::empty() };
        self.mandatory() | entered
    }

    /// What the stacks of both sides could do to the towns around them, each to the best of them, if they marched there
    /// together: only many in one place take a town.
    pub fn distant_assaults(self) -> i64 {
        let w = &self.w.w;
        if w.distant_assault == [Share::NONE; 8] {
            return 0;
        }
        let mut score = 0;
        for side in Side::BOTH {
            let counts = w.distant_by_turn(side, self.this_turn());
            if counts == Share::NONE {
                continue;
            }
            let enemy = side.enemy();
            let wanted = self.controlled(enemy) & self.t.urban;
            let mut defence = [0i32; SPACES];
            for town in members(wanted) {
                let units = members(self.units(enemy, town));
                let added = units.map(|unit| {
                    i32::from(self.t.faces[unit.index()][usize::from(self.is_reduced(unit))].defence)
                });
                defence[town.index()] =
                    i32::from(self.t.tem[town.index()]) + added.sum::<i32>() - self.air_and_snow(side);
            }
            let held = wanted & self.occupied(enemy);
            let mut sum = 0;
            for at in members(self.occupied(side) - (self.occupied(enemy) - self.unsettled(side))) {
                let stack = self.stack(side, at, Units::empty());
                let mut best = 0;
                for &(town, steps) in &self.w.nearest[at.index()] {
                    let town = Space(u16::from(town));
                    if !wanted.contains(town) {
                        continue;
                    }
                    let fortress = self.t.fortress.contains(town) && held.contains(town);
                    let Blow { point, force } = if fortress { stack.fortress } else { stack.open };
                    if force == 0 || !self.t.open[point.index()].contains(town) {
                        continue;
                    }
                    let ways = if held.contains(town) {
                        self.t.chances(force + stack.others - defence[town.index()])[2]
                    } else {
                        36
                    };
                    let left =
                        self.steps_left(enemy, town, if self.t.panzers.contains(point) { 2 } else { 1 });
                    let ground = if fortress { &self.w.stormed } else { &self.w.taken[left] };
                    let won = i64::from(ground[town.index()]) * i64::from(ways) / THROWS;
                    best = best.max(won * w.distant_assault[usize::from(steps.min(7))].parts());
                }
                sum += best;
            }
            let sum = counts.of(sum / Share::ALL.parts());
            score += if side == Side::Axis { sum } else { -sum };
        }
        score
    }

    /// The value of undefended Areas to those who could enter them, in hundredths.
    pub fn entries(self, [ready, tired]: [Spaces; 2]) -> i64 {
        let score = |target: Space, open: Share| {
            (i64::from(self.w.value[target.index()]) * open.parts() / HUNDREDTH).max(0)
        };
        let [by_ready, by_tired] = self.w.w.open;
        members(ready).map(|target| score(target, by_ready)).sum::<i64>()
            + members(tired - ready).map(|target| score(target, by_tired)).sum::<i64>()
    }

    pub fn stack(self, side: Side, at: Space, exhausted: Units) -> Stack {
        let units = self.units(side, at);
        let ready = units - exhausted;
        let tired = ready.is_empty();
        let leaders = self.leaders(side, at);
        let mut others = 0;
        let (mut open, mut fortress) = (NOBODY, NOBODY);
        for point in members(if tired { units } else { ready }) {
            let panzer = self.t.panzers.contains(point);
            let extra = if panzer { 2 } else { 1 };
            others += extra;
            let leaders = leaders & self.t.supporters[point.index()];
            if side == Side::Soviet && leaders.is_empty() && !self.t.initiative.contains(point) {
                continue;
            }
            let led = leaders.iter().map(|leader| self.t.rating[leader.index()]).max().unwrap_or(0);
            let force = i32::from(self.attack_factor(point)) + i32::from(led) - extra;
            if force > open.force {
                open = Blow { point, force };
            }
            if !panzer && force > fortress.force {
                fortress = Blow { point, force };
            }
        }
        Stack { open, fortress, others, tired }
    }

    /// What the best of the stacks around a defended Area could win there on average, in hundredths.
    pub fn best_stroke<'s>(
        self,
        attacker: Side,
        stacks: impl Iterator<Item = &'s Stack>,
        target: Space,
        sky: i32,
        threat: [Share; 2],
    ) -> i64 {
        let w = &self.w.w;
        let enemy = attacker.enemy();
        let mut defence = i32::from(self.t.tem[target.index()]) - sky;
        // The first step is lost by the unit best at counter-attacks.
        let (mut best_counter, mut step) = (0, 0);
        for unit in members(self.units(enemy, target)) {
            let reduced = usize::from(self.is_reduced(unit));
            let face = self.t.faces[unit.index()][reduced];
            defence += i32::from(face.defence);
            if face.counter >= best_counter {
                best_counter = face.counter;
                step = i64::from(self.w.step[unit.index()][reduced]);
            }
        }
        let fortress = self.t.fortress.contains(target);
        let steps = self.steps_held(enemy, target);
        let mut best = 0;
        for stack in stacks {
            let Blow { point, force } = if fortress { stack.fortress } else { stack.open };
            if force == 0 || !self.t.open[point.index()].contains(target) {
                continue;
            }
            let ways = self.t.chances(force + stack.others - defence);
            // A panzer takes a second step.
            let hits = if self.t.panzers.contains(point) { 2 } else { 1 };
            let left = steps.saturating_sub(hits).min(3);
            let ground = if fortress { self.stormed(left) } else { &self.w.taken[left] };
            let prize = i64::from(ground[target.index()]) + hits as i64 * step;
            let won = i64::from(ways[2]) * prize - i64::from(ways[0]) * i64::from(w.failure);
            best = best.max(won.max(0) * threat[usize::from(stack.tired)].parts());
        }
        best / (THROWS * HUNDREDTH)
    }

    /// What a Success in a Fortress wins by the steps it leaves of the garrison.
    pub fn stormed(&self, left: usize) -> &[i32; SPACES] {
        if left == 0 { &self.w.breached } else { &self.w.stormed }
    }
}
