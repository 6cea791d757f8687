//! 10.5 Losses, and what becomes of Leaders afterwards.

use board::Space;
use kernel::rule;

use crate::{
    action::{Action, With},
    event::Event,
    m10_assault::{Duty, Fight, Result},
    m10_retreats::Why,
    refusal::{Refusal, ensure},
    sequence::Step,
    state::{Look, Play, Post},
    tables::{Leader, Leaders, Side, Spaces, Unit, Units},
};

impl Look<'_> {
    /// 10.5 The first point goes to the highest counter-attack factor in the Area, 10.5a that of the side it shows;
    /// further ones to anybody.
    pub fn victims(self, side: Side, area: Space, first: bool) -> Units {
        let units = self.units(side, area);
        if !first {
            return units;
        }
        let Some(most) = units.iter().map(|unit| self.counter_factor(unit)).max() else { return units };
        units.iter().filter(|&unit| self.counter_factor(unit) == most).collect()
    }

    /// Whether so many points leave nobody: then there is nothing to choose.
    pub fn wiped_out(self, units: Units, points: u8) -> bool {
        2 * units.len() <= usize::from(points) + (units & self.s.reduced).len()
    }

    /// 10.5.1 A defending reduced Axis unit that would be eliminated may retreat instead, until Hitler takes command.
    pub fn flexible(self, fight: Fight, unit: Unit) -> Spaces {
        let covered = fight.defender() == Side::Axis && !self.s.takeover && self.is_reduced(unit);
        if covered { self.retreats(unit, fight.area, self.barred(fight)) } else { Spaces::empty() }
    }

    pub fn refuse_hit(self, fight: Fight, first: bool, unit: Unit) -> std::result::Result<(), Refusal> {
        let defender = fight.defender();
        ensure!(self.units(defender, fight.area).contains(unit), Refusal::NotADefender { unit });
        ensure!(self.victims(defender, fight.area, first).contains(unit), Refusal::HighestFirst { unit });
        Ok(())
    }

    pub fn refuse_flexible(
        self,
        fight: Fight,
        first: bool,
        unit: Unit,
        to: Space,
        with: With,
    ) -> std::result::Result<(), Refusal> {
        self.refuse_hit(fight, first, unit)?;
        ensure!(fight.defender() == Side::Axis, Refusal::NotFlexible { unit });
        ensure!(!self.s.takeover, Refusal::TakenOver { unit });
        ensure!(self.is_reduced(unit), Refusal::NotFlexible { unit });
        self.refuse_retreat(unit, fight.area, self.barred(fight), to)?;
        self.refuse_retreat_company(fight, unit, to, with)
    }

    pub fn legal_defender_loss(self, fight: Fight, first: bool, out: &mut Vec<Action>) {
        let victims = self.victims(fight.defender(), fight.area, first);
        out.extend(victims.iter().map(|unit| Action::Hit { unit }));
        for unit in victims {
            for to in self.flexible(fight, unit) {
                self.retreat_companies(fight, unit, to, |with| {
                    out.push(Action::Retreat { unit, to, with });
                });
            }
        }
    }

    /// 11.1.1 Who may take the attacker's second point when the Point Unit is gone.
    pub fn other_participants(self, fight: Fight) -> Units {
        fight.participants & self.units(fight.attacker, fight.area)
    }

    /// 10.5 Whether this combat has eliminated the unit that a Leader commands. What becomes of him is settled after it:
    /// 10.5.2 the Turn Track if no friendly unit holds the Area, otherwise a Zone.
    pub fn lost_his_unit(self, fight: Fight, leader: Leader) -> bool {
        self.t.officer(leader).command.is_some_and(|unit| fight.lost.contains(unit))
    }

    /// Where a Leader without his unit may go: 10.5a a Zone that his nation may use.
    pub fn refuse_displaced(self, side: Side, leader: Leader, to: Space) -> std::result::Result<(), Refusal> {
        let due = self.s.arriving & self.t.officers_of[side.index()];
        ensure!(due.contains(leader), Refusal::NotDisplaced { leader });
        let zones = self.t.zones_of(self.t.officer(leader).nation);
        ensure!(zones.contains(to), Refusal::LeaderBarred { leader, space: to });
        Ok(())
    }

    pub fn legal_displaced(self, side: Side, out: &mut Vec<Action>) {
        for leader in self.s.arriving & self.t.officers_of[side.index()] {
            let zones = self.t.zones_of(self.t.officer(leader).nation);
            out.extend(zones.iter().map(|to| Action::Leader { leader, to }));
        }
    }
}

impl Play<'_> {
    /// 10.5 One attrition point: a full unit is reduced, a reduced one eliminated.
    pub fn hit(&mut self, fight: &mut Fight, unit: Unit) {
        if self.s.reduced.contains(unit) {
            self.note(rule!("10.5"), Event::Eliminated { unit });
            fight.lost.insert(unit);
            return self.eliminate(unit);
        }
        self.note(rule!("10.5"), Event::Reduced { unit });
        self.s.reduced.insert(unit);
    }

    /// 10.4.5 The attacker's loss comes first: 10.5 on the Point Unit.
    pub fn take_losses(&mut self, mut fight: Fight) {
        let mut left = self.look().attacker_points(fight.result, fight.extra[0]);
        while left > 0 && self.look().at(fight.point).is_some() {
            let point = fight.point;
            self.hit(&mut fight, point);
            left -= 1;
        }
        self.continue_attacker_loss(fight, left);
    }

    /// 11.1.1 If the Point Unit is gone, any other participant of the attacker's choice.
    pub fn continue_attacker_loss(&mut self, mut fight: Fight, mut left: u8) {
        loop {
            let others = self.look().other_participants(fight);
            if left == 0 || others.is_empty() {
                let points = self.look().defender_points(fight.result, fight.point, fight.extra[1]);
                return self.continue_defender_loss(fight, points, true);
            }
            if others.len() > 1 && !self.look().wiped_out(others, left) {
                return self.go(Step::AttackerLoss { fight, left });
            }
            self.hit(&mut fight, others.first().expect("one is left"));
            left -= 1;
        }
    }

    pub fn attacker_loss(&mut self, mut fight: Fight, left: u8, unit: Unit) {
        self.hit(&mut fight, unit);
        self.continue_attacker_loss(fight, left - 1);
    }

    /// 10.5a Points beyond the units present are lost. Where there is no choice, nobody is asked.
    pub fn continue_defender_loss(&mut self, mut fight: Fight, mut left: u8, mut first: bool) {
        loop {
            let look = self.look();
            let victims = look.victims(fight.defender(), fight.area, first);
            let Some(unit) = victims.first().filter(|_| left > 0) else { return self.after_losses(fight) };
            let all = look.units(fight.defender(), fight.area);
            let flexible = all.iter().any(|unit| !look.flexible(fight, unit).is_empty());
            let doomed = !flexible && look.wiped_out(all, left);
            let choice = victims.len() > 1 || !look.flexible(fight, unit).is_empty();
            if choice && !doomed {
                return self.go(Step::DefenderLoss { fight, left, first });
            }
            self.hit(&mut fight, unit);
            left -= 1;
            first = false;
        }
    }

    pub fn defender_loss(&mut self, mut fight: Fight, left: u8, unit: Unit) {
        self.hit(&mut fight, unit);
        self.continue_defender_loss(fight, left - 1, false);
    }

    /// 10.5.1 The unit retreats and the point is spent.
    pub fn withdraw(&mut self, fight: Fight, left: u8, unit: Unit, to: Space, with: With) {
        self.retreat(fight, unit, to, with, Why::Flexibility);
        self.continue_defender_loss(fight, left - 1, false);
    }

    /// 10.4.5 After the losses: attackers go back after the Failure of a mandatory assault, or an overrun opens, or the
    /// defender answers; 10.6b in the second combat of an overrun the units just eliminated come first.
    fn after_losses(&mut self, mut fight: Fight) {
        if fight.result == Result::Failure && fight.duty == Duty::Mandatory {
            let left = self.look().other_participants(fight);
            return self.continue_failure_retreat(fight, left);
        }
        if self.look().may_overrun(fight) {
            fight.breakthrough = true;
            return self.settle(fight);
        }
        if !self.look().last_standers(fight).is_empty() {
            return self.go(Step::LastStand { fight });
        }
        self.open_answer(fight);
    }

    /// 10.4.5 At the end control is settled already; Leaders follow. 10.5.2 Without a friendly unit in the Area they go
    /// on the Turn Track. 10.5 If only their own unit was eliminated, to a Zone.
    pub fn settle(&mut self, fight: Fight) {
        if !self.s.officers[fight.area.index()].is_empty() {
            for side in Side::BOTH {
                self.settle_leaders(side, fight);
            }
        }
        self.place_displaced(fight, Side::Axis);
    }

    fn settle_leaders(&mut self, side: Side, fight: Fight) {
        let held = self.look().occupied(side).contains(fight.area);
        for leader in self.look().leaders(side, fight.area) {
            if !held {
                self.put_on_track(leader);
            } else if self.look().lost_his_unit(fight, leader) {
                self.s.arriving.insert(leader);
            }
        }
    }

    /// Leaders with a single Zone go there at once; the owner places the others.
    pub fn place_displaced(&mut self, fight: Fight, side: Side) {
        let due: Leaders = self.s.arriving & self.t.officers_of[side.index()];
        for leader in due {
            let zones = self.t.zones_of(self.t.officer(leader).nation);
            if zones.len() == 1 {
                self.displace(leader, zones.first().expect("one is there"));
            }
        }
        if !(self.s.arriving & self.t.officers_of[side.index()]).is_empty() {
            return self.go(Step::Displaced { fight, side });
        }
        match side {
            Side::Axis => self.place_displaced(fight, Side::Soviet),
            Side::Soviet => self.finish_fight(fight),
        }
    }

    /// 10.5 The displaced Leader goes to a friendly Zone.
    pub fn displace(&mut self, leader: Leader, to: Space) {
        self.s.arriving.remove(leader);
        self.note(rule!("10.5"), Event::LeaderDisplaced { leader, to });
        self.post(leader, Post::On(to.0 as u8));
    }

    /// The assault is over: panzers overrun, or the operations go on, unless 10.6.1 has ended them.
    fn finish_fight(&mut self, fight: Fight) {
        self.close_fight(fight);
        if self.s.impulse.over {
            return self.cut_short();
        }
        let look = self.look();
        if fight.breakthrough {
            let left: Units = look
                .overrunners(fight)
                .iter()
                .filter(|&unit| !look.overruns(unit, fight.area).is_empty())
                .collect();
            if !left.is_empty() {
                return self.go(Step::Overrun { fight, left });
            }
        }
        self.open_operations();
    }

    /// 10.4.4 A panzer advances by one further Area; 10.4.4b it must assault there before anything else happens, unless the
    /// Area was contested when the impulse began.
    pub fn overrun(&mut self, fight: Fight, mut left: Units, unit: Unit, to: Space, with: With) {
        let from = self.where_is(unit);
        self.note(rule!("10.4.4"), Event::Overruns { unit, to });
        self.arrive(unit, from, to, with);
        self.s.impulse.overran.insert(unit);
        self.s.impulse.stopped.insert(unit);
        if self.look().mandatory().contains(to) {
            self.s.impulse.rush.insert(to);
        }
        left.remove(unit);
        if left.is_empty() {
            return self.open_operations();
        }
        self.go(Step::Overrun { fight, left });
    }
}
