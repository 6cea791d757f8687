//! Module 4: movement.

use board::{Member, Space};
use kernel::rule;

use crate::{
    action::Action,
    event::Event,
    refusal::{Answer, Refusal, ensure},
    state::{Look, Play},
    tables::{Side, Unit},
};

impl Look<'_> {
    pub fn legal_moves(self, side: Side, out: &mut Vec<Action>) {
        for unit in self.left(side) {
            let spaces = self.t.graph.spaces().filter(|&to| self.refuse_move(side, unit, to).is_ok());
            out.extend(spaces.map(|to| Action::Move { unit, to }));
        }
    }

    /// 4.1 A unit moves to a neighbour.
    /// 4.2 Enemies bar the way.
    pub fn refuse_move(self, side: Side, unit: Unit, to: Space) -> Answer {
        self.refuse_neighbour(side, unit, to)?;
        ensure!(self.units(side.enemy(), to).is_empty(), Refusal::EnemyThere { to });
        Ok(())
    }

    /// 4.1 What a unit of a side can reach from where it stands.
    pub fn refuse_neighbour(self, side: Side, unit: Unit, to: Space) -> Answer {
        ensure!(self.t.counter(unit).side == side, Refusal::NotYours { unit });
        let Some(from) = self.at(unit) else { return Err(Refusal::NotYours { unit }) };
        ensure!(self.t.graph.neighbours(from).contains(to), Refusal::NoNeighbour { unit, to });
        Ok(())
    }
}

impl Play<'_> {
    /// 4.1 The unit goes there.
    pub fn move_unit(&mut self, side: Side, unit: Unit, to: Space) {
        let from = self.look().at(unit).expect("it stands on the map");
        self.s.place[unit.index()] = Some(to);
        self.note(rule!("4.1"), Event::Moved { unit, from, to });
        self.close_action(side);
    }

    /// 3.1 Nothing is done.
    pub fn pass(&mut self, side: Side) {
        self.note(rule!("3.1"), Event::Passed { side });
        self.close_action(side);
    }
}
