//! What a position is worth to a seat: the judgement by which machine players think. Rules know nothing of it.

use kernel::{
    Rules, Seat,
    data::{DataError, Overlay},
};

/// Scores positions of a game. Every game has one of its own, with its own weights; [`NoJudgement`] serves a game that has none.
///
/// A score is in whatever the game counts, by weights that were set by hand. An evaluation is on the scale of
/// [`Calibration`](crate::Calibration): zero is an even game, and [`THREE_IN_FOUR`](crate::Calibration::THREE_IN_FOUR) wins three games of four.
pub trait Judgement<R: Rules>: Send + Sync + Sized + 'static {
    /// What scoring one position leaves for the next, so that one that differs little is scored faster. It never changes a score.
    /// A cache begins empty and serves one game; `()` where nothing is worth keeping.
    type Cache: Default + Send;

    /// `builtin`, or the fingerprint of what overrides the built-in weights.
    fn fingerprint(&self) -> &str;

    /// How good the position is for this seat by weights that were set by hand; zero-sum. `greedy` plays by it.
    fn score(&self, rules: &R, state: &R::State, seat: Seat, cache: &mut Self::Cache) -> i32;

    /// The terms of which a score or a raw score is the sum, for people who want to know why, or to change it.
    fn terms(&self, rules: &R, state: &R::State, seat: Seat, weights: WeightSet) -> Terms;

    /// How good the position is for this seat by weights that its player has learned from self-play. Finer than an evaluation and
    /// without bounds: acts are planned by it.
    fn raw_score(&self, rules: &R, state: &R::State, seat: Seat, cache: &mut Self::Cache) -> i32 {
        self.score(rules, state, seat, cache)
    }

    /// The raw score as a win probability, on the scale of [`Calibration`](crate::Calibration). Search goes by it.
    fn evaluate(&self, rules: &R, state: &R::State, seat: Seat, cache: &mut Self::Cache) -> i32 {
        self.raw_score(rules, state, seat, cache)
    }

    /// The win probability that is reported to people: an evaluation on the same scale, calibrated by how played games went on
    /// at this moment of the game, and by nothing that is hidden from anybody. Search does not think by it.
    fn reported(&self, _rules: &R, _state: &R::State, _seat: Seat, evaluation: i32) -> i32 {
        evaluation
    }

    /// Whether units act in so many small steps that what a few of them bring says little of the whole. Search grows no tree
    /// in such a game: it evaluates a step ahead again and again, in other deals and with other dice, and plans acts as a whole.
    fn small_steps(&self) -> bool {
        false
    }

    /// Which of the game's actions are moves, activations, attacks and passes, for figures of conduct.
    fn kinds(&self) -> Kinds {
        Kinds::default()
    }

    /// How many points this seat has left to spend that are lost if it does not; zero in a game without such points.
    fn points(&self, _rules: &R, _state: &R::State, _seat: Seat) -> u32 {
        0
    }

    /// The plans that a machine may be told to follow, as `plan:NAME`.
    fn plans(&self) -> Vec<PlanAbout> {
        Vec::new()
    }

    /// The same judgement, but its learned weights follow this plan when they are those of its side.
    fn with_plan(&self, _name: &str) -> Option<Self> {
        None
    }

    /// The same judgement by each plan for the side that a seat has: a machine may choose among them, and reckon with those of the
    /// other side.
    fn policies(&self, _rules: &R, _state: &R::State, _seat: Seat) -> Vec<Self> {
        Vec::new()
    }

    /// The piece that an action moves a step, and where to, if it is such an action: whole ways of a piece are compared, not steps.
    fn step(&self, _rules: &R, _action: R::Action) -> Option<Step> {
        None
    }

    /// Where a piece of [`Judgement::step`] stands.
    fn stands(&self, _rules: &R, _state: &R::State, _piece: u32) -> u32 {
        u32::MAX
    }

    /// How far the act of a unit is that is under way, in a game of small steps.
    fn act(&self, _rules: &R, _state: &R::State) -> Option<Act> {
        None
    }
}

/// Kinds of actions, each by the first word of its notation. Play does not go by them; figures of conduct are counted by them.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Kinds {
    /// Own pieces go from place to place.
    pub moves: &'static [&'static str],
    /// A unit or a space is chosen that is to do something.
    pub activations: &'static [&'static str],
    /// An attack that costs nothing but the chance to make it.
    pub attacks: &'static [&'static str],
    /// What is at hand is left for now; it may come again in the same turn.
    pub passes: &'static [&'static str],
    /// What is at hand is left for good.
    pub ends: &'static [&'static str],
    /// Steps of the sequence, not words: an order is over there, and somebody is free to turn to something else.
    pub rests: &'static [&'static str],
}

/// A step of a piece, everything as a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The piece.
    pub piece: u32,
    /// Where it comes to.
    pub to: u32,
    /// How: with whom it goes, what it takes along.
    pub how: u32,
}

/// A plan of a person's that a machine can follow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanAbout {
    /// Its name, as in `plan:NAME`.
    pub name: String,
    /// The id of the side that it is for.
    pub side: String,
    /// What it is after, in a sentence.
    pub says: String,
}

/// Which weights of a judgement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WeightSet {
    /// Those that were set by hand.
    Hand,
    /// Those that the player of the seat has learned.
    Learned,
}

/// A score, term by term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    /// What each term is called and how much it counts for the seat, in parts of `per_point`.
    pub terms: Vec<(&'static str, i64)>,
    /// So many of the parts make one point of the score.
    pub per_point: i64,
}

impl Terms {
    /// Terms of one side as a seat of either side sees them.
    pub fn new(terms: &[(&'static str, i64)], per_point: i64, own: bool) -> Terms {
        let sign = if own { 1 } else { -1 };
        Terms { terms: terms.iter().map(|&(name, score)| (name, sign * score)).collect(), per_point }
    }

    /// The score that the terms add up to.
    pub fn score(&self) -> i64 {
        self.terms.iter().map(|(_, score)| score).sum::<i64>() / self.per_point
    }
}

/// How far the act of a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Act {
    /// The unit, as a number.
    pub unit: u32,
    /// Where it is with all that belongs to it, as a number that does not tell how it came there or which way it faces.
    pub place: u64,
    /// What it has spent to come there.
    pub spent: u32,
}

/// The judgement of a game that has none: every position that is not over is even. Its machine players see wins and losses that
/// are near, and play at random otherwise.
#[derive(Clone, Copy, Default, Debug)]
pub struct NoJudgement;

impl NoJudgement {
    /// It has no files that an overlay could change.
    pub const FILES: &[&str] = &[];

    /// Nothing is read.
    pub fn load<R: Rules>(_: &R, _: &Overlay) -> Result<NoJudgement, DataError> {
        Ok(NoJudgement)
    }
}

impl<R: Rules> Judgement<R> for NoJudgement {
    type Cache = ();

    fn fingerprint(&self) -> &str {
        "none"
    }

    fn score(&self, _: &R, _: &R::State, _: Seat, (): &mut ()) -> i32 {
        0
    }

    fn terms(&self, _: &R, _: &R::State, _: Seat, _: WeightSet) -> Terms {
        Terms { terms: Vec::new(), per_point: 1 }
    }
}
