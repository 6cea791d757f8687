//! What the dice brought, beside what could be expected: sums of pips by side and kind of roll, with exact means.

use std::collections::BTreeMap;

use kernel::{Draw, Viewer, erased::AnyMatch};
use serde::Serialize;

/// The rolls of one kind that one side made.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rolls {
    /// The side that the journal names; none for rolls of nobody's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// The case that asks for the roll.
    pub case: String,
    /// The dice: `2d6`.
    pub dice: String,
    /// How many there were.
    pub rolls: u32,
    /// Their pips.
    pub sum: u64,
    /// The pips that as many rolls bring on average.
    pub expected: f64,
    /// By how many standard deviations the sum differs from that.
    pub z: f64,
}

/// The dice of a match as a viewer may know them, by side and kind of roll. Whether high is good is for the rule to say.
pub fn rolls(play: &dyn AnyMatch, viewer: Viewer) -> Vec<Rolls> {
    // What the journal says of each throw: whose it was, and by which case.
    let mut told: BTreeMap<usize, (Option<String>, String)> = BTreeMap::new();
    for line in play.lines(viewer, 0).into_iter().filter(|line| !line.dice.is_empty()) {
        let whose = (line.side.as_ref().map(ToString::to_string), line.cites.to_string());
        told.entry(line.seq as usize).or_insert(whose);
    }
    let record = play.record();
    let mut sums: BTreeMap<(Option<String>, String, String), Sums> = BTreeMap::new();
    for (ply, draw) in proof::kinds(play) {
        let Draw::Dice { n, sides } = draw else { continue };
        let Some((side, case)) = told.get(&(ply + 1)) else { continue };
        let Ok(luck) = draw.read(record.lines[ply].trim_start_matches("* ")) else { continue };
        let key = (side.clone(), case.clone(), proof::kind(draw));
        let sums = sums.entry(key).or_default();
        sums.rolls += 1;
        sums.pips += draw.faces(luck).into_iter().map(u64::from).sum::<u64>();
        sums.doubled_mean += u64::from(n) * (u64::from(sides) + 1);
        sums.variance_by_12 += u64::from(n) * (u64::from(sides) * u64::from(sides) - 1);
    }
    let row = |((side, case, dice), sums): ((Option<String>, String, String), Sums)| {
        let expected = sums.doubled_mean as f64 / 2.0;
        let deviation = (sums.variance_by_12 as f64 / 12.0).sqrt();
        let z = if deviation > 0.0 { (sums.pips as f64 - expected) / deviation } else { 0.0 };
        Rolls { side, case, dice, rolls: sums.rolls, sum: sums.pips, expected, z }
    };
    sums.into_iter().map(row).collect()
}

/// Sums in whole numbers: a die of s faces has the mean (s + 1) / 2 and the variance (s² - 1) / 12.
#[derive(Default)]
struct Sums {
    rolls: u32,
    pips: u64,
    doubled_mean: u64,
    variance_by_12: u64,
}
