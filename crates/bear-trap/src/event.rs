//! What happened. Facts only; `prose.rs` words them.

use board::Space;

use crate::{
    m06_direct_fire::Modifier,
    m06_indirect_fire::Gun,
    m11_victory::Victory,
    state::Level,
    tables::{EventKind, Marker, Side, Status, Unit},
};

/// A unit in a fact, as far as the reader may know it (3.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    Unit(Unit),
    /// Some unit of this side.
    Unseen(Side),
}

/// One fact for the journal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    BuratinoTaken {
        taken: bool,
    },
    BuratinoWorth {
        die: u8,
    },
    Turn {
        turn: u8,
    },
    /// `total` units are drawn: what the dice say, or all that are left.
    DrawCount {
        dice: [u8; 3],
        n: u8,
        total: u8,
        all: bool,
    },
    Drawn {
        unit: Unit,
    },
    Placed {
        unit: Unit,
        at: Space,
        level: Level,
    },
    PlacedUnseen {
        side: Side,
    },
    Blocked {
        at: Space,
    },
    ExchangedFor {
        unit: Unit,
    },
    Returned {
        unit: Unit,
    },
    ReturnedUnseen,
    DudayevLeaves,
    Replacements {
        side: Side,
        die: u8,
        buildings: u8,
        total: u8,
    },
    Replaced {
        unit: Unit,
    },
    BlockReplaced,
    LaterForce,
    EventDice {
        dice: [u8; 2],
        kind: EventKind,
    },
    NoEvent,
    Desperation {
        side: Side,
    },
    Snafu {
        side: Side,
        die: u8,
    },
    SnafuRepeat {
        side: Side,
        die: u8,
    },
    MarkerLost {
        marker: Marker,
    },
    ReturnDie {
        die: u8,
    },
    BroughtBack {
        unit: Unit,
        at: Space,
    },
    BroughtBackUnseen {
        side: Side,
    },
    Initiative {
        dice: [u8; 2],
        side: Option<Side>,
    },
    FirstInitiative,
    Kept {
        marker: Marker,
    },
    Added {
        marker: Marker,
    },
    MarkerPlayed {
        marker: Marker,
    },
    ActivationDie {
        die: u8,
    },
    Bonus {
        side: Side,
        die: u8,
    },
    Activated {
        unit: Unit,
    },
    Entered {
        unit: Unit,
        at: Space,
        cost: u8,
    },
    Moved {
        unit: Unit,
        from: Space,
        to: Space,
        cost: u8,
    },
    Reversed {
        unit: Unit,
        to: Space,
    },
    ChangedLevel {
        unit: Unit,
        level: Level,
    },
    Faced {
        unit: Unit,
        side: board::hex::Direction,
    },
    OutOfSight {
        unit: Unit,
        from: Space,
    },
    SniperCaught {
        unit: Unit,
        at: Space,
    },
    Loaded {
        unit: Unit,
        vehicle: Unit,
    },
    Unloaded {
        unit: Unit,
        at: Space,
    },
    Mounted {
        unit: Unit,
        tank: Unit,
    },
    Supports {
        unit: Unit,
    },
    Exited {
        unit: Unit,
    },
    InterdictionDie {
        unit: Who,
        die: u8,
        hit: bool,
    },
    StatusBecomes {
        unit: Who,
        status: Status,
    },
    Released,
    Control {
        at: Space,
        side: Side,
    },
    EndPhase,
    Score {
        russian: i16,
        chechen: i16,
        last: bool,
    },
    Victory {
        victory: Victory,
    },
    Fires {
        firer: Who,
        target: Unit,
    },
    FireDie {
        target: Who,
        die: u8,
        total: i8,
        factor: i8,
        hit: bool,
    },
    Modified {
        what: Modifier,
        by: i8,
    },
    HitDie {
        target: Who,
        die: u8,
    },
    Eliminated {
        unit: Unit,
    },
    DudayevDead {
        die: u8,
    },
    Rubble {
        hex: Space,
    },
    Wreck {
        hex: Space,
    },
    HotelDie {
        hex: Space,
        die: u8,
        reach: u8,
        points: u8,
        side: Side,
    },
    FiresAt {
        firer: Unit,
        hex: Space,
    },
    FiresAtUnseen {
        side: Side,
        hex: Space,
    },
    ObstacleDie {
        hex: Space,
        die: u8,
        removed: bool,
    },
    Clears {
        unit: Unit,
        hex: Space,
    },
    ClearsUnseen {
        side: Side,
        hex: Space,
    },
    ObstacleGone {
        hex: Space,
        wreck: bool,
    },
    Shells {
        gun: Gun,
        hex: Space,
        spotted: bool,
    },
    ShellsUnseen {
        side: Side,
        hex: Space,
        spotted: bool,
    },
    Spots {
        unit: Unit,
        hex: Space,
    },
    SpotsUnseen {
        side: Side,
        hex: Space,
    },
    Scatter {
        die: u8,
        scatters: bool,
    },
    MissionDie {
        hex: Space,
        die: u8,
        total: i8,
        stands: bool,
        over: bool,
    },
    StrikeDie {
        hex: Space,
        die: u8,
        total: i8,
        factor: i8,
        hit: bool,
    },
    StrikeUnitDie {
        unit: Who,
        die: u8,
        stunned: bool,
    },
    Assaults {
        side: Side,
        hex: Space,
        level: Level,
    },
    Joins {
        unit: Who,
        gets_off: bool,
    },
    AssaultDie {
        hex: Space,
        die: u8,
        total: i8,
        factor: i8,
        won: bool,
    },
    Storms {
        unit: Who,
        hex: Space,
    },
}
