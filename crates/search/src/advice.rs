//! Hints, and the review of a game that was played: the same search, asked what it thinks.

use kernel::{Game, Match, Node, Ply, Seat};

use crate::{
    Choice, Glimpse, Means, Search, Settings,
    tree::{ONE, Tree, fingerprint, squeeze, unsqueeze},
};

/// In how many deals a side is asked what it thinks of a position.
const DEALS: i32 = 4;

/// What the search thinks of every choice of the deciding seat, the best first. Empty when nobody decides.
pub fn advise<G: Game>(
    played: &Match<G>,
    settings: Settings,
    means: Means,
    seed: u64,
) -> Vec<Choice<G::Action>> {
    let Some(glimpse) = Glimpse::of(played) else { return Vec::new() };
    let mut choices = Search::new("adviser", settings, means, seed).ponder(&glimpse);
    for choice in choices.iter_mut().filter(|choice| !choice.exact) {
        choice.value = told(glimpse.game(), played.state(), glimpse.seat(), choice.value);
    }
    choices
}

/// What a value of the search in this position means to its seat as played games bear it out. A sure end stays one.
fn told<G: Game>(game: &G, state: &G::State, seat: Seat, value: i32) -> i32 {
    if value.abs() == ONE { value } else { squeeze(game.foretell(state, seat, unsqueeze(value))) }
}

/// One decision of a game as the search sees it afterwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Judged<A> {
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
    /// What the position promised the decider, with the better choice and by the mean of both sides' judgement, of [`ONE`].
    pub value: i32,
    /// How much less what he played was worth.
    pub loss: i32,
}

/// Judges every real decision of a match in order. `see` hears how many plies are done.
pub fn review<G: Game>(
    game: &Match<G>,
    settings: &Settings,
    seed: u64,
    mut see: impl FnMut(usize),
) -> Vec<Judged<G::Action>> {
    let rules: &G = game.game();
    let mut state = game.up_to(0).state().clone();
    let mut deaf = kernel::Journal::deaf();
    let mut rng = kernel::Rng::new(seed, 0);
    let mut legal = Vec::new();
    let mut judged = Vec::new();
    let mut views = [G::Memo::default(), G::Memo::default()];
    let mut planner = Search::new("reviewer", Settings::with_iterations(1), Means::default(), seed);
    for (ply, &line) in game.plies().iter().enumerate() {
        match line {
            Ply::Luck(luck) => rules.resolve(&mut state, luck, &mut deaf),
            Ply::Act(seat, played) => {
                rules.legal(&state, &mut legal);
                if legal.len() > 1 && rules.node(&state) == Node::Decision(seat) {
                    let glimpse = Glimpse::new(rules, &state, seat);
                    let verdict = if rules.small_steps() {
                        Some(planner.compare(&glimpse, played))
                    } else {
                        let mut tree: Tree<G> = Tree::new(settings.clone(), seed, 1 + ply as u64);
                        tree.plant(seat, fingerprint(seat, &legal));
                        for _ in 0..settings.iterations {
                            tree.walk(rules, glimpse.deal(&mut rng));
                        }
                        // What was played is tried as often as it takes to be compared.
                        for _ in 0..settings.iterations / 4 {
                            tree.walk_from(rules, glimpse.deal(&mut rng), played);
                        }
                        judge(&tree, played)
                    };
                    let turn = rules.turn(&state);
                    judged.extend(verdict.map(|Verdict { best, value, loss }| {
                        let [promised, kept] =
                            [value, value - loss].map(|value| told(rules, &state, seat, value));
                        let value =
                            (promised + lean(rules, &state, seat, &mut rng, &mut views)).clamp(-ONE, ONE);
                        Judged { ply, turn, seat, played, best, value, loss: promised - kept }
                    }));
                }
                rules.apply(&mut state, played, &mut deaf);
            }
        }
        see(ply + 1);
    }
    judged
}

/// What the search would have played instead of something, what that promised, and how much less what was played did.
pub struct Verdict<A> {
    pub best: A,
    pub value: i32,
    pub loss: i32,
}

/// How much better a position looks to a seat by the mean of what both sides think of it, each by what it could know, than by
/// its own judgement. With it the chances of a game make one line, whoever decides.
fn lean<G: Game>(
    game: &G,
    state: &G::State,
    seat: Seat,
    rng: &mut kernel::Rng,
    views: &mut [G::Memo; 2],
) -> i32 {
    let mut stands = |thinker: Seat| {
        let glimpse = Glimpse::new(game, state, thinker);
        let looks = (0..DEALS).map(|_| {
            let judged = game.judge(&glimpse.deal(rng), thinker, &mut views[usize::from(thinker.0)]);
            told(game, state, thinker, squeeze(judged))
        });
        looks.sum::<i32>() / DEALS
    };
    (-stands(Seat(1 - seat.0)) - stands(seat)) / 2
}

fn judge<G: Game>(tree: &Tree<G>, played: G::Action) -> Option<Verdict<G::Action>> {
    let mut choices = Vec::new();
    tree.choices(&mut choices);
    let own = *choices.iter().find(|choice| choice.action == played)?;
    let best = *choices.iter().max_by_key(|choice| (choice.visits, choice.value))?;
    let loss = (best.value - own.value).max(0);
    // A choice that is worth no more is no better one.
    let best = if loss == 0 { own } else { best };
    Some(Verdict { best: best.action, value: best.value, loss })
}

/// A value as the chance to win, in thousandths.
pub fn chance(value: i32) -> u16 {
    let shifted = i64::from(value) + i64::from(ONE);
    (shifted * 1000 / (2 * i64::from(ONE))).clamp(0, 1000) as u16
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kernel::{Players, dummy::Dummy};

    use super::*;

    /// In small steps every click of an act is judged by what it leads to: whoever breaks off loses what lay further on, and
    /// whoever goes there loses nothing on the way, however bad it looks.
    #[test]
    fn an_act_is_reviewed_as_a_whole() {
        let end = |worth: i32| format!("@{worth} right(x: ^, y: ^)");
        let tree = format!(
            "#0/0 left(on: @-900 #1/1 left(fire: {}, stop: {}), stop: {})",
            end(500),
            end(-900),
            end(100)
        );
        let game = Arc::new(Dummy::tree(&tree).unwrap().in_small_steps());
        let review_of = |clicks: &[&str]| {
            let mut played = Match::new(game.clone(), None, &[] as &[&str], Players::default())
                .expect("a game of one scenario");
            for click in clicks {
                played.play(game.read(click).unwrap()).unwrap();
            }
            let judged = review(&played, &Settings::with_iterations(10), 1, |_| ());
            judged.iter().map(|it| (game.write(it.best), it.loss > 0)).collect::<Vec<_>>()
        };
        let told = |best: &str, lost: bool| (best.to_owned(), lost);
        assert_eq!(review_of(&["stop"]), [told("on", true)]);
        assert_eq!(review_of(&["on", "fire"]), [told("on", false), told("fire", false)]);
        assert_eq!(review_of(&["on", "stop"]), [told("on", false), told("fire", true)]);
    }
}
