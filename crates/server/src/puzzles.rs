//! Puzzles at the table. As of lessons nothing is kept: who tries one sends his clicks, and the rules play them again. What is better than
//! his order is told only when he has tried one.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, header::CACHE_CONTROL},
    response::{IntoResponse, Response},
};
use kernel::{
    Node, Seat, Viewer,
    erased::AnyMatch,
    lesson::Otherwise,
    puzzle::{Ask, Puzzle, Source},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use view::{
    Name, Orders, OrdersAsked, Overlay, Query, View,
    puzzle::{DailyPuzzle, PuzzleAbout, PuzzleStand, Puzzling},
};

use crate::{
    app::App,
    body::{Body, Part},
    error::{Error, Result},
    games::{ASK_AGAIN, JSON, NO_GAME, packed},
    look::Meta,
    routes::Routes,
    shelf::{Packed, Shelf, Shelved},
    teaching::{MOST, Named, texts},
};

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/puzzles/daily", daily)
        .get("/api/games/{game}/puzzles", list)
        .post("/api/games/{game}/puzzles/{name}", tried)
        .post("/api/games/{game}/puzzles/{name}/query", query)
        .post("/api/games/{game}/puzzles/{name}/orders", orders)
}

/// The puzzles of one game, the easy ones first.
pub struct Puzzles {
    sources: Vec<Source>,
    /// Where each stands: its source, and its place in that.
    order: Vec<(usize, usize)>,
    /// The answer to `GET puzzles`.
    list: Packed,
}

impl Puzzles {
    /// Every puzzle of a game; none of one that plays by other tables than those they were cut with.
    pub fn of(game: &str, data: &str) -> Puzzles {
        let files = texts(game, "puzzles").filter(|_| data == "builtin");
        let sources: Vec<Source> = files
            .map(|(name, text)| Source::parse(&name, text).expect("the tests of the game read it"))
            .collect();
        let all = sources.iter().enumerate();
        let mut order: Vec<(usize, usize)> =
            all.flat_map(|(at, source)| (0..source.puzzles.len()).map(move |place| (at, place))).collect();
        order.sort_by_key(|&(at, place)| sources[at].puzzles[place].stars);
        let about = order.iter().map(|&(at, place)| sources[at].puzzles[place].about());
        let list = Packed::json(&json!({ "puzzles": about.collect::<Vec<PuzzleAbout>>() }));
        Puzzles { sources, order, list }
    }

    fn get(&self, number: usize) -> Option<&Puzzle> {
        let &(at, place) = self.order.get(number)?;
        self.sources[at].puzzles.get(place)
    }

    fn find(&self, name: &str) -> Option<(&Source, &Puzzle)> {
        self.sources.iter().find_map(|source| Some((source, source.puzzle(name)?)))
    }
}

const NO_PUZZLE: Error = Error::NotFound("There is no such puzzle.");

async fn list(State(app): State<App>, Part(game): Part, headers: HeaderMap) -> Result<Response> {
    let shelved = app.shelf.get(&game).ok_or(NO_GAME)?;
    Ok(packed(&shelved.puzzles.list, JSON, ASK_AGAIN, &headers))
}

/// The puzzle of today, the same for everybody until midnight in UTC.
async fn daily(State(app): State<App>) -> Result<Response> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs();
    let found = of_day(&app.shelf, now).ok_or(NO_PUZZLE)?;
    Ok(([(CACHE_CONTROL, ASK_AGAIN)], Json(found)).into_response())
}

const DAY: u64 = 86_400;

/// The games take turns, and each goes through all its puzzles before one comes again.
fn of_day(shelf: &Shelf, now: u64) -> Option<DailyPuzzle> {
    let day = now / DAY;
    let games: Vec<&Shelved> = shelf.all().filter(|game| !game.puzzles.order.is_empty()).collect();
    let count = games.len() as u64;
    let shelved = games.get(day.checked_rem(count)? as usize)?;
    let all = shelved.puzzles.order.len() as u64;
    let puzzle = shelved.puzzles.get((day / count * stride(all) % all) as usize)?;
    let about = shelved.game.about();
    Some(DailyPuzzle {
        day: date(day).into(),
        game: about.id.as_str().into(),
        title: about.title.as_str().into(),
        puzzle: puzzle.about(),
        next: (DAY - now % DAY) as u32,
    })
}

/// A step that comes to every one of so many places, easy and hard ones in turn.
fn stride(all: u64) -> u64 {
    let common = |mut a: u64, mut b: u64| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    (all * 2 / 5 + 1..).find(|&step| common(step, all) == 1).unwrap_or(1)
}

/// A day since 1970 in the calendar: Howard Hinnant's `civil_from_days`.
fn date(day: u64) -> String {
    let shifted = day + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let from_march = (5 * of_year + 2) / 153;
    let date = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    format!("{:04}-{month:02}-{date:02}", year + 400 * era + u64::from(month <= 2))
}

/// What was tried so far, and what is asked of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Done {
    done: Vec<String>,
    #[serde(default)]
    ask: Asks,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Asks {
    /// Whether it is the order, as soon as it can be nothing else.
    #[default]
    Look,
    /// Whether it is the order as it is.
    Judge,
    /// The best order, after a try.
    Show,
}

/// A position that is looked at and not kept.
#[derive(Serialize)]
struct Staged {
    meta: Meta,
    view: View,
    puzzle: Puzzling,
}

async fn tried(
    State(app): State<App>,
    Named(game, name): Named,
    Body(Done { done, ask }): Body<Done>,
) -> Result<Json<Staged>> {
    let ask = match ask {
        Asks::Look => Ask::Look,
        Asks::Judge => Ask::Settle,
        Asks::Show => Ask::Show,
    };
    aside(app, game, name, done, ask, |_, posed| {
        let Posed { play, told, seat, done } = posed;
        let mut view = play.view(Viewer::Seat(seat));
        let judged = !matches!(told.stands, PuzzleStand::Open | PuzzleStand::Underway);
        if judged {
            // Nobody goes on from here.
            view.offers.clear();
            view.decides = None;
        }
        view.undo.allowed = done > 0;
        view.undo.says = "Take the last click back.".into();
        let id = format!("{}/{}", play.header().game, told.about.id);
        let meta = Meta::staged(&*play, &id, "Puzzle", Some(&told.about.side));
        Ok(Staged { meta, view, puzzle: told })
    })
    .await
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
    let answer = move |_: &Shelved, posed: Posed| Ok(posed.play.query(Viewer::Seat(posed.seat), &query)?);
    aside(app, game, name, done, Ask::Look, answer).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Whither {
    done: Vec<String>,
    pieces: Vec<Name>,
    #[serde(default)]
    to: Option<Name>,
}

async fn orders(
    State(app): State<App>,
    Named(game, name): Named,
    Body(Whither { done, pieces, to }): Body<Whither>,
) -> Result<Json<Orders>> {
    if !(1..=MOST_PIECES).contains(&pieces.len()) {
        return Err(Error::bad("pieces", "Name one piece or a few."));
    }
    let asked = OrdersAsked { pieces, to };
    let answer = move |shelved: &Shelved, posed: Posed| {
        let decides = posed.play.node() == Node::Decision(posed.seat);
        let orders = |()| shelved.game.engine.orders(&*posed.play, posed.seat, &asked);
        Ok(decides.then_some(()).map(orders).unwrap_or_default())
    };
    aside(app, game, name, done, Ask::Look, answer).await
}

/// More pieces than anybody sends at once.
const MOST_PIECES: usize = 60;

/// A puzzle after what was tried.
struct Posed {
    play: Box<dyn AnyMatch>,
    told: Puzzling,
    seat: Seat,
    done: usize,
}

/// Plays a puzzle as far as it was tried and answers, on a thread where that may take its time.
async fn aside<T: Send + 'static>(
    app: App,
    game: String,
    name: String,
    done: Vec<String>,
    ask: Ask,
    answer: impl FnOnce(&Shelved, Posed) -> Result<T> + Send + 'static,
) -> Result<Json<T>> {
    let work = move || {
        let shelved = app.shelf.get(&game).ok_or(NO_GAME)?;
        let (source, puzzle) = shelved.puzzles.find(&name).ok_or(NO_PUZZLE)?;
        if done.len() > MOST {
            return Err(Error::bad("done", "No order has so many clicks."));
        }
        let (play, seat, told) =
            shelved.game.pose(source, puzzle, &done, ask).map_err(|otherwise| match otherwise {
                Otherwise::Refused(error) => error.into(),
                Otherwise::NotNow(says) => Error::Refused { says, case: None },
                Otherwise::Lost(says) => {
                    tracing::error!(game, name, says, "a puzzle does not play");
                    Error::Unavailable
                }
            })?;
        answer(shelved, Posed { play, told, seat, done: done.len() })
    };
    tokio::task::spawn_blocking(work).await.map_err(|_| Error::Unavailable)?.map(Json)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use kernel::data::Overlay;

    use super::*;

    #[test]
    fn days_have_dates() {
        let dates =
            [(0, "1970-01-01"), (11_016, "2000-02-29"), (20_775, "2026-11-18"), (20_818, "2026-12-31")];
        for (day, written) in dates {
            assert_eq!(date(day), written);
        }
    }

    #[test]
    fn the_puzzle_changes_at_midnight_and_every_one_has_its_day() {
        let shelf = Shelf::new(&Overlay::none()).unwrap();
        let first = of_day(&shelf, 20_775 * DAY).unwrap();
        assert_eq!((first.next, &*first.day), (86_400, "2026-11-18"));
        let last = of_day(&shelf, 20_776 * DAY - 1).unwrap();
        assert_eq!((last.next, &last.puzzle, &last.game), (1, &first.puzzle, &first.game));
        let all: usize = shelf.all().map(|game| game.puzzles.order.len()).sum();
        if all > 1 {
            let next = of_day(&shelf, 20_776 * DAY).unwrap();
            assert_ne!((&next.puzzle, &next.game), (&first.puzzle, &first.game));
        }
        let longest = shelf.all().map(|game| game.puzzles.order.len()).max().unwrap_or_default() as u64;
        let days = longest * shelf.all().count() as u64;
        let seen: BTreeSet<_> =
            (0..days).filter_map(|day| of_day(&shelf, day * DAY).map(|it| (it.game, it.puzzle.id))).collect();
        assert_eq!(seen.len(), all, "each comes in {days} days");
    }

    /// A record whose tables differ would not play.
    #[test]
    fn other_tables_have_no_puzzles() {
        assert!(Puzzles::of("circle-of-fire", "0123abcd").order.is_empty());
    }
}
