//! 5.3 Trade: deliveries, licences, and a default.

use kernel::rule;

use crate::{
    event::Event,
    refusal::{Answer, Refusal, ensure},
    state::{Look, Play},
    tables::Side,
};

impl Look<'_> {
    /// 5.3.1 A delivery of 0, 1 or 2 BRPs.
    pub fn refuse_deliver(self, brps: u8) -> Answer {
        let most = self.t.charts.trade.most;
        ensure!(brps <= most, Refusal::DeliveryNumber { most });
        self.refuse_cost(Side::Soviet, i16::from(brps))
    }
}

impl Play<'_> {
    /// 5.3.2 The delivery is opened. If it is nothing, the German order is not opened and has no effect.
    pub fn trade(&mut self, brps: u8, honour: bool) {
        if !self.s.trade {
            return;
        }
        if brps == 0 {
            return self.note(rule!("5.3.2"), Event::NothingDelivered);
        }
        let trade = &self.t.charts.trade;
        let (gets, pays) = (trade.german_gets * brps, trade.german_pays * brps);
        if honour {
            self.receive(gets - pays);
            self.honour_delivery(brps);
        } else {
            self.receive(gets);
            self.break_trade(brps);
        }
    }

    fn receive(&mut self, brps: u8) {
        let i = Side::German.index();
        self.s.stock[i] += i16::from(brps);
        self.s.known[i] += i16::from(brps);
    }

    /// 5.3.3 Honoured: as many licences as BRPs were delivered.
    fn honour_delivery(&mut self, brps: u8) {
        self.note(rule!("5.3.3"), Event::Traded { brps, honoured: true });
        self.s.licences = brps;
    }

    /// 5.3.4 Default: Soviet intelligence rises, and there is no more trade in this game.
    fn break_trade(&mut self, brps: u8) {
        self.note(rule!("5.3.4"), Event::Traded { brps, honoured: false });
        self.s.gift[Side::Soviet.index()] += brps;
        self.s.trade = false;
    }
}
