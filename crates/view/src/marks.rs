//! What the marks on pieces look like. A game lists its kinds with words and a sign; whoever draws knows the signs.

use serde::{Deserialize, Serialize};

use crate::Name;

/// A kind of mark on a piece: what it says to ears and tips, and what it changes on the counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarkKind {
    pub says: Name,
    pub sign: Sign,
}

/// How a mark is drawn. Every sign changes a shape, never a colour alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sign {
    /// Not at all; it is only told.
    Word,
    /// The paper side of the counter: it has acted.
    Spent,
    /// A stripe over the corner.
    Reduced,
    /// A tab with an arrow: it has moved.
    Moved,
    /// A tab with a number: it has acted so often.
    Times(u8),
    /// A star: it leads.
    Lead,
    /// A burst: it has fired.
    Fired,
    /// A small shape with a letter in the corner.
    Badge(Badge),
}

/// A badge. Shape, letter and colour say the same thing three times.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Badge {
    pub shape: Shape,
    pub letter: Name,
    pub hue: Hue,
}

/// The outline of a badge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    Circle,
    Diamond,
    Triangle,
    Wedge,
    Square,
    Shield,
}

/// The colour of a badge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Hue {
    Amber,
    Orange,
    Red,
    Grey,
    Blue,
}

impl MarkKind {
    /// A kind of this sign.
    pub fn new(says: &str, sign: Sign) -> MarkKind {
        MarkKind { says: says.into(), sign }
    }

    /// A kind with a badge.
    pub fn badge(says: &str, shape: Shape, letter: &str, hue: Hue) -> MarkKind {
        MarkKind::new(says, Sign::Badge(Badge { shape, letter: letter.into(), hue }))
    }
}

impl Sign {
    /// Whether a piece that wears it has done something this turn.
    pub fn has_acted(&self) -> bool {
        matches!(self, Sign::Spent | Sign::Moved | Sign::Times(_))
    }
}
