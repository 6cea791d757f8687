//! 7.0 War strategy: the cards, the strike, and the moment when all is laid open.

use kernel::rule;

use crate::{
    event::Event,
    m08_blow::{Term, What},
    refusal::{Answer, Refusal, ensure},
    state::{Look, Play},
    tables::{CardId, Result, Sector, Side},
};

impl Look<'_> {
    /// 7.1 One of one's own four cards.
    /// 7.2 The same card costs nothing, another one 3 BRPs.
    pub fn refuse_card(self, side: Side, card: CardId) -> Answer {
        ensure!(card.side() == side, Refusal::NotYourCard { card });
        self.refuse_cost(side, i16::from(self.card_cost(side, card)))
    }

    /// 7.2 What it costs to write this card.
    pub fn card_cost(self, side: Side, card: CardId) -> u8 {
        match self.card(side) {
            Some(old) if old != card => self.t.charts.strategies.change_cost,
            _ => 0,
        }
    }

    /// 7.4.4 What is added to the dice of a strike: Soviet mobile units in the Frontier against the attackers.
    pub fn strike_terms(self, sector: Sector) -> Vec<Term> {
        let frontier = self.strength_of(self.frontier_districts(sector), self.t.of[1] - self.t.zones);
        let attackers = self.attack_value(sector);
        let quarter = (frontier - attackers) / self.t.charts.blow.divide;
        let mut terms = vec![Term { what: What::StrikeForce { frontier, attackers }, value: quarter }];
        if !self.s.attacked {
            terms.push(Term { what: What::Waiting, value: self.t.charts.strike.waiting });
        }
        terms
    }
}

impl Play<'_> {
    /// 7.1 The first choice; 7.2 the second, which the other side cannot tell from the first.
    pub fn write_card(&mut self, side: Side, card: CardId) {
        let i = side.index();
        let brps = self.look().card_cost(side, card);
        let first = self.s.turn < self.t.charts.turns.change_in;
        let rule = if first { rule!("7.1") } else { rule!("7.2") };
        self.whisper(side, rule, Event::CardWritten { card, brps });
        self.pay_secretly(side, brps);
        if first {
            self.s.first_card[i] = Some(card);
        }
        self.s.card[i] = Some(card);
    }

    /// 7.5 Cards, services and stocks are laid open.
    pub fn lay_open(&mut self) {
        for side in Side::BOTH {
            let look = self.look();
            let card = look.card(side).expect("cards were written in turn 2");
            let (service, stock) = (look.service(side), look.stock(side));
            self.note(rule!("7.5"), Event::LaidOpen { side, card, service, stock });
        }
    }

    /// 7.4.4 Everybody learns what the dice of the strike may bring.
    pub fn announce_strike(&mut self) {
        if let (true, Some(sector)) = (self.j.listening(), self.s.order.strike) {
            let added = self.look().strike_terms(sector).iter().map(|it| it.value).sum();
            let ways = self.look().strike_ways(added);
            self.note(rule!("7.4.4"), Event::StrikeChances { sector, added, ways });
        }
    }

    /// 7.4.4 The strike: success scores and spares the sector the attack; failure scores for Germany.
    pub fn strike_dice(&mut self, dice: [u8; 2]) {
        let sector = self.s.order.strike.expect("a strike was ordered");
        let terms = self.look().strike_terms(sector);
        let total = i16::from(dice[0]) + i16::from(dice[1]) + terms.iter().map(|it| it.value).sum::<i16>();
        let success = total >= self.t.charts.strike.success;
        self.note(rule!("7.4.4"), Event::Struck { sector, dice, total, success });
        for term in terms {
            self.note(term.what.rule(), Event::Adds { term });
        }
        self.s.struck = Some(success);
        if success {
            self.s.result[sector.index()] = Some(Result::Held);
            self.score(Side::Soviet, rule!("7.4.4"), self.t.charts.strike.soviet);
        } else {
            self.score(Side::German, rule!("7.4.4"), self.t.charts.strike.german);
        }
        self.close_strike();
    }
}
