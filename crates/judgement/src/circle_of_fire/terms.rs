//! The score of a position to the German, term by term, in tenths of a point; a hundred points are about an Urban Area.
//! Readable before clever: every term is a sentence a player would say.

use std::ops::Deref;

use board::{Member, Space};
use circle_of_fire::{
    Side, Step,
    m13_direct_fire::{Attack, sum},
    sequence::Active,
    state::{Look, Place},
    tables::{Spaces, Units},
};

use super::{ground::Ground, muster::Muster, weights::Weights};
use crate::Term;

/// A position and the weights by which it is scored.
#[derive(Clone, Copy)]
pub struct Position<'a> {
    pub look: Look<'a>,
    pub w: &'a Weights,
    pub ground: &'a Ground,
    pub muster: &'a Muster,
}

impl<'a> Deref for Position<'a> {
    type Target = Look<'a>;

    fn deref(&self) -> &Look<'a> {
        &self.look
    }
}

impl Position<'_> {
    /// All terms.
    pub fn terms(self) -> [Term; 6] {
        [
            ("town", self.town().into()),
            ("next check", self.next_check().into()),
            ("forces", self.forces().into()),
            ("melee", self.melee_balance().into()),
            ("advantage", self.advantage_held().into()),
            ("fire", self.fire_pending().into()),
        ]
    }

    /// What the next check will ask for: the ring around the town, the airfield, and enough Urban Areas. Counts for more as the
    /// check comes near.
    fn next_check(self) -> i32 {
        (self.relief_line() + self.airfield() + self.missing_town()) * self.urgency() / 2
    }

    /// The ring and the airfield count for more, in halves, as a check comes near (19.2, 19.3).
    fn urgency(self) -> i32 {
        let victory = &self.t.scenario.victory;
        let last = self.t.scenario.scenario.turns;
        let next = if self.s.turn <= victory.check_turn { victory.check_turn } else { last };
        match next - self.s.turn {
            0 => self.w.urgency[0],
            1 | 2 => self.w.urgency[1],
            3 => self.w.urgency[2],
            _ => self.w.urgency[3],
        }
    }

    /// Who holds the town, and with how many.
    fn town(self) -> i32 {
        let soviet = self.t.urban & self.s.soviet;
        let german = self.t.urban - soviet;
        let empty = self.w.town / 2 + self.w.garrison[0];
        let more = |side: Side, held: Spaces| -> i32 {
            let manned = (held & self.occupied(side)).iter();
            manned
                .map(|space| self.w.garrison[up_to_three(self.units(side, space))] - self.w.garrison[0])
                .sum()
        };
        empty * (german.len() as i32 - soviet.len() as i32) + more(Side::German, german)
            - more(Side::Soviet, soviet)
    }

    /// How many Urban Areas the Soviets still lack for the next check.
    fn missing_town(self) -> i32 {
        let victory = &self.t.scenario.victory;
        let needs = if self.s.turn <= victory.check_turn { victory.check_urban } else { victory.final_urban };
        self.w.missing * (i32::from(needs) - self.soviet_urban() as i32).max(0)
    }

    /// Whether Cholm is cut off (19.2.1a), and how near it is to that.
    fn relief_line(self) -> i32 {
        // Every way begins in the town, so that it need not come back there.
        let fields = self.line_spaces() - self.t.urban;
        let outside = self.t.graph.flood(self.t.graph.adjacent(self.line_starts()) & fields, fields);
        let relief = (outside & self.t.relief).len() as i32;
        let line = if relief > 0 { self.w.line } else { 0 };
        let barred = (self.occupied(Side::Soviet) & self.t.relief).len() as i32;
        line - self.w.barred * barred + self.w.line_each * relief + self.w.line_space * outside.len() as i32
    }

    /// The airfield decides at both checks (19.2.1b, 19.3): who holds it, and how near the next Soviet unit is.
    fn airfield(self) -> i32 {
        if self.controls(Side::Soviet, self.t.airfield) {
            return -self.w.airfield / 2;
        }
        if self.contested().contains(self.t.airfield) {
            let soviets = self.units(Side::Soviet, self.t.airfield).len().min(3) as i32;
            return self.w.foothold * (2 - soviets);
        }
        let soviets = self.occupied(Side::Soviet);
        let nearest = self.ground.airfield_rings.iter().rposition(|&ring| !(ring & soviets).is_empty());
        self.w.airfield - self.w.approach * nearest.unwrap_or(0) as i32
    }

    /// The units of both sides, and how near the Soviets are.
    fn forces(self) -> i32 {
        let muster = self.muster;
        self.w.unit * i32::from(muster.units) + self.w.factor * i32::from(muster.factors)
            - self.w.committed * self.more_german(muster.on_map & self.spent())
            - self.w.pressure * i32::from(muster.near_town)
            - self.w.west * i32::from(muster.near_airfield)
            + self.w.gun * self.ready_guns()
    }

    /// Units that have acted: those on their Committed face, and the one in mid-move, which will be. If only its last step counted, it
    /// would put that off and wander.
    fn spent(self) -> Units {
        let mut spent = self.s.committed;
        if let Step::Moving { march } = self.s.step
            && let Some(mover) = march.mover
        {
            spent.insert(mover.unit);
        }
        spent
    }

    /// Guns in the Artillery box that can still fire: German ones less Soviet ones.
    fn ready_guns(self) -> i32 {
        let ready = |side: Side| {
            let unused = (self.t.guns & self.t.of[side.index()]) - self.s.committed;
            unused.iter().filter(|&gun| self.place(gun) == Place::Artillery).count() as i32
        };
        ready(Side::German) - ready(Side::Soviet)
    }

    /// How many more of these are German than Soviet.
    fn more_german(self, units: Units) -> i32 {
        let [german, soviet] = self.t.of.map(|side| (units & side).len() as i32);
        german - soviet
    }

    fn advantage_held(self) -> i32 {
        match self.s.advantage {
            Some(Side::German) => self.w.advantage,
            Some(Side::Soviet) => -self.w.advantage,
            None => 0,
        }
    }

    /// Who is stronger where both are.
    fn melee_balance(self) -> i32 {
        let strength = |side: Side, space: Space| -> i32 {
            self.units(side, space).iter().map(|unit| i32::from(self.t.cf[unit.index()])).sum()
        };
        let balance = |space| strength(Side::German, space) - strength(Side::Soviet, space);
        self.contested().iter().map(|space| self.w.melee * balance(space).clamp(-6, 6)).sum()
    }

    /// What an attack that is being prepared, or has been declared, will do on average.
    fn fire_pending(self) -> i32 {
        let (active, points) = match self.s.step {
            Step::Active { active } => (active, self.best_fire(active)),
            Step::Aim { active, target } => (active, self.best_fire_at(active, target)),
            Step::Firers { active, attack } => (active, self.expected_points(active, attack, false)),
            Step::DefenderLead { active, attack } => (active, self.expected_points(active, attack, false)),
            Step::AttackRoll { active, attack } => (active, self.expected_points(active, attack, true)),
            Step::Casualties { hit, .. } => {
                let left = i32::from(hit.goal - hit.absorbed) * self.w.hit;
                return if hit.side == Side::German { -left } else { left };
            }
            _ => return 0,
        };
        let score = points * self.w.hit / 100;
        if active.side == Side::German { score } else { -score }
    }

    fn best_fire(self, active: Active) -> i32 {
        let targets: Spaces = self.fire_targets(active, self.able(active));
        targets.iter().map(|target| self.best_fire_at(active, target)).max().unwrap_or(0)
    }

    fn best_fire_at(self, active: Active, target: Space) -> i32 {
        let firers: Units = self.able(active);
        self.best_attack(active, target, firers)
            .map_or(0, |attack| self.expected_points(active, attack, false))
    }

    /// Hundredths of a casualty point that an attack inflicts on average, no more than the defenders can take.
    pub fn expected_points(self, active: Active, mut attack: Attack, named: bool) -> i32 {
        if !named {
            let Some(defender) = self.best_defender(active, attack) else { return 0 };
            attack.defender = defender;
        }
        let attacker = sum(&self.attack_terms(active, attack));
        let defender = sum(&self.defence_terms(active, attack));
        let lead = i32::from(attacker) - i32::from(defender);
        let capacity = i32::from(self.capacity(self.defenders(active, attack)));
        let points: i64 = (1..=lead + 10)
            .map(|margin| self.ways(lead, margin) as i64 * i64::from(margin.min(capacity)))
            .sum();
        (points * 100 / 1296) as i32
    }
}

/// How many there are, three for more: without counting every bit.
fn up_to_three(units: Units) -> usize {
    let [low, high] = units.words();
    let one = u128::from(low) | u128::from(high) << 64;
    let two = one & one.wrapping_sub(1);
    let three = two & two.wrapping_sub(1);
    usize::from(one != 0) + usize::from(two != 0) + usize::from(three != 0)
}
