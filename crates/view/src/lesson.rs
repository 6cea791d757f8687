//! What is taught, as the client is told of it: lessons, what the teacher says now, what he points at; and a game in five
//! minutes.

use serde::{Deserialize, Serialize};

use crate::{Name, prose::Block};

/// A lesson in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LessonAbout {
    pub id: Name,
    pub title: Name,
    /// What is learned, in a sentence.
    pub about: Name,
    /// The side that the student plays.
    pub side: Name,
    /// How many steps it has.
    pub steps: u16,
}

/// Where a lesson stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Teaching {
    pub title: Name,
    /// The step, from 1 on.
    pub step: u16,
    pub of: u16,
    pub says: Vec<Block>,
    pub show: Vec<Point>,
    /// Whether the student has to do something at the table; else he reads on.
    pub waits: bool,
    /// Whether this is the end.
    pub done: bool,
}

/// What a teacher points at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Point {
    Piece(Name),
    Space(Name),
    /// An offer, by its notation.
    Offer(Name),
    Track(Name),
}

/// A game in five minutes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guide {
    pub aim: Vec<Block>,
    pub turn: Vec<Stage>,
    pub counter: CounterKey,
    pub surprises: Vec<Vec<Block>>,
}

/// A part of a turn, with a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stage {
    pub title: Name,
    pub says: Vec<Block>,
    /// Where the picture is.
    pub picture: Name,
    /// The picture in words.
    pub alt: Name,
}

/// What stands on a counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CounterKey {
    /// A face of the board.
    pub face: Name,
    pub parts: Vec<CounterPart>,
}

/// One of the things that stand on a counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CounterPart {
    pub what: Name,
    pub says: Name,
}
