//! Hiring machine players by name.

use std::sync::Arc;

use anyhow::Result;
use games::Visitor;
use kernel::Game;
use search::AnyPlayer;

use crate::context::Context;

/// Hires a machine by its name, such as `random` or `greedy`.
pub fn hire(context: &Context, game: &str, spec: &str, seed: u64) -> Result<Box<dyn AnyPlayer>> {
    context.visit(game, Hire { spec, seed })?
}

struct Hire<'a> {
    spec: &'a str,
    seed: u64,
}

impl Visitor for Hire<'_> {
    type Out = Result<Box<dyn AnyPlayer>>;

    fn visit<G: Game>(self, _game: Arc<G>) -> Self::Out {
        Ok(search::any_player::<G>(self.spec, self.seed)?)
    }
}
