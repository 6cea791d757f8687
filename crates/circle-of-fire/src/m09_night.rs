//! 9.0 What Night changes. 9.1.1 to 9.1.3 are with the Advantage, whose use declares it.

use crate::{
    state::Look,
    tables::{Kind, Unit},
};

impl Look<'_> {
    /// 9.1.4, 14.1.6 Artillery has a Day and a Night factor.
    pub fn gun_factor(self, gun: Unit) -> i8 {
        let counter = self.t.counter(gun);
        if self.s.night { counter.committed } else { counter.cf }
    }

    /// 9.1.5, 14.2.4 The Stuka does not bombard at night.
    pub fn grounded(self, gun: Unit) -> bool {
        self.s.night && self.t.counter(gun).kind == Kind::Db
    }

    /// 9.1.6 Entering an Area with enemy units costs less at night. A solid or river border still takes the
    /// whole allowance: one line of the table applies (12.2.3).
    pub fn enemy_cost(self) -> u8 {
        let movement = &self.t.charts.movement;
        if self.s.night { movement.enemy_night } else { movement.enemy_day }
    }
}
