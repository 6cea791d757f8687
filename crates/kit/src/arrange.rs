//! Positions in the words of an example: what can be wrong with them.

use kernel::Misplaced;
use view::TrackValue;

/// Why something cannot be arranged.
pub type Arranged<T = ()> = Result<T, String>;

/// The error at this key of an example, such as `pieces.g-pol-1.at`.
pub fn misplaced(key: impl Into<String>, reason: impl Into<String>) -> Misplaced {
    Misplaced { key: key.into(), reason: reason.into() }
}

/// The piece that an example names, if there is one.
pub fn piece<T>(found: Option<T>, id: &str) -> Result<T, Misplaced> {
    found.ok_or_else(|| misplaced(format!("pieces.{id}"), "there is no such piece"))
}

/// A track's value as a number between two ends.
pub fn number(value: &TrackValue, least: i64, most: i64) -> Arranged<i64> {
    match value {
        TrackValue::Number(n) if (least..=most).contains(n) => Ok(*n),
        _ => Err(format!("must be a number from {least} to {most}")),
    }
}

/// A track's value as a word.
pub fn word(value: &TrackValue) -> Arranged<&str> {
    match value {
        TrackValue::Word(word) => Ok(word),
        TrackValue::Number(_) => Err("must be a word".to_owned()),
    }
}
