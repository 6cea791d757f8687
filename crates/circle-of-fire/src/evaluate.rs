//! What a position is worth, in hundredths of an Urban Area, to the German. Readable before clever: every term is a
//! sentence a player would say.

use board::Space;

use crate::{
    m13_direct_fire::{Attack, sum},
    sequence::{Active, Step},
    state::Look,
    tables::{Side, Spaces, Units},
};

/// An Urban Area in German hands.
const TOWN: i32 = 100;
/// An Urban Area that the Soviets lack for the next check.
const MISSING: i32 = 90;
/// A German unit in an Urban Area that the side holds: the first, the second, the third.
const GARRISON: [i32; 4] = [0, 24, 34, 38];
/// An open line from the town to any relief Zone, to each of them, and each open space along the way.
const LINE: i32 = 260;
const LINE_EACH: i32 = 80;
const LINE_SPACE: i32 = 8;
/// The airfield safely in German hands; a Soviet nearer to it, for each step.
const AIRFIELD: i32 = 300;
const APPROACH: i32 = 18;
/// A Soviet unit on the contested airfield: one alone is soon driven out.
const FOOTHOLD: i32 = 35;
/// A Soviet unit within three steps of the airfield, for each step nearer.
const WEST: i32 = 12;
/// A Soviet unit that bars a relief Zone in person.
const BARRED: i32 = 40;
/// The Advantage, unspent.
const ADVANTAGE: i32 = 10;
/// A point of combat factor on the map, and the bare unit; a Committed face is worth a little less.
const FACTOR: i32 = 5;
const UNIT: i32 = 12;
const COMMITTED: i32 = 2;
/// A gun ready to fire.
const GUN: i32 = 4;
/// A Soviet unit at the gates rather than far away, for each step.
const PRESSURE: i32 = 3;
/// A point of combat factor more in a contested space.
const MELEE: i32 = 3;
/// A casualty point that a declared attack will cause on average.
const HIT: i32 = 9;

impl Look<'_> {
    /// The whole position, as the German sees it.
    pub fn worth(self) -> i32 {
        let checked = (self.relief_line() + self.airfield() + self.missing_town()) * self.urgency() / 2;
        self.town()
            + checked
            + self.forces()
            + self.melee_balance()
            + self.advantage_held()
            + self.fire_pending()
    }

    /// The ring and the airfield count for more, in halves, as a check comes near (19.2, 19.3).
    fn urgency(self) -> i32 {
        let victory = &self.t.scenario.victory;
        let last = self.t.scenario.scenario.turns;
        let next = if self.s.turn <= victory.check_turn { victory.check_turn } else { last };
        match next - self.s.turn {
            0 => 6,
            1 | 2 => 4,
            3 => 3,
            _ => 2,
        }
    }

    /// Who holds the town, and with how many.
    fn town(self) -> i32 {
        let mut worth = 0;
        for space in self.t.urban {
            let german = self.controls(Side::German, space);
            let holder = if german { Side::German } else { Side::Soviet };
            let holders = self.units(holder, space).len().min(3);
            let held = TOWN / 2 + GARRISON[holders];
            worth += if german { held } else { -held };
        }
        worth
    }

    /// How many Urban Areas the Soviets still lack for the next check.
    fn missing_town(self) -> i32 {
        let victory = &self.t.scenario.victory;
        let needs = if self.s.turn <= victory.check_turn { victory.check_urban } else { victory.final_urban };
        MISSING * (i32::from(needs) - self.soviet_urban() as i32).max(0)
    }

    /// Whether Cholm is cut off (19.2.1a), and how near it is to that.
    fn relief_line(self) -> i32 {
        let open = self.controlled(Side::German) - self.occupied(Side::Soviet);
        let region = self.t.graph.flood(open & self.t.urban, open) & open;
        let relief = (region & self.t.relief).len() as i32;
        let line = if relief > 0 { LINE } else { 0 };
        let barred = (self.occupied(Side::Soviet) & self.t.relief).len() as i32;
        line - BARRED * barred + LINE_EACH * relief + LINE_SPACE * (region - self.t.urban).len() as i32
    }

    /// The airfield decides at both checks (19.2.1b, 19.3): who holds it, and how near the next Soviet unit is.
    fn airfield(self) -> i32 {
        if self.controls(Side::Soviet, self.t.airfield) {
            return -AIRFIELD / 2;
        }
        if self.contested().contains(self.t.airfield) {
            let soviets = self.units(Side::Soviet, self.t.airfield).len().min(3) as i32;
            return FOOTHOLD * (2 - soviets);
        }
        let nearest =
            self.occupied(Side::Soviet).iter().map(|space| self.t.near_airfield[usize::from(space.0)]).max();
        AIRFIELD - APPROACH * i32::from(nearest.unwrap_or(0))
    }

    /// The units of both sides, and how near the Soviets are.
    fn forces(self) -> i32 {
        let mut worth = 0;
        for space in self.s.occupied[0] | self.s.occupied[1] {
            let here = self.s.here[usize::from(space.0)];
            let near = PRESSURE * i32::from(self.t.near_town[usize::from(space.0)])
                + WEST * (i32::from(self.t.near_airfield[usize::from(space.0)]) - 3).max(0);
            for unit in here & self.t.of[Side::German.index()] {
                worth += self.unit_worth(unit);
            }
            for unit in here & self.t.of[Side::Soviet.index()] {
                worth -= self.unit_worth(unit) + near;
            }
        }
        for gun in self.t.guns - self.s.committed {
            if self.place(gun) == crate::state::Place::Artillery {
                worth += if self.side(gun) == Side::German { GUN } else { -GUN };
            }
        }
        worth
    }

    fn unit_worth(self, unit: crate::tables::Unit) -> i32 {
        let spent = if self.is_committed(unit) { COMMITTED } else { 0 };
        UNIT + FACTOR * i32::from(self.t.counter(unit).cf) - spent
    }

    fn advantage_held(self) -> i32 {
        match self.s.advantage {
            Some(Side::German) => ADVANTAGE,
            Some(Side::Soviet) => -ADVANTAGE,
            None => 0,
        }
    }

    /// Who is stronger where both are.
    fn melee_balance(self) -> i32 {
        let strength = |side: Side, space: Space| -> i32 {
            self.units(side, space).iter().map(|unit| i32::from(self.t.counter(unit).cf)).sum()
        };
        let balance = |space| strength(Side::German, space) - strength(Side::Soviet, space);
        self.contested().iter().map(|space| MELEE * balance(space).clamp(-6, 6)).sum()
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
                let left = i32::from(hit.goal - hit.absorbed) * HIT;
                return if hit.side == Side::German { -left } else { left };
            }
            _ => return 0,
        };
        let worth = points * HIT / 100;
        if active.side == Side::German { worth } else { -worth }
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
