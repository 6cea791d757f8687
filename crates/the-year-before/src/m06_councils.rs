//! 6.1 to 6.4 Councils: the sheets, bids on countries, and the services.

use kernel::rule;

use crate::{
    action::Action,
    event::Event,
    refusal::{Answer, Refusal, ensure},
    state::{Look, Play},
    tables::{COUNTRIES, CardId, Country, Side},
};

/// 6.1 What a line of a sheet asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    Bid,
    Service,
    /// German: honour or default. Soviet: a delivery.
    Trade,
    Report,
    Card,
    /// The sheet has no such line.
    None,
}

impl Look<'_> {
    /// 6.1 The lines of a sheet in their order. Which there are follows from open facts alone.
    pub fn line(self, side: Side, index: u8) -> Line {
        let turns = &self.t.charts.turns;
        let mut left = index;
        let asked = [
            (Line::Bid, self.t.charts.bids.countries),
            (Line::Service, 1),
            (Line::Trade, u8::from(self.s.trade)),
            (Line::Report, u8::from(side == Side::Soviet && turns.report_in.contains(&self.s.turn))),
            (Line::Card, u8::from([turns.card_in, turns.change_in].contains(&self.s.turn))),
        ];
        for (line, times) in asked {
            match left.checked_sub(times) {
                None => return line,
                Some(rest) => left = rest,
            }
        }
        Line::None
    }

    /// How many lines the sheet of a side has this turn.
    pub fn lines(self, side: Side) -> u8 {
        (0..).find(|&index| self.line(side, index) == Line::None).expect("a sheet ends")
    }

    /// 6.1 Each line is answered once, in order.
    pub fn refuse_answer(self, side: Side, line: u8, action: Action) -> Answer {
        let due = self.line(side, line);
        match (due, action) {
            (Line::Bid, Action::NoBid) => Ok(()),
            (Line::Bid, Action::Bid { country, brps }) => self.refuse_bid(side, country, brps),
            (Line::Service, Action::Service { points }) => self.refuse_service(side, points),
            (Line::Trade, Action::Honour | Action::Default) if side == Side::German => Ok(()),
            (Line::Trade, Action::Deliver { brps }) if side == Side::Soviet => self.refuse_deliver(brps),
            (Line::Report, Action::NoReport) => Ok(()),
            (Line::Report, Action::Report) => self.refuse_report(),
            (Line::Card, Action::Card { card }) => self.refuse_card(side, card),
            _ => Err(Refusal::NotThisLine {}),
        }
    }

    /// 6.2 One, two or three BRPs on each of two countries that are not fixed.
    fn refuse_bid(self, side: Side, country: Country, brps: u8) -> Answer {
        ensure!(!self.is_fixed(country), Refusal::Fixed { country });
        ensure!(self.s.sheet[side.index()].bids[country.index()] == 0, Refusal::BidTwice { country });
        let most = self.t.charts.bids.most;
        ensure!((1..=most).contains(&brps), Refusal::BidNumber { most });
        self.refuse_cost(side, i16::from(brps))
    }

    /// 6.4 Points for the service: none, one or two.
    fn refuse_service(self, side: Side, points: u8) -> Answer {
        let cost = self.t.charts.service.cost.get(usize::from(points));
        let cost = *cost.ok_or(Refusal::ServicePoints {})?;
        self.refuse_cost(side, i16::from(cost))
    }

    /// 6.4 The total of a service: German deception, Soviet intelligence; never below 0.
    pub fn service(self, side: Side) -> i16 {
        self.service_up_to(side, usize::from(u8::MAX))
    }

    /// The total when only the sheets up to this turn are counted.
    pub fn service_up_to(self, side: Side, turn: usize) -> i16 {
        let i = side.index();
        let points: i16 = self.s.points[i].iter().take(turn).map(|&it| i16::from(it)).sum();
        (points + i16::from(self.s.gift[i]) - i16::from(self.s.lost[i])).max(0)
    }

    /// The answers to a line that can be paid.
    pub fn legal_answers(self, side: Side, line: u8, out: &mut Vec<Action>) {
        let stock = self.stock(side);
        match self.line(side, line) {
            Line::Bid => {
                let bids = self.s.sheet[side.index()].bids;
                for country in Country::ALL {
                    if !self.is_fixed(country) && bids[country.index()] == 0 {
                        let most = i16::from(self.t.charts.bids.most).min(stock);
                        out.extend((1..=most).map(|brps| Action::Bid { country, brps: brps as u8 }));
                    }
                }
                out.push(Action::NoBid);
            }
            Line::Service => {
                let points =
                    (0..3u8).filter(|&it| i16::from(self.t.charts.service.cost[usize::from(it)]) <= stock);
                out.extend(points.map(|points| Action::Service { points }));
            }
            Line::Trade if side == Side::German => out.extend([Action::Honour, Action::Default]),
            Line::Trade => {
                let most = i16::from(self.t.charts.trade.most).min(stock);
                out.extend((0..=most).map(|brps| Action::Deliver { brps: brps as u8 }));
            }
            Line::Report => {
                if self.refuse_report().is_ok() {
                    out.push(Action::Report);
                }
                out.push(Action::NoReport);
            }
            Line::Card => {
                let cards = CardId::of(side).into_iter().filter(|&card| self.refuse_card(side, card).is_ok());
                out.extend(cards.map(|card| Action::Card { card }));
            }
            Line::None => unreachable!("a line is due"),
        }
    }
}

impl Play<'_> {
    /// 6.1 What an order costs is paid when it is written, whatever comes of it.
    pub fn answer_line(&mut self, side: Side, line: u8, action: Action) {
        self.write_line(side, action);
        self.close_line(side, line);
    }

    /// Writes an answer on the sheet; only its writer hears of it.
    pub fn write_line(&mut self, side: Side, action: Action) {
        let i = side.index();
        match action {
            Action::NoBid => self.whisper(side, rule!("6.2"), Event::NoBidWritten { side }),
            Action::Bid { country, brps } => {
                self.whisper(side, rule!("6.2"), Event::BidWritten { side, country, brps });
                self.s.sheet[i].bids[country.index()] = brps;
                self.pay_secretly(side, brps);
            }
            Action::Service { points } => self.buy_service(side, points),
            Action::Honour | Action::Default => {
                let honour = action == Action::Honour;
                self.whisper(side, rule!("5.3.1"), Event::HonourWritten { honour });
                self.s.sheet[i].honour = honour;
            }
            Action::Deliver { brps } => {
                self.whisper(side, rule!("5.3.1"), Event::DeliveryWritten { brps });
                self.s.sheet[i].deliver = brps;
                self.pay_secretly(side, brps);
            }
            Action::Report | Action::NoReport => self.write_report(action == Action::Report),
            Action::Card { card } => self.write_card(side, card),
            _ => unreachable!("{action:?} answers no line"),
        }
    }

    /// 6.4 The points go to the service at once; the totals are secret.
    fn buy_service(&mut self, side: Side, points: u8) {
        let brps = self.t.charts.service.cost[usize::from(points)];
        self.whisper(side, rule!("6.4"), Event::ServiceWritten { side, points, brps });
        self.s.points[side.index()][usize::from(self.s.turn) - 1] = points;
        self.pay_secretly(side, brps);
    }

    /// 6.2 Country by country, in the order of 6.3: the marker moves by the difference, two steps at most.
    pub fn carry_out_bids(&mut self, german: &[u8; COUNTRIES], soviet: &[u8; COUNTRIES]) {
        for country in Country::ALL {
            let (german, soviet) = (german[country.index()], soviet[country.index()]);
            if german + soviet == 0 {
                continue;
            }
            self.note(rule!("6.2"), Event::Bids { country, german, soviet });
            let steps = self.t.charts.bids.steps;
            self.shift(country, (german as i8 - soviet as i8).clamp(-steps, steps));
        }
    }

    /// 6.3 A fixed marker does not move, a claim never rises above its start; at either end something happens.
    pub fn shift(&mut self, country: Country, by: i8) {
        let from = self.look().marker(country);
        let to = (from + by).clamp(-3, self.t.top[country.index()]);
        if self.look().is_fixed(country) || to == from {
            return;
        }
        self.note(rule!("6.3"), Event::Marker { country, from, to });
        self.s.country[country.index()] = to;
        match to {
            3 => self.joins(country),
            -3 => self.is_lost_to_germany(country),
            _ => {}
        }
    }

    /// 6.3 At +3 a country joins: its armies appear.
    fn joins(&mut self, country: Country) {
        self.note(rule!("6.3"), Event::Joined { country });
        if let Some(space) = self.t.land(country) {
            for unit in self.t.joins[country.index()] {
                self.stand(unit, space);
            }
        }
    }

    /// 6.3 At -3 a claim is annexed, an ally stays neutral for good. Bessarabia pushes Rumania.
    fn is_lost_to_germany(&mut self, country: Country) {
        let row = &self.t.charts.country[country.index()];
        let event = match row.kind {
            crate::tables::Standing::Claim => Event::Annexed { country },
            crate::tables::Standing::Ally => Event::NeutralForGood { country },
        };
        self.note(rule!("6.3"), event);
        if let Some(push) = row.pushes {
            self.shift(push.country, push.by);
        }
    }
}
