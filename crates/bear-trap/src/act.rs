//! Which clicks make up the act of one unit, and how it stands: what orders are planned by.

use board::Member;
use kernel::Stand;

use crate::{action::Action, sequence::Step, state::Look, tables::Unit};

impl Look<'_> {
    /// The unit whose act an action belongs to: the one being placed, entering or active, or the one that is called.
    pub fn actor(self, action: Action) -> Option<u16> {
        let unit = match (self.s.step, action) {
            (Step::Active { active }, _) => active.unit,
            (Step::Entry { unit, .. } | Step::PlaceHex { unit, .. } | Step::PlaceFacing { unit, .. }, _) => {
                unit
            }
            (_, Action::Select { unit } | Action::Enter { unit } | Action::Bring { unit }) => unit,
            _ => return None,
        };
        Some(u16::from(unit.0))
    }

    /// Where a unit is and which way it faces, whom it carries, and where those are whom it has put down; the movement it has
    /// spent.
    pub fn stand(self, unit: u16) -> Option<Stand> {
        let unit = Unit(unit as u8);
        let mut place =
            u64::from(self.s.place[unit.index()].number()) << 3 | self.s.facing[unit.index()].index() as u64;
        for rider in self.s.cargo[unit.index()] {
            place = place << 8 | u64::from(rider);
        }
        for other in self.s.put_down {
            let there = u64::from(self.s.place[other.index()].number());
            place = place.rotate_left(16) ^ (u64::from(other.0) << 12 | there);
        }
        let (may, spent) = match self.s.step {
            Step::Active { active } if active.unit == unit => (1, u32::from(active.spent)),
            _ => (0, 0),
        };
        Some(Stand { place, may, spent })
    }
}
