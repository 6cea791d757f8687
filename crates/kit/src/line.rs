//! A fact as a line of the journal.
// The parts are those of the crate that calls the macro.
#![allow(clippy::crate_in_macro_def)]

use kernel::Entry;
use view::{Line, Rank};

/// How a fact is told: how loud, of which side, with which dice beside it.
pub type Manner<Side> = (Rank, Option<Side>, Vec<u8>);

/// The line of a fact: its words, its manner with the id of the side, and what else it means.
pub fn line<E>(entry: &Entry<E>, says: String, (rank, side, dice): Manner<&str>, meaning: Line) -> Line {
    Line {
        seq: entry.seq,
        cites: entry.rule.0.into(),
        side: side.map(Into::into),
        says: says.into(),
        rank,
        dice,
        ..meaning
    }
}

/// Declares `Telling`, which words facts with the tables at hand, and `says`, which asks its method of that name. A unit is
/// written `#id` and a space `@id`, for a reader to find; `$id` is the id of a space in the tables.
#[macro_export]
macro_rules! telling {
    ($id:expr) => {
        /// Words facts with the tables at hand.
        struct Telling<'a> {
            t: &'a crate::tables::Tables,
        }

        impl Telling<'_> {
            fn unit(&self, unit: crate::tables::Unit) -> String {
                format!("#{}", self.t.counter(unit).id)
            }

            fn at(&self, space: ::board::Space) -> String {
                let id: fn(&crate::tables::Tables, ::board::Space) -> &str = $id;
                format!("@{}", id(self.t, space))
            }
        }

        /// The words of a fact.
        pub fn says(t: &crate::tables::Tables, event: crate::event::Event) -> String {
            Telling { t }.says(event)
        }
    };
}
