//! What counts for how much in Into a Bear Trap. Every weight is in hundredths of a point, and a hundred points are a victory
//! point for the Russian.

use serde::Deserialize;

/// What counts for how much, in hundredths of a point, from `data/bear-trap/weights.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// Half a victory point, as if the game ended now.
    pub half_point: i32,
    /// What a unit loses by its condition, by status.
    pub condition: [i32; 5],
    /// A Russian combat unit, for every hex nearer to a landmark that its side does not hold, up to [`FAR`](super::ground) hexes.
    pub march: i32,
    /// A Chechen unit in, and next to, a landmark.
    pub guard: [i32; 2],
    /// A Chechen unit farther off, for every hex nearer to a landmark, up to [`CALL`](super::ground) hexes.
    pub gather: i32,
    /// A Russian pile, for every hex that the nearest Chechen is nearer, up to [`SCENT`](super::terms::SCENT) hexes; less than `march`, so
    /// that Russians come on all the same.
    pub hunt: i32,
    /// A Chechen unit with a Russian in reach.
    pub in_reach: i32,
    /// A foot unit in woods, among houses, and on an upper level besides.
    pub woods: i32,
    pub houses: i32,
    pub upstairs: i32,
    /// A unit on the map or drawn for it, and a Chechen one that is still in the cup.
    pub present: i32,
    pub in_cup: i32,
    /// A unit that can still act this turn.
    pub ready: i32,
    /// A Chechen unit, for every hex nearer to Palace, Station, State Security and Parliament, up to [`FAR`](super::ground) hexes; the
    /// one that draws it most counts.
    pub rally: [i32; 4],
    /// The fire that Russians, and that Chechens, stand under; see the term `fire`.
    pub under_fire: [i32; 2],
    /// A Chechen unit that a Russian leader sees where batteries may fire: no Russian is in the next hex (6.5). Twice if
    /// he can still spot for them this turn.
    pub spotted: i32,
    /// The same unit while the artillery marker is being played: when leaders see many, it is the marker to play first.
    pub on_call: i32,
    /// A Russian leader, for every hex nearer to a landmark that his side does not hold: batteries need him in front.
    pub scout: i32,
    /// A Chechen unit beyond three in a hex, for the batteries to find together.
    pub crowded: i32,
    /// A Chechen on foot with a heavy weapon, for every hex that the nearest Russian vehicle is nearer, up to
    /// [`STALK`](super::terms::STALK) hexes, twice if it has riders: he need not see it yet to step out and fire.
    pub stalked: i32,
}
