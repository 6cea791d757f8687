//! 11.0 The Advantage: what it buys and how it changes hands.

use kernel::{RuleRef, rule};

use crate::{
    event::Event,
    m10_assault::{Fight, Result},
    refusal::{Refusal, ensure},
    sequence::Step,
    state::{Look, Play},
    tables::Side,
};

/// What the Advantage is spent on (11.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// 11.1A A second Active Area.
    Reserve,
    /// 11.1B A better result.
    Battle,
    /// 11.1C The Impulse Phase goes on.
    PressOn,
    /// 11.1D Neither counter-attack nor retreat.
    Stand,
    /// 11.1E More Replacement Points.
    Replacements,
    /// 11.1F Another weather die.
    Weather,
    /// 11.1G Redeployment in the End Phase.
    Redeploy,
}

impl Use {
    pub fn rule(self) -> RuleRef {
        match self {
            Use::Reserve => rule!("11.1A"),
            Use::Battle => rule!("11.1B"),
            Use::PressOn => rule!("11.1C"),
            Use::Stand => rule!("11.1D"),
            Use::Replacements => rule!("11.1E"),
            Use::Weather => rule!("11.1F"),
            Use::Redeploy => rule!("11.1G"),
        }
    }
}

impl Look<'_> {
    /// 11.0 At the start of every impulse one side holds it.
    /// 11.1.2 After a use nobody does, so there is one use at a time.
    pub fn refuse_advantage(self, side: Side, use_: Use) -> std::result::Result<(), Refusal> {
        ensure!(self.s.advantage == Some(side), Refusal::NoAdvantage { use_ });
        Ok(())
    }

    /// 11.1F Up or down by one, within one to six.
    pub fn refuse_weather(self, die: u8, up: bool) -> std::result::Result<(), Refusal> {
        let by = self.t.charts.advantage.weather;
        let fits = if up { die + by <= 6 } else { die > by };
        ensure!(fits, Refusal::DieAtLimit {});
        Ok(())
    }

    /// The result as the holder would have it, and the side that suffers a point more if it is the best already.
    fn turned(result: Result, better: bool) -> Option<Result> {
        match (result, better) {
            (Result::Failure, true) => Some(Result::Stalemate),
            (Result::Stalemate, true) => Some(Result::Success),
            (Result::Success, false) => Some(Result::Stalemate),
            (Result::Stalemate, false) => Some(Result::Failure),
            (Result::Success, true) | (Result::Failure, false) => None,
        }
    }
}

impl Play<'_> {
    /// 11.2 After its use the Advantage belongs to nobody until the impulse or segment ends, then to the opponent.
    pub fn use_advantage(&mut self, side: Side, use_: Use) {
        self.note(use_.rule(), Event::AdvantageUsed { side, use_ });
        self.s.advantage = None;
        self.s.advantage_next = Some(side.enemy());
        self.s.advantage_used = true;
    }

    pub fn hand_over_advantage(&mut self) {
        if let Some(side) = self.s.advantage_next.take() {
            self.s.advantage = Some(side);
            self.note(rule!("11.2"), Event::AdvantageTo { side, idle: false });
        }
    }

    /// 11.3 Who held it at the start of the turn and still holds it, while nobody used it, loses it.
    pub fn use_it_or_lose_it(&mut self) {
        let start = self.s.advantage_at_start;
        if !self.s.advantage_used && self.s.advantage == Some(start) {
            let side = start.enemy();
            self.s.advantage = Some(side);
            self.note(rule!("11.3"), Event::AdvantageTo { side, idle: true });
        }
        self.s.advantage_used = false;
        if let Some(side) = self.s.advantage {
            self.s.advantage_at_start = side;
        }
    }

    /// 11.1B One step in the holder's favour; if it is the best already, the enemy suffers one point more.
    pub fn turn_assault(&mut self, mut fight: Fight) {
        let side = self.s.advantage.expect("only the holder is asked");
        self.use_advantage(side, Use::Battle);
        match Look::turned(fight.result, side == fight.attacker) {
            Some(result) => {
                fight.result = result;
                self.note(rule!("11.1B"), Event::Shifted { result });
            }
            None => {
                let hurt = usize::from(side == fight.attacker);
                fight.extra[hurt] += self.t.charts.advantage.extra_loss;
                self.note(rule!("11.1.1"), Event::ExtraLoss { side: side.enemy() });
            }
        }
        self.take_losses(fight);
    }

    /// 11.1B The same for a counter-attack, whose attacker is the original defender.
    pub fn turn_counter(&mut self, mut fight: Fight) {
        let side = self.s.advantage.expect("only the holder is asked");
        self.use_advantage(side, Use::Battle);
        match Look::turned(fight.counter_result, side == fight.defender()) {
            Some(result) => {
                fight.counter_result = result;
                self.note(rule!("11.1B"), Event::Shifted { result });
            }
            None => {
                let hurt = usize::from(side == fight.defender());
                fight.extra[hurt] += self.t.charts.advantage.extra_loss;
                self.note(rule!("11.1.1"), Event::ExtraLoss { side: side.enemy() });
            }
        }
        self.take_counter_losses(fight);
    }

    /// 11.1C The phase does not end; the next end roll comes after another round. 8.7 Once a phase.
    pub fn press_on(&mut self) {
        let side = self.s.advantage.expect("only the holder is asked");
        self.use_advantage(side, Use::PressOn);
        self.s.pressed_on = true;
        self.hand_over_advantage();
        self.open_round();
    }

    /// 11.1E Two Replacement Points more.
    pub fn priority_replacements(&mut self, side: Side, points: u8) {
        self.use_advantage(side, Use::Replacements);
        let points = points + self.t.charts.advantage.replacement_points;
        self.go(Step::Replace { side, points });
    }

    /// 11.1F The die is changed by one.
    pub fn shift_weather(&mut self, die: u8, up: bool) {
        let side = self.s.advantage.expect("only the holder is asked");
        self.use_advantage(side, Use::Weather);
        let by = self.t.charts.advantage.weather;
        let die = if up { die + by } else { die - by };
        self.note(rule!("11.1F"), Event::WeatherShifted);
        let weather = self.look().weather_of(die);
        self.set_weather(weather);
    }
}
