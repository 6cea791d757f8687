//! Into a Bear Trap: The Battle for Grozny, January 1995, by its whole rulebook.
//!
//! One file a rules module, named by its number; inside, one function a case, whose first line starts with the
//! case's number. `sequence.rs` alone decides what comes next.
//!
//! | file | one idea |
//! |---|---|
//! | `tables.rs`, `tables/` | map, counters, charts and scenarios from `data/` |
//! | `sight.rs` | lines of sight and of fire, traced once |
//! | `state.rs` | the position, and the questions every module asks |
//! | `action.rs`, `event.rs`, `refusal.rs` | what can be done, what happened, why not |
//! | `sequence.rs` | the sequence of play as steps |
//! | `m03` to `m11` | the rulebook |
//! | `fog.rs` | what a side may know of the other, and other worlds it cannot tell apart |
//! | `turn_table.rs` | which module answers for which action in which step |
//! | `odds.rs`, `view.rs`, `board_view.rs`, `prose.rs`, `query.rs` | what players see and read |
//! | `arrange.rs` | positions for examples |
#![deny(clippy::float_arithmetic)]

mod action;
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
    refusal::Refusal,
    sequence::Step,
    state::State,
    tables::{Side, Unit},
};
use crate::{
    fog::Fog,
    state::{Look, Play},
    tables::Tables,
};

/// The game with its tables.
#[derive(Debug)]
pub struct BearTrap {
    t: Tables,
    about: About,
    book: Rulebook,
    names: board_view::Names,
}

const RULES: &str = "bear-trap/rules.toml";

impl BearTrap {
    /// The files of its data folder that an overlay may change.
    pub const FILES: &[&str] = &[tables::MAP, tables::UNIT_FILE, tables::CHARTS, tables::SCENARIOS];

    /// Loads the tables, the overlay's values over the built-in ones, and checks that they fit together.
    pub fn load(overlay: &Overlay) -> Result<BearTrap, DataError> {
        let t = Tables::load(overlay)?;
        let book = Rulebook::parse(RULES, include_str!("../data/rules.toml"))?;
        let about = about(&t, &book, overlay);
        let names = board_view::Names::new(&t);
        Ok(BearTrap { t, about, book, names })
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
    let option = |id: &str, title: &str, rule: &str, blurb: &str, excludes: &[&str]| OptionAbout {
        id: id.to_owned(),
        title: title.to_owned(),
        rule: rule.to_owned(),
        blurb: blurb.to_owned(),
        excludes: excludes.iter().map(|&id| id.to_owned()).collect(),
    };
    About {
        id: "bear-trap".to_owned(),
        title: "Into a Bear Trap: The Battle for Grozny, January 1995".to_owned(),
        blurb:
            "Russian columns drive into a city that is waiting for them. Hexes with streets, houses of two \
                levels, facing and lines of sight; markers from a cup say who acts next."
                .to_owned(),
        revision: book.book.revision,
        data: overlay.fingerprint(BearTrap::FILES),
        sides: Side::BOTH
            .map(|side| SideAbout { id: side.id().to_owned(), name: side.name().to_owned() })
            .into(),
        scenarios: t
            .scenarios
            .scenario
            .iter()
            .map(|it| ScenarioAbout { id: it.id.clone(), title: it.title.clone(), blurb: it.blurb.clone() })
            .collect(),
        options: vec![
            option(
                "buratino",
                "Buratino rockets",
                "8.3",
                "The Russian may take two batteries of thermobaric rockets instead of three of artillery.",
                &[],
            ),
            option(
                "interdiction",
                "Interdiction",
                "6.5.3",
                "Batteries may keep a hex and its neighbours under fire for a turn.",
                &[],
            ),
            option(
                "tank-passengers",
                "Riders on tanks",
                "8.10",
                "A tank may carry an infantry-type unit and a leader, who can be shot off it.",
                &[],
            ),
            option(
                "hotels",
                "Reporters in the hotels",
                "11.3",
                "Buildings that come down near a hotel are reported and cost the side that did it.",
                &[],
            ),
            option("open", "No fog", "3.6", "Every counter on the map is open to both sides.", &["strict"]),
            option(
                "strict",
                "Thick fog",
                "3.6",
                "Of an unexamined pile only foot units or a vehicle are seen, not even the top counter.",
                &["open"],
            ),
        ],
        tables: t.sources.clone(),
        minutes: 300,
        complexity: 4,
    }
}

impl Rules for BearTrap {
    type State = State;
    type Action = Action;
    type Event = Event;
    type Refusal = Refusal;

    fn setup(&self, scenario: usize, options: Options) -> State {
        let mut state = State::new(&self.t, scenario, options);
        Play { t: &self.t, s: &mut state, j: &mut Journal::disabled() }.open_game();
        state
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

    fn turn(&self, state: &State) -> u16 {
        u16::from(state.turn)
    }

    fn step(&self, state: &State) -> &'static str {
        self.look(state).step_name()
    }

    fn invariant(&self, state: &State) -> Result<(), String> {
        self.look(state).invariant()
    }
}

impl Notation for BearTrap {
    fn write(&self, action: Action) -> String {
        action.write(&self.t)
    }

    fn read(&self, text: &str) -> Result<Action, Unreadable> {
        Action::read(&self.t, text)
    }
}

impl Table for BearTrap {
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
        picture::art(&self.t)
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        view::view(self, state, viewer)
    }

    fn query(&self, state: &State, viewer: Viewer, query: &Query) -> Result<Answer, Unreadable> {
        query::answer(self, state, viewer, query)
    }

    fn tell(&self, entry: &Entry<Event>) -> Line {
        prose::tell(&self.t, entry)
    }

    fn explain(&self, refusal: &Refusal) -> String {
        refusal.in_words(&self.t)
    }

    fn arrange(&self, state: &mut State, position: &Position) -> Result<(), Misplaced> {
        arrange::arrange(&self.t, state, position)
    }
}
