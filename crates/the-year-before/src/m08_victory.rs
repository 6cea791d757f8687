//! 8.2 to 8.5 The Reckoning: other victory points, the cards, the stocks, and who has won.

use kernel::{Outcome, RuleRef, rule};

use crate::{
    event::Event,
    sequence::Step,
    state::{Look, Play},
    tables::{CardId, Result, Side},
};

/// 8.5 How the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Victory {
    pub winner: Side,
    /// German VPs less Soviet VPs.
    pub difference: i16,
    pub decisive: bool,
}

impl Victory {
    pub fn outcome(self, look: Look<'_>) -> Outcome {
        let says = match (self.winner, self.decisive) {
            (Side::German, true) => "decisive German victory",
            (Side::German, false) => "marginal German victory",
            (Side::Soviet, true) => "decisive Soviet victory",
            (Side::Soviet, false) => "marginal Soviet victory",
        };
        let winner = Some(look.seat(self.winner));
        Outcome { winner, side: Some(self.winner as u8), rule: rule!("8.5"), says }
    }
}

impl Look<'_> {
    /// 8.5 The difference that Germany needs, as the bid of 11.1 has changed it.
    pub fn needed(self) -> i16 {
        self.t.charts.victory.needed + i16::from(self.s.bid)
    }

    /// 8.2.1 VPs for markers at the side's end.
    pub fn country_vp(self, side: Side) -> i16 {
        let end = if side == Side::German { 3 } else { -3 };
        self.t.charts.victory.country * self.s.country.iter().filter(|&&it| it == end).count() as i16
    }

    /// 8.2.2 VPs for air fleets in the West.
    pub fn fleet_vp(self) -> i16 {
        self.t.charts.britain.fleet * self.fleets_in(self.t.west)
    }

    /// 8.2.3 VPs lost for units missing in the Balkans box.
    pub fn balkans_vp(self) -> i16 {
        let there = self.units(self.t.balkans).len() as i16;
        -self.t.charts.belgrade.missing * (self.garrison_needed() - there).max(0)
    }

    /// 8.2.4 VPs for upgraded units when there was neither attack nor strike.
    pub fn upgraded_vp(self, side: Side) -> i16 {
        let upgraded = (self.s.upgraded & self.t.of[side.index()]).len() as i16;
        upgraded / self.t.charts.victory.upgraded_per_vp
    }

    /// 8.4 VPs for BRPs left.
    pub fn stock_vp(self, side: Side) -> i16 {
        let victory = &self.t.charts.victory;
        (self.stock(side) / victory.brps_per_vp).min(victory.brps_most)
    }

    /// 8.3.1 A sector card is fulfilled by Breakthrough or Collapse.
    /// 8.3.2 Without an attack it costs, unless there was a strike.
    /// 8.3.3 Wait scores by the die of Britain, unless a strike succeeded.
    fn german_card_vp(self, britain: Option<u8>) -> (RuleRef, i16) {
        let chart = &self.t.charts.strategies.german;
        let card = self.card(Side::German).expect("cards were written in turn 2");
        let Some(sector) = self.t.main_effort(card) else {
            let vp = britain.map_or(chart.failed, |die| chart.waited[usize::from(die) - 1]);
            return (rule!("8.3.3"), vp);
        };
        match (self.s.attacked, self.s.order.strike) {
            (true, _) => {
                let through = self.s.result[sector.index()].is_some_and(|it| it >= Result::Breakthrough);
                (rule!("8.3.1"), if through { chart.fulfilled } else { chart.failed })
            }
            (false, Some(_)) => (rule!("8.3.2"), 0),
            (false, None) => (rule!("8.3.2"), chart.not_attacked),
        }
    }

    /// 8.3.4 Forward: nothing worse than Broken.
    /// 8.3.5 Line: two sectors not worse than Dented.
    /// 8.3.6 Depth: no Collapse.
    /// 8.3.7 Strike: a strike that succeeded.
    /// 8.3.8 Without an attack Forward, Line and Depth score nothing.
    fn soviet_card_vp(self) -> (RuleRef, i16) {
        let chart = &self.t.charts.strategies;
        let (rule, row) = match self.card(Side::Soviet).expect("cards were written in turn 2") {
            CardId::Forward => (rule!("8.3.4"), chart.forward),
            CardId::Line => (rule!("8.3.5"), chart.line),
            CardId::Depth => (rule!("8.3.6"), chart.depth),
            _ => {
                let success = self.s.struck == Some(true);
                return (rule!("8.3.7"), if success { chart.strike.fulfilled } else { chart.strike.failed });
            }
        };
        if !self.s.attacked {
            return (rule!("8.3.8"), 0);
        }
        let stood = self.s.result.iter().flatten().filter(|it| **it <= row.worst).count();
        (rule, if stood >= row.sectors { row.fulfilled } else { row.failed })
    }
}

impl Play<'_> {
    /// VPs are scored, and may be below 0.
    pub fn score(&mut self, side: Side, why: RuleRef, vp: i16) {
        if vp != 0 {
            self.note(why, Event::Scored { side, why, vp });
            self.s.vp[side.index()] += vp;
        }
    }

    /// 8.3.3 The die of Britain.
    pub fn britain_die(&mut self, die: u8) {
        self.note(rule!("8.3.3"), Event::BritainDie { die });
        self.reckon(Some(die));
    }

    /// 8.5 All that is scored at the end, and who has won.
    pub fn reckon(&mut self, britain: Option<u8>) {
        for side in Side::BOTH {
            self.score(side, rule!("8.2.1"), self.look().country_vp(side));
        }
        self.score(Side::German, rule!("8.2.2"), self.look().fleet_vp());
        self.score(Side::German, rule!("8.2.3"), self.look().balkans_vp());
        self.score_peace();
        self.score_late();
        let (rule, vp) = self.look().german_card_vp(britain);
        self.score(Side::German, rule, vp);
        let (rule, vp) = self.look().soviet_card_vp();
        self.score(Side::Soviet, rule, vp);
        for side in Side::BOTH {
            self.score(side, rule!("8.4"), self.look().stock_vp(side));
        }
        let difference = self.s.vp[0] - self.s.vp[1];
        let winner = if difference >= self.look().needed() { Side::German } else { Side::Soviet };
        let decisive = difference.abs() >= self.t.charts.victory.decisive;
        let victory = Victory { winner, difference, decisive };
        self.note(rule!("8.5"), Event::Victory { victory });
        self.go(Step::Over { victory });
    }

    /// 8.2.4 Peace: neither attack nor strike.
    fn score_peace(&mut self) {
        if self.s.attacked || self.s.order.strike.is_some() {
            return;
        }
        self.score(Side::Soviet, rule!("8.2.4"), self.t.charts.victory.peace);
        for side in Side::BOTH {
            self.score(side, rule!("8.2.4"), self.look().upgraded_vp(side));
        }
    }

    /// 8.2.5 An attack in the last turn comes late.
    fn score_late(&mut self) {
        if self.s.attacked && self.s.turn == self.t.charts.turns.last {
            self.score(Side::Soviet, rule!("8.2.5"), self.t.charts.victory.late);
        }
    }
}
