//! Players behind an object-safe trait, for the edge: command line, server.

use kernel::{Game, Match, erased::AnyMatch};

use crate::{Glimpse, Player, UnknownPlayer, player};

/// A machine that plays any match of its game.
pub trait AnyPlayer: Send {
    /// The name in records and reports.
    fn name(&self) -> String;
    /// The notation of what it plays now; nothing if the match is of another game or nobody has to decide.
    fn choose(&mut self, play: &dyn AnyMatch) -> Option<String>;
}

/// The player with this name, for matches of the game `G`.
pub fn any_player<G: Game>(spec: &str, seed: u64) -> Result<Box<dyn AnyPlayer>, UnknownPlayer> {
    Ok(Box::new(Hired::<G>(player(spec, seed)?)))
}

struct Hired<G: Game>(Box<dyn Player<G>>);

impl<G: Game> AnyPlayer for Hired<G> {
    fn name(&self) -> String {
        self.0.name()
    }

    fn choose(&mut self, play: &dyn AnyMatch) -> Option<String> {
        let play = play.as_any().downcast_ref::<Match<G>>()?;
        let glimpse = Glimpse::of(play)?;
        Some(play.game().write(self.0.choose(&glimpse)))
    }
}
