//! 6.5.3 Interdiction, an option: a battery keeps a hex and its neighbours under fire.

use board::Space;
use kernel::rule;

use crate::{
    event::Event,
    m06_direct_fire::{Modifier, Term, Terms, sum},
    sequence::Call,
    state::{Look, Play},
};

impl Look<'_> {
    /// 6.5.3 What is added to the die of a mission: houses, rubble and landmarks, and having no spotter.
    pub fn interdiction_terms(self, hex: Space, spotted: bool) -> Terms {
        let chart = &self.t.charts.interdiction;
        let mut terms = Terms::new();
        let rule = rule!("6.5.3");
        if self.terrain(hex).is_built() {
            terms.push(Term { rule, what: Modifier::MissionBuiltUp, value: chart.built_up });
        }
        if !spotted {
            terms.push(Term { rule, what: Modifier::MissionUnspotted, value: chart.unspotted });
        }
        terms
    }
}

impl Play<'_> {
    /// 6.5.3 Five or less: the mission stands until the turn ends. Ten or more: no more interdiction in this game.
    pub fn interdict_die(&mut self, call: Call, hex: Space, spotted: bool, die: u8) {
        let terms = self.look().interdiction_terms(hex, spotted);
        let total = die as i8 + sum(&terms);
        let chart = &self.t.charts.interdiction;
        let (stands, over) = (total <= chart.stands_at_most, total >= chart.ends_all_from);
        self.note(rule!("6.5.3"), Event::MissionDie { hex, die, total, stands, over });
        self.note_terms(&terms);
        if stands {
            self.s.interdicted |= self.t.sight.disc(hex, 1);
        }
        self.s.interdiction_over |= over;
        self.return_to(call);
    }
}
