//! The lobby: open seats, challenges, games to watch; finding an opponent; the return match; what an invitation is to.

use axum::{
    Json,
    extract::State,
    http::{StatusCode, header::SET_COOKIE},
    response::{IntoResponse, Response},
};
use kernel::{Players, example::Position};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{Lobby, MatchId, NewMatch, NewSeat, StoreError, Terms};

use crate::{
    app::App,
    body::{At, Body, Part},
    clock::Pace,
    dice,
    error::{Error, Result},
    identity::{Caller, Holder, is_secret, secret},
    limit::What,
    look::{Look, Meta, now},
    matches::{self, Against, Begin, look, url},
    notices,
    outside::Visitor,
    ratings::SideRatingMeta,
    routes::Routes,
    sealed, study,
    table::{HUMAN, Table},
    talk::NO_SEAT,
};

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/lobby", lobby)
        .post("/api/lobby/find", find)
        .post("/api/matches/{id}/sit", sit)
        .post("/api/matches/{id}/decline", decline)
        .post("/api/matches/{id}/rematch", rematch)
        .get("/api/join/{invite}", invited)
        .get("/api/players/{name}", player)
}

/// How many games of each kind the lobby shows.
const SHOWN: usize = 50;

/// The lobby as the caller sees it.
#[derive(Serialize)]
struct LobbyAnswer {
    /// Games whose free seat anybody may take.
    open: Vec<Meta>,
    /// Games whose free seat is kept for the caller.
    challenges: Vec<Meta>,
    /// Games that anybody may watch.
    watch: Vec<Meta>,
}

async fn lobby(State(app): State<App>, caller: Caller) -> Result<Json<LobbyAnswer>> {
    let challenges = match &caller.0 {
        Some(holder) => metas(&app, &caller, Lobby::For(holder.0.clone())).await?,
        None => Vec::new(),
    };
    let open = metas(&app, &caller, Lobby::Open).await?;
    let watch = metas(&app, &caller, Lobby::Watch).await?;
    Ok(Json(LobbyAnswer { open, challenges, watch }))
}

async fn metas(app: &App, caller: &Caller, which: Lobby) -> Result<Vec<Meta>> {
    let mut found = Vec::new();
    for id in app.store.lobby(which, SHOWN).await? {
        // One that cannot be read must not hide the others.
        match look(app, id, caller).await {
            Ok(look) => found.push(look.meta),
            Err(error) => tracing::warn!(%id, %error, "a game of the lobby cannot be read"),
        }
    }
    Ok(found)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Find {
    game: String,
    scenario: Option<String>,
    #[serde(default)]
    options: Vec<String>,
    side: Option<String>,
    #[serde(default)]
    rated: bool,
    clock: Option<Pace>,
    /// The caller will send a salt of his own for the dice.
    #[serde(default)]
    own_salt: bool,
}

impl Find {
    /// Whether a game that waits is played as the caller wants to; what he does not name is all the same to him.
    fn suits(&self, meta: &Meta) -> bool {
        let Find { scenario, options, side, clock, .. } = self;
        scenario.as_ref().is_none_or(|it| it == meta.scenario())
            && (options.is_empty() || meta.has_options(options))
            && side.as_ref().is_none_or(|it| meta.free_side() == Some(it))
            && clock.is_none_or(|pace| meta.pace() == Some(pace))
    }
}

/// Sits down at the game that suits and has waited longest, or sets one up that waits.
async fn find(
    State(app): State<App>,
    visitor: Visitor,
    caller: Caller,
    Body(asked): Body<Find>,
) -> Result<Response> {
    app.shelf.get(&asked.game).ok_or_else(|| Error::bad("game", "There is no such game."))?;
    let account = matches::has_account(&caller);
    if asked.rated && !account {
        return Err(matches::needs_account());
    }
    for id in app.store.lobby(Lobby::Open, SHOWN).await?.into_iter().rev() {
        let Ok(Look { meta, .. }) = look(&app, id, &caller).await else { continue };
        if meta.sits() && meta.is_of(&asked.game) {
            // His own game waits already.
            return Ok(Json(json!({ "id": id.to_string(), "url": url(id), "waiting": true })).into_response());
        }
        let fits =
            meta.is_of(&asked.game) && (account || !meta.is_rated()) && (!asked.rated || meta.is_rated());
        if fits && asked.suits(&meta) && !meta.sits() {
            match take_seat(&app, visitor, caller.clone(), id).await {
                Ok(answer) => return Ok(answer),
                // Somebody else was faster.
                Err(Error::Forbidden(_)) => {}
                Err(error) => return Err(error),
            }
        }
    }
    let begin = Begin {
        open: true,
        scenario: asked.scenario,
        options: asked.options,
        side: asked.side,
        rated: asked.rated,
        clock: asked.clock,
        own_salt: asked.own_salt,
        ..Begin::new(asked.game, Against::Friend)
    };
    let begun = matches::begin_match(&app, visitor, caller, &begin).await?;
    let body = json!({ "id": begun.id.to_string(), "url": url(begun.id), "waiting": true });
    Ok(with_cookie((StatusCode::CREATED, Json(body)).into_response(), begun.cookie))
}

fn with_cookie(mut answer: Response, cookie: Option<axum::http::HeaderValue>) -> Response {
    if let Some(cookie) = cookie {
        answer.headers_mut().insert(SET_COOKIE, cookie);
    }
    answer
}

async fn sit(State(app): State<App>, visitor: Visitor, caller: Caller, At(id): At) -> Result<Response> {
    let meta = look(&app, id, &caller).await?.meta;
    if meta.is_rated() && !matches::has_account(&caller) {
        return Err(Error::Forbidden("This game counts for the ratings: sign in to play it."));
    }
    take_seat(&app, visitor, caller, id).await
}

/// Takes the free seat of an open game, or the one that is kept for the caller.
async fn take_seat(app: &App, visitor: Visitor, caller: Caller, id: MatchId) -> Result<Response> {
    matches::may_hold_more(app, &caller).await?;
    const NOT_FREE: Error = Error::Forbidden("No seat is free for you here.");
    let meta = look(app, id, &caller).await?.meta;
    if meta.sits() {
        return Err(Error::Forbidden("You sit in this match already."));
    }
    // Nothing is written for a stranger who gets no seat.
    if caller.0.is_none() && !meta.is_open() {
        return Err(NOT_FREE);
    }
    let person = caller.or_new();
    let cookie = person.admit(app, visitor).await?;
    match app.store.sit(id, &person.holder.0).await {
        Ok(seat) => seated(app, id, seat, &person.holder).await?,
        Err(StoreError::MovedOn) => return Err(NOT_FREE),
        Err(error) => return Err(error.into()),
    }
    let body = json!({ "id": id.to_string(), "url": url(id), "waiting": false });
    Ok(with_cookie(Json(body).into_response(), cookie))
}

/// Tells a table that somebody has sat down.
pub async fn seated(app: &App, id: MatchId, seat: usize, holder: &Holder) -> Result<()> {
    tracing::info!(%id, seat, "seat taken");
    app.tables.with(app, id, |table: Table| async move { table.seated(seat, holder).await }).await?;
    app.seats_changed();
    Ok(())
}

/// Declines a challenge; whoever made it, or opened the seat, takes it back by the same.
async fn decline(State(app): State<App>, caller: Caller, At(id): At) -> Result<Json<serde_json::Value>> {
    let meta = look(&app, id, &caller).await?.meta;
    if !meta.sits() && !meta.is_for_you() {
        return Err(Error::Forbidden("This seat is not kept for you."));
    }
    app.store.close_seat(id).await?;
    app.tables.with(&app, id, |table: Table| async move { table.look_again().await }).await?;
    Ok(Json(json!({})))
}

/// The return match with sides changed: one of the two begins it, the other finds it.
async fn rematch(State(app): State<App>, visitor: Visitor, caller: Caller, At(id): At) -> Result<Response> {
    let meta = look(&app, id, &caller).await?.meta;
    let Some(holder) = caller.0.clone().filter(|_| meta.sits()) else { return Err(NO_SEAT) };
    if !meta.is_over() {
        return Err(Error::Refused {
            says: "The return match begins when this game is over.".to_owned(),
            case: None,
        });
    }
    app.limits.may(What::Match, visitor, Some(&holder))?;
    matches::may_hold_more(&app, &caller).await?;
    if let Some(found) = app.store.rematch_of(id).await? {
        return join_rematch(&app, found, &holder).await;
    }
    let old = app.store.load(id).await?.ok_or(crate::body::NO_MATCH)?.start;
    if old.letters.is_some() {
        return Err(Error::Refused {
            says: "The return match of a game by file is another one: begin it with the sides changed."
                .to_owned(),
            case: None,
        });
    }
    let shelved = app.shelf.get(&old.game).ok_or(Error::Unavailable)?;
    let players = Players { luck: dice::LUCK.to_owned(), players: Vec::new() };
    let mut start = match sealed::position_of(&old) {
        None => shelved.game.start(Some(&old.scenario), &old.options, players)?,
        // The return match of a game that began from a position begins there too.
        Some(position) => study::begun(&shelved.game, Some(old.scenario), old.options, position, players)?,
    };
    let new_id = MatchId::new(dice::bits());
    let between_people = old.against == matches::FRIEND;
    let other = |seat: &NewSeat| seat.player == HUMAN && seat.holder.as_ref() != Some(&holder.0);
    let wanted = old.seats.iter().find(|seat| other(seat)).and_then(|seat| seat.holder.clone());
    let seat = |kept: &NewSeat| {
        if other(kept) {
            NewSeat { player: HUMAN.to_owned(), holder: None, invite: Some(secret()) }
        } else {
            NewSeat { invite: None, ..kept.clone() }
        }
    };
    let terms = app.store.club(id).await?.terms;
    let clock = terms.clock.as_ref().map(|clock| Pace::of(clock).clock(old.seats.len()));
    let terms = Terms { open: false, wanted, rematch: Some(id), clock, ..terms };
    let header = start.header();
    let mut new = NewMatch {
        id: new_id,
        game: header.game.clone(),
        rules: shelved.game.about().revision,
        data: header.data.clone(),
        scenario: header.scenario.clone(),
        options: header.options.clone(),
        luck: header.luck.clone(),
        against: old.against,
        created: now(),
        seats: old.seats.iter().rev().map(seat).collect(),
        lines: Vec::new(),
        origin: None,
        position: start.header().position.as_ref().map(Position::to_text),
        terms: between_people.then_some(terms),
        proof: None,
        letters: None,
    };
    let sent = sealed::senders(old.proof.as_ref());
    let last = new.seats.len() - 1;
    let sends = |number: usize, _: &NewSeat| sent.contains(&(last - number));
    sealed::seal(app.settings.dice, &mut new, &mut *start, Vec::new(), sends)?;
    let wanted = new.terms.as_ref().and_then(|terms| terms.wanted.clone());
    match app.store.create(new).await {
        Ok(()) => notices::challenged(&app, new_id, wanted.as_deref()).await,
        Err(StoreError::MovedOn) => {
            let found = app.store.rematch_of(id).await?.ok_or(Error::Unavailable)?;
            return join_rematch(&app, found, &holder).await;
        }
        Err(error) => return Err(error.into()),
    }
    app.metrics.created.add(1);
    tracing::info!(id = %new_id, of = %id, "return match begun");
    let body = json!({ "id": new_id.to_string(), "url": url(new_id) });
    Ok((StatusCode::CREATED, Json(body)).into_response())
}

async fn join_rematch(app: &App, id: MatchId, holder: &Holder) -> Result<Response> {
    match app.store.sit(id, &holder.0).await {
        Ok(seat) => seated(app, id, seat, holder).await?,
        // He sits there already, or has declined: he may look at it in any case.
        Err(StoreError::MovedOn) => {}
        Err(error) => return Err(error.into()),
    }
    Ok(Json(json!({ "id": id.to_string(), "url": url(id) })).into_response())
}

/// What an invitation is to, without taking anything.
#[derive(Serialize)]
struct Invited {
    title: String,
    scenario: String,
    /// The side that is free.
    side: String,
    /// Who invites, if he has a name.
    inviter: Option<String>,
    rated: bool,
    clock: Option<Pace>,
}

async fn invited(State(app): State<App>, caller: Caller, Part(invite): Part) -> Result<Json<Invited>> {
    const UNKNOWN: Error = Error::NotFound("There is no such invitation, or its seat is taken.");
    if !is_secret(&invite) {
        return Err(UNKNOWN);
    }
    let (id, seat) = app.store.invited(&invite).await?.ok_or(UNKNOWN)?;
    let meta = look(&app, id, &caller).await?.meta;
    let about = app.shelf.get(meta.game()).ok_or(Error::Unavailable)?.game.about();
    let scenario = about.scenarios.iter().find(|it| it.id == meta.scenario());
    let side = meta.side(seat).unwrap_or_default();
    Ok(Json(Invited {
        title: about.title.clone(),
        scenario: scenario.map_or_else(String::new, |it| it.title.clone()),
        side: about.sides.iter().find(|it| it.id == side).map_or(side, |it| it.name.clone()),
        inviter: meta.first_name(),
        rated: meta.is_rated(),
        clock: meta.pace(),
    }))
}

/// What everybody may know of somebody with an account.
#[derive(Serialize)]
struct PlayerAnswer {
    name: String,
    since: i64,
    /// A program plays for it.
    bot: bool,
    ratings: Vec<SideRatingMeta>,
}

async fn player(State(app): State<App>, Part(name): Part) -> Result<Json<PlayerAnswer>> {
    let found = app.store.account_named(&name).await?;
    let account = found.ok_or(Error::NotFound("There is nobody of this name."))?;
    let ratings = app.store.ratings(&account.holder).await?.into_iter().map(SideRatingMeta::of).collect();
    Ok(Json(PlayerAnswer { name: account.name, since: account.created, bot: account.bot, ratings }))
}
