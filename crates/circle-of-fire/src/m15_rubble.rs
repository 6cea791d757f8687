//! 15.0 Rubble.

use kernel::rule;

use crate::{event::Event, m13_direct_fire::Attack, state::Play};

impl Play<'_> {
    /// 15.1.1 Rubble lies in Urban Areas only.
    /// 15.1.2 Direct Fire and Bombardment make it.
    pub fn settle_rubble(&mut self, attack: Attack) {
        if self.t.urban.contains(attack.target) && self.shatters(attack) {
            self.add_rubble(attack);
        }
    }

    /// 15.1.3 Direct Fire that succeeds by six or more.
    /// 15.1.4 Bombardment that succeeds by four or more.
    fn shatters(&self, attack: Attack) -> bool {
        let rubble = &self.t.charts.rubble;
        if attack.is_bombardment() {
            return attack.margin >= rubble.bombardment_margin;
        }
        attack.margin >= rubble.direct_fire_margin
    }

    /// 15.1.5 A second time the marker turns to Heavy Rubble.
    /// 15.1.6 Never more.
    fn add_rubble(&mut self, attack: Attack) {
        let space = attack.target;
        let rule = if attack.is_bombardment() { rule!("15.1.4") } else { rule!("15.1.3") };
        if self.s.rubble.insert(space) {
            return self.note(rule, Event::Rubble { space, heavy: false });
        }
        if self.s.heavy.insert(space) {
            self.note(rule!("15.1.5"), Event::Rubble { space, heavy: true });
        }
    }
}
