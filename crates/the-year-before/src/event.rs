//! What happened. Facts only; `prose.rs` words them.

use board::Space;
use kernel::RuleRef;

use crate::{
    m08_blow::Term,
    m08_victory::Victory,
    sequence::How,
    state::Order,
    tables::{CardId, Country, Result, Sector, Side, Surprise, Unit},
};

/// One fact for the journal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    SideNamed {
        side: Side,
        number: u8,
    },
    SidesNamed {
        first: (Side, u8),
        second: (Side, u8),
    },
    SidesDice {
        dice: [u8; 2],
    },
    Sides {
        first: Side,
        needed: i16,
    },
    SetUp,
    Placed {
        unit: Unit,
        at: Space,
    },
    PlacedAsSuggested,
    Turn {
        turn: u8,
    },
    Income {
        side: Side,
        brps: u8,
    },
    BidWritten {
        side: Side,
        country: Country,
        brps: u8,
    },
    NoBidWritten {
        side: Side,
    },
    ServiceWritten {
        side: Side,
        points: u8,
        brps: u8,
    },
    HonourWritten {
        honour: bool,
    },
    DeliveryWritten {
        brps: u8,
    },
    ReportWritten {
        bought: bool,
    },
    CardWritten {
        card: CardId,
        brps: u8,
    },
    SheetWritten {
        side: Side,
    },
    Disclosure,
    Traded {
        brps: u8,
        honoured: bool,
    },
    NothingDelivered,
    Bids {
        country: Country,
        german: u8,
        soviet: u8,
    },
    Marker {
        country: Country,
        from: i8,
        to: i8,
    },
    Annexed {
        country: Country,
    },
    Joined {
        country: Country,
    },
    NeutralForGood {
        country: Country,
    },
    ReportBought,
    Told {
        card: CardId,
    },
    Reported {
        card: CardId,
    },
    Operations {
        first: Side,
    },
    Moved {
        unit: Unit,
        how: How,
        from: Space,
        to: Space,
    },
    Followed {
        unit: Unit,
        from: Space,
        to: Space,
    },
    WentOn {
        unit: Unit,
        to: Space,
    },
    Upgraded {
        unit: Unit,
        licence: bool,
    },
    Mobilised {
        unit: Unit,
        at: Space,
    },
    FleetSent {
        fleet: u8,
        to: Space,
    },
    Paid {
        side: Side,
        brps: i16,
    },
    Out {
        side: Side,
    },
    BelgradeDie {
        die: u8,
    },
    Ordered {
        order: Order,
    },
    Opened {
        order: Order,
        attack: bool,
    },
    FalseAlarm {
        level: u8,
    },
    LaidOpen {
        side: Side,
        card: CardId,
        service: i16,
        stock: i16,
    },
    Surprised {
        surprise: Surprise,
        index: i16,
    },
    /// 8.1.4 In how many of 36 throws each result comes about.
    Chances {
        sector: Sector,
        added: i16,
        ways: [u8; 6],
    },
    /// 7.4.4 In how many of 36 throws the strike succeeds.
    StrikeChances {
        sector: Sector,
        added: i16,
        ways: u8,
    },
    Adds {
        term: Term,
    },
    Struck {
        sector: Sector,
        dice: [u8; 2],
        total: i16,
        success: bool,
    },
    Blow {
        sector: Sector,
        dice: [u8; 2],
        total: i16,
        result: Result,
    },
    BritainDie {
        die: u8,
    },
    Scored {
        side: Side,
        why: RuleRef,
        vp: i16,
    },
    Victory {
        victory: Victory,
    },
}
