//! 14.0 Bombardment Impulse: guns and the Stuka.

use board::Space;
use kernel::{RuleRef, rule};

use crate::{
    action::Action,
    event::Event,
    m13_direct_fire::{Attack, Modifier, Term, Terms},
    refusal::{Refusal, ensure},
    sequence::Active,
    state::{Look, Place, Play, option},
    tables::{Side, Spaces, Unit, Units},
};

impl Look<'_> {
    /// 14.1.1 One gun, or the Stuka, each impulse; it needs no activated space.
    /// 11.2.3, 14.1.2 Only an unused one, so once each turn.
    /// 14.2.5 The Stuka not after interdiction.
    pub fn refuse_gun(self, side: Side, gun: Unit) -> Result<(), Refusal> {
        ensure!(self.t.guns.contains(gun), Refusal::NotAGun { unit: gun });
        ensure!(self.side(gun) == side, Refusal::NotYours { unit: gun, rule: rule!("14.1.1") });
        ensure!(self.place(gun) == Place::Artillery, Refusal::GunNotHere { unit: gun });
        let interdicted = gun == self.t.stuka && self.s.interdicted;
        ensure!(!interdicted, Refusal::StukaInterdicted {});
        ensure!(!self.is_committed(gun), Refusal::GunUsed { unit: gun });
        ensure!(!self.grounded(gun), Refusal::StukaAtNight {});
        Ok(())
    }

    /// 14.0 A gun attacks a space that holds enemy units.
    pub fn bombard_targets(self, gun: Unit) -> Spaces {
        let side = self.side(gun);
        let enemies = self.occupied(side.enemy());
        if gun == self.t.stuka {
            return self.stuka_targets(side) & enemies;
        }
        self.gun_targets(side) & enemies
    }

    /// 14.2.2 The Stuka hits any uncontested Area.
    /// 14.2.3 It also hits any Zone, contested or not.
    fn stuka_targets(self, side: Side) -> Spaces {
        self.t.zones | self.uncontested_for(side)
    }

    /// Areas without friends of the bombarding side.
    ///
    /// 21.2, 21.2.1 With the option contested Areas may be hit as well; a friend there is observer enough.
    fn uncontested_for(self, side: Side) -> Spaces {
        if self.option(option::BOMBARD_CONTESTED) {
            return self.t.areas;
        }
        self.t.areas - self.occupied(side)
    }

    /// 14.1.3 An uncontested Area adjacent to a space with a friendly ground unit, whatever its face.
    ///
    /// 14.1.4 Never a Zone.
    fn gun_targets(self, side: Side) -> Spaces {
        self.observed(side) & self.uncontested_for(side) & self.t.areas
    }

    fn observed(self, side: Side) -> Spaces {
        let friends = self.occupied(side);
        if self.holds_ostkirche(side) {
            return self.t.areas;
        }
        let own = if self.option(option::BOMBARD_CONTESTED) { friends } else { Spaces::empty() };
        self.t.graph.adjacent(friends) | self.seen_from_town(side) | own
    }

    /// 14.1.3a Also a non-Urban Area at most two Areas away from an Urban Area with a friendly unit; Area borders
    /// only, never through Zones.
    fn seen_from_town(self, side: Side) -> Spaces {
        let posts = self.occupied(side) & self.t.urban;
        let seen = posts.iter().fold(Spaces::empty(), |all, post| all | self.t.two_areas[post.index()]);
        seen - self.t.urban
    }

    /// 14.1.3b The side that controls and occupies the Ostkirche sees every Area; it may be contested.
    fn holds_ostkirche(self, side: Side) -> bool {
        self.controls(side, self.t.ostkirche) && self.occupied(side).contains(self.t.ostkirche)
    }

    /// The case that lets this gun hit this space.
    pub fn observation(self, gun: Unit, target: Space) -> RuleRef {
        let side = self.side(gun);
        if gun == self.t.stuka {
            return if self.t.is_zone(target) { rule!("14.2.3") } else { rule!("14.2.2") };
        }
        if self.occupied(side).contains(target) {
            return rule!("21.2.1");
        }
        if self.t.graph.adjacent(self.occupied(side)).contains(target) {
            return rule!("14.1.3");
        }
        if self.seen_from_town(side).contains(target) { rule!("14.1.3a") } else { rule!("14.1.3b") }
    }

    pub fn refuse_bombard(self, side: Side, gun: Unit, target: Space) -> Result<(), Refusal> {
        self.refuse_gun(side, gun)?;
        if self.bombard_targets(gun).contains(target) {
            return Ok(());
        }
        ensure!(self.occupied(side.enemy()).contains(target), Refusal::NobodyToBombard { space: target });
        let zone = self.t.is_zone(target) && gun != self.t.stuka;
        ensure!(!zone, Refusal::GunsSpareZones { space: target });
        let rule = if gun == self.t.stuka { rule!("14.2.2") } else { rule!("14.1.3") };
        ensure!(!self.occupied(side).contains(target), Refusal::FriendsThere { space: target, rule });
        Err(Refusal::Unobserved { space: target })
    }

    pub fn legal_bombardments(self, side: Side, out: &mut Vec<Action>) {
        let ready = |gun: &Unit| self.refuse_gun(side, *gun).is_ok();
        let mut guns = (self.t.guns & self.t.of[side.index()]).iter().filter(ready).peekable();
        if guns.peek().is_none() {
            return;
        }
        let enemies = self.occupied(side.enemy());
        let seen = self.gun_targets(side) & enemies;
        for gun in guns {
            let targets = if gun == self.t.stuka { self.stuka_targets(side) & enemies } else { seen };
            out.extend(targets.iter().map(|target| Action::Bombard { gun, target }));
        }
    }

    /// 14.3.1 Two dice and the printed factor, Day or Night (14.1.6), nothing else.
    pub fn gun_terms(self, attack: Attack) -> Terms {
        let term = Term {
            rule: rule!("14.3.1"),
            what: Modifier::Gun(attack.lead),
            value: self.gun_factor(attack.lead),
        };
        [term].into_iter().collect()
    }
}

impl Play<'_> {
    /// 14.0, 14.1.1 The gun fires; the defender names his Lead (14.3.2).
    pub fn bombard(&mut self, side: Side, gun: Unit, target: Space) {
        let rule = self.look().observation(gun, target);
        self.note(rule, Event::Bombards { gun, target });
        let attack = Attack::new(target, gun, Units::empty());
        let active = Active { side, space: target, seize: false, free: false };
        self.open_defender_lead(active, attack);
    }

    /// 14.1.5, 14.3.5 Afterwards it is turned to its used side.
    pub fn use_gun(&mut self, gun: Unit) {
        self.s.committed.insert(gun);
        self.note(rule!("14.3.5"), Event::GunUsed { gun });
    }
}
