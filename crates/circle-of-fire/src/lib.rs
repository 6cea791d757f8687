//! Circle of Fire: The Siege of Cholm, 1942, by its whole rulebook.
//!
//! One file a rules module, named by its number; inside, one function a case, whose first line starts with the
//! case's number. `sequence.rs` alone decides what comes next.
//!
//! | file | one idea |
//! |---|---|
//! | `tables.rs` | map, counters, charts and scenario from `data/` |
//! | `state.rs` | the position, and the questions every module asks |
//! | `action.rs`, `event.rs`, `refusal.rs` | what can be done, what happened, why not |
//! | `sequence.rs` | the sequence of play as steps |
//! | `m05` to `m21` | the rulebook |
//! | `turn_table.rs` | which module answers for which action in which step |
//! | `odds.rs`, `view.rs`, `prose.rs`, `query.rs` | what players see and read |
//! | `arrange.rs` | positions for examples |
#![deny(clippy::float_arithmetic)]

mod action;
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
    state::{Look, Play},
    tables::Tables,
};

/// The game with its tables.
#[derive(Debug)]
pub struct CircleOfFire {
    t: Tables,
    about: About,
    book: Rulebook,
    names: board_view::Names,
}

const RULES: &str = "circle-of-fire/rules.toml";

impl CircleOfFire {
    /// The files of its data folder that an overlay may change.
    pub const FILES: &[&str] = &[tables::MAP, tables::UNIT_FILE, tables::CHARTS, tables::SCENARIO];

    /// Loads the tables, the overlay's values over the built-in ones, and checks that they fit together.
    pub fn load(overlay: &Overlay) -> Result<CircleOfFire, DataError> {
        let t = Tables::load(overlay)?;
        let book = Rulebook::parse(RULES, include_str!("../data/rules.toml"))?;
        let about = about(&t, &book, overlay);
        let names = board_view::Names::new(&t);
        Ok(CircleOfFire { t, about, book, names })
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
    let scenario = &t.scenario.scenario;
    About {
        id: "circle-of-fire".to_owned(),
        title: "Circle of Fire: The Siege of Cholm, 1942".to_owned(),
        blurb:
            "A German garrison in a small town on the Lowat, a Soviet army around it, and nine winter days. \
                Areas are activated one at a time; who holds the Advantage bends the rules."
                .to_owned(),
        revision: book.book.revision,
        data: overlay.fingerprint(CircleOfFire::FILES),
        sides: Side::BOTH
            .map(|side| SideAbout { id: side.id().to_owned(), name: side.name().to_owned() })
            .into(),
        scenarios: vec![ScenarioAbout {
            id: scenario.id.clone(),
            title: scenario.title.clone(),
            blurb: scenario.blurb.clone(),
        }],
        options: vec![
            option(
                "bid-german",
                "Bid for the Germans",
                "20.0",
                "Both players want the Germans: secret bids decide, and the loser may Seize the Initiative.",
                &["bid-soviet"],
            ),
            option(
                "bid-soviet",
                "Bid for the Soviets",
                "20.0",
                "Both players want the Soviets: secret bids decide, and the loser may Seize the Initiative.",
                &["bid-german"],
            ),
            option(
                "substitute-random",
                "Substitute random results",
                "21.1",
                "A random group that cannot come is replaced by a free activation or the Stubborn Defense marker.",
                &[],
            ),
            option(
                "bombard-contested",
                "Bombard contested Areas",
                "21.2",
                "Guns may fire into contested Areas at the risk of hitting friends. Favours the Soviets.",
                &[],
            ),
            option(
                "infantry-vs-armor",
                "Infantry fire at armor",
                "21.3",
                "Infantry alone may fire at an adjacent Area that holds enemy armor, at a price.",
                &[],
            ),
        ],
        tables: t.sources.clone(),
        minutes: 150,
        complexity: 2,
    }
}

impl Rules for CircleOfFire {
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
            *first = rng.below(u64::from(self.t.charts.bids.most) + 1) as u8;
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

impl Notation for CircleOfFire {
    fn write(&self, action: Action) -> String {
        action.write(&self.t)
    }

    fn read(&self, text: &str) -> Result<Action, Unreadable> {
        Action::read(&self.t, text)
    }
}

impl Table for CircleOfFire {
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
