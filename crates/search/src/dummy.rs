//! The judgement of the kernel's dummy game, for tests: the numbers that are written on its nodes.

use std::sync::Arc;

use kernel::{
    Node, Outcome, Rules, Seat,
    dummy::{Dummy, LEFT, State},
};

use crate::{Act, Judgement, Terms, WeightSet};

/// The score of a won game.
const WIN: i32 = 1000;

/// What the numbers on the nodes of a tree are to the seat on the left.
#[derive(Default)]
pub struct Numbers {
    pub small_steps: bool,
    pub flaw: Option<Flaw>,
    /// Likes what the numbers do not, and is the plan of the others.
    pub contrary: bool,
    /// Has that plan.
    pub planned: bool,
}

/// A promise of the contract that a flawed judgement breaks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Flaw {
    /// Both seats like the same positions.
    NotZeroSum,
    /// The score of a position is that of the one before it.
    StaleCache,
    /// The terms do not add up to the score.
    Terms,
}

impl Numbers {
    pub fn new() -> Arc<Numbers> {
        Arc::default()
    }

    /// The same, of a game in which units act in small steps.
    pub fn in_small_steps() -> Arc<Numbers> {
        Arc::new(Numbers { small_steps: true, ..Numbers::default() })
    }
}

impl Judgement<Dummy> for Numbers {
    /// The score of the last position to the left.
    type Cache = Option<i32>;

    fn fingerprint(&self) -> &str {
        "builtin"
    }

    fn score(&self, game: &Dummy, state: &State, seat: Seat, last: &mut Option<i32>) -> i32 {
        let score = match game.node(state) {
            Node::Over(Outcome { winner: None, .. }) => 0,
            Node::Over(Outcome { winner: Some(LEFT), .. }) => WIN,
            Node::Over(_) => -WIN,
            _ if self.contrary => -game.number_at(state),
            _ => game.number_at(state),
        };
        let left = last.filter(|_| self.flaw == Some(Flaw::StaleCache)).unwrap_or(score);
        *last = Some(score);
        if seat == LEFT || self.flaw == Some(Flaw::NotZeroSum) { left } else { -left }
    }

    fn terms(&self, game: &Dummy, state: &State, seat: Seat, _: WeightSet) -> Terms {
        let score = i64::from(self.score(game, state, seat, &mut None));
        let terms = vec![("number", score + i64::from(self.flaw == Some(Flaw::Terms)))];
        Terms { terms, per_point: 1 }
    }

    fn small_steps(&self) -> bool {
        self.small_steps
    }

    fn policies(&self, _: &Dummy, _: &State, _: Seat) -> Vec<Numbers> {
        let plan = || Numbers { contrary: true, ..Numbers::default() };
        self.planned.then(plan).into_iter().collect()
    }

    fn act(&self, game: &Dummy, state: &State) -> Option<Act> {
        game.on_the_way(state).map(|(place, spent)| Act { unit: 0, place: u64::from(place), spent })
    }
}
