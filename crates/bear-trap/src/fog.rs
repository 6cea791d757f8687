//! 3.6 What a side may know of the other: which piles it may examine, and what is told of hidden units.

use kernel::RuleRef;

use crate::{
    event::Event,
    state::{Look, Place, Play, option},
    tables::{Side, Spaces, Unit},
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

    /// Whether the other side sees this very unit.
    pub fn is_seen(self, unit: Unit) -> bool {
        if self.fog() == Fog::Open {
            return true;
        }
        match self.place(unit) {
            Place::On(..) | Place::Aboard(_) => {
                let Some(at) = self.whereabouts(unit) else { return true };
                self.examined(self.side(unit).enemy()).contains(at)
            }
            Place::Cup | Place::Drawn => self.side(unit) == Side::Russian,
            _ => true,
        }
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
