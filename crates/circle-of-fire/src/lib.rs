//! Circle of Fire: The Siege of Cholm, 1942, by its whole rulebook.
//!
//! One file a rules module, named by its number; inside, one function a case, whose first line starts with the
//! case's number. `sequence.rs` and, within a procedure, the module it belongs to open the next step.
//!
//! | file | one idea |
//! |---|---|
//! | `tables.rs` | map, counters, charts and scenario from `data/` |
//! | `state.rs` | the position, and the questions every module asks |
//! | `action.rs`, `event.rs`, `refusal.rs` | what can be done, what happened, why not |
//! | `sequence.rs` | the sequence of play as steps |
//! | `aims.rs` | the conditions of victory while the game goes on |
//! | `act.rs` | which clicks make up the act of a unit |
//! | `m05` to `m21` | the rulebook |
//! | `turn_table.rs` | which module answers for which action in which step |
//! | `odds.rs`, `view.rs`, `board_view.rs`, `prose.rs`, `query.rs` | what players see and read |
//! | `arrange.rs` | positions for examples |
#![deny(clippy::float_arithmetic)]

mod act;
mod action;
mod aims;
mod arrange;
mod board_view;
mod event;
mod m05_set_up;
mod m06_control;
mod m08_advantage;
mod m09_night;
mod m10_reinforcements;
mod m11_impulses;
mod m12_movement;
mod m13_casualties;
pub mod m13_direct_fire;
mod m13_retreats;
mod m14_bombardment;
mod m15_rubble;
mod m16_close_combat;
mod m17_logistics;
mod m18_end_phase;
mod m19_victory;
mod m20_bids;
mod m21_options;
mod odds;
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
    CircleOfFire,
    "circle-of-fire"
);

const TITLE: &str = "Circle of Fire: The Siege of Cholm, 1942";
const BLURB: &str = "A German garrison in a small town on the Lowat, a Soviet army around it, and nine winter days. \
                Areas are activated one at a time; who holds the Advantage bends the rules.";

fn about(t: &Tables) -> About {
    let scenario = &t.scenario.scenario;
    About {
        scenarios: vec![kit::scenario(&scenario.id, &scenario.title, &scenario.blurb)],
        options: vec![
            kit::option(
                "bid-german",
                "Bid for the Germans",
                "20.0",
                "Both players want the Germans: secret bids decide, and the loser may Seize the Initiative.",
                &["bid-soviet"],
            ),
            kit::option(
                "bid-soviet",
                "Bid for the Soviets",
                "20.0",
                "Both players want the Soviets: secret bids decide, and the loser may Seize the Initiative.",
                &["bid-german"],
            ),
            kit::option(
                "substitute-random",
                "Substitute random results",
                "21.1",
                "A random group that has arrived before is replaced by a free activation or the Stubborn Defense marker.",
                &[],
            ),
            kit::option(
                "bombard-contested",
                "Bombard contested Areas",
                "21.2",
                "Guns may fire into contested Areas at the risk of hitting friends. Favours the Soviets.",
                &[],
            ),
            kit::option(
                "infantry-vs-armor",
                "Infantry fire at armor",
                "21.3",
                "Infantry alone may fire at an adjacent Area that holds enemy armor, at a price.",
                &[],
            ),
        ],
        minutes: 150,
        complexity: 2,
        ..kit::about(TITLE, BLURB, Side::parties())
    }
}

kit::rules!(CircleOfFire acts {
    fn setup(&self, _scenario: usize, options: Options) -> State {
        State::new(&self.t, options)
    }

    fn redeal(&self, state: &mut State, knower: Seat, rng: &mut Rng) {
        // Only the first bid is hidden, and only until the second is written.
        if let Step::Bid { seat: 1, first } = &mut state.step
            && knower != Seat(0)
        {
            *first = rng.below(u64::from(self.t.charts.bids.most) + 1) as u8;
        }
    }

    fn reveals(&self, state: &State, _action: Action) -> bool {
        matches!(state.step, Step::Bid { seat: 1, .. })
    }
});

kit::table!(CircleOfFire, |it| board_view::board(&it.t), |it| board_view::art(&it.t), open);
