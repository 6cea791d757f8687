//! 7.0 Occupation and control.

use board::{Member, Space};
use kernel::rule;

use crate::{
    event::Event,
    state::{Look, Place, Play, Post},
    tables::{Leader, Side, Spaces, Unit},
};

impl Look<'_> {
    pub fn controls(self, side: Side, space: Space) -> bool {
        self.s.soviet.contains(space) == (side == Side::Soviet)
    }

    /// The locations a side controls.
    pub fn controlled(self, side: Side) -> Spaces {
        match side {
            Side::Soviet => self.s.soviet,
            Side::Axis => self.t.graph.all() - self.s.soviet,
        }
    }

    /// 7.3.1 An Area is contested while it holds units of both sides.
    pub fn contested(self) -> Spaces {
        self.s.occupied[0] & self.s.occupied[1]
    }

    /// 7.4.1 An Area is Vacant for a side when it holds no enemy unit.
    pub fn vacant(self, side: Side, space: Space) -> bool {
        !self.occupied(side.enemy()).contains(space)
    }

    /// 7.1.1 At most three units of each side in an Area.
    /// 7.1.2 The limit holds at every moment.
    /// 7.1.3 A Zone holds any number.
    pub fn has_room(self, side: Side, space: Space) -> bool {
        self.room(side, space) > 0
    }

    /// How many more units of a side find room in a location.
    pub fn room(self, side: Side, space: Space) -> usize {
        if self.t.is_zone(space) {
            return usize::MAX;
        }
        let most = usize::from(self.t.charts.stacking.units_per_side);
        most.saturating_sub(self.units(side, space).len())
    }
}

impl Play<'_> {
    /// Puts a unit on the map and lets everything follow that its coming brings.
    pub fn enter(&mut self, unit: Unit, to: Space) {
        let from = self.look().at(unit);
        self.put(unit, Place::On(to.0 as u8));
        self.settle_control(to);
        if let Some(from) = from {
            self.settle_control(from);
        }
        self.catch_leaders(self.look().side(unit), to);
    }

    /// 7.2.2 Control changes at the instant a side is alone in an Area that the other controls.
    /// 7.2.3 A contested or empty Area keeps its controller.
    pub fn settle_control(&mut self, space: Space) {
        let soviet = self.s.occupied[1].contains(space);
        let axis = self.s.occupied[0].contains(space);
        if axis && self.s.partisans.remove(space) {
            self.note(rule!("17.1.3"), Event::PartisansGone { at: space });
        }
        if axis == soviet || self.s.soviet.contains(space) == soviet {
            return;
        }
        let side = if soviet { Side::Soviet } else { Side::Axis };
        self.set_control(side, space);
        self.note(rule!("7.2.2"), Event::Control { space, side });
    }

    /// 17.2.4 A Security marker goes when the Area becomes Soviet-controlled.
    /// 17.1.3 So do partisans.
    pub fn set_control(&mut self, side: Side, space: Space) {
        match side {
            Side::Axis => {
                self.s.soviet.remove(space);
            }
            Side::Soviet => {
                self.s.soviet.insert(space);
                if self.s.security.remove(space) {
                    self.note(rule!("17.2.4"), Event::SecurityGone { at: space });
                }
                if self.s.partisans.remove(space) {
                    self.note(rule!("17.1.3"), Event::PartisansGone { at: space });
                }
            }
        }
    }

    /// 9.6.3 Leaders without a friendly unit are removed when an enemy unit enters their Area.
    fn catch_leaders(&mut self, comer: Side, space: Space) {
        self.catch_forsaken(comer.enemy(), space);
    }

    /// 9.6.3 Our reading: the same befalls Leaders whom their last unit has left behind among enemies, when the impulse
    /// ends.
    pub fn sweep_forsaken(&mut self) {
        let side = self.s.impulse.side;
        for space in self.s.impulse.contested & self.s.occupied[side.enemy().index()] {
            self.catch_forsaken(side, space);
        }
    }

    fn catch_forsaken(&mut self, side: Side, space: Space) {
        if self.s.officers[space.index()].is_empty() || self.s.occupied[side.index()].contains(space) {
            return;
        }
        for leader in self.look().leaders(side, space) {
            self.note(rule!("9.6.3"), Event::LeaderCaught { leader });
            self.put_on_track(leader);
        }
    }

    /// 10.5.2 A removed Leader goes on the Turn Track, on the next turn; after the last turn he does not return.
    pub fn put_on_track(&mut self, leader: Leader) {
        let turn = self.s.turn + 1;
        if turn > self.t.scenario.scenario.turns {
            self.note(rule!("10.5.2"), Event::LeaderGone { leader });
            return self.post(leader, Post::Out);
        }
        self.note(rule!("10.5.2"), Event::LeaderOnTrack { leader, turn });
        self.post(leader, Post::Track(turn));
    }

    /// Takes a unit off the map for good or until it is rebuilt.
    pub fn eliminate(&mut self, unit: Unit) {
        let at = self.look().at(unit);
        self.put(unit, Place::Eliminated);
        self.s.reduced.remove(unit);
        for level in &mut self.s.activity {
            level.remove(unit);
        }
        if let Some(space) = at {
            self.settle_control(space);
        }
    }

    pub fn set_activity(&mut self, unit: Unit, level: u8) {
        for (i, set) in self.s.activity.iter_mut().enumerate() {
            if usize::from(level) > i {
                set.insert(unit);
            } else {
                set.remove(unit);
            }
        }
    }

    /// The location of a unit that is known to be on the map.
    pub fn where_is(&self, unit: Unit) -> Space {
        self.look().at(unit).expect("the unit is on the map")
    }

    /// The impulse remembers where a unit came from (10.7).
    pub fn remember_origin(&mut self, unit: Unit, from: Space) {
        self.s.impulse.from[unit.index()] = from.0 as u8;
    }
}
