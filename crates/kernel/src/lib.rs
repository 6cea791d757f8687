//! The contract between rules and everything else.
//!
//! A [`Game`] is a set of tables with functions over a plain-data state: [`Rules`], their [`Notation`], and the
//! [`Table`] that people see. The state never rolls: where dice or a
//! cup decide, its [`Node`] names a [`Draw`], and the outcome is played like any action. So a [`Record`] of
//! actions and draws is all that is saved, a replay does not depend on a generator, examples dictate their dice,
//! and odds can be exact.
//!
//! | file | one idea |
//! |---|---|
//! | `game.rs` | the contract: rules, notation, table |
//! | `draw.rs`, `rng.rs` | chance: what may come up, and where it comes from |
//! | `journal.rs` | what happened, under which case, and who may know |
//! | `telling.rs` | the journal in words, as each viewer reads it |
//! | `rules.rs` | the rulebook: every case in our words |
//! | `standing.rs` | what a player may answer in advance |
//! | `data.rs` | tables from TOML, with an overlay |
//! | `record.rs`, `play.rs` | a match: what came in, what it means, undo and replay |
//! | `watch.rs` | a match followed for its viewers: what has changed for each |
//! | `erased.rs` | games and matches behind object-safe traits, for the edge |
//! | `example.rs` | worked examples that run |
//! | `study.rs` | positions set up by hand: their files, and what is wrong with them |
//! | `lesson.rs` | lessons: positions with a teacher, and the tests of what he says |
//! | `guide.rs` | a game in five minutes |
//! | `puzzle.rs` | puzzles: moments of machine games with one order to find, and the judge of a try |
//! | `laws.rs`, `coverage.rs` | what must hold for every game |
//! | `dummy.rs` | small tree games for testing kernel and search |
#![deny(missing_docs, clippy::float_arithmetic)]

pub mod coverage;
pub mod data;
mod draw;
pub mod dummy;
pub mod erased;
pub mod example;
mod game;
pub mod guide;
mod journal;
pub mod laws;
pub mod lesson;
mod play;
pub mod puzzle;
pub mod record;
mod rng;
pub mod rules;
mod standing;
pub mod study;
mod telling;
mod watch;

pub use draw::{Draw, Luck, UnreadableLuck};
pub use game::{
    About, Cited, Game, Misplaced, Node, Notation, OptionAbout, Options, Outcome, Rules, ScenarioAbout, Seat,
    SetupError, SideAbout, Stand, Table, TableAbout, Unreadable, Viewer,
};
pub use journal::{Audience, Entry, Journal, RuleRef};
pub use play::{Match, PlayError, Players, UndoBarred};
pub use record::{Cause, Difference, Fate, Header, Origin, Ply, Record, RecordError, Revised};
pub use rng::Rng;
pub use standing::{Lasts, Standing};
pub use telling::Told;
pub use watch::Watch;
