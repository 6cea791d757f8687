//! 6.6 Belgrade and 6.7 the Decision.

use kernel::rule;

use crate::{
    action::Action,
    event::Event,
    refusal::{Answer, Refusal, ensure},
    sequence::Step,
    state::{Look, Order, Play},
    tables::{CardId, Country, Sector, Side},
};

impl Look<'_> {
    /// 6.7.1 An alert of level 0, 1 or 2.
    pub fn refuse_alert(self, level: u8) -> Answer {
        ensure!(level <= 2, Refusal::NoSuchAlert {});
        self.refuse_cost(Side::Soviet, i16::from(self.order_cost(Order { alert: level, strike: None })))
    }

    /// 7.4.4 A strike needs the card Strike.
    pub fn refuse_strike(self, sector: Sector) -> Answer {
        ensure!(self.card(Side::Soviet) == Some(CardId::Strike), Refusal::NoStrikeCard {});
        self.refuse_cost(Side::Soviet, i16::from(self.order_cost(self.strike_order(sector))))
    }

    /// 7.4.4 A strike counts as an alert.
    pub fn strike_order(self, sector: Sector) -> Order {
        Order { alert: self.t.charts.strike.alert, strike: Some(sector) }
    }

    pub fn order_cost(self, order: Order) -> u8 {
        match order.strike {
            Some(_) => self.t.charts.strike.cost,
            None => self.t.charts.alert.cost[usize::from(order.alert)],
        }
    }

    /// 7.3.2 With the card Wait the German player can only wait.
    pub fn refuse_attack(self) -> Answer {
        ensure!(self.card(Side::German) != Some(CardId::Wait), Refusal::Waiting {});
        Ok(())
    }

    pub fn legal_orders(self, out: &mut Vec<Action>) {
        let levels = (0..3).filter(|&level| self.refuse_alert(level).is_ok());
        out.extend(levels.map(|level| Action::Alert { level }));
        let sectors = Sector::ALL.into_iter().filter(|&sector| self.refuse_strike(sector).is_ok());
        out.extend(sectors.map(|sector| Action::Strike { sector }));
    }

    /// 6.6 Units that Germany needs in the Balkans box.
    pub fn garrison_needed(self) -> i16 {
        let marker = self.marker(Country::Balkans);
        let rows = &self.t.charts.belgrade.garrison;
        rows.iter().find(|row| marker <= row.up_to).map_or(0, |row| row.units)
    }
}

impl Play<'_> {
    /// 6.6 The die moves the marker of the Balkans.
    pub fn belgrade_die(&mut self, die: u8) {
        self.note(rule!("6.6"), Event::BelgradeDie { die });
        self.shift(Country::Balkans, self.t.charts.belgrade.moves[usize::from(die) - 1]);
        self.open_decision();
    }

    /// 6.7.1 The Soviet order, written in secret and paid.
    pub fn give_order(&mut self, order: Order) {
        self.whisper(Side::Soviet, rule!("6.7.1"), Event::Ordered { order });
        self.s.order = order;
        self.pay_secretly(Side::Soviet, self.look().order_cost(order));
        self.go(Step::Attack);
    }

    /// 6.7.1 The German order; then both are opened.
    pub fn decide(&mut self, attack: bool) {
        self.s.attacked = attack;
        self.open_orders();
    }

    /// 6.7.2 An alert for nothing: Soviet VPs and intelligence fall by its level.
    /// 8.2.6 What it took away stays away.
    pub fn false_alarm(&mut self) {
        let level = self.s.order.alert;
        if level == 0 {
            return;
        }
        self.note(rule!("6.7.2"), Event::FalseAlarm { level });
        let lost = self.t.charts.alert.false_alarm * level;
        self.s.vp[Side::Soviet.index()] -= i16::from(lost);
        self.s.lost[Side::Soviet.index()] += lost;
    }
}
