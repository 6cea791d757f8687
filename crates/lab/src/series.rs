//! What is to be played, and playing it on all cores. Equal plans play equal games, whoever plays them.

use std::{
    collections::BTreeMap,
    panic::resume_unwind,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use kernel::{About, Game, Match, Options, Rng, SetupError};
use search::{Engine, Judgement, UnknownPlayer};
use sha2::{Digest, Sha256};

use crate::{Kept, play_one};

/// What is to be played, checked.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The game.
    pub game: String,
    /// The fingerprint of its tables.
    pub data: String,
    /// The fingerprint of the judgement that its machine players go by.
    pub judgement: String,
    /// The scenario, by its index and id.
    pub scenario: usize,
    /// The optional rules.
    pub options: Options,
    /// One bot a seat.
    pub bots: Vec<String>,
    /// How many games.
    pub games: u64,
    /// The bots change sides after every game, with the same dice in both games of a pair.
    pub swap: bool,
    /// Pins the games.
    pub seed: u64,
}

/// A plan that cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// No such scenario or option.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// No such player.
    #[error(transparent)]
    Player(#[from] UnknownPlayer),
    /// The wrong number of bots.
    #[error("--bots names {named} players, but {game} has {sides} sides: write one name for all or {sides}")]
    Bots {
        /// How many were named.
        named: usize,
        /// The game.
        game: String,
        /// How many sides it has.
        sides: usize,
    },
}

/// A game that was not played to its end.
#[derive(Debug, thiserror::Error)]
pub enum SeriesError {
    /// A player broke the rules, or the game did not end.
    #[error(transparent)]
    Game(#[from] search::GameError),
    /// No such player.
    #[error(transparent)]
    Player(#[from] UnknownPlayer),
    /// It stopped without a result.
    #[error("game {number} stopped before its end")]
    Unfinished {
        /// Its number.
        number: u64,
    },
    /// What was played could not be kept.
    #[error("{0}")]
    Keep(String),
}

impl Plan {
    /// Checks names and numbers of players.
    pub fn new(
        about: &About,
        judgement: &str,
        scenario: Option<&str>,
        options: &[String],
        bots: &[String],
    ) -> Result<Plan, PlanError> {
        let sides = about.sides.len();
        let bots = match bots {
            [all] => vec![all.clone(); sides],
            each if each.len() == sides => each.to_vec(),
            each => return Err(PlanError::Bots { named: each.len(), game: about.id.clone(), sides }),
        };
        for bot in bots.iter().filter(|bot| !["random", "greedy"].contains(&bot.as_str())) {
            search::settings(bot)?;
        }
        Ok(Plan {
            game: about.id.clone(),
            data: about.data.clone(),
            judgement: judgement.to_owned(),
            scenario: about.scenario(scenario)?,
            options: about.options(options)?,
            bots,
            games: 1,
            swap: false,
            seed: 1,
        })
    }

    /// Who sits in each seat in this game, by their place in `bots`.
    pub fn seating(&self, game: u64) -> Vec<usize> {
        let turn = if self.swap { (game % self.bots.len() as u64) as usize } else { 0 };
        (0..self.bots.len()).map(|seat| (seat + turn) % self.bots.len()).collect()
    }

    /// The seed of this game. Games that change sides share theirs.
    pub fn seed(&self, game: u64) -> u64 {
        let pair = if self.swap { game / self.bots.len() as u64 } else { game };
        // Short enough to be typed again.
        Rng::new(self.seed, pair).below(1_000_000_000_000)
    }

    /// What distinguishes this series from others. The number of games does not: a longer one goes on where a
    /// shorter one ended.
    pub fn fingerprint(&self) -> String {
        let Plan { game, data, judgement, scenario, options, bots, swap, seed, .. } = self;
        let text = format!("{game} {data} {judgement} {scenario} {} {bots:?} {swap} {seed}", options.0);
        Sha256::digest(text.as_bytes())[..8].iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// Hears of a game when it ends.
pub type Sees<'a, G> = dyn Fn(&Kept, &Match<G>) -> Result<(), String> + Sync + 'a;

/// Plays the games of a plan that are not among those played before, in whatever order the threads take them. `see`
/// hears every game when it ends; `stop` ends the series after the games under way. They come back in order.
pub fn run<G: Game, J: Judgement<G>>(
    engine: &Engine<G, J>,
    plan: &Plan,
    before: Vec<Kept>,
    jobs: usize,
    stop: &AtomicBool,
    see: &Sees<'_, G>,
) -> Result<Vec<Kept>, SeriesError> {
    let mut results: BTreeMap<u64, Kept> =
        before.into_iter().filter(|kept| kept.number < plan.games).map(|kept| (kept.number, kept)).collect();
    let mut todo = (0..plan.games).filter(|number| !results.contains_key(number)).collect::<Vec<_>>();
    todo.reverse();
    let todo = Mutex::new(todo);
    let played = Mutex::new(Vec::new());
    let work = || -> Result<(), SeriesError> {
        while !stop.load(Ordering::Relaxed) {
            let Some(number) = todo.lock().expect("no thread panics with the list").pop() else { break };
            let outcome = play_one(engine, plan, number);
            // One game that fails ends the series: the others would only hide it.
            let (kept, record) = outcome.inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
            see(&kept, &record).map_err(SeriesError::Keep)?;
            played.lock().expect("no thread panics with the list").push(kept);
        }
        Ok(())
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })?;
    let played = played.into_inner().expect("no thread panics with the list");
    results.extend(played.into_iter().map(|kept| (kept.number, kept)));
    Ok(results.into_values().collect())
}
