//! Hints, and the review of a game that was played: the same search, asked what it thinks.

use std::sync::Arc;

use kernel::{Game, Match, Node, Ply, Rules, Seat};

use crate::{
    Choice, Glimpse, Judgement, Means, Search, Settings,
    tree::{ONE, Tree, evaluation_of, fingerprint, value_of},
};

/// In how many deals a side is asked what it thinks of a position.
const DEALS: i32 = 4;

/// What the search thinks of every choice of the deciding seat, the best first. Empty when nobody decides.
pub fn advise<G: Game, J: Judgement<G>>(
    judgement: &Arc<J>,
    played: &Match<G>,
    settings: Settings,
    means: Means,
    seed: u64,
) -> Vec<Choice<G::Action>> {
    let Some(glimpse) = Glimpse::of(played) else { return Vec::new() };
    let mut choices = Search::new("adviser", judgement.clone(), settings, means, seed).ponder(&glimpse);
    for choice in choices.iter_mut().filter(|choice| !choice.exact) {
        choice.value = reported(&**judgement, glimpse.game(), played.state(), glimpse.seat(), choice.value);
    }
    choices
}

/// The value that is reported of a value of the search in this position, calibrated by played games. A sure end stays one.
fn reported<G: Rules, J: Judgement<G>>(
    judgement: &J,
    game: &G,
    state: &G::State,
    seat: Seat,
    value: i32,
) -> i32 {
    if value.abs() == ONE {
        return value;
    }
    value_of(judgement.reported(game, state, seat, evaluation_of(value)))
}

/// One decision of a game as the search sees it afterwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision<A> {
    /// How many plies lay behind it.
    pub ply: usize,
    /// The turn of the game.
    pub turn: u16,
    /// Who decided.
    pub seat: Seat,
    /// What he played.
    pub played: A,
    /// What the search would have played.
    pub best: A,
    /// What the position promised the decider, with the better choice and by the mean of both sides' evaluation, of [`ONE`].
    pub value: i32,
    /// How much less what he played promised.
    pub loss: i32,
}

/// Reviews every real decision of a match in order. `see` hears how many plies are done.
pub fn review<G: Game, J: Judgement<G>>(
    judgement: &Arc<J>,
    game: &Match<G>,
    settings: &Settings,
    seed: u64,
    mut see: impl FnMut(usize),
) -> Vec<Decision<G::Action>> {
    let rules: &G = game.game();
    let mut state = game.up_to(0).state().clone();
    let mut journal = kernel::Journal::disabled();
    let mut rng = kernel::Rng::new(seed, 0);
    let mut legal = Vec::new();
    let mut decisions = Vec::new();
    let mut caches = [J::Cache::default(), J::Cache::default()];
    let settings_of_one = Settings::with_iterations(1);
    let mut planner = Search::new("reviewer", judgement.clone(), settings_of_one, Means::default(), seed);
    for (ply, &line) in game.plies().iter().enumerate() {
        match line {
            Ply::Luck(luck) => rules.resolve(&mut state, luck, &mut journal),
            Ply::Act(seat, played) => {
                rules.legal(&state, &mut legal);
                if legal.len() > 1 && rules.node(&state) == Node::Decision(seat) {
                    let glimpse = Glimpse::new(rules, &state, seat);
                    let verdict = if judgement.small_steps() {
                        Some(planner.compare(&glimpse, played))
                    } else {
                        let mut tree: Tree<G, J> =
                            Tree::new(judgement.clone(), settings.clone(), seed, 1 + ply as u64);
                        tree.start(seat, fingerprint(seat, &legal));
                        for _ in 0..settings.iterations {
                            tree.iterate(rules, glimpse.deal(&mut rng));
                        }
                        // What was played is tried as often as it takes to be compared.
                        for _ in 0..settings.iterations / 4 {
                            tree.iterate_from(rules, glimpse.deal(&mut rng), played);
                        }
                        verdict(&tree, played)
                    };
                    let turn = rules.turn(&state);
                    decisions.extend(verdict.map(|Verdict { best, value, loss }| {
                        let [promised, kept] = [value, value - loss]
                            .map(|value| reported(&**judgement, rules, &state, seat, value));
                        let lean = lean(&**judgement, rules, &state, seat, &mut rng, &mut caches);
                        let value = (promised + lean).clamp(-ONE, ONE);
                        Decision { ply, turn, seat, played, best, value, loss: promised - kept }
                    }));
                }
                rules.apply(&mut state, played, &mut journal);
            }
        }
        see(ply + 1);
    }
    decisions
}

/// What the search would have played instead of something, what that promised, and how much less what was played did.
pub struct Verdict<A> {
    pub best: A,
    pub value: i32,
    pub loss: i32,
}

/// How much better a position is for a seat by the mean of what both sides think of it, each by what it could know, than by
/// its own evaluation. With it the win probabilities of a game make one line, whoever decides.
fn lean<G: Rules, J: Judgement<G>>(
    judgement: &J,
    game: &G,
    state: &G::State,
    seat: Seat,
    rng: &mut kernel::Rng,
    caches: &mut [J::Cache; 2],
) -> i32 {
    let mut value = |thinker: Seat| {
        let glimpse = Glimpse::new(game, state, thinker);
        let values = (0..DEALS).map(|_| {
            let cache = &mut caches[usize::from(thinker.0)];
            let evaluation = judgement.evaluate(game, &glimpse.deal(rng), thinker, cache);
            reported(judgement, game, state, thinker, value_of(evaluation))
        });
        values.sum::<i32>() / DEALS
    };
    (-value(Seat(1 - seat.0)) - value(seat)) / 2
}

fn verdict<G: Rules, J: Judgement<G>>(tree: &Tree<G, J>, played: G::Action) -> Option<Verdict<G::Action>> {
    let mut choices = Vec::new();
    tree.choices(&mut choices);
    let own = *choices.iter().find(|choice| choice.action == played)?;
    let best = *choices.iter().max_by_key(|choice| (choice.visits, choice.value))?;
    let loss = (best.value - own.value).max(0);
    // A choice of no higher value is no better one.
    let best = if loss == 0 { own } else { best };
    Some(Verdict { best: best.action, value: best.value, loss })
}

/// The win probability of a seat in a position that it knows, in thousandths, as people are told it.
pub fn chance<G: Rules, J: Judgement<G>>(
    judgement: &J,
    game: &G,
    state: &G::State,
    seat: Seat,
    cache: &mut J::Cache,
) -> u16 {
    if let Node::Over(outcome) = game.node(state) {
        return outcome.winner.map_or(500, |winner| if winner == seat { 1000 } else { 0 });
    }
    let value = value_of(judgement.evaluate(game, state, seat, cache));
    probability(reported(judgement, game, state, seat, value))
}

/// A value as a win probability, in thousandths.
pub fn probability(value: i32) -> u16 {
    let shifted = i64::from(value) + i64::from(ONE);
    (shifted * 1000 / (2 * i64::from(ONE))).clamp(0, 1000) as u16
}

#[cfg(test)]
mod tests {
    use kernel::{Notation, Players, dummy::Dummy};

    use super::*;
    use crate::dummy::Numbers;

    /// In small steps every click of an act is reviewed by what it leads to: whoever breaks off loses what lay further on, and
    /// whoever goes there loses nothing on the way, however bad its score.
    #[test]
    fn an_act_is_reviewed_as_a_whole() {
        let end = |score: i32| format!("@{score} right(x: ^, y: ^)");
        let tree = format!(
            "#0/0 left(on: @-900 #1/1 left(fire: {}, stop: {}), stop: {})",
            end(500),
            end(-900),
            end(100)
        );
        let game = Arc::new(Dummy::tree(&tree).unwrap());
        let review_of = |clicks: &[&str]| {
            let mut played = Match::new(game.clone(), None, &[] as &[&str], Players::default())
                .expect("a game of one scenario");
            for click in clicks {
                played.play(game.read(click).unwrap()).unwrap();
            }
            let judgement = Numbers::in_small_steps();
            let decisions = review(&judgement, &played, &Settings::with_iterations(10), 1, |_| ());
            decisions.iter().map(|it| (game.write(it.best), it.loss > 0)).collect::<Vec<_>>()
        };
        let found = |best: &str, lost: bool| (best.to_owned(), lost);
        assert_eq!(review_of(&["stop"]), [found("on", true)]);
        assert_eq!(review_of(&["on", "fire"]), [found("on", false), found("fire", false)]);
        assert_eq!(review_of(&["on", "stop"]), [found("on", false), found("fire", true)]);
    }
}
