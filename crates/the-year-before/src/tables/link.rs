//! Case 10: the tables by which a finished game becomes a set-up of Slaughterhouse.

use std::collections::BTreeMap;

use kernel::data::DataError;
use kit::{chart, raw};
use serde::Deserialize;

use super::LINK;

raw! {
    /// The link file.
    pub struct LinkFile {
        pub surprise: Rounds,
        pub german: BTreeMap<String, Round>,
        pub ally: BTreeMap<String, Ally>,
        pub armies: Armies,
        pub front: BTreeMap<String, Front>,
        pub(super) home: Home,
        pub replacements: Replacements,
        #[serde(rename = "match")]
        pub match_: Score,
    }
}

chart!(
    /// 10.2 Surprise rounds: none, partial, complete.
    Rounds { rounds: [u8; 3] }
);
chart!(
    /// 10.3 The spaces that the units of a place go round.
    Round { at: Vec<String> }
);
chart!(
    /// 10.4 Where allies start, and the zone in which they arrive otherwise.
    Ally { units: Vec<String>, at: Vec<String>, zone: String }
);
chart!(
    /// 10.5 The Armies of each sector in the order in which they are used, then those that serve anywhere.
    Armies { north: Vec<u8>, centre: Vec<u8>, south: Vec<u8>, any: Vec<u8> }
);
chart!(Replacements { brps: i16, most: i16 });
chart!(
    /// 10.9 The share of the difference that counts in a match of both games.
    Score { divide: i16, most: i16 }
);

raw! {
    /// 10.6 Where a Front starts, and from which level of surprise on it is reduced.
    pub struct Front {
        pub(super) source: String,
        pub(super) reconstructed: bool,
        pub at: String,
        #[serde(rename = "if")]
        pub held: Option<String>,
        #[serde(rename = "else")]
        pub otherwise: Option<String>,
        pub reduced_from: Option<u8>,
    }
}

/// 10.7 Where a Leader starts whose unit is not on the map, by the first letters of the unit.
#[derive(Clone, Debug, Deserialize)]
pub struct Home {
    pub(super) source: String,
    pub(super) reconstructed: bool,
    #[serde(flatten)]
    pub zones: BTreeMap<String, String>,
}

impl LinkFile {
    /// 10.7 The zones of Leaders, by nation.
    pub fn homes(&self) -> BTreeMap<String, String> {
        self.home.zones.clone()
    }

    pub(super) fn check(&self) -> Result<(), DataError> {
        let wrong = |key: &str, reason: &str| Err(DataError::new(LINK, key, reason));
        if let Some((id, _)) = self.german.iter().find(|(_, row)| row.at.is_empty()) {
            return wrong(&format!("german.{id}"), "needs a space at least");
        }
        if let Some((id, _)) = self.ally.iter().find(|(_, row)| row.units.len() != row.at.len()) {
            return wrong(&format!("ally.{id}"), "needs a space for each unit");
        }
        if let Some((id, _)) =
            self.front.iter().find(|(_, row)| row.held.is_some() != row.otherwise.is_some())
        {
            return wrong(&format!("front.{id}"), "`if` needs `else`");
        }
        if self.replacements.brps < 1 || self.match_.divide < 1 {
            return wrong("replacements", "brps and divide are 1 at least");
        }
        Ok(())
    }
}
