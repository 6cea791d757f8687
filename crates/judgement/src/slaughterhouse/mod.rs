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

use board::Member;
use kernel::Seat;
use search::Kinds;
use slaughterhouse::{Slaughterhouse, State};

use crate::{Scored, Scoring, Term, Weighed, plans::Chart};

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
    const PLANS: [&'static str; 2] =
        ["slaughterhouse/plans.toml", include_str!("../../data/slaughterhouse/plans.toml")];
    const TERMS: &'static [&'static str] = &[
        "points and ground",
        "forces",
        "stations",
        "command",
        "threats",
        "distant assaults",
        "advantage",
        "battle",
    ];
    const KINDS: Kinds = Kinds {
        moves: &["move", "walk"],
        activations: &["operate"],
        attacks: &[],
        passes: &["pass"],
        ends: &["finish"],
        rests: &[
            "axis-impulse",
            "soviet-impulse",
            "operations",
            "reserve",
            "strategic-redeployment",
            "redeploy",
            "end-roll",
        ],
    };

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

    fn chart(game: &Slaughterhouse) -> Chart {
        let t = game.tables();
        Chart::new(&t.graph, t.counters.iter().map(|counter| counter.id.to_string()))
    }

    fn stands(game: &Slaughterhouse, state: &State, side: usize, see: &mut dyn FnMut(usize, usize)) {
        for space in state.occupied[side] {
            for unit in state.here[space.index()] & game.tables().of[side] {
                see(unit.index(), space.index());
            }
        }
    }
}
