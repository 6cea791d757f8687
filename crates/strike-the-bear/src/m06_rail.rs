//! 6.4 Strategic movement by rail, and the conversion of Soviet track.

use board::{Member, Space};
use kernel::rule;

use crate::{
    action::Action,
    event::Event,
    refusal::{Refusal, ensure},
    sequence::{Phase, Step},
    state::{Look, Play},
    tables::{Class, RAIL_PARTISAN, Side, Spaces, Unit, Units},
};

impl Look<'_> {
    /// 6.4.2 Rails that were not converted are Soviet.
    pub fn soviet_track(self) -> Spaces {
        self.t.map.rail - self.s.converted
    }

    /// 8.1.1 Where partisans cut the rail.
    pub fn rail_cut(self) -> Option<Space> {
        self.at(RAIL_PARTISAN)
    }

    /// Rail areas that work for a side: of its gauge, free of enemy units.
    /// 6.4.1 The Axis uses converted track without partisans.
    /// 6.4.2a The Soviets use the rest, where no Luftwaffe unit cuts it.
    /// 6.4.2b Nor do their trains run there.
    pub fn working(self, side: Side) -> Spaces {
        let mut track = self.uncut_track(side);
        track -= self.hostile(side);
        track
    }

    /// Track of a side's gauge that neither partisans nor the Luftwaffe cut.
    pub fn uncut_track(self, side: Side) -> Spaces {
        match side {
            Side::Axis => {
                let mut track = self.s.converted & self.t.map.rail;
                if let Some(cut) = self.rail_cut() {
                    track.remove(cut);
                }
                track
            }
            Side::Soviet => self.soviet_track() - self.luftwaffe_areas(),
        }
    }

    /// 11.5.3 Working rail linked to the friendly edge.
    pub fn net(self, side: Side) -> Spaces {
        self.t.map.rail_flood(self.t.map.exits[side.index()], self.working(side))
    }

    /// Where a unit could ride to.
    pub fn stations(self, unit: Unit) -> Spaces {
        let Some(from) = self.at(unit) else { return Spaces::empty() };
        let mut stations = self.t.map.rail_flood(Spaces::one(from), self.s.train_stops);
        for rider in self.riders(unit) {
            stations &= self.open_to(rider);
        }
        stations.remove(from);
        stations
    }

    /// 6.3.4 A leader rides with those he takes along, everybody else alone.
    fn riders(self, unit: Unit) -> Units {
        let leader = self.class(unit) == Class::Leader;
        Units::one(unit) | if leader { self.party(unit) } else { Units::empty() }
    }

    /// 6.4 Riding.
    /// 6.4.3a The capacity is that of a whole turn.
    /// 6.4.3b Each unit rides once.
    /// 6.4.4b Disrupted trucks and leaders lack the points.
    /// 6.4.4c So does infantry in mud and snow.
    /// 6.3.3 Armor that moves only with a leader rides only with him too.
    /// 6.4.5 Nobody boards where the enemy is.
    pub fn refuse_entrain(self, side: Side, phase: Phase, unit: Unit) -> Result<(), Refusal> {
        self.refuse_mover(side, phase, unit)?;
        let riders = self.riders(unit);
        let places = usize::from(self.s.rail_left[side.index()]);
        ensure!(riders.len() <= places, Refusal::NoTrains { side });
        for rider in riders {
            ensure!(!self.s.railed.contains(rider), Refusal::RodeBefore { unit: rider });
            let (cost, left) = (self.t.charts.rail.cost, self.s.points[rider.index()]);
            ensure!(left >= cost, Refusal::TooWeakToRide { unit: rider, cost, left });
        }
        ensure!(!self.needs_leader(unit), Refusal::NeedsLeader { unit });
        let from = self.at(unit).ok_or(Refusal::NotOnMap { unit })?;
        ensure!(!self.is_hostile(side, from), Refusal::EnemyThere { space: from });
        ensure!(self.s.train_stops.contains(from), Refusal::NoRailThere { side, space: from });
        ensure!(!self.stations(unit).is_empty(), Refusal::NowhereToRide { unit });
        Ok(())
    }

    /// 6.4.5 Nor does anybody get off there.
    pub fn refuse_station(self, side: Side, unit: Unit, to: Space) -> Result<(), Refusal> {
        if self.stations(unit).contains(to) {
            return Ok(());
        }
        let from = self.at(unit).ok_or(Refusal::NotOnMap { unit })?;
        ensure!(!self.is_hostile(side, to), Refusal::EnemyThere { space: to });
        let linked = self.t.map.rail_flood(Spaces::one(from), self.s.train_stops);
        ensure!(linked.contains(to), Refusal::NoLineOfRail { side, from, to });
        for rider in self.riders(unit) {
            ensure!(self.open_to(rider).contains(to), Refusal::NoDiamond { unit: rider, space: to });
        }
        Err(Refusal::NoLineOfRail { side, from, to })
    }

    /// Who may board a train now, of those that may move without a leader.
    pub fn legal_trains(self, side: Side, able: Units, out: &mut Vec<Action>) {
        let places = usize::from(self.s.rail_left[side.index()]);
        if places == 0 {
            return;
        }
        let cost = self.t.charts.rail.cost;
        let leaders = self.t.leaders[side.index()];
        for unit in able - self.s.railed {
            let Some(from) = self.at(unit) else { continue };
            if self.s.points[unit.index()] < cost || !self.s.train_stops.contains(from) {
                continue;
            }
            if leaders.contains(unit) && !self.party(unit).is_empty() {
                let riders = self.riders(unit);
                let fresh = |rider: Unit| self.s.points[rider.index()] >= cost;
                if riders.len() > places || !(riders & self.s.railed).is_empty() || !riders.iter().all(fresh)
                {
                    continue;
                }
            }
            if self.has_station(unit, from) {
                out.push(Action::Entrain { unit });
            }
        }
    }

    /// Whether a train takes somebody anywhere: mostly to the next area of the line.
    fn has_station(self, unit: Unit, from: Space) -> bool {
        let alone = self.class(unit) != Class::Leader || self.party(unit).is_empty();
        let next = self.t.map.rail_links[from.index()] & self.s.train_stops & self.open_to(unit);
        alone && !next.is_empty() || !self.stations(unit).is_empty()
    }

    /// 6.4.1a A marker advances along a rail, generally eastward, to an ox occupied by friends, if the line from there
    /// runs back to the west edge.
    /// 6.4.1b Not in heavy snow.
    /// 6.4.1c Partisans behind it stop it.
    pub fn refuse_convert(self, unit: Unit, to: Space) -> Result<(), Refusal> {
        ensure!(self.t.rail_markers.contains(unit), Refusal::NoRailMarker { unit });
        let effect = self.t.charts.weather.effect(self.s.weather);
        ensure!(!effect.rail_immobile, Refusal::RailFrozen {});
        ensure!(!self.s.moved.contains(unit), Refusal::AdvancedBefore { unit });
        let from = self.at(unit).ok_or(Refusal::NotOnMap { unit })?;
        let map = &self.t.map;
        ensure!(map.is_ox(to), Refusal::MarkerInDiamond { space: to });
        let (west, east) = (map.centre[from.index()].0, map.centre[to.index()].0);
        let through = map.rail_links[from.index()] & map.rail_links[to.index()] & map.diamonds;
        let direct = map.rail_links[from.index()].contains(to);
        ensure!(from != to && (direct || !through.is_empty()), Refusal::NotAlongRail { from, to });
        ensure!(east >= west, Refusal::NotEastward { to });
        ensure!(self.occupied(Side::Axis).contains(to), Refusal::NoFriends { space: to });
        let hostile = self.hostile(Side::Axis);
        ensure!(!hostile.contains(to), Refusal::EnemyOnRail { space: to });
        let net = self.net(Side::Axis);
        ensure!(self.rail_cut() != Some(to), Refusal::PartisansBehind { space: to });
        let linked = |space: Space| !(map.rail_links[space.index()] & net).is_empty();
        let home = direct && (map.exits[0].contains(to) || linked(to))
            || (through - hostile)
                .iter()
                .any(|diamond| linked(diamond) || linked(to) || net.contains(diamond));
        if home {
            return Ok(());
        }
        // Without the partisans the line might be whole: then it is they who stop the marker.
        let whole = map.rail_flood(map.exits[0], (self.s.converted & map.rail) - hostile);
        let near = map.rail_links[to.index()]
            | (through - hostile)
                .iter()
                .fold(Spaces::empty(), |all, diamond| all | map.rail_links[diamond.index()]);
        let cut = self.rail_cut().is_some_and(|cut| whole.contains(cut)) && !(near & whole).is_empty();
        Err(if cut { Refusal::PartisansBehind { space: to } } else { Refusal::LineCut { space: to } })
    }

    pub fn legal_conversions(self, out: &mut Vec<Action>) {
        for unit in self.t.rail_markers - self.s.moved {
            let Some(from) = self.at(unit) else { continue };
            let near = self.t.map.graph.within(from, 2) & self.t.map.oxes & self.occupied(Side::Axis);
            for to in near & self.t.map.rail {
                if self.refuse_convert(unit, to).is_ok() {
                    out.push(Action::Convert { unit, to });
                }
            }
        }
    }
}

impl Play<'_> {
    /// 6.4 The train waits for where it stops.
    pub fn open_ride(&mut self, side: Side, phase: Phase, unit: Unit) {
        self.go(Step::Ride { side, phase, unit });
    }

    /// 6.4.5 Rail areas where trains of the moving side run and may be boarded and left: an area away from the enemy is
    /// any that he is not in. What he occupies stays as it is in one's own movement; track changes by conversion and by
    /// partisans driven off.
    pub fn refresh_trains(&mut self, side: Side) {
        self.s.train_stops = self.look().working(side);
    }

    /// 6.4.3 One rail move of three for each unit that rides.
    /// 6.4.4 One point to board, one to get off.
    /// 6.4.4a Nobody stays aboard.
    pub fn ride(&mut self, side: Side, phase: Phase, unit: Unit, to: Space) {
        self.count_redeployed(side, phase, unit);
        let from = self.look().at(unit).unwrap_or(to);
        for rider in self.look().riders(unit) {
            self.s.points[rider.index()] -= self.t.charts.rail.cost;
            self.s.rail_left[side.index()] -= 1;
            self.s.railed.insert(rider);
            self.s.moved.insert(rider);
            self.note(rule!("6.4"), Event::Rode { unit: rider, from, to });
            self.put_on(rider, to);
        }
        if side == Side::Axis {
            self.check_garrison();
        }
        self.open_movement(side, phase);
    }

    /// 6.4.1a The ox is converted, and every rail diamond between two converted oxes with it.
    /// 6.4.1d For good: nothing takes markers or track back.
    pub fn convert(&mut self, unit: Unit, to: Space) {
        let from = self.look().at(unit).unwrap_or(to);
        self.put(unit, crate::state::Place::on(to));
        self.s.moved.insert(unit);
        self.note(rule!("6.4.1a"), Event::Converted { unit, from, to });
        self.lay_track(Spaces::one(to));
        self.refresh_trains(Side::Axis);
    }

    /// 6.4.1a A rail diamond counts as converted while two oxes linked to it are.
    pub fn lay_track(&mut self, oxes: Spaces) {
        self.s.converted |= oxes & self.t.map.oxes;
        let converted = self.s.converted & self.t.map.oxes;
        for diamond in self.t.map.diamonds & self.t.map.rail {
            if (self.t.map.rail_links[diamond.index()] & converted).len() >= 2 {
                self.s.converted.insert(diamond);
            }
        }
    }
}
