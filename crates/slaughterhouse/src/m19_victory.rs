//! 19.0 Victory.

use kernel::{Outcome, RuleRef, rule};

use crate::{state::Look, tables::Side};

/// Why the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Victory {
    /// 19.1 Leningrad, Moscow and Rostov.
    ThreeCities,
    /// 19.2 Enough victory points after the last turn, and how many.
    Axis { points: u8 },
    /// 19.2 Too few of them.
    Soviet { points: u8 },
}

impl Victory {
    pub fn side(self) -> Side {
        match self {
            Victory::ThreeCities | Victory::Axis { .. } => Side::Axis,
            Victory::Soviet { .. } => Side::Soviet,
        }
    }

    /// 19.1 Whether no points were counted.
    pub fn is_at_once(self) -> bool {
        self == Victory::ThreeCities
    }

    pub fn rule(self) -> RuleRef {
        match self {
            Victory::ThreeCities => rule!("19.1"),
            Victory::Axis { .. } | Victory::Soviet { .. } => rule!("19.2"),
        }
    }

    pub fn outcome(self, look: Look<'_>) -> Outcome {
        Outcome {
            winner: Some(look.seat(self.side())),
            side: Some(self.side() as u8),
            rule: self.rule(),
            says: look.grade(self),
        }
    }
}

impl Look<'_> {
    /// 19.2 The victory points of every Urban Area the Axis controls, contested or not.
    pub fn axis_points(self) -> u8 {
        (self.t.urban - self.s.soviet).iter().map(|space| self.t.vp[space.index()]).sum()
    }

    /// 19.2 Ten points, 20.2 changed by a bid.
    pub fn needed(self) -> u8 {
        (self.t.scenario.victory.needed as i8 + self.s.bid).max(0) as u8
    }

    /// 19.1 Checked in every End Phase. 19.2 After the last turn the points decide.
    pub fn victory_in_end_phase(self) -> Option<Victory> {
        if (self.t.automatic & self.s.soviet).is_empty() {
            return Some(Victory::ThreeCities);
        }
        if self.s.turn < self.t.scenario.scenario.turns {
            return None;
        }
        let points = self.axis_points();
        Some(if points >= self.needed() { Victory::Axis { points } } else { Victory::Soviet { points } })
    }

    /// 19.3 The grade, which changes nothing.
    pub fn grade(self, victory: Victory) -> &'static str {
        let grades = &self.t.scenario.grades;
        match victory {
            Victory::ThreeCities => "The Axis holds the cities that win at once",
            Victory::Axis { points } if points >= grades.axis_decisive => "A decisive Axis victory",
            Victory::Axis { .. } => "A marginal Axis victory",
            Victory::Soviet { points } if points >= grades.soviet_marginal => "A marginal Soviet victory",
            Victory::Soviet { .. } => "A decisive Soviet victory",
        }
    }
}
