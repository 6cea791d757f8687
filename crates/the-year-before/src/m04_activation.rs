//! 4.6 Movement and unit upgrade activation: what an activation is, and what it costs.

use board::{Member, Space};
use kernel::rule;

use crate::{
    action::Action,
    event::Event,
    m02_pieces::each_unit,
    refusal::{Answer, Refusal, ensure},
    state::{Look, Place, Play, each},
    tables::{Kind, Places, Side, Unit},
};

impl Look<'_> {
    /// 4.6.1 Four activations are free, two more are bought.
    pub fn activations_used(self, side: Side) -> bool {
        let activations = &self.t.charts.activations;
        self.s.used[side.index()] >= activations.free + activations.extra
    }

    /// 4.6.1 What the next activation costs on top of what it does.
    pub fn extra_cost(self, side: Side) -> i16 {
        let activations = &self.t.charts.activations;
        let extra = self.s.used[side.index()] >= activations.free;
        if extra { i16::from(activations.extra_cost) } else { 0 }
    }

    /// 5.3.3 A licence pays for an upgrade and spares the activation.
    fn has_licence(self, side: Side) -> bool {
        side == Side::Soviet && self.s.licences > 0
    }

    /// 4.6.4 A fresh unit with another face, in a district.
    pub fn refuse_upgrade(self, side: Side, unit: Unit) -> Answer {
        ensure!(!self.activations_used(side), Refusal::ActivationsUsed {});
        let at = self.own_unit(side, unit)?;
        let turns = self.t.two_faced.contains(unit) && !self.s.upgraded.contains(unit);
        ensure!(turns, Refusal::NoOtherFace { unit });
        self.refuse_unit_acting(unit)?;
        ensure!(self.in_district(at), Refusal::UpgradeInBox { unit });
        self.refuse_cost(side, self.upgrade_cost(side, unit))
    }

    /// 5.2 An upgrade costs 1 BRP for each point of strength it brings, nothing with a licence.
    fn upgrade_cost(self, side: Side, unit: Unit) -> i16 {
        if self.has_licence(side) {
            return 0;
        }
        i16::from(self.t.upgrade_cost[unit.index()]) + self.extra_cost(side)
    }

    /// 4.6.5 The first unit of its kind in the force pool.
    fn first_in_pool(self, kind: Kind) -> Option<Unit> {
        each_unit(self.t.of_kind[kind.index()]).find(|unit| self.s.place[unit.index()] == Place::Pool)
    }

    /// 4.6.5 Armies in the Reich, Soviet units in districts outside the Frontier, a Fortified Zone in any friendly district.
    /// 4.5.2 One Fortified Zone a district.
    pub fn refuse_mobilise(self, side: Side, kind: Kind, at: Space) -> Answer {
        let own = kind.side() == side && self.t.kinds[kind.index()].mobilise.is_some();
        ensure!(own && self.first_in_pool(kind).is_some(), Refusal::NotMobilised { kind });
        ensure!(self.friendly(side).contains(at), Refusal::NotFriendly { space: at });
        ensure!(self.mobilised_in(side, kind).contains(at), Refusal::WrongPlace { kind, space: at });
        if kind == Kind::Zone {
            ensure!((self.units(at) & self.t.zones).is_empty(), Refusal::ZoneThere { space: at });
        } else {
            ensure!(self.room(at) > 0, Refusal::Full { space: at });
        }
        self.refuse_cost(side, self.mobilise_cost(side, kind))
    }

    fn mobilised_in(self, side: Side, kind: Kind) -> Places {
        match (side, kind) {
            (Side::German, _) => Places::one(self.t.reich),
            (Side::Soviet, Kind::Zone) => self.t.districts,
            (Side::Soviet, _) => self.t.districts - self.t.frontier,
        }
    }

    fn mobilise_cost(self, side: Side, kind: Kind) -> i16 {
        i16::from(self.t.kinds[kind.index()].mobilise.unwrap_or(0)) + self.extra_cost(side)
    }

    /// 4.6.6 A fleet goes from the West to East Prussia, Warsaw or Lublin.
    pub fn refuse_fleet(self, side: Side, to: Space) -> Answer {
        ensure!(side == Side::German && self.fleet_in_west().is_some(), Refusal::NoFleet {});
        ensure!(self.t.airfields.contains(&to), Refusal::NoAirfield { space: to });
        self.refuse_cost(side, self.fleet_cost(side))
    }

    /// The first air fleet in the West.
    pub fn fleet_in_west(self) -> Option<usize> {
        self.s.fleet.iter().position(|&at| usize::from(at) == self.t.west.index())
    }

    fn fleet_cost(self, side: Side) -> i16 {
        i16::from(self.t.charts.activations.fleet_cost) + self.extra_cost(side)
    }

    /// 4.6.3 Everything an activation can be; passing is always possible.
    pub fn legal_activations(self, side: Side, out: &mut Vec<Action>) {
        if !self.activations_used(side) {
            self.legal_travel(side, out);
            let friendly = self.friendly(side);
            let basic = self.t.two_faced - self.s.upgraded;
            let turning = self.offered(side, friendly & self.t.districts) & basic;
            let stock = self.stock(side);
            let paid = |unit: &Unit| self.upgrade_cost(side, *unit) <= stock;
            out.extend(each_unit(turning).filter(paid).map(|unit| Action::Upgrade { unit }));
            self.legal_mobilisation(side, friendly, out);
            if side == Side::German && self.fleet_in_west().is_some() && self.fleet_cost(side) <= stock {
                let mut fields = self.t.airfields;
                fields.sort_unstable();
                out.extend(fields.map(|to| Action::Fleet { to }));
            }
        }
        out.push(Action::Pass);
    }

    fn legal_mobilisation(self, side: Side, friendly: Places, out: &mut Vec<Action>) {
        let kinds: &[Kind] = match side {
            Side::German => &[Kind::Army, Kind::Panzer],
            Side::Soviet => &[Kind::Infantry, Kind::Mechanized, Kind::Cavalry, Kind::Airborne, Kind::Zone],
        };
        let zones = |places: Places| -> Places {
            each(places).filter(|&it| (self.units(it) & self.t.zones).is_empty()).collect()
        };
        for &kind in kinds {
            let there = self.t.kinds[kind.index()].mobilise.is_some() && self.first_in_pool(kind).is_some();
            if !there || self.mobilise_cost(side, kind) > self.stock(side) {
                continue;
            }
            let places = self.mobilised_in(side, kind) & friendly;
            let places = if kind == Kind::Zone { zones(places) } else { self.roomy(places) };
            out.extend(each(places).map(|at| Action::Mobilise { kind, at }));
        }
    }
}

impl Play<'_> {
    /// 4.6.1 An activation is used and paid for.
    pub fn activate(&mut self, side: Side, cost: i16) {
        let cost = cost + self.look().extra_cost(side);
        self.s.used[side.index()] += 1;
        self.pay_openly(side, cost);
    }

    /// 4.6.4 The unit is turned over and has worked. 5.3.3 By licence the side goes on.
    pub fn upgrade(&mut self, side: Side, unit: Unit) {
        let licence = self.look().has_licence(side);
        let rule = if licence { rule!("5.3.3") } else { rule!("4.6.4") };
        self.note(rule, Event::Upgraded { unit, licence });
        self.s.upgraded.insert(unit);
        self.s.worked.insert(unit);
        if licence {
            self.s.licences -= 1;
            return;
        }
        self.activate(side, i16::from(self.t.upgrade_cost[unit.index()]));
        self.close_activation(side);
    }

    /// 4.6.5 The first unit of the kind comes from the pool, basic face up, and has moved.
    pub fn mobilise(&mut self, side: Side, kind: Kind, at: Space) {
        let unit = self.look().first_in_pool(kind).expect("a unit waits in the pool");
        self.note(rule!("4.6.5"), Event::Mobilised { unit, at });
        self.activate(side, i16::from(self.t.kinds[kind.index()].mobilise.unwrap_or(0)));
        self.stand(unit, at);
        self.s.moved.insert(unit);
        self.close_activation(side);
    }

    /// 4.6.6 The first fleet leaves the West for good.
    pub fn send_fleet(&mut self, side: Side, to: Space) {
        let fleet = self.look().fleet_in_west().expect("a fleet is in the West");
        self.note(rule!("4.6.6"), Event::FleetSent { fleet: fleet as u8, to });
        self.activate(side, i16::from(self.t.charts.activations.fleet_cost));
        self.s.fleet[fleet] = to.0 as u8;
        self.close_activation(side);
    }

    /// 4.6.1 Who passes is out for the rest of the turn.
    pub fn pass(&mut self, side: Side) {
        self.s.out[side.index()] = true;
        self.note(rule!("4.6.1"), Event::Out { side });
        self.close_activation(side);
    }
}
