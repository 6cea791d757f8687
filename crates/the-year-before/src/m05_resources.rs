//! 5.1, 5.2 Income, stock and what is known of it.

use kernel::rule;

use crate::{
    event::Event,
    refusal::{Answer, Refusal, ensure},
    state::{Look, Play},
    tables::{Country, Side},
};

impl Look<'_> {
    /// 5.1 Nobody spends what he has not.
    pub fn refuse_cost(self, side: Side, cost: i16) -> Answer {
        let stock = self.stock(side);
        ensure!(cost <= stock, Refusal::TooDear { cost, stock });
        Ok(())
    }

    /// 5.1 Income; Germany has more while Rumania is at +3.
    pub fn income(self, side: Side) -> u8 {
        let charts = &self.t.charts;
        match side {
            Side::German if self.marker(Country::Rumania) == 3 => {
                charts.income_german.base + charts.income_german.oil
            }
            Side::German => charts.income_german.base,
            Side::Soviet => charts.income_soviet.base,
        }
    }

    /// 5.2 What was spent in secret on the sheet of a turn: the service, and a change of card.
    pub fn secret_spending(self, side: Side, turn: usize) -> i16 {
        let i = side.index();
        let service = self.t.charts.service.cost[usize::from(self.s.points[i][turn - 1])];
        let changed =
            turn == usize::from(self.t.charts.turns.change_in) && self.s.card[i] != self.s.first_card[i];
        i16::from(service) + if changed { i16::from(self.t.charts.strategies.change_cost) } else { 0 }
    }
}

impl Play<'_> {
    /// 5.1 Both sides earn.
    pub fn pay_income(&mut self) {
        for side in Side::BOTH {
            let brps = self.look().income(side);
            self.note(rule!("5.1"), Event::Income { side, brps });
            self.s.stock[side.index()] += i16::from(brps);
            self.s.known[side.index()] += i16::from(brps);
        }
    }

    /// 5.2 What everybody sees is paid from the stock and from what is known of it.
    pub fn pay_openly(&mut self, side: Side, brps: i16) {
        if brps > 0 {
            self.note(rule!("5.2"), Event::Paid { side, brps });
            self.s.stock[side.index()] -= brps;
            self.open_payment(side, brps);
        }
    }

    /// What is written on a sheet or ordered in secret is paid at once.
    pub fn pay_secretly(&mut self, side: Side, brps: u8) {
        self.s.stock[side.index()] -= i16::from(brps);
    }

    /// A payment becomes known.
    fn open_payment(&mut self, side: Side, brps: i16) {
        let i = side.index();
        self.s.known[i] -= brps;
        if let Some(last) = usize::from(self.s.disclosed).checked_sub(1) {
            self.s.floor[i][last] = self.s.floor[i][last].min(self.s.known[i]);
        }
    }

    /// At Disclosure bids, delivery and report become known; what went to the services does not.
    pub fn open_spending(&mut self) {
        for side in Side::BOTH {
            let sheet = self.s.sheet[side.index()];
            let report = if sheet.report { self.t.charts.service.report_cost } else { 0 };
            let bids: u8 = sheet.bids.iter().sum();
            self.s.known[side.index()] -= i16::from(bids) + i16::from(sheet.deliver) + i16::from(report);
            self.s.floor[side.index()][usize::from(self.s.disclosed)] = self.s.known[side.index()];
        }
        self.s.disclosed += 1;
    }

    /// 6.7.2 The cost of the Soviet order becomes known.
    pub fn open_order_cost(&mut self) {
        let cost = self.look().order_cost(self.s.order);
        self.open_payment(Side::Soviet, i16::from(cost));
    }
}
