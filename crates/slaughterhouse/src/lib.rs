//! Slaughterhouse: the Soviet-German War, June 1941 to March 1942.
//!
//! Two pages of its rules survive; the rest is a reconstruction that every case owns up to. One file a rules module,
//! named by its number; inside, one function a case, whose first line starts with the case's number. `sequence.rs`
//! opens the next step, or within a procedure its own module.
//!
//! | file | one idea |
//! |---|---|
//! | `tables.rs` | map, units, charts and scenario from `data/` |
//! | `state.rs` | the position, and the questions every module asks |
//! | `action.rs`, `event.rs`, `refusal.rs` | what can be done, what happened, why not |
//! | `sequence.rs` | the sequence of play as steps |
//! | `aims.rs` | the conditions of victory while the game goes on |
//! | `act.rs` | which clicks make up the act of a unit |
//! | `m05` to `m20` | the rulebook |
//! | `turn_table.rs` | which module answers for which action in which step |
//! | `odds.rs`, `view.rs`, `prose.rs`, `query.rs` | what players see and read |
//! | `board_view.rs` | map, counters and boxes |
//! | `arrange.rs` | positions for examples |
#![deny(clippy::float_arithmetic)]

mod act;
pub mod action;
mod aims;
mod arrange;
mod board_view;
mod event;
mod m05_preparation;
mod m06_political;
mod m07_control;
mod m08_impulses;
mod m08_redeployment;
mod m09_movement;
pub mod m10_assault;
mod m10_counter_attack;
mod m10_losses;
mod m10_retreats;
mod m11_advantage;
mod m12_supply;
mod m14_reinforcements;
mod m17_partisans;
mod m18_interdiction;
mod m19_victory;
mod m20_bids;
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
    tables::{Leader, Side, Unit},
};

kit::game!(
    /// The game with its tables.
    Slaughterhouse,
    "slaughterhouse"
);

const TITLE: &str = "Slaughterhouse: the Soviet-German War, 1941-42";
const BLURB: &str = "From the invasion to the end of the winter offensive, from Finland to the Black Sea. Armies and Fronts \
                move and assault out of one Area at a time; panzers overrun; who holds the Advantage bends the rules. \
                Movement and assaults follow the two pages of its rules that survive; the rest is rebuilt, and says so.";

fn about(t: &Tables) -> About {
    let scenario = &t.scenario.scenario;
    let historical: Vec<&str> = t.charts.weather.historical.iter().map(|weather| weather.name()).collect();
    About {
        scenarios: vec![kit::scenario(&scenario.id, &scenario.title, &scenario.blurb)],
        options: vec![
            kit::option(
                "historical-weather",
                "Historical weather",
                "20.1",
                &format!("{}: no weather dice.", historical.join(", ")),
                &[],
            ),
            kit::option(
                "bid",
                "Bid for the sides",
                "20.2",
                "Both name a side and a number in secret; the victory number pays for the side both want.",
                &[],
            ),
            kit::option(
                "uncertain-takeover",
                "Uncertain takeover",
                "20.3",
                &format!("A die in Turn {} may bring Hitler's command early.", t.takeover.early_turn),
                &[],
            ),
            kit::option(
                "all-mf",
                "All MF, however few",
                "20.4",
                "The other reading of 9.2a: after a fight against full-strength defenders a unit with 1 MF may move too.",
                &[],
            ),
            kit::option(
                "others-go-on",
                "Others go on after a counter-attack",
                "20.5",
                "The other reading of 10.6.1c: a counter-attack ends the impulse only for those who made the assault.",
                &[],
            ),
        ],
        minutes: 180,
        complexity: 2,
        ..kit::about(TITLE, BLURB, Side::parties())
    }
}

kit::rules!(Slaughterhouse acts {
    fn setup(&self, _scenario: usize, options: Options) -> State {
        State::new(&self.t, options)
    }

    fn redeal(&self, state: &mut State, knower: Seat, rng: &mut Rng) {
        // Only the first bid is hidden, and only until the second is written.
        if let Step::Bid { seat: 1, first } = &mut state.step
            && knower != Seat(0)
        {
            let side = Side::BOTH[rng.index(2)];
            *first = (side, rng.below(u64::from(self.t.charts.bids.most) + 1) as u8);
        }
    }

    fn reveals(&self, state: &State, _action: Action) -> bool {
        matches!(state.step, Step::Bid { seat: 1, .. })
    }
});

kit::table!(Slaughterhouse, |it| board_view::board(&it.t), |it| board_view::art(&it.t), open);
