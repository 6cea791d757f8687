//! 17.0 Logistics.

use kernel::rule;

use crate::{
    event::Event,
    m08_advantage::Use,
    m13_direct_fire::Modifier,
    refusal::{Refusal, ensure},
    sequence::Step,
    state::{Look, Play},
    tables::Side,
};

impl Look<'_> {
    /// 17.1.1 From the end of the fourth Soviet impulse on, every Soviet impulse is followed by a die.
    pub fn logistics_due(self) -> bool {
        self.s.soviet_impulses >= self.t.charts.logistics.first_impulse
    }

    /// 17.1.4, 8.1.1D The Soviet may spend the Advantage.
    pub fn refuse_logistics_advantage(self, side: Side) -> Result<(), Refusal> {
        ensure!(side == Side::Soviet, Refusal::SovietOnly { use_: Use::Logistics });
        ensure!(self.holds_advantage(side), Refusal::NoAdvantage { use_: Use::Logistics });
        Ok(())
    }

    fn may_save(self, side: Side) -> bool {
        self.s.seize[side.index()] > 0 || self.refuse_logistics_advantage(side).is_ok()
    }
}

impl Play<'_> {
    /// 17.1.2 After an action a 1 ends the phase.
    /// 17.1.3 After a pass the roll is one less.
    pub fn logistics_die(&mut self, passed: bool, die: u8) {
        let logistics = &self.t.charts.logistics;
        let modifier = if passed { logistics.after_pass } else { 0 };
        let total = die as i8 + modifier;
        let ends = total <= logistics.ends_at;
        let rule = if passed { rule!("17.1.3") } else { rule!("17.1.2") };
        self.note(rule, Event::Logistics { die, total, ends });
        if modifier != 0 {
            self.note(rule!("17.1.3"), Event::Modified { what: Modifier::Passed, by: modifier });
        }
        if !ends {
            return self.open_impulse(Side::German);
        }
        self.ask_to_save(Side::Soviet);
    }

    /// 17.1.4 First the Soviet is asked, then the German.
    pub fn ask_to_save(&mut self, side: Side) {
        if self.look().may_save(side) {
            return self.go(Step::LogisticsSave { side });
        }
        self.not_saved(side);
    }

    pub fn not_saved(&mut self, side: Side) {
        match side {
            Side::Soviet => self.ask_to_save(Side::German),
            Side::German => {
                self.note(rule!("11.1.6"), Event::PhaseCutShort);
                self.open_close_combat();
            }
        }
    }

    /// 8.1.1D The impulse being over, the Advantage passes to the German at once.
    pub fn save_by_advantage(&mut self) {
        self.spend_advantage(Side::Soviet, Use::Logistics);
        self.hand_over_advantage();
        self.open_impulse(Side::German);
    }

    /// 20.1.5b Seize the Initiative prevents the end of the phase.
    pub fn save_by_seizing(&mut self, side: Side) {
        self.seize_initiative(side, rule!("20.1.5b"));
        self.open_impulse(Side::German);
    }
}
