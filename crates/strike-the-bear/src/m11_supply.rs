//! 11.5 Combat supply: by rail, by truck, from the air, for operations points.

use board::Space;
use kernel::rule;

use crate::{
    action::Action,
    event::Event,
    refusal::{Refusal, ensure},
    sequence::Step,
    state::{Look, Mission, Place, Play},
    tables::{Side, Spaces, Unit, Units},
};

impl Look<'_> {
    /// 11.5.3 A working rail area linked to the friendly edge supplies its own and all adjacent areas; the combat area
    /// itself can be the end of the line.
    /// 11.5.1 A diamond is an area like any other.
    pub fn rail_supply(self, side: Side, net: Spaces, space: Space) -> bool {
        let map = &self.t.map;
        if !(map.neighbours(space) & net).is_empty() {
            return true;
        }
        let own = self.uncut_track(side).contains(space);
        own && map.exits[side.index()].contains(space)
    }

    /// 11.5.2 An undisrupted truck in or next to the combat area that traces at most three areas overland to a working
    /// rail, free of the enemy and, for Soviets, of the Luftwaffe.
    pub fn truck_supply(self, side: Side, net: Spaces, space: Space) -> bool {
        let trucks = self.t.trucks[side.index()] - self.s.reduced;
        trucks.iter().any(|truck| {
            let Some(at) = self.at(truck) else { return false };
            let near = at == space || self.t.map.neighbours(space).contains(at);
            near && self.truck_trace(side, net, at).is_some()
        })
    }

    /// How many areas a truck traces to working rail; none if it is too far or barred.
    pub fn truck_trace(self, side: Side, net: Spaces, at: Space) -> Option<u8> {
        if net.contains(at) {
            return Some(0);
        }
        let map = &self.t.map;
        let mut barred = self.hostile(side);
        if side == Side::Soviet {
            barred |= self.luftwaffe_areas();
        }
        let mut found = Spaces::one(at);
        let mut edge = found;
        for steps in 1..=self.t.charts.rail.overland {
            edge = map.graph.adjacent(edge) - barred - found;
            if !(edge & net).is_empty() {
                return Some(steps);
            }
            found |= edge;
        }
        None
    }

    /// Units, and undisrupted leaders, of a side in an area that nothing supplies yet.
    /// 11.5.6 Finns are always supplied in Finland and next to it. 11.5.5 Units supplied from the air stay so.
    pub fn unsupplied(self, side: Side, space: Space) -> Units {
        let force = self.units(side, space) | (self.leaders(side, space) - self.s.reduced);
        let net = self.net(side);
        if self.rail_supply(side, net, space) || self.truck_supply(side, net, space) {
            return Units::empty();
        }
        let mut left = force - self.s.air_supplied;
        if self.t.map.near_finland.contains(space) {
            left -= self.t.finns;
        }
        left
    }

    /// 11.5 Units of a side that still lack supply in the round under way. 11.10.4 Who paid to continue is supplied.
    pub fn lacking(self, side: Side) -> Units {
        if self.s.battle.paid == Some(side) {
            return Units::empty();
        }
        self.unsupplied(side, self.s.battle.space)
    }

    fn role(self, attacker: bool) -> Side {
        let side = self.s.battle.attacker;
        if attacker { side } else { side.enemy() }
    }

    /// 11.5.4 All or nothing, for the OPs cost of every unit still unsupplied. Our reading: a leader in the combat area
    /// is one of them, one next to it is not.
    pub fn refuse_buy_supply(self, attacker: bool) -> Result<(), Refusal> {
        let side = self.role(attacker);
        let price = self.price(self.lacking(side));
        ensure!(
            self.can_pay(side, price),
            Refusal::TooExpensive { price: price as u8, left: self.ops(side), rule: rule!("11.5.4") }
        );
        Ok(())
    }

    /// 11.5.5 A Luftwaffe unit without a mission, within five oxes, supplies one army or group or two corps.
    pub fn refuse_airlift(self, attacker: bool, unit: Unit, to: Unit) -> Result<(), Refusal> {
        let side = self.role(attacker);
        self.refuse_lifter(side, unit)?;
        let lacks = (self.lacking(side) & self.t.combat[side.index()]).contains(to);
        ensure!(lacks, Refusal::NeedsNoSupply { unit: to });
        Ok(())
    }

    /// 11.5.5 Whether a Luftwaffe unit can supply anybody in the combat.
    fn refuse_lifter(self, side: Side, unit: Unit) -> Result<(), Refusal> {
        ensure!(self.t.luftwaffe.contains(unit), Refusal::DoesNotFly { unit });
        ensure!(side == Side::Axis, Refusal::NotYours { unit, rule: rule!("11.5.5") });
        ensure!(self.mission(unit) == Mission::Free, Refusal::HasMission { unit });
        let space = self.s.battle.space;
        if self.at(unit) == Some(space) {
            return Ok(());
        }
        ensure!(!self.s.grounded.contains(unit), Refusal::StaysForTheTurn { unit });
        ensure!(self.flights(unit).contains(space), Refusal::OutOfRange { unit, space });
        Ok(())
    }

    /// 11.5.5 The second corps of a pair.
    pub fn refuse_airlift_pair(self, unit: Unit, flier: Unit, to: Unit) -> Result<(), Refusal> {
        ensure!(flier == unit, Refusal::HasMission { unit: flier });
        let lacks = self.airlift_partners();
        ensure!(lacks.contains(to), Refusal::NeedsNoSupply { unit: to });
        Ok(())
    }

    /// Corps that could share the load of a Luftwaffe unit.
    pub fn airlift_partners(self) -> Units {
        let lacking = self.lacking(Side::Axis) & self.t.combat[Side::Axis.index()];
        lacking.iter().filter(|&unit| self.t.counter(unit).stack() == 1).collect()
    }

    pub fn legal_supply(self, attacker: bool, out: &mut Vec<Action>) {
        let side = self.role(attacker);
        let lacking = self.lacking(side);
        let troops = lacking & self.t.combat[side.index()];
        if side == Side::Axis && !troops.is_empty() {
            for unit in self.t.luftwaffe {
                if self.refuse_lifter(side, unit).is_ok() {
                    out.extend(troops.iter().map(|to| Action::Airlift { unit, to }));
                }
            }
        }
        if self.can_pay(side, self.price(lacking)) {
            out.push(Action::BuySupply);
        }
        out.push(Action::GoWithout);
    }

    fn supply_choice(self, attacker: bool) -> bool {
        let side = self.role(attacker);
        let lifts = |unit: Unit| {
            let lacking = self.lacking(side) & self.t.combat[side.index()];
            lacking.first().is_some_and(|to| self.refuse_airlift(attacker, unit, to).is_ok())
        };
        self.refuse_buy_supply(attacker).is_ok() || side == Side::Axis && self.t.luftwaffe.iter().any(lifts)
    }
}

impl Play<'_> {
    /// 11.5 Attacker, then defender: supplied, or a choice, or without.
    pub fn open_supply(&mut self, attacker: bool) {
        let side = self.look().role(attacker);
        if self.look().lacking(side).is_empty() {
            return self.close_supply(attacker, true);
        }
        if self.look().supply_choice(attacker) {
            return self.go(Step::Supply { attacker });
        }
        self.close_supply(attacker, false);
    }

    pub fn close_supply(&mut self, attacker: bool, supplied: bool) {
        self.s.battle.supplied[usize::from(!attacker)] = supplied;
        if attacker { self.open_supply(false) } else { self.open_air_support() }
    }

    /// 11.5.4 Bought for this round only.
    pub fn buy_supply(&mut self, attacker: bool) {
        let side = self.look().role(attacker);
        let price = self.look().price(self.look().lacking(side));
        self.pay(side, price);
        self.note(rule!("11.5.4"), Event::SupplyBought { side, price: price as u8 });
        self.close_supply(attacker, true);
    }

    /// 11.5.5, 9.2.4 The Luftwaffe unit comes to the area and stays there for the Game Turn; the unit is supplied until
    /// the end of the player turn.
    pub fn airlift(&mut self, attacker: bool, unit: Unit, to: Unit) {
        let space = self.s.battle.space;
        self.put(unit, Place::on(space));
        self.fly_mission(unit, Mission::Spent);
        self.s.grounded.insert(unit);
        self.s.air_supplied.insert(to);
        self.note(rule!("11.5.5"), Event::Airlifted { unit, to });
        let corps = self.t.counter(to).stack() == 1;
        if corps && !self.look().airlift_partners().is_empty() {
            return self.go(Step::AirliftPair { attacker, unit });
        }
        self.open_supply(attacker);
    }

    pub fn airlift_second(&mut self, attacker: bool, unit: Unit, to: Unit) {
        self.s.air_supplied.insert(to);
        self.note(rule!("9.2.4"), Event::Airlifted { unit, to });
        self.open_supply(attacker);
    }
}
