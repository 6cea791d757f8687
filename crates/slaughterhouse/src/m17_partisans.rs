//! 17.0 Partisans and Security.

use board::Space;
use kernel::rule;

use crate::{
    event::Event,
    refusal::{Refusal, ensure},
    state::{Look, Play},
    tables::{Side, Spaces, beside},
};

impl Look<'_> {
    /// Areas conquered by the Axis: Soviet at the start, the Axis's now.
    fn conquered(self) -> Spaces {
        (self.t.soviet_start & self.t.areas) - self.s.soviet
    }

    /// 17.2.1 Each in a different conquered Area without Soviet units.
    pub fn security_places(self) -> Spaces {
        self.conquered() - self.occupied(Side::Soviet) - self.s.security
    }

    pub fn refuse_security(self, at: Space) -> Result<(), Refusal> {
        ensure!(self.conquered().contains(at), Refusal::NotConquered { space: at, rule: rule!("17.2.1") });
        ensure!(self.vacant(Side::Axis, at), Refusal::SovietsThere { space: at });
        ensure!(!self.s.security.contains(at), Refusal::MarkerThere { space: at, rule: rule!("17.2.1") });
        Ok(())
    }

    /// 17.1.2 Each in a different conquered Area that is not Urban, holds no unit, and neither holds a Security marker
    /// nor is next to one.
    pub fn partisan_places(self) -> Spaces {
        let secured = self.s.security | beside(&self.t.next.foot, self.s.security);
        self.conquered() - self.t.urban - self.s.occupied[0] - self.s.occupied[1] - secured - self.s.partisans
    }

    pub fn refuse_partisans(self, at: Space) -> Result<(), Refusal> {
        let rule = rule!("17.1.2");
        ensure!(self.conquered().contains(at), Refusal::NotConquered { space: at, rule });
        ensure!(!self.t.urban.contains(at), Refusal::PartisansInTown { space: at });
        let empty = self.s.here[at.index()].is_empty();
        ensure!(empty, Refusal::UnitsThere { space: at });
        ensure!(!self.s.partisans.contains(at), Refusal::MarkerThere { space: at, rule });
        ensure!(self.partisan_places().contains(at), Refusal::PartisansSecured { space: at });
        Ok(())
    }

    /// 17.1.4 A marker in the Area or next to it; several do not add up.
    pub fn partisans_near(self, area: Space) -> bool {
        let near = self.t.next.foot[area.index()] | Spaces::one(area);
        !(near & self.s.partisans).is_empty()
    }
}

impl Play<'_> {
    /// 17.2.1 One marker.
    pub fn place_security(&mut self, left: u8, at: Space) {
        self.s.security.insert(at);
        self.note(rule!("17.2.1"), Event::Security { at });
        self.continue_security(left - 1);
    }

    /// 17.1.1 One marker.
    pub fn place_partisans(&mut self, left: u8, at: Space) {
        self.s.partisans.insert(at);
        self.note(rule!("17.1.1"), Event::Partisans { at });
        self.continue_partisans(left - 1);
    }
}
