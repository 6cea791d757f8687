//! What a caller is told of a match: meta, summary, view.

use std::{
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use kernel::{Node, Seat, Viewer, erased::AnyMatch};
use serde::Serialize;
use view::{Ending, Name, View};

use crate::{
    error::{Error, Result},
    identity::Caller,
    table::{HUMAN, Seated},
};

/// An answer, already in JSON.
pub struct Look {
    pub meta: Meta,
    pub view: Arc<str>,
    pub seq: usize,
}

/// About a match, as the caller may know it.
#[derive(Clone, Serialize)]
pub struct Meta {
    pub id: String,
    game: String,
    scenario: String,
    options: Vec<String>,
    title: String,
    against: String,
    seats: Vec<SeatMeta>,
    /// The sides that the caller plays.
    you: Vec<Name>,
    pub waits_for: Option<Name>,
    over: Option<Ending>,
    created: i64,
    changed: i64,
    turn: u16,
    prompt: Name,
    /// Whether the match waits for the caller.
    #[serde(skip)]
    pub waits_for_you: bool,
    /// The invitation to the free seat, for those who sit already.
    #[serde(skip_serializing_if = "Option::is_none")]
    invite: Option<String>,
}

#[derive(Clone, Serialize)]
struct SeatMeta {
    side: Name,
    /// `human`, the name of a machine, or nobody yet.
    player: Option<String>,
    you: bool,
    online: bool,
}

impl Look {
    pub fn seq_text(&self) -> String {
        self.seq.to_string()
    }

    pub fn to_json(&self) -> String {
        format!("{{\"meta\":{},\"view\":{}}}", text(&self.meta), self.view)
    }

    pub fn to_json_with_plies(&self) -> String {
        format!("{{\"meta\":{},\"view\":{},\"plies\":{}}}", text(&self.meta), self.view, self.seq)
    }
}

/// Seconds since 1970.
pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

pub fn json(view: &View) -> Arc<str> {
    text(view).into()
}

fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("these types have a form in JSON")
}

/// What the caller sees now.
pub fn look(table: &mut Seated, caller: &Caller) -> Look {
    let viewer = table.viewer(caller, &*table.play);
    let meta = meta(table, caller);
    let key = match viewer {
        Viewer::Seat(Seat(seat)) => seat,
        Viewer::Spectator => u8::MAX,
        Viewer::Umpire => u8::MAX - 1,
    };
    let view = table.views.entry(key).or_insert_with(|| json(&table.play.view(viewer))).clone();
    Look { meta, view, seq: table.play.seq() }
}

/// The side each seat plays now: a bid may have changed them.
pub fn sides(table: &Seated) -> Vec<String> {
    let seats = (0..table.seats.len() as u8).map(Seat);
    let side = |seat| table.play.view(Viewer::Seat(seat)).you.map_or_else(String::new, |side| side.to_string());
    seats.map(side).collect()
}

pub fn meta(table: &Seated, caller: &Caller) -> Meta {
    let public = table.play.view(Viewer::Spectator);
    let held = table.held(caller);
    let mut seats = Vec::new();
    let mut you = Vec::new();
    let mut invite = None;
    for ((seat, side), kept) in (0..).map(Seat).zip(sides(table)).zip(&table.seats) {
        let side: Name = side.into();
        let machine = kept.player != HUMAN;
        let yours = held.contains(&seat);
        if yours {
            you.push(side.clone());
        }
        if !machine && kept.holder.is_none() && !held.is_empty() {
            invite.clone_from(&kept.invite);
        }
        seats.push(SeatMeta {
            side,
            player: (machine || kept.holder.is_some()).then(|| kept.player.clone()),
            you: yours,
            online: machine || kept.holder.as_ref().is_some_and(|holder| table.shared.is_online(holder)),
        });
    }
    let waits_for_you = matches!(table.play.node(), Node::Decision(seat) if held.contains(&seat));
    let header = table.play.header();
    Meta {
        id: table.id.to_string(),
        game: header.game.clone(),
        scenario: header.scenario.clone(),
        options: header.options.clone(),
        title: table.title.clone(),
        against: table.against.clone(),
        seats,
        you,
        waits_for: public.decides,
        over: public.outcome,
        created: table.created,
        changed: table.changed,
        turn: table.play.turn(),
        prompt: public.prompt.says.lead,
        waits_for_you,
        invite,
    }
}

/// The record as text, unless it would tell what somebody may not know.
pub fn record(play: &dyn AnyMatch) -> Result<String> {
    if play.outcome().is_none() && hides(play) {
        return Err(Error::Forbidden("The record is shown when the game is over: it holds hidden facts."));
    }
    Ok(play.record().to_text())
}

/// Whether a spectator is kept from anything.
fn hides(play: &dyn AnyMatch) -> bool {
    let known = |viewer| {
        let View { spaces, pieces, tracks, boxes, .. } = play.view(viewer);
        (spaces, pieces, tracks, boxes, play.lines(viewer, 0))
    };
    known(Viewer::Spectator) != known(Viewer::Umpire)
}

impl Meta {
    /// Orders a list: what waits for the caller, what goes on, what is over; the newest first.
    pub fn urgency(&self) -> impl Ord + use<> {
        (!self.waits_for_you, self.over.is_some(), std::cmp::Reverse(self.changed))
    }
}
