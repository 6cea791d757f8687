//! Matches: begin one, look at it, play.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Query as Asked, State, rejection::QueryRejection},
    http::{
        HeaderValue, StatusCode,
        header::{CONTENT_TYPE, SET_COOKIE},
    },
    response::{IntoResponse, Response},
};
use kernel::{
    Players, Record, RecordError,
    erased::{AnyGame, AnyMatch},
    example::Position,
    study::Study,
};
use proof::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{MatchId, NewMatch, NewSeat, SavedOrigin, Terms};
use view::{Line, Orders, OrdersAsked, Overlay, Query};

use crate::{
    advice::Asks,
    app::App,
    body::{At, Body, LONG},
    clock::Pace,
    copies, dice,
    error::{Error, Result},
    events,
    identity::{Caller, Holder, secret},
    limit::What,
    look::{Look, Meta, now, unreadable},
    notices,
    opponent::UNLISTED,
    orders::MOST_ACTIONS,
    outside::Visitor,
    routes::Routes,
    sealed::{self, ProofMeta},
    signing, study,
    table::{HUMAN, Played, Table},
};

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/matches", list)
        .post("/api/matches", begin)
        .get("/api/matches/{id}", show)
        .get("/api/matches/{id}/events", events::events)
        .post("/api/matches/{id}/actions", play)
        .post("/api/matches/{id}/undo", undo)
        .post("/api/matches/{id}/orders", orders)
        .post("/api/matches/{id}/salt", salt)
        .post("/api/matches/{id}/continue", go_on)
        .post("/api/matches/{id}/sequel", sequel)
        .post("/api/matches/{id}/invite", invite_again)
        .post("/api/matches/{id}/query", query)
        .get("/api/matches/{id}/replay", replay)
        .post("/api/matches/{id}/hint", hint)
        .post("/api/matches/{id}/review", review)
        .get("/api/matches/{id}/journal", journal)
        .get("/api/matches/{id}/record", record)
}

/// How many matches the list shows.
pub const LISTED: usize = 100;
/// Who plays against somebody who named nobody.
const DEFAULT_LEVEL: &str = "normal";

/// What the store calls a match between people.
pub const FRIEND: &str = "friend";

/// Where the browser shows a match.
pub fn url(id: MatchId) -> String {
    format!("/match/{id}")
}

/// Where a friend takes the free seat.
pub fn invitation(invite: &str) -> String {
    format!("/join/{invite}")
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Begin {
    pub game: String,
    pub scenario: Option<String>,
    #[serde(default)]
    pub options: Vec<String>,
    pub against: Against,
    pub side: Option<String>,
    pub level: Option<String>,
    /// A record to play on from, and after how many of its plies.
    pub record: Option<String>,
    pub ply: Option<usize>,
    /// A position to play on from that was set up by hand, and what was played from there.
    pub study: Option<Study>,
    #[serde(default)]
    pub done: Vec<String>,
    /// Whoever begins will send a salt of his own for the dice; nothing is drawn before.
    #[serde(default)]
    pub own_salt: bool,
    /// Anybody may take the free seat, and watch.
    #[serde(default)]
    pub open: bool,
    /// The name of the account for whom the free seat is kept.
    pub to: Option<String>,
    /// The result moves the ratings of both.
    #[serde(default)]
    pub rated: bool,
    /// The time that the players give themselves.
    pub clock: Option<Pace>,
}

impl Begin {
    /// The least that can be asked for.
    pub fn new(game: String, against: Against) -> Begin {
        Begin {
            game,
            scenario: None,
            options: Vec::new(),
            against,
            side: None,
            level: None,
            record: None,
            ply: None,
            study: None,
            done: Vec::new(),
            own_salt: false,
            open: false,
            to: None,
            rated: false,
            clock: None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Against {
    Machine,
    Hotseat,
    Friend,
}

impl Against {
    fn word(self) -> &'static str {
        match self {
            Against::Machine => "machine",
            Against::Hotseat => "hotseat",
            Against::Friend => FRIEND,
        }
    }
}

async fn begin(
    State(app): State<App>,
    visitor: Visitor,
    caller: Caller,
    Body(asked): Body<Begin, LONG>,
) -> Result<Response> {
    let Begun { id, invite, cookie } = begin_match(&app, visitor, caller, &asked).await?;
    let mut answer = json!({ "id": id.to_string(), "url": url(id) });
    if let Some(invite) = invite {
        answer["invite"] = invitation(&invite).into();
    }
    let mut answer = (StatusCode::CREATED, Json(answer)).into_response();
    if let Some(cookie) = cookie {
        answer.headers_mut().insert(SET_COOKIE, cookie);
    }
    Ok(answer)
}

/// A match that has begun, the invitation to its free seat, and the cookie of whoever was not known before.
pub struct Begun {
    pub id: MatchId,
    pub invite: Option<String>,
    pub cookie: Option<HeaderValue>,
}

/// Begins a match and keeps it.
pub async fn begin_match(app: &App, visitor: Visitor, caller: Caller, asked: &Begin) -> Result<Begun> {
    let shelved = app.shelf.get(&asked.game).ok_or_else(|| Error::bad("game", "There is no such game."))?;
    let held = caller.0.as_ref();
    app.limits.may(What::Match, visitor, held)?;
    if asked.record.is_some() || asked.study.is_some() {
        app.limits.may(What::Record, visitor, held)?;
    }
    may_hold_more(app, &caller).await?;
    let terms = terms(app, &caller, asked, shelved.game.about().sides.len()).await?;
    let person = caller.or_new();
    let invite = (asked.against == Against::Friend).then(secret);
    let seats = seats(&*shelved.game, asked, &person.holder, invite.as_deref())?;
    let (mut start, lines, origin) = opening(app, asked).await?;
    let cookie = person.admit(app, visitor).await?;
    app.known.note(&person.holder, visitor.address);
    let id = MatchId::new(dice::bits());
    let header = start.header();
    let mut new = NewMatch {
        id,
        game: header.game.clone(),
        rules: shelved.game.about().revision,
        data: header.data.clone(),
        scenario: header.scenario.clone(),
        options: header.options.clone(),
        luck: header.luck.clone(),
        against: asked.against.word().to_owned(),
        created: now(),
        seats,
        lines: Vec::new(),
        origin,
        position: header.position.as_ref().map(Position::to_text),
        terms,
        proof: None,
        letters: None,
    };
    sealed::seal(app.settings.dice, &mut new, &mut *start, lines, |_, _| asked.own_salt)?;
    let wanted = new.terms.as_ref().and_then(|terms| terms.wanted.clone());
    app.store.create(new).await?;
    app.metrics.created.add(1);
    notices::challenged(app, id, wanted.as_deref()).await;
    tracing::info!(%id, game = asked.game, against = asked.against.word(), "match begun");
    Ok(Begun { id, invite, cookie })
}

/// Whether the caller may sit down once more.
pub async fn may_hold_more(app: &App, caller: &Caller) -> Result<()> {
    let Some(holder) = &caller.0 else { return Ok(()) };
    if app.store.count_held(&holder.0).await? >= app.settings.most_held {
        return Err(Error::Forbidden("You sit in as many games as this server allows."));
    }
    Ok(())
}

/// Whether the caller is signed in.
pub fn has_account(caller: &Caller) -> bool {
    caller.0.as_ref().is_some_and(Holder::is_account)
}

/// Ratings are for those who can be known again.
pub fn needs_account() -> Error {
    Error::bad("rated", "A game that counts for the ratings needs an account: sign in.")
}

/// Who may take the free seat, and whether the game counts.
async fn terms(app: &App, caller: &Caller, asked: &Begin, seats: usize) -> Result<Option<Terms>> {
    let Begin { against, open, to, rated, clock, record, study, .. } = asked;
    if *against != Against::Friend {
        for (field, set) in
            [("open", *open), ("to", to.is_some()), ("rated", *rated), ("clock", clock.is_some())]
        {
            if set {
                return Err(Error::bad(field, "This is for games between people."));
            }
        }
        return Ok(None);
    }
    if *rated && !has_account(caller) {
        return Err(needs_account());
    }
    if *rated && (record.is_some() || study.is_some()) {
        return Err(Error::bad("rated", "A game that begins from a record or a position does not count."));
    }
    let wanted = match to {
        None => None,
        Some(_) if *open => return Err(Error::bad("to", "A seat is open to all or kept for one.")),
        Some(name) => {
            let found = app.store.account_named(name).await?;
            let holder = found.ok_or_else(|| Error::bad("to", "There is nobody of this name."))?.holder;
            if caller.0.as_ref().is_some_and(|own| own.0 == holder) {
                return Err(Error::bad("to", "This is you."));
            }
            Some(holder)
        }
    };
    let clock = match clock {
        Some(pace) => Some(pace.checked()?.clock(seats)),
        None => None,
    };
    Ok(Some(Terms { open: *open, public: *open, wanted, rated: *rated, rematch: None, clock }))
}

/// A match that begins, its first lines, and the record that they are from.
pub type Opening = (Box<dyn AnyMatch>, Vec<String>, Option<SavedOrigin>);

/// The position a match begins with, and the plies that lead to it: none, or those of a record to play on from.
async fn opening(app: &App, asked: &Begin) -> Result<Opening> {
    let Some(text) = &asked.record else {
        if let Some(study) = &asked.study {
            return study::opening(app, asked, study).await;
        }
        if asked.ply.is_some() {
            return Err(Error::bad("ply", "A ply is counted in a record; send the record too."));
        }
        let shelved = app.shelf.get(&asked.game).ok_or(Error::Unavailable)?;
        let players = Players { luck: dice::LUCK.to_owned(), players: Vec::new() };
        let start = shelved.game.start(asked.scenario.as_deref(), &asked.options, players)?;
        return Ok((start, Vec::new(), None));
    };
    if asked.study.is_some() {
        return Err(Error::bad("study", "A game begins from a record or from a position, not from both."));
    }
    if asked.scenario.is_some() || !asked.options.is_empty() {
        return Err(Error::bad("record", "The record says which scenario and options are played."));
    }
    let not_usable = |error: RecordError| Error::bad("record", error.to_string());
    let mut record = Record::parse(text).map_err(not_usable)?;
    let plies = asked.ply.unwrap_or(record.lines.len());
    if plies > record.lines.len() {
        let says = format!("The record has {} plies.", record.lines.len());
        return Err(Error::bad("ply", says));
    }
    let signer = signing::signer(text, &record)?;
    let digest = record.digest();
    record.lines.truncate(plies);
    let copy_of = copies::copy_of(app, &record.lines).await?;
    let origin =
        SavedOrigin { record: digest, ply: plies as i64, continues: None, signer, copy_of, prologue: None };
    record.header.luck = format!("{} after {plies} plies of a record", dice::LUCK);
    // A long game takes a while: away from the runtime.
    let (app, game) = (app.clone(), asked.game.clone());
    let resumed = tokio::task::spawn_blocking(move || {
        let shelved = app.shelf.get(&game).ok_or(Error::Unavailable)?;
        study::check_record(&shelved.game, &record)?;
        let start = shelved.game.resume(&record).map_err(not_usable)?;
        let lines = start.record().lines;
        Ok((start, lines, Some(origin)))
    });
    resumed.await.map_err(|_| Error::Unavailable)?
}

/// Who sits where in a new match.
fn seats(game: &dyn AnyGame, asked: &Begin, holder: &Holder, invite: Option<&str>) -> Result<Vec<NewSeat>> {
    let about = game.about();
    let own = match &asked.side {
        Some(side) => about.side(side).ok_or_else(|| {
            let sides: Vec<&str> = about.sides.iter().map(|side| side.id.as_str()).collect();
            Error::bad("side", format!("There is no side '{side}'; there are {}.", view::list(&sides)))
        })?,
        None => 0,
    };
    let level = asked.level.as_deref().unwrap_or(DEFAULT_LEVEL);
    if level == UNLISTED || search::PLAYERS.iter().all(|(name, _)| *name != level) {
        return Err(Error::bad("level", format!("There is no player '{level}'.")));
    }
    let person = |holder: Option<&Holder>, invite: Option<&str>| NewSeat {
        player: HUMAN.to_owned(),
        holder: holder.map(|holder| holder.0.clone()),
        invite: invite.map(str::to_owned),
    };
    let seat = |number: usize| match asked.against {
        _ if number == own => person(Some(holder), None),
        Against::Hotseat => person(Some(holder), None),
        Against::Friend => person(None, invite),
        Against::Machine => NewSeat { player: level.to_owned(), ..NewSeat::default() },
    };
    Ok((0..about.sides.len()).map(seat).collect())
}

#[derive(Serialize)]
struct List {
    matches: Vec<Meta>,
}

/// The caller's matches, those that wait for him first.
async fn list(State(app): State<App>, caller: Caller) -> Result<Json<List>> {
    let Some(holder) = &caller.0 else { return Ok(Json(List { matches: Vec::new() })) };
    let mut matches = Vec::new();
    for id in app.store.held(&holder.0, LISTED).await? {
        // One match that cannot be read must not hide the others, nor be hidden itself.
        match look(&app, id, &caller).await {
            Ok(look) => matches.push(look.meta),
            Err(error) => {
                if let Some(saved) = app.store.load(id).await? {
                    matches.push(unreadable(&app, &saved, &caller, error.to_string()));
                }
            }
        }
    }
    matches.sort_by_key(Meta::urgency);
    Ok(Json(List { matches }))
}

async fn show(State(app): State<App>, caller: Caller, At(id): At) -> Result<Response> {
    let look = look(&app, id, &caller).await?;
    Ok(json_text(look.to_json()))
}

pub async fn look(app: &App, id: MatchId, caller: &Caller) -> Result<Look> {
    app.tables.with(app, id, |table| async move { table.look(caller).await }).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Play {
    action: Option<String>,
    /// In the place of one action: several, played as one.
    actions: Option<Vec<String>>,
    after: usize,
}

#[derive(Serialize)]
struct TakenBack {
    seq: usize,
}

async fn play(
    State(app): State<App>,
    caller: Caller,
    At(id): At,
    Body(play): Body<Play>,
) -> Result<Json<Played>> {
    let actions = match (play.action, play.actions) {
        (Some(action), None) => vec![action],
        (None, Some(actions)) if actions.is_empty() || actions.len() > MOST_ACTIONS => {
            return Err(Error::bad("actions", format!("Send 1 to {MOST_ACTIONS} actions.")));
        }
        (None, Some(actions)) => actions,
        _ => return Err(Error::bad("action", "Send an action, or a list of actions.")),
    };
    let (caller, actions) = (&caller, &actions);
    let work = |table: Table| async move { table.play(caller, actions, play.after).await };
    Ok(Json(app.tables.with(&app, id, work).await?))
}

/// Where pieces can be sent.
async fn orders(
    State(app): State<App>,
    caller: Caller,
    At(id): At,
    Body(asked): Body<OrdersAsked>,
) -> Result<Json<Orders>> {
    let (caller, asked) = (&caller, &asked);
    Ok(Json(app.tables.with(&app, id, |table| async move { table.reach(caller, asked).await }).await?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Undo {
    after: usize,
    /// How many plies are left; without it, one is taken back.
    to: Option<usize>,
}

async fn undo(
    State(app): State<App>,
    caller: Caller,
    At(id): At,
    Body(undo): Body<Undo>,
) -> Result<Json<TakenBack>> {
    let caller = &caller;
    let work = |table: Table| async move { table.undo(caller, undo.after, undo.to).await };
    let seq = app.tables.with(&app, id, work).await?;
    Ok(Json(TakenBack { seq }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Salted {
    salt: String,
}

/// The caller's salt for the dice, for every seat of his that has none yet.
async fn salt(
    State(app): State<App>,
    caller: Caller,
    At(id): At,
    Body(sent): Body<Salted>,
) -> Result<Json<ProofMeta>> {
    let wrong = || Error::bad("salt", "A salt is 64 hexadecimal digits in small letters.");
    let (caller, salt) = (&caller, Bytes::read(&sent.salt).ok_or_else(wrong)?);
    let proof = app.tables.with(&app, id, |table| async move { table.salt(caller, salt).await }).await?;
    Ok(Json(proof))
}

/// The match that goes on in the place of one that differs from the rules of now.
async fn go_on(State(app): State<App>, caller: Caller, At(id): At) -> Result<Response> {
    let caller = &caller;
    let heir = app.tables.with(&app, id, |table| async move { table.go_on(caller).await }).await?;
    Ok(Json(json!({ "id": heir.to_string(), "url": url(heir) })).into_response())
}

/// The match of another game that goes on from the end of this one.
async fn sequel(State(app): State<App>, caller: Caller, At(id): At) -> Result<Response> {
    let caller = &caller;
    let next = app.tables.with(&app, id, |table| async move { table.sequel(caller).await }).await?;
    Ok(Json(json!({ "id": next.to_string(), "url": url(next) })).into_response())
}

/// Another invitation to the free seat, for those who sit already: the one before is worth nothing from now on.
async fn invite_again(State(app): State<App>, caller: Caller, At(id): At) -> Result<Response> {
    let invite = secret();
    let (caller, invite) = (&caller, &invite);
    app.tables.with(&app, id, |table| async move { table.invite(caller, invite).await }).await?;
    Ok(Json(json!({ "invite": invitation(invite) })).into_response())
}

async fn query(
    State(app): State<App>,
    caller: Caller,
    At(id): At,
    Body(query): Body<Query>,
) -> Result<Json<Overlay>> {
    let (caller, query) = (&caller, &query);
    let overlay = app.tables.with(&app, id, |table| async move { table.query(caller, query).await }).await?;
    Ok(Json(overlay))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Replay {
    ply: Option<usize>,
    #[serde(rename = "as")]
    side: Option<String>,
}

async fn replay(
    State(app): State<App>,
    caller: Caller,
    At(id): At,
    asked: Result<Asked<Replay>, QueryRejection>,
) -> Result<Response> {
    let Asked(asked) = asked.map_err(|error| Error::BadRequest { says: error.body_text(), field: None })?;
    let (caller, asked) = (&caller, &asked);
    let work = |table: Table| async move { table.replay(caller, asked.ply, asked.side.as_deref()).await };
    let look = app.tables.with(&app, id, work).await?;
    Ok(json_text(look.to_json_with_plies()))
}

/// What the machine would play in the caller's place.
async fn hint(State(app): State<App>, visitor: Visitor, caller: Caller, At(id): At) -> Result<Response> {
    app.limits.may(What::Hint, visitor, caller.0.as_ref())?;
    copies::refuse_help(&app, &app.tables.open(&app, id).await?).await?;
    let caller = &caller;
    let told =
        app.tables.with(&app, id, |table| async move { table.advise(caller, Asks::Hint).await }).await?;
    Ok(json_text(told))
}

/// A finished game as the machine sees it.
async fn review(State(app): State<App>, visitor: Visitor, caller: Caller, At(id): At) -> Result<Response> {
    app.limits.may(What::Review, visitor, caller.0.as_ref())?;
    let caller = &caller;
    let told =
        app.tables.with(&app, id, |table| async move { table.advise(caller, Asks::Review).await }).await?;
    Ok(json_text(told))
}

/// The whole journal: a view carries only its end.
#[derive(Serialize)]
struct Journal {
    lines: Vec<Arc<Line>>,
}

async fn journal(State(app): State<App>, caller: Caller, At(id): At) -> Result<Json<Journal>> {
    let caller = &caller;
    let lines = app.tables.with(&app, id, |table| async move { table.journal(caller).await }).await?;
    Ok(Json(Journal { lines }))
}

async fn record(State(app): State<App>, At(id): At) -> Result<Response> {
    let text = app.tables.with(&app, id, |table| async move { table.record().await }).await?;
    let text = app.signer().await?.sign(&text)?;
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

fn json_text(text: String) -> Response {
    ([(CONTENT_TYPE, "application/json")], text).into_response()
}
