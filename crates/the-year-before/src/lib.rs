//! The Year Before: Germany and the Soviet Union, June 1940 to June 1941.
//!
//! A new design on a surviving skeleton: of the printed game nineteen headings and the Soviet set-up survive, and every
//! case owns up to it. One file a rules module, numbered as in the surviving contents list; inside, one function a case,
//! whose first line starts with the case's number. `sequence.rs` and, within a procedure, the module it belongs to open the next step.
//!
//! | file | one idea |
//! |---|---|
//! | `tables.rs` | map, pieces, charts, scenario and link from `data/` |
//! | `state.rs` | the position, and the questions every module asks |
//! | `action.rs`, `event.rs`, `refusal.rs` | what can be done, what happened, why not |
//! | `sequence.rs` | the sequence of play as steps |
//! | `aims.rs` | the conditions of victory while the game goes on |
//! | `act.rs` | which clicks make up the act of a unit |
//! | `m02` to `m11` | the rulebook |
//! | `turn_table.rs` | which module answers for which action in which step |
//! | `fog.rs` | what a seat may know, and worlds it cannot tell apart |
//! | `odds.rs`, `view.rs`, `offers.rs`, `prose.rs`, `query.rs` | what players see and read |
//! | `board_view.rs` | map, counters and boxes |
//! | `arrange.rs` | positions for examples |
#![deny(clippy::float_arithmetic)]

mod act;
mod action;
mod aims;
mod arrange;
mod board_view;
mod event;
mod fog;
mod m02_pieces;
mod m04_activation;
mod m04_movement;
mod m05_resources;
mod m05_trade;
mod m06_councils;
mod m06_decision;
mod m06_reports;
mod m07_strategy;
mod m08_blow;
mod m08_victory;
mod m09_set_up;
mod m10_prologue;
mod m11_sides;
mod odds;
mod offers;
mod prose;
mod query;
mod refusal;
pub mod sequence;
pub mod state;
pub mod tables;
mod turn_table;
mod view;

use kernel::{About, Journal, Options, Rng, Seat};

use crate::tables::Tables;
pub use crate::{
    action::Action,
    event::Event,
    m10_prologue::Prologue,
    refusal::Refusal,
    sequence::Step,
    state::State,
    tables::{CardId, Country, Kind, Sector, Side, Unit},
};

kit::game!(
    /// The game with its tables.
    TheYearBefore,
    "the-year-before"
);

impl TheYearBefore {
    /// The exact odds of the dice that are due: all sectors still to be decided, or the strike. Before the orders are opened
    /// there are none.
    pub fn odds(&self, state: &State) -> Vec<::view::Odds> {
        odds::Bookmaker { look: self.look(state), book: &self.book }.due()
    }

    /// 10.1 What a finished game leaves to Slaughterhouse, if there is a prologue.
    pub fn prologue(&self, state: &State) -> Option<Prologue> {
        self.look(state).prologue()
    }
}

const TITLE: &str = "The Year Before: Germany and the Soviet Union, 1940-41";
const BLURB: &str = "From the fall of France to the morning of the attack, or to the summer in which it does not come. Secret \
                councils, bids for countries, trade, reports that may lie, and armies that gather on a frontier; two dice a \
                sector decide. A new design on a surviving skeleton: 19 headings and the Soviet set-up survive.";

fn about(t: &Tables) -> About {
    let scenario = &t.scenario.scenario;
    About {
        scenarios: vec![kit::scenario(&scenario.id, &scenario.title, &scenario.blurb)],
        options: vec![kit::option(
            "bid",
            "Bid for the sides",
            "11.1",
            "Both name a side and a number in secret; the difference needed pays for the side both want.",
            &[],
        )],
        minutes: 75,
        complexity: 2,
        ..kit::about(TITLE, BLURB, Side::parties())
    }
}

kit::rules!(TheYearBefore acts {
    fn setup(&self, _scenario: usize, options: Options) -> State {
        State::new(&self.t, options)
    }

    fn redeal(&self, state: &mut State, knower: Seat, rng: &mut Rng) {
        Play { t: &self.t, s: state, j: &mut Journal::disabled() }.redeal(knower, rng);
    }

    fn reveals(&self, state: &State, _action: Action) -> bool {
        self.look(state).reveals()
    }

    fn draw_reveals(&self, state: &State, seat: Seat) -> bool {
        self.look(state).draw_reveals(seat)
    }

    fn ahead(&self, state: &State, seat: Seat) -> Option<State> {
        self.look(state).ahead(seat)
    }

    fn unwritten(&self, state: &State, seat: Seat) -> Option<State> {
        let mut before = state.clone();
        let mut journal = Journal::disabled();
        Play { t: &self.t, s: &mut before, j: &mut journal }.unwrite(seat).then_some(before)
    }
});

kit::table!(TheYearBefore, |it| board_view::board(&it.t), |it| board_view::art(&it.t));
