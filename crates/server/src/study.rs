//! Positions that somebody sets up by hand. Nothing of it is kept here: who studies sends the position and what he has played from
//! it, and the rules look at it again. Only a position that is too long for a link is kept, by the digest of its text.

use std::{
    sync::{Arc, LazyLock, atomic::AtomicBool},
    thread::available_parallelism,
};

use axum::{
    Json,
    extract::State,
    http::{StatusCode, header::CONTENT_TYPE},
    response::{IntoResponse, Response},
};
use games::Opened;
use kernel::{
    Misplaced, Node, Players, Record, Rng, Viewer, erased::AnyMatch, example::Position, study::Study,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest, Sha256};
use store::{SavedOrigin, SavedStudy};
use tokio::sync::Semaphore;
use view::{Name, Overlay, Query, View, study::Vocabulary};

use crate::{
    advice,
    app::App,
    body::{Body, LONG, Part},
    copies, dice,
    error::{Error, Result},
    games::NO_GAME,
    identity::{Caller, hex},
    limit::What,
    look::{Meta, now},
    matches::{Begin, Opening},
    opponent,
    outside::Visitor,
    routes::Routes,
    thinking::Matter,
};

pub fn routes() -> Routes {
    Routes::default()
        .post("/api/games/{game}/study", check)
        .post("/api/games/{game}/study/play", play)
        .post("/api/games/{game}/study/query", query)
        .post("/api/games/{game}/study/hint", hint)
        .post("/api/studies", keep)
        .get("/api/studies/{id}", kept)
}

/// The longest file of a position that is read or kept.
const LONGEST: usize = 128 * 1024;
/// What is played from a position to look at it.
const MOST: usize = 2_000;
/// How many plies a position may lie behind here: each look at it plays them.
const BEFORE: usize = 5_000;
/// How much of a digest names a kept position.
const ID: usize = 20;

/// Positions are looked at by as many threads as there are processors.
static DESKS: LazyLock<Semaphore> =
    LazyLock::new(|| Semaphore::new(available_parallelism().map_or(1, usize::from)));

/// Works at a desk, away from the runtime; nothing comes back from what failed. Whoever leaves meanwhile does not free it
/// before the work is done.
pub async fn at_desk<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let desk = DESKS.acquire().await.ok()?;
    let work = move || {
        let _desk = desk;
        work()
    };
    tokio::task::spawn_blocking(work).await.ok()
}

/// Works away from the runtime. What cannot be finished is the rules' fault, and told as such.
pub async fn work<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    at_desk(work).await.ok_or_else(|| {
        Error::bad("study", "The rules cannot go on from this position: its parts contradict each other.")
    })?
}

/// What is asked about a position: the position, or its file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Check {
    study: Option<Study>,
    text: Option<String>,
    /// The piece whose places are asked for.
    piece: Option<String>,
    /// Whether the words of the game are asked for.
    #[serde(default)]
    words: bool,
}

/// What is wrong with a position.
#[derive(Serialize)]
struct Problem {
    key: String,
    says: String,
}

impl From<Misplaced> for Problem {
    fn from(Misplaced { key, reason }: Misplaced) -> Problem {
        Problem { key, says: reason }
    }
}

/// A position that was looked at.
#[derive(Serialize)]
struct Checked {
    study: Study,
    /// Its file.
    text: String,
    problems: Vec<Problem>,
    /// Nothing is hidden in it; none if it cannot be shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    view: Option<View>,
    #[serde(skip_serializing_if = "Option::is_none")]
    places: Option<Vec<Name>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<Vocabulary>,
}

fn game_of<'a>(app: &'a App, game: &str) -> Result<&'a Opened> {
    Ok(&app.shelf.get(game).ok_or(NO_GAME)?.game)
}

fn bounded(study: &Study) -> Result<()> {
    if study.before.len() > BEFORE {
        return Err(Error::bad("study.before", format!("A position lies behind {BEFORE} steps at most.")));
    }
    Ok(())
}

async fn check(
    State(app): State<App>,
    Part(game): Part,
    Body(asked): Body<Check, LONG>,
) -> Result<Json<Checked>> {
    game_of(&app, &game)?;
    let study = match (asked.study, &asked.text) {
        (Some(study), None) => study,
        (None, Some(text)) if text.len() > LONGEST => return Err(Error::TooLarge),
        (None, Some(text)) => {
            Study::parse("position", text).map_err(|error| Error::bad("text", error.to_string()))?
        }
        _ => return Err(Error::bad("study", "Send a position, or the text of its file.")),
    };
    bounded(&study)?;
    let (piece, words) = (asked.piece, asked.words);
    work(move || {
        let game = game_of(&app, &game)?;
        let set_up = game.set_up(&study, Players::default());
        let places = piece.map(|piece| game.places(&study, &piece).unwrap_or_default());
        let (problems, view) = match set_up {
            Ok(play) => (Vec::new(), Some(seen(&*play))),
            Err(problems) => (problems.into_iter().map(Problem::from).collect(), None),
        };
        let words = words.then(|| game.vocabulary());
        Ok(Json(Checked { text: study.to_text(), study, problems, view, places, words }))
    })
    .await
}

/// A position with nothing hidden and nothing to do.
fn seen(play: &dyn AnyMatch) -> View {
    let mut view = play.view(Viewer::Umpire);
    view.offers.clear();
    view
}

/// A position, and what was played from there.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    study: Study,
    /// Lines of a record: actions, and draws as `* 5 4`.
    #[serde(default)]
    done: Vec<String>,
    /// Rolls what is due then.
    #[serde(default)]
    roll: bool,
}

/// Dice that are due.
#[derive(Serialize)]
struct Due {
    /// Such as `2d6`, `cup7`, `deck8`.
    kind: String,
    /// How many outcomes are equally likely.
    of: u64,
}

/// A position after what was played from it.
#[derive(Serialize)]
struct Stood {
    meta: Meta,
    view: View,
    /// What was played, what was rolled now included.
    done: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    due: Option<Due>,
}

/// The match that begins in a position.
fn match_of(game: &Opened, study: &Study) -> Result<Box<dyn AnyMatch>> {
    bounded(study)?;
    set_up(game, study, Players::default())
}

fn set_up(game: &Opened, study: &Study, players: Players) -> Result<Box<dyn AnyMatch>> {
    game.set_up(study, players).map_err(|problems| {
        let says = problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        let field = problems.first().map_or("study".to_owned(), |first| format!("study.{}", first.key));
        Error::BadRequest { says, field: Some(field) }
    })
}

/// The position after what was played, each step as if it were played anew.
fn stood(game: &Opened, study: &Study, done: &[String]) -> Result<Box<dyn AnyMatch>> {
    if done.len() > MOST {
        return Err(Error::bad("done", format!("At most {MOST} steps are looked at from a position.")));
    }
    let mut play = match_of(game, study)?;
    for (i, line) in done.iter().enumerate() {
        let played = match (line.strip_prefix("* "), play.node()) {
            (Some(luck), _) => play.play_luck(luck),
            (None, Node::Decision(seat)) => play.play(seat, line),
            (None, Node::Chance(_)) => {
                return Err(Error::bad("done", format!("Step {}: dice are due.", i + 1)));
            }
            (None, Node::Over(_)) => {
                return Err(Error::bad("done", format!("Step {}: the game is over.", i + 1)));
            }
        };
        played.map_err(|error| match (error, i + 1 == done.len()) {
            // What is clicked now is refused as at the table.
            (error, true) => error.into(),
            (error, false) => Error::bad("done", format!("Step {} ('{line}'): {error}", i + 1)),
        })?;
    }
    Ok(play)
}

/// With nothing hidden, and with everything that whoever decides may do.
fn analysed(play: &dyn AnyMatch, done: usize) -> View {
    let mut view = play.view(Viewer::Umpire);
    if let Node::Decision(seat) = play.node() {
        let own = play.view(Viewer::Seat(seat));
        (view.offers, view.you) = (own.offers, own.you);
        view.prompt = own.prompt;
    }
    view.secret = false;
    view.undo.allowed = done > 0;
    view.undo.says =
        if done > 0 { "Back to the step before." } else { "This is where the position begins." }.into();
    view
}

async fn play(
    State(app): State<App>,
    Part(game): Part,
    Body(Line { study, mut done, roll }): Body<Line, LONG>,
) -> Result<Json<Stood>> {
    game_of(&app, &game)?;
    work(move || {
        let game = game_of(&app, &game)?;
        let mut play = stood(game, &study, &done)?;
        if roll {
            play.roll(&mut Rng::new(dice::bits(), 0));
            done = play.record().lines;
        }
        let due = match play.node() {
            Node::Chance(draw) => Some(Due { kind: proof::kind(draw), of: draw.count() }),
            _ => None,
        };
        let view = analysed(&*play, done.len());
        let title = if study.title.is_empty() { game.about().title.clone() } else { study.title };
        let mut meta = Meta::staged(&*play, "analysis", &title, None);
        meta.both_sides(play.sides());
        Ok(Json(Stood { meta, view, done, due }))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    study: Study,
    #[serde(default)]
    done: Vec<String>,
    query: Query,
}

async fn query(
    State(app): State<App>,
    Part(game): Part,
    Body(Question { study, done, query }): Body<Question, LONG>,
) -> Result<Json<Overlay>> {
    game_of(&app, &game)?;
    work(move || {
        let play = stood(game_of(&app, &game)?, &study, &done)?;
        Ok(Json(play.query(Viewer::Umpire, &query)?))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    study: Study,
    #[serde(default)]
    done: Vec<String>,
}

/// What the machine would play, with its chances. The beginning of a game that people are still playing gets no help here either.
async fn hint(
    State(app): State<App>,
    visitor: Visitor,
    caller: Caller,
    Part(game): Part,
    Body(Asked { study, done }): Body<Asked, LONG>,
) -> Result<Response> {
    let engine = game_of(&app, &game)?.engine.clone();
    app.limits.may(What::Hint, visitor, caller.0.as_ref())?;
    if let Some(original) = copies::copy_of(&app, &study.before).await? {
        copies::refuse_help_of(&app, original).await?;
    }
    let of = app.clone();
    let play = work(move || stood(game_of(&of, &game)?, &study, &done)).await?;
    let Node::Decision(_) = play.node() else {
        return Err(Error::Forbidden("A hint is for a side that decides."));
    };
    let share = app.known.share(caller.0.as_ref());
    let chair = app.thinkers.chair(Matter::Hint, share).await;
    let stop = Arc::new(AtomicBool::new(false));
    let told = opponent::think(move || {
        let told = advice::hint(&*engine, &*play, &stop);
        drop(chair);
        told
    });
    let told = told.await.ok_or(Error::Unavailable)?;
    Ok(([(CONTENT_TYPE, "application/json")], told).into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Keep {
    study: Study,
}

/// Keeps a position that is too long for a link. The same one has the same link, whoever keeps it.
async fn keep(
    State(app): State<App>,
    visitor: Visitor,
    caller: Caller,
    Body(Keep { study }): Body<Keep, LONG>,
) -> Result<Response> {
    app.limits.may(What::Record, visitor, caller.0.as_ref())?;
    let text = study.to_text();
    if text.len() > LONGEST {
        return Err(Error::TooLarge);
    }
    let game = study.game.clone();
    let of = app.clone();
    work(move || {
        let opened = &of
            .shelf
            .get(&study.game)
            .ok_or_else(|| Error::bad("study.game", "There is no such game."))?
            .game;
        match_of(opened, &study).map(drop)
    })
    .await?;
    let id = hex(&Sha256::digest(text.as_bytes()))[..ID].to_owned();
    let url = format!("/study/{game}?kept={id}");
    app.store.keep_study(SavedStudy { id: id.clone(), game, text, at: now() }).await?;
    Ok((StatusCode::CREATED, Json(json!({ "id": id, "url": url }))).into_response())
}

async fn kept(State(app): State<App>, Part(id): Part) -> Result<Response> {
    let found = app.store.study(&id).await?;
    let SavedStudy { game, text, .. } =
        found.ok_or(Error::NotFound("This position is not kept here, or not any more."))?;
    Ok(Json(json!({ "game": game, "text": text })).into_response())
}

/// The opening of a match that begins from a position set up by hand, and of what was played from there.
pub async fn opening(app: &App, asked: &Begin, study: &Study) -> Result<Opening> {
    if asked.ply.is_some() || asked.scenario.is_some() || !asked.options.is_empty() {
        let says = "The position says which scenario and options are played, and where it begins.";
        return Err(Error::bad("study", says));
    }
    let (of, id, study, done) = (app.clone(), asked.game.clone(), study.clone(), asked.done.clone());
    let copy_of = copies::copy_of(app, &study.before).await?;
    work(move || {
        let game = game_of(&of, &id)?;
        if study.game != id {
            return Err(Error::bad("study.game", format!("This is a position of {}.", study.game)));
        }
        let luck = match done.len() {
            0 => dice::LUCK.to_owned(),
            plies => format!("{} after {plies} plies of an analysis", dice::LUCK),
        };
        let mut play = match_of(game, &study)?;
        if !done.is_empty() {
            play = stood(game, &study, &done)?;
        }
        // The header names where the draws to come are from.
        let mut record = play.record();
        record.header.luck = luck;
        let digest = record.digest();
        let start = game.resume(&record).map_err(|error| Error::bad("done", error.to_string()))?;
        let origin = SavedOrigin {
            record: digest,
            ply: done.len() as i64,
            continues: None,
            signer: None,
            copy_of,
            prologue: None,
        };
        let origin = (!done.is_empty() || copy_of.is_some()).then_some(origin);
        Ok((start, done, origin))
    })
    .await
}

/// A match that begins in the position of another.
pub fn begun(
    game: &Opened,
    scenario: Option<String>,
    options: Vec<String>,
    position: Position,
    players: Players,
) -> Result<Box<dyn AnyMatch>> {
    let Position { before, clear, step, arrangement } = position;
    let game_id = game.about().id.clone();
    let study = Study {
        game: game_id,
        title: String::new(),
        scenario,
        options,
        before,
        clear,
        step,
        position: arrangement,
    };
    set_up(game, &study, players)
}

/// A record that somebody sent may begin in a position: it is tried like any other.
pub fn check_record(game: &Opened, record: &Record) -> Result<()> {
    let header = &record.header;
    let Some(position) = header.position.clone() else { return Ok(()) };
    if header.game != game.about().id {
        return Ok(());
    }
    let tried =
        begun(game, Some(header.scenario.clone()), header.options.clone(), position, Players::default());
    tried.map(drop).map_err(|error| Error::bad("record", error.to_string()))
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn whoever_leaves_does_not_free_the_desk() {
        let desks = DESKS.available_permits();
        let (go, wait) = std::sync::mpsc::channel::<()>();
        let mut left = Box::pin(at_desk(move || wait.recv()));
        assert!((&mut left).now_or_never().is_none());
        drop(left);
        assert_eq!(DESKS.available_permits(), desks - 1);
        drop(go);
        // What fails gives its desk back.
        assert_eq!(at_desk::<()>(|| panic!("on purpose")).await, None);
        let _all = DESKS.acquire_many(desks as u32).await.unwrap();
    }
}
