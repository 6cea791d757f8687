//! 10.6 The defender's answer: counter-attack, retreat or neither; and the last stand of units that are overrun.

use board::Space;
use kernel::rule;

use crate::{
    action::{Action, With},
    event::Event,
    m10_assault::{Duty, Fight, Result},
    m10_retreats::Why,
    m11_advantage::Use,
    refusal::{Refusal, ensure},
    sequence::Step,
    state::{Look, Play},
    tables::{Spaces, Unit, Units},
};

impl Look<'_> {
    /// 10.6a No counter-attack after a Failure, nor when no unit of the original attacker is left in the Area.
    fn may_counter(self, fight: Fight) -> bool {
        fight.result != Result::Failure && self.occupied(fight.attacker).contains(fight.area)
    }

    /// 10.6 After a Success only a Fortress garrison may stay without a counter-attack, or 11.1D units that stand fast;
    /// after a Stalemate or a Failure everybody.
    fn may_hold(self, fight: Fight) -> bool {
        fight.result != Result::Success || fight.stands || self.t.fortress.contains(fight.area)
    }

    /// 10.7.3 Defenders may retreat after any result.
    /// 6.2.4a Not so Germans under Hitler's command, except after a Success.
    fn may_withdraw(self, fight: Fight, unit: Unit) -> bool {
        fight.result == Result::Success || !self.s.takeover || !self.t.germans.contains(unit)
    }

    fn ways_out(self, fight: Fight, unit: Unit) -> Spaces {
        if !self.may_withdraw(fight, unit) {
            return Spaces::empty();
        }
        self.retreats(unit, fight.area, self.barred(fight))
    }

    pub fn refuse_answer_retreat(
        self,
        fight: Fight,
        unit: Unit,
        to: Space,
        with: With,
    ) -> std::result::Result<(), Refusal> {
        let there = self.units(fight.defender(), fight.area).contains(unit);
        ensure!(there, Refusal::NotAmongThem { unit, rule: rule!("10.7") });
        ensure!(self.may_withdraw(fight, unit), Refusal::NoStepBack { unit });
        self.refuse_retreat(unit, fight.area, self.barred(fight), to)?;
        self.refuse_retreat_company(fight, unit, to, with)
    }

    pub fn refuse_counter(self, fight: Fight, unit: Unit) -> std::result::Result<(), Refusal> {
        let there = self.units(fight.defender(), fight.area).contains(unit);
        ensure!(there, Refusal::NotAmongThem { unit, rule: rule!("10.6") });
        ensure!(self.may_counter(fight), Refusal::NothingToCounter {});
        Ok(())
    }

    pub fn refuse_hold(self, fight: Fight) -> std::result::Result<(), Refusal> {
        ensure!(self.may_hold(fight), Refusal::MustAnswer { space: fight.area });
        Ok(())
    }

    /// 11.1D After a Success, before anything is answered.
    pub fn refuse_stand(self, fight: Fight) -> std::result::Result<(), Refusal> {
        ensure!(fight.result == Result::Success, Refusal::NeedNotStand {});
        ensure!(!self.may_hold(fight), Refusal::NeedNotStand {});
        ensure!(self.s.advantage == Some(fight.defender()), Refusal::NoAdvantage { use_: Use::Stand });
        Ok(())
    }

    pub fn legal_answer(self, fight: Fight, out: &mut Vec<Action>) {
        let defenders = self.units(fight.defender(), fight.area);
        if self.refuse_stand(fight).is_ok() {
            out.push(Action::Stand);
        }
        for unit in defenders {
            for to in self.ways_out(fight, unit) {
                self.retreat_companies(fight, unit, to, |with| {
                    out.push(Action::Retreat { unit, to, with });
                });
            }
        }
        if self.may_counter(fight) {
            out.extend(defenders.iter().map(|unit| Action::Counter { unit }));
        }
        if self.may_hold(fight) {
            out.push(Action::Hold);
        }
    }

    /// 10.6b One unit eliminated in the second combat of an overrun, while attackers are left in the Area.
    pub fn last_standers(self, fight: Fight) -> Units {
        if !fight.overrun || !self.may_counter(fight) {
            return Units::empty();
        }
        fight.lost & self.t.of[fight.defender().index()]
    }

    pub fn refuse_last_stand(self, fight: Fight, unit: Unit) -> std::result::Result<(), Refusal> {
        ensure!(self.last_standers(fight).contains(unit), Refusal::NotJustLost { unit });
        Ok(())
    }
}

impl Play<'_> {
    /// 10.6 The defender answers, if there is anything to choose.
    pub fn open_answer(&mut self, fight: Fight) {
        let look = self.look();
        let defenders = look.units(fight.defender(), fight.area);
        let choice =
            look.may_counter(fight) || defenders.iter().any(|unit| !look.ways_out(fight, unit).is_empty());
        if defenders.is_empty() || !choice {
            return self.settle(fight);
        }
        self.go(Step::Answer { fight });
    }

    /// 10.6a Any of his units may retreat.
    /// 10.7.1 One after the other.
    pub fn answer_retreat(&mut self, fight: Fight, unit: Unit, to: Space, with: With) {
        let why = if fight.result == Result::Success { Why::Success } else { Why::Will };
        self.retreat(fight, unit, to, with, why);
        self.open_answer(fight);
    }

    /// 11.1D The Advantage is spent; retreat and counter-attack stay open but are no duty.
    pub fn stand_fast(&mut self, mut fight: Fight) {
        let side = fight.defender();
        self.use_advantage(side, Use::Stand);
        self.note(rule!("11.1D"), Event::StandsFast { side, at: fight.area });
        fight.stands = true;
        self.open_answer(fight);
    }

    /// 10.6.1 It works like an assault with the factor of one unit. 10.6b A unit just eliminated may be the one.
    pub fn counter_attack(&mut self, mut fight: Fight, unit: Unit, last_stand: bool) {
        let rule = if last_stand { rule!("10.6b") } else { rule!("10.6") };
        self.note(rule, Event::CounterAttacks { unit, last_stand });
        fight.counter = Some(unit);
        fight.last_stand = last_stand;
        fight.extra = [0; 2];
        if self.j.listening() {
            for &term in &self.look().counter_terms(fight, unit) {
                self.note(term.rule, Event::Attack { term });
            }
            for &term in &self.look().defence_terms(fight.attacker, fight.area) {
                self.note(term.rule, Event::Defence { term });
            }
            if let Some(term) = self.look().dice_term(unit, true) {
                self.note(term.rule, Event::Dice { term });
            }
        }
        self.go(Step::CounterRoll { fight });
    }

    /// 10.6.1a The results are those of 10.4.4.
    pub fn counter_dice(&mut self, mut fight: Fight, dice: [u8; 2]) {
        let unit = fight.counter.expect("a unit counter-attacks");
        let (total, modifier) = (self.look().counter_at(fight, unit), self.look().dice_modifier(unit, true));
        fight.counter_result = Result::of((dice[0] + dice[1]) as i8 + modifier, total);
        let result = fight.counter_result;
        self.note(rule!("10.6.1a"), Event::Rolled { dice, modifier, total, result, counter: true });
        if self.s.advantage.is_some() {
            return self.go(Step::CounterShift { fight });
        }
        self.take_counter_losses(fight);
    }

    /// 10.6.1a The counter-attacking unit takes its own point; the first on the other side goes to the highest factor
    /// among all units of the original attacker.
    pub fn take_counter_losses(&mut self, mut fight: Fight) {
        let unit = fight.counter.expect("a unit counter-attacks");
        let mut left = self.look().attacker_points(fight.counter_result, fight.extra[0]);
        while left > 0 && self.look().at(unit).is_some() {
            self.hit(&mut fight, unit);
            left -= 1;
        }
        let points = self.look().defender_points(fight.counter_result, unit, fight.extra[1]);
        self.continue_counter_loss(fight, points, true);
    }

    pub fn continue_counter_loss(&mut self, mut fight: Fight, mut left: u8, mut first: bool) {
        loop {
            let victims = self.look().victims(fight.attacker, fight.area, first);
            let Some(unit) = victims.first().filter(|_| left > 0) else { return self.after_counter(fight) };
            let all = self.look().units(fight.attacker, fight.area);
            if victims.len() > 1 && !self.look().wiped_out(all, left) {
                return self.go(Step::CounterLoss { fight, left, first });
            }
            self.hit(&mut fight, unit);
            left -= 1;
            first = false;
        }
    }

    pub fn counter_loss(&mut self, mut fight: Fight, left: u8, unit: Unit) {
        self.hit(&mut fight, unit);
        self.continue_counter_loss(fight, left - 1, false);
    }

    /// 10.6.1b After a Success the participants that entered in this impulse go back; those that began it there stay;
    /// 10.6b a last stand drives nobody back.
    fn after_counter(&mut self, fight: Fight) {
        let driven = fight.counter_result == Result::Success && !fight.last_stand && fight.duty != Duty::Here;
        let left = if driven { self.look().other_participants(fight) } else { Units::empty() };
        self.continue_counter_retreat(fight, left);
    }

    /// 10.6b Nobody makes a last stand: those that are left answer.
    pub fn no_last_stand(&mut self, fight: Fight) {
        self.open_answer(fight);
    }
}
