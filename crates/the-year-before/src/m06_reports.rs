//! 6.5 Reports: bought by the Soviet player, answered by the German player, true or not.

use kernel::rule;

use crate::{
    event::Event,
    refusal::{Answer, Refusal, ensure},
    sequence::Step,
    state::{Look, Play, Report},
    tables::{CardId, Side},
};

impl Look<'_> {
    /// 6.5 A report costs 1 BRP.
    pub fn refuse_report(self) -> Answer {
        self.refuse_cost(Side::Soviet, i16::from(self.t.charts.service.report_cost))
    }

    /// 6.5 Any German card may be named.
    pub fn refuse_tell(self, card: CardId) -> Answer {
        ensure!(card.side() == Side::German, Refusal::NotAGermanCard { card });
        Ok(())
    }

    /// 6.5 Whether a report with this die and these services shows the true card.
    pub fn report_is_true(self, die: u8, intelligence: i16, deception: i16) -> bool {
        i16::from(die) + intelligence - deception >= self.t.charts.service.report_true
    }

    /// 7.2 The German card as it stood on the sheet of a turn.
    pub fn german_card_in(self, turn: usize) -> Option<CardId> {
        let i = Side::German.index();
        if turn >= usize::from(self.t.charts.turns.change_in) { self.s.card[i] } else { self.s.first_card[i] }
    }
}

impl Play<'_> {
    pub fn write_report(&mut self, bought: bool) {
        self.whisper(Side::Soviet, rule!("6.5"), Event::ReportWritten { bought });
        self.s.sheet[Side::Soviet.index()].report = bought;
        if bought {
            self.pay_secretly(Side::Soviet, self.t.charts.service.report_cost);
        }
    }

    /// 6.5 The German player names a card.
    pub fn tell(&mut self, card: CardId) {
        self.whisper(Side::German, rule!("6.5"), Event::Told { card });
        self.go(Step::ReportDie { told: card });
    }

    /// 6.5 The die that nobody sees: the true card, or the one named.
    pub fn report_die(&mut self, told: CardId, die: u8) {
        let look = self.look();
        let truth = look.report_is_true(die, look.service(Side::Soviet), look.service(Side::German));
        let card = look.card(Side::German).expect("the card was written before");
        let read = if truth { card } else { told };
        self.whisper(Side::Soviet, rule!("6.5"), Event::Reported { card: read });
        self.s.reports[usize::from(self.s.turn) - 1] = Some(Report { told, read });
        self.open_operations();
    }
}
