//! Aims: every condition of victory, how it stands, and what would turn it.

use serde::{Deserialize, Serialize};

use crate::Name;

/// A condition of victory as the viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Aim {
    pub id: Name,
    /// Whose victory it serves.
    pub side: Name,
    /// The condition in a few words: "Cholm is surrounded".
    pub says: Name,
    pub state: AimState,
    /// How much there is and how much is needed, where that is counted.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub count: Option<[i32; 2]>,
    /// The turn at whose end it is looked at; absent where that is at every moment.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub by: Option<u16>,
    pub cites: Name,
    /// Spaces that would turn it.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub spaces: Vec<Name>,
}

/// How a condition of victory stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AimState {
    /// It holds now.
    Met,
    /// It does not hold yet.
    Open,
    /// It can no longer be met.
    Lost,
}

impl AimState {
    /// Met or open.
    pub fn met_if(met: bool) -> AimState {
        if met { AimState::Met } else { AimState::Open }
    }
}

impl Aim {
    /// A condition that counts something.
    #[must_use]
    pub fn counted(self, have: i32, need: i32) -> Aim {
        Aim { count: Some([have, need]), ..self }
    }

    /// A condition that is looked at in the end of a turn.
    #[must_use]
    pub fn by(self, turn: impl Into<u16>) -> Aim {
        Aim { by: Some(turn.into()), ..self }
    }

    /// A condition of a side.
    pub fn new(id: &str, side: &str, says: impl Into<Name>, state: AimState, cites: &str) -> Aim {
        Aim {
            id: id.into(),
            side: side.into(),
            says: says.into(),
            state,
            count: None,
            by: None,
            cites: cites.into(),
            spaces: Vec::new(),
        }
    }

    /// Spaces that would turn it.
    #[must_use]
    pub fn at(self, spaces: impl IntoIterator<Item = Name>) -> Aim {
        Aim { spaces: spaces.into_iter().collect(), ..self }
    }
}
