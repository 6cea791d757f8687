//! What an offer says.

use view::{Name, Offer, Target};

/// What an offer says besides its action.
pub struct Wording {
    /// Where it is lit.
    pub target: Target,
    /// The piece that acts.
    pub unit: Option<Name>,
    /// The words of a button or a list.
    pub label: String,
    /// Its case.
    pub cites: &'static str,
    /// A letter that plays it.
    pub key: Option<char>,
}

impl Wording {
    /// The offer of an action, without warning and odds.
    pub fn offer(self, action: String, verb: &str) -> Offer {
        let Wording { target, unit, label, cites, key } = self;
        Offer { unit, key, ..Offer::new(action, target, verb, label, cites) }
    }
}
