//! 6.4 Direct fire: who may fire at whom, the modifiers and the first die.

use arrayvec::ArrayVec;
use board::Space;
use kernel::{RuleRef, rule};

use crate::{
    action::Action,
    event::Event,
    m06_results::{Attack, Then, Weapon},
    refusal::{Hexes, Refusal, ensure},
    sequence::{Active, Step},
    sight::Aspect,
    state::{Level, Look, Place, Play},
    tables::{Kind, Side, Status, Terrain, Unit, Units},
};

/// A reason for a number added to a die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Modifier {
    BesideVehicle,
    Moved,
    FirerSuppressed,
    FirerPinned,
    Woods,
    TargetHigher,
    Fresh,
    TankFront,
    Rubble,
    BuiltUp,
    Activated,
    FiredOn,
    HeavyInOpen,
    TargetLower,
    Flank,
    InfantryRear,
    VehicleRear,
    ChechenNight,
    TankAtBuiltUp,
    SniperSupport,
    TankRider,
    /// 7.2 So many attackers more than defenders.
    Numbers(u8),
    Uphill,
    DefenderInactive,
    DefenderDisrupted,
    DefenderShaken,
    /// 6.5.3
    MissionBuiltUp,
    MissionUnspotted,
}

/// One line of a sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    pub rule: RuleRef,
    pub what: Modifier,
    pub value: i8,
}

/// The lines of a sum.
pub type Terms = ArrayVec<Term, 16>;

pub fn sum(terms: &Terms) -> i8 {
    terms.iter().map(|term| term.value).sum()
}

/// A unit about to fire at another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shot {
    pub firer: Unit,
    pub target: Unit,
    /// The firer has moved in this activation (5.1.3).
    pub moved: bool,
}

impl Look<'_> {
    // ------------------------------------------------------------------ who and whom

    /// 6.4 Where a unit can be aimed at: on its own feet, or riding on a tank (8.10). Nobody inside an APC can be
    /// attacked (8.2).
    pub fn exposed_at(self, unit: Unit) -> Option<(Space, Level)> {
        match self.place(unit) {
            Place::On(hex, level) => Some((hex, level)),
            Place::Aboard(vehicle) if self.t.tanks.contains(vehicle) => self.spot(vehicle),
            _ => None,
        }
    }

    /// 5.1.3 Only Normal units move and fire: they may have spent half their allowance, fractions up.
    /// 6.3 Who may fire: Normal, Suppressed and Pinned units; whoever is worse never gets so far.
    pub fn refuse_firing(self, active: &Active) -> Result<(), Refusal> {
        let unit = active.unit;
        self.refuse_attack(self.side(unit))?;
        ensure!(!active.halted, Refusal::Halted {});
        // 6.5 Either one or the other in a turn, bonus activations included (9.0).
        ensure!(!self.s.shelled.contains(unit), Refusal::HasShelled { unit });
        let riders = self.t.tanks.contains(unit) && self.is_loaded(unit);
        ensure!(!riders, Refusal::TankLoaded { unit });
        let sniper = self.t.snipers.contains(unit);
        ensure!(!sniper || self.status(unit) == Status::Normal, Refusal::SniperShaken { unit });
        if active.spent == 0 {
            return Ok(());
        }
        ensure!(self.status(unit) == Status::Normal, Refusal::ShakenMoved { unit });
        ensure!(active.spent <= self.half(unit), Refusal::MovedTooFar { unit });
        ensure!(self.may_stop(active), Refusal::MayNotStop {});
        Ok(())
    }

    /// 10.1.2 On the first turn no Russian attacks before he is attacked.
    pub fn refuse_attack(self, side: Side) -> Result<(), Refusal> {
        ensure!(side == Side::Chechen || self.s.released, Refusal::CeaseFire {});
        Ok(())
    }

    /// 6.4 One target: an enemy unit in range, in sight and in the field of fire.
    /// 8.8 Snipers fire at Russian leaders only, and only they can pick one out of company.
    pub fn refuse_target(self, firer: Unit, target: Unit) -> Result<(), Refusal> {
        ensure!(self.side(target) != self.side(firer), Refusal::OwnTarget { unit: target });
        let Some((hex, level)) = self.exposed_at(target) else {
            let inside = self.carrier(target).is_some_and(|vehicle| self.at(vehicle).is_some());
            ensure!(!inside, Refusal::TargetInside { unit: target });
            return Err(Refusal::TargetOffMap { unit: target });
        };
        let leader = self.is_leader(target) && self.side(target) == Side::Russian;
        let sniper = self.t.snipers.contains(firer);
        ensure!(!sniper || leader, Refusal::SniperTarget { unit: target });
        let company = leader && self.has_company(target, hex, level);
        ensure!(!company || sniper, Refusal::LeaderInCompany { unit: target });
        self.refuse_line(firer, hex)
    }

    /// 6.4 Whether a leader shares hex and level with another unit of his side.
    fn has_company(self, leader: Unit, hex: Space, level: Level) -> bool {
        let mut pile = self.pile(self.side(leader), hex, level);
        pile.remove(leader);
        !pile.is_empty()
    }

    /// 6.1 Range, 6.2.1 line of sight and 6.2 field of fire from a unit to a hex. Vehicles and leaders fire all round.
    pub fn refuse_line(self, firer: Unit, hex: Space) -> Result<(), Refusal> {
        let Some(from) = self.at(firer) else { return Err(Refusal::TargetOffMap { unit: firer }) };
        let range = self.range(firer);
        ensure!(self.t.sight.distance(from, hex) <= range, Refusal::OutOfRange { hex, range: Hexes(range) });
        ensure!(self.t.sight.sees(from, hex, range), Refusal::NoSight { from, to: hex });
        ensure!(self.bears_on(firer, from, hex), Refusal::OutOfArc { unit: firer, hex });
        Ok(())
    }

    /// 6.2 Infantry-type units fire through their front.
    fn bears_on(self, firer: Unit, from: Space, hex: Space) -> bool {
        !self.t.infantry_type.contains(firer) || self.t.sight.in_front(from, self.facing(firer), hex)
    }

    pub fn refuse_fire(self, active: &Active, target: Unit) -> Result<(), Refusal> {
        self.refuse_firing(active)?;
        self.refuse_target(active.unit, target)
    }

    /// All targets of a unit where it stands.
    pub fn targets(self, firer: Unit) -> Units {
        let mut targets = Units::empty();
        let Some(from) = self.at(firer) else { return targets };
        let enemy = self.side(firer).enemy();
        let hexes = self.t.sight.field(from, self.range(firer)) & self.occupied(enemy);
        for hex in hexes.iter().filter(|&hex| self.bears_on(firer, from, hex)) {
            let there = self.exposed(hex) & self.t.of[enemy.index()];
            targets.extend(there.iter().filter(|&target| self.refuse_target(firer, target).is_ok()));
        }
        targets
    }

    /// Everything an active unit can attack, in the order of the actions.
    pub fn legal_fire(self, active: &Active, out: &mut Vec<Action>) {
        if self.refuse_attack(self.side(active.unit)).is_err() {
            return;
        }
        if self.refuse_firing(active).is_ok() {
            out.extend(self.targets(active.unit).iter().map(|target| Action::Fire { target }));
        }
        self.legal_fire_at(active, out);
        self.legal_indirect(active, out);
        self.legal_clear(active, out);
    }

    // ------------------------------------------------------------------ the sum

    /// 3.4.1, 3.4.2 How a target is hit. Leaders and riders show no side, and nobody on foot is taken from behind at
    /// range 0. Our reading (6.4): at range 0 a T-80 shows its front, any other vehicle its flank.
    pub fn aspect(self, firer: Unit, target: Unit) -> Option<Aspect> {
        let (from, (hex, _)) = (self.at(firer)?, self.exposed_at(target)?);
        let counter = self.t.counter(target);
        if counter.vehicle() {
            let aspect = match from == hex {
                true if counter.is_t80() => Aspect::Front,
                true => Aspect::Flank,
                false => self.t.sight.vehicle_aspect(hex, self.facing(target), from),
            };
            return Some(aspect);
        }
        let faces = counter.infantry_type() && !self.is_rider(target);
        faces.then(|| self.t.sight.foot_aspect(hex, self.facing(target), from))
    }

    /// 6.4.2 Everything that is added to the die of a shot.
    pub fn shot_terms(self, shot: Shot) -> Terms {
        let chart = &self.t.charts.fire;
        let mut terms = Terms::new();
        let mut add = |rule: RuleRef, what: Modifier, value: i8| {
            if value != 0 {
                terms.push(Term { rule, what, value });
            }
        };
        let basic = rule!("6.4.2");
        let Shot { firer, target, moved } = shot;
        let Some((hex, level)) = self.exposed_at(target) else { return terms };
        let (gun, aim) = (self.t.counter(firer), self.t.counter(target));
        let (rider, terrain) = (self.is_rider(target), self.terrain(hex));
        let from_above = self.level(firer) == Level::Upper;
        let foot = !aim.vehicle();
        if foot && !rider && level == Level::Ground && !from_above && self.vehicle_beside(target, hex) {
            add(basic, Modifier::BesideVehicle, chart.beside_vehicle);
        }
        if moved {
            add(rule!("5.1.3"), Modifier::Moved, chart.moved);
        }
        let shaken = self.t.charts.status.fire[self.status(firer) as usize];
        match self.status(firer) {
            Status::Suppressed => add(rule!("6.3"), Modifier::FirerSuppressed, shaken),
            Status::Pinned => add(rule!("6.3"), Modifier::FirerPinned, shaken),
            _ => {}
        }
        let (cover, value) = self.cover(target, terrain, false);
        if let Some(cover) = cover {
            add(basic, cover, value);
        }
        match (level, from_above) {
            (Level::Upper, false) => add(basic, Modifier::TargetHigher, chart.target_higher),
            (Level::Ground, true) => add(basic, Modifier::TargetLower, chart.target_lower),
            _ => {}
        }
        if self.has_acted(target) {
            add(basic, Modifier::Activated, chart.activated);
        }
        if self.s.fired_on.contains(target) {
            add(basic, Modifier::FiredOn, chart.fired_on);
        }
        let open = terrain == Terrain::Clear || rider && terrain.is_built();
        if gun.heavy() && foot && open {
            add(basic, Modifier::HeavyInOpen, chart.heavy_in_open);
        }
        let t80 = aim.is_t80();
        match self.aspect(firer, target) {
            Some(Aspect::Front) if t80 => add(basic, Modifier::TankFront, chart.t80_front),
            Some(Aspect::Flank) => {
                add(basic, Modifier::Flank, if t80 { chart.flank_t80 } else { chart.flank });
            }
            Some(Aspect::Rear) if foot => add(basic, Modifier::InfantryRear, chart.infantry_rear),
            Some(Aspect::Rear) => {
                add(
                    basic,
                    Modifier::VehicleRear,
                    if t80 { chart.vehicle_rear_t80 } else { chart.vehicle_rear },
                );
            }
            Some(Aspect::Front) | None => {}
        }
        if gun.side == Side::Chechen && self.night() {
            add(basic, Modifier::ChechenNight, chart.chechen_night);
        }
        if gun.is_t80() && cover == Some(Modifier::BuiltUp) {
            add(basic, Modifier::TankAtBuiltUp, chart.t80_at_built_up);
        }
        if gun.side == Side::Chechen && gun.kind != Kind::Sniper && self.sniper_supports(target, hex) {
            add(rule!("8.8"), Modifier::SniperSupport, chart.sniper_support);
        }
        if rider {
            add(rule!("8.10"), Modifier::TankRider, chart.tank_rider);
        }
        terms
    }

    /// 6.4.2 What the terrain is worth to a target. Vehicles count as in the clear among buildings (3.2), and so do
    /// their riders (8.10); woods shelter everybody.
    pub fn cover(self, target: Unit, terrain: Terrain, off_map: bool) -> (Option<Modifier>, i8) {
        let chart = &self.t.charts.fire;
        let in_street = self.t.vehicles.contains(target) || self.is_rider(target);
        match terrain {
            Terrain::Woods => (Some(Modifier::Woods), chart.woods),
            Terrain::Rubble if !in_street => {
                (Some(Modifier::Rubble), if off_map { chart.rubble_off_map } else { chart.rubble })
            }
            Terrain::BuiltUp | Terrain::Landmark if !in_street => {
                (Some(Modifier::BuiltUp), if off_map { chart.built_up_off_map } else { chart.built_up })
            }
            _ => (None, 0),
        }
    }

    /// 6.4.2 A vehicle of its own side in the hex shields a foot unit; men do not take cover behind the enemy's tank.
    fn vehicle_beside(self, target: Unit, hex: Space) -> bool {
        let own = self.t.vehicles & self.t.of[self.side(target).index()];
        self.here(hex).any(|unit| own.contains(unit))
    }

    /// 6.4.2 Whether a unit has been activated or has fired this turn.
    pub fn has_acted(self, unit: Unit) -> bool {
        self.s.activated.contains(unit) || self.s.fired.contains(unit)
    }

    /// The combat factor of an attack.
    pub fn factor(self, weapon: Weapon) -> i8 {
        match weapon {
            Weapon::Direct(firer) => self.t.counter(firer).cf,
            Weapon::OnMap(_) => self.t.charts.indirect.on_map_cf,
            Weapon::Artillery | Weapon::Buratino | Weapon::Assault => self.t.batteries.artillery_cf,
        }
    }

    /// The sum of the die that is due.
    pub fn attack_terms(self, attack: Attack) -> Terms {
        match attack.weapon {
            Weapon::Direct(firer) => {
                self.shot_terms(Shot { firer, target: attack.target, moved: attack.moved })
            }
            Weapon::OnMap(_) => self.shell_terms(attack.target, false),
            Weapon::Artillery | Weapon::Buratino | Weapon::Assault => self.shell_terms(attack.target, true),
        }
    }
}

impl Play<'_> {
    /// 6.0 A unit fires once in a turn; firing activates it.
    /// 10.1.2 The first Chechen attack ends the restrictions of the first turn.
    pub fn fire(&mut self, active: Active, target: Unit) {
        let firer = active.unit;
        let Some((hex, _)) = self.look().exposed_at(target) else { return };
        let side = self.t.side(firer);
        let rule = if self.t.snipers.contains(firer) { rule!("8.8") } else { rule!("6.4") };
        self.tell_who(firer, rule, |firer| Event::Fires { firer, target });
        self.mark_fired(firer);
        self.attacks(side);
        let mut attack = Attack::new(Then::Unit(active), Weapon::Direct(firer), side, hex, target);
        attack.moved = active.spent > 0;
        self.go(Step::FireRoll { attack });
    }

    /// 6.0 Firing activates the unit.
    pub fn mark_fired(&mut self, unit: Unit) {
        self.s.fired.insert(unit);
        self.s.activated.insert(unit);
    }

    /// 10.1.2 A Chechen attack releases the Russians.
    pub fn attacks(&mut self, side: Side) {
        if side == Side::Chechen {
            self.chechen_attack();
        }
    }

    /// 6.4, 6.5.2 The first die: a hit if die and modifiers are not above the factor.
    /// 6.4.3 A miss does nothing, except that a target of direct fire has been fired on (6.4.2).
    pub fn fire_die(&mut self, mut attack: Attack, die: u8) {
        let look = self.look();
        let (terms, factor) = (look.attack_terms(attack), look.factor(attack.weapon));
        let total = die as i8 + sum(&terms);
        let hit = total <= factor;
        let direct = matches!(attack.weapon, Weapon::Direct(_));
        let rule = if direct { rule!("6.4") } else { rule!("6.5.2") };
        self.tell_who(attack.target, rule, |target| Event::FireDie { target, die, total, factor, hit });
        self.note_terms(&terms);
        if direct {
            self.s.fired_on.insert(attack.target);
        }
        if !hit {
            return self.carry_on(attack);
        }
        if self.look().falls_at_once(attack.weapon, attack.target) {
            self.strike_down(&mut attack, 1, rule!("8.8"));
            return self.carry_on(attack);
        }
        self.go(Step::HitRoll { attack });
    }

    /// Every modifier is a fact of its own.
    pub fn note_terms(&mut self, terms: &Terms) {
        for term in terms {
            self.note(term.rule, Event::Modified { what: term.what, by: term.value });
        }
    }
}
