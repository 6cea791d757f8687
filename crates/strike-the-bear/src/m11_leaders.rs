//! 11.8 Leaders: command, reserves, and their loss.

use board::{Member, Space};
use kernel::rule;

use crate::{
    action::Action,
    event::Event,
    refusal::{Refusal, ensure},
    sequence::Step,
    state::{Look, Place, Play},
    tables::{LEADERS, Side, Spaces, TRUCK_PARTISAN, TRUCKS, Unit, Units},
};

impl Look<'_> {
    /// 11.8.1 An undisrupted leader reaches his own and all adjacent areas, but only his own while the enemy is in it or,
    /// for Soviets, a Luftwaffe unit.
    pub fn reach(self, leader: Unit) -> Spaces {
        let Some(at) = self.at(leader) else { return Spaces::empty() };
        if self.is_reduced(leader) {
            return Spaces::empty();
        }
        let side = self.side(leader);
        let own = Spaces::one(at);
        let pinned = self.is_hostile(side, at) || side == Side::Soviet && self.luftwaffe_areas().contains(at);
        if pinned { own } else { own | self.t.map.neighbours(at) }
    }

    /// 11.8.1 Whether some leader of a side reaches an area.
    pub fn in_command(self, side: Side, space: Space) -> bool {
        self.t.leaders[side.index()].iter().any(|leader| self.reach(leader).contains(space))
    }

    /// Whether an undisrupted leader is in an area or next to it, whoever else is there.
    pub fn is_near(self, leader: Unit, space: Space) -> bool {
        let near = |at: Space| at == space || self.t.map.neighbours(space).contains(at);
        !self.is_reduced(leader) && self.at(leader).is_some_and(near)
    }

    pub fn has_leader_near(self, side: Side, space: Space) -> bool {
        self.t.leaders[side.index()].iter().any(|leader| self.is_near(leader, space))
    }

    /// 11.8.2a Units a leader can call: in areas adjacent to the combat and to him (or in his own), free of the enemy.
    /// 11.8.2b Each tries once a phase.
    pub fn callable(self, leader: Unit) -> Units {
        let space = self.s.battle.space;
        let side = self.s.battle.attacker.enemy();
        let Some(at) = self.at(leader).filter(|_| self.is_near(leader, space)) else {
            return Units::empty();
        };
        let map = &self.t.map;
        let mut areas = (map.neighbours(at) | Spaces::one(at)) & map.neighbours(space) & self.occupied(side);
        areas -= self.hostile(side);
        let mut found = Units::empty();
        for area in areas {
            found |= self.units(side, area);
        }
        let open = |unit: &Unit| self.open_to(*unit).contains(space);
        (found - self.s.tried).iter().filter(open).collect()
    }

    /// 11.8.2 One leader to a combat, in it or next to it; at most two units, within stacking, paid for together.
    pub fn refuse_reserve(self, leader: Unit, unit: Unit) -> Result<(), Refusal> {
        let battle = &self.s.battle;
        let side = battle.attacker.enemy();
        ensure!(self.t.leaders[side.index()].contains(leader), Refusal::NoLeader { unit: leader });
        ensure!(self.is_near(leader, battle.space), Refusal::NotNearCombat { leader, space: battle.space });
        ensure!(battle.caller.is_none_or(|caller| caller == leader), Refusal::OtherLeader { leader });
        let most = usize::from(self.t.charts.reserves.most);
        let named = battle.reserves.iter().flatten().count();
        ensure!(named < most, Refusal::ReservesFull { most: most as u8 });
        ensure!(!battle.reserves.contains(&Some(unit)), Refusal::NamedAlready { unit });
        ensure!(!self.s.tried.contains(unit), Refusal::TriedBefore { unit, rule: rule!("11.8.2b") });
        ensure!(self.callable(leader).contains(unit), Refusal::NoReserve { unit });
        let (mut price, mut stack) = (u16::from(self.cost(unit)), self.t.counter(unit).stack());
        for other in battle.reserves.into_iter().flatten() {
            price += u16::from(self.cost(other));
            stack += self.t.counter(other).stack();
        }
        ensure!(
            self.fits(side, battle.space, stack),
            Refusal::NoRoom { unit, space: battle.space, rule: rule!("11.8.2b") }
        );
        let left = self.ops(side);
        ensure!(
            self.can_pay(side, price),
            Refusal::TooExpensive { price: price as u8, left, rule: rule!("11.8.2c") }
        );
        Ok(())
    }

    fn each_reserve(self, mut with: impl FnMut(Unit, Unit)) {
        let side = self.s.battle.attacker.enemy();
        for leader in self.t.leaders[side.index()] {
            if self.s.battle.caller.is_some_and(|caller| caller != leader) {
                continue;
            }
            for unit in self.callable(leader) {
                if self.refuse_reserve(leader, unit).is_ok() {
                    with(leader, unit);
                }
            }
        }
    }

    pub fn legal_reserves(self, out: &mut Vec<Action>) {
        self.each_reserve(|leader, unit| out.push(Action::Reserve { leader, unit }));
        if self.s.battle.reserves[0].is_some() {
            out.push(Action::Commit);
        }
        out.push(Action::Decline);
    }

    /// 11.8.3 A leader alone with enemy combat units.
    pub fn stranded_leader(self) -> Option<Unit> {
        for side in Side::BOTH {
            let alone = self.hostile(side) - self.occupied(side);
            if alone.is_empty() {
                continue;
            }
            for index in LEADERS[side.index()].clone() {
                if self.s.place[index].space().is_some_and(|space| alone.contains(space)) {
                    return Some(Unit::at(index));
                }
            }
        }
        None
    }

    /// 11.8.3 The nearest oxes that friends occupy, whoever stands in between.
    pub fn refuges(self, leader: Unit) -> Spaces {
        let Some(from) = self.at(leader) else { return Spaces::empty() };
        let friends = self.occupied(self.side(leader)) & self.t.map.oxes;
        let far = |space: Space| self.t.map.distances.between(from, space);
        let nearest = friends.iter().filter_map(far).min();
        friends.iter().filter(|&space| nearest.is_some() && far(space) == nearest).collect()
    }

    pub fn refuse_refuge(self, leader: Unit, to: Space) -> Result<(), Refusal> {
        ensure!(self.refuges(leader).contains(to), Refusal::NotNearest { space: to });
        Ok(())
    }
}

impl Play<'_> {
    /// 11.8.2 After the starting column is known, the defender may send reserves.
    pub fn open_reserves(&mut self) {
        let mut any = false;
        self.look().each_reserve(|_, _| any = true);
        if any {
            return self.go(Step::Reserves);
        }
        self.open_supply(true);
    }

    pub fn name_reserve(&mut self, leader: Unit, unit: Unit) {
        let battle = &mut self.s.battle;
        battle.caller = Some(leader);
        let free = usize::from(battle.reserves[0].is_some());
        battle.reserves[free] = Some(unit);
        self.note(rule!("11.8.2"), Event::ReserveNamed { leader, unit });
    }

    /// 11.8.2c Each attempt costs the unit's OPs, successful or not.
    pub fn commit_reserves(&mut self) {
        let side = self.s.battle.attacker.enemy();
        for unit in self.s.battle.reserves.into_iter().flatten() {
            let price = self.look().cost(unit);
            self.pay(side, u16::from(price));
            self.s.tried.insert(unit);
            self.note(rule!("11.8.2c"), Event::ReservePaid { unit, price });
        }
        self.go(Step::ReserveRoll { index: 0 });
    }

    /// 11.8.2b Not above the support rating: the unit moves in.
    /// 11.8.2d Then the column is reckoned again.
    pub fn roll_reserve(&mut self, index: u8, die: u8) {
        let battle = &self.s.battle;
        let (caller, unit) = (battle.caller, battle.reserves[usize::from(index)]);
        if let (Some(leader), Some(unit)) = (caller, unit) {
            let comes = die <= self.look().strength(leader);
            self.note(rule!("11.8.2b"), Event::ReserveDie { unit, die, comes });
            if comes {
                let space = self.s.battle.space;
                self.put_on(unit, space);
                self.check_garrison();
            }
        }
        if index == 0 && self.s.battle.reserves[1].is_some() {
            return self.go(Step::ReserveRoll { index: 1 });
        }
        self.note_base();
        self.open_supply(true);
    }

    pub fn decline_reserves(&mut self) {
        self.s.battle.caller = None;
        self.s.battle.reserves = [None; 2];
        self.open_supply(true);
    }

    /// 11.8.3 Two dice: lost for good, or relocated and disrupted.
    pub fn roll_leader(&mut self, leader: Unit, dice: [u8; 2]) {
        let lost = dice[0] + dice[1] <= self.t.charts.leader_loss.eliminated_up_to;
        let refuges = self.look().refuges(leader);
        self.s.battle.bereft.remove(leader);
        self.note(rule!("11.8.3"), Event::LeaderDice { leader, dice, lost: lost || refuges.is_empty() });
        if lost || refuges.is_empty() {
            self.put(leader, Place::GONE);
            self.s.reduced.remove(leader);
            self.s.points[leader.index()] = 0;
            return self.close_interruption();
        }
        match (refuges.len(), refuges.first()) {
            (1, Some(space)) => self.relocate(leader, space),
            _ => self.go(Step::LeaderRefuge { leader }),
        }
    }

    pub fn relocate(&mut self, leader: Unit, to: Space) {
        self.put(leader, Place::on(to));
        self.s.reduced.insert(leader);
        self.s.points[leader.index()] = 0;
        self.note(rule!("11.8.3"), Event::LeaderMoves { leader, to });
        self.close_interruption();
    }

    /// 6.4.6 A truck alone with enemy combat units is eliminated.
    pub fn lose_stranded_trucks(&mut self) {
        for side in Side::BOTH {
            let alone = self.look().hostile(side) - self.look().occupied(side);
            if alone.is_empty() {
                continue;
            }
            for index in TRUCKS[side.index()].clone() {
                if self.s.place[index].space().is_some_and(|space| alone.contains(space)) {
                    let unit = Unit::at(index);
                    self.note(rule!("6.4.6"), Event::TruckLost { unit });
                    if self.look().place(TRUCK_PARTISAN).truck() == Some(unit) {
                        self.take_off(TRUCK_PARTISAN);
                    }
                    self.s.reduced.remove(unit);
                    self.s.points[index] = 0;
                    self.put(unit, Place::ELIMINATED);
                }
            }
        }
    }
}
