//! Orders: where pieces can be sent with one choice, and which clicks that takes.

use serde::{Deserialize, Serialize};

use crate::{Name, Text, is_free};

/// Where can these pieces go?
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrdersAsked {
    pub pieces: Vec<Name>,
    /// The space that is meant; without it all are listed, and several pieces have no clicks yet.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub to: Option<Name>,
}

/// Where pieces can be sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Orders {
    pub ways: Vec<Way>,
    /// Pieces that can go nowhere, or not to the space that is meant.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub left_out: Vec<Name>,
}

/// The cheapest way to a space.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Way {
    /// The space it leads to.
    pub to: Name,
    /// What is played, one action after the other; empty as long as several pieces are not told which space is meant.
    pub clicks: Vec<Name>,
    /// The spaces on the way, where it starts first; empty where a piece is put down at once.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub path: Vec<Name>,
    /// What it costs, in halves of a movement point; zero when movement has no cost.
    #[serde(skip_serializing_if = "is_free", default)]
    pub halves: u16,
    /// What it meets on the way, each with its case.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub meets: Vec<Meeting>,
    pub ends: WayEnd,
    /// The case of its last click.
    pub cites: Name,
}

/// Something on the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meeting {
    pub says: Text,
    pub cites: Name,
}

/// What the last click of a way brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WayEnd {
    /// Nothing but that the pieces are there; it can be taken back.
    Quiet,
    /// Dice are thrown.
    Draw,
    /// Something hidden is shown.
    Reveal,
    /// Another side answers.
    Other,
    /// The game ends.
    Over,
}

/// Why a list of actions was not played to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stopped {
    pub why: StopReason,
    pub says: Name,
    /// The case of a refusal.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub case: Option<Name>,
}

/// What stopped a list of actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StopReason {
    /// Dice were thrown.
    Draw,
    /// Something hidden was shown.
    Reveal,
    /// The rules refuse the next action.
    Refused,
    /// Another side decides.
    Other,
    /// The game is over.
    Over,
}
