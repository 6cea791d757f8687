//! Notations of actions, word by word.

use std::str::FromStr;

use kernel::Unreadable;

/// A notation that is being read.
#[derive(Clone, Copy)]
pub struct Reading<'a>(pub &'a str);

impl<'a> Reading<'a> {
    /// Its words.
    pub fn words(self) -> Vec<&'a str> {
        self.0.split_whitespace().collect()
    }

    /// Why it cannot be read.
    pub fn wrong(self, reason: impl Into<String>) -> Unreadable {
        Unreadable { text: self.0.to_owned(), reason: reason.into() }
    }

    /// What a word names, or the error that there is no such thing: "there is no unit 'g-1'".
    pub fn known<T>(self, found: Option<T>, what: &str, word: &str) -> Result<T, Unreadable> {
        found.ok_or_else(|| self.wrong(format!("there is no {what} '{word}'")))
    }

    /// A word that is a number.
    pub fn number<T: FromStr>(self, word: &str) -> Result<T, Unreadable> {
        word.parse().map_err(|_| self.wrong(format!("'{word}' is no number")))
    }

    /// The error for words that are no action; `such_as` is one that would be.
    pub fn no_action(self, such_as: &str) -> Unreadable {
        match self.words().first() {
            None => self.wrong(format!("an action is a verb and what it is about, such as '{such_as}'")),
            Some(verb) => {
                self.wrong(format!("'{verb}' is no verb of this game, or has the wrong number of words"))
            }
        }
    }
}
