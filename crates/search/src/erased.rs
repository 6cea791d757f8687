//! Players and advisers behind object-safe traits, for the edge: command line, server.

use kernel::{Game, Match, Seat, Viewer, erased::AnyMatch};

use crate::{Glimpse, Means, Player, Settings, UnknownPlayer, advice, player_with};

/// A machine that plays any match of its game.
pub trait AnyPlayer: Send {
    /// The name in records and reports.
    fn name(&self) -> String;
    /// The notation of what it plays now; nothing if the match is of another game or nobody has to decide.
    fn choose(&mut self, play: &dyn AnyMatch) -> Option<String>;
}

/// The player with this name, for matches of the game `G`.
pub fn any_player<G: Game>(spec: &str, seed: u64) -> Result<Box<dyn AnyPlayer>, UnknownPlayer> {
    any_player_with::<G>(spec, seed, Means::default())
}

/// The player with this name, for matches of the game `G`, with a clock or a way to stop it.
pub fn any_player_with<G: Game>(
    spec: &str,
    seed: u64,
    means: Means,
) -> Result<Box<dyn AnyPlayer>, UnknownPlayer> {
    Ok(Box::new(Hired::<G>(player_with(spec, seed, means)?)))
}

struct Hired<G: Game>(Box<dyn Player<G>>);

impl<G: Game> AnyPlayer for Hired<G> {
    fn name(&self) -> String {
        self.0.name()
    }

    fn choose(&mut self, play: &dyn AnyMatch) -> Option<String> {
        let play = play.as_any().downcast_ref::<Match<G>>()?;
        let glimpse = Glimpse::of(play)?;
        Some(play.game().write(self.0.choose(&glimpse)))
    }
}

/// A choice with what the search thinks of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// The notation.
    pub action: String,
    /// The chance to win with it, in thousandths, as played games bear it out.
    pub chance: u16,
    /// How often it was tried.
    pub visits: u32,
    /// Whether the chance is that of perfect play.
    pub exact: bool,
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
    /// The decider's chance to win, in thousandths, with the better choice.
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

/// Looks at a match with a budget, and means and a seed of its own.
pub type Advises = fn(&dyn AnyMatch, Settings, Means, u64) -> Vec<Advice>;
/// Looks back at a match with a budget and a seed.
pub type Reviews = fn(&dyn AnyMatch, &Settings, u64, &mut dyn FnMut(usize)) -> Vec<Reviewed>;

/// Advises on matches of one game.
#[derive(Clone, Copy)]
pub struct Adviser {
    /// Every choice of the deciding seat, the best first; empty when nobody decides.
    pub advise: Advises,
    /// Every real decision of a match; the last argument hears how many plies are done.
    pub review: Reviews,
}

/// The adviser for matches of the game `G`.
pub fn adviser<G: Game>() -> Adviser {
    Adviser { advise: advise::<G>, review: review::<G> }
}

fn advise<G: Game>(play: &dyn AnyMatch, settings: Settings, means: Means, seed: u64) -> Vec<Advice> {
    let Some(play) = play.as_any().downcast_ref::<Match<G>>() else { return Vec::new() };
    let choices = advice::advise(play, settings, means, seed);
    let told = choices.into_iter().map(|choice| Advice {
        action: play.game().write(choice.action),
        chance: advice::chance(choice.value),
        visits: choice.visits,
        exact: choice.exact,
    });
    told.collect()
}

fn review<G: Game>(
    play: &dyn AnyMatch,
    settings: &Settings,
    seed: u64,
    see: &mut dyn FnMut(usize),
) -> Vec<Reviewed> {
    let Some(play) = play.as_any().downcast_ref::<Match<G>>() else { return Vec::new() };
    let judged = advice::review(play, settings, seed, see);
    let told = judged.into_iter().map(|it| Reviewed {
        ply: it.ply,
        turn: it.turn,
        seat: it.seat.0,
        played: play.game().write(it.played),
        better: play.game().write(it.best),
        chance: advice::chance(it.value),
        loss: advice::chance(it.value) - advice::chance(it.value - it.loss),
    });
    told.collect()
}
