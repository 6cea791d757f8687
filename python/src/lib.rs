//! The rules of all games for Python.
//!
//! | file | one idea |
//! |---|---|
//! | `vocabulary.rs` | what a game names: pieces, spaces, marks, words of its notations |
//! | `observe.rs` | a view as numbers, in a form that does not change while a game is played |
//! | `table.rs` | a game that was opened, without its type |
//! | `play.rs` | one match: a record that goes on, or a world without one |
//! | `lanes.rs` | many matches side by side |
//! | `game.rs`, `matches.rs`, `batch.rs` | the same as classes of Python |
//!
//! No game is named here: what is true of one comes from its view, its notations and the contract.

mod batch;
mod game;
mod lanes;
mod matches;
mod observe;
mod play;
mod table;
mod vocabulary;

use pyo3::{create_exception, exceptions::PyValueError};

create_exception!(sandtable, IllegalAction, PyValueError, "The rules forbid it; the words name the case.");

/// The rules of all games.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use super::{
        IllegalAction,
        batch::Lanes,
        game::{Game, Player, game_ids},
        matches::Match,
    };
}
