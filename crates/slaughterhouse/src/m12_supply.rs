//! 12.0 Supply and isolation.

use board::Space;
use kernel::rule;

use crate::{
    event::Event,
    state::{Look, Play},
    tables::{Nation, SPACES, Side, Spaces, Unit, Units, beside, flood, members},
};

impl Look<'_> {
    /// 12.2 Areas that a supply path may pass: under its side's control and without enemy units, for the Axis none with
    /// partisans.
    pub fn supply_ground(self, side: Side) -> Spaces {
        let barred = if side == Side::Axis { self.s.partisans } else { Spaces::empty() };
        (self.t.areas & self.controlled(side)) - self.occupied(side.enemy()) - barred
    }

    /// Everything that paths from these Zones reach, the last step into a unit's own Area included.
    fn cover(self, side: Side, zones: Spaces) -> Spaces {
        let net = flood(&self.t.next.foot, zones, self.supply_ground(side) | zones);
        net | beside(&self.t.next.foot, net)
    }

    /// 12.2 Where units of a side are supplied. Finns trace to Finland, all other Axis units to Germany, Hungary or
    /// Rumania: the second set is the Finns'.
    pub fn supply_cover(self, side: Side) -> [Spaces; 2] {
        let finland = self.t.zones_of(Nation::Fi);
        match side {
            Side::Axis => {
                let main = self.cover(side, self.t.own_zones[0] - finland);
                // Nobody else may be where the Finns are (9.4.7), so their own net is seldom asked for.
                let finns = self.occupied(side) & self.t.finnish;
                let north = if finns.is_empty() { finland } else { self.cover(side, finland) };
                [main, north]
            }
            Side::Soviet => {
                // Soviet-controlled ports and the great cities are always supplied.
                let own = self.t.ports & self.s.soviet;
                [self.cover(side, self.t.own_zones[1]) | own; 2]
            }
        }
    }

    pub fn is_covered(self, unit: Unit, at: Space, cover: &[Spaces; 2]) -> bool {
        let set = if self.t.finns.contains(unit) { &cover[1] } else { &cover[0] };
        self.t.is_zone(at) || set.contains(at)
    }

    /// 12.2 Whether a unit on the map is supplied.
    pub fn supplied(self, unit: Unit) -> bool {
        self.at(unit).is_some_and(|at| self.is_covered(unit, at, &self.supply_cover(self.side(unit))))
    }

    /// The units of both sides that are not.
    pub fn isolated(self) -> Units {
        // Nobody else may be where the Finns are (9.4.7).
        let (axis, finns) = (self.occupied(Side::Axis) & self.t.areas, self.t.finnish);
        let soviets = (self.occupied(Side::Soviet) & self.t.areas) - (self.t.ports & self.s.soviet);
        let finland = self.t.zones_of(Nation::Fi);
        let ground = self.supply_ground(Side::Axis);
        self.cut_off(Side::Axis, axis - finns, self.t.own_zones[0] - finland, ground, &self.t.supply_lines[0])
            | self.cut_off(Side::Axis, axis & finns, finland, ground, &self.t.supply_lines[1])
            | self.cut_off(
                Side::Soviet,
                soviets,
                self.t.own_zones[1],
                self.supply_ground(Side::Soviet),
                &self.t.supply_lines[2],
            )
    }

    /// The units in these Areas without a path over this ground to these Zones. Most have the shortest one; only for the
    /// others a search begins, and it ends at the paths already found.
    fn cut_off(
        self,
        side: Side,
        areas: Spaces,
        zones: Spaces,
        ground: Spaces,
        lines: &[Spaces; SPACES],
    ) -> Units {
        let mut net = zones;
        let mut doubtful = Spaces::empty();
        for area in members(areas) {
            let line = lines[area.index()];
            if (line - ground).is_empty() {
                net |= line;
            } else {
                doubtful.insert(area);
            }
        }
        let mut units = Units::empty();
        for area in members(doubtful) {
            if !self.reaches(area, net, ground) {
                units |= self.units(side, area);
            }
        }
        units
    }

    /// Whether a path from an Area, over this ground, meets a net.
    fn reaches(self, area: Space, net: Spaces, ground: Spaces) -> bool {
        let mut seen = Spaces::empty();
        let mut next = self.t.next.foot[area.index()];
        while (next & net).is_empty() {
            let rim = (next & ground) - seen;
            if rim.is_empty() {
                return false;
            }
            seen |= rim;
            next = beside(&self.t.next.foot, rim);
        }
        true
    }
}

impl Play<'_> {
    /// 12.3 In the End Phase every unit without supply loses a step; all are judged first. 10.5.2 Leaders left alone
    /// are removed.
    pub fn isolate(&mut self) {
        let isolated = self.look().isolated();
        let mut places = Spaces::empty();
        for unit in isolated {
            self.note(rule!("12.3"), Event::Isolated { unit });
            places.insert(self.where_is(unit));
            if self.s.reduced.contains(unit) {
                self.note(rule!("12.3"), Event::Eliminated { unit });
                self.eliminate(unit);
            } else {
                self.note(rule!("12.3"), Event::Reduced { unit });
                self.s.reduced.insert(unit);
            }
        }
        for space in places {
            for side in Side::BOTH {
                if !self.look().occupied(side).contains(space) {
                    for leader in self.look().leaders(side, space) {
                        self.put_on_track(leader);
                    }
                }
            }
        }
    }
}
