//! Slaughterhouse: the Soviet-German War, June 1941 to March 1942.
//!
//! Two pages of its rules survive; the rest is a reconstruction that every case owns up to. One file a rules module,
//! named by its number; inside, one function a case, whose first line starts with the case's number. `sequence.rs`
//! alone decides what comes next.
//!
//! | file | one idea |
//! |---|---|
//! | `tables.rs` | map, units, charts and scenario from `data/` |
//! | `state.rs` | the position, and the questions every module asks |
//! | `action.rs`, `event.rs`, `refusal.rs` | what can be done, what happened, why not |
//! | `sequence.rs` | the sequence of play as steps |
//! | `m05` to `m20` | the rulebook |
//! | `turn_table.rs` | which module answers for which action in which step |
//! | `odds.rs`, `view.rs`, `prose.rs`, `query.rs` | what players see and read |
//! | `board_view.rs` | map, counters and boxes |
//! | `arrange.rs` | positions for examples |
#![deny(clippy::float_arithmetic)]

pub mod action;
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
    tables::{Leader, Side, Unit},
};
use crate::{
    state::{Look, Play},
    tables::Tables,
};

/// The game with its tables.
#[derive(Debug)]
pub struct Slaughterhouse {
    t: Tables,
    about: About,
    book: Rulebook,
    names: board_view::Names,
}

const RULES: &str = "slaughterhouse/rules.toml";

impl Slaughterhouse {
    /// The files of its data folder that an overlay may change.
    pub const FILES: &[&str] = &[tables::MAP, tables::UNIT_FILE, tables::CHARTS, tables::SCENARIO];

    /// Loads the tables, the overlay's values over the built-in ones, and checks that they fit together.
    pub fn load(overlay: &Overlay) -> Result<Slaughterhouse, DataError> {
        let t = Tables::load(overlay)?;
        let book = Rulebook::parse(RULES, include_str!("../data/rules.toml"))?;
        let about = about(&t, &book, overlay);
        let names = board_view::Names::new(&t);
        Ok(Slaughterhouse { t, about, book, names })
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
    let option = |id: &str, title: &str, rule: &str, blurb: &str| OptionAbout {
        id: id.to_owned(),
        title: title.to_owned(),
        rule: rule.to_owned(),
        blurb: blurb.to_owned(),
        excludes: Vec::new(),
    };
    let scenario = &t.scenario.scenario;
    About {
        id: "slaughterhouse".to_owned(),
        title: "Slaughterhouse: the Soviet-German War, 1941-42".to_owned(),
        blurb: "From the invasion to the end of the winter offensive, from Finland to the Black Sea. Armies and Fronts \
                move and assault out of one Area at a time; panzers overrun; who holds the Advantage bends the rules. \
                Movement and assaults follow the two pages of its rules that survive; the rest is rebuilt, and says so."
            .to_owned(),
        revision: book.book.revision,
        data: overlay.fingerprint(Slaughterhouse::FILES),
        sides: Side::BOTH.map(|side| SideAbout { id: side.id().to_owned(), name: side.name().to_owned() }).into(),
        scenarios: vec![ScenarioAbout {
            id: scenario.id.clone(),
            title: scenario.title.clone(),
            blurb: scenario.blurb.clone(),
        }],
        options: vec![
            option(
                "historical-weather",
                "Historical weather",
                "20.1",
                "Clear, Clear, Rain, Snow, Snow: no weather dice.",
            ),
            option(
                "bid",
                "Bid for the sides",
                "20.2",
                "Both name a side and a number in secret; the victory number pays for the side both want.",
            ),
            option(
                "uncertain-takeover",
                "Uncertain takeover",
                "20.3",
                "A die in Turn 3 may bring Hitler's command a turn early.",
            ),
        ],
        tables: t.sources.clone(),
        minutes: 180,
        complexity: 2,
    }
}

impl Rules for Slaughterhouse {
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

impl Notation for Slaughterhouse {
    fn write(&self, action: Action) -> String {
        action.write(&self.t)
    }

    fn read(&self, text: &str) -> Result<Action, Unreadable> {
        Action::read(&self.t, text)
    }
}

impl Table for Slaughterhouse {
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
