//! Programs that play: their tokens, and the events they listen to, a line of JSON each.
//!
//! A program plays by the same requests as a browser, with its token in the place of the cookie. Its account is marked at every
//! table.

use std::{
    collections::{BTreeMap, BTreeSet},
    convert::Infallible,
    time::Duration,
};

use axum::{
    Json,
    body::{Body as Bytes, Bytes as Piece},
    extract::{FromRequestParts, State},
    http::{StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use futures_util::stream;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{BotToken, Lobby, MatchId, StoreError};
use tokio::{
    sync::mpsc,
    task::{AbortHandle, JoinSet},
    time::{Instant, sleep, sleep_until},
};

use crate::{
    accounts::Owner,
    app::App,
    body::{At, Body, Part},
    error::{Error, Result},
    identity::{self, Caller, Holder},
    look::{Meta, now},
    matches::{look, url},
    routes::Routes,
    table::Table,
};

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/me/bots", tokens)
        .post("/api/me/bots", make)
        .post("/api/me/bots/{id}", does)
        .get("/api/bot/events", events)
        .get("/api/bot/matches/{id}/stream", one_match)
}

/// How many tokens an account has.
const MOST_TOKENS: usize = 10;
/// How many letters a program's name has.
const NAME: usize = 40;
/// How much of a digest names a token.
const SHORT: usize = 16;
/// How many games a program is told of at once.
const MOST_GAMES: usize = 500;
/// How many challenges.
const MOST_CHALLENGES: usize = 50;
/// An empty line goes out this often, so that proxies keep the line open and dead ones are noticed.
const KEEP_ALIVE: Duration = Duration::from_secs(7);
/// How often games begun through other servers are looked for.
const ELSEWHERE: Duration = Duration::from_secs(2);
/// Whoever takes nothing for this long is dropped.
const LAG: Duration = Duration::from_secs(30);
const NO_TOKEN: Error = Error::NotFound("There is no such token.");

/// A program, by its token.
pub struct Bot(pub Holder);

impl FromRequestParts<App> for Bot {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Bot> {
        let none = Error::Forbidden("This is for programs: send Authorization: Bearer and a token of yours.");
        if !identity::shows_token(&parts.headers) {
            return Err(none);
        }
        Caller::from_request_parts(parts, app).await?.0.map(Bot).ok_or(none)
    }
}

/// What the programs of an account show.
#[derive(Serialize)]
struct TokensAnswer {
    tokens: Vec<TokenMeta>,
    /// The account is marked as a program's.
    bot: bool,
}

#[derive(Serialize)]
struct TokenMeta {
    id: String,
    name: String,
    created: i64,
}

impl TokenMeta {
    fn of(token: BotToken) -> TokenMeta {
        let BotToken { token, name, created, .. } = token;
        TokenMeta { id: token.chars().take(SHORT).collect(), name, created }
    }
}

async fn tokens(State(app): State<App>, Owner(account): Owner) -> Result<Json<TokensAnswer>> {
    let tokens = app.store.bot_tokens(&account.holder).await?.into_iter().map(TokenMeta::of).collect();
    Ok(Json(TokensAnswer { tokens, bot: account.bot }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Make {
    /// What its owner calls the program.
    name: String,
}

async fn make(State(app): State<App>, Owner(account): Owner, Body(asked): Body<Make>) -> Result<Response> {
    let name = asked.name.trim().to_owned();
    if name.is_empty() || name.chars().count() > NAME || name.chars().any(char::is_control) {
        return Err(Error::bad("name", format!("A program is called by 1 to {NAME} letters.")));
    }
    let token = identity::bot_token();
    let digest = store::digest(&token);
    let holder = Holder(account.holder.clone());
    let kept = BotToken { token: digest.clone(), holder: account.holder, name: name.clone(), created: now() };
    match app.store.add_bot_token(kept, MOST_TOKENS).await {
        Ok(()) => {}
        Err(StoreError::MovedOn) => {
            return Err(Error::Forbidden("You have as many tokens as there may be: take one back."));
        }
        Err(error) => return Err(error.into()),
    }
    if !account.bot {
        // Those who sit with it are told from now on.
        for id in app.store.playing(&holder.0, MOST_GAMES).await? {
            app.tables.moved(id, &holder, &holder).await;
        }
    }
    tracing::info!(account = account.name, name, "bot token made");
    let id: String = digest.chars().take(SHORT).collect();
    Ok((StatusCode::CREATED, Json(json!({ "id": id, "token": token }))).into_response())
}

#[derive(Deserialize)]
#[serde(tag = "does", rename_all = "kebab-case", deny_unknown_fields)]
enum Does {
    /// The token is worth nothing any more.
    Revoke {},
}

async fn does(
    State(app): State<App>,
    Owner(account): Owner,
    Part(id): Part,
    Body(Does::Revoke {}): Body<Does>,
) -> Result<Json<Value>> {
    let tokens = app.store.bot_tokens(&account.holder).await?;
    let named = tokens.into_iter().find(|it| id.len() == SHORT && it.token.starts_with(&id));
    app.store.remove_bot_token(&named.ok_or(NO_TOKEN)?.token).await?;
    app.known.forget();
    Ok(Json(json!({})))
}

/// What concerns a program: games that begin and end, its turns, challenges.
async fn events(State(app): State<App>, Bot(holder): Bot) -> Response {
    let (lines, arriving) = mpsc::channel(64);
    tokio::spawn(Watch { app, holder, lines: Lines(lines) }.run());
    streamed(arriving)
}

/// A match as the program sees it, from now to its end.
async fn one_match(State(app): State<App>, Bot(holder): Bot, At(id): At) -> Result<Response> {
    let table = app.tables.open(&app, id).await?;
    let (lines, arriving) = mpsc::channel(4);
    tokio::spawn(follow_one(app, table, holder, Lines(lines)));
    Ok(streamed(arriving))
}

fn streamed(arriving: mpsc::Receiver<Piece>) -> Response {
    let stream = stream::unfold(arriving, async |mut arriving: mpsc::Receiver<Piece>| {
        let line = arriving.recv().await?;
        Some((Ok::<_, Infallible>(line), arriving))
    });
    let head = [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CACHE_CONTROL, "no-cache")];
    (head, Bytes::from_stream(stream)).into_response()
}

/// Where lines go.
#[derive(Clone)]
struct Lines(mpsc::Sender<Piece>);

/// Whoever listened has left, or takes nothing.
struct Left;

impl Lines {
    async fn send(&self, line: &str) -> Result<(), Left> {
        self.0.send_timeout(format!("{line}\n").into(), LAG).await.map_err(|_| Left)
    }

    async fn event(&self, kind: &str, about: &str, what: Value) -> Result<(), Left> {
        self.send(&json!({ "type": kind, about: what }).to_string()).await
    }
}

struct Watch {
    app: App,
    holder: Holder,
    lines: Lines,
}

impl Watch {
    async fn run(self) {
        self.app.metrics.listeners.add(1);
        let mut closing = self.app.closing.subscribe();
        let mut seating = self.app.seating.subscribe();
        let (mut following, mut challenged) = (BTreeMap::<MatchId, AbortHandle>::new(), BTreeSet::new());
        let mut games = JoinSet::new();
        let mut silent_until = Instant::now() + KEEP_ALIVE;
        'all: loop {
            if *closing.borrow()
                || self.look_around(&mut following, &mut challenged, &mut games).await.is_err()
            {
                break;
            }
            let elsewhere = if self.app.store.is_shared() { ELSEWHERE } else { Duration::MAX / 2 };
            let look_again = sleep(elsewhere.min(Duration::from_secs(3600)));
            tokio::pin!(look_again);
            loop {
                tokio::select! {
                    changed = seating.changed() => {
                        if changed.is_err() { break 'all; }
                        break;
                    }
                    () = &mut look_again => break,
                    _ = closing.changed() => break,
                    () = self.lines.0.closed() => break 'all,
                    Some(ended) = games.join_next() => {
                        if let Ok(id) = ended {
                            following.remove(&id);
                        }
                    }
                    () = sleep_until(silent_until) => {
                        silent_until = Instant::now() + KEEP_ALIVE;
                        if self.lines.send("").await.is_err() { break 'all; }
                    }
                }
            }
        }
        self.app.metrics.listeners.sub(1);
    }

    /// Follows games that are new and names challenges that are.
    async fn look_around(
        &self,
        following: &mut BTreeMap<MatchId, AbortHandle>,
        challenged: &mut BTreeSet<MatchId>,
        games: &mut JoinSet<MatchId>,
    ) -> Result<(), Left> {
        let caller = Caller(Some(self.holder.clone()));
        match self.app.store.playing(&self.holder.0, MOST_GAMES).await {
            Ok(playing) => {
                for id in playing {
                    let new = following.len() < MOST_GAMES && !following.contains_key(&id);
                    if new {
                        let (app, caller, lines) = (self.app.clone(), caller.clone(), self.lines.clone());
                        following.insert(id, games.spawn(follow(app, id, caller, lines)));
                    }
                }
            }
            // It is looked for again with the next change.
            Err(error) => tracing::error!(%error, "the games of a program cannot be read"),
        }
        let waiting = self.app.store.lobby(Lobby::For(self.holder.0.clone()), MOST_CHALLENGES).await;
        let waiting = waiting.unwrap_or_else(|error| {
            tracing::error!(%error, "the challenges of a program cannot be read");
            Vec::new()
        });
        for &id in waiting.iter().filter(|id| !challenged.contains(id)) {
            if let Ok(look) = look(&self.app, id, &caller).await {
                self.lines.event("challenge", "challenge", about(id, &look.meta)).await?;
            }
        }
        *challenged = waiting.into_iter().collect();
        Ok(())
    }
}

/// What a program is told of a match.
fn about(id: MatchId, meta: &Meta) -> Value {
    json!({
        "id": id.to_string(), "url": url(id), "game": meta.game(), "scenario": meta.scenario(), "side": meta.own_side(),
        "turn": meta.turn(), "rated": meta.is_rated(),
    })
}

/// Tells of one game until it is over or the program has left.
async fn follow(app: App, id: MatchId, caller: Caller, lines: Lines) -> MatchId {
    let (mut started, mut waited) = (false, false);
    while let Ok(table) = app.tables.open(&app, id).await {
        let mut news = table.shared.listen();
        loop {
            let ended = news.borrow_and_update().ended;
            let Some(Ok(look)) = table.look(&caller).await else { break };
            let meta = look.meta;
            if !meta.sits() {
                return id;
            }
            if !started && !meta.is_over() && meta.is_full() {
                started = true;
                if lines.event("gameStart", "game", about(id, &meta)).await.is_err() {
                    return id;
                }
            }
            let waits = started && !meta.is_over() && meta.waits_for_you;
            if waits && !waited {
                let mut what = about(id, &meta);
                what["seq"] = look.seq.into();
                if lines.event("yourTurn", "game", what).await.is_err() {
                    return id;
                }
            }
            waited = waits;
            if meta.is_over() {
                if started {
                    let mut what = about(id, &meta);
                    what["winner"] = json!(meta.winner());
                    // Whether it is heard or not, this is the last word.
                    let _ = lines.event("gameFinish", "game", what).await;
                }
                return id;
            }
            if ended || lines.0.is_closed() {
                break;
            }
            tokio::select! {
                changed = news.changed() => if changed.is_err() { break },
                () = lines.0.closed() => return id,
            }
        }
        if lines.0.is_closed() || *app.closing.borrow() {
            break;
        }
    }
    id
}

/// Sends what the program sees of a match with every change, and ends with it.
async fn follow_one(app: App, mut table: Table, holder: Holder, lines: Lines) {
    app.metrics.listeners.add(1);
    let caller = Caller(Some(holder));
    let id = table.id();
    let mut sent = String::new();
    let mut closing = app.closing.subscribe();
    'all: loop {
        let _here = table.shared.attend(&caller);
        let mut news = table.shared.listen();
        loop {
            let ended = news.borrow_and_update().ended;
            let Some(Ok(look)) = table.look(&caller).await else { break };
            let kind = if sent.is_empty() { "gameFull" } else { "gameState" };
            let text = look.to_json();
            if text != sent {
                let line = format!("{{\"type\":\"{kind}\",{}", &text[1..]);
                sent = text;
                if lines.send(&line).await.is_err() {
                    break 'all;
                }
            }
            if look.meta.is_over() {
                break 'all;
            }
            if ended {
                break;
            }
            tokio::select! {
                changed = news.changed() => if changed.is_err() { break },
                _ = closing.changed() => break 'all,
                () = lines.0.closed() => break 'all,
                () = sleep(KEEP_ALIVE) => if lines.send("").await.is_err() { break 'all },
            }
        }
        match app.tables.open(&app, id).await {
            Ok(again) if !*app.closing.borrow() => table = again,
            _ => break,
        }
    }
    app.metrics.listeners.sub(1);
}
