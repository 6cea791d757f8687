//! Two versions of a table on the same seeds.

use serde::Serialize;

use crate::{Kept, mcnemar, wilson};

/// Below this, chance alone is no longer a good explanation.
const SIGNIFICANT: f64 = 0.05;

/// What a change of tables did to the first side.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The side whose wins are compared.
    pub side: String,
    /// Games played with both versions.
    pub games: u64,
    /// Its wins before and after.
    pub wins: [u64; 2],
    /// The intervals of both shares, sure to 95 per cent.
    pub intervals: [[f64; 2]; 2],
    /// Games that it won only before, and only after.
    pub turned: [u64; 2],
    /// How often chance alone would turn games so unevenly.
    pub p: f64,
    /// Whether the difference is more than chance.
    pub significant: bool,
}

impl Comparison {
    /// Compares the games that both versions have played.
    pub fn new(side: &str, before: &[Kept], after: &[Kept]) -> Comparison {
        let won = |kept: &Kept| kept.side == Some(0);
        let pair =
            |one: &Kept| after.iter().find(|other| other.number == one.number).map(|it| (won(one), won(it)));
        let pairs: Vec<(bool, bool)> = before.iter().filter_map(pair).collect();
        let count = |wanted: fn(&(bool, bool)) -> bool| pairs.iter().filter(|it| wanted(it)).count() as u64;
        let games = pairs.len() as u64;
        let wins = [count(|it| it.0), count(|it| it.1)];
        let turned = [count(|it| it.0 && !it.1), count(|it| !it.0 && it.1)];
        let p = mcnemar(turned[0], turned[1]);
        Comparison {
            side: side.to_owned(),
            games,
            wins,
            intervals: wins.map(|wins| wilson(wins, games)),
            turned,
            p,
            significant: p < SIGNIFICANT,
        }
    }

    /// The same in a sentence.
    pub fn verdict(&self) -> String {
        let share = |wins: u64| 100.0 * wins as f64 / self.games.max(1) as f64;
        let [before, after] = self.wins.map(share);
        let end = if self.significant { "more than chance" } else { "no more than chance may do" };
        format!(
            "{} wins {before:.1}% before and {after:.1}% after the change; {} games were lost by it and {} won (p = {:.3}): {end}",
            self.side, self.turned[0], self.turned[1], self.p
        )
    }
}
