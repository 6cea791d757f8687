//! Which module answers for which action in which step: what is legal, why not, and what it does.

use board::{Member, Space};
use kernel::Luck;

use crate::{
    action::Action,
    refusal::{Answer, Refusal},
    sequence::{How, Step},
    state::{Look, Order, Place, Play},
    tables::{CardId, DISTRICTS, PLACES, Side, UNITS, Unit, Units},
};

impl Look<'_> {
    /// The legal actions, in their order.
    pub fn legal(self, out: &mut Vec<Action>) {
        match self.s.step {
            Step::Sides { .. } => {
                for side in Side::BOTH {
                    out.extend((0..=self.t.charts.sides.most).map(|number| Action::Side { side, number }));
                }
            }
            Step::SetUp { placed, taken } => self.legal_placing(placed, taken, out),
            Step::Sheet { side, line } => self.legal_answers(side, line, out),
            Step::Tell => out.extend(CardId::of(Side::German).map(|card| Action::Tell { card })),
            Step::Operations { side } => self.legal_activations(side, out),
            Step::Column { side, column } => self.legal_column(side, column, out),
            Step::Alert => self.legal_orders(out),
            Step::Attack => {
                if self.refuse_attack().is_ok() {
                    out.push(Action::Attack);
                }
                out.push(Action::Wait);
            }
            Step::SidesTie { .. }
            | Step::ReportDie { .. }
            | Step::Belgrade
            | Step::StrikeRoll
            | Step::Blow { .. }
            | Step::Britain
            | Step::Over { .. } => {}
        }
    }

    /// 3.1 Why an action is not legal; one that does not belong to the step is refused first of all.
    pub fn refuse(self, action: Action) -> Answer {
        match (self.s.step, action) {
            (Step::Sides { .. }, Action::Side { number, .. }) => self.refuse_side(number),
            (Step::SetUp { placed, .. }, Action::Suggested) => self.refuse_suggested(placed),
            (Step::SetUp { placed, taken }, Action::Place { kind, at }) => {
                self.refuse_place(placed, taken, kind, at)
            }
            (
                Step::Sheet { side, line },
                Action::Bid { .. }
                | Action::NoBid
                | Action::Service { .. }
                | Action::Honour
                | Action::Default
                | Action::Deliver { .. }
                | Action::Report
                | Action::NoReport
                | Action::Card { .. },
            ) => self.refuse_answer(side, line, action),
            (Step::Tell, Action::Tell { card }) => self.refuse_tell(card),
            (Step::Operations { side }, Action::Move { unit, to }) => self.refuse_move(side, unit, to),
            (Step::Operations { side }, Action::Sail { unit, to }) => self.refuse_sail(side, unit, to),
            (Step::Operations { side }, Action::Rail { unit, to }) => self.refuse_rail(side, unit, to),
            (Step::Operations { side }, Action::Upgrade { unit }) => self.refuse_upgrade(side, unit),
            (Step::Operations { side }, Action::Mobilise { kind, at }) => {
                self.refuse_mobilise(side, kind, at)
            }
            (Step::Operations { side }, Action::Fleet { to }) => self.refuse_fleet(side, to),
            (Step::Operations { .. }, Action::Pass) => Ok(()),
            (Step::Column { side, column }, Action::Follow { unit }) => {
                self.refuse_follow(side, column, unit)
            }
            (Step::Column { side, column }, Action::On { to }) => self.refuse_on(side, column, to),
            (Step::Column { .. }, Action::Halt) => Ok(()),
            (Step::Alert, Action::Alert { level }) => self.refuse_alert(level),
            (Step::Alert, Action::Strike { sector }) => self.refuse_strike(sector),
            (Step::Attack, Action::Attack) => self.refuse_attack(),
            (Step::Attack, Action::Wait) => Ok(()),
            _ => Err(Refusal::NotNow {}),
        }
    }

    /// What must hold after every action.
    pub fn invariant(self) -> std::result::Result<(), String> {
        let mut here = [Units::empty(); PLACES];
        for index in 0..UNITS {
            let unit = Unit::at(index);
            if let Place::On(at) = self.s.place[index] {
                here[usize::from(at)].insert(unit);
            } else if (self.s.upgraded | self.s.worked | self.s.moved).contains(unit) {
                return Err(format!("{} is off the map with a mark", self.t.counter(unit).id));
            }
        }
        if here != self.s.here {
            return Err("the units by place do not follow from their places".to_owned());
        }
        for space in self.t.graph.spaces() {
            let id = self.t.graph.id(space);
            let units = self.units(space);
            for side in Side::BOTH {
                if !(units & self.t.of[side.index()]).is_empty() && !self.friendly(side).contains(space) {
                    return Err(format!("{} units are in {id}, which is not friendly (2.3)", side.name()));
                }
            }
            if (units - self.t.zones).len() > usize::from(self.t.limit[space.index()]) {
                return Err(format!("{id} holds too many units (4.5.1)"));
            }
            if (units & self.t.zones).len() > 1 {
                return Err(format!("{id} has two Fortified Zones (4.5.2)"));
            }
            if space.index() >= DISTRICTS && !(units & self.t.zones).is_empty() {
                return Err(format!("a Fortified Zone is in {id}"));
            }
        }
        if !(self.s.worked & self.s.moved).is_empty() {
            return Err("a unit has worked and moved in one turn (4.6.2)".to_owned());
        }
        self.invariant_of_fleets()?;
        self.invariant_of_stocks()
    }

    fn invariant_of_fleets(self) -> std::result::Result<(), String> {
        let stations = [self.t.west, self.t.airfields[0], self.t.airfields[1], self.t.airfields[2]];
        match self.s.fleet.iter().all(|&at| stations.contains(&Space(u16::from(at)))) {
            true => Ok(()),
            false => Err("an air fleet is where it cannot be (2.5)".to_owned()),
        }
    }

    /// 5.1 No stock is below 0, none above what the other side reads as "at most", and the difference is what was spent in
    /// secret.
    fn invariant_of_stocks(self) -> std::result::Result<(), String> {
        for side in Side::BOTH {
            let i = side.index();
            if self.s.stock[i] < 0 || self.s.stock[i] > self.s.known[i] {
                let (stock, known) = (self.s.stock[i], self.s.known[i]);
                return Err(format!("{} has {stock} BRPs, at most {known} (5.1)", side.name()));
            }
            let mut spent = 0;
            for turn in 1..=usize::from(self.s.disclosed) {
                spent += self.secret_spending(side, turn);
                if spent > self.s.floor[i][turn - 1] {
                    return Err(format!(
                        "{} spent more than it can have had in turn {turn} (5.1)",
                        side.name()
                    ));
                }
            }
            let under_way = matches!(self.s.step, Step::Sheet { .. } | Step::Attack);
            if !under_way && self.s.stock[i] + spent != self.s.known[i] {
                return Err(format!("what {} spent in secret does not add up (5.1)", side.name()));
            }
        }
        Ok(())
    }
}

impl Play<'_> {
    /// Plays a legal action.
    pub fn apply(&mut self, action: Action) {
        match (self.s.step, action) {
            (Step::Sides { seat, first }, Action::Side { side, number }) => {
                self.name_side(seat, first, side, number);
            }
            (Step::SetUp { .. }, Action::Suggested) => self.place_as_suggested(),
            (Step::SetUp { placed, taken }, Action::Place { kind, at }) => {
                self.place(placed, taken, kind, at)
            }
            (Step::Sheet { side, line }, action) => self.answer_line(side, line, action),
            (Step::Tell, Action::Tell { card }) => self.tell(card),
            (Step::Operations { side }, Action::Move { unit, to }) => self.travel(side, unit, How::Land, to),
            (Step::Operations { side }, Action::Sail { unit, to }) => self.travel(side, unit, How::Sea, to),
            (Step::Operations { side }, Action::Rail { unit, to }) => self.travel(side, unit, How::Rail, to),
            (Step::Operations { side }, Action::Upgrade { unit }) => self.upgrade(side, unit),
            (Step::Operations { side }, Action::Mobilise { kind, at }) => self.mobilise(side, kind, at),
            (Step::Operations { side }, Action::Fleet { to }) => self.send_fleet(side, to),
            (Step::Operations { side }, Action::Pass) => self.pass(side),
            (Step::Column { side, column }, Action::Follow { unit }) => self.follow(side, column, unit),
            (Step::Column { side, column }, Action::On { to }) => self.go_on(side, column, to),
            (Step::Column { side, .. }, Action::Halt) => self.close_activation(side),
            (Step::Alert, Action::Alert { level }) => self.give_order(Order { alert: level, strike: None }),
            (Step::Alert, Action::Strike { sector }) => self.give_order(self.look().strike_order(sector)),
            (Step::Attack, Action::Attack) => self.decide(true),
            (Step::Attack, Action::Wait) => self.decide(false),
            (step, action) => unreachable!("{action:?} is not legal in {step:?}"),
        }
    }

    /// Plays the outcome of the draw that is due.
    pub fn resolve(&mut self, luck: Luck) {
        match self.s.step {
            Step::SidesTie { side, number } => self.sides_dice(side, number, luck.two_d6()),
            Step::ReportDie { told } => self.report_die(told, luck.d6()),
            Step::Belgrade => self.belgrade_die(luck.d6()),
            Step::StrikeRoll => self.strike_dice(luck.two_d6()),
            Step::Blow { sector } => self.blow_dice(sector, luck.two_d6()),
            Step::Britain => self.britain_die(luck.d6()),
            step => unreachable!("no draw is due in {step:?}"),
        }
    }
}
