//! A step ahead: what an action brings once one's own further clicks and the dice are played.
//!
//! A step is more than a click: after an action its player follows his own further clicks for a while, and averages
//! over dice, so that `activate`, `fire`, `lead` is judged by what the shot brings.

use kernel::{Draw, Game, Journal, Luck, Node, Outcome, Rng, Seat};

/// How many further decisions of one's own a step may take.
const FOLLOW: usize = 3;
/// A decision ahead with more actions than this is not followed.
const AHEAD: usize = 300;
/// With so few choices a step is followed even if it is over.
const FEW: usize = 40;
/// Of a decision at hand at most so many actions, those that look best at once, are looked at closely.
pub const CLOSELY: usize = 48;
/// A rough look is a close one at no more than this if that takes more looks than these.
const ROUGHLY: usize = 8;
const LOOKS: usize = 500;
/// Draws with at most this many outcomes are averaged exactly.
const EXACT: u64 = 36;
/// How many draws in a row are averaged; further ones are sampled once.
const LEVELS: usize = 2;
/// How often a draw with too many outcomes is sampled.
const SAMPLES: u64 = 8;
/// Averages over two draws of 36 outcomes lose nothing of a value that is a multiple of this.
pub const FINE: i64 = 36 * 36;

/// Judges positions as they stand, to a seat, in multiples of [`FINE`].
pub trait Judge<G: Game>: Copy {
    /// What a finished game is worth.
    fn over(self, outcome: Outcome, seat: Seat) -> i64;
    /// What a position is worth that still goes on.
    fn worth(self, game: &G, state: &G::State, seat: Seat, memo: &mut G::Memo) -> i64;
}

/// What a finished game is worth to a seat, if winning is worth so much.
pub fn result(outcome: Outcome, seat: Seat, won: i64) -> i64 {
    match outcome.winner {
        None => 0,
        Some(winner) if winner == seat => won,
        Some(_) => -won,
    }
}

/// How closely the actions of a decision are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Care {
    /// A step ahead with a single throw of the dice, for few of many actions.
    Rough,
    /// A step ahead.
    Close,
}

/// Looks a step ahead; keeps its buffers.
pub struct Ahead<G: Game, J> {
    pub rng: Rng,
    pub judge: J,
    pub care: Care,
    pub deaf: Journal<G::Event>,
    memo: G::Memo,
    /// Actions with what they look like, as [`Ahead::rank`] leaves them.
    pub ranked: Vec<(i64, G::Action)>,
    spare: Vec<Vec<G::Action>>,
}

impl<G: Game, J: Judge<G>> Ahead<G, J> {
    /// Samples and ties of this seed.
    pub fn new(judge: J, seed: u64, stream: u64) -> Ahead<G, J> {
        Ahead {
            rng: Rng::new(seed, stream),
            judge,
            care: Care::Close,
            deaf: Journal::deaf(),
            memo: G::Memo::default(),
            ranked: Vec::new(),
            spare: Vec::new(),
        }
    }

    /// Lists the actions of a decision in `ranked`, with what each brings a step ahead, the best first; of a broad
    /// decision those that look bad at once come last, with what they look like. Tells how many were looked at closely.
    pub fn rank(&mut self, game: &G, world: &G::State, seat: Seat, legal: &[G::Action]) -> usize {
        let mut ranked = std::mem::take(&mut self.ranked);
        ranked.clear();
        let closely = match self.care {
            Care::Rough => CLOSELY.min(LOOKS / (legal.len() + 1) / FOLLOW).max(ROUGHLY),
            Care::Close => CLOSELY,
        };
        let closely = closely.min(legal.len());
        if legal.len() > closely {
            for &action in legal {
                let mut next = world.clone();
                game.apply(&mut next, action, &mut self.deaf);
                ranked.push((self.glance(game, &next, seat), action));
            }
            // Stable: actions that look alike stay in their order.
            ranked.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
        } else {
            ranked.extend(legal.iter().map(|&action| (0, action)));
        }
        for (worth, action) in &mut ranked[..closely] {
            *worth = self.look(game, world, seat, legal, *action);
        }
        ranked[..closely].sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
        self.ranked = ranked;
        closely
    }

    /// What one of the legal actions brings a step ahead.
    pub fn look(
        &mut self,
        game: &G,
        world: &G::State,
        seat: Seat,
        legal: &[G::Action],
        action: G::Action,
    ) -> i64 {
        let mut next = world.clone();
        game.apply(&mut next, action, &mut self.deaf);
        self.settle(game, next, seat, legal, LEVELS)
    }

    /// What a position is worth once the dice that are due are played.
    pub fn outcome(&mut self, game: &G, state: G::State, seat: Seat) -> i64 {
        self.settle(game, state, seat, &[], LEVELS)
    }

    /// What a position is worth once this seat's own clicks and the dice that follow are played. A step is over when
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
                    // What comes after dice is judged as it stands: there are many outcomes and little to gain.
                    return self.average(game, &state, draw, |ahead, state| {
                        ahead.settle(game, state, seat, &[], levels - 1)
                    });
                }
                Node::Chance(draw) => {
                    let luck = self.rng.luck(draw);
                    game.resolve(&mut state, luck, &mut self.deaf);
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

    /// The position after the action that looks best at once; the first of several. None if the choices are those of
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
        for &action in &legal {
            let mut next = state.clone();
            game.apply(&mut next, action, &mut self.deaf);
            let worth = if legal.len() == 1 { 0 } else { self.glance(game, &next, seat) };
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, next));
            }
        }
        self.spare.push(legal);
        best.map(|(_, state)| state)
    }

    /// What a position is worth as it stands.
    pub fn value(&mut self, game: &G, state: &G::State, seat: Seat) -> i64 {
        match game.node(state) {
            Node::Over(outcome) => self.judge.over(outcome, seat),
            Node::Decision(_) | Node::Chance(_) => self.judge.worth(game, state, seat, &mut self.memo),
        }
    }

    /// What a position is worth as it stands, with the dice that are due averaged.
    fn glance(&mut self, game: &G, state: &G::State, seat: Seat) -> i64 {
        match game.node(state) {
            Node::Chance(draw) => {
                self.average(game, state, draw, |ahead, state| ahead.value(game, &state, seat))
            }
            Node::Decision(_) | Node::Over(_) => self.value(game, state, seat),
        }
    }

    /// What a draw gives on average, judged as it stands then; of many outcomes some, spread evenly.
    pub fn mean(&mut self, game: &G, state: &G::State, draw: Draw, seat: Seat) -> i64 {
        let count = draw.count();
        let tries = count.min(EXACT);
        let mut sum = 0;
        for i in 0..tries {
            let mut next = state.clone();
            // A deck has so many orders that their number has no room to grow.
            let luck = u128::from(2 * i + 1) * u128::from(count) / u128::from(2 * tries);
            game.resolve(&mut next, Luck(luck as u64), &mut self.deaf);
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
        mut worth: impl FnMut(&mut Self, G::State) -> i64,
    ) -> i64 {
        let count = draw.count();
        let exact = count <= EXACT && self.care != Care::Rough;
        let n = match self.care {
            _ if exact => count,
            Care::Rough => 1,
            Care::Close => SAMPLES,
        };
        let mut sum = 0;
        for i in 0..n {
            let luck = if exact { Luck(i) } else { self.rng.luck(draw) };
            let mut next = state.clone();
            game.resolve(&mut next, luck, &mut self.deaf);
            sum += worth(self, next);
        }
        sum / n as i64
    }
}

/// Whether most of the choices now were there before; a few are looked at.
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
