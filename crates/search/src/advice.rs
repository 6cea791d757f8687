//! Hints, and the review of a game that was played: the same search, asked what it thinks.

use kernel::{Game, Match, Node, Ply, Seat};

use crate::{
    Choice, Glimpse, Means, Search, Settings,
    tree::{ONE, Tree, fingerprint},
};

/// What the search thinks of every choice of the deciding seat, the best first. Empty when nobody decides.
pub fn advise<G: Game>(
    played: &Match<G>,
    settings: Settings,
    means: Means,
    seed: u64,
) -> Vec<Choice<G::Action>> {
    let Some(glimpse) = Glimpse::of(played) else { return Vec::new() };
    Search::new("adviser", settings, means, seed).ponder(&glimpse)
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
    /// What he played, and what the search would have played.
    pub played: A,
    /// What the search would have played.
    pub best: A,
    /// What the position promised the decider, with the better choice, of [`ONE`].
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
    for (ply, &line) in game.plies().iter().enumerate() {
        match line {
            Ply::Luck(luck) => rules.resolve(&mut state, luck, &mut deaf),
            Ply::Act(seat, played) => {
                rules.legal(&state, &mut legal);
                if legal.len() > 1 && rules.node(&state) == Node::Decision(seat) {
                    let mut tree: Tree<G> = Tree::new(settings.clone(), seed, 1 + ply as u64);
                    tree.plant(seat, fingerprint(seat, &legal));
                    let glimpse = Glimpse::new(rules, &state, seat);
                    for _ in 0..settings.iterations {
                        tree.walk(rules, glimpse.deal(&mut rng));
                    }
                    // What was played is tried as often as it takes to be compared.
                    for _ in 0..settings.iterations / 4 {
                        tree.walk_from(rules, glimpse.deal(&mut rng), played);
                    }
                    judged.extend(judge(&tree, ply, rules.turn(&state), seat, played));
                }
                rules.apply(&mut state, played, &mut deaf);
            }
        }
        see(ply + 1);
    }
    judged
}

fn judge<G: Game>(
    tree: &Tree<G>,
    ply: usize,
    turn: u16,
    seat: Seat,
    played: G::Action,
) -> Option<Judged<G::Action>> {
    let mut choices = Vec::new();
    tree.choices(&mut choices);
    let own = *choices.iter().find(|choice| choice.action == played)?;
    let best = *choices.iter().max_by_key(|choice| (choice.visits, choice.value))?;
    let loss = (best.value - own.value).max(0);
    // A choice that is worth no more is no better one.
    let best = if loss == 0 { own } else { best };
    Some(Judged { ply, turn, seat, played, best: best.action, value: best.value, loss })
}

/// A value as the chance to win, in thousandths.
pub fn chance(value: i32) -> u16 {
    let shifted = i64::from(value) + i64::from(ONE);
    (shifted * 1000 / (2 * i64::from(ONE))).clamp(0, 1000) as u16
}
