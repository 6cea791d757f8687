//! Exact play where little is left: every action and every outcome of the dice, to the end of the game.

use kernel::{Journal, Luck, Node, Rng, Rules, Seat};

use crate::{Glimpse, tree::ONE};

/// How many positions may be visited; beyond that the rest of the game is not little.
pub const POSITIONS: u32 = 3000;
/// How far ahead: a line of play that is longer would take too much of a thread's stack.
const DEPTH: u32 = 24;

/// The value of every action to the end of the game, in the order of `legal`, if no more than `left` positions are to
/// come and nothing is hidden.
pub fn solve<G: Rules>(
    glimpse: &Glimpse<'_, G>,
    legal: &[G::Action],
    mut left: u32,
    rng: &mut Rng,
) -> Option<Vec<i32>> {
    let world = glimpse.deal(rng);
    let mut solver = Solver { game: glimpse.game(), seat: glimpse.seat(), journal: Journal::disabled() };
    let mut values = Vec::with_capacity(legal.len());
    for &action in legal {
        let mut next = world.clone();
        solver.game.apply(&mut next, action, &mut solver.journal);
        values.push(solver.value(next, &mut left, DEPTH)?);
    }
    // Worlds that differ would have to be averaged; that is the tree's business.
    let same = (0..4).all(|_| glimpse.deal(rng) == world);
    same.then_some(values)
}

struct Solver<'a, G: Rules> {
    game: &'a G,
    seat: Seat,
    journal: Journal<G::Event>,
}

impl<G: Rules> Solver<'_, G> {
    fn value(&mut self, state: G::State, left: &mut u32, depth: u32) -> Option<i32> {
        *left = left.checked_sub(1)?;
        let depth = depth.checked_sub(1)?;
        match self.game.node(&state) {
            Node::Over(outcome) => Some(match outcome.winner {
                None => 0,
                Some(winner) if winner == self.seat => ONE,
                Some(_) => -ONE,
            }),
            Node::Chance(draw) => {
                let count = draw.count();
                if count > u64::from(*left) {
                    return None;
                }
                let mut sum = 0;
                for luck in 0..count {
                    let mut next = state.clone();
                    self.game.resolve(&mut next, Luck(luck), &mut self.journal);
                    sum += i64::from(self.value(next, left, depth)?);
                }
                Some((sum / count as i64) as i32)
            }
            Node::Decision(seat) => {
                let mut legal = Vec::new();
                self.game.legal(&state, &mut legal);
                let mut best = None;
                for action in legal {
                    let mut next = state.clone();
                    self.game.apply(&mut next, action, &mut self.journal);
                    let value = self.value(next, left, depth)?;
                    let better = |most: i32| if seat == self.seat { value > most } else { value < most };
                    if best.is_none_or(better) {
                        best = Some(value);
                    }
                }
                best
            }
        }
    }
}
