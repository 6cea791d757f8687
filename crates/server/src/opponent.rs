//! Hiring machine players by name. They see their glimpse of the match and nothing else.

use std::sync::Arc;

use games::{OpenError, Visitor};
use kernel::{Game, data::Overlay};
use search::{AnyPlayer, UnknownPlayer};

/// Hires machines for one game.
pub type Agency = fn(&str, u64) -> Result<Box<dyn AnyPlayer>, UnknownPlayer>;

/// The agency for the game with this id.
pub fn agency(game: &str, overlay: &Overlay) -> Result<Agency, OpenError> {
    games::visit(game, overlay, Found)
}

struct Found;

impl Visitor for Found {
    type Out = Agency;

    fn visit<G: Game>(self, _: Arc<G>) -> Agency {
        search::any_player::<G>
    }
}
