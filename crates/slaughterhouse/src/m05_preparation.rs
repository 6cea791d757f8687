//! 5.0 Preparation for play.

use board::{Member, Space};
use kernel::{Journal, Options, rule};

use crate::{
    event::Event,
    m08_impulses::Impulse,
    sequence::Step,
    state::{Look, Place, Play, Post, State, option},
    tables::{LEADERS, Leaders, SPACES, Side, Spaces, Tables, UNITS, Units, Weather},
};

impl State {
    /// 5.1 Units and Leaders stand as the scenario lists them. 5.2 The Axis holds the Advantage. 5.3 Turn 1 begins with
    /// the Impulse Phase, in Clear weather, without partisans and Security markers.
    pub fn new(t: &Tables, options: Options) -> State {
        let holder = t.scenario.scenario.advantage;
        let mut state = State {
            step: Step::Impulse { side: Side::Axis },
            turn: 1,
            round: 0,
            weather: Weather::Clear,
            takeover: false,
            passed: None,
            pressed_on: false,
            advantage: Some(holder),
            advantage_next: None,
            advantage_at_start: holder,
            advantage_used: false,
            soviet: t.soviet_start,
            security: Spaces::empty(),
            partisans: Spaces::empty(),
            interdicted: None,
            place: [Place::Waiting; UNITS],
            here: [Units::empty(); SPACES],
            occupied: [Spaces::empty(); 2],
            reduced: Units::empty(),
            activity: [Units::empty(); 3],
            officer: [Post::Waiting; LEADERS],
            officers: [Leaders::empty(); SPACES],
            arriving: Leaders::empty(),
            impulse: Impulse::none(),
            bid: 0,
            swapped: false,
            options,
        };
        let mut journal = Journal::disabled();
        let mut play = Play { t, s: &mut state, j: &mut journal };
        for &(unit, space, reduced) in &t.setup_units {
            play.put(unit, on(space));
            if reduced {
                play.s.reduced.insert(unit);
            }
        }
        for &(leader, space) in &t.setup_leaders {
            play.post(leader, Post::On(space.index() as u8));
        }
        if options.has(option::BID) {
            play.open_bid(0, (Side::Axis, 0));
        } else {
            play.open_game();
        }
        state
    }
}

impl Look<'_> {
    /// Whether the next action is the first of the game; after bids the opening has been told already.
    pub fn is_opening(self) -> bool {
        let opening = Step::Impulse { side: self.first_side() };
        self.s.turn == 1
            && self.s.round == 1
            && self.s.step == opening
            && !self.s.impulse.air_spent
            && !self.option(option::BID)
    }
}

impl Play<'_> {
    /// 5.1, 5.2, 5.3 What a journal begins with: the turn, the armies, the Advantage, the weather, and 18.2.1 the surprise.
    pub fn tell_opening(&mut self) {
        self.note(rule!("6.1"), Event::Turn { turn: self.s.turn });
        let units = Side::BOTH.map(|side| {
            let placed = self.t.setup_units.iter().filter(|it| self.t.counter(it.0).side == side);
            placed.count() as u8
        });
        self.note(rule!("5.1"), Event::SetUp { units });
        if let Some(side) = self.s.advantage {
            self.note(rule!("5.2"), Event::Holds { side });
        }
        self.note(rule!("5.3"), Event::Weather { weather: self.s.weather });
        let surprise = &self.t.scenario.surprise;
        if surprise.turn == self.s.turn && surprise.rounds > 0 {
            self.note(rule!("18.2.1"), Event::Surprise { rounds: surprise.rounds });
        }
    }
}

fn on(space: Space) -> Place {
    Place::On(Member::index(space) as u8)
}
