//! New Game: two sides meet at a crossroads.
//!
//! One file a rules module; inside, one function a case, whose first line starts with the case's number.
//!
//! | file | one idea |
//! |---|---|
//! | `tables.rs` | map, units and numbers from `data/` |
//! | `state.rs` | the position, and the questions every module asks |
//! | `action.rs`, `event.rs`, `refusal.rs` | what can be done, what happened, why not |
//! | `sequence.rs` | the sequence of play as steps |
//! | `m04` to `m06` | the rulebook |
//! | `turn_table.rs` | which module answers for which action in which step |
//! | `view.rs`, `offers.rs`, `prose.rs`, `query.rs` | what players see and read |
//! | `board_view.rs` | map and counters |
//! | `arrange.rs` | positions for examples |
#![deny(clippy::float_arithmetic)]

mod action;
mod arrange;
mod board_view;
mod event;
mod m04_movement;
mod m05_attacks;
mod m06_victory;
mod offers;
mod prose;
mod query;
mod refusal;
pub mod sequence;
pub mod state;
pub mod tables;
mod turn_table;
mod view;

use kernel::{About, Options, Rng, Seat};

use crate::tables::Tables;
pub use crate::{
    action::Action,
    event::Event,
    refusal::Refusal,
    sequence::Step,
    state::State,
    tables::{Side, Unit},
};

kit::game!(
    /// The game with its tables.
    NewGame,
    "new-game"
);

const TITLE: &str = "New Game";
const BLURB: &str = "Two sides of two units each race for a village between their camps.";

fn about(_: &Tables) -> About {
    About {
        scenarios: vec![kit::scenario("crossroads", "The crossroads", "Both sides start in their camps.")],
        options: Vec::new(),
        minutes: 2,
        complexity: 1,
        ..kit::about(TITLE, BLURB, Side::parties())
    }
}

kit::rules!(NewGame {
    fn setup(&self, _scenario: usize, _options: Options) -> State {
        State::new(&self.t)
    }

    // Nothing is hidden: every world is the true one.
    fn redeal(&self, _state: &mut State, _knower: Seat, _rng: &mut Rng) {}
});

kit::table!(NewGame, |it| board_view::board(&it.t), |it| board_view::art(&it.t), open);
