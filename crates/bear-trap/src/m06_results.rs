//! 6.4.3 What an attack does to those it hits, and what is settled when its last die has fallen.

use board::{Member, Space};
use kernel::{RuleRef, rule};

use crate::{
    event::Event,
    sequence::{Active, Call, Step},
    state::{Look, NOBODY, Play, option},
    tables::{Kind, Side, Status, Terrain, Unit, Units},
};

/// An attack from the first die to the last consequence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Attack {
    pub then: Then,
    pub weapon: Weapon,
    pub side: Side,
    /// The hex attacked; for the Buratino the impact hex.
    pub hex: Space,
    /// The unit whose die is due.
    pub target: Unit,
    /// Units that wait for theirs.
    pub left: Units,
    /// 8.3 The hex that is rolled for: 0 is the impact hex, then clockwise from the north.
    pub ring: u8,
    /// The firer has moved in this activation (5.1.3).
    pub moved: bool,
    /// Somebody in the hex was eliminated (8.7).
    pub killed: bool,
    /// A vehicle was eliminated by an even die (8.9).
    pub wreck: bool,
}

/// What an attack is made with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Weapon {
    /// 6.4 The direct fire of a unit.
    Direct(Unit),
    /// 6.5 The indirect fire of a heavy weapons unit.
    OnMap(Unit),
    /// 6.5 An off-map battery.
    Artillery,
    /// 8.3 The thermobaric rockets.
    Buratino,
    /// 7.0
    Assault,
}

/// Whose turn it is when an attack is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Then {
    /// The activation of this unit ends.
    Unit(Active),
    /// The marker goes on.
    Call(Call),
}

impl Then {
    /// The marker being played.
    pub fn call(self) -> Call {
        match self {
            Then::Unit(active) => active.call,
            Then::Call(call) => call,
        }
    }

    /// The unit whose activation it is.
    pub fn units(self) -> Units {
        match self {
            Then::Unit(active) => Units::one(active.unit),
            Then::Call(_) => Units::empty(),
        }
    }
}

impl Attack {
    /// Every unit the attack names: who makes it, and whose dice are due.
    pub fn units(self) -> Units {
        let mut units = self.left | self.then.units();
        units.insert(self.target);
        if let Weapon::Direct(unit) | Weapon::OnMap(unit) = self.weapon {
            units.insert(unit);
        }
        units
    }

    pub fn new(then: Then, weapon: Weapon, side: Side, hex: Space, target: Unit) -> Attack {
        Attack {
            then,
            weapon,
            side,
            hex,
            target,
            left: Units::empty(),
            ring: 0,
            moved: false,
            killed: false,
            wreck: false,
        }
    }
}

impl Look<'_> {
    /// 6.4.3 Which row of the results an attack uses: heavy weapons and all indirect fire, or light ones.
    pub fn hits_hard(self, weapon: Weapon) -> bool {
        match weapon {
            Weapon::Direct(firer) => self.t.heavy.contains(firer),
            Weapon::OnMap(_) | Weapon::Artillery | Weapon::Buratino | Weapon::Assault => true,
        }
    }

    /// 6.4.3 Up to which number on the second die the target is eliminated.
    pub fn deadly_up_to(self, weapon: Weapon, target: Unit) -> i8 {
        let hits = &self.t.charts.hits;
        let counter = self.t.counter(target);
        match (self.hits_hard(weapon), counter.side) {
            (true, Side::Russian) => hits.heavy_russian,
            (true, Side::Chechen) => hits.heavy_chechen,
            (false, _) if counter.vehicle() => hits.light_vehicle,
            (false, Side::Russian) => hits.light_russian,
            (false, Side::Chechen) => hits.light_chechen,
        }
    }

    /// 6.4.3 The second die: whether the target is eliminated.
    /// 8.1 A Schmel takes one off it. 8.8 A sniper kills on an even one.
    pub fn is_deadly(self, weapon: Weapon, target: Unit, die: u8) -> bool {
        let change = match weapon {
            Weapon::Direct(firer) if self.t.snipers.contains(firer) => return die.is_multiple_of(2),
            Weapon::Direct(firer) if self.t.schmels.contains(firer) => self.t.charts.hits.schmel,
            _ => 0,
        };
        die as i8 + change <= self.deadly_up_to(weapon, target)
    }

    /// 8.8 A sniper hit by a heavy weapon is gone without a second die.
    pub fn falls_at_once(self, weapon: Weapon, target: Unit) -> bool {
        self.t.snipers.contains(target) && self.hits_hard(weapon)
    }

    /// 6.4.3 The status after a hit that did not eliminate. No hit improves a status.
    pub fn shaken(self, weapon: Weapon, target: Unit) -> Status {
        let chart = &self.t.charts.status;
        let ladder = if self.hits_hard(weapon) { &chart.heavy } else { &chart.light };
        ladder[self.status(target).index()]
    }

    /// 8.1, 8.7 Whether an elimination by this weapon brings a building down.
    pub fn brings_down(self, weapon: Weapon) -> bool {
        match weapon {
            Weapon::Direct(firer) => self.t.schmels.contains(firer),
            Weapon::OnMap(_) | Weapon::Artillery | Weapon::Buratino => true,
            Weapon::Assault => false,
        }
    }

    /// 8.9 Where a destroyed vehicle can leave a wreck: in woods and among standing buildings, where no other
    /// obstacle is.
    pub fn takes_wreck(self, hex: Space) -> bool {
        let terrain = self.terrain(hex);
        matches!(terrain, Terrain::Woods | Terrain::BuiltUp | Terrain::Landmark) && !self.obstacle(hex)
    }

    /// Units of a hex in the order in which indirect fire meets them: ground level before upper, then from the bottom of the
    /// pile up, riders after their tank. The order tells nothing of who they are (3.6).
    pub fn next_under_fire(self, hex: Space, units: Units) -> Option<Unit> {
        let mut next: Option<Unit> = None;
        for unit in self.here(hex) {
            let riders = self.s.cargo[unit.index()].into_iter().filter(|&it| it != NOBODY).map(Unit);
            let found = std::iter::once(unit).chain(riders).find(|&it| units.contains(it));
            if let Some(found) = found
                && next.is_none_or(|next| self.level(found) <= self.level(next))
            {
                next = Some(found);
            }
        }
        next
    }

    /// Everybody in a hex who is attacked on his own: all levels, both sides, riders on tanks too; whoever sits in an
    /// APC shares its fate (8.2, 8.10).
    pub fn exposed(self, hex: Space) -> Units {
        let mut units = Units::empty();
        for unit in self.here(hex) {
            units.insert(unit);
            if self.t.tanks.contains(unit) {
                units |= self.cargo(unit);
            }
        }
        units
    }
}

impl Play<'_> {
    /// 6.4.3 The second die of a hit.
    pub fn hit_die(&mut self, mut attack: Attack, die: u8) {
        let look = self.look();
        let deadly = look.is_deadly(attack.weapon, attack.target, die);
        let status = look.shaken(attack.weapon, attack.target);
        let by_sniper = matches!(attack.weapon, Weapon::Direct(firer) if self.t.snipers.contains(firer));
        let rule = if by_sniper { rule!("8.8") } else { rule!("6.4.3") };
        self.tell_who(attack.target, rule, |target| Event::HitDie { target, die });
        if deadly {
            self.strike_down(&mut attack, die, rule);
        } else {
            self.shake(attack.target, status, rule);
        }
        self.carry_on(attack);
    }

    /// 6.4.3 A unit gets worse. Passengers of an APC share its result: each is raised to its new status if that is
    /// worse than its own.
    pub fn shake(&mut self, unit: Unit, status: Status, rule: RuleRef) {
        self.s.status[unit.index()] = status;
        self.tell_who(unit, rule, |unit| Event::StatusBecomes { unit, status });
        if !self.t.apcs.contains(unit) {
            return;
        }
        for passenger in self.look().cargo(unit) {
            if self.look().status(passenger) < status {
                self.s.status[passenger.index()] = status;
                self.tell_who(passenger, rule!("8.2"), |unit| Event::StatusBecomes { unit, status });
            }
        }
    }

    /// The unit under the die is eliminated, and everybody aboard with it.
    pub fn strike_down(&mut self, attack: &mut Attack, die: u8, rule: RuleRef) {
        let unit = attack.target;
        attack.killed = true;
        attack.wreck |= self.t.vehicles.contains(unit) && die.is_multiple_of(2);
        attack.left -= self.look().cargo(unit);
        attack.left.remove(unit);
        self.eliminate(unit, rule);
    }

    /// The next die of an attack, or its end.
    pub fn carry_on(&mut self, mut attack: Attack) {
        if self.look().dudayev_due() {
            return self.go(Step::DudayevRoll { attack });
        }
        if attack.weapon == Weapon::Buratino {
            return self.strike_on(attack);
        }
        match self.look().next_under_fire(attack.hex, attack.left) {
            Some(unit) => {
                attack.left.remove(unit);
                attack.target = unit;
                self.go(Step::FireRoll { attack });
            }
            None => self.settle(attack),
        }
    }

    /// 11.2 Dudayev is dead: a die says what that is worth to the Russian.
    pub fn dudayev_die(&mut self, attack: Attack, die: u8) {
        self.s.dudayev_scored = true;
        self.award(Side::Russian, 2 * u16::from(die));
        self.note(rule!("11.2"), Event::DudayevDead { die });
        self.carry_on(attack);
    }

    /// When all dice have fallen: rubble, then a wreck where there is none, then the report from a hotel.
    pub fn settle(&mut self, attack: Attack) {
        let look = self.look();
        if attack.killed && look.brings_down(attack.weapon) && look.terrain(attack.hex).has_upper() {
            let watched = look.option(option::HOTELS) && !(self.t.map.hotels - self.s.rubble).is_empty();
            self.bring_down(attack.hex);
            if watched {
                return self.go(Step::HotelRoll { attack });
            }
            return self.finish_attack(attack);
        }
        if attack.wreck {
            self.leave_wreck(attack.hex);
        }
        self.finish_attack(attack);
    }

    /// 8.9 Outside clear terrain a vehicle that was destroyed by an even die leaves a wreck.
    pub fn leave_wreck(&mut self, hex: Space) {
        if self.look().takes_wreck(hex) {
            self.s.wrecks.insert(hex);
            self.note(rule!("8.9"), Event::Wreck { hex });
        }
    }

    /// The attack is over: the unit that made it has acted, or the marker goes on.
    pub fn finish_attack(&mut self, attack: Attack) {
        match attack.then {
            Then::Unit(active) => self.end_unit(active),
            Then::Call(call) => self.return_to(call),
        }
    }
}

impl Look<'_> {
    /// 6.4.3 In how many of the six faces of the second die the target is eliminated.
    pub fn deadly_faces(self, weapon: Weapon, target: Unit) -> u8 {
        (1..=6).filter(|&die| self.is_deadly(weapon, target, die)).count() as u8
    }

    /// Whether a unit may spot, fire or be aimed at as a leader.
    pub fn is_leader(self, unit: Unit) -> bool {
        self.t.kind(unit) == Kind::Leader
    }
}
