//! 9.0 The Luftwaffe, and the airborne division that drops from it.

use board::{Member, Space};
use kernel::rule;

use crate::{
    action::Action,
    event::Event,
    refusal::{Refusal, ensure},
    sequence::{Phase, Step},
    state::{Look, Mission, Place, Play, option},
    tables::{CombatResult, LUFTWAFFE, Side, Spaces, Unit, Units},
};

impl Look<'_> {
    pub fn mission(self, unit: Unit) -> Mission {
        self.s.mission[unit.index() - LUFTWAFFE.start]
    }

    /// 9.1.1 Five oxes in any direction, in any weather.
    pub fn flights(self, unit: Unit) -> Spaces {
        let Some(from) = self.at(unit) else { return Spaces::empty() };
        let mut to = self.t.map.within(from, self.t.counter(unit).range);
        to.remove(from);
        to
    }

    /// 9.0 One flight in the Redeployment Phase, counting as a unit, and one in the Movement Phase.
    pub fn refuse_fly(self, side: Side, phase: Phase, unit: Unit) -> Result<(), Refusal> {
        ensure!(self.t.luftwaffe.contains(unit), Refusal::DoesNotFly { unit });
        ensure!(side == Side::Axis, Refusal::NotYours { unit, rule: rule!("9.0") });
        ensure!(phase != Phase::Rail, Refusal::NotThisPart { unit });
        ensure!(self.at(unit).is_some(), Refusal::NotOnMap { unit });
        ensure!(!self.s.moved.contains(unit), Refusal::FlewBefore { unit });
        ensure!(self.counted(side, phase, unit), Refusal::NoRedeploymentLeft { unit });
        Ok(())
    }

    pub fn refuse_landing(self, unit: Unit, to: Space) -> Result<(), Refusal> {
        ensure!(self.flights(unit).contains(to), Refusal::OutOfRange { unit, space: to });
        Ok(())
    }

    /// 9.2.2 A Luftwaffe unit without a mission may bomb a truck in its area. Our reading: during ground combat means in
    /// the German Combat Phase between attacks, and in a Soviet attack before anything else.
    pub fn refuse_bomb(self, side: Side, unit: Unit, truck: Unit) -> Result<(), Refusal> {
        ensure!(self.t.luftwaffe.contains(unit) && side == Side::Axis, Refusal::DoesNotFly { unit });
        ensure!(self.mission(unit) == Mission::Free, Refusal::HasMission { unit });
        ensure!(self.t.trucks[1].contains(truck), Refusal::NoSovietTruck { unit: truck });
        ensure!(
            self.at(unit).is_some() && self.at(unit) == self.at(truck),
            Refusal::NotUnderneath { unit, truck }
        );
        ensure!(!self.is_reduced(truck), Refusal::TruckDisrupted { unit: truck, rule: rule!("9.2.2") });
        Ok(())
    }

    pub fn legal_bombs(self, side: Side, out: &mut Vec<Action>) {
        if side != Side::Axis {
            return;
        }
        for unit in self.t.luftwaffe {
            if self.mission(unit) != Mission::Free {
                continue;
            }
            for truck in self.t.trucks[1] {
                if self.refuse_bomb(side, unit, truck).is_ok() {
                    out.push(Action::Bomb { unit, truck });
                }
            }
        }
    }

    /// 9.2.2 What the die must not exceed once the weather is added.
    pub fn bomb_hits(self, unit: Unit, die: u8) -> bool {
        let effect = self.t.charts.weather.effect(self.s.weather);
        die + effect.luftwaffe <= self.strength(unit)
    }

    /// 9.2.3 Luftwaffe units that may support in this combat: in the area, free or already supporting this attack.
    pub fn supporters(self) -> Units {
        let here = self.luftwaffe(self.s.battle.space);
        here.iter().filter(|&unit| self.mission(unit) != Mission::Spent).collect()
    }

    pub fn refuse_support(self, unit: Unit) -> Result<(), Refusal> {
        ensure!(self.t.luftwaffe.contains(unit), Refusal::DoesNotFly { unit });
        let here = self.at(unit) == Some(self.s.battle.space);
        ensure!(here, Refusal::NotInCombat { unit, rule: rule!("9.2.3") });
        ensure!(self.mission(unit) != Mission::Spent, Refusal::HasMission { unit });
        Ok(())
    }

    /// Where the airborne division may jump: within five oxes of a full-strength Luftwaffe unit, stacking respected.
    pub fn drop_zones(self) -> Spaces {
        let mut zones = Spaces::empty();
        for unit in self.t.luftwaffe - self.s.reduced {
            if let Some(from) = self.at(unit) {
                zones |= self.t.map.within(from, self.t.counter(unit).range);
            }
        }
        if let Some(from) = self.at(self.t.airborne) {
            zones.remove(from);
        }
        let more = self.t.counter(self.t.airborne).stack();
        zones.iter().filter(|&space| self.fits(Side::Axis, space, more)).collect()
    }

    /// 1.2 Option: once a game, in fair weather or rain, the airborne division jumps instead of moving.
    pub fn refuse_drop(self, side: Side, phase: Phase, to: Space) -> Result<(), Refusal> {
        let unit = self.t.airborne;
        ensure!(
            self.option(option::FALLSCHIRMJAEGER) && side == Side::Axis && phase == Phase::Main,
            Refusal::NoDropNow {}
        );
        ensure!(!self.s.dropped, Refusal::DroppedBefore {});
        ensure!(self.t.charts.weather.effect(self.s.weather).airborne, Refusal::NoDropNow {});
        let from = self.at(unit).ok_or(Refusal::NotOnMap { unit })?;
        let fresh = !self.s.moved.contains(unit) && self.carrier(unit).is_none();
        ensure!(fresh, Refusal::HasMoved { unit });
        ensure!(!self.is_hostile(side, from), Refusal::NoDropNow {});
        ensure!(self.drop_zones().contains(to), Refusal::NoDropZone { space: to });
        Ok(())
    }

    pub fn legal_drop(self, side: Side, out: &mut Vec<Action>) {
        if side != Side::Axis || self.s.dropped || !self.option(option::FALLSCHIRMJAEGER) {
            return;
        }
        let Some(here) = self.at(self.t.airborne) else { return };
        if self.refuse_drop(side, Phase::Main, here) == Err(Refusal::NoDropZone { space: here }) {
            out.extend(self.drop_zones().iter().map(|to| Action::Drop { to }));
        }
    }
}

impl Play<'_> {
    /// 9.1.1 The Luftwaffe waits for where it flies to.
    pub fn open_flight(&mut self, side: Side, phase: Phase, unit: Unit) {
        self.go(Step::Flight { side, phase, unit });
    }

    /// 9.1.1 A flight to any area in range.
    pub fn fly(&mut self, side: Side, phase: Phase, unit: Unit, to: Space) {
        self.count_redeployed(side, phase, unit);
        let from = self.look().at(unit).unwrap_or(to);
        self.s.moved.insert(unit);
        self.put(unit, Place::on(to));
        self.note(rule!("9.1.1"), Event::Flew { unit, from, to });
        self.open_movement(side, phase);
    }

    pub fn drop_airborne(&mut self, side: Side, to: Space) {
        let unit = self.t.airborne;
        self.s.dropped = true;
        self.s.points[unit.index()] = 0;
        self.s.moved.insert(unit);
        self.s.air_supplied.insert(unit);
        self.note(rule!("1.2"), Event::Dropped { unit, to });
        self.put_on(unit, to);
        self.open_movement(side, Phase::Main);
    }

    /// 9.2 One active mission to a player turn.
    pub fn fly_mission(&mut self, unit: Unit, mission: Mission) {
        self.s.mission[unit.index() - LUFTWAFFE.start] = mission;
    }

    /// 9.2.2 When the Soviets attack, the Axis may bomb first.
    pub fn open_bombing(&mut self) {
        if self.s.battle.attacker == Side::Soviet && self.look().any_bomb(Side::Axis) {
            return self.go(Step::Bombing);
        }
        self.open_reserves();
    }

    pub fn aim(&mut self, unit: Unit, truck: Unit, round: bool) {
        self.fly_mission(unit, Mission::Spent);
        self.go(Step::BombRoll { unit, truck, round });
    }

    /// 9.2.2 The die with the weather not above the rating disrupts the truck.
    pub fn bomb(&mut self, unit: Unit, truck: Unit, round: bool, die: u8) {
        let hit = self.look().bomb_hits(unit, die);
        let by = self.t.charts.weather.effect(self.s.weather).luftwaffe;
        self.note(rule!("9.2.2"), Event::Bombed { unit, truck, die, by, hit });
        if hit {
            self.s.reduced.insert(truck);
            self.note(rule!("9.2.2"), Event::TruckDisrupted { unit: truck });
        }
        if round { self.open_bombing() } else { self.open_attacks(Side::Axis) }
    }

    /// 9.3.1 A unit that joined the combat is at risk.
    /// 9.3.2 It is flipped by losses and withdrawals of the Axis side, and by an exchange that eliminates all Axis units.
    /// 9.3.3 Never eliminated; a cancelled withdrawal flips it too.
    pub fn settle_luftwaffe(&mut self) {
        let battle = &self.s.battle;
        let Some(unit) = battle.air else { return };
        let attacking = battle.attacker == Side::Axis;
        use CombatResult::{A1, A2, AE, AR, D1, D2, DE, DW, EX};
        let struck = match battle.result {
            A1 | A2 | AE | AR => attacking,
            D1 | D2 | DE | DW => !attacking,
            EX => self.look().units(Side::Axis, battle.space).is_empty(),
        };
        if struck && self.s.reduced.insert(unit) {
            self.note(rule!("9.3.2"), Event::LuftwaffeHit { unit });
        }
    }
}
