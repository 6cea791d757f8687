//! The sequence of play. `Step` says where a turn stands, in the order a turn meets the steps. This file opens the next one
//! and runs what needs no choice; within a procedure its own module goes from step to step.

use board::Space;
use kernel::{Draw, Luck, Node, rule};

use crate::{
    event::Event,
    m06_indirect_fire::Mission,
    m06_results::{Attack, Weapon},
    m07_close_assault::Assault,
    m10_placing::{Drawing, Why, Zone},
    m11_victory::Victory,
    state::{Level, Look, Place, Play, State, option},
    tables::{Marker, Side, Unit, Units},
};

/// 2.4 The ten-sided die.
pub const D10: Draw = Draw::Dice { n: 1, sides: 10 };

/// 2.4 What it shows: 0 to 9. The tenth face is the zero.
pub fn d10(luck: Luck) -> u8 {
    luck.die(1, 10, 0) % 10
}

/// Where the sequence of play stands. A step owns its facts; when it ends, they are gone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// Before the first step is opened.
    Opening,
    /// 8.3 The Russian may choose the Buratino.
    Buratino,
    /// 8.3 What it is worth to the Chechen.
    BuratinoRoll,
    /// 10.3.1 How many units are set up.
    SetUpRoll,
    /// 10.1.1 The next unit comes out of the cup.
    UnitDraw { drawing: Drawing },
    /// 10.1.1, 10.2.2, 10.4, 9.0 Where a unit is placed.
    PlaceHex { why: Why, unit: Unit },
    /// 3.4 On which level it stands and which way it faces.
    PlaceFacing { why: Why, unit: Unit, hex: Space },
    /// 10.4 How many units a side gets back at night.
    ReplacementRoll { side: Side },
    /// 10.4 Which ones.
    ReplacementPick { side: Side, left: u8 },
    /// 4.1 Two dice for the random event.
    EventRoll,
    /// 9.0 Whom the snafu hits.
    SnafuRoll,
    /// 9.0 How many units may come back.
    ReturnRoll,
    /// 9.0 Which of them.
    EventReturn { left: u8 },
    /// 4.2 A die each for the initiative.
    InitiativeRoll,
    /// 4.2 The Russian keeps the marker he plays first.
    Keep,
    /// 9.0 Which Russian marker the snafu takes.
    SnafuPick { kept: Marker },
    /// 10.1.2 The Russian puts a formation marker into the cup; `kept` is to be played next.
    AddMarker { kept: Option<Marker> },
    /// 4.3 The next marker comes out of the cup.
    MarkerDraw,
    /// 10.1.1 How many units the first Chechen marker brings.
    FirstDrawRoll,
    /// 10.2.2, 10.3.2, 10.4 How many units a Chechen marker brings.
    ReinforcementRoll,
    /// 4.3.2 How many Chechen units may act.
    ActivationRoll,
    /// 9.0 How many units have a bonus.
    BonusRoll { side: Side },
    /// 4.3 A marker is being played: the next unit is chosen.
    Call { call: Call },
    /// 10.1.2 A unit is about to enter the map.
    Entry { call: Call, unit: Unit },
    /// 4.3 A unit is active.
    Active { active: Active },
    /// 6.5.3 It has come under interdiction.
    InterdictedRoll { active: Active },
    /// 6.4, 6.5.2 The first die against a unit.
    FireRoll { attack: Attack },
    /// 6.4.3 The second die after a hit.
    HitRoll { attack: Attack },
    /// 8.4.1 The die of fire at an obstacle.
    ObstacleRoll { active: Active, hex: Space },
    /// 6.5.1 A battery has been chosen and gets its mission.
    Battery { call: Call, buratino: bool },
    /// 6.5 The spotter of a mission is named.
    Spotter { mission: Mission },
    /// 6.5.1 Whether the fire scatters.
    ScatterRoll { attack: Attack },
    /// 6.5.3 Whether a mission stands.
    InterdictRoll { call: Call, hex: Space, spotted: bool },
    /// 8.3 The die of the Buratino for a hex.
    StrikeRoll { attack: Attack },
    /// 8.3 The die of a unit in an adjacent hex.
    StrikeUnitRoll { attack: Attack },
    /// 11.2 What Dudayev's death is worth.
    DudayevRoll { attack: Attack },
    /// 11.3 Whether reporters saw a building fall.
    HotelRoll { attack: Attack },
    /// 7.1 The attackers of a close assault are named.
    Assault { assault: Assault },
    /// 7.2 The die of a close assault.
    AssaultRoll { assault: Assault },
    /// 11.0 The game has ended.
    Over { victory: Victory },
}

/// A marker being played, or the bonus activations of 9.0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Call {
    pub side: Side,
    pub marker: Marker,
    /// How many units may still be activated; [`Call::ALL`] for Russian markers.
    pub left: u8,
    pub bonus: bool,
}

impl Call {
    /// 4.3.1 Every entitled unit may act.
    pub const ALL: u8 = u8::MAX;

    /// The same with one activation used up.
    #[must_use]
    pub fn spend(self) -> Call {
        Call { left: if self.left == Call::ALL { Call::ALL } else { self.left.saturating_sub(1) }, ..self }
    }
}

/// A unit in its activation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Active {
    pub call: Call,
    pub unit: Unit,
    /// Movement points spent, in halves.
    pub spent: u8,
    /// Where it stood when it was activated or entered.
    pub start: Space,
    pub start_level: Level,
    /// It has left that place, or entered the map in this activation.
    pub left: bool,
    /// The last thing it did was to turn (14.3: it cannot follow itself).
    pub faced: bool,
    /// 6.5.3 Interdiction has stopped it.
    pub halted: bool,
    /// 8.2 Loading and unloading have been paid for in this hex.
    pub load_paid: bool,
    pub unload_paid: bool,
}

impl Look<'_> {
    /// Whom the step waits for.
    pub fn node(self) -> Node {
        match self.s.step {
            Step::BuratinoRoll
            | Step::ActivationRoll
            | Step::BonusRoll { .. }
            | Step::InterdictedRoll { .. }
            | Step::FireRoll { .. }
            | Step::ObstacleRoll { .. }
            | Step::ScatterRoll { .. }
            | Step::InterdictRoll { .. }
            | Step::StrikeRoll { .. }
            | Step::DudayevRoll { .. }
            | Step::HotelRoll { .. }
            | Step::AssaultRoll { .. } => Node::Chance(D10),
            Step::ReplacementRoll { .. }
            | Step::SnafuRoll
            | Step::ReturnRoll
            | Step::HitRoll { .. }
            | Step::StrikeUnitRoll { .. } => Node::Chance(Draw::D6),
            Step::EventRoll | Step::FirstDrawRoll => Node::Chance(Draw::TWO_D6),
            Step::InitiativeRoll => Node::Chance(Draw::Dice { n: 2, sides: 10 }),
            Step::SetUpRoll => Node::Chance(Draw::Dice { n: 3, sides: 10 }),
            Step::ReinforcementRoll => {
                Node::Chance(if self.reinforces_by_two_dice() { Draw::TWO_D6 } else { D10 })
            }
            Step::UnitDraw { .. } => Node::Chance(Draw::Cup { tokens: self.arriving().len() as u16 }),
            Step::ReplacementPick { side, .. } => {
                Node::Chance(Draw::Cup { tokens: u16::from(self.replaceable_count(side)) })
            }
            Step::SnafuPick { .. } => Node::Chance(Draw::Cup { tokens: self.s.cup.count_ones() as u16 }),
            Step::MarkerDraw => Node::Chance(Draw::Cup { tokens: u16::from(self.markers_left()) }),
            Step::Over { victory } => Node::Over(victory.outcome(self)),
            _ => Node::Decision(State::seat(self.decider().expect("every other step waits for a side"))),
        }
    }

    /// The side that chooses in this step; none while dice are due and at the end.
    pub fn decider(self) -> Option<Side> {
        let side = match self.s.step {
            Step::Buratino | Step::Keep | Step::AddMarker { .. } | Step::Battery { .. } => Side::Russian,
            Step::PlaceHex { unit, .. } | Step::PlaceFacing { unit, .. } => self.side(unit),
            Step::EventReturn { .. } => Side::Chechen,
            Step::Call { call } | Step::Entry { call, .. } => call.side,
            Step::Active { active } => active.call.side,
            Step::Spotter { mission } => mission.call().side,
            Step::Assault { assault } => assault.call.side,
            _ => return None,
        };
        Some(side)
    }

    /// The name of the step in views and examples.
    pub fn step_name(self) -> &'static str {
        let by = |side: Side, russian, chechen| if side == Side::Russian { russian } else { chechen };
        match self.s.step {
            Step::Opening => "opening",
            Step::Buratino => "buratino",
            Step::BuratinoRoll => "buratino-roll",
            Step::SetUpRoll => "set-up-roll",
            Step::UnitDraw { .. } => "unit-draw",
            Step::PlaceHex { why, .. } => why.step_name(),
            Step::PlaceFacing { .. } => "place-facing",
            Step::ReplacementRoll { side } => by(side, "russian-replacements", "chechen-replacements"),
            Step::ReplacementPick { .. } => "replacement-pick",
            Step::EventRoll => "event-roll",
            Step::SnafuRoll => "snafu-roll",
            Step::ReturnRoll => "return-roll",
            Step::EventReturn { .. } => "event-return",
            Step::InitiativeRoll => "initiative",
            Step::Keep => "keep-marker",
            Step::SnafuPick { .. } => "snafu-pick",
            Step::AddMarker { .. } => "add-marker",
            Step::MarkerDraw => "marker-draw",
            Step::FirstDrawRoll => "first-draw-roll",
            Step::ReinforcementRoll => "reinforcement-roll",
            Step::ActivationRoll => "activation-roll",
            Step::BonusRoll { .. } => "bonus-roll",
            Step::Call { call } if call.bonus => by(call.side, "russian-bonus", "chechen-bonus"),
            Step::Call { call } => by(call.side, "russian-marker", "chechen-marker"),
            Step::Entry { .. } => "entry",
            Step::Active { .. } => "active",
            Step::InterdictedRoll { .. } => "interdicted-roll",
            Step::FireRoll { attack } if matches!(attack.weapon, Weapon::Direct { .. }) => "fire-roll",
            Step::FireRoll { .. } => "barrage-roll",
            Step::HitRoll { attack } if matches!(attack.weapon, Weapon::Direct { .. }) => "hit-roll",
            Step::HitRoll { .. } => "barrage-hit",
            Step::ObstacleRoll { .. } => "obstacle-roll",
            Step::Battery { .. } => "battery",
            Step::Spotter { .. } => "spotter",
            Step::ScatterRoll { .. } => "scatter-roll",
            Step::InterdictRoll { .. } => "interdict-roll",
            Step::StrikeRoll { .. } => "strike-roll",
            Step::StrikeUnitRoll { .. } => "strike-unit-roll",
            Step::DudayevRoll { .. } => "dudayev-roll",
            Step::HotelRoll { .. } => "hotel-roll",
            Step::Assault { .. } => "assault",
            Step::AssaultRoll { .. } => "assault-roll",
            Step::Over { .. } => "over",
        }
    }

    /// Markers of both sides in the cup.
    pub fn markers_left(self) -> u8 {
        self.s.cup.count_ones() as u8 + self.s.chechen_cup
    }
}

/// 4.0 A turn: random event, initiative, activations, end phase. Each function opens a step, or passes on to the next
/// one when there is nothing to choose.
impl Play<'_> {
    /// 10.0 Before the first turn: 8.3 the Buratino, 10.3.1 the set-up of the variant.
    pub fn open_game(&mut self) {
        if self.look().option(option::BURATINO) {
            return self.go(Step::Buratino);
        }
        self.open_set_up();
    }

    pub fn open_set_up(&mut self) {
        if self.t.scenario(self.s.scenario).set_up {
            return self.go(Step::SetUpRoll);
        }
        self.open_turn(1);
    }

    /// 10.0 The first turn is told with its first choice: nobody listens yet when a game is set up.
    pub fn tell_first_turn(&mut self) {
        self.note(rule!("4.0"), Event::Turn { turn: 1 });
        self.note(rule!("10.0"), Event::FirstInitiative);
    }

    /// 4.0 A turn begins. 10.2.1, 10.3.4 The later force arrives on its turn. 10.4 Replacements come at night, 4.1 random
    /// events by day and not on the first turn.
    pub fn open_turn(&mut self, turn: u8) {
        self.s.turn = turn;
        if turn > 1 {
            self.note(rule!("4.0"), Event::Turn { turn });
            self.s.released = true;
        }
        if turn == self.t.scenarios.forces.later_turn {
            self.bring_later_force();
        }
        if self.look().brings_replacements() {
            return self.go(Step::ReplacementRoll { side: Side::Russian });
        }
        if turn > 1 && !self.look().night() {
            return self.go(Step::EventRoll);
        }
        self.open_initiative();
    }

    /// 10.2.1 On the 1000 turn of 1 January.
    /// 10.3.4 The same in the variant.
    fn bring_later_force(&mut self) {
        self.note(rule!("10.2.1"), Event::LaterForce);
        for unit in self.t.force_later {
            if self.look().place(unit) == Place::Later {
                self.put(unit, Place::Waiting);
            }
        }
    }

    /// 4.3 The unit chooses what it does, or what it does next.
    pub fn open_active(&mut self, active: Active) {
        self.go(Step::Active { active });
    }

    /// 4.2 Both roll; on the first turn the Russian has the initiative (10.0).
    pub fn open_initiative(&mut self) {
        if self.s.turn == 1 {
            return self.open_keep(Side::Russian);
        }
        self.go(Step::InitiativeRoll);
    }

    /// 4.2 All markers but one go into the cup. 10.1.2 On the first turn formation markers come one at a time.
    pub fn open_keep(&mut self, side: Side) {
        let facts = self.t.scenario(self.s.scenario);
        let later = self.s.turn >= self.t.scenarios.forces.later_turn;
        let markers = facts.markers() | if later { self.t.later_markers } else { 0 };
        self.s.chechen_cup = facts.chechen_markers[usize::from(self.s.turn) - 1];
        if self.s.released {
            self.s.cup = markers;
            self.s.held_back = 0;
        } else {
            self.s.cup = markers & Marker::Artillery.bit();
            self.s.held_back = markers & !Marker::Artillery.bit();
        }
        match side {
            Side::Russian => self.go(Step::Keep),
            Side::Chechen => {
                self.s.chechen_cup -= 1;
                self.open_snafu(Marker::Chechen);
            }
        }
    }

    /// 9.0 A snafu takes a marker. Our reading: after the initiative player has kept his.
    pub fn open_snafu(&mut self, kept: Marker) {
        match self.s.snafu.take() {
            Some(Side::Chechen) if self.s.chechen_cup > 0 => {
                self.s.chechen_cup -= 1;
                self.note(rule!("9.0"), Event::MarkerLost { marker: Marker::Chechen });
            }
            Some(Side::Russian) if self.s.cup != 0 => return self.go(Step::SnafuPick { kept }),
            _ => {}
        }
        self.play_marker(kept);
    }

    /// 4.3 A marker is played.
    pub fn play_marker(&mut self, marker: Marker) {
        self.note(rule!("4.3"), Event::MarkerPlayed { marker });
        if marker == Marker::Chechen {
            return self.open_chechen_marker();
        }
        self.s.played |= marker.bit();
        let call = Call { side: Side::Russian, marker, left: Call::ALL, bonus: false };
        self.go(Step::Call { call });
    }

    /// 4.3.2 A Chechen marker first brings units on the turns that have them, then rolls for activations.
    fn open_chechen_marker(&mut self) {
        let first = self.s.chechen_played == 0;
        self.s.chechen_played += 1;
        let facts = self.t.scenario(self.s.scenario);
        if facts.first_draw && self.s.turn == 1 && first {
            return self.go(Step::FirstDrawRoll);
        }
        let reinforces = facts.reinforces(self.s.turn) && !self.s.reinforcements_over;
        // 10.4 Where no reinforcements fall on the night turn, the first marker brings what came back.
        let replaced = first && self.look().only_replaced_arrive() && !self.look().arriving().is_empty();
        if reinforces || replaced {
            return self.go(Step::ReinforcementRoll);
        }
        self.go(Step::ActivationRoll);
    }

    /// What follows when the drawn units are placed.
    pub fn close_drawing(&mut self, zone: Zone) {
        self.s.loaded = Units::empty();
        self.s.replaced = Units::empty();
        match zone {
            Zone::SetUp => self.open_turn(1),
            // 10.1.1 All of them may act at once.
            Zone::First => {
                let left = self.look().on_map(Side::Chechen).len() as u8;
                self.return_to(Call { side: Side::Chechen, marker: Marker::Chechen, left, bonus: false });
            }
            Zone::OutOfRange | Zone::OutOfSight => self.go(Step::ActivationRoll),
        }
    }

    /// The next unit of a marker; when its activations are used up it is finished.
    pub fn return_to(&mut self, call: Call) {
        if call.left == 0 {
            return self.close_call(call);
        }
        self.go(Step::Call { call });
    }

    /// 4.3 A marker, or the bonus, is finished. 8.8 Support ends with it.
    pub fn close_call(&mut self, call: Call) {
        self.s.supporting = Units::empty();
        if call.bonus {
            return self.close_activations();
        }
        if call.side == Side::Russian && self.look().may_add_marker() {
            return self.go(Step::AddMarker { kept: None });
        }
        self.open_draw();
    }

    /// 4.3 Markers are drawn until the cup is empty. 9.0 Then comes the bonus of a desperate side.
    pub fn open_draw(&mut self) {
        if self.look().markers_left() > 0 {
            return self.go(Step::MarkerDraw);
        }
        if let Some(side) = self.s.bonus.take() {
            return self.go(Step::BonusRoll { side });
        }
        self.close_activations();
    }

    /// 11.1 Automatic victory is looked for; after the last turn points decide; otherwise the End Phase follows. 11.2 What
    /// the last activation has taken or cleared counts.
    pub fn close_activations(&mut self) {
        self.settle_control();
        if let Some(victory) = self.look().automatic_victory() {
            return self.end_game(victory);
        }
        if self.s.turn == self.t.scenarios.last_turn(self.s.scenario) {
            let victory = self.look().points_victory();
            return self.end_game(victory);
        }
        self.end_phase();
    }

    /// 4.4 Everybody recovers one step, markers go, and the next turn begins.
    fn end_phase(&mut self) {
        self.note(rule!("4.4"), Event::EndPhase);
        for status in &mut self.s.status {
            *status = self.t.charts.status.recovers[status.index()];
        }
        for set in [
            &mut self.s.activated,
            &mut self.s.fired,
            &mut self.s.shelled,
            &mut self.s.moved,
            &mut self.s.fired_on,
            &mut self.s.spotting,
            &mut self.s.supporting,
            &mut self.s.bonus_used,
        ] {
            *set = Units::empty();
        }
        self.s.interdicted = board::Bits::empty();
        self.s.artillery_used = 0;
        self.s.buratino_used = 0;
        self.s.columns = [0; 4];
        self.s.played = 0;
        self.s.chechen_played = 0;
        self.s.snafu = None;
        self.s.bonus = None;
        let [russian, chechen] = self.look().running_score();
        self.note(rule!("4.4"), Event::Score { russian, chechen, last: false });
        self.open_turn(self.s.turn + 1);
    }

    pub fn end_game(&mut self, victory: Victory) {
        let [russian, chechen] = self.look().score();
        self.note(rule!("11.2"), Event::Score { russian, chechen, last: true });
        self.note(victory.rule(), Event::Victory { victory });
        self.go(Step::Over { victory });
    }
}
