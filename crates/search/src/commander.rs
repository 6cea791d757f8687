//! How a turn is played, chosen before what is clicked: whole policies compared by playing on.
//!
//! A policy is a way to judge positions: the plain one, or one of the plans of the side. At the first choice of every turn each of
//! them is played on with, to the end of the game if that is not too far, against each policy of the other side in turn, with the same deals
//! and the same dice for all. The worse half is dropped again and again; by what is left the turn is played.

use std::sync::Arc;

use kernel::{Node, Rng, Rules, Seat};

use crate::{
    Glimpse, Judgement, Means, Player, Search, Settings,
    ahead::{Ahead, result},
    tree::{ByValue, ONE, value_of},
};

/// A game that is played on with ends with the turn in which it has taken so many clicks, and in any case after so many more.
const CLICKS: u32 = 3_000;
const MOST: u32 = 6_000;
/// How many clicks are made between two readings of the clock.
const BATCH: u32 = 32;

/// Chooses a policy every turn and follows it.
pub struct Commander<G: Rules, J: Judgement<G>> {
    name: String,
    judgement: Arc<J>,
    settings: Settings,
    means: Means,
    seed: u64,
    rng: Rng,
    own: Vec<Policy<G, J>>,
    other: Vec<Roller<G, J>>,
    turn: Option<u16>,
    /// The policy that is followed.
    chosen: usize,
    legal: Vec<G::Action>,
}

/// A policy: how it plays in earnest, and how when it is played on with.
struct Policy<G: Rules, J: Judgement<G>> {
    search: Search<G, J>,
    roller: Roller<G, J>,
}

/// Plays on: the best order a step ahead.
struct Roller<G: Rules, J: Judgement<G>> {
    ahead: Ahead<G, J, ByValue>,
    /// The rest of the order under way, the next click last.
    rest: Vec<G::Action>,
    legal: Vec<G::Action>,
}

impl<G: Rules, J: Judgement<G>> Roller<G, J> {
    fn new(judgement: Arc<J>, seed: u64, stream: u64) -> Roller<G, J> {
        let mut ahead = Ahead::new(judgement, ByValue { thinker: Seat(0) }, seed, stream);
        (ahead.in_orders, ahead.once) = (true, true);
        Roller { ahead, rest: Vec::new(), legal: Vec::new() }
    }

    fn choose(&mut self, game: &G, state: &G::State, seat: Seat) -> G::Action {
        let mut legal = std::mem::take(&mut self.legal);
        game.legal(state, &mut legal);
        let action = self.best(game, state, seat, &legal);
        self.legal = legal;
        action
    }

    fn best(&mut self, game: &G, state: &G::State, seat: Seat, legal: &[G::Action]) -> G::Action {
        if let [only] = *legal {
            return only;
        }
        if let Some(next) = self.rest.pop() {
            if legal.contains(&next) {
                return next;
            }
            self.rest.clear();
            self.ahead.arrived = None;
        }
        let judgement = self.ahead.judgement.clone();
        let piece_of = |action| judgement.step(game, action).map(|step| step.piece);
        let arrived =
            self.ahead.arrived.filter(|&piece| legal.iter().any(|&action| piece_of(action) == Some(piece)));
        self.ahead.arrived = arrived;
        self.ahead.scoring.thinker = seat;
        if self.ahead.has_steps(game, legal) {
            self.ahead.rank_orders(game, state, seat, legal);
            self.rest.extend(self.ahead.rests[0].iter().rev());
            self.ahead.arrived = piece_of(self.ahead.ranked[0].1).or(arrived);
        } else {
            self.ahead.rank(game, state, seat, legal);
        }
        self.ahead.ranked[0].1
    }
}

impl<G: Rules, J: Judgement<G>> Commander<G, J> {
    /// A player with this budget. With rollouts and no clock, the seed pins its choices.
    pub fn new(
        name: &str,
        judgement: Arc<J>,
        settings: Settings,
        means: Means,
        seed: u64,
    ) -> Commander<G, J> {
        Commander {
            name: name.to_owned(),
            judgement,
            settings,
            means,
            seed,
            rng: Rng::new(seed, 1 << 32),
            own: Vec::new(),
            other: Vec::new(),
            turn: None,
            chosen: 0,
            legal: Vec::new(),
        }
    }

    /// The policies of both sides, the plain one first. After a bid a seat may have another side.
    fn sit_down(&mut self, glimpse: &Glimpse<'_, G>) {
        let (game, seat) = (glimpse.game(), glimpse.seat());
        let world = glimpse.deal(&mut self.rng);
        let policies = |seat: Seat| {
            let plans = self.judgement.policies(game, &world, seat).into_iter().map(Arc::new);
            std::iter::once(self.judgement.clone()).chain(plans).collect::<Vec<Arc<J>>>()
        };
        let (own, other) = (policies(seat), policies(Seat(1 - seat.0.min(1))));
        let mut streams = (1 << 33)..;
        let mut roller = |judgement| Roller::new(judgement, self.seed, streams.next().unwrap_or(1 << 33));
        self.other = other.into_iter().map(&mut roller).collect();
        let own = own.into_iter().map(|judgement| Policy {
            roller: roller(judgement.clone()),
            search: Search::new(&self.name, judgement, self.settings.clone(), self.means.clone(), self.seed),
        });
        self.own = own.collect();
        self.chosen = self.chosen.min(self.own.len() - 1);
    }

    /// Drops the worse half of the policies again and again.
    fn choose_policy(&mut self, glimpse: &Glimpse<'_, G>) -> usize {
        if self.settings.rollouts == 0 {
            return self.chosen;
        }
        let mut alive: Vec<usize> = (0..self.own.len()).collect();
        let until = self
            .means
            .clock
            .zip(self.settings.millis)
            .map(|(clock, millis)| (clock, clock() + 2 * u64::from(millis)));
        let rounds = alive.len().next_power_of_two().ilog2();
        let each = self.settings.rollouts / rounds.max(1);
        let first = self.rng.below(1 << 40) << 20;
        let (mut sums, mut number) = (vec![0_i64; self.own.len()], 0);
        while alive.len() > 1 {
            for _ in 0..(each / alive.len() as u32).max(1) {
                let values: Option<Vec<i64>> = alive
                    .iter()
                    .map(|&policy| self.play_on(glimpse, policy, first + number, until))
                    .collect();
                // Not all of them could play with these dice: what was known before decides.
                let Some(values) = values else { return self.best_of(&alive, &sums) };
                for (&policy, value) in alive.iter().zip(values) {
                    sums[policy] += value;
                }
                number += 1;
            }
            alive.sort_by_key(|&policy| std::cmp::Reverse((sums[policy], policy == self.chosen)));
            alive.truncate(alive.len().div_ceil(2));
        }
        alive[0]
    }

    fn best_of(&self, alive: &[usize], sums: &[i64]) -> usize {
        let best = alive.iter().copied().max_by_key(|&policy| (sums[policy], policy == self.chosen));
        best.unwrap_or(self.chosen)
    }

    /// What comes of a policy in one deal, with one row of dice; nothing if the time is up.
    fn play_on(
        &mut self,
        glimpse: &Glimpse<'_, G>,
        policy: usize,
        number: u64,
        until: Option<(fn() -> u64, u64)>,
    ) -> Option<i64> {
        let (game, own) = (glimpse.game(), glimpse.seat());
        let mut rng = Rng::new(self.seed, number);
        let mut state = glimpse.deal(&mut rng);
        let count = self.other.len() as u64;
        let other = &mut self.other[(number % count) as usize];
        let roller = &mut self.own[policy].roller;
        for player in [&mut *roller, &mut *other] {
            player.rest.clear();
            player.ahead.arrived = None;
        }
        let (mut turn, mut clicks) = (game.turn(&state), 0);
        loop {
            match game.node(&state) {
                Node::Over(outcome) => return Some(result(outcome, own, i64::from(ONE))),
                Node::Chance(draw) => {
                    let luck = rng.luck(draw);
                    game.resolve(&mut state, luck, &mut roller.ahead.journal);
                }
                Node::Decision(seat) => {
                    let player = if seat == own { &mut *roller } else { &mut *other };
                    let action = player.choose(game, &state, seat);
                    game.apply(&mut state, action, &mut roller.ahead.journal);
                    clicks += 1;
                    let late = clicks % BATCH == 0 && until.is_some_and(|(clock, end)| clock() >= end);
                    if late || self.means.stopped() {
                        return None;
                    }
                }
            }
            let now = game.turn(&state);
            if (now != turn && clicks >= CLICKS || clicks >= MOST)
                && !matches!(game.node(&state), Node::Over(_))
            {
                let evaluation = self.judgement.evaluate(game, &state, own, &mut J::Cache::default());
                let reported = self.judgement.reported(game, &state, own, evaluation);
                return Some(i64::from(value_of(reported)));
            }
            turn = now;
        }
    }
}

impl<G: Rules, J: Judgement<G>> Player<G> for Commander<G, J> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&mut self, glimpse: &Glimpse<'_, G>) -> G::Action {
        let turn = glimpse.turn();
        if self.own.is_empty() {
            self.sit_down(glimpse);
        }
        glimpse.legal(&mut self.legal);
        if self.turn != Some(turn) && self.legal.len() > 1 {
            self.turn = Some(turn);
            self.sit_down(glimpse);
            self.chosen = self.choose_policy(glimpse);
        }
        self.own[self.chosen].search.choose(glimpse)
    }
}

#[cfg(test)]
mod tests {
    use kernel::{
        Journal, Notation, Options,
        dummy::{Dummy, LEFT, RIGHT},
    };

    use super::*;
    use crate::dummy::Numbers;

    fn choice(tree: &str, seat: Seat, played: &[&str], rollouts: u32, seed: u64) -> String {
        let game = Dummy::tree(tree).unwrap();
        let mut state = game.setup(0, Options::NONE);
        for text in played {
            game.apply(&mut state, game.read(text).unwrap(), &mut Journal::disabled());
        }
        let settings = Settings { rollouts, ..Settings::with_iterations(1) };
        let judgement = Arc::new(Numbers { planned: true, ..Numbers::default() });
        let mut player = Commander::new("commander", judgement, settings, Means::default(), seed);
        game.write(player.choose(&Glimpse::new(&game, &state, seat)))
    }

    /// The numbers mislead, and whoever plays on finds out that the plan knows better; where they are right he keeps to them.
    #[test]
    fn the_policy_that_wins_is_followed() {
        let tree = |bait: &str, safe: &str| {
            format!(
                "left(bait: @900 right(x: cup(999*={bait}), y: ={bait}), safe: @-10 right(x: cup(999*={safe}), y: ={safe}))"
            )
        };
        for seed in 0..10 {
            assert_eq!(choice(&tree("right", "left"), LEFT, &[], 0, seed), "bait", "nobody plays on");
            assert_eq!(choice(&tree("right", "left"), LEFT, &[], 8, seed), "safe");
            assert_eq!(choice(&tree("left", "right"), LEFT, &[], 8, seed), "bait");
        }
    }

    #[test]
    fn what_is_hidden_does_not_change_the_choice() {
        let tree = "duel left(a b / c d: =right, =left, =left, =right)";
        for seed in 0..40 {
            assert_eq!(choice(tree, RIGHT, &["a"], 8, seed), choice(tree, RIGHT, &["b"], 8, seed));
        }
    }
}
