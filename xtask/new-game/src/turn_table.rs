//! Which module answers for which action in which step: what is legal, why not, and what it does.

use kernel::Luck;

use crate::{
    action::Action,
    refusal::{Answer, Refusal},
    sequence::Step,
    state::{Look, Play},
    tables::Side,
};

impl Look<'_> {
    /// The legal actions, in their order.
    pub fn legal(self, out: &mut Vec<Action>) {
        let Step::Act { side } = self.s.step else { return };
        self.legal_moves(side, out);
        self.legal_attacks(side, out);
        out.push(Action::Pass);
        out.sort_unstable();
    }

    /// 3.1 Why an action is not legal; one that does not belong to the step is refused first of all.
    pub fn refuse(self, action: Action) -> Answer {
        match (self.s.step, action) {
            (Step::Act { side }, Action::Move { unit, to }) => self.refuse_move(side, unit, to),
            (Step::Act { side }, Action::Attack { unit, to }) => self.refuse_attack(side, unit, to),
            (Step::Act { .. }, Action::Pass) => Ok(()),
            _ => Err(Refusal::NotNow {}),
        }
    }

    /// What must hold after every action.
    pub fn invariant(self) -> Result<(), String> {
        for space in self.t.graph.spaces() {
            if Side::BOTH.into_iter().all(|side| !self.units(side, space).is_empty()) {
                return Err(format!("both sides have units in {}", self.t.graph.id(space)));
            }
        }
        Ok(())
    }
}

impl Play<'_> {
    /// Plays a legal action.
    pub fn apply(&mut self, action: Action) {
        match (self.s.step, action) {
            (Step::Act { side }, Action::Move { unit, to }) => self.move_unit(side, unit, to),
            (Step::Act { .. }, Action::Attack { unit, to }) => self.attack(unit, to),
            (Step::Act { side }, Action::Pass) => self.pass(side),
            (step, action) => unreachable!("{action:?} is not legal in {step:?}"),
        }
    }

    /// Plays the outcome of the draw that is due.
    pub fn resolve(&mut self, luck: Luck) {
        match self.s.step {
            Step::AttackRoll { unit, to } => self.attack_die(unit, to, luck.d6()),
            step => unreachable!("no draw is due in {step:?}"),
        }
    }
}
