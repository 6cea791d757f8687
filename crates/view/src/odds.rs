//! Exact odds: counts of equally likely throws, never samples.

use serde::{Deserialize, Serialize};

use crate::{Doubt, Name};

/// What may come of an offer, before the player commits to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Odds {
    pub title: Name,
    /// The chance that matters most.
    pub headline: Headline,
    /// Choices not made yet that the figures take for granted.
    pub assumes: Name,
    /// How many equally likely throws there are.
    pub of: u64,
    /// Every outcome, least first; the ways add up to `of`.
    pub outcomes: Vec<Outcome>,
    /// Both sums with every modifier and its case.
    pub sums: Vec<Sum>,
    /// The expectation in words.
    pub mean: Name,
}

/// The one figure shown large: `ways` of [`Odds::of`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Headline {
    pub ways: u64,
    pub says: Name,
}

/// One outcome and in how many ways it comes about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    pub label: Name,
    pub ways: u64,
    /// How hard it hits, 0 (nothing) to 4, for the colour of the bar.
    pub weight: u8,
    /// The results that it stands for, both ends included: it has happened when [`Line::result`](crate::Line::result) lies
    /// within.
    pub range: [i32; 2],
    /// What the range counts ("points"), where neighbours that count the same may be joined: "2 to 3 points".
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub noun: Option<Name>,
}

impl Outcome {
    /// An outcome that stands for one result.
    pub fn new(label: impl Into<Name>, ways: u64, weight: u8, result: i32) -> Outcome {
        Outcome { label: label.into(), ways, weight, range: [result, result], noun: None }
    }

    /// The same for the results from `low` to `high`.
    #[must_use]
    pub fn from_to(self, low: i32, high: i32) -> Outcome {
        Outcome { range: [low, high], ..self }
    }

    /// The same with what its results count.
    #[must_use]
    pub fn counting(self, noun: &str) -> Outcome {
        Outcome { noun: Some(noun.into()), ..self }
    }
}

/// One side of a comparison: dice plus modifiers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sum {
    pub name: Name,
    pub dice: Name,
    pub total: i32,
    pub lines: Vec<SumLine>,
}

/// One modifier with its case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SumLine {
    pub says: Name,
    pub cites: Name,
    pub value: i32,
    /// Why the number is not simply given by the rulebook.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub provenance: Option<Doubt>,
}

/// `ways` of `of` as a percentage with one decimal, rounded half up, without floating point.
pub fn percent(ways: u64, of: u64) -> String {
    if of == 0 {
        return "0.0%".to_owned();
    }
    let tenths = (u128::from(ways) * 2000 + u128::from(of)) / (2 * u128::from(of));
    format!("{}.{}%", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn percent_rounds_half_up() {
        assert_eq!(percent(861, 1296), "66.4%");
        assert_eq!(percent(1, 2000), "0.1%");
        assert_eq!(percent(1, 2001), "0.0%");
        assert_eq!(percent(6, 6), "100.0%");
    }
}
