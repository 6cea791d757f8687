//! Which clicks make up the act of one unit, and how it stands: what orders are planned by.

use board::Member;
use kernel::Stand;

use crate::{
    action::Action,
    sequence::Step,
    state::{Look, Place},
    tables::Unit,
};

impl Look<'_> {
    /// The unit whose act an action belongs to: the one that sets out, or the first of the column under way.
    pub fn actor(self, action: Action) -> Option<u16> {
        let unit = match (self.s.step, action) {
            (Step::Column { column, .. }, _) => column.units.into_iter().next()?,
            (
                _,
                Action::Move { unit, .. }
                | Action::Sail { unit, .. }
                | Action::Rail { unit, .. }
                | Action::Upgrade { unit },
            ) => unit,
            _ => return None,
        };
        Some(unit.index() as u16)
    }

    /// Where a unit is, and with whom it is under way; the activations that its side has used.
    pub fn stand(self, unit: u16) -> Option<Stand> {
        let unit = Unit::at(usize::from(unit));
        let place = match self.s.place[unit.index()] {
            Place::On(space) => u64::from(space),
            Place::Pool => 1 << 8,
            Place::Off => 2 << 8,
        };
        let mut place = place | u64::from(self.s.upgraded.contains(unit)) << 16;
        if let Step::Column { column, .. } = self.s.step {
            for other in column.units {
                place = place.rotate_left(7) ^ (other.index() as u64) << 20;
            }
        }
        let spent = u32::from(self.s.used[0]) + u32::from(self.s.used[1]);
        Some(Stand { place, may: 0, spent })
    }
}
