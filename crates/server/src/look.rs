//! What a caller is told of a match: meta, summary, view.

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use kernel::{Node, Seat, Viewer, erased::AnyMatch};
use serde::Serialize;
use store::{Saved, SavedSeat};
use view::{Ending, Name, View};

use crate::{
    app::App,
    error::{Error, Result},
    identity::Caller,
    matches::invitation,
    past::{self, RulesMeta},
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
    /// What the rules of now make of it, where they are not those it was begun under.
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<RulesMeta>,
    /// The record it goes on from.
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<OriginMeta>,
}

/// The digest of a record, how many of its plies were taken over, and its match, if that is one of ours.
#[derive(Clone, Serialize)]
pub struct OriginMeta {
    pub record: String,
    pub ply: i64,
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
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

/// What was worked out for a position, kept until it changes.
#[derive(Default)]
pub struct Seen {
    views: BTreeMap<u8, Arc<str>>,
    public: Option<Arc<Public>>,
}

/// What everybody may know of a match.
pub struct Public {
    /// The side each seat plays now: a bid may have changed them.
    pub sides: Vec<Name>,
    pub waits_for: Option<Name>,
    over: Option<Ending>,
    prompt: Name,
}

pub fn public(table: &mut Seated) -> Arc<Public> {
    let Seated { seen, play, seats, past, .. } = table;
    let find = || {
        let mut view = play.view(Viewer::Spectator);
        if let Some(past) = past {
            view = past.shown(view, Viewer::Spectator, past.plies());
        }
        let side = |seat| play.view(Viewer::Seat(Seat(seat))).you.unwrap_or_default();
        Arc::new(Public {
            sides: (0..seats.len() as u8).map(side).collect(),
            waits_for: view.decides,
            over: view.outcome,
            prompt: view.prompt.says.lead,
        })
    };
    seen.public.get_or_insert_with(find).clone()
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
    let Seated { seen, play, past, .. } = table;
    let find = || {
        let view = play.view(viewer);
        json(
            &past
                .as_ref()
                .map_or_else(|| view.clone(), |past| past.shown(view.clone(), viewer, past.plies())),
        )
    };
    let view = seen.views.entry(key).or_insert_with(find).clone();
    Look { meta, view, seq: table.play.seq() }
}

pub fn meta(table: &mut Seated, caller: &Caller) -> Meta {
    let public = public(table);
    let held = table.held(caller);
    let seats = (0..).map(Seat).zip(&table.seats).zip(&public.sides);
    let seats = seats.map(|((seat, kept), side)| {
        let machine = kept.player != HUMAN;
        SeatMeta {
            side: side.clone(),
            player: (machine || kept.holder.is_some()).then(|| kept.player.clone()),
            you: held.contains(&seat),
            online: machine || kept.holder.as_ref().is_some_and(|holder| table.shared.is_online(holder)),
        }
    });
    let seats: Vec<SeatMeta> = seats.collect();
    let free = table.seats.iter().find(|seat| seat.player == HUMAN && seat.holder.is_none());
    let rules = past::meta(table, caller);
    let header = table.play.header();
    Meta {
        id: table.id.to_string(),
        game: header.game.clone(),
        scenario: header.scenario.clone(),
        options: header.options.clone(),
        title: table.title.clone(),
        against: table.against.clone(),
        you: seats.iter().filter(|seat| seat.you).map(|seat| seat.side.clone()).collect(),
        seats,
        waits_for: public.waits_for.clone(),
        over: public.over.clone(),
        created: table.created,
        changed: table.changed,
        turn: table.play.turn(),
        prompt: public.prompt.clone(),
        waits_for_you: table.past.is_none()
            && matches!(table.play.node(), Node::Decision(seat) if held.contains(&seat)),
        invite: free.filter(|_| !held.is_empty()).and_then(|seat| seat.invite.as_deref()).map(invitation),
        rules,
        origin: table.origin.clone(),
    }
}

/// What is told of a match that cannot be opened, so that it does not vanish from the list of those who play it.
pub fn unreadable(app: &App, saved: &Saved, caller: &Caller, says: String) -> Meta {
    let start = &saved.start;
    let shelved = app.shelf.get(&start.game);
    let about = shelved.map(|shelved| shelved.game.about());
    let side = |number: usize| about.and_then(|it| it.sides.get(number)).map_or("", |side| &side.id).into();
    let own = |kept: &SavedSeat| {
        caller.0.as_ref().is_some_and(|holder| kept.holder.as_deref() == Some(holder.0.as_str()))
    };
    let seat = |(number, kept): (usize, &SavedSeat)| SeatMeta {
        side: side(number),
        player: (kept.player != HUMAN || kept.holder.is_some()).then(|| kept.player.clone()),
        you: own(kept),
        online: false,
    };
    let seats: Vec<SeatMeta> = start.seats.iter().enumerate().map(seat).collect();
    Meta {
        id: start.id.to_string(),
        game: start.game.clone(),
        scenario: start.scenario.clone(),
        options: start.options.clone(),
        title: about.map_or_else(|| start.game.clone(), |about| about.title.clone()),
        against: start.against.clone(),
        you: seats.iter().filter(|seat| seat.you).map(|seat| seat.side.clone()).collect(),
        seats,
        waits_for: None,
        over: None,
        created: start.created,
        changed: saved.plies.last().map_or(start.created, |ply| ply.at),
        turn: 0,
        prompt: "".into(),
        waits_for_you: false,
        invite: None,
        rules: Some(past::unreadable(saved, about.map_or(0, |about| about.revision), says)),
        origin: None,
    }
}

pub const HIDDEN: Error =
    Error::Forbidden("The record is shown when the game is over: it holds hidden facts.");

/// The record as text, unless it would tell what somebody may not know.
pub fn record(play: &dyn AnyMatch) -> Result<String> {
    if play.outcome().is_none() && hides(play) {
        return Err(HIDDEN);
    }
    Ok(play.record().to_text())
}

/// Whether a spectator is kept from anything.
pub fn hides(play: &dyn AnyMatch) -> bool {
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
