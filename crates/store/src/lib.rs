//! Matches, seats and plies on disk: SQLite by default, PostgreSQL by its address, one set of SQL for both.
//!
//! All writes go through one thread with one connection. It takes whatever is waiting, runs it in one
//! transaction and answers after the commit: many actions of many matches share one visit to the disk.
//!
//! | file | one idea |
//! |---|---|
//! | `matches.rs` | what is kept, and the SQL for it |
//! | `past.rs` | what a match needs to outlive a change of rules |
//! | `proofs.rs` | what proves the draws of a match |
//! | `letters.rs` | games by file |
//! | `early.rs` | what seats have decided before they were asked |
//! | `standing.rs` | what seats have answered in advance, and what was answered so |
//! | `sequel.rs` | a match that goes on from one of another game |
//! | `queue.rs` | the writer with its group commit, and the reader |
//! | `sql.rs` | what the two databases have in common |
//! | `sqlite.rs`, `postgres.rs` | the two databases |
//! | `accounts.rs` | names and passwords |
//! | `bots.rs` | programs that play for an account |
//! | `club.rs`, `results.rs` | what lies beside the record of a match: terms, clocks, talk, notes; its result, ratings |
//! | `people.rs` | devices with a token, secrets of the server |
//! | `expiry.rs` | matches that nobody touches leave |
//! | `address.rs`, `claim.rs` | addresses without their passwords; one server a file |
//! | `notices.rs` | how people are told that a game waits, and what is still to be told |
//! | `nodes.rs`, `listen.rs` | several servers on one database: who thinks, what was missed; what others have changed |
//! | `host.rs`, `copy.rs` | what a host decides; a whole database into another one |
//! | `studies.rs` | positions set up by hand |
//! | `tls.rs` | the encrypted way to PostgreSQL |
//! | `migrate.rs` | how the tables come to be |

// This crate talks to the outside world.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)]
#![deny(missing_docs)]

mod accounts;
mod address;
mod bots;
mod claim;
mod club;
mod copy;
mod early;
mod expiry;
mod host;
mod letters;
mod listen;
mod matches;
mod migrate;
mod nodes;
mod notices;
mod past;
mod people;
mod postgres;
mod proofs;
mod queue;
mod results;
mod sequel;
mod sql;
mod sqlite;
mod standing;
mod studies;
mod tls;

pub use accounts::{Account, Which};
pub use address::without_secret;
pub use bots::BotToken;
pub use club::{Clock, Club, Lobby, Said, Terms};
pub use copy::copy;
pub use early::Early;
pub use expiry::Expiry;
pub use host::User;
pub use letters::SavedLetters;
pub use listen::Change;
pub use matches::{Cut, MatchId, NewMatch, NewSeat, Plies, Saved, SavedPly, SavedSeat};
pub use nodes::{Lease, Missed};
pub use notices::{Delivery, Due, Sent, Turned, Way};
pub use past::{Mark, SavedOrigin, SavedRevision, Told};
pub use people::{Session, digest};
pub use proofs::{SavedAside, SavedProof};
pub use queue::{Figures, Store};
pub use results::{Ended, Rate, Rated, Rating, SavedResult, SideRating};
pub use sequel::SavedPrologue;
pub use standing::{Answered, SavedStanding, SetAnswer};
pub use studies::SavedStudy;

/// Why the database did not do what it was asked for.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody else has written to the match: what the caller knows of it is out of date.
    #[error("the match has moved on")]
    MovedOn,
    /// Another server wrote at the same moment: try again.
    #[error("the database is busy")]
    Busy,
    /// The address names no database that we know.
    #[error("'{0}' is no database: write sqlite:PATH or postgres://USER@HOST/NAME")]
    Address(String),
    /// A later version made the tables.
    #[error("the database has version {found} and this build knows {ours}: use a newer sandtable")]
    Newer {
        /// The version found.
        found: i64,
        /// The version of this build.
        ours: i64,
    },
    /// An earlier version made the tables.
    #[error(
        "the database has version {found} and this build needs {ours}: let this build serve it once, or run 'sandtable migrate'"
    )]
    Older {
        /// The version found.
        found: i64,
        /// The version of this build.
        ours: i64,
    },
    /// A database that is copied to holds something.
    #[error("there are games or accounts in it already")]
    NotEmpty,
    /// SQLite failed.
    #[error("SQLite: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// PostgreSQL failed.
    #[error("PostgreSQL: {}", postgres::told(.0))]
    Postgres(#[from] ::postgres::Error),
    /// A row does not hold what it should.
    #[error("the database holds something unreadable: {0}")]
    Torn(String),
    /// The folder of the database cannot be made.
    #[error("{path}: {error}")]
    Folder {
        /// The folder.
        path: String,
        /// Why not.
        error: std::io::Error,
    },
    /// Another server has the file.
    #[error(
        "another server uses {0}: stop it first, or keep games in another file with --database sqlite:PATH"
    )]
    Taken(String),
    /// The encrypted way to PostgreSQL cannot be set up.
    #[error("TLS to PostgreSQL: {0}")]
    Tls(String),
    /// The threads of the database have ended.
    #[error("the database is closed")]
    Closed,
}

/// What the database says.
pub type Result<T, E = StoreError> = std::result::Result<T, E>;
