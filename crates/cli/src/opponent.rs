//! Machine players behind one door, whatever the game.

use std::sync::Arc;

use anyhow::{Context as _, Result};
use games::Visitor;
use kernel::{Game, Match, Rng, Seat, erased::AnyMatch};

use crate::{context::Context, error::usage};

/// A machine that plays any match of its game.
pub trait Opponent {
    /// What the command line and records call it.
    fn name(&self) -> &str;
    /// The notation of what it plays now.
    fn choose(&mut self, play: &dyn AnyMatch, seat: Seat) -> Result<String>;
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
        let player = player::<G>(self.spec, self.seed)?;
        Ok(Box::new(Hired { name: self.spec.to_owned(), player }))
    }
}

struct Hired<G: Game> {
    name: String,
    player: Box<dyn Player<G>>,
}

impl<G: Game> Opponent for Hired<G> {
    fn name(&self) -> &str {
        &self.name
    }

    fn choose(&mut self, play: &dyn AnyMatch, seat: Seat) -> Result<String> {
        let play = play.as_any().downcast_ref::<Match<G>>().context("this machine plays another game")?;
        Ok(play.game().write(self.player.choose(&**play.game(), play.state(), seat)))
    }
}

/// A player by its name; an unknown one is answered with the known ones.
pub fn player<G: Game>(spec: &str, seed: u64) -> Result<Box<dyn Player<G>>> {
    if !["random", "greedy"].contains(&spec) {
        return Err(usage(format!("there is no player '{spec}'; there are random and greedy")));
    }
    Ok(Box::new(Rng::new(seed, 0)))
}

pub trait Player<G: Game> {
    fn choose(&mut self, game: &G, state: &G::State, seat: Seat) -> G::Action;
}

impl<G: Game> Player<G> for Rng {
    fn choose(&mut self, game: &G, state: &G::State, _seat: Seat) -> G::Action {
        let mut legal = Vec::new();
        game.legal(state, &mut legal);
        legal[self.index(legal.len())]
    }
}
