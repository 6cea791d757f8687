//! Which clicks make up the act of one unit, and how it stands: what orders are planned by.

use board::Member;
use kernel::Stand;

use crate::{action::Action, sequence::Step, state::Look, tables::Unit};

impl Look<'_> {
    /// The unit whose act an action belongs to: the one that the step is about, or the one that the action names.
    pub fn actor(self, action: Action) -> Option<u16> {
        let unit = match (self.s.step, action) {
            (
                Step::Passing { unit, .. }
                | Step::Ride { unit, .. }
                | Step::Flight { unit, .. }
                | Step::Split { unit, .. }
                | Step::Swap { unit, .. }
                | Step::Enter { unit, .. }
                | Step::LeaderRefuge { leader: unit },
                _,
            ) => unit,
            (
                _,
                Action::Place { unit, .. }
                | Action::Convert { unit, .. }
                | Action::Move { unit, .. }
                | Action::Entrain { unit }
                | Action::Fly { unit }
                | Action::Break { unit }
                | Action::Swap { unit }
                | Action::Buy { unit, .. }
                | Action::Retreat { unit, .. }
                | Action::Follow { unit, .. }
                | Action::Advance { unit, .. },
            ) => unit,
            _ => return None,
        };
        Some(u16::from(unit.0))
    }

    /// Where a unit is and whether it may still move; the operations points that its side has spent, and its movement points.
    pub fn stand(self, unit: u16) -> Option<Stand> {
        let unit = Unit(unit as u8);
        let place = self.place(unit).index() as u64;
        let may = u8::from(self.s.railed.contains(unit));
        let ops = u8::MAX - self.s.ops[self.side(unit) as usize];
        let points = u8::MAX - self.s.points[unit.index()];
        Some(Stand { place, may, spent: u32::from(ops) << 8 | u32::from(points) })
    }
}
