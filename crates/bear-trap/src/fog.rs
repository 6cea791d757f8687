//! 3.6 What a side may know of the other: which piles it may examine, what is told of hidden units, and other worlds that
//! it cannot tell apart.

use board::{Member, Space};
use kernel::{Rng, RuleRef};

use crate::{
    event::{Event, Who},
    m06_indirect_fire::{Gun, Mission},
    m06_results::{Attack, Then, Weapon},
    m07_close_assault::Assault,
    sequence::{Active, Step},
    state::{Level, Look, NOBODY, Place, Play, State, option},
    tables::{Side, Spaces, Tables, UNITS, Unit, Units},
};

/// 3.6 How much of an unexamined pile is seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fog {
    /// Everything.
    Open,
    /// The top counter, and how many there are.
    Tabletop,
    /// That there are foot units, or a vehicle.
    Strict,
}

impl Look<'_> {
    /// 3.6 Our reading: three settings, agreed on before play.
    pub fn fog(self) -> Fog {
        match (self.option(option::FOG_OPEN), self.option(option::FOG_STRICT)) {
            (true, _) => Fog::Open,
            (_, true) => Fog::Strict,
            _ => Fog::Tabletop,
        }
    }

    /// 3.6 Hexes whose enemy piles a side may examine: one of its units able to fire or spot sees them within its range, or
    /// stands there.
    pub fn examined(self, side: Side) -> Spaces {
        let mut seen = Spaces::empty();
        for (unit, at) in self.eyes(side) {
            let range = self.range(unit);
            if range > 0 {
                seen |= self.t.sight.field(at, range);
            }
        }
        seen | self.occupied(side)
    }

    /// Enemy units on the map that a side may examine, passengers included.
    pub fn examined_units(self, side: Side) -> Units {
        let on_map = self.on_map(side.enemy());
        if self.fog() == Fog::Open {
            return on_map;
        }
        let seen = self.examined(side);
        on_map.iter().filter(|&unit| self.whereabouts(unit).is_some_and(|at| seen.contains(at))).collect()
    }

    /// Whether a side may know everything about this unit.
    pub fn knows(self, side: Side, unit: Unit) -> bool {
        if self.side(unit) == side {
            return true;
        }
        match self.place(unit) {
            Place::On(..) | Place::Aboard(_) => match self.whereabouts(unit) {
                Some(at) => self.fog() == Fog::Open || self.examined(side).contains(at),
                None => true,
            },
            Place::Cup | Place::Drawn => self.side(unit) == Side::Russian,
            _ => true,
        }
    }

    /// Whether the other side sees this very unit.
    pub fn is_seen(self, unit: Unit) -> bool {
        self.knows(self.side(unit).enemy(), unit)
    }

    /// 3.6 The counter on top of a pile: the vehicle, or the unit that came last.
    pub fn top(self, side: Side, space: Space, level: Level) -> Option<Unit> {
        let of = self.t.of[side.index()];
        let mut pile = self.here(space).filter(|&unit| of.contains(unit) && self.level(unit) == level);
        let first = pile.next()?;
        if self.t.vehicles.contains(first) {
            return Some(first);
        }
        Some(pile.find(|&unit| self.t.vehicles.contains(unit)).unwrap_or(first))
    }

    /// Units of a side that its enemy meets under their own name: examined, or on top of a pile.
    pub fn shown_to_enemy(self, side: Side) -> Units {
        let mut shown = self.examined_units(side.enemy());
        if self.fog() == Fog::Tabletop {
            for space in self.occupied(side) {
                for level in Level::BOTH {
                    shown.extend(self.top(side, space, level));
                }
            }
        }
        shown
    }

    /// Units that the step under way is about: what they do says of which make they are.
    fn named_by_step(self) -> Units {
        let mut named = Units::empty();
        match self.s.step {
            Step::PlaceFacing { unit, .. } | Step::Entry { unit, .. } => {
                named.insert(unit);
            }
            Step::Active { active }
            | Step::InterdictedRoll { active }
            | Step::ObstacleRoll { active, .. } => {
                named.insert(active.unit);
            }
            Step::Assault { assault } | Step::AssaultRoll { assault } => named |= assault.attackers,
            Step::Spotter { mission } => named |= of_mission(mission),
            Step::FireRoll { attack } | Step::HitRoll { attack } | Step::StrikeUnitRoll { attack } => {
                named |= of_attack(attack) | Units::one(attack.target);
            }
            Step::ScatterRoll { attack }
            | Step::StrikeRoll { attack }
            | Step::DudayevRoll { attack }
            | Step::HotelRoll { attack } => named |= of_attack(attack),
            _ => {}
        }
        named
    }

    /// Units whose names `knower` cannot know, in classes within which any exchange of names looks the same to it.
    ///
    /// Kinds that matter to what the knower may do stay apart: snipers, whom foot units may catch and who slow them down;
    /// leaders, who see and need no room; carriers and tanks, which hold different passengers; Schmel units on foot, whose
    /// range is shorter; and those replaced this night (10.4), of whom everybody knows that they alone arrive.
    fn hidden_classes(self, knower: Side) -> [Units; 12] {
        let side = knower.enemy();
        let shown = self.shown_to_enemy(side);
        let mut classes = [Units::empty(); 12];
        for unit in self.t.of[side.index()] - shown {
            let place = self.place(unit);
            let on_map = self.whereabouts(unit).is_some();
            let in_cup = side == Side::Chechen && matches!(place, Place::Cup | Place::Drawn);
            if !on_map && !in_cup {
                continue;
            }
            let on_foot = matches!(place, Place::On(..));
            if self.t.schmels.contains(unit) && on_foot {
                continue;
            }
            let class = if self.t.snipers.contains(unit) {
                0
            } else if self.t.leaders.contains(unit) {
                1
            } else if self.t.apcs.contains(unit) {
                2
            } else if self.t.tanks.contains(unit) {
                3
            } else if self.t.schmels.contains(unit) {
                4
            } else {
                5
            };
            let replaced = usize::from(self.s.replaced.contains(unit));
            classes[2 * class + replaced].insert(unit);
        }
        classes
    }

    /// Another name for every unit, as far as `knower` cannot tell. Who is under way exchanges his name with one of the
    /// same make only.
    pub fn renaming(self, knower: Side, rng: &mut Rng) -> [u8; UNITS] {
        let mut names: [u8; UNITS] = std::array::from_fn(|i| i as u8);
        let named = self.named_by_step();
        for mut class in self.hidden_classes(knower) {
            for unit in class & named {
                class.remove(unit);
                let alike: Units = (class - named).iter().filter(|&it| self.t.same_make(unit, it)).collect();
                if let Some(other) = alike.iter().nth(rng.index(alike.len() + 1)) {
                    class.remove(other);
                    names.swap(unit.index(), other.index());
                }
            }
            let mut old: arrayvec::ArrayVec<u8, UNITS> = class.iter().map(|unit| unit.0).collect();
            let new = old.clone();
            for i in (1..old.len()).rev() {
                old.swap(i, rng.index(i + 1));
            }
            for (from, to) in new.into_iter().zip(old) {
                names[usize::from(from)] = to;
            }
        }
        names
    }
}

fn of_then(then: Then) -> Units {
    match then {
        Then::Unit(active) => Units::one(active.unit),
        Then::Call(_) => Units::empty(),
    }
}

fn of_mission(mission: Mission) -> Units {
    let gun = match mission.gun {
        Gun::OnMap(unit) => Units::one(unit),
        Gun::Artillery | Gun::Interdiction | Gun::Buratino => Units::empty(),
    };
    gun | of_then(mission.then)
}

fn of_attack(attack: Attack) -> Units {
    let firer = match attack.weapon {
        Weapon::Direct(unit) | Weapon::OnMap(unit) => Units::one(unit),
        Weapon::Artillery | Weapon::Buratino | Weapon::Assault => Units::empty(),
    };
    firer | of_then(attack.then) | attack.left
}

impl Step {
    /// The same step with other names for the units.
    fn renamed(self, name: impl Fn(Unit) -> Unit) -> Step {
        let of_active = |active: Active| Active { unit: name(active.unit), ..active };
        let of_set = |units: Units| -> Units { units.iter().map(&name).collect() };
        let of_assault = |assault: Assault| Assault { attackers: of_set(assault.attackers), ..assault };
        let of_then = |then: Then| match then {
            Then::Unit(active) => Then::Unit(of_active(active)),
            Then::Call(call) => Then::Call(call),
        };
        let of_attack = |attack: Attack| Attack {
            then: of_then(attack.then),
            weapon: match attack.weapon {
                Weapon::Direct(unit) => Weapon::Direct(name(unit)),
                Weapon::OnMap(unit) => Weapon::OnMap(name(unit)),
                other => other,
            },
            target: name(attack.target),
            left: of_set(attack.left),
            ..attack
        };
        match self {
            Step::PlaceHex { why, unit } => Step::PlaceHex { why, unit: name(unit) },
            Step::PlaceFacing { why, unit, hex } => Step::PlaceFacing { why, unit: name(unit), hex },
            Step::Entry { call, unit } => Step::Entry { call, unit: name(unit) },
            Step::Active { active } => Step::Active { active: of_active(active) },
            Step::InterdictedRoll { active } => Step::InterdictedRoll { active: of_active(active) },
            Step::ObstacleRoll { active, hex } => Step::ObstacleRoll { active: of_active(active), hex },
            Step::Assault { assault } => Step::Assault { assault: of_assault(assault) },
            Step::AssaultRoll { assault } => Step::AssaultRoll { assault: of_assault(assault) },
            Step::Spotter { mission } => {
                let gun = match mission.gun {
                    Gun::OnMap(unit) => Gun::OnMap(name(unit)),
                    other => other,
                };
                Step::Spotter { mission: Mission { then: of_then(mission.then), gun, ..mission } }
            }
            Step::FireRoll { attack } => Step::FireRoll { attack: of_attack(attack) },
            Step::HitRoll { attack } => Step::HitRoll { attack: of_attack(attack) },
            Step::ScatterRoll { attack } => Step::ScatterRoll { attack: of_attack(attack) },
            Step::StrikeRoll { attack } => Step::StrikeRoll { attack: of_attack(attack) },
            Step::StrikeUnitRoll { attack } => Step::StrikeUnitRoll { attack: of_attack(attack) },
            Step::DudayevRoll { attack } => Step::DudayevRoll { attack: of_attack(attack) },
            Step::HotelRoll { attack } => Step::HotelRoll { attack: of_attack(attack) },
            other => other,
        }
    }
}

impl State {
    /// The same position with other names for the units.
    pub fn renamed(&self, names: &[u8; UNITS]) -> State {
        let rename = |unit: Unit| Unit(names[unit.index()]);
        let byte = |it: u8| if it == NOBODY { NOBODY } else { names[usize::from(it)] };
        let set = |units: Units| -> Units { units.iter().map(rename).collect() };
        let mut new = self.clone();
        for (old, &name) in names.iter().enumerate() {
            let to = usize::from(name);
            new.place[to] = match self.place[old].place() {
                Place::Aboard(vehicle) => Place::Aboard(rename(vehicle)).pack(),
                _ => self.place[old],
            };
            new.facing[to] = self.facing[old];
            new.status[to] = self.status[old];
            new.cargo[to] = self.cargo[old].map(byte);
            new.next[to] = byte(self.next[old]);
        }
        for head in &mut new.head {
            *head = byte(*head);
        }
        for units in [
            &mut new.activated,
            &mut new.fired,
            &mut new.shelled,
            &mut new.moved,
            &mut new.fired_on,
            &mut new.spotting,
            &mut new.supporting,
            &mut new.bonus_used,
            &mut new.loaded,
            &mut new.put_down,
            &mut new.replaced,
        ] {
            *units = set(*units);
        }
        new.step = self.step.renamed(rename);
        new
    }

    /// Deals another world that a side cannot tell apart from this one: the hidden units keep their places, conditions and
    /// what they have done, and exchange their names.
    ///
    /// Not varied are the places of hidden snipers, the conditions of hidden units and which units are in the cup rather
    /// than on the map, kind by kind. A sniper elsewhere would show at once: he costs Russian infantry in his sight
    /// movement points, and a pile of snipers alone does not bar the way (8.8).
    pub fn redeal(&mut self, t: &Tables, knower: Side, rng: &mut Rng) {
        let names = Look { t, s: self }.renaming(knower, rng);
        *self = self.renamed(&names);
    }
}

impl Play<'_> {
    /// Whether a fact about a unit may be told to both sides; not looked at when nobody listens.
    pub fn shows(&self, unit: Unit) -> bool {
        self.j.listening() && self.look().is_seen(unit)
    }

    /// Tells a fact about a unit to those who may know it.
    pub fn tell(&mut self, unit: Unit, rule: RuleRef, event: Event) {
        self.tell_if(self.shows(unit), unit, rule, event);
    }

    /// Tells a fact about a unit; an enemy who does not see it is told the other one.
    pub fn tell_or(&mut self, seen: bool, unit: Unit, rule: RuleRef, event: Event, unseen: Event) {
        if !self.tell_if(seen, unit, rule, event) {
            let enemy = self.look().side(unit).enemy();
            self.whisper(enemy, rule, unseen);
        }
    }

    /// Tells both sides a fact about a unit; an enemy who does not see it learns whose it is and no more.
    pub fn tell_who(&mut self, unit: Unit, rule: RuleRef, event: impl Fn(Who) -> Event) {
        let unseen = Who::Unseen(self.look().side(unit));
        self.tell_or(self.shows(unit), unit, rule, event(Who::Unit(unit)), event(unseen));
    }

    /// The same where the caller knows who may; whether both sides were told.
    pub fn tell_if(&mut self, seen: bool, unit: Unit, rule: RuleRef, event: Event) -> bool {
        if seen {
            self.note(rule, event);
        } else {
            let side = self.look().side(unit);
            self.whisper(side, rule, event);
        }
        seen
    }
}
