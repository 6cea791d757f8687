//! A game that was opened, without its type.

use std::sync::Arc;

use games::{OpenError, Visitor};
use kernel::{About, Game, Match, Options, Players, Record, RecordError, Rng, SetupError, data::Overlay};
use search::{AnyEngine, Engine, Judgement};
use view::Board;

use crate::{
    lanes::{AnyLanes, Lanes},
    observe::Layout,
    play::{AnyPlay, Play},
    vocabulary::Vocabulary,
};

/// What is played, and where chance comes from.
#[derive(Clone, Copy)]
pub struct Setup {
    pub scenario: usize,
    pub options: Options,
    pub seed: u64,
}

/// A game with its machine players and the numbers of what it names.
pub struct Table<G: Game> {
    pub game: Arc<G>,
    pub engine: Arc<dyn AnyEngine>,
    pub words: Vocabulary,
    pub layout: Layout,
}

/// Any opened game.
pub trait AnyTable: Send + Sync {
    fn about(&self) -> &About;
    fn board(&self) -> Board;
    fn words(&self) -> &Vocabulary;
    fn layout(&self) -> &Layout;
    fn engine(&self) -> &dyn AnyEngine;
    /// A fresh match: one that keeps its record, or a world without one, which is faster.
    fn start(
        self: Arc<Self>,
        setup: Setup,
        record: bool,
        automatic: bool,
    ) -> Result<Box<dyn AnyPlay>, SetupError>;
    /// A match from its record.
    fn resume(
        self: Arc<Self>,
        record: &Record,
        seed: u64,
        automatic: bool,
    ) -> Result<Box<dyn AnyPlay>, RecordError>;
    /// Many matches side by side.
    fn lanes(self: Arc<Self>, setup: Setup, count: usize, again: bool, threads: usize) -> Box<dyn AnyLanes>;
}

impl<G: Game> AnyTable for Table<G> {
    fn about(&self) -> &About {
        self.game.about()
    }

    fn board(&self) -> Board {
        self.game.board()
    }

    fn words(&self) -> &Vocabulary {
        &self.words
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn engine(&self) -> &dyn AnyEngine {
        &*self.engine
    }

    fn start(
        self: Arc<Self>,
        setup: Setup,
        record: bool,
        automatic: bool,
    ) -> Result<Box<dyn AnyPlay>, SetupError> {
        if !record {
            let state = self.game.setup(setup.scenario, setup.options);
            return Ok(Box::new(Play::bare(self, state, setup.seed, automatic)));
        }
        let about = self.game.about();
        let scenario = about.scenarios[setup.scenario].id.clone();
        let options = about.option_ids(setup.options);
        let players = Players { luck: format!("python seed {}", setup.seed), players: Vec::new() };
        let kept = Match::new(self.game.clone(), Some(&scenario), &options, players)?;
        Ok(Box::new(Play::kept(self, kept, setup.seed, automatic)))
    }

    fn resume(
        self: Arc<Self>,
        record: &Record,
        seed: u64,
        automatic: bool,
    ) -> Result<Box<dyn AnyPlay>, RecordError> {
        let kept = Match::from_record(self.game.clone(), record)?;
        Ok(Box::new(Play::kept(self, kept, seed, automatic)))
    }

    fn lanes(self: Arc<Self>, setup: Setup, count: usize, again: bool, threads: usize) -> Box<dyn AnyLanes> {
        Box::new(Lanes::new(self, setup, count, again, threads))
    }
}

/// Opens a game with what stands over its tables.
pub fn open(id: &str, overlay: &Overlay) -> Result<Arc<dyn AnyTable>, OpenError> {
    games::visit(id, overlay, Open)
}

struct Open;

impl Visitor for Open {
    type Out = Arc<dyn AnyTable>;

    fn visit<G: Game, J: Judgement<G>>(self, engine: Engine<G, J>) -> Arc<dyn AnyTable> {
        let words = Vocabulary::of(&*engine.game);
        let layout = Layout::of(&words);
        Arc::new(Table { game: engine.game.clone(), engine: Arc::new(engine), words, layout })
    }
}

/// Writes the words of a notation by their numbers; what is not filled stays zero.
pub fn write_words(words: &Vocabulary, notation: &str, row: &mut [i32]) {
    for (slot, word) in row.iter_mut().zip(notation.split(' ')) {
        *slot = words.word(word) as i32;
    }
}

/// The outcome of the draw before which so many plies were played: under one seed always the same.
pub fn stream(seed: u64, seq: usize) -> Rng {
    Rng::new(seed, seq as u64)
}
