//! What must hold for every game and scenario, whatever its rules say.
//!
//! [`check`] plays random games and holds every position against the laws of the contract. The cheap laws are
//! looked at after every ply; the expensive ones, which make views, redeal worlds and search for loops, at every
//! n-th. [`play_outs`] is for very many games: it looks at the invariant alone. Which game is played depends on
//! the seed and the number of the game only, so that a [`Broken`] law can be met again under any other plan.

mod changes;

use std::{
    any::Any,
    collections::{BTreeMap, BTreeSet},
    fmt,
    hash::{DefaultHasher, Hash, Hasher},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use view::{Board, Query, Span, Target, View};

use self::changes::Followers;
use crate::{
    Cited, Game, Journal, Match, Node, Options, Outcome, Players, Ply, Record, Rng, RuleRef, Seat,
    UndoBarred, Viewer,
};

/// How many actions are kept to be tried where they are not legal.
const POOL: usize = 64;
/// How many positions of a game are kept to be compared with the replay.
const KEPT: usize = 8;
/// How many actions are compared by what the journal tells of them.
const ALIKE: usize = 6;
/// How many plies a redealt world is played on.
const ONWARD: usize = 8;
/// The streams that choose what to look at, apart from those that play.
const LOOKING: u64 = 1 << 63;

/// How much to play and how closely to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// How many games are played.
    pub games: u64,
    /// The number of the first one, so that callers can share the work.
    pub first: u64,
    /// What pins the games.
    pub seed: u64,
    /// How many plies a game may last.
    pub bound: usize,
    /// The expensive laws are looked at every so many plies; never for zero.
    pub every: usize,
    /// How many worlds are redealt for each seat.
    pub worlds: usize,
    /// How many decisions deep loops are searched for.
    pub depth: usize,
    /// How many positions such a search may visit.
    pub effort: usize,
}

impl Default for Plan {
    fn default() -> Self {
        Plan { games: 20, first: 0, seed: 1, bound: 20_000, every: 7, worlds: 3, depth: 4, effort: 300 }
    }
}

/// A law of the contract.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Law {
    /// An action has at most eight bytes.
    Size,
    /// Where a seat decides there are legal actions, sorted, none twice; elsewhere there are none.
    Legal,
    /// `refuse` is `None` exactly for legal actions.
    Refusal,
    /// A notation reads back, fits in a line of a record, and no two actions share it.
    Notation,
    /// A draw has outcomes, and its texts read back.
    Draws,
    /// The record reads back, and its replay equals the play.
    Replay,
    /// Undo returns to the position before, and is barred by draws, reveals and the other side's actions.
    Undo,
    /// A seat's view, journal, actions and answers do not depend on what it may not know, nor does what it is told later.
    Leak,
    /// A redealt world is a sound one that can be played.
    Redeal,
    /// A view agrees with the position and with the board, for every viewer.
    View,
    /// The deciding seat is offered exactly the legal actions, the others nothing.
    Offers,
    /// The ways of all outcomes add up.
    Odds,
    /// Every case that is cited exists.
    Cites,
    /// Every fact of the journal has words.
    Journal,
    /// The turn never goes back.
    Turn,
    /// Every game ends.
    Ends,
    /// What the game promises of its positions.
    Invariant,
    /// No legal actions lead back to an earlier position unless a draw or a turn has passed.
    Loop,
    /// What a viewer is told of changes, applied to his view before, gives exactly his view of now.
    Change,
    /// Whoever decides ahead is asked what he is asked when it is his turn, and learns nothing of what the other chose.
    Ahead,
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Law::Size => "actions are small",
            Law::Legal => "legal actions are listed in order",
            Law::Refusal => "refuse and legal agree",
            Law::Notation => "notations read back",
            Law::Draws => "draws have outcomes",
            Law::Replay => "replay equals play",
            Law::Undo => "undo returns",
            Law::Leak => "nothing leaks",
            Law::Redeal => "redealt worlds are sound",
            Law::View => "views agree with the position",
            Law::Offers => "offers are the legal actions",
            Law::Odds => "odds add up",
            Law::Cites => "cited cases exist",
            Law::Journal => "every fact has words",
            Law::Turn => "turns go forward",
            Law::Ends => "every game ends",
            Law::Invariant => "the invariant holds",
            Law::Loop => "no free loops",
            Law::Change => "changes lead to the view of now",
            Law::Ahead => "deciding ahead is deciding in turn",
        })
    }
}

/// A law that does not hold, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{game} {scenario}: '{law}' is broken (seed {seed}, game {number}, ply {ply}): {details}")]
pub struct Broken {
    /// The law.
    pub law: Law,
    /// The id of the game.
    pub game: String,
    /// The id of the scenario.
    pub scenario: String,
    /// The seed of the plan.
    pub seed: u64,
    /// The number of the game played.
    pub number: u64,
    /// How many plies lay behind.
    pub ply: usize,
    /// What was found.
    pub details: String,
}

/// What was played while the laws held.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Report {
    /// Games played to their end.
    pub games: u64,
    /// Actions of the seats.
    pub actions: u64,
    /// Draws.
    pub draws: u64,
    /// Actions and draws of the longest game.
    pub longest: u64,
    /// The sum of the last turns.
    pub turns: u64,
    /// Games won, by seat; `None` for drawn games.
    pub wins: BTreeMap<Option<u8>, u64>,
}

impl Report {
    /// Actions and draws of a game on average, rounded.
    pub fn mean_length(&self) -> u64 {
        let games = self.games.max(1);
        (self.actions + self.draws + games / 2) / games
    }

    /// Adds what another part of the work found.
    pub fn add(&mut self, other: &Report) {
        self.games += other.games;
        self.actions += other.actions;
        self.draws += other.draws;
        self.longest = self.longest.max(other.longest);
        self.turns += other.turns;
        for (&seat, &wins) in &other.wins {
            *self.wins.entry(seat).or_default() += wins;
        }
    }

    fn count(&mut self, tally: Tally) {
        self.games += 1;
        self.actions += tally.actions;
        self.draws += tally.draws;
        self.longest = self.longest.max(tally.actions + tally.draws);
        self.turns += u64::from(tally.turn);
        *self.wins.entry(tally.outcome.winner.map(|seat| seat.0)).or_default() += 1;
    }
}

/// What one game came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Actions of the seats.
    pub actions: u64,
    /// Draws.
    pub draws: u64,
    /// The last turn.
    pub turn: u16,
    /// The result.
    pub outcome: Outcome,
}

/// Plays random games and holds them against all laws.
pub fn check<G: Game>(
    game: &Arc<G>,
    scenario: usize,
    options: Options,
    plan: Plan,
) -> Result<Report, Broken> {
    let mut walk = Walk::new(game, scenario, options, plan);
    if size_of::<G::Action>() > 8 {
        walk.law = Law::Size;
        return Err(walk.broken(format!("an action has {} bytes", size_of::<G::Action>())));
    }
    let mut report = Report::default();
    for number in plan.first..plan.first + plan.games {
        walk.number = number;
        walk.ply = 0;
        // A panic is a broken law like any other: it has a seed and a ply.
        let played = catch_unwind(AssertUnwindSafe(|| walk.play()));
        report.count(played.unwrap_or_else(|panic| Err(walk.broken(words_of(&*panic))))?);
    }
    Ok(report)
}

/// Plays random games fast, holding them against the invariant and the bound alone.
pub fn play_outs<G: Game>(game: &G, scenario: usize, options: Options, plan: Plan) -> Result<Report, Broken> {
    let mut report = Report::default();
    let mut legal = Vec::new();
    for number in plan.first..plan.first + plan.games {
        report.count(play_out(game, scenario, options, plan, number, &mut legal)?);
    }
    Ok(report)
}

/// Plays the random game with this number. Only the plan's seed and bound matter; `legal` is a buffer.
pub fn play_out<G: Game>(
    game: &G,
    scenario: usize,
    options: Options,
    plan: Plan,
    number: u64,
    legal: &mut Vec<G::Action>,
) -> Result<Tally, Broken> {
    let mut rng = Rng::new(plan.seed, number);
    let mut state = game.setup(scenario, options);
    let mut journal = Journal::disabled();
    let (mut actions, mut draws) = (0, 0);
    let broken = |law, ply, details| {
        let about = game.about();
        let (game, scenario) = (about.id.clone(), about.scenarios[scenario].id.clone());
        Broken { law, game, scenario, seed: plan.seed, number, ply, details }
    };
    for ply in 0..=plan.bound {
        game.invariant(&state).map_err(|details| broken(Law::Invariant, ply, details))?;
        match game.node(&state) {
            Node::Over(outcome) => return Ok(Tally { actions, draws, turn: game.turn(&state), outcome }),
            Node::Chance(draw) => {
                game.resolve(&mut state, rng.luck(draw), &mut journal);
                draws += 1;
            }
            Node::Decision(_) => {
                game.legal(&state, legal);
                if legal.is_empty() {
                    let details = format!("no legal action in step {}", game.step(&state));
                    return Err(broken(Law::Legal, ply, details));
                }
                let action = legal[rng.index(legal.len())];
                game.apply(&mut state, action, &mut journal);
                actions += 1;
            }
        }
    }
    Err(broken(
        Law::Ends,
        plan.bound,
        format!("still in step {} of turn {}", game.step(&state), game.turn(&state)),
    ))
}

fn words_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    format!("panicked: {}", text.unwrap_or_else(|| "without a word".to_owned()))
}

/// One walk through a game, with everything it is held against.
struct Walk<'a, G: Game> {
    game: &'a Arc<G>,
    scenario: usize,
    options: Options,
    plan: Plan,
    board: BoardIds,
    number: u64,
    ply: usize,
    /// The law that is looked at, so that a panic knows what it broke.
    law: Law,
    legal: Vec<G::Action>,
    /// Actions met so far in this and earlier games.
    pool: Vec<G::Action>,
    met: u64,
    looking: Rng,
}

/// The ids that a view may name.
struct BoardIds {
    spaces: BTreeSet<view::Name>,
    boxes: BTreeSet<view::Name>,
    faces: BTreeSet<view::Name>,
    sides: BTreeSet<view::Name>,
}

impl BoardIds {
    fn of(board: Board) -> BoardIds {
        BoardIds {
            spaces: board.spaces.into_iter().map(|it| it.id).collect(),
            boxes: board.boxes.into_iter().map(|it| it.id).collect(),
            faces: board.faces.into_keys().collect(),
            sides: board.sides.into_iter().map(|it| it.id).collect(),
        }
    }
}

type Held = Result<(), Broken>;

impl<'a, G: Game> Walk<'a, G> {
    fn new(game: &'a Arc<G>, scenario: usize, options: Options, plan: Plan) -> Walk<'a, G> {
        let board = BoardIds::of(game.board());
        let looking = Rng::new(plan.seed, LOOKING | plan.first);
        let (legal, pool) = (Vec::new(), Vec::new());
        let law = Law::Invariant;
        Walk { game, scenario, options, plan, board, number: 0, ply: 0, law, legal, pool, met: 0, looking }
    }

    fn broken(&self, details: impl Into<String>) -> Broken {
        let about = self.game.about();
        Broken {
            law: self.law,
            game: about.id.clone(),
            scenario: about.scenarios[self.scenario].id.clone(),
            seed: self.plan.seed,
            number: self.number,
            ply: self.ply,
            details: details.into(),
        }
    }

    /// Breaks the law unless it holds.
    fn hold(&self, holds: bool, details: impl FnOnce() -> String) -> Held {
        if holds { Ok(()) } else { Err(self.broken(details())) }
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<G> {
        (0..self.game.about().sides.len() as u8).map(Seat)
    }

    fn viewers(&self) -> impl Iterator<Item = Viewer> + use<G> {
        self.seats().map(Viewer::Seat).chain([Viewer::Spectator, Viewer::Umpire])
    }

    /// Plays one game.
    fn play(&mut self) -> Result<Tally, Broken> {
        self.looking = Rng::new(self.plan.seed, LOOKING | self.number);
        let mut rng = Rng::new(self.plan.seed, self.number);
        let about = self.game.about();
        let players = Players { luck: format!("seed {}", self.plan.seed), players: Vec::new() };
        let scenario = Some(about.scenarios[self.scenario].id.as_str());
        self.law = Law::Replay;
        let mut played = Match::new(self.game.clone(), scenario, &about.option_ids(self.options), players)
            .map_err(|error| self.broken(error.to_string()))?;
        let mut path = Path { since: Vec::new(), turn: self.game.turn(played.state()) };
        let mut kept: Vec<(usize, G::State)> = Vec::new();
        let mut followers = Followers::default();
        let (mut actions, mut draws) = (0, 0);
        loop {
            self.ply = played.seq();
            self.check_position(&played, &mut path)?;
            self.keep(&played, &mut kept);
            if self.plan.every > 0 && self.ply.is_multiple_of(self.plan.every) {
                self.check_closely(&played, &mut followers)?;
            }
            self.law = Law::Ends;
            let state = played.state();
            match self.game.node(state) {
                Node::Over(outcome) => {
                    self.check_replay(&played, &kept)?;
                    self.check_journal(&played)?;
                    return Ok(Tally { actions, draws, turn: self.game.turn(state), outcome });
                }
                _ if self.ply >= self.plan.bound => {
                    let (step, turn) = (self.game.step(state), self.game.turn(state));
                    return Err(self.broken(format!("still in step {step} of turn {turn}")));
                }
                Node::Chance(draw) => {
                    self.law = Law::Draws;
                    let luck = rng.luck(draw);
                    let text = draw.write(luck);
                    let back = draw.read(&text);
                    self.hold(back.as_ref() == Ok(&luck), || {
                        format!("'{text}' reads as {back:?}, not {luck:?}")
                    })?;
                    played.play_luck(luck).map_err(|error| self.broken(error.to_string()))?;
                    path.since.clear();
                    draws += 1;
                }
                Node::Decision(_) => {
                    let action = self.legal[rng.index(self.legal.len())];
                    self.remember(action);
                    self.law = Law::Refusal;
                    played.play(action).map_err(|error| {
                        self.broken(format!("'{}' is legal but not played: {error}", self.game.write(action)))
                    })?;
                    actions += 1;
                }
            }
        }
    }

    /// Keeps the action for the pool of things to try where they are not legal.
    fn remember(&mut self, action: G::Action) {
        self.met += 1;
        if self.pool.contains(&action) {
            return;
        }
        if self.pool.len() < POOL {
            self.pool.push(action);
        } else if self.looking.below(self.met) < POOL as u64 {
            let at = self.looking.index(POOL);
            self.pool[at] = action;
        }
    }

    /// Keeps a few positions of the game, each as likely as any other.
    fn keep(&mut self, played: &Match<G>, kept: &mut Vec<(usize, G::State)>) {
        let seq = played.seq();
        if kept.len() < KEPT {
            kept.push((seq, played.state().clone()));
        } else {
            let at = self.looking.index(seq + 1);
            if at < KEPT {
                kept[at] = (seq, played.state().clone());
            }
        }
    }

    /// The cheap laws, after every ply.
    fn check_position(&mut self, played: &Match<G>, path: &mut Path) -> Held {
        let state = played.state();
        self.law = Law::Invariant;
        self.game.invariant(state).map_err(|details| self.broken(details))?;
        self.law = Law::Turn;
        let turn = self.game.turn(state);
        self.hold(turn >= path.turn, || format!("turn {} is followed by turn {turn}", path.turn))?;
        if turn > path.turn {
            path.turn = turn;
            path.since.clear();
        }
        self.check_repetition(played, path)?;
        self.check_legal(state)?;
        if let Node::Chance(draw) = self.game.node(state) {
            self.law = Law::Draws;
            self.hold(draw.count() > 0, || format!("{draw:?} has no outcome"))?;
        }
        Ok(())
    }

    fn check_legal(&mut self, state: &G::State) -> Held {
        self.law = Law::Legal;
        self.game.legal(state, &mut self.legal);
        let decides = matches!(self.game.node(state), Node::Decision(_));
        let step = self.game.step(state);
        self.hold(decides != self.legal.is_empty(), || match decides {
            true => format!("no legal action in step {step}"),
            false => format!("{} legal actions in step {step}, where nobody decides", self.legal.len()),
        })?;
        let pair = self.legal.windows(2).find(|pair| pair[0] >= pair[1]);
        self.hold(pair.is_none(), || {
            format!("in step {step}, out of order or twice: {:?}", pair.unwrap_or(&[]))
        })
    }

    /// Along the game no position comes again without a draw or a turn in between.
    fn check_repetition(&mut self, played: &Match<G>, path: &mut Path) -> Held {
        self.law = Law::Loop;
        let print = fingerprint(played.state());
        if let Some(at) = path.since.iter().position(|&earlier| earlier == print) {
            let plies = path.since.len() - at;
            let earlier = played.up_to(self.ply - plies);
            let same = earlier.state() == played.state();
            let lines = played.record().lines;
            self.hold(!same, || format!("{} leads back", lines[self.ply - plies..].join("; ")))?;
        }
        path.since.push(print);
        Ok(())
    }

    /// The expensive laws.
    fn check_closely(&mut self, played: &Match<G>, followers: &mut Followers) -> Held {
        let state = played.state();
        self.check_refusals(state)?;
        self.check_notations()?;
        self.check_undo(played)?;
        self.check_views(played)?;
        self.check_changes(played, followers)?;
        self.check_redeals(state)?;
        self.check_ahead(state)?;
        self.check_whispers(state)?;
        self.law = Law::Loop;
        if let Node::Decision(_) = self.game.node(state) {
            let mut effort = self.plan.effort;
            let mut path = vec![state.clone()];
            self.check_loops(&mut path, &mut Vec::new(), self.plan.depth, &mut effort)?;
        }
        Ok(())
    }

    fn check_refusals(&mut self, state: &G::State) -> Held {
        self.law = Law::Refusal;
        for &action in &self.legal {
            let refusal = self.game.refuse(state, action);
            self.hold(refusal.is_none(), || {
                let says = refusal.as_ref().map_or_else(String::new, ToString::to_string);
                format!("'{}' is legal but refused: {says}", self.game.write(action))
            })?;
        }
        for i in 0..self.pool.len() {
            let action = self.pool[i];
            self.law = Law::Refusal;
            let refusal = self.game.refuse(state, action);
            let listed = self.legal.binary_search(&action).is_ok();
            self.hold(refusal.is_none() == listed, || {
                let step = self.game.step(state);
                format!("'{}' is not refused in step {step}, but not legal", self.game.write(action))
            })?;
            if let Some(refusal) = refusal {
                let says = self.game.explain(&refusal);
                self.hold(!says.is_empty(), || format!("{refusal:?} has no words"))?;
                self.cite(refusal.rule().0, &format!("the refusal '{says}'"))?;
            }
        }
        Ok(())
    }

    fn check_notations(&mut self) -> Held {
        self.law = Law::Notation;
        let mut texts = BTreeMap::new();
        for &action in &self.legal {
            let text = self.game.write(action);
            let back = self.game.read(&text);
            self.hold(back.as_ref() == Ok(&action), || {
                format!("'{text}' reads as {back:?}, not {action:?}")
            })?;
            let plain = text.trim() == text && !text.is_empty() && !text.contains('\n');
            let plain = plain && !text.starts_with("* ") && text != "---";
            self.hold(plain, || format!("'{text}' does not fit in a line of a record"))?;
            let other = texts.insert(text, action);
            self.hold(other.is_none(), || format!("{action:?} and {other:?} are written alike"))?;
        }
        Ok(())
    }

    fn check_undo(&mut self, played: &Match<G>) -> Held {
        self.law = Law::Undo;
        let Some(&last) = played.plies().last() else {
            let found = played.may_undo(Seat(0));
            return self.hold(found == Err(UndoBarred::Nothing), || format!("at the start: {found:?}"));
        };
        let before = played.up_to(played.seq() - 1);
        for seat in self.seats() {
            let expected = match last {
                Ply::Luck(_) => Err(UndoBarred::Dice),
                Ply::Act(by, _) if by != seat => Err(UndoBarred::TheirAction),
                Ply::Act(_, action) if self.game.reveals(before.state(), action) => Err(UndoBarred::Reveal),
                Ply::Act(..) => Ok(()),
            };
            let mut undone = played.clone();
            let found = undone.undo(seat);
            self.hold(found == expected, || {
                format!("seat {}: expected {expected:?}, found {found:?}", seat.0)
            })?;
            let back = if found.is_ok() { &before } else { played };
            let same = undone.state() == back.state() && undone.seq() == back.seq();
            self.hold(same, || "another position than the one before".to_owned())?;
            if let (Ok(()), Ply::Act(_, action)) = (found, last) {
                let again = undone.play(action);
                let same = again.is_ok() && undone.state() == played.state();
                self.hold(same, || format!("'{}' played again leads elsewhere", self.game.write(action)))?;
            }
        }
        Ok(())
    }

    fn check_views(&mut self, played: &Match<G>) -> Held {
        let state = played.state();
        let node = self.game.node(state);
        for viewer in self.viewers() {
            self.law = Law::View;
            let view = played.view(viewer);
            let agrees = view.outcome.is_some() == matches!(node, Node::Over(_))
                && view.decides.is_some() == matches!(node, Node::Decision(_))
                && *view.step == *self.game.step(state);
            self.hold(agrees, || format!("{viewer:?}: outcome, decides or step are not those of {node:?}"))?;
            self.check_references(&view, viewer)?;
            self.check_offers(&view, viewer, node)?;
            self.check_cites(&view)?;
        }
        Ok(())
    }

    /// Every id in a view is one of the board's or of the view's own pieces.
    fn check_references(&self, view: &View, viewer: Viewer) -> Held {
        let pieces: BTreeSet<&str> = view.pieces.iter().map(|piece| &*piece.id).collect();
        let missing = |what: &str, id: &str| format!("{viewer:?}: {what} '{id}' does not exist");
        self.hold(pieces.len() == view.pieces.len(), || format!("{viewer:?}: two pieces with one id"))?;
        for piece in &view.pieces {
            self.hold(self.board.faces.contains(&piece.face), || missing("face", &piece.face))?;
            self.hold(self.board.sides.contains(&piece.side), || missing("side", &piece.side))?;
            let known = match piece.at.split_once(':') {
                None => self.board.spaces.contains(&piece.at),
                Some(("box", id)) => self.board.boxes.contains(id),
                Some(("aboard", id)) => pieces.contains(id),
                Some(("cup" | "entry", _)) => true,
                Some(_) => false,
            };
            self.hold(known, || missing("place", &piece.at))?;
        }
        for id in view.spaces.keys().chain(view.aims.iter().flat_map(|aim| &aim.spaces)) {
            self.hold(self.board.spaces.contains(id), || missing("space", id))?;
        }
        for offer in &view.offers {
            match &offer.target {
                Target::Piece(id) => self.hold(pieces.contains(&**id), || missing("target piece", id))?,
                Target::Space(id) => {
                    self.hold(self.board.spaces.contains(id), || missing("target space", id))?;
                }
                Target::Button(_) => {}
            }
            if let Some(unit) = &offer.unit {
                self.hold(pieces.contains(&**unit), || missing("unit", unit))?;
            }
        }
        Ok(())
    }

    fn check_offers(&mut self, view: &View, viewer: Viewer, node: Node) -> Held {
        self.law = Law::Offers;
        let decides = matches!((viewer, node), (Viewer::Seat(own), Node::Decision(seat)) if own == seat);
        let mut offered: Vec<&str> = view.offers.iter().map(|offer| &*offer.action).collect();
        let mut legal: Vec<String> = Vec::new();
        if decides {
            legal.extend(self.legal.iter().map(|&action| self.game.write(action)));
        }
        offered.sort_unstable();
        legal.sort_unstable();
        self.hold(offered == legal, || format!("{viewer:?} is offered {offered:?}, legal are {legal:?}"))?;
        let mut keys: Vec<char> = view.offers.iter().filter_map(|offer| offer.key).collect();
        keys.sort_unstable();
        let twice = keys.windows(2).find(|pair| pair[0] == pair[1]);
        self.hold(twice.is_none(), || format!("the key {twice:?} stands twice"))?;
        let mute = view.offers.iter().find(|offer| offer.verb.is_empty() || offer.label.is_empty());
        self.hold(mute.is_none(), || format!("{mute:?} has no verb or no label"))?;
        self.law = Law::Odds;
        for offer in &view.offers {
            let Some(odds) = &offer.odds else { continue };
            let sum: u64 = odds.outcomes.iter().map(|outcome| outcome.ways).sum();
            let holds = sum == odds.of && odds.of > 0 && odds.headline.ways <= odds.of;
            self.hold(holds, || format!("'{}': {sum} ways of {}", offer.action, odds.of))?;
            let mut ranges: Vec<[i32; 2]> = odds.outcomes.iter().map(|outcome| outcome.range).collect();
            ranges.sort_unstable();
            let apart = ranges.windows(2).all(|pair| pair[0][1] < pair[1][0]);
            self.hold(apart, || format!("'{}': two outcomes share a result: {ranges:?}", offer.action))?;
        }
        Ok(())
    }

    fn check_cites(&mut self, view: &View) -> Held {
        self.cite(&view.prompt.cites, "the prompt")?;
        for aim in &view.aims {
            self.cite(&aim.cites, &format!("the aim '{}'", aim.says))?;
        }
        if let Some(ending) = &view.outcome {
            self.cite(&ending.cites, "the ending")?;
        }
        for offer in &view.offers {
            self.cite(&offer.cites, &format!("the offer '{}'", offer.action))?;
            for sum in offer.odds.iter().flat_map(|odds| &odds.sums) {
                for line in &sum.lines {
                    self.cite(&line.cites, &format!("'{}' in the odds of '{}'", line.says, offer.action))?;
                }
            }
        }
        Ok(())
    }

    fn cite(&mut self, case: &str, what: &str) -> Held {
        self.law = Law::Cites;
        let known = self.game.rulebook().case(case).is_some();
        self.hold(known, || format!("{what} cites '{case}', which the rulebook does not have"))
    }

    /// What a seat sees and may do is the same in every world it cannot tell apart.
    fn check_redeals(&mut self, state: &G::State) -> Held {
        self.law = Law::View;
        let node = self.game.node(state);
        let public = self.game.view(state, Viewer::Spectator);
        for seat in self.seats() {
            let viewer = Viewer::Seat(seat);
            self.law = Law::View;
            let own = self.game.view(state, viewer);
            let queries = self.queries(&own);
            let ask = |state: &G::State| -> Vec<_> {
                queries.iter().map(|query| self.game.query(state, viewer, query)).collect()
            };
            let answers = ask(state);
            let cites: Vec<view::Name> = answers.iter().flatten().flat_map(|it| it.cites.clone()).collect();
            let mut worlds = Vec::with_capacity(self.plan.worlds);
            for _ in 0..self.plan.worlds {
                let mut world = state.clone();
                self.game.redeal(&mut world, seat, &mut Rng::new(self.looking.below(u64::MAX), 0));
                let told = ask(&world) == answers;
                worlds.push((world, told));
            }
            for case in cites {
                self.cite(&case, "an overlay")?;
            }
            for (mut world, told) in worlds {
                self.law = Law::Redeal;
                self.game.invariant(&world).map_err(|details| self.broken(details))?;
                self.law = Law::Leak;
                let seen = self.game.view(&world, viewer);
                self.hold(seen == own, || format!("to seat {}: {}", seat.0, difference(&own, &seen)))?;
                let seen = self.game.view(&world, Viewer::Spectator);
                self.hold(seen == public, || format!("to spectators: {}", difference(&public, &seen)))?;
                self.hold(told, || format!("an overlay tells seat {} more than it may know", seat.0))?;
                let same = self.game.node(&world) == node && self.game.turn(&world) == self.game.turn(state);
                self.hold(same, || format!("node or turn tell seat {} more than it may know", seat.0))?;
                if node == Node::Decision(seat) {
                    let mut legal = Vec::new();
                    self.game.legal(&world, &mut legal);
                    self.hold(legal == self.legal, || {
                        format!("the legal actions tell seat {} more than it may know", seat.0)
                    })?;
                }
                if world != *state {
                    self.check_refusals_alike(state, &world, seat)?;
                    self.check_story(state, &world, seat)?;
                    self.play_on(&mut world)?;
                }
            }
        }
        Ok(())
    }

    /// A part of a secret decision that can be made ahead is the same when its turn comes, whatever the other chose.
    fn check_ahead(&mut self, state: &G::State) -> Held {
        let Node::Decision(first) = self.game.node(state) else { return Ok(()) };
        for seat in self.seats().filter(|&seat| seat != first) {
            self.law = Law::Ahead;
            self.check_unwritten(state, first, seat)?;
            let Some(ahead) = self.game.ahead(state, seat) else { continue };
            self.hold(self.game.node(&ahead) == Node::Decision(seat), || {
                format!("seat {} does not decide", seat.0)
            })?;
            let viewer = Viewer::Seat(seat);
            let asked = |state: &G::State| {
                let mut legal = Vec::new();
                self.game.legal(state, &mut legal);
                (self.game.view(state, viewer), legal)
            };
            let now = asked(&ahead);
            let mut later = state.clone();
            // The one who is asked first chooses, some way or other.
            while self.game.node(&later) == Node::Decision(first) {
                self.game.legal(&later, &mut self.legal);
                let action = self.legal[self.looking.index(self.legal.len())];
                self.game.apply(&mut later, action, &mut Journal::disabled());
            }
            self.game.legal(state, &mut self.legal);
            self.hold(self.game.node(&later) == Node::Decision(seat), || {
                format!("seat {} decides ahead, but not when seat {} has chosen", seat.0, first.0)
            })?;
            let then = asked(&later);
            self.hold(now.1 == then.1, || format!("seat {} has other choices ahead", seat.0))?;
            self.law = Law::Leak;
            self.hold(now.0 == then.0, || format!("to seat {}: {}", seat.0, difference(&now.0, &then.0)))?;
        }
        Ok(())
    }

    /// Before its secret choice a seat decides, and the other cannot tell.
    fn check_unwritten(&mut self, state: &G::State, asked: Seat, seat: Seat) -> Held {
        let Some(before) = self.game.unwritten(state, seat) else { return Ok(()) };
        self.game.invariant(&before).map_err(|details| self.broken(details))?;
        self.hold(self.game.node(&before) == Node::Decision(seat), || {
            format!("seat {} does not decide", seat.0)
        })?;
        let again = self.game.ahead(&before, asked).map(|it| self.game.view(&it, Viewer::Seat(asked)));
        let own = self.game.view(state, Viewer::Seat(asked));
        self.law = Law::Leak;
        self.hold(again.as_ref() == Some(&own), || {
            format!("seat {} sees that seat {} has not chosen yet", asked.0, seat.0)
        })
    }

    /// Why an action is refused does not tell the deciding seat more than it may know.
    fn check_refusals_alike(&mut self, state: &G::State, world: &G::State, seat: Seat) -> Held {
        self.law = Law::Leak;
        if self.game.node(state) != Node::Decision(seat) {
            return Ok(());
        }
        for &action in &self.pool {
            let (one, other) = (self.game.refuse(state, action), self.game.refuse(world, action));
            self.hold(one == other, || {
                let action = self.game.write(action);
                format!("the refusal of '{action}' tells seat {}: {one:?} or {other:?}", seat.0)
            })?;
        }
        Ok(())
    }

    /// Two worlds that a seat cannot tell apart are played on alike. As long as it sees no difference on the table, it is
    /// told the same: by the journal, the tracks, the prompt, the offers and the outcome.
    fn check_story(&mut self, state: &G::State, world: &G::State, seat: Seat) -> Held {
        self.law = Law::Leak;
        let mut pair = [state.clone(), world.clone()];
        for _ in 0..ONWARD {
            let node = self.game.node(&pair[0]);
            let (plies, stories) = match node {
                Node::Over(_) => break,
                Node::Chance(_) if pair.iter().any(|it| self.game.draw_reveals(it, seat)) => break,
                Node::Chance(draw) => {
                    let luck = self.looking.luck(draw);
                    let stories = [0, 1].map(|i| self.told_after(&pair[i], Ply::Luck(luck), seat));
                    (format!("* {}", draw.write(luck)), stories)
                }
                Node::Decision(decides) => {
                    let mut legal = [Vec::new(), Vec::new()];
                    [0, 1].iter().for_each(|&i| self.game.legal(&pair[i], &mut legal[i]));
                    let action = legal[0][self.looking.index(legal[0].len())];
                    if [0, 1].iter().any(|&i| {
                        legal[i].binary_search(&action).is_ok() && self.game.reveals(&pair[i], action)
                    }) {
                        break;
                    }
                    let one = self.told_after(&pair[0], Ply::Act(decides, action), seat);
                    let other = if decides == seat {
                        self.told_after(&pair[1], Ply::Act(decides, action), seat)
                    } else {
                        let Some(other) = self.counterpart(&pair[1], decides, &one, &legal[1], seat) else {
                            break;
                        };
                        other
                    };
                    (self.game.write(action), [one, other])
                }
            };
            let [one, other] = stories;
            let shows = one.view.pieces != other.view.pieces || one.view.spaces != other.view.spaces;
            if shows {
                break;
            }
            let step = self.game.step(&pair[0]);
            self.hold(one.view == other.view, || {
                format!(
                    "'{plies}' in step {step} tells seat {}: {}",
                    seat.0,
                    difference(&one.view, &other.view)
                )
            })?;
            self.hold(one.lines == other.lines, || {
                let at = (0..).find(|&i| one.lines.get(i) != other.lines.get(i)).unwrap_or_default();
                let says = |story: &Story<G>| story.lines.get(at).map(|line| line.says.to_string());
                format!(
                    "the journal of '{plies}' in step {step} tells seat {}: {:?} or {:?}",
                    seat.0,
                    says(&one),
                    says(&other)
                )
            })?;
            pair = [one.state, other.state];
        }
        Ok(())
    }

    /// What another seat could have done in this world so that all looks as after that action; if the journal differs
    /// wherever the view is the same, one of these.
    fn counterpart(
        &self,
        world: &G::State,
        decides: Seat,
        seen: &Story<G>,
        legal: &[G::Action],
        seat: Seat,
    ) -> Option<Story<G>> {
        let mut alike = None;
        for &action in legal {
            let story = self.told_after(world, Ply::Act(decides, action), seat);
            if story.view != seen.view || self.game.reveals(world, action) {
                continue;
            }
            if story.lines == seen.lines {
                return Some(story);
            }
            alike = alike.or(Some(story));
        }
        alike
    }

    /// A position one ply on, and what a seat sees and reads of it.
    fn told_after(&self, state: &G::State, ply: Ply<G::Action>, seat: Seat) -> Story<G> {
        let (mut next, mut journal) = (state.clone(), Journal::new());
        match ply {
            Ply::Act(_, action) => self.game.apply(&mut next, action, &mut journal),
            Ply::Luck(luck) => self.game.resolve(&mut next, luck, &mut journal),
        }
        let heard = journal.entries().iter().filter(|entry| entry.audience.heard_by(Viewer::Seat(seat)));
        let lines = heard.map(|entry| self.game.tell(entry)).collect();
        Story { view: self.game.view(&next, Viewer::Seat(seat)), state: next, lines }
    }

    /// Where a seat cannot tell what another one did, the journal does not tell it either.
    fn check_whispers(&mut self, state: &G::State) -> Held {
        self.law = Law::Leak;
        let Node::Decision(decides) = self.game.node(state) else { return Ok(()) };
        let mut after: Vec<After<G>> = Vec::new();
        let start = self.looking.index(self.legal.len());
        for &action in self.legal.iter().cycle().skip(start).take(self.legal.len().min(ALIKE)) {
            let (mut next, mut journal) = (state.clone(), Journal::new());
            self.game.apply(&mut next, action, &mut journal);
            after.push(After { action, state: next, journal });
        }
        for seat in self.seats().filter(|&seat| seat != decides) {
            let told = |journal: &Journal<G::Event>| -> Vec<view::Line> {
                let entries = journal.entries().iter();
                let heard = entries.filter(|entry| entry.audience.heard_by(Viewer::Seat(seat)));
                heard.map(|entry| self.game.tell(entry)).collect()
            };
            let mut looking = Rng::new(self.plan.seed, self.ply as u64);
            for one in &after {
                for _ in 0..self.plan.worlds {
                    let mut world = one.state.clone();
                    self.game.redeal(&mut world, seat, &mut looking);
                    let alike = after.iter().find(|other| other.action != one.action && other.state == world);
                    let Some(other) = alike else { continue };
                    self.hold(told(&one.journal) == told(&other.journal), || {
                        let (one, other) = (self.game.write(one.action), self.game.write(other.action));
                        format!("the journal tells seat {} whether it was '{one}' or '{other}'", seat.0)
                    })?;
                }
            }
        }
        Ok(())
    }

    /// What to ask about a position: who controls what, and everything about one of its pieces.
    fn queries(&mut self, view: &View) -> Vec<Query> {
        let mut queries = vec![Query::Control];
        if !view.pieces.is_empty() {
            let piece = &view.pieces[self.looking.index(view.pieces.len())];
            queries.push(Query::WhyDark { target: Target::Piece(piece.id.clone()) });
            queries.push(Query::Reach { piece: piece.id.clone() });
            queries.push(Query::Sight { from: piece.id.clone() });
            queries.push(Query::Supply { piece: piece.id.clone() });
        }
        queries
    }

    /// A redealt world can be played.
    fn play_on(&mut self, world: &mut G::State) -> Held {
        self.law = Law::Redeal;
        let mut legal = Vec::new();
        let mut journal = Journal::disabled();
        for _ in 0..ONWARD {
            match self.game.node(world) {
                Node::Over(_) => break,
                Node::Chance(draw) => {
                    let luck = self.looking.luck(draw);
                    self.game.resolve(world, luck, &mut journal);
                }
                Node::Decision(_) => {
                    self.game.legal(world, &mut legal);
                    self.hold(!legal.is_empty(), || "no legal action a few plies on".to_owned())?;
                    let action = legal[self.looking.index(legal.len())];
                    self.game.apply(world, action, &mut journal);
                }
            }
            self.game.invariant(world).map_err(|details| self.broken(details))?;
        }
        Ok(())
    }

    /// Follows decisions of the same turn and finds no way back. The effort is shared out among the branches, so
    /// that the first does not use it up.
    fn check_loops(
        &self,
        path: &mut Vec<G::State>,
        played: &mut Vec<G::Action>,
        depth: usize,
        effort: &mut usize,
    ) -> Held {
        let state = &path[path.len() - 1];
        let turn = self.game.turn(state);
        let mut legal = Vec::new();
        self.game.legal(state, &mut legal);
        let mut journal = Journal::disabled();
        for (i, &action) in legal.iter().enumerate() {
            if *effort == 0 {
                break;
            }
            *effort -= 1;
            let mut next = path[path.len() - 1].clone();
            self.game.apply(&mut next, action, &mut journal);
            if !matches!(self.game.node(&next), Node::Decision(_)) || self.game.turn(&next) != turn {
                continue;
            }
            played.push(action);
            if let Some(at) = path.iter().position(|earlier| *earlier == next) {
                let notations: Vec<String> = played[at..].iter().map(|&it| self.game.write(it)).collect();
                return Err(self.broken(format!("{} leads back", notations.join("; "))));
            }
            if depth > 1 {
                let mut share = *effort / (legal.len() - i);
                *effort -= share;
                path.push(next);
                self.check_loops(path, played, depth - 1, &mut share)?;
                path.pop();
                *effort += share;
            }
            played.pop();
        }
        Ok(())
    }

    fn check_replay(&mut self, played: &Match<G>, kept: &[(usize, G::State)]) -> Held {
        self.law = Law::Replay;
        let record = played.record();
        let read = Record::parse(&record.to_text());
        self.hold(read.as_ref() == Ok(&record), || format!("the record reads back as {read:?}"))?;
        let again =
            Match::from_record(self.game.clone(), &record).map_err(|error| self.broken(error.to_string()))?;
        self.hold(again.state() == played.state(), || "the replay ends elsewhere".to_owned())?;
        self.hold(again.plies() == played.plies(), || "the replay has other plies".to_owned())?;
        let same = again.journal().len() == played.journal().len();
        self.hold(same, || "the replay tells another story".to_owned())?;
        for (plies, state) in kept {
            let earlier = played.up_to(*plies);
            self.hold(earlier.state() == state, || format!("the position after ply {plies} is another one"))?;
        }
        Ok(())
    }

    fn check_journal(&mut self, played: &Match<G>) -> Held {
        let mut cited: BTreeSet<RuleRef> = BTreeSet::new();
        for entry in played.journal() {
            self.law = Law::Journal;
            let line = self.game.tell(entry);
            self.hold(!line.says.is_empty(), || format!("{entry:?} has no words"))?;
            for span in &line.says.0 {
                let known = match span {
                    Span::Space(id) => self.board.spaces.contains(id),
                    Span::Piece(id) => self.board.faces.contains(id),
                    _ => true,
                };
                self.hold(known, || {
                    format!("'{}' names {span:?}, which the board does not have", line.says)
                })?;
            }
            let turns = line.opens.turn.is_some() && line.rank != view::Rank::Heading;
            self.hold(!turns, || format!("'{}' opens a turn and is no heading", line.says))?;
            if cited.insert(entry.rule) {
                self.cite(entry.rule.0, &format!("the journal's '{}'", line.says))?;
            }
        }
        if let Some(outcome) = played.outcome() {
            self.cite(outcome.rule.0, "the outcome")?;
        }
        Ok(())
    }
}

/// What an action leads to, and what the journal says of it.
struct After<G: Game> {
    action: G::Action,
    state: G::State,
    journal: Journal<G::Event>,
}

/// A position, and what a seat sees and has just read of it.
struct Story<G: Game> {
    state: G::State,
    view: View,
    lines: Vec<view::Line>,
}

/// The positions since the last draw or turn, as fingerprints.
struct Path {
    since: Vec<u64>,
    turn: u16,
}

fn fingerprint<S: Hash>(state: &S) -> u64 {
    let mut hasher = DefaultHasher::new();
    state.hash(&mut hasher);
    hasher.finish()
}

/// The first part in which two views differ.
fn difference(one: &View, other: &View) -> String {
    fn first<T: PartialEq + fmt::Debug>(what: &str, one: &[T], other: &[T]) -> Option<String> {
        let at = (0..one.len().max(other.len())).find(|&i| one.get(i) != other.get(i))?;
        Some(format!("{what}: {:?} or {:?}", one.get(at), other.get(at)))
    }
    let spaces = |view: &View| view.spaces.clone().into_iter().collect::<Vec<_>>();
    let found = first("pieces", &one.pieces, &other.pieces)
        .or_else(|| first("spaces", &spaces(one), &spaces(other)))
        .or_else(|| first("tracks", &one.tracks, &other.tracks))
        .or_else(|| first("aims", &one.aims, &other.aims))
        .or_else(|| first("offers", &one.offers, &other.offers));
    found.unwrap_or_else(|| {
        format!("{:?} {:?} or {:?} {:?}", one.prompt, one.boxes, other.prompt, other.boxes)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Table;
    use crate::dummy::{Dummy, Flaw};

    const PLAN: Plan =
        Plan { games: 60, first: 0, seed: 5, bound: 400, every: 1, worlds: 4, depth: 4, effort: 200 };

    fn broken_by(flaw: Flaw, scenario: &str, plan: Plan) -> Broken {
        let game = Arc::new(Dummy::flawed(flaw));
        let scenario = game.about().scenario(Some(scenario)).unwrap();
        check(&game, scenario, Options::NONE, plan).expect_err("the flaw goes unnoticed")
    }

    #[test]
    fn a_sound_game_holds_every_law() {
        let game = Arc::new(Dummy::new());
        for scenario in 0..game.about().scenarios.len() {
            for options in game.about().option_sets() {
                let report =
                    check(&game, scenario, options, PLAN).unwrap_or_else(|broken| panic!("{broken}"));
                assert_eq!(report.games, 60);
                assert_eq!(report.wins.values().sum::<u64>(), 60);
                assert!(report.mean_length() >= 1);
            }
        }
    }

    #[test]
    fn the_same_games_are_played_however_closely_one_looks() {
        let game = Arc::new(Dummy::new());
        let close = check(&game, 3, Options::NONE, PLAN).unwrap();
        let far = check(&game, 3, Options::NONE, Plan { every: 0, ..PLAN }).unwrap();
        assert_eq!(close, far);
        assert_eq!(close, play_outs(&*game, 3, Options::NONE, PLAN).unwrap());
        let mut parts = check(&game, 3, Options::NONE, Plan { games: 20, ..PLAN }).unwrap();
        parts.add(&check(&game, 3, Options::NONE, Plan { games: 40, first: 20, ..PLAN }).unwrap());
        assert_eq!(parts, close);
    }

    #[test]
    fn a_broken_law_can_be_met_again() {
        let broken = broken_by(Flaw::Leak, "war", PLAN);
        let again = broken_by(Flaw::Leak, "war", Plan { games: 1, first: broken.number, ..PLAN });
        assert_eq!((again.law, again.ply), (broken.law, broken.ply));
        assert!(broken.to_string().contains("dummy war: 'nothing leaks' is broken (seed 5"), "{broken}");
    }

    macro_rules! flaws {
        ($($name:ident: $flaw:ident in $scenario:literal breaks $law:ident;)*) => {
            $(#[test]
            fn $name() {
                let broken = broken_by(Flaw::$flaw, $scenario, PLAN);
                assert_eq!(broken.law, Law::$law, "{broken}");
            })*

            #[test]
            fn every_flaw_is_tried() {
                let tried = [$(Flaw::$flaw),*];
                let free = |flaw: &&Flaw| !tried.contains(flaw) && **flaw != Flaw::Ambient;
                assert_eq!(Flaw::ALL.iter().find(free), None);
            }
        };
    }

    flaws! {
        a_view_that_shows_what_is_hidden: Leak in "duel" breaks Leak;
        a_view_that_shows_spectators_what_is_hidden: LeakToSpectators in "war" breaks Leak;
        a_journal_that_tells_what_is_hidden: LeakInJournal in "duel" breaks Leak;
        a_refusal_that_tells_what_is_hidden: LeakInRefusal in "war" breaks Leak;
        a_die_that_tells_what_is_hidden: LeakLater in "secret" breaks Leak;
        a_refusal_that_allows_too_much: AllowsIllegal in "choice" breaks Refusal;
        a_refusal_that_allows_too_little: RefusesLegal in "choice" breaks Refusal;
        legal_actions_out_of_order: Unsorted in "dice" breaks Legal;
        legal_actions_listed_twice: Twice in "dice" breaks Legal;
        a_decision_without_actions: DeadEnd in "choice" breaks Legal;
        a_way_back_without_a_turn: FreeLoop in "war" breaks Loop;
        a_game_that_never_ends: NeverEnds in "war" breaks Ends;
        turns_that_go_back: TurnBack in "war" breaks Turn;
        a_notation_that_cannot_be_read: Unreadable in "choice" breaks Notation;
        a_notation_for_two_actions: SameNotation in "choice" breaks Notation;
        a_broken_invariant: Invariant in "dice" breaks Invariant;
        a_redealt_world_that_can_be_told_apart: RedealTells in "duel" breaks Leak;
        a_die_without_faces: EmptyDie in "dice" breaks Draws;
        a_legal_action_not_offered: MissingOffer in "choice" breaks Offers;
        an_offer_to_the_wrong_seat: OffersToAll in "choice" breaks Offers;
        two_offers_with_one_key: SameKey in "choice" breaks Offers;
        an_offer_without_a_verb: NoVerb in "choice" breaks Offers;
        odds_that_do_not_add_up: Odds in "dice" breaks Odds;
        a_prompt_that_cites_nothing: UnknownCase in "choice" breaks Cites;
        a_journal_that_cites_nothing: UnknownCaseInJournal in "choice" breaks Cites;
        a_refusal_that_cites_nothing: UnknownCaseInRefusal in "choice" breaks Cites;
        a_fact_without_words: Mute in "dice" breaks Journal;
        a_secret_that_is_said_to_be_open: FalselyOpen in "duel" breaks Change;
        a_view_that_panics: ViewPanics in "choice" breaks View;
        another_question_ahead: AheadElsewhere in "war" breaks Ahead;
    }

    #[test]
    fn a_replay_that_leads_elsewhere() {
        assert_eq!(broken_by(Flaw::Ambient, "war", Plan { every: 0, ..PLAN }).law, Law::Replay);
        assert_eq!(broken_by(Flaw::Ambient, "war", PLAN).law, Law::Undo);
    }

    #[test]
    fn a_loop_is_found_ahead_of_play() {
        // One game that is not looked at closely ends before it repeats itself; the search sees what could be.
        let broken = broken_by(Flaw::FreeLoop, "war", PLAN);
        assert!(broken.details.ends_with("leads back"), "{broken}");
        assert_eq!(broken.ply, 0);
    }

    #[test]
    fn fast_play_notices_the_invariant_and_the_bound() {
        let plan = Plan { games: 50, ..PLAN };
        let of =
            |flaw, scenario| play_outs(&Dummy::flawed(flaw), scenario, Options::NONE, plan).unwrap_err().law;
        assert_eq!(of(Flaw::Invariant, 1), Law::Invariant);
        assert_eq!(of(Flaw::NeverEnds, 3), Law::Ends);
        assert_eq!(of(Flaw::DeadEnd, 3), Law::Legal);
    }
}
