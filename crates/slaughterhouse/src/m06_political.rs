//! 6.2 The Political Phase: weather, and the day Hitler takes command. Replacements, Leaders and markers have modules
//! of their own.

use board::Member;
use kernel::rule;

use crate::{
    event::Event,
    sequence::Step,
    state::{Look, Play, Post, option},
    tables::Weather,
};

impl Look<'_> {
    /// 13.1 The weather for a die in this turn.
    pub fn weather_of(self, die: u8) -> Weather {
        self.t.charts.weather.turns[usize::from(self.s.turn) - 1][usize::from(die) - 1]
    }

    /// 20.1 Historical weather needs no dice; nor does a turn whose six columns agree.
    pub fn fixed_weather(self) -> Option<Weather> {
        if self.option(option::HISTORICAL_WEATHER) {
            return Some(self.t.charts.weather.historical[usize::from(self.s.turn) - 1]);
        }
        let first = self.weather_of(1);
        (2..=6).all(|die| self.weather_of(die) == first).then_some(first)
    }
}

impl Play<'_> {
    /// 6.2.1 The weather die; 11.1F its holder may spend the Advantage on it.
    pub fn weather_die(&mut self, die: u8) {
        self.note(rule!("6.2.1"), Event::WeatherDie { die });
        if self.s.advantage.is_some() {
            return self.go(Step::WeatherShift { die });
        }
        self.keep_weather(die);
    }

    pub fn keep_weather(&mut self, die: u8) {
        let weather = self.look().weather_of(die);
        self.set_weather(weather);
    }

    /// 20.3 On one or two Hitler takes command already.
    pub fn takeover_die(&mut self, die: u8) {
        let early = die <= self.t.takeover.early_up_to;
        self.note(rule!("20.3"), Event::TakeoverDie { die, early });
        if early {
            self.hitler_takes_command();
        }
        self.open_security();
    }

    /// 6.2.4 From now on 10.5.1 is lost.
    /// 6.2.4b Two commanders are dismissed; their successors take over where their unit is, or in Germany.
    pub fn hitler_takes_command(&mut self) {
        self.s.takeover = true;
        self.note(rule!("6.2.4"), Event::Takeover);
        for [old, new] in self.t.takeover.replaced.iter().copied() {
            if self.s.officer[old.index()] != Post::Out {
                self.note(rule!("6.2.4b"), Event::LeaderGone { leader: old });
                self.post(old, Post::Out);
            }
            let unit = self.t.officer(new).command;
            let at = unit.and_then(|unit| self.look().at(unit)).unwrap_or(self.t.takeover.zone);
            self.note(rule!("6.2.4b"), Event::LeaderArrived { leader: new, at });
            self.post(new, Post::On(at.0 as u8));
        }
    }
}
