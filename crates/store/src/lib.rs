//! Matches, seats and plies on disk: SQLite by default, PostgreSQL by its address, one set of SQL for both.
//!
//! All writes go through one thread with one connection. It takes whatever is waiting, runs it in one
//! transaction and answers after the commit: many actions of many matches share one visit to the disk.
//!
//! | file | one idea |
//! |---|---|
//! | `matches.rs` | what is kept, and the SQL for it |
//! | `past.rs` | what a match needs to outlive a change of rules |
//! | `queue.rs` | the writer with its group commit, and the reader |
//! | `sql.rs` | what the two databases have in common |
//! | `sqlite.rs`, `postgres.rs` | the two databases |
//! | `migrate.rs` | how the tables come to be |

// This crate talks to the outside world.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)]
#![deny(missing_docs)]

mod matches;
mod migrate;
mod past;
mod postgres;
mod queue;
mod sql;
mod sqlite;

pub use matches::{Cut, MatchId, NewMatch, NewSeat, Plies, Saved, SavedPly, SavedSeat};
pub use past::{SavedOrigin, SavedRevision, Told};
pub use queue::{Figures, Store};

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
    /// The threads of the database have ended.
    #[error("the database is closed")]
    Closed,
}

/// What the database says.
pub type Result<T, E = StoreError> = std::result::Result<T, E>;
