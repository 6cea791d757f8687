//! 16.0 Close Combat Phase: screening, pairing off, simultaneous results.

use board::{Member, Space};
use kernel::rule;

use crate::{
    action::Action,
    event::Event,
    m13_direct_fire::{Modifier, Term, Terms, sum, times},
    refusal::{Counted, Refusal, ensure},
    sequence::Step,
    state::{Look, Play},
    tables::{Side, Spaces, Terrain, UNITS, Unit, Units},
};

/// What the Close Combat Phase remembers. Empty in every other phase.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Melee {
    /// Spaces that were contested when the phase began and have not been taken up.
    pub listed: Spaces,
    /// Units that have fought this phase (16.1.3).
    pub fought: Units,
    /// The space being fought over.
    pub space: Space,
    /// Everybody who takes part there.
    pub present: Units,
    pub screened: Units,
    /// Whom each unit attacks or helps to attack; its own number for nobody.
    aim: [u8; UNITS],
    /// The lead units of the attacks, in the order of designation.
    order: [u8; 64],
    attacks: u8,
    pub eliminated: Units,
    pub retreating: Units,
}

impl Default for Melee {
    fn default() -> Melee {
        Melee {
            listed: Spaces::empty(),
            fought: Units::empty(),
            space: Space(0),
            present: Units::empty(),
            screened: Units::empty(),
            aim: [u8::MAX; UNITS],
            order: [0; 64],
            attacks: 0,
            eliminated: Units::empty(),
            retreating: Units::empty(),
        }
    }
}

impl Melee {
    /// Forgets the space just fought over.
    fn between_combats(&self) -> Melee {
        Melee { listed: self.listed, fought: self.fought, ..Melee::default() }
    }

    /// Forgets the attacks of the first side before the second designates its own.
    fn between_sides(&self) -> Melee {
        Melee { aim: [u8::MAX; UNITS], order: [0; 64], attacks: 0, ..*self }
    }

    pub fn attacks(&self) -> u8 {
        self.attacks
    }

    pub fn lead(&self, index: u8) -> Unit {
        Unit(self.order[usize::from(index)])
    }

    pub fn target(&self, unit: Unit) -> Option<Unit> {
        let target = self.aim[unit.index()];
        (target != u8::MAX).then_some(Unit(target))
    }

    pub fn attacked(&self) -> Units {
        (0..self.attacks).filter_map(|index| self.target(self.lead(index))).collect()
    }

    pub fn is_lead(&self, unit: Unit) -> bool {
        self.order[..usize::from(self.attacks)].contains(&unit.0)
    }

    /// The attack on one unit falls on another.
    fn hand_on(&mut self, from: Unit, to: Unit) {
        for aim in &mut self.aim {
            if *aim == from.0 {
                *aim = to.0;
            }
        }
    }

    /// Everybody in support of the attack on this unit, the lead left out.
    pub fn supporters(&self, target: Unit) -> Units {
        self.present.iter().filter(|&unit| self.target(unit) == Some(target) && !self.is_lead(unit)).collect()
    }
}

/// What a Close Combat die does to the target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CloseResult {
    None,
    Retreat,
    Eliminated,
}

impl Look<'_> {
    /// 16.3.1 The side without the Advantage attacks first.
    /// 16.2.2, 16.3.2 The holder attacks second, having seen the results.
    pub fn close_side(self, second: bool) -> Side {
        if second { self.holder() } else { self.holder().enemy() }
    }

    fn fighters(self, side: Side) -> Units {
        self.s.melee.present & self.t.of[side.index()]
    }

    /// 16.1.1 Close Combat happens in contested spaces only. 16.1.3 Each side needs a unit there that has not
    /// fought yet.
    pub fn combats_left(self) -> Spaces {
        let fresh = |space: Space| {
            let fresh = self.s.here[space.index()] - self.s.melee.fought;
            Side::BOTH.iter().all(|side| !(fresh & self.t.of[side.index()]).is_empty())
        };
        self.s.melee.listed.iter().filter(|&space| fresh(space)).collect()
    }

    /// 16.1.4 One space at a time; the holder of the Advantage picks it.
    ///
    /// 16.1.3 Our reading: whoever was there when a space was taken up has had his fight, used or not, since 16.1.5
    /// gives him his chance to attack there, before he retreats.
    pub fn refuse_combat(self, space: Space) -> Result<(), Refusal> {
        ensure!(self.s.melee.listed.contains(space), Refusal::NoCombatThere { space });
        ensure!(self.combats_left().contains(space), Refusal::AllHaveFought { space });
        Ok(())
    }

    /// 16.4.4 The larger side may screen as many units as it has in excess.
    pub fn refuse_screen(self, side: Side, most: u8, unit: Unit) -> Result<(), Refusal> {
        ensure!(self.fighters(side).contains(unit), Refusal::NotInCombat { unit });
        ensure!(!self.s.melee.screened.contains(unit), Refusal::ScreenedAlready { unit });
        ensure!(
            self.s.melee.screened.len() < usize::from(most),
            Refusal::ScreenIsFull { most: Counted(most, "unit") }
        );
        Ok(())
    }

    pub fn legal_screen(self, side: Side, out: &mut Vec<Action>) {
        let open = self.fighters(side) - self.s.melee.screened;
        out.extend(open.iter().map(|unit| Action::Screen { unit }));
        out.push(Action::Done);
    }

    /// Enemy units that can be attacked, and those of them that nobody attacks yet.
    fn attackable(self, side: Side) -> (Units, Units) {
        let open = self.fighters(side.enemy()) - self.s.melee.screened;
        (open, open - self.s.melee.attacked())
    }

    /// Own units that have not been told whom to attack.
    fn idle(self, side: Side) -> Units {
        self.fighters(side).iter().filter(|&unit| self.s.melee.target(unit).is_none()).collect()
    }

    fn refuse_attacker(self, side: Side, unit: Unit, target: Unit) -> Result<(), Refusal> {
        ensure!(self.fighters(side).contains(unit), Refusal::NotInCombat { unit });
        ensure!(self.idle(side).contains(unit), Refusal::AttacksOnce { unit });
        ensure!(self.fighters(side.enemy()).contains(target), Refusal::NotInCombat { unit: target });
        ensure!(!self.s.melee.screened.contains(target), Refusal::TargetScreened { unit: target });
        Ok(())
    }

    /// 16.1.3 A unit attacks once and is attacked once.
    /// 16.4.5 A screened unit attacks only in support.
    pub fn refuse_attack(self, side: Side, unit: Unit, target: Unit) -> Result<(), Refusal> {
        self.refuse_attacker(side, unit, target)?;
        ensure!(!self.s.melee.screened.contains(unit), Refusal::ScreenedSupports { unit });
        let (_, unattacked) = self.attackable(side);
        ensure!(unattacked.contains(target), Refusal::AttackedOnce { unit: target });
        ensure!(self.reaches_armor(unit, target, unattacked), Refusal::InfantryFirst { unit: target });
        Ok(())
    }

    /// 16.4.1 Infantry is placed against armor only if all infantry on that side is attacked already.
    /// 16.4.2 Armor may always be placed against armor.
    ///
    /// Our reading: infantry screened by 16.4.4 cannot be attacked and so is not waited for; otherwise one unit held
    /// back would cover all armor. "Always" lifts 16.4.1 and 16.4.3, not 16.4.4, which lets nobody attack at all.
    fn reaches_armor(self, unit: Unit, target: Unit, unattacked: Units) -> bool {
        !self.t.armor.contains(target)
            || self.t.armor.contains(unit)
            || (unattacked - self.t.armor).is_empty()
    }

    /// 16.3.3 More units join an attack only if every other attackable enemy unit is attacked too.
    pub fn refuse_support(self, side: Side, unit: Unit, target: Unit) -> Result<(), Refusal> {
        self.refuse_attacker(side, unit, target)?;
        let (open, unattacked) = self.attackable(side);
        ensure!(unattacked.is_empty(), Refusal::AttackAllFirst {});
        debug_assert!(open.contains(target));
        Ok(())
    }

    /// 16.2.1 All attacks of a side are designated before the first die.
    /// 16.1.2 Both sides may attack; nobody must.
    pub fn legal_designate(self, side: Side, out: &mut Vec<Action>) {
        let (open, unattacked) = self.attackable(side);
        let idle = self.idle(side);
        for unit in idle - self.s.melee.screened {
            for target in unattacked {
                if self.reaches_armor(unit, target, unattacked) {
                    out.push(Action::Attack { unit, target });
                }
            }
        }
        if unattacked.is_empty() {
            for unit in idle {
                out.extend(open.iter().map(|target| Action::Support { unit, target }));
            }
        }
        out.push(Action::Done);
    }

    /// 16.4.3 Armor of this side that nobody attacks and that is not screened: it may accept the attack on another.
    fn acceptors(self, side: Side) -> Units {
        ((self.fighters(side) & self.t.armor) - self.s.melee.screened) - self.s.melee.attacked()
    }

    /// 16.4.3 Armor of this side whose attack may fall on another armor unit: infantry leads it (16.4.2), and no
    /// choice has been made about it.
    fn relieved(self, accepted: Units) -> Units {
        let melee = &self.s.melee;
        let leads = (0..melee.attacks()).map(|index| melee.lead(index));
        let infantry = leads.filter(|&lead| !self.t.armor.contains(lead));
        let targets: Units = infantry.filter_map(|lead| melee.target(lead)).collect();
        (targets & self.t.armor) - accepted
    }

    /// 16.4.3 A player who cannot keep all his armor out of the attacks chooses which of it takes them.
    ///
    /// Our reading: he chooses when the attacks of his opponent are announced, before the first die. The number of
    /// attacks stays; another armor unit takes the place of the one attacked.
    pub fn refuse_accept(
        self,
        second: bool,
        accepted: Units,
        unit: Unit,
        target: Unit,
    ) -> Result<(), Refusal> {
        let side = self.close_side(second).enemy();
        ensure!(self.acceptors(side).contains(unit), Refusal::AcceptsNothing { unit });
        ensure!(self.relieved(accepted).contains(target), Refusal::KeepsItsAttack { unit: target });
        Ok(())
    }

    pub fn legal_accept(self, second: bool, accepted: Units, out: &mut Vec<Action>) {
        let relieved = self.relieved(accepted);
        for unit in self.acceptors(self.close_side(second).enemy()) {
            out.extend(relieved.iter().map(|target| Action::Accept { unit, target }));
        }
        out.push(Action::Done);
    }

    /// 16.5.2 The modifiers of a Close Combat die.
    pub fn close_terms(self, lead: Unit, supporters: Units, target: Unit) -> Terms {
        let mut terms = Terms::new();
        let mut add = |rule, what, value: i8| {
            if value != 0 {
                terms.push(Term { rule, what, value });
            }
        };
        let chart = &self.t.charts.close_combat.modifiers;
        let space = self.s.melee.space;
        let terrain = self.t.terrain(space);
        let side = self.side(lead);
        let (own, other) = (self.t.counter(lead).cf, self.t.counter(target).cf);
        match own.cmp(&other) {
            std::cmp::Ordering::Greater => add(rule!("16.5.2"), Modifier::Stronger, chart.stronger),
            std::cmp::Ordering::Less => add(rule!("16.5.2"), Modifier::Weaker, chart.weaker),
            std::cmp::Ordering::Equal => {}
        }
        let support = supporters.len() as u8;
        add(
            rule!("16.3.3"),
            Modifier::Support(support),
            times(support, chart.support).min(chart.support_cap),
        );
        if self.controls(side.enemy(), space) {
            if terrain == Terrain::Urban {
                add(rule!("16.5.2"), Modifier::DefendedTown, chart.defended_town);
            }
            if self.s.rubble.contains(space) {
                add(rule!("15.2.2"), Modifier::DefendedRubble, chart.defended_rubble);
            }
        }
        if side == Side::German && self.stubborn_here(space) {
            add(rule!("8.1.1C"), Modifier::Stubborn, chart.stubborn);
        }
        let mut all = supporters;
        all.insert(lead);
        if terrain == Terrain::Urban && !(all & self.t.pioneers).is_empty() {
            add(rule!("16.5.2"), Modifier::Pioneers, chart.pioneer_in_town);
        }
        let (armor_leads, at_armor) = (self.t.armor.contains(lead), self.t.armor.contains(target));
        if !armor_leads && at_armor && terrain != Terrain::Clear {
            add(rule!("16.5.2"), Modifier::InfantryAtArmorClose, chart.infantry_vs_armor);
        }
        if armor_leads && !at_armor && terrain == Terrain::Clear {
            add(rule!("16.5.2"), Modifier::ArmorInOpen, chart.armor_in_open);
        }
        terms
    }

    /// 16.5.3 3 or less nothing, 4-5 the target retreats, 6 or more it is eliminated.
    pub fn close_result(self, total: i8) -> CloseResult {
        let chart = &self.t.charts.close_combat;
        if total <= chart.no_effect_max {
            return CloseResult::None;
        }
        if total <= chart.retreat_max { CloseResult::Retreat } else { CloseResult::Eliminated }
    }

    /// 16.5.7 Marked units of a side that have not retreated yet.
    pub fn must_retreat(self, side: Side) -> Units {
        self.s.melee.retreating & self.t.of[side.index()]
    }

    pub fn refuse_close_retreat(self, side: Side, unit: Unit, to: Space) -> Result<(), Refusal> {
        ensure!(self.must_retreat(side).contains(unit), Refusal::NeedNotRetreat { unit });
        self.refuse_retreat(unit, to)
    }

    pub fn legal_close_retreat(self, side: Side, out: &mut Vec<Action>) {
        for unit in self.must_retreat(side) {
            out.extend(self.retreats(unit).iter().map(|to| Action::Retreat { unit, to }));
        }
    }
}

impl Play<'_> {
    /// 16.0 Every Committed unit of both sides is turned to its Uncommitted face. The spaces to be fought over are
    /// those contested now (16.1.1).
    pub fn open_close_combat(&mut self) {
        self.s.committed &= self.t.guns;
        self.s.melee = Melee { listed: self.look().contested(), ..Melee::default() };
        self.note(rule!("16.0"), Event::CloseCombatPhase { spaces: self.s.melee.listed.len() as u8 });
        self.open_next_combat();
    }

    /// 16.1.4 The space is taken up; 16.1.3 whoever is there has fought, whatever he does.
    pub fn pick_combat(&mut self, space: Space) {
        let melee = &mut self.s.melee;
        melee.listed.remove(space);
        melee.space = space;
        melee.present = self.s.here[space.index()] - melee.fought;
        melee.fought |= melee.present;
        self.note(rule!("16.1.4"), Event::Combat { space });
        let [german, soviet] = Side::BOTH.map(|side| self.look().fighters(side).len() as u8);
        if german != soviet {
            let side = if german > soviet { Side::German } else { Side::Soviet };
            return self.go(Step::CloseScreen { side, most: german.abs_diff(soviet) });
        }
        self.open_designation(false);
    }

    /// 16.4.4 A unit is screened: it cannot be attacked.
    pub fn screen(&mut self, side: Side, most: u8, unit: Unit) {
        self.s.melee.screened.insert(unit);
        self.note(rule!("16.4.4"), Event::Screened { unit });
        if self.s.melee.screened.len() >= usize::from(most) {
            return self.open_designation(false);
        }
        self.go(Step::CloseScreen { side, most });
    }

    /// 16.2.1 A side designates all its attacks before any die is rolled.
    pub fn open_designation(&mut self, second: bool) {
        self.s.melee = self.s.melee.between_sides();
        self.go(Step::CloseDesignate { second });
    }

    /// 16.3.1 A unit is placed against an enemy unit.
    pub fn designate(&mut self, second: bool, unit: Unit, target: Unit) {
        let melee = &mut self.s.melee;
        melee.aim[unit.index()] = target.0;
        melee.order[usize::from(melee.attacks)] = unit.0;
        melee.attacks += 1;
        self.note(rule!("16.3.1"), Event::Designated { unit, target, support: false });
        self.more_to_designate(second);
    }

    /// 16.3.3 Another unit joins in support.
    pub fn support(&mut self, second: bool, unit: Unit, target: Unit) {
        self.s.melee.aim[unit.index()] = target.0;
        self.note(rule!("16.3.3"), Event::Designated { unit, target, support: true });
        self.more_to_designate(second);
    }

    fn more_to_designate(&mut self, second: bool) {
        if self.look().idle(self.look().close_side(second)).is_empty() {
            self.open_acceptance(second, Units::empty());
        }
    }

    /// 16.4.3 The owner of the armor is asked where another unit could take an attack.
    pub fn open_acceptance(&mut self, second: bool, accepted: Units) {
        let look = self.look();
        let side = look.close_side(second).enemy();
        if look.acceptors(side).is_empty() || look.relieved(accepted).is_empty() {
            return self.roll_attacks(second, 0);
        }
        self.go(Step::CloseAccept { second, accepted });
    }

    /// 16.4.3 One armor unit takes the attack on another.
    pub fn accept(&mut self, second: bool, mut accepted: Units, unit: Unit, target: Unit) {
        self.s.melee.hand_on(target, unit);
        self.note(rule!("16.4.3"), Event::Accepts { unit, target });
        accepted.insert(unit);
        self.open_acceptance(second, accepted);
    }

    /// 16.5.1 One die for each attack, in the order of designation.
    pub fn roll_attacks(&mut self, second: bool, index: u8) {
        if index < self.s.melee.attacks() {
            return self.go(Step::CloseRoll { second, index });
        }
        if second { self.resolve_combat() } else { self.open_designation(true) }
    }

    pub fn close_die(&mut self, second: bool, index: u8, die: u8) {
        let lead = self.s.melee.lead(index);
        let target = self.s.melee.target(lead).expect("a lead has a target");
        let terms = self.look().close_terms(lead, self.s.melee.supporters(target), target);
        self.note(rule!("16.5.1"), Event::CloseDie { lead, target, die, total: die as i8 + sum(&terms) });
        for term in &terms {
            self.note(term.rule, Event::Modified { what: term.what, by: term.value });
        }
        let asked = self.look().close_side(second);
        self.ask_close_reroll(second, index, die, asked);
    }

    /// 20.1.5a Whoever can Seize the Initiative may have the die thrown again, whoever rolled it.
    fn ask_close_reroll(&mut self, second: bool, index: u8, die: u8, asked: Side) {
        if self.s.seize[asked.index()] > 0 {
            return self.go(Step::CloseReroll { second, index, die, asked });
        }
        self.no_close_reroll(second, index, die, asked);
    }

    pub fn no_close_reroll(&mut self, second: bool, index: u8, die: u8, asked: Side) {
        if asked == self.look().close_side(second) {
            return self.ask_close_reroll(second, index, die, asked.enemy());
        }
        self.mark_result(index, die);
        self.roll_attacks(second, index + 1);
    }

    pub fn reroll_close(&mut self, second: bool, index: u8, asked: Side) {
        self.seize_initiative(asked, rule!("20.1.5a"));
        self.go(Step::CloseRoll { second, index });
    }

    /// 16.5.4, 16.5.5 Eliminated and retreating units are only marked.
    /// 16.1.5, 16.3.4 They still make their attack.
    fn mark_result(&mut self, index: u8, die: u8) {
        let lead = self.s.melee.lead(index);
        let target = self.s.melee.target(lead).expect("a lead has a target");
        let supporters = self.s.melee.supporters(target);
        let terms = self.look().close_terms(lead, supporters, target);
        let total = die as i8 + sum(&terms);
        let result = self.look().close_result(total);
        self.note(rule!("16.5.3"), Event::CloseResult { target, result });
        match result {
            CloseResult::None => {}
            CloseResult::Retreat => {
                self.s.melee.retreating.insert(target);
            }
            CloseResult::Eliminated => {
                self.s.melee.eliminated.insert(target);
            }
        }
    }

    /// 16.5.6 After both sides have attacked, eliminated units leave the map together; then control is judged.
    fn resolve_combat(&mut self) {
        for unit in self.s.melee.eliminated {
            self.take_off(unit, rule!("16.5.6"));
        }
        self.settle_control(self.s.melee.space);
        self.open_close_retreat(false);
    }

    /// 16.5.7 Then marked units retreat, those of the side without the Advantage first, enemies or no enemies.
    /// Whoever cannot is eliminated (13.4.4).
    fn open_close_retreat(&mut self, second: bool) {
        let side = self.look().close_side(second);
        let marked = self.look().must_retreat(side);
        if marked.iter().any(|unit| !self.look().retreats(unit).is_empty()) {
            return self.go(Step::CloseRetreat { second });
        }
        for unit in marked {
            self.s.melee.retreating.remove(unit);
            self.note(rule!("13.4.4"), Event::Eliminated { unit });
            self.eliminate(unit, rule!("16.5.6"));
        }
        if !second {
            return self.open_close_retreat(true);
        }
        self.s.melee = self.s.melee.between_combats();
        self.open_next_combat();
    }

    pub fn close_retreat(&mut self, second: bool, unit: Unit, to: Space) {
        self.s.melee.retreating.remove(unit);
        self.forced_retreat(unit, to, rule!("16.5.7"));
        self.open_close_retreat(second);
    }
}
