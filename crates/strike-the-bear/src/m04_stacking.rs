//! 4.0 Stacking.

use board::Member;
use kernel::rule;

use crate::{
    event::Event,
    refusal::{Refusal, ensure},
    sequence::After,
    state::{Look, Play},
    tables::{SPACES, Side, Spaces, Unit},
};

impl Look<'_> {
    /// 4.1.4 Areas that hold more than they may. 4.1.3 Armies and groups count as two corps.
    pub fn overstacked(self, side: Side) -> Spaces {
        let mut stack = [0u8; SPACES];
        let mut over = Spaces::empty();
        for unit in self.t.combat[side.index()] {
            if let Some(space) = self.at(unit) {
                stack[space.index()] += self.t.counters[unit.index()].stack();
                if stack[space.index()] > self.room(space) {
                    over.insert(space);
                }
            }
        }
        over
    }

    /// 4.1.4 The owner chooses; only combat units are removed.
    pub fn refuse_remove(self, side: Side, unit: Unit) -> Result<(), Refusal> {
        ensure!(self.side(unit) == side, Refusal::NotYours { unit, rule: rule!("4.1.4") });
        ensure!(self.t.combat[side.index()].contains(unit), Refusal::StacksFree { unit });
        let over = self.overstacked(side);
        ensure!(self.at(unit).is_some_and(|space| over.contains(space)), Refusal::NotOverstacked { unit });
        Ok(())
    }
}

impl Play<'_> {
    /// 4.1.4 A unit too many is eliminated, like one lost in combat (11.9.4).
    pub fn remove(&mut self, side: Side, unit: Unit, after: After) {
        self.note(rule!("4.1.4"), Event::Removed { unit });
        let was_full = !self.look().is_reduced(unit);
        self.eliminate(unit);
        self.return_half(unit, was_full);
        if self.look().overstacked(side).is_empty() {
            self.close_overstack(side, after);
        }
    }
}
