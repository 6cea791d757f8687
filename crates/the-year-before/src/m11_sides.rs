//! 11.1 Bidding for sides.

use std::cmp::Ordering;

use kernel::{Seat, rule};

use crate::{
    event::Event,
    refusal::{Answer, Refusal, ensure},
    sequence::Step,
    state::{Look, Play},
    tables::Side,
};

impl Look<'_> {
    /// 11.1 A side, and a number from 0 to 6.
    pub fn refuse_side(self, number: u8) -> Answer {
        let most = self.t.charts.sides.most;
        ensure!(number <= most, Refusal::SideNumber { most });
        Ok(())
    }
}

impl Play<'_> {
    /// 11.1 Both name a side and a number in secret. If the sides differ, each gets what he named; otherwise the higher
    /// number gets it.
    pub fn name_side(&mut self, seat: u8, first: (Side, u8), side: Side, number: u8) {
        self.j.whisper(Seat(seat), rule!("11.1"), Event::SideNamed { side, number });
        if seat == 0 {
            return self.go(Step::Sides { seat: 1, first: (side, number) });
        }
        self.note(rule!("11.1"), Event::SidesNamed { first, second: (side, number) });
        if first.0 != side {
            return self.settle_sides(first.0, 0);
        }
        match first.1.cmp(&number) {
            Ordering::Equal => self.go(Step::SidesTie { side, number }),
            Ordering::Greater => self.settle_sides(side, price(side, first.1)),
            Ordering::Less => self.settle_sides(side.enemy(), price(side, number)),
        }
    }

    /// 11.1 A tie is diced, again while equal.
    pub fn sides_dice(&mut self, side: Side, number: u8, dice: [u8; 2]) {
        self.note(rule!("11.1"), Event::SidesDice { dice });
        match dice[0].cmp(&dice[1]) {
            Ordering::Equal => self.go(Step::SidesTie { side, number }),
            Ordering::Greater => self.settle_sides(side, price(side, number)),
            Ordering::Less => self.settle_sides(side.enemy(), price(side, number)),
        }
    }

    /// The player in the first chair plays `first`.
    fn settle_sides(&mut self, first: Side, bid: i8) {
        self.s.swapped = first == Side::Soviet;
        self.s.bid = bid;
        let needed = self.look().needed();
        self.note(rule!("11.1"), Event::Sides { first, needed });
        self.open_game();
    }
}

/// 11.1 The number needed rises if the winner plays Germany and falls if he plays the Soviet side.
fn price(side: Side, number: u8) -> i8 {
    match side {
        Side::German => number as i8,
        Side::Soviet => -(number as i8),
    }
}
