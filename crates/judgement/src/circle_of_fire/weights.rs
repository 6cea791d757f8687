//! What counts for how much in Circle of Fire. Every weight is in tenths of a point, and a hundred points are about an Urban
//! Area; only `urgency` is a factor, in halves.

use serde::Deserialize;

/// What counts for how much, in tenths of a point, from `data/circle-of-fire/weights.toml`. A town is
/// about a hundred points.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// An Urban Area in German hands.
    pub town: i32,
    /// An Urban Area that the Soviets lack for the next check.
    pub missing: i32,
    /// A German unit in an Urban Area that the side holds: the first, the second, the third.
    pub garrison: [i32; 4],
    /// An open line from the town to any relief Zone, to each of them, and each open space along the way.
    pub line: i32,
    pub line_each: i32,
    pub line_space: i32,
    /// The airfield safely in German hands; a Soviet nearer to it, for each step.
    pub airfield: i32,
    pub approach: i32,
    /// A Soviet unit on the contested airfield: one alone is soon driven out.
    pub foothold: i32,
    /// A Soviet unit within three steps of the airfield, for each step nearer.
    pub west: i32,
    /// A Soviet unit that bars a relief Zone in person.
    pub barred: i32,
    /// The Advantage, unspent.
    pub advantage: i32,
    /// A point of combat factor on the map, and the bare unit; a Committed face is worth a little less.
    pub factor: i32,
    pub unit: i32,
    pub committed: i32,
    /// A gun ready to fire.
    pub gun: i32,
    /// A Soviet unit at the gates rather than far away, for each step.
    pub pressure: i32,
    /// A point of combat factor more in a contested space.
    pub melee: i32,
    /// A casualty point that a declared attack will cause on average.
    pub hit: i32,
    /// How much the ring and the airfield count in the turn of a check, up to two turns before it, three turns before
    /// it, and earlier, in halves.
    pub urgency: [i32; 4],
}
