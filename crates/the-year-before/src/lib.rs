//! The Year Before: Germany and the Soviet Union, June 1940 to June 1941.
//!
//! A new design on a surviving skeleton: of the printed game nineteen headings and the Soviet set-up survive, and every
//! case owns up to it. One file a rules module, numbered as in the surviving contents list; inside, one function a case,
//! whose first line starts with the case's number. `sequence.rs` alone decides what comes next.
//!
//! | file | one idea |
//! |---|---|
//! | `tables.rs` | map, pieces, charts, scenario and link from `data/` |
//! | `state.rs` | the position, and the questions every module asks |
//! | `action.rs`, `event.rs`, `refusal.rs` | what can be done, what happened, why not |
//! | `sequence.rs` | the sequence of play as steps |
//! | `m02` to `m11` | the rulebook |
//! | `turn_table.rs` | which module answers for which action in which step |
//! | `fog.rs` | what a seat may know, and worlds it cannot tell apart |
//! | `odds.rs`, `view.rs`, `offers.rs`, `prose.rs`, `query.rs` | what players see and read |
//! | `board_view.rs` | map, counters and boxes |
//! | `arrange.rs` | positions for examples |
#![deny(clippy::float_arithmetic)]

mod action;
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

use ::view::{Art, Board, Line, Overlay as Answer, Query, View};
use kernel::{
    About, Entry, Journal, Luck, Misplaced, Node, Notation, OptionAbout, Options, Rng, Rules, ScenarioAbout,
    Seat, SideAbout, Table, Unreadable, Viewer,
    data::{DataError, Overlay},
    example::Position,
    rules::Rulebook,
};

pub use crate::{
    action::Action,
    event::Event,
    m10_prologue::Prologue,
    refusal::Refusal,
    sequence::Step,
    state::State,
    tables::{CardId, Country, Kind, Sector, Side, Unit},
};
use crate::{
    state::{Look, Play},
    tables::Tables,
};

/// The game with its tables.
#[derive(Debug)]
pub struct TheYearBefore {
    t: Tables,
    about: About,
    book: Rulebook,
    names: board_view::Names,
}

const RULES: &str = "the-year-before/rules.toml";

impl TheYearBefore {
    /// The files of its data folder that an overlay may change.
    pub const FILES: &[&str] =
        &[tables::MAP, tables::ART, tables::UNIT_FILE, tables::CHARTS, tables::SCENARIO, tables::LINK];

    /// Loads the tables, the overlay's values over the built-in ones, and checks that they fit together.
    pub fn load(overlay: &Overlay) -> std::result::Result<TheYearBefore, DataError> {
        let t = Tables::load(overlay)?;
        let book = Rulebook::parse(RULES, include_str!("../data/rules.toml"))?;
        let about = about(&t, &book, overlay);
        let names = board_view::Names::new(&t);
        Ok(TheYearBefore { t, about, book, names })
    }

    /// The exact odds of the dice that are due: all sectors still to be decided, or the strike. Before the orders are opened
    /// there are none.
    pub fn odds(&self, state: &State) -> Vec<::view::Odds> {
        odds::Bookmaker { look: self.look(state), book: &self.book }.due()
    }

    /// 10.1 What a finished game leaves to Slaughterhouse, if there is a prologue.
    pub fn prologue(&self, state: &State) -> Option<Prologue> {
        self.look(state).prologue()
    }

    /// The tables.
    pub fn tables(&self) -> &Tables {
        &self.t
    }

    /// A position with the tables at hand, to ask questions.
    pub fn look<'a>(&'a self, s: &'a State) -> Look<'a> {
        Look { t: &self.t, s }
    }
}

fn about(t: &Tables, book: &Rulebook, overlay: &Overlay) -> About {
    let scenario = &t.scenario.scenario;
    About {
        id: "the-year-before".to_owned(),
        title: "The Year Before: Germany and the Soviet Union, 1940-41".to_owned(),
        blurb: "From the fall of France to the morning of the attack, or to the summer in which it does not come. Secret \
                councils, bids for countries, trade, reports that may lie, and armies that gather on a frontier; two dice a \
                sector decide. A new design on a surviving skeleton: 19 headings and the Soviet set-up survive."
            .to_owned(),
        revision: book.book.revision,
        data: overlay.fingerprint(TheYearBefore::FILES),
        sides: Side::BOTH.map(|side| SideAbout { id: side.id().to_owned(), name: side.name().to_owned() }).into(),
        scenarios: vec![ScenarioAbout {
            id: scenario.id.clone(),
            title: scenario.title.clone(),
            blurb: scenario.blurb.clone(),
        }],
        options: vec![OptionAbout {
            id: "bid".to_owned(),
            title: "Bid for the sides".to_owned(),
            rule: "11.1".to_owned(),
            blurb: "Both name a side and a number in secret; the difference needed pays for the side both want.".to_owned(),
            excludes: Vec::new(),
        }],
        tables: t.sources.clone(),
        minutes: 75,
        complexity: 2,
    }
}

impl Rules for TheYearBefore {
    type State = State;
    type Action = Action;
    type Event = Event;
    type Refusal = Refusal;

    fn setup(&self, _scenario: usize, options: Options) -> State {
        State::new(&self.t, options)
    }

    fn node(&self, state: &State) -> Node {
        self.look(state).node()
    }

    fn legal(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        self.look(state).legal(out);
    }

    fn refuse(&self, state: &State, action: Action) -> Option<Refusal> {
        self.look(state).refuse(action).err()
    }

    fn apply(&self, state: &mut State, action: Action, journal: &mut Journal<Event>) {
        Play { t: &self.t, s: state, j: journal }.apply(action);
    }

    fn resolve(&self, state: &mut State, luck: Luck, journal: &mut Journal<Event>) {
        Play { t: &self.t, s: state, j: journal }.resolve(luck);
    }

    fn redeal(&self, state: &mut State, knower: Seat, rng: &mut Rng) {
        Play { t: &self.t, s: state, j: &mut Journal::disabled() }.redeal(knower, rng);
    }

    fn reveals(&self, state: &State, _action: Action) -> bool {
        self.look(state).reveals()
    }

    fn turn(&self, state: &State) -> u16 {
        u16::from(state.turn)
    }

    fn step(&self, state: &State) -> &'static str {
        self.look(state).step_name()
    }

    fn invariant(&self, state: &State) -> std::result::Result<(), String> {
        self.look(state).invariant()
    }
}

impl Notation for TheYearBefore {
    fn write(&self, action: Action) -> String {
        action.write(&self.t)
    }

    fn read(&self, text: &str) -> std::result::Result<Action, Unreadable> {
        Action::read(&self.t, text)
    }
}

impl Table for TheYearBefore {
    fn about(&self) -> &About {
        &self.about
    }

    fn rulebook(&self) -> &Rulebook {
        &self.book
    }

    fn board(&self) -> Board {
        board_view::board(&self.t)
    }

    fn art(&self) -> Art {
        board_view::art(&self.t)
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        view::view(self, state, viewer)
    }

    fn query(&self, state: &State, viewer: Viewer, query: &Query) -> std::result::Result<Answer, Unreadable> {
        query::answer(self, state, viewer, query)
    }

    fn tell(&self, entry: &Entry<Event>) -> Line {
        prose::tell(&self.t, entry)
    }

    fn explain(&self, refusal: &Refusal) -> String {
        refusal.in_words(&self.t)
    }

    fn arrange(&self, state: &mut State, position: &Position) -> std::result::Result<(), Misplaced> {
        arrange::arrange(&self.t, state, position)
    }
}
