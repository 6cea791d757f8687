//! The judgement of Strike the Bear.
//!
//! | file | one idea |
//! |---|---|
//! | `weights.rs` | what counts for how much |
//! | `terms.rs` | the terms of a score |
//! | `ground.rs` | objectives as bits, and ways to them |
//! | `prospects.rs` | what the dice may still make of the objectives |
//! | `forecast.rs` | what a combat brings on average |

mod forecast;
mod ground;
mod prospects;
mod terms;
mod weights;

use board::Member;
use kernel::Seat;
use search::Kinds;
use strike_the_bear::{Side, State, StrikeTheBear};

use crate::{Scored, Scoring, Term, Weighed, plans::Chart};

/// The judgement of Strike the Bear.
pub type StrikeTheBearJudgement = Scored<Campaign>;

/// What follows from the tables.
pub struct Campaign {
    ground: ground::Ground,
}

impl Scoring for Campaign {
    type Game = StrikeTheBear;
    type Weights = weights::Weights;
    type Scales = weights::Weights;
    type Cache = ();
    type Terms = [Term; 12];

    const FILE: &'static str = "strike-the-bear/weights.toml";
    const BUILTIN: &'static str = include_str!("../../data/strike-the-bear/weights.toml");
    const PER_POINT: i64 = 10;
    const MOST: i64 = i32::MAX as i64;
    const PLANS: [&'static str; 2] =
        ["strike-the-bear/plans.toml", include_str!("../../data/strike-the-bear/plans.toml")];
    const TERMS: &'static [&'static str] = &[
        "objectives",
        "Axis forces",
        "Soviet forces",
        "objectives at the end",
        "posts",
        "near objectives",
        "ground",
        "alone",
        "battles to come",
        "battles",
        "means",
        "losses due",
    ];
    const KINDS: Kinds = Kinds {
        moves: &["move", "advance"],
        activations: &[],
        attacks: &[],
        passes: &["pass"],
        ends: &["done", "decline", "save"],
        rests: &[
            "axis-move",
            "soviet-move",
            "axis-combat",
            "soviet-combat",
            "axis-continue",
            "soviet-continue",
            "commissar-column",
            "axis-recover",
            "soviet-recover",
            "axis-boxes",
            "soviet-boxes",
            "axis-replace",
            "soviet-replace",
            "partisan-roll",
            "weather",
        ],
    };

    fn new(game: &StrikeTheBear) -> Campaign {
        Campaign { ground: ground::Ground::new(game.tables()) }
    }

    fn scales(&self, _: &StrikeTheBear, weights: weights::Weights) -> weights::Weights {
        weights
    }

    fn side(_: &State, seat: Seat) -> usize {
        State::side_of(seat).index()
    }

    fn terms(
        &self,
        game: &StrikeTheBear,
        state: &State,
        weighed: Weighed<'_, weights::Weights>,
        (): &mut (),
    ) -> [Term; 12] {
        let (look, side) = (game.look(state), Side::BOTH[weighed.side]);
        terms::Position { look, ground: &self.ground, w: weighed.scales, side }.terms()
    }

    fn points(_: &StrikeTheBear, state: &State, side: usize) -> u32 {
        state.ops[side].into()
    }

    fn chart(game: &StrikeTheBear) -> Chart {
        let t = game.tables();
        Chart::new(&t.map.graph, t.counters.iter().map(|counter| counter.id.to_string()))
    }

    fn stands(game: &StrikeTheBear, state: &State, side: usize, see: &mut dyn FnMut(usize, usize)) {
        for unit in game.tables().of[side] {
            if let Some(space) = state.place[unit.index()].space() {
                see(unit.index(), space.index());
            }
        }
    }
}
