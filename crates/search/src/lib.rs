//! Players of any game: they know its rules, and a [`Judgement`] of its positions.
//!
//! A [`Player`] is shown a [`Glimpse`]: the legal actions, and worlds it cannot tell apart from the
//! true one. It never holds the true position, so it cannot cheat.
//!
//! | file | one idea |
//! |---|---|
//! | `glimpse.rs` | what a player may see |
//! | `random.rs` | every legal action equally likely |
//! | `ahead.rs` | what an action brings a step ahead |
//! | `judgement.rs` | what a position is worth: the contract of a game's judgement |
//! | `weights.rs` | weights from TOML, and what their sums mean as win probabilities |
//! | `laws.rs` | what must hold for every judgement |
//! | `greedy.rs` | one step ahead by the score |
//! | `tree.rs` | open-loop information-set tree search |
//! | `mixed.rs` | secret decisions of both seats at once, by mixed strategies |
//! | `orders.rs` | a piece's whole way, as one choice |
//! | `plan.rs` | a unit's whole act, planned |
//! | `exact.rs` | exact play where little is left |
//! | `searcher.rs` | the player that searches, on several threads |
//! | `commander.rs` | the policy of a turn, chosen by playing on |
//! | `settings.rs` | what a search may spend |
//! | `advice.rs` | hints, and the review of a game that was played |
//! | `reasons.rs` | why a choice is advised |
//! | `driver.rs` | a game between players, from a seed |
//! | `engine.rs` | a game with its judgement, with and without their types |
//! | `dummy.rs` | the judgement of the kernel's dummy, for tests |
#![deny(missing_docs, clippy::float_arithmetic)]

mod advice;
mod ahead;
mod commander;
mod driver;
#[cfg(test)]
mod dummy;
mod engine;
mod exact;
mod glimpse;
mod greedy;
mod judgement;
pub mod laws;
mod mixed;
mod orders;
mod plan;
mod random;
mod reasons;
mod searcher;
mod settings;
mod tree;
mod weights;

pub use advice::{Decision, advise, chance, review};
pub use commander::Commander;
pub use driver::{GameError, Played, play_game, record_game, seat_players};
pub use engine::{Advice, AnyEngine, AnyPlayer, Assessment, Engine, Reviewed};
pub use glimpse::Glimpse;
pub use greedy::Greedy;
pub use judgement::{Act, Judgement, Kinds, NoJudgement, PlanAbout, Step, Terms, WeightSet};
pub use random::Random;
pub use reasons::reasons;
pub use searcher::Search;
pub use settings::{Means, Settings};
pub use tree::{Choice, ONE, Tree};
pub use weights::{Calibration, Weights};

use std::sync::Arc;

use kernel::Rules;

/// Somebody who chooses.
pub trait Player<G: Rules>: Send {
    /// The name in records and reports.
    fn name(&self) -> String;
    /// Chooses one of the legal actions of the glimpse, of which there is at least one.
    fn choose(&mut self, glimpse: &Glimpse<'_, G>) -> G::Action;
}

/// The names that [`player`] knows, with what they do.
pub const PLAYERS: [(&str, &str); 7] = [
    ("random", "plays any legal action, each equally likely"),
    ("greedy", "takes the step with the best score, by weights set by hand"),
    ("easy", "takes a good step and overlooks one in three"),
    ("normal", "takes the best order by what it has learned"),
    ("hard", "searches what may come of a step"),
    ("expert", "searches as long as a person would"),
    ("search", "searches with a budget of its own: search:iterations=2000,threads=2"),
];

/// Iterations of the search for a decision, by level.
pub const LEVELS: [(&str, u32); 4] = [("easy", 0), ("normal", 1), ("hard", 32), ("expert", 1_000)];

/// A name that is no player's.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnknownPlayer {
    /// Nobody is called that.
    #[error("there is no player '{asked}'; there are {}", known())]
    Name {
        /// What was asked for.
        asked: String,
    },
    /// No such plan.
    #[error("there is no plan '{asked}'; {}", if .known.is_empty() { "the game has none".to_owned() } else { format!("there are {}", .known.join(", ")) })]
    Plan {
        /// What was asked for.
        asked: String,
        /// The plans of the game.
        known: Vec<String>,
    },
    /// A search that cannot be made.
    #[error("cannot read the player '{asked}': {reason}")]
    Settings {
        /// What was asked for.
        asked: String,
        /// What is wrong with it.
        reason: String,
    },
}

fn known() -> String {
    let [names @ .., last] = PLAYERS.map(|(name, _)| name);
    format!("{} and {last}", names.join(", "))
}

/// The player with this name. The seed pins whatever it leaves to chance.
pub fn player<G: Rules, J: Judgement<G>>(
    judgement: &Arc<J>,
    spec: &str,
    seed: u64,
) -> Result<Box<dyn Player<G>>, UnknownPlayer> {
    player_with(judgement, spec, seed, Means::default())
}

/// The player with this name, with a clock or a way to stop it.
pub fn player_with<G: Rules, J: Judgement<G>>(
    judgement: &Arc<J>,
    spec: &str,
    seed: u64,
    means: Means,
) -> Result<Box<dyn Player<G>>, UnknownPlayer> {
    match spec {
        "random" => Ok(Box::new(Random::new(seed))),
        "greedy" => Ok(Box::new(Greedy::new(judgement.clone(), seed))),
        _ => {
            let (judgement, level) = match spec.strip_prefix(PLAN) {
                Some(rest) => planned(judgement, spec, rest)?,
                None => (judgement.clone(), spec),
            };
            Ok(searcher(spec, judgement, settings(level)?, means, seed))
        }
    }
}

/// A searching player: one that chooses its policies where it may play on, and a plain one otherwise.
pub(crate) fn searcher<G: Rules, J: Judgement<G>>(
    name: &str,
    judgement: Arc<J>,
    settings: Settings,
    means: Means,
    seed: u64,
) -> Box<dyn Player<G>> {
    if settings.rollouts > 0 && !judgement.small_steps() {
        return Box::new(Commander::new(name, judgement, settings, means, seed));
    }
    Box::new(Search::new(name, judgement, settings, means, seed))
}

/// How the name of a player begins that follows a plan.
const PLAN: &str = "plan:";

/// The judgement of `NAME` or `NAME:LEVEL`, with the level that follows the plan.
fn planned<'a, G: Rules, J: Judgement<G>>(
    judgement: &Arc<J>,
    spec: &str,
    rest: &'a str,
) -> Result<(Arc<J>, &'a str), UnknownPlayer> {
    let (name, level) = rest.split_once(':').unwrap_or((rest, "normal"));
    let with_plan = judgement.with_plan(name).ok_or_else(|| UnknownPlayer::Plan {
        asked: spec.to_owned(),
        known: judgement.plans().into_iter().map(|plan| plan.name).collect(),
    })?;
    Ok((Arc::new(with_plan), level))
}

/// What a searching player of this name may spend. Whether a plan of this name exists shows when its player is made.
pub fn settings(spec: &str) -> Result<Settings, UnknownPlayer> {
    if let Some(plan) = spec.strip_prefix(PLAN) {
        let (_, level) = plan.split_once(':').unwrap_or((plan, "normal"));
        return settings(level);
    }
    if let Some((_, iterations)) = LEVELS.iter().find(|(name, _)| *name == spec) {
        return Ok(Settings::with_iterations(*iterations));
    }
    let text = match spec.strip_prefix("search") {
        Some("") => "",
        Some(rest) if rest.starts_with(':') => &rest[1..],
        _ => return Err(UnknownPlayer::Name { asked: spec.to_owned() }),
    };
    Settings::parse(text).map_err(|reason| UnknownPlayer::Settings { asked: spec.to_owned(), reason })
}

#[cfg(test)]
mod tests {
    use kernel::dummy::Dummy;

    use super::*;
    use crate::dummy::Numbers;

    #[test]
    fn every_listed_player_sits_down() {
        for (name, _) in PLAYERS {
            assert_eq!(player::<Dummy, _>(&Numbers::new(), name, 1).unwrap().name(), name);
        }
        let error = player::<Dummy, _>(&Numbers::new(), "gready", 1).map(|player| player.name()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "there is no player 'gready'; there are random, greedy, easy, normal, hard, expert and search"
        );
        let error =
            player::<Dummy, _>(&Numbers::new(), "search:depth=3", 1).map(|player| player.name()).unwrap_err();
        assert!(error.to_string().contains("a search has no 'depth'"), "{error}");
    }
}
