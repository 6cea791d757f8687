//! 11.0 Control, points and victory.

use kernel::{Outcome, RuleRef, rule};

use crate::{
    state::{Look, State},
    tables::Side,
};

/// How the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Victory {
    pub winner: Side,
    /// 11.1 The other side had nobody left to fight with.
    pub automatic: bool,
}

impl Victory {
    pub fn rule(self) -> RuleRef {
        if self.automatic { rule!("11.1") } else { rule!("11.2") }
    }

    pub fn outcome(self, _: Look<'_>) -> Outcome {
        Outcome {
            winner: Some(State::seat(self.winner)),
            side: Some(self.winner as u8),
            rule: self.rule(),
            says: match (self.winner, self.automatic) {
                (Side::Russian, true) => "No Chechen unit is left to fight.",
                (Side::Chechen, true) => "No Russian unit is left to fight.",
                (Side::Russian, false) => "The Russians are far enough ahead on points.",
                (Side::Chechen, false) => "The Russians are not far enough ahead on points.",
            },
        }
    }
}
