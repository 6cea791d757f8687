//! 4.0 Movement: by land, by sea, by rail, and how many units a district holds.

use board::{Member, Space};
use kernel::rule;

use crate::{
    action::Action,
    event::Event,
    m02_pieces::each_unit,
    refusal::{Answer, Refusal, ensure},
    sequence::{Column, How, Step},
    state::{Look, Play, each},
    tables::{DISTRICTS, Places, Side, Unit, Units},
};

impl Look<'_> {
    /// 4.5.1 How many mobile units, allies included, a place still has room for.
    pub fn room(self, space: Space) -> usize {
        let mobile = (self.units(space) - self.t.zones).len();
        usize::from(self.t.limit[space.index()]).saturating_sub(mobile)
    }

    /// 4.5.1 The places of a set with room for one unit more.
    pub fn roomy(self, places: Places) -> Places {
        let full = each(places & self.t.districts).filter(|&it| self.room(it) == 0);
        full.fold(places, |left, it| left - Places::one(it))
    }

    // ------------------------------------------------------------------ what moves

    /// 4.7.1 Fortified Zones and allies never move.
    /// 4.6.3 Who acts: one's own unit on the map, mobile, fresh, the lowest of those alike.
    pub fn refuse_mover(self, side: Side, unit: Unit) -> std::result::Result<Space, Refusal> {
        ensure!(!self.activations_used(side), Refusal::ActivationsUsed {});
        let from = self.own_unit(side, unit)?;
        ensure!(!self.t.immobile.contains(unit), Refusal::Immobile { unit });
        self.refuse_unit_acting(unit)?;
        Ok(from)
    }

    /// 4.6.3 An activation names one's own unit on the map.
    pub fn own_unit(self, side: Side, unit: Unit) -> std::result::Result<Space, Refusal> {
        ensure!(self.t.of[side.index()].contains(unit), Refusal::NotYours { unit });
        self.at(unit).ok_or(Refusal::NotYours { unit })
    }

    /// 4.6.2 A unit acts once a turn.
    pub fn refuse_unit_acting(self, unit: Unit) -> Answer {
        ensure!(self.is_fresh(unit), Refusal::NotFresh { unit });
        let lowest = self.lowest(unit);
        ensure!(lowest == unit, Refusal::NotTheLowest { unit, lowest });
        Ok(())
    }

    /// 4.1.1 From one place to one neighbouring friendly place.
    /// 4.2.1 Reserve and Deep Reserve have the neighbours of the map.
    /// 4.2.2 Nothing moves into Deep Reserve.
    pub fn refuse_move(self, side: Side, unit: Unit, to: Space) -> Answer {
        let from = self.refuse_mover(side, unit)?;
        ensure!(self.t.next[from.index()].contains(to), Refusal::NotANeighbour { from, to });
        ensure!(to != self.t.deep_reserve, Refusal::IntoDeepReserve {});
        self.refuse_arrival(side, to)?;
        self.refuse_cost(side, self.extra_cost(side))
    }

    /// 4.3.1 One unit between two friendly Baltic ports.
    /// 4.3.2 Not while there is ice.
    pub fn refuse_sail(self, side: Side, unit: Unit, to: Space) -> Answer {
        let from = self.refuse_mover(side, unit)?;
        ensure!(!self.is_ice(), Refusal::Ice {});
        let ports = self.t.ports.contains(from) && self.t.ports.contains(to) && from != to;
        ensure!(ports, Refusal::NotPorts { from, to });
        self.refuse_arrival(side, to)?;
        self.refuse_cost(side, self.extra_cost(side))
    }

    /// 4.4.1 By train to any other friendly place.
    /// 4.4.2 So many trains a turn.
    /// 4.4.3 Soviet trains keep out of the Frontier and of Deep Reserve and end in districts.
    pub fn refuse_rail(self, side: Side, unit: Unit, to: Space) -> Answer {
        let from = self.refuse_mover(side, unit)?;
        ensure!(self.trains_left(side), Refusal::NoTrainLeft {});
        ensure!(from != to, Refusal::SamePlace { space: to });
        ensure!(self.friendly(side).contains(to), Refusal::NotFriendly { space: to });
        let runs = side == Side::German || self.t.train_from.contains(from) && self.t.train_to.contains(to);
        ensure!(runs, Refusal::NoSuchTrain { from, to });
        self.refuse_arrival(side, to)?;
        self.refuse_cost(side, self.train_cost(side))
    }

    /// 4.7.2 No unit enters a place that is not friendly to it, nor one that is full.
    fn refuse_arrival(self, side: Side, to: Space) -> Answer {
        ensure!(self.friendly(side).contains(to), Refusal::NotFriendly { space: to });
        ensure!(self.room(to) > 0, Refusal::Full { space: to });
        Ok(())
    }

    fn is_ice(self) -> bool {
        self.t.charts.turns.ice_in.contains(&self.s.turn)
    }

    fn trains_left(self, side: Side) -> bool {
        self.s.trains[side.index()] < self.t.charts.activations.trains.of(side)
    }

    fn train_cost(self, side: Side) -> i16 {
        self.extra_cost(side) + i16::from(self.t.charts.activations.train_cost)
    }

    /// Moves by land, by sea and by rail, each kind in order.
    pub fn legal_travel(self, side: Side, out: &mut Vec<Action>) {
        let friendly = self.friendly(side);
        let movers = self.offered(side, friendly) - self.t.immobile;
        if movers.is_empty() || self.extra_cost(side) > self.stock(side) {
            return;
        }
        let open = self.roomy(friendly);
        let by_land = open - Places::one(self.t.deep_reserve);
        for unit in each_unit(movers) {
            let from = self.s.place_index(unit);
            out.extend(each(self.t.next[from] & by_land).map(|to| Action::Move { unit, to }));
        }
        let ports = self.t.ports & open;
        if !ports.is_empty() && !self.is_ice() {
            for unit in each_unit(movers) {
                let from = Space(self.s.place_index(unit) as u16);
                if self.t.ports.contains(from) {
                    out.extend(each(ports - Places::one(from)).map(|to| Action::Sail { unit, to }));
                }
            }
        }
        if self.trains_left(side) && self.train_cost(side) <= self.stock(side) {
            let (starts, ends) = match side {
                Side::German => (friendly, open),
                Side::Soviet => (self.t.train_from, open & self.t.train_to),
            };
            for unit in each_unit(movers) {
                let from = Space(self.s.place_index(unit) as u16);
                if starts.contains(from) {
                    out.extend(each(ends - Places::one(from)).map(|to| Action::Rail { unit, to }));
                }
            }
        }
    }

    // ------------------------------------------------------------------ columns

    /// 4.1.1 A second unit follows from the same place. 4.4.1 By rail up to two more.
    pub fn refuse_follow(self, side: Side, column: Column, unit: Unit) -> Answer {
        let there = self.t.of[side.index()].contains(unit) && self.at(unit) == Some(column.from);
        ensure!(there && !column.gone_on, Refusal::NotWithColumn { unit });
        let activations = &self.t.charts.activations;
        let most = self.column_room(column);
        ensure!(
            column.units.len() < usize::from(most),
            match column.how {
                How::Rail => Refusal::TrainFull { most: activations.train },
                _ => Refusal::ColumnComplete { most: activations.column },
            }
        );
        ensure!(!self.t.immobile.contains(unit), Refusal::Immobile { unit });
        self.refuse_unit_acting(unit)?;
        ensure!(self.room(column.to) > 0, Refusal::Full { space: column.to });
        Ok(())
    }

    fn column_room(self, column: Column) -> u8 {
        match column.how {
            How::Rail => self.t.charts.activations.train,
            _ => self.t.charts.activations.column,
        }
    }

    /// 4.1.2 Fast units go on together to a second friendly neighbour, not back.
    /// 4.2.3 Not from or into the two Zones.
    pub fn refuse_on(self, side: Side, column: Column, to: Space) -> Answer {
        let goes = self.may_go_on(column) && self.t.next[column.to.index()].contains(to) && to != column.from;
        ensure!(goes, Refusal::CannotGoOn { space: to });
        let zones = self.two_zones();
        let through = [column.from, column.to, to].into_iter().any(|it| zones.contains(it));
        ensure!(!through, Refusal::ZonesEndMoves { space: to });
        ensure!(self.friendly(side).contains(to), Refusal::NotFriendly { space: to });
        ensure!(self.room(to) >= column.units.len(), Refusal::Full { space: to });
        Ok(())
    }

    fn may_go_on(self, column: Column) -> bool {
        column.how == How::Land && !column.gone_on && (column.units - self.t.fast).is_empty()
    }

    /// 4.2 Reserve and Deep Reserve.
    fn two_zones(self) -> Places {
        Places::one(self.t.reserve) | Places::one(self.t.deep_reserve)
    }

    /// Who may follow.
    fn followers(self, side: Side, column: Column) -> Units {
        let full = column.units.len() >= usize::from(self.column_room(column));
        if column.gone_on || full || self.room(column.to) == 0 {
            return Units::empty();
        }
        self.offered(side, Places::one(column.from)) - self.t.immobile
    }

    /// Where the column may go on to.
    fn ways_on(self, side: Side, column: Column) -> Places {
        let zones = self.two_zones();
        if !self.may_go_on(column) || zones.contains(column.from) || zones.contains(column.to) {
            return Places::empty();
        }
        let near = self.t.next[column.to.index()] & self.friendly(side);
        let near = near - zones - Places::one(column.from);
        each(near).filter(|&it| self.room(it) >= column.units.len()).collect()
    }

    pub fn legal_column(self, side: Side, column: Column, out: &mut Vec<Action>) {
        out.extend(each_unit(self.followers(side, column)).map(|unit| Action::Follow { unit }));
        out.extend(each(self.ways_on(side, column)).map(|to| Action::On { to }));
        out.push(Action::Halt);
    }

    /// Whether anything but `halt` is left to a column.
    fn column_chooses(self, side: Side, column: Column) -> bool {
        !self.followers(side, column).is_empty() || !self.ways_on(side, column).is_empty()
    }

    /// 4.2.4 Boxes lie in no sector, so the units there count nowhere.
    pub fn in_district(self, space: Space) -> bool {
        space.index() < DISTRICTS
    }
}

impl crate::State {
    /// The number of the place of a unit that is on the map.
    fn place_index(&self, unit: Unit) -> usize {
        match self.place[unit.index()] {
            crate::state::Place::On(at) => usize::from(at),
            _ => unreachable!("the unit is on the map"),
        }
    }
}

impl Play<'_> {
    /// 4.1.1 The first unit of a column. 4.3.1 By sea it goes alone. 4.4.1 A train costs 1 BRP.
    pub fn travel(&mut self, side: Side, unit: Unit, how: How, to: Space) {
        let from = self.look().at(unit).expect("a unit that moves is on the map");
        let rule = match how {
            How::Land => rule!("4.1.1"),
            How::Sea => rule!("4.3.1"),
            How::Rail => rule!("4.4.1"),
        };
        self.note(rule, Event::Moved { unit, how, from, to });
        let cost = if how == How::Rail { self.t.charts.activations.train_cost } else { 0 };
        self.activate(side, i16::from(cost));
        self.stand(unit, to);
        self.s.moved.insert(unit);
        match how {
            How::Sea => return self.close_activation(side),
            How::Rail => self.s.trains[side.index()] += 1,
            How::Land => {}
        }
        self.continue_column(side, Column { how, from, to, units: Units::one(unit), gone_on: false });
    }

    /// 4.1.1 One more unit.
    pub fn follow(&mut self, side: Side, mut column: Column, unit: Unit) {
        self.note(rule!("4.1.1"), Event::Followed { unit, from: column.from, to: column.to });
        self.stand(unit, column.to);
        self.s.moved.insert(unit);
        column.units.insert(unit);
        self.continue_column(side, column);
    }

    /// 4.1.2 The whole column goes on.
    pub fn go_on(&mut self, side: Side, mut column: Column, to: Space) {
        for unit in column.units {
            self.note(rule!("4.1.2"), Event::WentOn { unit, to });
            self.stand(unit, to);
        }
        (column.to, column.gone_on) = (to, true);
        self.continue_column(side, column);
    }

    /// A column that can do nothing more has halted.
    fn continue_column(&mut self, side: Side, column: Column) {
        if self.look().column_chooses(side, column) {
            return self.go(Step::Column { side, column });
        }
        self.close_activation(side);
    }
}
