//! 13.0 Direct Fire Impulse: who may fire at whom, both totals and the result. Bombardment (14.0) shares them.

use arrayvec::ArrayVec;
use board::Space;
use kernel::{RuleRef, rule};

use crate::{
    action::Action,
    event::Event,
    m13_casualties::Hit,
    refusal::{Refusal, ensure},
    sequence::{Active, Step},
    state::{Look, Play},
    tables::{Edge, Side, Spaces, Terrain, Unit, Units},
};

/// A fire attack: by units, or, with no firers, by a gun.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Attack {
    pub target: Space,
    /// The Lead Attacking Unit, or the gun.
    pub lead: Unit,
    pub firers: Units,
    /// The Lead Defending Unit, once named.
    pub defender: Unit,
    /// The attack total, once rolled.
    pub total: i8,
    /// Attack total less defence total, once rolled.
    pub margin: i8,
    /// Casualty points the defender took.
    pub taken: u8,
}

impl Attack {
    pub fn new(target: Space, lead: Unit, firers: Units) -> Attack {
        Attack { target, lead, firers, defender: lead, total: 0, margin: 0, taken: 0 }
    }

    /// 13.1.4, 14.0 Direct Fire and Bombardment are never combined: an attack is one or the other.
    pub fn is_bombardment(self) -> bool {
        self.firers.is_empty()
    }
}

/// A reason for a number in a total.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Modifier {
    Lead(Unit),
    Gun(Unit),
    MoreUnits(u8),
    Integrity,
    Pioneers,
    ArmorInOpen,
    InfantryAtArmor,
    Terrain(Terrain),
    Rubble,
    HeavyRubble,
    Night,
    Stubborn,
    AcrossRiver,
    Stronger,
    Weaker,
    Support(u8),
    DefendedTown,
    DefendedRubble,
    InfantryAtArmorClose,
    /// The Soviet has passed (17.1.3).
    Passed,
}

/// One line of a sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    pub rule: RuleRef,
    pub what: Modifier,
    pub value: i8,
}

/// The lines of a sum.
pub type Terms = ArrayVec<Term, 8>;

/// A modifier for each of several units, however many stand in a Zone.
pub fn times(units: u8, each: i8) -> i8 {
    (units.min(16) as i8).saturating_mul(each)
}

pub fn sum(terms: &Terms) -> i8 {
    terms.iter().map(|term| term.value).sum()
}

impl Look<'_> {
    // ------------------------------------------------------------------ 13.1 who and whom

    /// 13.1.2 Units may fire at enemies in their own space. 13.1.3 From a space that is not contested they may fire
    /// at an adjacent one, infantry alone never where enemy armor stands.
    ///
    /// Our reading: in a contested space they fire only inside it; the adjacent target may itself be contested.
    pub fn fire_targets(self, active: Active, able: Units) -> Spaces {
        let enemies = self.occupied(active.side.enemy());
        if enemies.contains(active.space) {
            return Spaces::one(active.space);
        }
        let targets = self.t.graph.neighbours(active.space) & enemies;
        if targets.is_empty() || self.fires_at_armor(able) {
            return targets;
        }
        targets.iter().filter(|&target| !self.armor_in(active.side.enemy(), target)).collect()
    }

    /// Whether these units may fire where enemy armor stands: one of them is armor, or option 21.3 is in use.
    fn fires_at_armor(self, units: Units) -> bool {
        !(units & self.t.armor).is_empty() || self.option(crate::state::option::INFANTRY_VS_ARMOR)
    }

    fn armor_in(self, side: Side, space: Space) -> bool {
        !(self.units(side, space) & self.t.armor).is_empty()
    }

    /// Whether infantry alone fires at an adjacent space with enemy armor (13.1.3, 21.3).
    pub fn infantry_at_armor(self, active: Active, attack: Attack) -> bool {
        !attack.is_bombardment()
            && attack.target != active.space
            && (attack.firers & self.t.armor).is_empty()
            && self.armor_in(active.side.enemy(), attack.target)
    }

    pub fn may_fire_at_all(self, active: Active, able: Units) -> bool {
        !self.fire_targets(active, able).is_empty()
    }

    pub fn refuse_fire(self, active: Active, target: Space) -> Result<(), Refusal> {
        let able = self.able(active);
        if self.fire_targets(active, able).contains(target) {
            return Ok(());
        }
        let enemies = self.occupied(active.side.enemy());
        if enemies.contains(active.space) {
            return Err(Refusal::FiresInside { space: active.space });
        }
        ensure!(enemies.contains(target), Refusal::NoEnemyThere { space: target });
        let near = self.t.graph.neighbours(active.space).contains(target);
        ensure!(near, Refusal::NotInRange { from: active.space, to: target });
        Err(Refusal::ArmorThere { space: target })
    }

    /// 13.1.1 Only Uncommitted units that began the impulse in the active space fire.
    /// 13.1.3 Where armor is needed, an infantry Lead must leave room for it.
    pub fn refuse_lead(self, active: Active, target: Space, unit: Unit) -> Result<(), Refusal> {
        ensure!(self.side(unit) == active.side, Refusal::NotYours { unit, rule: rule!("13.1.1") });
        ensure!(self.at(unit) == Some(active.space), Refusal::NotAFirer { unit });
        ensure!(self.able(active).contains(unit), Refusal::CommittedFire { unit });
        debug_assert!(self.fire_targets(active, self.able(active)).contains(target));
        Ok(())
    }

    /// Units that may still join the attack.
    pub fn joiners(self, active: Active, attack: Attack) -> Units {
        self.able(active) - attack.firers
    }

    pub fn refuse_add(self, active: Active, attack: Attack, unit: Unit) -> Result<(), Refusal> {
        self.refuse_lead(active, attack.target, unit)?;
        ensure!(!attack.firers.contains(unit), Refusal::FiresAlready { unit });
        Ok(())
    }

    /// 13.1.3 Infantry alone may not fire into an adjacent space that holds enemy armor.
    pub fn refuse_shoot(self, active: Active, attack: Attack) -> Result<(), Refusal> {
        let banned = self.infantry_at_armor(active, attack) && !self.fires_at_armor(attack.firers);
        ensure!(!banned, Refusal::ArmorThere { space: attack.target });
        Ok(())
    }

    pub fn legal_firers(self, active: Active, attack: Attack, out: &mut Vec<Action>) {
        let joiners = self.joiners(active, attack);
        out.extend(joiners.iter().map(|unit| Action::Add { unit }));
        if joiners.len() > 1 {
            out.push(Action::AddAll);
        }
        if self.refuse_shoot(active, attack).is_ok() {
            out.push(Action::Shoot);
        }
    }

    /// 13.2.1 The defender names his Lead among his units in the target space; under 21.3 not an armor unit while
    /// infantry is there. A Committed unit may lead.
    pub fn refuse_defender(self, active: Active, attack: Attack, unit: Unit) -> Result<(), Refusal> {
        let all = self.units(active.side.enemy(), attack.target);
        ensure!(all.contains(unit), Refusal::NotADefender { unit });
        ensure!(self.defenders(active, attack).contains(unit), Refusal::ArmorStandsAside { unit });
        Ok(())
    }

    // ------------------------------------------------------------------ 13.2 totals

    /// 13.2.2 The attacker's modifiers: the Lead's Uncommitted factor, one for each other unit up to three,
    /// integrity, pioneers against a town, armor against open ground. For a gun its factor alone (14.3.1).
    pub fn attack_terms(self, active: Active, attack: Attack) -> Terms {
        let mut terms = Terms::new();
        let mut add = |what, value: i8| {
            if value != 0 {
                terms.push(Term { rule: rule!("13.2.2"), what, value });
            }
        };
        if attack.is_bombardment() {
            return self.gun_terms(attack);
        }
        let chart = &self.t.charts.direct_fire.attacker;
        let lead = self.t.counter(attack.lead);
        add(Modifier::Lead(attack.lead), lead.cf);
        let more = attack.firers.len() as u8 - 1;
        add(Modifier::MoreUnits(more), times(more, chart.extra_unit).min(chart.extra_unit_cap));
        let mut kin = lead.kin & attack.firers;
        kin.remove(attack.lead);
        if !kin.is_empty() {
            add(Modifier::Integrity, chart.integrity);
        }
        let terrain = self.t.terrain(attack.target);
        if terrain == Terrain::Urban && !(attack.firers & self.t.pioneers).is_empty() {
            add(Modifier::Pioneers, chart.pioneer_vs_urban);
        }
        if terrain == Terrain::Clear && !(attack.firers & self.t.armor).is_empty() {
            add(Modifier::ArmorInOpen, chart.armor_vs_clear);
        }
        if self.infantry_dares(active, attack) {
            terms.push(Term {
                rule: rule!("21.3"),
                what: Modifier::InfantryAtArmor,
                value: chart.infantry_vs_armor,
            });
        }
        terms
    }

    /// 13.2.3, 14.3.2 The defender's modifiers: the Lead's factor on the face it shows, terrain, Rubble, and for
    /// Direct Fire night and river; Stubborn Defense or the Scherer HQ for Germans.
    ///
    /// 9.1.7 Night adds one against Direct Fire.
    /// 9.1.8 It adds nothing against Bombardment.
    /// 15.2.2 Rubble adds one, Heavy Rubble two.
    pub fn defence_terms(self, active: Active, attack: Attack) -> Terms {
        let mut terms = Terms::new();
        let gun = attack.is_bombardment();
        let chart =
            if gun { &self.t.charts.bombardment.defender } else { &self.t.charts.direct_fire.defender };
        let basic = if gun { rule!("14.3.2") } else { rule!("13.2.3") };
        let target = attack.target;
        let mut add = |rule, what, value: i8| {
            if value != 0 {
                terms.push(Term { rule, what, value });
            }
        };
        add(basic, Modifier::Lead(attack.defender), self.factor(attack.defender));
        let terrain = self.t.terrain(target);
        add(basic, Modifier::Terrain(terrain), chart.terrain.of(terrain));
        if self.s.heavy.contains(target) {
            add(rule!("15.2.2"), Modifier::HeavyRubble, chart.heavy_rubble);
        } else if self.s.rubble.contains(target) {
            add(rule!("15.2.2"), Modifier::Rubble, chart.rubble);
        }
        if self.s.night {
            add(if gun { rule!("9.1.8") } else { rule!("9.1.7") }, Modifier::Night, chart.night);
        }
        if active.side == Side::Soviet && self.stubborn_here(target) {
            add(rule!("8.1.1C"), Modifier::Stubborn, chart.stubborn);
        }
        if !gun && self.t.graph.link(active.space, target) == Some(Edge::River) {
            add(basic, Modifier::AcrossRiver, chart.across_river);
        }
        terms
    }
}

impl Play<'_> {
    pub fn aim(&mut self, active: Active, target: Space) {
        self.go(Step::Aim { active, target });
    }

    /// 13.2.1 First the attacker names his Lead; more units may join before the attack is confirmed.
    pub fn name_lead(&mut self, active: Active, target: Space, unit: Unit) {
        let attack = Attack::new(target, unit, Units::one(unit));
        self.go(Step::Firers { active, attack });
    }

    pub fn add_firers(&mut self, active: Active, mut attack: Attack, units: Units) {
        attack.firers |= units;
        self.go(Step::Firers { active, attack });
    }

    pub fn confirm_fire(&mut self, active: Active, attack: Attack) {
        let rule = if attack.target == active.space { rule!("13.1.2") } else { rule!("13.1.3") };
        let event = Event::Fires { lead: attack.lead, firers: attack.firers, target: attack.target };
        self.note(rule, event);
        self.open_defender_lead(active, attack);
    }

    /// 13.2.1 The defender's Lead is due.
    pub fn open_defender_lead(&mut self, active: Active, attack: Attack) {
        self.go(Step::DefenderLead { active, attack });
    }

    /// 13.2.1 Then the defender names his.
    pub fn name_defender(&mut self, active: Active, mut attack: Attack, unit: Unit) {
        attack.defender = unit;
        let rule = if attack.is_bombardment() { rule!("14.3.2") } else { rule!("13.2.1") };
        self.note(rule, Event::DefenderLeads { unit });
        self.go(Step::AttackRoll { active, attack });
    }

    /// 13.2.2 Attack total: two dice and the attacker's modifiers.
    pub fn attack_dice(&mut self, active: Active, mut attack: Attack, dice: [u8; 2]) {
        let terms = self.look().attack_terms(active, attack);
        attack.total = (dice[0] + dice[1]) as i8 + sum(&terms);
        let rule = if attack.is_bombardment() { rule!("14.3.1") } else { rule!("13.2.2") };
        self.tell_total(rule, true, dice, attack.total, &terms);
        self.go(Step::DefenceRoll { active, attack });
    }

    /// 13.2.3 Defence total: two dice and the defender's modifiers.
    pub fn defence_dice(&mut self, active: Active, mut attack: Attack, dice: [u8; 2]) {
        let terms = self.look().defence_terms(active, attack);
        let total = (dice[0] + dice[1]) as i8 + sum(&terms);
        let rule = if attack.is_bombardment() { rule!("14.3.2") } else { rule!("13.2.3") };
        self.tell_total(rule, false, dice, total, &terms);
        attack.margin = attack.total - total;
        self.ask_reroll(active, attack, active.side);
    }

    fn tell_total(&mut self, rule: RuleRef, attacks: bool, dice: [u8; 2], total: i8, terms: &Terms) {
        self.note(rule, Event::Total { attacks, dice, total });
        for term in terms {
            self.note(term.rule, Event::Modified { what: term.what, by: term.value });
        }
    }

    /// 20.1.5a Whoever can Seize the Initiative may have all four dice thrown again, the active side first.
    pub fn ask_reroll(&mut self, active: Active, attack: Attack, asked: Side) {
        if self.s.seize[asked.index()] > 0 {
            return self.go(Step::FireReroll { active, attack, asked });
        }
        self.no_reroll(active, attack, asked);
    }

    pub fn no_reroll(&mut self, active: Active, attack: Attack, asked: Side) {
        if asked == active.side {
            return self.ask_reroll(active, attack, asked.enemy());
        }
        self.attack_result(active, attack);
    }

    /// 20.1.5a All four dice are thrown again; the new throw stands unless another use is spent.
    pub fn reroll_fire(&mut self, active: Active, attack: Attack, asked: Side) {
        self.seize_initiative(asked, rule!("20.1.5a"));
        self.go(Step::AttackRoll { active, attack });
    }

    /// 13.2.4, 14.3.3 A total that is not greater fails; else the difference is the number of casualty points.
    fn attack_result(&mut self, active: Active, mut attack: Attack) {
        let points = attack.margin.max(0) as u8;
        let rule = if attack.is_bombardment() { rule!("14.3.3") } else { rule!("13.2.4") };
        self.note(rule, Event::Result { margin: attack.margin });
        if points == 0 {
            return self.open_voluntary_retreat(active, attack);
        }
        let look = self.look();
        let victims = look.defenders(active, attack);
        let hit = Hit::new(look, active.side.enemy(), victims, attack.defender, points, false);
        attack.taken = hit.goal;
        self.open_casualties(active, attack, hit);
    }

    /// The attack is over: Rubble, the firers' faces, friendly fire.
    pub fn finish_attack(&mut self, active: Active, attack: Attack) {
        self.settle_rubble(attack);
        if attack.is_bombardment() {
            self.use_gun(attack.lead);
        } else {
            self.commit_after_action(active, attack.firers);
        }
        if self.look().friendly_fire_due(active, attack) {
            return self.go(Step::FriendlyFireRoll { active, attack });
        }
        self.close_active(active);
    }
}
