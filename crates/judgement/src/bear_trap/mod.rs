//! The judgement of Into a Bear Trap.
//!
//! | file | one idea |
//! |---|---|
//! | `weights.rs` | what counts for how much |
//! | `terms.rs` | the terms of a score, kept up from position to position |
//! | `ground.rs` | what follows from map, counters and weights |

mod ground;
mod terms;
mod weights;

#[cfg(test)]
mod tests;

use bear_trap::{BearTrap, State, Step, state::Place};
use board::Member;
use kernel::Seat;
use search::{Act, Kinds, WeightSet};

use crate::{Scored, Scoring, Term, Weighed, plans::Chart};

/// The judgement of Into a Bear Trap.
pub type BearTrapJudgement = Scored<City>;

/// What follows from map and counters.
pub struct City {
    ground: ground::Ground,
}

impl Scoring for City {
    type Game = BearTrap;
    type Weights = weights::Weights;
    type Scales = ground::Scale;
    type Cache = terms::Cache;
    type Terms = [Term; 5];

    const FILE: &'static str = "bear-trap/weights.toml";
    const BUILTIN: &'static str = include_str!("../../data/bear-trap/weights.toml");
    const PER_POINT: i64 = terms::PER_POINT;
    const MOST: i64 = terms::MOST;
    const PLANS: [&'static str; 2] =
        ["bear-trap/plans.toml", include_str!("../../data/bear-trap/plans.toml")];
    const TERMS: &'static [&'static str] = &["score", "units", "in reach", "hunt", "fire"];
    const KINDS: Kinds = Kinds {
        moves: &["step", "reverse", "level", "unload"],
        activations: &["select"],
        attacks: &["fire", "indirect", "assault"],
        passes: &[],
        ends: &["end"],
        rests: &[
            "russian-marker",
            "chechen-marker",
            "active",
            "entry",
            "marker-draw",
            "activation-roll",
            "event-roll",
            "initiative",
            "bonus-roll",
            "russian-bonus",
            "chechen-bonus",
        ],
    };
    const SMALL_STEPS: bool = true;

    fn new(game: &BearTrap) -> City {
        City { ground: ground::Ground::new(game.tables()) }
    }

    fn scales(&self, game: &BearTrap, weights: weights::Weights) -> ground::Scale {
        ground::Scale::new(game.tables(), weights)
    }

    fn side(_: &State, seat: Seat) -> usize {
        State::side_of(seat).index()
    }

    fn scenario(state: &State) -> usize {
        usize::from(state.scenario)
    }

    fn terms(
        &self,
        game: &BearTrap,
        state: &State,
        weighed: Weighed<'_, ground::Scale>,
        cache: &mut terms::Cache,
    ) -> [Term; 5] {
        let weights = match weighed.set {
            WeightSet::Hand => 0,
            WeightSet::Learned => 1 + weighed.side,
        };
        let look = game.look(state);
        terms::Position { look, ground: &self.ground, scale: weighed.scales, weights }.terms(cache)
    }

    fn act(_: &BearTrap, state: &State) -> Option<Act> {
        act(state)
    }

    fn chart(game: &BearTrap) -> Chart {
        let t = game.tables();
        let hexes = t.map.hexes.iter();
        let near =
            |hex: &[Option<board::Space>; 6]| hex.iter().flatten().map(|space| space.index()).collect();
        Chart {
            spaces: hexes.map(|hex| (hex.id.to_string(), near(&hex.next))).collect(),
            counters: t.counters.iter().map(|counter| counter.id.to_string()).collect(),
        }
    }

    fn stands(game: &BearTrap, state: &State, side: usize, see: &mut dyn FnMut(usize, usize)) {
        for unit in game.tables().of[side] {
            if let Place::On(space, _) = state.place[unit.index()].place() {
                see(unit.index(), space.index());
            }
        }
    }
}

/// How far the activation under way is: where the unit stands, whom it carries, and where those are whom it has put down.
fn act(s: &State) -> Option<Act> {
    let Step::Active { active } = s.step else { return None };
    let mut place = u64::from(s.place[active.unit.index()].number());
    for rider in s.cargo[active.unit.index()] {
        place = place << 8 | u64::from(rider);
    }
    for unit in s.put_down {
        let there = u64::from(s.place[unit.index()].number());
        place = place.rotate_left(16) ^ (u64::from(unit.0) << 12 | there);
    }
    Some(Act { unit: u32::from(active.unit.0), place, spent: u32::from(active.spent) })
}
