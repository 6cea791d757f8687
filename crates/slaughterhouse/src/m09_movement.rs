//! 9.0 Movement: steps of units out of the Active Area, with or without their Leaders.

use board::{Member, Space};
use kernel::rule;

use crate::{
    action::{Action, With},
    event::Event,
    refusal::{Refusal, ensure},
    state::{Look, Play, Post, option},
    tables::{Leader, Leaders, Side, Spaces, Unit, Units, Weather, beside},
};

impl Look<'_> {
    /// 9.2c Panzers have two MF in Clear weather and one in Rain and Snow; infantry has one.
    pub fn allowance(self, unit: Unit) -> u8 {
        let printed = self.t.counters[unit.index()].faces[usize::from(self.is_reduced(unit))].mf;
        if !self.t.panzers.contains(unit) {
            return printed;
        }
        match self.s.weather {
            Weather::Clear => printed,
            Weather::Rain => printed.min(self.t.charts.movement.panzer_rain),
            Weather::Snow => printed.min(self.t.charts.movement.panzer_snow),
        }
    }

    /// 9.2 The MF a unit has left.
    pub fn mf_left(self, unit: Unit) -> u8 {
        let steps = self.s.impulse.steps.iter().map(|set| u8::from(set.contains(unit))).sum::<u8>();
        let spent = if steps == 0 { 0 } else { self.first_price(unit) + steps - 1 };
        self.allowance(unit).saturating_sub(spent)
    }

    /// 9.2 What the next Area costs a unit: one MF.
    /// 9.2b For the first Area after an assault in the Active Area the price of 10.3, and only that.
    /// 9.2a It is two MF after full-strength defenders; who has fewer stays.
    pub fn next_price(self, unit: Unit) -> u8 {
        if self.s.impulse.steps[0].contains(unit) { 1 } else { self.first_price(unit) }
    }

    /// 20.4 With the option it is all that the unit has, be it one.
    fn first_price(self, unit: Unit) -> u8 {
        let cost = self.s.impulse.cost;
        if cost > self.t.charts.movement.contested_reduced && self.option(option::ALL_MF) {
            return self.allowance(unit);
        }
        cost.max(1)
    }

    fn can_pay(self, unit: Unit) -> bool {
        self.mf_left(unit) >= self.next_price(unit)
    }

    /// 3.2 Where a unit could step from a location if nobody were in the way: a border whose conditions it meets.
    /// 3.3 Panzers do not cross the strait. 9.4.6 Soviet Armies go by sea while both ports are Soviet.
    pub fn next_to(self, unit: Unit, from: Space) -> Spaces {
        let t = self.t;
        let mut next =
            if t.panzers.contains(unit) { t.next.land[from.index()] } else { t.next.foot[from.index()] };
        let sea = t.next.sea[from.index()];
        if !sea.is_empty() && t.seafarers.contains(unit) && self.s.soviet.contains(from) {
            next |= sea & self.s.soviet;
        }
        next & t.open[unit.index()]
    }

    /// 9.2.1 Areas that a Soviet unit may not enter out of a contested one, by land or sea: with a Security marker, or
    /// next to one.
    fn secured(self) -> Spaces {
        self.s.security | beside(&self.t.next.foot, self.s.security)
    }

    /// Where a unit may take its next step now, whoever goes along.
    /// 9.4.1 Never into a full Area; 9.2.2 nor into one
    /// that has been assaulted.
    pub fn steps(self, unit: Unit, from: Space) -> Spaces {
        let side = self.s.impulse.side;
        let mut to = self.next_to(unit, from) - self.s.impulse.closed;
        if !self.vacant(side, from) {
            to -= self.occupied(side.enemy());
            if side == Side::Soviet && !self.s.security.is_empty() {
                to -= self.secured();
            }
        }
        for space in to & self.occupied(side) {
            if !self.has_room(side, space) {
                to.remove(space);
            }
        }
        to
    }

    /// 9.3 The first friendly unit into an uncontested Area of the enemy is the Point Unit.
    pub fn is_first(self, side: Side, to: Space) -> bool {
        !self.controls(side, to) && !self.occupied(side).contains(to) && self.t.areas.contains(to)
    }

    /// 9.4.5 No panzer is first into a Fortress with enemies.
    /// 9.3.2 A Soviet unit is first only if it is a Front, a Shock Army, or in the company of a Leader who may
    /// support it.
    /// 16.4 He begins the impulse in the Active Area.
    pub fn refuse_entry(self, unit: Unit, from: Space, to: Space, with: With) -> Result<(), Refusal> {
        let side = self.s.impulse.side;
        if !self.is_first(side, to) {
            return Ok(());
        }
        if self.t.panzers.contains(unit) {
            let fortress = self.t.fortress.contains(to) && !self.vacant(side, to);
            ensure!(!fortress, Refusal::PanzerFirst { unit, space: to });
        }
        if side == Side::Soviet && !self.t.initiative.contains(unit) {
            let along = self.company(unit, from, with) & self.t.supporters[unit.index()];
            let led = !(along & self.s.impulse.officers).is_empty();
            ensure!(led, Refusal::NoInitiative { unit, space: to });
        }
        Ok(())
    }

    /// 8.3.2, 9.1.4 Whether a unit may still move in this impulse.
    pub fn refuse_mover(self, unit: Unit) -> Result<Space, Refusal> {
        let impulse = &self.s.impulse;
        ensure!(self.side(unit) == impulse.side, Refusal::NotYours { unit });
        let from = self.at(unit).ok_or(Refusal::NotOnMap { unit })?;
        let exhausted = self.exhausted(impulse.side).contains(unit) && !impulse.acted.contains(unit);
        ensure!(!exhausted || self.in_active(from), Refusal::NotAStarter { unit });
        ensure!(!exhausted, self.why_exhausted(unit));
        ensure!(impulse.starters.contains(unit), Refusal::NotAStarter { unit });
        ensure!(!impulse.stopped.contains(unit), self.why_stopped(unit, from));
        ensure!(self.can_pay(unit), Refusal::NoMovement { unit });
        Ok(from)
    }

    /// 9.2 Enemies stop a unit.
    /// 9.4.2 Rough ground stops a panzer.
    /// 15.3 A Zone ends the move.
    /// 10.3 An assault that left defenders in the Active Area does; 9.1.4 any other assault does.
    fn why_stopped(self, unit: Unit, at: Space) -> Refusal {
        if self.s.impulse.closed.contains(at) && self.in_active(at) {
            return Refusal::FinishedHere { unit };
        }
        if self.t.is_zone(at) {
            return Refusal::StoppedInZone { unit };
        }
        if self.s.impulse.pending.contains(at) {
            return Refusal::StoppedByEnemy { unit };
        }
        let fought = self.s.impulse.closed.contains(at) || self.s.impulse.overran.contains(unit);
        if !fought && self.t.panzers.contains(unit) && self.t.rough.contains(at) {
            return Refusal::StoppedByGround { unit, space: at };
        }
        Refusal::Stopped { unit }
    }

    fn in_active(self, space: Space) -> bool {
        self.s.impulse.active == Some(space)
    }

    /// 9.1.1 One unit, one step, in any order. 9.4 The restrictions.
    pub fn refuse_move(self, unit: Unit, to: Space, with: With) -> Result<(), Refusal> {
        ensure!(!self.s.impulse.over, Refusal::ImpulseOver {});
        ensure!(self.s.impulse.rush.is_empty(), Refusal::OverrunFirst {});
        let from = self.refuse_mover(unit)?;
        self.refuse_step(unit, from, to)?;
        self.refuse_entry(unit, from, to, with)?;
        self.refuse_company(unit, from, to, with)
    }

    /// Why a step leads nowhere, the case by its name.
    pub fn refuse_step(self, unit: Unit, from: Space, to: Space) -> Result<(), Refusal> {
        let side = self.s.impulse.side;
        if !self.next_to(unit, from).contains(to) {
            return Err(self.why_not_next(unit, from, to));
        }
        ensure!(!self.s.impulse.closed.contains(to), Refusal::Closed { space: to });
        if !self.vacant(side, from) {
            ensure!(self.vacant(side, to), Refusal::FromContested { space: to });
            let banned = side == Side::Soviet && self.secured().contains(to);
            ensure!(!banned, Refusal::Secured { space: to });
        }
        ensure!(self.has_room(side, to), Refusal::Full { unit, space: to });
        Ok(())
    }

    /// 9.4 Which restriction bars the way. 9.4.9 and 15.2 Zones serve the nations they name.
    pub fn why_not_next(self, unit: Unit, from: Space, to: Space) -> Refusal {
        let t = self.t;
        let sea = t.next.sea[from.index()].contains(to);
        if !sea && !t.next.foot[from.index()].contains(to) {
            return Refusal::NotAdjacent { from, to };
        }
        if sea {
            return Refusal::SeaLane { unit };
        }
        if !t.open[unit.index()].contains(to) {
            let counter = t.counter(unit);
            if t.is_zone(to) {
                let own = t.own_zones[counter.side.index()].contains(to);
                return if own {
                    Refusal::NotTheirZone { unit, space: to }
                } else {
                    Refusal::EnemyZone { space: to }
                };
            }
            if t.home.contains(to) && counter.side == Side::Soviet {
                return Refusal::HomeArea { space: to };
            }
            if t.finns.contains(unit) || t.finnish.contains(to) {
                return Refusal::FinnishSector { unit, space: to };
            }
            if t.panzers.contains(unit) {
                return Refusal::NoPanzers { space: to };
            }
            return Refusal::MinorLimit { unit, space: to };
        }
        Refusal::Strait { unit }
    }

    // ------------------------------------------------------------------ Leaders

    /// 9.6.2 The Leaders who go along.
    pub fn company(self, unit: Unit, from: Space, with: With) -> Leaders {
        let own = self.t.commanders[unit.index()] & self.s.officers[from.index()];
        match with {
            With::Own => own,
            With::Alone => Leaders::empty(),
            With::Leader(leader) => own | Leaders::one(leader),
        }
    }

    /// 9.6.2 The owner says which Leaders of the location go along. Our reading: the unit's own Leader does unless he is
    /// told to stay; besides him one who may support it. Others walk by themselves.
    pub fn refuse_company(self, unit: Unit, from: Space, to: Space, with: With) -> Result<(), Refusal> {
        let here = self.s.officers[from.index()];
        let own = self.t.commanders[unit.index()] & here;
        match with {
            With::Own => Ok(()),
            With::Alone => {
                ensure!(!own.is_empty(), Refusal::NobodyToLeave { unit });
                Ok(())
            }
            With::Leader(leader) => {
                let fits = ((self.t.supporters[unit.index()] & here) - own).contains(leader);
                ensure!(fits, Refusal::NotCompany { unit, leader });
                ensure!(
                    self.t.open_to[leader.index()].contains(to),
                    Refusal::LeaderBarred { leader, space: to }
                );
                Ok(())
            }
        }
    }

    /// Every way to choose the company, in order.
    pub fn companies(self, unit: Unit, from: Space, to: Space, mut each: impl FnMut(With)) {
        each(With::Own);
        let here = self.s.officers[from.index()];
        if here.is_empty() {
            return;
        }
        let own = self.t.commanders[unit.index()] & here;
        if !own.is_empty() {
            each(With::Alone);
        }
        for leader in (self.t.supporters[unit.index()] & here) - own {
            if self.t.open_to[leader.index()].contains(to) {
                each(With::Leader(leader));
            }
        }
    }

    /// 9.6.1 A Leader of the Active Area walks up to two MF: into friendly Zones, friendly-controlled Areas
    /// without enemies, and Areas that hold a friendly unit.
    /// 9.2.2 Our reading: an assaulted Area is closed to units only, and a Leader is none.
    /// 8.4.4 He has no activity limit.
    pub fn walks(self, leader: Leader, from: Space) -> Spaces {
        let side = self.s.impulse.side;
        let quiet = self.controlled(side) - self.occupied(side.enemy());
        let to = self.t.next.foot[from.index()] & self.t.open_to[leader.index()];
        to & (quiet | self.occupied(side))
    }

    fn walk_left(self, leader: Leader) -> u8 {
        let spent: u8 = self.s.impulse.walked.iter().map(|set| u8::from(set.contains(leader))).sum();
        self.t.officer(leader).mf.saturating_sub(spent)
    }

    /// 9.3 A Leader enters an Area that has to be assaulted only after a Point Unit.
    pub fn refuse_walk(self, leader: Leader, to: Space) -> Result<(), Refusal> {
        let impulse = &self.s.impulse;
        ensure!(!impulse.over, Refusal::ImpulseOver {});
        ensure!(impulse.rush.is_empty(), Refusal::OverrunFirst {});
        let from = self.post(leader).ok_or(Refusal::LeaderOffMap { leader })?;
        ensure!(impulse.officers.contains(leader), Refusal::LeaderElsewhere { leader });
        ensure!(self.walk_left(leader) > 0, Refusal::LeaderTired { leader });
        ensure!(self.t.next.foot[from.index()].contains(to), Refusal::NotAdjacent { from, to });
        ensure!(self.t.open_to[leader.index()].contains(to), Refusal::LeaderBarred { leader, space: to });
        let alone = self.t.areas.contains(to) && !self.occupied(impulse.side).contains(to);
        let pointless = alone && !self.controls(impulse.side, to);
        ensure!(!pointless, Refusal::LeaderNeedsPoint { leader, space: to });
        ensure!(self.walks(leader, from).contains(to), Refusal::LeaderNeedsPoint { leader, space: to });
        Ok(())
    }

    // ------------------------------------------------------------------ listing

    /// Units that may still move.
    pub fn movers(self) -> Units {
        let impulse = &self.s.impulse;
        let mut movers = impulse.starters - impulse.stopped;
        if impulse.cost > 0 || !impulse.steps[0].is_empty() || self.s.weather == Weather::Clear {
            for unit in movers {
                if !self.can_pay(unit) {
                    movers.remove(unit);
                }
            }
        }
        movers
    }

    /// 8.3 What the units of the Active Area may do.
    pub fn legal_operations(self, out: &mut Vec<Action>) {
        let impulse = &self.s.impulse;
        if impulse.rush.is_empty() && !impulse.over {
            for unit in self.movers() {
                let Some(from) = self.at(unit) else { continue };
                for to in self.steps(unit, from) {
                    let first = self.is_first(impulse.side, to);
                    self.companies(unit, from, to, |with| {
                        if !first || self.refuse_entry(unit, from, to, with).is_ok() {
                            out.push(Action::Move { unit, to, with });
                        }
                    });
                }
            }
            for leader in impulse.officers - impulse.walked[1] {
                let Some(from) = self.post(leader) else { continue };
                if self.walk_left(leader) > 0 {
                    out.extend(self.walks(leader, from).iter().map(|to| Action::Walk { leader, to }));
                }
            }
        }
        self.legal_assaults(out);
        if self.refuse_finish().is_ok() {
            out.push(Action::Finish);
        }
    }

    /// 8.3.4 Not while a mandatory assault waits.
    pub fn refuse_finish(self) -> Result<(), Refusal> {
        match self.mandatory().first() {
            Some(space) => Err(Refusal::AssaultFirst { space }),
            None => Ok(()),
        }
    }

    // ------------------------------------------------------------------ overrun

    /// 10.4.4b Where a panzer may overrun: one adjacent Area, whatever its MF, subject to 9.3 and 9.4.
    pub fn overruns(self, unit: Unit, from: Space) -> Spaces {
        let mut to = self.steps(unit, from) & self.t.areas;
        for space in to & self.t.fortress {
            if self.refuse_entry(unit, from, space, With::Own).is_err() {
                to.remove(space);
            }
        }
        to
    }

    pub fn refuse_overrun(self, left: Units, unit: Unit, to: Space, with: With) -> Result<(), Refusal> {
        ensure!(left.contains(unit), Refusal::NoOverrun { unit });
        let from = self.at(unit).ok_or(Refusal::NotOnMap { unit })?;
        self.refuse_step(unit, from, to)?;
        ensure!(self.t.areas.contains(to), Refusal::OverrunIntoZone { space: to });
        self.refuse_entry(unit, from, to, with)?;
        self.refuse_company(unit, from, to, with)
    }

    pub fn legal_overrun(self, left: Units, out: &mut Vec<Action>) {
        for unit in left {
            let Some(from) = self.at(unit) else { continue };
            for to in self.overruns(unit, from) {
                self.companies(unit, from, to, |with| out.push(Action::Move { unit, to, with }));
            }
        }
        out.push(Action::Done);
    }
}

impl Play<'_> {
    /// 9.2 One MF for each Area entered.
    pub fn step_unit(&mut self, unit: Unit, to: Space, with: With) {
        let from = self.where_is(unit);
        self.count_activity(unit);
        let [one, two] = &mut self.s.impulse.steps;
        if !one.insert(unit) {
            two.insert(unit);
        }
        self.note(rule!("9.1.1"), Event::Moved { unit, from, to });
        self.arrive(unit, from, to, with);
    }

    /// What an arrival brings: 9.4.2 panzers stop in Forest and Swamp, 9.2 everybody among enemies, 9.2c and 15.3 in a
    /// Zone. 10.1 An assault waits where enemies stand.
    pub fn arrive(&mut self, unit: Unit, from: Space, to: Space, with: With) {
        self.take_along(unit, from, to, with);
        self.remember_origin(unit, from);
        self.enter(unit, to);
        let enemy = !self.look().vacant(self.s.impulse.side, to);
        let rough = self.t.panzers.contains(unit) && self.t.rough.contains(to);
        let impulse = &mut self.s.impulse;
        impulse.entered.insert(unit);
        if enemy {
            impulse.pending.insert(to);
        }
        if enemy || rough || self.t.is_zone(to) {
            impulse.stopped.insert(unit);
        }
    }

    /// 9.6.2 The Leaders chosen go along.
    pub fn take_along(&mut self, unit: Unit, from: Space, to: Space, with: With) {
        for leader in self.look().company(unit, from, with) {
            if self.t.open_to[leader.index()].contains(to) {
                self.note(rule!("9.6.2"), Event::LeaderMoved { leader, to });
                self.post(leader, Post::On(to.0 as u8));
            }
        }
    }

    /// 9.6.1 A Leader by himself.
    pub fn walk(&mut self, leader: Leader, to: Space) {
        let [one, two] = &mut self.s.impulse.walked;
        if !one.insert(leader) {
            two.insert(leader);
        }
        self.note(rule!("9.6.1"), Event::LeaderMoved { leader, to });
        self.post(leader, Post::On(to.0 as u8));
    }
}
