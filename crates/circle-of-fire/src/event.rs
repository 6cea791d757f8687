//! What happened. Facts only; `prose.rs` words them.

use board::Space;

use crate::{
    m08_advantage::Use,
    m13_direct_fire::Modifier,
    m16_close_combat::CloseResult,
    m19_victory::Victory,
    tables::{Group, PartisanResult, Side, Unit, Units},
};

/// One fact for the journal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    Bid { bid: u8 },
    Bids { first: u8, second: u8 },
    BidDice { dice: [u8; 2] },
    Sides { winner: u8, wanted: Side, bid: u8 },
    Seized { side: Side, left: u8 },
    Placed { unit: Unit, to: Space },
    Partisans,
    Partisan { unit: Unit, die: u8, result: PartisanResult },
    Turn { turn: u8 },
    Regrouped { unit: Unit, to: Space },
    AdvantageSpent { side: Side, use_: Use },
    AdvantageTo { side: Side },
    RandomModified { what: RandomModifier, by: i8 },
    RandomRolled { dice: [u8; 2], total: u8, group: Option<Group> },
    ComesInstead { group: Group, instead: Group },
    NothingComes { group: Group },
    Interdicts,
    Interdiction { die: u8, success: bool },
    InterdictionCount { die: u8 },
    Arrived { unit: Unit, to: Space },
    AllArrived { side: Side, count: u8, to: Space },
    GunReady { unit: Unit },
    Delayed { unit: Unit },
    Impulse { side: Side, number: u8 },
    Night,
    Stubborn { at: Space },
    StubbornRemoved { at: Space },
    Activated { side: Side, space: Space },
    Passed { side: Side },
    BothPassed,
    PhaseCutShort,
    Infiltrates { unit: Unit },
    Moved { unit: Unit, from: Space, to: Space, cost: u8 },
    Control { space: Space, side: Side },
    Fires { lead: Unit, firers: Units, target: Space },
    Bombards { gun: Unit, target: Space },
    DefenderLeads { unit: Unit },
    SufferingLead { unit: Unit },
    Total { attacks: bool, dice: [u8; 2], total: i8 },
    Modified { what: Modifier, by: i8 },
    Result { margin: i8 },
    Committed { unit: Unit },
    Retreats { unit: Unit, from: Space, to: Space },
    Eliminated { unit: Unit },
    Lost { unit: Unit, permanent: bool },
    Rubble { space: Space, heavy: bool },
    GunUsed { gun: Unit },
    FriendlyFire { die: u8, points: u8 },
    Logistics { die: u8, total: i8, ends: bool },
    CloseCombatPhase { spaces: u8 },
    Combat { space: Space },
    Screened { unit: Unit },
    Designated { unit: Unit, target: Unit, support: bool },
    CloseDie { lead: Unit, target: Unit, die: u8, total: i8 },
    CloseResult { target: Unit, result: CloseResult },
    EndPhase,
    Redeployed { unit: Unit, from: Space, to: Space },
    Victory { victory: Victory },
}

/// A reason for a number in the random reinforcement roll (10.3.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RandomModifier {
    Advantage(Side),
    Airfield,
    ZoneD,
}
