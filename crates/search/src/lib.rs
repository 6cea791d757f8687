//! Players of any game, through the kernel alone.
//!
//! A [`Player`] is shown a [`Glimpse`]: the legal actions, and worlds it cannot tell apart from the
//! true one. It never holds the true position, so it cannot cheat.
//!
//! | file | one idea |
//! |---|---|
//! | `glimpse.rs` | what a player may see |
//! | `random.rs` | every legal action equally likely |
//! | `greedy.rs` | one step ahead on the game's own evaluation |
//! | `driver.rs` | a game between players, from a seed |
//! | `erased.rs` | players without their game's type, for the edge |
#![deny(missing_docs, clippy::float_arithmetic)]

mod driver;
mod erased;
mod glimpse;
mod greedy;
mod random;

pub use driver::{Played, Spoiled, play_game, record_game, seat_players};
pub use erased::{AnyPlayer, any_player};
pub use glimpse::Glimpse;
pub use greedy::Greedy;
pub use random::Random;

use kernel::Game;

/// Somebody who chooses.
pub trait Player<G: Game>: Send {
    /// The name in records and reports.
    fn name(&self) -> String;
    /// Chooses one of the legal actions of the glimpse, of which there is at least one.
    fn choose(&mut self, glimpse: &Glimpse<'_, G>) -> G::Action;
}

/// The names that [`player`] knows, with what they do.
pub const PLAYERS: [(&str, &str); 2] = [
    ("random", "plays any legal action, each equally likely"),
    ("greedy", "looks one step ahead and takes what the game values most"),
];

/// A name that is no player's.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no player '{asked}'; there are {}", known())]
pub struct UnknownPlayer {
    /// What was asked for.
    pub asked: String,
}

fn known() -> String {
    PLAYERS.map(|(name, _)| name).join(" and ")
}

/// The player with this name. The seed pins whatever it leaves to chance.
pub fn player<G: Game>(spec: &str, seed: u64) -> Result<Box<dyn Player<G>>, UnknownPlayer> {
    match spec {
        "random" => Ok(Box::new(Random::new(seed))),
        "greedy" => Ok(Box::new(Greedy::new(seed))),
        _ => Err(UnknownPlayer { asked: spec.to_owned() }),
    }
}

#[cfg(test)]
mod tests {
    use kernel::dummy::Dummy;

    use super::*;

    #[test]
    fn every_listed_player_sits_down() {
        for (name, _) in PLAYERS {
            assert_eq!(player::<Dummy>(name, 1).unwrap().name(), name);
        }
        let error = player::<Dummy>("gready", 1).map(|player| player.name()).unwrap_err();
        assert_eq!(error.to_string(), "there is no player 'gready'; there are random and greedy");
    }
}
