//! What a puzzle asks, how the try at it stands, and what there was to find.

use serde::{Deserialize, Serialize};

use crate::{Name, is_false};

/// A puzzle in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PuzzleAbout {
    pub id: Name,
    /// What is asked, in a sentence.
    pub task: Name,
    /// What the order is about, in a word or two: "fire", "retreat".
    pub subject: Name,
    /// The side to find an order for.
    pub side: Name,
    pub turn: u16,
    /// How hard it is, 1 to 3: how seldom machine players find it.
    pub stars: u8,
}

/// The puzzle of a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DailyPuzzle {
    /// The day, in UTC: "2026-11-18".
    pub day: Name,
    pub game: Name,
    /// The title of the game.
    pub title: Name,
    pub puzzle: PuzzleAbout,
    /// The next one comes in so many seconds.
    pub next: u32,
}

/// A puzzle at the table, after what was tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Puzzling {
    pub about: PuzzleAbout,
    /// What the chances are chances of, and how they were found.
    pub means: Name,
    pub stands: PuzzleStand,
    /// What was tried, once it is judged.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub tried: Option<PuzzleOrder>,
    /// The best order, once something was tried; without its clicks as long as they are to be found.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub best: Option<PuzzleOrder>,
    /// The best of the others, once the best is known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub second: Option<PuzzleOrder>,
    /// How often each machine player finds it, once the best is known.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub found: Vec<PuzzleFound>,
}

/// How a try at a puzzle stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PuzzleStand {
    /// Nothing was tried yet.
    Open,
    /// An order has begun, or could be meant as it is.
    Underway,
    /// The best order was found.
    Solved,
    /// Another one was tried.
    Missed,
    /// The best order was shown.
    Shown,
}

/// An order with the chance it gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PuzzleOrder {
    /// Its clicks in words.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub says: Vec<Name>,
    /// Its chance in thousandths; absent if it was put aside early.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub chance: Option<u16>,
    /// Where the chance lies, 95 times of 100; absent if it is exact.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub within: Option<[u16; 2]>,
    /// Counted, not played out.
    #[serde(skip_serializing_if = "is_false", default)]
    pub exact: bool,
}

/// How often a machine player finds an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PuzzleFound {
    pub player: Name,
    pub times: u16,
    pub of: u16,
}
