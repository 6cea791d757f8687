//! 13.0 Control, objectives and victory.

use board::Space;
use kernel::{Outcome, RuleRef, Seat, rule};

use crate::{
    event::Event,
    sequence::Step,
    state::{Look, Play},
    tables::{CombatResult, Side},
};

/// 13.5 How the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Victory {
    Decisive(Side),
    Marginal(Side),
    /// Both hold all of their objectives.
    Both,
    /// Neither holds all, and both hold as many.
    Level,
}

impl Victory {
    pub fn winner(self) -> Option<Side> {
        match self {
            Victory::Decisive(side) | Victory::Marginal(side) => Some(side),
            Victory::Both | Victory::Level => None,
        }
    }

    pub fn rule(self) -> RuleRef {
        rule!("13.5")
    }

    pub fn says(self) -> &'static str {
        match self {
            Victory::Decisive(Side::Axis) => "Decisive Axis victory",
            Victory::Decisive(Side::Soviet) => "Decisive Soviet victory",
            Victory::Marginal(Side::Axis) => "Marginal Axis victory",
            Victory::Marginal(Side::Soviet) => "Marginal Soviet victory",
            Victory::Both => "Draw: both sides hold all their objectives",
            Victory::Level => "Draw: both sides hold as many objectives",
        }
    }

    pub fn outcome(self) -> Outcome {
        let side = self.winner().map(|side| side as u8);
        Outcome { winner: side.map(Seat), side, rule: self.rule(), says: self.says() }
    }
}

impl<'a> Look<'a> {
    /// 13.2 The last set rolled counts.
    /// 13.3 A side that never rolled one has the five fortresses.
    pub fn objective_set(self, side: Side) -> &'a [u8] {
        match self.s.objectives[side.index()] {
            roll @ 2..=12 => &self.t.sets[usize::from(roll) - 2],
            _ => &self.t.default_set,
        }
    }

    /// 13.1.2, 13.1.3 An objective of several oxes needs every one of them.
    pub fn holds(self, side: Side, objective: u8) -> bool {
        let spaces = self.t.objectives[usize::from(objective)].spaces;
        (spaces - self.s.control[side.index()]).is_empty()
    }

    /// How many objectives of its set a side holds, and how many there are.
    pub fn tally(self, side: Side) -> (usize, usize) {
        let set = self.objective_set(side);
        (set.iter().filter(|&&objective| self.holds(side, objective)).count(), set.len())
    }

    /// 11.9 The area where an exchange has taken the step of one side but not yet that of the other.
    pub fn exchanging(self) -> Option<Space> {
        let losing = matches!(self.s.step, Step::Losses { points: false, .. });
        (losing && self.s.battle.result == CombatResult::EX).then_some(self.s.battle.space)
    }

    /// 13.5 Only one side holds its whole set: decisive. Both: a draw. Neither: the one with more wins marginally.
    pub fn victory(self) -> Victory {
        let [(axis, axis_all), (soviet, soviet_all)] = Side::BOTH.map(|side| self.tally(side));
        match (axis == axis_all, soviet == soviet_all) {
            (true, true) => Victory::Both,
            (true, false) => Victory::Decisive(Side::Axis),
            (false, true) => Victory::Decisive(Side::Soviet),
            (false, false) if axis > soviet => Victory::Marginal(Side::Axis),
            (false, false) if soviet > axis => Victory::Marginal(Side::Soviet),
            (false, false) => Victory::Level,
        }
    }
}

impl Play<'_> {
    /// 13.1.1 A side controls an area it alone occupies, or was the last to occupy alone, at any instant. An exchange
    /// (11.9) takes a step from both at once: who is alone there is seen when both have lost theirs.
    pub fn settle_control(&mut self, space: Space) {
        if self.look().exchanging() == Some(space) {
            return;
        }
        let [axis, soviet] = [0, 1].map(|side| self.s.count[side][space.index()] > 0);
        let side = match (axis, soviet) {
            (true, false) => Side::Axis,
            (false, true) => Side::Soviet,
            _ => return,
        };
        self.s.control[side.enemy().index()].remove(space);
        if self.s.control[side.index()].insert(space) {
            self.note(rule!("13.1.1"), Event::Control { space, side });
        }
    }

    /// 13.4 The sets are rolled after the last turn, Germans first.
    pub fn roll_fog(&mut self, side: Side, dice: [u8; 2]) {
        let roll = dice[0] + dice[1];
        self.s.objectives[side.index()] = roll;
        self.note(rule!("13.4"), Event::Objectives { side, dice, roll });
        match side {
            Side::Axis => self.go(Step::FogObjectives { side: Side::Soviet }),
            Side::Soviet => self.end_game(),
        }
    }

    /// 13.5 The end after the last turn.
    pub fn end_game(&mut self) {
        let victory = self.look().victory();
        for side in Side::BOTH {
            let (held, of) = self.look().tally(side);
            self.note(rule!("13.5"), Event::Held { side, held: held as u8, of: of as u8 });
        }
        self.note(victory.rule(), Event::Victory { victory });
        self.go(Step::Over { victory });
    }
}
