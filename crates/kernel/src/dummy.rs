//! Small tree games for testing kernel and search without the rules of a real game.
//!
//! A game is written as a tree:
//!
//! ```text
//! left(go: die(=left, =draw, ^), stay: duel right(hit pass / hit pass: =left, =right, =draw, =draw))
//! ```
//!
//! | text | node |
//! |---|---|
//! | `=left`, `=right`, `=draw` | the game ends |
//! | `left(a: NODE, b: NODE)` | the seat chooses |
//! | `die(NODE, NODE)`, `cup(NODE, 3*NODE)` | chance chooses; `3*` counts a node three times |
//! | `duel left(a b / c d: NODE, NODE, NODE, NODE)` | left chooses hidden, right answers, then both are shown; one node for each pair, row by row |
//! | `secret left(a b: NODE)` | left chooses hidden; nobody else learns it before the tree starts again |
//! | `^` | a turn passes and the tree starts again; when the turns run out, the game is drawn |
//! | `@25 NODE` | the same node with the number 25 on it, see [`Dummy::number_at`] |
//! | `#3/2 NODE` | the same node on the way: at place 3, with 2 spent, see [`Dummy::on_the_way`] |
//!
//! A [`Flaw`] breaks one promise of the contract on purpose, so that every law can be seen to fail.

use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicU32, Ordering},
};

use view::{
    Aim, AimState, Art, Board, Ending, Face, Holding, HoldingKind, Line, Mark, MarkKind, Name, Odds, Offer,
    Opens, Overlay, Piece, Prompt, Query, Rank, Says, Shade, Sign, Space, SpaceState, Stack, SymbolSet,
    Target, Tone, Track, TrackKind, TrackValue, View,
    art::{Ground, Region, RegionKind},
    odds::Headline,
    study::Vocabulary,
};

use crate::{
    About, Cited, Draw, Entry, Journal, Luck, Misplaced, Node, Notation, OptionAbout, Options, Outcome, Rng,
    RuleRef, Rules, ScenarioAbout, Seat, SideAbout, Stand, Table, TableAbout, Unreadable, Viewer,
    example::Position, rule, rules::Rulebook,
};

/// The first seat.
pub const LEFT: Seat = Seat(0);
/// The second seat.
pub const RIGHT: Seat = Seat(1);

/// How many spaces the board has.
const SPACES: u8 = 4;
/// Turns before the game is drawn.
const TURNS: u16 = 8;
const SHORT: usize = 0;
const LONG: usize = 1;
const SEATS: [&str; 2] = ["left", "right"];

/// The trees of [`Dummy::new`]: each kind of node alone, then all together.
const TREES: [(&str, &str); 5] = [
    (
        "choice",
        "left(go: right(go: =left, stay: @20 left(give: =draw, take: =left)), stay: right(go: =right, stay: =draw))",
    ),
    ("dice", "left(risk: die(3*=left, 2*=right, =draw), safe: cup(=draw, die(=left, =right)))"),
    (
        "duel",
        "duel left(paper rock / paper rock: =draw, =left, =right, duel right(paper rock / paper rock: =draw, =right, =left, ^))",
    ),
    (
        "war",
        "left(attack: die(@-30 ^, @30 right(defend: ^, yield: =left), duel right(ambush wait / press stop: =right, ^, =left, ^)), \
         dig: @10 right(attack: cup(4*^, =right), dig: ^), bluff: duel left(high low / call fold: =left, ^, =right, ^))",
    ),
    (
        "secret",
        "secret left(high low: die(2*left(go: =left, stay: ^), right(call: die(=left, =right), fold: cup(=draw, ^))))",
    ),
];

const RULES: &str = r#"
[book]
game = "dummy"
title = "Dummy"
revision = 1
note = "A made-up game for tests."

[[case]]
number = "1.1"
title = "Seats"
text = "Two players, left and right, walk down a tree."
status = "descriptive"
provenance = ["given"]

[[case]]
number = "1.2"
title = "Choices"
text = "The seat whose node it is picks one of the branches."
status = "code"
provenance = ["given"]

[[case]]
number = "1.3"
title = "Chance"
text = "A die or a cup picks the branch, each equally likely."
status = "code"
provenance = ["given"]

[[case]]
number = "1.4"
title = "Duels"
text = "One seat chooses hidden, the other answers; then both are shown. A secret is kept until the tree starts again."
status = "code"
provenance = ["given"]

[[case]]
number = "1.5"
title = "The end"
text = "A leaf names the winner or a draw."
status = "code"
provenance = ["given"]

[[case]]
number = "1.6"
title = "Turns"
text = "A turn passes when the tree starts again. When the turns run out the game is drawn."
status = "code"
provenance = ["ruling"]

[[case]]
number = "2.1"
title = "Short and long games"
text = "The number of turns can be changed before play."
status = "optional"
provenance = ["gap"]
"#;

/// A promise of the contract that a flawed game breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// The view shows everybody what was chosen hidden.
    Leak,
    /// The view gives spectators what was chosen hidden.
    LeakToSpectators,
    /// The journal tells everybody what was chosen hidden.
    LeakInJournal,
    /// A refusal tells what was chosen hidden.
    LeakInRefusal,
    /// A die rolled later tells everybody what is kept secret.
    LeakLater,
    /// `refuse` allows whatever the seat could do at any time.
    AllowsIllegal,
    /// `refuse` forbids the last legal action.
    RefusesLegal,
    /// `legal` is in reverse order.
    Unsorted,
    /// `legal` lists the first action twice.
    Twice,
    /// A position to decide in has no legal action.
    DeadEnd,
    /// Starting again takes no turn.
    FreeLoop,
    /// Turns never run out, and nobody ever wins.
    NeverEnds,
    /// Turns are counted down.
    TurnBack,
    /// A notation that cannot be read.
    Unreadable,
    /// Two actions with one notation.
    SameNotation,
    /// The invariant is broken when a die has been rolled.
    Invariant,
    /// A redealt world that the knower can tell apart.
    RedealTells,
    /// A die without faces.
    EmptyDie,
    /// What follows an action depends on how often the game was asked before.
    Ambient,
    /// The last legal action is not offered.
    MissingOffer,
    /// Everybody is offered what only one seat may do.
    OffersToAll,
    /// Positions are said to be the same for everybody and are not.
    FalselyOpen,
    /// Two offers with one key.
    SameKey,
    /// An offer does not say what is done.
    NoVerb,
    /// Odds that do not add up.
    Odds,
    /// The prompt cites a case that does not exist.
    UnknownCase,
    /// The journal cites a case that does not exist.
    UnknownCaseInJournal,
    /// A refusal cites a case that does not exist.
    UnknownCaseInRefusal,
    /// A fact of the journal without words.
    Mute,
    /// The view cannot be made for spectators.
    ViewPanics,
    /// Whoever decides ahead is asked something else than in his turn.
    AheadElsewhere,
}

impl Flaw {
    /// Every flaw.
    pub const ALL: [Flaw; 31] = [
        Flaw::Leak,
        Flaw::LeakToSpectators,
        Flaw::LeakInJournal,
        Flaw::LeakInRefusal,
        Flaw::LeakLater,
        Flaw::AllowsIllegal,
        Flaw::RefusesLegal,
        Flaw::Unsorted,
        Flaw::Twice,
        Flaw::DeadEnd,
        Flaw::FreeLoop,
        Flaw::NeverEnds,
        Flaw::TurnBack,
        Flaw::Unreadable,
        Flaw::SameNotation,
        Flaw::Invariant,
        Flaw::RedealTells,
        Flaw::EmptyDie,
        Flaw::Ambient,
        Flaw::MissingOffer,
        Flaw::OffersToAll,
        Flaw::FalselyOpen,
        Flaw::SameKey,
        Flaw::NoVerb,
        Flaw::Odds,
        Flaw::UnknownCase,
        Flaw::UnknownCaseInJournal,
        Flaw::UnknownCaseInRefusal,
        Flaw::Mute,
        Flaw::ViewPanics,
        Flaw::AheadElsewhere,
    ];
}

/// A text that is no tree.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("tree, character {at}: {reason}")]
pub struct TreeError {
    /// Where in the text, counted from zero.
    pub at: usize,
    /// What is wrong there.
    pub reason: String,
}

/// A game of trees.
#[derive(Debug)]
pub struct Dummy {
    about: About,
    rulebook: Rulebook,
    /// Every word that can be chosen, sorted; an action is an index into it.
    words: Vec<String>,
    branches: Vec<Branch>,
    /// The root of each scenario.
    roots: Vec<u16>,
    flaw: Option<Flaw>,
    /// How many actions were played.
    applied: AtomicU32,
}

/// One node of a tree.
#[derive(Clone, Debug)]
struct Branch {
    number: i32,
    on_the_way: Option<(u32, u32)>,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    End(Option<Seat>),
    Again,
    Choice { seat: Seat, ways: Vec<(Choice, u16)> },
    Die(Vec<u16>),
    Cup(Vec<u16>),
    Duel { first: Seat, own: Vec<Choice>, answer: Vec<Choice>, then: Vec<u16> },
    Secret { seat: Seat, own: Vec<Choice>, then: u16 },
}

/// The position: a node, the turn, and what was chosen hidden.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    root: u16,
    node: u16,
    turn: u16,
    limit: u16,
    /// Where each seat's pawn stands: the number of its last choice, or nowhere.
    pawns: [Option<u8>; 2],
    /// The hidden choice of a duel that waits for its answer, by its number.
    hidden: Option<u8>,
    /// The secret of each seat: its number, and of how many.
    secrets: [Option<(u8, u8)>; 2],
    broken: bool,
}

impl State {
    /// The hidden choice of a duel that waits for its answer, by its number: the umpire's knowledge, for tests.
    pub fn hidden(&self) -> Option<u8> {
        self.hidden
    }
}

/// One branch, by its word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Choice(u16);

/// One fact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A seat chose openly.
    Chose(Seat, Choice),
    /// A seat chose hidden; everybody knows that much.
    Sealed(Seat),
    /// What the seat chose hidden; only it knows.
    Hid(Seat, Choice),
    /// The hidden choice is shown.
    Shown(Seat, Choice),
    /// Chance chose.
    Rolled(u16),
    /// A turn begins.
    Turn(u16),
    /// The game has ended.
    Ended(Option<Seat>),
}

/// Why not.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// No such branch here.
    #[error("there is no such branch here")]
    NoBranch,
    /// No such branch here, with a case that does not exist.
    #[error("there is no such branch here")]
    NoSuchCase,
    /// Chance chooses.
    #[error("chance chooses first")]
    Chance,
    /// The game is over.
    #[error("the game is over")]
    Over,
}

impl Cited for Refusal {
    fn rule(&self) -> RuleRef {
        match self {
            Refusal::NoBranch => rule!("1.2"),
            Refusal::NoSuchCase => RuleRef("9.9"),
            Refusal::Chance => rule!("1.3"),
            Refusal::Over => rule!("1.5"),
        }
    }
}

impl Default for Dummy {
    fn default() -> Self {
        Dummy::new()
    }
}

impl Dummy {
    /// Makes the hidden choice of a duel that waits for its answer anew, by `choose` from those there were: for tests of
    /// players.
    pub fn hide_again(&self, state: &mut State, choose: &mut dyn FnMut(&[Choice]) -> Choice) {
        if let (Kind::Duel { own, .. }, Some(_)) = (&self.branch(state).kind, state.hidden) {
            state.hidden = number(own, choose(own));
        }
    }

    /// The game of the built-in trees: `choice`, `dice`, `duel`, `war`, which has all of these, and `secret`.
    pub fn new() -> Dummy {
        Dummy::forest(&TREES).expect("the built-in trees are sound")
    }

    /// The built-in trees with a promise broken.
    pub fn flawed(flaw: Flaw) -> Dummy {
        Dummy { flaw: Some(flaw), ..Dummy::new() }
    }

    /// The game of one tree; its scenario is called `tree`.
    pub fn tree(text: &str) -> Result<Dummy, TreeError> {
        Dummy::forest(&[("tree", text)])
    }

    /// A game of several trees, one scenario each.
    pub fn forest(trees: &[(&str, &str)]) -> Result<Dummy, TreeError> {
        let mut words: Vec<String> = Vec::new();
        let mut branches = Vec::new();
        let mut roots = Vec::new();
        for (_, text) in trees {
            let mut parser = Parser { text, at: 0, words: &mut words, branches: &mut branches };
            let root = parser.node()?;
            parser.end()?;
            if let Kind::Again = parser.branches[usize::from(root)].kind {
                return Err(TreeError { at: 0, reason: "a tree cannot begin by starting again".to_owned() });
            }
            roots.push(root);
        }
        sort_words(&mut words, &mut branches);
        let rulebook = Rulebook::parse("dummy/rules.toml", RULES).expect("the built-in rules are sound");
        let about = about(trees);
        Ok(Dummy { about, rulebook, words, branches, roots, flaw: None, applied: AtomicU32::new(0) })
    }

    /// The same game as another revision of its rules.
    pub fn of_revision(mut self, revision: u32) -> Dummy {
        self.about.revision = revision;
        self
    }

    /// The same game, said to be played with other tables.
    pub fn with_tables(mut self, fingerprint: &str) -> Dummy {
        fingerprint.clone_into(&mut self.about.data);
        self
    }

    /// The number that is written on a node, such as 25 in `@25 NODE`; zero if there is none.
    pub fn number_at(&self, state: &State) -> i32 {
        self.branch(state).number
    }

    /// Place and price that are written on a node, such as `(3, 2)` in `#3/2 NODE`.
    pub fn on_the_way(&self, state: &State) -> Option<(u32, u32)> {
        self.branch(state).on_the_way
    }

    /// How many actions were played so far, in all matches of this game: replays are counted like others.
    pub fn applied(&self) -> u32 {
        self.applied.load(Ordering::Relaxed)
    }

    fn flaw(&self, flaw: Flaw) -> bool {
        self.flaw == Some(flaw)
    }

    fn branch(&self, state: &State) -> &Branch {
        &self.branches[usize::from(state.node)]
    }

    /// 1.2 The branches that can be chosen now, and by whom.
    fn ways(&self, state: &State) -> Option<(Seat, Vec<Choice>)> {
        if state.turn > state.limit {
            return None;
        }
        match &self.branch(state).kind {
            Kind::Choice { seat, ways } => Some((*seat, ways.iter().map(|(choice, _)| *choice).collect())),
            Kind::Duel { first, own, answer, .. } => Some(match state.hidden {
                None => (*first, own.clone()),
                Some(_) => (other(*first), answer.clone()),
            }),
            Kind::Secret { seat, own, .. } => Some((*seat, own.clone())),
            Kind::End(_) | Kind::Again | Kind::Die(_) | Kind::Cup(_) => None,
        }
    }

    /// 1.6 Moves on to a node; where the tree starts again, a turn passes.
    fn enter(&self, state: &mut State, node: u16, journal: &mut Journal<Event>) {
        state.node = node;
        if let Kind::Again = self.branch(state).kind {
            state.node = state.root;
            state.pawns = [None; 2];
            state.secrets = [None; 2];
            match self.flaw {
                Some(Flaw::FreeLoop) => {}
                Some(Flaw::TurnBack) => state.turn = state.turn.saturating_sub(1),
                _ => state.turn = state.turn.saturating_add(1),
            }
            journal.note(rule!("1.6"), Event::Turn(state.turn));
        }
        if self.flaw(Flaw::NeverEnds) && matches!(self.branch(state).kind, Kind::End(_)) {
            state.node = state.root;
            state.turn += 1;
            state.limit = u16::MAX;
        }
        if let Node::Over(outcome) = self.node(state) {
            journal.note(outcome.rule, Event::Ended(outcome.winner));
        }
    }

    /// 1.4 The answer to a duel shows both choices and decides where it leads.
    fn answer(&self, state: &mut State, choice: Choice, journal: &mut Journal<Event>) {
        let Kind::Duel { first, own, answer, then } = &self.branch(state).kind else { return };
        let (Some(hidden), Some(reply)) = (state.hidden.take(), number(answer, choice)) else { return };
        let (seat, row) = (*first, usize::from(hidden));
        state.pawns[usize::from(seat.0)] = Some(hidden);
        state.pawns[usize::from(other(seat).0)] = Some(reply);
        journal.note(rule!("1.4"), Event::Shown(seat, own[row]));
        let next = then[row * answer.len() + usize::from(reply)];
        self.enter(state, next, journal);
    }

    fn space(&self, pawn: Option<u8>) -> Name {
        pawn.map_or_else(|| "box:hand".into(), |at| (at.min(SPACES - 1) + 1).to_string().into())
    }

    /// What comes of a draw that waits at this node, counted.
    fn odds(&self, node: u16) -> Option<Odds> {
        let (Kind::Die(then) | Kind::Cup(then)) = &self.branches[usize::from(node)].kind else { return None };
        let ways = |wanted: &dyn Fn(&Kind) -> bool| {
            then.iter().filter(|&&node| wanted(&self.branches[usize::from(node)].kind)).count() as u64
        };
        let outcomes = [
            ("left wins", ways(&|kind| matches!(kind, Kind::End(Some(LEFT)))), 4),
            ("right wins", ways(&|kind| matches!(kind, Kind::End(Some(RIGHT)))), 4),
            ("a draw", ways(&|kind| matches!(kind, Kind::End(None))), 2),
            ("play goes on", ways(&|kind| !matches!(kind, Kind::End(_))), 0),
        ];
        let of = then.len() as u64 + u64::from(self.flaw(Flaw::Odds));
        let outcomes = outcomes.into_iter().filter(|(_, ways, _)| *ways > 0);
        let outcomes: Vec<view::Outcome> = outcomes
            .enumerate()
            .map(|(i, (label, ways, weight))| view::Outcome::new(label, ways, weight, i as i32))
            .collect();
        Some(Odds {
            title: "Chance".into(),
            headline: Headline { ways: outcomes[0].ways, says: outcomes[0].label.clone() },
            assumes: "".into(),
            of,
            outcomes,
            sums: Vec::new(),
            mean: "".into(),
        })
    }

    fn all_offers(&self, state: &State) -> Vec<Offer> {
        let Some((_, ways)) = self.ways(state) else { return Vec::new() };
        let mut keys: Vec<char> = Vec::new();
        let mut offers = Vec::new();
        for (i, &choice) in ways.iter().enumerate() {
            let word = self.write(choice);
            let free = word.chars().find(|key| !keys.contains(key));
            let key = if self.flaw(Flaw::SameKey) { Some('x') } else { free };
            keys.extend(key);
            let odds = match &self.branch(state).kind {
                Kind::Choice { ways, .. } => self.odds(ways[i].1),
                _ => None,
            };
            let duel = matches!(self.branch(state).kind, Kind::Duel { .. });
            offers.push(Offer {
                action: word.as_str().into(),
                target: if i < usize::from(SPACES) {
                    Target::Space((i + 1).to_string().into())
                } else {
                    Target::Button(true)
                },
                unit: None,
                label: word.clone().into(),
                verb: if self.flaw(Flaw::NoVerb) { "" } else { &word }.into(),
                direction: None,
                cites: if duel { "1.4" } else { "1.2" }.into(),
                key,
                warn: None,
                odds,
                rolls: false,
                ends: false,
            });
        }
        if self.flaw(Flaw::MissingOffer) {
            offers.pop();
        }
        offers
    }

    fn prompt(&self, state: &State) -> Prompt {
        let (cites, rest) = match self.node(state) {
            Node::Over(outcome) => (outcome.rule, outcome.says),
            Node::Chance(_) => (rule!("1.3"), "Chance chooses."),
            Node::Decision(_) if self.flaw(Flaw::UnknownCase) => (RuleRef("9.9"), "Choose a branch."),
            Node::Decision(_) => match (&self.branch(state).kind, state.hidden) {
                (Kind::Duel { .. }, None) | (Kind::Secret { .. }, _) => (rule!("1.4"), "Choose in hiding."),
                (Kind::Duel { .. }, Some(_)) => (rule!("1.4"), "Answer the hidden choice."),
                _ => (rule!("1.2"), "Choose a branch."),
            },
        };
        let lead = format!("Turn {}", state.turn).into();
        Prompt { cites: cites.0.into(), says: Says { lead, rest: rest.into() } }
    }

    fn pieces(&self, state: &State, viewer: Viewer) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for (seat, id) in SEATS.iter().enumerate() {
            let mut at = self.space(state.pawns[seat]);
            let mut marks = Vec::new();
            if let (Kind::Duel { first, .. }, Some(hidden)) = (&self.branch(state).kind, state.hidden)
                && usize::from(first.0) == seat
            {
                let leaks =
                    self.flaw(Flaw::Leak) || self.flaw(Flaw::LeakToSpectators) && viewer == Viewer::Spectator;
                if viewer.knows(*first) || leaks {
                    at = self.space(Some(hidden));
                }
                marks.push("sealed".into());
            }
            pieces.push(Piece {
                id: (*id).into(),
                at,
                side: (*id).into(),
                face: (*id).into(),
                marks,
                facing: None,
                level: None,
                aboard: 0,
                chosen: false,
            });
        }
        pieces
    }
}

impl Rules for Dummy {
    type State = State;
    type Action = Choice;
    type Event = Event;
    type Refusal = Refusal;

    /// 2.1 The options change the number of turns.
    fn setup(&self, scenario: usize, options: Options) -> State {
        let limit = match (options.has(SHORT), options.has(LONG)) {
            (true, _) => TURNS / 2,
            (_, true) => TURNS * 2,
            _ => TURNS,
        };
        let root = self.roots[scenario];
        State {
            root,
            node: root,
            turn: 1,
            limit,
            pawns: [None; 2],
            hidden: None,
            secrets: [None; 2],
            broken: false,
        }
    }

    /// 1.5 A leaf ends the game, and so do turns that have run out.
    fn node(&self, state: &State) -> Node {
        if state.turn > state.limit {
            let says = "The turns have run out.";
            return Node::Over(Outcome { winner: None, side: None, rule: rule!("1.6"), says });
        }
        match &self.branch(state).kind {
            Kind::End(winner) => Node::Over(Outcome {
                winner: *winner,
                side: winner.map(|seat| seat.0),
                rule: rule!("1.5"),
                says: match winner {
                    Some(LEFT) => "Left wins.",
                    Some(_) => "Right wins.",
                    None => "Nobody wins.",
                },
            }),
            Kind::Die(_) if self.flaw(Flaw::EmptyDie) => Node::Chance(Draw::Dice { n: 1, sides: 0 }),
            Kind::Die(then) => Node::Chance(Draw::Dice { n: 1, sides: then.len() as u8 }),
            Kind::Cup(then) => Node::Chance(Draw::Cup { tokens: then.len() as u16 }),
            Kind::Choice { seat, .. } | Kind::Secret { seat, .. } => Node::Decision(*seat),
            Kind::Duel { first, .. } => {
                Node::Decision(if state.hidden.is_none() { *first } else { other(*first) })
            }
            Kind::Again => unreachable!("play never rests where the tree starts again"),
        }
    }

    /// What is done on the way is done by the one unit there is.
    fn actor(&self, state: &State, _action: Choice) -> Option<u16> {
        self.on_the_way(state).map(|_| 0)
    }

    fn stand(&self, state: &State, _unit: u16) -> Option<Stand> {
        self.on_the_way(state).map(|(place, spent)| Stand { place: place.into(), may: 0, spent })
    }

    fn legal(&self, state: &State, out: &mut Vec<Choice>) {
        out.clear();
        let Some((_, ways)) = self.ways(state) else { return };
        out.extend(ways);
        match self.flaw {
            Some(Flaw::Unsorted) => out.reverse(),
            Some(Flaw::Twice) => out.insert(0, out[0]),
            Some(Flaw::DeadEnd) if state.node != state.root => out.clear(),
            _ => {}
        }
    }

    /// 1.2 Only a branch of this node can be chosen.
    fn refuse(&self, state: &State, action: Choice) -> Option<Refusal> {
        match self.node(state) {
            Node::Over(_) => return Some(Refusal::Over),
            Node::Chance(_) => return Some(Refusal::Chance),
            Node::Decision(_) => {}
        }
        let (_, ways) = self.ways(state)?;
        match self.flaw {
            Some(Flaw::AllowsIllegal) => return None,
            Some(Flaw::RefusesLegal) if ways.last() == Some(&action) => return Some(Refusal::NoBranch),
            _ => {}
        }
        if ways.contains(&action) {
            return None;
        }
        Some(match self.flaw {
            Some(Flaw::UnknownCaseInRefusal) => Refusal::NoSuchCase,
            Some(Flaw::LeakInRefusal) if state.hidden == Some(1) => Refusal::Chance,
            _ => Refusal::NoBranch,
        })
    }

    fn apply(&self, state: &mut State, action: Choice, journal: &mut Journal<Event>) {
        let before = self.applied.fetch_add(1, Ordering::Relaxed);
        if self.flaw(Flaw::Ambient) && before % 3 == 2 {
            state.turn += 1;
        }
        match &self.branch(state).kind {
            Kind::Choice { seat, ways } => {
                let seat = *seat;
                let Some(at) = ways.iter().position(|(choice, _)| *choice == action) else { return };
                let node = ways[at].1;
                state.pawns[usize::from(seat.0)] = Some(at as u8);
                let rule = if self.flaw(Flaw::UnknownCaseInJournal) { RuleRef("9.9") } else { rule!("1.2") };
                journal.note(rule, Event::Chose(seat, action));
                self.enter(state, node, journal);
            }
            Kind::Duel { first, own, .. } if state.hidden.is_none() => {
                state.hidden = number(own, action);
                journal.note(rule!("1.4"), Event::Sealed(*first));
                match self.flaw {
                    Some(Flaw::LeakInJournal) => journal.note(rule!("1.4"), Event::Hid(*first, action)),
                    _ => journal.whisper(*first, rule!("1.4"), Event::Hid(*first, action)),
                }
            }
            Kind::Duel { .. } => self.answer(state, action, journal),
            Kind::Secret { seat, own, then } => {
                let (seat, then) = (*seat, *then);
                state.secrets[usize::from(seat.0)] = number(own, action).map(|it| (it, own.len() as u8));
                journal.note(rule!("1.4"), Event::Sealed(seat));
                journal.whisper(seat, rule!("1.4"), Event::Hid(seat, action));
                self.enter(state, then, journal);
            }
            Kind::End(_) | Kind::Again | Kind::Die(_) | Kind::Cup(_) => {}
        }
    }

    /// 1.3 The die or the token names the branch.
    fn resolve(&self, state: &mut State, luck: Luck, journal: &mut Journal<Event>) {
        let (Kind::Die(then) | Kind::Cup(then)) = &self.branch(state).kind else { return };
        let node = then[luck.0 as usize % then.len()];
        state.broken = self.flaw(Flaw::Invariant);
        let told = if self.flaw(Flaw::LeakLater) { state.secrets[0].map_or(0, |(it, _)| it) } else { 0 };
        journal.note(rule!("1.3"), Event::Rolled(luck.0 as u16 + 1 + u16::from(told)));
        self.enter(state, node, journal);
    }

    /// 1.4 What one seat chose hidden may be any of its choices to the other.
    fn redeal(&self, state: &mut State, knower: Seat, rng: &mut Rng) {
        if self.flaw(Flaw::RedealTells) {
            state.pawns[usize::from(knower.0)] = Some(rng.below(u64::from(SPACES)) as u8);
        }
        if let (Kind::Duel { first, own, .. }, Some(_)) = (&self.branch(state).kind, state.hidden)
            && *first != knower
        {
            state.hidden = Some(rng.index(own.len()) as u8);
        }
        if let Some((secret, of)) = &mut state.secrets[usize::from(other(knower).0)] {
            *secret = rng.below(u64::from(*of)) as u8;
        }
    }

    fn reveals(&self, state: &State, _action: Choice) -> bool {
        state.hidden.is_some()
    }

    /// 1.4 Whoever answers may do so before the other has chosen.
    fn ahead(&self, state: &State, seat: Seat) -> Option<State> {
        match (&self.branch(state).kind, state.hidden) {
            (Kind::Duel { first, .. }, None) if *first != seat => {
                let node = if self.flaw(Flaw::AheadElsewhere) { state.root } else { state.node };
                Some(State { hidden: Some(0), node, ..state.clone() })
            }
            _ => None,
        }
    }

    fn unwritten(&self, state: &State, seat: Seat) -> Option<State> {
        match (&self.branch(state).kind, state.hidden) {
            (Kind::Duel { first, .. }, Some(_)) if *first == seat => {
                Some(State { hidden: None, ..state.clone() })
            }
            _ => None,
        }
    }

    fn turn(&self, state: &State) -> u16 {
        state.turn
    }

    fn step(&self, state: &State) -> &'static str {
        match (self.node(state), &self.branch(state).kind) {
            (Node::Over(_), _) => "over",
            (Node::Chance(_), _) => "chance",
            (Node::Decision(_), Kind::Duel { .. }) if state.hidden.is_some() => "answer",
            (Node::Decision(_), Kind::Duel { .. } | Kind::Secret { .. }) => "hide",
            (Node::Decision(_), _) => "choose",
        }
    }

    fn invariant(&self, state: &State) -> Result<(), String> {
        if state.broken {
            return Err("the flaw has shown".to_owned());
        }
        if usize::from(state.node) >= self.branches.len() {
            return Err(format!("there is no node {}", state.node));
        }
        match (&self.branch(state).kind, state.hidden) {
            (Kind::Again, _) => {
                Err(format!("play rests at node {}, where the tree starts again", state.node))
            }
            (Kind::Duel { own, .. }, Some(hidden)) if usize::from(hidden) >= own.len() => {
                Err(format!("the hidden choice {hidden} is not one of {}", own.len()))
            }
            (Kind::Duel { .. }, _) | (_, None) => Ok(()),
            (_, Some(_)) => Err("something is hidden outside a duel".to_owned()),
        }
    }
}

impl Notation for Dummy {
    fn write(&self, action: Choice) -> String {
        let word = &self.words[usize::from(action.0)];
        match self.flaw {
            Some(Flaw::Unreadable) => word.to_uppercase(),
            Some(Flaw::SameNotation) => self.words[0].clone(),
            _ => word.clone(),
        }
    }

    fn read(&self, text: &str) -> Result<Choice, Unreadable> {
        let found = self.words.iter().position(|word| word == text);
        found.map(|at| Choice(at as u16)).ok_or_else(|| Unreadable {
            text: text.to_owned(),
            reason: format!("expected {}", view::list(&self.words)),
        })
    }
}

impl Table for Dummy {
    fn about(&self) -> &About {
        &self.about
    }

    fn rulebook(&self) -> &Rulebook {
        &self.rulebook
    }

    fn board(&self) -> Board {
        let tones = [Tone::Dark, Tone::Light];
        let side =
            |seat: usize| view::Side { id: SEATS[seat].into(), name: SEATS[seat].into(), tone: tones[seat] };
        let face = |seat: usize| (Name::from(SEATS[seat]), face(tones[seat], SEATS[seat]));
        Board {
            game: "dummy".into(),
            title: "Dummy".into(),
            size: [400, 100],
            counter: 30,
            sides: vec![side(0), side(1)],
            spaces: (0..SPACES).map(space).collect(),
            faces: BTreeMap::from([face(0), face(1)]),
            boxes: vec![Holding {
                id: "hand".into(),
                name: "In hand".into(),
                kind: HoldingKind::Reserve,
                side: None,
            }],
            marks: BTreeMap::from([("sealed".into(), MarkKind::new("has chosen in hiding", Sign::Spent))]),
        }
    }

    fn art(&self) -> Art {
        let regions = (0..SPACES).map(|i| {
            let Space { id, name, label, center, .. } = space(i);
            let flags = Vec::new();
            Region {
                id,
                name,
                kind: RegionKind::Area,
                ground: Ground::Clear,
                outline: corners(i),
                label,
                center,
                flags,
            }
        });
        Art { size: [400, 100], title: "Dummy".into(), regions: regions.collect(), ..Art::default() }
    }

    fn position(&self, state: &State, viewer: Viewer) -> View {
        assert!(!(self.flaw(Flaw::ViewPanics) && viewer == Viewer::Spectator), "no view for spectators");
        let node = self.node(state);
        let decides = match node {
            Node::Decision(seat) => Some(seat),
            _ => None,
        };
        let offers = if self.flaw(Flaw::OffersToAll) { self.all_offers(state) } else { Vec::new() };
        let pieces = self.pieces(state, viewer);
        let mut spaces: BTreeMap<Name, SpaceState> = BTreeMap::new();
        for piece in pieces.iter().filter(|piece| !piece.at.starts_with("box:")) {
            let entry = spaces.entry(piece.at.clone()).or_default();
            entry.marks.push(Mark { kind: "trod".into(), label: "trod".into() });
        }
        let number = |id: &str, name: &str, value: u16, of: u16| Track {
            id: id.into(),
            name: name.into(),
            value: TrackValue::Number(i64::from(value)),
            says: value.to_string().into(),
            kind: TrackKind::Tally { of: i64::from(of) },
            side: None,
            note: None,
        };
        View {
            game: "dummy".into(),
            decides: decides.map(|seat| SEATS[usize::from(seat.0)].into()),
            step: self.step(state).into(),
            prompt: self.prompt(state),
            spaces,
            pieces,
            offers,
            aims: SEATS
                .map(|side| Aim::new("leaf", side, "A leaf with this name", AimState::Open, "1.5"))
                .to_vec(),
            tracks: vec![
                number("turn", "Turn", state.turn, state.limit),
                number("node", "Node", state.node, self.branches.len() as u16 - 1),
            ],
            outcome: match node {
                Node::Over(outcome) => Some(Ending {
                    winner: outcome.winner.map(|seat| SEATS[usize::from(seat.0)].into()),
                    says: outcome.says.into(),
                    cites: outcome.rule.0.into(),
                }),
                _ => None,
            },
            ..View::default()
        }
    }

    fn offers(&self, state: &State, _seat: Seat) -> Vec<Offer> {
        self.all_offers(state)
    }

    fn is_open(&self) -> bool {
        self.flaw(Flaw::FalselyOpen)
    }

    fn side(&self, _state: &State, seat: Seat) -> Name {
        SEATS[usize::from(seat.0)].into()
    }

    fn query(&self, state: &State, viewer: Viewer, query: &Query) -> Result<Overlay, Unreadable> {
        let (says, cites) = match query {
            Query::WhyNot { action } => match self.refuse(state, self.read(action)?) {
                Some(refusal) => (refusal.to_string(), refusal.rule()),
                None => ("This can be played now.".to_owned(), rule!("1.2")),
            },
            Query::WhyDark { .. } => ("No branch leads there.".to_owned(), rule!("1.2")),
            _ => ("Each seat holds the space of its last choice.".to_owned(), rule!("1.1")),
        };
        let mut overlay = Overlay { says: says.into(), cites: vec![cites.0.into()], ..Overlay::default() };
        if let Query::Control = query {
            for piece in self.pieces(state, viewer) {
                if !piece.at.starts_with("box:") {
                    overlay.spaces.push(Shade { space: piece.at, kind: piece.side, note: None });
                }
            }
        }
        Ok(overlay)
    }

    fn tell(&self, entry: &Entry<Event>) -> Line {
        let (side, says) = match entry.event {
            Event::Chose(seat, choice) => (Some(seat), format!("chooses {}", self.write(choice))),
            Event::Sealed(seat) => (Some(seat), "chooses in hiding".to_owned()),
            Event::Hid(seat, choice) => (Some(seat), format!("has hidden {}", self.write(choice))),
            Event::Shown(seat, choice) => (Some(seat), format!("shows {}", self.write(choice))),
            Event::Rolled(_) if self.flaw(Flaw::Mute) => (None, String::new()),
            Event::Rolled(luck) => (None, format!("chance picks {luck}")),
            Event::Turn(turn) => (None, format!("turn {turn} begins")),
            Event::Ended(Some(seat)) => (Some(seat), "wins".to_owned()),
            Event::Ended(None) => (None, "nobody wins".to_owned()),
        };
        Line {
            seq: entry.seq,
            cites: entry.rule.0.into(),
            side: side.map(|seat| SEATS[usize::from(seat.0)].into()),
            says: says.into(),
            rank: if let Event::Turn(_) = entry.event { Rank::Heading } else { Rank::Fact },
            opens: if let Event::Turn(turn) = entry.event { Opens::turn(turn) } else { Opens::default() },
            ..Line::default()
        }
    }

    fn vocabulary(&self) -> Vocabulary {
        let last = self.branches.len() as i64 - 1;
        let steps = ["choose", "hide", "answer", "chance", "over"];
        Vocabulary::new(&steps, &[], &[], &[]).number("turn", 0, 1000).number("node", 0, last)
    }

    fn arrange(&self, state: &mut State, position: &Position) -> Result<(), Misplaced> {
        let wrong = |key: String, reason: &str| Misplaced { key, reason: reason.to_owned() };
        if position.clear {
            state.pawns = [None; 2];
        }
        for (id, value) in &position.arrangement.tracks {
            let number = match value {
                TrackValue::Number(number) => u16::try_from(*number).ok(),
                TrackValue::Word(_) => None,
            };
            match (id.as_str(), number) {
                ("turn", Some(turn)) => state.turn = turn,
                ("node", Some(node)) if usize::from(node) < self.branches.len() => {
                    state.node = node;
                    state.hidden = None;
                }
                _ => return Err(wrong(format!("tracks.{id}"), "there is no such track or value")),
            }
        }
        for (id, spec) in &position.arrangement.pieces {
            let Some(seat) = SEATS.iter().position(|seat| seat == id) else {
                return Err(wrong(format!("pieces.{id}"), "the pieces are left and right"));
            };
            let at = spec.at.as_deref().unwrap_or("box:hand");
            state.pawns[seat] = match at.parse::<u8>() {
                Ok(space) if (1..=SPACES).contains(&space) => Some(space - 1),
                _ if at == "box:hand" => None,
                _ => return Err(wrong(format!("pieces.{id}.at"), "the spaces are 1 to 4 and box:hand")),
            };
        }
        if let Some(id) = position.arrangement.spaces.keys().next() {
            return Err(wrong(format!("spaces.{id}"), "spaces cannot be arranged"));
        }
        match &position.step {
            Some(step) if step != self.step(state) => {
                Err(wrong("step".to_owned(), &format!("this node is in step {}", self.step(state))))
            }
            _ => Ok(()),
        }
    }
}

fn about(trees: &[(&str, &str)]) -> About {
    let option = |id: &str, title: &str, other: &str| OptionAbout {
        id: id.to_owned(),
        title: title.to_owned(),
        rule: "2.1".to_owned(),
        blurb: "Changes the number of turns.".to_owned(),
        excludes: vec![other.to_owned()],
    };
    About {
        id: "dummy".to_owned(),
        title: "Dummy".to_owned(),
        blurb: "A made-up game for tests.".to_owned(),
        revision: 1,
        data: "builtin".to_owned(),
        sides: SEATS.map(|id| SideAbout { id: id.to_owned(), name: id.to_owned() }).to_vec(),
        scenarios: trees
            .iter()
            .map(|(id, text)| ScenarioAbout {
                id: (*id).to_owned(),
                title: (*id).to_owned(),
                blurb: (*text).to_owned(),
            })
            .collect(),
        options: vec![option("short", "Short game", "long"), option("long", "Long game", "short")],
        tables: vec![TableAbout {
            file: "dummy/rules.toml".to_owned(),
            key: "case".to_owned(),
            reconstructed: false,
            source: "made up".to_owned(),
        }],
        minutes: 1,
        complexity: 1,
    }
}

fn other(seat: Seat) -> Seat {
    Seat(1 - seat.0)
}

fn number(choices: &[Choice], choice: Choice) -> Option<u8> {
    choices.iter().position(|&it| it == choice).map(|at| at as u8)
}

fn corners(i: u8) -> Vec<[i32; 2]> {
    let x = i32::from(i) * 100;
    vec![[x, 0], [x + 100, 0], [x + 100, 100], [x, 100]]
}

fn space(i: u8) -> Space {
    let x = i32::from(i) * 100;
    let name = (i + 1).to_string();
    Space {
        id: name.as_str().into(),
        name: name.as_str().into(),
        terrain: "clear".into(),
        stack: Stack::Area,
        outline: format!("M{x} 0h100v100h-100z").into(),
        label: [x + 50, 15],
        center: [x + 50, 50],
        piles: BTreeMap::new(),
        levels: false,
        spoken: format!("space {name}").into(),
    }
}

fn face(tone: Tone, name: &str) -> Face {
    Face {
        tone,
        set: SymbolSet::Nato,
        symbol: Some("infantry".into()),
        size: None,
        name: name.into(),
        band: None,
        strength: Some("1".into()),
        ops: None,
        movement: None,
        foot: false,
        acted: false,
        spoken: format!("{name} pawn").into(),
    }
}

/// Sorts the words and renames the choices, so that the branches of every node can be listed in order.
fn sort_words(words: &mut [String], branches: &mut [Branch]) {
    let mut order: Vec<usize> = (0..words.len()).collect();
    order.sort_by(|&a, &b| words[a].cmp(&words[b]));
    let mut rank = vec![0u16; words.len()];
    for (new, &old) in order.iter().enumerate() {
        rank[old] = new as u16;
    }
    words.sort();
    for branch in branches {
        match &mut branch.kind {
            Kind::Choice { ways, .. } => {
                ways.iter_mut().for_each(|(choice, _)| choice.0 = rank[usize::from(choice.0)]);
                ways.sort_unstable();
            }
            Kind::Duel { own, answer, then, .. } => {
                let width = answer.len();
                let row_order = renamed(own, &rank);
                let column_order = renamed(answer, &rank);
                let pairs =
                    row_order.iter().flat_map(|&row| column_order.iter().map(move |&column| (row, column)));
                *then = pairs.map(|(row, column)| then[row * width + column]).collect();
            }
            Kind::Secret { own, .. } => {
                renamed(own, &rank);
            }
            _ => {}
        }
    }
}

/// Renames and sorts the choices; gives the old place of each.
fn renamed(choices: &mut [Choice], rank: &[u16]) -> Vec<usize> {
    choices.iter_mut().for_each(|choice| choice.0 = rank[usize::from(choice.0)]);
    let mut order: Vec<usize> = (0..choices.len()).collect();
    order.sort_by_key(|&i| choices[i]);
    choices.sort_unstable();
    order
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    words: &'a mut Vec<String>,
    branches: &'a mut Vec<Branch>,
}

impl Parser<'_> {
    fn error<T>(&self, reason: impl Into<String>) -> Result<T, TreeError> {
        Err(TreeError { at: self.at, reason: reason.into() })
    }

    fn rest(&mut self) -> &str {
        let rest = self.text[self.at..].trim_start();
        self.at = self.text.len() - rest.len();
        rest
    }

    fn take(&mut self, token: char) -> bool {
        let found = self.rest().starts_with(token);
        self.at += if found { token.len_utf8() } else { 0 };
        found
    }

    fn expect(&mut self, token: char) -> Result<(), TreeError> {
        if self.take(token) { Ok(()) } else { self.error(format!("expected '{token}'")) }
    }

    fn end(&mut self) -> Result<(), TreeError> {
        if self.rest().is_empty() { Ok(()) } else { self.error("expected the end of the tree") }
    }

    fn word(&mut self) -> Result<String, TreeError> {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(rest.len());
        if end == 0 {
            return self.error("expected a word");
        }
        let word = rest[..end].to_owned();
        self.at += end;
        Ok(word)
    }

    fn choice(&mut self) -> Result<Choice, TreeError> {
        let word = self.word()?;
        let known = self.words.iter().position(|it| *it == word);
        let at = known.unwrap_or_else(|| {
            self.words.push(word);
            self.words.len() - 1
        });
        Ok(Choice(at as u16))
    }

    fn seat(&mut self) -> Result<Seat, TreeError> {
        match self.word()?.as_str() {
            "left" => Ok(LEFT),
            "right" => Ok(RIGHT),
            word => self.error(format!("'{word}' is no seat")),
        }
    }

    fn node(&mut self) -> Result<u16, TreeError> {
        let mut number = 0;
        if self.take('@') {
            let word = self.word()?;
            number = word.parse().or_else(|_| self.error(format!("'{word}' is no number")))?;
        }
        let on_the_way = if self.take('#') { Some(self.place_and_price()?) } else { None };
        let kind = self.kind()?;
        let at = self.branches.len();
        self.branches.push(Branch { number, on_the_way, kind });
        u16::try_from(at).or_else(|_| self.error("the tree is too large"))
    }

    fn place_and_price(&mut self) -> Result<(u32, u32), TreeError> {
        let mut number = || {
            let word = self.word()?;
            word.parse().or_else(|_| self.error(format!("'{word}' is no number")))
        };
        let place: u32 = number()?;
        if !self.take('/') {
            return self.error("a place on the way is followed by '/' and what was spent".to_owned());
        }
        let word = self.word()?;
        let spent = word.parse().or_else(|_| self.error(format!("'{word}' is no number")))?;
        Ok((place, spent))
    }

    fn kind(&mut self) -> Result<Kind, TreeError> {
        if self.take('^') {
            return Ok(Kind::Again);
        }
        if self.take('=') {
            return match self.word()?.as_str() {
                "left" => Ok(Kind::End(Some(LEFT))),
                "right" => Ok(Kind::End(Some(RIGHT))),
                "draw" => Ok(Kind::End(None)),
                word => self.error(format!("'{word}' is no result: write left, right or draw")),
            };
        }
        match self.word()?.as_str() {
            "left" => self.ways(LEFT),
            "right" => self.ways(RIGHT),
            "die" => {
                let then = self.chances()?;
                if then.len() > 255 { self.error("a die has at most 255 faces") } else { Ok(Kind::Die(then)) }
            }
            "cup" => Ok(Kind::Cup(self.chances()?)),
            "duel" => self.duel(),
            "secret" => self.secret(),
            word => {
                self.error(format!("'{word}' is no node: write left, right, die, cup, duel, secret, = or ^"))
            }
        }
    }

    fn ways(&mut self, seat: Seat) -> Result<Kind, TreeError> {
        self.expect('(')?;
        let mut ways: Vec<(Choice, u16)> = Vec::new();
        loop {
            let choice = self.choice()?;
            if ways.iter().any(|(other, _)| *other == choice) {
                return self.error("two branches with one word");
            }
            self.expect(':')?;
            ways.push((choice, self.node()?));
            if !self.take(',') {
                break;
            }
        }
        self.expect(')')?;
        Ok(Kind::Choice { seat, ways })
    }

    fn chances(&mut self) -> Result<Vec<u16>, TreeError> {
        self.expect('(')?;
        let mut then = Vec::new();
        loop {
            let mut times = 1;
            if self.rest().starts_with(|c: char| c.is_ascii_digit()) {
                let word = self.word()?;
                times = word.parse().or_else(|_| self.error(format!("'{word}' is no number")))?;
                self.expect('*')?;
            }
            let node = self.node()?;
            then.resize(then.len() + times, node);
            if !self.take(',') {
                break;
            }
        }
        self.expect(')')?;
        if then.is_empty() || then.len() > usize::from(u16::MAX) {
            return self.error("chance needs between 1 and 65535 branches");
        }
        Ok(then)
    }

    fn duel(&mut self) -> Result<Kind, TreeError> {
        let first = self.seat()?;
        self.expect('(')?;
        let own = self.choices('/')?;
        let answer = self.choices(':')?;
        let mut then = Vec::new();
        loop {
            then.push(self.node()?);
            if !self.take(',') {
                break;
            }
        }
        self.expect(')')?;
        if then.len() != own.len() * answer.len() {
            return self.error(format!("a duel needs a node for each of {} pairs", own.len() * answer.len()));
        }
        Ok(Kind::Duel { first, own, answer, then })
    }

    fn secret(&mut self) -> Result<Kind, TreeError> {
        let seat = self.seat()?;
        self.expect('(')?;
        let own = self.choices(':')?;
        let then = self.node()?;
        self.expect(')')?;
        Ok(Kind::Secret { seat, own, then })
    }

    fn choices(&mut self, close: char) -> Result<Vec<Choice>, TreeError> {
        let mut choices = Vec::new();
        while !self.take(close) {
            let choice = self.choice()?;
            if choices.contains(&choice) {
                return self.error("two choices with one word");
            }
            choices.push(choice);
        }
        if choices.is_empty() { self.error("a hidden choice needs choices") } else { Ok(choices) }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{Match, Players, UndoBarred, erased::AnyMatch, example};

    fn start(text: &str) -> Match<Dummy> {
        Match::new(Arc::new(Dummy::tree(text).unwrap()), None, &[] as &[&str], Players::default()).unwrap()
    }

    #[test]
    fn a_torn_tree_is_refused_where_it_is_torn() {
        for (text, reason) in [
            ("", "expected a word"),
            ("left(a =left)", "expected ':'"),
            ("left(a: =left, a: =right)", "two branches"),
            ("middle(a: =left)", "'middle' is no node"),
            ("left(a: =up)", "'up' is no result"),
            ("duel left(a b / c: =left)", "each of 2 pairs"),
            ("die(0*=left)", "between 1 and"),
            ("^", "cannot begin"),
            ("=left =right", "end of the tree"),
            ("@x =left", "no number"),
        ] {
            let error = Dummy::tree(text).unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }

    #[test]
    fn case_1_2_a_branch_is_chosen() {
        let mut game = start("left(zig: =left, zag: =right)");
        assert_eq!(game.legal(), ["zag", "zig"]);
        game.play_text(Some(LEFT), "zig").unwrap();
        assert_eq!(game.outcome().unwrap().winner, Some(LEFT));
    }

    #[test]
    fn case_1_3_chance_picks_each_branch_once() {
        let game = start("cup(=left, 2*=right)");
        let mut winners = Vec::new();
        for luck in 0..3 {
            let mut game = game.clone();
            game.play_luck(Luck(luck)).unwrap();
            winners.push(game.outcome().unwrap().winner);
        }
        assert_eq!(winners, [Some(LEFT), Some(RIGHT), Some(RIGHT)]);
    }

    #[test]
    fn case_1_4_a_duel_hides_until_it_is_answered() {
        let mut game = start("duel right(stone paper / nay aye: =left, =right, =draw, ^)");
        game.play_text(None, "paper").unwrap();
        let at = |game: &Match<Dummy>, viewer| game.view(viewer).pieces[1].at.to_string();
        assert_eq!(at(&game, Viewer::Seat(LEFT)), "box:hand");
        assert_eq!(at(&game, Viewer::Seat(RIGHT)), "1");
        assert_eq!(game.lines(Viewer::Seat(LEFT), 0).len(), 1);
        assert_eq!(game.lines(Viewer::Seat(RIGHT), 0).len(), 2);
        game.play_text(None, "nay").unwrap();
        assert_eq!(game.outcome().unwrap().winner, None);
        assert_eq!(game.may_undo(LEFT), Err(UndoBarred::Reveal));
    }

    #[test]
    fn case_1_4_only_the_deciding_seat_learns_why_not() {
        let mut game = start("duel right(stone paper / nay aye: =left, =right, =draw, ^)");
        game.play_text(None, "paper").unwrap();
        let why = |viewer| {
            let answer = AnyMatch::query(&game, viewer, &Query::WhyNot { action: "stone".into() });
            answer.unwrap().says.to_string()
        };
        assert_eq!(why(Viewer::Seat(LEFT)), "there is no such branch here");
        assert_eq!(why(Viewer::Seat(RIGHT)), "Another side decides now.");
        assert_eq!(why(Viewer::Spectator), "Another side decides now.");
        assert_eq!(why(Viewer::Umpire), "there is no such branch here");
    }

    #[test]
    fn case_1_3_an_outcome_out_of_range_is_refused() {
        let mut game = start("die(=left, =right)");
        let error = game.play_luck(Luck(2)).unwrap_err().to_string();
        assert!(error.contains("below 2"), "{error}");
        assert_eq!(game.seq(), 0);
    }

    #[test]
    fn case_1_5_a_leaf_ends_the_game() {
        let mut game = start("left(a: =draw)");
        game.play_text(None, "a").unwrap();
        assert_eq!(game.outcome().unwrap().rule, rule!("1.5"));
        assert!(game.play_text(None, "a").is_err());
    }

    #[test]
    fn case_1_6_and_2_1_the_turns_run_out() {
        for (option, turns) in [(None, 8), (Some("short"), 4), (Some("long"), 16)] {
            let options: Vec<&str> = option.into_iter().collect();
            let game = Arc::new(Dummy::tree("left(a: ^)").unwrap());
            let mut game = Match::new(game, None, &options, Players::default()).unwrap();
            while game.outcome().is_none() {
                game.play_text(None, "a").unwrap();
            }
            assert_eq!((game.seq(), game.outcome().unwrap().rule), (turns, rule!("1.6")));
        }
    }

    #[test]
    fn case_2_1_short_and_long_exclude_each_other() {
        let sets = Dummy::new().about.option_sets();
        assert_eq!(sets, [Options::NONE, Options(1), Options(2)]);
    }

    #[test]
    fn a_worked_example_runs() {
        let text = r#"
            game = "dummy"
            case = ["1.2"]
            title = "Left goes, right stays"
            play = ["go", "stay"]
            [position.tracks]
            turn = 2
            [expect]
            pieces.left.at = "1"
            pieces.right.at = "2"
            tracks.turn = 2
            step = "choose"
            legal = ["take"]
            illegal = { "go" = "1.2" }
            cites = ["1.2", "1.2"]
        "#;
        let example = example::Example::parse("example.toml", text).unwrap();
        assert_eq!(example::run(&Dummy::new(), &example), Ok(()));
    }

    #[test]
    fn a_worked_example_tells_a_draw_from_a_victory_and_from_a_game_that_goes_on() {
        let game = Dummy::tree("left(drawn: =draw, on: left(later: =draw), won: =right)").unwrap();
        let ends = |play: &str, winner: &str| {
            let text = format!(
                "game = 'dummy'\ncase = ['1.2']\ntitle = 'It ends'\nplay = ['{play}']\nexpect.winner = '{winner}'"
            );
            let example = example::Example::parse("example.toml", &text).unwrap();
            example::run(&game, &example).map_err(|failure| failure.0.join("; "))
        };
        assert_eq!(ends("drawn", "draw"), Ok(()));
        assert_eq!(ends("won", "right"), Ok(()));
        assert_eq!(ends("drawn", "right"), Err("winner: expected right, found draw".to_owned()));
        assert_eq!(ends("won", "draw"), Err("winner: expected draw, found right".to_owned()));
        let goes_on = "winner: expected draw, found none, the game goes on";
        assert_eq!(ends("on", "draw"), Err(goes_on.to_owned()));
    }
}
