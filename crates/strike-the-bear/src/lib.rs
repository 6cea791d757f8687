//! Strike the Bear: Operation Barbarossa, 1941-42, by its whole rulebook.
//!
//! One file a rules module, named by its number; inside, one function a case, whose first line starts with the
//! case's number. `sequence.rs` alone decides what comes next.
//!
//! | file | one idea |
//! |---|---|
//! | `tables.rs`, `tables/` | map, counters, charts and scenario from `data/` |
//! | `state.rs` | the position, and the questions every module asks |
//! | `action.rs`, `event.rs`, `refusal.rs` | what can be done, what happened, why not |
//! | `sequence.rs` | the sequence of play as steps |
//! | `m03` to `m14` | the rulebook |
//! | `turn_table.rs` | which module answers for which action in which step |
//! | `odds.rs`, `view.rs`, `offers.rs`, `prose.rs`, `query.rs` | what players see and read |
//! | `board_view.rs`, `picture.rs` | the board, the counters' faces and the map |
//! | `arrange.rs` | positions for examples |
#![deny(clippy::float_arithmetic)]

pub mod action;
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
    picture::Picture,
    state::{Look, Play},
    tables::Tables,
};

/// The game with its tables.
#[derive(Debug)]
pub struct StrikeTheBear {
    t: Tables,
    about: About,
    book: Rulebook,
    picture: Picture,
    names: board_view::Names,
}

const RULES: &str = "strike-the-bear/rules.toml";

impl StrikeTheBear {
    /// The files of its data folder that an overlay may change.
    pub const FILES: &[&str] =
        &[tables::MAP, tables::UNIT_FILE, tables::CHARTS, tables::SCENARIO, picture::PICTURE];

    /// Loads the tables, the overlay's values over the built-in ones, and checks that they fit together.
    pub fn load(overlay: &Overlay) -> Result<StrikeTheBear, DataError> {
        let t = Tables::load(overlay)?;
        let book = Rulebook::parse(RULES, include_str!("../data/rules.toml"))?;
        let picture = Picture::load(overlay)?;
        let mut about = about(&t, &book, overlay);
        about.tables.push(picture.about());
        let names = board_view::Names::new(&t);
        Ok(StrikeTheBear { t, about, book, picture, names })
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
        id: "strike-the-bear".to_owned(),
        title: "Strike the Bear: Operation Barbarossa, 1941-42".to_owned(),
        blurb: "Armies and panzer groups from the frontier to Moscow, on octagons and diamonds. Operations points \
                buy every battle that goes on, and the dice decide late which cities count."
            .to_owned(),
        revision: book.book.revision,
        data: overlay.fingerprint(StrikeTheBear::FILES),
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
                "save-half-ops",
                "Save operations points",
                "3.3.5",
                "At the end of a turn each side may keep up to half of its unspent operations points.",
            ),
            option(
                "fog-objectives",
                "Objectives in the fog",
                "13.4",
                "Nobody knows what counts: both sets of objectives are rolled after the last turn. Good for playing alone.",
            ),
            option(
                "leaders-barred-from-diamonds",
                "Leaders keep out of diamonds",
                "6.1.1",
                "The other reading of who may enter diamonds: leaders move from ox to ox only.",
            ),
            option(
                "skip-turn1-redeployment",
                "No redeployment on turn 1",
                "3.2",
                "The invasion is a surprise: the first turn has no Redeployment Phase.",
            ),
            option(
                "fallschirmjaeger",
                "Fallschirmjaeger",
                "1.2",
                "The airborne division arrives on turn 2 and may jump once in the game.",
            ),
        ],
        tables: t.sources.clone(),
        minutes: 300,
        complexity: 4,
    }
}

impl Rules for StrikeTheBear {
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

    fn redeal(&self, _state: &mut State, _knower: Seat, _rng: &mut Rng) {
        // Nothing is hidden but the dice to come.
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

impl Notation for StrikeTheBear {
    fn write(&self, action: Action) -> String {
        action.write(&self.t)
    }

    fn read(&self, text: &str) -> Result<Action, Unreadable> {
        Action::read(&self.t, text)
    }
}

impl Table for StrikeTheBear {
    fn about(&self) -> &About {
        &self.about
    }

    fn rulebook(&self) -> &Rulebook {
        &self.book
    }

    fn board(&self) -> Board {
        board_view::board(&self.t, &self.picture)
    }

    fn art(&self) -> Art {
        board_view::art(&self.t, &self.picture)
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
