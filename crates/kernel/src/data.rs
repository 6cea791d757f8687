//! Tables from TOML, with an overlay: a player who owns the printed game can put the printed values in.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
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

/// Files that override the built-in tables, by `<game>/<file>`.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Overlay {
    files: BTreeMap<String, String>,
}

impl Overlay {
    /// Nothing is overridden.
    pub fn none() -> Overlay {
        Overlay::default()
    }

    /// Overrides the built-in file of the same name.
    pub fn insert(&mut self, name: &str, text: &str) {
        self.files.insert(name.to_owned(), text.to_owned());
    }

    /// The text that overrides this file.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.files.get(name).map(String::as_str)
    }

    /// `builtin`, or a fingerprint of what overrides these files.
    pub fn fingerprint(&self, files: &[&str]) -> String {
        let mut files = self.files.iter().filter(|(name, _)| files.contains(&name.as_str())).peekable();
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

/// Reads a table from its built-in text, values of the overlay overriding those in it.
///
/// Tables merge key by key; lists of tables whose rows have an `id` merge row by row; everything else replaces.
pub fn load<T: DeserializeOwned>(file: &str, builtin: &str, overlay: Option<&str>) -> Result<T, DataError> {
    let mut table = parse(file, builtin)?;
    if let Some(text) = overlay {
        override_with(&mut table, parse(file, text)?);
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

fn override_with(base: &mut Table, over: Table) {
    for (key, value) in over {
        match (base.get_mut(&key), value) {
            (Some(Value::Table(base)), Value::Table(over)) => override_with(base, over),
            (Some(Value::Array(base)), Value::Array(over)) if keyed(base) && keyed(&over) => {
                for row in over {
                    match base.iter_mut().find(|old| old.get("id") == row.get("id")) {
                        Some(Value::Table(old)) => {
                            if let Value::Table(row) = row {
                                override_with(old, row);
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
        assert_eq!(overlay.fingerprint(&["g/f.toml"]), "builtin");
        overlay.insert("g/f.toml", "a");
        let first = overlay.fingerprint(&["g/e.toml", "g/f.toml"]);
        assert_eq!(overlay.fingerprint(&["g/f.toml"]), first, "files that are not overridden do not count");
        assert_eq!(overlay.fingerprint(&["g/e.toml"]), "builtin");
        overlay.insert("g/f.toml", "b");
        assert_ne!(overlay.fingerprint(&["g/f.toml"]), first);
        assert!(overlay.check_names(&["g/other.toml".to_owned()]).is_err());
    }
}
