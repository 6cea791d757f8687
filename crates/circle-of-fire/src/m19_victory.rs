//! 19.0 Victory: the Soviet wins by 19.1 or 19.3, in every other case the German. There are no draws.

use kernel::{Outcome, RuleRef, rule};

use crate::{
    state::Look,
    tables::{Side, Spaces},
};

/// How the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Victory {
    /// 19.1 Every Urban Area is Soviet-controlled.
    Automatic,
    /// 19.2.2 The check of turn 4 failed.
    Tactical,
    /// 19.3 The Soviets hold enough at the end.
    Soviet,
    /// 19.3 They do not.
    German,
}

impl Victory {
    pub fn side(self) -> Side {
        match self {
            Victory::Automatic | Victory::Soviet => Side::Soviet,
            Victory::Tactical | Victory::German => Side::German,
        }
    }

    pub fn rule(self) -> RuleRef {
        match self {
            Victory::Automatic => rule!("19.1"),
            Victory::Tactical => rule!("19.2.2"),
            Victory::Soviet | Victory::German => rule!("19.3"),
        }
    }

    pub fn says(self) -> &'static str {
        match self {
            Victory::Automatic => "Soviet automatic victory: all of Cholm is taken",
            Victory::Tactical => "German tactical victory: Cholm was not cut off in time",
            Victory::Soviet => "Soviet victory: Cholm is surrounded and enough of it taken",
            Victory::German => "German victory: Cholm has held out",
        }
    }

    /// 19.0 One side wins, always.
    pub fn outcome(self, look: Look<'_>) -> Outcome {
        let side = self.side();
        Outcome {
            winner: Some(look.seat(side)),
            side: Some(side as u8),
            rule: self.rule(),
            says: self.says(),
        }
    }
}

impl Look<'_> {
    /// How many Urban Areas the Soviet controls, contested or not.
    pub fn soviet_urban(self) -> usize {
        (self.s.soviet & self.t.urban).len()
    }

    /// 19.1 The Soviet controls every Urban Area; a German unit that merely contests one does not save it.
    pub fn all_urban_soviet(self) -> bool {
        (self.t.urban - self.s.soviet).is_empty()
    }

    /// 19.2.1a Cholm is surrounded when no line of adjacent spaces, all German-controlled and uncontested, leads
    /// from a German-controlled Urban Area to one of the relief Zones.
    ///
    /// Our reading: the Area where the line starts may be contested, since the text asks for control there and
    /// for an uncontested space only at the other end; any border or arrow serves, because a ring is meant, not a
    /// supply road.
    pub fn surrounded(self) -> bool {
        (self.t.graph.flood(self.line_starts(), self.line_spaces()) & self.t.relief).is_empty()
    }

    /// 19.2.1a Where a line may start.
    pub fn line_starts(self) -> Spaces {
        self.controlled(Side::German) & self.t.urban
    }

    /// 19.2.1a Where a line may lead: the Soviet bars what he controls or contests.
    pub fn line_spaces(self) -> Spaces {
        self.controlled(Side::German) - self.occupied(Side::Soviet)
    }

    /// 19.2.1b, second half: the Soviet controls or contests the airfield.
    pub fn airfield_threatened(self) -> bool {
        let airfield = self.t.airfield;
        self.controls(Side::Soviet, airfield) || self.contested().contains(airfield)
    }

    /// 19.2.1 On turn 4 both must hold: 19.2.1a, and the foothold.
    pub fn check_passed(self) -> bool {
        self.surrounded() && self.foothold(self.t.scenario.victory.check_urban)
    }

    /// 19.2.1b So many Urban Areas Soviet-controlled, and the airfield controlled or contested.
    fn foothold(self, urban: u8) -> bool {
        self.soviet_urban() >= usize::from(urban) && self.airfield_threatened()
    }

    /// 19.2.2 If the check fails the game ends at once, a German tactical victory; see `victory_in_end_phase`.
    ///
    /// 19.3 At the end of turn 9: four Urban Areas, Cholm surrounded, and the airfield, or the German wins.
    pub fn final_victory(self) -> Victory {
        if self.surrounded() && self.foothold(self.t.scenario.victory.final_urban) {
            return Victory::Soviet;
        }
        Victory::German
    }
}
