//! 18.0 End Phase. `Play::open_end_phase` in the sequence asks for victory first and for redeployment then.

use kernel::rule;

use crate::{
    event::Event,
    m19_victory::Victory,
    state::{Look, Play},
    tables::Units,
};

impl Look<'_> {
    /// 18.1.1 An automatic victory comes first.
    /// 18.1.2 Then, on turn 4, the check of 19.2.
    pub fn victory_in_end_phase(self) -> Option<Victory> {
        if self.all_urban_soviet() {
            return Some(Victory::Automatic);
        }
        if self.s.turn == self.t.scenario.victory.check_turn && !self.check_passed() {
            return Some(Victory::Tactical);
        }
        None
    }
}

impl Play<'_> {
    /// Everything after the redeployment (18.1.3), in the printed order.
    ///
    /// 18.1.4 The Stubborn Defense marker comes off. 18.1.5 Guns and Stuka are ready again.
    /// 18.1.6 The next turn begins, and 8.1.3 applies. 18.1.7 Impulse track on 1, Day.
    /// 18.1.8 After turn 9 the victor is found (19.3), with the redeployment done, in the printed order.
    pub fn close_turn(&mut self) {
        self.clear_stubborn();
        self.ready_guns();
        if self.s.turn == self.t.scenario.scenario.turns {
            let victory = self.look().final_victory();
            return self.end_game(victory);
        }
        self.pass_advantage_on();
        self.start_day();
        let next = self.s.turn + 1;
        self.open_turn(next);
    }

    /// 18.1.4 The Stubborn Defense marker is taken off the map.
    fn clear_stubborn(&mut self) {
        if let Some(at) = self.s.stubborn.take() {
            self.note(rule!("18.1.4"), Event::StubbornRemoved { at });
        }
    }

    /// 18.1.5 Artillery and Stuka become unused.
    fn ready_guns(&mut self) {
        self.s.committed -= self.t.guns;
        self.s.interdicted = false;
    }

    /// 18.1.6 If the Advantage was spent on the redeployment it changes hands now; otherwise 8.1.3 applies.
    fn pass_advantage_on(&mut self) {
        if self.s.advantage_next.is_some() {
            self.hand_over_advantage();
        } else {
            self.use_it_or_lose_it();
        }
        self.s.advantage_at_start = self.look().holder();
        self.s.advantage_used = [false; 2];
    }

    /// 18.1.7 Impulse track on 1, Day side up. Units delayed this turn are due from now on.
    fn start_day(&mut self) {
        self.s.night = false;
        self.s.impulses = 0;
        self.s.soviet_impulses = 0;
        self.s.passes = 0;
        self.s.held_back = Units::empty();
    }
}
