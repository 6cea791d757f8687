//! Tables from TOML, with an overlay: a player who owns the printed game can put the printed values in.

use std::collections::BTreeMap;

use serde::{Deserialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};
use toml::{Table, Value};

/// A table that cannot be used: which file, which key, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}: {key}: {reason}")]
pub struct DataError {
    /// The file, as the game names it (`circle-of-fire/charts.toml`).
    pub file: String,
    /// The key, dotted, or a line.
    pub key: String,
    /// What is wrong.
    pub reason: String,
}

impl DataError {
    /// An error about a key of a file.
    pub fn new(file: &str, key: &str, reason: impl Into<String>) -> DataError {
        DataError { file: file.to_owned(), key: key.to_owned(), reason: reason.into() }
    }
}

/// Files laid over the built-in tables, by `<game>/<file>`.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Overlay {
    files: BTreeMap<String, String>,
}

impl Overlay {
    /// Nothing laid over anything.
    pub fn none() -> Overlay {
        Overlay::default()
    }

    /// Lays a file over the built-in one of the same name.
    pub fn insert(&mut self, name: &str, text: &str) {
        self.files.insert(name.to_owned(), text.to_owned());
    }

    /// The text laid over this file.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.files.get(name).map(String::as_str)
    }

    /// `builtin`, or a fingerprint of what is laid over this game's tables.
    pub fn fingerprint(&self, game: &str) -> String {
        let prefix = format!("{game}/");
        let mut files = self.files.iter().filter(|(name, _)| name.starts_with(&prefix)).peekable();
        if files.peek().is_none() {
            return "builtin".to_owned();
        }
        let mut hash = Sha256::new();
        for (name, text) in files {
            hash.update(name.as_bytes());
            hash.update([0]);
            hash.update(text.as_bytes());
            hash.update([0]);
        }
        hex(&hash.finalize()[..8])
    }

    /// Refuses files that no game reads, so that a misspelt name is not ignored in silence.
    pub fn check_names(&self, known: &[String]) -> Result<(), DataError> {
        for name in self.files.keys() {
            if !known.contains(name) {
                let known = view::list(known);
                return Err(DataError::new(
                    name,
                    "(file)",
                    format!("no game reads this file; known are {known}"),
                ));
            }
        }
        Ok(())
    }
}

/// Lower-case hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads a table from its built-in text with the overlay's values laid over it.
///
/// Tables merge key by key; lists of tables whose rows have an `id` merge row by row; everything else replaces.
pub fn load<T: DeserializeOwned>(file: &str, builtin: &str, overlay: Option<&str>) -> Result<T, DataError> {
    let mut table = parse(file, builtin)?;
    if let Some(text) = overlay {
        lay_over(&mut table, parse(file, text)?);
    }
    serde_path_to_error::deserialize(Value::Table(table)).map_err(|error| {
        let key = error.path().to_string();
        let reason = error.inner().to_string();
        DataError::new(file, &key, reason.trim())
    })
}

fn parse(file: &str, text: &str) -> Result<Table, DataError> {
    text.parse::<Table>().map_err(|error| {
        let start = error.span().map_or(0, |span| span.start.min(text.len()));
        let before = text.as_bytes()[..start].iter();
        let line = 1 + before.filter(|&&byte| byte == b'\n').count();
        DataError::new(file, &format!("line {line}"), error.message().trim())
    })
}

fn lay_over(base: &mut Table, over: Table) {
    for (key, value) in over {
        match (base.get_mut(&key), value) {
            (Some(Value::Table(base)), Value::Table(over)) => lay_over(base, over),
            (Some(Value::Array(base)), Value::Array(over)) if keyed(base) && keyed(&over) => {
                for row in over {
                    match base.iter_mut().find(|old| old.get("id") == row.get("id")) {
                        Some(Value::Table(old)) => {
                            if let Value::Table(row) = row {
                                lay_over(old, row);
                            }
                        }
                        _ => base.push(row),
                    }
                }
            }
            (_, value) => {
                base.insert(key, value);
            }
        }
    }
}

fn keyed(rows: &[Value]) -> bool {
    !rows.is_empty() && rows.iter().all(|row| row.get("id").is_some())
}

/// What counts for how much in a position.
#[derive(Clone, Debug)]
pub struct Weights<W> {
    /// Set by hand, for everybody.
    pub hand: W,
    /// Learned from self-play for the player of each side.
    pub learned: Vec<W>,
    /// What a sum of learned weights means to the player of each side.
    pub chance: Vec<Chance>,
    /// What his judgement means by the turn, for each scenario and side; nothing if that was never fitted.
    pub told: Vec<Vec<Vec<Chance>>>,
}

impl<W> Weights<W> {
    /// The same weights in another form.
    pub fn map<V>(self, mut form: impl FnMut(W) -> V) -> Weights<V> {
        let Weights { hand, learned, chance, told } = self;
        Weights { hand: form(hand), learned: learned.into_iter().map(form).collect(), chance, told }
    }

    /// A judgement of the player of a side as games of a scenario bear it out on this turn, on the same scale.
    pub fn foretell(&self, scenario: usize, side: usize, turn: u16, judged: i32) -> i32 {
        let turns: &[Chance] = &self.told[scenario][side];
        let of_turn = turns.get(usize::from(turn.max(1)) - 1).or(turns.last());
        of_turn.map_or(judged, |chance| chance.of(judged))
    }
}

/// How a position's worth to a side and its chance to win hang together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chance {
    /// What the position is worth when both sides win as often.
    pub even: i32,
    /// With this much more the side wins three games of four.
    pub scale: i32,
}

impl Chance {
    /// The worth on a scale of which nought is an even game and [`Chance::SURE`] wins three games of four.
    pub fn of(self, worth: i32) -> i32 {
        let worth = (i64::from(worth) - i64::from(self.even)) * i64::from(Chance::SURE);
        let most = i64::from(i32::MAX);
        (worth / i64::from(self.scale.max(1))).clamp(-most, most) as i32
    }

    /// What wins three games of four.
    pub const SURE: i32 = 1000;
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawWeights<W> {
    hand: W,
    learned: BTreeMap<String, W>,
    chance: BTreeMap<String, Chance>,
    #[serde(default)]
    told: BTreeMap<String, BTreeMap<String, RawTold>>,
}

/// [`Chance`]s turn by turn.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTold {
    even: Vec<i32>,
    scale: Vec<i32>,
}

impl RawTold {
    fn chances(self, file: &str, part: &str) -> Result<Vec<Chance>, DataError> {
        if self.even.len() != self.scale.len() {
            return Err(DataError::new(file, part, "has not as many scales as evens"));
        }
        if self.scale.iter().any(|&scale| scale < 1) {
            return Err(DataError::new(file, &format!("{part}.scale"), "is less than 1"));
        }
        let turns = self.even.into_iter().zip(self.scale);
        Ok(turns.map(|(even, scale)| Chance { even, scale }).collect())
    }
}

/// Takes what belongs to each of these sides out of a part of a file, in their order.
fn by_side<T>(
    file: &str,
    part: &str,
    mut found: BTreeMap<String, T>,
    sides: &[&str],
) -> Result<Vec<T>, DataError> {
    let mut list = Vec::with_capacity(sides.len());
    for side in sides {
        let missing = || DataError::new(file, &format!("{part}.{side}"), "is missing");
        list.push(found.remove(*side).ok_or_else(missing)?);
    }
    match found.first_key_value() {
        Some((other, _)) => Err(DataError::new(file, &format!("{part}.{other}"), "is no side")),
        None => Ok(list),
    }
}

impl<W: DeserializeOwned> Weights<W> {
    /// Reads a file of weights: `[hand]`, and `[learned.<side>]` and `[chance.<side>]` for each of these sides; and, where
    /// they are known, `[told.<scenario>.<side>]` for each of these scenarios.
    pub fn load(
        file: &str,
        builtin: &str,
        overlay: &Overlay,
        sides: &[&str],
        scenarios: &[&str],
    ) -> Result<Weights<W>, DataError> {
        let mut raw: RawWeights<W> = load(file, builtin, overlay.get(file))?;
        let learned = by_side(file, "learned", raw.learned, sides)?;
        let chance = by_side(file, "chance", raw.chance, sides)?;
        if let Some(side) = chance.iter().position(|chance| chance.scale < 1) {
            return Err(DataError::new(file, &format!("chance.{}.scale", sides[side]), "is less than 1"));
        }
        let mut told = Vec::with_capacity(scenarios.len());
        for scenario in scenarios {
            let part = format!("told.{scenario}");
            told.push(match raw.told.remove(*scenario) {
                None => vec![Vec::new(); sides.len()],
                Some(found) => {
                    let fits = by_side(file, &part, found, sides)?;
                    let fits = fits.into_iter().zip(sides);
                    fits.map(|(fit, side)| fit.chances(file, &format!("{part}.{side}")))
                        .collect::<Result<_, _>>()?
                }
            });
        }
        match raw.told.first_key_value() {
            Some((other, _)) => Err(DataError::new(file, &format!("told.{other}"), "is no scenario")),
            None => Ok(Weights { hand: raw.hand, learned, chance, told }),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct File {
        fire: Fire,
        #[serde(default)]
        unit: Vec<Unit>,
    }

    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct Fire {
        night: i8,
        rubble: i8,
    }

    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct Unit {
        id: String,
        cf: u8,
        ma: u8,
    }

    const BUILTIN: &str = "[fire]\nnight = 1\nrubble = 1\n[[unit]]\nid = \"a\"\ncf = 3\nma = 4\n[[unit]]\nid = \"b\"\ncf = 2\nma = 4\n";

    #[test]
    fn an_overlay_changes_what_it_names_and_nothing_else() {
        let over = "[fire]\nnight = 2\n[[unit]]\nid = \"b\"\ncf = 5\n";
        let file: File = load("g/f.toml", BUILTIN, Some(over)).unwrap();
        assert_eq!(file.fire, Fire { night: 2, rubble: 1 });
        assert_eq!(file.unit[0].cf, 3);
        assert_eq!(file.unit[1], Unit { id: "b".into(), cf: 5, ma: 4 });
    }

    #[test]
    fn a_torn_table_is_refused_with_file_key_and_reason() {
        let torn = load::<File>("g/f.toml", BUILTIN, Some("[fire]\nnight = \n")).unwrap_err();
        assert_eq!((torn.file.as_str(), torn.key.as_str()), ("g/f.toml", "line 2"));
        let wrong = load::<File>("g/f.toml", BUILTIN, Some("[fire]\nnight = \"dark\"\n")).unwrap_err();
        assert_eq!(wrong.key, "fire.night");
        assert!(wrong.reason.contains("integer") || wrong.reason.contains("i8"), "{wrong}");
        let unknown = load::<File>("g/f.toml", BUILTIN, Some("[fire]\nnigth = 1\n")).unwrap_err();
        assert!(unknown.reason.contains("nigth"), "{unknown}");
    }

    #[test]
    fn a_fingerprint_tells_tables_apart() {
        let mut overlay = Overlay::none();
        assert_eq!(overlay.fingerprint("g"), "builtin");
        overlay.insert("g/f.toml", "a");
        let first = overlay.fingerprint("g");
        assert_eq!(overlay.fingerprint("h"), "builtin");
        overlay.insert("g/f.toml", "b");
        assert_ne!(overlay.fingerprint("g"), first);
        assert!(overlay.check_names(&["g/other.toml".to_owned()]).is_err());
    }

    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    struct Town {
        town: i32,
    }

    #[test]
    fn every_side_has_learned_its_own_weights() {
        let builtin = "[hand]\ntown = 1\n[learned.left]\ntown = 2\n[learned.right]\ntown = 3\n\
            [chance.left]\neven = 50\nscale = 200\n[chance.right]\neven = -50\nscale = 200\n";
        let load = |sides: &[&str], over: &str| {
            let mut overlay = Overlay::none();
            overlay.insert("g/weights.toml", over);
            Weights::<Town>::load("g/weights.toml", builtin, &overlay, sides, &["war", "raid"])
        };
        let weights = load(&["left", "right"], "[learned.right]\ntown = 7").unwrap();
        let learned: Vec<i32> = weights.learned.iter().map(|it| it.town).collect();
        assert_eq!((weights.hand.town, learned), (1, vec![2, 7]));
        let error = |sides: &[&str], over: &str| load(sides, over).unwrap_err().to_string();
        assert_eq!(error(&["left", "up"], ""), "g/weights.toml: learned.up: is missing");
        assert_eq!(error(&["left"], ""), "g/weights.toml: learned.right: is no side");
        assert!(error(&["left", "right"], "[hand]\nvillage = 1").contains("village"));
        let none = error(&["left", "right"], "[chance.left]\nscale = 0");
        assert_eq!(none, "g/weights.toml: chance.left.scale: is less than 1");
        assert_eq!([50, 250, -150].map(|worth| weights.chance[0].of(worth)), [0, 1000, -1000]);
        assert_eq!(Chance { even: i32::MIN, scale: 1 }.of(i32::MAX), i32::MAX);
        assert_eq!(weights.foretell(0, 1, 3, 77), 77, "nothing is known of the war");
        let right = "[told.war.right]\neven = [0]\nscale = [1000]\n[told.war.left]\neven = [100, 0]\n";
        let weights = load(&["left", "right"], &format!("{right}scale = [500, 2000]")).unwrap();
        let told = |turn| weights.foretell(0, 0, turn, 600);
        assert_eq!([told(0), told(1), told(2), told(9)], [1000, 1000, 300, 300], "the last turn goes on");
        assert_eq!(weights.foretell(1, 0, 1, 600), 600);
        let none = error(&["left", "right"], &format!("{right}scale = [1]"));
        assert_eq!(none, "g/weights.toml: told.war.left: has not as many scales as evens");
        let none = error(&["left", "right"], &format!("{right}scale = [1, 0]"));
        assert_eq!(none, "g/weights.toml: told.war.left.scale: is less than 1");
        let none = error(&["left", "right"], "[told.war.left]\neven = []\nscale = []");
        assert_eq!(none, "g/weights.toml: told.war.right: is missing");
        assert_eq!(error(&["left", "right"], "[told.peace]"), "g/weights.toml: told.peace: is no scenario");
    }
}
