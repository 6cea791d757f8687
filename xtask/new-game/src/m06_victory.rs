//! Module 6: victory.

use kernel::{Outcome, RuleRef, rule};

use crate::{
    state::{Play, State},
    tables::Side,
};

/// Who has won, and by which case.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Victory {
    pub winner: Option<Side>,
    pub rule: RuleRef,
}

impl Victory {
    /// The result in a few words.
    pub fn says(self) -> &'static str {
        match self.winner {
            Some(Side::North) => "North wins",
            Some(Side::South) => "South wins",
            None => "Nobody wins",
        }
    }

    pub fn outcome(self) -> Outcome {
        let side = self.winner.map(|side| side as u8);
        Outcome { winner: self.winner.map(State::seat), side, rule: self.rule, says: self.says() }
    }
}

impl Play<'_> {
    /// 6.1 Whoever has units in the village wins.
    pub fn reckon(&mut self) {
        let village = self.t.village;
        let winner = Side::BOTH.into_iter().find(|&side| !self.look().units(side, village).is_empty());
        self.end(Victory { winner, rule: rule!("6.1") });
    }
}
