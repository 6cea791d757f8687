//! The games with their boards, maps and rulebooks. What does not change is made once.

use std::{collections::BTreeMap, io::Write, sync::LazyLock};

use axum::body::Bytes;
use flate2::{Compression, write::GzEncoder};
use kernel::{
    data::Overlay,
    erased::AnyGame,
    rules::{Provenance, Rulebook},
};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use games::Opened;

use crate::{identity::hex, opponent};

/// All games.
pub struct Shelf {
    games: BTreeMap<String, Shelved>,
    /// The answer to `GET /api/games`.
    pub list: Packed,
}

/// One game.
pub struct Shelved {
    pub game: Opened,
    pub map: Packed,
    /// The map as a small picture, drawn when somebody first asks for it.
    pub thumb: LazyLock<Bytes, Box<dyn FnOnce() -> Bytes + Send>>,
    pub board: Packed,
    pub rules: Packed,
}

/// Something that does not change: plain, compressed, and a name for its content.
pub struct Packed {
    pub plain: Bytes,
    pub gzip: Bytes,
    pub hash: String,
}

/// How strong the machine players are in each game, as `sandtable ratings` measured it.
const RATINGS: &str = include_str!("../data/ratings.json");
/// Width of the small pictures.
const THUMB: u32 = 720;

impl Shelf {
    pub fn new(overlay: &Overlay) -> Result<Shelf, games::OpenError> {
        let ratings: Value = serde_json::from_str(RATINGS).expect("a test reads it");
        let mut shelf = BTreeMap::new();
        let mut listed = Vec::new();
        for &id in games::ids() {
            let game = games::open(id, overlay)?;
            let svg = atlas::map_svg(&game.art());
            let map = Packed::new(svg.clone().into_bytes());
            let name = format!("/maps/{id}.{}", map.hash);
            let board = Packed::json(&json!({ "board": game.board(), "map": format!("{name}.svg") }));
            let rules = Packed::json(&rules(&*game));
            listed.push(json!({
                "about": game.about(),
                "cases": cases(game.rulebook()),
                "ratings": rated(&ratings[id], &game.about().data),
                "thumb": format!("{name}.png"),
                "tones": game.board().sides.iter().map(|side| side.tone).collect::<Vec<_>>(),
            }));
            let draw: Box<dyn FnOnce() -> Bytes + Send> =
                Box::new(move || atlas::png(&svg, THUMB).map(Bytes::from).unwrap_or_default());
            let thumb = LazyLock::new(draw);
            shelf.insert(id.to_owned(), Shelved { game, map, thumb, board, rules });
        }
        let players: Vec<Value> = search::PLAYERS
            .iter()
            .filter(|(id, _)| *id != opponent::UNLISTED)
            .map(|(id, says)| json!({ "id": id, "name": capital(id), "says": says }))
            .collect();
        let list = Packed::json(&json!({ "games": listed, "players": players }));
        Ok(Shelf { games: shelf, list })
    }

    pub fn get(&self, id: &str) -> Option<&Shelved> {
        self.games.get(id)
    }
}

impl Packed {
    pub fn new(plain: Vec<u8>) -> Packed {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        let gzip = gzip.write_all(&plain).and_then(|()| gzip.finish()).expect("memory takes everything");
        let hash = hash(&plain);
        Packed { plain: plain.into(), gzip: gzip.into(), hash }
    }

    fn json(value: &Value) -> Packed {
        Packed::new(value.to_string().into_bytes())
    }
}

/// A short name for a content.
pub fn hash(content: &[u8]) -> String {
    hex(&Sha256::digest(content)[..8])
}

fn rules(game: &dyn AnyGame) -> Value {
    let Rulebook { book, cases, .. } = game.rulebook();
    json!({ "book": book, "cases": cases, "tables": game.about().tables })
}

/// Every case once, by the least certain part of its provenance: a case is given only if all of it is.
fn cases(book: &Rulebook) -> Value {
    let count = |doubt: Option<Provenance>| book.cases.iter().filter(|case| case.doubt() == doubt).count();
    json!({
        "given": count(None),
        "gap": count(Some(Provenance::Gap)),
        "ruling": count(Some(Provenance::Ruling)),
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
