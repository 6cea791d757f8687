//! 14.0 Reinforcements and replacements, and 16.5 the repositioning of Leaders.

use board::{Member, Space};
use kernel::rule;

use crate::{
    action::Action,
    event::Event,
    m11_advantage::Use,
    refusal::{Points, Refusal, ensure},
    sequence::Step,
    state::{Look, Place, Play, Post},
    tables::{Coming, Leader, Leaders, Nation, Side, Spaces, Unit, Units},
};

impl Look<'_> {
    // ------------------------------------------------------------------ Leaders who arrive

    /// 14.1, 10.5.2 Where a Leader may arrive: as the list says; a returning one in a Zone his nation may use or with
    /// his unit, unless it is in a contested Area.
    pub fn arrivals(self, leader: Leader) -> Spaces {
        let officer = self.t.officer(leader);
        let zones = self.t.zones_of(officer.nation);
        let listed = self.t.leader_events.iter();
        let mut listed = listed
            .filter(|&&(turn, who, coming)| turn == self.s.turn && who == leader && coming != Coming::Leaves);
        match listed.next().map(|&(_, _, coming)| coming) {
            Some(Coming::Zone(zone)) => Spaces::one(zone),
            Some(Coming::With(unit)) => self.at(unit).map_or(zones, Spaces::one),
            Some(Coming::AnyZone | Coming::Leaves) => zones,
            None => {
                let home = officer.command.and_then(|unit| self.at(unit));
                let home = home.filter(|&at| !self.contested().contains(at));
                zones | home.map_or(Spaces::empty(), Spaces::one)
            }
        }
    }

    pub fn refuse_arrival(self, side: Side, leader: Leader, to: Space) -> Result<(), Refusal> {
        let due = self.s.arriving & self.t.officers_of[side.index()];
        ensure!(due.contains(leader), Refusal::NotArriving { leader });
        ensure!(self.arrivals(leader).contains(to), Refusal::NotForArrival { leader, space: to });
        Ok(())
    }

    pub fn legal_arrivals(self, side: Side, out: &mut Vec<Action>) {
        for leader in self.s.arriving & self.t.officers_of[side.index()] {
            out.extend(self.arrivals(leader).iter().map(|to| Action::Leader { leader, to }));
        }
    }

    // ------------------------------------------------------------------ replacements

    /// 14.2 A reduced unit becomes full: it must be supplied and not in a contested Area.
    /// 12.4 Without supply there are no replacements.
    pub fn refuse_restore(self, side: Side, points: u8, unit: Unit) -> Result<(), Refusal> {
        ensure!(self.side(unit) == side, Refusal::NotYours { unit });
        let at = self.at(unit).ok_or(Refusal::NotOnMap { unit })?;
        ensure!(self.is_reduced(unit), Refusal::FullAlready { unit });
        ensure!(!self.contested().contains(at), Refusal::InBattle { unit });
        ensure!(self.supplied(unit), Refusal::Unsupplied { unit, rule: rule!("12.4") });
        let price = self.t.price[unit.index()];
        ensure!(price <= points, Refusal::TooDear { price: Points(price), points: Points(points) });
        Ok(())
    }

    /// 14.2 An eliminated German or Soviet unit returns reduced; Germans in Germany, Soviets in a Zone of
    /// theirs.
    /// 14.3 Rumanians, Hungarians and Finns never return.
    pub fn refuse_rebuild(self, side: Side, points: u8, unit: Unit, at: Space) -> Result<(), Refusal> {
        ensure!(self.side(unit) == side, Refusal::NotYours { unit });
        ensure!(self.place(unit) == Place::Eliminated, Refusal::NotEliminated { unit });
        ensure!(self.t.rebuildable.contains(unit), Refusal::NeverRebuilt { unit });
        ensure!(self.rebuild_zones(unit).contains(at), Refusal::NotForRebuilding { unit, space: at });
        let price = self.t.price[unit.index()];
        ensure!(price <= points, Refusal::TooDear { price: Points(price), points: Points(points) });
        Ok(())
    }

    fn rebuild_zones(self, unit: Unit) -> Spaces {
        match self.t.counter(unit).nation {
            Nation::De => Spaces::one(self.t.takeover.zone),
            nation => self.t.zones_of(nation),
        }
    }

    /// Units that could be restored at all.
    fn restorable(self, side: Side) -> Units {
        let mut units = Units::empty();
        let reduced = self.s.reduced & self.t.of[side.index()];
        if reduced.is_empty() {
            return units;
        }
        let cover = self.supply_cover(side);
        let contested = self.contested();
        for unit in reduced {
            if let Some(at) = self.at(unit)
                && !contested.contains(at)
                && self.is_covered(unit, at, &cover)
            {
                units.insert(unit);
            }
        }
        units
    }

    fn rebuildable(self, side: Side) -> Units {
        let units = self.t.of[side.index()] & self.t.rebuildable;
        units.iter().filter(|&unit| self.place(unit) == Place::Eliminated).collect()
    }

    /// Whether anything can be bought, with the Advantage if need be.
    pub fn may_replace(self, side: Side, points: u8) -> bool {
        let extra = self.t.charts.advantage.replacement_points;
        let most = if self.s.advantage == Some(side) { points + extra } else { points };
        if most == 0 {
            return false;
        }
        let wanted = self.restorable(side) | self.rebuildable(side);
        wanted.iter().any(|unit| self.t.price[unit.index()] <= most)
    }

    pub fn legal_replace(self, side: Side, points: u8, out: &mut Vec<Action>) {
        if self.refuse_advantage(side, Use::Replacements).is_ok() {
            out.push(Action::Advantage);
        }
        let affordable = |unit: &Unit| self.t.price[unit.index()] <= points;
        out.extend(self.restorable(side).iter().filter(affordable).map(|unit| Action::Restore { unit }));
        for unit in self.rebuildable(side).iter().filter(affordable) {
            out.extend(self.rebuild_zones(unit).iter().map(|at| Action::Rebuild { unit, at }));
        }
        out.push(Action::Done);
    }

    // ------------------------------------------------------------------ repositioning

    /// 16.5 A Leader may go to the location of his unit, one without Command ID to any that holds a Soviet Front or
    /// Army; neither end may be contested, and the unit must be supplied.
    pub fn stations(self, leader: Leader) -> Spaces {
        let Some(from) = self.post(leader) else { return Spaces::empty() };
        let officer = self.t.officer(leader);
        let contested = self.contested();
        if contested.contains(from) {
            return Spaces::empty();
        }
        let mut to = match officer.command {
            Some(unit) => match self.at(unit) {
                Some(at) if at != from && !contested.contains(at) && self.supplied(unit) => Spaces::one(at),
                _ => Spaces::empty(),
            },
            None => {
                let cover = self.supply_cover(officer.side);
                (self.occupied(officer.side) - contested) & (cover[0] | self.t.zones)
            }
        };
        to.remove(from);
        to & self.t.open_to[leader.index()]
    }

    pub fn refuse_station(
        self,
        side: Side,
        moved: Leaders,
        leader: Leader,
        to: Space,
    ) -> Result<(), Refusal> {
        ensure!(self.t.officers_of[side.index()].contains(leader), Refusal::LeaderElsewhere { leader });
        ensure!(self.post(leader).is_some(), Refusal::LeaderOffMap { leader });
        ensure!(!moved.contains(leader), Refusal::StationedAlready { leader });
        ensure!(self.stations(leader).contains(to), Refusal::NotHisStation { leader, space: to });
        Ok(())
    }

    pub fn may_station(self, side: Side, moved: Leaders) -> bool {
        (self.t.officers_of[side.index()] - moved).iter().any(|leader| !self.stations(leader).is_empty())
    }

    pub fn legal_station(self, side: Side, moved: Leaders, out: &mut Vec<Action>) {
        for leader in self.t.officers_of[side.index()] - moved {
            out.extend(self.stations(leader).iter().map(|to| Action::Leader { leader, to }));
        }
        out.push(Action::Done);
    }
}

impl Play<'_> {
    /// 14.1 Units of the turn arrive at full strength in their Zone; Leaders leave, arrive, or return from the Turn Track.
    pub fn place_reinforcements(&mut self) {
        let turn = self.s.turn;
        let t = self.t;
        for &(due, unit, zone) in &t.arrivals {
            if due == turn && self.s.place[unit.index()] == Place::Waiting {
                self.note(rule!("14.1"), Event::Arrived { unit, at: zone });
                self.enter(unit, zone);
            }
        }
        for &(due, leader, coming) in &t.leader_events {
            if due != turn {
                continue;
            }
            match coming {
                Coming::Leaves if self.s.officer[leader.index()] != Post::Out => {
                    self.note(rule!("14.1"), Event::LeaderGone { leader });
                    self.post(leader, Post::Out);
                }
                Coming::Leaves => {}
                _ if self.s.officer[leader.index()] == Post::Waiting => {
                    self.s.arriving.insert(leader);
                }
                _ => {}
            }
        }
        for index in 0..t.officers.len() {
            if self.s.officer[index] == Post::Track(turn) {
                self.s.arriving.insert(Leader::at(index));
            }
        }
    }

    /// Leaders with a single place go there at once.
    pub fn place_leaders_without_choice(&mut self, side: Side) {
        for leader in self.s.arriving & self.t.officers_of[side.index()] {
            let places = self.look().arrivals(leader);
            if let (Some(to), 1) = (places.first(), places.len()) {
                self.leader_arrives(leader, to);
            }
        }
    }

    /// 6.2.2 A Leader arrives.
    pub fn leader_arrives(&mut self, leader: Leader, to: Space) {
        self.s.arriving.remove(leader);
        self.note(rule!("6.2.2"), Event::LeaderArrived { leader, at: to });
        self.post(leader, Post::On(to.0 as u8));
    }

    pub fn arrive_leader(&mut self, side: Side, leader: Leader, to: Space) {
        self.leader_arrives(leader, to);
        self.open_arrivals(side);
    }

    /// 14.2 To full strength.
    pub fn restore(&mut self, side: Side, points: u8, unit: Unit) {
        let price = self.t.price[unit.index()];
        self.note(rule!("14.2"), Event::Restored { unit, price });
        self.s.reduced.remove(unit);
        self.continue_replacements(side, points - price);
    }

    /// 14.2 Back on the map, reduced.
    /// 14.3 It may be turned to full strength in the same segment.
    pub fn rebuild(&mut self, side: Side, points: u8, unit: Unit, at: Space) {
        let price = self.t.price[unit.index()];
        self.note(rule!("14.2"), Event::Rebuilt { unit, at, price });
        self.s.reduced.insert(unit);
        self.enter(unit, at);
        self.continue_replacements(side, points - price);
    }

    /// 16.5 Each Leader once.
    pub fn station(&mut self, side: Side, mut moved: Leaders, leader: Leader, to: Space) {
        self.note(rule!("16.5"), Event::Stationed { leader, at: to });
        self.post(leader, Post::On(to.0 as u8));
        moved.insert(leader);
        if self.look().may_station(side, moved) {
            return self.go(Step::Station { side, moved });
        }
        self.close_station(side);
    }
}
