//! The sequence of play. `Step` says where a turn stands, in the order a turn meets the steps. This file opens the next one
//! and runs what needs no choice; within a procedure its own module goes from step to step.

use kernel::{Draw, Node, Seat, rule};

use crate::{
    event::Event,
    m08_impulses::Impulse,
    m08_redeployment::Transfer,
    m10_assault::Fight,
    m19_victory::Victory,
    state::{Look, Play, option},
    tables::{Leaders, Side, Spaces, Units},
};

/// Where the sequence of play stands. A step owns its facts; when it ends, they are gone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// 20.2 The player in `seat` names a side and a number in secret; `first` is what the other one wrote.
    Bid { seat: u8, first: (Side, u8) },
    /// 20.2 Equal bids for one side wait for dice.
    BidTie { side: Side, bid: u8 },
    /// 13.1 The weather die.
    Weather,
    /// 11.1F The holder may change it.
    WeatherShift { die: u8 },
    /// 6.2.2 A side says where its Leaders arrive.
    Arrive { side: Side },
    /// 6.2.3 A side spends its Replacement Points.
    Replace { side: Side, points: u8 },
    /// 16.5 A side repositions its Leaders, each once.
    Station { side: Side, moved: Leaders },
    /// 20.3 The die for an early takeover.
    Takeover,
    /// 17.2.1 The Axis places Security markers.
    Security { left: u8 },
    /// 17.1.1 The Soviet side places Partisan markers.
    Partisans { left: u8 },
    /// 8.2 The side chooses a kind of impulse.
    Impulse { side: Side },
    /// 18.1.1 The Axis says where its air force interdicts.
    Interdict,
    /// 8.5 A unit to redeploy is chosen.
    Redeploy { transfer: Transfer },
    /// 8.5.3 Where it goes.
    RedeployTo { transfer: Transfer },
    /// 8.3 Units of the Active Area move and assault.
    Operations,
    /// 11.1A The holder may activate a second Area.
    Reserve,
    /// 9.3.1 The attacker names the Point Unit.
    Point { fight: Fight },
    /// 10.4.5 More units may join; Air Support is declared; then the dice.
    Declare { fight: Fight },
    /// 10.4.1 The attacker's dice.
    AssaultRoll { fight: Fight },
    /// 11.1B The holder may turn the battle.
    AssaultShift { fight: Fight },
    /// 11.1.1 A second loss of the attacker falls on a unit of his choice.
    AttackerLoss { fight: Fight, left: u8 },
    /// 10.5 The defender's losses.
    DefenderLoss { fight: Fight, left: u8, first: bool },
    /// 10.1 The attackers go back after a Failure.
    FailureRetreat { fight: Fight, left: Units },
    /// 10.6b The last stand of units just eliminated.
    LastStand { fight: Fight },
    /// 10.6 The defender's answer.
    Answer { fight: Fight },
    /// 10.6.1 The dice of the counter-attack.
    CounterRoll { fight: Fight },
    /// 11.1B The holder may turn it.
    CounterShift { fight: Fight },
    /// 10.6.1a Losses of the original attacker.
    CounterLoss { fight: Fight, left: u8, first: bool },
    /// 10.6.1b The original attackers go back.
    CounterRetreat { fight: Fight, left: Units },
    /// 10.5 Leaders without their unit go to a Zone.
    Displaced { fight: Fight, side: Side },
    /// 10.4.4 Panzers overrun.
    Overrun { fight: Fight, left: Units },
    /// 8.7 The end roll.
    EndRoll,
    /// 11.1C The holder may press on.
    PressOn,
    /// 19.0 The game has ended.
    Over { victory: Victory },
}

impl Look<'_> {
    /// Whom the step waits for.
    pub fn node(self) -> Node {
        match self.s.step {
            Step::Bid { seat, .. } => Node::Decision(Seat(seat)),
            Step::BidTie { .. } | Step::AssaultRoll { .. } | Step::CounterRoll { .. } => {
                Node::Chance(Draw::TWO_D6)
            }
            Step::Weather | Step::Takeover | Step::EndRoll => Node::Chance(Draw::D6),
            Step::Over { victory } => Node::Over(victory.outcome(self)),
            _ => Node::Decision(self.seat(self.decider().expect("every other step waits for a side"))),
        }
    }

    /// The side that chooses in this step; none while dice are due, during bids and at the end.
    pub fn decider(self) -> Option<Side> {
        let side = match self.s.step {
            Step::WeatherShift { .. }
            | Step::AssaultShift { .. }
            | Step::CounterShift { .. }
            | Step::PressOn => {
                return self.s.advantage;
            }
            Step::Arrive { side }
            | Step::Replace { side, .. }
            | Step::Station { side, .. }
            | Step::Impulse { side }
            | Step::Displaced { side, .. } => side,
            Step::Security { .. } | Step::Interdict => Side::Axis,
            Step::Partisans { .. } => Side::Soviet,
            Step::Redeploy { transfer } | Step::RedeployTo { transfer } => transfer.side,
            Step::Operations | Step::Reserve => self.s.impulse.side,
            Step::Point { fight }
            | Step::Declare { fight }
            | Step::AttackerLoss { fight, .. }
            | Step::FailureRetreat { fight, .. }
            | Step::CounterLoss { fight, .. }
            | Step::CounterRetreat { fight, .. }
            | Step::Overrun { fight, .. } => fight.attacker,
            Step::DefenderLoss { fight, .. } | Step::LastStand { fight } | Step::Answer { fight } => {
                fight.attacker.enemy()
            }
            Step::Bid { .. }
            | Step::BidTie { .. }
            | Step::Weather
            | Step::Takeover
            | Step::AssaultRoll { .. }
            | Step::CounterRoll { .. }
            | Step::EndRoll
            | Step::Over { .. } => return None,
        };
        Some(side)
    }

    /// The name of the step in views and examples.
    pub fn step_name(self) -> &'static str {
        let by = |side: Side, axis, soviet| if side == Side::Axis { axis } else { soviet };
        match self.s.step {
            Step::Bid { .. } => "bid",
            Step::BidTie { .. } => "bid-tie",
            Step::Weather => "weather",
            Step::WeatherShift { .. } => "weather-shift",
            Step::Arrive { side } => by(side, "axis-leaders-arrive", "soviet-leaders-arrive"),
            Step::Replace { side, .. } => by(side, "axis-replacements", "soviet-replacements"),
            Step::Station { side, .. } => by(side, "axis-leaders", "soviet-leaders"),
            Step::Takeover => "takeover",
            Step::Security { .. } => "security",
            Step::Partisans { .. } => "partisans",
            Step::Impulse { side } => by(side, "axis-impulse", "soviet-impulse"),
            Step::Interdict => "interdict",
            Step::Redeploy { transfer } if transfer.strategic => "strategic-redeployment",
            Step::Redeploy { .. } => "redeploy",
            Step::RedeployTo { .. } => "redeploy-to",
            Step::Operations => "operations",
            Step::Reserve => "reserve",
            Step::Point { .. } => "point",
            Step::Declare { .. } => "declare",
            Step::AssaultRoll { .. } => "assault-roll",
            Step::AssaultShift { .. } => "assault-shift",
            Step::AttackerLoss { .. } => "attacker-loss",
            Step::DefenderLoss { .. } => "defender-loss",
            Step::FailureRetreat { .. } => "failure-retreat",
            Step::LastStand { .. } => "last-stand",
            Step::Answer { .. } => "answer",
            Step::CounterRoll { .. } => "counter-roll",
            Step::CounterShift { .. } => "counter-shift",
            Step::CounterLoss { .. } => "counter-loss",
            Step::CounterRetreat { .. } => "counter-retreat",
            Step::Displaced { .. } => "displaced",
            Step::Overrun { .. } => "overrun",
            Step::EndRoll => "end-roll",
            Step::PressOn => "press-on",
            Step::Over { .. } => "over",
        }
    }
}

/// 6.1 Political Phase, Impulse Phase, End Phase; five turns. Each function opens a step, or passes on to the next
/// one when there is nothing to choose.
impl Play<'_> {
    /// 5.3 Turn 1 has no Political Phase; its weather is Clear.
    pub fn open_game(&mut self) {
        self.tell_opening();
        self.open_impulse_phase();
    }

    /// 6.1 A new turn opens with the Political Phase.
    pub fn open_turn(&mut self, turn: u8) {
        self.s.turn = turn;
        self.note(rule!("6.1"), Event::Turn { turn });
        self.open_weather();
    }

    /// 6.2.1 The Weather Segment. Where the table or 20.1 leaves no choice, nobody rolls.
    pub fn open_weather(&mut self) {
        if let Some(weather) = self.look().fixed_weather() {
            return self.set_weather(weather);
        }
        self.go(Step::Weather);
    }

    /// 6.2.2 The Reinforcement Segment: the Axis finishes before the Soviet side starts.
    pub fn open_reinforcements(&mut self) {
        self.hand_over_advantage();
        self.place_reinforcements();
        self.open_arrivals(Side::Axis);
    }

    pub fn open_arrivals(&mut self, side: Side) {
        self.place_leaders_without_choice(side);
        if !(self.s.arriving & self.t.officers_of[side.index()]).is_empty() {
            return self.go(Step::Arrive { side });
        }
        match side {
            Side::Axis => self.open_arrivals(Side::Soviet),
            Side::Soviet => self.open_replacements(Side::Axis),
        }
    }

    /// 6.2.3 The Replacement Segment: points first, Leaders after them.
    pub fn open_replacements(&mut self, side: Side) {
        let points = self.t.charts.replacements.points(side, self.s.turn);
        self.continue_replacements(side, points);
    }

    pub fn continue_replacements(&mut self, side: Side, points: u8) {
        if self.look().may_replace(side, points) {
            return self.go(Step::Replace { side, points });
        }
        self.close_replacements(side);
    }

    pub fn close_replacements(&mut self, side: Side) {
        self.open_station(side, Leaders::empty());
    }

    pub fn open_station(&mut self, side: Side, moved: Leaders) {
        if self.look().may_station(side, moved) {
            return self.go(Step::Station { side, moved });
        }
        self.close_station(side);
    }

    pub fn close_station(&mut self, side: Side) {
        match side {
            Side::Axis => self.open_replacements(Side::Soviet),
            Side::Soviet => {
                // 11.2 Both parts make one segment: what the Axis has spent is nobody's in the Soviet part.
                self.hand_over_advantage();
                self.open_takeover();
            }
        }
    }

    /// 6.2.4 Hitler takes command in his turn; 20.3 perhaps one earlier.
    pub fn open_takeover(&mut self) {
        if !self.s.takeover && self.s.turn >= self.t.takeover.turn {
            self.hitler_takes_command();
        } else if !self.s.takeover
            && self.s.turn == self.t.takeover.early_turn
            && self.look().option(option::UNCERTAIN_TAKEOVER)
        {
            return self.go(Step::Takeover);
        }
        self.open_security();
    }

    /// 6.2.5 The Security Segment: all markers are taken back, then placed.
    pub fn open_security(&mut self) {
        self.s.security = Spaces::empty();
        self.continue_security(self.t.charts.security.markers[usize::from(self.s.turn) - 1]);
    }

    pub fn continue_security(&mut self, left: u8) {
        if left > 0 && !self.look().security_places().is_empty() {
            return self.go(Step::Security { left });
        }
        self.open_partisans();
    }

    /// 6.2.6 The Partisan Segment, likewise.
    pub fn open_partisans(&mut self) {
        self.s.partisans = Spaces::empty();
        self.continue_partisans(self.t.charts.partisans.markers[usize::from(self.s.turn) - 1]);
    }

    pub fn continue_partisans(&mut self, left: u8) {
        if left > 0 && !self.look().partisan_places().is_empty() {
            return self.go(Step::Partisans { left });
        }
        self.open_impulse_phase();
    }

    /// 8.1 Rounds are numbered from one.
    pub fn open_impulse_phase(&mut self) {
        self.s.round = 0;
        self.s.passed = None;
        self.s.pressed_on = false;
        self.open_round();
    }

    pub fn open_round(&mut self) {
        self.s.round += 1;
        self.open_impulse(self.look().first_side());
    }

    pub fn open_impulse(&mut self, side: Side) {
        if self.look().surprised(side) {
            return self.after_impulse(side);
        }
        self.note(rule!("8.1"), Event::Impulse { side, round: self.s.round });
        self.begin_impulse(side);
        self.go(Step::Impulse { side });
    }

    /// 8.1 Impulses alternate. 8.6 Two Passes in a row end the phase at once.
    pub fn close_impulse(&mut self, side: Side, pass: bool) {
        self.sweep_forsaken();
        self.s.impulse = Impulse::none();
        if side == Side::Soviet {
            self.lift_interdiction();
        }
        self.hand_over_advantage();
        if pass {
            if self.s.passed == Some(side.enemy()) {
                self.note(rule!("8.6"), Event::BothPassed);
                return self.open_end_phase();
            }
            self.s.passed = Some(side);
        } else {
            self.s.passed = None;
        }
        self.after_impulse(side);
    }

    fn after_impulse(&mut self, side: Side) {
        if side == self.look().first_side() {
            return self.open_impulse(side.enemy());
        }
        self.close_round();
    }

    /// 8.7 The end roll, from its first round on.
    /// 8.8 When it cannot fail, nobody rolls.
    fn close_round(&mut self) {
        match self.look().end_number() {
            0 => self.open_round(),
            6.. => self.phase_would_end(),
            _ => self.go(Step::EndRoll),
        }
    }

    /// 11.1C The holder may put the end off, once a phase (8.7).
    pub fn phase_would_end(&mut self) {
        if self.s.advantage.is_some() && !self.s.pressed_on {
            return self.go(Step::PressOn);
        }
        self.open_end_phase();
    }

    /// 6.4 The End Phase, in its order.
    pub fn open_end_phase(&mut self) {
        self.s.passed = None;
        self.note(rule!("6.4"), Event::EndPhase);
        if let Some(side) = self.s.advantage {
            let transfer = Transfer::strategic(side, self.t.charts.advantage.redeployed);
            if self.look().may_redeploy(transfer) {
                return self.go(Step::Redeploy { transfer });
            }
        }
        self.close_end_phase();
    }

    /// 6.4 Isolation, victory, use it or lose it, and the next turn.
    pub fn close_end_phase(&mut self) {
        self.hand_over_advantage();
        self.isolate();
        if let Some(victory) = self.look().victory_in_end_phase() {
            self.note(victory.rule(), Event::Victory { victory });
            return self.go(Step::Over { victory });
        }
        self.use_it_or_lose_it();
        self.s.activity = [Units::empty(); 3];
        self.s.round = 0;
        self.s.interdicted = None;
        let turn = self.s.turn + 1;
        self.open_turn(turn);
    }
}
