//! Hints while a match goes on, and its review when it is over. Both are the search that the machines play by.
//!
//! Matches can be watched by anybody, but advice is for those who play: a hint for the side that decides, unless it
//! plays against another person; a review for those who hold a seat. What was worked out for a position is kept with
//! the table until the position changes, and callers who ask meanwhile wait for the same answer.

use std::{
    cmp::Reverse,
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use kernel::{Node, erased::AnyMatch};
use search::{AnyEngine, Reviewed, Settings};
use serde::Deserialize;
use serde_json::json;
use story::Chance;
use tokio::sync::OnceCell;

use crate::{
    app::App,
    dice,
    error::Error,
    identity::Caller,
    opponent,
    table::{HUMAN, Reply, Seated},
    thinking::Matter,
};

/// Walks through the tree for a hint: twice as many as the level `expert` makes, if there is time for them.
const HINT: u32 = 2_000;
/// Thousandths of a second for a hint. A search spends half of its time on the first decision of a run, and a hint is
/// always the first: nobody waits longer than two seconds.
const HINT_MILLIS: u32 = 4_000;
/// How many choices a hint names; the page joins those that are alike.
const CHOICES: usize = 6;
/// How many terms say why.
const TERMS: usize = 4;
/// How many decisions of a review, those that gave away most, are told in words; the page shows no more.
const WORST: usize = 6;
/// Walks for all decisions of a review together, about.
const REVIEW: usize = 100_000;
/// Walks for each decision of a review, at least and at most.
const EACH: (u32, u32) = (10, 100);
/// How long a review may take.
const REVIEW_TIME: Duration = Duration::from_secs(20);

const TOO_LONG: Error = Error::Forbidden("This game is too long to be reviewed here.");

/// What the machine is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Asks {
    /// What it would play.
    Hint,
    /// What it thinks of a finished game.
    Review,
}

/// What the machine said about a position: a hint, or the review if the game is over, in JSON. Nothing if that would
/// have taken too long.
#[derive(Clone, Default)]
pub struct Advised(Arc<OnceCell<Option<String>>>);

/// Answers away from the runtime and from the table's other business.
pub fn advise(table: &Seated, caller: &Caller, asks: Asks, mut reply: Reply<String>) {
    if let Some(says) = barred(table, caller, asks) {
        return drop(reply.send(Err(Error::Forbidden(says))));
    }
    let engine = table.game.engine.clone();
    let sides: Vec<String> = table.game.about().sides.iter().map(|side| side.id.clone()).collect();
    let play = table.play.duplicate();
    let (app, advised) = (table.app.clone(), table.advised.clone());
    let share = app.known.share(caller.0.as_ref());
    tokio::spawn(async move {
        let find = || async {
            let matter = match asks {
                Asks::Hint => Matter::Hint,
                Asks::Review => Matter::Review,
            };
            let chair = app.thinkers.chair(matter, share).await;
            let stop = Stop::default();
            let (closing, stopped) = (app.clone(), stop.0.clone());
            let work = opponent::think(move || {
                let told = match asks {
                    Asks::Hint => Some(hint(&*engine, &*play, &stopped)),
                    Asks::Review => review(&*engine, &*play, &sides, &closing, &stopped),
                };
                drop(chair);
                told
            });
            let told = work.await.ok_or(Error::Unavailable)?;
            // A review that a shutdown broke off was not too long.
            if told.is_none() && *app.closing.borrow() { Err(Error::Unavailable) } else { Ok(told) }
        };
        // Whoever has hung up is not thought for; another who waits for the same goes on with it.
        let told = tokio::select! {
            told = advised.0.get_or_try_init(find) => told.and_then(|told| told.clone().ok_or(TOO_LONG)),
            () = reply.closed() => return,
        };
        drop(reply.send(told));
    });
}

/// Tells a search to stop when nobody waits for it any more.
#[derive(Default)]
struct Stop(Arc<AtomicBool>);

impl Drop for Stop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Why this caller is told nothing.
fn barred(table: &Seated, caller: &Caller, asks: Asks) -> Option<&'static str> {
    if table.past.is_some() {
        return Some("This game was played by other rules than those of now.");
    }
    let held = table.held(caller);
    let against_people = (0..)
        .zip(&table.seats)
        .any(|(number, seat)| seat.player == HUMAN && !held.iter().any(|own| own.0 == number));
    match (asks, table.play.node()) {
        (Asks::Hint, Node::Decision(seat)) if held.contains(&seat) => {
            against_people.then_some("There are no hints in a game between people.")
        }
        (Asks::Hint, _) => Some("A hint is for the side that decides."),
        (Asks::Review, _) if held.is_empty() => Some("A review is for those who played the game."),
        (Asks::Review, _) if table.over() => None,
        (Asks::Review, _) => Some("A game is reviewed when it is over."),
    }
}

pub fn hint(engine: &dyn AnyEngine, play: &dyn AnyMatch, stop: &Arc<AtomicBool>) -> String {
    let settings = Settings { millis: Some(HINT_MILLIS), ..Settings::with_iterations(HINT) };
    let advice = engine.advise(play, settings, opponent::means(stop), dice::bits());
    let choice = |it: &search::Advice| {
        let because: Vec<_> =
            it.because.iter().take(TERMS).map(|(term, gain)| json!({ "term": term, "gain": gain })).collect();
        json!({ "action": it.action, "chance": it.chance, "visits": it.visits, "exact": it.exact, "because": because })
    };
    json!({ "choices": advice.iter().take(CHOICES).map(choice).collect::<Vec<_>>() }).to_string()
}

/// Reviews the game twice: with the fewest iterations, which shows what one costs here, then with as many as there is
/// time for. If that takes too long after all, the first review stands.
fn review(
    engine: &dyn AnyEngine,
    play: &dyn AnyMatch,
    sides: &[String],
    app: &App,
    stop: &AtomicBool,
) -> Option<String> {
    let began = Instant::now();
    let late = || began.elapsed() > REVIEW_TIME || *app.closing.borrow() || stop.load(Ordering::Relaxed);
    let quick = bounded_review(engine, play, EACH.0, &late)?;
    let iterations = iterations(play.seq()).min(affordable(began.elapsed()));
    let careful = (iterations > EACH.0).then(|| bounded_review(engine, play, iterations, &late)).flatten();
    let reviewed = careful.unwrap_or(quick);
    let decision = |it: &Reviewed| {
        let chance = if it.seat == 0 { it.chance } else { 1000 - it.chance };
        json!({ "ply": it.ply, "turn": it.turn, "side": sides.get(usize::from(it.seat)), "played": it.played,
            "better": it.better, "chance": chance, "loss": it.loss })
    };
    let mut decisions: Vec<_> = reviewed.iter().map(decision).collect();
    let mut worst: Vec<usize> = (0..reviewed.len()).filter(|&index| reviewed[index].loss > 0).collect();
    worst.sort_by_key(|&index| Reverse(reviewed[index].loss));
    for &index in worst.iter().take(WORST) {
        let [played, better] = reviewed[index].in_words(play);
        decisions[index]["says"] = json!({ "played": played, "better": better });
    }
    let chances: Vec<Chance> = reviewed.iter().map(chance_of).collect();
    let apart = story::apart(&chances, &play.record().lines, play.outcome().as_ref().map(story::settled));
    for (decision, swing) in decisions.iter_mut().zip(&apart.swings) {
        decision["dice"] = json!(swing.dice);
    }
    let given: BTreeMap<&String, i32> = sides.iter().zip(apart.given.iter().copied()).collect();
    let apart = json!({ "dice": apart.dice, "given": given, "rest": apart.rest });
    Some(json!({ "side": sides.first(), "decisions": decisions, "apart": apart }).to_string())
}

/// The chance of the first side at a decision.
fn chance_of(it: &Reviewed) -> Chance {
    let chance = if it.seat == 0 { it.chance } else { 1000 - it.chance };
    Chance { ply: it.ply, seat: usize::from(it.seat), chance, loss: it.loss, says: None }
}

/// The chances to win of a review that was worked out, for a report.
pub fn chances(review: &str, sides: &[String]) -> Vec<Chance> {
    let Ok(Told { decisions }) = serde_json::from_str(review) else { return Vec::new() };
    let chance = |it: Decided| Chance {
        ply: it.ply,
        seat: sides.iter().position(|side| Some(side) == it.side.as_ref()).unwrap_or_default(),
        chance: it.chance,
        loss: it.loss,
        says: it.says.map(|it| [it.played, it.better]),
    };
    decisions.into_iter().map(chance).collect()
}

/// What of a review a report needs.
#[derive(Deserialize)]
struct Told {
    decisions: Vec<Decided>,
}

#[derive(Deserialize)]
struct Decided {
    ply: usize,
    side: Option<String>,
    chance: u16,
    loss: u16,
    says: Option<InWords>,
}

#[derive(Deserialize)]
struct InWords {
    played: String,
    better: String,
}

/// Iterations for each decision of a game of this length.
fn iterations(plies: usize) -> u32 {
    ((REVIEW / plies.max(1)) as u32).clamp(EACH.0, EACH.1)
}

/// Iterations for each decision that there is time for, when the fewest took this long.
fn affordable(fewest: Duration) -> u32 {
    let left = REVIEW_TIME.saturating_sub(fewest).as_micros();
    let times = left / fewest.as_micros().max(1);
    u32::try_from(times).unwrap_or(u32::MAX).saturating_mul(EACH.0)
}

/// A review that is given up when it is late. It hears nothing between two plies but what it is told there, so being
/// late unwinds it.
fn bounded_review(
    engine: &dyn AnyEngine,
    play: &dyn AnyMatch,
    iterations: u32,
    late: &dyn Fn() -> bool,
) -> Option<Vec<Reviewed>> {
    struct Late;
    let settings = Settings::with_iterations(iterations);
    let mut see = |_| {
        if late() {
            resume_unwind(Box::new(Late));
        }
    };
    // The same game is reviewed alike by the same number of iterations.
    let reviewed = catch_unwind(AssertUnwindSafe(|| engine.review(play, &settings, 1, &mut see)));
    match reviewed {
        Ok(reviewed) => Some(reviewed),
        Err(why) if why.is::<Late>() => None,
        Err(panic) => resume_unwind(panic),
    }
}

#[cfg(test)]
mod tests {
    use kernel::{Players, data::Overlay};

    use super::*;
    use crate::shelf::{Shelf, Shelved};

    #[test]
    fn the_work_of_a_review_is_bounded() {
        assert_eq!([0, 1, 1_000, 2_000, 10_000, 1_000_000].map(iterations), [100, 100, 100, 50, 10, 10]);
        assert_eq!(affordable(Duration::from_secs(4)), 40);
        assert_eq!(affordable(Duration::from_secs(30)), 0);
        assert!(affordable(Duration::ZERO) > EACH.1);
    }

    #[test]
    fn a_review_that_is_late_is_given_up() {
        let shelf = Shelf::new(&Overlay::none()).unwrap();
        let Shelved { game, .. } = shelf.get("circle-of-fire").unwrap();
        let players = Players { luck: "none".to_owned(), players: Vec::new() };
        let mut play = game.start(None, &[], players).unwrap();
        for _ in 0..3 {
            let Node::Decision(seat) = play.node() else { break };
            let action = play.legal()[0].clone();
            play.play(seat, &action).unwrap();
        }
        let engine = &*game.engine;
        assert!(bounded_review(engine, &*play, 10, &|| false).is_some_and(|reviewed| !reviewed.is_empty()));
        assert_eq!(bounded_review(engine, &*play, 10, &|| true), None);
    }
}
