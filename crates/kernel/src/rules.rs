//! The rulebook in our words: every case with its number, text, status and provenance.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use view::Doubt;

use crate::{
    data::{self, DataError},
    standing::{self, Standing},
};

/// All cases of a game, in printed order.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rulebook {
    /// About the book as a whole.
    pub book: Book,
    /// The cases in printed order.
    #[serde(rename = "case")]
    pub cases: Vec<Case>,
    /// What may be answered in advance.
    #[serde(default)]
    pub standing: Vec<Standing>,
    /// Where each number stands: a view looks up hundreds of them.
    #[serde(skip)]
    index: BTreeMap<String, usize>,
}

/// About the book as a whole.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Book {
    /// The id of the game.
    pub game: String,
    /// The printed title.
    pub title: String,
    /// Revision of our rules.
    pub revision: u32,
    /// What is reconstructed, and why.
    pub note: String,
}

/// One numbered case.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The printed number.
    pub number: String,
    /// A short title in our words.
    pub title: String,
    /// The whole case in our words.
    pub text: String,
    /// What carries it out.
    pub status: Status,
    /// Where it comes from.
    pub provenance: Vec<Provenance>,
}

/// What carries a case out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// A function of the rules.
    Code,
    /// The tables.
    Data,
    /// Nothing to carry out.
    Descriptive,
    /// A function, when the option is on.
    Optional,
}

/// Where a case comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Provenance {
    /// The rulebook states it completely.
    Given,
    /// The rulebook points at a component that was not to be had; our reconstruction.
    Gap,
    /// The rulebook leaves a choice; our reading.
    Ruling,
}

impl Provenance {
    /// The word used in data, on the wire and on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Provenance::Given => "given",
            Provenance::Gap => "gap",
            Provenance::Ruling => "ruling",
        }
    }
}

impl Status {
    /// The word used in data and on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Status::Code => "code",
            Status::Data => "data",
            Status::Descriptive => "descriptive",
            Status::Optional => "optional",
        }
    }
}

impl Case {
    /// The least certain part of its provenance: a gap before a ruling, nothing when all is given.
    pub fn doubt(&self) -> Option<Doubt> {
        let has = |provenance, doubt| self.provenance.contains(&provenance).then_some(doubt);
        has(Provenance::Gap, Doubt::Gap).or(has(Provenance::Ruling, Doubt::Ruling))
    }
}

impl Rulebook {
    /// Reads the book from its TOML file.
    pub fn parse(file: &str, text: &str) -> Result<Rulebook, DataError> {
        let mut book: Rulebook = data::load(file, text, None)?;
        for (i, case) in book.cases.iter().enumerate() {
            let wrong = |reason: &str| DataError::new(file, &format!("case.{}", case.number), reason);
            if case.title.is_empty() || case.text.is_empty() {
                return Err(wrong("a case needs a title and a text"));
            }
            if case.provenance.is_empty() {
                return Err(wrong("a case needs its provenance"));
            }
            if book.cases[..i].iter().any(|other| other.number == case.number) {
                return Err(wrong("this number stands twice"));
            }
        }
        standing::check(file, &book)?;
        book.index = book.cases.iter().enumerate().map(|(i, case)| (case.number.clone(), i)).collect();
        Ok(book)
    }

    /// The case with this number.
    pub fn case(&self, number: &str) -> Option<&Case> {
        self.index.get(number).map(|&i| &self.cases[i])
    }

    /// The standing answer with this id.
    pub fn standing(&self, id: &str) -> Option<&Standing> {
        self.standing.iter().find(|standing| standing.id == id)
    }

    /// How many cases have this status.
    pub fn count_status(&self, status: Status) -> usize {
        self.cases.iter().filter(|case| case.status == status).count()
    }

    /// How many cases carry this provenance.
    pub fn count_provenance(&self, provenance: Provenance) -> usize {
        self.cases.iter().filter(|case| case.provenance.contains(&provenance)).count()
    }
}
