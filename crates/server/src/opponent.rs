//! Hiring machine players by name. They see their glimpse of the match and nothing else.

use std::sync::Arc;

use games::{OpenError, Visitor};
use kernel::{Game, data::Overlay};
use search::{Adviser, AnyPlayer, UnknownPlayer};

/// Hires machines for one game.
pub type Agency = fn(&str, u64) -> Result<Box<dyn AnyPlayer>, UnknownPlayer>;

/// A player whose budget is for experiments; people choose among levels.
pub const UNLISTED: &str = "search";

/// The agency and the adviser for the game with this id.
pub fn agency(game: &str, overlay: &Overlay) -> Result<(Agency, Adviser), OpenError> {
    games::visit(game, overlay, Found)
}

struct Found;

impl Visitor for Found {
    type Out = (Agency, Adviser);

    fn visit<G: Game>(self, _: Arc<G>) -> (Agency, Adviser) {
        (search::any_player::<G>, search::adviser::<G>())
    }
}
