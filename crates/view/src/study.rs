//! What a position can be set up with by hand. The words are those of the examples; a client offers them and knows no more.

use serde::{Deserialize, Serialize};

use crate::Name;

/// What a game lets somebody arrange. Which piece may stand where, the rules say of each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vocabulary {
    /// The steps of the sequence of play that a position may begin in.
    pub steps: Vec<Name>,
    /// The tracks and flags that can be set.
    pub tracks: Vec<Settable>,
    /// The marks that pieces may wear.
    pub marks: Vec<Name>,
    /// What may lie in a space.
    pub space_marks: Vec<Name>,
    /// Who may hold a space; empty where that cannot be set.
    pub controls: Vec<Name>,
}

/// A track and the values it may have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settable {
    pub id: Name,
    #[serde(flatten)]
    pub values: Values,
}

/// Values of a track.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Values {
    /// A number between two ends, both included.
    Between([i64; 2]),
    /// One of these words; none: any words that the game can read.
    Words(Vec<Name>),
}

impl Vocabulary {
    /// From plain words.
    pub fn new(steps: &[&str], marks: &[&str], space_marks: &[&str], controls: &[&str]) -> Vocabulary {
        let names = |words: &[&str]| words.iter().map(|&word| word.into()).collect();
        Vocabulary {
            steps: names(steps),
            tracks: Vec::new(),
            marks: names(marks),
            space_marks: names(space_marks),
            controls: names(controls),
        }
    }

    /// Adds a track that shows a number.
    #[must_use]
    pub fn number(mut self, id: &str, least: impl Into<i64>, most: impl Into<i64>) -> Vocabulary {
        self.tracks.push(Settable { id: id.into(), values: Values::Between([least.into(), most.into()]) });
        self
    }

    /// Adds a track that shows a word.
    #[must_use]
    pub fn words(mut self, id: &str, words: &[&str]) -> Vocabulary {
        let words = words.iter().map(|&word| word.into()).collect();
        self.tracks.push(Settable { id: id.into(), values: Values::Words(words) });
        self
    }
}
