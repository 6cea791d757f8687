//! 11.9.5 Advance after combat. 11.10 Battle continuation, Blitzkrieg, and the Commissar's counter-attack.

use board::Space;
use kernel::rule;

use crate::{
    action::{Action, Method},
    event::Event,
    m11_combat::Counter,
    refusal::{Refusal, ensure},
    sequence::Step,
    state::{Look, Place, Play, option},
    tables::{Class, CombatResult, Side, Spaces, Unit, Units},
};

impl Look<'_> {
    /// 11.9.5 How many areas a unit advances: armor two, infantry one.
    fn advance_limit(self, unit: Unit) -> u8 {
        let table = &self.t.charts.advance;
        if self.class(unit) == Class::Armor { table.armor } else { table.infantry }
    }

    fn advance_made(self, unit: Unit) -> u8 {
        let [once, twice] = &self.s.battle.advanced;
        u8::from(once.contains(unit)) + u8::from(twice.contains(unit))
    }

    /// 11.9.5 After DE each advancing unit costs half its OPs, rounded up; after DW it is free.
    pub fn advance_price(self, priced: bool, unit: Unit) -> u8 {
        if priced && self.advance_made(unit) == 0 { self.cost(unit).div_ceil(2) } else { 0 }
    }

    /// Areas an attacking unit may advance into: along the defender's path after DW, anywhere after DE. Enemies stop it;
    /// blocked sides and the limits of diamonds hold; stacking is looked at when the Combat Phase ends (4.1.4).
    pub fn advances(self, priced: bool, unit: Unit) -> Spaces {
        let battle = &self.s.battle;
        let side = battle.attacker;
        let made = self.advance_made(unit);
        let Some(at) = self.at(unit) else { return Spaces::empty() };
        if !battle.eligible.contains(unit) || made >= self.advance_limit(unit) || self.is_hostile(side, at) {
            return Spaces::empty();
        }
        if !self.can_pay(side, u16::from(self.advance_price(priced, unit))) {
            return Spaces::empty();
        }
        let mut to =
            if priced { self.t.map.neighbours(at) } else { battle.paths.next((made > 0).then_some(at)) };
        to &= self.open_to(unit);
        to.remove(battle.space);
        to
    }

    /// 11.9.5 Leaders of the stack go along, free, to areas where an advancing unit has ended.
    pub fn leader_advances(self, leader: Unit) -> Spaces {
        let battle = &self.s.battle;
        let here = self.leaders(battle.attacker, battle.space) - self.s.reduced;
        if !here.contains(leader) {
            return Spaces::empty();
        }
        let ends: Spaces = battle.advanced[0].iter().filter_map(|unit| self.at(unit)).collect();
        ends & self.open_to(leader)
    }

    pub fn refuse_advance(self, priced: bool, leaders: bool, unit: Unit, to: Space) -> Result<(), Refusal> {
        let battle = &self.s.battle;
        if self.class(unit) == Class::Leader {
            ensure!(self.leader_advances(unit).contains(to), Refusal::LeaderGoesAlong { unit, space: to });
            return Ok(());
        }
        ensure!(!leaders, Refusal::LeadersGoLast { unit });
        ensure!(battle.eligible.contains(unit), Refusal::NotInCombat { unit, rule: rule!("11.9.5") });
        let price = self.advance_price(priced, unit);
        let left = self.ops(battle.attacker);
        ensure!(price <= left, Refusal::TooExpensive { price, left, rule: rule!("11.9.5") });
        ensure!(self.advances(priced, unit).contains(to), Refusal::NotAnAdvance { unit, space: to });
        Ok(())
    }

    pub fn legal_advance(self, priced: bool, leaders: bool, out: &mut Vec<Action>) {
        if !leaders {
            for unit in self.s.battle.eligible {
                out.extend(self.advances(priced, unit).iter().map(|to| Action::Advance { unit, to }));
            }
        }
        for unit in self.t.leaders[self.s.battle.attacker.index()] {
            out.extend(self.leader_advances(unit).iter().map(|to| Action::Advance { unit, to }));
        }
        out.push(Action::Done);
    }

    fn advance_choice(self, priced: bool, leaders: bool) -> bool {
        let units = || self.s.battle.eligible.iter().any(|unit| !self.advances(priced, unit).is_empty());
        let chiefs = self.t.leaders[self.s.battle.attacker.index()];
        !leaders && units() || chiefs.iter().any(|leader| !self.leader_advances(leader).is_empty())
    }

    /// 11.10.4 The asker pays the OPs of all his units in that area.
    pub fn continue_price(self, asker: Side, space: Space) -> u16 {
        self.price(self.units(asker, space))
    }

    /// 11.10.1 In the same area, or where armor has advanced among enemies (Blitzkrieg).
    /// 11.10.2 Both must have units there, and a leader in or next to it. Our reading: the asker needs the leader, or a
    /// defender without one could not be attacked again; with the option both do. An attack below the table is not
    /// continued.
    pub fn refuse_continue(self, asker: Side, space: Space) -> Result<(), Refusal> {
        let battle = &self.s.battle;
        let part = space == battle.origin || battle.reached.contains(space);
        ensure!(part, Refusal::NotThisBattle { space });
        ensure!(self.shared().contains(space), Refusal::NobodyLeft { space });
        ensure!(self.has_leader_near(asker, space), Refusal::NoLeaderNear { space });
        ensure!(
            !self.option(option::BOTH_LEADERS) || self.has_leader_near(asker.enemy(), space),
            Refusal::NoEnemyLeaderNear { space }
        );
        let [attack, defence] = self.strengths(battle.attacker, space);
        ensure!(attack > 0, Refusal::NoStrength { space });
        let method = battle.method;
        ensure!(self.base_column(method, attack, defence).is_some(), Refusal::BelowTable { space, method });
        let (price, left) = (self.continue_price(asker, space), self.ops(asker));
        let rule = rule!("11.10.4");
        ensure!(
            self.can_pay(asker, price),
            Refusal::TooExpensive { price: price.min(255) as u8, left, rule }
        );
        Ok(())
    }

    pub fn continuations(self, asker: Side) -> Spaces {
        let battle = &self.s.battle;
        let all = (battle.reached | Spaces::one(battle.origin)) & self.shared();
        all.iter().filter(|&space| self.refuse_continue(asker, space).is_ok()).collect()
    }

    pub fn legal_continue(self, asker: Side, out: &mut Vec<Action>) {
        out.extend(self.continuations(asker).iter().map(|space| Action::Continue { space }));
        out.push(Action::Pass);
    }
}

impl Play<'_> {
    /// 11.9.5 The attacker may advance after a DW that the defenders obeyed, free along their path, and after a DE, for
    /// OPs. After no other result, whoever is left.
    pub fn open_advance(&mut self) {
        let battle = &self.s.battle;
        let (side, space) = (battle.attacker, battle.space);
        let emptied = !self.look().occupied(side.enemy()).contains(space);
        let priced = match battle.result {
            CombatResult::DE => true,
            CombatResult::DW if !battle.paths.is_empty() => false,
            _ => return self.open_counter(),
        };
        if !emptied {
            return self.open_counter();
        }
        self.s.battle.eligible = self.look().units(side, space);
        self.reopen_advance(priced, false);
    }

    pub fn reopen_advance(&mut self, priced: bool, leaders: bool) {
        if self.look().advance_choice(priced, leaders) {
            return self.go(Step::Advance { priced, leaders });
        }
        self.open_counter();
    }

    pub fn advance(&mut self, priced: bool, leaders: bool, unit: Unit, to: Space) {
        let side = self.s.battle.attacker;
        let from = self.look().at(unit).unwrap_or(to);
        if self.look().class(unit) == Class::Leader {
            self.put(unit, Place::on(to));
            self.note(rule!("11.9.5"), Event::Advanced { unit, from, to, price: 0 });
            return self.reopen_advance(priced, true);
        }
        let price = self.look().advance_price(priced, unit);
        self.pay(side, u16::from(price));
        let made = usize::from(self.look().advance_made(unit)).min(1);
        self.s.battle.advanced[made].insert(unit);
        self.note(rule!("11.9.5"), Event::Advanced { unit, from, to, price });
        self.put_on(unit, to);
        self.check_garrison();
        let blitz = self.look().class(unit) == Class::Armor && self.look().is_hostile(side, to);
        if blitz {
            self.s.battle.reached.insert(to);
        }
        self.reopen_advance(priced, leaders);
    }

    /// 7.2.1b The Commissar's counter-attack, if it is due.
    pub fn open_counter(&mut self) {
        self.s.battle.eligible = Units::empty();
        self.s.battle.advanced = [Units::empty(); 2];
        if self.look().counter_due() {
            return self.go(Step::CounterMethod);
        }
        self.open_continue(self.s.battle.attacker);
    }

    /// 7.2.1b A fresh combat with the Soviets attacking, by the method they choose.
    pub fn counter_attack(&mut self, method: Method) {
        let battle = &mut self.s.battle;
        battle.counter = Counter::Running;
        battle.kept_origin = battle.origin;
        battle.kept_method = battle.method;
        battle.kept_reached = battle.reached;
        battle.origin = battle.space;
        battle.reached = Spaces::empty();
        battle.method = method;
        battle.attacker = Side::Soviet;
        let space = battle.space;
        self.note(rule!("7.2.1b"), Event::CounterAttack { space, method });
        self.open_round(None);
    }

    /// 11.10.1 The attacker decides first, then the defender. 7.2.1b After the counter-attack only the Soviets are
    /// asked, and then the German attack goes on.
    pub fn open_continue(&mut self, asked: Side) {
        if !self.look().continuations(asked).is_empty() {
            return self.go(Step::Continue { asked });
        }
        self.close_continue(asked);
    }

    pub fn close_continue(&mut self, asked: Side) {
        let attacker = self.s.battle.attacker;
        if self.s.battle.counter == Counter::Running {
            let battle = &mut self.s.battle;
            battle.counter = Counter::None;
            battle.attacker = Side::Axis;
            battle.origin = battle.kept_origin;
            battle.method = battle.kept_method;
            battle.reached = battle.kept_reached;
            return self.open_continue(Side::Axis);
        }
        if asked == attacker {
            return self.open_continue(attacker.enemy());
        }
        self.open_attacks(attacker);
    }

    /// 11.10.4 Paid for, which is also this side's supply.
    /// 11.10.3 Roles stay.
    /// 11.10.5 A new combat under all rules.
    /// 11.10.6 Units that have not tried yet may come as reserves.
    /// 11.1.4 Our reading: a Blitzkrieg is the attack of its area, which is not attacked again in the phase.
    pub fn continue_battle(&mut self, asker: Side, space: Space) {
        let price = self.look().continue_price(asker, space);
        self.pay(asker, price);
        self.note(rule!("11.10.4"), Event::Continued { side: asker, space, price: price as u8 });
        self.s.battle.space = space;
        self.s.declared.insert(space);
        self.open_round(Some(asker));
    }

    /// 11.10.4 If both decline, the next combat follows.
    pub fn pass(&mut self, asked: Side) {
        self.note(rule!("11.10.4"), Event::Passed { side: asked });
        self.close_continue(asked);
    }
}
