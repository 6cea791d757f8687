//! 8.0 Impulses: what a side may do with one, who may act, and when the phase ends.

use board::Space;
use kernel::rule;

use crate::{
    action::{Action, Air},
    event::Event,
    m08_redeployment::Transfer,
    refusal::{Refusal, ensure},
    sequence::Step,
    state::{Look, Play},
    tables::{Leaders, Side, Spaces, UNITS, Unit, Units, Weather},
};

/// What an impulse has to remember. It is wiped when the impulse ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Impulse {
    pub side: Side,
    /// 8.3.1 The Active Area.
    pub active: Option<Space>,
    /// 11.1A It is the second one.
    pub second: bool,
    /// 7.3.1 What was contested when the impulse began.
    pub contested: Spaces,
    /// 8.3.2 Units that began the impulse in the Active Area and may act.
    pub starters: Units,
    /// 9.6.1 Leaders that began it there.
    pub officers: Leaders,
    /// Units that stand where they have moved in this impulse.
    pub entered: Units,
    /// Units that have made one step, two steps at least.
    pub steps: [Units; 2],
    /// Units that may not go on: terrain, an enemy, a Zone, an assault.
    pub stopped: Units,
    /// 8.4.2 Units whose activity has risen in this impulse.
    pub acted: Units,
    /// Somebody has moved or assaulted out of the present Active Area.
    pub begun: bool,
    /// 9.2 What moving on costs after an assault in the Active Area.
    pub cost: u8,
    /// 9.2.2 Areas that have been assaulted.
    pub closed: Spaces,
    /// Areas with enemies that units have entered and not assaulted yet.
    pub pending: Spaces,
    /// 10.4.4 Panzers that have overrun.
    pub overran: Units,
    /// 10.4.4b Areas whose assault belongs to an overrun and comes before anything else.
    pub rush: Spaces,
    /// 9.5.5 The Air Support declared in this impulse.
    pub air: Air,
    /// The marker has been used up: focus is spent, or it interdicts.
    pub air_spent: bool,
    /// An assault has been rolled for.
    pub rolled: bool,
    /// 10.6.1 A counter-attack has ended the impulse.
    pub over: bool,
    /// Leaders that have walked one step, two steps at least.
    pub walked: [Leaders; 2],
    /// The location each unit came from, for those that entered.
    pub from: [u8; UNITS],
}

impl Impulse {
    /// Between impulses.
    pub fn none() -> Impulse {
        Impulse {
            side: Side::Axis,
            active: None,
            second: false,
            contested: Spaces::empty(),
            starters: Units::empty(),
            officers: Leaders::empty(),
            entered: Units::empty(),
            steps: [Units::empty(); 2],
            stopped: Units::empty(),
            acted: Units::empty(),
            begun: false,
            cost: 0,
            closed: Spaces::empty(),
            pending: Spaces::empty(),
            overran: Units::empty(),
            rush: Spaces::empty(),
            air: Air::None,
            air_spent: false,
            rolled: false,
            over: false,
            walked: [Leaders::empty(); 2],
            from: [0; UNITS],
        }
    }
}

impl Look<'_> {
    /// 8.1 In Clear and Rain the Axis goes first, in Snow the Soviet side.
    pub fn first_side(self) -> Side {
        self.t.charts.impulses.first.of(self.s.weather)
    }

    /// 18.2.1 In the first rounds of Turn 1 the Soviet side has no impulse.
    pub fn surprised(self, side: Side) -> bool {
        side == Side::Soviet && self.in_surprise()
    }

    fn in_surprise(self) -> bool {
        let surprise = &self.t.scenario.surprise;
        self.s.turn == surprise.turn && self.s.round <= surprise.rounds
    }

    /// 8.4.1 Units at the limit of the weather.
    /// 8.4.3 They cannot act again this turn.
    /// 18.2.2 In the rounds of the surprise attack the allies of Germany do not act either.
    pub fn exhausted(self, side: Side) -> Units {
        let limit = self.t.charts.activity.of(side, self.s.weather);
        let spent = self.s.activity[usize::from(limit) - 1];
        if side == Side::Axis && self.in_surprise() { spent | self.t.minors } else { spent }
    }

    /// Why a unit that cannot act cannot: it has reached its limit, or it is an ally for whom it is too early.
    pub fn why_exhausted(self, unit: Unit) -> Refusal {
        if self.in_surprise() && self.t.minors.contains(unit) {
            let surprise = &self.t.scenario.surprise;
            return Refusal::TooEarly { unit, rounds: surprise.rounds, turn: surprise.turn };
        }
        Refusal::Exhausted { unit }
    }

    /// How often a unit has acted this turn.
    pub fn activity(self, unit: Unit) -> u8 {
        self.s.activity.iter().map(|level| u8::from(level.contains(unit))).sum()
    }

    /// 8.3.1 Units in a location that are able to act, and began the impulse there.
    pub fn able(self, side: Side, at: Space) -> Units {
        self.units(side, at) - self.exhausted(side) - self.s.impulse.acted - self.s.impulse.entered
    }

    /// 8.3.1 A location with at least one friendly unit able to act.
    /// 15.4 A Zone may be one.
    pub fn refuse_operate(self, side: Side, at: Space) -> Result<(), Refusal> {
        ensure!(self.occupied(side).contains(at), Refusal::NobodyThere { space: at });
        ensure!(!self.able(side, at).is_empty(), Refusal::NobodyAble { space: at });
        Ok(())
    }

    /// 11.1A A second Active Area, when the first is finished.
    pub fn refuse_reserve(self, at: Space) -> Result<(), Refusal> {
        ensure!(self.s.impulse.active != Some(at), Refusal::SameArea { space: at });
        self.refuse_operate(self.s.impulse.side, at)
    }

    /// The locations that could be activated.
    fn operable(self, side: Side, mut each: impl FnMut(Space)) {
        let idle = self.exhausted(side) | self.s.impulse.acted | self.s.impulse.entered;
        let able = self.t.of[side.index()] - idle;
        for at in self.occupied(side) {
            if !(self.s.here[at.index()] & able).is_empty() {
                each(at);
            }
        }
    }

    pub fn legal_impulse(self, side: Side, out: &mut Vec<Action>) {
        if self.refuse_interdict(side).is_ok() {
            out.push(Action::Interdict);
        }
        self.operable(side, |at| out.push(Action::Operate { at }));
        let transfer = Transfer::ordinary(side, self.t.charts.redeployment.units);
        out.extend(self.transferable(transfer).iter().map(|unit| Action::Redeploy { unit }));
        out.push(Action::Pass);
    }

    pub fn legal_reserve(self, out: &mut Vec<Action>) {
        let first = self.s.impulse.active;
        self.operable(self.s.impulse.side, |at| {
            if first != Some(at) {
                out.push(Action::Operate { at });
            }
        });
        out.push(Action::Decline);
    }

    /// 11.1A After an impulse in which something was done, the holder may go on with another location.
    fn may_go_on(self) -> bool {
        let impulse = &self.s.impulse;
        let mut any = false;
        if self.s.advantage == Some(impulse.side) && !impulse.second && !impulse.acted.is_empty() {
            self.operable(impulse.side, |at| any |= impulse.active != Some(at));
        }
        any
    }

    /// 8.7 The end roll succeeds on this number or less; zero before its first round.
    pub fn end_number(self) -> u8 {
        let first = self.t.charts.impulses.end_roll_from.of(self.s.weather);
        (self.s.round + 1).saturating_sub(first)
    }
}

impl Play<'_> {
    /// 8.3 Units of the Active Area move and assault, or go on.
    pub fn open_operations(&mut self) {
        self.go(Step::Operations);
    }

    /// 7.3.1 The snapshot taken when an impulse begins.
    pub fn begin_impulse(&mut self, side: Side) {
        let mut impulse = Impulse::none();
        impulse.side = side;
        impulse.contested = self.look().contested();
        self.s.impulse = impulse;
    }

    /// 8.3.1 The chosen location becomes the Active Area. 8.3.2 Only units that began the impulse there act.
    pub fn operate(&mut self, side: Side, at: Space) {
        self.note(rule!("8.3.1"), Event::Operates { side, at });
        let starters = self.look().able(side, at);
        let officers = self.look().leaders(side, at) - self.s.impulse.walked[0];
        let impulse = &mut self.s.impulse;
        impulse.active = Some(at);
        impulse.starters = starters;
        impulse.officers = officers;
        impulse.begun = false;
        impulse.cost = 0;
        impulse.pending = Spaces::empty();
        self.open_operations();
    }

    /// 11.1A The Advantage buys a second Active Area.
    pub fn operate_second(&mut self, at: Space) {
        let side = self.s.impulse.side;
        self.use_advantage(side, crate::m11_advantage::Use::Reserve);
        self.s.impulse.second = true;
        self.operate(side, at);
    }

    /// 8.3.4 The side may stop at any time, except while a mandatory assault waits.
    /// 8.3.3 An impulse in which no unit has moved or assaulted is a Pass.
    pub fn finish_operations(&mut self) {
        if self.look().may_go_on() {
            return self.go(Step::Reserve);
        }
        self.end_operations();
    }

    pub fn end_operations(&mut self) {
        let side = self.s.impulse.side;
        let pass = self.s.impulse.acted.is_empty();
        if pass {
            self.note(rule!("8.3.3"), Event::Passed { side });
        }
        self.close_impulse(side, pass);
    }

    /// 10.6.1 A counter-attack ends the impulse.
    /// 10.6.1c Assaults that 10.1 demands are still made; nobody else acts, and no second Area becomes active.
    pub fn cut_short(&mut self) {
        if self.look().mandatory().is_empty() {
            return self.end_operations();
        }
        self.open_operations();
    }

    /// 8.6 Nothing is done.
    pub fn pass(&mut self, side: Side) {
        self.note(rule!("8.6"), Event::Passed { side });
        self.close_impulse(side, true);
    }

    /// 8.4.2 A unit's activity rises once an impulse, when it moves, assaults or redeploys.
    pub fn count_activity(&mut self, unit: Unit) {
        self.s.impulse.begun = true;
        if self.s.impulse.acted.insert(unit) {
            let level = self.look().activity(unit);
            if let Some(set) = self.s.activity.get_mut(usize::from(level)) {
                set.insert(unit);
            }
        }
    }

    /// 8.7 The phase ends if the die is not greater than the number of this round.
    pub fn end_die(&mut self, die: u8) {
        let number = self.look().end_number();
        let ends = die <= number;
        self.note(rule!("8.7"), Event::EndRoll { die, number, ends });
        if ends {
            return self.phase_would_end();
        }
        self.open_round();
    }

    /// 13.1 The weather of the turn.
    pub fn set_weather(&mut self, weather: Weather) {
        self.s.weather = weather;
        self.note(rule!("13.1"), Event::Weather { weather });
        self.open_reinforcements();
    }
}
