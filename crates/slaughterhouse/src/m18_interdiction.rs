//! 18.1 Air interdiction.

use board::Space;
use kernel::rule;

use crate::{
    event::Event,
    refusal::{Refusal, ensure},
    sequence::Step,
    state::{Look, Play},
    tables::{Side, Spaces, Weather},
};

impl Look<'_> {
    /// 18.1.1 At the start of an Axis impulse in Clear or Rain, instead of supporting assaults in it.
    pub fn refuse_interdict(self, side: Side) -> Result<(), Refusal> {
        ensure!(side == Side::Axis, Refusal::NoAirForce {});
        ensure!(self.s.weather != Weather::Snow, Refusal::AirInSnow {});
        ensure!(!self.s.impulse.air_spent, Refusal::AirUsed {});
        ensure!(!self.interdictable().is_empty(), Refusal::NobodyFlies {});
        Ok(())
    }

    /// 18.1.1 Any Area within two Areas of one that holds an Axis unit.
    pub fn interdictable(self) -> Spaces {
        let from = self.occupied(Side::Axis) & self.t.areas;
        from.iter().fold(Spaces::empty(), |found, space| found | self.t.air_reach[space.index()])
    }

    pub fn refuse_interdict_at(self, at: Space) -> Result<(), Refusal> {
        let range = self.t.charts.interdiction.range as u8;
        ensure!(self.interdictable().contains(at), Refusal::OutOfAirRange { space: at, range });
        Ok(())
    }

    /// 18.1.1 The Area and those adjacent to it are shut to Soviet redeployment.
    pub fn interdicted_areas(self) -> Spaces {
        match self.s.interdicted {
            Some(at) => (self.t.next.foot[at.index()] | Spaces::one(at)) & self.t.areas,
            None => Spaces::empty(),
        }
    }
}

impl Play<'_> {
    /// 18.1.1 The Area is named.
    pub fn open_interdict(&mut self) {
        self.go(Step::Interdict);
    }

    /// 18.1.1 The marker is placed; the impulse goes on without its support.
    pub fn interdict(&mut self, at: Space) {
        self.s.interdicted = Some(at);
        self.s.impulse.air_spent = true;
        self.note(rule!("18.1.1"), Event::Interdicts { at });
        let side = self.s.impulse.side;
        self.go(Step::Impulse { side });
    }

    /// 18.1.1 Until the end of the next Soviet impulse.
    pub fn lift_interdiction(&mut self) {
        if self.s.interdicted.take().is_some() {
            self.note(rule!("18.1.1"), Event::InterdictionOver);
        }
    }
}
