//! What counts for how much in The Year Before. Every weight is in hundredths of a victory point.

use serde::Deserialize;

/// What counts for how much, in hundredths of a victory point, from `data/the-year-before/weights.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// The marker of a claim at -3, -2, -1, 0.
    pub claim: [i32; 4],
    /// The marker of Finland, Hungary, Rumania or the Balkans at -3 to +3.
    pub ally: [i32; 7],
    /// A point of strength of a German unit in the West or the Reich, by turn.
    pub waiting: [i32; 7],
    /// A point of strength of a Soviet unit in Reserve and Deep Reserve, by turn.
    pub reserve: [i32; 7],
    /// A unit missing in the Balkans, by turn.
    pub garrison: [i32; 7],
    /// A BRP up to the sixteenth, by turn, and one beyond.
    pub brp: [i32; 7],
    pub brp_beyond: i32,
    /// A point that deception is ahead of intelligence, by turn.
    pub service: [i32; 7],
    /// In how many of a hundred games the Soviet side will order alert 0, 1 and 2.
    pub alert: [i32; 3],
    /// A licence.
    pub licence: i32,
    /// How much of what the cards will score counts, by turn, in hundredths.
    pub card: [i32; 7],
}
