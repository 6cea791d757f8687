//! Which clicks make up the act of one unit, and how it stands: what orders are planned by.

use board::Member;
use kernel::Stand;

use crate::{
    action::Action,
    sequence::Step,
    state::{Look, Place, Post},
    tables::{Leader, UNITS, Unit},
};

impl Look<'_> {
    /// The unit whose act an action belongs to; Leaders are numbered after the units.
    pub fn actor(self, action: Action) -> Option<u16> {
        let number = match (self.s.step, action) {
            (Step::RedeployTo { transfer }, _) => transfer.unit.index(),
            (
                _,
                Action::Restore { unit }
                | Action::Rebuild { unit, .. }
                | Action::Redeploy { unit }
                | Action::Move { unit, .. }
                | Action::Retreat { unit, .. },
            ) => unit.index(),
            (_, Action::Leader { leader, .. } | Action::Walk { leader, .. }) => UNITS + leader.index(),
            _ => return None,
        };
        Some(number as u16)
    }

    /// Where a unit or Leader is; how far it has gone in this impulse.
    pub fn stand(self, number: u16) -> Option<Stand> {
        let number = usize::from(number);
        if let Some(leader) = number.checked_sub(UNITS) {
            let place = match self.s.officer[Leader::at(leader).index()] {
                Post::On(space) => u64::from(space),
                Post::Waiting => 1 << 8,
                Post::Track(turn) => 2 << 8 | u64::from(turn),
                Post::Out => 3 << 8,
            };
            return Some(Stand { place, may: 0, spent: 0 });
        }
        let unit = Unit::at(number);
        let place = match self.place(unit) {
            Place::On(space) => u64::from(space),
            Place::Waiting => 1 << 8,
            Place::Eliminated => 2 << 8,
        };
        let place = place | u64::from(self.is_reduced(unit)) << 16;
        let spent = self.s.impulse.steps.iter().filter(|made| made.contains(unit)).count() as u32;
        Some(Stand { place, may: 0, spent })
    }
}
