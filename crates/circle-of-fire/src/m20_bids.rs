//! 20.0 Side determination: secret bids, and what the loser may do with them.

use kernel::{RuleRef, Seat, rule};

use crate::{
    event::Event,
    refusal::{Refusal, ensure},
    sequence::{Active, Step},
    state::{Look, Play, option},
    tables::{Side, Units},
};

impl Look<'_> {
    /// 20.0 Bids are written only when both players want the same side: this one.
    pub fn wanted(self) -> Side {
        if self.option(option::BID_SOVIET) { Side::Soviet } else { Side::German }
    }

    /// 20.1.1 A bid is a whole number, zero or more. A program needs a limit; ours is in the charts.
    pub fn refuse_bid(self, bid: u8) -> Result<(), Refusal> {
        let most = self.t.charts.bids.most;
        ensure!(bid <= most, Refusal::BidTooHigh { most });
        Ok(())
    }

    /// 20.1.5c In his own impulse the holder may activate a space with Committed friendly units; they act as if
    /// Uncommitted.
    pub fn refuse_second_activation(self, active: Active) -> Result<(), Refusal> {
        ensure!(self.s.seize[active.side.index()] > 0, Refusal::NothingToSeize { rule: rule!("20.1.5c") });
        let committed = self.units(active.side, active.space) & self.s.committed;
        ensure!(!committed.is_empty(), Refusal::NobodyCommitted { space: active.space });
        ensure!(self.can_act(active), Refusal::NothingToDo { space: active.space });
        Ok(())
    }

    /// Units of the active space that may act: Uncommitted ones (11.2.2), with 20.1.5c Committed ones too.
    pub fn able(self, active: Active) -> Units {
        let here = self.units(active.side, active.space);
        if active.seize { here } else { here - self.s.committed }
    }
}

impl Play<'_> {
    /// 20.1.1 Both bids are written before either is opened.
    pub fn bid(&mut self, seat: u8, first: u8, bid: u8) {
        if seat == 0 {
            self.note(rule!("20.0"), Event::Bidding);
        }
        self.j.whisper(Seat(seat), rule!("20.1.1"), Event::Bid { bid });
        if seat == 0 {
            return self.go(Step::Bid { seat: 1, first: bid });
        }
        self.note(rule!("20.1.2"), Event::Bids { first, second: bid });
        if first == bid {
            return self.go(Step::BidTie { bid });
        }
        self.settle_sides(if first > bid { 0 } else { 1 }, first.max(bid));
    }

    /// 20.1.4 Equal bids: a die each, the higher wins; equal dice are rolled again.
    pub fn bid_dice(&mut self, bid: u8, dice: [u8; 2]) {
        self.note(rule!("20.1.4"), Event::BidDice { dice });
        if dice[0] == dice[1] {
            return self.go(Step::BidTie { bid });
        }
        self.settle_sides(if dice[0] > dice[1] { 0 } else { 1 }, bid);
    }

    /// 20.1.2 The higher bidder plays the side; the loser may Seize the Initiative that many times.
    fn settle_sides(&mut self, winner: u8, bid: u8) {
        let wanted = self.look().wanted();
        self.s.swapped = self.s.seat(wanted) != Seat(winner);
        self.s.seize[wanted.enemy().index()] = bid;
        self.note(rule!("20.1.2"), Event::Sides { winner, wanted, bid });
        self.go(Step::SetUp);
    }

    /// Spends one Seize the Initiative.
    pub fn seize_initiative(&mut self, side: Side, rule: RuleRef) {
        self.s.seize[side.index()] -= 1;
        let left = self.s.seize[side.index()];
        self.note(rule, Event::Seized { side, left });
    }
}
