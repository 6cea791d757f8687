//! The judgement of The Year Before.
//!
//! | file | one idea |
//! |---|---|
//! | `weights.rs` | what counts for how much |
//! | `scales.rs` | what a blow brings on average, by what is added to its dice |
//! | `terms.rs` | the terms of a score |

mod scales;
mod terms;
mod weights;

use board::Member;
use kernel::Seat;
use search::Kinds;
use the_year_before::{State, TheYearBefore, state::Place, tables::DISTRICTS};

use crate::{Scored, Scoring, Term, Weighed, plans::Chart};

/// The judgement of The Year Before.
pub type TheYearBeforeJudgement = Scored<Prologue>;

/// Nothing has to be worked out from the map alone.
pub struct Prologue;

impl Scoring for Prologue {
    type Game = TheYearBefore;
    type Weights = weights::Weights;
    type Scales = scales::Scales;
    type Cache = ();
    type Terms = [Term; 8];

    const FILE: &'static str = "the-year-before/weights.toml";
    const BUILTIN: &'static str = include_str!("../../data/the-year-before/weights.toml");
    const PER_POINT: i64 = 1;
    const MOST: i64 = 1_000_000;
    const PLANS: [&'static str; 2] =
        ["the-year-before/plans.toml", include_str!("../../data/the-year-before/plans.toml")];
    const TERMS: &'static [&'static str] =
        &["scored", "countries", "blow", "cards", "fleets", "balkans", "stock", "services"];
    const KINDS: Kinds = Kinds {
        moves: &["move", "sail", "rail", "on"],
        activations: &[],
        attacks: &[],
        passes: &["pass"],
        ends: &["wait"],
        rests: &[
            "german-operations",
            "soviet-operations",
            "german-column",
            "soviet-column",
            "alert",
            "attack",
        ],
    };

    fn new(_: &TheYearBefore) -> Prologue {
        Prologue
    }

    fn scales(&self, game: &TheYearBefore, weights: weights::Weights) -> scales::Scales {
        scales::Scales::new(weights, game.tables())
    }

    fn side(state: &State, seat: Seat) -> usize {
        state.side_of(seat).index()
    }

    fn terms(
        &self,
        game: &TheYearBefore,
        state: &State,
        weighed: Weighed<'_, scales::Scales>,
        (): &mut (),
    ) -> [Term; 8] {
        terms::Position { look: game.look(state), w: weighed.scales }.terms()
    }

    fn chart(game: &TheYearBefore) -> Chart {
        let t = game.tables();
        Chart::new(&t.graph, t.counters.iter().map(|counter| counter.id.to_string()))
    }

    fn stands(game: &TheYearBefore, state: &State, side: usize, see: &mut dyn FnMut(usize, usize)) {
        for unit in game.tables().of[side] {
            if let Place::On(place) = state.place[unit.index()]
                && usize::from(place) < DISTRICTS
            {
                see(unit.index(), place.into());
            }
        }
    }
}
