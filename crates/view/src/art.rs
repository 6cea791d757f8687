//! What the map picture is made of. A game describes its map in these features; `atlas` draws them.

use serde::{Deserialize, Serialize};

use crate::Name;

/// A point of the map.
pub type Point = [i32; 2];

/// The features of a drawn map, in the order of their layers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Art {
    pub size: Point,
    pub title: Name,
    pub subtitle: Name,
    pub regions: Vec<Region>,
    pub lines: Vec<Stroke>,
    pub arrows: Vec<Arrow>,
    pub texts: Vec<Text>,
}

/// One space as ground: an outline, what grows there, and its sign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Region {
    pub id: Name,
    pub name: Name,
    pub kind: RegionKind,
    pub ground: Ground,
    pub outline: Vec<Point>,
    /// Where the sign and the name stand.
    pub label: Point,
    /// Where counters stand.
    pub center: Point,
    /// What else is printed: `victory`, `observation`, `airfield`, `village`.
    pub flags: Vec<Name>,
}

/// Whether a region belongs to the inner map or to its rim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RegionKind {
    Area,
    Zone,
}

/// What the ground looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ground {
    Clear,
    Forest,
    Urban,
}

/// A line on the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stroke {
    pub kind: StrokeKind,
    pub points: Vec<Point>,
}

/// What a line stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StrokeKind {
    Trail,
    Road,
    River,
    RiverBorder,
    SolidBorder,
    RoadBorder,
}

/// A two-headed arrow between neighbouring spaces that share no border.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrow {
    pub from: Point,
    pub to: Point,
    pub kind: ArrowKind,
    /// What it costs, written on it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cost: Option<u8>,
}

/// What an arrow stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ArrowKind {
    Road,
    Track,
    Link,
}

/// Free lettering, such as the name of a river along its course.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Text {
    pub at: Point,
    /// Degrees, clockwise.
    pub turn: i32,
    pub says: Name,
}
