//! Decisions that two seats take in secret of each other: bids, cards, whether to attack. Whoever always does the same there is
//! read, so a player mixes.
//!
//! Both parts are learned together by regret matching (Hart and Mas-Colell 2000, in the form that forgets negative regret), in many
//! worlds that the player cannot tell apart from the true one. A part is a row of clicks; each click has a mixture of
//! its own. What is played is drawn from the mixture of all rounds, which no answer beats by much.

use std::sync::Arc;

use kernel::{Journal, Node, Rng, Rules, Seat};

use crate::{Glimpse, Judgement, ahead::result};

/// A mixture adds up to this.
const WHOLE: i64 = 1 << 16;
/// The evaluation of a finished game, and the most that another can be.
const WON: i64 = 8_000;
/// How many rounds each click is learned for.
const ROUNDS: u32 = 48;
/// How many clicks both parts may have together; what is longer is no secret decision that can be mixed.
const LONGEST: usize = 40;

/// Mixes secret decisions, and remembers its part from click to click.
pub struct Mixer<G: Rules, J: Judgement<G>> {
    judgement: Arc<J>,
    cache: J::Cache,
    rng: Rng,
    journal: Journal<G::Event>,
    spare: Vec<G::Action>,
    under_way: Option<UnderWay<G::Action>>,
}

/// One's own part of a decision that has begun.
struct UnderWay<A> {
    seat: Seat,
    turn: u16,
    /// The mixtures of the clicks that are still to come.
    clicks: Vec<Click<A>>,
}

/// The mixture of one click.
#[derive(Clone)]
struct Click<A> {
    choices: Vec<Chance<A>>,
}

#[derive(Clone, Copy)]
struct Chance<A> {
    action: A,
    /// By how much it would have been better than what was done, never below zero.
    regret: i64,
    /// How often it was to be chosen, all rounds together.
    sum: i64,
}

impl<A> Default for Click<A> {
    fn default() -> Self {
        Click { choices: Vec::new() }
    }
}

impl<A: Copy + Ord> Click<A> {
    fn find(&mut self, action: A) -> usize {
        match self.choices.binary_search_by_key(&action, |it| it.action) {
            Ok(at) => at,
            Err(at) => {
                self.choices.insert(at, Chance { action, regret: 0, sum: 0 });
                at
            }
        }
    }

    /// The mixture among these actions by their regret; all alike if there is none.
    fn by_regret(&mut self, legal: &[A]) -> Vec<i64> {
        let weights = legal.iter().map(|&action| {
            let at = self.find(action);
            self.choices[at].regret
        });
        mixture(weights.collect())
    }

    /// The mixture among these actions over all rounds.
    fn by_sum(&mut self, legal: &[A]) -> Vec<i64> {
        let weights = legal.iter().map(|&action| {
            let at = self.find(action);
            self.choices[at].sum
        });
        mixture(weights.collect())
    }
}

/// Weights that add up to [`WHOLE`], about.
fn mixture(weights: Vec<i64>) -> Vec<i64> {
    let sum: i64 = weights.iter().sum();
    if sum == 0 {
        return vec![WHOLE / weights.len().max(1) as i64; weights.len()];
    }
    weights
        .into_iter()
        .map(|weight| (i128::from(weight) * i128::from(WHOLE) / i128::from(sum)) as i64)
        .collect()
}

fn draw(mixture: &[i64], rng: &mut Rng) -> usize {
    let mut left = rng.below(mixture.iter().sum::<i64>().max(1) as u64) as i64;
    let found = mixture.iter().position(|&weight| {
        left -= weight;
        left < 0
    });
    found.unwrap_or(0)
}

/// What both seats do in one round: the clicks of each.
type Lines<A> = [Vec<A>; 2];

/// Both parts of a round, and what was legal at one click of it.
type Round<A> = (Lines<A>, Vec<A>);

impl<G: Rules, J: Judgement<G>> Mixer<G, J> {
    /// A player whose draws this seed pins.
    pub fn new(judgement: Arc<J>, seed: u64, stream: u64) -> Mixer<G, J> {
        Mixer {
            judgement,
            cache: J::Cache::default(),
            rng: Rng::new(seed, stream),
            journal: Journal::disabled(),
            spare: Vec::new(),
            under_way: None,
        }
    }

    /// A choice in a decision that both seats take in secret of each other; `None` anywhere else.
    pub fn choose(&mut self, glimpse: &Glimpse<'_, G>, legal: &[G::Action]) -> Option<G::Action> {
        let under_way =
            self.under_way.take().filter(|it| it.seat == glimpse.seat() && it.turn == glimpse.turn());
        let mut clicks = match under_way {
            Some(it) if it.clicks.first().is_some_and(|click| knows(click, legal)) => it.clicks,
            _ => self.solve(glimpse)?,
        };
        if clicks.is_empty() {
            return None;
        }
        let mixture = clicks.remove(0).by_sum(legal);
        let chosen = legal[draw(&mixture, &mut self.rng)];
        self.under_way = Some(UnderWay { seat: glimpse.seat(), turn: glimpse.turn(), clicks });
        Some(chosen)
    }

    /// A click of a part that was begun is played because there is no other.
    pub fn forced(&mut self) {
        if let Some(UnderWay { clicks, .. }) = &mut self.under_way
            && !clicks.is_empty()
        {
            clicks.remove(0);
        }
    }

    /// The mixtures of one's own clicks, the one at hand first.
    fn solve(&mut self, glimpse: &Glimpse<'_, G>) -> Option<Vec<Click<G::Action>>> {
        let (game, seat) = (glimpse.game(), glimpse.seat());
        let other = Seat(1 - seat.0.min(1));
        let mut clicks: [Vec<Click<G::Action>>; 2] = [Vec::new(), Vec::new()];
        // A first world tells whether this is such a decision, and how many clicks it has.
        let root = start(game, glimpse.deal(&mut self.rng), other)?;
        let lines = self.play(game, &root, &mut clicks, &[Vec::new(), Vec::new()])?.0;
        let turns = lines.iter().map(Vec::len).sum::<usize>();
        if turns > LONGEST || lines[usize::from(seat.0)].is_empty() {
            return None;
        }
        for round in 0..ROUNDS {
            for own in [seat, other] {
                for at in 0..lines[usize::from(own.0)].len() {
                    let Some(root) = start(game, glimpse.deal(&mut self.rng), other) else { continue };
                    self.learn(game, &root, &mut clicks, own, at, seat, i64::from(round) + 1);
                }
            }
        }
        Some(std::mem::take(&mut clicks[usize::from(seat.0)]))
    }

    /// Compares every choice of one click with the others, all else being played as it is mixed now.
    #[expect(clippy::too_many_arguments, reason = "one round of learning, called once")]
    fn learn(
        &mut self,
        game: &G,
        root: &G::State,
        clicks: &mut [Vec<Click<G::Action>>; 2],
        own: Seat,
        at: usize,
        me: Seat,
        weight: i64,
    ) {
        let i = usize::from(own.0);
        let Some((lines, legal)) = self.play_to(game, root, clicks, own, at) else { return };
        let mixture = clicks[i][at].by_regret(&legal);
        let mut values = Vec::with_capacity(legal.len());
        for &action in &legal {
            let mut wanted = lines.clone();
            wanted[i].truncate(at);
            wanted[i].push(action);
            wanted[i].extend(lines[i].iter().skip(at + 1));
            let Some((_, end)) = self.play(game, root, clicks, &wanted) else { return };
            let value = self.value(game, &end, me);
            values.push(if own == me { value } else { -value });
        }
        let mean = mixture.iter().zip(&values).map(|(share, value)| share * value).sum::<i64>() / WHOLE;
        for ((action, value), share) in legal.iter().zip(values).zip(mixture) {
            let place = clicks[i][at].find(*action);
            let chance = &mut clicks[i][at].choices[place];
            chance.regret = (chance.regret + value - mean).max(0);
            chance.sum += share * weight;
        }
    }

    /// Plays a whole round and says what was legal at one click of a seat.
    fn play_to(
        &mut self,
        game: &G,
        root: &G::State,
        clicks: &mut [Vec<Click<G::Action>>; 2],
        own: Seat,
        at: usize,
    ) -> Option<Round<G::Action>> {
        let (lines, _) = self.play(game, root, clicks, &[Vec::new(), Vec::new()])?;
        let mut state = root.clone();
        let mut done = [0, 0];
        loop {
            let Node::Decision(seat) = game.node(&state) else { return None };
            let i = usize::from(seat.0);
            if seat == own && done[i] == at {
                let mut legal = Vec::new();
                game.legal(&state, &mut legal);
                return Some((lines, legal));
            }
            let &action = lines[i].get(done[i])?;
            let last = game.reveals(&state, action);
            game.apply(&mut state, action, &mut self.journal);
            done[i] += 1;
            if last {
                return None;
            }
        }
    }

    /// Plays both parts until they are shown: what is wanted where it is legal, otherwise as it is mixed now. `None` if nothing
    /// is shown in the end.
    fn play(
        &mut self,
        game: &G,
        root: &G::State,
        clicks: &mut [Vec<Click<G::Action>>; 2],
        wanted: &Lines<G::Action>,
    ) -> Option<(Lines<G::Action>, G::State)> {
        let mut state = root.clone();
        let mut lines: Lines<G::Action> = [Vec::new(), Vec::new()];
        let mut legal = std::mem::take(&mut self.spare);
        let mut shown = false;
        for _ in 0..=LONGEST {
            let Node::Decision(seat) = game.node(&state) else { break };
            let i = usize::from(seat.0);
            game.legal(&state, &mut legal);
            let at = lines[i].len();
            let action = match wanted[i].get(at) {
                Some(action) if legal.binary_search(action).is_ok() => *action,
                _ => {
                    if clicks[i].len() <= at {
                        clicks[i].push(Click::default());
                    }
                    let mixture = clicks[i][at].by_regret(&legal);
                    legal[draw(&mixture, &mut self.rng)]
                }
            };
            shown = game.reveals(&state, action);
            game.apply(&mut state, action, &mut self.journal);
            lines[i].push(action);
            if shown {
                break;
            }
        }
        self.spare = legal;
        shown.then_some((lines, state))
    }

    fn value(&mut self, game: &G, state: &G::State, me: Seat) -> i64 {
        if let Node::Over(outcome) = game.node(state) {
            return result(outcome, me, WON);
        }
        i64::from(self.judgement.evaluate(game, state, me, &mut self.cache)).clamp(-WON, WON)
    }
}

/// Whether a mixture knows some of these choices.
fn knows<A: Copy + Ord>(click: &Click<A>, legal: &[A]) -> bool {
    legal.iter().any(|action| click.choices.binary_search_by_key(action, |it| it.action).is_ok())
}

/// Where a secret decision begins in this world: here, if the other seat is asked second, or before what it chose.
fn start<G: Rules>(game: &G, world: G::State, other: Seat) -> Option<G::State> {
    if game.ahead(&world, other).is_some() {
        return Some(world);
    }
    game.unwritten(&world, other)
}

#[cfg(test)]
mod tests {
    use kernel::{Notation, Options, dummy::Dummy};

    use super::*;
    use crate::dummy::Numbers;

    /// How often each word is chosen at the root of a tree, after some actions, in a thousand games.
    fn shares(tree: &str, seat: u8, played: &[&str]) -> Vec<(String, usize)> {
        let game = Dummy::tree(tree).unwrap();
        let mut state = game.setup(0, Options::NONE);
        for text in played {
            game.apply(&mut state, game.read(text).unwrap(), &mut Journal::disabled());
        }
        let glimpse = Glimpse::new(&game, &state, Seat(seat));
        let (mut legal, mut counts) = (Vec::new(), Vec::new());
        glimpse.legal(&mut legal);
        counts.extend(legal.iter().map(|&it| (game.write(it), 0)));
        for seed in 0..1_000 {
            let mut mixer: Mixer<Dummy, Numbers> = Mixer::new(Numbers::new(), seed, 0);
            let chosen = game.write(mixer.choose(&glimpse, &legal).expect("a secret decision"));
            counts.iter_mut().filter(|(word, _)| *word == chosen).for_each(|(_, count)| *count += 1);
        }
        counts
    }

    fn share(counts: &[(String, usize)], word: &str) -> usize {
        counts.iter().find(|(it, _)| it == word).map_or(0, |(_, count)| *count)
    }

    /// Matching pennies: whoever prefers one side loses.
    #[test]
    fn nobody_can_be_read_whoever_is_asked_first() {
        let pennies = "duel left(heads tails / heads tails: =left, =right, =right, =left)";
        for (seat, played) in [(0, &[] as &[&str]), (1, &["heads"]), (1, &["tails"])] {
            let heads = share(&shares(pennies, seat, played), "heads");
            assert!((400..=600).contains(&heads), "{seat} {played:?}: {heads}");
        }
    }

    /// Left wins on a pair of heads for sure and on a pair of tails half of the time: the mixture is one to two for left,
    /// and the same for right.
    #[test]
    fn mixtures_follow_what_is_at_stake() {
        let stakes = "duel left(heads tails / heads tails: =left, =right, =right, @0 left(x: ^, y: ^))";
        let left = share(&shares(stakes, 0, &[]), "heads");
        let right = share(&shares(stakes, 1, &["tails"]), "heads");
        assert!((250..=420).contains(&left), "{left}");
        assert!((250..=420).contains(&right), "{right}");
    }

    #[test]
    fn what_is_better_whatever_the_other_does_is_chosen() {
        let tree = "duel left(good bad / a b: =left, =left, =right, =left)";
        assert!(share(&shares(tree, 0, &[]), "good") > 950);
    }

    #[test]
    fn an_open_decision_is_not_mixed() {
        let game = Dummy::tree("left(a: =left, b: =right)").unwrap();
        let state = game.setup(0, Options::NONE);
        let glimpse = Glimpse::new(&game, &state, Seat(0));
        let mut legal = Vec::new();
        glimpse.legal(&mut legal);
        let mut mixer: Mixer<Dummy, Numbers> = Mixer::new(Numbers::new(), 1, 0);
        assert_eq!(mixer.choose(&glimpse, &legal), None);
    }

    #[test]
    fn a_seed_pins_the_choice_and_the_secret_does_not_change_it() {
        let pennies = "duel left(heads tails / heads tails: =left, =right, =right, =left)";
        assert_eq!(shares(pennies, 1, &["heads"]), shares(pennies, 1, &["tails"]));
    }
}
