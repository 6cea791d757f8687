//! What can be kept of a game: what the dice brought, the after-action report, the animated replay.

use axum::{
    Json,
    extract::{Query as Asked, State, rejection::QueryRejection},
    http::header::{CONTENT_DISPOSITION, CONTENT_TYPE},
    response::{IntoResponse, Response},
};
use kernel::Viewer;
use serde::{Deserialize, Serialize};
use store::MatchId;
use story::{Rolls, Tale};

use crate::{
    advice::{self, Asks},
    app::App,
    body::At,
    error::{Error, Result},
    identity::Caller,
    limit::What,
    outside::Visitor,
    routes::Routes,
    study,
    table::{Snapshot, Table},
};

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/matches/{id}/luck", luck)
        .get("/api/matches/{id}/report", report)
        .get("/api/matches/{id}/picture", picture)
}

/// What the dice brought so far, as the caller may know it.
#[derive(Serialize)]
struct Luck {
    rolls: Vec<Rolls>,
}

async fn snapshot(app: &App, id: MatchId, caller: &Caller) -> Result<Snapshot> {
    app.tables.with(app, id, |table| async move { table.snapshot(caller).await }).await
}

async fn luck(State(app): State<App>, caller: Caller, At(id): At) -> Result<Json<Luck>> {
    let Snapshot { play, viewer, .. } = snapshot(&app, id, &caller).await?;
    let rolls = tokio::task::spawn_blocking(move || story::rolls(&*play, viewer));
    Ok(Json(Luck { rolls: rolls.await.map_err(|_| Error::Unavailable)? }))
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Form {
    #[default]
    Html,
    Markdown,
    Film,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Report {
    #[serde(rename = "as", default)]
    form: Form,
    /// With the chance to win and luck apart from skill, for those who played.
    #[serde(default)]
    review: bool,
}

/// The story of a finished game as a file. It is saved, not shown: its pages have scripts and styles of their own.
async fn report(
    State(app): State<App>,
    visitor: Visitor,
    caller: Caller,
    At(id): At,
    asked: Result<Asked<Report>, QueryRejection>,
) -> Result<Response> {
    let Asked(Report { form, review }) =
        asked.map_err(|error| Error::BadRequest { says: error.body_text(), field: Some("as".into()) })?;
    app.limits.may(What::Review, visitor, caller.0.as_ref())?;
    let Snapshot { play, over, .. } = snapshot(&app, id, &caller).await?;
    if !over {
        return Err(Error::Forbidden("The story of a game is told when it is over."));
    }
    // Those who played may have the chance to win told as well; the review is worked out once.
    let asks = |table: Table| {
        let caller = caller.clone();
        async move { table.advise(&caller, Asks::Review).await }
    };
    let review = match form {
        _ if !review => None,
        Form::Film => None,
        Form::Html | Form::Markdown => match app.tables.with(&app, id, asks).await {
            Ok(review) => Some(review),
            // Who did not play gets the story without it, and so does a game that is too long for it.
            Err(Error::Forbidden(_)) => None,
            Err(error) => return Err(error),
        },
    };
    let written = tokio::task::spawn_blocking(move || {
        let game = &app.shelf.get(&play.header().game)?.game;
        let sides: Vec<String> = game.about().sides.iter().map(|side| side.id.clone()).collect();
        let tale = || {
            let chances = review.as_ref().map_or_else(Vec::new, |review| advice::chances(review, &sides));
            Tale::new(&**game, &*play, Viewer::Umpire, chances)
        };
        Some(match form {
            Form::Html => story::html(&tale()),
            Form::Markdown => story::markdown(&tale()),
            Form::Film => story::film(&**game, &*play, Viewer::Umpire),
        })
    });
    let written = written.await.ok().flatten().ok_or(Error::Unavailable)?;
    let (kind, name) = match form {
        Form::Html => ("text/html; charset=utf-8", format!("{id}.html")),
        Form::Markdown => ("text/markdown; charset=utf-8", format!("{id}.md")),
        Form::Film => ("text/html; charset=utf-8", format!("{id}-replay.html")),
    };
    let saved = format!("attachment; filename=\"{name}\"");
    Ok(([(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, saved)], written).into_response())
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Drawn {
    #[default]
    Png,
    Svg,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Picture {
    ply: Option<usize>,
    #[serde(rename = "as", default)]
    form: Drawn,
}

/// How wide a picture is, in dots.
const WIDE: u32 = 1600;

/// The map with everything on it after so many plies, as the caller may see it, as a file to save.
async fn picture(
    State(app): State<App>,
    caller: Caller,
    At(id): At,
    asked: Result<Asked<Picture>, QueryRejection>,
) -> Result<Response> {
    let Asked(Picture { ply, form }) =
        asked.map_err(|error| Error::BadRequest { says: error.body_text(), field: None })?;
    let Snapshot { play, viewer, over } = snapshot(&app, id, &caller).await?;
    let viewer = if over { Viewer::Umpire } else { viewer };
    let ply = ply.unwrap_or(play.seq()).min(play.seq());
    let (kind, ending, drawn) = study::work(move || {
        let game = &app.shelf.get(&play.header().game).ok_or(Error::Unavailable)?.game;
        let svg = atlas::position_svg(&game.art(), &game.board(), &play.up_to(ply).view(viewer));
        Ok(match form {
            Drawn::Svg => ("image/svg+xml", "svg", svg.into_bytes()),
            Drawn::Png => ("image/png", "png", atlas::png(&svg, WIDE).map_err(|_| Error::Unavailable)?),
        })
    })
    .await?;
    let saved = format!("attachment; filename=\"{id}-{ply}.{ending}\"");
    Ok(([(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, saved)], drawn).into_response())
}
