//! What a viewer sees. These are the only types that cross the wire: a client fetches a [`Board`] once, draws
//! every [`View`] that follows, sends the notation of an [`Offer`] back, and knows no rules.
//!
//! | file | one idea |
//! |---|---|
//! | `art.rs` | what the map picture is made of |
//! | `change.rs` | what changed between two views |
//! | `aims.rs`, `orders.rs` | the conditions of victory, and where units can be ordered |
//! | `lesson.rs` | what is taught |
//! | `marks.rs` | what the marks on pieces look like |
//! | `odds.rs` | exact odds |
//! | `prose.rs` | the words of a case in blocks |
//! | `study.rs` | what a position can be set up with |
//! | `puzzle.rs` | puzzles: what is asked, and what there was to find |
//! | `text.rs` | text with meaning: the line of a journal |
//! | `make.rs` | short ways to make the parts of a view |
//!
//! Names are shared text ([`Name`]), so that a view of a hundred counters costs a hundred reference counts.

use std::{collections::BTreeMap, sync::Arc};

use serde::{Deserialize, Serialize};

pub mod aims;
pub mod art;
pub mod change;
pub mod lesson;
mod make;
pub mod marks;
pub mod odds;
pub mod orders;
pub mod prose;
pub mod puzzle;
pub mod study;
pub mod text;

pub use aims::{Aim, AimState};
pub use art::Art;
pub use change::{Change, Edit, Edits};
pub use make::outline;
pub use marks::{Badge, Hue, MarkKind, Shape, Sign};
pub use odds::{Odds, Outcome, Sum, SumLine};
pub use orders::{Meeting, Orders, OrdersAsked, StopReason, Stopped, Way, WayEnd};
pub use prose::{Block, Grid};
pub use text::{Span, Text};

/// A piece of shared text: an id, a name, a label.
pub type Name = Arc<str>;

/// Everything about a game that does not change while it is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    pub game: Name,
    pub title: Name,
    /// Width and height of the map, in the units every other coordinate uses.
    pub size: [i32; 2],
    /// Edge of a counter in the same units.
    pub counter: u16,
    pub sides: Vec<Side>,
    pub spaces: Vec<Space>,
    /// The printed faces of all counters, by the key that [`Piece::face`] names.
    pub faces: BTreeMap<Name, Face>,
    pub boxes: Vec<Holding>,
    /// What the marks on pieces mean and how they are drawn, by their kind. A kind that is missing is only a word.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub marks: BTreeMap<Name, MarkKind>,
}

/// One of the parties, as the board shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    pub id: Name,
    pub name: Name,
    pub tone: Tone,
}

/// Every game has one dark side with light ink and one light side with dark ink, so that colour is never the
/// only sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tone {
    Dark,
    Light,
}

/// A place on the map where pieces stand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Space {
    pub id: Name,
    pub name: Name,
    pub terrain: Name,
    pub stack: Stack,
    /// The outline as an SVG path.
    pub outline: Name,
    pub label: [i32; 2],
    pub center: [i32; 2],
    /// Where each side's pile stands, by side id.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub piles: BTreeMap<Name, [i32; 2]>,
    /// Pieces may stand on an upper floor as well.
    #[serde(skip_serializing_if = "is_false", default)]
    pub levels: bool,
    /// What a screen reader says of the printed space: "9 Ostkirche, urban".
    pub spoken: Name,
}

/// How pieces are arranged in a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stack {
    Area,
    Zone,
    Hex,
    Octagon,
    Diamond,
}

/// What is printed on one face of a counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Face {
    pub tone: Tone,
    pub set: SymbolSet,
    /// Absent on a counter whose face the viewer may not see.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub symbol: Option<Name>,
    /// Echelon mark above the symbol.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub size: Option<Name>,
    pub name: Name,
    /// Colour of the parent organisation, as `#rrggbb`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub band: Option<Name>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub strength: Option<Name>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub ops: Option<Name>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none", default)]
    pub movement: Option<Name>,
    #[serde(skip_serializing_if = "is_false", default)]
    pub foot: bool,
    /// The white back of a counter that has acted.
    #[serde(skip_serializing_if = "is_false", default)]
    pub acted: bool,
    /// What a screen reader says: "German infantry 1./Pol 65, combat 3, movement 4".
    pub spoken: Name,
}

/// Whose map symbols a counter wears.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SymbolSet {
    Nato,
    Soviet,
}

/// A place off the map. Pieces there are at `box:<id>`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holding {
    pub id: Name,
    pub name: Name,
    pub kind: HoldingKind,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub side: Option<Name>,
}

/// What being in a holding means for a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HoldingKind {
    /// At hand, to be placed, bought or formed.
    #[default]
    Reserve,
    /// Off the map and able to act from there.
    Ready,
    /// On its way to the map.
    Entry,
    /// Lost; it may come back.
    Eliminated,
    /// Lost for good.
    Dead,
    /// Out of the game without having been lost.
    Out,
}

impl HoldingKind {
    /// Whether pieces there count as losses.
    pub fn is_loss(self) -> bool {
        matches!(self, HoldingKind::Eliminated | HoldingKind::Dead)
    }
}

/// The position as one viewer may know it, with what that viewer may do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// How many actions and draws lie behind this position.
    pub seq: u32,
    pub game: Name,
    /// The viewer's side; absent for spectators.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub you: Option<Name>,
    /// The side that decides; absent while dice are due and when the game is over.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub decides: Option<Name>,
    /// The turn of the game.
    #[serde(default)]
    pub turn: u16,
    /// The named step of the sequence of play, such as `soviet-impulse`.
    pub step: Name,
    /// What is decided now is kept from the other side: players at one screen change places first.
    #[serde(skip_serializing_if = "is_false", default)]
    pub secret: bool,
    pub prompt: Prompt,
    pub undo: Undo,
    pub spaces: BTreeMap<Name, SpaceState>,
    pub pieces: Vec<Piece>,
    pub offers: Vec<Offer>,
    pub tracks: Vec<Track>,
    /// The conditions of victory.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub aims: Vec<Aim>,
    /// Notes on the holding boxes ("2 of 3 ready"), by box id.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub boxes: BTreeMap<Name, Name>,
    /// How many lines of the viewer's journal come before those in `journal`.
    #[serde(default)]
    pub journal_from: u32,
    /// The end of the viewer's journal. A line keeps its number; its words change while a march goes on.
    pub journal: Vec<Arc<Line>>,
    /// After how many actions and draws the others began to act last: what came since is their turn.
    #[serde(default)]
    pub since: u32,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub outcome: Option<Ending>,
}

/// How the game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// The winning side; absent after a draw.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub winner: Option<Name>,
    pub says: Name,
    pub cites: Name,
}

/// The question in two parts: where we are, and what to do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prompt {
    pub cites: Name,
    pub says: Says,
}

/// The words of a prompt.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Says {
    pub lead: Name,
    pub rest: Name,
}

/// Whether the last step can be taken back; if not, what bars it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Undo {
    pub allowed: bool,
    pub says: Name,
}

/// What lies in a space besides pieces. Spaces with nothing to say are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpaceState {
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub control: Option<Name>,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub marks: Vec<Mark>,
    /// The space the current decision is about.
    #[serde(skip_serializing_if = "is_false", default)]
    pub chosen: bool,
}

/// A marker: its kind is the vocabulary of examples, its label is for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    pub kind: Name,
    pub label: Name,
}

/// One counter. `at` is a space id, `box:<id>`, `cup:<id>`, `entry:<turn>` or `aboard:<piece>`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    pub id: Name,
    pub at: Name,
    pub side: Name,
    /// Key into [`Board::faces`].
    pub face: Name,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub marks: Vec<Name>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub facing: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub level: Option<Name>,
    /// How many passengers ride aboard.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub aboard: u8,
    /// Chosen in the decision under way: a lead, a firer, the unit in mid-move.
    #[serde(skip_serializing_if = "is_false", default)]
    pub chosen: bool,
}

/// One thing the viewer may do now. Sending `action` back does it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    pub action: Name,
    pub target: Target,
    /// The piece that acts, so that picking it narrows the offers.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub unit: Option<Name>,
    pub label: Name,
    /// What is done, in a word or two: "move", "get off". Offers of one piece are told apart by it.
    pub verb: Name,
    /// The side of a hex it turns to, 0 (north) to 5, clockwise. Buttons of one verb with directions form a rose.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub direction: Option<u8>,
    pub cites: Name,
    /// A letter, unique among the offers that have one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub key: Option<char>,
    /// Asks for a second press: what the player may not have meant.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub warn: Option<Name>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub odds: Option<Odds>,
    /// The dice of these odds are thrown at once. The driver fills it in.
    #[serde(skip_serializing_if = "is_false", default)]
    pub rolls: bool,
    /// A button after which the viewer no longer decides: what he leaves undone stays undone. The driver fills it in where
    /// nothing is hidden.
    #[serde(skip_serializing_if = "is_false", default)]
    pub ends: bool,
}

/// Where an offer is lit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Target {
    Piece(Name),
    Space(Name),
    Button(bool),
}

/// A track, flag or tally beside the map. `value` is the vocabulary of examples.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Track {
    pub id: Name,
    pub name: Name,
    pub value: TrackValue,
    /// The same value in words a player reads ("Day", "Soviet", "3 of 9").
    pub says: Name,
    #[serde(flatten)]
    pub kind: TrackKind,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub side: Option<Name>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub note: Option<Name>,
}

/// A track's value: a number or a word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum TrackValue {
    Number(i64),
    Word(Name),
}

/// How a track is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum TrackKind {
    /// A row of boxes, the marker in box `at`.
    Row {
        steps: Vec<Name>,
        at: usize,
    },
    Flag,
    Tally {
        of: i64,
    },
}

/// A line of the journal. A game fills in what a fact is; the driver adds sequence and provenance, and tells a march as
/// one line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// After how many actions and draws this was written.
    pub seq: u32,
    /// After how many it was last continued, if it was.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub until: Option<u32>,
    pub cites: Name,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub side: Option<Name>,
    pub says: Text,
    #[serde(skip_serializing_if = "Rank::is_fact", default)]
    pub rank: Rank,
    /// What a heading opens.
    #[serde(skip_serializing_if = "Opens::is_nothing", default)]
    pub opens: Opens,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub dice: Vec<u8>,
    /// What came of a throw, as a number: the outcome of the odds whose range holds it has happened.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub result: Option<i32>,
    /// Who went which way.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub march: Option<March>,
    /// Pieces that are lost by it.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub lost: Vec<Name>,
    /// Why the case is not simply given by the rulebook.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub provenance: Option<Doubt>,
}

impl Line {
    /// The last action or draw that this line tells of.
    pub fn last(&self) -> u32 {
        self.until.unwrap_or(self.seq)
    }
}

/// What a heading opens: a turn, a phase of it, or both.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opens {
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub turn: Option<u16>,
    /// The phase by an id of the game's, such as `impulse`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub phase: Option<Name>,
}

impl Opens {
    /// A new turn.
    pub fn turn(turn: impl Into<u16>) -> Opens {
        Opens { turn: Some(turn.into()), phase: None }
    }

    /// A phase within a turn.
    pub fn phase(id: &str) -> Opens {
        Opens { turn: None, phase: Some(id.into()) }
    }

    fn is_nothing(&self) -> bool {
        *self == Opens::default()
    }
}

/// Pieces on their way. The next march of the same pieces by the same verb, from where this one ended, continues its
/// line; one without a way is a turn in place, and only the last turn of a march is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct March {
    pub pieces: Vec<Name>,
    /// What they do: "go", "retreat".
    pub verb: Name,
    /// The spaces, where they start first.
    pub way: Vec<Name>,
    /// What it has cost, in halves of a movement point; zero when movement has no cost.
    #[serde(skip_serializing_if = "is_free", default)]
    pub halves: u16,
}

impl March {
    /// A step of one piece.
    pub fn step(piece: &Name, verb: &str, from: &str, to: &str, halves: u16) -> March {
        March { pieces: vec![piece.clone()], verb: verb.into(), way: vec![from.into(), to.into()], halves }
    }

    /// A turn of one piece in its place.
    pub fn turn(piece: &Name) -> March {
        March { pieces: vec![piece.clone()], verb: "go".into(), way: Vec::new(), halves: 0 }
    }
}

/// Why a case or a number is not simply given: a mark that a reader can switch off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Doubt {
    /// It stood where we could not see it; ours stands in for it.
    Gap,
    /// The rulebook leaves it open; this is our reading.
    Ruling,
}

impl Doubt {
    /// The small sign beside a case.
    pub fn sign(self) -> &'static str {
        match self {
            Doubt::Gap => "◇",
            Doubt::Ruling => "§",
        }
    }
}

/// How much weight a journal line has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rank {
    /// Opens a turn, a phase or an impulse.
    Heading,
    #[default]
    Fact,
    /// A modifier or a sum under the fact before it.
    Detail,
}

impl Rank {
    fn is_fact(&self) -> bool {
        *self == Rank::Fact
    }
}

/// A question about the position that is no action: "what can it reach", "why not".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub enum Query {
    /// Why is this action not offered?
    WhyNot { action: Name },
    /// Why does this piece or space answer to nothing now?
    WhyDark { target: Target },
    /// Where could this piece go, at what cost, now or in its next move?
    Reach { piece: Name },
    /// What does this piece or space see?
    Sight { from: Name },
    /// Where is this piece's line of supply?
    Supply { piece: Name },
    /// Who controls what, and what is at stake?
    Control,
}

/// The answer to a [`Query`]: words with cases, and spaces to shade.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overlay {
    pub says: Name,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub cites: Vec<Name>,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub spaces: Vec<Shade>,
    /// Lines to draw, each a list of space ids.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub paths: Vec<Vec<Name>>,
}

/// One shaded space of an overlay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shade {
    pub space: Name,
    /// What the shade means: `reach`, `enemy`, `sees`, `blind`, a side id.
    pub kind: Name,
    /// A short text to write in the space: a cost, a distance.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub note: Option<Name>,
}

/// Joins words in an English list: `a`, `a and b`, `a, b and c`.
pub fn list<S: AsRef<str>>(words: &[S]) -> String {
    match words {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [front @ .., last] => {
            let front: Vec<&str> = front.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", front.join(", "), last.as_ref())
        }
    }
}

fn is_false(value: &bool) -> bool {
    !value
}

fn is_zero(value: &u8) -> bool {
    *value == 0
}

fn is_free(value: &u16) -> bool {
    *value == 0
}
