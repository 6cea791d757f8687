//! Into a Bear Trap: The Battle for Grozny, January 1995, by its whole rulebook.
//!
//! One file a rules module, named by its number; inside, one function a case, whose first line starts with the
//! case's number. `sequence.rs` and, within a procedure, the module it belongs to open the next step.
//!
//! | file | one idea |
//! |---|---|
//! | `tables.rs`, `tables/` | map, counters, charts and scenarios from `data/` |
//! | `sight.rs` | lines of sight and of fire, traced once |
//! | `state.rs` | the position, and the questions every module asks |
//! | `action.rs`, `event.rs`, `refusal.rs` | what can be done, what happened, why not |
//! | `sequence.rs` | the sequence of play as steps |
//! | `aims.rs` | the conditions of victory while the game goes on |
//! | `act.rs` | which clicks make up the act of a unit |
//! | `m03` to `m11` | the rulebook |
//! | `fog.rs` | what a side may know of the other, and other worlds it cannot tell apart |
//! | `turn_table.rs` | which module answers for which action in which step |
//! | `odds.rs`, `view.rs`, `board_view.rs`, `picture.rs`, `prose.rs`, `query.rs` | what players see and read |
//! | `arrange.rs` | positions for examples |
#![deny(clippy::float_arithmetic)]

mod act;
mod action;
mod aims;
mod arrange;
mod board_view;
mod event;
mod fog;
mod m03_stacking;
mod m04_activation;
mod m05_movement;
mod m06_direct_fire;
mod m06_indirect_fire;
mod m06_interdiction;
mod m06_results;
mod m07_close_assault;
mod m08_buratino;
mod m08_loading;
mod m08_obstacles;
mod m08_rubble;
mod m08_snipers;
mod m09_events;
mod m10_entry;
mod m10_placing;
mod m11_victory;
mod odds;
mod picture;
mod prose;
mod query;
mod refusal;
pub mod sequence;
pub mod sight;
pub mod state;
pub mod tables;
mod turn_table;
mod view;

use kernel::{About, Journal, Options, Rng, Seat};

pub use crate::{
    action::Action,
    event::Event,
    refusal::Refusal,
    sequence::Step,
    state::State,
    tables::{Side, Unit},
};
use crate::{fog::Fog, tables::Tables};

kit::game!(
    /// The game with its tables.
    BearTrap,
    "bear-trap"
);

const TITLE: &str = "Into a Bear Trap: The Battle for Grozny, January 1995";
const BLURB: &str = "Russian columns drive into a city that is waiting for them. Hexes with streets, houses of two \
                levels, facing and lines of sight; markers from a cup say who acts next.";

fn about(t: &Tables) -> About {
    About {
        scenarios: t
            .scenarios
            .scenario
            .iter()
            .map(|it| kit::scenario(&it.id, &it.title, &it.blurb))
            .collect(),
        options: vec![
            kit::option(
                "buratino",
                "Buratino rockets",
                "8.3",
                &format!(
                    "The Russian may take {} of thermobaric rockets instead of {} of artillery.",
                    prose::amount(t.batteries.buratino, "battery", "batteries"),
                    prose::number(t.batteries.artillery.saturating_sub(t.batteries.artillery_with_buratino)),
                ),
                &[],
            ),
            kit::option(
                "interdiction",
                "Interdiction",
                "6.5.3",
                "Batteries may keep a hex and its neighbours under fire for a turn.",
                &[],
            ),
            kit::option(
                "tank-passengers",
                "Riders on tanks",
                "8.10",
                "A tank may carry an infantry-type unit and a leader, who can be shot off it.",
                &[],
            ),
            kit::option(
                "hotels",
                "Reporters in the hotels",
                "11.3",
                "Buildings that come down near a hotel are reported and cost the side that did it.",
                &[],
            ),
            kit::option(
                "open",
                "No fog",
                "3.6",
                "Every counter on the map is open to both sides.",
                &["strict"],
            ),
            kit::option(
                "strict",
                "Thick fog",
                "3.6",
                "Of an unexamined pile only foot units or a vehicle are seen, not even the top counter.",
                &["open"],
            ),
        ],
        minutes: 300,
        complexity: 4,
        ..kit::about(TITLE, BLURB, Side::parties())
    }
}

kit::rules!(BearTrap acts {
    fn setup(&self, scenario: usize, options: Options) -> State {
        let mut state = State::new(&self.t, scenario, options);
        Play { t: &self.t, s: &mut state, j: &mut Journal::disabled() }.open_game();
        state
    }

    fn redeal(&self, state: &mut State, knower: Seat, rng: &mut Rng) {
        state.redeal(&self.t, State::side_of(knower), rng);
    }

    fn reveals(&self, state: &State, action: Action) -> bool {
        let look = self.look(state);
        if look.fog() == Fog::Open {
            return false;
        }
        let mut after = state.clone();
        self.apply(&mut after, action, &mut Journal::disabled());
        let next = self.look(&after);
        Side::BOTH.into_iter().any(|side| {
            // 3.6 What comes into sight, or on top of a pile, cannot be forgotten again.
            !(next.shown_to_enemy(side) - look.shown_to_enemy(side)).is_empty()
        })
    }
});

kit::table!(BearTrap, |it| board_view::board(&it.t), |it| picture::art(&it.t));
