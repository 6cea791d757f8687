//! 6.4 Direct fire: who may fire at whom, the modifiers and the dice.

use arrayvec::ArrayVec;
use board::{Member, Space};
use kernel::{RuleRef, rule};

use crate::{
    action::Action,
    event::Event,
    m06_results::{Attack, Weapon},
    refusal::{Refusal, ensure},
    sequence::{Active, Step},
    sight::Aspect,
    state::{Level, Look, Play},
    tables::{Kind, Side, Status, Terrain, Unit, Units},
};

/// A reason for a number added to a die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Modifier {
    BesideVehicle,
    Moved,
    FirerSuppressed,
    FirerPinned,
    Woods,
    Higher,
    Fresh,
    TankFront,
    Rubble,
    BuiltUp,
    Activated,
    FiredOn,
    HeavyInOpen,
    Lower,
    Flank,
    InfantryRear,
    VehicleRear,
    ChechenNight,
    TankAtBuiltUp,
    SniperSupport,
    TankRider,
    /// 7.2 So many attackers more than defenders.
    Numbers(u8),
    Uphill,
    DefenderInactive,
    DefenderDisrupted,
    DefenderShaken,
    /// 6.5.3
    MissionBuiltUp,
    MissionUnspotted,
}

/// One line of a sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    pub rule: RuleRef,
    pub what: Modifier,
    pub value: i8,
}

/// The lines of a sum.
pub type Terms = ArrayVec<Term, 12>;

pub fn sum(terms: &Terms) -> i8 {
    terms.iter().map(|term| term.value).sum()
}

/// A shot of one unit at another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shot {
    pub firer: Unit,
    pub target: Unit,
    /// The firer has moved in this activation.
    pub moved: bool,
}
