//! The games with their boards, maps and rulebooks. What does not change is made once.

use std::{
    collections::BTreeMap,
    io::Write,
    sync::{Arc, LazyLock, OnceLock},
};

use axum::body::Bytes;
use flate2::{Compression, write::GzEncoder};
use games::Opened;
use kernel::{
    Game,
    data::Overlay,
    erased::AnyGame,
    rules::{Case, Rulebook},
};
use search::{Engine, NoJudgement};
use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use view::{Block, Doubt};

use crate::{
    error::Error,
    identity::hex,
    opponent,
    puzzles::Puzzles,
    teaching::{Shows, Taught},
};

/// All games.
pub struct Shelf {
    games: BTreeMap<String, Shelved>,
    /// The answer to `GET /api/games`.
    pub(crate) list: Packed,
    /// What overrides the built-in tables.
    pub(crate) overlay: Overlay,
}

/// One game.
pub(crate) struct Shelved {
    pub game: Opened,
    pub map: Packed,
    /// The map as a small picture, drawn when somebody first asks for it.
    pub thumb: LazyLock<Bytes, Box<dyn FnOnce() -> Bytes + Send>>,
    pub board: Packed,
    /// The answer to `GET rules`, made when somebody first asks for it.
    rules: OnceLock<Packed>,
    /// What is taught, read when somebody first asks for it.
    pub taught: LazyLock<Taught, Box<dyn FnOnce() -> Taught + Send>>,
    /// Its puzzles, read when somebody first asks for them.
    pub puzzles: LazyLock<Puzzles, Box<dyn FnOnce() -> Puzzles + Send>>,
}

/// Something that does not change: plain, compressed, and a name for its content.
pub(crate) struct Packed {
    pub plain: Bytes,
    pub gzip: Bytes,
    pub hash: String,
}

/// How strong the machine players are in each game, as `sandtable ratings` measured it.
const RATINGS: &str = include_str!("../data/ratings.json");
/// Width of the small pictures.
const THUMB: u32 = 720;

impl Shelf {
    /// Every game there is, with these tables overriding its own.
    pub fn new(overlay: &Overlay) -> Result<Shelf, games::OpenError> {
        let shelve = |id: &&str| Ok(shelve(games::open(id, overlay)?));
        let games = games::ids().iter().map(shelve).collect::<Result<_, games::OpenError>>()?;
        Ok(Shelf { overlay: overlay.clone(), ..Shelf::with(games) })
    }

    /// One game alone, of which the machine knows nothing but its rules.
    pub fn of<G: Game>(game: G) -> Shelf {
        let engine = Engine { game: Arc::new(game), judgement: Arc::new(NoJudgement) };
        Shelf::with(vec![shelve(Opened { engine: Arc::new(engine) })])
    }

    fn with(games: Vec<(Shelved, Value)>) -> Shelf {
        let players: Vec<Value> = search::PLAYERS
            .iter()
            .filter(|(id, _)| *id != opponent::UNLISTED)
            .map(|(id, says)| json!({ "id": id, "name": capital(id), "says": says }))
            .collect();
        let (games, listed): (Vec<Shelved>, Vec<Value>) = games.into_iter().unzip();
        let list = Packed::json(&json!({ "games": listed, "players": players }));
        let games = games.into_iter().map(|shelved| (shelved.game.about().id.clone(), shelved)).collect();
        Shelf { games, list, overlay: Overlay::none() }
    }

    /// A game with tables of its own over those of the shelf.
    pub(crate) fn with_tables(&self, id: &str, tables: &[(String, String)]) -> Result<Opened, Error> {
        let mut overlay = self.overlay.clone();
        for (name, text) in tables {
            overlay.insert(name, text);
        }
        games::open(id, &overlay).map_err(|error| {
            tracing::error!(%id, %error, "tables that a game left cannot be used");
            Error::Unavailable
        })
    }

    pub(crate) fn get(&self, id: &str) -> Option<&Shelved> {
        self.games.get(id)
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &Shelved> {
        self.games.values()
    }
}

impl Shelved {
    /// The rulebook, with the examples that show each case.
    pub fn rules(&self) -> &Packed {
        self.rules.get_or_init(|| Packed::json(&rules(&*self.game, &self.taught)))
    }
}

/// What the server needs of a game, and what the list says of it.
fn shelve(game: Opened) -> (Shelved, Value) {
    let id = &game.about().id;
    let svg = atlas::map_svg(&game.art());
    let map = Packed::new(svg.clone().into_bytes());
    let name = format!("/maps/{id}.{}", map.hash);
    let board = Packed::json(&json!({ "board": game.board(), "map": format!("{name}.svg") }));
    let of = id.clone();
    let read: Box<dyn FnOnce() -> Taught + Send> = Box::new(move || Taught::of(&of));
    let taught = LazyLock::new(read);
    let (of, data) = (id.clone(), game.about().data.clone());
    let read: Box<dyn FnOnce() -> Puzzles + Send> = Box::new(move || Puzzles::of(&of, &data));
    let puzzles = LazyLock::new(read);
    let ratings: Value = serde_json::from_str(RATINGS).expect("a test reads it");
    let listed = json!({
        "about": game.about(),
        "cases": cases(game.rulebook()),
        "ratings": rated(&ratings[id], &game.about().data),
        "thumb": format!("{name}.png"),
        "tones": game.board().sides.iter().map(|side| side.tone).collect::<Vec<_>>(),
    });
    let draw: Box<dyn FnOnce() -> Bytes + Send> =
        Box::new(move || atlas::png(&svg, THUMB).map(Bytes::from).unwrap_or_default());
    let thumb = LazyLock::new(draw);
    (Shelved { game, map, thumb, board, rules: OnceLock::new(), taught, puzzles }, listed)
}

impl Packed {
    pub fn new(plain: Vec<u8>) -> Packed {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        let gzip = gzip.write_all(&plain).and_then(|()| gzip.finish()).expect("memory takes everything");
        let hash = hash(&plain);
        Packed { plain: plain.into(), gzip: gzip.into(), hash }
    }

    pub fn json(value: &Value) -> Packed {
        Packed::new(value.to_string().into_bytes())
    }
}

/// A short name for a content.
pub(crate) fn hash(content: &[u8]) -> String {
    hex(&Sha256::digest(content)[..8])
}

fn rules(game: &dyn AnyGame, taught: &Taught) -> Value {
    let Rulebook { book, cases, .. } = game.rulebook();
    let mut shown = taught.by_case();
    let mut texts = Vec::with_capacity(cases.len());
    for case in cases {
        let examples = shown.remove(case.number.as_str()).unwrap_or_default();
        texts.push(CaseText { case, blocks: view::prose::blocks(&case.text), examples });
    }
    json!({ "book": book, "cases": texts, "tables": game.about().tables })
}

/// A case with its words in blocks.
#[derive(Serialize)]
struct CaseText<'a> {
    #[serde(flatten)]
    case: &'a Case,
    blocks: Vec<Block>,
    /// The worked examples that show it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    examples: Vec<Shows<'a>>,
}

/// Every case once, by the least certain part of its provenance: a case is given only if all of it is.
fn cases(book: &Rulebook) -> Value {
    let count = |doubt: Option<Doubt>| book.cases.iter().filter(|case| case.doubt() == doubt).count();
    json!({
        "given": count(None),
        "gap": count(Some(Doubt::Gap)),
        "ruling": count(Some(Doubt::Ruling)),
    })
}

/// The ratings of a game. They were measured with the built-in tables and say nothing about others.
fn rated(ratings: &Value, data: &str) -> Value {
    if ratings.is_object() && data == "builtin" { ratings.clone() } else { json!({}) }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}", first.to_uppercase(), letters.as_str()))
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Rated {
        elo: i64,
        error: u64,
        games: u64,
    }

    #[test]
    fn ratings_are_those_of_players_and_games_that_exist() {
        let ratings: BTreeMap<String, BTreeMap<String, Rated>> = serde_json::from_str(RATINGS).unwrap();
        for (game, players) in ratings {
            assert!(games::ids().contains(&game.as_str()), "{game}");
            for (player, Rated { elo, error, games }) in players {
                assert!(search::PLAYERS.iter().any(|(name, _)| *name == player), "{game}: {player}");
                assert!(games > 0 && error < 1_000 && elo.abs() < 10_000, "{game}: {player}");
            }
        }
    }

    #[test]
    fn ratings_are_shown_only_for_the_tables_they_were_measured_with() {
        let ratings = json!({ "easy": { "elo": 300, "error": 20, "games": 800 } });
        assert_eq!(rated(&ratings, "builtin"), ratings);
        assert_eq!(rated(&ratings, "0123abcd"), json!({}));
        assert_eq!(rated(&Value::Null, "builtin"), json!({}));
    }
}
