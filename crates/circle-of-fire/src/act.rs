//! Which clicks make up the act of one unit, and how it stands: what orders are planned by.

use kernel::Stand;

use crate::{
    action::Action,
    sequence::Step,
    state::{Look, Place},
    tables::Unit,
};

impl Look<'_> {
    /// The unit whose act an action belongs to.
    pub fn actor(self, action: Action) -> Option<u16> {
        let unit = match action {
            Action::Place { unit, .. }
            | Action::Take { unit, .. }
            | Action::TakeGun { unit }
            | Action::Delay { unit }
            | Action::BeginInfiltrate { unit }
            | Action::Move { unit, .. }
            | Action::Retreat { unit, .. }
            | Action::Redeploy { unit, .. }
            | Action::Bombard { gun: unit, .. } => unit,
            Action::Stop => self.mover()?,
            _ => return None,
        };
        Some(u16::from(unit.0))
    }

    /// Where a unit is, and whether it may still go on; what it has left.
    pub fn stand(self, unit: u16) -> Option<Stand> {
        let unit = Unit(unit as u8);
        let place = match self.place(unit) {
            Place::On(space) => u64::from(space),
            Place::Waiting => 1 << 8,
            Place::Delayed => 2 << 8,
            Place::Eliminated => 3 << 8,
            Place::Permanent => 4 << 8,
            Place::Artillery => 5 << 8 | u64::from(self.is_committed(unit)),
        };
        let Step::Moving { march } = self.s.step else { return Some(Stand { place, may: 0, spent: 0 }) };
        let on = march.mover.filter(|mover| mover.unit == unit);
        let may = u8::from(march.movers.contains(unit)) | u8::from(on.is_some()) << 1;
        Some(Stand { place, may, spent: on.map_or(0, |mover| u32::from(u8::MAX - mover.left)) })
    }

    fn mover(self) -> Option<Unit> {
        match self.s.step {
            Step::Moving { march } => march.mover.map(|mover| mover.unit),
            _ => None,
        }
    }
}
