//! What tests repeat, written once. A game's test files call it and add what only that game has.
//!
//! | file | one idea |
//! |---|---|
//! | `folder.rs` | worked examples, lessons, puzzles and rule coverage of a crate's folder |
//! | `position.rs` | a position in the words of an example, and what is seen in it |
//! | `golden.rs` | whole games kept as text, and records that do not fit |
//! | `random.rs` | laws and random games for sets of options |
//! | `tables.rs` | tables that are refused |
#![allow(clippy::disallowed_methods)]

mod folder;
mod golden;
mod position;
mod random;
mod tables;

pub use folder::{covered, examples, lessons, puzzles};
pub use golden::{Choose, Golden, Goldens, any, keeps_busy, random_game, refused};
pub use position::{decider_view, odds, play, played, redeals, seen, stand};
pub use random::{games_asked_for, laws_hold, play_outs};
pub use tables::{refuses, with};

/// The tests that every worked example of `examples/` and every lesson of `lessons/` plays as it says, and that every puzzle of
/// `puzzles/` can be played.
#[macro_export]
macro_rules! examples {
    ($game:ty) => {
        #[test]
        fn every_lesson_plays_as_it_says() {
            let game = <$game>::load(&kernel::data::Overlay::none()).expect("the built-in tables are sound");
            $crate::lessons(&std::sync::Arc::new(game), env!("CARGO_MANIFEST_DIR"));
        }

        #[test]
        fn every_puzzle_can_be_played_and_has_one_best_order() {
            let game = <$game>::load(&kernel::data::Overlay::none()).expect("the built-in tables are sound");
            $crate::puzzles(&std::sync::Arc::new(game), env!("CARGO_MANIFEST_DIR"));
        }

        #[test]
        fn every_worked_example_plays_as_it_says() {
            let game = <$game>::load(&kernel::data::Overlay::none()).expect("the built-in tables are sound");
            $crate::examples(&game, env!("CARGO_MANIFEST_DIR"));
        }
    };
}

/// The test that every case which a function has to carry out is named by one, and shown by a test or an example.
#[macro_export]
macro_rules! coverage {
    ($game:ty) => {
        #[test]
        fn every_case_is_carried_out_and_shown() {
            let game = <$game>::load(&kernel::data::Overlay::none()).expect("the built-in tables are sound");
            $crate::covered(kernel::Table::rulebook(&game), env!("CARGO_MANIFEST_DIR"));
        }
    };
}

/// A function `game()` that loads the built-in tables.
#[macro_export]
macro_rules! game {
    ($game:ty) => {
        fn game() -> std::sync::Arc<$game> {
            let game = <$game>::load(&kernel::data::Overlay::none());
            std::sync::Arc::new(game.expect("the built-in tables are sound"))
        }
    };
}

/// The golden games of a crate as `goldens()`, and the tests that they replay to the same journal and that records which do
/// not fit are refused. A journal of `long` bytes or more is kept as digest, beginning and end; `choose` is how a player
/// of a new golden game chooses.
#[macro_export]
macro_rules! goldens {
    ($game:ty, $kept:expr, $long:expr, $choose:expr) => {
        $crate::game!($game);

        fn goldens() -> $crate::Goldens<$game> {
            let (root, kept) = (env!("CARGO_MANIFEST_DIR"), $kept);
            $crate::Goldens { game: game(), root, kept, long: $long, choose: $choose }
        }

        #[test]
        fn golden_records_replay_to_the_same_journal() {
            goldens().replay_to_the_same_journal();
        }

        #[test]
        fn records_that_do_not_fit_are_refused_with_the_reason() {
            goldens().refuse_what_does_not_fit($kept[0].name);
        }
    };
}
