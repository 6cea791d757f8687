//! Machine players behind one door, whatever the game. They see their glimpse of the match and nothing else.

use std::sync::Arc;

use games::{OpenError, Visitor};
use kernel::{Game, Match, data::Overlay, erased::AnyMatch};
use search::{Glimpse, Player, UnknownPlayer};

/// A machine that plays matches of one game.
pub trait Opponent: Send {
    /// The notation of what it plays now; nothing if nobody has to decide.
    fn choose(&mut self, play: &dyn AnyMatch) -> Option<String>;
}

/// Hires machines for one game.
pub type Agency = Box<dyn Fn(&str, u64) -> Result<Box<dyn Opponent>, UnknownPlayer> + Send + Sync>;

/// The agency for the game with this id.
pub fn agency(game: &str, overlay: &Overlay) -> Result<Agency, OpenError> {
    games::visit(game, overlay, Found)
}

struct Found;

impl Visitor for Found {
    type Out = Agency;

    fn visit<G: Game>(self, _: Arc<G>) -> Agency {
        Box::new(|name, seed| Ok(Box::new(Hired::<G>(search::player(name, seed)?))))
    }
}

struct Hired<G: Game>(Box<dyn Player<G>>);

impl<G: Game> Opponent for Hired<G> {
    fn choose(&mut self, play: &dyn AnyMatch) -> Option<String> {
        let play = play.as_any().downcast_ref::<Match<G>>()?;
        let glimpse = Glimpse::of(play)?;
        Some(play.game().write(self.0.choose(&glimpse)))
    }
}
