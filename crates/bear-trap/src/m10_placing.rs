//! 10.1.1, 10.2.2, 10.3 Chechen units come out of the cup and are placed; 10.4 and 9.0 bring others back.

/// A draw from the Chechen unit cup.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Drawing {
    pub zone: Zone,
    /// Still to be drawn.
    pub left: u8,
    /// 8.4 Roadblocks that may still come instead.
    pub exchanges: u8,
}

/// Where the units of a draw may go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Zone {
    /// 10.3.1 Before the variant begins.
    SetUp,
    /// 10.1.1 On the first Chechen marker.
    First,
    /// 10.2.2 Out of range of every Russian unit.
    OutOfRange,
    /// 10.3.2 Out of sight of every Russian unit.
    OutOfSight,
}

/// Why a unit is being placed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Why {
    Drawn(Drawing),
    /// 9.0 God is great; so many more may follow.
    Event { left: u8 },
    /// 10.4 A Russian replacement.
    Replacement,
}
