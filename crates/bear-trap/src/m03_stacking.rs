//! 3.1 Stacking, and 3.1.4 who shares a hex with whom.

use board::Space;

use crate::{
    sequence::Active,
    state::{Level, Look},
    tables::{Side, Unit},
};

/// A change of places that is being thought through: a unit that gets in, a unit that gets off somewhere.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Shift {
    pub gone: Option<Unit>,
    pub came: Option<Space>,
}

impl Look<'_> {
    /// 3.1.1 Three Chechen combat units to a level.
    /// 3.1.2 Four Russian ones; whoever rides in an APC does not count.
    /// 3.1.3 Leaders and snipers never count, and of
    /// the units of a side in a hex one may be a vehicle. 3.1 Whether the unit could stop there.
    pub fn room(self, unit: Unit, space: Space, level: Level) -> bool {
        self.room_after(unit, space, level, Shift::default())
    }

    /// The same after a change of places.
    pub fn room_after(self, unit: Unit, space: Space, level: Level, shift: Shift) -> bool {
        if !self.t.stacks.contains(unit) {
            return true;
        }
        let side = self.side(unit);
        let came = u8::from(shift.came == Some(space) && level == Level::Ground);
        if !self.s.occupied[side.index()].contains(space) && came == 0 {
            return true;
        }
        let of = self.t.of[side.index()] & self.t.stacks;
        let vehicle = self.t.vehicles.contains(unit);
        let (mut count, mut vehicles) = (came, 0);
        for it in self.here(space) {
            if it == unit || !of.contains(it) || shift.gone == Some(it) {
                continue;
            }
            count += u8::from(self.level(it) == level);
            vehicles += u8::from(vehicle && self.t.vehicles.contains(it));
        }
        count < self.stacking_limit(side) && (!vehicle || vehicles < self.t.charts.stacking.vehicles)
    }

    pub fn stacking_limit(self, side: Side) -> u8 {
        match side {
            Side::Russian => self.t.charts.stacking.russian,
            Side::Chechen => self.t.charts.stacking.chechen,
        }
    }

    /// 3.1.3 A unit stops within the limit. Our reading: one that has not left its place may always stay, and so may
    /// one that interdiction halts.
    pub fn may_stop(self, active: &Active) -> bool {
        let Some((space, level)) = self.spot(active.unit) else { return true };
        !active.left || active.halted || self.room(active.unit, space, level)
    }

    /// 3.1.4 Hostile units do not share a level of a hex.
    /// 5.1.4, 8.8 Whether enemies keep a foot unit off this level; snipers alone do not.
    pub fn barred(self, side: Side, space: Space, level: Level) -> bool {
        let enemy = side.enemy();
        if !self.s.occupied[enemy.index()].contains(space) {
            return false;
        }
        let of = self.t.of[enemy.index()] - self.t.snipers;
        self.here(space).any(|it| of.contains(it) && self.level(it) == level)
    }
}
