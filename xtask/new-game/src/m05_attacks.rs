//! Module 5: attacks.

use board::{Member, Space};
use kernel::rule;

use crate::{
    action::Action,
    event::Event,
    refusal::{Answer, Refusal, ensure},
    sequence::Step,
    state::{Look, Play},
    tables::{Side, Unit},
};

impl Look<'_> {
    pub fn legal_attacks(self, side: Side, out: &mut Vec<Action>) {
        for unit in self.left(side) {
            let spaces = self.t.graph.spaces().filter(|&to| self.refuse_attack(side, unit, to).is_ok());
            out.extend(spaces.map(|to| Action::Attack { unit, to }));
        }
    }

    /// 5.1 A unit attacks enemies in a neighbouring space.
    pub fn refuse_attack(self, side: Side, unit: Unit, to: Space) -> Answer {
        self.refuse_neighbour(side, unit, to)?;
        ensure!(!self.units(side.enemy(), to).is_empty(), Refusal::NobodyThere { to });
        Ok(())
    }
}

impl Play<'_> {
    /// 5.1 The die is due.
    pub fn attack(&mut self, unit: Unit, to: Space) {
        self.note(rule!("5.1"), Event::Attacks { unit, to });
        self.go(Step::AttackRoll { unit, to });
    }

    /// 5.2 A hit eliminates one enemy unit.
    pub fn attack_die(&mut self, unit: Unit, to: Space, die: u8) {
        let side = self.t.counter(unit).side;
        let hit = die >= self.t.numbers.hits_on;
        self.note(rule!("5.2"), Event::Thrown { side, die, hit });
        if hit {
            let lost = self.look().units(side.enemy(), to).iter().next().expect("somebody is attacked");
            self.s.place[lost.index()] = None;
            self.note(rule!("5.2"), Event::Eliminated { unit: lost });
        }
        self.close_action(side);
    }
}
