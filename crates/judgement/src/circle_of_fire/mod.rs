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

use board::Member;
use circle_of_fire::{Action, CircleOfFire, State, state::Place};
use kernel::Seat;
use search::{Kinds, Step};

use crate::{Scored, Scoring, Term, Weighed, plans::Chart};

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
    const PLANS: [&'static str; 2] =
        ["circle-of-fire/plans.toml", include_str!("../../data/circle-of-fire/plans.toml")];
    const TERMS: &'static [&'static str] = &["town", "next check", "forces", "melee", "advantage", "fire"];
    const KINDS: Kinds = Kinds {
        moves: &["move", "redeploy"],
        activations: &["activate", "seize"],
        attacks: &["fire", "bombard", "attack"],
        passes: &["pass"],
        ends: &["done"],
        rests: &[
            "german-impulse",
            "soviet-impulse",
            "active",
            "moving",
            "logistics",
            "close-pick",
            "redeploy",
        ],
    };

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

    fn chart(game: &CircleOfFire) -> Chart {
        let t = game.tables();
        Chart::new(&t.graph, t.counters.iter().map(|counter| counter.id.to_string()))
    }

    fn stands(game: &CircleOfFire, state: &State, side: usize, see: &mut dyn FnMut(usize, usize)) {
        for space in state.occupied[side] {
            for unit in state.here[space.index()] & game.tables().of[side] {
                see(unit.index(), space.index());
            }
        }
    }

    fn step(action: Action) -> Option<Step> {
        let Action::Move { unit, to } = action else { return None };
        Some(Step { piece: unit.index() as u32, to: u32::from(to.0), how: 0 })
    }

    fn place_of(state: &State, piece: u32) -> u32 {
        match state.place[piece as usize] {
            Place::On(space) => u32::from(space),
            _ => u32::MAX,
        }
    }
}
