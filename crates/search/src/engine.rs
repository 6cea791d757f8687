//! A game with its judgement: with their types where speed matters, and behind an object-safe trait for the edge.

use std::sync::Arc;

use kernel::{
    Game, Match, Seat, Viewer,
    erased::{AnyGame, AnyMatch},
};
use view::{Orders, OrdersAsked};

use crate::{
    Glimpse, Judgement, Means, Player, Settings, Terms, UnknownPlayer, WeightSet, advice, player_with,
    reasons, tree::value_of,
};

/// So many of the best choices of a hint are explained.
const EXPLAINED: usize = 6;

/// A game, and the judgement by which its machine players think.
pub struct Engine<G, J> {
    /// The game.
    pub game: Arc<G>,
    /// The judgement of its positions.
    pub judgement: Arc<J>,
}

impl<G, J> Clone for Engine<G, J> {
    fn clone(&self) -> Self {
        Engine { game: self.game.clone(), judgement: self.judgement.clone() }
    }
}

/// A game with its machine players and its adviser, without its type.
pub trait AnyEngine: Send + Sync {
    /// The game.
    fn game(&self) -> &(dyn AnyGame + 'static);
    /// `builtin`, or the fingerprint of what overrides the weights of the judgement.
    fn judgement(&self) -> &str;
    /// The player with this name, with a clock or a way to stop it.
    fn player(&self, spec: &str, seed: u64, means: Means) -> Result<Box<dyn AnyPlayer>, UnknownPlayer>;
    /// A searching player with a name and a budget of its own.
    fn searcher(&self, name: &str, settings: Settings, means: Means, seed: u64) -> Box<dyn AnyPlayer>;
    /// Every choice of the deciding seat, the best first; empty when nobody decides.
    fn advise(&self, play: &dyn AnyMatch, settings: Settings, means: Means, seed: u64) -> Vec<Advice>;
    /// Every real decision of a match; the last argument hears how many plies are done.
    fn review(
        &self,
        play: &dyn AnyMatch,
        settings: &Settings,
        seed: u64,
        see: &mut dyn FnMut(usize),
    ) -> Vec<Reviewed>;
    /// Where a seat can send pieces; nothing if the match is of another game or another seat decides.
    fn orders(&self, play: &dyn AnyMatch, seat: Seat, asked: &OrdersAsked) -> Orders;
    /// What the judgement of a seat says of the position; nothing if the match is of another game.
    fn assess(&self, play: &dyn AnyMatch, seat: Seat, weights: WeightSet) -> Option<Assessment>;
}

/// A machine that plays any match of its game.
pub trait AnyPlayer: Send {
    /// The name in records and reports.
    fn name(&self) -> String;
    /// The notation of what it plays now; nothing if the match is of another game or nobody has to decide.
    fn choose(&mut self, play: &dyn AnyMatch) -> Option<String>;
}

/// What a judgement says of a position, to one seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assessment {
    /// The terms of the score.
    pub terms: Terms,
    /// Their sum.
    pub score: i64,
    /// The win probability that search goes by, in thousandths.
    pub chance: u16,
    /// The win probability that is reported to people, in thousandths.
    pub reported: u16,
}

/// A choice with what the search thinks of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// The notation.
    pub action: String,
    /// The reported win probability with it, in thousandths.
    pub chance: u16,
    /// How often it was tried.
    pub visits: u32,
    /// Whether the chance is that of perfect play.
    pub exact: bool,
    /// By how many points it moves the terms of the score, the greatest change first; of the best choices only.
    pub because: Vec<(&'static str, i64)>,
}

/// A decision of a finished game with what the search thinks of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reviewed {
    /// How many plies lay behind it.
    pub ply: usize,
    /// The turn of the game.
    pub turn: u16,
    /// Who decided.
    pub seat: u8,
    /// What was played.
    pub played: String,
    /// What the search would have played.
    pub better: String,
    /// The decider's win probability, in thousandths, with the better choice.
    pub chance: u16,
    /// How much of it what was played gave away.
    pub loss: u16,
}

impl Reviewed {
    /// What was played and what was better, as the decider was offered them.
    pub fn in_words(&self, play: &dyn AnyMatch) -> [String; 2] {
        let view = play.up_to(self.ply).view(Viewer::Seat(Seat(self.seat)));
        [&self.played, &self.better].map(|action| {
            let offer = view.offers.iter().find(|offer| *offer.action == **action);
            offer.map_or_else(|| action.clone(), |offer| offer.label.to_string())
        })
    }
}

struct Typed<G: Game>(Box<dyn Player<G>>);

impl<G: Game> AnyPlayer for Typed<G> {
    fn name(&self) -> String {
        self.0.name()
    }

    fn choose(&mut self, play: &dyn AnyMatch) -> Option<String> {
        let play = play.as_any().downcast_ref::<Match<G>>()?;
        let glimpse = Glimpse::of(play)?;
        Some(play.game().write(self.0.choose(&glimpse)))
    }
}

impl<G: Game, J: Judgement<G>> AnyEngine for Engine<G, J> {
    fn game(&self) -> &(dyn AnyGame + 'static) {
        &self.game
    }

    fn judgement(&self) -> &str {
        self.judgement.fingerprint()
    }

    fn player(&self, spec: &str, seed: u64, means: Means) -> Result<Box<dyn AnyPlayer>, UnknownPlayer> {
        Ok(Box::new(Typed::<G>(player_with(&self.judgement, spec, seed, means)?)))
    }

    fn searcher(&self, name: &str, settings: Settings, means: Means, seed: u64) -> Box<dyn AnyPlayer> {
        let player = crate::searcher(name, self.judgement.clone(), settings, means, seed);
        Box::new(Typed::<G>(player))
    }

    fn advise(&self, play: &dyn AnyMatch, settings: Settings, means: Means, seed: u64) -> Vec<Advice> {
        let Some(play) = play.as_any().downcast_ref::<Match<G>>() else { return Vec::new() };
        let choices = advice::advise(&self.judgement, play, settings, means, seed);
        let glimpse = Glimpse::of(play);
        let because = |place: usize, action| match &glimpse {
            Some(glimpse) if place < EXPLAINED => reasons(&*self.judgement, glimpse, action, seed),
            _ => Vec::new(),
        };
        let advice = choices.into_iter().enumerate().map(|(place, choice)| Advice {
            because: because(place, choice.action),
            action: play.game().write(choice.action),
            chance: advice::probability(choice.value),
            visits: choice.visits,
            exact: choice.exact,
        });
        advice.collect()
    }

    fn review(
        &self,
        play: &dyn AnyMatch,
        settings: &Settings,
        seed: u64,
        see: &mut dyn FnMut(usize),
    ) -> Vec<Reviewed> {
        let Some(play) = play.as_any().downcast_ref::<Match<G>>() else { return Vec::new() };
        let decisions = advice::review(&self.judgement, play, settings, seed, see);
        let reviewed = decisions.into_iter().map(|it| Reviewed {
            ply: it.ply,
            turn: it.turn,
            seat: it.seat.0,
            played: play.game().write(it.played),
            better: play.game().write(it.best),
            chance: advice::probability(it.value),
            loss: advice::probability(it.value) - advice::probability(it.value - it.loss),
        });
        reviewed.collect()
    }

    fn orders(&self, play: &dyn AnyMatch, seat: Seat, asked: &OrdersAsked) -> Orders {
        let Some(play) = play.as_any().downcast_ref::<Match<G>>() else { return Orders::default() };
        orders::reach(&**play.game(), play.state(), seat, asked)
    }

    fn assess(&self, play: &dyn AnyMatch, seat: Seat, weights: WeightSet) -> Option<Assessment> {
        let play = play.as_any().downcast_ref::<Match<G>>()?;
        let (judgement, game, state) = (&*self.judgement, play.game(), play.state());
        let terms = judgement.terms(game, state, seat, weights);
        let evaluation = judgement.evaluate(game, state, seat, &mut J::Cache::default());
        let probability = |evaluation| advice::probability(value_of(evaluation));
        Some(Assessment {
            score: terms.score(),
            terms,
            chance: probability(evaluation),
            reported: probability(judgement.reported(game, state, seat, evaluation)),
        })
    }
}
