//! What counts for how much in Strike the Bear. Every weight is in tenths of a point, and a hundred points are a plain city, but
//! for the shares, which are in hundredths and say so.

use serde::Deserialize;

/// What counts for how much, in tenths of a point, from `data/strike-the-bear/weights.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// An objective of one's own set, held; one of the enemy's, kept from him; any other place that may become one.
    pub own_objective: i32,
    pub denied: i32,
    pub city: i32,
    /// A combat unit on the map, and each point of its strength.
    pub unit: i32,
    pub strength: i32,
    /// A point of strength one area nearer to an objective that is not safely one's own.
    pub pull: i32,
    /// A point of strength more where both sides stand, and how much of it counts.
    pub battle: i32,
    /// A unit among the enemy in command of a leader.
    pub command: i32,
    /// A corps too many in an area: it will have to go.
    pub excess: i32,
    /// An operations point in hand.
    pub point: i32,
    /// Leaders, trucks, Luftwaffe units, whole and disrupted or reduced.
    pub leader: [i32; 2],
    pub truck: [i32; 2],
    pub luftwaffe_unit: [i32; 2],
    /// A Luftwaffe unit above a battle, still free to support it.
    pub air_cover: i32,
    /// A converted ox.
    pub track: i32,
    /// Partisans on a rail or a truck.
    pub partisans: i32,
    /// A step that is still to be lost.
    pub step: i32,
    /// What is looked at only when it counts for something.
    #[serde(default)]
    pub outlook: Option<Outlook>,
}

/// What a player thinks of who knows that the dice may change the objectives, and that the enemy moves too.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outlook {
    /// An objective more at the end, as likely as the dice make it: on the first turn and on the last.
    pub prospect: [i32; 2],
    /// Being ahead at the end, as sure as the sets are by now.
    pub lead: i32,
    /// A place that may be an objective at the end, held: with a guard, with nobody while the enemy is near, and
    /// with enemies in it; in hundredths of its stake. For the Axis and for the Soviets.
    pub guarded: [i32; 2],
    pub exposed: [i32; 2],
    pub besieged: [i32; 2],
    /// A point of strength where such places are near, for the Axis and for the Soviets.
    pub draw: [i32; 2],
    /// An area with units of one's own, which the enemy has to fight his way through, and an area controlled.
    pub areas: [i32; 2],
    pub ground: [i32; 2],
    /// A combat unit and a point of strength for each turn to come, for the Axis and for the Soviets.
    pub unit: [i32; 2],
    pub strength: [i32; 2],
    /// A leader or truck without combat units.
    pub alone: i32,
    /// What the dice of a battle under way bring on average, in hundredths of what they are; and those of battles
    /// that may come where both sides stand: one's own in this turn and later, and the enemy's.
    pub clash: i32,
    pub hope: [i32; 2],
    pub threat: i32,
}
