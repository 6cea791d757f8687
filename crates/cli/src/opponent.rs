//! Machine players behind one door, whatever the game.

use std::sync::Arc;

use anyhow::{Context as _, Result};
use games::Visitor;
use kernel::{Game, Match, erased::AnyMatch};
use search::Glimpse;

use crate::context::Context;

/// A machine that plays any match of its game.
pub trait Opponent {
    /// What the command line and records call it.
    fn name(&self) -> String;
    /// The notation of what it plays now.
    fn choose(&mut self, play: &dyn AnyMatch) -> Result<String>;
}

/// Hires a machine by its name, such as `random` or `greedy`.
pub fn hire(context: &Context, game: &str, spec: &str, seed: u64) -> Result<Box<dyn Opponent>> {
    context.visit(game, Hire { spec, seed })?
}

struct Hire<'a> {
    spec: &'a str,
    seed: u64,
}

impl Visitor for Hire<'_> {
    type Out = Result<Box<dyn Opponent>>;

    fn visit<G: Game>(self, _game: Arc<G>) -> Self::Out {
        let player = search::player::<G>(self.spec, self.seed)?;
        Ok(Box::new(Hired { player }))
    }
}

struct Hired<G: Game> {
    player: Box<dyn search::Player<G>>,
}

impl<G: Game> Opponent for Hired<G> {
    fn name(&self) -> String {
        self.player.name()
    }

    fn choose(&mut self, play: &dyn AnyMatch) -> Result<String> {
        let play = play.as_any().downcast_ref::<Match<G>>().context("this machine plays another game")?;
        let glimpse = Glimpse::of(play).context("nobody has to decide")?;
        Ok(play.game().write(self.player.choose(&glimpse)))
    }
}
