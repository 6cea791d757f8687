//! 11.0 Maneuver/Fire Phase: impulses and their kinds.

use board::Space;
use kernel::rule;

use crate::{
    action::Action,
    event::Event,
    refusal::{Refusal, ensure},
    sequence::{Active, Step},
    state::{Look, Play},
    tables::{Side, Units},
};

impl Look<'_> {
    /// 11.1.3 One Area or Zone is activated each impulse. 11.2.2 Only its Uncommitted units act.
    pub fn refuse_active(self, active: Active) -> Result<(), Refusal> {
        let Active { side, space, .. } = active;
        ensure!(self.occupied(side).contains(space), Refusal::NobodyThere { space });
        ensure!(!self.able(active).is_empty(), Refusal::AllCommitted { space });
        ensure!(self.can_act(active), Refusal::NothingToDo { space });
        Ok(())
    }

    /// Whether a unit of the active space could move or fire.
    pub fn can_act(self, active: Active) -> bool {
        let able = self.able(active);
        !able.is_empty() && (self.may_fire_at_all(active, able) || self.may_move_at_all(active, able))
    }

    /// 11.2.1 Four kinds of impulse, one in each: Movement, Direct Fire, Bombardment, Pass. 13.1.4 They are never
    /// combined. 11.2.5 Passing is always allowed, and a player who can do nothing must pass.
    ///
    /// Night (8.1.1B) and the Stubborn Defense marker (8.1.1C) come before any of them.
    pub fn legal_impulse(self, side: Side, out: &mut Vec<Action>) {
        if self.refuse_night(side).is_ok() {
            out.push(Action::Night);
        }
        out.extend(self.stubborn_places(side).iter().map(|at| Action::Stubborn { at }));
        let occupied = self.occupied(side);
        for space in occupied {
            if self.can_act(Active { side, space, seize: false, free: false }) {
                out.push(Action::Activate { space });
            }
        }
        if self.s.seize[side.index()] > 0 {
            for space in occupied {
                let active = Active { side, space, seize: true, free: false };
                if self.refuse_second_activation(active).is_ok() {
                    out.push(Action::SecondActivation { space });
                }
            }
        }
        self.legal_bombardments(side, out);
        out.push(Action::Pass);
    }

    pub fn legal_active(self, active: Active, out: &mut Vec<Action>) {
        if self.refuse_infiltration(active).is_ok() {
            out.push(Action::Infiltrate);
        }
        self.legal_first_steps(active, self.able(active), out);
        out.extend(self.fire_targets(active, self.able(active)).iter().map(|target| Action::Fire { target }));
    }
}

impl Play<'_> {
    /// 11.1.3 A space is activated. 11.1.5 Enemy units will move in this impulse only by retreating.
    pub fn activate(&mut self, side: Side, space: Space, seize: bool) {
        let free = matches!(self.s.step, Step::Substitute { .. });
        if seize {
            self.seize_initiative(side, rule!("20.1.5c"));
        }
        let rule = if free { rule!("21.1a") } else { rule!("11.1.3") };
        self.note(rule, Event::Activated { side, space });
        self.go(Step::Active { active: Active { side, space, seize, free } });
    }

    /// 11.2.5 No action at all.
    pub fn pass(&mut self, side: Side) {
        self.note(rule!("11.2.5"), Event::Passed { side });
        self.close_impulse(side, true);
    }

    /// 11.2.4 A unit that has moved or fired is turned to its Committed face; not after a free activation (21.1a).
    pub fn commit_after_action(&mut self, active: Active, units: Units) {
        if active.free {
            return;
        }
        self.s.committed |= units;
    }
}
