//! 21.0 Optional rules. Each is a switch, agreed on before play.

use board::Space;
use kernel::rule;

use crate::{
    action::Action,
    event::Event,
    m13_casualties::Hit,
    m13_direct_fire::Attack,
    refusal::{Refusal, ensure},
    sequence::{Active, Step},
    state::{Look, Place, Play, option},
    tables::{FriendlyFireResult, Group, Side, Spaces, Unit, Units},
};

impl Look<'_> {
    /// 21.1 The choice is for a result whose units have all arrived, and those that would come instead as well.
    ///
    /// Our reading: units that wait because the airfield cannot be used have not arrived, in neither group; nor have
    /// those that an interdiction keeps off the map until the next turn (10.5.4).
    pub fn all_arrived(self, group: Group) -> bool {
        let groups = &self.t.charts.random_reinforcements.groups;
        let mut instead = self.t.group[groups.instead(group) as usize];
        if group == Group::A {
            // Only ground units of group K come instead of A.
            instead -= self.t.guns;
        }
        let both = self.t.group[group as usize] | instead;
        both.iter().all(|unit| !matches!(self.place(unit), Place::Waiting | Place::Delayed))
    }

    /// 21.1 Then its owner chooses: a free activation (21.1a) or, the German only, the Stubborn Defense marker
    /// (21.1b).
    pub fn legal_substitute(self, side: Side, out: &mut Vec<Action>) {
        out.extend(self.free_stubborn_places(side).iter().map(|at| Action::Stubborn { at }));
        for space in self.occupied(side) {
            if self.can_act(free(side, space)) {
                out.push(Action::Activate { space });
            }
        }
        out.push(Action::Decline);
    }

    /// 21.1a One space is activated at once; its Uncommitted units move or fire and are not turned over.
    pub fn refuse_free_activation(self, side: Side, space: Space) -> Result<(), Refusal> {
        self.refuse_active(free(side, space))
    }

    /// 21.1b The marker goes to any Area without the Scherer HQ; the Advantage is not spent. The rulebook asks for
    /// no German unit there.
    pub fn refuse_free_stubborn(self, side: Side, at: Space) -> Result<(), Refusal> {
        ensure!(side == Side::German, Refusal::GermanMarker {});
        ensure!(self.s.stubborn.is_none(), Refusal::MarkerOnMap { rule: rule!("21.1b") });
        ensure!(self.t.areas.contains(at), Refusal::MarkerInZone { space: at, rule: rule!("21.1b") });
        ensure!(
            self.at(self.t.scherer) != Some(at),
            Refusal::HeadquartersThere { space: at, rule: rule!("21.1b") }
        );
        Ok(())
    }

    fn free_stubborn_places(self, side: Side) -> Spaces {
        if side != Side::German || self.s.stubborn.is_some() {
            return Spaces::empty();
        }
        let mut places = self.t.areas;
        if let Some(at) = self.at(self.t.scherer) {
            places.remove(at);
        }
        places
    }

    /// 21.2.2 Friendly fire threatens when a gun has hit a contested Area.
    pub fn friendly_fire_due(self, active: Active, attack: Attack) -> bool {
        attack.is_bombardment()
            && self.t.areas.contains(attack.target)
            && self.occupied(active.side).contains(attack.target)
    }

    /// 21.3 With the option infantry alone may fire at an adjacent space with armor, at a price.
    pub fn infantry_dares(self, active: Active, attack: Attack) -> bool {
        self.option(option::INFANTRY_VS_ARMOR) && self.infantry_at_armor(active, attack)
    }

    /// 21.3 Against such fire armor neither leads nor suffers while infantry is there.
    pub fn defenders(self, active: Active, attack: Attack) -> Units {
        let all = self.units(active.side.enemy(), attack.target);
        let infantry = all - self.t.armor;
        if !attack.is_bombardment() && !infantry.is_empty() && self.infantry_dares(active, attack) {
            return infantry;
        }
        all
    }
}

impl Play<'_> {
    /// 21.1b The marker is placed without the Advantage.
    pub fn place_free_stubborn(&mut self, at: Space) {
        self.s.stubborn = Some(at);
        self.note(rule!("21.1b"), Event::Stubborn { at });
        self.open_normal();
    }

    /// 21.2.2 One die: 4-6 nothing, 2-3 one casualty point, 1 as many as the enemy took, at least one.
    pub fn friendly_fire_die(&mut self, active: Active, attack: Attack, die: u8) {
        let points = match self.t.charts.friendly_fire.result[usize::from(die) - 1] {
            FriendlyFireResult::AsEnemy => attack.taken.max(1),
            FriendlyFireResult::One => 1,
            FriendlyFireResult::None => 0,
        };
        self.note(rule!("21.2.2"), Event::FriendlyFire { die, points });
        if points == 0 {
            return self.close_active(active);
        }
        self.go(Step::FriendlyLead { active, attack, points });
    }

    /// 21.2.3 The bombarding player assigns the points by 13.3 with a Lead of his choice; nobody may volunteer to
    /// retreat.
    pub fn friendly_lead(&mut self, active: Active, attack: Attack, points: u8, lead: Unit) {
        self.note(rule!("21.2.3"), Event::SufferingLead { unit: lead });
        let victims = self.look().units(active.side, attack.target);
        self.open_casualties(active, attack, Hit::new(self.look(), active.side, victims, lead, points, true));
    }
}

fn free(side: Side, space: Space) -> Active {
    Active { side, space, seize: false, free: true }
}
