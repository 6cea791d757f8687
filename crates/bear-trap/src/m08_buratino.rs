//! 8.3 The Buratino, an option: one die for the impact hex and for each hex around it.

use board::{Space, hex::Direction};
use kernel::rule;

use crate::{
    event::Event,
    m06_direct_fire::{Modifier, Term, Terms, sum},
    m06_results::Attack,
    sequence::Step,
    state::{Look, Play},
    tables::{Status, Terrain},
};

impl Look<'_> {
    /// 8.3 Only the terrain of the hex is added, as for all off-map fire: the result is for the hex, not for a unit.
    pub fn strike_terms(self, hex: Space) -> Terms {
        let chart = &self.t.charts.fire;
        let (what, value) = match self.terrain(hex) {
            Terrain::Clear => return Terms::new(),
            Terrain::Woods => (Modifier::Woods, chart.woods),
            Terrain::BuiltUp | Terrain::Landmark => (Modifier::BuiltUp, chart.built_up_off_map),
            Terrain::Rubble => (Modifier::Rubble, chart.rubble_off_map),
        };
        [Term { rule: rule!("6.4.2"), what, value }].into_iter().collect()
    }

    /// 8.3 The factor of the impact hex, and that of the hexes around it.
    pub fn strike_factor(self, ring: u8) -> i8 {
        if ring == 0 { self.t.batteries.impact_cf } else { self.t.batteries.adjacent_cf }
    }

    /// The hex that is rolled for: the impact hex, then clockwise from the north.
    pub fn strike_hex(self, attack: Attack) -> Option<Space> {
        match attack.ring {
            0 => Some(attack.hex),
            ring => self.t.map.next(attack.hex, Direction::ALL[usize::from(ring) - 1]),
        }
    }
}

impl Play<'_> {
    /// 8.3 The die for a hex is due.
    pub fn open_strike(&mut self, attack: Attack) {
        self.go(Step::StrikeRoll { attack });
    }

    /// 8.3 Success in the impact hex eliminates everything there. In an adjacent hex each unit then rolls for itself, but
    /// snipers are eliminated at once (8.8).
    pub fn strike_die(&mut self, mut attack: Attack, die: u8) {
        let look = self.look();
        let Some(hex) = look.strike_hex(attack) else { return self.strike_on(attack) };
        let (terms, factor) = (look.strike_terms(hex), look.strike_factor(attack.ring));
        let total = die as i8 + sum(&terms);
        let hit = total <= factor;
        let units = look.exposed(hex);
        self.note(rule!("8.3"), Event::StrikeDie { hex, die, total, factor, hit });
        self.note_terms(&terms);
        attack.left = Default::default();
        match (hit, attack.ring) {
            (false, _) => {}
            (true, 0) => {
                attack.killed = true;
                for unit in units {
                    // A rider may have fallen with its tank.
                    if self.look().whereabouts(unit).is_some() {
                        attack.target = unit;
                        self.strike_down(&mut attack, die, rule!("8.3"));
                    }
                }
            }
            (true, _) => {
                // 8.8 Snipers need no second die; only the impact hex falls into rubble (8.7).
                for sniper in units & self.t.snipers {
                    self.eliminate(sniper, rule!("8.8"));
                }
                attack.left = units - self.t.snipers;
            }
        }
        self.carry_on(attack);
    }

    /// 8.3 An even die makes the unit Inactive, an odd one does nothing.
    pub fn strike_unit_die(&mut self, attack: Attack, die: u8) {
        let stunned = die.is_multiple_of(2);
        self.tell_who(attack.target, rule!("8.3"), |unit| Event::StrikeUnitDie { unit, die, stunned });
        if stunned {
            self.shake(attack.target, Status::Inactive, rule!("8.3"));
        }
        self.carry_on(attack);
    }

    /// The next unit of a hex that was hit, or the next hex with somebody in it: elsewhere a die would mean nothing.
    pub fn strike_on(&mut self, mut attack: Attack) {
        let under_fire = self.look().strike_hex(attack);
        if let Some(unit) = under_fire.and_then(|hex| self.look().next_under_fire(hex, attack.left)) {
            attack.left.remove(unit);
            attack.target = unit;
            return self.go(Step::StrikeUnitRoll { attack });
        }
        while usize::from(attack.ring) < Direction::ALL.len() {
            attack.ring += 1;
            let hex = self.look().strike_hex(attack);
            if hex.is_some_and(|hex| self.look().here(hex).next().is_some()) {
                return self.open_strike(attack);
            }
        }
        self.settle(attack);
    }
}
