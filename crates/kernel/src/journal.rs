//! What happened, under which case, and who may know. The journal holds facts; each game words them in one place.

use crate::Seat;

/// The number of a rule case, such as `13.2.3`. Written with [`rule!`](crate::rule) so that the coverage test
/// finds every mention.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RuleRef(pub &'static str);

/// Names a rule case: `rule!("13.2.3")`.
#[macro_export]
macro_rules! rule {
    ($number:literal) => {
        $crate::RuleRef($number)
    };
}

impl std::fmt::Display for RuleRef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

/// Who may read an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// Everybody at the table.
    All,
    /// One seat alone.
    Only(Seat),
}

/// One fact in the story of the match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry<E> {
    /// The case that made it so.
    pub rule: RuleRef,
    /// Who may know.
    pub audience: Audience,
    /// How many actions and draws lay behind it, its own included.
    pub seq: u32,
    /// What happened.
    pub event: E,
}

/// The facts of a match in order. A disabled journal costs nothing: self-play and search use one.
#[derive(Clone, Debug)]
pub struct Journal<E> {
    entries: Vec<Entry<E>>,
    listening: bool,
    pub(crate) seq: u32,
}

impl<E> Journal<E> {
    /// A journal that keeps what it hears.
    pub fn new() -> Journal<E> {
        Journal { entries: Vec::new(), listening: true, seq: 0 }
    }

    /// A journal that forgets everything at once.
    pub fn disabled() -> Journal<E> {
        Journal { entries: Vec::new(), listening: false, seq: 0 }
    }

    /// Whether anybody listens; spares the caller the work of gathering facts.
    pub fn listening(&self) -> bool {
        self.listening
    }

    /// Notes a fact for everybody.
    #[inline]
    pub fn note(&mut self, rule: RuleRef, event: E) {
        if self.listening {
            self.entries.push(Entry { rule, audience: Audience::All, seq: self.seq, event });
        }
    }

    /// Notes a fact that one seat alone may know.
    #[inline]
    pub fn whisper(&mut self, seat: Seat, rule: RuleRef, event: E) {
        if self.listening {
            self.entries.push(Entry { rule, audience: Audience::Only(seat), seq: self.seq, event });
        }
    }

    /// Everything noted so far.
    pub fn entries(&self) -> &[Entry<E>] {
        &self.entries
    }
}

impl<E> Default for Journal<E> {
    fn default() -> Self {
        Journal::new()
    }
}
