//! The contract every game fulfils.

use std::{fmt, hash::Hash};

use serde::Serialize;
use view::{Art, Board, Line, Name, Offer, Overlay, Query, View, study::Vocabulary};

use crate::{Draw, Entry, Journal, Luck, Rng, RuleRef, example::Position, rules::Rulebook};

/// What can be done in a position and what comes of it: the rules as functions over a plain-data state.
///
/// `legal`, `refuse` and `apply` are tied by the laws: `refuse` is `None` exactly for the actions that `legal`
/// lists, and `apply` may assume legality. Undo belongs to the match driver, never to a game: no sequence of
/// legal actions may return to an earlier state unless a draw or a turn has passed.
pub trait Rules: Send + Sync + Sized + 'static {
    /// The position: plain data, no generator, no log.
    type State: Clone + Eq + Hash + fmt::Debug + Send + Sync;
    /// One click, at most eight bytes.
    type Action: Copy + Eq + Ord + Hash + fmt::Debug + Send + Sync;
    /// One fact for the journal.
    type Event: Copy + fmt::Debug + Send + Sync;
    /// Why not: an error that knows its case.
    type Refusal: Cited;

    /// The position in which a scenario (by its index in [`About::scenarios`]) opens.
    fn setup(&self, scenario: usize, options: Options) -> Self::State;
    /// Whom the position waits for.
    fn node(&self, state: &Self::State) -> Node;
    /// Fills `out` with the legal actions, sorted and without duplicates; clears it first.
    fn legal(&self, state: &Self::State, out: &mut Vec<Self::Action>);
    /// Why this action is not legal now; `None` if it is.
    fn refuse(&self, state: &Self::State, action: Self::Action) -> Option<Self::Refusal>;
    /// Plays a legal action.
    fn apply(&self, state: &mut Self::State, action: Self::Action, journal: &mut Journal<Self::Event>);
    /// Plays the outcome of the draw that [`Rules::node`] names.
    fn resolve(&self, state: &mut Self::State, luck: Luck, journal: &mut Journal<Self::Event>);

    /// Deals another world that `knower` cannot tell apart from this one.
    fn redeal(&self, state: &mut Self::State, knower: Seat, rng: &mut Rng);
    /// Whether playing this legal action shows a hidden fact to another seat, so that it cannot be taken back.
    fn reveals(&self, _state: &Self::State, _action: Self::Action) -> bool {
        false
    }
    /// Whether the draw that is due shows this seat something that was hidden from it, whatever comes of it.
    fn draw_reveals(&self, _state: &Self::State, _seat: Seat) -> bool {
        false
    }

    /// Two seats may decide in secret of each other, one after the other only because somebody must be asked first. This is the
    /// position in which `seat` decides its part already while another is asked; what it is offered there is what it is
    /// offered when its turn comes. `None` wherever it must wait.
    fn ahead(&self, _state: &Self::State, _seat: Seat) -> Option<Self::State> {
        None
    }
    /// The position before `seat`, which was asked first, made its part of such a decision, as long as the other has not begun
    /// with its own: for players who think about what it may have chosen.
    fn unwritten(&self, _state: &Self::State, _seat: Seat) -> Option<Self::State> {
        None
    }
    /// The unit, by a number of the game's, to whose act this legal action belongs: what is done with one unit, click after
    /// click, makes up an order. `None` if it belongs to no unit.
    fn actor(&self, _state: &Self::State, _action: Self::Action) -> Option<u16> {
        None
    }
    /// How a unit stands, so that ways which bring it to the same place can be told from each other by their cost.
    /// `None`: positions are alike only if they are the same.
    fn stand(&self, _state: &Self::State, _unit: u16) -> Option<Stand> {
        None
    }

    /// The turn of the game, which never goes back.
    fn turn(&self, state: &Self::State) -> u16;
    /// The named step of the sequence of play.
    fn step(&self, state: &Self::State) -> &'static str;
    /// What must hold after every action; the text names what is broken.
    fn invariant(&self, state: &Self::State) -> Result<(), String>;
}

/// Actions as text.
pub trait Notation: Rules {
    /// The readable notation of an action; [`Notation::read`] reads it back.
    fn write(&self, action: Self::Action) -> String;
    /// Parses a notation, legal or not.
    fn read(&self, text: &str) -> Result<Self::Action, Unreadable>;
}

/// What lies on the table and what is said over it: everything that people see and read of a game.
pub trait Table: Notation {
    /// Names, scenarios, options and where the tables come from.
    fn about(&self) -> &About;
    /// Every case in our words.
    fn rulebook(&self) -> &Rulebook;
    /// What does not change while the game is played.
    fn board(&self) -> Board;
    /// What the map picture is made of.
    fn art(&self) -> Art;

    /// The position as this viewer may know it, without what he may do. The driver adds the record's part: seq, undo,
    /// journal.
    fn position(&self, state: &Self::State, viewer: Viewer) -> View;
    /// What the seat that decides may do.
    fn offers(&self, state: &Self::State, seat: Seat) -> Vec<Offer>;
    /// The side that this seat plays now.
    fn side(&self, state: &Self::State, seat: Seat) -> Name;
    /// Whether a position is the same for every viewer, so that it need be made only once for all of them.
    fn is_open(&self) -> bool {
        false
    }
    /// The position and what this viewer may do in it.
    fn view(&self, state: &Self::State, viewer: Viewer) -> View {
        let mut view = self.position(state, viewer);
        if let Viewer::Seat(seat) = viewer {
            view.you = Some(self.side(state, seat));
            if self.node(state) == Node::Decision(seat) {
                view.offers = self.offers(state, seat);
            }
        }
        view
    }
    /// An overlay: reach, control, "why does this not answer".
    fn query(&self, state: &Self::State, viewer: Viewer, query: &Query) -> Result<Overlay, Unreadable>;
    /// Words one fact. The driver fills in the sequence number and the provenance.
    fn tell(&self, entry: &Entry<Self::Event>) -> Line;

    /// Words a refusal for a player, with names instead of numbers; by default what it displays.
    fn explain(&self, refusal: &Self::Refusal) -> String {
        refusal.to_string()
    }

    /// The words that [`Table::arrange`] knows.
    fn vocabulary(&self) -> Vocabulary;

    /// Rearranges a position in the vocabulary of the view, for examples and problems. The marks of a piece or a space, where
    /// they are given, are all that it has. In a position that was played to, nothing changes but what is named.
    fn arrange(&self, state: &mut Self::State, position: &Position) -> Result<(), Misplaced>;
}

/// A whole game: rules, notation and table. Every [`Table`] is one; the name keeps signatures short.
pub trait Game: Table {}

impl<T: Table> Game for T {}

/// Whom a position waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node {
    /// A seat chooses among the legal actions.
    Decision(Seat),
    /// Dice, a cup or a deck decide.
    Chance(Draw),
    /// The game has ended.
    Over(Outcome),
}

/// How a unit stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stand {
    /// Where, with everything that belongs to it; tells nothing of the way by which it came there.
    pub place: u64,
    /// What else it may do there, as a number: stands at one place that differ in it are kept apart.
    pub may: u8,
    /// What it has spent; the less the better.
    pub spent: u32,
}

/// A player's chair. Chairs and sides are the same unless a bid lets the players change them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(pub u8);

/// Who looks at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// The player in this seat.
    Seat(Seat),
    /// Somebody who sees what both sides know.
    Spectator,
    /// An umpire, an example, a finished game: nothing is hidden.
    Umpire,
}

impl Viewer {
    /// Whether this viewer may know what the seat keeps to itself.
    pub fn knows(self, seat: Seat) -> bool {
        match self {
            Viewer::Seat(own) => own == seat,
            Viewer::Spectator => false,
            Viewer::Umpire => true,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The seat that won; `None` for a draw.
    pub winner: Option<Seat>,
    /// The side that won, by its index in [`About::sides`]; `None` for a draw.
    pub side: Option<u8>,
    /// The victory condition that decided.
    pub rule: RuleRef,
    /// The same in a few words.
    pub says: &'static str,
}

/// An error that knows its case: players argue with rules, not with software.
pub trait Cited: fmt::Display + fmt::Debug + Clone + PartialEq + Send + Sync {
    /// The case that forbids it.
    fn rule(&self) -> RuleRef;
}

/// A set of options, by their index in [`About::options`].
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Options(pub u32);

impl Options {
    /// No option at all.
    pub const NONE: Options = Options(0);

    /// Whether the option with this index is on.
    pub fn has(self, index: usize) -> bool {
        self.0 >> index & 1 == 1
    }

    /// The same set with this option as well.
    #[must_use]
    pub fn with(self, index: usize) -> Options {
        Options(self.0 | 1 << index)
    }
}

/// What is known of a game before it is played.
#[derive(Clone, Debug, Serialize)]
pub struct About {
    /// The id, such as `circle-of-fire`.
    pub id: String,
    /// The printed title.
    pub title: String,
    /// What it is about, in a sentence or two.
    pub blurb: String,
    /// Revision of our rules; a record names the one it was made under.
    pub revision: u32,
    /// `builtin`, or the fingerprint of what overrides the built-in tables.
    pub data: String,
    /// The parties, in the order of their seats.
    pub sides: Vec<SideAbout>,
    /// What can be played.
    pub scenarios: Vec<ScenarioAbout>,
    /// What can be agreed on before play.
    pub options: Vec<OptionAbout>,
    /// The tables and where their numbers come from.
    pub tables: Vec<TableAbout>,
    /// Usual length against a person, in minutes.
    pub minutes: u16,
    /// How hard the rules are, 1 to 5.
    pub complexity: u8,
}

/// A party.
#[derive(Clone, Debug, Serialize)]
pub struct SideAbout {
    /// The id used in records and on the command line.
    pub id: String,
    /// The name people read.
    pub name: String,
}

/// A scenario.
#[derive(Clone, Debug, Serialize)]
pub struct ScenarioAbout {
    /// The id used in records and on the command line.
    pub id: String,
    /// The name people read.
    pub title: String,
    /// What it covers.
    pub blurb: String,
}

/// An optional rule.
#[derive(Clone, Debug, Serialize)]
pub struct OptionAbout {
    /// The id used in records and on the command line.
    pub id: String,
    /// The name people read.
    pub title: String,
    /// The case that describes it.
    pub rule: String,
    /// What it changes.
    pub blurb: String,
    /// Ids of options that cannot be on together with it.
    pub excludes: Vec<String>,
}

/// A table of the game's data and its provenance.
#[derive(Clone, Debug, Serialize)]
pub struct TableAbout {
    /// The file it stands in.
    pub file: String,
    /// The key of the table.
    pub key: String,
    /// Ours, because the printed one was not to be had; may be tuned.
    pub reconstructed: bool,
    /// Where the numbers come from.
    pub source: String,
}

/// A scenario or option that the game does not have.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// No scenario of this name.
    #[error("{game} has no scenario '{asked}'; it has {known}")]
    Scenario {
        /// The game.
        game: String,
        /// What was asked for.
        asked: String,
        /// What there is.
        known: String,
    },
    /// No option of this name.
    #[error("{game} has no option '{asked}'; it has {known}")]
    Option {
        /// The game.
        game: String,
        /// What was asked for.
        asked: String,
        /// What there is.
        known: String,
    },
    /// Two options that exclude each other.
    #[error("options '{one}' and '{other}' cannot be used together")]
    Exclusive {
        /// One of them.
        one: String,
        /// The other.
        other: String,
    },
}

impl About {
    /// The index of a scenario; the first one for `None`.
    pub fn scenario(&self, asked: Option<&str>) -> Result<usize, SetupError> {
        let Some(asked) = asked else { return Ok(0) };
        let found = self.scenarios.iter().position(|scenario| scenario.id == asked);
        found.ok_or_else(|| SetupError::Scenario {
            game: self.id.clone(),
            asked: asked.to_owned(),
            known: view::list(&self.scenarios.iter().map(|it| it.id.as_str()).collect::<Vec<_>>()),
        })
    }

    /// The set of these options, refused if one is unknown or two exclude each other.
    pub fn options<S: AsRef<str>>(&self, asked: &[S]) -> Result<Options, SetupError> {
        let mut set = Options::NONE;
        for asked in asked {
            let asked = asked.as_ref();
            let found = self.options.iter().position(|option| option.id == asked);
            let index = found.ok_or_else(|| SetupError::Option {
                game: self.id.clone(),
                asked: asked.to_owned(),
                known: view::list(&self.options.iter().map(|it| it.id.as_str()).collect::<Vec<_>>()),
            })?;
            set = set.with(index);
        }
        for (index, option) in self.options.iter().enumerate().filter(|(index, _)| set.has(*index)) {
            let clash = |other: &&String| {
                self.options[..index].iter().enumerate().any(|(i, it)| set.has(i) && it.id == **other)
            };
            if let Some(other) = option.excludes.iter().find(clash) {
                return Err(SetupError::Exclusive { one: other.clone(), other: option.id.clone() });
            }
        }
        Ok(set)
    }

    /// The ids of the options in a set.
    pub fn option_ids(&self, options: Options) -> Vec<String> {
        let on = self.options.iter().enumerate().filter(|(index, _)| options.has(*index));
        on.map(|(_, option)| option.id.clone()).collect()
    }

    /// Every set of options that may be agreed on.
    pub fn option_sets(&self) -> Vec<Options> {
        let all = 0..1u32 << self.options.len();
        let sets = all.map(Options).filter(|&set| self.options(&self.option_ids(set)).is_ok());
        sets.collect()
    }

    /// The index of a side by its id.
    pub fn side(&self, id: &str) -> Option<usize> {
        self.sides.iter().position(|side| side.id == id)
    }
}

/// A notation that says nothing in this game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cannot read '{text}': {reason}")]
pub struct Unreadable {
    /// What was written.
    pub text: String,
    /// What is wrong with it.
    pub reason: String,
}

/// A position that cannot be set up.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("position.{key}: {reason}")]
pub struct Misplaced {
    /// Where it stands in the example, such as `pieces.g-pol-1.at`.
    pub key: String,
    /// What is wrong with it.
    pub reason: String,
}
