//! 20.2 Bids for the sides.

use kernel::{Seat, rule};

use crate::{
    event::Event,
    refusal::{Refusal, ensure},
    sequence::Step,
    state::{Look, Play},
    tables::Side,
};

impl Look<'_> {
    /// 20.2 A side, and a number from zero to five.
    pub fn refuse_bid(self, number: u8) -> Result<(), Refusal> {
        let most = self.t.charts.bids.most;
        ensure!(number <= most, Refusal::BidTooHigh { most });
        Ok(())
    }
}

impl Play<'_> {
    /// 20.2 A player names a side and a number; `first` is what the other one wrote.
    pub fn open_bid(&mut self, seat: u8, first: (Side, u8)) {
        self.go(Step::Bid { seat, first });
    }

    /// 20.2 Both name a side and a number in secret. If they differ, each gets what he named; otherwise the higher number
    /// gets it.
    pub fn bid(&mut self, seat: u8, first: (Side, u8), side: Side, number: u8) {
        self.j.whisper(Seat(seat), rule!("20.2"), Event::Bid { side, number });
        if seat == 0 {
            return self.open_bid(1, (side, number));
        }
        self.note(rule!("20.2"), Event::Bids { first, second: (side, number) });
        if first.0 != side {
            return self.settle_sides(first.0, 0);
        }
        match first.1.cmp(&number) {
            std::cmp::Ordering::Equal => self.go(Step::BidTie { side, bid: number }),
            std::cmp::Ordering::Greater => self.settle_sides(side, self.price_of(side, first.1)),
            std::cmp::Ordering::Less => self.settle_sides(side.enemy(), self.price_of(side, number)),
        }
    }

    /// 20.2 A tie: dice; equal ones are thrown again.
    pub fn bid_dice(&mut self, side: Side, bid: u8, dice: [u8; 2]) {
        self.note(rule!("20.2"), Event::BidDice { dice });
        let price = self.price_of(side, bid);
        match dice[0].cmp(&dice[1]) {
            std::cmp::Ordering::Equal => self.go(Step::BidTie { side, bid }),
            std::cmp::Ordering::Greater => self.settle_sides(side, price),
            std::cmp::Ordering::Less => self.settle_sides(side.enemy(), price),
        }
    }

    /// 20.2 The victory number changes in favour of the opponent.
    fn price_of(&self, side: Side, bid: u8) -> i8 {
        match side {
            Side::Axis => bid as i8,
            Side::Soviet => -(bid as i8),
        }
    }

    /// The player in the first chair plays `first`.
    fn settle_sides(&mut self, first: Side, price: i8) {
        self.s.swapped = first == Side::Soviet;
        self.s.bid = price;
        let needed = self.look().needed();
        self.note(rule!("20.2"), Event::Sides { first, needed });
        self.open_game();
    }
}
