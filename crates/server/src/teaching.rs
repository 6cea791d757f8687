//! Lessons and worked examples at the table. Both are looked at and never kept: who learns sends what he has done so far,
//! and the rules play it again.

use std::{
    collections::BTreeMap,
    io::Read,
    sync::{LazyLock, OnceLock},
};

use axum::{
    Json,
    body::Bytes,
    extract::{FromRequestParts, Path, Query as Asked, State, rejection::QueryRejection},
    http::{
        HeaderMap,
        header::{CACHE_CONTROL, CONTENT_TYPE},
        request::Parts,
    },
    response::{IntoResponse, Response},
};
use flate2::read::GzDecoder;
use kernel::{
    Node, Seat, Viewer,
    erased::AnyMatch,
    example::Example,
    guide::Guide,
    lesson::{Lesson, Otherwise},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use view::{
    Overlay, Query, View,
    lesson::{LessonAbout, Teaching},
};

use crate::{
    app::App,
    body::{Body, Part},
    error::{Error, Result},
    games::{ASK_AGAIN, JSON, NO_GAME, packed},
    look::Meta,
    routes::Routes,
    shelf::{Packed, Shelved},
};

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/games/{game}/lessons", list)
        .post("/api/games/{game}/lessons/{name}", lesson)
        .post("/api/games/{game}/lessons/{name}/query", query)
        .get("/api/games/{game}/examples/{name}", example)
        .get("/pictures/{game}/{name}", picture)
}

/// What the games bring along, as it was embedded: a line of game, folder, name and length, then the text.
static TEXTS: LazyLock<String> = LazyLock::new(|| {
    let mut text = String::new();
    let embedded: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/teaching.gz"));
    GzDecoder::new(embedded).read_to_string(&mut text).expect("it was packed by us");
    text
});

/// The names and texts of a game's folder.
pub(crate) fn texts<'a>(game: &'a str, folder: &'a str) -> impl Iterator<Item = (String, &'static str)> + 'a {
    let mut rest: &str = &TEXTS;
    let all = std::iter::from_fn(move || {
        let (head, after) = rest.split_once('\n')?;
        let [game, folder, name, length] = head.split(' ').collect::<Vec<_>>()[..] else { return None };
        let length: usize = length.parse().ok()?;
        rest = after.get(length + 1..)?;
        Some((game, folder, name.to_owned(), &after[..length]))
    });
    all.filter(move |(of, kind, ..)| *of == game && *kind == folder).map(|(_, _, name, text)| (name, text))
}

/// What is taught of one game.
pub struct Taught {
    pub lessons: BTreeMap<String, Lesson>,
    pub examples: BTreeMap<String, Example>,
    /// The game in five minutes.
    guide: Option<Guide>,
    /// Its pictures, drawn when somebody first asks for them.
    pictures: Vec<OnceLock<Bytes>>,
    /// The answer to `GET lessons`.
    pub list: Packed,
}

/// An example that shows a case.
#[derive(Serialize)]
pub struct Shows<'a> {
    id: &'a str,
    title: &'a str,
}

impl Taught {
    /// Everything that is taught of a game; nothing of one that is not ours.
    pub fn of(game: &str) -> Taught {
        let lessons = texts(game, "lessons").map(|(name, text)| {
            let lesson = Lesson::parse(&name, text).expect("the tests of the game read it");
            (name, lesson)
        });
        let lessons: BTreeMap<String, Lesson> = lessons.collect();
        let examples = texts(game, "examples").map(|(name, text)| {
            let example = Example::parse(&name, text).expect("the tests of the game read it");
            (name, example)
        });
        let listed: Vec<LessonAbout> = lessons.iter().map(|(id, lesson)| lesson.about(id)).collect();
        let guide = texts(game, "guide").next();
        let guide =
            guide.map(|(name, text)| Guide::parse(&name, text).expect("the tests of the game read it"));
        let told = guide.as_ref().map(|guide| guide.told(|number| format!("/pictures/{game}/{number}.png")));
        let pictures = guide.iter().flat_map(|guide| &guide.turn).map(|_| OnceLock::new()).collect();
        let list = Packed::json(&json!({ "lessons": listed, "guide": told }));
        Taught { examples: examples.collect(), lessons, guide, pictures, list }
    }

    /// The examples that show each case, those that show little else first.
    pub fn by_case(&self) -> BTreeMap<&str, Vec<Shows<'_>>> {
        let mut found: BTreeMap<&str, Vec<(usize, Shows<'_>)>> = BTreeMap::new();
        for (id, example) in &self.examples {
            for case in &example.case {
                let shows = Shows { id, title: &example.title };
                found.entry(case).or_default().push((example.case.len(), shows));
            }
        }
        let mut sorted = BTreeMap::new();
        for (case, mut shows) in found {
            shows.sort_by_key(|(cases, _)| *cases);
            sorted.insert(case, shows.into_iter().map(|(_, shows)| shows).collect());
        }
        sorted
    }
}

/// A game and the name of one of its lessons or examples.
pub(crate) struct Named(pub String, pub String);

impl<S: Send + Sync> FromRequestParts<S> for Named {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Named> {
        let path = Path::<(String, String)>::from_request_parts(parts, state).await;
        path.map(|Path((game, name))| Named(game, name)).map_err(|_| NO_LESSON)
    }
}

const NO_LESSON: Error = Error::NotFound("There is no such lesson.");
const NO_EXAMPLE: Error = Error::NotFound("There is no such example.");

async fn list(State(app): State<App>, Part(game): Part, headers: HeaderMap) -> Result<Response> {
    let shelved = app.shelf.get(&game).ok_or(NO_GAME)?;
    Ok(packed(&shelved.taught.list, JSON, ASK_AGAIN, &headers))
}

/// What a student has done so far: his clicks, and nothing where he read on.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Done {
    done: Vec<String>,
}

/// A position that is looked at and not kept.
#[derive(Serialize)]
struct Staged {
    meta: Meta,
    view: View,
    #[serde(skip_serializing_if = "Option::is_none")]
    lesson: Option<Teaching>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<usize>,
}

/// More clicks than a lesson can have.
pub(crate) const MOST: usize = 500;

async fn lesson(
    State(app): State<App>,
    Named(game, name): Named,
    Body(Done { done }): Body<Done>,
) -> Result<Json<Staged>> {
    let (shelved, lesson) = find(&app, &game, &name)?;
    let (play, teaching) = taught(shelved, lesson, &done)?;
    let seat = seat(shelved, lesson);
    let mut view = play.view(Viewer::Seat(seat));
    // A student may take back whatever he has done, dice or not.
    view.undo.allowed = !done.is_empty();
    view.undo.says = "Back to the step before.".into();
    let meta = Meta::staged(&*play, &format!("{game}/{name}"), &lesson.title, Some(&lesson.side));
    Ok(Json(Staged { meta, view, lesson: Some(teaching), plies: None }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    done: Vec<String>,
    query: Query,
}

async fn query(
    State(app): State<App>,
    Named(game, name): Named,
    Body(Question { done, query }): Body<Question>,
) -> Result<Json<Overlay>> {
    let (shelved, lesson) = find(&app, &game, &name)?;
    let (play, _) = taught(shelved, lesson, &done)?;
    Ok(Json(play.query(Viewer::Seat(seat(shelved, lesson)), &query)?))
}

fn find<'a>(app: &'a App, game: &str, name: &str) -> Result<(&'a Shelved, &'a Lesson)> {
    let shelved = app.shelf.get(game).ok_or(NO_GAME)?;
    Ok((shelved, shelved.taught.lessons.get(name).ok_or(NO_LESSON)?))
}

fn taught(shelved: &Shelved, lesson: &Lesson, done: &[String]) -> Result<(Box<dyn AnyMatch>, Teaching)> {
    if done.len() > MOST {
        return Err(Error::bad("done", "No lesson has so many steps."));
    }
    shelved.game.teach(lesson, done).map_err(|otherwise| match otherwise {
        Otherwise::Refused(error) => error.into(),
        Otherwise::NotNow(says) => Error::Refused { says, case: None },
        Otherwise::Lost(_) => Error::bad("done", otherwise.to_string()),
    })
}

fn seat(shelved: &Shelved, lesson: &Lesson) -> Seat {
    let sides = &shelved.game.about().sides;
    Seat(sides.iter().position(|side| side.id == lesson.side).unwrap_or_default() as u8)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ply {
    ply: Option<usize>,
}

/// A worked example after so many plies, with nothing hidden.
async fn example(
    State(app): State<App>,
    Named(game, name): Named,
    asked: Result<Asked<Ply>, QueryRejection>,
) -> Result<Json<Staged>> {
    let Asked(Ply { ply }) =
        asked.map_err(|error| Error::BadRequest { says: error.body_text(), field: None })?;
    let shelved = app.shelf.get(&game).ok_or(NO_GAME)?;
    let example = shelved.taught.examples.get(&name).ok_or(NO_EXAMPLE)?;
    let whole = shelved.game.staged(example).map_err(|says| {
        tracing::error!(game, name, says, "an example does not play");
        Error::Unavailable
    })?;
    let plies = whole.seq();
    let play = whole.up_to(ply.unwrap_or(plies).min(plies));
    let mut view = play.view(Viewer::Umpire);
    view.offers.clear();
    if let Node::Decision(_) = play.node() {
        view.decides = None;
    }
    let meta = Meta::staged(&*play, &format!("{game}/{name}"), &example.title, None);
    Ok(Json(Staged { meta, view, lesson: None, plies: Some(plies) }))
}

/// Width of the pictures.
const WIDE: u32 = 880;
const NO_PICTURE: Error = Error::NotFound("There is no such picture.");

/// A picture of the game in five minutes, by its number.
async fn picture(State(app): State<App>, Named(game, name): Named) -> Result<Response> {
    let number: usize = name.strip_suffix(".png").and_then(|it| it.parse().ok()).ok_or(NO_PICTURE)?;
    let drawn = tokio::task::spawn_blocking(move || {
        let shelved = app.shelf.get(&game)?;
        let kept = shelved.taught.pictures.get(number)?;
        Some(kept.get_or_init(|| draw(shelved, number).unwrap_or_default()).clone())
    });
    let drawn = drawn.await.ok().flatten().ok_or(NO_PICTURE)?;
    Ok(([(CONTENT_TYPE, "image/png"), (CACHE_CONTROL, "public, max-age=86400")], drawn).into_response())
}

fn draw(shelved: &Shelved, number: usize) -> Option<Bytes> {
    let part = shelved.taught.guide.as_ref()?.turn.get(number)?;
    let lesson = shelved.taught.lessons.get(&part.lesson)?;
    let play = shelved.game.lesson_at(lesson, part.step).ok()?;
    let view = play.view(Viewer::Umpire);
    let svg = atlas::detail_svg(&shelved.game.art(), &shelved.game.board(), &view, &part.around);
    atlas::png(&svg, WIDE).ok().map(Bytes::from)
}
