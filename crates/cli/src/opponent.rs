//! Machine players behind one door, whatever the game.

use std::sync::Arc;

use anyhow::{Result, bail};
use games::Visitor;
use kernel::{Game, Match, Node, Rng, Seat, data::Overlay, erased::AnyMatch};

use crate::error::usage;

/// A machine that plays any match of its game.
pub trait Opponent {
    /// What the command line and records call it.
    fn name(&self) -> &str;
    /// The notation of what it plays now.
    fn choose(&mut self, play: &dyn AnyMatch, seat: Seat) -> Result<String>;
}

/// Hires a machine by its name, such as `random` or `greedy`.
pub fn hire(game: &str, overlay: &Overlay, spec: &str, seed: u64) -> Result<Box<dyn Opponent>> {
    games::visit(game, overlay, Hire { spec, seed })?
}

struct Hire<'a> {
    spec: &'a str,
    seed: u64,
}

impl Visitor for Hire<'_> {
    type Out = Result<Box<dyn Opponent>>;

    fn visit<G: Game>(self, _game: Arc<G>) -> Self::Out {
        if !["random", "greedy"].contains(&self.spec) {
            return Err(usage(format!("no player '{}'", self.spec)));
        }
        let _ = std::marker::PhantomData::<Match<G>>;
        Ok(Box::new(Hired { rng: Rng::new(self.seed, 1) }))
    }
}

struct Hired {
    rng: Rng,
}

impl Opponent for Hired {
    fn name(&self) -> &str {
        "random"
    }

    fn choose(&mut self, play: &dyn AnyMatch, _seat: Seat) -> Result<String> {
        let legal = play.legal();
        let Node::Decision(_) = play.node() else { bail!("nothing to choose") };
        Ok(legal[self.rng.index(legal.len())].clone())
    }
}
