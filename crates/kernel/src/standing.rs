//! Standing answers: questions that a player may answer in advance, for a while. A game lists them in its rulebook, as data and
//! words; none of them changes a rule, since what is answered is played like any action.

use serde::{Deserialize, Serialize};

use crate::{Node, Viewer, data::DataError, erased::AnyMatch, rules::Rulebook};

/// An answer that a player may give in advance.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// What it is called in stores and on the wire: small letters and dashes.
    pub id: String,
    /// The sentence that a player reads.
    pub says: String,
    /// The case under which he is asked.
    pub case: String,
    /// The side that is asked, where the other never is.
    pub side: Option<String>,
    /// The steps in which it answers.
    pub steps: Vec<String>,
    /// The notation that answers, wherever it is legal there.
    pub play: String,
    /// How long it may last.
    #[serde(default = "Lasts::all")]
    pub lasts: Vec<Lasts>,
}

/// How long a standing answer lasts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Lasts {
    /// For the turn of the game in which it is set.
    Turn,
    /// Until it is dropped.
    Game,
}

impl Lasts {
    fn all() -> Vec<Lasts> {
        vec![Lasts::Turn, Lasts::Game]
    }
}

impl Standing {
    /// Whether it answers the question that somebody is asked now. What is decided in secret is always asked: how fast an answer
    /// comes would tell which it is.
    pub fn answers(&self, play: &dyn AnyMatch) -> bool {
        let Node::Decision(seat) = play.node() else { return false };
        self.steps.iter().any(|step| step == play.step())
            && play.legal().contains(&self.play)
            && !play.position(Viewer::Seat(seat)).secret
    }
}

/// Whether a rulebook's standing answers can be told apart and name what there is.
pub(crate) fn check(file: &str, book: &Rulebook) -> Result<(), DataError> {
    for (i, standing) in book.standing.iter().enumerate() {
        let wrong = |reason: &str| Err(DataError::new(file, &format!("standing.{}", standing.id), reason));
        let plain = |letter: char| letter.is_ascii_lowercase() || letter == '-';
        if standing.id.is_empty() || !standing.id.chars().all(plain) {
            return wrong("an id has small letters and dashes");
        }
        if standing.says.is_empty() || standing.play.is_empty() || standing.lasts.is_empty() {
            return wrong("a standing answer needs a sentence, an action and a time");
        }
        if !book.cases.iter().any(|case| case.number == standing.case) {
            return wrong("there is no such case");
        }
        if standing.steps.is_empty() {
            return wrong("a standing answer needs the steps in which it answers");
        }
        let others = &book.standing[..i];
        if others.iter().any(|other| other.id == standing.id) {
            return wrong("this id stands twice");
        }
        if others.iter().any(|other| other.steps.iter().any(|step| standing.steps.contains(step))) {
            return wrong("another standing answer has one of its steps already");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book(standing: &str) -> Result<Rulebook, DataError> {
        let head =
            "[book]\ngame = \"dummy\"\ntitle = \"Dummy\"\nrevision = 1\nnote = \"A game for tests.\"\n";
        let case = "[[case]]\nnumber = \"1.0\"\ntitle = \"A case\"\ntext = \"Its text.\"\nstatus = \"code\"\n\
                    provenance = [\"given\"]\n";
        Rulebook::parse("dummy/rules.toml", &format!("{head}{case}{standing}"))
    }

    const STAY: &str = "[[standing]]\nid = \"stay\"\nsays = \"Stay.\"\ncase = \"1.0\"\nsteps = [\"asked\"]\n\
                        play = \"stay\"\n";

    #[test]
    fn a_game_may_have_standing_answers_or_none() {
        assert!(book("").unwrap().standing.is_empty());
        let stay = &book(STAY).unwrap().standing[0];
        assert_eq!((stay.play.as_str(), &stay.lasts[..]), ("stay", &[Lasts::Turn, Lasts::Game][..]));
    }

    #[test]
    fn standing_answers_that_are_not_sound_are_refused_by_their_id() {
        let wrong = [
            (STAY.replace("1.0", "9.9"), "no such case"),
            (STAY.replace("\"stay\"\nsays", "\"Stay!\"\nsays"), "small letters"),
            (STAY.replace("[\"asked\"]", "[]"), "steps"),
            (STAY.replace("\"Stay.\"", "\"\""), "a sentence"),
            (format!("{STAY}{STAY}"), "stands twice"),
            (format!("{STAY}{}", STAY.replace("id = \"stay\"", "id = \"go\"")), "one of its steps already"),
        ];
        for (text, reason) in wrong {
            let error = book(&text).unwrap_err();
            assert!(error.key.starts_with("standing.") && error.reason.contains(reason), "{error}");
        }
    }
}
