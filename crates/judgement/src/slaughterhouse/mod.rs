//! The judgement of Slaughterhouse.
//!
//! | file | one idea |
//! |---|---|
//! | `weights.rs` | what counts for how much, in two units of measure |
//! | `scales.rs` | what follows from the weights for every Area, unit and Leader |
//! | `ground.rs` | towns, distances and classes of units |
//! | `terms.rs` | the terms of a score; points, forces, Leaders, the Advantage |
//! | `stations.rs` | where the units stand: towns and their garrisons |
//! | `threats.rs` | what each side could win by an assault |
//! | `battle.rs` | the assault under way |

mod battle;
mod ground;
mod scales;
mod stations;
mod terms;
mod threats;
mod weights;

#[cfg(test)]
mod tests;

use kernel::Seat;
use slaughterhouse::{Slaughterhouse, State};

use crate::{Scored, Scoring, Term, Weighed};

/// The judgement of Slaughterhouse.
pub type SlaughterhouseJudgement = Scored<War>;

/// What follows from map and counters.
pub struct War {
    ground: ground::Ground,
}

impl Scoring for War {
    type Game = Slaughterhouse;
    type Weights = weights::Weights;
    type Scales = scales::Scales;
    type Cache = ();
    type Terms = [Term; 8];

    const FILE: &'static str = "slaughterhouse/weights.toml";
    const BUILTIN: &'static str = include_str!("../../data/slaughterhouse/weights.toml");
    const PER_POINT: i64 = terms::PER_POINT;
    const MOST: i64 = terms::MOST;

    fn new(game: &Slaughterhouse) -> War {
        War { ground: ground::Ground::new(game.tables()) }
    }

    fn scales(&self, game: &Slaughterhouse, weights: weights::Weights) -> scales::Scales {
        scales::Scales::new(weights, game.tables(), &self.ground)
    }

    fn side(state: &State, seat: Seat) -> usize {
        state.side_of(seat).index()
    }

    fn terms(
        &self,
        game: &Slaughterhouse,
        state: &State,
        weighed: Weighed<'_, scales::Scales>,
        (): &mut (),
    ) -> [Term; 8] {
        terms::Position { look: game.look(state), ground: &self.ground, w: weighed.scales }.terms()
    }
}
