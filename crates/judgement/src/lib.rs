//! What positions of each game are worth: the judgement by which machine players think. The rules know nothing of it.
//!
//! A game has a folder here: `weights.rs` documents every weight and its unit of measure, `terms.rs` lists the terms of which a
//! score is the sum, and `data/<game>/weights.toml` holds the numbers. `sandtable judge GAME` prints a position term by term.
//!
//! | file | one idea |
//! |---|---|
//! | `lib.rs` | from terms and weights to scores and win probabilities, the same for every game |
//! | `plans.rs` | what a person would play a side for, as data |
//! | `circle_of_fire/` | the siege: the town, the ring around it, the airfield |
//! | `bear_trap/` | the city: landmarks, cover, lines of fire; kept up from position to position |
//! | `strike_the_bear/` | the campaign: objectives, what the dice may make of them, battles to come |
//! | `the_year_before/` | the prologue: countries, stocks, cards, what the blow would bring |
//! | `slaughterhouse/` | the war: towns and their garrisons, forces, threats, assaults under way |
#![deny(clippy::float_arithmetic)]

pub mod bear_trap;
pub mod circle_of_fire;
pub mod plans;
pub mod slaughterhouse;
pub mod strike_the_bear;
pub mod the_year_before;

use std::sync::Arc;

use kernel::{
    Game, Rules, Seat, Table,
    data::{DataError, Overlay},
};
use search::{Act, Judgement, Kinds, PlanAbout, Step, Terms, WeightSet, Weights};
use serde::de::DeserializeOwned;

use crate::plans::{Chart, Plan, Plans};

/// A term of a score: its name, and how much it counts for the first side.
pub type Term = (&'static str, i64);

/// The terms of one game, and what they are made from.
pub trait Scoring: Send + Sync + Sized + 'static {
    /// The game whose positions are scored.
    type Game: Game;
    /// The weights as the file has them.
    type Weights: DeserializeOwned;
    /// The same with what follows from them for this game's map and counters.
    type Scales: Send + Sync;
    /// What scoring one position leaves for the next.
    type Cache: Default + Send;
    /// A list of terms.
    type Terms: AsRef<[Term]>;

    /// The file of weights, as an overlay names it.
    const FILE: &'static str;
    /// Its built-in text.
    const BUILTIN: &'static str;
    /// So many parts of a term make one point of a score.
    const PER_POINT: i64;
    /// No score is greater.
    const MOST: i64;

    /// Works out what follows from the tables of a game alone.
    fn new(game: &Self::Game) -> Self;
    /// Works out what follows from weights.
    fn scales(&self, game: &Self::Game, weights: Self::Weights) -> Self::Scales;
    /// The side of a seat, by its number.
    fn side(state: &<Self::Game as Rules>::State, seat: Seat) -> usize;
    /// The scenario of a position, by its number.
    fn scenario(_state: &<Self::Game as Rules>::State) -> usize {
        0
    }
    /// The terms of a position, for the first side, as the player of a side weighs them.
    fn terms(
        &self,
        game: &Self::Game,
        state: &<Self::Game as Rules>::State,
        weighed: Weighed<'_, Self::Scales>,
        cache: &mut Self::Cache,
    ) -> Self::Terms;
    /// Whether units act in many small steps; see [`Judgement::small_steps`].
    const SMALL_STEPS: bool = false;
    /// What actions are called; see [`Judgement::kinds`].
    const KINDS: Kinds;
    /// What a side must spend or lose; see [`Judgement::points`].
    fn points(_game: &Self::Game, _state: &<Self::Game as Rules>::State, _side: usize) -> u32 {
        0
    }
    /// The file of plans, as an overlay names it, and its built-in text.
    const PLANS: [&'static str; 2];
    /// Map and counters as plans name them.
    fn chart(game: &Self::Game) -> Chart;
    /// Tells of every counter of a side on the map which one it is and where it stands.
    fn stands(
        game: &Self::Game,
        state: &<Self::Game as Rules>::State,
        side: usize,
        see: &mut dyn FnMut(usize, usize),
    );
    /// The names of all terms, in their order.
    const TERMS: &'static [&'static str];
    /// What an action moves; see [`Judgement::step`].
    fn step(_action: <Self::Game as Rules>::Action) -> Option<Step> {
        None
    }
    /// Where a piece of [`Scoring::step`] stands.
    fn place_of(_state: &<Self::Game as Rules>::State, _piece: u32) -> u32 {
        u32::MAX
    }
    /// How far the act of a unit is; see [`Judgement::act`].
    fn act(_game: &Self::Game, _state: &<Self::Game as Rules>::State) -> Option<Act> {
        None
    }
}

/// By whose weights a position is scored.
pub struct Weighed<'a, S> {
    /// The weights.
    pub scales: &'a S,
    /// Which set they are of.
    pub set: WeightSet,
    /// The side whose player scores.
    pub side: usize,
}

/// The judgement of a game: its terms with the weights in force.
pub struct Scored<S: Scoring> {
    scoring: Arc<S>,
    weights: Arc<Weights<S::Scales>>,
    plans: Arc<Plans>,
    /// The plan that is followed.
    plan: Option<Plan>,
}

impl<S: Scoring> Scored<S> {
    /// The files of weights and plans that an overlay may override.
    pub const FILES: &[&str] = &[S::FILE, S::PLANS[0]];

    /// Loads the weights, the overlay's values over the built-in ones.
    pub fn load(game: &S::Game, overlay: &Overlay) -> Result<Scored<S>, DataError> {
        let about = game.about();
        let sides: Vec<&str> = about.sides.iter().map(|side| side.id.as_str()).collect();
        let scenarios: Vec<&str> = about.scenarios.iter().map(|scenario| scenario.id.as_str()).collect();
        let weights = Weights::load(S::FILE, S::BUILTIN, overlay, &sides, &scenarios)?;
        let scoring = S::new(game);
        let weights = weights.map(|weights| scoring.scales(game, weights));
        let [file, builtin] = S::PLANS;
        let plans = Plans::load(file, builtin, overlay, &sides, S::TERMS, &S::chart(game))?;
        Ok(Scored {
            scoring: Arc::new(scoring),
            weights: Arc::new(weights),
            plans: Arc::new(plans),
            plan: None,
        })
    }

    fn following(&self, plan: Plan) -> Scored<S> {
        let Scored { scoring, weights, plans, .. } = self;
        Scored { scoring: scoring.clone(), weights: weights.clone(), plans: plans.clone(), plan: Some(plan) }
    }

    fn terms_of(
        &self,
        game: &S::Game,
        state: &<S::Game as Rules>::State,
        set: WeightSet,
        side: usize,
        cache: &mut S::Cache,
    ) -> S::Terms {
        let weighed = Weighed { scales: self.weights.of(set, side), set, side };
        self.scoring.terms(game, state, weighed, cache)
    }

    /// What terms add up to, as the plan counts them if one is followed.
    fn counted(
        &self,
        game: &S::Game,
        state: &<S::Game as Rules>::State,
        set: WeightSet,
        side: usize,
        terms: &[Term],
    ) -> i64 {
        match &self.plan {
            Some(plan) if plan.side == side && set == WeightSet::Learned => {
                let stands = |side, see: &mut dyn FnMut(usize, usize)| S::stands(game, state, side, see);
                plan.sum(Rules::turn(game, state), terms, stands)
            }
            _ => terms.iter().map(|(_, score)| score).sum(),
        }
    }

    fn sum(
        &self,
        game: &S::Game,
        state: &<S::Game as Rules>::State,
        set: WeightSet,
        side: usize,
        cache: &mut S::Cache,
    ) -> i32 {
        let terms = self.terms_of(game, state, set, side, cache);
        let sum = self.counted(game, state, set, side, terms.as_ref());
        let score = (sum / S::PER_POINT).clamp(-S::MOST, S::MOST) as i32;
        if side == 0 { score } else { -score }
    }
}

impl<S: Scoring> Judgement<S::Game> for Scored<S> {
    type Cache = S::Cache;

    fn fingerprint(&self) -> &str {
        &self.weights.fingerprint
    }

    fn score(
        &self,
        game: &S::Game,
        state: &<S::Game as Rules>::State,
        seat: Seat,
        cache: &mut S::Cache,
    ) -> i32 {
        self.sum(game, state, WeightSet::Hand, S::side(state, seat), cache)
    }

    fn terms(&self, game: &S::Game, state: &<S::Game as Rules>::State, seat: Seat, set: WeightSet) -> Terms {
        let side = S::side(state, seat);
        let terms = self.terms_of(game, state, set, side, &mut S::Cache::default());
        let mut terms = terms.as_ref().to_vec();
        let plain: i64 = terms.iter().map(|(_, score)| score).sum();
        let counted = self.counted(game, state, set, side, &terms);
        if counted != plain {
            terms.push(("plan", counted - plain));
        }
        Terms::new(&terms, S::PER_POINT, side == 0)
    }

    fn raw_score(
        &self,
        game: &S::Game,
        state: &<S::Game as Rules>::State,
        seat: Seat,
        cache: &mut S::Cache,
    ) -> i32 {
        self.sum(game, state, WeightSet::Learned, S::side(state, seat), cache)
    }

    fn evaluate(
        &self,
        game: &S::Game,
        state: &<S::Game as Rules>::State,
        seat: Seat,
        cache: &mut S::Cache,
    ) -> i32 {
        let raw = self.raw_score(game, state, seat, cache);
        self.weights.calibration[S::side(state, seat)].evaluation(raw)
    }

    fn reported(
        &self,
        game: &S::Game,
        state: &<S::Game as Rules>::State,
        seat: Seat,
        evaluation: i32,
    ) -> i32 {
        let turn = Rules::turn(game, state);
        self.weights.reported(S::scenario(state), S::side(state, seat), turn, evaluation)
    }

    fn small_steps(&self) -> bool {
        S::SMALL_STEPS
    }

    fn kinds(&self) -> Kinds {
        S::KINDS
    }

    fn points(&self, game: &S::Game, state: &<S::Game as Rules>::State, seat: Seat) -> u32 {
        S::points(game, state, S::side(state, seat))
    }

    fn plans(&self) -> Vec<PlanAbout> {
        self.plans.about()
    }

    fn with_plan(&self, name: &str) -> Option<Scored<S>> {
        Some(self.following(self.plans.plan(name)?))
    }

    /// None if a plan is followed already.
    fn policies(&self, _: &S::Game, state: &<S::Game as Rules>::State, seat: Seat) -> Vec<Scored<S>> {
        if self.plan.is_some() {
            return Vec::new();
        }
        let side = S::side(state, seat);
        self.plans.for_side(side).map(|plan| self.following(plan.clone())).collect()
    }

    fn step(&self, _: &S::Game, action: <S::Game as Rules>::Action) -> Option<Step> {
        S::step(action)
    }

    fn stands(&self, _: &S::Game, state: &<S::Game as Rules>::State, piece: u32) -> u32 {
        S::place_of(state, piece)
    }

    fn act(&self, game: &S::Game, state: &<S::Game as Rules>::State) -> Option<Act> {
        S::act(game, state)
    }
}
