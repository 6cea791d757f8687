//! Orders: lists of actions played as one, where pieces can be sent, and steps taken back together.

use std::sync::Arc;

use kernel::{Node, Seat, erased::AnyMatch};
use orders::{Forced, Run};
use store::SavedSeat;
use view::{Orders, OrdersAsked};

use crate::{
    error::{Error, Result},
    identity::Caller,
    study,
    table::{HUMAN, Reply, Seated},
};

/// No list of actions is longer.
pub const MOST_ACTIONS: usize = 200;
/// No more pieces are sent at once.
const MOST_PIECES: usize = 40;
/// No notation is longer.
pub const LONGEST: usize = 100;

/// More answers than this are never forced one after the other.
pub const MOST_FORCED: usize = 60;

/// Plays a list up to its end or to the first surprise; draws nothing.
pub fn run(play: &mut dyn AnyMatch, seat: Seat, actions: &[String]) -> Result<Run> {
    if actions.iter().any(|action| action.len() > LONGEST) {
        return Err(Error::bad("action", "No action is that long."));
    }
    Ok(orders::run(play, seat, actions)?)
}

/// What a person can only answer in one way, where it is no question.
pub fn forced(play: &dyn AnyMatch, seats: &[SavedSeat]) -> Option<Forced> {
    let forced = orders::forced(play)?;
    let person = seats.get(usize::from(forced.seat.0)).is_some_and(|seat| seat.player == HUMAN);
    person.then_some(forced)
}

/// Takes back as many steps of these seats as lie above `to`, at least one.
pub fn take_back(play: &mut dyn AnyMatch, held: &[Seat], to: Option<usize>) -> Result<()> {
    let to = to.unwrap_or(play.seq().saturating_sub(1));
    if to > play.seq() {
        return Err(Error::bad("to", format!("The match has {} plies.", play.seq())));
    }
    // All or nothing: what cannot be taken back whole stays.
    Ok(play.undo_to(held, to)?)
}

/// Answers away from the runtime and from the table's other business. Ways are told to those who decide, and to nobody else.
pub fn reach(table: &Seated, caller: &Caller, asked: OrdersAsked, reply: Reply<Orders>) {
    if asked.pieces.is_empty() || asked.pieces.len() > MOST_PIECES {
        let says = format!("Name 1 to {MOST_PIECES} pieces.");
        return drop(reply.send(Err(Error::bad("pieces", says))));
    }
    let held = table.held(caller);
    let seat = match table.play.node() {
        Node::Decision(seat) if held.contains(&seat) && table.past.is_none() => seat,
        _ => return drop(reply.send(Ok(Orders { ways: Vec::new(), left_out: asked.pieces }))),
    };
    let Some(shelved) = table.app.shelf.get(&table.play.header().game) else {
        return drop(reply.send(Err(Error::Unavailable)));
    };
    let (engine, play) = (Arc::clone(&shelved.game.engine), table.play.duplicate());
    let work = move || engine.orders(&*play, seat, &asked);
    tokio::spawn(async move {
        let told = study::at_desk(work).await.ok_or(Error::Unavailable);
        drop(reply.send(told));
    });
}
