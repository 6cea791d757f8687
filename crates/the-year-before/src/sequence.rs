//! The sequence of play. `Step` says where a turn stands, in the order a turn meets the steps. This file opens the next one
//! and runs what needs no choice; within a procedure its own module goes from step to step.

use board::Space;
use kernel::{Draw, Node, Seat, rule};

use crate::{
    event::Event,
    m06_councils::Line,
    m08_victory::Victory,
    state::{Look, Order, Play},
    tables::{CardId, Country, Places, Sector, Side, Units},
};

/// Where the sequence of play stands. A step owns its facts; when it ends, they are gone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// 11.1 The player in `seat` names a side and a number in secret; `first` is what the other one wrote.
    Sides { seat: u8, first: (Side, u8) },
    /// 11.1 Equal numbers for one side wait for dice.
    SidesTie { side: Side, number: u8 },
    /// 9.3 The Soviet player places his units; so many stand, and these districts are taken in the step under way.
    SetUp { placed: u8, taken: Places },
    /// 6.1 A side answers the line of its sheet that is due.
    Sheet { side: Side, line: u8 },
    /// 6.5 The German player names a card.
    Tell,
    /// 6.5 The die that nobody sees.
    ReportDie { told: CardId },
    /// 4.6 A side chooses an activation.
    Operations { side: Side },
    /// 4.1, 4.4 A column may take more units along or go on.
    Column { side: Side, column: Column },
    /// 6.6 The die of Belgrade.
    Belgrade,
    /// 6.7.1 The Soviet order.
    Alert,
    /// 6.7.1 The German order.
    Attack,
    /// 7.4.4 The dice of the strike.
    StrikeRoll,
    /// 8.1.4 The dice of a sector.
    Blow { sector: Sector },
    /// 8.3.3 The die of Britain.
    Britain,
    /// 8.5 The game has ended.
    Over { victory: Victory },
}

/// How units travel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum How {
    Land,
    Sea,
    Rail,
}

/// 4.1.1 Units that go together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Column {
    pub how: How,
    pub from: Space,
    /// Where it stands.
    pub to: Space,
    pub units: Units,
    /// 4.1.2 It has gone on to a second neighbour.
    pub gone_on: bool,
}

impl Look<'_> {
    /// Whom the step waits for.
    pub fn node(self) -> Node {
        match self.s.step {
            Step::Sides { seat, .. } => Node::Decision(Seat(seat)),
            Step::SidesTie { .. } | Step::StrikeRoll | Step::Blow { .. } => Node::Chance(Draw::TWO_D6),
            Step::ReportDie { .. } | Step::Belgrade | Step::Britain => Node::Chance(Draw::D6),
            Step::Over { victory } => Node::Over(victory.outcome(self)),
            _ => Node::Decision(self.seat(self.decider().expect("every other step waits for a side"))),
        }
    }

    /// The side that chooses in this step; none while dice are due, during bids for sides and at the end.
    pub fn decider(self) -> Option<Side> {
        match self.s.step {
            Step::SetUp { .. } | Step::Alert => Some(Side::Soviet),
            Step::Sheet { side, .. } | Step::Operations { side } | Step::Column { side, .. } => Some(side),
            Step::Tell | Step::Attack => Some(Side::German),
            Step::Sides { .. }
            | Step::SidesTie { .. }
            | Step::ReportDie { .. }
            | Step::Belgrade
            | Step::StrikeRoll
            | Step::Blow { .. }
            | Step::Britain
            | Step::Over { .. } => None,
        }
    }

    /// The name of the step in views and examples.
    pub fn step_name(self) -> &'static str {
        let by = |side: Side, german, soviet| if side == Side::German { german } else { soviet };
        match self.s.step {
            Step::Sides { .. } => "sides",
            Step::SidesTie { .. } => "sides-tie",
            Step::SetUp { .. } => "set-up",
            Step::Sheet { side, .. } => by(side, "german-sheet", "soviet-sheet"),
            Step::Tell => "tell",
            Step::ReportDie { .. } => "report-die",
            Step::Operations { side } => by(side, "german-operations", "soviet-operations"),
            Step::Column { side, .. } => by(side, "german-column", "soviet-column"),
            Step::Belgrade => "belgrade",
            Step::Alert => "alert",
            Step::Attack => "attack",
            Step::StrikeRoll => "strike-roll",
            Step::Blow { .. } => "blow",
            Step::Britain => "britain",
            Step::Over { .. } => "over",
        }
    }

    /// 7.5 From the moment a strike or an attack is opened, or the game ends, nothing is hidden.
    pub fn laid_open(self) -> bool {
        matches!(self.s.step, Step::StrikeRoll | Step::Blow { .. } | Step::Britain | Step::Over { .. })
    }
}

/// 3.1 Income, Council, Disclosure, Operations, Belgrade, Decision, Reckoning. Each function opens a step, or passes on
/// to the next one when there is nothing to choose.
impl Play<'_> {
    /// 9.1 The Soviet player places before the first turn.
    pub fn open_game(&mut self) {
        self.go(Step::SetUp { placed: 0, taken: Places::empty() });
    }

    /// 3.2 The turn number rises when the income of the turn is paid.
    /// 2.4.3 All units become fresh.
    pub fn open_turn(&mut self, turn: u8) {
        self.s.turn = turn;
        self.note(rule!("3.2"), Event::Turn { turn });
        self.s.worked = Units::empty();
        self.s.moved = Units::empty();
        (self.s.used, self.s.trains, self.s.out, self.s.licences) = ([0; 2], [0; 2], [false; 2], 0);
        self.s.order = Order::default();
        self.pay_income();
        if turn <= self.t.charts.turns.council_until {
            return self.go(Step::Sheet { side: Side::German, line: 0 });
        }
        self.open_operations();
    }

    /// 6.1 The next line of the sheet, then the other sheet, then Disclosure.
    pub fn close_line(&mut self, side: Side, line: u8) {
        if self.look().line(side, line + 1) != Line::None {
            return self.go(Step::Sheet { side, line: line + 1 });
        }
        self.note(rule!("6.1"), Event::SheetWritten { side });
        match side {
            Side::German => self.go(Step::Sheet { side: Side::Soviet, line: 0 }),
            Side::Soviet => self.disclose(),
        }
    }

    /// 3.1 Disclosure: trade, bids, then a report if one was bought.
    fn disclose(&mut self) {
        self.note(rule!("3.1"), Event::Disclosure);
        self.open_spending();
        let report = self.s.sheet[Side::Soviet.index()].report;
        let sheets = std::mem::take(&mut self.s.sheet);
        self.trade(sheets[1].deliver, sheets[0].honour);
        self.carry_out_bids(&sheets[0].bids, &sheets[1].bids);
        if report {
            self.note(rule!("6.5"), Event::ReportBought);
            return self.go(Step::Tell);
        }
        self.open_operations();
    }

    /// 3.3 Who acts first.
    pub fn open_operations(&mut self) {
        let first = self.t.charts.turns.first[usize::from(self.s.turn) - 1];
        self.note(rule!("3.3"), Event::Operations { first });
        self.go(Step::Operations { side: first });
    }

    /// 4.6.1 The sides alternate; one that is out is left out, and the phase ends when both are.
    pub fn close_activation(&mut self, side: Side) {
        let activations = &self.t.charts.activations;
        let spent = self.s.used[side.index()] >= activations.free + activations.extra;
        if spent && !self.s.out[side.index()] {
            self.s.out[side.index()] = true;
            self.note(rule!("4.6.1"), Event::Out { side });
        }
        match (self.s.out[side.enemy().index()], self.s.out[side.index()]) {
            (true, true) => self.close_operations(),
            (false, _) => self.go(Step::Operations { side: side.enemy() }),
            (true, false) => self.go(Step::Operations { side }),
        }
    }

    /// 6.6 Belgrade at the end of its turn, unless the Balkans are fixed.
    fn close_operations(&mut self) {
        if self.s.turn == self.t.charts.turns.belgrade_in && !self.look().is_fixed(Country::Balkans) {
            return self.go(Step::Belgrade);
        }
        self.open_decision();
    }

    /// 6.7 The Decision in the last turns.
    pub fn open_decision(&mut self) {
        if self.t.charts.turns.decision_in.contains(&self.s.turn) {
            return self.go(Step::Alert);
        }
        self.open_turn(self.s.turn + 1);
    }

    /// 6.7.2 Both orders are opened. A strike comes first, then an attack; without both there is a next turn, or peace.
    pub fn open_orders(&mut self) {
        let order = self.s.order;
        self.note(rule!("6.7.2"), Event::Opened { order, attack: self.s.attacked });
        self.open_order_cost();
        if order.strike.is_some() {
            self.lay_open();
            self.announce_strike();
            return self.go(Step::StrikeRoll);
        }
        if self.s.attacked {
            self.lay_open();
            self.announce_blow();
            return self.open_blow();
        }
        self.false_alarm();
        if self.s.turn == self.t.charts.turns.last {
            self.lay_open();
            return self.open_britain();
        }
        self.open_turn(self.s.turn + 1);
    }

    /// 7.4.4 After a strike comes the attack, if there is one; otherwise the game ends.
    pub fn close_strike(&mut self) {
        if self.s.attacked {
            self.announce_blow();
            return self.open_blow();
        }
        self.open_britain();
    }

    /// 8.1.4 The next sector without a result.
    pub fn open_blow(&mut self) {
        match Sector::ALL.into_iter().find(|sector| self.s.result[sector.index()].is_none()) {
            Some(sector) => self.go(Step::Blow { sector }),
            None => self.open_britain(),
        }
    }

    /// 8.3.3 The die of Britain: card Wait, no successful strike.
    fn open_britain(&mut self) {
        if self.s.card[Side::German.index()] == Some(CardId::Wait) && self.s.struck != Some(true) {
            return self.go(Step::Britain);
        }
        self.reckon(None);
    }
}
