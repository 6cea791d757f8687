//! How a player conducts himself, whoever wins: whether his moves undo each other, whether those he activates do anything,
//! what he leaves unused. Counted from actions and positions alone.

use std::{
    collections::{BTreeMap, BTreeSet},
    mem::{Discriminant, discriminant},
};

use kernel::{Game, Journal, Match, Node, Ply, Seat, Viewer};
use search::{Judgement, Kinds};
use serde::{Deserialize, Serialize};
use view::Name;

/// Figures of one side in one game, or added up over many.
#[derive(Clone, Default, Debug, PartialEq, Serialize, Deserialize)]
pub struct Conduct {
    /// Moves: what one piece went in one turn.
    pub moves: u64,
    /// Moves that ended where they began, or that took back the piece's move of the same or the last turn.
    pub undone: u64,
    /// Activations.
    pub activations: u64,
    /// Activations without a draw after which every piece stood where it had stood.
    pub idle: u64,
    /// Free attacks that were made.
    pub attacks: u64,
    /// How often a free attack was at hand when the player ended the phase, or his unit its activation.
    pub forgone: u64,
    /// Points that were to be spent.
    pub points: u64,
    /// Those that lapsed.
    pub lapsed: u64,
    /// How often each kind of action was played, by the first word of its notation; zero if it was only offered.
    pub kinds: BTreeMap<String, u64>,
}

impl Conduct {
    /// Adds the figures of another game.
    pub fn add(&mut self, other: &Conduct) {
        self.moves += other.moves;
        self.undone += other.undone;
        self.activations += other.activations;
        self.idle += other.idle;
        self.attacks += other.attacks;
        self.forgone += other.forgone;
        self.points += other.points;
        self.lapsed += other.lapsed;
        for (kind, count) in &other.kinds {
            *self.kinds.entry(kind.clone()).or_default() += count;
        }
    }

    /// Kinds of action that were offered and never played.
    pub fn never_used(&self) -> Vec<&str> {
        self.kinds.iter().filter(|(_, count)| **count == 0).map(|(kind, _)| kind.as_str()).collect()
    }

    /// The figures with their names, each a count and of how many; those that the game does not have are left out.
    pub fn figures(&self) -> Vec<(&'static str, u64, u64)> {
        let all = [
            ("moves undone", self.undone, self.moves),
            ("idle activations", self.idle, self.activations),
            ("free attacks forgone", self.forgone, self.attacks + self.forgone),
            ("points lapsed", self.lapsed, self.points),
        ];
        all.into_iter().filter(|(_, _, of)| *of > 0).collect()
    }
}

/// Where pieces stand: their places and floors, by id.
type Places = BTreeMap<Name, (Name, Option<Name>)>;

/// What a piece of the deciding side went in a turn.
struct Way {
    turn: u16,
    from: Name,
    to: Name,
}

/// Counts the conduct of every seat of a match.
pub fn conduct<G: Game, J: Judgement<G>>(judgement: &J, played: &Match<G>) -> Vec<Conduct> {
    let game: &G = played.game();
    let sides = game.about().sides.len();
    let mut counter = Counter {
        game,
        judgement,
        kinds: judgement.kinds(),
        words: Vec::new(),
        seats: (0..sides).map(|_| OneSeat::default()).collect(),
        open: None,
        draws: 0,
    };
    let mut state = played.up_to(0).state().clone();
    let mut journal = Journal::disabled();
    for &ply in played.plies() {
        let turn = game.turn(&state);
        let points = counter.points(&state);
        match ply {
            Ply::Luck(luck) => {
                counter.draws += 1;
                game.resolve(&mut state, luck, &mut journal);
                counter.spend(&points, &state, None);
            }
            Ply::Act(seat, action) => {
                let kind = counter.before(&state, seat, action);
                let places = counter.kinds.moves.contains(&&*kind).then(|| places(game, &state, seat));
                game.apply(&mut state, action, &mut journal);
                if let Some(places) = places {
                    counter.moved(turn, seat, &places, &state);
                }
                counter.spend(&points, &state, Some((seat, &kind)));
                if counter.kinds.ends.contains(&&*kind) {
                    counter.close_now(&state);
                }
            }
        }
        if game.turn(&state) != turn || matches!(game.node(&state), Node::Over(_)) {
            counter.close_now(&state);
            counter.end_turn();
        }
    }
    counter.seats.into_iter().map(OneSeat::finish).collect()
}

#[derive(Default)]
struct OneSeat {
    conduct: Conduct,
    /// What each piece went last and, before that, in an earlier turn.
    ways: BTreeMap<Name, [Option<Way>; 2]>,
    offered: BTreeSet<String>,
    /// A free attack was at hand when he passed; what comes of it shows when the turn ends.
    passed: bool,
}

impl OneSeat {
    fn finish(mut self) -> Conduct {
        let ways = std::mem::take(&mut self.ways);
        for [last, earlier] in ways.into_values() {
            self.settle(last.as_ref(), earlier.as_ref());
        }
        for kind in self.offered {
            self.conduct.kinds.entry(kind).or_default();
        }
        self.conduct
    }

    /// Counts a move that is over.
    fn settle(&mut self, last: Option<&Way>, earlier: Option<&Way>) {
        let Some(last) = last else { return };
        self.conduct.moves += 1;
        let takes_back = |earlier: &Way| {
            earlier.turn + 1 >= last.turn && earlier.from == last.to && earlier.to == last.from
        };
        self.conduct.undone += u64::from(last.from == last.to || earlier.is_some_and(takes_back));
    }

    fn step(&mut self, piece: &Name, turn: u16, from: &Name, to: &Name) {
        let mut known = self.ways.remove(piece).unwrap_or_default();
        match &mut known[0] {
            Some(way) if way.turn == turn && way.to == *from => way.to = to.clone(),
            _ => {
                let [last, earlier] = known;
                self.settle(last.as_ref(), earlier.as_ref());
                known = [Some(Way { turn, from: from.clone(), to: to.clone() }), last];
            }
        }
        self.ways.insert(piece.clone(), known);
    }
}

/// An activation under way.
struct Open {
    seat: Seat,
    places: Places,
    draws: u64,
}

struct Counter<'a, G: Game, J> {
    game: &'a G,
    judgement: &'a J,
    kinds: Kinds,
    words: Vec<(Discriminant<G::Action>, String)>,
    seats: Vec<OneSeat>,
    open: Option<Open>,
    draws: u64,
}

impl<G: Game, J: Judgement<G>> Counter<'_, G, J> {
    /// The first word of an action's notation, as it stood when the kind was first met: a kind has one word.
    fn word(&mut self, action: G::Action) -> String {
        let kind = discriminant(&action);
        if let Some((_, word)) = self.words.iter().find(|(known, _)| *known == kind) {
            return word.clone();
        }
        let text = self.game.write(action);
        let word = text.split(' ').next().unwrap_or_default().to_owned();
        self.words.push((kind, word.clone()));
        word
    }

    /// Looks at a decision before it is played; returns the kind of what is.
    fn before(&mut self, state: &G::State, seat: Seat, action: G::Action) -> String {
        let mut legal = Vec::new();
        self.game.legal(state, &mut legal);
        let offered = self.words_of(&legal);
        let kind = self.word(action);
        let kinds = self.kinds;
        let leaves = kinds.passes.contains(&&*kind) || kinds.ends.contains(&&*kind);
        let at_hand = leaves && self.attack_at_hand(state, &legal, &offered);
        if kinds.activations.contains(&&*kind) || kinds.passes.contains(&&*kind) {
            self.close_now(state);
        }
        if kinds.activations.contains(&&*kind) {
            self.open = Some(Open { seat, places: places(self.game, state, seat), draws: self.draws });
        }
        let own = &mut self.seats[usize::from(seat.0)];
        own.offered.extend(offered);
        *own.conduct.kinds.entry(kind.clone()).or_default() += 1;
        if kinds.attacks.contains(&&*kind) {
            own.conduct.attacks += 1;
            own.passed = false;
        }
        if at_hand && kinds.ends.contains(&&*kind) {
            own.conduct.forgone += 1;
        } else if at_hand {
            own.passed = true;
        }
        kind
    }

    fn words_of(&mut self, legal: &[G::Action]) -> BTreeSet<String> {
        let mut seen: Vec<Discriminant<G::Action>> = Vec::new();
        let mut words = BTreeSet::new();
        for &action in legal {
            let kind = discriminant(&action);
            if !seen.contains(&kind) {
                seen.push(kind);
                words.insert(self.word(action));
            }
        }
        words
    }

    /// Whether an attack could be made instead, at once or by one that could be activated.
    fn attack_at_hand(&mut self, state: &G::State, legal: &[G::Action], offered: &BTreeSet<String>) -> bool {
        let (attacks, activations) = (self.kinds.attacks, self.kinds.activations);
        if attacks.iter().any(|kind| offered.contains(*kind)) {
            return true;
        }
        legal.iter().any(|&action| {
            let word = self.word(action);
            if !activations.contains(&&*word) {
                return false;
            }
            let mut next = state.clone();
            self.game.apply(&mut next, action, &mut Journal::disabled());
            let mut legal = Vec::new();
            if matches!(self.game.node(&next), Node::Decision(_)) {
                self.game.legal(&next, &mut legal);
            }
            let words = self.words_of(&legal);
            attacks.iter().any(|kind| words.contains(*kind))
        })
    }

    fn moved(&mut self, turn: u16, seat: Seat, before: &Places, state: &G::State) {
        let own = &mut self.seats[usize::from(seat.0)];
        for (piece, (to, _)) in places(self.game, state, seat) {
            if let Some((from, _)) = before.get(&piece)
                && *from != to
            {
                own.step(&piece, turn, from, &to);
            }
        }
    }

    fn points(&self, state: &G::State) -> Vec<u32> {
        let seats = 0..self.seats.len();
        seats.map(|seat| self.judgement.points(self.game, state, Seat(seat as u8))).collect()
    }

    /// Counts what points came, went and lapsed. They lapse when nobody spent them.
    fn spend(&mut self, before: &[u32], state: &G::State, actor: Option<(Seat, &str)>) {
        let after = self.points(state);
        let kinds = self.kinds;
        for (seat, (&before, after)) in before.iter().zip(after).enumerate() {
            let leaves = |kind: &str| kinds.passes.contains(&kind) || kinds.ends.contains(&kind);
            let spends = actor.is_some_and(|(actor, kind)| usize::from(actor.0) == seat && !leaves(kind));
            let own = &mut self.seats[seat].conduct;
            own.points += u64::from(after.saturating_sub(before));
            if !spends {
                own.lapsed += u64::from(before.saturating_sub(after));
            }
        }
    }

    /// An activation lasts until it is ended, or the next one or a pass comes: its dice may wait for the other side.
    fn close_now(&mut self, state: &G::State) {
        let Some(open) = self.open.take() else { return };
        let own = &mut self.seats[usize::from(open.seat.0)].conduct;
        own.activations += 1;
        let idle = open.draws == self.draws && open.places == places(self.game, state, open.seat);
        own.idle += u64::from(idle);
    }

    fn end_turn(&mut self) {
        for own in &mut self.seats {
            own.conduct.forgone += u64::from(own.passed);
            own.passed = false;
        }
    }
}

/// Where the pieces of a seat's side stand.
fn places<G: Game>(game: &G, state: &G::State, seat: Seat) -> Places {
    let view = game.view(state, Viewer::Seat(seat));
    let own = view.pieces.into_iter().filter(|piece| view.you.as_ref() == Some(&piece.side));
    own.map(|piece| (piece.id, (piece.at, piece.level))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walked(steps: &[(u16, &str, &str)]) -> Conduct {
        let mut seat = OneSeat::default();
        for (turn, from, to) in steps {
            seat.step(&"unit".into(), *turn, &(*from).into(), &(*to).into());
        }
        seat.finish()
    }

    #[test]
    fn a_way_out_and_back_is_undone_and_counts_once() {
        let conduct = walked(&[(1, "a", "b"), (1, "b", "c"), (1, "c", "a")]);
        assert_eq!((conduct.moves, conduct.undone), (1, 1));
        let conduct = walked(&[(1, "a", "b"), (1, "b", "c")]);
        assert_eq!((conduct.moves, conduct.undone), (1, 0));
    }

    #[test]
    fn a_move_that_the_next_turn_takes_back_is_undone() {
        let conduct = walked(&[(1, "a", "b"), (2, "b", "a"), (3, "a", "c")]);
        assert_eq!((conduct.moves, conduct.undone), (3, 1));
        let later = walked(&[(1, "a", "b"), (4, "b", "a")]);
        assert_eq!((later.moves, later.undone), (2, 0), "much can happen in three turns");
    }

    #[test]
    fn figures_add_up_and_name_what_was_never_used() {
        let mut sum = Conduct { moves: 3, undone: 1, ..Conduct::default() };
        sum.kinds = [("move".to_owned(), 3), ("fire".to_owned(), 0)].into();
        let other = Conduct { moves: 1, kinds: [("fire".to_owned(), 0)].into(), ..Conduct::default() };
        sum.add(&other);
        assert_eq!(sum.never_used(), ["fire"]);
        assert_eq!(sum.figures(), [("moves undone", 1, 4)]);
    }
}
