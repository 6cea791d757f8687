//! The sequence of play. `Step` says where a turn stands, in the order a turn meets the steps; this file alone
//! decides what comes next, and runs what needs no choice.

use board::Space;

use crate::{
    m06_indirect_fire::Mission,
    m06_results::Attack,
    m07_close_assault::Assault,
    m10_placing::{Drawing, Why},
    m11_victory::Victory,
    state::Level,
    tables::{Marker, Side, Unit},
};

/// Where the sequence of play stands. A step owns its facts; when it ends, they are gone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// Before the first step is opened.
    Opening,
    /// 8.3 The Russian may choose the Buratino.
    Buratino,
    /// 8.3 What it is worth to the Chechen.
    BuratinoRoll,
    /// 10.3.1 How many units are set up.
    SetUpRoll,
    /// 10.1.1 The next unit comes out of the cup.
    UnitDraw { drawing: Drawing },
    /// 10.1.1, 10.2.2, 10.4, 9.0 Where a unit is placed.
    PlaceHex { why: Why, unit: Unit },
    /// 3.4 On which level it stands and which way it faces.
    PlaceFacing { why: Why, unit: Unit, hex: Space },
    /// 10.4 How many units a side gets back at night.
    ReplacementRoll { side: Side },
    /// 10.4 Which ones.
    ReplacementPick { side: Side, left: u8 },
    /// 4.1 Two dice for the random event.
    EventRoll,
    /// 9.0 Whom the snafu hits.
    SnafuRoll,
    /// 9.0 How many units may come back.
    ReturnRoll,
    /// 9.0 Which of them.
    EventReturn { left: u8 },
    /// 4.2 A die each for the initiative.
    InitiativeRoll,
    /// 4.2 The Russian keeps the marker he plays first.
    Keep,
    /// 9.0 Which Russian marker the snafu takes.
    SnafuPick { kept: Marker },
    /// 10.1.2 The Russian puts a formation marker into the cup; `kept` is to be played next.
    AddMarker { kept: Option<Marker> },
    /// 4.3 The next marker comes out of the cup.
    MarkerDraw,
    /// 10.1.1 How many units the first Chechen marker brings.
    FirstDrawRoll,
    /// 10.2.2, 10.3.2, 10.4 How many units a Chechen marker brings.
    ReinforcementRoll,
    /// 4.3.2 How many Chechen units may act.
    ActivationRoll,
    /// 9.0 How many units have a bonus.
    BonusRoll { side: Side },
    /// 4.3 A marker is being played: the next unit is chosen.
    Call { call: Call },
    /// 10.1.2 A unit is about to enter the map.
    Entry { call: Call, unit: Unit },
    /// 4.3 A unit is active.
    Active { active: Active },
    /// 6.5.3 It has come under interdiction.
    InterdictedRoll { active: Active },
    /// 6.4, 6.5.2 The first die against a unit.
    FireRoll { attack: Attack },
    /// 6.4.3 The second die after a hit.
    HitRoll { attack: Attack },
    /// 8.4.1 The die of fire at an obstacle.
    ObstacleRoll { active: Active, hex: Space },
    /// 6.5.1 A battery has been chosen and gets its mission.
    Battery { call: Call, buratino: bool },
    /// 6.5 The spotter of a mission is named.
    Spotter { mission: Mission },
    /// 6.5.1 Whether the fire scatters.
    ScatterRoll { attack: Attack },
    /// 6.5.3 Whether a mission stands.
    InterdictRoll { call: Call, hex: Space, spotted: bool },
    /// 8.3 The die of the Buratino for a hex.
    StrikeRoll { attack: Attack },
    /// 8.3 The die of a unit in an adjacent hex.
    StrikeUnitRoll { attack: Attack },
    /// 11.2 What Dudayev's death is worth.
    DudayevRoll { attack: Attack },
    /// 11.3 Whether reporters saw a building fall.
    HotelRoll { attack: Attack },
    /// 7.1 The attackers of a close assault are named.
    Assault { assault: Assault },
    /// 7.2 The die of a close assault.
    AssaultRoll { assault: Assault },
    /// 11.0 The game has ended.
    Over { victory: Victory },
}

/// A marker being played, or the bonus activations of 9.0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Call {
    pub side: Side,
    pub marker: Marker,
    /// How many units may still be activated; [`Call::ALL`] for Russian markers.
    pub left: u8,
    pub bonus: bool,
}

impl Call {
    /// 4.3.1 Every entitled unit may act.
    pub const ALL: u8 = u8::MAX;

    /// The same with one activation used up.
    #[must_use]
    pub fn spend(self) -> Call {
        Call { left: if self.left == Call::ALL { Call::ALL } else { self.left.saturating_sub(1) }, ..self }
    }
}

/// A unit in its activation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Active {
    pub call: Call,
    pub unit: Unit,
    /// Movement points spent, in halves.
    pub spent: u8,
    /// Where it stood when it was activated or entered.
    pub start: Space,
    pub start_level: Level,
    /// It has left that place, or entered the map in this activation.
    pub left: bool,
    /// The last thing it did was to turn (14.3: it cannot follow itself).
    pub faced: bool,
    /// 6.5.3 Interdiction has stopped it.
    pub halted: bool,
    /// 8.2 Loading and unloading have been paid for in this hex.
    pub load_paid: bool,
    pub unload_paid: bool,
}
