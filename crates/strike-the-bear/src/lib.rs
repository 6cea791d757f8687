//! Strike the Bear: Operation Barbarossa, 1941-42, by its whole rulebook.
//!
//! One file a rules module, named by its number; inside, one function a case, whose first line starts with the
//! case's number. `sequence.rs` and, within a procedure, the module it belongs to open the next step.
//!
//! | file | one idea |
//! |---|---|
//! | `tables.rs`, `tables/` | map, counters, charts and scenario from `data/` |
//! | `state.rs` | the position, and the questions every module asks |
//! | `action.rs`, `event.rs`, `refusal.rs` | what can be done, what happened, why not |
//! | `sequence.rs` | the sequence of play as steps |
//! | `aims.rs` | the conditions of victory while the game goes on |
//! | `act.rs` | which clicks make up the act of a unit |
//! | `m03` to `m14` | the rulebook |
//! | `turn_table.rs` | which module answers for which action in which step |
//! | `odds.rs`, `view.rs`, `offers.rs`, `prose.rs`, `query.rs` | what players see and read |
//! | `board_view.rs`, `picture.rs` | the board, the counters' faces and the map |
//! | `arrange.rs` | positions for examples |
#![deny(clippy::float_arithmetic)]

mod act;
pub mod action;
mod aims;
mod arrange;
mod board_view;
mod event;
mod m03_mutual;
mod m04_stacking;
mod m06_movement;
mod m06_rail;
mod m07_commissar;
mod m08_partisans;
mod m09_luftwaffe;
mod m10_breakdown;
mod m11_advance;
pub mod m11_combat;
mod m11_leaders;
mod m11_losses;
mod m11_supply;
mod m11_withdrawal;
mod m12_reorganization;
mod m13_victory;
mod m14_set_up;
mod odds;
mod offers;
mod picture;
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
    StrikeTheBear,
    "strike-the-bear"
);

const TITLE: &str = "Strike the Bear: Operation Barbarossa, 1941-42";
const BLURB: &str = "Armies and panzer groups from the frontier to Moscow, on octagons and diamonds. Operations points \
                buy every battle that goes on, and the dice decide late which cities count.";

fn about(t: &Tables) -> About {
    let scenario = &t.scenario.scenario;
    About {
        scenarios: vec![kit::scenario(&scenario.id, &scenario.title, &scenario.blurb)],
        options: vec![
            kit::option(
                "save-half-ops",
                "Save operations points",
                "3.3.5",
                "At the end of a turn each side may keep up to half of its unspent operations points.",
                &[],
            ),
            kit::option(
                "fog-objectives",
                "Objectives in the fog",
                "13.4",
                "Nobody knows what counts: both sets of objectives are rolled after the last turn. Good for playing alone.",
                &[],
            ),
            kit::option(
                "leaders-barred-from-diamonds",
                "Leaders keep out of diamonds",
                "6.1.1",
                "The other reading of who may enter diamonds: leaders move from ox to ox only.",
                &[],
            ),
            kit::option(
                "skip-turn1-redeployment",
                "No redeployment on turn 1",
                "3.2",
                "The invasion is a surprise: the first turn has no Redeployment Phase.",
                &[],
            ),
            kit::option(
                "fallschirmjaeger",
                "Fallschirmjaeger",
                "1.2",
                "The airborne division arrives on turn 2 and may jump once in the game.",
                &[],
            ),
            kit::option(
                "both-leaders-to-continue",
                "Both sides need a leader to go on",
                "11.10.2",
                "The other reading of battle continuation: not only who goes on, but both sides need a leader near the area.",
                &[],
            ),
        ],
        minutes: 300,
        complexity: 4,
        ..kit::about(TITLE, BLURB, Side::parties())
    }
}

kit::rules!(StrikeTheBear acts {
    fn setup(&self, _scenario: usize, options: Options) -> State {
        State::new(&self.t, options)
    }

    fn redeal(&self, _state: &mut State, _knower: Seat, _rng: &mut Rng) {
        // Nothing is hidden but the dice to come.
    }
});

kit::table!(StrikeTheBear, |it| board_view::board(&it.t), |it| board_view::art(&it.t), open);
