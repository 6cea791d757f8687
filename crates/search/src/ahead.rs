//! A step ahead: what an action brings once one's own further clicks and the dice are played.
//!
//! A step is more than a click: after an action its player follows his own further clicks for a while, and averages
//! over dice, so that `activate`, `fire`, `lead` is scored by what the shot brings.

use std::sync::Arc;

use kernel::{Draw, Journal, Luck, Node, Outcome, Rng, Rules, Seat};

use crate::Judgement;

/// How many further decisions of one's own a step may take.
const FOLLOW: usize = 3;
/// A decision ahead with more actions than this is not followed.
const AHEAD: usize = 300;
/// With so few choices a step is followed even if it is over.
const FEW: usize = 40;
/// Of a decision at hand at most so many actions, those with the best quick evaluation, get a full one.
pub const FULL: usize = 48;
/// With a single sample of the dice no more actions than these get a full one, if that takes more evaluations than those.
const FULL_SAMPLED: usize = 8;
const EVALUATIONS: usize = 500;
/// Draws with at most this many outcomes are averaged exactly.
const EXACT: u64 = 36;
/// How many draws in a row are averaged; further ones are sampled once.
const LEVELS: usize = 2;
/// How often a draw with too many outcomes is sampled.
const SAMPLES: u64 = 8;
/// Averages over two draws of 36 outcomes lose nothing of a value that is a multiple of this.
pub const FINE: i64 = 36 * 36;

/// Which score of a judgement positions are compared by, to a seat, in multiples of [`FINE`].
pub trait Scoring<G: Rules, J: Judgement<G>>: Copy {
    /// The score of a finished game.
    fn finished(self, outcome: Outcome, seat: Seat) -> i64;
    /// The score of a position that still goes on.
    fn score(self, judgement: &J, game: &G, state: &G::State, seat: Seat, cache: &mut J::Cache) -> i64;
}

/// The score of a finished game to a seat, if a win scores so much.
pub fn result(outcome: Outcome, seat: Seat, won: i64) -> i64 {
    match outcome.winner {
        None => 0,
        Some(winner) if winner == seat => won,
        Some(_) => -won,
    }
}

/// How the dice of a step ahead are taken into account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dice {
    /// One throw, and few of many actions get a full evaluation.
    Sampled,
    /// On average.
    Averaged,
}

/// Evaluates a step ahead; keeps its buffers.
pub struct Ahead<G: Rules, J: Judgement<G>, S> {
    pub rng: Rng,
    pub scoring: S,
    pub dice: Dice,
    pub judgement: Arc<J>,
    pub journal: Journal<G::Event>,
    cache: J::Cache,
    /// Actions with their scores, as [`Ahead::rank`] leaves them.
    pub ranked: Vec<(i64, G::Action)>,
    /// The further clicks of the orders that begin with those actions, as [`Ahead::rank_orders`] leaves them.
    pub rests: Vec<Vec<G::Action>>,
    /// Whether one's own further clicks are whole orders.
    pub in_orders: bool,
    /// Whether a piece that has come to the end of its way goes no further: every place within its reach was compared.
    pub once: bool,
    /// That piece.
    pub arrived: Option<u32>,
    spare: Vec<Vec<G::Action>>,
}

impl<G: Rules, J: Judgement<G>, S: Scoring<G, J>> Ahead<G, J, S> {
    /// Samples and ties of this seed.
    pub fn new(judgement: Arc<J>, scoring: S, seed: u64, stream: u64) -> Ahead<G, J, S> {
        Ahead {
            rng: Rng::new(seed, stream),
            scoring,
            dice: Dice::Averaged,
            judgement,
            journal: Journal::disabled(),
            cache: J::Cache::default(),
            ranked: Vec::new(),
            rests: Vec::new(),
            in_orders: false,
            once: false,
            arrived: None,
            spare: Vec::new(),
        }
    }

    /// Lists the actions of a decision in `ranked` by their full evaluation, the best first; of a broad decision those with a
    /// bad quick evaluation come last, with that. Returns how many got a full one.
    pub fn rank(&mut self, game: &G, world: &G::State, seat: Seat, legal: &[G::Action]) -> usize {
        let mut ranked = std::mem::take(&mut self.ranked);
        ranked.clear();
        let full = match self.dice {
            Dice::Sampled => FULL.min(EVALUATIONS / (legal.len() + 1) / FOLLOW).max(FULL_SAMPLED),
            Dice::Averaged => FULL,
        };
        let full = full.min(legal.len());
        if legal.len() > full {
            for &action in legal {
                let mut next = world.clone();
                game.apply(&mut next, action, &mut self.journal);
                ranked.push((self.quick(game, &next, seat), action));
            }
            // Stable: actions with the same score stay in their order.
            ranked.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        } else {
            ranked.extend(legal.iter().map(|&action| (0, action)));
        }
        for (score, action) in &mut ranked[..full] {
            *score = self.full(game, world, seat, legal, *action);
        }
        ranked[..full].sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        self.ranked = ranked;
        full
    }

    /// The full evaluation of one of the legal actions: what it brings a step ahead.
    pub fn full(
        &mut self,
        game: &G,
        world: &G::State,
        seat: Seat,
        legal: &[G::Action],
        action: G::Action,
    ) -> i64 {
        let mut next = world.clone();
        game.apply(&mut next, action, &mut self.journal);
        self.follow(game, next, seat, legal)
    }

    /// The full evaluation of a position that one of these actions, or an order, led to.
    pub fn follow(&mut self, game: &G, next: G::State, seat: Seat, legal: &[G::Action]) -> i64 {
        self.settle(game, next, seat, legal, LEVELS)
    }

    /// The score of a position once the dice that are due are played.
    pub fn outcome(&mut self, game: &G, state: G::State, seat: Seat) -> i64 {
        self.settle(game, state, seat, &[], LEVELS)
    }

    /// The score of a position once this seat's own clicks and the dice that follow are played. A step is over when
    /// its player has the choices again that he had before it.
    fn settle(
        &mut self,
        game: &G,
        mut state: G::State,
        seat: Seat,
        before: &[G::Action],
        levels: usize,
    ) -> i64 {
        let mut follow = if before.is_empty() { 0 } else { FOLLOW };
        loop {
            match game.node(&state) {
                Node::Chance(draw) if levels > 0 => {
                    // What comes after dice is scored as it stands: there are many outcomes and little to gain.
                    return self.average(game, &state, draw, |ahead, state| {
                        ahead.settle(game, state, seat, &[], levels - 1)
                    });
                }
                Node::Chance(draw) => {
                    let luck = self.rng.luck(draw);
                    game.resolve(&mut state, luck, &mut self.journal);
                }
                Node::Decision(own) if own == seat && follow > 0 => {
                    follow -= 1;
                    match self.best_next(game, &state, seat, before) {
                        Some(next) => state = next,
                        None => return self.value(game, &state, seat),
                    }
                }
                Node::Decision(_) | Node::Over(_) => return self.value(game, &state, seat),
            }
        }
    }

    /// The position after the action with the best quick evaluation; the first of several. None if the choices are those of
    /// before, or too many.
    fn best_next(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        before: &[G::Action],
    ) -> Option<G::State> {
        let mut legal = self.spare.pop().unwrap_or_default();
        game.legal(state, &mut legal);
        let mut best: Option<(i64, G::State)> = None;
        if legal.len() > AHEAD || legal.len() > FEW && alike(before, &legal) {
            legal.clear();
        }
        let mut consider = |score, next| {
            if best.as_ref().is_none_or(|(most, _)| score > *most) {
                best = Some((score, next));
            }
        };
        if self.in_orders && legal.len() > 1 && self.has_steps(game, &legal) {
            for order in self.orders(game, state, seat, &legal) {
                consider(self.quick(game, &order.state, seat), order.state);
            }
        } else {
            for &action in &legal {
                let mut next = state.clone();
                game.apply(&mut next, action, &mut self.journal);
                consider(if legal.len() == 1 { 0 } else { self.quick(game, &next, seat) }, next);
            }
        }
        self.spare.push(legal);
        best.map(|(_, state)| state)
    }

    /// The score of a position as it stands.
    pub fn value(&mut self, game: &G, state: &G::State, seat: Seat) -> i64 {
        match game.node(state) {
            Node::Over(outcome) => self.scoring.finished(outcome, seat),
            Node::Decision(_) | Node::Chance(_) => {
                self.scoring.score(&self.judgement, game, state, seat, &mut self.cache)
            }
        }
    }

    /// The quick evaluation: the score of a position as it stands, with the dice that are due averaged.
    pub fn quick(&mut self, game: &G, state: &G::State, seat: Seat) -> i64 {
        match game.node(state) {
            Node::Chance(draw) => {
                self.average(game, state, draw, |ahead, state| ahead.value(game, &state, seat))
            }
            Node::Decision(_) | Node::Over(_) => self.value(game, state, seat),
        }
    }

    /// What a draw gives on average, scored as it stands then; of many outcomes some, spread evenly.
    pub fn mean(&mut self, game: &G, state: &G::State, draw: Draw, seat: Seat) -> i64 {
        let count = draw.count();
        let tries = count.min(EXACT);
        let mut sum = 0;
        for i in 0..tries {
            let mut next = state.clone();
            // A deck has so many orders that their number has no room to grow.
            let luck = u128::from(2 * i + 1) * u128::from(count) / u128::from(2 * tries);
            game.resolve(&mut next, Luck(luck as u64), &mut self.journal);
            sum += self.value(game, &next, seat);
        }
        sum / tries as i64
    }

    /// The mean over a draw's outcomes, or over a sample when they are too many.
    fn average(
        &mut self,
        game: &G,
        state: &G::State,
        draw: Draw,
        mut score: impl FnMut(&mut Self, G::State) -> i64,
    ) -> i64 {
        let count = draw.count();
        let exact = count <= EXACT && self.dice != Dice::Sampled;
        let n = match self.dice {
            _ if exact => count,
            Dice::Sampled => 1,
            Dice::Averaged => SAMPLES,
        };
        let mut sum = 0;
        for i in 0..n {
            let luck = if exact { Luck(i) } else { self.rng.luck(draw) };
            let mut next = state.clone();
            game.resolve(&mut next, luck, &mut self.journal);
            sum += score(self, next);
        }
        sum / n as i64
    }
}

/// Whether most of the choices now were there before; a few are compared.
fn alike<A: PartialEq>(before: &[A], now: &[A]) -> bool {
    const PROBES: usize = 12;
    let step = now.len().div_ceil(PROBES).max(1);
    let looked = now.iter().step_by(step);
    let known = looked.clone().filter(|action| before.contains(action)).count();
    now.len() > 1 && 2 * known > looked.count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_over_when_most_choices_are_back() {
        let before: Vec<u32> = (0..40).collect();
        let moved: Vec<u32> = (0..39).chain([99]).collect();
        let other: Vec<u32> = (30..70).collect();
        assert!(alike(&before, &moved));
        assert!(!alike(&before, &other));
        assert!(!alike(&before, &[7]), "a forced action ends nothing");
    }
}
