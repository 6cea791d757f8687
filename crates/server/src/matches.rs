//! Matches: begin one, look at it, play.

use axum::{
    Json, Router,
    extract::{Query as Asked, State, rejection::QueryRejection},
    http::{
        StatusCode,
        header::{CONTENT_TYPE, SET_COOKIE},
    },
    response::{IntoResponse, Response},
    routing::{get, post},
};
use kernel::{
    Players, Record, RecordError,
    erased::{AnyGame, AnyMatch},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{MatchId, NewMatch, NewSeat, SavedOrigin};
use view::{Line, Overlay, Query};

use crate::{
    advice::Asks,
    app::App,
    body::{At, Body, LONG},
    dice,
    error::{Error, Result},
    events,
    identity::{Caller, Holder, secret},
    look::{Look, Meta, now, unreadable},
    opponent::UNLISTED,
    table::{HUMAN, Table},
};

pub fn router() -> Router<App> {
    Router::new()
        .route("/api/matches", get(list).post(begin))
        .route("/api/matches/{id}", get(show))
        .route("/api/matches/{id}/events", get(events::events))
        .route("/api/matches/{id}/actions", post(play))
        .route("/api/matches/{id}/undo", post(undo))
        .route("/api/matches/{id}/continue", post(go_on))
        .route("/api/matches/{id}/query", post(query))
        .route("/api/matches/{id}/replay", get(replay))
        .route("/api/matches/{id}/hint", post(hint))
        .route("/api/matches/{id}/review", get(review))
        .route("/api/matches/{id}/journal", get(journal))
        .route("/api/matches/{id}/record", get(record))
}

/// How many matches the list shows.
const LISTED: usize = 100;
/// Who plays against somebody who named nobody.
const DEFAULT_LEVEL: &str = "normal";

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
struct Begin {
    game: String,
    scenario: Option<String>,
    #[serde(default)]
    options: Vec<String>,
    against: Against,
    side: Option<String>,
    level: Option<String>,
    /// A record to play on from, and after how many of its plies.
    record: Option<String>,
    ply: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Against {
    Machine,
    Hotseat,
    Friend,
}

impl Against {
    fn word(self) -> &'static str {
        match self {
            Against::Machine => "machine",
            Against::Hotseat => "hotseat",
            Against::Friend => "friend",
        }
    }
}

async fn begin(State(app): State<App>, caller: Caller, Body(asked): Body<Begin, LONG>) -> Result<Response> {
    let shelved = app.shelf.get(&asked.game).ok_or_else(|| Error::bad("game", "There is no such game."))?;
    let (holder, cookie) = caller.or_new();
    let invite = (asked.against == Against::Friend).then(secret);
    let seats = seats(&*shelved.game, &asked, &holder, invite.as_deref())?;
    let (mut start, mut lines, origin) = opening(&app, &asked).await?;
    let id = MatchId::new(dice::bits());
    app.settings.dice.settle(id, &mut *start, &mut lines)?;
    let header = start.header();
    let new = NewMatch {
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
        lines,
        origin,
    };
    app.store.create(new).await?;
    app.metrics.created.add(1);
    tracing::info!(%id, game = asked.game, against = asked.against.word(), "match begun");
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

/// The position a match begins with, and the plies that lead to it: none, or those of a record to play on from.
async fn opening(app: &App, asked: &Begin) -> Result<(Box<dyn AnyMatch>, Vec<String>, Option<SavedOrigin>)> {
    let Some(text) = &asked.record else {
        if asked.ply.is_some() {
            return Err(Error::bad("ply", "A ply is counted in a record; send the record too."));
        }
        let shelved = app.shelf.get(&asked.game).ok_or(Error::Unavailable)?;
        let players = Players { luck: dice::LUCK.to_owned(), players: Vec::new() };
        let start = shelved.game.start(asked.scenario.as_deref(), &asked.options, players)?;
        return Ok((start, Vec::new(), None));
    };
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
    let origin = SavedOrigin { record: record.digest(), ply: plies as i64, continues: None };
    record.lines.truncate(plies);
    record.header.luck = format!("{} after {plies} plies of a record", dice::LUCK);
    // A long game takes a while: away from the runtime.
    let (app, game) = (app.clone(), asked.game.clone());
    let resumed = tokio::task::spawn_blocking(move || {
        let shelved = app.shelf.get(&game).ok_or(Error::Unavailable)?;
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

async fn look(app: &App, id: MatchId, caller: &Caller) -> Result<Look> {
    app.tables.with(app, id, |table| async move { table.look(caller).await }).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Play {
    action: String,
    after: usize,
}

#[derive(Serialize)]
struct Played {
    seq: usize,
}

async fn play(
    State(app): State<App>,
    caller: Caller,
    At(id): At,
    Body(play): Body<Play>,
) -> Result<Json<Played>> {
    let (caller, play) = (&caller, &play);
    let work = |table: Table| async move { table.play(caller, &play.action, play.after).await };
    let seq = app.tables.with(&app, id, work).await?;
    Ok(Json(Played { seq }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Undo {
    after: usize,
}

async fn undo(
    State(app): State<App>,
    caller: Caller,
    At(id): At,
    Body(undo): Body<Undo>,
) -> Result<Json<Played>> {
    let caller = &caller;
    let seq = app.tables.with(&app, id, |table| async move { table.undo(caller, undo.after).await }).await?;
    Ok(Json(Played { seq }))
}

/// The match that goes on in the place of one that differs from the rules of now.
async fn go_on(State(app): State<App>, caller: Caller, At(id): At) -> Result<Response> {
    let caller = &caller;
    let heir = app.tables.with(&app, id, |table| async move { table.go_on(caller).await }).await?;
    Ok(Json(json!({ "id": heir.to_string(), "url": url(heir) })).into_response())
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
async fn hint(State(app): State<App>, caller: Caller, At(id): At) -> Result<Response> {
    let caller = &caller;
    let told =
        app.tables.with(&app, id, |table| async move { table.advise(caller, Asks::Hint).await }).await?;
    Ok(json_text(told))
}

/// A finished game as the machine sees it.
async fn review(State(app): State<App>, caller: Caller, At(id): At) -> Result<Response> {
    let caller = &caller;
    let told =
        app.tables.with(&app, id, |table| async move { table.advise(caller, Asks::Review).await }).await?;
    Ok(json_text(told))
}

/// The whole journal: a view carries only its end.
#[derive(Serialize)]
struct Journal {
    lines: Vec<Line>,
}

async fn journal(State(app): State<App>, caller: Caller, At(id): At) -> Result<Json<Journal>> {
    let caller = &caller;
    let lines = app.tables.with(&app, id, |table| async move { table.journal(caller).await }).await?;
    Ok(Json(Journal { lines }))
}

async fn record(State(app): State<App>, At(id): At) -> Result<Response> {
    let text = app.tables.with(&app, id, |table| async move { table.record().await }).await?;
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

fn json_text(text: String) -> Response {
    ([(CONTENT_TYPE, "application/json")], text).into_response()
}
