//! The judgement of Circle of Fire.
//!
//! | file | one idea |
//! |---|---|
//! | `weights.rs` | what counts for how much |
//! | `terms.rs` | the terms of a score |
//! | `ground.rs` | how near spaces are to what matters |
//! | `muster.rs` | sums over the counters on the map, kept up from position to position |

mod ground;
mod muster;
mod terms;
mod weights;

use circle_of_fire::{CircleOfFire, State};
use kernel::Seat;

use crate::{Scored, Scoring, Term, Weighed};

/// The judgement of Circle of Fire.
pub type CircleOfFireJudgement = Scored<Siege>;

/// What follows from the map.
pub struct Siege {
    ground: ground::Ground,
}

impl Scoring for Siege {
    type Game = CircleOfFire;
    type Weights = weights::Weights;
    type Scales = weights::Weights;
    type Cache = muster::Muster;
    type Terms = [Term; 6];

    const FILE: &'static str = "circle-of-fire/weights.toml";
    const BUILTIN: &'static str = include_str!("../../data/circle-of-fire/weights.toml");
    const PER_POINT: i64 = 10;
    const MOST: i64 = i32::MAX as i64;

    fn new(game: &CircleOfFire) -> Siege {
        Siege { ground: ground::Ground::new(game.tables()) }
    }

    fn scales(&self, _: &CircleOfFire, weights: weights::Weights) -> weights::Weights {
        weights
    }

    fn side(state: &State, seat: Seat) -> usize {
        state.side_of(seat).index()
    }

    fn terms(
        &self,
        game: &CircleOfFire,
        state: &State,
        weighed: Weighed<'_, weights::Weights>,
        muster: &mut muster::Muster,
    ) -> [Term; 6] {
        let ground = &self.ground;
        muster.follow(game.tables(), ground, state);
        terms::Position { look: game.look(state), w: weighed.scales, ground, muster }.terms()
    }
}
