//! The games with their boards, maps and rulebooks. What does not change is made once.

use std::{collections::BTreeMap, io::Write, sync::LazyLock};

use axum::body::Bytes;
use flate2::{Compression, write::GzEncoder};
use kernel::{
    data::Overlay,
    erased::AnyGame,
    rules::{Provenance, Rulebook},
};
use search::Adviser;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::{
    identity::hex,
    opponent::{self, Agency},
};

/// All games.
pub struct Shelf {
    games: BTreeMap<String, Shelved>,
    /// The answer to `GET /api/games`.
    pub list: Packed,
}

/// One game.
pub struct Shelved {
    pub game: Box<dyn AnyGame>,
    pub agency: Agency,
    pub adviser: Adviser,
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

/// Width of the small pictures.
const THUMB: u32 = 720;

impl Shelf {
    pub fn new(overlay: &Overlay) -> Result<Shelf, games::OpenError> {
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
                "thumb": format!("{name}.png"),
                "tones": game.board().sides.iter().map(|side| side.tone).collect::<Vec<_>>(),
            }));
            let draw: Box<dyn FnOnce() -> Bytes + Send> =
                Box::new(move || atlas::png(&svg, THUMB).map(Bytes::from).unwrap_or_default());
            let (agency, adviser) = opponent::agency(id, overlay)?;
            let thumb = LazyLock::new(draw);
            shelf.insert(id.to_owned(), Shelved { game, agency, adviser, map, thumb, board, rules });
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

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}", first.to_uppercase(), letters.as_str()))
}
