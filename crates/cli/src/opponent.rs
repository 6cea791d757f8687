//! Hiring machine players by name.

use std::{
    sync::{Arc, OnceLock},
    time::Instant,
};

use anyhow::Result;
use games::Visitor;
use kernel::Game;
use search::{Adviser, AnyPlayer, Means};

use crate::context::Context;

/// Hires a machine by its name, such as `greedy` or `hard`.
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
        let means = Means { clock: Some(millis), ..Means::default() };
        Ok(search::any_player_with::<G>(self.spec, self.seed, means)?)
    }
}

/// Thousandths of a second since the first call.
fn millis() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_millis() as u64
}

/// The adviser on matches of a game.
pub fn adviser(context: &Context, game: &str) -> Result<Adviser> {
    struct Found;

    impl Visitor for Found {
        type Out = Adviser;

        fn visit<G: Game>(self, _game: Arc<G>) -> Adviser {
            search::adviser::<G>()
        }
    }

    Ok(context.visit(game, Found)?)
}
