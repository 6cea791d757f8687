//! 6.0 Occupation and control.

use board::Space;
use kernel::rule;

use crate::{
    event::Event,
    state::{Look, Play},
    tables::{Side, Spaces, Unit},
};

/// Where one more unit fits.
#[derive(Clone, Copy)]
pub struct Rooms {
    /// Room for any unit.
    any: Spaces,
    /// Room for armor or headquarters.
    special: Spaces,
}

impl Rooms {
    pub fn of(self, look: Look<'_>, unit: Unit) -> Spaces {
        if look.t.plain.contains(unit) { self.any } else { self.special }
    }
}

impl Look<'_> {
    /// 6.1.1 Four units of a side to an Area; the fourth must be armor or headquarters. 6.1.2 Markers never count.
    ///
    /// 6.1.4 Zones hold any number.
    pub fn has_room(self, unit: Unit, space: Space) -> bool {
        if self.t.is_zone(space) {
            return true;
        }
        let here = self.units(self.side(unit), space);
        let stacking = &self.t.charts.stacking;
        let plain = (here & self.t.plain).len() + usize::from(self.t.plain.contains(unit));
        here.len() < usize::from(stacking.max_units) && plain <= usize::from(stacking.max_plain)
    }

    /// The spaces of a set that have room for one more unit of a side: for any unit, and for armor or headquarters
    /// alone (6.1.1).
    pub fn rooms(self, side: Side, among: Spaces) -> Rooms {
        let stacking = &self.t.charts.stacking;
        let mut rooms = Rooms { any: among, special: among };
        for space in among & self.t.areas & self.occupied(side) {
            let here = self.units(side, space);
            if here.len() >= usize::from(stacking.max_units) {
                rooms.any.remove(space);
                rooms.special.remove(space);
            } else if (here & self.t.plain).len() >= usize::from(stacking.max_plain) {
                rooms.any.remove(space);
            }
        }
        rooms
    }

    /// Who controls a space: always exactly one side (6.2.1).
    pub fn controls(self, side: Side, space: Space) -> bool {
        self.s.soviet.contains(space) == (side == Side::Soviet)
    }

    /// Every space that a side controls.
    pub fn controlled(self, side: Side) -> Spaces {
        match side {
            Side::German => self.t.graph.all() - self.s.soviet,
            Side::Soviet => self.s.soviet,
        }
    }

    /// 6.3.1 Contested: ground units of both sides are there.
    pub fn contested(self) -> Spaces {
        self.s.occupied[0] & self.s.occupied[1]
    }

    /// 6.4 Vacant for a side: no enemy ground unit; friends and control do not matter.
    pub fn vacant(self, side: Side, space: Space) -> bool {
        !self.occupied(side.enemy()).contains(space)
    }

    /// 6.5 Free for a side: no ground unit of either side, and the side controls it.
    ///
    /// Taken literally: an Area with a friendly unit is vacant, not free. It matters in 12.2.5 alone.
    pub fn free(self, side: Side, space: Space) -> bool {
        self.s.here[space.index()].is_empty() && self.controls(side, space)
    }
}

impl Play<'_> {
    /// 6.2.2 Control changes the instant one side is alone in a space the other controls, and never otherwise.
    ///
    /// 6.2.3 Passing through is enough: every step of a march settles the space it enters.
    /// 6.3.2 Entering an enemy-occupied space changes nothing.
    pub fn settle_control(&mut self, space: Space) {
        let [german, soviet] = self.s.occupied.map(|occupied| occupied.contains(space));
        let side = match (german, soviet) {
            (true, false) => Side::German,
            (false, true) => Side::Soviet,
            _ => return,
        };
        if self.look().controls(side, space) {
            return;
        }
        match side {
            Side::German => self.s.soviet.remove(space),
            Side::Soviet => self.s.soviet.insert(space),
        };
        self.note(rule!("6.2.2"), Event::Control { space, side });
    }
}
