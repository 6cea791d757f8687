//! Hints while a match goes on, and its review when it is over. Both are the search that the machines play by.

use kernel::{Node, erased::AnyMatch};
use search::{Adviser, Means, Settings};
use serde_json::json;

use crate::{
    dice,
    error::Error,
    identity::Caller,
    table::{Reply, Seated},
};

/// Walks through the tree for a hint: as many as the level `hard` makes.
const HINT: u32 = 2_000;
/// Walks for each decision of a review.
const REVIEW: u32 = 100;
/// How many choices a hint shows.
const CHOICES: usize = 3;

/// What the machine is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Asks {
    /// What it would play.
    Hint,
    /// What it thinks of a finished game.
    Review,
}

/// Answers away from the runtime and from the table's other business, when a thinker is free.
pub fn advise(table: &Seated, caller: &Caller, asks: Asks, reply: Reply<String>) {
    let barred = match (asks, table.play.node()) {
        (Asks::Hint, Node::Decision(seat)) if table.held(caller).contains(&seat) => None,
        (Asks::Hint, _) => Some("A hint is for the side that decides."),
        (Asks::Review, Node::Over(_)) => None,
        (Asks::Review, _) => Some("A game is reviewed when it is over."),
    };
    if let Some(says) = barred {
        return drop(reply.send(Err(Error::Forbidden(says))));
    }
    let Some(shelved) = table.app.shelf.get(&table.play.header().game) else {
        return drop(reply.send(Err(Error::Unavailable)));
    };
    let adviser = shelved.adviser;
    let sides: Vec<String> = shelved.game.about().sides.iter().map(|side| side.id.clone()).collect();
    let play = table.play.duplicate();
    let thinkers = table.app.thinkers.clone();
    tokio::spawn(async move {
        let chair = thinkers.acquire_owned().await;
        let work = tokio::task::spawn_blocking(move || match asks {
            Asks::Hint => hint(adviser, &*play),
            Asks::Review => review(adviser, &*play, &sides),
        });
        let told = work.await.map_err(|_| Error::Unavailable);
        drop(chair);
        // Whoever asked may have hung up; nothing is owed to him then.
        drop(reply.send(told));
    });
}

fn hint(adviser: Adviser, play: &dyn AnyMatch) -> String {
    let settings = Settings::with_iterations(HINT);
    let advice = (adviser.advise)(play, settings, Means::default(), dice::bits());
    let choice = |it: &search::Advice| json!({ "action": it.action, "chance": it.chance, "visits": it.visits, "exact": it.exact });
    json!({ "choices": advice.iter().take(CHOICES).map(choice).collect::<Vec<_>>() }).to_string()
}

fn review(adviser: Adviser, play: &dyn AnyMatch, sides: &[String]) -> String {
    let settings = Settings::with_iterations(REVIEW);
    // The same game is always judged alike.
    let reviewed = (adviser.review)(play, &settings, 1, &mut |_| ());
    let decision = |it: &search::Reviewed| {
        let chance = if it.seat == 0 { it.chance } else { 1000 - it.chance };
        json!({ "ply": it.ply, "turn": it.turn, "side": sides.get(usize::from(it.seat)), "played": it.played,
            "better": it.better, "chance": chance, "loss": it.loss })
    };
    let decisions: Vec<_> = reviewed.iter().map(decision).collect();
    json!({ "side": sides.first(), "decisions": decisions }).to_string()
}
