//! The sequence of play. `Step` says where a turn stands; the functions below open the next step.

use board::Space;
use kernel::{Draw, Node, rule};

use crate::{
    event::Event,
    m06_victory::Victory,
    state::{Look, Play, State},
    tables::{Side, Unit},
};

/// Where the sequence of play stands. A step owns its facts; when it ends, they are gone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// 3.1 A side moves, attacks or passes.
    Act { side: Side },
    /// 5.2 The die of an attack.
    AttackRoll { unit: Unit, to: Space },
    /// 6.1, 6.2 The game has ended.
    Over { victory: Victory },
}

impl Look<'_> {
    /// Whom the step waits for.
    pub fn node(self) -> Node {
        match self.s.step {
            Step::Act { side } => Node::Decision(State::seat(side)),
            Step::AttackRoll { .. } => Node::Chance(Draw::D6),
            Step::Over { victory } => Node::Over(victory.outcome()),
        }
    }

    /// The name of the step in views and examples.
    pub fn step_name(self) -> &'static str {
        match self.s.step {
            Step::Act { side: Side::North } => "north",
            Step::Act { side: Side::South } => "south",
            Step::AttackRoll { .. } => "attack-roll",
            Step::Over { .. } => "over",
        }
    }
}

impl Play<'_> {
    /// 3.1 North, then South, then the next turn.
    /// 6.2 A side that has lost everything ends the game before.
    pub fn close_action(&mut self, side: Side) {
        if self.look().left(side.enemy()).is_empty() {
            return self.end(Victory { winner: Some(side), rule: rule!("6.2") });
        }
        match side {
            Side::North => self.go(Step::Act { side: Side::South }),
            Side::South if self.s.turn == self.t.numbers.turns => self.reckon(),
            Side::South => {
                self.s.turn += 1;
                self.note(rule!("3.1"), Event::Turn { turn: self.s.turn });
                self.go(Step::Act { side: Side::North });
            }
        }
    }

    /// 6.1, 6.2 Nothing comes after this.
    pub fn end(&mut self, victory: Victory) {
        self.note(victory.rule, Event::Over { victory });
        self.go(Step::Over { victory });
    }
}
